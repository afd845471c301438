// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_AFFINE_H
#define CLAVE_REACH_AFFINE_H

// Affine forms: a sum of integer leaves with constant factors, and a constant.
// They are small values that are copied; what does not fit is refused.

#include "core/term.h"

#define AFFINE_PARTS 12

typedef struct {
    term_t leaf; // TERM_LAST of an integer variable, or any other int term
    int64_t factor;
} affine_part_t;

typedef struct {
    unsigned count;
    affine_part_t parts[AFFINE_PARTS]; // ascending leaves, no factor is 0
    int64_t constant;
} affine_t;

affine_t affine_constant(int64_t constant);
affine_t affine_leaf(term_t leaf);

// a + factor * b. False, and *a is undefined, if the result does not fit.
bool affine_add(affine_t *a, const affine_t *b, int64_t factor) MUST_USE;
bool affine_add_leaf(affine_t *a, term_t leaf, int64_t factor) MUST_USE;
// Adds factor * t; false if t is not a sum of TERM_LAST leaves.
bool affine_add_term(const context_t *ctx, affine_t *a, term_t t,
                     int64_t factor) MUST_USE;
// Equal but for the constant, and equal.
bool affine_parallel(const affine_t *a, const affine_t *b);
bool affine_equal(const affine_t *a, const affine_t *b);
int64_t affine_factor(const affine_t *a, term_t leaf);

term_t affine_term(context_t *ctx, const affine_t *a);
// a <= 0 and a = 0, with what is subtracted on the right-hand side.
term_t affine_le(context_t *ctx, const affine_t *a);
term_t affine_eq(context_t *ctx, const affine_t *a);

#endif
