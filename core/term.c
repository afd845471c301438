// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/context.h"

#include <assert.h>

#define FIRST_SLOTS 1024

static const struct {
    const char *name;
    uint8_t arity;
} kinds[TERM_KINDS] = {
    [TERM_TRUE] = {"true", 0},      [TERM_LAST] = {"last", 0},
    [TERM_NEXT] = {"next", 0},      [TERM_POSEDGE] = {"posedge", 0},
    [TERM_NEGEDGE] = {"negedge", 0}, [TERM_INT] = {"int", 0},
    [TERM_LITERAL] = {"literal", 0}, [TERM_AND] = {"and", 2},
    [TERM_EQ] = {"=", 2},           [TERM_LE] = {"<=", 2},
    [TERM_ITE] = {"ite", 3},        [TERM_ADD] = {"+", 2},
    [TERM_MUL] = {"*", 2},          [TERM_DIV] = {"div", 2},
    [TERM_MOD] = {"mod", 2},        [TERM_POW2] = {"pow2", 1},
    [TERM_SELECT] = {"select", 2},  [TERM_STORE] = {"store", 3},
    [TERM_FILL] = {"fill", 1},
};

const char *term_kind_name(term_kind_t kind)
{
    return kinds[kind].name;
}

// ---- contexts ----

context_t *context_new(void)
{
    context_t *ctx = xcalloc(1, sizeof *ctx);
    ctx->idents = ident_table_new();
    ctx->arena = arena_new();
    ctx->large_index = map_new();
    ctx->slot_count = FIRST_SLOTS;
    ctx->slots = xcalloc(ctx->slot_count, sizeof *ctx->slots);
    const sort_t boolean = sort_bool(ctx);
    context_intern(ctx, (node_t){.kind = TERM_TRUE, .sort = boolean.id});
    return ctx;
}

void context_free(context_t *ctx)
{
    if (ctx == NULL)
        return;
    for (size_t i = 0; i < ctx->large.len; i++)
        bigint_release(&ctx->large.data[i]);
    vec_release(&ctx->large);
    map_free(ctx->large_index);
    vec_release(&ctx->sorts);
    vec_release(&ctx->vars);
    free(ctx->nodes);
    free(ctx->slots);
    arena_free(ctx->arena);
    ident_table_free(ctx->idents);
    free(ctx);
}

ident_table_t *context_idents(context_t *ctx)
{
    return ctx->idents;
}

size_t context_term_count(const context_t *ctx)
{
    return ctx->node_count;
}

size_t context_term_bytes(const context_t *ctx)
{
    size_t bytes = ctx->node_cap * sizeof(node_t)
                 + ctx->slot_count * sizeof(term_slot_t)
                 + ctx->large.cap * sizeof(bigint_t);
    for (size_t i = 0; i < ctx->large.len; i++)
        bytes += bigint_bytes(ctx->large.data[i]);
    return bytes;
}

// ---- the table ----

static uint64_t hash_node(const node_t *n)
{
    uint64_t words[2];
    memcpy(words, n, sizeof words);
    return hash_mix(words[0], words[1]);
}

static term_slot_t *find_slot(const context_t *ctx, const node_t *node,
                              uint64_t hash)
{
    const size_t mask = ctx->slot_count - 1;
    const uint32_t tag = (uint32_t)(hash >> 32);
    size_t i = hash & mask;
    for (;; i = (i + 1) & mask) {
        term_slot_t *slot = &ctx->slots[i];
        if (slot->index == 0)
            return slot;
        if (slot->tag == tag
            && memcmp(&ctx->nodes[slot->index - 1], node, sizeof *node) == 0)
            return slot;
    }
}

static void grow_slots(context_t *ctx)
{
    free(ctx->slots);
    ctx->slot_count *= 2;
    ctx->slots = xcalloc(ctx->slot_count, sizeof *ctx->slots);
    const size_t mask = ctx->slot_count - 1;
    for (size_t n = 0; n < ctx->node_count; n++) {
        const uint64_t hash = hash_node(&ctx->nodes[n]);
        size_t i = hash & mask;
        while (ctx->slots[i].index != 0)
            i = (i + 1) & mask;
        ctx->slots[i] = (term_slot_t){(uint32_t)(hash >> 32),
                                      (uint32_t)n + 1};
    }
}

term_t context_intern(context_t *ctx, node_t node)
{
    const uint64_t hash = hash_node(&node);
    term_slot_t *slot = find_slot(ctx, &node, hash);
    if (slot->index != 0)
        return (term_t){(slot->index - 1) << 1};
    if (ctx->node_count >= CLAVE_MAX_TERMS - 1)
        BUG("more than %zu terms", CLAVE_MAX_TERMS);
    if (ctx->node_count == ctx->node_cap)
        ctx->nodes = vec_grow(ctx->nodes, &ctx->node_cap, ctx->node_count + 1,
                              sizeof node);
    const uint32_t index = (uint32_t)ctx->node_count++;
    ctx->nodes[index] = node;
    *slot = (term_slot_t){(uint32_t)(hash >> 32), index + 1};
    if (ctx->node_count * 4 > ctx->slot_count * 3)
        grow_slots(ctx);
    return (term_t){index << 1};
}

// ---- variables ----

var_t var_new(context_t *ctx, ident_t name, sort_t sort)
{
    const var_info_t info = {name, sort};
    vec_push(&ctx->vars, info);
    return (var_t){(uint32_t)(ctx->vars.len - 1)};
}

ident_t var_name(const context_t *ctx, var_t var)
{
    assert(var.id < ctx->vars.len);
    return ctx->vars.data[var.id].name;
}

sort_t var_sort(const context_t *ctx, var_t var)
{
    assert(var.id < ctx->vars.len);
    return ctx->vars.data[var.id].sort;
}

uint32_t var_count(const context_t *ctx)
{
    return (uint32_t)ctx->vars.len;
}

// ---- leaves ----

term_t term_true(context_t *ctx)
{
    (void)ctx;
    return (term_t){0};
}

term_t term_false(context_t *ctx)
{
    (void)ctx;
    return (term_t){1};
}

term_t term_bool(context_t *ctx, bool value)
{
    return value ? term_true(ctx) : term_false(ctx);
}

static term_t reference(context_t *ctx, term_kind_t kind, var_t var)
{
    const sort_t sort = var_sort(ctx, var);
    assert((kind != TERM_POSEDGE && kind != TERM_NEGEDGE)
           || sort_kind(ctx, sort) == SORT_BOOL);
    return context_intern(ctx, (node_t){.kind = (uint8_t)kind,
                                        .sort = sort.id, .kid = {var.id}});
}

term_t term_last(context_t *ctx, var_t var)
{
    return reference(ctx, TERM_LAST, var);
}

term_t term_next(context_t *ctx, var_t var)
{
    return reference(ctx, TERM_NEXT, var);
}

term_t term_posedge(context_t *ctx, var_t var)
{
    return reference(ctx, TERM_POSEDGE, var);
}

term_t term_negedge(context_t *ctx, var_t var)
{
    return reference(ctx, TERM_NEGEDGE, var);
}

term_t term_int(context_t *ctx, int64_t value)
{
    const uint64_t bits = (uint64_t)value;
    return context_intern(
        ctx, (node_t){.kind = TERM_INT, .sort = sort_int(ctx).id,
                      .kid = {(uint32_t)bits, (uint32_t)(bits >> 32)}});
}

// Each large number is kept once, found by its hash; numbers that share a
// hash take the following keys.
static uint32_t find_large(context_t *ctx, bigint_t value)
{
    uint64_t key = bigint_hash(value), index;
    for (; map_get(ctx->large_index, key, &index); key++)
        if (bigint_equal(ctx->large.data[index], value))
            return (uint32_t)index;
    map_put(ctx->large_index, key, ctx->large.len);
    vec_push(&ctx->large, bigint_copy(value));
    return (uint32_t)(ctx->large.len - 1);
}

term_t term_bigint(context_t *ctx, bigint_t value)
{
    if (bigint_is_small(value))
        return term_int(ctx, value.small);
    return context_intern(
        ctx, (node_t){.kind = TERM_INT, .large = 1, .sort = sort_int(ctx).id,
                      .kid = {find_large(ctx, value)}});
}

term_t term_literal(context_t *ctx, sort_t sort, uint32_t position)
{
    assert(position < sort_literal_count(ctx, sort));
    return context_intern(ctx, (node_t){.kind = TERM_LITERAL, .sort = sort.id,
                                        .kid = {position}});
}

// ---- looking at terms ----

term_kind_t term_kind(const context_t *ctx, term_t t)
{
    return (term_kind_t)node_of(ctx, t)->kind;
}

sort_t term_sort(const context_t *ctx, term_t t)
{
    return (sort_t){node_of(ctx, t)->sort};
}

unsigned term_arity(const context_t *ctx, term_t t)
{
    return kinds[node_of(ctx, t)->kind].arity;
}

term_t term_kid(const context_t *ctx, term_t t, unsigned i)
{
    assert(i < term_arity(ctx, t));
    return (term_t){node_of(ctx, t)->kid[i]};
}

var_t term_var(const context_t *ctx, term_t t)
{
    assert(term_kind(ctx, t) >= TERM_LAST && term_kind(ctx, t) <= TERM_NEGEDGE);
    return (var_t){node_of(ctx, t)->kid[0]};
}

bigint_t term_value(const context_t *ctx, term_t t)
{
    const node_t *n = node_of(ctx, t);
    assert(n->kind == TERM_INT);
    if (n->large)
        return ctx->large.data[n->kid[0]];
    const uint64_t bits = n->kid[0] | (uint64_t)n->kid[1] << 32;
    return bigint_of((int64_t)bits);
}

uint32_t term_position(const context_t *ctx, term_t t)
{
    assert(term_kind(ctx, t) == TERM_LITERAL);
    return node_of(ctx, t)->kid[0];
}

bool term_is_true(const context_t *ctx, term_t t)
{
    (void)ctx;
    return t.id == 0;
}

bool term_is_false(const context_t *ctx, term_t t)
{
    (void)ctx;
    return t.id == 1;
}

bool term_is_constant(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return kind == TERM_TRUE || kind == TERM_INT || kind == TERM_LITERAL;
}
