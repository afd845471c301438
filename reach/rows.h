// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_ROWS_H
#define CLAVE_REACH_ROWS_H

// Steps as rows of numbers, as reach/compile.h has them.

#include "reach/system.h"

// A run with these steps, each with a number for every leaf of the system (as
// system_leaves): parameters and state are those of the first. Owned by the
// caller.
trace_t *rows_trace(const system_t *system, const int64_t *const *rows,
                    size_t count);

#endif
