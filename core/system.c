// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/system.h"

#include "core/walk.h"

#include <assert.h>

// While it is built: every term of the model that goes into the system, so
// that definitions are inlined in all of them at once and stay shared.
typedef struct {
    system_t *system;
    const model_t *model;
    context_t *ctx;
    const system_options_t *options;
    term_vec_t terms;
} builder_t;

static size_t keep(builder_t *b, term_t t)
{
    vec_push(&b->terms, t);
    return b->terms.len - 1;
}

// ---- variables ----

static void sort_variables(builder_t *b)
{
    system_t *s = b->system;
    for (size_t i = 0; i < model_var_count(b->model); i++) {
        const model_var_t *v = model_var(b->model, i);
        if (v->class == VAR_PARAMETER)
            vec_push(&s->parameters, v->var);
        else if (v->class == VAR_INPUT)
            vec_push(&s->inputs, v->var);
        else if (v->class == VAR_STATE) {
            vec_push(&s->states, v->var);
            vec_push(&s->next, v->term);
        }
    }
}

static void collect_edges(builder_t *b)
{
    for (size_t i = 0; i < model_clock_count(b->model); i++) {
        const model_clock_t *c = model_clock(b->model, i);
        if (c->posedge)
            vec_push(&b->system->edges, term_posedge(b->ctx, c->var));
        if (c->negedge)
            vec_push(&b->system->edges, term_negedge(b->ctx, c->var));
    }
}

// Some edge happens, and a clock does not rise and fall at once.
static term_t edge_constraint(const builder_t *b)
{
    context_t *c = b->ctx;
    const term_vec_t *edges = &b->system->edges;
    term_t some = term_bool(c, model_has_empty_step(b->model)
                                   || edges->len == 0);
    term_t apart = term_true(c);
    for (size_t i = 0; i < edges->len; i++) {
        some = term_or(c, some, edges->data[i]);
        if (i > 0 && var_equal(term_var(c, edges->data[i]),
                               term_var(c, edges->data[i - 1])))
            apart = term_and(c, apart,
                             term_not(term_and(c, edges->data[i],
                                               edges->data[i - 1])));
    }
    return term_and(c, some, apart);
}

// ---- what is assumed, and how runs begin ----

static term_t start_condition(context_t *c, const model_start_t *start)
{
    term_t all = start->constraint;
    for (size_t i = 0; i < start->vars.len; i++)
        all = term_and(c, all, term_eq(c, term_last(c, start->vars.data[i]),
                                       start->values.data[i]));
    return all;
}

// A model that says nothing about starts begins anywhere.
static term_t any_start(const builder_t *b)
{
    const size_t count = model_start_count(b->model);
    const size_t only = b->options->start;
    if (count == 0)
        return term_true(b->ctx);
    term_t any = term_false(b->ctx);
    for (size_t i = 0; i < count; i++)
        if (only == SIZE_MAX || only == i)
            any = term_or(b->ctx, any,
                          start_condition(b->ctx, model_start(b->model, i)));
    return any;
}

static term_t all_held(const builder_t *b)
{
    term_t held = term_true(b->ctx);
    if (b->options->without_held)
        return held;
    for (size_t i = 0; i < model_property_count(b->model); i++) {
        const property_t *p = model_property(b->model, i);
        if (property_ends_run(p->kind))
            held = term_and(b->ctx, held,
                            term_not(property_bad(b->model, p)));
    }
    return held;
}

typedef struct {
    const builder_t *builder;
    bool next;    // speaks about the next step
    bool varying; // about more than parameters
} scope_t;

static var_class_t class_of(const builder_t *b, term_t leaf)
{
    const model_var_t *v = model_find(b->model, term_var(b->ctx, leaf));
    if (v == NULL)
        BUG("%s is no variable of %s",
            ident_text(var_name(b->ctx, term_var(b->ctx, leaf))),
            model_name(b->model));
    return v->class;
}

// Finds out what a term speaks about, and replaces next values by what they
// are a function of.
static term_t scope_leaf(context_t *ctx, term_t leaf, void *user)
{
    scope_t *scope = user;
    const builder_t *b = scope->builder;
    const var_class_t class = class_of(b, leaf);
    const var_t var = term_var(ctx, leaf);
    if (class == VAR_PARAMETER)
        return term_last(ctx, var);
    scope->varying = true;
    if (term_kind(ctx, leaf) != TERM_NEXT)
        return leaf;
    scope->next = true;
    if (class != VAR_STATE)
        BUG("an assumption about the next value of %s, which is no state",
            ident_text(var_name(ctx, var)));
    for (size_t i = 0; i < b->system->states.len; i++)
        if (var_equal(b->system->states.data[i], var))
            return b->system->next.data[i];
    BUG("%s has no next value", ident_text(var_name(ctx, var)));
}

static void conjoin(context_t *ctx, term_t *to, term_t t)
{
    *to = term_and(ctx, *to, t);
}

// What speaks of the next step need not hold in the last one: a run that ends
// there has no next step.
static void sort_assumption(builder_t *b, assumption_kind_t kind, term_t t)
{
    scope_t scope = {.builder = b};
    t = walk_substitute(b->ctx, t, scope_leaf, &scope);
    if (scope.next || kind == ASSUME_STEP)
        conjoin(b->ctx, &b->system->held, t);
    else if (scope.varying)
        conjoin(b->ctx, &b->system->valid, t);
    else
        conjoin(b->ctx, &b->system->fixed, t);
}

// ---- putting it together ----

static void add_targets(builder_t *b)
{
    const system_options_t *o = b->options;
    const size_t count = o->properties ? o->property_count
                                       : model_property_count(b->model);
    for (size_t i = 0; i < count; i++) {
        const size_t at = o->properties ? o->properties[i] : i;
        const target_t target = {
            at, property_bad(b->model, model_property(b->model, at))};
        vec_push(&b->system->targets, target);
    }
}

// Everything through one inlining.
static void inline_definitions(builder_t *b)
{
    system_t *s = b->system;
    const size_t held = keep(b, all_held(b)), init = keep(b, any_start(b));
    const size_t next = b->terms.len;
    for (size_t i = 0; i < s->next.len; i++)
        keep(b, s->next.data[i]);
    const size_t bad = b->terms.len;
    for (size_t i = 0; i < s->targets.len; i++)
        keep(b, s->targets.data[i].bad);
    const size_t assumed = b->terms.len;
    for (size_t i = 0; i < model_assumption_count(b->model); i++)
        keep(b, model_assumption(b->model, i)->term);

    const term_t *terms = b->terms.data;
    model_inline(b->model, b->terms.data, b->terms.len);
    s->held = terms[held];
    s->init = terms[init];
    for (size_t i = 0; i < s->next.len; i++)
        s->next.data[i] = terms[next + i];
    for (size_t i = 0; i < s->targets.len; i++)
        s->targets.data[i].bad = terms[bad + i];
    for (size_t i = 0; i < model_assumption_count(b->model); i++)
        sort_assumption(b, model_assumption(b->model, i)->kind,
                        terms[assumed + i]);
}

void system_terms(const system_t *s, term_vec_t *terms)
{
    vec_push(terms, s->fixed);
    vec_push(terms, s->init);
    vec_push(terms, s->valid);
    vec_push(terms, s->held);
    for (size_t i = 0; i < s->next.len; i++)
        vec_push(terms, s->next.data[i]);
    for (size_t i = 0; i < s->targets.len; i++)
        vec_push(terms, s->targets.data[i].bad);
}

static void take_terms(system_t *s, const term_t *terms)
{
    s->fixed = *terms++;
    s->init = *terms++;
    s->valid = *terms++;
    s->held = *terms++;
    for (size_t i = 0; i < s->next.len; i++)
        s->next.data[i] = *terms++;
    for (size_t i = 0; i < s->targets.len; i++)
        s->targets.data[i].bad = *terms++;
}

static term_t without_edge(context_t *ctx, term_t leaf, void *user)
{
    const term_t *sole = user;
    return term_equal(leaf, *sole) ? term_true(ctx) : leaf;
}

// One clock, one edge, nothing asynchronous: a step is that edge.
static void settle_sole_edge(builder_t *b)
{
    system_t *s = b->system;
    if (s->edges.len != 1 || model_has_empty_step(b->model))
        return;
    s->sole_edge = s->edges.data[0];
    s->edges.len = 0;
    term_vec_t terms = {0};
    system_terms(s, &terms);
    walk_substitute_all(b->ctx, terms.data, terms.len, without_edge,
                        &s->sole_edge);
    take_terms(s, terms.data);
    vec_release(&terms);
}

// Inputs that nothing reads (clocks, mostly) are no leaves.
static void drop_unread_inputs(builder_t *b)
{
    system_t *s = b->system;
    bool *read = xcalloc(var_count(b->ctx), sizeof *read);
    term_vec_t roots = {0}, order = {0};
    system_terms(s, &roots);
    walk_postorder(b->ctx, roots.data, roots.len, &order);
    for (size_t i = 0; i < order.len; i++)
        if (term_kind(b->ctx, order.data[i]) == TERM_LAST)
            read[term_var(b->ctx, order.data[i]).id] = true;
    size_t left = 0;
    for (size_t i = 0; i < s->inputs.len; i++)
        if (read[s->inputs.data[i].id])
            s->inputs.data[left++] = s->inputs.data[i];
    s->inputs.len = left;
    free(read);
    vec_release(&roots);
    vec_release(&order);
}

system_t *system_new(const model_t *model, const system_options_t *options)
{
    system_t *s = xcalloc(1, sizeof *s);
    builder_t b = {.system = s, .model = model,
                   .ctx = model_context(model), .options = options};
    s->ctx = b.ctx;
    s->model = model;
    s->sole_edge = s->fixed = s->valid = term_true(b.ctx);
    sort_variables(&b);
    collect_edges(&b);
    add_targets(&b);
    inline_definitions(&b);
    conjoin(b.ctx, &s->valid, edge_constraint(&b));
    settle_sole_edge(&b);
    drop_unread_inputs(&b);
    vec_release(&b.terms);
    return s;
}

void system_free(system_t *system)
{
    if (system == NULL)
        return;
    vec_release(&system->parameters);
    vec_release(&system->states);
    vec_release(&system->inputs);
    vec_release(&system->next);
    vec_release(&system->edges);
    vec_release(&system->targets);
    free(system);
}

// ---- looking at it ----

static void push_last(context_t *ctx, const var_vec_t *vars,
                      term_vec_t *leaves)
{
    for (size_t i = 0; i < vars->len; i++)
        vec_push(leaves, term_last(ctx, vars->data[i]));
}

void system_leaves(const system_t *system, term_vec_t *leaves)
{
    push_last(system->ctx, &system->parameters, leaves);
    push_last(system->ctx, &system->states, leaves);
    push_last(system->ctx, &system->inputs, leaves);
    for (size_t i = 0; i < system->edges.len; i++)
        vec_push(leaves, system->edges.data[i]);
}

size_t system_row_width(const system_t *system)
{
    return system->parameters.len + system->states.len;
}

static term_t pre_leaf(context_t *ctx, term_t leaf, void *user)
{
    const system_t *s = user;
    if (term_kind(ctx, leaf) != TERM_LAST)
        return leaf;
    const var_t var = term_var(ctx, leaf);
    for (size_t i = 0; i < s->states.len; i++)
        if (var_equal(s->states.data[i], var))
            return s->next.data[i];
    return leaf;
}

void system_pre_all(const system_t *system, term_t *terms, size_t count)
{
    walk_substitute_all(system->ctx, terms, count, pre_leaf,
                        (void *)system);
}

term_t system_pre(const system_t *system, term_t t)
{
    system_pre_all(system, &t, 1);
    return t;
}

void system_set_sole_edge(const system_t *system, trace_t *trace, size_t step)
{
    if (!term_is_true(system->ctx, system->sole_edge))
        trace_set_edge(trace, step,
                       term_var(system->ctx, system->sole_edge),
                       term_kind(system->ctx, system->sole_edge), true);
}
