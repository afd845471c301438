// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_SUGAR_H
#define CLAVE_PSL_SUGAR_H

// The operators of PSL that are short for others. Each function says what it
// expands to; the choices are those of doc/psl.md.

#include "psl/formula.h"

// G f = f W false; F f = true U f; never f = G not f (a SERE directly below
// never or eventually! is meant strong).
formula_t sugar_always(formula_pool_t *pool, formula_t f);
formula_t sugar_eventually(formula_pool_t *pool, formula_t f);
formula_t sugar_never(formula_pool_t *pool, formula_t f);
// not f or g; for a Boolean left side the weak Boolean !a.
formula_t sugar_implies(formula_pool_t *pool, formula_t f, formula_t g);
formula_t sugar_iff(formula_pool_t *pool, formula_t f, formula_t g);
// The negation that `not f` means in the text: the weak !b for a weak b.
formula_t sugar_not(formula_pool_t *pool, formula_t f);

typedef enum {
    SUGAR_STRONG = 1,    // with "!"
    SUGAR_INCLUSIVE = 2, // with "_"
} sugar_flags_t;

// f U (g [and f]), f W (g [and f]).
formula_t sugar_until(formula_pool_t *pool, unsigned flags, formula_t f,
                      formula_t g);
// (not g) U (f [and not g]): f comes before g.
formula_t sugar_before(formula_pool_t *pool, unsigned flags, formula_t f,
                       formula_t g);
// f at every (all) or at some tick from the lo-th to the hi-th next one:
// {true[*lo+1 to hi+1]} |-> f, and its dual for `some`.
formula_t sugar_next_range(formula_pool_t *pool, bool strong, bool all,
                           count_t lo, count_t hi, formula_t f);
// f at the lo-th to hi-th next occurrence of b, this tick included.
formula_t sugar_next_event(formula_pool_t *pool, bool strong, bool all,
                           formula_t b, count_t lo, count_t hi, formula_t f);
// {r; true} |-> f.
formula_t sugar_suffix_next(formula_pool_t *pool, formula_t r, formula_t f);

// b[->lo to hi] = {!b[*]; b}[*lo to hi]; b[=lo to hi] adds !b[*].
formula_t sugar_goto(formula_pool_t *pool, formula_t b, count_t lo,
                     count_t hi);
formula_t sugar_times(formula_pool_t *pool, formula_t b, count_t lo,
                      count_t hi);
// r & s: one may be shorter; r within s.
formula_t sugar_sere_and(formula_pool_t *pool, formula_t r, formula_t s);
formula_t sugar_within(formula_pool_t *pool, formula_t r, formula_t s);

// Exactly / at most k of the n Booleans.
formula_t sugar_exactly(formula_pool_t *pool, const formula_t *b, size_t n,
                        size_t k);
formula_t sugar_at_most(formula_pool_t *pool, const formula_t *b, size_t n,
                        size_t k);

#endif
