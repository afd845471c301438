// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_STIMULUS_H
#define CLAVE_SIM_STIMULUS_H

// Random inputs, clock edges and initial states of one run. Inputs keep their
// values for a while, each Boolean one has a tendency, resets are active at
// the beginning (mostly) and seldom later.

#include "core/trace.h"
#include "sim/domain.h"

// How often an input is '1': NAME=PERCENT. When a reset is active: NAME=0 or
// NAME=1; without any, names decide.
typedef struct {
    const char *const *biases;
    size_t bias_count;
    const char *const *resets;
    size_t reset_count;
} stimulus_options_t;

typedef struct stimulus stimulus_t;

// What is given is borrowed until the stimulus is freed.
stimulus_t *stimulus_new(const design_case_t *c, const domain_vec_t *domains,
                         const stimulus_options_t *options, random_t *random);
void stimulus_free(stimulus_t *stimulus);

// Draws the state variables of step 0 that have no value yet.
void stimulus_draw_state(stimulus_t *stimulus, trace_t *trace);
// Draws inputs and edges of a step; the steps before have theirs.
void stimulus_draw_inputs(stimulus_t *stimulus, trace_t *trace, size_t step);

#endif
