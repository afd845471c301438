// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_PSL_RANDOM_H
#define CLAVE_TESTS_PSL_RANDOM_H

// Random formulas and words over the atoms p q r and the clocks c1 c2 c3.
// The same seed gives the same sequence.

#include "psl/formula.h"
#include "psl/word.h"

typedef struct {
    uint64_t state;
} dice_t;

// 0 .. n-1.
unsigned dice_roll(dice_t *dice, unsigned n);

typedef struct {
    unsigned depth;  // of operators
    unsigned clocks; // how many different ones may occur below @ (0..3)
    bool seres, aborts;
} random_options_t;

formula_t random_bool(formula_pool_t *pool, dice_t *dice);
// T, c1, c2 or c3: the first `clocks` + 1 of them.
formula_t random_clock(formula_pool_t *pool, dice_t *dice, unsigned clocks);
formula_t random_sere(formula_pool_t *pool, dice_t *dice,
                      random_options_t options);
formula_t random_formula(formula_pool_t *pool, dice_t *dice,
                         random_options_t options);
// Empty, finite or lasso; at most `length` letters.
word_t *random_word(formula_pool_t *pool, dice_t *dice, unsigned length);

#endif
