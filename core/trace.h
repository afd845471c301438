// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_TRACE_H
#define CLAVE_CORE_TRACE_H

// A run of a model: the parameters, and in each step the values of the other
// variables and the edges of the clocks. Values may be missing (a solver need
// not say everything); core/run.h fills them in.

#include "core/model.h"
#include "core/value.h"

typedef struct trace trace_t;

// The model is borrowed until the trace is freed.
trace_t *trace_new(const model_t *model);
void trace_free(trace_t *trace);
trace_t *trace_copy(const trace_t *trace);
const model_t *trace_model(const trace_t *trace);

size_t trace_length(const trace_t *trace);
// Returns the number of the new step.
size_t trace_add_step(trace_t *trace);

// A parameter has one value; `step` is ignored for it. The value is copied.
void trace_set(trace_t *trace, size_t step, var_t var, const value_t *value);
// NULL if it is not known; borrowed until it is set again.
const value_t *trace_get(const trace_t *trace, size_t step, var_t var);

void trace_set_edge(trace_t *trace, size_t step, var_t clock,
                    term_kind_t edge, bool happens);
bool trace_edge(const trace_t *trace, size_t step, var_t clock,
                term_kind_t edge);

// A table: a row a variable, a column a step.
void trace_format(const trace_t *trace, text_t *out);

#endif
