// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_CONFRONT_H
#define CLAVE_SIM_CONFRONT_H

// GHDL's side of co-simulation: the run that the model has played is
// simulated, and the two are compared: every object in every step, the
// obligations that fail, the asserts.

#include "sim/play.h"
#include "sim/runner.h"

// A property that fails in the last step of the play: what GHDL shows of it.
typedef enum {
    SHOWN_NOT,
    SHOWN_HERE,  // the failure is reported at its line, in its step; or, of a
                 // property that is not in the source, it fails on the values
                 // that were recorded
    SHOWN_OTHER, // GHDL stops in that step at another obligation that fails
} shown_t;

typedef struct {
    size_t property; // of the case's model
    // Obligations that fail with the same edge, which would hide it: the
    // assignments that they are in are left out then.
    const size_t *hiding;
    size_t hiding_count;
    shown_t shown;   // the answer
    size_t other;    // of SHOWN_OTHER: that obligation; SIZE_MAX: a crash
} confront_expected_t;

typedef struct {
    ghdl_t *ghdl;
    vhdl_node_t entity, architecture;
    const design_case_t *c;
    const design_setting_t *generics;
    size_t generic_count;
    const play_t *play;
    runner_t *runner;
    diag_sink_t *sink;
    confront_expected_t *expected; // or NULL
} confront_t;

typedef struct {
    size_t steps;     // that both have
    size_t pairs;     // of an object and a step, outside memories
    size_t definite;  // of these: GHDL had '0' or '1' in each bit
    size_t memory_pairs, memory_definite;
    size_t unseen;    // objects that GHDL did not record, summed over runs
    size_t failures;  // GHDL stopped where an obligation of the model fails
    size_t glitches;  // GHDL stopped, or an assert failed, between two deltas
    size_t asserts;   // failing asserts that both saw
    size_t left_out;  // plays that GHDL cannot begin in the same state
    size_t differences;
} confront_count_t;

// Adds to the counts, and to the report a line for each difference and each
// glitch. False, with an error emitted, if GHDL could not be run.
bool confront(const confront_t *job, confront_count_t *count, text_t *report)
    MUST_USE;

// The testbench of the play alone.
void confront_testbench(const confront_t *job, text_t *out);
// Does the object show a register, as it is or behind a reset?
bool confront_is_register(const design_case_t *c,
                          const design_object_t *object);

#endif
