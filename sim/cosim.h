// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_COSIM_H
#define CLAVE_SIM_COSIM_H

// Co-simulation: random generics, starts and inputs through GHDL and through
// the evaluator of the lowered design; both must agree on everything.

#include "sim/confront.h"
#include "sim/generics.h"

// What is known about condition i: a run that ends with a step in which it is
// true, or with NULL that there is none. Conditions about which nothing is
// known get no answer.
typedef void (*cosim_answer_fn)(size_t i, const trace_t *run, void *user);

typedef struct {
    ghdl_t *ghdl; // with all files analysed
    context_t *ctx;
    diag_sink_t *sink;
    design_options_t design;      // without settings
    const char *const *generics;  // NAME=VALUE, NAME=LO..HI, NAME=A|B
    size_t generic_count;
    stimulus_options_t stimulus;
    runner_options_t runner;
    size_t runs, cycles;
    uint64_t seed; // run i has the seed `seed` + i
    // Gets each line about a run as soon as it is known; without its end.
    void (*line)(const char *line, void *user);
    // Says that a run begins; may be NULL.
    void (*begin)(uint64_t seed, void *user);
    // Looks for runs of the model from any state in which these conditions
    // become true: rules that random runs did not fire. What is found is
    // simulated as well. May be NULL; otherwise `design.start` is "any".
    void (*direct)(const model_t *model, const term_t *conditions,
                   size_t count, cosim_answer_fn answer, void *answers,
                   void *user);
    void *user;
} cosim_options_t;

typedef struct {
    size_t runs;
    size_t directed; // runs that fire what random ones did not
    size_t models; // lowered for different structural generics
    size_t abstractions; // of the model that has the most
    confront_count_t count;
    coverage_count_t coverage;
    text_t missing; // coverage_format_missing
} cosim_result_t;

// False, with an error emitted, if a run could not be made. The result counts
// what was done in any case; its text is owned by the caller.
bool cosim(const cosim_options_t *options, cosim_result_t *result) MUST_USE;

#endif
