// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_OBSERVE_H
#define CLAVE_SIM_OBSERVE_H

// Invariants looked at in simulations: some short random runs of the model
// from its starts, at random generics, which GHDL confirms object by object;
// then each conjunct has to be true in each of their steps. The runs are made
// once, any number of invariants can be looked at.

#include "sim/replay.h"

typedef struct {
    replay_t design; // with the case
    size_t start;    // of its model: which only; SIZE_MAX: any
    size_t runs, cycles;
    uint64_t seed;
    // Legal parameters (traces of the case's model), for when no random
    // generics are legal.
    const trace_t *const *parameters;
    size_t parameter_count;
} observe_options_t;

typedef struct observe observe_t;

// The options are borrowed until it is freed. NULL if there could be no run;
// `reason` says why, or which difference there is between the model and GHDL.
observe_t *observe_new(const observe_options_t *options, text_t *reason);
void observe_free(observe_t *observe);

// How many steps there are, of all runs.
size_t observe_steps(const observe_t *observe);

// Are all conjuncts true in every step? If not, appends to `reason` which is
// false where. A conjunct that speaks of variables that the model does not
// have cannot be looked at: those are counted in *skipped.
bool observe_holds(const observe_t *observe, const term_t *conjuncts,
                   size_t count, size_t *skipped, text_t *reason);

#endif
