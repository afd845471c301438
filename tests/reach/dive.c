// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/dive.h"

#include "core/eval.h"
#include "core/hash.h"
#include "core/walk.h"
#include "reach/distance.h"
#include "tests/reach/random-linear.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

// ---- distances ----

static value_t hashed_leaf(context_t *ctx, term_t leaf, void *user)
{
    const uint64_t *seed = user;
    const uint64_t h = hash_u64(*seed * 1000003 + leaf.id);
    const sort_t sort = term_sort(ctx, leaf);
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: return value_bool(ctx, h & 1);
    case SORT_ENUM:
        return value_literal(sort, h % sort_literal_count(ctx, sort));
    default: return value_int(ctx, (int64_t)(h % 9) - 4);
    }
}

static term_t number_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)leaf;
    return term_int(ctx, *(const int64_t *)user);
}

static size_t compare(context_t *ctx, term_t condition, term_t distance)
{
    size_t true_ones = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        eval_t *eval = eval_new(ctx, hashed_leaf, &seed);
        bool holds;
        value_t far;
        ck_assert(eval_bool(eval, condition, &holds));
        ck_assert(eval_term(eval, distance, &far));
        ck_assert_int_eq(bigint_sign(far.number), holds ? 0 : 1);
        true_ones += holds;
        value_release(&far);
        eval_free(eval);
    }
    return true_ones;
}

START_TEST(a_distance_is_zero_where_the_condition_is_true)
{
    small_t s;
    small_init(&s, "(enum m a b c) (parameter p Int) (input i Bool)"
                   "(state x Int 0 x) (state y m a y) (error i)");
    term_vec_t leaves = {0};
    size_t true_ones = 0;
    for (size_t i = 0; i < model_var_count(s.model); i++)
        vec_push(&leaves, term_last(s.ctx, model_var(s.model, i)->var));
    for (uint64_t round = 0; round < 30; round++) {
        random_linear_t *r = random_linear_new(s.ctx, round, leaves.data,
                                               leaves.len);
        for (unsigned i = 0; i < 20; i++) {
            const term_t t = random_linear_bool(r);
            true_ones += compare(s.ctx, t, distance_to(s.ctx, t));
            true_ones += compare(s.ctx, term_not(t),
                                 distance_to(s.ctx, term_not(t)));
        }
        random_linear_free(r);
    }
    ck_assert_uint_eq(true_ones, 30 * 20 * 20); // of each pair, one
    vec_release(&leaves);
    small_release(&s);
}
END_TEST

static int64_t distance_at(const small_t *s, term_t condition, int64_t x)
{
    const term_t at = walk_substitute(s->ctx, distance_to(s->ctx, condition),
                                      number_leaf, &x);
    ck_assert_int_eq(term_kind(s->ctx, at), TERM_INT);
    return term_value(s->ctx, at).small;
}

START_TEST(a_distance_falls_on_the_way)
{
    small_t s;
    small_init(&s, "(state x Int 0 x) (error (and (> x 5) (= x 9)))");
    const term_t bad = s.system->targets.data[0].bad;
    for (int64_t x = 0; x < 9; x++)
        ck_assert_int_gt(distance_at(&s, bad, x),
                         distance_at(&s, bad, x + 1));
    small_release(&s);
}
END_TEST

// ---- dives ----

static void dive(task_t *task)
{
    dive_t *d = dive_new(task);
    dive_run(d, 30000);
    dive_free(d);
}

#define INPUTS "(parameter N Int) (input a Bool) (input b Bool)"

START_TEST(deep_runs_are_found_and_shortened)
{
    const small_case_t cases[] = {
        // A counter without a bound.
        {INPUTS "(generic (>= N 1000))"
                "(state x Int 0 (ite a (+ x 1) (ite (and b (> x 0))"
                " (- x 1) x)))"
                "(error (> x N))", "-", 1002, 1000},
        // No inputs at all.
        {"(parameter N Int) (generic (>= N 500)) (state x Int 0 (+ x 1))"
         "(state y Int 0 (ite (= x N) (+ y 1) y)) (error (= y 1))", "-", 502,
         500},
        // The nearest way to be bad leads nowhere.
        {INPUTS "(generic (>= N 100))"
                "(state x Int 0 (ite a (+ x 1) (ite (and b (> x 0))"
                " (- x 1) x)))"
                "(error (or (< x 0) (> x N)))", "-", 102, 100},
        {INPUTS "(generic (>= N 100))"
                "(state x Int 0 (ite a (+ x 1) (ite (and b (> x 0))"
                " (- x 1) x)))"
                "(error (and a (or (< x (- 1)) (and (>= x N) (not b)))))",
         "-", 101, 100},
        // Seen through a register; the inputs stay while nothing changes.
        {INPUTS "(generic (>= N 300))"
                "(state t Int 0 (ite a 0 (+ t 1)))"
                "(state flag Bool false (> t N))"
                "(error (and flag b))", "-", 303, 300},
        // Nothing to find.
        {INPUTS "(generic (>= N 10))"
                "(state x Int 0 (ite (and a (< x N)) (+ x 1) 0))"
                "(assert (<= x N)) (error (and (> N 10) (= x (+ N 1))))",
         "??", 0, -1},
    };
    for (size_t i = 0; i + 1 < ARRAY_LEN(cases); i++)
        small_run(&cases[i], dive, 30000);
    small_run(&cases[ARRAY_LEN(cases) - 1], dive, 500);
}
END_TEST

TEST_SUITE(dive, a_distance_is_zero_where_the_condition_is_true,
           a_distance_falls_on_the_way, deep_runs_are_found_and_shortened)
