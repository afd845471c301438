// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_VMT_H
#define CLAVE_CA_VMT_H

// VMT-LIB: SMT-LIB definitions with attributes,
//
//     (define-fun sv () Int (! x :next x.next))    x is state
//     (define-fun i () Bool (! ... :init true))    initial states
//     (define-fun t () Bool (! ... :trans true))   steps
//     (define-fun p () Bool (! ... :invar-property 0))
//
// A declared variable that is nobody's :next and has none is an input. A
// symbol of :next need not be declared. A state variable that every step
// keeps is a parameter.

#include "core/model.h"
#include "core/sexpr.h"

// The commands of a file; NULL after errors were emitted.
model_t *vmt_read(context_t *ctx, const char *name, const sexpr_t *commands,
                  diag_sink_t *sink);

#endif
