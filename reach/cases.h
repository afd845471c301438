// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CASES_H
#define CLAVE_REACH_CASES_H

// The cases of an integer term: under these conditions its value is that
// affine form. If-then-elses below sums are taken apart, too.

#include "reach/affine.h"

typedef struct {
    const term_t *conditions; // literals; conjunctions are taken apart
    size_t count;
    affine_t value;
} case_t;

typedef void (*case_fn)(const case_t *c, void *user);

// Calls fn for each case with an affine value, at most `limit` times; other
// cases are left out.
void cases_of(const context_t *ctx, term_t t, size_t limit, case_fn fn,
              void *user);

#endif
