// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_COSIM_DIRECT_H
#define CLAVE_CLI_COSIM_DIRECT_H

// Runs for co-simulation that engines find.

#include "sim/cosim.h"

// The function `direct` of co-simulation: for each condition, the engines look
// for a run from the start called "any". `milliseconds` for all conditions;
// 0: no limit.
void cosim_direct(const model_t *model, const term_t *conditions,
                  size_t count, uint64_t milliseconds, cosim_answer_fn answer,
                  void *answers);

#endif
