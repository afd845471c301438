// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_PARAMETERS_H
#define CLAVE_SIM_PARAMETERS_H

// The parameters of a case's model at given generics.

#include "core/trace.h"
#include "sim/generics.h"

// Sets the parameters of a trace of the case's model: the last draw of the
// generics, and what follows from it. False, with an error emitted, if a
// generic has no value.
bool parameters_set(const design_t *design, const design_case_t *c,
                    const generics_t *generics, trace_t *trace,
                    diag_sink_t *sink) MUST_USE;

// Do they keep to the case's constraint and to the assumptions on generics,
// and does elaboration succeed?
bool parameters_legal(const design_case_t *c, const trace_t *trace);

#endif
