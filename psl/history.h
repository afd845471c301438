// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_HISTORY_H
#define CLAVE_PSL_HISTORY_H

// prev and ended look back; the rest of psl/ looks ahead only. Here they are
// replaced by atoms that stand for registers: a register has a next value, a
// Boolean of the letter and of registers, and an initial one. What prev gives
// before the first tick is arbitrary, so its registers start arbitrary.

#include "psl/formula.h"
#include "psl/word.h"

typedef enum { PAST_ANY, PAST_FALSE } past_init_t;

typedef struct {
    formula_t atom; // its value at the letter
    formula_t next; // its value at the next letter
    past_init_t init;
} past_t;

typedef struct history history_t;

// Registers for f in the clock context; NULL and a reason (which lives for
// ever) if there would be too many or a count is not a literal.
history_t *history_new(formula_pool_t *pool, formula_t f, formula_t clock,
                       const char **reason);
void history_free(history_t *h);

// The formula without prev and ended; unclocked if there are registers (then
// its context is true), else f itself in its context.
formula_t history_formula(const history_t *h);
formula_t history_clock(const history_t *h);
size_t history_count(const history_t *h);
past_t history_register(const history_t *h, size_t i);
// How many start arbitrary.
size_t history_free_count(const history_t *h);

// Holds, unclocked, on the words whose register atoms are right.
formula_t history_constraint(const history_t *h);
// The word with the registers' atoms set; bit i of `init` is where the i-th
// arbitrary register starts. Owned by the caller. A loop may get longer.
word_t *history_run(const history_t *h, const word_t *word, uint64_t init);

#endif
