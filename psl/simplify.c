// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/rewrite.h"

#include "core/hash.h"

// One function per operator; each tries its laws and else returns the node.
// Operands are simple already. Every law here holds in all clock contexts, on
// empty, finite and infinite words.

typedef struct {
    formula_pool_t *pool;
    map_t *memo;
} simplifier_t;

static formula_kind_t kind(const simplifier_t *s, formula_t f)
{
    return formula_kind(s->pool, f);
}

static bool is_true(const simplifier_t *s, formula_t f)
{
    return kind(s, f) == F_BOOL
        && kind(s, formula_a(s->pool, f)) == B_TRUE;
}

static bool is_false(const simplifier_t *s, formula_t f)
{
    return kind(s, f) == F_STRONG
        && kind(s, formula_a(s->pool, f)) == B_FALSE;
}

// A weak and a strong leaf of the same Boolean?
static bool same_bool(const simplifier_t *s, formula_t f, formula_t g)
{
    const formula_kind_t x = kind(s, f), y = kind(s, g);
    return ((x == F_BOOL && y == F_STRONG) || (x == F_STRONG && y == F_BOOL))
        && formula_a(s->pool, f) == formula_a(s->pool, g);
}

// f and (f or g), f or (f and g).
static bool absorbs(const simplifier_t *s, formula_t f, formula_t g,
                    formula_kind_t inner)
{
    return kind(s, g) == inner
        && (formula_a(s->pool, g) == f || formula_b(s->pool, g) == f);
}

static formula_t simple_and(simplifier_t *s, formula_t f, formula_t g)
{
    if (f == g || is_true(s, g) || is_false(s, f))
        return f;
    if (is_true(s, f) || is_false(s, g))
        return g;
    if (same_bool(s, f, g))
        return kind(s, f) == F_STRONG ? f : g;
    if (formula_not(s->pool, f) == g)
        return formula_false(s->pool);
    if (absorbs(s, f, g, F_OR))
        return f;
    return absorbs(s, g, f, F_OR) ? g : formula_and(s->pool, f, g);
}

static formula_t simple_or(simplifier_t *s, formula_t f, formula_t g)
{
    if (f == g || is_false(s, g) || is_true(s, f))
        return f;
    if (is_false(s, f) || is_true(s, g))
        return g;
    if (same_bool(s, f, g))
        return kind(s, f) == F_BOOL ? f : g;
    if (formula_not(s->pool, f) == g)
        return formula_true(s->pool);
    if (absorbs(s, f, g, F_AND))
        return f;
    return absorbs(s, g, f, F_AND) ? g : formula_or(s->pool, f, g);
}

// X!^m X!^n = X!^(m+n); X!^m false = false, X^m true = true.
static formula_t simple_next(simplifier_t *s, formula_t f, formula_t g)
{
    const bool strong = kind(s, f) == F_NEXT;
    count_t m = formula_lo(s->pool, f);
    if (strong ? is_false(s, g) : is_true(s, g))
        return g;
    if (kind(s, g) == kind(s, f)) {
        const count_t n = formula_lo(s->pool, g);
        if (!count_is_symbol(m) && !count_is_symbol(n)
            && m + n <= COUNT_MAX) {
            m += n;
            g = formula_a(s->pool, g);
        }
    }
    return formula_next(s->pool, strong, m, g);
}

// f U (f U g) = f U g, f U false = false; the same for W, and true W g, f W
// true are true.
static formula_t simple_until(simplifier_t *s, formula_t f, formula_t a,
                              formula_t b)
{
    const bool strong = kind(s, f) == F_UNTIL;
    if (kind(s, b) == kind(s, f) && formula_a(s->pool, b) == a)
        return b;
    if (strong && is_false(s, b))
        return b;
    if (!strong && (is_true(s, a) || is_true(s, b)))
        return formula_true(s->pool);
    if (!strong && is_false(s, b))
        b = formula_bool(s->pool, bool_false(s->pool));
    // G G f = G f
    if (!strong && kind(s, a) == F_WEAK && formula_b(s->pool, a) == b
        && b == formula_bool(s->pool, bool_false(s->pool)))
        return a;
    return formula_rebuild(s->pool, f, a, b);
}

// f@c@d = f@c; constants need no clock.
static formula_t simple_at(simplifier_t *s, formula_t f, formula_t clock)
{
    if (kind(s, f) == F_AT || is_true(s, f) || is_false(s, f))
        return f;
    return formula_at(s->pool, f, clock);
}

static formula_t simple_suffix(simplifier_t *s, formula_t f, formula_t r,
                               formula_t g)
{
    const bool all = kind(s, f) == F_SUFFIX;
    if (all ? is_true(s, g) : is_false(s, g))
        return g;
    if (!all && is_true(s, g))
        return formula_sere(s->pool, true, r);
    return formula_rebuild(s->pool, f, r, g);
}

// {b} = b, {b}! = b!.
static formula_t simple_sere_formula(simplifier_t *s, formula_t f,
                                     formula_t r)
{
    const bool strong = kind(s, f) == F_SERE_STRONG;
    if (kind(s, r) != S_BOOL)
        return formula_sere(s->pool, strong, r);
    const formula_t b = formula_a(s->pool, r);
    return strong ? formula_strong(s->pool, b) : formula_bool(s->pool, b);
}

// SEREs: the empty match is the unit of `;`, r | r = r && r = r, r[*1] = r.
static formula_t simple_sere(simplifier_t *s, formula_t r, formula_t a,
                             formula_t b)
{
    switch (kind(s, r)) {
    case S_CONCAT:
        if (kind(s, a) == S_EMPTY)
            return b;
        if (kind(s, b) == S_EMPTY)
            return a;
        break;
    case S_OR: case S_AND:
        if (a == b)
            return a;
        break;
    case S_REPEAT:
        if (kind(s, a) == S_EMPTY || (formula_lo(s->pool, r) == 1
                                      && formula_hi(s->pool, r) == 1))
            return a;
        break;
    case S_CLOCK:
        if (kind(s, a) == S_CLOCK || kind(s, a) == S_EMPTY)
            return a;
        break;
    default: break;
    }
    return formula_rebuild(s->pool, r, a, b);
}

static formula_t simple(simplifier_t *s, formula_t f, formula_t a,
                        formula_t b)
{
    switch (kind(s, f)) {
    case F_AND: return simple_and(s, a, b);
    case F_OR: return simple_or(s, a, b);
    case F_NEXT: case F_WNEXT: return simple_next(s, f, a);
    case F_UNTIL: case F_WEAK: return simple_until(s, f, a, b);
    case F_AT: return simple_at(s, a, b);
    case F_SERE: case F_SERE_STRONG: return simple_sere_formula(s, f, a);
    case F_SUFFIX: case F_FOLLOW: return simple_suffix(s, f, a, b);
    case S_CONCAT: case S_OR: case S_AND: case S_REPEAT: case S_CLOCK:
        return simple_sere(s, f, a, b);
    default: return formula_rebuild(s->pool, f, a, b);
    }
}

static formula_t simplify(simplifier_t *s, formula_t f)
{
    uint64_t value;
    if (!f || map_get(s->memo, f, &value))
        return f ? (formula_t)value : f;
    const formula_t a = simplify(s, formula_a(s->pool, f));
    const formula_t b = simplify(s, formula_b(s->pool, f));
    const formula_t result = simple(s, f, a, b);
    map_put(s->memo, f, result);
    return result;
}

formula_t rewrite_simplify(formula_pool_t *pool, formula_t f)
{
    simplifier_t s = {pool, map_new()};
    const formula_t result = simplify(&s, f);
    map_free(s.memo);
    return result;
}
