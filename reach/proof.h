// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_PROOF_H
#define CLAVE_REACH_PROOF_H

// From what an engine found out to an answer.

#include "reach/task.h"

// The conjuncts, together with the task's lemmas, are an invariant that
// excludes the bad condition of the target: checks that, leaves out what is
// not needed, and tells the task. False if it is not so, or cannot be checked
// in reasonable time, or the task does not accept it.
bool proof_report(task_t *task, size_t target, const term_t *conjuncts,
                  size_t count);

#endif
