// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"
#include "reach/witness.h"

#include "tests/reach/small.h"
#include "tests/tap.h"

// k-induction and bounded search.

#define FIFO(push)                                                            \
    "(parameter DEPTH Int) (generic (>= DEPTH 1))"                            \
    "(input push Bool) (input pop Bool)"                                      \
    "(state count Int 0 (ite (and push " push ") (+ count 1)"                 \
    " (ite (and pop (> count 0)) (- count 1) count)))"

static const char ring[] =
    "(state a Int 0 (ite (= b 1) 0 1)) (state b Int 0 a)"
    "(error (= b 7)) (cover (= b 1)) (error (= a 8))";

START_TEST(induction_proves)
{
    const small_case_t cases[] = {
        {FIFO("(< count DEPTH)") "(assert (<= count DEPTH))"
                                 "(error (< count 0))", "++", 0, -1},
        // About an input, which is no part of a state.
        {"(input i Bool) (state x Int 0 (ite i 1 0)) (state y Int 0 x)"
         "(error (and i (> y 1)))", "+", 0, -1},
        {ring, "+-+", 3, -1},
        // Only together, and only after the one that fails is left out.
        {"(input i Bool) (state x Int 0 y) (state y Int 0 (ite i z x))"
         "(state z Int 0 (+ z 1))"
         "(error (> z 40)) (error (not (>= x 0))) (error (not (>= y 0)))"
         "(error (< z 0))", "?+++", 0, -1},
        // An enumeration has no values outside.
        {"(enum m a b c) (state s m a (ite (= s a) b (ite (= s b) c a)))"
         "(error (not (or (= s a) (= s b) (= s c))))", "+", 0, -1},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        small_run(&cases[i], engine_kind, 10000);
}
END_TEST

START_TEST(induction_finds_short_runs)
{
    const small_case_t cases[] = {
        {FIFO("true") "(error (> count DEPTH))", "-", 3, 1},
        {FIFO("true") "(error (and (> count DEPTH) (> DEPTH 3)))", "-", 6, 4},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        small_run(&cases[i], engine_kind, 10000);
}
END_TEST

START_TEST(bounded_search_finds_short_runs)
{
    const small_case_t cases[] = {
        {FIFO("true") "(error (> count DEPTH))", "-", 3, 1},
        {FIFO("true") "(generic (>= DEPTH 20)) (error (> count DEPTH))", "-",
         22, 20},
        {ring, "?-?", 3, -1},
        {"(parameter A Int) (parameter B Int) (generic (>= A 1))"
         "(generic (>= B 1)) (state x Int 0 (+ x A))"
         "(error (and (= x (* 3 B)) (> x 9)))", "-", 0, -1},
        // An assert ends the run before anything else can go wrong.
        {"(state x Int 0 (+ x 1)) (assert (< x 3)) (error (= x 4))"
         "(error (= x 2))", "-?-", 0, -1},
        {"(input i Bool) (assume (not i)) (state x Bool false (or x i))"
         "(error x)", "?", 0, -1},
        {"(parameter N Int) (state x Int any (- x 1)) (start (> x N))"
         "(generic (>= N 0)) (error (and (= x 0) (> N 1)))", "-", 4, 2},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        small_run(&cases[i], engine_bmc, 700);
}
END_TEST

// ---- what is not accepted ----

typedef struct {
    size_t asked;
    int64_t wanted; // the value of the parameter that is accepted
} picky_t;

static bool accept_only(task_t *task, size_t target, const trace_t *trace,
                        void *user)
{
    picky_t *p = user;
    (void)target;
    p->asked++;
    return trace_get(trace, 0, task_system(task)->parameters.data[0])
               ->number.small == p->wanted;
}

static target_state_t run_picky(picky_t *p)
{
    small_t s;
    small_init(&s, FIFO("true") "(error (> count DEPTH))");
    const task_hooks_t hooks = {.violated = accept_only, .user = p};
    task_t *task = task_new(s.system, &hooks);
    task_set_deadline(task, 10000);
    engine_bmc(task);
    const target_state_t state = task_target(task, 0);
    task_free(task);
    small_release(&s);
    return state;
}

START_TEST(a_refused_run_is_not_offered_again)
{
    picky_t third = {0, 3};
    ck_assert_int_eq(run_picky(&third), TARGET_VIOLATED);
    ck_assert_uint_eq(third.asked, 3);
    picky_t none = {0, -1};
    ck_assert_int_eq(run_picky(&none), TARGET_OPEN);
    ck_assert_uint_gt(none.asked, 3);
}
END_TEST

static void note_bound(task_t *task, size_t target, size_t steps, void *user)
{
    size_t *bounds = user;
    (void)task;
    bounds[target] = steps;
}

START_TEST(bounds_are_told)
{
    small_t s;
    size_t bounds[2] = {0};
    small_init(&s, "(state x Int 0 (+ x 1)) (error (= x 30)) (error (= x 9))");
    const task_hooks_t hooks = {.bounded = note_bound, .user = bounds};
    task_t *task = task_new(s.system, &hooks);
    engine_bmc(task);
    ck_assert_uint_eq(bounds[0], 30);
    ck_assert_uint_eq(bounds[1], 9);
    task_free(task);
    small_release(&s);
}
END_TEST

// An input changes as seldom as it can, and no parameter is larger than it
// has to be.
START_TEST(runs_are_simple)
{
    small_t s;
    small_init(&s,
               "(parameter N Int) (parameter M Int) (generic (>= M N))"
               "(generic (>= N 2)) (input i Bool) (input j Bool)"
               "(input v Int)"
               "(state x Int 0 (ite i (+ x 1) (ite j x 0)))"
               "(state y Int 0 (ite (= x 3) (+ y 1) 0))"
               "(error (and (> y 3) (> M 5)))");
    unroll_t *u;
    task_t *task = task_new(s.system, NULL);
    u = unroll_new(task, true);
    unroll_to(u, 7);
    const framed_t bad = {unroll_some_bad(task, NULL), 7};
    ck_assert_int_eq(solver_check_assuming(unroll_solver(u), &bad, 1),
                     SOLVER_SAT);
    trace_t *trace = witness_trace(s.system, unroll_solver(u), 8, &bad, 1,
                                   20000);
    ck_assert_int_eq(trace_get(trace, 0, s.system->parameters.data[0])
                         ->number.small, 2);
    ck_assert_int_eq(trace_get(trace, 0, s.system->parameters.data[1])
                         ->number.small, 6);
    unsigned changes = 0;
    for (size_t v = 0; v < s.system->inputs.len; v++)
        for (size_t i = 1; i < 8; i++)
            changes += !value_equal(
                trace_get(trace, i, s.system->inputs.data[v]),
                trace_get(trace, i - 1, s.system->inputs.data[v]));
    ck_assert_uint_eq(changes, 1);
    trace_free(trace);
    task_free(task);
    unroll_free(u);
    small_release(&s);
}
END_TEST

TEST_SUITE(bounded, induction_proves, induction_finds_short_runs,
           bounded_search_finds_short_runs,
           a_refused_run_is_not_offered_again, bounds_are_told,
           runs_are_simple)
