// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/affine.h"

#include "core/checked.h"

affine_t affine_constant(int64_t constant)
{
    return (affine_t){.constant = constant};
}

affine_t affine_leaf(term_t leaf)
{
    return (affine_t){.count = 1, .parts = {{leaf, 1}}};
}

static unsigned place_of(const affine_t *a, term_t leaf)
{
    unsigned i = 0;
    while (i < a->count && a->parts[i].leaf.id < leaf.id)
        i++;
    return i;
}

static void remove_part(affine_t *a, unsigned i)
{
    memmove(&a->parts[i], &a->parts[i + 1],
            (a->count - i - 1) * sizeof a->parts[0]);
    a->count--;
}

bool affine_add_leaf(affine_t *a, term_t leaf, int64_t factor)
{
    if (factor == 0)
        return true;
    const unsigned i = place_of(a, leaf);
    if (i < a->count && term_equal(a->parts[i].leaf, leaf)) {
        if (!checked_add_i64(a->parts[i].factor, factor, &a->parts[i].factor))
            return false;
        if (a->parts[i].factor == 0)
            remove_part(a, i);
        return true;
    }
    if (a->count == AFFINE_PARTS)
        return false;
    memmove(&a->parts[i + 1], &a->parts[i],
            (a->count - i) * sizeof a->parts[0]);
    a->parts[i] = (affine_part_t){leaf, factor};
    a->count++;
    return true;
}

static bool add_constant(affine_t *a, int64_t constant, int64_t factor)
{
    int64_t product;
    return checked_mul_i64(constant, factor, &product)
        && checked_add_i64(a->constant, product, &a->constant);
}

bool affine_add(affine_t *a, const affine_t *b, int64_t factor)
{
    for (unsigned i = 0; i < b->count; i++) {
        int64_t product;
        if (!checked_mul_i64(b->parts[i].factor, factor, &product)
            || !affine_add_leaf(a, b->parts[i].leaf, product))
            return false;
    }
    return add_constant(a, b->constant, factor);
}

// More pending summands than this are no form of ours.
#define PENDING 32

typedef struct {
    term_t term;
    int64_t factor;
} summand_t;

static bool constant_of(const context_t *ctx, term_t t, int64_t *value)
{
    if (term_kind(ctx, t) != TERM_INT
        || !bigint_is_small(term_value(ctx, t)))
        return false;
    *value = term_value(ctx, t).small;
    return true;
}

static bool scaled(const context_t *ctx, summand_t s, summand_t *operand)
{
    int64_t k;
    operand->term = term_kid(ctx, s.term, 1);
    return constant_of(ctx, term_kid(ctx, s.term, 0), &k)
        && checked_mul_i64(s.factor, k, &operand->factor);
}

bool affine_add_term(const context_t *ctx, affine_t *a, term_t t,
                     int64_t factor)
{
    summand_t pending[PENDING] = {{t, factor}};
    unsigned count = 1;
    while (count > 0) {
        const summand_t s = pending[--count];
        int64_t k;
        switch (term_kind(ctx, s.term)) {
        case TERM_INT:
            if (!constant_of(ctx, s.term, &k)
                || !add_constant(a, k, s.factor))
                return false;
            break;
        case TERM_LAST:
            if (!affine_add_leaf(a, s.term, s.factor))
                return false;
            break;
        case TERM_ADD:
            if (count + 2 > PENDING)
                return false;
            pending[count++] = (summand_t){term_kid(ctx, s.term, 0),
                                           s.factor};
            pending[count++] = (summand_t){term_kid(ctx, s.term, 1),
                                           s.factor};
            break;
        case TERM_MUL:
            if (!scaled(ctx, s, &pending[count++]))
                return false;
            break;
        default:
            return false;
        }
    }
    return true;
}

bool affine_parallel(const affine_t *a, const affine_t *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!term_equal(a->parts[i].leaf, b->parts[i].leaf)
            || a->parts[i].factor != b->parts[i].factor)
            return false;
    return true;
}

bool affine_equal(const affine_t *a, const affine_t *b)
{
    return a->constant == b->constant && affine_parallel(a, b);
}

int64_t affine_factor(const affine_t *a, term_t leaf)
{
    const unsigned i = place_of(a, leaf);
    return i < a->count && term_equal(a->parts[i].leaf, leaf)
        ? a->parts[i].factor
        : 0;
}

static term_t multiple(context_t *ctx, term_t leaf, int64_t factor)
{
    return term_mul(ctx, term_int(ctx, factor), leaf);
}

term_t affine_term(context_t *ctx, const affine_t *a)
{
    term_t sum = term_int(ctx, a->constant);
    for (unsigned i = 0; i < a->count; i++)
        sum = term_add(ctx, sum,
                       multiple(ctx, a->parts[i].leaf, a->parts[i].factor));
    return sum;
}

// What is added on one side, what is subtracted on the other.
static void sides(context_t *ctx, const affine_t *a, term_t *left,
                  term_t *right)
{
    *left = term_int(ctx, 0);
    *right = term_int(ctx, 0);
    for (unsigned i = 0; i < a->count; i++) {
        const affine_part_t p = a->parts[i];
        if (p.factor > 0)
            *left = term_add(ctx, *left, multiple(ctx, p.leaf, p.factor));
        else
            *right = term_add(ctx, *right,
                              multiple(ctx, p.leaf, -p.factor));
    }
    *left = term_add(ctx, *left, term_int(ctx, a->constant));
}

term_t affine_le(context_t *ctx, const affine_t *a)
{
    term_t left, right;
    sides(ctx, a, &left, &right);
    return term_le(ctx, left, right);
}

term_t affine_eq(context_t *ctx, const affine_t *a)
{
    term_t left, right;
    sides(ctx, a, &left, &right);
    return term_eq(ctx, left, right);
}
