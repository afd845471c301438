// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_FOREIGN_H
#define CLAVE_CA_FOREIGN_H

// Models of other tools: transition systems in VMT-LIB (ca/vmt.h) and linear
// Horn clauses in SMT-LIB (ca/chc.h).

#include "core/model.h"

// Does the name of the file say that it is one: *.vmt or *.smt2?
bool foreign_is_file(const char *path);

// The model, named after the file and owned by the caller, with a property
// (PROPERTY_ERROR) for each :invar-property or query. What is in the file
// decides, not how it is called. NULL after errors were emitted.
model_t *foreign_read(context_t *ctx, const char *path, diag_sink_t *sink);

#endif
