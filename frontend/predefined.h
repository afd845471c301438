// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_PREDEFINED_H
#define CLAVE_FRONTEND_PREDEFINED_H

// Operations of the language and of ieee on values whose operands are known;
// each family in a file of its own, all for predefined.c.

#include "frontend/lower.h"

typedef struct {
    lower_t *l;
    vhdl_node_t node;
    vhdl_predefined_t which;
    const sval_t *args;
    size_t count;
} operation_t;

// Each returns false if the operation is not of its family.
bool predefined_scalar(const operation_t *op, sval_t *result);
bool predefined_bitwise(const operation_t *op, sval_t *result);
bool predefined_numeric(const operation_t *op, sval_t *result);
bool predefined_shift(const operation_t *op, sval_t *result);
bool predefined_constant(const operation_t *op, sval_t *result);

// A vector of that width, of the type of `like`.
sval_t predefined_vector(lower_t *l, const type_t *like, term_t number,
                         term_t width);
sval_t predefined_bits(lower_t *l, const type_t *like, const term_t *bits,
                       size_t count);
sval_t predefined_boolean(lower_t *l, term_t t);
// Modulo 2 ** width, without a division where the number is known to fit.
term_t predefined_wrap(lower_t *l, term_t number, term_t width);

// The 'event of `c'event and c = '1'` (or '0': not high), if the operator is
// of that form; otherwise none.
vhdl_node_t predefined_event(vhdl_node_t n, bool *high);

#endif
