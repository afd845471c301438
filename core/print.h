// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_PRINT_H
#define CLAVE_CORE_PRINT_H

// Terms and sorts as text. Output is linear in the size of the DAG, not of
// the tree: shared parts are named.

#include "core/term.h"

// SMT-LIB: `(let ((?1 ...)) ...)` for shared parts. A reference is the
// variable's name for last, and name!next, name!posedge, name!negedge for the
// others; names are quoted where needed. A power of two is `(pow2 w)`, a
// function that whoever writes a whole script has to define.
void print_smt(const context_t *ctx, term_t t, text_t *out);
void print_smt_sort(const context_t *ctx, sort_t sort, text_t *out);
// A symbol, with bars around it if it is no simple symbol.
void print_smt_symbol(const char *name, text_t *out);
void print_smt_variable(const context_t *ctx, term_kind_t reference,
                        var_t var, text_t *out);

// As a VHDL user would write it: `count <= DEPTH - 1 and not full`, `x'` for
// the next value, `posedge(clk)`. A conditional value is `(a when c else b)`,
// an array with one element changed `(m with i => v)`. Shared parts of a term
// that would be long are named at the end: `... where $1 = ...`.
void print_vhdl(const context_t *ctx, term_t t, text_t *out);
void print_vhdl_sort(const context_t *ctx, sort_t sort, text_t *out);

#endif
