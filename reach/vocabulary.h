// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_VOCABULARY_H
#define CLAVE_REACH_VOCABULARY_H

// What the states of a system are described with: a growing set of atoms over
// parameters and state. Comparisons of integers have the form of
// reach/linear.h; with an equality come the two bounds that it is made of.

#include "reach/system.h"

typedef struct vocabulary vocabulary_t;

// Boolean state, and the atoms of the system: of guards, init and bad. The
// system is borrowed until vocabulary_free.
vocabulary_t *vocabulary_new(const system_t *system);
void vocabulary_free(vocabulary_t *vocabulary);

// Any Boolean term over parameters and state. How many atoms are new.
size_t vocabulary_add(vocabulary_t *vocabulary, term_t atom);
// The atoms in the formula that do not depend on inputs.
void vocabulary_add_formula(vocabulary_t *vocabulary, term_t formula);

// Does the term depend on nothing but parameters and state?
bool vocabulary_can_say(const vocabulary_t *vocabulary, term_t t);

size_t vocabulary_count(const vocabulary_t *vocabulary);
term_t vocabulary_at(const vocabulary_t *vocabulary, size_t i);

#endif
