// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_UNROLL_H
#define CLAVE_REACH_UNROLL_H

// The steps of a system one after the other in one solver, with everything
// known to be invariant asserted in each of them.

#include "reach/solver.h"
#include "reach/task.h"

typedef struct unroll unroll_t;

// From an initial state, or from anywhere. The task is borrowed.
unroll_t *unroll_new(task_t *task, bool from_init);
void unroll_free(unroll_t *unroll);
solver_t *unroll_solver(unroll_t *unroll);

// Frames 0 .. last are those of a run (if no bad step ends it before): next
// values, valid, held in all but the last, invariants.
void unroll_to(unroll_t *unroll, unsigned last);
// One more invariant, beside the lemmas of the task: in all frames that are
// there and all to come.
void unroll_add(unroll_t *unroll, term_t invariant);

// Appends the task's lemmas and what was added.
void unroll_invariants(const unroll_t *unroll, term_vec_t *invariants);

// The disjunction of the bad conditions of the open targets that are marked
// (NULL: of all that are open).
term_t unroll_some_bad(const task_t *task, const bool *marked);
// After a satisfiable check that assumed this disjunction in a frame: the
// first of the targets that is bad there.
size_t unroll_bad_target(unroll_t *unroll, const bool *marked,
                         unsigned frame);

#endif
