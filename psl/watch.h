// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_WATCH_H
#define CLAVE_PSL_WATCH_H

// Monitors with a free input. `always (p -> next[N] q)` has as many open
// obligations as N allows, so no monitor with one counter follows them all.
// But one that may choose which p to watch needs only one: the formula is
// violated exactly if some choice leads to a final state. What the monitor
// chooses by, where several edges fit a letter, is an input that a model
// checker leaves free.
//
// It is the automaton of the negation, with counters for large counts and
// for those that are expressions of generics.

#include "psl/automaton.h"

typedef struct {
    automaton_t *automaton; // of the negation
    bool safety; // each violation shows after finitely many letters
    // A final state without obligations: reaching it is the violation.
    // UINT32_MAX if there is none.
    uint32_t bad;
} watch_t;

// Counts above `unroll` become counters. NULL and a reason (owned by the
// caller) if obligations overlap in the negation, too.
watch_t *watch_new(guards_t *gs, formula_t f, formula_t clock, count_t unroll,
                   char **reason);
void watch_free(watch_t *watch);

// Does some choice find a violation on the finite word? The function gives
// numbers to the expressions of generics; it may be NULL without any.
bool watch_finds(const watch_t *watch, const word_t *word,
                 formula_count_fn fn, void *user);

#endif
