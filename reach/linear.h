// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_LINEAR_H
#define CLAVE_REACH_LINEAR_H

// Linear sums over integer terms, and literals made from them. A literal has
// one form: factors without a common divisor, monomials in the order of their
// terms, the first factor positive (otherwise it is the negation of the
// literal that has it positive). So two literals that say the same about the
// same monomials are the same term.

#include "core/term.h"

typedef struct {
    term_t term;     // an integer term, no number
    bigint_t factor; // owned, never zero
} monomial_t;

typedef struct {
    VEC(monomial_t) parts; // ascending by term
    bigint_t constant;     // owned
} linear_t;

void linear_init(linear_t *sum); // zero
void linear_release(linear_t *sum);
void linear_copy(linear_t *to, const linear_t *from); // `to` is no sum yet

void linear_add_constant(linear_t *sum, bigint_t constant);
// The term is a monomial, or a number.
void linear_add(const context_t *ctx, linear_t *sum, bigint_t factor,
                term_t term);
void linear_add_all(const context_t *ctx, linear_t *sum, bigint_t factor,
                    const linear_t *other);
// Sums, differences and multiples are taken apart, anything else is a
// monomial: adds factor * t.
void linear_add_term(const context_t *ctx, linear_t *sum, bigint_t factor,
                     term_t t);
// Zero where the term is no monomial; borrowed.
bigint_t linear_factor(const linear_t *sum, term_t term);

term_t linear_term(context_t *ctx, const linear_t *sum);
// sum <= 0 and sum = 0 as literals of the form above.
term_t linear_le(context_t *ctx, const linear_t *sum);
term_t linear_eq(context_t *ctx, const linear_t *sum);
// The same literal in that form; what is not <= or = of integers stays.
term_t linear_canonical(context_t *ctx, term_t literal);
// If the literal is a <= of integers, or the negation of one: `sum`, which is
// no sum yet, becomes one with sum <= 0 for it.
bool linear_is_le(const context_t *ctx, term_t literal, linear_t *sum);

#endif
