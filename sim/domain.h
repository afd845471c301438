// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_DOMAIN_H
#define CLAVE_SIM_DOMAIN_H

// What values a variable of a lowered design may have, by the types of the
// objects that it is a part of, at given generics; and random ones of these.

#include "core/value.h"
#include "frontend/design.h"
#include "sim/random.h"

typedef struct {
    var_t var;
    const design_object_t *object; // that it is a part of
    sort_t sort;
    int64_t low, high;   // of a number or of an enumeration's positions
    size_t width;        // of a number that holds bits; otherwise SIZE_MAX
    int64_t first, last; // the indices of an array; the above is its element
} domain_t;

typedef VEC(domain_t) domain_vec_t;

// Appends the domain of each input and state variable that occurs as a part
// of an object, each once. The evaluator knows the parameters. False if a
// bound cannot be evaluated.
bool domain_collect(const design_case_t *c, eval_t *eval,
                    domain_vec_t *domains) MUST_USE;

// A random value, owned by the caller; often near to the one before, if that
// is given.
value_t domain_draw(context_t *ctx, const domain_t *domain, random_t *random,
                    const value_t *before);

#endif
