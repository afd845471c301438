// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_DIVE_H
#define CLAVE_REACH_DIVE_H

// Runs deep into a system with fixed parameters: each step is the one of a
// few that leads nearest to the bad condition (reach/distance.h), and where
// all are alike, the inputs stay as they are. Finds nothing that a complete
// search would not find, but after thousands of steps instead of dozens. A
// run found this way is shortened until each of its steps is needed.

#include "reach/task.h"

typedef struct dive dive_t;

// The task is borrowed.
dive_t *dive_new(task_t *task);
void dive_free(dive_t *dive);

// Dives for about that long (again and again: not the same way). Violations
// are told to the task.
void dive_run(dive_t *dive, uint64_t milliseconds);

#endif
