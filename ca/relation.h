// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_RELATION_H
#define CLAVE_CA_RELATION_H

// From relations to functions. A formula relates unknowns (the next values of
// a transition relation, the existential variables of a clause) to what is
// known; here each unknown becomes a term over what is known, and what the
// formula says beyond that is left as a constraint. An unknown that the
// formula does not define becomes a fresh input, so nothing is lost:
//
//     formula  <=>  exists inputs: unknowns = values and constraint

#include "core/model.h"

// The leaf (TERM_LAST of an input) for an unknown that is not defined, or,
// with SIZE_MAX, for a Boolean choice between alternatives of the formula.
typedef term_t (*relation_fresh_fn)(size_t unknown, void *user);

typedef struct {
    context_t *ctx;
    const term_t *unknowns; // different leaves
    size_t count;
    // NULL: an unknown that is not defined keeps its leaf as its value, and no
    // other value refers to it.
    relation_fresh_fn fresh;
    void *user;
} relation_t;

// Fills `values` and returns the constraint that remains.
term_t relation_solve(const relation_t *relation, term_t formula,
                      term_t *values);

// Can they not both be true, by one look at their conjuncts?
bool relation_excludes(const context_t *ctx, term_t a, term_t b);
// Appends the conjuncts of a term.
void relation_conjuncts(const context_t *ctx, term_t t, term_vec_t *out);

// The model's state and parameters are complete: adds a start with this
// initial condition. What it says about parameters alone becomes an
// assumption about them.
void relation_add_start(model_t *model, term_t init);

#endif
