// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_REPLAY_H
#define CLAVE_SIM_REPLAY_H

// A violation that was found in a model, shown in GHDL: the design runs from
// the state in which the violation begins, with its inputs, and every object
// has to have the value that it has in the model, until the failure appears
// where it is expected:
//
//     obligations, asserts    GHDL reports it at the same line, in that step
//     others (-e, PSL)        the property is false on the recorded values
//
// To be run in a child (it needs the session's syntax tree, and GHDL may be
// killed); give `runner.base` a directory that the parent removes.

#include "core/vec.h"
#include "frontend/design.h"
#include "sim/play.h"
#include "sim/runner.h"

typedef struct {
    ghdl_t *ghdl; // with all files analysed
    const design_t *design;
    const design_case_t *c; // of the design
    runner_options_t runner;
    sources_t *sources;
} replay_t;

typedef enum {
    REPLAY_CONFIRMED,
    REPLAY_REFUTED,    // GHDL has other values, or the failure does not appear
    REPLAY_IMPOSSIBLE, // it cannot be told: GHDL stops before, ...
    REPLAY_RESULTS
} replay_result_t;

// The trace is one of the case's model; it has at least the parameters, the
// first state, inputs and edges; the first failure of the property counts.
// Appends to `reason` why it is not confirmed.
replay_result_t replay(const replay_t *job, const trace_t *trace,
                       size_t property, text_t *reason);

// A testbench with the trace's generics and inputs that a user can run with
// the sources as they are. Comments at its head say how, what will happen,
// and which registers have to begin with which values for it. Appends to
// `reason` and returns false if the trace cannot be computed.
bool replay_testbench(const replay_t *job, const trace_t *trace,
                      size_t property, text_t *out, text_t *reason) MUST_USE;

// The run as a value change dump (core/vcd.h) of the design's objects, with
// values as VHDL has them: vectors bit by bit, numbers in two's complement,
// enumerations and composites as strings. As above if it cannot be computed.
bool replay_vcd(const replay_t *job, const trace_t *trace, size_t property,
                text_t *out, text_t *reason) MUST_USE;

// The generics of a play as VHDL writes them; what has only its default is
// left out. Texts are in the arena or belong to the play or the design.
typedef VEC(design_setting_t) setting_vec_t;
void replay_generics(const design_t *design, const design_case_t *c,
                     const play_t *play, arena_t *arena,
                     setting_vec_t *settings);
// DEPTH=4, WIDTH=2.
void replay_format_generics(const setting_vec_t *settings, text_t *out);

#endif
