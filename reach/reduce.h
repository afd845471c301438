// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_REDUCE_H
#define CLAVE_REACH_REDUCE_H

// From a model as the frontend makes it to one that engines can work on:
// memories become tracked slots, powers of two and products of unknowns
// become variables with axioms. Every run of the original is a run of the
// reduced model (with the right slots), not the other way round; a run of the
// reduced model is tried on the original, and where it fails to be one, the
// reduction is refined by what it got wrong.

#include "core/trace.h"

typedef struct reduction reduction_t;

// The property at this index only is asked for (SIZE_MAX: all); slots are
// tied to the reads that it looks at. The model is borrowed.
reduction_t *reduce_new(const model_t *model, size_t property);
void reduce_free(reduction_t *reduction);

// Its properties are those of the original, in the same order. Borrowed until
// the next reduce_refine or reduce_free.
const model_t *reduce_model(const reduction_t *reduction);
// Is there nothing in the original that engines cannot work on? Then the
// reduced model is the original.
bool reduce_is_exact(const reduction_t *reduction);

// The run of the original with the same parameters, first state, inputs and
// edges; complete, owned by the caller. The trace may be one of a cone of the
// reduced model: what it does not know starts as the model says, or has the
// first value of its sort. *bad tells whether the property fails
// in its last step (and no assumption is broken on the way). NULL if it
// cannot be evaluated.
trace_t *reduce_original(const reduction_t *reduction, const trace_t *trace,
                         size_t property, bool *bad);
// The run of the reduced model that a complete run of the original is, with
// the variables of the reduction as what they stand for. The indices of slots
// are those of `like`, a trace of the reduced model; if that is NULL, those
// with which the run violates the property in its last step, if it does.
// Owned by the caller; NULL if something cannot be evaluated.
trace_t *reduce_lift(const reduction_t *reduction, const trace_t *original,
                     const trace_t *like);
// The trace is a run of the reduced model that reduce_original found not to
// be one of the original: learns from it. False if nothing could be learned.
bool reduce_refine(reduction_t *reduction, const trace_t *trace,
                   size_t property);

// An invariant of the reduced model in the variables of the original, for
// people: powers of two and slots written as VHDL would have them.
term_t reduce_explain(const reduction_t *reduction, term_t invariant);

#endif
