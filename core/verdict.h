// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VERDICT_H
#define CLAVE_CORE_VERDICT_H

// What is said about a property, and the exit status that follows from all
// that was said.

#include "core/trace.h"

typedef enum {
    VERDICT_PROVED,      // with an invariant
    VERDICT_VIOLATED,    // with a trace
    VERDICT_UNKNOWN,     // with a reason
    VERDICT_UNSUPPORTED, // with a place
    VERDICT_KINDS
} verdict_kind_t;

typedef struct {
    verdict_kind_t kind;
    size_t property;     // of the model
    const char *engine;  // that decided, or NULL
    double seconds;
    const char *scope;   // the generics that it covers, in words
    const char *reason;  // of UNKNOWN and UNSUPPORTED
    term_t invariant;    // of PROVED
    trace_t *trace;      // of VIOLATED; owned
    bool confirmed;      // VIOLATED: a simulation showed the same failure
} verdict_t;

void verdict_release(verdict_t *verdict);
// "proved", "violated", "unknown", "unsupported".
const char *verdict_name(verdict_kind_t kind);

// Exit status of the program: the first that applies.
typedef enum {
    EXIT_ALL_PROVED = 0,
    EXIT_VIOLATED = 1,
    EXIT_UNKNOWN = 2,
    EXIT_WRONG_INPUT = 3, // or unsupported
    EXIT_INTERNAL = 4,    // a crash of ours or of a library
} exit_status_t;

// The more pressing of two.
exit_status_t exit_status_join(exit_status_t a, exit_status_t b);
exit_status_t verdict_exit_status(verdict_kind_t kind);

#endif
