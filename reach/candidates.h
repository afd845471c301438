// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CANDIDATES_H
#define CLAVE_REACH_CANDIDATES_H

// Conditions that may be invariants: all are true on every sample of a task,
// and have a shape that invariants of hardware often have. There is no proof
// in here; what is not inductive falls in the search for a fixed point.

#include "reach/task.h"

// The effort: each level has all candidates of those below it.
typedef enum {
    CANDIDATES_SIMPLE,   // bounds, equalities, clauses, rings
    CANDIDATES_GUARDED,  // ... under conditions of the design
    CANDIDATES_ALL,
    CANDIDATES_LEVELS
} candidates_level_t;

// Appends candidates over parameters and state, the simplest ones first and
// each once.
void candidates_make(task_t *task, candidates_level_t level,
                     term_vec_t *candidates);

#endif
