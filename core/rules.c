// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/rules.h"
#include "core/walk.h"

// A part of the term still to be visited, and the path to it: the first
// `depth` conditions, then `condition`.
typedef struct {
    term_t term, condition;
    size_t depth;
} branch_t;

typedef struct {
    const model_t *model;
    VEC(branch_t) stack;
    term_vec_t path;
} reader_t;

static bool is_edge(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return !term_negated(t)
        && (kind == TERM_POSEDGE || kind == TERM_NEGEDGE);
}

// The first edge in the term; false if there is none.
static bool find_edge(const context_t *ctx, term_t t, term_t *edge)
{
    term_vec_t order = {0};
    bool found = false;
    walk_postorder(ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len && !found; i++) {
        found = is_edge(ctx, order.data[i]);
        if (found)
            *edge = order.data[i];
    }
    vec_release(&order);
    return found;
}

typedef struct {
    term_t edge, value;
} decision_t;

static term_t decided_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    const decision_t *d = user;
    return term_equal(leaf, d->edge) ? d->value : leaf;
}

static term_t decide(context_t *ctx, term_t t, term_t edge, bool value)
{
    decision_t d = {edge, term_bool(ctx, value)};
    return walk_substitute(ctx, t, decided_leaf, &d);
}

// Adds the parts of a conjunction one by one.
static void add_condition(reader_t *r, term_t condition)
{
    context_t *ctx = model_context(r->model);
    term_vec_t stack = {0};
    vec_push(&stack, condition);
    while (stack.len > 0) {
        const term_t t = vec_pop(&stack);
        if (term_is_true(ctx, t))
            continue;
        if (term_negated(t) || term_kind(ctx, t) != TERM_AND) {
            vec_push(&r->path, t);
            continue;
        }
        for (unsigned i = term_arity(ctx, t); i-- > 0;)
            vec_push(&stack, term_kid(ctx, t, i));
    }
    vec_release(&stack);
}

static void push(reader_t *r, term_t term, term_t condition, size_t depth)
{
    const branch_t b = {term, condition, depth};
    vec_push(&r->stack, b);
}

static rule_t make_rule(const reader_t *r, var_t var, term_t value)
{
    context_t *ctx = model_context(r->model);
    rule_t rule = {.var = var, .conditions = r->path.data,
                   .condition_count = r->path.len, .value = value,
                   .trigger = term_true(ctx),
                   .loc = model_assignment_loc(r->model, var, value)};
    for (size_t i = 0; i < r->path.len; i++)
        if (is_edge(ctx, r->path.data[i]))
            rule.trigger = r->path.data[i];
    return rule;
}

// A conjunction (or disjunction) with a part that knows no edge, and decides.
static bool split(reader_t *r, term_t t, size_t depth)
{
    context_t *ctx = model_context(r->model);
    if (term_kind(ctx, t) != TERM_AND)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const term_t a = term_kid(ctx, t, i), b = term_kid(ctx, t, 1 - i);
        term_t edge;
        if (find_edge(ctx, a, &edge))
            continue;
        push(r, term_negated(t) ? term_not(b) : b, a, depth);
        push(r, term_bool(ctx, term_negated(t)), term_not(a), depth);
        return true;
    }
    return false;
}

// Pushes the branches of an if-then-else, or of a Boolean value that depends
// on an edge. False if there are none.
static bool branches(reader_t *r, term_t t)
{
    context_t *ctx = model_context(r->model);
    const size_t depth = r->path.len;
    term_t edge;
    if (term_kind(ctx, t) == TERM_ITE) {
        const term_t c = term_kid(ctx, t, 0);
        for (unsigned i = 2; i >= 1; i--) {
            const term_t kid = term_kid(ctx, t, i);
            push(r, term_negated(t) ? term_not(kid) : kid,
                 i == 1 ? c : term_not(c), depth);
        }
        return true;
    }
    if (sort_kind(ctx, term_sort(ctx, t)) != SORT_BOOL
        || !find_edge(ctx, t, &edge))
        return false;
    if (split(r, t, depth))
        return true;
    push(r, decide(ctx, t, edge, false), term_not(edge), depth);
    push(r, decide(ctx, t, edge, true), edge, depth);
    return true;
}

static bool read_rules(reader_t *r, var_t var, size_t limit, rule_fn fn,
                       void *user)
{
    context_t *ctx = model_context(r->model);
    size_t count = 0;
    push(r, model_find(r->model, var)->term, term_true(ctx), 0);
    while (r->stack.len > 0) {
        const branch_t b = vec_pop(&r->stack);
        r->path.len = b.depth;
        add_condition(r, b.condition);
        if (branches(r, b.term))
            continue;
        if (count++ == limit)
            return false;
        const rule_t rule = make_rule(r, var, b.term);
        fn(&rule, user);
    }
    return true;
}

bool rules_of(const model_t *model, var_t var, size_t limit, rule_fn fn,
              void *user)
{
    reader_t r = {.model = model};
    const bool all = read_rules(&r, var, limit, fn, user);
    vec_release(&r.stack);
    vec_release(&r.path);
    return all;
}
