// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/residual.h"

#include "core/hash.h"
#include "core/vec.h"

#include <assert.h>

typedef enum {
    R_FAIL,
    R_EMPTY,
    R_LEAF, // Boolean a at the next tick of b
    R_CONCAT,
    R_FUSION,
    R_OR,
    R_AND,
    R_REPEAT,
    R_PREFIX,
} kind_t;

typedef struct {
    kind_t kind;
    uint32_t a, b;
    count_t lo, hi;
    residual_t top;   // derivative by TOP, UNKNOWN until asked for
    signed char live; // -1: not known
} node_t;

#define UNKNOWN UINT32_MAX
#define EMPTY ((residual_t)1)

// The letter of a derivative; no word means TOP.
typedef struct {
    const word_t *word;
    size_t index;
} letter_t;

struct residuals {
    const formula_pool_t *pool;
    VEC(node_t) nodes;
    map_t *table; // hash to first node; collisions are chained below
    VEC(uint32_t) chain;
};

static residual_t intern(residuals_t *rs, kind_t kind, uint32_t a, uint32_t b,
                         count_t lo, count_t hi)
{
    uint64_t hash = hash_mix(hash_mix(kind, a), b);
    hash = hash_mix(hash, (uint64_t)lo << 32 | hi);
    uint64_t first = UNKNOWN;
    map_get(rs->table, hash, &first);
    for (uint32_t i = (uint32_t)first; i != UNKNOWN; i = rs->chain.data[i]) {
        const node_t *n = &rs->nodes.data[i];
        if (n->kind == kind && n->a == a && n->b == b && n->lo == lo
            && n->hi == hi)
            return i;
    }
    vec_push(&rs->nodes,
             ((node_t){kind, a, b, lo, hi, UNKNOWN, -1}));
    vec_push(&rs->chain, (uint32_t)first);
    map_put(rs->table, hash, rs->nodes.len - 1);
    return (residual_t)(rs->nodes.len - 1);
}

residuals_t *residuals_new(const formula_pool_t *pool)
{
    residuals_t *rs = xcalloc(1, sizeof *rs);
    rs->pool = pool;
    rs->table = map_new();
    intern(rs, R_FAIL, 0, 0, 0, 0);
    intern(rs, R_EMPTY, 0, 0, 0, 0);
    return rs;
}

void residuals_free(residuals_t *rs)
{
    if (!rs)
        return;
    vec_release(&rs->nodes);
    vec_release(&rs->chain);
    map_free(rs->table);
    free(rs);
}

static node_t get(const residuals_t *rs, residual_t r)
{
    assert(r < rs->nodes.len);
    return rs->nodes.data[r];
}

static residual_t concat(residuals_t *rs, residual_t a, residual_t b)
{
    if (a == RESIDUAL_FAIL || b == RESIDUAL_FAIL)
        return RESIDUAL_FAIL;
    if (a == EMPTY)
        return b;
    return b == EMPTY ? a : intern(rs, R_CONCAT, a, b, 0, 0);
}

static residual_t fusion(residuals_t *rs, residual_t a, residual_t b)
{
    if (a <= EMPTY || b <= EMPTY)
        return RESIDUAL_FAIL;
    return intern(rs, R_FUSION, a, b, 0, 0);
}

// A union is a list of alternatives in falling order.
static residual_t either(residuals_t *rs, residual_t a, residual_t b)
{
    if (a == b || b == RESIDUAL_FAIL)
        return a;
    if (a == RESIDUAL_FAIL)
        return b;
    const node_t x = get(rs, a), y = get(rs, b);
    const residual_t first_a = x.kind == R_OR ? x.a : a;
    const residual_t first_b = y.kind == R_OR ? y.a : b;
    const residual_t rest_a = x.kind == R_OR ? x.b : RESIDUAL_FAIL;
    const residual_t rest_b = y.kind == R_OR ? y.b : RESIDUAL_FAIL;
    residual_t first = first_a, rest;
    if (first_a == first_b)
        rest = either(rs, rest_a, rest_b);
    else if (first_a > first_b)
        rest = either(rs, rest_a, b);
    else {
        first = first_b;
        rest = either(rs, a, rest_b);
    }
    return rest == RESIDUAL_FAIL ? first
                                 : intern(rs, R_OR, first, rest, 0, 0);
}

static residual_t both(residuals_t *rs, residual_t a, residual_t b)
{
    if (a == RESIDUAL_FAIL || b == RESIDUAL_FAIL)
        return RESIDUAL_FAIL;
    if (a == b)
        return a;
    return a > b ? intern(rs, R_AND, a, b, 0, 0)
                 : intern(rs, R_AND, b, a, 0, 0);
}

static residual_t repeat(residuals_t *rs, residual_t a, count_t lo,
                         count_t hi)
{
    if (hi == 0 || (lo == 0 && a <= EMPTY) || a == EMPTY)
        return EMPTY;
    return a == RESIDUAL_FAIL ? a : intern(rs, R_REPEAT, a, 0, lo, hi);
}

residual_t residual_of(residuals_t *rs, formula_t sere, formula_t clock)
{
    const formula_pool_t *pool = rs->pool;
    const formula_t a = formula_a(pool, sere), b = formula_b(pool, sere);
    const formula_kind_t kind = formula_kind(pool, sere);
    if (kind == S_EMPTY)
        return EMPTY;
    if (kind == S_BOOL)
        return intern(rs, R_LEAF, a, clock, 0, 0);
    if (kind == S_CLOCK)
        return residual_of(rs, a, b);
    const residual_t x = residual_of(rs, a, clock);
    if (kind == S_PREFIX)
        return intern(rs, R_PREFIX, x, 0, 0, 0);
    if (kind == S_REPEAT) {
        assert(!count_is_symbol(formula_lo(pool, sere)));
        assert(!count_is_symbol(formula_hi(pool, sere)));
        // [*5 to 3] matches nothing.
        if (formula_lo(pool, sere) > formula_hi(pool, sere))
            return RESIDUAL_FAIL;
        return repeat(rs, x, formula_lo(pool, sere), formula_hi(pool, sere));
    }
    const residual_t y = residual_of(rs, b, clock);
    switch (kind) {
    case S_CONCAT: return concat(rs, x, y);
    case S_FUSION: return fusion(rs, x, y);
    case S_OR: return either(rs, x, y);
    case S_AND: return both(rs, x, y);
    default: BUG("not a SERE: %s", formula_kind_name(kind));
    }
}

bool residual_done(residuals_t *rs, residual_t r)
{
    const node_t n = get(rs, r);
    switch (n.kind) {
    case R_FAIL: case R_LEAF: case R_FUSION: return false;
    case R_EMPTY: return true;
    case R_CONCAT: case R_AND:
        return residual_done(rs, n.a) && residual_done(rs, n.b);
    case R_OR: return residual_done(rs, n.a) || residual_done(rs, n.b);
    case R_REPEAT: return n.lo == 0 || residual_done(rs, n.a);
    case R_PREFIX: return residual_live(rs, n.a);
    }
    BUG("no such residual");
}

// TOP satisfies a clock and its negation: it may end the wait or not.
static residual_t derive_leaf(residuals_t *rs, residual_t r, letter_t l)
{
    const node_t n = get(rs, r);
    if (!l.word) {
        if (formula_kind(rs->pool, n.b) == B_TRUE)
            return EMPTY;
        return either(rs, EMPTY, r);
    }
    if (!word_holds(rs->pool, l.word, l.index, n.b))
        return r;
    return word_holds(rs->pool, l.word, l.index, n.a) ? EMPTY
                                                      : RESIDUAL_FAIL;
}

static residual_t derive(residuals_t *rs, residual_t r, letter_t l);

static residual_t derive_prefix(residuals_t *rs, residual_t a, letter_t l)
{
    const residual_t x = derive(rs, a, l);
    return residual_live(rs, x) ? intern(rs, R_PREFIX, x, 0, 0, 0)
                                : RESIDUAL_FAIL;
}

static residual_t derive_any(residuals_t *rs, residual_t r, letter_t l)
{
    const node_t n = get(rs, r);
    if (n.kind <= R_EMPTY)
        return RESIDUAL_FAIL;
    if (n.kind == R_LEAF)
        return derive_leaf(rs, r, l);
    if (n.kind == R_PREFIX)
        return derive_prefix(rs, n.a, l);
    const residual_t x = derive(rs, n.a, l);
    switch (n.kind) {
    case R_CONCAT: {
        const residual_t rest = concat(rs, x, n.b);
        if (!residual_done(rs, n.a))
            return rest;
        return either(rs, rest, derive(rs, n.b, l));
    }
    case R_FUSION: {
        const residual_t rest = fusion(rs, x, n.b);
        if (!residual_done(rs, x))
            return rest;
        return either(rs, rest, derive(rs, n.b, l));
    }
    case R_OR: return either(rs, x, derive(rs, n.b, l));
    case R_AND: return both(rs, x, derive(rs, n.b, l));
    case R_REPEAT: {
        const count_t lo = n.lo ? n.lo - 1 : 0;
        const count_t hi = n.hi == COUNT_INF ? n.hi : n.hi - 1;
        return concat(rs, x, repeat(rs, n.a, lo, hi));
    }
    default: BUG("no such residual");
    }
}

static residual_t derive(residuals_t *rs, residual_t r, letter_t l)
{
    if (l.word)
        return derive_any(rs, r, l);
    if (get(rs, r).top == UNKNOWN) {
        const residual_t top = derive_any(rs, r, l);
        rs->nodes.data[r].top = top;
    }
    return get(rs, r).top;
}

residual_t residual_step(residuals_t *rs, residual_t r, const word_t *word,
                         size_t letter)
{
    assert(word);
    return derive(rs, r, (letter_t){word, letter});
}

// The derivatives by TOP run into a cycle.
bool residual_live(residuals_t *rs, residual_t r)
{
    const letter_t top = {NULL, 0};
    VEC(residual_t) path = {0};
    signed char live = get(rs, r).live;
    while (live < 0) {
        vec_push(&path, r);
        rs->nodes.data[r].live = 0; // a cycle without an end is not live
        if (residual_done(rs, r))
            live = 1;
        else {
            r = derive(rs, r, top);
            live = get(rs, r).live;
        }
    }
    for (size_t i = 0; i < path.len; i++)
        rs->nodes.data[path.data[i]].live = live;
    vec_release(&path);
    return live;
}
