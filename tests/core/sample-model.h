// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_CORE_SAMPLE_MODEL_H
#define CLAVE_TESTS_CORE_SAMPLE_MODEL_H

// A model with every kind of part: a counter up to DEPTH with a mode, a
// memory, a definition, and a second register that nothing else depends on.

#include "core/model.h"

typedef struct {
    context_t *ctx;
    model_t *model;
    var_t depth, clk, push, pop, count, mode, memory, full, idle;
    sort_t modes;
    size_t overflow, never_full; // properties: the first holds
} sample_t;

void sample_init(sample_t *s);
void sample_release(sample_t *s);

#endif
