// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/rules.h"

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

static bool read_rules(reader_t *r, var_t var, size_t limit, rule_fn fn,
                       void *user)
{
    context_t *ctx = model_context(r->model);
    size_t count = 0;
    push(r, model_find(r->model, var)->term, term_true(ctx), 0);
    while (r->stack.len > 0) {
        const branch_t b = vec_pop(&r->stack);
        r->path.len = b.depth;
        if (!term_is_true(ctx, b.condition))
            vec_push(&r->path, b.condition);
        if (term_kind(ctx, b.term) == TERM_ITE && !term_negated(b.term)) {
            const term_t c = term_kid(ctx, b.term, 0);
            push(r, term_kid(ctx, b.term, 2), term_not(c), r->path.len);
            push(r, term_kid(ctx, b.term, 1), c, r->path.len);
            continue;
        }
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
