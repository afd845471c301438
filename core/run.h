// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_RUN_H
#define CLAVE_CORE_RUN_H

// Running a model with the evaluator: definitions and next states are
// computed into a trace, properties and assumptions are looked at. It knows
// nothing of engines, so it can say whether a trace of theirs is a run.

#include "core/eval.h"
#include "core/trace.h"

typedef struct run run_t;

// The trace is borrowed until the run is freed. Parameters are set in it.
run_t *run_new(trace_t *trace);
void run_free(run_t *run);
trace_t *run_trace(const run_t *run);

// All functions below return false if something cannot be evaluated (a value
// that is needed is missing, or a power of two is too large).

// Adds step 0 with the start's values; state without one is given by the
// caller (trace_set) before anything else is computed.
bool run_start(run_t *run, const model_start_t *start) MUST_USE;
// Computes the definitions of a step whose state and inputs are set.
bool run_definitions(run_t *run, size_t step) MUST_USE;
// Adds the step after the last one, with the next value of each state
// variable.
bool run_advance(run_t *run) MUST_USE;
// Completes a trace of which parameters, the first state, inputs and edges
// are set: what is missing of them gets its default, states after the first
// and definitions are computed.
bool run_fill(run_t *run) MUST_USE;
// The value of a Boolean term in a step; TERM_NEXT refers to the step after.
bool run_holds(run_t *run, size_t step, term_t term, bool *result) MUST_USE;
// The value of any term in a step; owned by the caller.
bool run_value(run_t *run, size_t step, term_t term, value_t *result)
    MUST_USE;

typedef enum {
    RUN_OK,
    RUN_UNKNOWN,    // a value is missing
    RUN_BAD_START,  // the first state is not one of the start
    RUN_BAD_STEP,   // a state does not follow from the one before
    RUN_BAD_EDGES,  // no edge, and the model has no step without one
    RUN_ASSUMPTION, // an assumption is broken
} run_fault_t;

// Is the trace a run of its model from that start? `step` is where it is not.
run_fault_t run_validate(run_t *run, const model_start_t *start,
                         size_t *step);

#endif
