// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/linear.h"

#include <assert.h>

// Gives *a a new value that it owns.
static void set(bigint_t *a, bigint_t value)
{
    bigint_release(a);
    *a = value;
}

static void add_product(bigint_t *a, bigint_t x, bigint_t y)
{
    bigint_t product = bigint_mul(x, y);
    set(a, bigint_add(*a, product));
    bigint_release(&product);
}

void linear_init(linear_t *sum)
{
    *sum = (linear_t){.constant = bigint_of(0)};
}

void linear_release(linear_t *sum)
{
    for (size_t i = 0; i < sum->parts.len; i++)
        bigint_release(&sum->parts.data[i].factor);
    vec_release(&sum->parts);
    bigint_release(&sum->constant);
}

void linear_copy(linear_t *to, const linear_t *from)
{
    linear_init(to);
    vec_reserve(&to->parts, from->parts.len);
    for (size_t i = 0; i < from->parts.len; i++) {
        const monomial_t *part = &from->parts.data[i];
        const monomial_t copy = {part->term, bigint_copy(part->factor)};
        vec_push(&to->parts, copy);
    }
    to->constant = bigint_copy(from->constant);
}

void linear_add_constant(linear_t *sum, bigint_t constant)
{
    set(&sum->constant, bigint_add(sum->constant, constant));
}

// Where the term is, or would have to be.
static size_t place_of(const linear_t *sum, term_t term)
{
    size_t low = 0, high = sum->parts.len;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sum->parts.data[middle].term.id < term.id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const linear_t *sum, size_t place, term_t term)
{
    return place < sum->parts.len
        && term_equal(sum->parts.data[place].term, term);
}

static void remove_at(linear_t *sum, size_t place)
{
    monomial_t *at = &sum->parts.data[place];
    bigint_release(&at->factor);
    sum->parts.len--;
    memmove(at, at + 1, (sum->parts.len - place) * sizeof *at);
}

static void insert_at(linear_t *sum, size_t place, monomial_t part)
{
    vec_push(&sum->parts, part);
    monomial_t *at = &sum->parts.data[place];
    memmove(at + 1, at, (sum->parts.len - 1 - place) * sizeof *at);
    *at = part;
}

void linear_add(const context_t *ctx, linear_t *sum, bigint_t factor,
                term_t term)
{
    if (term_kind(ctx, term) == TERM_INT) {
        add_product(&sum->constant, factor, term_value(ctx, term));
        return;
    }
    if (bigint_sign(factor) == 0)
        return;
    const size_t place = place_of(sum, term);
    if (!is_at(sum, place, term)) {
        insert_at(sum, place, (monomial_t){term, bigint_copy(factor)});
        return;
    }
    bigint_t *old = &sum->parts.data[place].factor;
    set(old, bigint_add(*old, factor));
    if (bigint_sign(*old) == 0)
        remove_at(sum, place);
}

void linear_add_all(const context_t *ctx, linear_t *sum, bigint_t factor,
                    const linear_t *other)
{
    assert(sum != other);
    for (size_t i = 0; i < other->parts.len; i++) {
        const monomial_t *part = &other->parts.data[i];
        bigint_t product = bigint_mul(factor, part->factor);
        linear_add(ctx, sum, product, part->term);
        bigint_release(&product);
    }
    add_product(&sum->constant, factor, other->constant);
}

// Operands have smaller numbers than what they are operands of: taking the
// largest first meets each shared part once, with its factor complete.
void linear_add_term(const context_t *ctx, linear_t *sum, bigint_t factor,
                     term_t t)
{
    linear_t open;
    linear_init(&open);
    linear_add(ctx, &open, factor, t);
    while (open.parts.len > 0) {
        monomial_t part = vec_pop(&open.parts);
        const term_kind_t kind = term_kind(ctx, part.term);
        if (kind == TERM_ADD) {
            linear_add(ctx, &open, part.factor, term_kid(ctx, part.term, 0));
            linear_add(ctx, &open, part.factor, term_kid(ctx, part.term, 1));
        } else if (kind == TERM_MUL
                   && term_kind(ctx, term_kid(ctx, part.term, 0))
                       == TERM_INT) {
            bigint_t scaled = bigint_mul(
                part.factor, term_value(ctx, term_kid(ctx, part.term, 0)));
            linear_add(ctx, &open, scaled, term_kid(ctx, part.term, 1));
            bigint_release(&scaled);
        } else
            linear_add(ctx, sum, part.factor, part.term);
        bigint_release(&part.factor);
    }
    linear_add_constant(sum, open.constant);
    linear_release(&open);
}

bigint_t linear_factor(const linear_t *sum, term_t term)
{
    const size_t place = place_of(sum, term);
    return is_at(sum, place, term) ? sum->parts.data[place].factor
                                   : bigint_of(0);
}

// ---- literals ----

// The monomials whose factors have this sign, with positive factors.
static term_t one_side(context_t *ctx, const linear_t *sum, int sign)
{
    term_t total = term_int(ctx, 0);
    for (size_t i = 0; i < sum->parts.len; i++) {
        const monomial_t *part = &sum->parts.data[i];
        if (bigint_sign(part->factor) * sign <= 0)
            continue;
        term_t factor = term_bigint(ctx, part->factor);
        if (sign < 0)
            factor = term_neg(ctx, factor);
        total = term_add(ctx, total, term_mul(ctx, factor, part->term));
    }
    return total;
}

term_t linear_term(context_t *ctx, const linear_t *sum)
{
    const term_t t = term_sub(ctx, one_side(ctx, sum, 1),
                              one_side(ctx, sum, -1));
    return term_add(ctx, t, term_bigint(ctx, sum->constant));
}

static bool is_unit(bigint_t a)
{
    return bigint_is_small(a) && (a.small == 1 || a.small == -1);
}

// Of the factors, at least 1; owned by the caller.
static bigint_t common_divisor(const linear_t *sum)
{
    bigint_t gcd = bigint_of(0);
    for (size_t i = 0; i < sum->parts.len && !is_unit(gcd); i++) {
        bigint_t a = bigint_copy(sum->parts.data[i].factor);
        while (bigint_sign(gcd) != 0) {
            const bigint_t rest = bigint_mod(a, gcd);
            bigint_release(&a);
            a = gcd;
            gcd = rest;
        }
        gcd = a;
    }
    if (bigint_sign(gcd) < 0)
        set(&gcd, bigint_neg(gcd));
    if (bigint_sign(gcd) == 0)
        set(&gcd, bigint_of(1));
    return gcd;
}

static void divide_factors(linear_t *sum, bigint_t divisor)
{
    for (size_t i = 0; i < sum->parts.len; i++) {
        bigint_t *factor = &sum->parts.data[i].factor;
        set(factor, bigint_div(*factor, divisor));
    }
}

static bool leads_negative(const linear_t *sum)
{
    return bigint_sign(sum->parts.data[0].factor) < 0;
}

static linear_t negated(const context_t *ctx, const linear_t *sum)
{
    linear_t minus;
    linear_init(&minus);
    linear_add_all(ctx, &minus, bigint_of(-1), sum);
    return minus;
}

// left <= right (or =) where left - right is the sum, its factors reduced.
static term_t compare(context_t *ctx, const linear_t *sum, bool equal)
{
    const term_t left = one_side(ctx, sum, 1);
    const term_t right = term_sub(ctx, one_side(ctx, sum, -1),
                                  term_bigint(ctx, sum->constant));
    return equal ? term_eq(ctx, left, right) : term_le(ctx, left, right);
}

// The largest multiple decides: a * x + c <= 0 with a > 0 is
// x + ceiling(c / a) <= 0.
static void reduce_le(linear_t *sum)
{
    bigint_t gcd = common_divisor(sum);
    divide_factors(sum, gcd);
    set(&sum->constant, bigint_neg(sum->constant));
    set(&sum->constant, bigint_div(sum->constant, gcd));
    set(&sum->constant, bigint_neg(sum->constant));
    bigint_release(&gcd);
}

term_t linear_le(context_t *ctx, const linear_t *given)
{
    if (given->parts.len == 0)
        return term_bool(ctx, bigint_sign(given->constant) <= 0);
    linear_t sum;
    linear_copy(&sum, given);
    reduce_le(&sum);
    const bool flip = leads_negative(&sum);
    if (flip) { // not (-sum + 1 <= 0)
        linear_t minus = negated(ctx, &sum);
        linear_release(&sum);
        sum = minus;
        linear_add_constant(&sum, bigint_of(1));
    }
    const term_t le = compare(ctx, &sum, false);
    linear_release(&sum);
    return flip ? term_not(le) : le;
}

term_t linear_eq(context_t *ctx, const linear_t *given)
{
    if (given->parts.len == 0)
        return term_bool(ctx, bigint_sign(given->constant) == 0);
    linear_t sum;
    if (leads_negative(given))
        sum = negated(ctx, given);
    else
        linear_copy(&sum, given);
    bigint_t gcd = common_divisor(&sum);
    bigint_t rest = bigint_mod(sum.constant, gcd);
    term_t result = term_false(ctx);
    if (bigint_sign(rest) == 0) {
        divide_factors(&sum, gcd);
        set(&sum.constant, bigint_div(sum.constant, gcd));
        result = compare(ctx, &sum, true);
    }
    bigint_release(&rest);
    bigint_release(&gcd);
    linear_release(&sum);
    return result;
}

static bool is_comparison(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return kind == TERM_LE
        || (kind == TERM_EQ
            && sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0)))
                == SORT_INT);
}

static void difference(const context_t *ctx, term_t comparison,
                       linear_t *sum)
{
    linear_init(sum);
    linear_add_term(ctx, sum, bigint_of(1), term_kid(ctx, comparison, 0));
    linear_add_term(ctx, sum, bigint_of(-1), term_kid(ctx, comparison, 1));
}

term_t linear_canonical(context_t *ctx, term_t literal)
{
    if (!is_comparison(ctx, literal))
        return literal;
    linear_t sum;
    difference(ctx, literal, &sum);
    const term_t atom = term_kind(ctx, literal) == TERM_LE
        ? linear_le(ctx, &sum) : linear_eq(ctx, &sum);
    linear_release(&sum);
    return term_negated(literal) ? term_not(atom) : atom;
}

bool linear_is_le(const context_t *ctx, term_t literal, linear_t *sum)
{
    if (term_kind(ctx, literal) != TERM_LE)
        return false;
    difference(ctx, literal, sum);
    if (term_negated(literal)) { // sum >= 1
        linear_t minus = negated(ctx, sum);
        linear_release(sum);
        *sum = minus;
        linear_add_constant(sum, bigint_of(1));
    }
    return true;
}
