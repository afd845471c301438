// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/run.h"

struct run {
    trace_t *trace;
    const model_t *model;
    context_t *ctx;
    eval_t *eval;
    place_vec_t definitions; // in the order to compute them
    size_t step;             // that the evaluator is about
    bool missing;            // a leaf had no value
};

static const value_t *stored(run_t *run, term_t leaf)
{
    const size_t step = run->step
        + (term_kind(run->ctx, leaf) == TERM_NEXT ? 1 : 0);
    if (step >= trace_length(run->trace))
        return NULL;
    return trace_get(run->trace, step, term_var(run->ctx, leaf));
}

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    run_t *run = user;
    const term_kind_t kind = term_kind(ctx, leaf);
    if (kind == TERM_POSEDGE || kind == TERM_NEGEDGE)
        return value_bool(ctx, trace_edge(run->trace, run->step,
                                          term_var(ctx, leaf), kind));
    const value_t *v = stored(run, leaf);
    if (v != NULL)
        return value_copy(v);
    run->missing = true;
    return value_default(ctx, term_sort(ctx, leaf));
}

run_t *run_new(trace_t *trace)
{
    run_t *run = xcalloc(1, sizeof *run);
    run->trace = trace;
    run->model = trace_model(trace);
    run->ctx = model_context(run->model);
    run->eval = eval_new(run->ctx, leaf_value, run);
    size_t cycle;
    if (!model_sort_definitions(run->model, &run->definitions, &cycle))
        BUG("definitions of %s have a cycle", model_name(run->model));
    return run;
}

void run_free(run_t *run)
{
    if (run == NULL)
        return;
    eval_free(run->eval);
    vec_release(&run->definitions);
    free(run);
}

trace_t *run_trace(const run_t *run)
{
    return run->trace;
}

// Values may have been set since the last call, so nothing is kept.
static void look_at(run_t *run, size_t step)
{
    eval_clear(run->eval);
    run->step = step;
    run->missing = false;
}

static bool compute(run_t *run, term_t t, value_t *v)
{
    if (!eval_term(run->eval, t, v))
        return false;
    if (run->missing)
        value_release(v);
    return !run->missing;
}

static bool compute_into(run_t *run, term_t t, size_t step, var_t var)
{
    value_t v;
    if (!compute(run, t, &v))
        return false;
    trace_set(run->trace, step, var, &v);
    value_release(&v);
    return true;
}

bool run_start(run_t *run, const model_start_t *start)
{
    trace_add_step(run->trace);
    look_at(run, 0);
    for (size_t i = 0; i < start->vars.len; i++)
        if (!compute_into(run, start->values.data[i], 0,
                          start->vars.data[i]))
            return false;
    return true;
}

bool run_definitions(run_t *run, size_t step)
{
    look_at(run, step);
    for (size_t i = 0; i < run->definitions.len; i++) {
        const model_var_t *v = model_var(run->model,
                                         run->definitions.data[i]);
        if (!compute_into(run, v->term, step, v->var))
            return false;
    }
    return true;
}

// The state of the step after this one.
static bool compute_next(run_t *run, size_t step)
{
    look_at(run, step);
    for (size_t i = 0; i < model_var_count(run->model); i++) {
        const model_var_t *v = model_var(run->model, i);
        if (v->class == VAR_STATE
            && !compute_into(run, v->term, step + 1, v->var))
            return false;
    }
    return true;
}

bool run_advance(run_t *run)
{
    const size_t last = trace_length(run->trace) - 1;
    trace_add_step(run->trace);
    return compute_next(run, last);
}

static void set_missing(run_t *run, size_t step, var_class_t class)
{
    for (size_t i = 0; i < model_var_count(run->model); i++) {
        const model_var_t *v = model_var(run->model, i);
        if (v->class != class || trace_get(run->trace, step, v->var) != NULL)
            continue;
        value_t value = value_default(run->ctx, var_sort(run->ctx, v->var));
        trace_set(run->trace, step, v->var, &value);
        value_release(&value);
    }
}

bool run_fill(run_t *run)
{
    set_missing(run, 0, VAR_PARAMETER);
    set_missing(run, 0, VAR_STATE);
    for (size_t i = 0; i < trace_length(run->trace); i++) {
        set_missing(run, i, VAR_INPUT);
        if (i > 0 && !compute_next(run, i - 1))
            return false;
        if (!run_definitions(run, i))
            return false;
    }
    return true;
}

bool run_value(run_t *run, size_t step, term_t term, value_t *result)
{
    look_at(run, step);
    return compute(run, term, result);
}

bool run_holds(run_t *run, size_t step, term_t term, bool *result)
{
    look_at(run, step);
    return eval_bool(run->eval, term, result) && !run->missing;
}

// ---- validation ----

// Does the term have the value that the trace has for the variable?
static run_fault_t compare(run_t *run, term_t t, size_t step, var_t var,
                           run_fault_t fault)
{
    const value_t *there = trace_get(run->trace, step, var);
    value_t v;
    if (there == NULL || !compute(run, t, &v))
        return RUN_UNKNOWN;
    const bool same = value_equal(&v, there);
    value_release(&v);
    return same ? RUN_OK : fault;
}

static run_fault_t validate_start(run_t *run, const model_start_t *start)
{
    look_at(run, 0);
    for (size_t i = 0; i < start->vars.len; i++) {
        const run_fault_t f = compare(run, start->values.data[i], 0,
                                      start->vars.data[i], RUN_BAD_START);
        if (f != RUN_OK)
            return f;
    }
    bool holds;
    if (!run_holds(run, 0, start->constraint, &holds))
        return RUN_UNKNOWN;
    return holds ? RUN_OK : RUN_BAD_START;
}

static bool has_edge(const run_t *run, size_t step)
{
    for (size_t i = 0; i < model_clock_count(run->model); i++) {
        const model_clock_t *c = model_clock(run->model, i);
        if ((c->posedge
             && trace_edge(run->trace, step, c->var, TERM_POSEDGE))
            || (c->negedge
                && trace_edge(run->trace, step, c->var, TERM_NEGEDGE)))
            return true;
    }
    return model_clock_count(run->model) == 0;
}

static run_fault_t validate_assumptions(run_t *run, size_t step, bool last)
{
    for (size_t i = 0; i < model_assumption_count(run->model); i++) {
        const assumption_t *a = model_assumption(run->model, i);
        bool holds;
        if (last && a->kind == ASSUME_STEP)
            continue;
        if (!run_holds(run, step, a->term, &holds)) {
            if (last)
                continue; // it may speak of a step that is not there
            return RUN_UNKNOWN;
        }
        if (!holds)
            return RUN_ASSUMPTION;
    }
    return RUN_OK;
}

// The values in the step itself, then those of the state after it.
static run_fault_t validate_step(run_t *run, size_t step)
{
    const bool last = step + 1 == trace_length(run->trace);
    if (!last && !has_edge(run, step) && !model_has_empty_step(run->model))
        return RUN_BAD_EDGES;
    look_at(run, step);
    for (size_t i = 0; i < model_var_count(run->model); i++) {
        const model_var_t *v = model_var(run->model, i);
        const bool state = v->class == VAR_STATE;
        if ((!state && v->class != VAR_DEFINITION) || (state && last))
            continue;
        const run_fault_t f = compare(run, v->term, step + (state ? 1 : 0),
                                      v->var, RUN_BAD_STEP);
        if (f != RUN_OK)
            return f;
    }
    return validate_assumptions(run, step, last);
}

run_fault_t run_validate(run_t *run, const model_start_t *start, size_t *step)
{
    *step = 0;
    if (trace_length(run->trace) == 0)
        return RUN_UNKNOWN;
    run_fault_t f = validate_start(run, start);
    for (; f == RUN_OK && *step < trace_length(run->trace); ++*step) {
        f = validate_step(run, *step);
        if (f != RUN_OK)
            break;
    }
    return f;
}
