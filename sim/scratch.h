// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_SCRATCH_H
#define CLAVE_SIM_SCRATCH_H

// A temporary directory that one process makes and removes, and in which
// others work, too: a child that is killed leaves its files to its parent.

#include "core/diag.h"

// Below `base`, or if that is NULL below TMPDIR, or /tmp. The absolute path,
// owned by the caller; NULL, with an error emitted, if there is no room.
char *scratch_new(const char *base, diag_sink_t *sink);
// Removes it with everything in it, and frees the path; NULL is ignored.
void scratch_free(char *path);

#endif
