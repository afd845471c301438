// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/rewrite.h"
#include "core/walk.h"

#include <assert.h>

// ---- new variables ----

struct fresh_table {
    context_t *ctx;
    VEC(fresh_t) all;
    map_t *by_meaning, *by_var; // to the place in `all`
};

fresh_table_t *fresh_table_new(context_t *ctx)
{
    fresh_table_t *table = xcalloc(1, sizeof *table);
    table->ctx = ctx;
    table->by_meaning = map_new();
    table->by_var = map_new();
    return table;
}

void fresh_table_free(fresh_table_t *table)
{
    if (table == NULL)
        return;
    map_free(table->by_meaning);
    map_free(table->by_var);
    vec_release(&table->all);
    free(table);
}

var_t fresh_var(fresh_table_t *table, term_t meaning, const char *base)
{
    uint64_t at;
    if (map_get(table->by_meaning, meaning.id, &at))
        return table->all.data[at].var;
    const ident_t name = ident_unique(context_idents(table->ctx), base);
    const fresh_t f = {
        var_new(table->ctx, name, term_sort(table->ctx, meaning)), meaning};
    map_put(table->by_meaning, meaning.id, table->all.len);
    map_put(table->by_var, f.var.id, table->all.len);
    vec_push(&table->all, f);
    return f.var;
}

const fresh_t *fresh_find(const fresh_table_t *table, var_t var)
{
    uint64_t at;
    return map_get(table->by_var, var.id, &at) ? &table->all.data[at] : NULL;
}

static term_t next_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)user;
    return term_kind(ctx, leaf) == TERM_LAST
        ? term_next(ctx, term_var(ctx, leaf)) : leaf;
}

// The term that a leaf refers to, if its variable stands for one: the same in
// the next state for TERM_NEXT.
static term_t referred(context_t *ctx, term_t leaf, term_t meaning)
{
    return term_kind(ctx, leaf) == TERM_LAST
        ? meaning : walk_substitute(ctx, meaning, next_leaf, NULL);
}

static term_t meaning_leaf(context_t *ctx, term_t leaf, void *user)
{
    const fresh_t *f = fresh_find(user, term_var(ctx, leaf));
    return f != NULL ? referred(ctx, leaf, f->meaning) : leaf;
}

term_t fresh_meaning(const fresh_table_t *table, term_t t)
{
    return walk_substitute(table->ctx, t, meaning_leaf, (void *)table);
}

// ---- images ----

void rewrite_begin(rewrite_t *rewrite, const model_t *from,
                   fresh_table_t *table, rewrite_fn node, void *user)
{
    *rewrite = (rewrite_t){.ctx = model_context(from), .from = from,
                           .table = table, .node = node, .user = user,
                           .place = map_new()};
    memo_init(&rewrite->image);
}

void rewrite_end(rewrite_t *rewrite)
{
    memo_release(&rewrite->image);
    map_free(rewrite->place);
    vec_release(&rewrite->added);
    vec_release(&rewrite->stands_for);
    vec_release(&rewrite->axioms);
}

static void push_all(term_vec_t *to, const term_vec_t *from)
{
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->data[i]);
}

void rewrite_roots(const model_t *m, term_vec_t *roots)
{
    for (size_t i = 0; i < model_var_count(m); i++)
        vec_push(roots, model_var(m, i)->term);
    for (size_t i = 0; i < model_start_count(m); i++) {
        push_all(roots, &model_start(m, i)->values);
        vec_push(roots, model_start(m, i)->constraint);
    }
    for (size_t i = 0; i < model_property_count(m); i++) {
        vec_push(roots, model_property(m, i)->reached);
        vec_push(roots, model_property(m, i)->holds);
    }
    for (size_t i = 0; i < model_assumption_count(m); i++)
        vec_push(roots, model_assumption(m, i)->term);
}

term_t rewrite_image(const rewrite_t *rewrite, term_t t)
{
    const uint32_t image = memo_get(&rewrite->image, t);
    assert(image != 0);
    return (term_t){(image - 1) ^ (t.id & 1)};
}

void rewrite_all(rewrite_t *rewrite, const term_vec_t *extra)
{
    context_t *ctx = rewrite->ctx;
    term_vec_t roots = {0}, order = {0};
    rewrite_roots(rewrite->from, &roots);
    push_all(&roots, extra);
    walk_postorder(ctx, roots.data, roots.len, &order);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        term_t kids[3] = {{0}, {0}, {0}};
        for (unsigned k = 0; k < term_arity(ctx, t); k++)
            kids[k] = rewrite_image(rewrite, term_kid(ctx, t, k));
        const term_t image = rewrite->node(rewrite, t, kids, rewrite->user);
        memo_set(&rewrite->image, t, image.id + 1);
    }
    vec_release(&order);
    vec_release(&roots);
}

// ---- added variables ----

static term_t stands_for_leaf(context_t *ctx, term_t leaf, void *user)
{
    const rewrite_t *r = user;
    uint64_t at;
    if (!map_get(r->place, term_var(ctx, leaf).id, &at))
        return leaf;
    return referred(ctx, leaf, r->stands_for.data[at]);
}

static bool is_fixed(const rewrite_t *rewrite, term_t t)
{
    var_vec_t vars = {0};
    walk_variables(rewrite->ctx, &t, 1, &vars);
    bool fixed = true;
    for (size_t i = 0; i < vars.len && fixed; i++)
        fixed = model_find(rewrite->from, vars.data[i])->class
            == VAR_PARAMETER;
    vec_release(&vars);
    return fixed;
}

term_t rewrite_fresh(rewrite_t *rewrite, term_t t, const char *base,
                     bool *is_new)
{
    const term_t meaning = fresh_meaning(rewrite->table, t);
    const var_t var = fresh_var(rewrite->table, meaning, base);
    *is_new = !map_get(rewrite->place, var.id, NULL);
    if (*is_new) {
        const term_t here = walk_substitute(rewrite->ctx, t, stands_for_leaf,
                                            rewrite);
        map_put(rewrite->place, var.id, rewrite->added.len);
        vec_push(&rewrite->added, var);
        vec_push(&rewrite->stands_for, here);
    }
    return term_last(rewrite->ctx, var);
}

void rewrite_axiom(rewrite_t *rewrite, term_t axiom)
{
    if (!term_is_true(rewrite->ctx, axiom))
        vec_push(&rewrite->axioms, axiom);
}

// ---- the new model ----

static bool has_array(const rewrite_t *rewrite, var_t var)
{
    const context_t *ctx = rewrite->ctx;
    return sort_kind(ctx, var_sort(ctx, var)) == SORT_ARRAY;
}

static void copy_var(const rewrite_t *r, model_t *to, const model_var_t *v)
{
    const term_t image = rewrite_image(r, v->term);
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
        model_add_definition(to, v->var, image, v->loc);
        break;
    default:
        model_add_state(to, v->var, v->loc);
        model_set_next(to, v->var, image);
        break;
    }
}

// Can an evaluator of the new model compute the term in the current step?
static bool is_computable(const rewrite_t *r, const model_t *to, term_t t)
{
    term_vec_t order = {0};
    walk_postorder(r->ctx, &t, 1, &order);
    bool result = true;
    for (size_t i = 0; i < order.len && result; i++) {
        const term_kind_t kind = term_kind(r->ctx, order.data[i]);
        if (kind >= TERM_LAST && kind <= TERM_NEGEDGE)
            result = kind != TERM_NEXT
                && model_find(to, term_var(r->ctx, order.data[i])) != NULL;
    }
    vec_release(&order);
    return result;
}

static void add_new_vars(const rewrite_t *r, model_t *to)
{
    for (size_t i = 0; i < r->added.len; i++) {
        const term_t what = r->stands_for.data[i];
        if (is_fixed(r, what))
            model_add_parameter(to, r->added.data[i], LOC_NONE);
        else
            model_add_input(to, r->added.data[i], LOC_NONE);
        if (is_computable(r, to, what))
            model_set_meaning(to, r->added.data[i], what);
    }
}

// Conditions on the first state may speak of parameters and state only.
static bool speaks_of_inputs(const rewrite_t *r, const model_t *to, term_t t)
{
    var_vec_t vars = {0};
    walk_variables(r->ctx, &t, 1, &vars);
    bool found = false;
    for (size_t i = 0; i < vars.len && !found; i++)
        found = map_get(r->place, vars.data[i].id, NULL)
            && model_find(to, vars.data[i])->class == VAR_INPUT;
    vec_release(&vars);
    return found;
}

static void constrain_start(const rewrite_t *r, model_t *to, size_t start,
                            term_t constraint)
{
    term_vec_t work = {0};
    vec_push(&work, constraint);
    while (work.len > 0) {
        const term_t t = vec_pop(&work);
        if (term_kind(r->ctx, t) == TERM_AND && !term_negated(t)) {
            vec_push(&work, term_kid(r->ctx, t, 1));
            vec_push(&work, term_kid(r->ctx, t, 0));
        } else if (!speaks_of_inputs(r, to, t)) {
            model_start_constrain(to, start, t);
        }
    }
    vec_release(&work);
}

static void copy_starts(const rewrite_t *r, model_t *to)
{
    for (size_t i = 0; i < model_start_count(r->from); i++) {
        const model_start_t *start = model_start(r->from, i);
        const size_t at = model_add_start(to, start->name);
        for (size_t k = 0; k < start->vars.len; k++)
            if (model_find(to, start->vars.data[k]) != NULL)
                model_start_value(to, at, start->vars.data[k],
                                  rewrite_image(r, start->values.data[k]));
        constrain_start(r, to, at, rewrite_image(r, start->constraint));
    }
}

static bool has_next(const rewrite_t *r, term_t t)
{
    return walk_size(r->ctx, &t, 1).kinds[TERM_NEXT] > 0;
}

static void copy_conditions(const rewrite_t *r, model_t *to)
{
    for (size_t i = 0; i < model_assumption_count(r->from); i++) {
        assumption_t a = *model_assumption(r->from, i);
        a.term = rewrite_image(r, a.term);
        model_add_assumption(to, &a);
    }
    for (size_t i = 0; i < r->axioms.len; i++) {
        const assumption_t a = {.kind = has_next(r, r->axioms.data[i])
                                    ? ASSUME_STEP : ASSUME_AXIOM,
                                .term = r->axioms.data[i]};
        model_add_assumption(to, &a);
    }
    for (size_t i = 0; i < model_property_count(r->from); i++) {
        property_t p = *model_property(r->from, i);
        p.reached = rewrite_image(r, p.reached);
        if (r->tied != NULL)
            p.reached = term_and(r->ctx, p.reached, r->tied[i]);
        p.holds = rewrite_image(r, p.holds);
        model_add_property(to, &p);
    }
}

model_t *rewrite_model(rewrite_t *rewrite, bool without_arrays)
{
    const model_t *from = rewrite->from;
    model_t *to = model_new(rewrite->ctx, model_name(from));
    for (size_t i = 0; i < model_var_count(from); i++)
        if (!without_arrays || !has_array(rewrite, model_var(from, i)->var))
            copy_var(rewrite, to, model_var(from, i));
    add_new_vars(rewrite, to);
    for (size_t i = 0; i < model_clock_count(from); i++) {
        const model_clock_t *c = model_clock(from, i);
        model_add_clock(to, c->var, c->posedge, c->negedge);
    }
    if (model_has_empty_step(from))
        model_allow_empty_step(to);
    copy_starts(rewrite, to);
    copy_conditions(rewrite, to);
    for (size_t i = 0; i < model_abstraction_count(from); i++)
        model_add_abstraction(to, model_abstraction(from, i));
    for (size_t i = 0; i < model_slot_count(from); i++)
        model_add_slot(to, model_slot(from, i));
    model_copy_assignments(from, to);
    return to;
}
