// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/distance.h"

#include "core/memo.h"
#include "core/walk.h"

// The distance to a Boolean subterm and to its negation: numbers + 1.
typedef struct {
    context_t *ctx;
    memo_t yes, no;
} distances_t;

static term_t known(const distances_t *d, term_t t, bool value)
{
    const bool positive = value != term_negated(t);
    return (term_t){memo_get(positive ? &d->yes : &d->no, t) - 1};
}

static term_t least(context_t *c, term_t a, term_t b)
{
    return term_ite(c, term_le(c, a, b), a, b);
}

static term_t above_zero(context_t *c, term_t a)
{
    return term_ite(c, term_le(c, a, term_int(c, 0)), term_int(c, 0), a);
}

// 0 if the condition is true, else 1.
static term_t indicator(context_t *c, term_t condition)
{
    return term_ite(c, condition, term_int(c, 0), term_int(c, 1));
}

static void set(distances_t *d, term_t t, term_t yes, term_t no)
{
    memo_set(&d->yes, t, yes.id + 1);
    memo_set(&d->no, t, no.id + 1);
}

// Both true, or both false.
static term_t same(const distances_t *d, term_t a, term_t b, bool value)
{
    context_t *c = d->ctx;
    return least(c, term_add(c, known(d, a, true), known(d, b, value)),
                 term_add(c, known(d, a, false), known(d, b, !value)));
}

static void set_eq(distances_t *d, term_t t, term_t a, term_t b)
{
    context_t *c = d->ctx;
    const sort_kind_t kind = sort_kind(c, term_sort(c, a));
    if (kind == SORT_BOOL) {
        set(d, t, same(d, a, b, true), same(d, a, b, false));
        return;
    }
    const term_t apart = indicator(c, term_not(t));
    if (kind != SORT_INT) {
        set(d, t, indicator(c, t), apart);
        return;
    }
    const term_t less = term_sub(c, b, a), more = term_sub(c, a, b);
    set(d, t, term_ite(c, term_le(c, a, b), less, more), apart);
}

static term_t chosen(const distances_t *d, term_t t, bool value)
{
    context_t *c = d->ctx;
    const term_t test = term_kid(c, t, 0);
    return least(c,
                 term_add(c, known(d, test, true),
                          known(d, term_kid(c, t, 1), value)),
                 term_add(c, known(d, test, false),
                          known(d, term_kid(c, t, 2), value)));
}

static void set_node(distances_t *d, term_t t)
{
    context_t *c = d->ctx;
    const unsigned arity = term_arity(c, t);
    const term_t a = arity > 0 ? term_kid(c, t, 0) : t;
    const term_t b = arity > 1 ? term_kid(c, t, 1) : t;
    switch (term_kind(c, t)) {
    case TERM_AND:
        set(d, t, term_add(c, known(d, a, true), known(d, b, true)),
            least(c, known(d, a, false), known(d, b, false)));
        break;
    case TERM_LE:
        set(d, t, above_zero(c, term_sub(c, a, b)),
            above_zero(c, term_add(c, term_sub(c, b, a), term_int(c, 1))));
        break;
    case TERM_EQ: set_eq(d, t, a, b); break;
    case TERM_ITE:
        set(d, t, chosen(d, t, true), chosen(d, t, false));
        break;
    default:
        set(d, t, indicator(c, t), indicator(c, term_not(t)));
    }
}

term_t distance_to(context_t *ctx, term_t condition)
{
    distances_t d = {.ctx = ctx};
    memo_init(&d.yes);
    memo_init(&d.no);
    term_vec_t order = {0};
    walk_postorder(ctx, &condition, 1, &order);
    const sort_t boolean = sort_bool(ctx);
    for (size_t i = 0; i < order.len; i++)
        if (sort_equal(term_sort(ctx, order.data[i]), boolean))
            set_node(&d, order.data[i]);
    const term_t result = known(&d, condition, true);
    vec_release(&order);
    memo_release(&d.yes);
    memo_release(&d.no);
    return result;
}
