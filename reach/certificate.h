// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CERTIFICATE_H
#define CLAVE_REACH_CERTIFICATE_H

// A proof, as something that can be checked without the engine that found it:
// a conjunction I over the leaves of one step such that for some k
//
//     initiation     I in the first k steps of every run
//     consecution    I in k steps in a row: I in the next one
//     safety         I excludes the bad condition
//
// each under the system's own conditions (fixed, valid, held). By induction I
// is then true in every step of every run, the last one included.

#include "reach/system.h"

#define CERTIFICATE_MAX_K 16

typedef struct {
    const system_t *system;
    size_t target;
    const term_t *invariant; // its conjuncts
    size_t count;
} certificate_t;

// Checks with solvers of its own. The smallest k with which all three hold; 0
// if there is none up to CERTIFICATE_MAX_K, or time (0: no limit) is up, and
// then `reason` says what is wrong.
unsigned certificate_check(const certificate_t *certificate,
                           uint64_t milliseconds, text_t *reason);

// Which conjuncts are enough with that k: `keep` has an entry for each. False
// if the certificate is not accepted in that time; keep is then undefined.
bool certificate_minimise(const certificate_t *certificate, unsigned k,
                          uint64_t milliseconds, bool *keep) MUST_USE;

// The three conditions as SMT-LIB (QF_LIA), each with a (check-sat) that any
// solver answers with unsat.
void certificate_write(const certificate_t *certificate, unsigned k,
                       text_t *out);

#endif
