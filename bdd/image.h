// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_BDD_IMAGE_H
#define CLAVE_BDD_IMAGE_H

// A transition relation as a conjunction of parts, and the states that it
// leads to. Parts are gathered into clusters of limited size; a variable is
// quantified away after the last cluster that depends on it.

#include "bdd/bdd.h"

typedef struct image image_t;

// The manager is borrowed until image_free.
image_t *image_new(bdd_manager_t *m);
void image_free(image_t *image);

// A variable of the state and its value after the step.
void image_add_state(image_t *image, unsigned current, unsigned next);
// A variable that only the step has: an input.
void image_add_input(image_t *image, unsigned var);
// One more conjunct. It is borrowed for the call.
void image_add_part(image_t *image, bdd_t part);

// The states after a step from `from`, both over the current variables.
bdd_t image_forward(image_t *image, bdd_t from);
// The steps from `from` to `to`, both over the current variables: over
// current variables, inputs, and next variables.
bdd_t image_steps(image_t *image, bdd_t from, bdd_t to);

#endif
