// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/possible.h"

bool possible_together(const term_t *conjuncts, size_t count, void *user)
{
    solver_t *solver = user;
    solver_push(solver);
    for (size_t i = 0; i < count; i++)
        solver_assert(solver, conjuncts[i], 0);
    const solver_result_t result = solver_check(solver);
    solver_pop(solver);
    return result != SOLVER_UNSAT;
}
