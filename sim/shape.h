// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_SHAPE_H
#define CLAVE_SIM_SHAPE_H

// Values as text, in the form of design_format_value: 12, '1', true, idle,
// "0101", (v1, v2). The shape of a value is its text without the scalars in
// it; an object has the same shape in every step, so a value that GHDL
// recorded scalar by scalar is written in the shape of the model's.

#include "core/text.h"

// How many scalars are in it: each character of a string is one.
size_t shape_count(const char *value);
// Gives the i-th scalar as '1', 12, true, idle.
typedef const char *(*shape_scalar_fn)(size_t i, void *user);
// The value with its scalars replaced; there are shape_count of them.
void shape_fill(const char *value, shape_scalar_fn scalar, void *user,
                text_t *out);
// The value as VHDL takes it for an object of a constrained type: an
// aggregate of one element is (others => v). False for an empty aggregate,
// which VHDL cannot write.
bool shape_vhdl(const char *value, text_t *out) MUST_USE;
// Is the scalar one that std_logic has beside '0' and '1'?
bool shape_is_indefinite(const char *scalar);

#endif
