// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_CONTEXT_H
#define CLAVE_CORE_CONTEXT_H

// The inside of a context, for sort.c, term.c and simplify.c only.

#include "core/arena.h"
#include "core/hash.h"
#include "core/term.h"

// Sixteen bytes a term. What the operands are depends on the kind: terms,
// a variable, a small number (low and high word), the index of a large one,
// or an enumeration position.
typedef struct {
    uint8_t kind;
    uint8_t large; // TERM_INT: kid[0] indexes the table of large numbers
    uint16_t sort;
    uint32_t kid[3];
} node_t;

_Static_assert(sizeof(node_t) == 16, "a term stays small");

// The table stores part of the hash beside the index, so that a probe seldom
// touches a node that is not the one looked for.
typedef struct {
    uint32_t tag;
    uint32_t index; // of the node + 1; 0: empty
} term_slot_t;

typedef struct {
    sort_kind_t kind;
    ident_t name;
    ident_t *literals;
    uint32_t count;
    sort_t element;
} sort_info_t;

typedef struct {
    ident_t name;
    sort_t sort;
} var_info_t;

struct context {
    ident_table_t *idents;
    arena_t *arena;
    VEC(sort_info_t) sorts;
    VEC(var_info_t) vars;
    node_t *nodes;
    size_t node_count, node_cap;
    term_slot_t *slots;
    size_t slot_count; // a power of two
    VEC(bigint_t) large;
    map_t *large_index; // from hashes
};

static inline const node_t *node_of(const context_t *ctx, term_t t)
{
    return &ctx->nodes[t.id >> 1];
}

// The one place that adds nodes: finds an equal one or appends.
term_t context_intern(context_t *ctx, node_t node);

#endif
