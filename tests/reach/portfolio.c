// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/portfolio.h"

#include "tests/reach/small.h"
#include "tests/tap.h"

#include <signal.h>
#include <unistd.h>

// A counter up to N: the first property holds, the second fails when it gets
// there.
static const char counter[] =
    "(parameter N Int) (generic (>= N 1)) (input up Bool)"
    "(state x Int 0 (ite (and up (< x N)) (+ x 1) x))"
    "(error (> x N)) (error (= x N))";

// ---- what the portfolio says ----

#define MAX_PROPERTIES 4

typedef struct {
    verdict_kind_t kinds[MAX_PROPERTIES];
    bool empty[MAX_PROPERTIES], confirmed[MAX_PROPERTIES];
    const char *engines[MAX_PROPERTIES], *seconds[MAX_PROPERTIES];
    text_t reasons[MAX_PROPERTIES];
    size_t lengths[MAX_PROPERTIES];
    text_t failures;
} heard_t;

static void hear_verdict(const verdict_t *v, void *user)
{
    heard_t *heard = user;
    ck_assert_uint_lt(v->property, MAX_PROPERTIES);
    heard->kinds[v->property] = v->kind;
    heard->empty[v->property] = v->empty;
    heard->confirmed[v->property] = v->confirmed;
    heard->engines[v->property] = v->engine;
    heard->seconds[v->property] = v->second;
    heard->lengths[v->property] = v->trace != NULL ? trace_length(v->trace)
                                                   : 0;
    text_clear(&heard->reasons[v->property]);
    if (v->reason != NULL)
        text_add(&heard->reasons[v->property], v->reason);
}

static void hear_failure(const char *what, void *user)
{
    heard_t *heard = user;
    text_add(&heard->failures, what);
    text_char(&heard->failures, '\n');
}

static void ask(heard_t *heard, const char *text,
                const portfolio_options_t *options)
{
    const portfolio_hooks_t hooks = {
        .verdict = hear_verdict, .failed = hear_failure, .user = heard};
    small_t small;
    small_init(&small, text);
    portfolio_run(small.model, options, &hooks);
    small_release(&small);
}

static void forget(heard_t *heard)
{
    for (size_t i = 0; i < MAX_PROPERTIES; i++)
        text_release(&heard->reasons[i]);
    text_release(&heard->failures);
}

static const portfolio_options_t usual = {
    .jobs = 2, .budget = 20000, .start = SIZE_MAX};

START_TEST(proofs_and_violations)
{
    heard_t heard = {0};
    ask(&heard, counter, &usual);
    ck_assert_int_eq(heard.kinds[0], VERDICT_PROVED);
    ck_assert_int_eq(heard.kinds[1], VERDICT_VIOLATED);
    ck_assert_uint_eq(heard.lengths[1], 2);
    ck_assert(heard.confirmed[1]);
    ck_assert_str_eq(text_str(&heard.failures), "");
    forget(&heard);
}
END_TEST

START_TEST(only_what_is_asked_for)
{
    heard_t heard = {.kinds = {VERDICT_UNKNOWN, VERDICT_UNKNOWN}};
    static const size_t second = 1;
    portfolio_options_t options = usual;
    options.properties = &second;
    options.property_count = 1;
    ask(&heard, counter, &options);
    ck_assert_int_eq(heard.kinds[0], VERDICT_UNKNOWN);
    ck_assert_int_eq(heard.kinds[1], VERDICT_VIOLATED);
    forget(&heard);
}
END_TEST

// ---- engines that misbehave ----

static void claim_all(task_t *task)
{
    const term_t nothing = term_true(task_system(task)->ctx);
    for (size_t i = 0; i < task_target_count(task); i++)
        if (task_target(task, i) == TARGET_OPEN)
            task_proved(task, i, &nothing, 1);
}

static void crash(task_t *task)
{
    (void)task;
    abort();
}

static void die(task_t *task)
{
    (void)task;
    raise(SIGKILL);
}

static void hang(task_t *task)
{
    (void)task;
    for (;;)
        pause();
}

static void hear_with(heard_t *heard, const engine_t *bad,
                      portfolio_options_t options)
{
    const engine_t *const engines[] = {
        bad, engine_find("explicit"), engine_find("houdini"),
        engine_find("kind"), engine_find("bmc")};
    options.engines = engines;
    options.engine_count = ARRAY_LEN(engines);
    options.jobs = 1;
    ask(heard, counter, &options);
}

static void expect_right(const heard_t *heard)
{
    ck_assert_int_eq(heard->kinds[0], VERDICT_PROVED);
    ck_assert_int_eq(heard->kinds[1], VERDICT_VIOLATED);
}

START_TEST(a_wrong_claim_is_not_accepted)
{
    static const engine_t liar = {"liar", "claims that all holds", claim_all};
    heard_t heard = {0};
    hear_with(&heard, &liar, usual);
    expect_right(&heard);
    ck_assert_str_ne(heard.engines[0], "liar");
    forget(&heard);
}
END_TEST

// The acceptance is switched off: then the second engine sees it.
START_TEST(engines_that_disagree_are_reported)
{
    static const engine_t liar = {"liar", "claims that all holds", claim_all};
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.trusting = options.twice = true;
    hear_with(&heard, &liar, options);
    ck_assert_int_eq(heard.kinds[1], VERDICT_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(text_str(&heard.failures),
                                 "liar says that"));
    ck_assert_ptr_nonnull(strstr(text_str(&heard.failures),
                                 "that it is violated"));
    forget(&heard);
}
END_TEST

START_TEST(two_engines_agree)
{
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.twice = true;
    ask(&heard, counter, &options);
    expect_right(&heard);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(heard.seconds[i]);
        ck_assert_str_ne(heard.seconds[i], heard.engines[i]);
    }
    ck_assert_str_eq(text_str(&heard.failures), "");
    forget(&heard);
}
END_TEST

START_TEST(a_crash_costs_one_engine)
{
    static const engine_t bad = {"bad", "crashes", crash};
    heard_t heard = {0};
    hear_with(&heard, &bad, usual);
    expect_right(&heard);
    ck_assert_ptr_nonnull(strstr(text_str(&heard.failures), "bad failed"));
    forget(&heard);
}
END_TEST

START_TEST(a_process_that_is_killed_costs_one_engine)
{
    static const engine_t bad = {"bad", "is killed", die};
    heard_t heard = {0};
    hear_with(&heard, &bad, usual);
    expect_right(&heard);
    ck_assert_str_eq(text_str(&heard.failures), "");
    forget(&heard);
}
END_TEST

START_TEST(an_engine_that_hangs_is_stopped)
{
    static const engine_t bad = {"bad", "hangs", hang};
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.budget = 200;
    const uint64_t before = now_ms();
    hear_with(&heard, &bad, options);
    expect_right(&heard);
    ck_assert_uint_lt(now_ms() - before, 20000);
    forget(&heard);
}
END_TEST

// ---- lemmas ----

// Says one, and gives up.
static void teach(task_t *task)
{
    const system_t *s = task_system(task);
    const term_t x = term_last(s->ctx, s->states.data[0]);
    task_lemma(task, term_le(s->ctx, x, term_last(s->ctx,
                                                  s->parameters.data[0])));
    for (int i = 0; i < 100 && !task_expired(task); i++)
        usleep(100000);
}

// Proves with what it has heard.
static void learn(task_t *task)
{
    while (!task_expired(task)) {
        usleep(10000);
        for (size_t i = 0; i < task_lemma_count(task); i++) {
            const term_t lemma = task_lemma_at(task, i);
            if (task_target(task, 0) == TARGET_OPEN)
                task_proved(task, 0, &lemma, 1);
        }
    }
}

START_TEST(lemmas_are_shared)
{
    static const engine_t teacher = {"teacher", "knows", teach};
    static const engine_t pupil = {"pupil", "listens", learn};
    const engine_t *const engines[] = {&teacher, &pupil};
    heard_t heard = {0};
    static const size_t first = 0;
    portfolio_options_t options = usual;
    options.engines = engines;
    options.engine_count = 2;
    options.budget = 2000;
    options.properties = &first;
    options.property_count = 1;
    ask(&heard, counter, &options);
    ck_assert_int_eq(heard.kinds[0], VERDICT_PROVED);
    ck_assert_str_eq(heard.engines[0], "pupil");
    forget(&heard);
}
END_TEST

// ---- what simulation says ----

static confirm_t refute(const trace_t *run, size_t property, text_t *reason,
                        void *user)
{
    (void)run;
    (void)property;
    (void)user;
    text_add(reason, "GHDL sees nothing");
    return CONFIRM_REFUTED;
}

static confirm_t cannot(const trace_t *run, size_t property, text_t *reason,
                        void *user)
{
    (void)run;
    (void)property;
    (void)user;
    text_add(reason, "GHDL is not there");
    return CONFIRM_IMPOSSIBLE;
}

static observed_t see_false(const term_t *invariant, size_t count,
                            text_t *reason, void *user)
{
    (void)invariant;
    (void)count;
    (void)user;
    text_add(reason, "it is false in step 3");
    return OBSERVE_FALSE;
}

static observed_t see_true(const term_t *invariant, size_t count,
                           text_t *reason, void *user)
{
    (void)invariant;
    (void)reason;
    (void)user;
    return count > 0 ? OBSERVE_TRUE : OBSERVE_FALSE;
}

START_TEST(what_is_refuted_is_not_violated)
{
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.budget = 1000;
    options.checks.confirm = refute;
    ask(&heard, counter, &options);
    ck_assert_int_eq(heard.kinds[1], VERDICT_UNKNOWN);
    ck_assert_str_eq(text_str(&heard.reasons[1]),
                     "violated, not confirmed: GHDL sees nothing");
    forget(&heard);
}
END_TEST

START_TEST(what_cannot_be_simulated_is_unknown)
{
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.checks.confirm = cannot;
    options.checks.observe = see_true;
    ask(&heard, counter, &options);
    ck_assert_int_eq(heard.kinds[0], VERDICT_PROVED);
    ck_assert(heard.confirmed[0]);
    ck_assert_int_eq(heard.kinds[1], VERDICT_UNKNOWN);
    ck_assert_uint_eq(heard.lengths[1], 2);
    ck_assert_str_eq(text_str(&heard.reasons[1]),
                     "violated, not confirmed: GHDL is not there");
    forget(&heard);
}
END_TEST

START_TEST(a_proof_that_simulation_contradicts)
{
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.checks.observe = see_false;
    ask(&heard, counter, &options);
    ck_assert_int_eq(heard.kinds[0], VERDICT_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(text_str(&heard.reasons[0]),
                                 "it is false in step 3"));
    ck_assert_ptr_nonnull(strstr(text_str(&heard.failures),
                                 "it is false in step 3"));
    forget(&heard);
}
END_TEST

// ---- runs that do not exist ----

START_TEST(contradictory_assumptions_prove_nothing)
{
    heard_t heard = {0};
    portfolio_options_t options = usual;
    options.budget = 1000;
    ask(&heard, "(parameter N Int) (generic (>= N 1)) (input i Int)"
                "(state x Int 0 (+ x i)) (assume (> i 3)) (assume (< i N))"
                "(assume (< N 2)) (error (> x 10))", &options);
    ck_assert_int_eq(heard.kinds[0], VERDICT_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(text_str(&heard.reasons[0]),
                                 "contradicts itself"));
    forget(&heard);
}
END_TEST

START_TEST(generics_that_exclude_each_other_are_empty)
{
    heard_t heard = {0};
    ask(&heard, "(parameter N Int) (generic (>= N 1)) (generic (< N 1))"
                "(state x Int 0 (+ x 1)) (error (> x N))", &usual);
    ck_assert_int_eq(heard.kinds[0], VERDICT_PROVED);
    ck_assert(heard.empty[0]);
    forget(&heard);
}
END_TEST

TEST_SUITE(portfolio, proofs_and_violations, only_what_is_asked_for,
           a_wrong_claim_is_not_accepted, engines_that_disagree_are_reported,
           two_engines_agree, a_crash_costs_one_engine,
           a_process_that_is_killed_costs_one_engine,
           an_engine_that_hangs_is_stopped, lemmas_are_shared,
           what_is_refuted_is_not_violated,
           what_cannot_be_simulated_is_unknown,
           a_proof_that_simulation_contradicts,
           contradictory_assumptions_prove_nothing,
           generics_that_exclude_each_other_are_empty)
