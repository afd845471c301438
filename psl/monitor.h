// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_MONITOR_H
#define CLAVE_PSL_MONITOR_H

// Deterministic monitors: after each letter they know whether every
// continuation violates the formula, every one satisfies it, or both are
// open, and in any case whether it holds if the word ends here. State 0 is
// the initial one; from each state exactly one edge fits a letter.

#include "psl/automaton.h"

#define MONITOR_MAX_STATES 4096

typedef enum {
    MONITOR_OPEN,
    MONITOR_VIOLATED,
    MONITOR_SATISFIED,
} monitor_verdict_t;

typedef struct {
    guard_t guard;
    uint32_t to;
} monitor_edge_t;

typedef struct {
    monitor_verdict_t verdict;
    bool holds; // if the word ends here
    VEC(monitor_edge_t) edges;
} monitor_state_t;

typedef struct {
    guards_t *guards; // borrowed
    VEC(monitor_state_t) states;
} monitor_t;

const char *monitor_verdict_name(monitor_verdict_t verdict);

// NULL and a reason (owned by the caller) if it would be too large (0: the
// default limit), as for overlapping obligations of a large count.
monitor_t *monitor_new(guards_t *gs, formula_t f, formula_t clock,
                       uint32_t max_states, char **reason);
void monitor_free(monitor_t *m);

uint32_t monitor_step(const monitor_t *m, uint32_t state, const word_t *word,
                      size_t letter);
// The state after a finite word; on a lasso, when the states repeat, with
// *verdict the one that was reached on the way, if any.
uint32_t monitor_run(const monitor_t *m, const word_t *word,
                     monitor_verdict_t *verdict);
void monitor_dot(monitor_t *m, const char *title, text_t *out);

#endif
