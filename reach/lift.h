// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_LIFT_H
#define CLAVE_REACH_LIFT_H

// Conditional values moved out of comparisons: (c ? a : b) <= d becomes
// c ? a <= d : b <= d, so that a formula is a Boolean combination of atoms
// without conditions. Comparisons of integers get the form of reach/linear.h.

#include "core/term.h"

// A comparison that would fall into more cases than that stays as it is.
#define LIFT_MOST_CASES 64

// Equivalent to the formula.
term_t lift_conditions(context_t *ctx, term_t formula);

#endif
