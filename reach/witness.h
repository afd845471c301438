// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_WITNESS_H
#define CLAVE_REACH_WITNESS_H

// From a satisfiable unrolling to a counterexample that people can read:
// small parameters first, then inputs that change seldom.

#include "reach/unroll.h"

// The assumptions are satisfiable together with what the solver was told:
// among the assignments, a good one is looked for, for at most that many
// milliseconds. The run of its first `length` steps, owned by the caller;
// NULL if the solver gives up on what it has found before.
trace_t *witness_trace(const system_t *system, solver_t *solver,
                       unsigned length, const framed_t *assumptions,
                       size_t count, uint64_t milliseconds);

// The condition that the parameters and the first state are not those of the
// trace.
term_t witness_differs(const system_t *system, const trace_t *trace);

#endif
