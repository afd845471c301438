// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_SORT_H
#define CLAVE_CORE_SORT_H

// Sorts of terms: bool, int (unbounded), finite enumerations, and arrays from
// int to any sort. Like terms they are interned in a context; equal sorts are
// the same number. An enumeration is identified by its name together with its
// literals.

#include "core/ident.h"

typedef struct context context_t;

typedef struct {
    uint16_t id;
} sort_t;

typedef enum { SORT_BOOL, SORT_INT, SORT_ENUM, SORT_ARRAY } sort_kind_t;

#define CLAVE_MAX_SORTS 65535

sort_t sort_bool(context_t *ctx);
sort_t sort_int(context_t *ctx);
// At least one literal; the identifiers are the context's.
sort_t sort_enum(context_t *ctx, ident_t name, const ident_t *literals,
                 uint32_t count);
sort_t sort_array(context_t *ctx, sort_t element);

// How many there are; their numbers are below it.
size_t sort_count(const context_t *ctx);
sort_kind_t sort_kind(const context_t *ctx, sort_t sort);
static inline bool sort_equal(sort_t a, sort_t b)
{
    return a.id == b.id;
}

// Of an enumeration:
ident_t sort_name(const context_t *ctx, sort_t sort);
uint32_t sort_literal_count(const context_t *ctx, sort_t sort);
ident_t sort_literal(const context_t *ctx, sort_t sort, uint32_t i);
// Of an array:
sort_t sort_element(const context_t *ctx, sort_t sort);

#endif
