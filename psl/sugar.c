// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/sugar.h"

formula_t sugar_always(formula_pool_t *pool, formula_t f)
{
    return formula_weak(pool, f, formula_bool(pool, bool_false(pool)));
}

// `{r}` meant as an occurrence rather than as an obligation.
static formula_t occurrence(formula_pool_t *pool, formula_t f)
{
    if (formula_kind(pool, f) == F_SERE)
        return formula_sere(pool, true, formula_a(pool, f));
    return f;
}

formula_t sugar_eventually(formula_pool_t *pool, formula_t f)
{
    return formula_until(pool, formula_true(pool), occurrence(pool, f));
}

formula_t sugar_never(formula_pool_t *pool, formula_t f)
{
    return sugar_always(pool, sugar_not(pool, occurrence(pool, f)));
}

formula_t sugar_not(formula_pool_t *pool, formula_t f)
{
    if (formula_kind(pool, f) == F_BOOL)
        return formula_bool(pool, bool_not(pool, formula_a(pool, f)));
    return formula_not(pool, f);
}

formula_t sugar_implies(formula_pool_t *pool, formula_t f, formula_t g)
{
    return formula_or(pool, sugar_not(pool, f), g);
}

formula_t sugar_iff(formula_pool_t *pool, formula_t f, formula_t g)
{
    return formula_and(pool, sugar_implies(pool, f, g),
                       sugar_implies(pool, g, f));
}

static formula_t until(formula_pool_t *pool, unsigned flags, formula_t f,
                       formula_t g)
{
    return flags & SUGAR_STRONG ? formula_until(pool, f, g)
                                : formula_weak(pool, f, g);
}

formula_t sugar_until(formula_pool_t *pool, unsigned flags, formula_t f,
                      formula_t g)
{
    if (flags & SUGAR_INCLUSIVE)
        g = formula_and(pool, f, g);
    return until(pool, flags, f, g);
}

formula_t sugar_before(formula_pool_t *pool, unsigned flags, formula_t f,
                       formula_t g)
{
    const formula_t not_g = sugar_not(pool, g);
    if (!(flags & SUGAR_INCLUSIVE))
        f = formula_and(pool, f, not_g);
    return until(pool, flags, not_g, f);
}

// At every, or at some, end of a match. The weak `some` and the strong `all`
// also say that the matches are there: a strong operator wants the tick of
// the last one, a weak one is content if it does not come.
static formula_t at_matches(formula_pool_t *pool, bool strong, bool all,
                            formula_t each, formula_t last, formula_t f)
{
    if (each == last)
        return strong ? formula_follow(pool, each, f)
                      : formula_suffix(pool, each, f);
    if (all) {
        const formula_t weak = formula_suffix(pool, each, f);
        if (!strong)
            return weak;
        return formula_and(pool, weak, formula_follow(pool, last, f));
    }
    const formula_t some = formula_follow(pool, each, f);
    if (strong)
        return some;
    return formula_or(pool, some, formula_suffix(pool, last, f));
}

formula_t sugar_next_range(formula_pool_t *pool, bool strong, bool all,
                           count_t lo, count_t hi, formula_t f)
{
    if (lo == hi)
        return formula_next(pool, strong, lo, f);
    const formula_t tick = sere_bool(pool, bool_true(pool));
    lo = count_add(pool, lo, 1);
    hi = count_add(pool, hi, 1);
    return at_matches(pool, strong, all, sere_repeat(pool, tick, lo, hi),
                      sere_repeat(pool, tick, hi, hi), f);
}

formula_t sugar_next_event(formula_pool_t *pool, bool strong, bool all,
                           formula_t b, count_t lo, count_t hi, formula_t f)
{
    return at_matches(pool, strong, all, sugar_goto(pool, b, lo, hi),
                      sugar_goto(pool, b, hi, hi), f);
}

formula_t sugar_suffix_next(formula_pool_t *pool, formula_t r, formula_t f)
{
    const formula_t tick = sere_bool(pool, bool_true(pool));
    return formula_suffix(pool, sere_concat(pool, r, tick), f);
}

static formula_t any_number(formula_pool_t *pool, formula_t b)
{
    return sere_repeat(pool, sere_bool(pool, b), 0, COUNT_INF);
}

formula_t sugar_goto(formula_pool_t *pool, formula_t b, count_t lo,
                     count_t hi)
{
    const formula_t once =
        sere_concat(pool, any_number(pool, bool_not(pool, b)),
                    sere_bool(pool, b));
    return lo == 1 && hi == 1 ? once : sere_repeat(pool, once, lo, hi);
}

formula_t sugar_times(formula_pool_t *pool, formula_t b, count_t lo,
                      count_t hi)
{
    return sere_concat(pool, sugar_goto(pool, b, lo, hi),
                       any_number(pool, bool_not(pool, b)));
}

formula_t sugar_sere_and(formula_pool_t *pool, formula_t r, formula_t s)
{
    const formula_t any = any_number(pool, bool_true(pool));
    return sere_or(pool, sere_and(pool, r, sere_concat(pool, s, any)),
                   sere_and(pool, sere_concat(pool, r, any), s));
}

formula_t sugar_within(formula_pool_t *pool, formula_t r, formula_t s)
{
    const formula_t any = any_number(pool, bool_true(pool));
    return sere_and(
        pool, sere_concat(pool, any, sere_concat(pool, r, any)), s);
}

formula_t sugar_exactly(formula_pool_t *pool, const formula_t *b, size_t n,
                        size_t k)
{
    if (k > n)
        return bool_false(pool);
    // row[j]: exactly j of those seen so far.
    formula_t *row = xnmalloc(n + 2, sizeof *row);
    for (size_t j = 0; j <= n + 1; j++)
        row[j] = bool_const(pool, j == 0);
    for (size_t i = 0; i < n; i++) {
        const formula_t no = bool_not(pool, b[i]);
        for (size_t j = i + 1; j > 0; j--)
            row[j] = bool_or(pool, bool_and(pool, row[j], no),
                             bool_and(pool, row[j - 1], b[i]));
        row[0] = bool_and(pool, row[0], no);
    }
    const formula_t result = row[k];
    free(row);
    return result;
}

formula_t sugar_at_most(formula_pool_t *pool, const formula_t *b, size_t n,
                        size_t k)
{
    formula_t result = bool_false(pool);
    for (size_t j = 0; j <= k && j <= n; j++)
        result = bool_or(pool, result, sugar_exactly(pool, b, n, j));
    return result;
}
