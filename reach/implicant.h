// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_IMPLICANT_H
#define CLAVE_REACH_IMPLICANT_H

// From one assignment to a set of them: a conjunction of literals that is true
// under the assignment and implies a formula, with some leaves eliminated.
//
// Conditionals contribute the condition that the assignment chooses. A
// different-from between integers becomes < or >, an equality two <=. A
// remainder or quotient by a constant stays a monomial, unless it depends on
// a leaf that is to be eliminated or is near zero, where the quotient's value
// is fixed by two bounds. Leaves are eliminated one by one: a Boolean or
// enumeration by its value, an integer by one of its bounds (Loos and
// Weispfenning, led by the assignment), and by its value only where no bound
// will do.

#include "core/eval.h"
#include "core/memo.h"

// The formulas are true under the assignment. Appends literals over the
// leaves that `eliminate` does not mark: together they imply that there are
// values of the eliminated leaves that make all formulas true. The literals
// over integers are those of reach/linear.h. False if there is a product of
// unknowns, a power of two or an array in the way, or quotients are nested
// too deep; `cube` is then as before.
bool implicant(eval_t *eval, const memo_t *eliminate, const term_t *formulas,
               size_t count, term_vec_t *cube) MUST_USE;

#endif
