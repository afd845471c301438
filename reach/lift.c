// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/lift.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/linear.h"

// Memos hold the number of a term + 1.
static bool lookup(const memo_t *memo, term_t t, term_t *result)
{
    const uint32_t known = memo_get(memo, t);
    if (known == 0)
        return false;
    *result = (term_t){(known - 1) ^ (t.id & 1)};
    return true;
}

static void store(memo_t *memo, term_t t, term_t result)
{
    memo_set(memo, t, result.id + 1);
}

static bool is_bool(const context_t *ctx, term_t t)
{
    return sort_kind(ctx, term_sort(ctx, t)) == SORT_BOOL;
}

static bool is_comparison(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return kind == TERM_LE
        || (kind == TERM_EQ && !is_bool(ctx, term_kid(ctx, t, 0)));
}

// Appends what a comparison is made of, operands first, without looking into
// conditions.
static void list_values(const context_t *ctx, term_t comparison,
                        term_vec_t *order)
{
    term_vec_t stack = {0};
    memo_t seen; // 1: its operands are on the stack, 2: listed
    memo_init(&seen);
    vec_push(&stack, term_positive(comparison));
    while (stack.len > 0) {
        const term_t t = vec_last(&stack);
        const uint32_t state = memo_get(&seen, t);
        if (state != 0) {
            (void)vec_pop(&stack);
            if (state == 1)
                vec_push(order, t);
            memo_set(&seen, t, 2);
            continue;
        }
        memo_set(&seen, t, 1);
        for (unsigned i = 0; i < term_arity(ctx, t); i++) {
            const term_t kid = term_kid(ctx, t, i);
            if (!is_bool(ctx, kid) && memo_get(&seen, kid) == 0)
                vec_push(&stack, kid);
        }
    }
    memo_release(&seen);
    vec_release(&stack);
}

// The condition of the outermost conditional value; false if there is none.
static bool find_condition(const context_t *ctx, term_t comparison,
                           term_t *condition)
{
    term_vec_t order = {0};
    list_values(ctx, comparison, &order);
    bool found = false;
    for (size_t i = order.len; i-- > 0 && !found;)
        if (term_kind(ctx, order.data[i]) == TERM_ITE) {
            *condition = term_kid(ctx, order.data[i], 0);
            found = true;
        }
    vec_release(&order);
    return found;
}

static term_t rebuilt(context_t *ctx, term_t t, const memo_t *done,
                      term_t condition, bool value)
{
    term_t kids[3];
    const unsigned arity = term_arity(ctx, t);
    for (unsigned i = 0; i < arity; i++) {
        kids[i] = term_kid(ctx, t, i);
        (void)lookup(done, kids[i], &kids[i]);
    }
    if (term_kind(ctx, t) == TERM_ITE
        && term_equal(term_kid(ctx, t, 0), condition))
        return kids[value ? 1 : 2];
    return arity == 0 ? t : term_rebuild(ctx, t, kids);
}

// The comparison where the condition has that value.
static term_t cofactor(context_t *ctx, term_t comparison, term_t condition,
                       bool value)
{
    term_vec_t order = {0};
    list_values(ctx, comparison, &order);
    memo_t done;
    memo_init(&done);
    for (size_t i = 0; i < order.len; i++)
        store(&done, order.data[i],
              rebuilt(ctx, order.data[i], &done, condition, value));
    term_t result = comparison;
    (void)lookup(&done, comparison, &result);
    memo_release(&done);
    vec_release(&order);
    return result;
}

// A comparison with conditions, each of which is replaced by what it was
// lifted to. The depth of the recursion is at most the number of cases.
static bool split(context_t *ctx, term_t t, const memo_t *lifted,
                  unsigned *cases, term_t *result)
{
    term_t condition;
    if (!is_comparison(ctx, t)) { // decided, or a condition itself
        *result = t;
        (void)lookup(lifted, t, result);
        return true;
    }
    if (!find_condition(ctx, t, &condition)) {
        *result = linear_canonical(ctx, t);
        return true;
    }
    if (++*cases >= LIFT_MOST_CASES)
        return false;
    term_t then_t, else_t, lifted_condition = condition;
    (void)lookup(lifted, condition, &lifted_condition);
    if (!split(ctx, cofactor(ctx, t, condition, true), lifted, cases, &then_t)
        || !split(ctx, cofactor(ctx, t, condition, false), lifted, cases,
                  &else_t))
        return false;
    *result = term_ite(ctx, lifted_condition, then_t, else_t);
    return true;
}

static term_t lift_one(context_t *ctx, term_t t, const memo_t *lifted)
{
    if (is_comparison(ctx, t)) {
        unsigned cases = 1;
        term_t result;
        return split(ctx, t, lifted, &cases, &result) ? result : t;
    }
    term_t kids[3];
    const unsigned arity = term_arity(ctx, t);
    for (unsigned i = 0; i < arity; i++) {
        kids[i] = term_kid(ctx, t, i);
        (void)lookup(lifted, kids[i], &kids[i]);
    }
    return arity == 0 ? t : term_rebuild(ctx, t, kids);
}

term_t lift_conditions(context_t *ctx, term_t formula)
{
    term_vec_t order = {0};
    memo_t lifted;
    memo_init(&lifted);
    walk_postorder(ctx, &formula, 1, &order);
    for (size_t i = 0; i < order.len; i++)
        if (is_bool(ctx, order.data[i]))
            store(&lifted, order.data[i],
                  lift_one(ctx, order.data[i], &lifted));
    term_t result = formula;
    (void)lookup(&lifted, formula, &result);
    memo_release(&lifted);
    vec_release(&order);
    return result;
}
