// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/run.h"
#include "psl/monitor.h"
#include "psl/oracle.h"
#include "psl/parse.h"
#include "psl/print.h"
#include "psl/rules.h"
#include "tests/psl/random.h"
#include "tests/tap.h"
#include "tests/util.h"

static const char *const names[] = {"p", "q", "r", "c1", "c2", "c3"};

typedef struct {
    context_t *ctx;
    model_t *model;
    var_t inputs[6], n;
    formula_pool_t *pool;
    guards_t *gs;
} world_t;

static void world_init(world_t *w)
{
    w->ctx = context_new();
    w->model = model_new(w->ctx, "m");
    w->pool = formula_pool_new();
    w->gs = guards_new(w->pool);
    ident_table_t *idents = context_idents(w->ctx);
    for (size_t i = 0; i < 6; i++) {
        w->inputs[i] = var_new(w->ctx, ident_new(idents, names[i]),
                               sort_bool(w->ctx));
        model_add_input(w->model, w->inputs[i], LOC_NONE);
        bool_atom(w->pool, names[i]);
    }
    w->n = var_new(w->ctx, ident_new(idents, "N"), sort_int(w->ctx));
    model_add_parameter(w->model, w->n, LOC_NONE);
    model_allow_empty_step(w->model);
    model_add_start(w->model, "start");
}

static void world_release(world_t *w)
{
    guards_free(w->gs);
    formula_pool_free(w->pool);
    model_free(w->model);
    context_free(w->ctx);
}

static term_t atom(const char *text, void *user)
{
    world_t *w = user;
    for (size_t i = 0; i < 6; i++)
        if (strcmp(text, names[i]) == 0)
            return term_last(w->ctx, w->inputs[i]);
    ck_abort_msg("%s", text);
}

static term_t count(const char *text, void *user)
{
    world_t *w = user;
    ck_assert_str_eq(text, "N");
    return term_last(w->ctx, w->n);
}

static bool add(world_t *w, formula_t f, formula_t clock, char **reason)
{
    const rules_options_t o = {"f", LOC_NONE, atom, count, w};
    return rules_add(w->model, w->pool, f, clock, &o, reason);
}

static const model_var_t *find(const world_t *w, const char *name)
{
    for (size_t i = 0; i < model_var_count(w->model); i++) {
        const model_var_t *v = model_var(w->model, i);
        if (strcmp(ident_text(var_name(w->ctx, v->var)), name) == 0)
            return v;
    }
    return NULL;
}

// The first step in which the property fails on the finite word with these
// choices (in base 4); SIZE_MAX if there is none.
static size_t failing_step(world_t *w, const word_t *word, int64_t n,
                           unsigned choices)
{
    trace_t *trace = trace_new(w->model);
    run_t *run = run_new(trace);
    const model_var_t *watch = find(w, "f.watch");
    value_t value = value_int(w->ctx, n);
    size_t found = SIZE_MAX;
    trace_set(trace, 0, w->n, &value);
    ck_assert(run_start(run, model_start(w->model, 0)));
    for (size_t i = 0; i < word_length(word) && found == SIZE_MAX; i++) {
        bool holds = false;
        if (i > 0)
            ck_assert(run_advance(run));
        for (size_t k = 0; k < 6; k++) {
            value = value_bool(w->ctx,
                               word_get(word, i, (uint32_t)k));
            trace_set(trace, i, w->inputs[k], &value);
        }
        if (watch) {
            value = value_int(w->ctx, choices % 4);
            trace_set(trace, i, watch->var, &value);
            choices /= 4;
        }
        ck_assert(run_definitions(run, i));
        ck_assert(run_holds(run, i, model_property(w->model, 0)->holds,
                            &holds));
        if (!holds)
            found = i;
    }
    run_free(run);
    trace_free(trace);
    return found;
}

static size_t earliest(world_t *w, const word_t *word, int64_t n)
{
    size_t best = SIZE_MAX;
    unsigned runs = 1;
    if (find(w, "f.watch"))
        for (size_t i = 0; i < word_length(word); i++)
            runs *= 4;
    for (unsigned c = 0; c < runs; c++) {
        const size_t step = failing_step(w, word, n, c);
        best = step < best ? step : best;
    }
    return best;
}

// The word up to and with the step, then letters for ever.
static word_t *extend(const word_t *word, size_t step, dice_t *dice,
                      formula_pool_t *pool)
{
    word_t *result = word_new(), *more = random_word(pool, dice, 4);
    for (size_t i = 0; i <= step; i++)
        word_push_letter(result, word, i);
    for (size_t i = 0; i < word_length(more); i++)
        word_push_letter(result, more, i);
    word_set_loop(result, dice_roll(dice, (unsigned)word_length(result)));
    word_free(more);
    return result;
}

// A failure means that every infinite word with the prefix violates f; a
// prefix that the deterministic monitor finds bad has failed.
static void compare(world_t *w, formula_t f, formula_t clock, dice_t *dice,
                    unsigned length, int64_t n)
{
    word_t *word = random_word(w->pool, dice, length);
    word_set_loop(word, WORD_NO_LOOP);
    const size_t step = earliest(w, word, n);
    for (int i = 0; i < 5 && step != SIZE_MAX; i++) {
        word_t *longer = extend(word, step, dice, w->pool);
        ck_assert_msg(!oracle_word(w->pool, f, clock, longer),
                      "%s fails in step %zu", print_string(w->pool, f),
                      step);
        word_free(longer);
    }
    char *reason = NULL;
    monitor_t *m = monitor_new(w->gs, f, clock, 200, &reason);
    monitor_verdict_t verdict;
    if (m) {
        monitor_run(m, word, &verdict);
        ck_assert_msg(verdict != MONITOR_VIOLATED || step != SIZE_MAX,
                      "%s is violated", print_string(w->pool, f));
    }
    free(reason);
    monitor_free(m);
    word_free(word);
}

START_TEST(a_property_fails_where_the_formula_is_violated)
{
    unsigned added = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        world_t w;
        dice_t dice = {seed};
        char *reason;
        world_init(&w);
        const random_options_t o = {1 + dice_roll(&dice, 2), 2,
                                    dice_roll(&dice, 2), false};
        formula_t f = random_formula(w.pool, &dice, o);
        f = formula_weak(w.pool, f, random_formula(w.pool, &dice, o));
        const formula_t clock = random_clock(w.pool, &dice, 2);
        if (add(&w, f, clock, &reason) && !find(&w, "f.watch")) {
            added++;
            for (int i = 0; i < 10; i++)
                compare(&w, f, clock, &dice, 6, 0);
        }
        free(reason);
        world_release(&w);
    }
    ck_assert_uint_gt(added, 100);
}
END_TEST

static bool value_of_n(const char *text, int64_t *value, void *user)
{
    (void)text;
    *value = *(int64_t *)user;
    return true;
}

START_TEST(symbolic_counts_become_counters)
{
    static const char *const formulas[] = {
        "always (p -> next[N] q)",
        "always (p -> next![N] q)",
        "always {p; q[*N]} |-> r",
        "(always (p -> next[N] q)) @ c1",
        "always (p -> next_event(q)[N + 1](r))",
    };
    for (size_t k = 0; k < ARRAY_LEN(formulas); k++) {
        world_t w;
        dice_t dice = {k};
        char *reason;
        const char *bad;
        world_init(&w);
        collector_t *collector = collector_new();
        parse_t *parse =
            parse_new(w.pool, collector_sink(collector),
                      (parse_options_t){parse_proposition, NULL, true});
        const formula_t f =
            parse_formula(parse, "f", formulas[k], strlen(formulas[k]));
        const formula_t clock = bool_true(w.pool);
        ck_assert(f);
        ck_assert_msg(add(&w, f, clock, &reason), "%s: %s", formulas[k],
                      reason);
        ck_assert(find(&w, "f.watch") && find(&w, "f.count"));
        for (int i = 0; i < 12; i++) {
            int64_t n = dice_roll(&dice, 3);
            const formula_t g = formula_instantiate(w.pool, f, value_of_n,
                                                    &n, &bad);
            compare(&w, g, clock, &dice, 4, n);
        }
        parse_free(parse);
        collector_free(collector);
        world_release(&w);
    }
}
END_TEST

START_TEST(liveness_is_refused)
{
    world_t w;
    char *reason;
    world_init(&w);
    const formula_t p = formula_bool(w.pool, bool_atom(w.pool, "p"));
    const formula_t f = formula_until(w.pool, formula_true(w.pool), p);
    ck_assert(!add(&w, f, bool_true(w.pool), &reason));
    ck_assert_msg(strstr(reason, "safety"), "%s", reason);
    ck_assert_uint_eq(model_property_count(w.model), 0);
    free(reason);
    world_release(&w);
}
END_TEST

TEST_SUITE(rules, a_property_fails_where_the_formula_is_violated,
           symbolic_counts_become_counters, liveness_is_refused)
