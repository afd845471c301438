// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_TERM_WIRE_H
#define CLAVE_CORE_TERM_WIRE_H

// Terms and runs on the wire between two processes, one of which is a fork of
// the other: sorts, and variables from before the fork, have the same numbers
// on both sides. Like the functions of core/wire.h these work both ways.

#include "core/trace.h"
#include "core/wire.h"

// Shared parts go once; when reading, the terms are appended. A variable that
// this side does not have (it was made after the fork) becomes a new one of
// that name; *strange, if given, tells that there was one.
void wire_terms(wire_t *wire, context_t *ctx, term_vec_t *terms,
                bool *strange);

// A run of this model; NULL stays NULL. When reading, owned by the caller
// (NULL on a mismatch).
void wire_trace(wire_t *wire, const model_t *model, trace_t **trace);

#endif
