// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_NONLINEAR_H
#define CLAVE_REACH_NONLINEAR_H

// Powers of two, products of unknowns and divisions by unknowns replaced by
// variables with linear axioms. What is certain at sight is not replaced: a
// power that is another one times a constant, a division with a quotient near
// zero, a product with a choice of constants. What is not is exact only at
// the operands that nonlinear_learn was told of.

#include "reach/rewrite.h"

typedef struct nonlinear nonlinear_t;

nonlinear_t *nonlinear_new(fresh_table_t *table);
void nonlinear_free(nonlinear_t *ops);

// Is there anything to replace?
bool nonlinear_needed(const model_t *model);
// The linear model, owned by the caller.
model_t *nonlinear_apply(nonlinear_t *ops, const model_t *from);

// Of a variable that the last pass introduced: the operands, over variables
// of its result; a power has one. NULL otherwise.
typedef struct {
    var_t var;
    term_kind_t kind;
    term_t operands[2];
} nonlinear_op_t;
const nonlinear_op_t *nonlinear_find(const nonlinear_t *ops, var_t var);
// The operands had these values and the variable a wrong one: says what is
// right there from the next pass on, and as much around as linear conditions
// can. False if that was known already, or the numbers are too large.
bool nonlinear_learn(nonlinear_t *ops, var_t var, bigint_t a, bigint_t b);

#endif
