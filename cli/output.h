// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_OUTPUT_H
#define CLAVE_CLI_OUTPUT_H

// Where results go: standard output, or the file of -o. A file is written
// beside its final name and renamed at the end, so a failure loses nothing
// of an earlier one.

#include "core/diag.h"

typedef struct output output_t;

// NULL or "-" is standard output. NULL after an error. The sink is borrowed
// until output_close.
output_t *output_open(const char *path, diag_sink_t *sink);
// Results are UTF-8: other bytes are taken as Latin-1. Whole characters at a
// time; errors show at the end.
void output_write(output_t *output, const char *bytes, size_t length);
bool output_is_terminal(const output_t *output);
// Makes the result final (or, without `keep`, throws away a file) and frees
// the output. False after an error: what was written is not complete.
bool output_close(output_t *output, bool keep);

#endif
