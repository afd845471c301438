// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/psl/laws.h"

#include "psl/oracle.h"
#include "psl/print.h"
#include "psl/rewrite.h"
#include "psl/sugar.h"
#include "tests/psl/random.h"

// Iterations that reach a fixed point on the words used here.
#define ROUNDS 16
#define LETTERS 6

typedef struct {
    formula_pool_t *pool;
    dice_t dice;
    word_t *word;
    formula_t clock;
    formula_t left, right; // to be equal in the context on the word
} case_t;

static formula_t any(case_t *c, unsigned clocks)
{
    const random_options_t o = {dice_roll(&c->dice, 3), clocks, false,
                                false};
    return random_formula(c->pool, &c->dice, o);
}

static formula_t next(case_t *c, bool strong, count_t m, formula_t f)
{
    return formula_next(c->pool, strong, m, f);
}

// X!^0 (g or (f and X! s)), or its weak form.
static formula_t unfold(case_t *c, bool strong, formula_t f, formula_t g,
                        formula_t s)
{
    const formula_t later =
        formula_and(c->pool, f, next(c, strong, 1, s));
    return next(c, strong, 0, formula_or(c->pool, g, later));
}

static void until_unfolds(case_t *c)
{
    const formula_t f = any(c, 3), g = any(c, 3);
    c->left = formula_until(c->pool, f, g);
    c->right = unfold(c, true, f, g, c->left);
}

static void weak_unfolds(case_t *c)
{
    const formula_t f = any(c, 3), g = any(c, 3);
    c->left = formula_weak(c->pool, f, g);
    c->right = unfold(c, false, f, g, c->left);
}

// Going up from false stops at the least fixed point.
static void until_is_least(case_t *c)
{
    const formula_t f = any(c, 3), g = any(c, 3);
    c->left = formula_until(c->pool, f, g);
    c->right = formula_false(c->pool);
    for (int i = 0; i < ROUNDS; i++)
        c->right = unfold(c, true, f, g, c->right);
}

static void weak_is_greatest(case_t *c)
{
    const formula_t f = any(c, 3), g = any(c, 3);
    c->left = formula_weak(c->pool, f, g);
    c->right = formula_true(c->pool);
    for (int i = 0; i < ROUNDS; i++)
        c->right = unfold(c, false, f, g, c->right);
}

static void powers(case_t *c)
{
    const bool strong = dice_roll(&c->dice, 2);
    const count_t m = 1 + dice_roll(&c->dice, 3);
    const formula_t f = any(c, 3);
    c->left = next(c, strong, m, f);
    c->right = f;
    for (count_t i = 0; i < m; i++)
        c->right = next(c, strong, 1, c->right);
}

static void sums(case_t *c)
{
    const bool strong = dice_roll(&c->dice, 2);
    const count_t m = dice_roll(&c->dice, 3), n = dice_roll(&c->dice, 3);
    const formula_t f = any(c, 3);
    c->left = next(c, strong, m, next(c, strong, n, f));
    c->right = next(c, strong, m + n, f);
}

static void strong_leaf(case_t *c)
{
    const formula_t b = random_bool(c->pool, &c->dice);
    c->left = formula_strong(c->pool, b);
    c->right = next(c, true, 0, formula_bool(c->pool, b));
}

static void weak_leaf(case_t *c)
{
    const formula_t b = random_bool(c->pool, &c->dice);
    c->left = formula_bool(c->pool, b);
    c->right = next(c, false, 0, c->left);
}

static void clocks_replace(case_t *c)
{
    const formula_t f = any(c, 3);
    const formula_t c1 = random_clock(c->pool, &c->dice, 3);
    const formula_t c2 = random_clock(c->pool, &c->dice, 3);
    c->left = formula_at(c->pool, formula_at(c->pool, f, c1), c2);
    c->right = formula_at(c->pool, f, c1);
}

static void clock_is_self_dual(case_t *c)
{
    const formula_t f = any(c, 3);
    const formula_t c1 = random_clock(c->pool, &c->dice, 3);
    c->left = formula_at(c->pool, formula_not(c->pool, f), c1);
    c->right = formula_not(c->pool, formula_at(c->pool, f, c1));
}

// Formulas that are equal without a clock stay so with one.
static void clocking_keeps_equality(case_t *c)
{
    const formula_t f = any(c, 0);
    const formula_t g = rewrite_nnf(c->pool, f);
    const formula_t c1 = random_clock(c->pool, &c->dice, 3);
    c->left = formula_at(c->pool, f, c1);
    c->right = formula_at(c->pool, g, c1);
}

static void equals_for_equals(case_t *c)
{
    const formula_t f = any(c, 3), g = any(c, 3), h = any(c, 3);
    const formula_t u = formula_until(c->pool, f, g);
    const formula_t v = unfold(c, true, f, g, u);
    const formula_t c1 = random_clock(c->pool, &c->dice, 3);
    switch (dice_roll(&c->dice, 4)) {
    case 0:
        c->left = formula_weak(c->pool, h, u);
        c->right = formula_weak(c->pool, h, v);
        break;
    case 1:
        c->left = formula_until(c->pool, formula_not(c->pool, u), h);
        c->right = formula_until(c->pool, formula_not(c->pool, v), h);
        break;
    case 2:
        c->left = next(c, true, 1, formula_at(c->pool, u, c1));
        c->right = next(c, true, 1, formula_at(c->pool, v, c1));
        break;
    default:
        c->left = formula_and(c->pool, h, u);
        c->right = formula_and(c->pool, h, v);
    }
}

// (G(p -> X q))@c = G((c and p) -> X((not c) W (c and q)))
static void formulas_2_and_3(case_t *c)
{
    formula_pool_t *pool = c->pool;
    const formula_t p = random_bool(pool, &c->dice);
    const formula_t q = random_bool(pool, &c->dice);
    const formula_t k = bool_atom(pool, "c1");
    const formula_t step = sugar_implies(
        pool, formula_bool(pool, p),
        next(c, false, 1, formula_bool(pool, q)));
    c->left = formula_at(pool, sugar_always(pool, step), k);
    const formula_t wait =
        formula_weak(pool, formula_bool(pool, bool_not(pool, k)),
                     formula_bool(pool, bool_and(pool, k, q)));
    c->right = sugar_always(
        pool, sugar_implies(pool, formula_bool(pool, bool_and(pool, k, p)),
                            next(c, false, 1, wait)));
    c->clock = bool_true(pool);
}

// The word's part at ticks, without a clock.
static void projection(case_t *c)
{
    const formula_t f = any(c, 0);
    word_t *part = word_project(c->pool, c->word, c->clock);
    const bool holds = oracle_word(c->pool, f, bool_true(c->pool), part);
    c->left = f;
    c->right = holds ? formula_true(c->pool) : formula_false(c->pool);
    word_free(part);
}

// If (F b)@c holds on a finite word, it holds on every longer one.
static void eventually_stays(case_t *c)
{
    const formula_t b = formula_bool(c->pool,
                                     random_bool(c->pool, &c->dice));
    const formula_t f = formula_at(c->pool, sugar_eventually(c->pool, b),
                                   random_clock(c->pool, &c->dice, 3));
    word_set_loop(c->word, WORD_NO_LOOP);
    const bool before = oracle_word(c->pool, f, c->clock, c->word);
    word_t *more = random_word(c->pool, &c->dice, LETTERS);
    const size_t n = word_length(c->word), loop = word_loop(more);
    for (size_t i = 0; i < word_length(more); i++)
        word_push_letter(c->word, more, i);
    if (loop != WORD_NO_LOOP)
        word_set_loop(c->word, n + loop);
    word_free(more);
    c->left = before ? f : formula_true(c->pool);
    c->right = formula_true(c->pool);
}

static void declocking(case_t *c)
{
    c->left = any(c, 3);
    c->right = formula_at(c->pool,
                          rewrite_declock(c->pool, c->left, c->clock),
                          bool_true(c->pool));
}

// Wrong ones

static void naive_until(case_t *c)
{
    const formula_t f = any(c, 2), g = any(c, 2);
    c->left = formula_until(c->pool, f, g);
    c->right = formula_or(
        c->pool, g, formula_and(c->pool, f, next(c, true, 1, c->left)));
}

static void with_true(case_t *c, unsigned clocks)
{
    const formula_t f = any(c, clocks), g = any(c, clocks);
    const formula_t t = formula_strong(c->pool, bool_true(c->pool));
    c->left = formula_until(c->pool, f, g);
    c->right = formula_or(
        c->pool, formula_and(c->pool, t, g),
        formula_and(c->pool, f, next(c, true, 1, c->left)));
}

static void icalp_one_clock(case_t *c)
{
    with_true(c, 0);
}

static void icalp_two_clocks(case_t *c)
{
    with_true(c, 2);
}

static void alignment_is_nothing(case_t *c)
{
    c->left = any(c, 2);
    c->right = next(c, true, 0, c->left);
}

static const struct {
    const char *name;
    void (*make)(case_t *);
    bool right;
} laws[] = {
    {"f U g = X!^0 (g or (f and X! (f U g)))", until_unfolds, true},
    {"f W g = X^0 (g or (f and X (f W g)))", weak_unfolds, true},
    {"f U g is the least fixed point", until_is_least, true},
    {"f W g is the greatest fixed point", weak_is_greatest, true},
    {"X!^m is X! m times, for m >= 1", powers, true},
    {"X!^m X!^n = X!^(m+n)", sums, true},
    {"b! = X!^0 b", strong_leaf, true},
    {"b = X^0 b", weak_leaf, true},
    {"w in context c satisfies f iff w|c does", projection, true},
    {"f@c@d = f@c", clocks_replace, true},
    {"(not f)@c = not (f@c)", clock_is_self_dual, true},
    {"(F b)@c stays true on longer words", eventually_stays, true},
    {"f = g implies f@c = g@c", clocking_keeps_equality, true},
    {"equals may replace equals", equals_for_equals, true},
    {"(G(p -> X q))@c = G((c and p) -> X((not c) W (c and q)))",
     formulas_2_and_3, true},
    {"T^c(f) holds where f holds in context c", declocking, true},
    {"one clock: f U g = (true! and g) or (f and X! (f U g))",
     icalp_one_clock, true},
    {"f U g = g or (f and X! (f U g))", naive_until, false},
    {"two clocks: f U g = (true! and g) or (f and X! (f U g))",
     icalp_two_clocks, false},
    {"X!^0 f = f", alignment_is_nothing, false},
};

size_t law_count(void)
{
    return ARRAY_LEN(laws);
}

const char *law_name(size_t law)
{
    return laws[law].name;
}

bool law_is_right(size_t law)
{
    return laws[law].right;
}

static char *witness(const case_t *c, bool left)
{
    text_t text = {0};
    print_formula(c->pool, left ? c->left : c->right, &text);
    text_add(&text, " holds and ");
    print_formula(c->pool, left ? c->right : c->left, &text);
    text_add(&text, " does not, in context ");
    print_formula(c->pool, c->clock, &text);
    text_add(&text, " on ");
    word_print(c->pool, c->word, formula_atom_count(c->pool), &text);
    return text_steal(&text);
}

char *law_try(size_t law, uint64_t seed, unsigned cases)
{
    char *found = NULL;
    for (unsigned i = 0; i < cases && !found; i++) {
        case_t c = {.pool = formula_pool_new(),
                    .dice = {(seed + i) * 1000003 + law}};
        c.word = random_word(c.pool, &c.dice, LETTERS);
        c.clock = random_clock(c.pool, &c.dice, 3);
        laws[law].make(&c);
        const bool left = oracle_word(c.pool, c.left, c.clock, c.word);
        if (left != oracle_word(c.pool, c.right, c.clock, c.word))
            found = witness(&c, left);
        word_free(c.word);
        formula_pool_free(c.pool);
    }
    return found;
}
