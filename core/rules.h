// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_RULES_H
#define CLAVE_CORE_RULES_H

// Behavioural rules `c1, ..., cn -> v := e`, read off the if-then-else term
// that is the next value of a state variable or the value of a definition:
// one rule per path. Paths can be exponentially many in a shared term, so the
// reader stops at a limit and says so.

#include "core/model.h"

typedef struct {
    var_t var;
    const term_t *conditions; // from the outside in
    size_t condition_count;
    term_t value;
    term_t trigger; // the edge among the conditions; true (tau) without one
    loc_t loc;      // of the assignment, where the source has one
} rule_t;

// The rule is borrowed for the call.
typedef void (*rule_fn)(const rule_t *rule, void *user);

// Calls `fn` for each rule of the variable, at most `limit` times. Returns
// false if there were more.
bool rules_of(const model_t *model, var_t var, size_t limit, rule_fn fn,
              void *user);

#endif
