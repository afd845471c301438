// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_NFA_H
#define CLAVE_PSL_NFA_H

// Automata of unclocked SEREs, without empty moves. State 0 is the initial
// one and has no edge into it; whether the empty word matches is `nullable`.
//
// Repetitions with literal counts up to a limit are written out. Larger ones,
// and those whose count is an expression of generics, become counters: an
// edge may ask for a relation between a counter and its bounds, and sets it
// to 1 or adds 1. A counter counts the iteration that a run is in.

#include "core/vec.h"
#include "psl/guard.h"

// More states are refused.
#define NFA_MAX_STATES 20000
// Edges have at most this many tests and actions on counters together.
#define NFA_MAX_STEPS 6

typedef enum {
    STEP_SET,   // := 1
    STEP_INC,   // := itself + 1
    STEP_BELOW, // < bound
    STEP_FROM,  // >= bound
    STEP_NONE,  // the bound itself is 0 or less
    STEP_ONE_BELOW, // 1 < bound
    STEP_ONE_FROM,  // 1 >= bound
} step_kind_t;

typedef struct {
    step_kind_t kind;
    uint32_t counter;
    count_t bound;
} step_t;

// Tests first, then actions.
typedef struct {
    unsigned count;
    step_t list[NFA_MAX_STEPS];
} steps_t;

typedef struct {
    guard_t guard; // may be false: TOP takes such an edge, too
    uint32_t from, to;
    steps_t steps;
} nfa_edge_t;

typedef struct {
    bool final;   // a match may end here
    steps_t exit; // tests for that
    bool live;    // a final state can be reached, guards apart
    bool counting; // some counter is in use
    uint32_t first, count; // its edges
} nfa_state_t;

typedef struct {
    VEC(nfa_state_t) states;
    VEC(nfa_edge_t) edges; // sorted by `from`
    bool nullable;
    steps_t null_if; // tests for that
    uint32_t counters; // numbers below it may be used
} nfa_t;

typedef struct {
    count_t unroll;        // the largest count that is written out
    uint32_t next_counter; // the first number for a counter; advanced
} nfa_options_t;

// NULL and a reason (which lives for ever) if it is too large or of a form
// that counters cannot follow.
nfa_t *nfa_new(guards_t *gs, formula_t sere, nfa_options_t *options,
               const char **reason);
void nfa_free(nfa_t *nfa);

#endif
