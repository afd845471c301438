// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_PLAY_H
#define CLAVE_SIM_PLAY_H

// The model's side of co-simulation: a run from a random start with random
// inputs, computed by core's evaluator, and every object of the design as
// text in every step. It ends with the step in which an obligation fails.

#include "sim/coverage.h"
#include "sim/stimulus.h"

typedef struct play play_t;

typedef struct {
    const design_case_t *c;
    const trace_t *parameters; // a trace of the model with its parameters set
    const stimulus_options_t *stimulus;
    random_t *random;
    size_t steps;
    coverage_t *coverage; // may be NULL
    // Only runs of the model: they begin in one of its starts (`start`, or
    // with SIZE_MAX any) and keep to its assumptions. They end early if no
    // inputs are found that do.
    bool faithful;
    size_t start;
    diag_sink_t *sink;
} play_options_t;

// NULL, with an error emitted, if something cannot be evaluated. A play that
// found nothing to begin with has no steps.
play_t *play_new(const play_options_t *options);
// A run of an engine's: a trace of the case's model that has at least its
// parameters, the first state, inputs and edges; the rest is computed. Steps
// after one in which the property (SIZE_MAX: none) or an obligation fails are
// left out.
play_t *play_of(const design_case_t *c, const trace_t *trace, size_t property,
                diag_sink_t *sink);
void play_free(play_t *play);
// Counts the steps of a play that was made of a run; false if that cannot be
// done.
bool play_cover(play_t *play, coverage_t *coverage) MUST_USE;

// The steps that it has.
size_t play_steps(const play_t *play);
// The step in which an obligation fails, SIZE_MAX if none does.
size_t play_failed(const play_t *play);
// Does this property of the model fail in the step?
bool play_fails(const play_t *play, size_t property, size_t step);
// The value of object i; borrowed until the play is freed. NULL for generics
// but numbers, bits, enumerations and strings.
const char *play_text(const play_t *play, size_t object, size_t step);
const trace_t *play_trace(const play_t *play);

#endif
