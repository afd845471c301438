// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_DUMP_SYSTEM_H
#define CLAVE_CLI_DUMP_SYSTEM_H

// The stages of `clave dump` behind the model: what engines work on, as
// counter automaton or in the formats of other tools.

#include "core/model.h"
#include "core/options.h"

typedef enum {
    DUMP_CA,
    DUMP_VMT,
    DUMP_HORN,
    DUMP_NTS,
} dump_format_t;

// Appends to `out`; false after an error was emitted.
bool dump_system(dump_format_t format, const model_t *model,
                 const options_t *options, diag_sink_t *sink, text_t *out)
    MUST_USE;

#endif
