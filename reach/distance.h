// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_DISTANCE_H
#define CLAVE_REACH_DISTANCE_H

// How far a condition is from being true, as a number that a search can make
// smaller: 0 exactly where it is true; for x <= y the difference; the sum for
// a conjunction, the minimum for a disjunction.

#include "core/term.h"

term_t distance_to(context_t *ctx, term_t condition);

#endif
