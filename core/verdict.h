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

#endif
