// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/history.h"
#include "psl/oracle.h"
#include "psl/sugar.h"
#include "tests/psl/random.h"
#include "tests/tap.h"

static formula_pool_t *pool;

static void setup(void)
{
    pool = formula_pool_new();
}

static void teardown(void)
{
    formula_pool_free(pool);
}

static history_t *lower(formula_t b)
{
    const char *reason;
    history_t *h = history_new(pool, formula_bool(pool, b), bool_true(pool),
                               &reason);
    ck_assert_msg(h, "%s", reason);
    return h;
}

// The Boolean that stands for the one with prev or ended.
static formula_t lowered(const history_t *h)
{
    return formula_a(pool, history_formula(h));
}

// The value n ticks before the letter; what the register starts with if
// there are not so many.
static bool walk_back(const word_t *word, size_t at, formula_t b,
                      formula_t clock, count_t n, const bool *start)
{
    while (n > 0) {
        if (at == 0)
            return start[n - 1];
        at--;
        n -= word_holds(pool, word, at, clock);
    }
    return word_holds(pool, word, at, b);
}

START_TEST(prev_is_the_value_some_ticks_ago)
{
    dice_t dice = {3};
    for (int i = 0; i < 3000; i++) {
        word_t *word = random_word(pool, &dice, 9);
        word_set_loop(word, WORD_NO_LOOP);
        const formula_t b = bool_atom(pool, "p");
        const formula_t clock = random_clock(pool, &dice, 2);
        const count_t n = 1 + dice_roll(&dice, 3);
        history_t *h = lower(bool_prev(pool, b, n, clock));
        const uint64_t init = dice_roll(&dice, 8);
        word_t *run = history_run(h, word, init);
        // register k, from 0, holds what was k + 1 ticks ago
        const bool start[] = {init & 1, init >> 1 & 1, init >> 2 & 1};
        for (size_t k = 0; k < word_length(word); k++)
            ck_assert_int_eq(word_holds(pool, run, k, lowered(h)),
                             walk_back(word, k, b, clock, n, start));
        word_free(run);
        history_free(h);
        word_free(word);
    }
}
END_TEST

typedef struct {
    size_t at;
} end_t;

static bool ends_at(size_t last, void *user)
{
    return last == ((const end_t *)user)->at;
}

START_TEST(ended_is_a_match_that_ends_here)
{
    dice_t dice = {4};
    for (int i = 0; i < 2000; i++) {
        word_t *word = random_word(pool, &dice, 7);
        word_set_loop(word, WORD_NO_LOOP);
        const random_options_t o = {1 + dice_roll(&dice, 2), 2, true, false};
        const formula_t r = random_sere(pool, &dice, o);
        const formula_t clock = random_clock(pool, &dice, 2);
        history_t *h = lower(bool_ended(pool, r, clock));
        word_t *run = history_run(h, word, 0);
        oracle_t *oracle = oracle_new(pool, word);
        for (size_t k = 0; k < word_length(word); k++) {
            bool expected = false;
            for (size_t from = 0; from <= k && !expected; from++)
                expected = oracle_matches(oracle, r, clock, from, ends_at,
                                          &(end_t){k});
            ck_assert_int_eq(word_holds(pool, run, k, lowered(h)), expected);
        }
        oracle_free(oracle);
        word_free(run);
        history_free(h);
        word_free(word);
    }
}
END_TEST

// Following a lasso for a while gives what the same letters in a row give.
START_TEST(loops_are_closed_rightly)
{
    dice_t dice = {5};
    for (int i = 0; i < 2000; i++) {
        word_t *word = random_word(pool, &dice, 5);
        const random_options_t o = {1, 2, true, false};
        const formula_t clock = random_clock(pool, &dice, 2);
        const formula_t b = dice_roll(&dice, 2)
            ? bool_ended(pool, random_sere(pool, &dice, o), clock)
            : bool_prev(pool, bool_atom(pool, "p"), 2, clock);
        history_t *h = lower(b);
        word_t *row = word_new();
        size_t at = 0;
        for (int k = 0; k < 40 && at < word_length(word); k++) {
            word_push_letter(row, word, at);
            at = word_next(word, at);
        }
        word_t *run = history_run(h, word, 2), *flat = history_run(h, row, 2);
        at = 0;
        for (size_t k = 0; k < word_length(flat); k++) {
            ck_assert_int_eq(word_holds(pool, flat, k, lowered(h)),
                             word_holds(pool, run, at, lowered(h)));
            at = word_next(run, at);
        }
        word_free(flat);
        word_free(run);
        word_free(row);
        history_free(h);
        word_free(word);
    }
}
END_TEST

TEST_SUITE_WITH(history, setup, teardown, prev_is_the_value_some_ticks_ago,
                ended_is_a_match_that_ends_here, loops_are_closed_rightly)
