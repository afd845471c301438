// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/rewrite.h"

#include "core/hash.h"

#include <assert.h>

typedef struct {
    formula_pool_t *pool;
    map_t *memo; // (f, second key) to result
} rewriter_t;

static bool known(const rewriter_t *w, formula_t f, uint32_t key,
                  formula_t *result)
{
    uint64_t value;
    if (!map_get(w->memo, (uint64_t)f << 32 | key, &value))
        return false;
    *result = (formula_t)value;
    return true;
}

static formula_t remember(rewriter_t *w, formula_t f, uint32_t key,
                          formula_t result)
{
    map_put(w->memo, (uint64_t)f << 32 | key, result);
    return result;
}

static formula_kind_t kind(const rewriter_t *w, formula_t f)
{
    return formula_kind(w->pool, f);
}

// Declocking

static formula_t declock(rewriter_t *w, formula_t f, formula_t c, bool at);
static formula_t declock_sere(rewriter_t *w, formula_t r, formula_t c);

// A Boolean whose prev and ended have their clock.
static formula_t bind_clock(rewriter_t *w, formula_t b, formula_t c)
{
    formula_pool_t *pool = w->pool;
    const formula_t x = formula_a(pool, b), y = formula_b(pool, b);
    switch (kind(w, b)) {
    case B_TRUE: case B_FALSE: case B_ATOM: return b;
    case B_NOT: return bool_not(pool, bind_clock(w, x, c));
    case B_PREV:
        if (!y)
            return bool_prev(pool, bind_clock(w, x, c), formula_lo(pool, b),
                             c);
        return bool_prev(pool, bind_clock(w, x, y), formula_lo(pool, b),
                         bind_clock(w, y, c));
    case B_ENDED:
        return bool_ended(pool, declock_sere(w, x, y ? y : c),
                          bool_true(pool));
    default:
        return formula_rebuild(pool, b, bind_clock(w, x, c),
                               bind_clock(w, y, c));
    }
}

// Boolean b at a tick: c and b.
static formula_t at_tick(rewriter_t *w, formula_t b, formula_t c)
{
    return bool_and(w->pool, c, bind_clock(w, b, c));
}

static formula_t any_number(formula_pool_t *pool, formula_t b)
{
    return sere_repeat(pool, sere_bool(pool, b), 0, COUNT_INF);
}

// b in the context of c: {!c[*]; c and b}.
static formula_t declock_step(rewriter_t *w, formula_t b, formula_t c)
{
    formula_pool_t *pool = w->pool;
    const formula_t tick = sere_bool(pool, at_tick(w, b, c));
    if (kind(w, c) == B_TRUE)
        return tick;
    return sere_concat(pool, any_number(pool, bool_not(pool, c)), tick);
}

static formula_t declock_sere(rewriter_t *w, formula_t r, formula_t c)
{
    const formula_t x = formula_a(w->pool, r), y = formula_b(w->pool, r);
    formula_t result;
    if (known(w, r, c, &result))
        return result;
    switch (kind(w, r)) {
    case S_EMPTY: result = r; break;
    case S_BOOL: result = declock_step(w, x, c); break;
    case S_CLOCK:
        result = declock_sere(w, x, bind_clock(w, y, bool_true(w->pool)));
        break;
    case S_REPEAT: case S_PREFIX:
        result = formula_rebuild(w->pool, r, declock_sere(w, x, c), 0);
        break;
    default:
        result = formula_rebuild(w->pool, r, declock_sere(w, x, c),
                                 declock_sere(w, y, c));
    }
    return remember(w, r, c, result);
}

// Ticks are waited for with U if the operator is strong, with W if not.
static formula_t wait(rewriter_t *w, bool strong, formula_t c, formula_t f)
{
    formula_pool_t *pool = w->pool;
    if (strong)
        return formula_until(
            pool, formula_bool(pool, bool_not(pool, c)),
            formula_and(pool, formula_strong(pool, c), f));
    return formula_weak(pool, formula_bool(pool, bool_not(pool, c)),
                        formula_and(pool, formula_bool(pool, c), f));
}

// `at` says that the first letter is known to be a tick: nothing is waited
// for.

static formula_t declock_leaf(rewriter_t *w, formula_t f, formula_t c,
                              bool at)
{
    formula_pool_t *pool = w->pool;
    const bool strong = kind(w, f) == F_STRONG;
    const formula_t b = bind_clock(w, formula_a(pool, f), c);
    const formula_t leaf = strong ? formula_strong(pool, b)
                                  : formula_bool(pool, b);
    return at || kind(w, c) == B_TRUE ? leaf : wait(w, strong, c, leaf);
}

static formula_t declock_next(rewriter_t *w, formula_t f, formula_t c,
                              bool at)
{
    formula_pool_t *pool = w->pool;
    const bool strong = kind(w, f) == F_NEXT;
    const count_t m = formula_lo(pool, f);
    if (kind(w, c) == B_TRUE)
        return formula_next(pool, strong, m,
                            declock(w, formula_a(pool, f), c, false));
    const formula_t g = declock(w, formula_a(pool, f), c, true);
    if (count_is_symbol(m) || m > REWRITE_MAX_NEXT) {
        const count_t n = count_add(pool, m, 1);
        const formula_t ticks = sere_repeat(
            pool, declock_step(w, bool_true(pool), c), n, n);
        return strong ? formula_follow(pool, ticks, g)
                      : formula_suffix(pool, ticks, g);
    }
    formula_t result = g;
    for (count_t i = 0; i < m; i++)
        result = formula_next(pool, strong, 1, wait(w, strong, c, result));
    return at ? result : wait(w, strong, c, result);
}

static bool is_weak_false(const rewriter_t *w, formula_t f)
{
    return kind(w, f) == F_BOOL
        && kind(w, formula_a(w->pool, f)) == B_FALSE;
}

static formula_t declock_until(rewriter_t *w, formula_t f, formula_t c)
{
    formula_pool_t *pool = w->pool;
    const bool plain = kind(w, c) == B_TRUE;
    const formula_t a = declock(w, formula_a(pool, f), c, !plain);
    const formula_t b = declock(w, formula_b(pool, f), c, !plain);
    if (plain)
        return formula_rebuild(pool, f, a, b);
    const formula_t left =
        formula_or(pool, formula_bool(pool, bool_not(pool, c)), a);
    if (kind(w, f) == F_WEAK && is_weak_false(w, b)) // G f
        return formula_weak(pool, left, b);
    if (kind(w, f) == F_UNTIL)
        return formula_until(
            pool, left, formula_and(pool, formula_strong(pool, c), b));
    return formula_weak(pool, left,
                        formula_and(pool, formula_bool(pool, c), b));
}

static formula_t declock_abort(rewriter_t *w, formula_t f, formula_t c,
                               bool at)
{
    formula_pool_t *pool = w->pool;
    const formula_t g = declock(w, formula_a(pool, f), c, at);
    const formula_t b = formula_b(pool, f);
    return formula_abort(pool, false, g,
                         kind(w, f) == F_SYNC_ABORT
                             ? at_tick(w, b, c)
                             : bind_clock(w, b, c));
}

static formula_t declock_kind(rewriter_t *w, formula_t f, formula_t c,
                              bool at)
{
    formula_pool_t *pool = w->pool;
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (kind(w, f)) {
    case F_BOOL: case F_STRONG: return declock_leaf(w, f, c, at);
    case F_NOT: return formula_not(pool, declock(w, a, c, at));
    case F_AND: case F_OR:
        return formula_rebuild(pool, f, declock(w, a, c, at),
                               declock(w, b, c, at));
    case F_NEXT: case F_WNEXT: return declock_next(w, f, c, at);
    case F_UNTIL: case F_WEAK: return declock_until(w, f, c);
    case F_AT: {
        const formula_t d = bind_clock(w, b, bool_true(pool));
        return declock(w, a, d, at && c == d);
    }
    case F_SERE: case F_SERE_STRONG:
        return formula_rebuild(pool, f, declock_sere(w, a, c), 0);
    case F_SUFFIX: case F_FOLLOW:
        return formula_rebuild(pool, f, declock_sere(w, a, c),
                               declock(w, b, c, false));
    case F_ABORT: case F_SYNC_ABORT: return declock_abort(w, f, c, at);
    default: BUG("not a formula: %s", formula_kind_name(kind(w, f)));
    }
}

static formula_t declock(rewriter_t *w, formula_t f, formula_t c, bool at)
{
    formula_t result;
    const uint32_t key = c | (uint32_t)at << 31;
    if (known(w, f, key, &result))
        return result;
    return remember(w, f, key, declock_kind(w, f, c, at));
}

formula_t rewrite_declock(formula_pool_t *pool, formula_t f, formula_t clock)
{
    rewriter_t w = {pool, map_new()};
    clock = bind_clock(&w, clock, bool_true(pool));
    const formula_t result = declock(&w, f, clock, false);
    map_free(w.memo);
    return result;
}

// Abort. Of a formula in negation normal form, `accept` is what is true when
// the word is cut before the first b and continued with TOPs, `reject` with
// BOTTOMs. At a b the first is true and the second false, whatever f is.

typedef enum { ACCEPT, REJECT } cut_t;

static formula_t cut(rewriter_t *w, formula_t f, formula_t b, cut_t how);

static formula_t cut_leaf(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    formula_pool_t *pool = w->pool;
    const formula_t a = formula_a(pool, f);
    const formula_t c = how == ACCEPT
        ? bool_or(pool, b, a) : bool_and(pool, bool_not(pool, b), a);
    return kind(w, f) == F_BOOL ? formula_bool(pool, c)
                                : formula_strong(pool, c);
}

// b or f, or its dual, with a strength that does not change the empty word.
static formula_t guard(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    formula_pool_t *pool = w->pool;
    if (how == ACCEPT)
        return formula_or(pool, formula_strong(pool, b), f);
    return formula_and(pool, formula_bool(pool, bool_not(pool, b)), f);
}

static formula_t cut_next(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    formula_pool_t *pool = w->pool;
    const bool strong = kind(w, f) == F_NEXT;
    const count_t m = formula_lo(pool, f);
    formula_t g = cut(w, formula_a(pool, f), b, how);
    for (count_t i = 0; i < m; i++)
        g = guard(w, formula_next(pool, strong, 1, g), b, how);
    return g;
}

// The matches of r without a letter b.
static formula_t without(rewriter_t *w, formula_t r, formula_t b)
{
    return sere_and(w->pool, r, any_number(w->pool, bool_not(w->pool, b)));
}

// A part of a match, then b.
static formula_t interrupted(rewriter_t *w, formula_t r, formula_t b)
{
    formula_pool_t *pool = w->pool;
    return sere_concat(pool, without(w, sere_prefix(pool, r), b),
                       sere_bool(pool, b));
}

static formula_t cut_sere(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    formula_pool_t *pool = w->pool;
    const formula_t r = formula_a(pool, f);
    const bool strong = kind(w, f) == F_SERE_STRONG;
    if (how == REJECT)
        return formula_sere(pool, strong, without(w, r, b));
    const formula_t both =
        sere_or(pool, without(w, r, b), interrupted(w, r, b));
    return guard(w, formula_sere(pool, strong, both), b, how);
}

static formula_t cut_suffix(rewriter_t *w, formula_t f, formula_t b,
                            cut_t how)
{
    formula_pool_t *pool = w->pool;
    const formula_t r = formula_a(pool, f);
    const bool all = kind(w, f) == F_SUFFIX;
    const formula_t g = formula_rebuild(
        pool, f, without(w, r, b), cut(w, formula_b(pool, f), b, how));
    if (all == (how == ACCEPT))
        return g;
    const formula_t partial = interrupted(w, r, b);
    if (how == ACCEPT)
        return guard(w, formula_or(pool, g,
                                   formula_sere(pool, true, partial)),
                     b, how);
    return guard(w, formula_and(pool, g,
                                formula_suffix(pool, partial,
                                               formula_false(pool))),
                 b, how);
}

static formula_t cut_kind(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    formula_pool_t *pool = w->pool;
    switch (kind(w, f)) {
    case F_BOOL: case F_STRONG: return cut_leaf(w, f, b, how);
    case F_NOT: { // above a weak SERE
        const formula_t dual = cut(w, formula_a(pool, f), b,
                                   how == ACCEPT ? REJECT : ACCEPT);
        return rewrite_nnf(pool, formula_not(pool, dual));
    }
    case F_AND: case F_OR: case F_UNTIL: case F_WEAK:
        return formula_rebuild(pool, f,
                               cut(w, formula_a(pool, f), b, how),
                               cut(w, formula_b(pool, f), b, how));
    case F_NEXT: case F_WNEXT: return cut_next(w, f, b, how);
    case F_SERE: case F_SERE_STRONG: return cut_sere(w, f, b, how);
    case F_SUFFIX: case F_FOLLOW: return cut_suffix(w, f, b, how);
    default:
        BUG("not in normal form: %s", formula_kind_name(kind(w, f)));
    }
}

static formula_t cut(rewriter_t *w, formula_t f, formula_t b, cut_t how)
{
    rewriter_t *const memo = w;
    formula_t result;
    const uint32_t key = b * 2 + (how == REJECT);
    if (known(memo, f, key, &result))
        return result;
    return remember(memo, f, key, cut_kind(w, f, b, how));
}

static formula_t cut_all(formula_pool_t *pool, formula_t f, formula_t b,
                         cut_t how)
{
    rewriter_t w = {pool, map_new()};
    const formula_t result = cut(&w, f, b, how);
    map_free(w.memo);
    return result;
}

// Negation normal form

static formula_t nnf(rewriter_t *w, formula_t f, bool negated);

// X^m to the next operators that the rest knows: m between 1 and the limit.
static formula_t nnf_next(rewriter_t *w, formula_t f, bool negated)
{
    formula_pool_t *pool = w->pool;
    const bool strong = (kind(w, f) == F_NEXT) != negated;
    const formula_t g = nnf(w, formula_a(pool, f), negated);
    const count_t m = formula_lo(pool, f);
    if (m == 0 && strong)
        return formula_and(pool, formula_strong(pool, bool_true(pool)), g);
    if (m == 0)
        return formula_or(pool, formula_bool(pool, bool_false(pool)), g);
    if (!count_is_symbol(m) && m <= REWRITE_MAX_NEXT)
        return formula_next(pool, strong, m, g);
    const count_t n = count_add(pool, m, 1);
    const formula_t letters =
        sere_repeat(pool, sere_bool(pool, bool_true(pool)), n, n);
    return strong ? formula_follow(pool, letters, g)
                  : formula_suffix(pool, letters, g);
}

// not (f U g) = not g W (not f and not g), and the other way round.
static formula_t nnf_until(rewriter_t *w, formula_t f, bool negated)
{
    formula_pool_t *pool = w->pool;
    const formula_t a = nnf(w, formula_a(pool, f), negated);
    const formula_t b = nnf(w, formula_b(pool, f), negated);
    if (!negated)
        return formula_rebuild(pool, f, a, b);
    const formula_t both = formula_and(pool, a, b);
    return kind(w, f) == F_UNTIL ? formula_weak(pool, b, both)
                                 : formula_until(pool, b, both);
}

static formula_t nnf_suffix(rewriter_t *w, formula_t f, bool negated)
{
    formula_pool_t *pool = w->pool;
    const formula_t r = formula_a(pool, f);
    const formula_t g = nnf(w, formula_b(pool, f), negated);
    return (kind(w, f) == F_SUFFIX) != negated
        ? formula_suffix(pool, r, g) : formula_follow(pool, r, g);
}

static formula_t nnf_kind(rewriter_t *w, formula_t f, bool negated)
{
    formula_pool_t *pool = w->pool;
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (kind(w, f)) {
    case F_BOOL: case F_STRONG: return negated ? formula_not(pool, f) : f;
    case F_NOT: return nnf(w, a, !negated);
    case F_AND: case F_OR: {
        const formula_t x = nnf(w, a, negated), y = nnf(w, b, negated);
        return (kind(w, f) == F_AND) != negated ? formula_and(pool, x, y)
                                                : formula_or(pool, x, y);
    }
    case F_NEXT: case F_WNEXT: return nnf_next(w, f, negated);
    case F_UNTIL: case F_WEAK: return nnf_until(w, f, negated);
    case F_SERE: return negated ? formula_not(pool, f) : f;
    case F_SERE_STRONG:
        return negated ? formula_suffix(pool, a, formula_false(pool)) : f;
    case F_SUFFIX: case F_FOLLOW: return nnf_suffix(w, f, negated);
    case F_ABORT:
        return cut_all(pool, nnf(w, a, negated), b,
                       negated ? REJECT : ACCEPT);
    default:
        BUG("clocked: %s", formula_kind_name(kind(w, f)));
    }
}

static formula_t nnf(rewriter_t *w, formula_t f, bool negated)
{
    formula_t result;
    if (known(w, f, negated, &result))
        return result;
    return remember(w, f, negated, nnf_kind(w, f, negated));
}

formula_t rewrite_nnf(formula_pool_t *pool, formula_t f)
{
    rewriter_t w = {pool, map_new()};
    const formula_t result = nnf(&w, f, false);
    map_free(w.memo);
    return result;
}

formula_t rewrite_plain(formula_pool_t *pool, formula_t f, formula_t clock)
{
    f = rewrite_declock(pool, f, clock);
    return rewrite_simplify(pool, rewrite_nnf(pool, f));
}
