// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/psl/random.h"

#include "core/hash.h"
#include "psl/sugar.h"

static const char *const atoms[] = {"p", "q", "r"};
static const char *const clocks[] = {"c1", "c2", "c3"};

unsigned dice_roll(dice_t *dice, unsigned n)
{
    dice->state += 0x9e3779b97f4a7c15u;
    return (unsigned)(hash_u64(dice->state) >> 32) % n;
}

formula_t random_bool(formula_pool_t *pool, dice_t *dice)
{
    formula_t b = bool_atom(pool, atoms[dice_roll(dice, 3)]);
    const unsigned kind = dice_roll(dice, 10);
    if (kind == 0)
        return bool_true(pool);
    if (kind == 1 && dice_roll(dice, 3) == 0)
        return bool_false(pool);
    if (kind < 4)
        return bool_not(pool, b);
    if (kind == 4)
        return bool_and(pool, b, random_bool(pool, dice));
    if (kind < 7)
        return bool_or(pool, b, random_bool(pool, dice));
    return b;
}

formula_t random_clock(formula_pool_t *pool, dice_t *dice, unsigned n)
{
    const unsigned i = dice_roll(dice, n + 1);
    return i == 0 ? bool_true(pool) : bool_atom(pool, clocks[i - 1]);
}

static formula_t some_clock(formula_pool_t *pool, dice_t *dice, unsigned n)
{
    return bool_atom(pool, clocks[dice_roll(dice, n)]);
}

static formula_t random_repeat(formula_pool_t *pool, dice_t *dice,
                               formula_t r)
{
    const count_t lo = dice_roll(dice, 3);
    const unsigned more = dice_roll(dice, 4);
    return sere_repeat(pool, r, lo, more == 3 ? COUNT_INF : lo + more);
}

formula_t random_sere(formula_pool_t *pool, dice_t *dice,
                      random_options_t o)
{
    if (o.depth == 0)
        return dice_roll(dice, 12) ? sere_bool(pool, random_bool(pool, dice))
                                   : sere_empty(pool);
    o.depth--;
    const formula_t r = random_sere(pool, dice, o);
    switch (dice_roll(dice, 12)) {
    case 0: case 1: case 2: case 3:
        return sere_concat(pool, r, random_sere(pool, dice, o));
    case 4: return sere_fusion(pool, r, random_sere(pool, dice, o));
    case 5: case 6: return sere_or(pool, r, random_sere(pool, dice, o));
    case 7: return sere_and(pool, r, random_sere(pool, dice, o));
    case 8:
        return dice_roll(dice, 2)
            ? sugar_within(pool, r, random_sere(pool, dice, o))
            : sugar_sere_and(pool, r, random_sere(pool, dice, o));
    case 9:
        if (o.clocks)
            return sere_clock(pool, r, some_clock(pool, dice, o.clocks));
        return r;
    default: return random_repeat(pool, dice, r);
    }
}

static formula_t random_with_sere(formula_pool_t *pool, dice_t *dice,
                                  random_options_t o)
{
    random_options_t small = o;
    small.depth = 1 + dice_roll(dice, 2);
    const formula_t r = random_sere(pool, dice, small);
    switch (dice_roll(dice, 6)) {
    case 0: return formula_sere(pool, false, r);
    case 1: return formula_sere(pool, true, r);
    case 2: return formula_follow(pool, r, random_formula(pool, dice, o));
    case 3: return sugar_suffix_next(pool, r, random_formula(pool, dice, o));
    default: return formula_suffix(pool, r, random_formula(pool, dice, o));
    }
}

static formula_t random_binary(formula_pool_t *pool, dice_t *dice,
                               formula_t f, formula_t g)
{
    switch (dice_roll(dice, 8)) {
    case 0: case 1: return formula_and(pool, f, g);
    case 2: case 3: return formula_or(pool, f, g);
    case 4: case 5: return formula_until(pool, f, g);
    case 6: return formula_weak(pool, f, g);
    default:
        return sugar_before(pool, dice_roll(dice, 4), f, g);
    }
}

static formula_t random_unary(formula_pool_t *pool, dice_t *dice, formula_t f)
{
    switch (dice_roll(dice, 6)) {
    case 0: return formula_not(pool, f);
    case 1: return formula_next(pool, true, dice_roll(dice, 3), f);
    case 2: return formula_next(pool, false, dice_roll(dice, 3), f);
    case 3: return sugar_always(pool, f);
    case 4: return sugar_eventually(pool, f);
    default:
        return sugar_next_event(pool, dice_roll(dice, 2), dice_roll(dice, 2),
                                random_bool(pool, dice), 1,
                                1 + dice_roll(dice, 2), f);
    }
}

formula_t random_formula(formula_pool_t *pool, dice_t *dice,
                         random_options_t o)
{
    if (o.depth == 0) {
        const formula_t b = random_bool(pool, dice);
        return dice_roll(dice, 3) ? formula_bool(pool, b)
                                  : formula_strong(pool, b);
    }
    o.depth--;
    const unsigned kind = dice_roll(dice, 12);
    if (kind < 3 && o.seres)
        return random_with_sere(pool, dice, o);
    const formula_t f = random_formula(pool, dice, o);
    if (kind < 5 && o.clocks)
        return formula_at(pool, f, some_clock(pool, dice, o.clocks));
    if (kind == 5 && o.aborts)
        return formula_abort(pool, dice_roll(dice, 2), f,
                             random_bool(pool, dice));
    if (kind < 9) {
        o.depth -= o.depth > 0 && dice_roll(dice, 2);
        return random_binary(pool, dice, f, random_formula(pool, dice, o));
    }
    return random_unary(pool, dice, f);
}

static void random_letter(formula_pool_t *pool, dice_t *dice, word_t *word)
{
    const size_t i = word_length(word);
    word_push(word);
    for (unsigned a = 0; a < 3; a++) {
        const formula_t p = bool_atom(pool, atoms[a]);
        const formula_t c = bool_atom(pool, clocks[a]);
        word_set(word, i, formula_atom(pool, p), dice_roll(dice, 2));
        word_set(word, i, formula_atom(pool, c), dice_roll(dice, 3) > 0);
    }
}

word_t *random_word(formula_pool_t *pool, dice_t *dice, unsigned length)
{
    word_t *word = word_new();
    const unsigned n = dice_roll(dice, length + 1);
    for (unsigned i = 0; i < n; i++)
        random_letter(pool, dice, word);
    if (n && dice_roll(dice, 2))
        word_set_loop(word, dice_roll(dice, n));
    return word;
}
