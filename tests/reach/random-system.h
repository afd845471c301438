// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_REACH_RANDOM_SYSTEM_H
#define CLAVE_TESTS_REACH_RANDOM_SYSTEM_H

// Random systems with few enough states that trying them all says which
// targets can be violated, and what it takes to accept an engine's answers.

#include "reach/task.h"

#define RANDOM_SYSTEM_TARGETS 3

typedef struct {
    context_t *ctx;
    model_t *model;
    system_t *system;
    // Steps of a shortest run that violates it; 0: there is none.
    size_t shortest[RANDOM_SYSTEM_TARGETS];
} random_system_t;

random_system_t *random_system_new(uint64_t seed);
void random_system_free(random_system_t *r);

// Fails the test unless the conjuncts are an invariant that excludes the bad
// condition of the target: three questions to a new solver.
void expect_invariant(const system_t *system, size_t target,
                      const term_t *invariant, size_t count);

// Runs the engine on that many systems, each for at most two seconds. No
// answer may be wrong, and so many targets, of RANDOM_SYSTEM_TARGETS in each
// system, have to be decided.
void random_systems_agree(void (*engine)(task_t *), size_t count,
                          size_t decided);

#endif
