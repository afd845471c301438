// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/run.h"
#include "reach/engine.h"
#include "tests/core/sample-model.h"
#include "tests/reach/random-system.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

static bool check_proof(task_t *task, size_t target, const term_t *invariant,
                        size_t count, void *user)
{
    (void)user;
    expect_invariant(task_system(task), target, invariant, count);
    return true;
}

// task_violated has checked it as a run; here that it is as long as said.
static bool note_length(task_t *task, size_t target, const trace_t *trace,
                        void *user)
{
    (void)task;
    ((size_t *)user)[target] = trace_length(trace);
    return true;
}

static task_t *new_task(const system_t *system, size_t *lengths)
{
    const task_hooks_t hooks = {.proved = check_proof,
                                .violated = note_length, .user = lengths};
    return task_new(system, &hooks);
}

// ---- random systems ----

static size_t check_target(const random_system_t *r, task_t *task,
                           size_t target, const size_t *lengths)
{
    const size_t shortest = r->shortest[target];
    switch (task_target(task, target)) {
    case TARGET_OPEN:
        if (shortest > 0)
            ck_assert_uint_lt(task_bound(task, target), shortest);
        return 0;
    case TARGET_PROVED:
        ck_assert_uint_eq(shortest, 0);
        return 1;
    case TARGET_VIOLATED:
        ck_assert_uint_gt(shortest, 0);
        ck_assert_uint_ge(lengths[target], shortest);
        return 1;
    }
    return 0;
}

START_TEST(agrees_with_all_states)
{
    size_t decided = 0, deep = 0, safe = 0;
    const size_t count = 150;
    for (uint64_t seed = 1; seed <= count; seed++) {
        random_system_t *r = random_system_new(seed);
        size_t lengths[RANDOM_SYSTEM_TARGETS] = {0};
        task_t *task = new_task(r->system, lengths);
        engine_cegar(task);
        for (size_t i = 0; i < RANDOM_SYSTEM_TARGETS; i++) {
            decided += check_target(r, task, i, lengths);
            safe += r->shortest[i] == 0;
            deep += r->shortest[i] > 3;
        }
        task_free(task);
        random_system_free(r);
    }
    // All were finite: none may stay open.
    ck_assert_uint_eq(decided, count * RANDOM_SYSTEM_TARGETS);
    ck_assert_uint_gt(safe, count / 2);
    ck_assert_msg(deep > 10, "%zu deep", deep);
}
END_TEST

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
    task_t *task = new_task(s.system, NULL);
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
