// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SAMPLE_H
#define CLAVE_REACH_SAMPLE_H

// A few hundred of the states that a search reached, as different as
// possible: every valuation of the Booleans and enumerations, every valuation
// of the parameters, the extremes of every number, and others at random.

#include "reach/expand.h"
#include "reach/task.h"

typedef struct sampler sampler_t;

sampler_t *sampler_new(const system_t *system);
void sampler_free(sampler_t *sampler);

// States reached with one valuation of the parameters, which the expander
// still has: `count` rows of cells, in the order of discovery.
void sampler_take(sampler_t *sampler, expander_t *expander,
                  const int64_t *parameters, const int64_t *rows,
                  size_t count);

// Adds what is worth keeping.
void sampler_finish(sampler_t *sampler, samples_t *samples);

#endif
