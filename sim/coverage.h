// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_COVERAGE_H
#define CLAVE_SIM_COVERAGE_H

// What runs have shown: which rules of the models fired, and which bits of
// the state took both values. Rules and variables of several models (of one
// design at several generics) are the same if their texts are.

#include "core/eval.h"
#include "core/trace.h"
#include "sim/domain.h"

typedef struct coverage coverage_t;

coverage_t *coverage_new(void);
void coverage_free(coverage_t *coverage);

// The model whose steps follow.
void coverage_model(coverage_t *coverage, const model_t *model);
// Has it been one?
bool coverage_knows(const coverage_t *coverage, const model_t *model);
// A step of it; the evaluator is about that step.
void coverage_step(coverage_t *coverage, const domain_vec_t *domains,
                   const trace_t *trace, size_t step, eval_t *eval);

// What was not seen and belongs to the current model: a condition over one
// step of it, and a number for coverage_excuse.
typedef struct {
    term_t condition;
    size_t number;
} coverage_missing_t;
typedef VEC(coverage_missing_t) coverage_missing_vec_t;
void coverage_missing(const coverage_t *coverage,
                      coverage_missing_vec_t *missing);
// The condition cannot be true in the current model.
void coverage_excuse(coverage_t *coverage, size_t number);

typedef struct {
    size_t rules, fired;
    size_t bits, both; // of the state outside memories
    size_t impossible; // rules and bits that no model can show
} coverage_count_t;
coverage_count_t coverage_count(const coverage_t *coverage);
// A line for each rule that did not fire and each bit that did not change,
// though they may.
void coverage_format_missing(const coverage_t *coverage, text_t *out);

#endif
