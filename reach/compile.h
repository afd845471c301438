// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_COMPILE_H
#define CLAVE_REACH_COMPILE_H

// Terms compiled to straight-line code over 64-bit numbers: Booleans are 0
// and 1, literals of enumerations their positions. For evaluating the same
// terms millions of times.

#include "core/term.h"

typedef struct program program_t;

// The cells of program_run hold the values of these leaves, in this order;
// other leaves must not occur. No arrays.
program_t *program_new(context_t *ctx, const term_t *leaves,
                       size_t leaf_count, const term_t *roots,
                       size_t root_count);
void program_free(program_t *program);
// False if something does not fit in 64 bits; results are then undefined.
bool program_run(program_t *program, const int64_t *cells, int64_t *results)
    MUST_USE;

#endif
