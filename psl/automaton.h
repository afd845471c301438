// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_AUTOMATON_H
#define CLAVE_PSL_AUTOMATON_H

// Generalised Buechi automata with acceptance on edges, which also read
// finite and empty words: a finite word is accepted if a run on it ends in a
// final state, an infinite one if a run on it takes edges of every acceptance
// set infinitely often. State 0 is the initial one.
//
// An automaton with counters (see psl/nfa.h) has tests and actions on its
// edges; it can be written out and turned into rules, while the functions
// below that decide something refuse it.

#include "core/text.h"
#include "psl/guard.h"
#include "psl/nfa.h"

// More states are refused unless the caller allows more.
#define AUTOMATON_MAX_STATES 20000

typedef struct {
    guard_t guard;
    uint32_t to;
    uint64_t accept; // the acceptance sets that it is in
    steps_t steps;
} automaton_edge_t;

typedef struct {
    bool final;
    char *label; // what it still asks for; NULL after reduction
    VEC(automaton_edge_t) edges;
} automaton_state_t;

typedef struct {
    guards_t *guards; // borrowed
    VEC(automaton_state_t) states;
    unsigned sets; // acceptance sets, at most 64
    uint32_t counters;
} automaton_t;

typedef struct {
    count_t unroll;      // larger counts become counters
    uint32_t max_states; // 0: AUTOMATON_MAX_STATES
    bool labels;         // keep the obligations of each state as text
} automaton_options_t;

#define AUTOMATON_DEFAULTS ((automaton_options_t){NFA_MAX_STATES, 0, false})

// All words on which f holds in the clock context. prev and ended must have
// been replaced. NULL and a reason (owned by the caller) if it cannot be
// built: too large, or counts that overlap.
automaton_t *automaton_new(guards_t *gs, formula_t f, formula_t clock,
                           automaton_options_t options, char **reason);
void automaton_free(automaton_t *a);

size_t automaton_edge_count(const automaton_t *a);
// Removes states that accept no word (the initial one stays).
void automaton_prune(automaton_t *a);
// Merges states that behave alike.
void automaton_reduce(automaton_t *a);

bool automaton_accepts(const automaton_t *a, const word_t *word);
// A word that it accepts, owned by the caller: a shortest finite one if
// there is any, else a lasso. NULL if there is none.
word_t *automaton_witness(const automaton_t *a);
// For each state: does it accept some word (set by the caller's array)?
void automaton_nonempty(const automaton_t *a, bool *nonempty);

void automaton_dot(automaton_t *a, const char *title, text_t *out);
// The tests and actions, as text: "k0 < N, k0 := k0 + 1".
void automaton_steps_text(const automaton_t *a, const steps_t *steps,
                          text_t *out);

#endif
