// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_RULES_H
#define CLAVE_PSL_RULES_H

// A safety formula as a property of a model: its monitor becomes state
// variables with next values. The property fails in the step in which the
// last letter of a violation is read. A letter of the word is a step of the
// model; runs are infinite.
//
// A small deterministic monitor is used if there is one. Otherwise, as for
// counts that are expressions of generics, it is a watching one: then the
// model gets an input that chooses which obligation is watched, and the
// property fails on some run exactly if the formula does.

#include "core/model.h"
#include "psl/formula.h"

typedef struct {
    const char *name; // of the property; its variables are name.state, ...
    loc_t loc;
    // What an atom, or a count that is an expression, stands for: a Boolean
    // (an integer) term of the model's context, over the current step.
    term_t (*atom)(const char *text, void *user);
    term_t (*count)(const char *text, void *user);
    void *user;
} rules_options_t;

// Call it after the model's starts were added. False, and a reason (owned by
// the caller), if the formula is no safety property or has no monitor; the
// model is then unchanged.
bool rules_add(model_t *model, formula_pool_t *pool, formula_t f,
               formula_t clock, const rules_options_t *options,
               char **reason) MUST_USE;

#endif
