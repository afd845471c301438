// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_CHC_H
#define CLAVE_CA_CHC_H

// Linear Horn clauses of SMT-LIB over integers and Booleans:
//
//     (assert (forall (...) (=> constraint (P ...))))               a start
//     (assert (forall (...) (=> (and (P ...) constraint) (Q ...)))) a step
//     (assert (forall (...) (=> (and (P ...) constraint) false)))   a query
//
// The predicates become the values of one state variable, `location`, and
// their arguments share state variables; with one predicate there is no
// location. Each query is a property; variables that a clause does not
// define are inputs.

#include "core/model.h"
#include "core/sexpr.h"

// The commands of a file; NULL after errors were emitted.
model_t *chc_read(context_t *ctx, const char *name, const sexpr_t *commands,
                  diag_sink_t *sink);

#endif
