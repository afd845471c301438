// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_COPIES_H
#define CLAVE_REACH_COPIES_H

// State that only carries data along: each next value is its own, a constant,
// or that of an input or of other such state, perhaps with a constant added.
// Two of them are of one family if data gets from one place to both.

#include "reach/system.h"

typedef struct {
    term_t leaf;    // TERM_LAST of the state
    size_t family;
    int64_t offset; // of an integer: leaf - offset is the family's data
} copy_t;

typedef VEC(copy_t) copy_vec_t;

void copies_of(const system_t *system, copy_vec_t *copies);

#endif
