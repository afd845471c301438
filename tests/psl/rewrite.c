// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/oracle.h"
#include "psl/print.h"
#include "psl/rewrite.h"
#include "tests/psl/random.h"
#include "tests/tap.h"

#define CASES 20000

typedef struct {
    formula_pool_t *pool;
    dice_t dice;
    formula_t f, clock;
    word_t *word;
    bool holds;
} case_t;

static void next_case(case_t *c, uint64_t seed)
{
    c->pool = formula_pool_new();
    c->dice = (dice_t){seed};
    const random_options_t o = {1 + dice_roll(&c->dice, 4), 3, true, true};
    c->f = random_formula(c->pool, &c->dice, o);
    c->clock = random_clock(c->pool, &c->dice, 3);
    c->word = random_word(c->pool, &c->dice, 6);
    c->holds = oracle_word(c->pool, c->f, c->clock, c->word);
}

static void end_case(case_t *c)
{
    word_free(c->word);
    formula_pool_free(c->pool);
}

static void same(case_t *c, formula_t g, formula_t clock, const char *what)
{
    if (oracle_word(c->pool, g, clock, c->word) == c->holds)
        return;
    text_t text;
    text_init(&text);
    word_print(c->pool, c->word, formula_atom_count(c->pool), &text);
    ck_abort_msg("%s: %s in %s is %d on %s, but %s is not", what,
                 print_string(c->pool, c->f), print_string(c->pool, c->clock),
                 c->holds, text_str(&text), print_string(c->pool, g));
}

START_TEST(declocking_keeps_truth)
{
    for (uint64_t seed = 0; seed < CASES; seed++) {
        case_t c;
        next_case(&c, seed);
        const formula_t g = rewrite_declock(c.pool, c.f, c.clock);
        ck_assert(!formula_has(c.pool, g, F_AT));
        ck_assert(!formula_has(c.pool, g, S_CLOCK));
        same(&c, g, bool_true(c.pool), "declock");
        end_case(&c);
    }
}
END_TEST

START_TEST(simplifying_keeps_truth)
{
    for (uint64_t seed = CASES; seed < 2 * CASES; seed++) {
        case_t c;
        next_case(&c, seed);
        same(&c, rewrite_simplify(c.pool, c.f), c.clock, "simplify");
        end_case(&c);
    }
}
END_TEST

START_TEST(the_plain_form_keeps_truth)
{
    for (uint64_t seed = 2 * CASES; seed < 3 * CASES; seed++) {
        case_t c;
        next_case(&c, seed);
        const formula_t g = rewrite_plain(c.pool, c.f, c.clock);
        ck_assert(!formula_has(c.pool, g, F_ABORT));
        same(&c, g, bool_true(c.pool), "plain");
        end_case(&c);
    }
}
END_TEST

TEST_SUITE(rewrite, declocking_keeps_truth, simplifying_keeps_truth,
           the_plain_form_keeps_truth)
