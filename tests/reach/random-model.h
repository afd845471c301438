// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_REACH_RANDOM_MODEL_H
#define CLAVE_TESTS_REACH_RANDOM_MODEL_H

// Small random models with powers, products, divisions by unknowns and, if
// asked for, memories; and random runs of them.

#include "core/trace.h"

typedef struct {
    context_t *ctx;
    model_t *model; // one start, one property
    uint64_t state; // of the random numbers
    bool arrays;
    var_vec_t ints, bools, memories; // that terms may refer to
    term_vec_t fixed;                // leaves over parameters
} random_model_t;

void random_model_init(random_model_t *m, uint64_t seed, bool arrays);
void random_model_release(random_model_t *m);
int64_t random_model_number(random_model_t *m, int64_t low, int64_t high);

// A complete run with this many steps; NULL if it cannot be evaluated.
trace_t *random_model_run(random_model_t *m, size_t length);

#endif
