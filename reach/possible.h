// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_POSSIBLE_H
#define CLAVE_REACH_POSSIBLE_H

// Satisfiability for folders that have no solver (ca/automaton.h).

#include "reach/solver.h"

// Can the conjuncts be true in one step? `user` is a solver_t with nothing
// asserted; true if it cannot tell.
bool possible_together(const term_t *conjuncts, size_t count, void *user);

#endif
