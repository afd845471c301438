// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_WRITE_H
#define CLAVE_CA_WRITE_H

// Transition systems in the formats of other tools. Each writes a complete
// file; ca/foreign.h reads it back. False after an error was emitted: the
// system has something that the format cannot say.

#include "core/system.h"

// VMT-LIB; the properties are the targets, in their order.
bool write_vmt(const system_t *system, diag_sink_t *sink, text_t *out)
    MUST_USE;

// SMT-LIB Horn clauses with one predicate over parameters and state; a query
// for each target.
bool write_horn(const system_t *system, diag_sink_t *sink, text_t *out)
    MUST_USE;

#endif
