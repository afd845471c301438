// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_ENGINE_H
#define CLAVE_REACH_ENGINE_H

// The registry of engines (engine.c). Each is one function over a task.

#include "reach/task.h"

typedef struct {
    const char *name;
    const char *about;
    void (*run)(task_t *task);
} engine_t;

size_t engine_count(void);
const engine_t *engine_at(size_t i);
const engine_t *engine_find(const char *name); // NULL if there is none

// Each in a file of its own, named after it.
void engine_explicit(task_t *task);
void engine_houdini(task_t *task);
void engine_kind(task_t *task);
void engine_bmc(task_t *task);
void engine_cegar(task_t *task);
void engine_predabs(task_t *task);

#endif
