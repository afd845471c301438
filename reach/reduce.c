// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/reduce.h"
#include "reach/nonlinear.h"
#include "reach/rerun.h"
#include "reach/slots.h"

#include <assert.h>

// Three passes, each only where there is something to do:
//
//     original   -> extended     indices of slots, history registers, ties
//     extended   -> flat         memories become elements and reads
//     flat       -> linearised   powers, products, divisions
//
// What the variables of the last two passes mean is said over those of the
// extended model.
struct reduction {
    const model_t *original;
    size_t property;
    fresh_table_t *table;
    slots_t *slots;
    nonlinear_t *nonlinear;
    model_t *extended, *flat, *linearised; // NULL: the same as before it
};

// ---- building ----

static const model_t *extended_model(const reduction_t *r)
{
    return r->extended != NULL ? r->extended : r->original;
}

static void free_models(reduction_t *r)
{
    model_free(r->extended);
    model_free(r->flat);
    model_free(r->linearised);
    r->extended = r->flat = r->linearised = NULL;
}

static void build(reduction_t *r)
{
    free_models(r);
    if (slots_count(r->slots) > 0)
        r->extended = slots_extend(r->slots);
    const model_t *m = extended_model(r);
    if (slots_needed(m))
        m = r->flat = slots_apply(r->slots, m);
    if (nonlinear_needed(m))
        r->linearised = nonlinear_apply(r->nonlinear, m);
}

reduction_t *reduce_new(const model_t *model, size_t property)
{
    reduction_t *r = xcalloc(1, sizeof *r);
    r->original = model;
    r->property = property;
    r->table = fresh_table_new(model_context(model));
    r->slots = slots_new(model, r->table);
    r->nonlinear = nonlinear_new(r->table);
    build(r);
    return r;
}

void reduce_free(reduction_t *reduction)
{
    if (reduction == NULL)
        return;
    free_models(reduction);
    nonlinear_free(reduction->nonlinear);
    slots_free(reduction->slots);
    fresh_table_free(reduction->table);
    free(reduction);
}

const model_t *reduce_model(const reduction_t *reduction)
{
    return reduction->linearised != NULL ? reduction->linearised
         : reduction->flat != NULL ? reduction->flat
         : extended_model(reduction);
}

bool reduce_is_exact(const reduction_t *reduction)
{
    return reduce_model(reduction) == reduction->original;
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
    trace_t *part = rerun(cone, begin, trace, NULL, NULL, NULL);
    const bool result = part != NULL && violates(part, begin, 0);
    trace_free(part);
    model_free(cone);
    return result;
}

// ---- what the reduced model makes of a run of the original ----

// A run of the extended model. Indices of slots, and history registers at
// first, are as in `like`; without it, indices are what they are tied to.
static trace_t *extend(const reduction_t *r, const trace_t *original,
                       const trace_t *like)
{
    trace_t *t = rerun(extended_model(r), NULL, original, like, NULL, NULL);
    if (t == NULL || like != NULL)
        return t;
    run_t *run = run_new(t);
    for (size_t i = 0; i < slots_count(r->slots); i++) {
        value_t v;
        if (!run_value(run, trace_length(t) - 1, slots_address(r->slots, i),
                       &v))
            continue;
        trace_set(t, 0, slots_index(r->slots, i), &v);
        value_release(&v);
    }
    run_free(run);
    return t;
}

// Sets what a variable stands for. In the last step it may speak of one that
// is not there.
static bool lift_var(run_t *run, trace_t *to, size_t step, const fresh_t *f)
{
    context_t *ctx = model_context(trace_model(to));
    value_t v;
    if (!run_value(run, step, f->meaning, &v)) {
        if (step + 1 < trace_length(run_trace(run)))
            return false;
        v = value_default(ctx, var_sort(ctx, f->var));
    }
    trace_set(to, step, f->var, &v);
    value_release(&v);
    return true;
}

static bool lift_step(const reduction_t *r, run_t *run, trace_t *to,
                      size_t step)
{
    const model_t *m = trace_model(to);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const var_t var = model_var(m, i)->var;
        const fresh_t *f = fresh_find(r->table, var);
        if (f == NULL)
            trace_set(to, step, var, trace_get(run_trace(run), step, var));
        else if (!lift_var(run, to, step, f))
            return false;
    }
    rerun_copy_edges(to, run_trace(run), step);
    return true;
}

// A run of the reduced model from one of the extended model.
static trace_t *lift(const reduction_t *r, trace_t *extended)
{
    trace_t *to = trace_new(reduce_model(r));
    run_t *run = run_new(extended);
    bool ok = true;
    while (ok && trace_length(to) < trace_length(extended)) {
        const size_t step = trace_add_step(to);
        ok = lift_step(r, run, to, step);
    }
    run_free(run);
    if (ok)
        return to;
    trace_free(to);
    return NULL;
}

trace_t *reduce_lift(const reduction_t *reduction, const trace_t *original,
                     const trace_t *like)
{
    trace_t *extended = extend(reduction, original, like);
    trace_t *lifted = extended != NULL ? lift(reduction, extended) : NULL;
    trace_free(extended);
    return lifted;
}

// ---- where a run of the reduced model is not one of the original ----

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
        if (v->class != class || fresh_find(r->table, v->var) == NULL
            || model_find(trace_model(trace), v->var) == NULL)
            continue;
        const value_t *said = trace_get(trace, step, v->var);
        if (said == NULL || value_equal(said, trace_get(lifted, step,
                                                        v->var)))
            continue;
        const flaw_t f = {v->var, step};
        vec_push(flaws, f);
    }
}

// In the order in which values depend on each other.
static void find_flaws(const reduction_t *r, const trace_t *trace,
                       const trace_t *lifted, flaw_vec_t *flaws)
{
    add_flaws(r, trace, lifted, VAR_PARAMETER, 0, flaws);
    for (size_t s = 0; s < trace_length(lifted); s++)
        add_flaws(r, trace, lifted, VAR_INPUT, s, flaws);
}

// ---- contents of memories ----

// What the original's memories have at first (or, as inputs, in a step):
// nothing says it but the elements at slots and the reads in the trace.
typedef struct {
    var_t array;
    size_t step;
    bigint_t index; // owned
    value_t element;
} content_t;

typedef struct {
    const reduction_t *reduction;
    const model_start_t *start;
    VEC(content_t) all;
} contents_t;

static void contents_release(contents_t *c)
{
    for (size_t i = 0; i < c->all.len; i++) {
        bigint_release(&c->all.data[i].index);
        value_release(&c->all.data[i].element);
    }
    vec_release(&c->all);
}

static bool has_start_value(const model_start_t *start, var_t var)
{
    for (size_t i = 0; i < start->vars.len; i++)
        if (var_equal(start->vars.data[i], var))
            return true;
    return false;
}

// False if the place is taken, or is not for us to fill.
static bool contents_add(contents_t *c, var_t array, size_t step,
                         bigint_t index, const value_t *element)
{
    const model_var_t *v = model_find(c->reduction->original, array);
    if (v->class == VAR_DEFINITION
        || (v->class == VAR_STATE && has_start_value(c->start, array)))
        return false;
    if (v->class != VAR_INPUT)
        step = 0;
    for (size_t i = 0; i < c->all.len; i++)
        if (var_equal(c->all.data[i].array, array)
            && c->all.data[i].step == step
            && bigint_equal(c->all.data[i].index, index))
            return false;
    const content_t content = {array, step, bigint_copy(index),
                               value_copy(element)};
    vec_push(&c->all, content);
    return true;
}

static void contents_fill(trace_t *to, size_t step, void *user)
{
    const contents_t *c = user;
    for (size_t i = 0; i < c->all.len; i++) {
        const content_t *x = &c->all.data[i];
        if (x->step != step)
            continue;
        value_t v = value_store(trace_get(to, step, x->array), x->index,
                                &x->element);
        trace_set(to, step, x->array, &v);
        value_release(&v);
    }
}

// The elements at the slots.
static void contents_of_slots(contents_t *c, const trace_t *trace)
{
    const model_t *m = trace_model(trace);
    for (size_t i = 0; i < model_slot_count(m); i++) {
        const model_slot_t *slot = model_slot(m, i);
        const value_t *index = trace_get(trace, 0, slot->index);
        const bool input = model_find(m, slot->element)->class == VAR_INPUT;
        for (size_t s = 0; s < (input ? trace_length(trace) : 1); s++) {
            const value_t *v = trace_get(trace, s, slot->element);
            if (index != NULL && v != NULL)
                contents_add(c, slot->array, s, index->number, v);
        }
    }
}

// A read of this run in the trace that the run does not have: the memory may
// have had that from the beginning.
static bool contents_of_read(contents_t *c, run_t *extended, flaw_t flaw,
                             const trace_t *trace)
{
    const reduction_t *r = c->reduction;
    const fresh_t *f = fresh_find(r->table, flaw.var);
    var_t array;
    term_t address;
    value_t at;
    if (!slots_read(r->slots, f->meaning, &array, &address)
        || !run_value(extended, flaw.step, address, &at))
        return false;
    const bool added = contents_add(c, array, flaw.step, at.number,
                                    trace_get(trace, flaw.step, flaw.var));
    value_release(&at);
    return added;
}

static bool contents_of_reads(contents_t *c, const trace_t *original,
                              const trace_t *trace)
{
    bool added = false;
    flaw_vec_t flaws = {0};
    trace_t *extended = extend(c->reduction, original, trace);
    trace_t *lifted = extended != NULL ? lift(c->reduction, extended) : NULL;
    if (lifted != NULL) {
        run_t *run = run_new(extended);
        find_flaws(c->reduction, trace, lifted, &flaws);
        for (size_t i = 0; i < flaws.len && !added; i++)
            added = contents_of_read(c, run, flaws.data[i], trace);
        run_free(run);
    }
    vec_release(&flaws);
    trace_free(lifted);
    trace_free(extended);
    return added;
}

// ---- runs of the original ----

// As near to the trace as a run from this start can be.
static trace_t *original_from(const reduction_t *r, const trace_t *trace,
                              const model_start_t *start)
{
    contents_t c = {.reduction = r, .start = start};
    contents_of_slots(&c, trace);
    trace_t *t = rerun(r->original, start, trace, NULL, contents_fill, &c);
    while (t != NULL && r->flat != NULL && contents_of_reads(&c, t, trace)) {
        trace_free(t);
        t = rerun(r->original, start, trace, NULL, contents_fill, &c);
    }
    contents_release(&c);
    return t;
}

trace_t *reduce_original(const reduction_t *reduction, const trace_t *trace,
                         size_t property, bool *bad)
{
    const model_t *m = reduction->original;
    trace_t *first = NULL;
    *bad = false;
    for (size_t s = 0; s < model_start_count(m) && !*bad; s++) {
        trace_t *t = original_from(reduction, trace, model_start(m, s));
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

// ---- refining ----

typedef struct {
    const reduction_t *reduction;
    const trace_t *trace;
    trace_t *original, *lifted;
    size_t property;
    flaw_vec_t flaws;
} repair_t;

// What an engine chose, with the first `count` flaws repaired.
static trace_t *repaired(const repair_t *p, size_t count)
{
    trace_t *t = trace_new(reduce_model(p->reduction));
    rerun_copy(t, p->lifted, 0, VAR_PARAMETER);
    rerun_copy(t, p->trace, 0, VAR_PARAMETER);
    for (size_t s = 0; s < trace_length(p->trace); s++) {
        trace_add_step(t);
        for (var_class_t c = VAR_INPUT; c <= VAR_STATE; c++) {
            rerun_copy(t, p->lifted, s, c);
            rerun_copy(t, p->trace, s, c);
        }
        rerun_copy_edges(t, p->trace, s);
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
        trace_t *t = rerun(m, model_start(m, s), inputs, NULL, NULL, NULL);
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

static bool learn_operation(reduction_t *r, const repair_t *p, flaw_t flaw,
                            const nonlinear_op_t *op)
{
    run_t *run = run_new(p->lifted);
    value_t a, b;
    bool learned = false;
    if (run_value(run, flaw.step, op->operands[0], &a)) {
        if (run_value(run, flaw.step, op->operands[1], &b)) {
            learned = nonlinear_learn(r->nonlinear, flaw.var, a.number,
                                      b.number);
            value_release(&b);
        }
        value_release(&a);
    }
    run_free(run);
    return learned;
}

static bool refine(reduction_t *r, const repair_t *p)
{
    const size_t culprit = find_culprit(p);
    if (culprit == SIZE_MAX)
        return false;
    const flaw_t flaw = p->flaws.data[culprit];
    const nonlinear_op_t *op = nonlinear_find(r->nonlinear, flaw.var);
    if (op != NULL)
        return learn_operation(r, p, flaw, op);
    return slots_refine(r->slots, p->property,
                        fresh_find(r->table, flaw.var)->meaning, p->original,
                        flaw.step);
}

bool reduce_refine(reduction_t *reduction, const trace_t *trace,
                   size_t property)
{
    assert(reduction->property == SIZE_MAX
           || reduction->property == property);
    bool bad, learned = false;
    repair_t p = {.reduction = reduction, .trace = trace,
                  .property = property};
    p.original = reduce_original(reduction, trace, property, &bad);
    if (p.original != NULL && !bad)
        p.lifted = reduce_lift(reduction, p.original, trace);
    if (p.lifted != NULL) {
        find_flaws(reduction, trace, p.lifted, &p.flaws);
        learned = refine(reduction, &p);
    }
    vec_release(&p.flaws);
    trace_free(p.lifted);
    trace_free(p.original);
    if (learned)
        build(reduction);
    return learned;
}

term_t reduce_explain(const reduction_t *reduction, term_t invariant)
{
    return fresh_meaning(reduction->table, invariant);
}
