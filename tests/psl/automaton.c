// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/automaton.h"
#include "psl/oracle.h"
#include "psl/print.h"
#include "tests/psl/random.h"
#include "tests/tap.h"

static formula_pool_t *pool;
static guards_t *gs;

static void setup(void)
{
    pool = formula_pool_new();
    gs = guards_new(pool);
}

static void teardown(void)
{
    guards_free(gs);
    formula_pool_free(pool);
}

static void restart(void)
{
    teardown();
    setup();
}

static char *show(const word_t *word)
{
    text_t text;
    text_init(&text);
    word_print(pool, word, formula_atom_count(pool), &text);
    return text_steal(&text);
}

// On random words and on its own witness.
static void check(formula_t f, formula_t clock, automaton_t *a, dice_t *dice)
{
    for (int i = 0; i < 12; i++) {
        word_t *word = random_word(pool, dice, 6);
        const bool holds = oracle_word(pool, f, clock, word);
        ck_assert_msg(automaton_accepts(a, word) == holds,
                      "%s in %s is %d on %s", print_string(pool, f),
                      print_string(pool, clock), holds, show(word));
        word_free(word);
    }
    word_t *word = automaton_witness(a);
    if (word)
        ck_assert_msg(oracle_word(pool, f, clock, word), "%s on %s",
                      print_string(pool, f), show(word));
    word_free(word);
}

START_TEST(it_accepts_where_the_formula_holds)
{
    unsigned refused = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        dice_t dice = {seed};
        char *reason;
        restart();
        const random_options_t o = {1 + dice_roll(&dice, 3), 2,
                                    dice_roll(&dice, 2), dice_roll(&dice, 2)};
        const formula_t f = random_formula(pool, &dice, o);
        const formula_t clock = random_clock(pool, &dice, 2);
        automaton_options_t options = AUTOMATON_DEFAULTS;
        options.max_states = 500;
        automaton_t *a = automaton_new(gs, f, clock, options, &reason);
        if (a) {
            check(f, clock, a, &dice);
            automaton_prune(a);
            check(f, clock, a, &dice);
            automaton_reduce(a);
            check(f, clock, a, &dice);
        }
        refused += !a;
        free(reason);
        automaton_free(a);
    }
    ck_assert_uint_lt(refused, 60);
}
END_TEST

TEST_SUITE_WITH(automaton, setup, teardown,
                it_accepts_where_the_formula_holds)
