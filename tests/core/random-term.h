// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_CORE_RANDOM_TERM_H
#define CLAVE_TESTS_CORE_RANDOM_TERM_H

// Random terms of every kind and sort, each with the value that it has under
// one fixed random assignment. The value is computed here, from the operands'
// values and the meaning of the operator, without the constructors and
// without core/eval.c: all three must agree.

#include "core/value.h"

typedef struct random_terms random_terms_t;

typedef struct {
    term_t term;
    value_t value;
} random_term_t;

// Draws the assignment; the same seed gives the same terms.
random_terms_t *random_terms_new(context_t *ctx, uint64_t seed);
// The same without arrays.
random_terms_t *random_terms_new_scalar(context_t *ctx, uint64_t seed);
void random_terms_free(random_terms_t *r);

// One more term over the earlier ones; borrowed until the next call.
const random_term_t *random_terms_draw(random_terms_t *r);
size_t random_terms_count(const random_terms_t *r);
const random_term_t *random_terms_at(const random_terms_t *r, size_t i);

// The assignment, as core/eval.h wants it; `user` is the random_terms_t.
value_t random_terms_leaf(context_t *ctx, term_t leaf, void *user);
// The variable of that name, as core/smt-read.h wants it.
bool random_terms_lookup(context_t *ctx, const char *name, term_t *result,
                         void *user);

#endif
