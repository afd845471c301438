// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_REWRITE_H
#define CLAVE_PSL_REWRITE_H

// Formulas to simpler ones that hold on the same words.

#include "psl/formula.h"

// Exponents up to this are written out, larger ones become a SERE count.
#define REWRITE_MAX_NEXT 8

// T^c: no @ and no sync_abort is left, neither in formulas nor in SEREs; on
// every word it holds, unclocked, where f holds in the context of the clock.
// prev and ended without a clock get the one of their context.
formula_t rewrite_declock(formula_pool_t *pool, formula_t f, formula_t clock);

// Negation normal form of an unclocked formula: `not` is left only above a
// weak SERE; abort and X^0, X!^0 are gone.
formula_t rewrite_nnf(formula_pool_t *pool, formula_t f);

// Applies the laws of doc/psl.md; clocked formulas are welcome.
formula_t rewrite_simplify(formula_pool_t *pool, formula_t f);

// The three together: what automata are built from.
formula_t rewrite_plain(formula_pool_t *pool, formula_t f, formula_t clock);

#endif
