// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VERDICT_H
#define CLAVE_CORE_VERDICT_H

// What is said about a property.

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
    const char *engine;  // that decided, or NULL; a static text
    const char *second;  // another one that said the same, or NULL; static
    double seconds;
    char *reason;        // of UNKNOWN and UNSUPPORTED, or NULL; owned
    term_vec_t invariant; // of PROVED: conjuncts
    bool empty;          // PROVED: no generics are allowed at all
    char *certificate;   // of PROVED: SMT-LIB, if asked for; owned
    trace_t *trace;      // of VIOLATED, or of one not confirmed; owned
    size_t start;        // of the trace; SIZE_MAX without one
    size_t bound;        // UNKNOWN: no violation in so many first steps
    // VIOLATED: a simulation showed the same failure. PROVED: simulations
    // were looked at, and the invariant was true in them.
    bool confirmed;
} verdict_t;

// An UNKNOWN one, about which nothing is known.
void verdict_init(verdict_t *verdict, size_t property);
void verdict_release(verdict_t *verdict);
// "proved", "violated", "unknown", "unsupported".
const char *verdict_name(verdict_kind_t kind);

#endif
