// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/formula.h"

#include "core/hash.h"
#include "core/ident.h"
#include "core/vec.h"

#include <assert.h>

typedef struct {
    formula_kind_t kind;
    uint32_t a, b;
    count_t lo, hi;
    uint32_t depth, size;
} node_t;

typedef struct {
    ident_t text;
    int32_t offset;
} symbol_t;

struct formula_pool {
    VEC(node_t) nodes;
    VEC(symbol_t) symbols;
    VEC(ident_t) atom_idents;
    uint32_t *table; // open addressing, 0 is free
    size_t table_size;
    ident_table_t *atoms;
    ident_table_t *texts; // of symbols
};

static const char *const kind_names[FORMULA_KINDS] = {
    [FORMULA_KIND_NONE] = "none", [B_TRUE] = "true", [B_FALSE] = "false",
    [B_ATOM] = "atom", [B_NOT] = "!", [B_AND] = "and", [B_OR] = "or",
    [B_XOR] = "xor", [B_PREV] = "prev", [B_ENDED] = "ended",
    [S_EMPTY] = "[*0]", [S_BOOL] = "sere", [S_CONCAT] = ";",
    [S_FUSION] = ":", [S_OR] = "|", [S_AND] = "&&", [S_REPEAT] = "[*]",
    [S_CLOCK] = "@", [S_PREFIX] = "prefix", [F_BOOL] = "b",
    [F_STRONG] = "b!", [F_NOT] = "not", [F_AND] = "and", [F_OR] = "or",
    [F_NEXT] = "X!", [F_WNEXT] = "X", [F_UNTIL] = "U", [F_WEAK] = "W",
    [F_AT] = "@", [F_SERE] = "{}", [F_SERE_STRONG] = "{}!",
    [F_SUFFIX] = "|->", [F_FOLLOW] = "#-#", [F_ABORT] = "abort",
    [F_SYNC_ABORT] = "sync_abort",
};

formula_pool_t *formula_pool_new(void)
{
    formula_pool_t *pool = xcalloc(1, sizeof *pool);
    pool->table_size = 256;
    pool->table = xcalloc(pool->table_size, sizeof *pool->table);
    pool->atoms = ident_table_new();
    pool->texts = ident_table_new();
    vec_push(&pool->nodes, ((node_t){0}));
    return pool;
}

void formula_pool_free(formula_pool_t *pool)
{
    if (!pool)
        return;
    vec_release(&pool->nodes);
    vec_release(&pool->symbols);
    vec_release(&pool->atom_idents);
    free(pool->table);
    ident_table_free(pool->atoms);
    ident_table_free(pool->texts);
    free(pool);
}

uint32_t formula_count(const formula_pool_t *pool)
{
    return (uint32_t)pool->nodes.len;
}

static const node_t *node(const formula_pool_t *pool, formula_t f)
{
    assert(f > 0 && f < pool->nodes.len);
    return &pool->nodes.data[f];
}

formula_kind_t formula_kind(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->kind;
}

formula_sort_t formula_sort(const formula_pool_t *pool, formula_t f)
{
    const formula_kind_t kind = formula_kind(pool, f);
    if (kind < S_EMPTY)
        return IS_BOOL;
    return kind < F_BOOL ? IS_SERE : IS_FORMULA;
}

formula_t formula_a(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->kind == B_ATOM ? FORMULA_NONE : node(pool, f)->a;
}

formula_t formula_b(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->b;
}

count_t formula_lo(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->lo;
}

count_t formula_hi(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->hi;
}

uint32_t formula_depth(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->depth;
}

uint32_t formula_size(const formula_pool_t *pool, formula_t f)
{
    return node(pool, f)->size;
}

const char *formula_kind_name(formula_kind_t kind)
{
    assert(kind < FORMULA_KINDS);
    return kind_names[kind];
}

static uint64_t node_hash(const node_t *n)
{
    uint64_t h = hash_mix(n->kind, n->a);
    h = hash_mix(h, n->b);
    return hash_mix(h, (uint64_t)n->lo << 32 | n->hi);
}

static bool node_equal(const node_t *x, const node_t *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b
        && x->lo == y->lo && x->hi == y->hi;
}

static void table_insert(formula_pool_t *pool, uint32_t id)
{
    size_t i = node_hash(&pool->nodes.data[id]) & (pool->table_size - 1);
    while (pool->table[i])
        i = (i + 1) & (pool->table_size - 1);
    pool->table[i] = id;
}

static void table_double(formula_pool_t *pool)
{
    free(pool->table);
    pool->table_size *= 2;
    pool->table = xcalloc(pool->table_size, sizeof *pool->table);
    for (uint32_t id = 1; id < pool->nodes.len; id++)
        table_insert(pool, id);
}

static uint32_t child_depth(const formula_pool_t *pool, const node_t *n)
{
    if (n->kind == B_ATOM)
        return 0;
    const uint32_t a = n->a ? node(pool, n->a)->depth : 0;
    const uint32_t b = n->b ? node(pool, n->b)->depth : 0;
    return a > b ? a : b;
}

static uint32_t tree_size(const formula_pool_t *pool, const node_t *n)
{
    if (n->kind == B_ATOM)
        return 1;
    uint64_t size = 1;
    size += n->a ? node(pool, n->a)->size : 0;
    size += n->b ? node(pool, n->b)->size : 0;
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

static formula_t intern(formula_pool_t *pool, node_t n)
{
    size_t i = node_hash(&n) & (pool->table_size - 1);
    for (; pool->table[i]; i = (i + 1) & (pool->table_size - 1))
        if (node_equal(&pool->nodes.data[pool->table[i]], &n))
            return pool->table[i];

    n.depth = child_depth(pool, &n) + 1;
    n.size = tree_size(pool, &n);
    const uint32_t id = (uint32_t)pool->nodes.len;
    vec_push(&pool->nodes, n);
    pool->table[i] = id;
    if (pool->nodes.len * 2 > pool->table_size)
        table_double(pool);
    return id;
}

static formula_t unary(formula_pool_t *pool, formula_kind_t kind, formula_t a)
{
    return intern(pool, (node_t){.kind = kind, .a = a});
}

static formula_t binary(formula_pool_t *pool, formula_kind_t kind,
                        formula_t a, formula_t b)
{
    return intern(pool, (node_t){.kind = kind, .a = a, .b = b});
}

static bool is(const formula_pool_t *pool, formula_t f, formula_kind_t kind)
{
    return node(pool, f)->kind == kind;
}

FOR_ASSERT static bool sorted(const formula_pool_t *pool, formula_t f,
                              formula_sort_t sort)
{
    return f && formula_sort(pool, f) == sort;
}

// Atoms

uint32_t formula_atom_count(const formula_pool_t *pool)
{
    return (uint32_t)pool->atom_idents.len;
}

const char *formula_atom_text(const formula_pool_t *pool, uint32_t atom)
{
    assert(atom < pool->atom_idents.len);
    return ident_text(pool->atom_idents.data[atom]);
}

uint32_t formula_atom(const formula_pool_t *pool, formula_t f)
{
    assert(is(pool, f, B_ATOM));
    return node(pool, f)->a;
}

bool formula_find_atom(const formula_pool_t *pool, const char *text,
                       uint32_t *atom)
{
    ident_t ident = ident_find(pool->atoms, text);
    if (ident)
        *atom = ident_index(ident);
    return ident != NULL;
}

formula_t bool_atom(formula_pool_t *pool, const char *text)
{
    ident_t ident = ident_new(pool->atoms, text);
    const uint32_t index = ident_index(ident);
    if (index >= pool->atom_idents.len)
        vec_push(&pool->atom_idents, ident);
    return intern(pool, (node_t){.kind = B_ATOM, .a = index});
}

// Counts

count_t count_literal(uint32_t value)
{
    assert(value <= COUNT_MAX);
    return value;
}

bool count_is_symbol(count_t count)
{
    return count != COUNT_INF && count & COUNT_SYMBOL;
}

count_t count_symbol(formula_pool_t *pool, const char *text, int32_t offset)
{
    ident_t ident = ident_new(pool->texts, text);
    for (size_t i = 0; i < pool->symbols.len; i++)
        if (pool->symbols.data[i].text == ident
            && pool->symbols.data[i].offset == offset)
            return COUNT_SYMBOL | (count_t)i;
    vec_push(&pool->symbols, ((symbol_t){ident, offset}));
    return COUNT_SYMBOL | (count_t)(pool->symbols.len - 1);
}

static const symbol_t *symbol(const formula_pool_t *pool, count_t count)
{
    assert(count_is_symbol(count));
    return &pool->symbols.data[count & ~COUNT_SYMBOL];
}

const char *count_text(const formula_pool_t *pool, count_t count)
{
    return ident_text(symbol(pool, count)->text);
}

int32_t count_offset(const formula_pool_t *pool, count_t count)
{
    return symbol(pool, count)->offset;
}

count_t count_add(formula_pool_t *pool, count_t count, int32_t k)
{
    if (count == COUNT_INF || k == 0)
        return count;
    if (count_is_symbol(count)) {
        const symbol_t s = *symbol(pool, count);
        return count_symbol(pool, ident_text(s.text), s.offset + k);
    }
    const int64_t sum = (int64_t)count + k;
    assert(sum >= 0);
    return sum > COUNT_MAX ? COUNT_MAX : (count_t)sum;
}

// Booleans

formula_t bool_true(formula_pool_t *pool)
{
    return intern(pool, (node_t){.kind = B_TRUE});
}

formula_t bool_false(formula_pool_t *pool)
{
    return intern(pool, (node_t){.kind = B_FALSE});
}

formula_t bool_const(formula_pool_t *pool, bool value)
{
    return value ? bool_true(pool) : bool_false(pool);
}

formula_t bool_not(formula_pool_t *pool, formula_t b)
{
    assert(sorted(pool, b, IS_BOOL));
    switch (formula_kind(pool, b)) {
    case B_TRUE: return bool_false(pool);
    case B_FALSE: return bool_true(pool);
    case B_NOT: return formula_a(pool, b);
    default: return unary(pool, B_NOT, b);
    }
}

formula_t bool_and(formula_pool_t *pool, formula_t a, formula_t b)
{
    assert(sorted(pool, a, IS_BOOL) && sorted(pool, b, IS_BOOL));
    if (is(pool, a, B_FALSE) || is(pool, b, B_TRUE) || a == b)
        return a;
    if (is(pool, b, B_FALSE) || is(pool, a, B_TRUE))
        return b;
    return binary(pool, B_AND, a, b);
}

formula_t bool_or(formula_pool_t *pool, formula_t a, formula_t b)
{
    assert(sorted(pool, a, IS_BOOL) && sorted(pool, b, IS_BOOL));
    if (is(pool, a, B_TRUE) || is(pool, b, B_FALSE) || a == b)
        return a;
    if (is(pool, b, B_TRUE) || is(pool, a, B_FALSE))
        return b;
    return binary(pool, B_OR, a, b);
}

formula_t bool_xor(formula_pool_t *pool, formula_t a, formula_t b)
{
    assert(sorted(pool, a, IS_BOOL) && sorted(pool, b, IS_BOOL));
    if (a == b)
        return bool_false(pool);
    if (is(pool, a, B_FALSE))
        return b;
    if (is(pool, b, B_FALSE))
        return a;
    if (is(pool, a, B_TRUE))
        return bool_not(pool, b);
    if (is(pool, b, B_TRUE))
        return bool_not(pool, a);
    return binary(pool, B_XOR, a, b);
}

formula_t bool_prev(formula_pool_t *pool, formula_t b, count_t n,
                    formula_t clock)
{
    assert(sorted(pool, b, IS_BOOL));
    if (n == 0 || is(pool, b, B_TRUE) || is(pool, b, B_FALSE))
        return b;
    return intern(pool, (node_t){.kind = B_PREV, .a = b, .b = clock,
                                 .lo = n});
}

formula_t bool_ended(formula_pool_t *pool, formula_t sere, formula_t clock)
{
    assert(sorted(pool, sere, IS_SERE));
    return binary(pool, B_ENDED, sere, clock);
}

// SEREs

formula_t sere_empty(formula_pool_t *pool)
{
    return intern(pool, (node_t){.kind = S_EMPTY});
}

formula_t sere_bool(formula_pool_t *pool, formula_t b)
{
    assert(sorted(pool, b, IS_BOOL));
    return unary(pool, S_BOOL, b);
}

formula_t sere_concat(formula_pool_t *pool, formula_t r, formula_t s)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, s, IS_SERE));
    return binary(pool, S_CONCAT, r, s);
}

formula_t sere_fusion(formula_pool_t *pool, formula_t r, formula_t s)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, s, IS_SERE));
    return binary(pool, S_FUSION, r, s);
}

formula_t sere_or(formula_pool_t *pool, formula_t r, formula_t s)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, s, IS_SERE));
    return binary(pool, S_OR, r, s);
}

formula_t sere_and(formula_pool_t *pool, formula_t r, formula_t s)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, s, IS_SERE));
    return binary(pool, S_AND, r, s);
}

formula_t sere_repeat(formula_pool_t *pool, formula_t r, count_t lo,
                      count_t hi)
{
    assert(sorted(pool, r, IS_SERE));
    if (lo == 0 && hi == 0)
        return sere_empty(pool);
    return intern(pool,
                  (node_t){.kind = S_REPEAT, .a = r, .lo = lo, .hi = hi});
}

formula_t sere_clock(formula_pool_t *pool, formula_t r, formula_t clock)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, clock, IS_BOOL));
    return binary(pool, S_CLOCK, r, clock);
}

formula_t sere_prefix(formula_pool_t *pool, formula_t r)
{
    assert(sorted(pool, r, IS_SERE));
    return unary(pool, S_PREFIX, r);
}

// Formulas

formula_t formula_bool(formula_pool_t *pool, formula_t b)
{
    assert(sorted(pool, b, IS_BOOL));
    return unary(pool, F_BOOL, b);
}

formula_t formula_strong(formula_pool_t *pool, formula_t b)
{
    assert(sorted(pool, b, IS_BOOL));
    return unary(pool, F_STRONG, b);
}

formula_t formula_true(formula_pool_t *pool)
{
    return formula_bool(pool, bool_true(pool));
}

formula_t formula_false(formula_pool_t *pool)
{
    return formula_strong(pool, bool_false(pool));
}

formula_t formula_not(formula_pool_t *pool, formula_t f)
{
    assert(sorted(pool, f, IS_FORMULA));
    const formula_t a = formula_a(pool, f);
    switch (formula_kind(pool, f)) {
    case F_BOOL: return formula_strong(pool, bool_not(pool, a));
    case F_STRONG: return formula_bool(pool, bool_not(pool, a));
    case F_NOT: return a;
    default: return unary(pool, F_NOT, f);
    }
}

// Both weak or both strong Booleans?
static bool same_leaf(const formula_pool_t *pool, formula_t f, formula_t g)
{
    const formula_kind_t kind = formula_kind(pool, f);
    return kind == formula_kind(pool, g)
        && (kind == F_BOOL || kind == F_STRONG);
}

formula_t formula_and(formula_pool_t *pool, formula_t f, formula_t g)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, g, IS_FORMULA));
    if (same_leaf(pool, f, g))
        return unary(pool, formula_kind(pool, f),
                     bool_and(pool, formula_a(pool, f), formula_a(pool, g)));
    return binary(pool, F_AND, f, g);
}

formula_t formula_or(formula_pool_t *pool, formula_t f, formula_t g)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, g, IS_FORMULA));
    if (same_leaf(pool, f, g))
        return unary(pool, formula_kind(pool, f),
                     bool_or(pool, formula_a(pool, f), formula_a(pool, g)));
    return binary(pool, F_OR, f, g);
}

formula_t formula_next(formula_pool_t *pool, bool strong, count_t m,
                       formula_t f)
{
    assert(sorted(pool, f, IS_FORMULA) && m != COUNT_INF);
    return intern(pool, (node_t){.kind = strong ? F_NEXT : F_WNEXT, .a = f,
                                 .lo = m});
}

formula_t formula_until(formula_pool_t *pool, formula_t f, formula_t g)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, g, IS_FORMULA));
    return binary(pool, F_UNTIL, f, g);
}

formula_t formula_weak(formula_pool_t *pool, formula_t f, formula_t g)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, g, IS_FORMULA));
    return binary(pool, F_WEAK, f, g);
}

formula_t formula_at(formula_pool_t *pool, formula_t f, formula_t clock)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, clock, IS_BOOL));
    return binary(pool, F_AT, f, clock);
}

formula_t formula_sere(formula_pool_t *pool, bool strong, formula_t r)
{
    assert(sorted(pool, r, IS_SERE));
    return unary(pool, strong ? F_SERE_STRONG : F_SERE, r);
}

formula_t formula_suffix(formula_pool_t *pool, formula_t r, formula_t f)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, f, IS_FORMULA));
    return binary(pool, F_SUFFIX, r, f);
}

formula_t formula_follow(formula_pool_t *pool, formula_t r, formula_t f)
{
    assert(sorted(pool, r, IS_SERE) && sorted(pool, f, IS_FORMULA));
    return binary(pool, F_FOLLOW, r, f);
}

formula_t formula_abort(formula_pool_t *pool, bool sync, formula_t f,
                        formula_t b)
{
    assert(sorted(pool, f, IS_FORMULA) && sorted(pool, b, IS_BOOL));
    return binary(pool, sync ? F_SYNC_ABORT : F_ABORT, f, b);
}

// Traversal

formula_t formula_rebuild(formula_pool_t *pool, formula_t f, formula_t a,
                          formula_t b)
{
    const node_t n = *node(pool, f);
    switch (n.kind) {
    case B_TRUE: case B_FALSE: case B_ATOM: case S_EMPTY: return f;
    case B_NOT: return bool_not(pool, a);
    case B_AND: return bool_and(pool, a, b);
    case B_OR: return bool_or(pool, a, b);
    case B_XOR: return bool_xor(pool, a, b);
    case B_PREV: return bool_prev(pool, a, n.lo, b);
    case S_REPEAT: return sere_repeat(pool, a, n.lo, n.hi);
    case F_NOT: return formula_not(pool, a);
    case F_AND: return formula_and(pool, a, b);
    case F_OR: return formula_or(pool, a, b);
    default:
        return intern(pool, (node_t){.kind = n.kind, .a = a, .b = b,
                                     .lo = n.lo, .hi = n.hi});
    }
}

// A walk over the nodes below f: each is seen once.
typedef bool (*visit_fn)(const formula_pool_t *pool, formula_t f,
                         const void *user);

static bool any_below(const formula_pool_t *pool, formula_t top,
                      visit_fn fn, const void *user)
{
    VEC(formula_t) todo = {0};
    unsigned char *seen = xcalloc(pool->nodes.len, 1);
    bool found = false;
    vec_push(&todo, top);
    while (todo.len && !found) {
        const formula_t f = vec_pop(&todo);
        if (!f || seen[f])
            continue;
        seen[f] = 1;
        found = fn(pool, f, user);
        vec_push(&todo, formula_a(pool, f));
        vec_push(&todo, formula_b(pool, f));
    }
    free(seen);
    vec_release(&todo);
    return found;
}

static bool visit_kind(const formula_pool_t *pool, formula_t f,
                       const void *user)
{
    return formula_kind(pool, f) == *(const formula_kind_t *)user;
}

bool formula_has(const formula_pool_t *pool, formula_t f, formula_kind_t kind)
{
    return any_below(pool, f, visit_kind, &kind);
}

static bool visit_symbol(const formula_pool_t *pool, formula_t f,
                         const void *user)
{
    (void)user;
    return count_is_symbol(formula_lo(pool, f))
        || count_is_symbol(formula_hi(pool, f));
}

bool formula_has_symbol(const formula_pool_t *pool, formula_t f)
{
    return any_below(pool, f, visit_symbol, NULL);
}

typedef struct {
    formula_pool_t *pool;
    map_t *memo;
    formula_count_fn fn;
    void *user;
    const char *bad;
} instantiate_t;

static count_t instantiate_count(instantiate_t *s, count_t count)
{
    if (!count_is_symbol(count))
        return count;
    const char *text = count_text(s->pool, count);
    int64_t value = 0;
    if (!s->fn(text, &value, s->user)) {
        s->bad = text;
        return 0;
    }
    value += count_offset(s->pool, count);
    if (value < 0 || value > COUNT_MAX) {
        s->bad = text;
        return 0;
    }
    return (count_t)value;
}

static formula_t instantiate(instantiate_t *s, formula_t f)
{
    uint64_t known;
    if (!f || map_get(s->memo, f, &known))
        return f ? (formula_t)known : f;
    const node_t n = *node(s->pool, f);
    formula_t result = f;
    if (n.kind != B_ATOM) {
        const formula_t a = instantiate(s, n.a);
        const formula_t b = instantiate(s, n.b);
        const count_t lo = instantiate_count(s, n.lo);
        const count_t hi = instantiate_count(s, n.hi);
        if (n.kind == B_PREV)
            result = bool_prev(s->pool, a, lo, b);
        else if (n.kind == S_REPEAT)
            result = sere_repeat(s->pool, a, lo, hi);
        else if (n.kind == F_NEXT || n.kind == F_WNEXT)
            result = formula_next(s->pool, n.kind == F_NEXT, lo, a);
        else
            result = formula_rebuild(s->pool, f, a, b);
    }
    map_put(s->memo, f, result);
    return result;
}

formula_t formula_instantiate(formula_pool_t *pool, formula_t f,
                              formula_count_fn fn, void *user,
                              const char **bad)
{
    instantiate_t s = {pool, map_new(), fn, user, NULL};
    const formula_t result = instantiate(&s, f);
    map_free(s.memo);
    *bad = s.bad;
    return s.bad ? FORMULA_NONE : result;
}
