// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_RERUN_H
#define CLAVE_REACH_RERUN_H

// Running a model with what a run of another model of the same design has:
// variables are shared between them.

#include "core/run.h"

// The variables of a class in a step; those that `from` does not know keep
// the value that they have, or get the first of their sort.
void rerun_copy(trace_t *to, const trace_t *from, size_t step,
                var_class_t class);
void rerun_copy_edges(trace_t *to, const trace_t *from, size_t step);

// Sets values that no other trace has, before a step is completed.
typedef void (*rerun_fn)(trace_t *to, size_t step, void *user);

// A run with the parameters, first state, inputs and edges of `from`, as long
// as that. What `from` does not know is taken from `also` (which may be
// NULL), from the start (which may be NULL, too), or by `more` (as well).
// Owned by the caller; NULL if it cannot be evaluated.
trace_t *rerun(const model_t *model, const model_start_t *start,
               const trace_t *from, const trace_t *also, rerun_fn more,
               void *user);

#endif
