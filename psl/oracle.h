// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_ORACLE_H
#define CLAVE_PSL_ORACLE_H

// Truth of a formula on a word, straight from the definitions: quantifiers
// over positions are loops over the word's letters, SEREs are matched by
// derivatives. It shares nothing with rewriting and automata, which are
// tested against it.
//
// The formula must have literal counts, and no prev and ended
// (psl/history.h replaces them).

#include "psl/formula.h"
#include "psl/word.h"

typedef struct oracle oracle_t;

// Both are borrowed until the evaluator is freed; the word must not change.
oracle_t *oracle_new(formula_pool_t *pool, const word_t *word);
void oracle_free(oracle_t *oracle);

// Does the suffix from the position (up to the length: the empty suffix of
// a finite word) satisfy f in the clock context?
bool oracle_at(oracle_t *oracle, formula_t f, formula_t clock,
               size_t position);
// The whole word.
bool oracle_holds(oracle_t *oracle, formula_t f, formula_t clock);
// Calls the function with the last position of each match of the SERE from
// the position on, nearest first, until it returns true or there is no other;
// returns whether it did. On a lasso, positions repeat.
typedef bool (*oracle_match_fn)(size_t last, void *user);
bool oracle_matches(oracle_t *oracle, formula_t sere, formula_t clock,
                    size_t position, oracle_match_fn fn, void *user);

// All in one call.
bool oracle_word(formula_pool_t *pool, formula_t f, formula_t clock,
               const word_t *word);

#endif
