// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SIMULATE_H
#define CLAVE_REACH_SIMULATE_H

// Reached states by random runs from first states that a solver finds: for
// systems whose parameters or inputs are too wide for a search. Runs repeat:
// the random numbers are always the same.

#include "reach/task.h"

// Adds samples to the task if it has few, or few values of the parameters.
void simulate_samples(task_t *task);

#endif
