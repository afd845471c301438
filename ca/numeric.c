// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/numeric.h"
#include "core/hash.h"
#include "core/memo.h"
#include "core/walk.h"

typedef struct {
    context_t *ctx;
    memo_t done;  // from a term to its translation's number, plus one
    map_t *vars;  // from an enumeration variable to its integer
    map_t *edges; // from an edge to its input
} numeric_t;

// ---- what can be said at all ----

static bool is_constant_operand(const context_t *ctx, term_t t, unsigned i)
{
    return term_kind(ctx, term_kid(ctx, t, i)) == TERM_INT;
}

static const char *why_not(const context_t *ctx, term_t t)
{
    if (sort_kind(ctx, term_sort(ctx, t)) == SORT_ARRAY)
        return "arrays";
    switch (term_kind(ctx, t)) {
    case TERM_SELECT: return "arrays";
    case TERM_POW2: return "powers of two";
    case TERM_MUL:
        return is_constant_operand(ctx, t, 0) ? NULL
                                              : "products of two unknowns";
    case TERM_DIV:
    case TERM_MOD:
        return is_constant_operand(ctx, t, 1) ? NULL
                                              : "divisions by unknowns";
    default: return NULL;
    }
}

static bool check(const context_t *ctx, const term_vec_t *order,
                  const char *name, diag_sink_t *sink)
{
    for (size_t i = 0; i < order->len; i++) {
        const char *what = why_not(ctx, order->data[i]);
        if (what == NULL)
            continue;
        diag_error(sink, LOC_NONE, "%s: %s cannot be written in this format",
                   name, what);
        return false;
    }
    return true;
}

// ---- variables ----

static var_t new_var(const numeric_t *n, const char *name, sort_t sort)
{
    return var_new(n->ctx, ident_new(context_idents(n->ctx), name), sort);
}

static bool is_enum(const context_t *ctx, var_t v)
{
    return sort_kind(ctx, var_sort(ctx, v)) == SORT_ENUM;
}

static var_t numeric_var(numeric_t *n, var_t v)
{
    uint64_t at;
    if (!is_enum(n->ctx, v))
        return v;
    if (!map_get(n->vars, v.id, &at)) {
        at = new_var(n, ident_text(var_name(n->ctx, v)), sort_int(n->ctx)).id;
        map_put(n->vars, v.id, at);
    }
    return (var_t){(uint32_t)at};
}

static var_t edge_var(numeric_t *n, term_t edge)
{
    uint64_t at;
    if (!map_get(n->edges, edge.id, &at)) {
        char *name = xasprintf(
            "%s_%s", ident_text(var_name(n->ctx, term_var(n->ctx, edge))),
            term_kind_name(term_kind(n->ctx, edge)));
        at = new_var(n, name, sort_bool(n->ctx)).id;
        map_put(n->edges, edge.id, at);
        free(name);
    }
    return (var_t){(uint32_t)at};
}

// 0 <= v < number of literals, where v was of an enumeration.
static term_t in_range(numeric_t *n, const var_vec_t *vars)
{
    context_t *c = n->ctx;
    term_t all = term_true(c);
    for (size_t i = 0; i < vars->len; i++) {
        if (!is_enum(c, vars->data[i]))
            continue;
        const uint32_t count =
            sort_literal_count(c, var_sort(c, vars->data[i]));
        const term_t v = term_last(c, numeric_var(n, vars->data[i]));
        all = term_and(c, all, term_le(c, term_int(c, 0), v));
        all = term_and(c, all, term_lt(c, v, term_int(c, count)));
    }
    return all;
}

// ---- terms ----

static term_t translated(const numeric_t *n, term_t t)
{
    const term_t d = {memo_get(&n->done, t) - 1};
    return term_negated(t) ? term_not(d) : d;
}

static term_t translate_leaf(numeric_t *n, term_t t)
{
    switch (term_kind(n->ctx, t)) {
    case TERM_LAST:
        return term_last(n->ctx, numeric_var(n, term_var(n->ctx, t)));
    case TERM_NEXT:
        return term_next(n->ctx, numeric_var(n, term_var(n->ctx, t)));
    case TERM_POSEDGE:
    case TERM_NEGEDGE: return term_last(n->ctx, edge_var(n, t));
    case TERM_LITERAL: return term_int(n->ctx, term_position(n->ctx, t));
    default: return t;
    }
}

static term_t translate_node(numeric_t *n, term_t t)
{
    term_t kids[3];
    const unsigned arity = term_arity(n->ctx, t);
    for (unsigned i = 0; i < arity; i++)
        kids[i] = translated(n, term_kid(n->ctx, t, i));
    switch (term_kind(n->ctx, t)) {
    case TERM_EQ: return term_eq(n->ctx, kids[0], kids[1]);
    case TERM_ITE: return term_ite(n->ctx, kids[0], kids[1], kids[2]);
    default:
        return arity == 0 ? translate_leaf(n, t)
                          : term_rebuild(n->ctx, t, kids);
    }
}

static void translate_all(numeric_t *n, const term_vec_t *order)
{
    for (size_t i = 0; i < order->len; i++)
        memo_set(&n->done, order->data[i],
                 translate_node(n, order->data[i]).id + 1);
}

// ---- systems ----

static void copy_vars(numeric_t *n, const var_vec_t *from, var_vec_t *to)
{
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, numeric_var(n, from->data[i]));
}

static system_t *build(numeric_t *n, const system_t *s)
{
    context_t *c = n->ctx;
    system_t *r = xcalloc(1, sizeof *r);
    r->ctx = c;
    r->model = s->model;
    r->sole_edge = term_true(c);
    copy_vars(n, &s->parameters, &r->parameters);
    copy_vars(n, &s->states, &r->states);
    copy_vars(n, &s->inputs, &r->inputs);
    for (size_t i = 0; i < s->edges.len; i++)
        vec_push(&r->inputs, edge_var(n, s->edges.data[i]));
    for (size_t i = 0; i < s->next.len; i++)
        vec_push(&r->next, translated(n, s->next.data[i]));
    for (size_t i = 0; i < s->targets.len; i++) {
        const target_t t = {s->targets.data[i].property,
                            translated(n, s->targets.data[i].bad)};
        vec_push(&r->targets, t);
    }
    r->fixed = term_and(c, translated(n, s->fixed),
                        in_range(n, &s->parameters));
    r->init = term_and(c, translated(n, s->init), in_range(n, &s->states));
    r->valid = term_and(c, translated(n, s->valid), in_range(n, &s->inputs));
    r->held = translated(n, s->held);
    return r;
}

system_t *numeric_system(const system_t *system, diag_sink_t *sink)
{
    numeric_t n = {.ctx = system->ctx, .vars = map_new(),
                   .edges = map_new()};
    term_vec_t roots = {0}, order = {0};
    system_terms(system, &roots);
    walk_postorder(n.ctx, roots.data, roots.len, &order);
    system_t *result = NULL;
    memo_init(&n.done);
    if (check(n.ctx, &order, model_name(system->model), sink)) {
        translate_all(&n, &order);
        result = build(&n, system);
    }
    memo_release(&n.done);
    map_free(n.vars);
    map_free(n.edges);
    vec_release(&roots);
    vec_release(&order);
    return result;
}
