// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SOLVER_H
#define CLAVE_REACH_SOLVER_H

// Satisfiability of core terms in Yices: linear integer arithmetic, bool,
// enumerations (as numbers in range). A term is asserted at a frame: its
// TERM_LAST leaves are the variables of that frame, TERM_NEXT leaves those of
// the next one, edges those of the frame; parameters are the same in all.
// Yices is included by solver.c only. Its state is global but survives fork:
// a child may go on with the solvers of its parent, or make its own.

#include "core/value.h"
#include "reach/system.h"

typedef struct solver solver_t;

typedef enum { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN } solver_result_t;

typedef struct {
    term_t term;
    unsigned frame;
} framed_t;

// The system says which variables are parameters; it is borrowed. Terms with
// other variables of the context are allowed (they count as state).
solver_t *solver_new(const system_t *system);
void solver_free(solver_t *solver);

// Milliseconds that a single check may take; 0: no limit. A check that takes
// longer is SOLVER_UNKNOWN, and the solver can be used further.
void solver_set_limit(solver_t *solver, uint64_t milliseconds);

void solver_push(solver_t *solver);
void solver_pop(solver_t *solver);
void solver_assert(solver_t *solver, term_t t, unsigned frame);
// Asserts that frame + 1 follows from frame: the next values, and in `frame`
// held and valid. The constraint of the parameters (fixed), and valid in the
// last frame, are for the caller to assert.
void solver_assert_step(solver_t *solver, unsigned frame);

solver_result_t solver_check(solver_t *solver);
solver_result_t solver_check_assuming(solver_t *solver,
                                      const framed_t *assumptions,
                                      size_t count);
// After SOLVER_UNSAT under assumptions: the indices of those needed.
typedef VEC(size_t) index_vec_t;
void solver_core(solver_t *solver, index_vec_t *core);

// After SOLVER_SAT, until the next assertion, push, pop or check: the value
// of a leaf in a frame (its default if the solver never heard of it); owned by
// the caller.
value_t solver_value(solver_t *solver, term_t leaf, unsigned frame);
// The value of any Boolean term in a frame under the same assignment.
bool solver_holds(solver_t *solver, term_t t, unsigned frame);

// The run of `length` steps that the assignment describes, from frame 0:
// parameters, first state, inputs and edges. Owned by the caller.
trace_t *solver_trace(solver_t *solver, unsigned length);

// How many checks were made, and how many hit the limit.
size_t solver_checks(const solver_t *solver);
size_t solver_timeouts(const solver_t *solver);

#endif
