// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"
#include "tests/core/sample-model.h"
#include "tests/reach/random-system.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

START_TEST(agrees_with_all_states)
{
    // All are finite: none may stay open.
    random_systems_agree(engine_cegar, 150, 150 * RANDOM_SYSTEM_TARGETS);
}
END_TEST

static bool check_proof(task_t *task, size_t target, const term_t *invariant,
                        size_t count, void *user)
{
    (void)user;
    expect_invariant(task_system(task), target, invariant, count);
    return true;
}

// ---- for every value of a parameter ----

static system_t *sample_system(const sample_t *s, model_t **cone)
{
    const size_t both[] = {0, 1};
    const term_t roots[] = {term_last(s->ctx, s->count),
                            term_last(s->ctx, s->depth),
                            term_last(s->ctx, s->push)};
    *cone = model_cone(s->model, roots, 3, SIZE_MAX);
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t p = *model_property(s->model, i);
        model_add_property(*cone, &p);
    }
    return system_new(*cone, &(system_options_t){
        .properties = both, .property_count = 2, .start = SIZE_MAX});
}

typedef struct {
    const sample_t *sample;
    size_t length, depth;
} seen_t;

static bool note_run(task_t *task, size_t target, const trace_t *trace,
                     void *user)
{
    (void)task;
    seen_t *seen = user;
    ck_assert_uint_eq(target, 1);
    seen->length = trace_length(trace);
    seen->depth =
        (size_t)trace_get(trace, 0, seen->sample->depth)->number.small;
    return true;
}

START_TEST(counter_is_bounded_for_every_depth)
{
    sample_t s;
    sample_init(&s);
    model_t *cone;
    system_t *system = sample_system(&s, &cone);
    seen_t seen = {.sample = &s};
    const task_hooks_t hooks = {.proved = check_proof, .violated = note_run,
                                .user = &seen};
    task_t *task = task_new(system, &hooks);
    engine_cegar(task);
    ck_assert_int_eq(task_target(task, 0), TARGET_PROVED);
    ck_assert_int_eq(task_target(task, 1), TARGET_VIOLATED);
    ck_assert_uint_gt(seen.length, seen.depth);
    task_free(task);
    system_free(system);
    model_free(cone);
    sample_release(&s);
}
END_TEST

static bool refuse(task_t *task, size_t target, const trace_t *trace,
                   void *user)
{
    (void)task, (void)target, (void)trace;
    ++*(size_t *)user;
    return false;
}

// A refused run leaves its target open, and the others are gone on with.
START_TEST(refused_runs_leave_targets_open)
{
    sample_t s;
    sample_init(&s);
    model_t *cone;
    system_t *system = sample_system(&s, &cone);
    size_t refused = 0;
    const task_hooks_t hooks = {.violated = refuse, .user = &refused};
    task_t *task = task_new(system, &hooks);
    engine_cegar(task);
    ck_assert_int_eq(task_target(task, 0), TARGET_PROVED);
    ck_assert_int_eq(task_target(task, 1), TARGET_OPEN);
    ck_assert_uint_eq(refused, 1);
    task_free(task);
    system_free(system);
    model_free(cone);
    sample_release(&s);
}
END_TEST

// ---- what it can do, and with what help ----

static const char twins[] =
    "(input i Int)"
    "(state x Int 0 (+ x (* 2 i)))"
    "(state y Int 0 (+ y (* 2 i)))"
    "(error (and (= x 8) (= (mod y 2) 1)))";

START_TEST(lemmas_become_part_of_the_proof)
{
    small_t s;
    small_init(&s, twins);
    const task_hooks_t hooks = {.proved = check_proof};
    task_t *task = task_new(s.system, &hooks);
    task_add_lemma(task, small_term(&s, "(= x y)"));
    engine_cegar(task);
    ck_assert_int_eq(task_target(task, 0), TARGET_PROVED);
    task_free(task);
    small_release(&s);
}
END_TEST

static const small_case_t cases[] = {
    {"(parameter N Int) (generic (<= 1 N)) (input up Bool)"
     "(state x Int 0 (ite (= x N) 0 (ite up (+ x 1) x)))"
     "(error (or (< N x) (< x 0))) (error (= x 100))", "+-", 0, -1},
    // The smallest parameter is part of the counterexample.
    {"(parameter N Int) (generic (<= 40 N))"
     "(state x Int 0 (+ x 1)) (error (= x N))", "-", 0, -1},
    // An integer input with bounds on both sides.
    {"(parameter N Int) (generic (<= 0 N)) (input i Int)"
     "(assume (and (<= 0 i) (<= i N)))"
     "(state x Int 0 i) (error (< N x)) (error (= x (+ N 1)))", "++", 0, -1},
    // Held: after the assertion failed, nothing counts.
    {"(state x Int 0 (+ x 1)) (assert (< x 5)) (error (< 5 x))", "-+", 6, -1},
    {"(enum mode idle busy done) (input go Bool)"
     "(state m mode idle (ite (= m idle) (ite go busy idle) (ite (= m busy)"
     " done m)))"
     "(state n Int 0 (ite (= m busy) (+ n 1) n))"
     "(error (< 1 n)) (error (and (= m idle) (< 0 n)))", "++", 0, -1},
    // Parity is in the vocabulary.
    {"(state x Int 0 (+ x 2)) (error (= (mod x 2) 1))", "+", 0, -1},
};

START_TEST(answers)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        small_run(&cases[i], engine_cegar, 20000);
}
END_TEST

TEST_SUITE(cegar, agrees_with_all_states, counter_is_bounded_for_every_depth,
           refused_runs_leave_targets_open, lemmas_become_part_of_the_proof,
           answers)
