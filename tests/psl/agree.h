// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_PSL_AGREE_H
#define CLAVE_TESTS_PSL_AGREE_H

// Oracle, rewritten formula, automaton, monitor and watching monitor on
// random pairs of formula and word.

#include "core/base.h"

typedef struct {
    unsigned pairs, holds, clocks, seres; // of the pairs
    unsigned lassos, empty;
    unsigned automata, monitors, watches; // pairs that they decided
    char *disagreement; // NULL, or the first one; owned by the caller
} agree_t;

// Words per formula are four.
agree_t agree_run(uint64_t seed, unsigned pairs);
void agree_print(const agree_t *a);

#endif
