// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_PREDICATES_H
#define CLAVE_REACH_PREDICATES_H

// Formulas as BDDs: each atom is a variable, whatever it says; what atoms say
// about each other is added from outside. An atom that depends on parameters
// and state only has a second variable, for its value after a step; if it is
// tracked, it is part of the abstract state.

#include "bdd/bdd.h"
#include "reach/vocabulary.h"

typedef struct {
    term_t term;
    unsigned var;  // after a step: var + 1
    bool of_state;
    bool tracked;
} predicate_t;

typedef struct predicates predicates_t;

// Both are borrowed until predicates_free.
predicates_t *predicates_new(bdd_manager_t *m,
                             const vocabulary_t *vocabulary,
                             context_t *ctx);
void predicates_free(predicates_t *p);

size_t predicates_count(const predicates_t *p);
// Borrowed until the next one is added.
const predicate_t *predicates_at(const predicates_t *p, size_t i);
// False if it was tracked already, or cannot be.
bool predicates_track(predicates_t *p, term_t atom);

// The formula over the atoms' variables; may add atoms. The reference is the
// caller's.
bdd_t predicates_diagram(predicates_t *p, term_t formula);

#endif
