// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CHOICE_H
#define CLAVE_REACH_CHOICE_H

// Conditions on leaves of which some are open, and what to choose for those.
// A condition on one integer leaf and fixed leaves is kept aside as the
// leaf's domain, so that the leaf can stay open.

#include "reach/domain.h"
#include "reach/system.h"

typedef struct choice choice_t;

// Leaves before `fixed` are never open; those from `free` on are not open only
// if they are chosen here, so that they keep to their domains. The conditions
// are taken apart into conjuncts. Roots are what the user of the choice wants
// to know besides.
typedef struct {
    context_t *ctx;
    const term_t *leaves;
    size_t leaf_count, fixed, free;
    term_t conditions;
    const term_t *roots;
    size_t root_count;
} choice_spec_t;

choice_t *choice_new(const choice_spec_t *spec);
void choice_free(choice_t *choice);

// As program_load; with first = 0 domains are fixed anew.
void choice_load(choice_t *choice, const int64_t *cells, const bool *open,
                 size_t first);
program_t *choice_program(choice_t *choice); // to choose and reopen leaves
result_t choice_result(const choice_t *choice, size_t root);
domain_t *choice_domain(choice_t *choice, size_t leaf);

typedef enum {
    CONDITIONS_HOLD,
    CONDITIONS_FAIL, // or cannot be evaluated, then choice_lost
    CONDITIONS_OPEN, // a leaf has to be chosen
} conditions_t;

typedef struct {
    size_t leaf;
    bool forced; // it can have this value only
    int64_t value;
} demand_t;

conditions_t choice_conditions(choice_t *choice, demand_t *demand);
// Was there something that did not fit in 64 bits since the last call?
bool choice_lost(choice_t *choice);

// Values to try for an open leaf, ascending, allowed by the domain (which may
// be that of another leaf whose value this one has); are these all?
bool choice_values(choice_t *choice, size_t leaf, domain_t *domain,
                   number_vec_t *values);

// That those of the variables which stand for terms have the terms' values,
// as far as these can be told from the leaves. Sets *some if there are any.
term_t choice_meanings(const system_t *system, const var_vec_t *vars,
                       const term_vec_t *leaves, bool *some);

// The conjuncts of a Boolean term.
void choice_conjuncts(const context_t *ctx, term_t t, term_vec_t *conjuncts);

#endif
