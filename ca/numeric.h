// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_NUMERIC_H
#define CLAVE_CA_NUMERIC_H

// What other tools read has integers and Booleans only: enumerations become
// integers from 0, edges Boolean inputs.

#include "core/system.h"

// The same system in these terms, with variables of the same names. Owned by
// the caller (system_free); its model is that of the original, as a reference
// for names of properties. NULL if it has arrays, powers of two, or products
// and divisions by unknowns; an error was emitted then.
system_t *numeric_system(const system_t *system, diag_sink_t *sink);

#endif
