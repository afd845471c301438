// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "core/memo.h"
#include "core/model.h"
#include "core/walk.h"

#include <assert.h>

// What goes over the whole model: inlining, cones of influence, and the check
// that it is well formed.

// ---- definitions in dependency order ----

typedef enum { NEW, OPEN, CLOSED } mark_t;

typedef struct {
    const model_t *model;
    uint8_t *marks;      // per variable of the model
    place_vec_t *order;
    place_vec_t stack;
} sorter_t;

// Pushes the definitions that this one uses and that are not done. Returns a
// definition on the way that closes a cycle, or SIZE_MAX.
static size_t push_uses(sorter_t *s, size_t at)
{
    const model_t *m = s->model;
    var_vec_t vars = {0};
    walk_variables(model_context(m), &model_var(m, at)->term, 1, &vars);
    size_t cycle = SIZE_MAX;
    for (size_t i = 0; i < vars.len; i++) {
        const size_t use = model_index(m, vars.data[i]);
        if (use == SIZE_MAX || model_var(m, use)->class != VAR_DEFINITION)
            continue;
        if (s->marks[use] == OPEN)
            cycle = use;
        else if (s->marks[use] == NEW)
            vec_push(&s->stack, use);
    }
    vec_release(&vars);
    return cycle;
}

static size_t visit(sorter_t *s, size_t root)
{
    vec_push(&s->stack, root);
    while (s->stack.len > 0) {
        const size_t at = vec_last(&s->stack);
        if (s->marks[at] == NEW) {
            s->marks[at] = OPEN;
            const size_t cycle = push_uses(s, at);
            if (cycle != SIZE_MAX)
                return cycle;
            continue;
        }
        s->stack.len--;
        if (s->marks[at] == OPEN) {
            s->marks[at] = CLOSED;
            vec_push(s->order, at);
        }
    }
    return SIZE_MAX;
}

static size_t sort_all(sorter_t *s)
{
    for (size_t i = 0; i < model_var_count(s->model); i++) {
        if (model_var(s->model, i)->class != VAR_DEFINITION
            || s->marks[i] != NEW)
            continue;
        const size_t cycle = visit(s, i);
        if (cycle != SIZE_MAX)
            return cycle;
    }
    return SIZE_MAX;
}

bool model_sort_definitions(const model_t *model, place_vec_t *order,
                            size_t *cycle)
{
    sorter_t s = {.model = model, .marks = xcalloc(model_var_count(model), 1),
                  .order = order};
    *cycle = sort_all(&s);
    free(s.marks);
    vec_release(&s.stack);
    return *cycle == SIZE_MAX;
}

// ---- inlining ----

typedef struct {
    const model_t *model;
    term_t *values; // per variable; of a definition: inlined
} inliner_t;

static term_t inlined_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    const inliner_t *in = user;
    const size_t at = model_index(in->model, term_var(ctx, leaf));
    if (term_kind(ctx, leaf) != TERM_LAST || at == SIZE_MAX
        || model_var(in->model, at)->class != VAR_DEFINITION)
        return leaf;
    return in->values[at];
}

void model_inline(const model_t *model, term_t *terms, size_t count)
{
    context_t *ctx = model_context(model);
    place_vec_t order = {0};
    size_t cycle;
    if (!model_sort_definitions(model, &order, &cycle))
        BUG("definitions of %s have a cycle", model_name(model));
    inliner_t in = {model, xnmalloc(model_var_count(model),
                                    sizeof *in.values)};
    for (size_t i = 0; i < order.len; i++) {
        const size_t at = order.data[i];
        in.values[at] = walk_substitute(ctx, model_var(model, at)->term,
                                        inlined_leaf, &in);
    }
    walk_substitute_all(ctx, terms, count, inlined_leaf, &in);
    free(in.values);
    vec_release(&order);
}

// ---- cone of influence ----

typedef struct {
    const model_t *model;
    bool *vars, *assumptions; // what is in
    var_vec_t work;
} cone_t;

static void reach_terms(cone_t *cone, const term_t *terms, size_t count)
{
    var_vec_t vars = {0};
    walk_variables(model_context(cone->model), terms, count, &vars);
    for (size_t i = 0; i < vars.len; i++) {
        const size_t at = model_index(cone->model, vars.data[i]);
        assert(at != SIZE_MAX);
        if (cone->vars[at])
            continue;
        cone->vars[at] = true;
        vec_push(&cone->work, vars.data[i]);
    }
    vec_release(&vars);
}

static void reach_variable(cone_t *cone, var_t var)
{
    const model_t *m = cone->model;
    const model_var_t *v = model_find(m, var);
    reach_terms(cone, &v->term, 1);
    for (size_t s = 0; s < model_start_count(m); s++) {
        const model_start_t *start = model_start(m, s);
        for (size_t i = 0; i < start->vars.len; i++)
            if (var_equal(start->vars.data[i], var))
                reach_terms(cone, &start->values.data[i], 1);
    }
}

static bool touches(const cone_t *cone, term_t term)
{
    var_vec_t vars = {0};
    bool found = false;
    walk_variables(model_context(cone->model), &term, 1, &vars);
    for (size_t i = 0; i < vars.len && !found; i++)
        found = cone->vars[model_index(cone->model, vars.data[i])];
    vec_release(&vars);
    return found;
}

// Assumptions, and constraints of starts, that speak about the cone.
static bool reach_constraints(cone_t *cone)
{
    const model_t *m = cone->model;
    bool grew = false;
    for (size_t i = 0; i < model_assumption_count(m); i++) {
        const assumption_t *a = model_assumption(m, i);
        if (cone->assumptions[i]
            || (a->kind != ASSUME_STEP && !touches(cone, a->term)))
            continue;
        cone->assumptions[i] = true;
        reach_terms(cone, &a->term, 1);
        grew = true;
    }
    for (size_t i = 0; i < model_start_count(m); i++) {
        const term_t t = model_start(m, i)->constraint;
        const size_t before = cone->work.len;
        if (touches(cone, t))
            reach_terms(cone, &t, 1);
        grew |= cone->work.len > before;
    }
    return grew;
}

static void close_cone(cone_t *cone)
{
    do {
        while (cone->work.len > 0)
            reach_variable(cone, vec_pop(&cone->work));
    } while (reach_constraints(cone));
}

static void copy_var(model_t *to, const model_var_t *v)
{
    switch (v->class) {
    case VAR_PARAMETER:
        model_add_parameter(to, v->var, v->loc);
        model_set_meaning(to, v->var, v->term);
        break;
    case VAR_INPUT:
        model_add_input(to, v->var, v->loc);
        model_set_meaning(to, v->var, v->term);
        break;
    case VAR_DEFINITION:
        model_add_definition(to, v->var, v->term, v->loc);
        break;
    default:
        model_add_state(to, v->var, v->loc);
        model_set_next(to, v->var, v->term);
        break;
    }
}

static void copy_start(const cone_t *cone, model_t *to,
                       const model_start_t *start)
{
    const size_t at = model_add_start(to, start->name);
    for (size_t i = 0; i < start->vars.len; i++)
        if (model_find(to, start->vars.data[i]) != NULL)
            model_start_value(to, at, start->vars.data[i],
                              start->values.data[i]);
    if (touches(cone, start->constraint))
        model_start_constrain(to, at, start->constraint);
}

static model_t *copy_cone(const cone_t *cone, size_t property)
{
    const model_t *m = cone->model;
    model_t *to = model_new(model_context(m), model_name(m));
    for (size_t i = 0; i < model_var_count(m); i++)
        if (cone->vars[i])
            copy_var(to, model_var(m, i));
    for (size_t i = 0; i < model_clock_count(m); i++) {
        const model_clock_t *c = model_clock(m, i);
        if (model_find(to, c->var) != NULL)
            model_add_clock(to, c->var, c->posedge, c->negedge);
    }
    // Without the clocks outside the cone, a step in which only they tick has
    // no edge.
    if (model_has_empty_step(m)
        || model_clock_count(to) < model_clock_count(m))
        model_allow_empty_step(to);
    for (size_t i = 0; i < model_start_count(m); i++)
        copy_start(cone, to, model_start(m, i));
    for (size_t i = 0; i < model_assumption_count(m); i++)
        if (cone->assumptions[i])
            model_add_assumption(to, model_assumption(m, i));
    for (size_t i = 0; i < model_abstraction_count(m); i++)
        if (model_find(to, model_abstraction(m, i)->var) != NULL)
            model_add_abstraction(to, model_abstraction(m, i));
    for (size_t i = 0; i < model_slot_count(m); i++)
        if (model_find(to, model_slot(m, i)->element) != NULL
            && model_find(to, model_slot(m, i)->index) != NULL)
            model_add_slot(to, model_slot(m, i));
    if (property != SIZE_MAX)
        model_add_property(to, model_property(m, property));
    model_copy_assignments(m, to);
    return to;
}

model_t *model_cone(const model_t *model, const term_t *roots, size_t count,
                    size_t property)
{
    cone_t cone = {
        .model = model,
        .vars = xcalloc(model_var_count(model), sizeof(bool)),
        .assumptions = xcalloc(model_assumption_count(model), sizeof(bool)),
    };
    reach_terms(&cone, roots, count);
    close_cone(&cone);
    model_t *result = copy_cone(&cone, property);
    free(cone.vars);
    free(cone.assumptions);
    vec_release(&cone.work);
    return result;
}

model_t *model_cone_of(const model_t *model, size_t property)
{
    const property_t *p = model_property(model, property);
    const term_t roots[] = {p->reached, p->holds};
    return model_cone(model, roots, 2, property);
}

// ---- well-formedness ----

typedef struct {
    const model_t *model;
    diag_sink_t *sink;
    bool ok;
} checker_t;

static void complain(checker_t *c, loc_t loc, const char *what,
                     const char *name)
{
    diag_error(c->sink, loc, "model %s: %s: %s", model_name(c->model), name,
               what);
    c->ok = false;
}

static bool is_clock(const model_t *model, var_t var, term_kind_t edge)
{
    for (size_t i = 0; i < model_clock_count(model); i++) {
        const model_clock_t *c = model_clock(model, i);
        if (var_equal(c->var, var))
            return edge == TERM_POSEDGE ? c->posedge : c->negedge;
    }
    return false;
}

static void check_leaf(checker_t *c, term_t leaf, loc_t loc, bool edges,
                       bool next)
{
    context_t *ctx = model_context(c->model);
    const term_kind_t kind = term_kind(ctx, leaf);
    if (kind < TERM_LAST || kind > TERM_NEGEDGE)
        return;
    const var_t var = term_var(ctx, leaf);
    const char *name = ident_text(var_name(ctx, var));
    if (model_find(c->model, var) == NULL)
        complain(c, loc, "not a variable of the model", name);
    else if (kind == TERM_NEXT && !next)
        complain(c, loc, "next value where only current ones may be", name);
    else if (kind != TERM_NEXT && kind != TERM_LAST
             && (!edges || !is_clock(c->model, var, kind)))
        complain(c, loc, "an edge of what is no clock", name);
}

static void check_term(checker_t *c, term_t t, loc_t loc, sort_t sort,
                       const char *name, bool edges, bool next)
{
    context_t *ctx = model_context(c->model);
    if (!sort_equal(term_sort(ctx, t), sort))
        complain(c, loc, "a term of the wrong sort", name);
    term_vec_t order = {0};
    walk_postorder(ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len; i++)
        check_leaf(c, order.data[i], loc, edges, next);
    vec_release(&order);
}

static void check_start(checker_t *c, const model_start_t *start)
{
    context_t *ctx = model_context(c->model);
    check_term(c, start->constraint, LOC_NONE, sort_bool(ctx), start->name,
               false, false);
    for (size_t i = 0; i < start->vars.len; i++) {
        const model_var_t *v = model_find(c->model, start->vars.data[i]);
        const char *name = ident_text(var_name(ctx, start->vars.data[i]));
        if (v == NULL || v->class != VAR_STATE)
            complain(c, LOC_NONE, "a start value of what is no state", name);
        else
            check_term(c, start->values.data[i], v->loc,
                       var_sort(ctx, v->var), name, false, false);
    }
}

static void check_properties(checker_t *c)
{
    context_t *ctx = model_context(c->model);
    const sort_t boolean = sort_bool(ctx);
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        const property_t *p = model_property(c->model, i);
        check_term(c, p->reached, p->loc, boolean, p->name, true, false);
        check_term(c, p->holds, p->loc, boolean, p->name, true, false);
    }
    for (size_t i = 0; i < model_assumption_count(c->model); i++) {
        const assumption_t *a = model_assumption(c->model, i);
        check_term(c, a->term, a->loc, boolean,
                   assumption_kind_name(a->kind), true, true);
    }
}

bool model_check(const model_t *model, diag_sink_t *sink)
{
    context_t *ctx = model_context(model);
    checker_t c = {model, sink, true};
    for (size_t i = 0; i < model_var_count(model); i++) {
        const model_var_t *v = model_var(model, i);
        check_term(&c, v->term, v->loc, var_sort(ctx, v->var),
                   ident_text(var_name(ctx, v->var)), true, false);
    }
    for (size_t i = 0; i < model_start_count(model); i++)
        check_start(&c, model_start(model, i));
    check_properties(&c);
    place_vec_t order = {0};
    size_t cycle;
    if (!model_sort_definitions(model, &order, &cycle)) {
        const model_var_t *v = model_var(model, cycle);
        complain(&c, v->loc, "depends on itself within one step",
                 ident_text(var_name(ctx, v->var)));
    }
    vec_release(&order);
    return c.ok;
}
