// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SIMULATE_H
#define CLAVE_REACH_SIMULATE_H

// Reached states by random runs from first states that a solver finds. They
// add values of parameters, near the least that are possible, to what a search
// that starts from small numbers has found. Runs repeat: the random numbers
// are always the same.

#include "reach/task.h"

// Adds samples to the task.
void simulate_samples(task_t *task);

#endif
