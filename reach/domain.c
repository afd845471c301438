// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/domain.h"

#include "core/walk.h"
#include "reach/linear.h"

#include <assert.h>

enum {
    MAX_CASES = 8,       // of an if-then-else below a comparison
    MAX_BOUNDARIES = 24, // of one leaf
    MAX_VALUES = 32,     // from bound to bound, to be listed completely
};

void numbers_add(number_vec_t *numbers, int64_t value)
{
    size_t at = numbers->len;
    while (at > 0 && numbers->data[at - 1] >= value)
        at--;
    if (at < numbers->len && numbers->data[at] == value)
        return;
    vec_push(numbers, 0);
    for (size_t i = numbers->len - 1; i > at; i--)
        numbers->data[i] = numbers->data[i - 1];
    numbers->data[at] = value;
}

// ---- boundaries ----

// A comparison of factor * leaf + rest with zero.
typedef struct {
    int64_t factor;
    term_t rest;
} comparison_t;

typedef VEC(comparison_t) comparison_vec_t;

struct boundaries {
    size_t leaf_count;
    program_t *program; // the rests
    VEC(int64_t) factors;
};

static bool is_comparison(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    if (kind != TERM_LE && kind != TERM_EQ)
        return false;
    return sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0))) == SORT_INT;
}

static void add_case(context_t *ctx, const linear_t *sum, term_t leaf,
                     comparison_vec_t *found)
{
    const bigint_t factor = linear_factor(sum, leaf);
    if (bigint_sign(factor) == 0 || !bigint_is_small(factor)
        || factor.small == INT64_MIN)
        return;
    linear_t rest;
    linear_copy(&rest, sum);
    linear_add(ctx, &rest, bigint_of(-factor.small), leaf);
    const comparison_t one = {factor.small, linear_term(ctx, &rest)};
    linear_release(&rest);
    vec_push(found, one);
}

static size_t first_ite(const context_t *ctx, const linear_t *sum)
{
    size_t i = 0;
    while (i < sum->parts.len
           && term_kind(ctx, sum->parts.data[i].term) != TERM_ITE)
        i++;
    return i;
}

// The sum with one of its monomials, an if-then-else, replaced by a branch.
static void take_branch(const context_t *ctx, const linear_t *sum, size_t at,
                        unsigned branch, linear_t *result)
{
    const monomial_t *part = &sum->parts.data[at];
    linear_copy(result, sum);
    bigint_t minus = bigint_neg(part->factor);
    linear_add(ctx, result, minus, part->term);
    bigint_release(&minus);
    linear_add_term(ctx, result, part->factor,
                    term_kid(ctx, part->term, branch));
}

// A leaf below an if-then-else is compared, too. `budget` is how many cases
// may still be looked at.
static void add_cases(context_t *ctx, const linear_t *sum, term_t leaf,
                      unsigned *budget, comparison_vec_t *found)
{
    const size_t at = first_ite(ctx, sum);
    if (at == sum->parts.len || *budget < 2) {
        add_case(ctx, sum, leaf, found);
        return;
    }
    --*budget;
    for (unsigned branch = 1; branch <= 2; branch++) {
        linear_t one;
        take_branch(ctx, sum, at, branch, &one);
        add_cases(ctx, &one, leaf, budget, found);
        linear_release(&one);
    }
}

static bool mentions(const context_t *ctx, term_t t, term_t leaf)
{
    term_vec_t order = {0};
    walk_postorder(ctx, &t, 1, &order);
    bool found = false;
    for (size_t i = 0; i < order.len && !found; i++)
        found = term_equal(order.data[i], leaf);
    vec_release(&order);
    return found;
}

static void add_comparison(context_t *ctx, term_t t, term_t leaf,
                           comparison_vec_t *found)
{
    if (!mentions(ctx, t, leaf))
        return;
    linear_t sum;
    linear_init(&sum);
    linear_add_term(ctx, &sum, bigint_of(1), term_kid(ctx, t, 0));
    linear_add_term(ctx, &sum, bigint_of(-1), term_kid(ctx, t, 1));
    unsigned budget = MAX_CASES;
    add_cases(ctx, &sum, leaf, &budget, found);
    linear_release(&sum);
}

static void find_comparisons(context_t *ctx, const term_t *terms,
                             size_t count, term_t leaf,
                             comparison_vec_t *found)
{
    term_vec_t order = {0};
    walk_postorder(ctx, terms, count, &order);
    for (size_t i = 0; i < order.len && found->len < MAX_BOUNDARIES; i++)
        if (is_comparison(ctx, order.data[i]))
            add_comparison(ctx, order.data[i], leaf, found);
    vec_release(&order);
}

boundaries_t *boundaries_new(context_t *ctx, const term_t *leaves,
                             size_t leaf_count, size_t place,
                             const term_t *terms, size_t count)
{
    comparison_vec_t found = {0};
    find_comparisons(ctx, terms, count, leaves[place], &found);
    boundaries_t *b = NULL;
    if (found.len > 0) {
        b = xcalloc(1, sizeof *b);
        b->leaf_count = leaf_count;
        term_vec_t rests = {0};
        for (size_t i = 0; i < found.len; i++) {
            vec_push(&rests, found.data[i].rest);
            vec_push(&b->factors, found.data[i].factor);
        }
        b->program = program_new(ctx, leaves, leaf_count, rests.data,
                                 rests.len);
        vec_release(&rests);
    }
    vec_release(&found);
    return b;
}

void boundaries_free(boundaries_t *b)
{
    if (b == NULL)
        return;
    program_free(b->program);
    vec_release(&b->factors);
    free(b);
}

static void add_neighbours(int64_t value, number_vec_t *values)
{
    for (int64_t d = -1; d <= 1; d++)
        numbers_add(values, value + d);
}

bool boundaries_add(boundaries_t *b, const int64_t *cells, const bool *open,
                    number_vec_t *values)
{
    bool all = b->factors.len < MAX_BOUNDARIES;
    program_load(b->program, cells, open, 0);
    for (size_t i = 0; i < b->factors.len; i++) {
        const result_t rest = program_result(b->program, i);
        const int64_t far = INT64_MAX / 4;
        if (rest.state != RESULT_KNOWN || rest.value > far
            || rest.value < -far)
            all = false;
        else
            add_neighbours(-rest.value / b->factors.data[i], values);
    }
    return all;
}

// ---- domains ----

struct domain {
    size_t fixed, place, leaf_count;
    program_t *program; // the conditions; NULL: there are none
    boundaries_t *boundaries;
    int64_t *cells, *results;
    bool *open;
    term_t leaf;
    term_vec_t conditions;
    bool below, above; // a condition bounds the leaf
    number_vec_t values;
    bool all;
};

// Is the condition itself a bound of the leaf?
static void find_bound(domain_t *d, context_t *ctx, term_t leaf,
                       term_t condition)
{
    comparison_vec_t found = {0};
    if (term_kind(ctx, condition) == TERM_LE)
        add_comparison(ctx, condition, leaf, &found);
    if (found.len == 1 && !mentions(ctx, found.data[0].rest, leaf)) {
        const bool above = (found.data[0].factor > 0)
            != term_negated(condition);
        d->above |= above;
        d->below |= !above;
    }
    vec_release(&found);
}

domain_t *domain_new(context_t *ctx, const term_t *leaves, size_t leaf_count,
                     size_t fixed, size_t place, const term_t *conditions,
                     size_t count)
{
    domain_t *d = xcalloc(1, sizeof *d);
    d->fixed = fixed;
    d->place = place;
    d->leaf_count = leaf_count;
    d->leaf = leaves[place];
    for (size_t i = 0; i < count; i++)
        vec_push(&d->conditions, conditions[i]);
    d->cells = xcalloc(leaf_count, sizeof *d->cells);
    d->results = xcalloc(count + 1, sizeof *d->results);
    d->open = xcalloc(leaf_count, sizeof *d->open);
    for (size_t i = fixed; i < leaf_count; i++)
        d->open[i] = true;
    if (count > 0) {
        d->program = program_new(ctx, leaves, leaf_count, conditions, count);
        d->boundaries = boundaries_new(ctx, leaves, leaf_count, place,
                                       conditions, count);
    }
    for (size_t i = 0; i < count; i++)
        find_bound(d, ctx, leaves[place], conditions[i]);
    return d;
}

void domain_free(domain_t *d)
{
    if (d == NULL)
        return;
    program_free(d->program);
    boundaries_free(d->boundaries);
    free(d->cells);
    free(d->results);
    free(d->open);
    vec_release(&d->values);
    vec_release(&d->conditions);
    free(d);
}

bool domain_allows(domain_t *d, int64_t value)
{
    if (d->program == NULL)
        return true;
    d->cells[d->place] = value;
    if (!program_run(d->program, d->cells, d->results))
        return false;
    for (size_t i = 0; i < d->conditions.len; i++)
        if (!d->results[i])
            return false;
    return true;
}

typedef struct {
    term_t leaf, value;
} replacement_t;

static term_t replace_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    const replacement_t *r = user;
    return term_equal(leaf, r->leaf) ? r->value : leaf;
}

term_t domain_condition(const domain_t *d, context_t *ctx, term_t t)
{
    replacement_t r = {d->leaf, t};
    term_t all = term_true(ctx);
    for (size_t i = 0; i < d->conditions.len; i++)
        all = term_and(ctx, all, d->conditions.data[i]);
    return walk_substitute(ctx, all, replace_leaf, &r);
}

static void keep_allowed(domain_t *d, int64_t value)
{
    if (domain_allows(d, value))
        numbers_add(&d->values, value);
}

void domain_fix(domain_t *d, const int64_t *cells)
{
    for (size_t i = 0; i < d->fixed; i++)
        d->cells[i] = cells[i];
    d->values.len = 0;
    d->all = false;
    if (d->boundaries == NULL)
        return;
    number_vec_t near = {0};
    const bool complete = boundaries_add(d->boundaries, d->cells, d->open,
                                         &near);
    for (size_t i = 0; i < near.len; i++)
        keep_allowed(d, near.data[i]);
    // A bound below and one above are among the boundaries.
    d->all = complete && d->below && d->above
        && vec_last(&near) - near.data[0] < MAX_VALUES;
    for (int64_t i = 0; d->all && i < vec_last(&near) - near.data[0]; i++)
        keep_allowed(d, near.data[0] + i);
    vec_release(&near);
}

const number_vec_t *domain_values(const domain_t *d, bool *all)
{
    *all = d->all;
    return &d->values;
}
