// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CORNER_H
#define CLAVE_REACH_CORNER_H

// Inconsistent axioms, or assumptions that contradict each other, would prove
// anything. So proofs count only if runs exist: with small generics that the
// constraints on generics allow, as the evaluator sees them, the reduced
// system has to have a first step, and at least one of these has to be a step
// of the model as it was given.

#include "reach/reduce.h"
#include "reach/system.h"

typedef enum {
    CORNER_RUNS,  // there are some
    CORNER_EMPTY, // the constraints on generics allow none, which is no fault
    CORNER_NONE,  // there is no run at all
    CORNER_FAULT, // there should be runs with some generics, and are none
} corner_result_t;

// The system is that of the reduced model. Appends to `reason` what the fault
// is.
corner_result_t corner_check(const model_t *model,
                             const reduction_t *reduction,
                             const system_t *system, text_t *reason);

#endif
