// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_EXPAND_H
#define CLAVE_REACH_EXPAND_H

// Initial states and successors of a system with fixed parameters, computed
// by evaluation. What matters in a step is chosen when it turns out to
// matter; a value that is only handed on (an input stored in a register, an
// arbitrary initial value) stays open in the next state, too. So a row of
// cells stands for all states with any allowed values in its open cells,
// independently of each other; all of them are reached if the row is.

#include "reach/domain.h"
#include "reach/system.h"

typedef struct expander expander_t;

expander_t *expander_new(const system_t *system);
void expander_free(expander_t *expander);
size_t expander_width(const expander_t *expander); // cells: one per state

void expander_set_parameters(expander_t *expander, const int64_t *values);
// With a generator, one value is drawn for each choice instead of trying
// all; Boolean inputs lean to one side, newly drawn by expander_lean.
void expander_set_random(expander_t *expander, uint64_t *generator);
void expander_lean(expander_t *expander);

typedef struct {
    // An initial state or a successor; borrowed. False: stop.
    bool (*state)(const int64_t *row, void *user);
    // The target is bad in this step. False: stop.
    bool (*bad)(size_t target, void *user);
    bool (*wanted)(size_t target, void *user); // look for this target at all?
    void *user;
} visitor_t;

void expander_initial(expander_t *expander, const visitor_t *visitor);
void expander_successors(expander_t *expander, const int64_t *row,
                         const visitor_t *visitor);

// Was anything left out since the last call: values of integers not tried,
// something beyond 64 bits, too many successors of one state?
bool expander_left_out(expander_t *expander);
// Instructions executed so far, and what is about as much.
uint64_t expander_effort(const expander_t *expander);

// ---- open cells ----

bool cell_is_open(int64_t cell);
// The row's state with some allowed value in each open cell, by the
// generator; false if none is known.
bool expander_close(expander_t *expander, const int64_t *row,
                    uint64_t *generator, int64_t *closed);
bool expander_cell_allows(expander_t *expander, int64_t cell, int64_t value);
// What an open cell is known to satisfy, as a condition on this term.
term_t expander_cell_condition(expander_t *expander, int64_t cell, term_t t);

// ---- steps ----

// What was chosen in a step: leaves as in system_leaves. To be taken inside a
// visitor's function.
typedef struct {
    int64_t *cells;
    bool *open;
    size_t *domain;  // of each open leaf
    size_t *source;  // of each state's next value: an open leaf, or SIZE_MAX
} step_t;

void step_init(step_t *step, const expander_t *expander);
void step_release(step_t *step);
void step_copy(step_t *to, const step_t *from, const expander_t *expander);
void expander_take_step(expander_t *expander, step_t *step);
// Gives every open leaf of a run's steps a value, the last step first.
bool expander_settle(expander_t *expander, step_t *steps, size_t count);

#endif
