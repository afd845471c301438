// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_PRINT_H
#define CLAVE_PSL_PRINT_H

// Formulas, SEREs and Booleans as text: in the surface syntax of PSL, which
// parses back to the same node, and as the s-expressions of the vectors.

#include "core/text.h"
#include "psl/formula.h"

void print_formula(const formula_pool_t *pool, formula_t f, text_t *out);
// Owned by the caller.
char *print_string(const formula_pool_t *pool, formula_t f);
void print_count(const formula_pool_t *pool, count_t count, text_t *out);
// "", "[3]" or "[3 to 5]", with `mark` after the bracket.
void print_range(const formula_pool_t *pool, const char *mark, count_t lo,
                 count_t hi, text_t *out);

void print_sexpr(const formula_pool_t *pool, formula_t f, text_t *out);
// Reads what print_sexpr writes, and the vectors' or, F, G. NONE and a
// message (owned by the caller) for anything else.
formula_t read_sexpr(formula_pool_t *pool, const char *text, char **error);

#endif
