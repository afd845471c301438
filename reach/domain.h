// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_DOMAIN_H
#define CLAVE_REACH_DOMAIN_H

// The values of one leaf that are worth trying. Conditions compare integers
// with something; between two neighbouring boundaries all values are alike to
// them, so the boundaries and what is next to them are tried.

#include "reach/compile.h"

typedef VEC(int64_t) number_vec_t;

// Keeps values apart, in ascending order.
void numbers_add(number_vec_t *numbers, int64_t value);

// ---- boundaries ----

typedef struct boundaries boundaries_t;

// Of the leaf at `place`, from all comparisons in the terms; NULL if it is in
// none. Leaves as in program_new; the leaf is an integer.
boundaries_t *boundaries_new(context_t *ctx, const term_t *leaves,
                             size_t leaf_count, size_t place,
                             const term_t *terms, size_t count);
void boundaries_free(boundaries_t *boundaries);
// Adds every boundary that is known, and its neighbours; are all known?
bool boundaries_add(boundaries_t *boundaries, const int64_t *cells,
                    const bool *open, number_vec_t *values);

// ---- domains ----

typedef struct domain domain_t;

// Conditions on the leaf at `place` and on leaves before `fixed` only. No
// conditions: any value.
domain_t *domain_new(context_t *ctx, const term_t *leaves, size_t leaf_count,
                     size_t fixed, size_t place, const term_t *conditions,
                     size_t count);
void domain_free(domain_t *domain);
// The values of the leaves before `fixed` have changed.
void domain_fix(domain_t *domain, const int64_t *cells);
bool domain_allows(domain_t *domain, int64_t value);
// That the term is allowed.
term_t domain_condition(const domain_t *domain, context_t *ctx, term_t t);
// Allowed values, ascending; are these all? At most a few.
const number_vec_t *domain_values(const domain_t *domain, bool *all);

#endif
