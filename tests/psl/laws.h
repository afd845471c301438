// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_PSL_LAWS_H
#define CLAVE_TESTS_PSL_LAWS_H

// The laws of clocked LTL, and three that are wrong, on random formulas,
// contexts and words.

#include "core/base.h"

size_t law_count(void);
const char *law_name(size_t law);
// Should it hold?
bool law_is_right(size_t law);
// Tries random cases from the seed on; NULL if the law holds on all of them,
// else a witness, owned by the caller.
char *law_try(size_t law, uint64_t seed, unsigned cases);

#endif
