// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/guard.h"

#include "core/hash.h"
#include "core/vec.h"

#include <assert.h>

typedef struct {
    uint32_t atom;
    guard_t high, low;
    guard_t next; // with the same hash
} node_t;

struct guards {
    formula_pool_t *pool;
    VEC(node_t) nodes;
    map_t *unique; // hash to the first node of its chain
    map_t *ite;
    map_t *known; // Boolean to guard
};

#define LEAF UINT32_MAX

guards_t *guards_new(formula_pool_t *pool)
{
    guards_t *gs = xcalloc(1, sizeof *gs);
    gs->pool = pool;
    gs->unique = map_new();
    gs->ite = map_new();
    gs->known = map_new();
    vec_push(&gs->nodes, ((node_t){LEAF, 0, 0, 0}));
    vec_push(&gs->nodes, ((node_t){LEAF, 1, 1, 0}));
    return gs;
}

void guards_free(guards_t *gs)
{
    if (!gs)
        return;
    map_free(gs->unique);
    map_free(gs->ite);
    map_free(gs->known);
    vec_release(&gs->nodes);
    free(gs);
}

formula_pool_t *guards_pool(const guards_t *gs)
{
    return gs->pool;
}

static guard_t make(guards_t *gs, uint32_t atom, guard_t high, guard_t low)
{
    if (high == low)
        return high;
    const uint64_t hash = hash_mix(atom, (uint64_t)high << 32 | low);
    uint64_t first = 0;
    map_get(gs->unique, hash, &first);
    for (guard_t g = (guard_t)first; g; g = gs->nodes.data[g].next) {
        const node_t *n = &gs->nodes.data[g];
        if (n->atom == atom && n->high == high && n->low == low)
            return g;
    }
    vec_push(&gs->nodes, ((node_t){atom, high, low, (guard_t)first}));
    map_put(gs->unique, hash, gs->nodes.len - 1);
    return (guard_t)(gs->nodes.len - 1);
}

static guard_t branch(const guards_t *gs, guard_t g, uint32_t atom, bool high)
{
    const node_t *n = &gs->nodes.data[g];
    if (n->atom != atom)
        return g;
    return high ? n->high : n->low;
}

static uint32_t top(const guards_t *gs, guard_t a, guard_t b, guard_t c)
{
    uint32_t atom = gs->nodes.data[a].atom;
    if (gs->nodes.data[b].atom < atom)
        atom = gs->nodes.data[b].atom;
    if (gs->nodes.data[c].atom < atom)
        atom = gs->nodes.data[c].atom;
    return atom;
}

// Up to 2^21 nodes share the key without loss; beyond, the cache is skipped.
static bool ite_key(guard_t i, guard_t t, guard_t e, uint64_t *key)
{
    if ((i | t | e) >> 21)
        return false;
    *key = (uint64_t)i << 42 | (uint64_t)t << 21 | e;
    return true;
}

guard_t guard_ite(guards_t *gs, guard_t i, guard_t t, guard_t e)
{
    if (i == GUARD_TRUE || t == e)
        return t;
    if (i == GUARD_FALSE)
        return e;
    if (t == GUARD_TRUE && e == GUARD_FALSE)
        return i;
    uint64_t key, known;
    const bool cached = ite_key(i, t, e, &key);
    if (cached && map_get(gs->ite, key, &known))
        return (guard_t)known;
    const uint32_t atom = top(gs, i, t, e);
    const guard_t high =
        guard_ite(gs, branch(gs, i, atom, true), branch(gs, t, atom, true),
                  branch(gs, e, atom, true));
    const guard_t low =
        guard_ite(gs, branch(gs, i, atom, false), branch(gs, t, atom, false),
                  branch(gs, e, atom, false));
    const guard_t result = make(gs, atom, high, low);
    if (cached)
        map_put(gs->ite, key, result);
    return result;
}

guard_t guard_and(guards_t *gs, guard_t a, guard_t b)
{
    return guard_ite(gs, a, b, GUARD_FALSE);
}

guard_t guard_or(guards_t *gs, guard_t a, guard_t b)
{
    return guard_ite(gs, a, GUARD_TRUE, b);
}

guard_t guard_not(guards_t *gs, guard_t a)
{
    return guard_ite(gs, a, GUARD_FALSE, GUARD_TRUE);
}

bool guard_implies(guards_t *gs, guard_t a, guard_t b)
{
    return guard_ite(gs, a, b, GUARD_TRUE) == GUARD_TRUE;
}

static guard_t build(guards_t *gs, formula_t b)
{
    const formula_t x = formula_a(gs->pool, b), y = formula_b(gs->pool, b);
    switch (formula_kind(gs->pool, b)) {
    case B_TRUE: return GUARD_TRUE;
    case B_FALSE: return GUARD_FALSE;
    case B_ATOM:
        return make(gs, formula_atom(gs->pool, b), GUARD_TRUE, GUARD_FALSE);
    case B_NOT: return guard_not(gs, guard_of(gs, x));
    case B_AND: return guard_and(gs, guard_of(gs, x), guard_of(gs, y));
    case B_OR: return guard_or(gs, guard_of(gs, x), guard_of(gs, y));
    case B_XOR: {
        const guard_t g = guard_of(gs, x), h = guard_of(gs, y);
        return guard_ite(gs, g, guard_not(gs, h), h);
    }
    default:
        BUG("no guard: %s", formula_kind_name(formula_kind(gs->pool, b)));
    }
}

guard_t guard_of(guards_t *gs, formula_t b)
{
    uint64_t known;
    if (map_get(gs->known, b, &known))
        return (guard_t)known;
    const guard_t g = build(gs, b);
    map_put(gs->known, b, g);
    return g;
}

bool guard_holds(const guards_t *gs, guard_t g, const word_t *word,
                 size_t letter)
{
    while (g > GUARD_TRUE) {
        const node_t *n = &gs->nodes.data[g];
        g = word_get(word, letter, n->atom) ? n->high : n->low;
    }
    return g == GUARD_TRUE;
}

void guard_pick(const guards_t *gs, guard_t g, word_t *word)
{
    assert(g != GUARD_FALSE);
    word_push(word);
    while (g > GUARD_TRUE) {
        const node_t *n = &gs->nodes.data[g];
        const bool value = n->low == GUARD_FALSE;
        word_set(word, word_length(word) - 1, n->atom, value);
        g = value ? n->high : n->low;
    }
}

formula_t guard_formula(guards_t *gs, guard_t g)
{
    if (g <= GUARD_TRUE)
        return bool_const(gs->pool, g == GUARD_TRUE);
    const node_t n = gs->nodes.data[g];
    const formula_t atom =
        bool_atom(gs->pool, formula_atom_text(gs->pool, n.atom));
    const formula_t low = guard_formula(gs, n.low);
    if (n.high == GUARD_TRUE)
        return bool_or(gs->pool, atom, low);
    const formula_t high = guard_formula(gs, n.high);
    if (n.low == GUARD_TRUE)
        return bool_or(gs->pool, bool_not(gs->pool, atom), high);
    return bool_or(gs->pool, bool_and(gs->pool, atom, high),
                   bool_and(gs->pool, bool_not(gs->pool, atom), low));
}

uint32_t guard_atom(const guards_t *gs, guard_t g)
{
    assert(g > GUARD_TRUE);
    return gs->nodes.data[g].atom;
}
