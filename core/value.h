// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VALUE_H
#define CLAVE_CORE_VALUE_H

// Values of terms: what evaluators compute, traces record and solvers answer.
// An array is a value for all indices but finitely many; it is canonical (no
// entry equals the rest, indices ascend), so equal arrays compare equal.

#include "core/term.h"

typedef struct value value_t;

typedef struct {
    bigint_t index;
    value_t *element;
} value_entry_t;

struct value {
    sort_t sort;
    bool boolean;          // bool
    uint32_t position;     // enumeration
    bigint_t number;       // int
    value_t *rest;         // array: the value at every index but ...
    value_entry_t *entries;
    size_t entry_count;
};

// All are owned by the caller and released with value_release.
value_t value_bool(context_t *ctx, bool b);
value_t value_int(context_t *ctx, int64_t n);
value_t value_bigint(context_t *ctx, bigint_t n); // copied
value_t value_literal(sort_t sort, uint32_t position);
value_t value_fill(sort_t array, const value_t *element);
// The first of its sort: false, 0, the first literal, an array of these.
value_t value_default(context_t *ctx, sort_t sort);
value_t value_copy(const value_t *v);
void value_release(value_t *v);

bool value_equal(const value_t *a, const value_t *b);
// Of an array; borrowed until the array changes.
const value_t *value_select(const value_t *array, bigint_t index);
// A changed copy.
value_t value_store(const value_t *array, bigint_t index,
                    const value_t *element);

// The constant term of this value.
term_t value_term(context_t *ctx, const value_t *v);
// true, 12, idle, (3 => 7, others => 0).
void value_format(const context_t *ctx, const value_t *v, text_t *out);

#endif
