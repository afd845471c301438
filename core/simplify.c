// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/context.h"

#include <assert.h>

// The simplifying constructors of term.h. Every rule is checked against the
// evaluator on random terms (tests/core/test-term.c); a rule that is not
// sound for all values, division by zero included, has no place here.

static term_t make(context_t *ctx, term_kind_t kind, sort_t sort, term_t a,
                   term_t b, term_t c)
{
    return context_intern(ctx, (node_t){.kind = (uint8_t)kind,
                                        .sort = sort.id,
                                        .kid = {a.id, b.id, c.id}});
}

static const term_t no_kid = {0};

static bool is_kind(const context_t *ctx, term_t t, term_kind_t kind)
{
    return node_of(ctx, t)->kind == kind;
}

static bool is_int(const context_t *ctx, term_t t, int64_t value)
{
    if (!is_kind(ctx, t, TERM_INT))
        return false;
    const bigint_t v = term_value(ctx, t);
    return bigint_is_small(v) && v.small == value;
}

static term_t kid(const context_t *ctx, term_t t, unsigned i)
{
    return (term_t){node_of(ctx, t)->kid[i]};
}

static void order(term_t *a, term_t *b)
{
    if (a->id > b->id) {
        const term_t t = *a;
        *a = *b;
        *b = t;
    }
}

static bool is_bool(const context_t *ctx, term_t t)
{
    return node_of(ctx, t)->sort == SORT_BOOL;
}

// ---- Boolean ----

// Does the conjunction t (positive) have x as an operand?
static bool has_conjunct(const context_t *ctx, term_t t, term_t x)
{
    return is_kind(ctx, t, TERM_AND)
        && (term_equal(kid(ctx, t, 0), x) || term_equal(kid(ctx, t, 1), x));
}

// a and b, where b is a conjunction or a negated one that mentions a.
static bool absorb(context_t *ctx, term_t a, term_t b, term_t *result)
{
    if (!is_kind(ctx, b, TERM_AND))
        return false;
    const term_t p = term_positive(b);
    const bool has = has_conjunct(ctx, p, a);
    const bool has_not = has_conjunct(ctx, p, term_not(a));
    if (!has && !has_not)
        return false;
    if (!term_negated(b))
        *result = has ? b : term_false(ctx);
    else if (has_not)
        *result = a;
    else // a and not (a and y) is a and not y
        *result = term_and(ctx, a, term_not(term_equal(kid(ctx, p, 0), a)
                                            ? kid(ctx, p, 1)
                                            : kid(ctx, p, 0)));
    return true;
}

term_t term_and(context_t *ctx, term_t a, term_t b)
{
    assert(is_bool(ctx, a) && is_bool(ctx, b));
    order(&a, &b);
    if (term_is_true(ctx, a) || term_equal(a, b))
        return b;
    if (term_is_false(ctx, a) || term_equal(a, term_not(b)))
        return term_false(ctx);
    term_t result;
    if (absorb(ctx, a, b, &result) || absorb(ctx, b, a, &result))
        return result;
    return make(ctx, TERM_AND, sort_bool(ctx), a, b, no_kid);
}

term_t term_or(context_t *ctx, term_t a, term_t b)
{
    return term_not(term_and(ctx, term_not(a), term_not(b)));
}

term_t term_implies(context_t *ctx, term_t a, term_t b)
{
    return term_not(term_and(ctx, a, term_not(b)));
}

static term_t eq_bool(context_t *ctx, term_t a, term_t b)
{
    if (term_positive(a).id == 0)
        return term_is_true(ctx, a) ? b : term_not(b);
    const bool flip = term_negated(a) != term_negated(b);
    a = term_positive(a);
    b = term_positive(b);
    const term_t eq = term_equal(a, b)
        ? term_true(ctx)
        : make(ctx, TERM_EQ, sort_bool(ctx), a, b, no_kid);
    return flip ? term_not(eq) : eq;
}

// ite(c, k1, k2) = k for constants is c, not c, or constant.
static bool eq_ite(context_t *ctx, term_t ite, term_t k, term_t *result)
{
    if (!is_kind(ctx, ite, TERM_ITE) || !term_is_constant(ctx, k))
        return false;
    const term_t c = kid(ctx, ite, 0), a = kid(ctx, ite, 1),
                 b = kid(ctx, ite, 2);
    if (!term_is_constant(ctx, a) || !term_is_constant(ctx, b))
        return false;
    *result = term_equal(a, k) ? c
            : term_equal(b, k) ? term_not(c) : term_false(ctx);
    return true;
}

// ---- sums with a constant ----

typedef struct {
    term_t base;     // zero if the whole is a constant
    bigint_t offset; // borrowed
} shifted_t;

static shifted_t split(context_t *ctx, term_t t)
{
    if (is_kind(ctx, t, TERM_INT))
        return (shifted_t){term_int(ctx, 0), term_value(ctx, t)};
    if (is_kind(ctx, t, TERM_ADD) && is_kind(ctx, kid(ctx, t, 1), TERM_INT))
        return (shifted_t){kid(ctx, t, 0), term_value(ctx, kid(ctx, t, 1))};
    return (shifted_t){t, bigint_of(0)};
}

static term_t shift(context_t *ctx, term_t base, bigint_t offset)
{
    if (is_int(ctx, base, 0))
        return term_bigint(ctx, offset);
    if (bigint_sign(offset) == 0)
        return base;
    const term_t k = term_bigint(ctx, offset);
    return make(ctx, TERM_ADD, sort_int(ctx), base, k, no_kid);
}

// Moves all constants to the right: base_a <= base_b + (b - a). With two
// equal bases the comparison is one of constants, and *decided is set.
static int balance(context_t *ctx, term_t *a, term_t *b, bool *decided)
{
    const shifted_t x = split(ctx, *a), y = split(ctx, *b);
    bigint_t delta = bigint_sub(y.offset, x.offset);
    const int sign = bigint_sign(delta);
    *decided = term_equal(x.base, y.base);
    if (!*decided) {
        if (is_int(ctx, y.base, 0) || is_int(ctx, x.base, 0)) {
            // A lone constant stays alone on its side.
            bigint_t back = bigint_neg(delta);
            *a = is_int(ctx, x.base, 0) ? term_bigint(ctx, back) : x.base;
            *b = is_int(ctx, y.base, 0) ? term_bigint(ctx, delta) : y.base;
            bigint_release(&back);
        } else if (sign >= 0) {
            *a = x.base;
            *b = shift(ctx, y.base, delta);
        } else {
            bigint_t back = bigint_neg(delta);
            *a = shift(ctx, x.base, back);
            *b = y.base;
            bigint_release(&back);
        }
    }
    bigint_release(&delta);
    return sign;
}

term_t term_eq(context_t *ctx, term_t a, term_t b)
{
    assert(node_of(ctx, a)->sort == node_of(ctx, b)->sort);
    order(&a, &b);
    if (term_equal(a, b))
        return term_true(ctx);
    if (is_bool(ctx, a))
        return eq_bool(ctx, a, b);
    if (node_of(ctx, a)->sort == SORT_INT) {
        bool decided;
        const int sign = balance(ctx, &a, &b, &decided);
        if (decided)
            return term_bool(ctx, sign == 0);
        order(&a, &b);
    }
    if (term_is_constant(ctx, a) && term_is_constant(ctx, b))
        return term_false(ctx);
    term_t result;
    if (eq_ite(ctx, a, b, &result) || eq_ite(ctx, b, a, &result))
        return result;
    return make(ctx, TERM_EQ, sort_bool(ctx), a, b, no_kid);
}

term_t term_ne(context_t *ctx, term_t a, term_t b)
{
    return term_not(term_eq(ctx, a, b));
}

term_t term_le(context_t *ctx, term_t a, term_t b)
{
    assert(node_of(ctx, a)->sort == SORT_INT
           && node_of(ctx, b)->sort == SORT_INT);
    bool decided;
    const int sign = balance(ctx, &a, &b, &decided);
    if (decided)
        return term_bool(ctx, sign >= 0);
    return make(ctx, TERM_LE, sort_bool(ctx), a, b, no_kid);
}

term_t term_lt(context_t *ctx, term_t a, term_t b)
{
    return term_not(term_le(ctx, b, a));
}

static term_t ite_bool(context_t *ctx, term_t c, term_t a, term_t b)
{
    if (term_positive(a).id == 0)
        return term_is_true(ctx, a) ? term_or(ctx, c, b)
                                    : term_and(ctx, term_not(c), b);
    if (term_positive(b).id == 0)
        return term_is_true(ctx, b) ? term_implies(ctx, c, a)
                                    : term_and(ctx, c, a);
    if (term_equal(a, term_not(b)))
        return term_eq(ctx, c, a);
    if (term_equal(c, a))
        return term_or(ctx, c, b);
    if (term_equal(c, term_not(a)))
        return term_and(ctx, term_not(c), b);
    if (term_equal(c, b))
        return term_and(ctx, c, a);
    if (term_equal(c, term_not(b)))
        return term_implies(ctx, c, a);
    if (term_negated(a))
        return term_not(make(ctx, TERM_ITE, sort_bool(ctx), c, term_not(a),
                             term_not(b)));
    return make(ctx, TERM_ITE, sort_bool(ctx), c, a, b);
}

// The branch of t that the condition c (or, if not `taken`, its negation)
// selects, where t asks c again; otherwise t.
static term_t follow(const context_t *ctx, term_t t, term_t c, bool taken)
{
    if (!is_kind(ctx, t, TERM_ITE) || !term_equal(kid(ctx, t, 0), c))
        return t;
    const term_t branch = kid(ctx, t, taken ? 1 : 2);
    return (term_t){branch.id ^ (t.id & 1)};
}

term_t term_ite(context_t *ctx, term_t c, term_t a, term_t b)
{
    assert(is_bool(ctx, c) && node_of(ctx, a)->sort == node_of(ctx, b)->sort);
    if (term_negated(c)) {
        const term_t t = a;
        a = b;
        b = t;
        c = term_not(c);
    }
    if (term_is_true(ctx, c))
        return a;
    a = follow(ctx, a, c, true);
    b = follow(ctx, b, c, false);
    if (term_equal(a, b))
        return a;
    if (is_bool(ctx, a))
        return ite_bool(ctx, c, a, b);
    return make(ctx, TERM_ITE, term_sort(ctx, a), c, a, b);
}

// ---- integers ----

// a + b = r where one operand is a sum that holds the other's negation.
static bool cancel(context_t *ctx, term_t sum, term_t x, term_t *result)
{
    const term_t minus = term_neg(ctx, x);
    if (term_equal(sum, minus)) {
        *result = term_int(ctx, 0);
        return true;
    }
    if (!is_kind(ctx, sum, TERM_ADD))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        if (!term_equal(kid(ctx, sum, i), minus))
            continue;
        *result = kid(ctx, sum, 1 - i);
        return true;
    }
    return false;
}

static bool is_product_with_constant(const context_t *ctx, term_t t)
{
    return is_kind(ctx, t, TERM_MUL)
        && is_kind(ctx, kid(ctx, t, 0), TERM_INT);
}

// The sum of two terms without constant parts. Only an operand that is a
// negative multiple can cancel, so plain sums do not intern negations.
static term_t add_bases(context_t *ctx, term_t a, term_t b)
{
    if (is_int(ctx, a, 0))
        return b;
    if (is_int(ctx, b, 0))
        return a;
    if (term_equal(a, b))
        return term_mul(ctx, term_int(ctx, 2), a);
    order(&a, &b);
    term_t result;
    if (is_product_with_constant(ctx, b) && cancel(ctx, a, b, &result))
        return result;
    if (is_product_with_constant(ctx, a) && cancel(ctx, b, a, &result))
        return result;
    return make(ctx, TERM_ADD, sort_int(ctx), a, b, no_kid);
}

term_t term_add(context_t *ctx, term_t a, term_t b)
{
    assert(node_of(ctx, a)->sort == SORT_INT
           && node_of(ctx, b)->sort == SORT_INT);
    const shifted_t x = split(ctx, a), y = split(ctx, b);
    bigint_t offset = bigint_add(x.offset, y.offset);
    const shifted_t base = split(ctx, add_bases(ctx, x.base, y.base));
    bigint_t total = bigint_add(base.offset, offset);
    const term_t sum = shift(ctx, base.base, total);
    bigint_release(&offset);
    bigint_release(&total);
    return sum;
}

term_t term_neg(context_t *ctx, term_t a)
{
    return term_mul(ctx, term_int(ctx, -1), a);
}

term_t term_sub(context_t *ctx, term_t a, term_t b)
{
    return term_add(ctx, a, term_neg(ctx, b));
}

static term_t mul_constants(context_t *ctx, bigint_t a, bigint_t b)
{
    bigint_t product = bigint_mul(a, b);
    const term_t t = term_bigint(ctx, product);
    bigint_release(&product);
    return t;
}

static term_t mul_constant(context_t *ctx, term_t k, term_t a)
{
    if (is_int(ctx, k, 0) || is_int(ctx, a, 0))
        return term_int(ctx, 0);
    if (is_int(ctx, k, 1))
        return a;
    const bigint_t factor = term_value(ctx, k);
    if (is_kind(ctx, a, TERM_INT))
        return mul_constants(ctx, factor, term_value(ctx, a));
    if (is_product_with_constant(ctx, a)) {
        const term_t rest = kid(ctx, a, 1);
        const bigint_t inner = term_value(ctx, kid(ctx, a, 0));
        return mul_constant(ctx, mul_constants(ctx, factor, inner), rest);
    }
    const shifted_t x = split(ctx, a);
    if (bigint_sign(x.offset) == 0)
        return make(ctx, TERM_MUL, sort_int(ctx), k, a, no_kid);
    bigint_t offset = bigint_mul(factor, x.offset);
    const term_t scaled = mul_constant(ctx, k, x.base);
    const term_t t = shift(ctx, scaled, offset);
    bigint_release(&offset);
    return t;
}

term_t term_mul(context_t *ctx, term_t a, term_t b)
{
    assert(node_of(ctx, a)->sort == SORT_INT
           && node_of(ctx, b)->sort == SORT_INT);
    if (is_kind(ctx, a, TERM_INT))
        return mul_constant(ctx, a, b);
    if (is_kind(ctx, b, TERM_INT))
        return mul_constant(ctx, b, a);
    order(&a, &b);
    return make(ctx, TERM_MUL, sort_int(ctx), a, b, no_kid);
}

typedef bigint_t (*bigint_fn)(bigint_t, bigint_t);

static term_t fold(context_t *ctx, bigint_fn fn, term_t a, term_t b)
{
    bigint_t value = fn(term_value(ctx, a), term_value(ctx, b));
    const term_t t = term_bigint(ctx, value);
    bigint_release(&value);
    return t;
}

term_t term_div(context_t *ctx, term_t a, term_t b)
{
    if (is_kind(ctx, a, TERM_INT) && is_kind(ctx, b, TERM_INT))
        return fold(ctx, bigint_div, a, b);
    if (is_int(ctx, b, 0) || is_int(ctx, a, 0))
        return term_int(ctx, 0);
    if (is_int(ctx, b, 1))
        return a;
    if (is_int(ctx, b, -1))
        return term_neg(ctx, a);
    return make(ctx, TERM_DIV, sort_int(ctx), a, b, no_kid);
}

term_t term_mod(context_t *ctx, term_t a, term_t b)
{
    if (is_kind(ctx, a, TERM_INT) && is_kind(ctx, b, TERM_INT))
        return fold(ctx, bigint_mod, a, b);
    if (is_int(ctx, b, 0))
        return a;
    if (is_int(ctx, b, 1) || is_int(ctx, b, -1) || is_int(ctx, a, 0)
        || term_equal(a, b))
        return term_int(ctx, 0);
    if (is_kind(ctx, a, TERM_MOD) && term_equal(kid(ctx, a, 1), b))
        return a;
    return make(ctx, TERM_MOD, sort_int(ctx), a, b, no_kid);
}

term_t term_pow2(context_t *ctx, term_t a)
{
    assert(node_of(ctx, a)->sort == SORT_INT);
    if (is_kind(ctx, a, TERM_INT)) {
        const bigint_t v = term_value(ctx, a);
        if (bigint_sign(v) <= 0)
            return term_int(ctx, 1);
        if (bigint_is_small(v) && v.small <= CLAVE_MAX_EXPONENT) {
            bigint_t power = bigint_pow2(v.small);
            const term_t t = term_bigint(ctx, power);
            bigint_release(&power);
            return t;
        }
    }
    return make(ctx, TERM_POW2, sort_int(ctx), a, no_kid, no_kid);
}

static term_t is_negative(context_t *ctx, term_t a)
{
    return term_lt(ctx, a, term_int(ctx, 0));
}

term_t term_vhdl_div(context_t *ctx, term_t a, term_t b)
{
    // The Euclidean quotient rounds towards b's side; truncation is that of
    // the absolute value of the dividend, with its sign put back.
    const term_t minus = term_neg(ctx, a);
    return term_ite(ctx, is_negative(ctx, a),
                    term_neg(ctx, term_div(ctx, minus, b)),
                    term_div(ctx, a, b));
}

term_t term_vhdl_rem(context_t *ctx, term_t a, term_t b)
{
    const term_t minus = term_neg(ctx, a);
    return term_ite(ctx, is_negative(ctx, a),
                    term_neg(ctx, term_mod(ctx, minus, b)),
                    term_mod(ctx, a, b));
}

term_t term_vhdl_mod(context_t *ctx, term_t a, term_t b)
{
    const term_t r = term_mod(ctx, a, b);
    const term_t zero = term_int(ctx, 0);
    const term_t shifted = term_ite(ctx, term_eq(ctx, r, zero), zero,
                                    term_add(ctx, r, b));
    return term_ite(ctx, is_negative(ctx, b), shifted, r);
}

// ---- arrays ----

static bool both_constant(const context_t *ctx, term_t a, term_t b)
{
    return is_kind(ctx, a, TERM_INT) && is_kind(ctx, b, TERM_INT);
}

// A read looks through at most this many writes at other constant indices.
#define SELECT_LOOK_BACK 16

term_t term_select(context_t *ctx, term_t array, term_t index)
{
    const sort_t element = sort_element(ctx, term_sort(ctx, array));
    for (unsigned i = 0; i < SELECT_LOOK_BACK; i++) {
        if (is_kind(ctx, array, TERM_FILL))
            return kid(ctx, array, 0);
        if (!is_kind(ctx, array, TERM_STORE))
            break;
        const term_t at = kid(ctx, array, 1);
        if (term_equal(at, index))
            return kid(ctx, array, 2);
        if (!both_constant(ctx, at, index))
            break;
        array = kid(ctx, array, 0);
    }
    return make(ctx, TERM_SELECT, element, array, index, no_kid);
}

term_t term_store(context_t *ctx, term_t array, term_t index, term_t value)
{
    const sort_t sort = term_sort(ctx, array);
    assert(node_of(ctx, value)->sort == sort_element(ctx, sort).id);
    if (is_kind(ctx, array, TERM_STORE)
        && term_equal(kid(ctx, array, 1), index))
        array = kid(ctx, array, 0);
    if (is_kind(ctx, array, TERM_FILL)
        && term_equal(kid(ctx, array, 0), value))
        return array;
    if (is_kind(ctx, value, TERM_SELECT) && !term_negated(value)
        && term_equal(kid(ctx, value, 0), array)
        && term_equal(kid(ctx, value, 1), index))
        return array;
    return make(ctx, TERM_STORE, sort, array, index, value);
}

term_t term_fill(context_t *ctx, sort_t array, term_t value)
{
    assert(node_of(ctx, value)->sort == sort_element(ctx, array).id);
    return make(ctx, TERM_FILL, array, value, no_kid, no_kid);
}

// ---- rebuilding ----

static term_t rebuild(context_t *ctx, term_t t, const term_t *k)
{
    switch (term_kind(ctx, t)) {
    case TERM_AND: return term_and(ctx, k[0], k[1]);
    case TERM_EQ: return term_eq(ctx, k[0], k[1]);
    case TERM_LE: return term_le(ctx, k[0], k[1]);
    case TERM_ITE: return term_ite(ctx, k[0], k[1], k[2]);
    case TERM_ADD: return term_add(ctx, k[0], k[1]);
    case TERM_MUL: return term_mul(ctx, k[0], k[1]);
    case TERM_DIV: return term_div(ctx, k[0], k[1]);
    case TERM_MOD: return term_mod(ctx, k[0], k[1]);
    case TERM_POW2: return term_pow2(ctx, k[0]);
    case TERM_SELECT: return term_select(ctx, k[0], k[1]);
    case TERM_STORE: return term_store(ctx, k[0], k[1], k[2]);
    case TERM_FILL: return term_fill(ctx, term_sort(ctx, t), k[0]);
    default: return term_positive(t);
    }
}

term_t term_rebuild(context_t *ctx, term_t t, const term_t *kids)
{
    const term_t r = rebuild(ctx, t, kids);
    return (term_t){r.id ^ (t.id & 1)};
}
