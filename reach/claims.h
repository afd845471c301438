// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CLAIMS_H
#define CLAVE_REACH_CLAIMS_H

// Conditions on a step that are claimed to be invariants, and the largest
// subset of them that is one: initially true and inductive together. A claim
// is alive until a step is found that leads from where all that are alive
// are true to where it is not.

#include "reach/solver.h"
#include "reach/task.h"

typedef struct claims claims_t;

// The task is borrowed: its system, its clock.
claims_t *claims_new(task_t *task);
void claims_free(claims_t *claims);

// A new claim, or one that fell and is given another chance.
void claims_add(claims_t *claims, term_t t);
size_t claims_count(const claims_t *claims);
term_t claims_term(const claims_t *claims, size_t i);
bool claims_alive(const claims_t *claims, size_t i);

// Drops what is not inductive. False if time was up: then none is alive.
bool claims_settle(claims_t *claims) MUST_USE;

// After that: do claims that are alive exclude t in every step? `needed` has
// an entry for each claim; those that are enough, and inductive together, are
// set.
bool claims_exclude(claims_t *claims, term_t t, bool *needed) MUST_USE;
// Clears entries of claims that follow from others that are set, in one step.
void claims_thin_out(claims_t *claims, bool *set);

#endif
