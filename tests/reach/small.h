// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_REACH_SMALL_H
#define CLAVE_TESTS_REACH_SMALL_H

// Small models written as text, for tests of engines:
//
//     (enum mode idle busy)
//     (parameter N Int)           (input up Bool)
//     (state x Int FIRST NEXT)    FIRST may be `any`; NEXT may speak about
//                                 everything declared anywhere
//     (generic TERM)              (assume TERM)       (start TERM)
//     (error TERM)                a property that fails where TERM is true
//     (assert TERM)               one that has to hold, and ends a simulation
//     (cover TERM)

#include "reach/task.h"

typedef struct {
    context_t *ctx;
    model_t *model;
    system_t *system;
} small_t;

// Fails the test if there is something wrong with the text.
void small_init(small_t *small, const char *text);
void small_release(small_t *small);

// A term over the model's variables.
term_t small_term(const small_t *small, const char *text);

// ---- an engine on it ----

typedef struct {
    const char *text;
    const char *verdicts; // per property: '+' proved, '-' violated, '?' open
    size_t length;        // of the shortest violation found; 0: any
    int64_t parameter;    // of the first parameter there; -1: any
} small_case_t;

// Runs the engine for at most that long and compares. Every proof is checked
// by reach/certificate.h.
void small_run(const small_case_t *expected, void (*engine)(task_t *),
               uint64_t milliseconds);

#endif
