// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/rerun.h"

// The value in another trace, if that has it.
static const value_t *value_in(const trace_t *trace, size_t step, var_t var)
{
    return model_find(trace_model(trace), var) != NULL
        ? trace_get(trace, step, var) : NULL;
}

static void set_default(trace_t *to, size_t step, var_t var)
{
    context_t *ctx = model_context(trace_model(to));
    value_t v = value_default(ctx, var_sort(ctx, var));
    trace_set(to, step, var, &v);
    value_release(&v);
}

void rerun_copy(trace_t *to, const trace_t *from, size_t step,
                var_class_t class)
{
    const model_t *m = trace_model(to);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        if (v->class != class)
            continue;
        const value_t *known = value_in(from, step, v->var);
        if (known != NULL)
            trace_set(to, step, v->var, known);
        else if (trace_get(to, step, v->var) == NULL)
            set_default(to, step, v->var);
    }
}

void rerun_copy_edges(trace_t *to, const trace_t *from, size_t step)
{
    const model_t *m = trace_model(to);
    for (size_t i = 0; i < model_clock_count(m); i++) {
        const var_t clock = model_clock(m, i)->var;
        if (model_find(trace_model(from), clock) == NULL)
            continue;
        for (term_kind_t e = TERM_POSEDGE; e <= TERM_NEGEDGE; e++)
            trace_set_edge(to, step, clock, e,
                           trace_edge(from, step, clock, e));
    }
}

typedef struct {
    trace_t *to;
    const trace_t *from, *also;
    rerun_fn more;
    void *user;
} rerun_t;

static void copy(const rerun_t *r, size_t step, var_class_t class)
{
    if (r->also != NULL)
        rerun_copy(r->to, r->also, step, class);
    rerun_copy(r->to, r->from, step, class);
}

static bool complete_step(const rerun_t *r, run_t *run, size_t step)
{
    copy(r, step, VAR_INPUT);
    rerun_copy_edges(r->to, r->from, step);
    if (r->more != NULL)
        r->more(r->to, step, r->user);
    return run_definitions(run, step);
}

static bool begin(const rerun_t *r, run_t *run, const model_start_t *start)
{
    if (start == NULL)
        trace_add_step(r->to);
    else if (!run_start(run, start))
        return false;
    copy(r, 0, VAR_STATE);
    return complete_step(r, run, 0);
}

trace_t *rerun(const model_t *model, const model_start_t *start,
               const trace_t *from, const trace_t *also, rerun_fn more,
               void *user)
{
    const rerun_t r = {trace_new(model), from, also, more, user};
    copy(&r, 0, VAR_PARAMETER);
    run_t *run = run_new(r.to);
    bool ok = begin(&r, run, start);
    while (ok && trace_length(r.to) < trace_length(from))
        ok = run_advance(run)
            && complete_step(&r, run, trace_length(r.to) - 1);
    run_free(run);
    if (ok)
        return r.to;
    trace_free(r.to);
    return NULL;
}
