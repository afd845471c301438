// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"

// numeric_std: arithmetic and comparison of unsigned and signed vectors,
// conversions to and from integers, resize.

// What stands on one side: a vector, an integer, or a bit.
typedef struct {
    term_t value;    // as the operator reads it
    term_t width;    // of a vector
    bool vector;
} side_t;

static side_t side_of(lower_t *l, const sval_t *a, bool is_signed)
{
    if (a->type->kind == TYPE_VECTOR)
        return (side_t){is_signed ? vector_integer(&l->values, a)
                                  : vector_natural(&l->values, a),
                        vector_width(&l->values, a), true};
    if (a->type->kind == TYPE_BIT)
        return (side_t){term_ite(l->ctx, a->term, term_int(l->ctx, 1),
                                 term_int(l->ctx, 0)),
                        term_int(l->ctx, 1), false};
    return (side_t){a->term, term_int(l->ctx, 0), false};
}

static term_t larger(lower_t *l, term_t a, term_t b)
{
    if (sval_at_least(&l->values, term_sub(l->ctx, a, b), 0))
        return a;
    if (sval_at_least(&l->values, term_sub(l->ctx, b, a), 0))
        return b;
    return term_ite(l->ctx, term_le(l->ctx, b, a), a, b);
}

// The length of a result: any null operand makes it null.
static term_t unless_null(lower_t *l, const side_t *a, const side_t *b,
                          term_t width)
{
    context_t *c = l->ctx;
    const side_t *const sides[] = {a, b};
    for (unsigned i = 0; i < 2; i++)
        if (sides[i]->vector && !sval_at_least(&l->values, sides[i]->width, 1))
            width = term_ite(c, term_le(c, term_int(c, 1), sides[i]->width),
                             width, term_int(c, 0));
    return width;
}

static const type_t *vector_type(const operation_t *op)
{
    return op->args[0].type->kind == TYPE_VECTOR ? op->args[0].type
                                                 : op->args[1].type;
}

typedef enum {
    NUM_NONE, NUM_ADD, NUM_SUB, NUM_MUL, NUM_DIV, NUM_REM, NUM_MOD, NUM_LT,
    NUM_LE, NUM_GT, NUM_GE, NUM_EQ, NUM_NE, NUM_MIN, NUM_MAX
} numeric_t;

#define INTS(name)                                                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_UNS_UNS:                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_UNS_NAT:                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_NAT_UNS: return NUM_##name;         \
    case PREDEF_IEEE_NUMERIC_STD_##name##_SGN_SGN:                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_SGN_INT:                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_INT_SGN: *is_signed = true;         \
        return NUM_##name;

static numeric_t classify(vhdl_predefined_t which, bool *is_signed)
{
    *is_signed = false;
    switch (which) {
    case PREDEF_IEEE_NUMERIC_STD_ADD_UNS_LOG:
    case PREDEF_IEEE_NUMERIC_STD_ADD_LOG_UNS: return NUM_ADD;
    case PREDEF_IEEE_NUMERIC_STD_SUB_UNS_LOG:
    case PREDEF_IEEE_NUMERIC_STD_SUB_LOG_UNS: return NUM_SUB;
    case PREDEF_IEEE_NUMERIC_STD_ADD_SGN_LOG:
    case PREDEF_IEEE_NUMERIC_STD_ADD_LOG_SGN:
        *is_signed = true;
        return NUM_ADD;
    case PREDEF_IEEE_NUMERIC_STD_SUB_SGN_LOG:
    case PREDEF_IEEE_NUMERIC_STD_SUB_LOG_SGN:
        *is_signed = true;
        return NUM_SUB;
    INTS(ADD) INTS(SUB) INTS(MUL) INTS(DIV) INTS(REM) INTS(MOD)
    INTS(LT) INTS(LE) INTS(GT) INTS(GE) INTS(EQ) INTS(NE) INTS(MIN) INTS(MAX)
    default: return NUM_NONE;
    }
}

// ---- sums ----

// Carry by carry, where the bits are there anyway.
static sval_t ripple(const operation_t *op, bool minus)
{
    lower_t *l = op->l;
    context_t *c = l->ctx;
    size_t n, m;
    const term_t *a = vector_explode(&l->values, &op->args[0], &n);
    const term_t *b = vector_explode(&l->values, &op->args[1], &m);
    term_t *bits = arena_calloc(l->arena, n + 1, sizeof *bits);
    term_t carry = term_bool(c, minus);
    for (size_t i = n; i-- > 0;) {
        const term_t y = minus ? term_not(b[i]) : b[i];
        const term_t half = term_ne(c, a[i], y);
        bits[i] = term_ne(c, half, carry);
        carry = term_ite(c, half, carry, y);
    }
    return predefined_bits(l, op->args[0].type, bits, n);
}

static bool can_ripple(const operation_t *op)
{
    lower_t *l = op->l;
    size_t n, m;
    return op->args[0].type->kind == TYPE_VECTOR
        && op->args[1].type->kind == TYPE_VECTOR
        && vector_is_exploded(&op->args[0])
        && vector_is_exploded(&op->args[1])
        && vector_constant_width(&l->values, &op->args[0], &n)
        && vector_constant_width(&l->values, &op->args[1], &m) && n == m;
}

// Both are within 0 .. 2 ** width - 1: one comparison does for the modulo.
static term_t wrap_once(lower_t *l, term_t t, term_t width, bool minus)
{
    context_t *c = l->ctx;
    const term_t power = term_pow2(c, width);
    if (minus)
        return term_ite(c, term_le(c, term_int(c, 0), t), t,
                        term_add(c, t, power));
    return term_ite(c, term_lt(c, t, power), t, term_sub(c, t, power));
}

static sval_t sum(const operation_t *op, bool minus, bool is_signed)
{
    lower_t *l = op->l;
    if (can_ripple(op))
        return ripple(op, minus);
    const side_t a = side_of(l, &op->args[0], is_signed),
                 b = side_of(l, &op->args[1], is_signed);
    const term_t width = unless_null(
        l, &a, &b, a.vector && b.vector ? larger(l, a.width, b.width)
                                        : a.vector ? a.width : b.width);
    // Modulo 2 ** width, both signs are one addition of naturals.
    const bool natural = !is_signed
        || (a.vector && b.vector && term_equal(a.width, b.width));
    term_t x = is_signed && natural
        ? vector_natural(&l->values, &op->args[0]) : a.value;
    term_t y = is_signed && natural
        ? vector_natural(&l->values, &op->args[1]) : b.value;
    if (!natural || !a.vector)
        x = predefined_wrap(l, x, width);
    if (!natural || !b.vector)
        y = predefined_wrap(l, y, width);
    const term_t t = minus ? term_sub(l->ctx, x, y) : term_add(l->ctx, x, y);
    return predefined_vector(l, vector_type(op),
                             wrap_once(l, t, width, minus), width);
}

// ---- products and quotients ----

// An integer operand as a vector of the other operand's width has it.
static term_t reduced(lower_t *l, term_t number, term_t width, bool is_signed)
{
    if (!is_signed)
        return predefined_wrap(l, number, width);
    context_t *c = l->ctx;
    const term_t half = term_pow2(c, term_sub(c, width, term_int(c, 1)));
    return term_sub(c, predefined_wrap(l, term_add(c, number, half), width),
                    half);
}

static sval_t product(const operation_t *op, bool is_signed)
{
    lower_t *l = op->l;
    const side_t a = side_of(l, &op->args[0], is_signed),
                 b = side_of(l, &op->args[1], is_signed);
    const term_t width = unless_null(
        l, &a, &b, term_add(l->ctx, a.vector ? a.width : b.width,
                            b.vector ? b.width : a.width));
    term_t x = a.value, y = b.value;
    if (!a.vector)
        x = reduced(l, x, b.width, is_signed);
    if (!b.vector)
        y = reduced(l, y, a.width, is_signed);
    const term_t t = term_mul(l->ctx, x, y);
    return predefined_vector(l, vector_type(op),
                             is_signed ? predefined_wrap(l, t, width) : t,
                             width);
}

// A signed number cut to a width as resize cuts it: the sign is kept.
static term_t cut_signed(lower_t *l, term_t number, term_t width)
{
    context_t *c = l->ctx;
    const term_t less = term_sub(c, width, term_int(c, 1));
    const term_t rest = predefined_wrap(l, number, less);
    return term_ite(c, term_lt(c, number, term_int(c, 0)),
                    term_add(c, rest, term_pow2(c, less)), rest);
}

static term_t fits_signed(lower_t *l, term_t number, term_t width)
{
    context_t *c = l->ctx;
    const term_t half = term_pow2(c, term_sub(c, width, term_int(c, 1)));
    return term_and(c, term_lt(c, number, half),
                    term_le(c, term_neg(c, half), number));
}

static sval_t quotient(const operation_t *op, numeric_t what, bool is_signed)
{
    lower_t *l = op->l;
    context_t *c = l->ctx;
    const side_t a = side_of(l, &op->args[0], is_signed),
                 b = side_of(l, &op->args[1], is_signed);
    lower_oblige(l, PROPERTY_DIVISION, op->node,
                 term_ne(c, b.value, term_int(c, 0)), "division by zero");
    // The package's body assigns a result of b's width to one of a's.
    if (what == NUM_REM && !is_signed && !a.vector)
        lower_oblige(l, PROPERTY_LENGTH, op->node,
                     term_lt(c, a.value, term_pow2(c, b.width)),
                     "numeric_std stops at the remainder of a number that "
                     "needs more bits than the vector: use mod");
    const term_t width = unless_null(
        l, &a, &b, what == NUM_DIV ? (a.vector ? a.width : b.width)
                                   : (b.vector ? b.width : a.width));
    // Its result by -1 depends on the bits that the integer needs.
    if (what == NUM_DIV && is_signed && !a.vector)
        lower_error(l, op->node, "not supported: an integer divided by a "
                    "signed vector; use to_signed first");
    term_t t = what == NUM_DIV ? term_vhdl_div(c, a.value, b.value)
             : what == NUM_REM ? term_vhdl_rem(c, a.value, b.value)
                               : term_vhdl_mod(c, a.value, b.value);
    // The package says 0 where the divisor does not fit, also for -2 / 2.
    if (what == NUM_DIV && is_signed && !b.vector)
        t = term_ite(c, fits_signed(l, b.value, a.width), t, term_int(c, 0));
    const bool cut = what == NUM_MOD && is_signed && !b.vector;
    return predefined_vector(l, vector_type(op),
                             cut ? cut_signed(l, t, width)
                                 : predefined_wrap(l, t, width),
                             width);
}

// ---- comparisons ----

static term_t compare(context_t *c, numeric_t what, term_t a, term_t b)
{
    switch (what) {
    case NUM_LT: return term_lt(c, a, b);
    case NUM_LE: return term_le(c, a, b);
    case NUM_GT: return term_lt(c, b, a);
    case NUM_GE: return term_le(c, b, a);
    case NUM_EQ: return term_eq(c, a, b);
    default: return term_ne(c, a, b);
    }
}

// A null operand makes every comparison false, and `/=` true.
static sval_t comparison(const operation_t *op, numeric_t what,
                         bool is_signed)
{
    lower_t *l = op->l;
    context_t *c = l->ctx;
    const sval_t *v = op->args;
    const side_t a = side_of(l, &v[0], is_signed),
                 b = side_of(l, &v[1], is_signed);
    term_t t;
    size_t n, m;
    if ((what == NUM_EQ || what == NUM_NE) && a.vector && b.vector
        && vector_constant_width(&l->values, &v[0], &n)
        && vector_constant_width(&l->values, &v[1], &m) && n == m)
        t = sval_equal_term(&l->values, &v[0], &v[1]);
    else
        t = compare(c, what == NUM_NE ? NUM_EQ : what, a.value, b.value);
    const side_t sides[] = {a, b};
    for (unsigned i = 0; i < 2; i++)
        if (sides[i].vector && !sval_at_least(&l->values, sides[i].width, 1))
            t = term_and(c, t, term_le(c, term_int(c, 1), sides[i].width));
    return predefined_boolean(l, what == NUM_NE ? term_not(t) : t);
}

static sval_t extreme(const operation_t *op, bool smaller, bool is_signed)
{
    lower_t *l = op->l;
    const side_t a = side_of(l, &op->args[0], is_signed),
                 b = side_of(l, &op->args[1], is_signed);
    if (!a.vector || !b.vector || !term_equal(a.width, b.width))
        return lower_error(l, op->node, "not supported: minimum and maximum "
                                        "of different widths");
    const term_t less = term_le(l->ctx, a.value, b.value);
    return sval_ite(&l->values, smaller ? less : term_not(less),
                    &op->args[0], &op->args[1]);
}

// ---- conversions ----

// A width given as a number or by another vector.
static term_t wanted_width(const operation_t *op)
{
    lower_t *l = op->l;
    const sval_t *size = &op->args[1];
    return size->type->kind == TYPE_VECTOR ? vector_width(&l->values, size)
                                           : size->term;
}

static sval_t to_vector(const operation_t *op, bool is_signed)
{
    lower_t *l = op->l;
    const type_t *type = lower_type(l, vhdl_type(op->node));
    const term_t width = wanted_width(op), n = op->args[0].term;
    if (l->stop)
        return sval_bad(NULL);
    if (!is_signed)
        lower_oblige(l, PROPERTY_RANGE, op->node,
                     term_le(l->ctx, term_int(l->ctx, 0), n),
                     "to_unsigned of a negative number");
    int64_t k, w;
    if (sval_constant(&l->values, n, &k) && sval_constant(&l->values, width, &w)
        && w >= 0 && w < 62) {
        const int64_t m = (int64_t)((uint64_t)k & (((uint64_t)1 << w) - 1));
        return predefined_vector(l, type, term_int(l->ctx, m), width);
    }
    return predefined_vector(l, type, predefined_wrap(l, n, width), width);
}

static sval_t extend(const operation_t *op, term_t width, bool is_signed)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    const term_t more = term_sub(l->ctx, width, vector_width(&l->values, a));
    int64_t k;
    if (sval_constant(&l->values, more, &k) && k >= 0 && !is_signed) {
        const sval_t zeros = vector_number(&l->values, a->type,
                                           term_int(l->ctx, 0), more);
        if (!vector_is_exploded(a))
            return predefined_vector(l, a->type,
                                     vector_natural(&l->values, a), width);
        term_t *bits = arena_calloc(l->arena, (size_t)k + 1, sizeof *bits);
        for (int64_t i = 0; i < k; i++)
            bits[i] = term_false(l->ctx);
        const sval_t pad = vector_bits(&l->values, zeros.type, bits,
                                       (size_t)k);
        sval_t r = vector_concat(&l->values, a->type, &pad, a);
        r.type = type_of_width(l, a->type, width, false);
        return r;
    }
    const term_t n = is_signed ? vector_integer(&l->values, a)
                               : vector_natural(&l->values, a);
    return predefined_vector(l, a->type, predefined_wrap(l, n, width), width);
}

static sval_t sign_and(const operation_t *op, term_t width, term_t have)
{
    lower_t *l = op->l;
    const term_t one = term_int(l->ctx, 1);
    sval_t sign, rest;
    if (!vector_slice(&l->values, &op->args[0], term_sub(l->ctx, have, one),
                      one, op->args[0].type, &sign)
        || !vector_slice(&l->values, &op->args[0], term_int(l->ctx, 0),
                         term_sub(l->ctx, width, one), op->args[0].type,
                         &rest)) {
        lower_structural(l, term_add(l->ctx, width, have), op->node,
                         "the width of a signed resize");
        return sval_bad(op->args[0].type);
    }
    sval_t r = vector_concat(&l->values, op->args[0].type, &sign, &rest);
    r.type = type_of_width(l, op->args[0].type, width, false);
    return r;
}

// Shortening an unsigned keeps the right bits, a signed also its sign.
static sval_t resize(const operation_t *op, bool is_signed)
{
    lower_t *l = op->l;
    const term_t width = wanted_width(op);
    const term_t have = vector_width(&l->values, &op->args[0]);
    const term_t more = term_sub(l->ctx, width, have);
    if (sval_at_least(&l->values, more, 0) || term_equal(width, have))
        return extend(op, width, is_signed);
    if (sval_at_least(&l->values, term_neg(l->ctx, more), 1)) {
        sval_t r;
        if (is_signed)
            return sign_and(op, width, have);
        if (vector_slice(&l->values, &op->args[0], term_int(l->ctx, 0), width,
                         op->args[0].type, &r)) {
            r.type = type_of_width(l, op->args[0].type, width, false);
            return r;
        }
    }
    if (!is_signed)
        return predefined_vector(
            l, op->args[0].type,
            predefined_wrap(l, vector_natural(&l->values, &op->args[0]),
                            width), width);
    lower_structural(l, term_add(l->ctx, width, have), op->node,
                     "the width of a signed resize");
    return sval_bad(op->args[0].type);
}

static sval_t negate(const operation_t *op, bool absolute)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    const term_t width = vector_width(&l->values, a);
    const term_t n = vector_integer(&l->values, a);
    const term_t minus = predefined_wrap(l, term_neg(l->ctx, n), width);
    const sval_t v = predefined_vector(l, a->type, minus, width);
    if (!absolute)
        return v;
    return sval_ite(&l->values, term_lt(l->ctx, n, term_int(l->ctx, 0)), &v,
                    a);
}

static bool conversion(const operation_t *op, sval_t *result)
{
    lower_t *l = op->l;
    switch (op->which) {
    case PREDEF_IEEE_NUMERIC_STD_TOINT_UNS_NAT:
    case PREDEF_IEEE_NUMERIC_STD_UNSIGNED_TO_INTEGER_SLV_NAT:
        *result = sval_scalar(type_integer(l),
                              vector_natural(&l->values, &op->args[0]));
        return true;
    case PREDEF_IEEE_NUMERIC_STD_TOINT_SGN_INT:
        *result = sval_scalar(type_integer(l),
                              vector_integer(&l->values, &op->args[0]));
        return true;
    case PREDEF_IEEE_NUMERIC_STD_TOUNS_NAT_NAT_UNS:
    case PREDEF_IEEE_NUMERIC_STD_TOUNS_NAT_UNS_UNS:
    case PREDEF_IEEE_NUMERIC_STD_UNSIGNED_TO_SLV_NAT_NAT_SLV:
        *result = to_vector(op, false);
        return true;
    case PREDEF_IEEE_NUMERIC_STD_TOSGN_INT_NAT_SGN:
    case PREDEF_IEEE_NUMERIC_STD_TOSGN_INT_SGN_SGN:
        *result = to_vector(op, true);
        return true;
    case PREDEF_IEEE_NUMERIC_STD_RESIZE_UNS_NAT:
    case PREDEF_IEEE_NUMERIC_STD_RESIZE_UNS_UNS:
        *result = resize(op, false);
        return true;
    case PREDEF_IEEE_NUMERIC_STD_RESIZE_SGN_NAT:
    case PREDEF_IEEE_NUMERIC_STD_RESIZE_SGN_SGN:
        *result = resize(op, true);
        return true;
    case PREDEF_IEEE_NUMERIC_STD_NEG_SGN:
        *result = negate(op, false);
        return true;
    case PREDEF_IEEE_NUMERIC_STD_ABS_SGN:
        *result = negate(op, true);
        return true;
    default:
        return false;
    }
}

bool predefined_numeric(const operation_t *op, sval_t *result)
{
    bool is_signed;
    const numeric_t what = classify(op->which, &is_signed);
    switch (what) {
    case NUM_NONE: return conversion(op, result);
    case NUM_ADD: *result = sum(op, false, is_signed); break;
    case NUM_SUB: *result = sum(op, true, is_signed); break;
    case NUM_MUL: *result = product(op, is_signed); break;
    case NUM_DIV: case NUM_REM: case NUM_MOD:
        *result = quotient(op, what, is_signed);
        break;
    case NUM_MIN: case NUM_MAX:
        *result = extreme(op, what == NUM_MIN, is_signed);
        break;
    default: *result = comparison(op, what, is_signed); break;
    }
    return true;
}
