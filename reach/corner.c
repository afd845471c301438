// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/corner.h"

#include "core/run.h"
#include "core/walk.h"
#include "reach/solver.h"

#define MAX_CORNERS 16
#define CHECK_MS 2000

// Values that integers have at corners, all at once and one by one.
static const int64_t small_values[] = {0, 1, 2, 3, 8};
#define USUAL 4 // of those that are not looked at

typedef struct {
    const model_t *model; // as it was given
    context_t *ctx;
    const reduction_t *reduction;
    const system_t *system;
    solver_t *solver;
    var_vec_t free;      // parameters that no axiom ties to others
    term_vec_t generic;  // constraints on these alone
    bool all_generic;    // there are no other constraints
    size_t corners, runs;
} corners_t;

// ---- what is free ----

static bool occurs(const context_t *ctx, term_t t, var_t var)
{
    var_vec_t vars = {0};
    bool found = false;
    walk_variables(ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len && !found; i++)
        found = var_equal(vars.data[i], var);
    vec_release(&vars);
    return found;
}

static bool is_tied(const corners_t *c, var_t var)
{
    for (size_t i = 0; i < model_assumption_count(c->model); i++) {
        const assumption_t *a = model_assumption(c->model, i);
        if (a->kind == ASSUME_AXIOM && occurs(c->ctx, a->term, var))
            return true;
    }
    return false;
}

static bool is_free(const corners_t *c, var_t var)
{
    for (size_t i = 0; i < c->free.len; i++)
        if (var_equal(c->free.data[i], var))
            return true;
    return false;
}

static bool speaks_of_free(const corners_t *c, term_t t)
{
    var_vec_t vars = {0};
    bool all = true;
    walk_variables(c->ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len && all; i++)
        all = is_free(c, vars.data[i]);
    vec_release(&vars);
    return all;
}

static void collect(corners_t *c)
{
    for (size_t i = 0; i < model_var_count(c->model); i++) {
        const model_var_t *v = model_var(c->model, i);
        if (v->class == VAR_PARAMETER && !is_tied(c, v->var))
            vec_push(&c->free, v->var);
    }
    c->all_generic = true;
    for (size_t i = 0; i < model_assumption_count(c->model); i++) {
        const assumption_t *a = model_assumption(c->model, i);
        if (a->kind != ASSUME_GENERIC)
            continue;
        if (speaks_of_free(c, a->term))
            vec_push(&c->generic, a->term);
        else
            c->all_generic = false;
    }
}

// ---- one corner ----

typedef struct {
    const corners_t *corners;
    int64_t all, one; // the values of all parameters, and of one of them
    size_t special;   // which; SIZE_MAX: none
} corner_t;

static value_t corner_value(const corner_t *corner, size_t at)
{
    context_t *ctx = corner->corners->ctx;
    const sort_t sort = var_sort(ctx, corner->corners->free.data[at]);
    const int64_t n = at == corner->special ? corner->one : corner->all;
    if (sort_kind(ctx, sort) == SORT_INT)
        return value_int(ctx, n);
    if (sort_kind(ctx, sort) == SORT_BOOL)
        return value_bool(ctx, n % 2 != 0);
    if (sort_kind(ctx, sort) == SORT_ENUM)
        return value_literal(sort,
                             (uint32_t)n % sort_literal_count(ctx, sort));
    return value_default(ctx, sort);
}

static value_t corner_leaf(context_t *ctx, term_t leaf, void *user)
{
    const corner_t *corner = user;
    const var_vec_t *free = &corner->corners->free;
    for (size_t i = 0; i < free->len; i++)
        if (var_equal(free->data[i], term_var(ctx, leaf)))
            return corner_value(corner, i);
    BUG("%s is no parameter that is free",
        ident_text(var_name(ctx, term_var(ctx, leaf))));
}

// Do the constraints on generics allow it, as the evaluator sees them?
static bool is_in_scope(const corner_t *corner)
{
    const corners_t *c = corner->corners;
    eval_t *eval = eval_new(c->ctx, corner_leaf, (void *)(uintptr_t)corner);
    bool allowed = true;
    for (size_t i = 0; i < c->generic.len && allowed; i++) {
        bool holds;
        allowed = eval_bool(eval, c->generic.data[i], &holds) && holds;
    }
    eval_free(eval);
    return allowed;
}

static bool is_run(trace_t *trace)
{
    const model_t *model = trace_model(trace);
    run_t *run = run_new(trace);
    bool ok = model_start_count(model) == 0;
    size_t step;
    for (size_t i = 0; i < model_start_count(model) && !ok; i++)
        ok = run_validate(run, model_start(model, i), &step) == RUN_OK;
    run_free(run);
    return ok;
}

// Is the solver's step one of the model as it was given?
static bool is_real(const corners_t *c)
{
    trace_t *trace = solver_trace(c->solver, 1);
    system_set_sole_edge(c->system, trace, 0);
    bool bad;
    trace_t *original = reduce_original(c->reduction, trace, 0, &bad);
    const bool real = original != NULL && is_run(original);
    trace_free(original);
    trace_free(trace);
    return real;
}

static void assert_corner(const corner_t *corner)
{
    const corners_t *c = corner->corners;
    for (size_t i = 0; i < c->free.len; i++) {
        value_t v = corner_value(corner, i);
        solver_assert(c->solver,
                      term_eq(c->ctx, term_last(c->ctx, c->free.data[i]),
                              value_term(c->ctx, &v)), 0);
        value_release(&v);
    }
}

static void describe(const corner_t *corner, text_t *reason)
{
    const corners_t *c = corner->corners;
    text_add(reason, "there is no run");
    for (size_t i = 0; i < c->free.len; i++) {
        value_t v = corner_value(corner, i);
        text_printf(reason, "%s%s = ", i == 0 ? " with " : ", ",
                    ident_text(var_name(c->ctx, c->free.data[i])));
        value_format(c->ctx, &v, reason);
        value_release(&v);
    }
    text_add(reason, ": what is assumed contradicts itself there");
}

// False if there is no first step with these generics, though there should.
static bool try_corner(corners_t *c, const corner_t *corner, text_t *reason)
{
    if (!is_in_scope(corner))
        return true;
    solver_push(c->solver);
    assert_corner(corner);
    const solver_result_t result = solver_check(c->solver);
    c->corners++;
    if (result == SOLVER_SAT)
        c->runs += is_real(c);
    solver_pop(c->solver);
    if (result != SOLVER_UNSAT || !c->all_generic)
        return true;
    describe(corner, reason);
    return false;
}

// ---- all of them ----

static bool try_corners(corners_t *c, text_t *reason)
{
    for (size_t v = 0; v < ARRAY_LEN(small_values); v++) {
        const corner_t same = {c, small_values[v], 0, SIZE_MAX};
        if (!try_corner(c, &same, reason))
            return false;
    }
    for (size_t i = 0; i < c->free.len; i++)
        for (size_t v = 0; v < 2 && c->corners < MAX_CORNERS; v++) {
            const corner_t one = {c, USUAL, small_values[v], i};
            if (!try_corner(c, &one, reason))
                return false;
        }
    return true;
}

static bool is_linear(const context_t *ctx, term_t t)
{
    const walk_size_t size = walk_size(ctx, &t, 1);
    return size.kinds[TERM_POW2] + size.kinds[TERM_MUL]
        + size.kinds[TERM_DIV] + size.kinds[TERM_MOD] == 0;
}

// A case of a design may be one that its subtypes and asserts exclude. That
// is seen without any axiom of ours.
static bool is_empty(const corners_t *c)
{
    solver_t *solver = solver_new(c->system);
    solver_set_limit(solver, CHECK_MS);
    for (size_t i = 0; i < model_assumption_count(c->model); i++) {
        const assumption_t *a = model_assumption(c->model, i);
        if (a->kind == ASSUME_GENERIC && is_linear(c->ctx, a->term))
            solver_assert(solver, a->term, 0);
    }
    const bool empty = solver_check(solver) == SOLVER_UNSAT;
    solver_free(solver);
    return empty;
}

static corner_result_t find_corners(corners_t *c, text_t *reason)
{
    const solver_result_t any = solver_check(c->solver);
    if (any == SOLVER_UNSAT) {
        text_add(reason, "there is no run at all: what is assumed "
                         "contradicts itself");
        return is_empty(c) ? CORNER_EMPTY : CORNER_NONE;
    }
    if (any == SOLVER_SAT)
        c->runs += is_real(c);
    if (!try_corners(c, reason))
        return CORNER_FAULT;
    if (c->runs > 0)
        return CORNER_RUNS;
    text_add(reason, "no run was found that shows that what is assumed does "
                     "not contradict itself");
    return CORNER_FAULT;
}

corner_result_t corner_check(const model_t *model,
                             const reduction_t *reduction,
                             const system_t *system, text_t *reason)
{
    corners_t c = {.model = model, .ctx = model_context(model),
                   .reduction = reduction, .system = system,
                   .solver = solver_new(system)};
    solver_set_limit(c.solver, CHECK_MS);
    solver_assert(c.solver, system->fixed, 0);
    solver_assert(c.solver, system->init, 0);
    solver_assert(c.solver, system->valid, 0);
    collect(&c);
    const corner_result_t result = find_corners(&c, reason);
    solver_free(c.solver);
    vec_release(&c.free);
    vec_release(&c.generic);
    return result;
}
