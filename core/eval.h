// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_EVAL_H
#define CLAVE_CORE_EVAL_H

// The value of a term under given values of its leaves: straight from the
// table in term.h, independent of the simplifying constructors and of every
// engine, because it is what they are checked against. Arrays are exact.

#include "core/value.h"

// The value of a leaf (TERM_LAST, TERM_NEXT, TERM_POSEDGE, TERM_NEGEDGE),
// owned by the caller of this function, of the leaf's sort.
typedef value_t (*eval_leaf_fn)(context_t *ctx, term_t leaf, void *user);

// An evaluation under one assignment: subterms that occur again, in the same
// term or a later one, are not computed again.
typedef struct eval eval_t;

eval_t *eval_new(context_t *ctx, eval_leaf_fn leaf, void *user);
void eval_free(eval_t *eval);
context_t *eval_context(const eval_t *eval);
// Forgets what was computed: the assignment has changed.
void eval_clear(eval_t *eval);

// Borrowed until eval_clear or eval_free; the negation of `t` is applied by
// the two below, this one ignores it. Fails (NULL) only for a power of two
// with an exponent above CLAVE_MAX_EXPONENT.
const value_t *eval_positive(eval_t *eval, term_t t);
// Owned by the caller; false on the failure above.
bool eval_term(eval_t *eval, term_t t, value_t *result) MUST_USE;
bool eval_bool(eval_t *eval, term_t t, bool *result) MUST_USE;

#endif
