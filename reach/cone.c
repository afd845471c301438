// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/cone.h"

#include "core/run.h"
#include "core/walk.h"
#include "reach/solver.h"

static bool is_inside(const model_t *cone, const term_t *terms, size_t count)
{
    var_vec_t vars = {0};
    bool inside = true;
    walk_variables(model_context(cone), terms, count, &vars);
    for (size_t i = 0; i < vars.len && inside; i++)
        inside = model_find(cone, vars.data[i]) != NULL;
    vec_release(&vars);
    return inside;
}

static bool is_among(size_t property, const size_t *properties, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (properties[i] == property)
            return true;
    return false;
}

model_t *cone_new(const model_t *model, const size_t *properties,
                  size_t count)
{
    term_vec_t roots = {0};
    for (size_t i = 0; i < count; i++) {
        vec_push(&roots, model_property(model, properties[i])->reached);
        vec_push(&roots, model_property(model, properties[i])->holds);
    }
    model_t *cone = model_cone(model, roots.data, roots.len, SIZE_MAX);
    vec_release(&roots);
    for (size_t i = 0; i < count; i++)
        model_add_property(cone, model_property(model, properties[i]));
    for (size_t i = 0; i < model_property_count(model); i++) {
        const property_t *p = model_property(model, i);
        const term_t terms[] = {p->reached, p->holds};
        if (property_ends_run(p->kind) && !is_among(i, properties, count)
            && is_inside(cone, terms, ARRAY_LEN(terms)))
            model_add_property(cone, p);
    }
    return cone;
}

// ---- back to the whole ----

static void assert_value(solver_t *solver, context_t *ctx, const trace_t *run,
                         size_t step, var_t var)
{
    const value_t *value = trace_get(run, step, var);
    if (value != NULL)
        solver_assert(solver,
                      term_eq(ctx, term_last(ctx, var),
                              value_term(ctx, value)),
                      (unsigned)step);
}

static void assert_edge(solver_t *solver, context_t *ctx, const trace_t *run,
                        size_t step, term_t edge)
{
    if (model_find(trace_model(run), term_var(ctx, edge)) == NULL)
        return;
    const bool happens = trace_edge(run, step, term_var(ctx, edge),
                                    term_kind(ctx, edge));
    solver_assert(solver, happens ? edge : term_not(edge), (unsigned)step);
}

// What the run of the cone says about a step of the whole. States after the
// first follow.
static void assert_step(solver_t *solver, const system_t *whole,
                        const trace_t *run, size_t step)
{
    const model_t *cone = trace_model(run);
    for (size_t i = 0; i < model_var_count(cone); i++) {
        const model_var_t *v = model_var(cone, i);
        if (v->class == VAR_INPUT
            || (step == 0 && v->class != VAR_DEFINITION))
            assert_value(solver, whole->ctx, run, step, v->var);
    }
    for (size_t i = 0; i < whole->edges.len; i++)
        assert_edge(solver, whole->ctx, run, step, whole->edges.data[i]);
}

static void assert_run(solver_t *solver, const system_t *whole, size_t target,
                       const trace_t *run)
{
    const size_t last = trace_length(run) - 1;
    solver_assert(solver, whole->fixed, 0);
    solver_assert(solver, whole->init, 0);
    for (size_t i = 0; i <= last; i++) {
        assert_step(solver, whole, run, i);
        if (i < last)
            solver_assert_step(solver, (unsigned)i);
    }
    solver_assert(solver, whole->valid, (unsigned)last);
    solver_assert(solver, whole->targets.data[target].bad, (unsigned)last);
}

trace_t *cone_complete(const system_t *whole, size_t target,
                       const trace_t *run, uint64_t milliseconds)
{
    solver_t *solver = solver_new(whole);
    trace_t *trace = NULL;
    solver_set_limit(solver, milliseconds);
    assert_run(solver, whole, target, run);
    if (solver_check(solver) == SOLVER_SAT)
        trace = solver_trace(solver, (unsigned)trace_length(run));
    solver_free(solver);
    if (trace == NULL)
        return NULL;
    for (size_t i = 0; i < trace_length(trace); i++)
        system_set_sole_edge(whole, trace, i);
    run_t *filled = run_new(trace);
    const bool ok = run_fill(filled);
    run_free(filled);
    if (ok)
        return trace;
    trace_free(trace);
    return NULL;
}
