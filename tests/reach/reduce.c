// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/reduce.h"
#include "core/run.h"
#include "core/walk.h"
#include "reach/nonlinear.h"
#include "reach/rerun.h"
#include "tests/reach/random-model.h"
#include "tests/tap.h"
#include "tests/util.h"

// ---- nothing is left that engines cannot work on ----

static bool is_simple(const context_t *ctx, term_t t)
{
    switch (term_kind(ctx, t)) {
    case TERM_POW2:
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_FILL: return false;
    case TERM_MUL: return term_kind(ctx, term_kid(ctx, t, 0)) == TERM_INT;
    case TERM_DIV:
    case TERM_MOD: return term_kind(ctx, term_kid(ctx, t, 1)) == TERM_INT;
    default: return true;
    }
}

static void expect_simple(const model_t *m)
{
    collector_t *c = collector_new();
    ck_assert(model_check(m, collector_sink(c)));
    expect_no_diags(c);
    collector_free(c);
    const context_t *ctx = model_context(m);
    term_vec_t roots = {0}, order = {0};
    for (size_t i = 0; i < model_var_count(m); i++)
        if (!model_has_meaning(m, model_var(m, i)))
            vec_push(&roots, model_var(m, i)->term);
    for (size_t i = 0; i < model_assumption_count(m); i++)
        vec_push(&roots, model_assumption(m, i)->term);
    for (size_t i = 0; i < model_property_count(m); i++) {
        vec_push(&roots, model_property(m, i)->reached);
        vec_push(&roots, model_property(m, i)->holds);
    }
    walk_postorder(ctx, roots.data, roots.len, &order);
    for (size_t i = 0; i < order.len; i++)
        ck_assert(is_simple(ctx, order.data[i]));
    vec_release(&roots);
    vec_release(&order);
}

// ---- every run is one of the reduced model ----

static void expect_run(trace_t *trace)
{
    run_t *run = run_new(trace);
    size_t step;
    const run_fault_t fault =
        run_validate(run, model_start(trace_model(trace), 0), &step);
    ck_assert_msg(fault == RUN_OK, "fault %d in step %zu", (int)fault, step);
    run_free(run);
}

static bool fails_at(trace_t *trace, size_t step)
{
    const model_t *m = trace_model(trace);
    run_t *run = run_new(trace);
    bool bad;
    ck_assert(run_holds(run, step, property_bad(m, model_property(m, 0)),
                        &bad));
    run_free(run);
    return bad;
}

static void expect_same_run(trace_t *original, trace_t *lifted)
{
    ck_assert_ptr_nonnull(lifted);
    expect_run(lifted);
    for (size_t s = 0; s < trace_length(original); s++)
        ck_assert(fails_at(original, s) == fails_at(lifted, s));
}

START_TEST(runs_are_runs_of_the_linear_model)
{
    size_t exact = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_model_t m;
        random_model_init(&m, seed, false);
        reduction_t *r = reduce_new(m.model, 0);
        expect_simple(reduce_model(r));
        exact += reduce_is_exact(r);
        for (unsigned i = 0; i < 5; i++) {
            trace_t *run = random_model_run(&m, 4);
            if (run == NULL)
                continue;
            trace_t *lifted = reduce_lift(r, run, NULL);
            expect_same_run(run, lifted);
            trace_free(lifted);
            trace_free(run);
        }
        reduce_free(r);
        random_model_release(&m);
    }
    ck_assert_uint_lt(exact, 30);
}
END_TEST

// Every variable of the reduction as what the model says that it stands for:
// not by reduce_lift.
static trace_t *stand_in(const model_t *reduced, trace_t *run)
{
    trace_t *to = trace_new(reduced);
    run_t *values = run_new(run);
    for (size_t s = 0; s < trace_length(run); s++) {
        trace_add_step(to);
        for (size_t i = 0; i < model_var_count(reduced); i++) {
            const model_var_t *v = model_var(reduced, i);
            value_t value;
            const term_t t = model_has_meaning(reduced, v)
                ? v->term : term_last(model_context(reduced), v->var);
            ck_assert(run_value(values, s, t, &value));
            trace_set(to, s, v->var, &value);
            value_release(&value);
        }
        trace_set_edge(to, s, model_clock(reduced, 0)->var, TERM_POSEDGE,
                       true);
    }
    run_free(values);
    return to;
}

static size_t learn_from(nonlinear_t *ops, trace_t *lifted)
{
    const model_t *m = trace_model(lifted);
    run_t *run = run_new(lifted);
    const size_t last = trace_length(lifted) - 1;
    size_t learned = 0;
    for (size_t i = 0; i < model_var_count(m); i++) {
        const nonlinear_op_t *op = nonlinear_find(ops, model_var(m, i)->var);
        if (op == NULL)
            continue;
        value_t a, b;
        ck_assert(run_value(run, last, op->operands[0], &a));
        ck_assert(run_value(run, last, op->operands[1], &b));
        learned += nonlinear_learn(ops, op->var, a.number, b.number);
        value_release(&a);
        value_release(&b);
    }
    run_free(run);
    return learned;
}

START_TEST(what_is_learned_is_true)
{
    size_t learned = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        random_model_t m;
        random_model_init(&m, seed, false);
        fresh_table_t *table = fresh_table_new(m.ctx);
        nonlinear_t *ops = nonlinear_new(table);
        for (unsigned i = 0; i < 6; i++) {
            model_t *reduced = nonlinear_apply(ops, m.model);
            trace_t *run = random_model_run(&m, 3);
            if (run != NULL) {
                trace_t *lifted = stand_in(reduced, run);
                expect_same_run(run, lifted);
                learned += learn_from(ops, lifted);
                trace_free(lifted);
                trace_free(run);
            }
            model_free(reduced);
        }
        nonlinear_free(ops);
        fresh_table_free(table);
        random_model_release(&m);
    }
    ck_assert_uint_gt(learned, 500);
}
END_TEST

// ---- memories ----

// Any values for what the reduction left arbitrary.
static void scramble(trace_t *t, size_t step, void *user)
{
    random_model_t *m = user;
    const model_t *reduced = trace_model(t);
    for (size_t i = 0; i < model_var_count(reduced); i++) {
        const model_var_t *v = model_var(reduced, i);
        if (v->class != VAR_INPUT || model_find(m->model, v->var) != NULL
            || model_has_meaning(reduced, v))
            continue;
        const int64_t n = random_model_number(m, -4, 8);
        value_t value = sort_kind(m->ctx, var_sort(m->ctx, v->var))
                == SORT_BOOL ? value_bool(m->ctx, n & 1)
                             : value_int(m->ctx, n);
        trace_set(t, step, v->var, &value);
        value_release(&value);
    }
}

// A violating run of the reduced model; NULL if luck does not give one.
static trace_t *abstract_violation(random_model_t *m, reduction_t *r)
{
    trace_t *run = random_model_run(m, 3);
    trace_t *lifted = run != NULL ? reduce_lift(r, run, NULL) : NULL;
    const model_t *reduced = reduce_model(r);
    trace_t *t = NULL;
    size_t step;
    if (lifted != NULL)
        t = rerun(reduced, model_start(reduced, 0), lifted, NULL, scramble,
                  m);
    if (t != NULL) {
        run_t *judge = run_new(t);
        if (run_validate(judge, model_start(reduced, 0), &step) != RUN_OK
            || !fails_at(t, trace_length(t) - 1)) {
            trace_free(t);
            t = NULL;
        }
        run_free(judge);
    }
    trace_free(lifted);
    trace_free(run);
    return t;
}

// With any indices it is a run, which violates nothing that the original
// does not; with the right ones, it violates the same.
static void expect_lifts(random_model_t *m, reduction_t *r)
{
    trace_t *run = random_model_run(m, 4);
    if (run == NULL)
        return;
    const size_t last = trace_length(run) - 1;
    trace_t *lifted = reduce_lift(r, run, NULL);
    ck_assert_ptr_nonnull(lifted);
    expect_run(lifted);
    ck_assert(fails_at(run, last) == fails_at(lifted, last));
    for (size_t i = 0; i < model_slot_count(reduce_model(r)); i++) {
        value_t v = value_int(m->ctx, random_model_number(m, -4, 8));
        trace_set(lifted, 0, model_slot(reduce_model(r), i)->index, &v);
        value_release(&v);
    }
    trace_t *other = reduce_lift(r, run, lifted);
    ck_assert_ptr_nonnull(other);
    expect_run(other);
    for (size_t s = 0; s <= last; s++)
        ck_assert(fails_at(run, s) || !fails_at(other, s));
    trace_free(other);
    trace_free(lifted);
    trace_free(run);
}

typedef struct {
    size_t violations, concrete, refined, slots;
} luck_t;

static void try_violation(random_model_t *m, reduction_t *r, luck_t *luck)
{
    trace_t *t = NULL;
    for (unsigned i = 0; i < 10 && t == NULL; i++)
        t = abstract_violation(m, r);
    if (t == NULL)
        return;
    bool bad;
    trace_t *original = reduce_original(r, t, 0, &bad);
    luck->violations++;
    if (original != NULL) {
        expect_run(original);
        ck_assert(bad == fails_at(original, trace_length(original) - 1));
        luck->concrete += bad;
        luck->refined += !bad && reduce_refine(r, t, 0);
    }
    trace_free(original);
    trace_free(t);
}

static void try_model(uint64_t seed, luck_t *luck)
{
    random_model_t m;
    random_model_init(&m, seed, true);
    reduction_t *r = reduce_new(m.model, 0);
    for (unsigned i = 0; i < 8; i++) {
        expect_simple(reduce_model(r));
        for (unsigned k = 0; k < 3; k++)
            expect_lifts(&m, r);
        try_violation(&m, r, luck);
    }
    luck->slots += model_slot_count(reduce_model(r));
    reduce_free(r);
    random_model_release(&m);
}

START_TEST(runs_are_runs_of_the_model_with_slots)
{
    luck_t luck = {0};
    for (uint64_t seed = 1; seed <= 200; seed++)
        try_model(seed, &luck);
    ck_assert_uint_gt(luck.violations, 250);
    ck_assert_uint_gt(luck.concrete, 150);
    ck_assert_uint_gt(luck.refined, 20);
    ck_assert_uint_gt(luck.slots, 30);
}
END_TEST

// ---- refinement ----

typedef struct {
    context_t *ctx;
    model_t *model;
    var_t a, b;
    reduction_t *reduction;
} wrong_t;

static term_t apply(context_t *ctx, term_kind_t kind, term_t a, term_t b)
{
    switch (kind) {
    case TERM_POW2: return term_pow2(ctx, a);
    case TERM_MUL: return term_mul(ctx, a, b);
    case TERM_DIV: return term_div(ctx, a, b);
    default: return term_mod(ctx, a, b);
    }
}

// A model with two inputs, which never are x and y with this result.
static void wrong_init(wrong_t *w, term_kind_t kind, int64_t x, int64_t y,
                       int64_t result)
{
    context_t *c = w->ctx = context_new();
    w->model = model_new(c, "wrong");
    ident_table_t *ids = context_idents(c);
    w->a = var_new(c, ident_new(ids, "a"), sort_int(c));
    w->b = var_new(c, ident_new(ids, "b"), sort_int(c));
    model_add_input(w->model, w->a, LOC_NONE);
    model_add_input(w->model, w->b, LOC_NONE);
    model_add_start(w->model, "declared");
    const term_t a = term_last(c, w->a), b = term_last(c, w->b);
    const property_t p = {
        .name = "p", .kind = PROPERTY_ASSERT,
        .reached = term_and(c, term_eq(c, a, term_int(c, x)),
                            term_eq(c, b, term_int(c, y))),
        .holds = term_ne(c, apply(c, kind, a, b), term_int(c, result))};
    model_add_property(w->model, &p);
    w->reduction = reduce_new(w->model, 0);
}

static void wrong_release(wrong_t *w)
{
    reduce_free(w->reduction);
    model_free(w->model);
    context_free(w->ctx);
}

static void set_int(context_t *ctx, trace_t *t, var_t var, int64_t n)
{
    value_t v = value_int(ctx, n);
    trace_set(t, 0, var, &v);
    value_release(&v);
}

// A run of the reduced model in which each variable that it added and that
// stands for an operation of this kind has this value, whatever the operands;
// the others have one that the axioms allow.
static trace_t *wrong_run(wrong_t *w, term_kind_t kind, int64_t x, int64_t y,
                          int64_t result)
{
    const model_t *m = reduce_model(w->reduction);
    trace_t *t = trace_new(m);
    trace_add_step(t);
    set_int(w->ctx, t, w->a, x);
    set_int(w->ctx, t, w->b, y);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        if (!model_has_meaning(m, v))
            continue;
        set_int(w->ctx, t, v->var,
                term_kind(w->ctx, v->term) == kind ? result : 5);
    }
    return t;
}

static void expect_learning(term_kind_t kind, int64_t x, int64_t y,
                            int64_t result)
{
    wrong_t w;
    wrong_init(&w, kind, x, y, result);
    trace_t *t = wrong_run(&w, kind, x, y, result);
    expect_run(t);
    ck_assert(fails_at(t, 0));
    bool bad;
    trace_t *original = reduce_original(w.reduction, t, 0, &bad);
    ck_assert_ptr_nonnull(original);
    ck_assert(!bad);
    ck_assert(reduce_refine(w.reduction, t, 0));
    trace_free(original);
    trace_free(t);
    t = wrong_run(&w, kind, x, y, result);
    run_t *run = run_new(t);
    size_t step;
    const run_fault_t fault = run_validate(
        run, model_start(reduce_model(w.reduction), 0), &step);
    ck_assert(fault == RUN_ASSUMPTION || !fails_at(t, 0));
    run_free(run);
    trace_free(t);
    wrong_release(&w);
}

START_TEST(wrong_values_are_learned_from)
{
    expect_learning(TERM_POW2, 20, 0, 600);
    expect_learning(TERM_MUL, 20, 31, 600);
    expect_learning(TERM_MUL, -20, 31, -600);
    expect_learning(TERM_DIV, 100, 7, 10);
    expect_learning(TERM_MOD, 100, 7, 5);
    expect_learning(TERM_MOD, 1000, 7, 1);
}
END_TEST

START_TEST(right_values_are_violations)
{
    wrong_t w;
    wrong_init(&w, TERM_MUL, 20, 31, 620);
    trace_t *t = wrong_run(&w, TERM_MUL, 20, 31, 620);
    bool bad;
    trace_t *original = reduce_original(w.reduction, t, 0, &bad);
    ck_assert_ptr_nonnull(original);
    ck_assert(bad);
    ck_assert(!reduce_refine(w.reduction, t, 0));
    trace_free(original);
    trace_free(t);
    wrong_release(&w);
}
END_TEST

START_TEST(people_see_powers)
{
    context_t *c = context_new();
    model_t *m = model_new(c, "power");
    const var_t w = var_new(c, ident_new(context_idents(c), "W"),
                            sort_int(c));
    model_add_parameter(m, w, LOC_NONE);
    const term_t power = term_pow2(c, term_last(c, w));
    const property_t p = {.name = "p", .kind = PROPERTY_ASSERT,
                          .reached = term_true(c),
                          .holds = term_lt(c, term_last(c, w), power)};
    model_add_property(m, &p);
    reduction_t *r = reduce_new(m, 0);
    const term_t reduced = model_property(reduce_model(r), 0)->holds;
    ck_assert(!term_equal(reduced, p.holds));
    ck_assert(term_equal(reduce_explain(r, reduced), p.holds));
    reduce_free(r);
    model_free(m);
    context_free(c);
}
END_TEST

TEST_SUITE(reduce, runs_are_runs_of_the_linear_model,
           what_is_learned_is_true, runs_are_runs_of_the_model_with_slots,
           wrong_values_are_learned_from,
           right_values_are_violations, people_see_powers)
