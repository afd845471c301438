// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/reduce.h"
#include "core/run.h"
#include "reach/nonlinear.h"

#include <assert.h>

struct reduction {
    const model_t *original;
    size_t property;
    fresh_table_t *table;
    nonlinear_t *nonlinear;
    model_t *linearised; // NULL: there was nothing to do
};

// ---- building ----

static void build(reduction_t *r)
{
    model_free(r->linearised);
    r->linearised = nonlinear_needed(r->original)
        ? nonlinear_apply(r->nonlinear, r->original) : NULL;
}

reduction_t *reduce_new(const model_t *model, size_t property)
{
    reduction_t *r = xcalloc(1, sizeof *r);
    r->original = model;
    r->property = property;
    r->table = fresh_table_new(model_context(model));
    r->nonlinear = nonlinear_new(r->table);
    build(r);
    return r;
}

void reduce_free(reduction_t *reduction)
{
    if (reduction == NULL)
        return;
    model_free(reduction->linearised);
    nonlinear_free(reduction->nonlinear);
    fresh_table_free(reduction->table);
    free(reduction);
}

const model_t *reduce_model(const reduction_t *reduction)
{
    return reduction->linearised != NULL ? reduction->linearised
                                         : reduction->original;
}

bool reduce_is_exact(const reduction_t *reduction)
{
    return reduce_model(reduction) == reduction->original;
}

// ---- copying runs ----

// The value in another trace, if its model has the variable.
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

// Takes over the variables of a class; what `from` does not know keeps the
// value it has, or gets the first of its sort.
static void copy_class(trace_t *to, const trace_t *from, size_t step,
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

static void copy_edges(trace_t *to, const trace_t *from, size_t step)
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

static bool complete_step(run_t *run, trace_t *to, const trace_t *from,
                          size_t step)
{
    copy_class(to, from, step, VAR_INPUT);
    copy_edges(to, from, step);
    return run_definitions(run, step);
}

// A run of another model with the parameters, first state and inputs of
// `from`, as far as that has them. NULL if it cannot be evaluated.
static trace_t *rerun(const model_t *model, const model_start_t *start,
                      const trace_t *from)
{
    trace_t *to = trace_new(model);
    copy_class(to, from, 0, VAR_PARAMETER);
    run_t *run = run_new(to);
    bool ok = run_start(run, start);
    if (ok)
        copy_class(to, from, 0, VAR_STATE);
    ok = ok && complete_step(run, to, from, 0);
    while (ok && trace_length(to) < trace_length(from))
        ok = run_advance(run)
            && complete_step(run, to, from, trace_length(to) - 1);
    run_free(run);
    if (ok)
        return to;
    trace_free(to);
    return NULL;
}

// ---- judging runs ----

static bool is_bad_at_end(run_t *run, const model_t *model, size_t property)
{
    bool bad;
    const term_t t = property_bad(model, model_property(model, property));
    return run_holds(run, trace_length(run_trace(run)) - 1, t, &bad) && bad;
}

// Is it a run from this start that ends where the property fails?
static bool violates(trace_t *trace, const model_start_t *start,
                     size_t property)
{
    run_t *run = run_new(trace);
    size_t step;
    const bool result = run_validate(run, start, &step) == RUN_OK
        && is_bad_at_end(run, trace_model(trace), property);
    run_free(run);
    return result;
}

// The same on the part of the model that matters for the property: what the
// engines did not look at need not make sense.
static bool violates_in_cone(const trace_t *trace, size_t start,
                             size_t property)
{
    model_t *cone = model_cone_of(trace_model(trace), property);
    const model_start_t *begin = model_start(cone, start);
    trace_t *part = rerun(cone, begin, trace);
    const bool result = part != NULL && violates(part, begin, 0);
    trace_free(part);
    model_free(cone);
    return result;
}

trace_t *reduce_original(const reduction_t *reduction, const trace_t *trace,
                         size_t property, bool *bad)
{
    const model_t *m = reduction->original;
    trace_t *first = NULL;
    *bad = false;
    for (size_t s = 0; s < model_start_count(m) && !*bad; s++) {
        trace_t *t = rerun(m, model_start(m, s), trace);
        if (t == NULL)
            continue;
        *bad = violates_in_cone(t, s, property);
        if (first == NULL || *bad) {
            trace_free(first);
            first = t;
        } else {
            trace_free(t);
        }
    }
    return first;
}

// ---- what the reduced model makes of a run of the original ----

// Variables that stand for a term get its value.
static bool lift_step(const reduction_t *r, run_t *run, trace_t *to,
                      size_t step)
{
    const model_t *m = trace_model(to);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        const fresh_t *f = fresh_find(r->table, v->var);
        value_t value;
        if (f == NULL)
            trace_set(to, step, v->var,
                      trace_get(run_trace(run), step, v->var));
        else if (run_value(run, step, f->meaning, &value)) {
            trace_set(to, step, v->var, &value);
            value_release(&value);
        } else if (step + 1 == trace_length(run_trace(run)))
            set_default(to, step, v->var); // it may speak of the next step
        else
            return false;
    }
    copy_edges(to, run_trace(run), step);
    return true;
}

trace_t *reduce_lift(const reduction_t *reduction, trace_t *concrete)
{
    trace_t *to = trace_new(reduce_model(reduction));
    run_t *run = run_new(concrete);
    bool ok = true;
    while (ok && trace_length(to) < trace_length(concrete)) {
        const size_t step = trace_add_step(to);
        ok = lift_step(reduction, run, to, step);
    }
    run_free(run);
    if (ok)
        return to;
    trace_free(to);
    return NULL;
}

// ---- refining ----

// A value of an added variable that is not what the variable stands for.
typedef struct {
    var_t var;
    size_t step;
} flaw_t;
typedef VEC(flaw_t) flaw_vec_t;

static void add_flaws(const reduction_t *r, const trace_t *trace,
                      const trace_t *lifted, var_class_t class, size_t step,
                      flaw_vec_t *flaws)
{
    const model_t *m = trace_model(lifted);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        if (v->class != class || fresh_find(r->table, v->var) == NULL)
            continue;
        const value_t *said = value_in(trace, step, v->var);
        if (said == NULL || value_equal(said, trace_get(lifted, step,
                                                        v->var)))
            continue;
        const flaw_t f = {v->var, step};
        vec_push(flaws, f);
    }
}

static void find_flaws(const reduction_t *r, const trace_t *trace,
                       const trace_t *lifted, flaw_vec_t *flaws)
{
    add_flaws(r, trace, lifted, VAR_PARAMETER, 0, flaws);
    for (size_t s = 0; s < trace_length(lifted); s++)
        add_flaws(r, trace, lifted, VAR_INPUT, s, flaws);
}

typedef struct {
    const reduction_t *reduction;
    const trace_t *trace, *lifted;
    size_t property;
    flaw_vec_t flaws;
} repair_t;

// What an engine chose, with the first `count` flaws repaired.
static trace_t *repaired(const repair_t *p, size_t count)
{
    const model_t *m = reduce_model(p->reduction);
    trace_t *t = trace_new(m);
    copy_class(t, p->lifted, 0, VAR_PARAMETER);
    copy_class(t, p->trace, 0, VAR_PARAMETER);
    for (size_t s = 0; s < trace_length(p->trace); s++) {
        trace_add_step(t);
        for (var_class_t c = VAR_INPUT; c <= VAR_STATE; c++) {
            copy_class(t, p->lifted, s, c);
            copy_class(t, p->trace, s, c);
        }
        copy_edges(t, p->trace, s);
    }
    for (size_t i = 0; i < count; i++) {
        const flaw_t f = p->flaws.data[i];
        trace_set(t, f.step, f.var, trace_get(p->lifted, f.step, f.var));
    }
    return t;
}

static bool still_violates(const repair_t *p, size_t count)
{
    const model_t *m = reduce_model(p->reduction);
    trace_t *inputs = repaired(p, count);
    bool found = false;
    for (size_t s = 0; s < model_start_count(m) && !found; s++) {
        trace_t *t = rerun(m, model_start(m, s), inputs);
        found = t != NULL && violates_in_cone(t, s, p->property);
        trace_free(t);
    }
    trace_free(inputs);
    return found;
}

// The number of a flaw that the violation depends on: without it, after those
// before it, there is none. SIZE_MAX if there is no such flaw.
static size_t find_culprit(const repair_t *p)
{
    size_t low = 0, high = p->flaws.len;
    if (!still_violates(p, low) || still_violates(p, high))
        return SIZE_MAX;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (still_violates(p, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool learn_operation(reduction_t *r, run_t *run, flaw_t flaw)
{
    const nonlinear_op_t *op = nonlinear_find(r->nonlinear, flaw.var);
    value_t a, b;
    if (op == NULL || !run_value(run, flaw.step, op->operands[0], &a))
        return false;
    bool learned = false;
    if (run_value(run, flaw.step, op->operands[1], &b)) {
        learned = nonlinear_learn(r->nonlinear, flaw.var, a.number, b.number);
        value_release(&b);
    }
    value_release(&a);
    return learned;
}

static bool refine(reduction_t *r, const repair_t *p)
{
    const size_t culprit = find_culprit(p);
    if (culprit == SIZE_MAX)
        return false;
    run_t *run = run_new((trace_t *)p->lifted);
    const bool learned = learn_operation(r, run, p->flaws.data[culprit]);
    run_free(run);
    return learned;
}

bool reduce_refine(reduction_t *reduction, const trace_t *trace,
                   size_t property)
{
    bool bad, learned = false;
    trace_t *concrete = reduce_original(reduction, trace, property, &bad);
    if (concrete == NULL)
        return false;
    trace_t *lifted = reduce_lift(reduction, concrete);
    if (lifted != NULL && !bad) {
        repair_t p = {reduction, trace, lifted, property, {0}};
        find_flaws(reduction, trace, lifted, &p.flaws);
        learned = refine(reduction, &p);
        vec_release(&p.flaws);
    }
    trace_free(lifted);
    trace_free(concrete);
    if (learned)
        build(reduction);
    return learned;
}

term_t reduce_explain(const reduction_t *reduction, term_t invariant)
{
    return fresh_meaning(reduction->table, invariant);
}
