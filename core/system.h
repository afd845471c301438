// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_SYSTEM_H
#define CLAVE_CORE_SYSTEM_H

// A transition system, what engines work on: a model (often a cone of one)
// with its definitions inlined, its next state a function of state, inputs
// and edges, and one bad condition for each property that is looked at. There
// are no arrays and no products or divisions but by constants any more
// (reach/reduce.h). A run of length n has the steps 0 .. n - 1:
//
//     fixed                  over parameters
//     init                   in step 0, over parameters and state
//     valid                  in every step
//     held                   in every step but the last
//     bad of some target     in the last step: the run violates it
//
// `held` is the conjunction of what ends a simulation when it fails: a run is
// looked at up to its first failing obligation. Assumptions about the next
// state are part of it, too, with the next values substituted.

#include "core/trace.h"

typedef struct {
    size_t property; // its index in the model
    term_t bad;      // over parameters, state, inputs and edges
} target_t;

typedef struct {
    context_t *ctx;
    const model_t *model; // borrowed
    var_vec_t parameters, states;
    var_vec_t inputs;     // that some term reads
    term_vec_t next;      // of the states, in the same order
    term_vec_t edges;     // TERM_POSEDGE and TERM_NEGEDGE leaves: free inputs
    term_t sole_edge;     // happens in every step and is no leaf; or true
    term_t fixed, init, valid, held;
    VEC(target_t) targets;
} system_t;

typedef struct {
    const size_t *properties; // of the model; NULL: all
    size_t property_count;
    size_t start;     // which start only; SIZE_MAX: any of them
    bool without_held; // leave `held` true
} system_options_t;

// Owned by the caller.
system_t *system_new(const model_t *model, const system_options_t *options);
void system_free(system_t *system);

// Leaves of one step, in this order: TERM_LAST of parameters, of states, of
// inputs, then edges. The row of a sample has the first two groups.
void system_leaves(const system_t *system, term_vec_t *leaves);
size_t system_row_width(const system_t *system);
// Appends every term of the system.
void system_terms(const system_t *system, term_vec_t *terms);

// Each TERM_LAST of a state replaced by its next value: the weakest
// precondition of a condition on parameters and state.
term_t system_pre(const system_t *system, term_t t);
void system_pre_all(const system_t *system, term_t *terms, size_t count);

// If one edge of one clock is all that a step can be, the terms above do not
// mention it, but a trace has to.
void system_set_sole_edge(const system_t *system, trace_t *trace,
                          size_t step);

#endif
