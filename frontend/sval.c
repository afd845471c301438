// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/sval.h"

#include <assert.h>

static term_t num(const values_t *v, int64_t n)
{
    return term_int(v->ctx, n);
}

static sval_t with_segments(const type_t *type, const segment_t *segments,
                            size_t count)
{
    return (sval_t){.type = type, .segments = segments,
                    .segment_count = count};
}

static segment_t bit_segment(const values_t *v, term_t bit)
{
    return (segment_t){.bit = true, .term = bit, .width = num(v, 1)};
}

static segment_t *copy_segments(values_t *v, const segment_t *from,
                                size_t count)
{
    segment_t *to = arena_calloc(v->arena, count, sizeof *to);
    if (count > 0)
        memcpy(to, from, count * sizeof *to);
    return to;
}

sval_t vector_number(values_t *v, const type_t *type, term_t n, term_t width)
{
    const segment_t s = {.term = n, .width = width};
    return with_segments(type, copy_segments(v, &s, 1), 1);
}

sval_t vector_bits(values_t *v, const type_t *type, const term_t *bits,
                   size_t count)
{
    segment_t *s = arena_calloc(v->arena, count, sizeof *s);
    for (size_t i = 0; i < count; i++)
        s[i] = bit_segment(v, bits[i]);
    return with_segments(type, s, count);
}

term_t vector_width(values_t *v, const sval_t *a)
{
    term_t width = num(v, 0);
    for (size_t i = 0; i < a->segment_count; i++)
        width = term_add(v->ctx, width, a->segments[i].width);
    return width;
}

bool vector_constant_width(values_t *v, const sval_t *a, size_t *width)
{
    int64_t n;
    if (!sval_constant(v, vector_width(v, a), &n))
        return false;
    *width = n > 0 ? (size_t)n : 0;
    return true;
}

bool vector_is_exploded(const sval_t *a)
{
    for (size_t i = 0; i < a->segment_count; i++)
        if (!a->segments[i].bit)
            return false;
    return a->segment_count > 1;
}

// The segment's number shifted left by the width of what is to its right. A
// bit chooses between zero and the power, which keeps the sum linear.
static term_t shifted(const values_t *v, const segment_t *s, term_t shift)
{
    const term_t power = term_pow2(v->ctx, shift);
    if (s->bit)
        return term_ite(v->ctx, s->term, power, num(v, 0));
    return term_mul(v->ctx, s->term, power);
}

term_t vector_natural(values_t *v, const sval_t *a)
{
    term_t sum = num(v, 0), shift = num(v, 0);
    for (size_t i = a->segment_count; i-- > 0;) {
        const segment_t *s = &a->segments[i];
        sum = term_add(v->ctx, sum, shifted(v, s, shift));
        shift = term_add(v->ctx, shift, s->width);
    }
    return sum;
}

term_t vector_integer(values_t *v, const sval_t *a)
{
    context_t *c = v->ctx;
    const term_t n = vector_natural(v, a), width = vector_width(v, a);
    if (a->segment_count == 0)
        return num(v, 0);
    const term_t half = term_pow2(c, term_sub(c, width, num(v, 1)));
    const term_t negative = a->segments[0].bit ? a->segments[0].term
                                               : term_le(c, half, n);
    const term_t minus = term_sub(c, n, term_pow2(c, width));
    // A null vector is zero, and half would be one.
    const term_t value = term_ite(c, negative, minus, n);
    if (sval_at_least(v, width, 1))
        return value;
    return term_ite(c, term_le(c, num(v, 1), width), value, num(v, 0));
}

// Bit i (from the right) of a number.
static term_t bit_of(const values_t *v, term_t n, int64_t i)
{
    context_t *c = v->ctx;
    const term_t high = term_div(c, n, term_pow2(c, num(v, i)));
    return term_eq(c, term_mod(c, high, num(v, 2)), num(v, 1));
}

const term_t *vector_explode(values_t *v, const sval_t *a, size_t *count)
{
    if (!vector_constant_width(v, a, count))
        return NULL;
    term_t *bits = arena_calloc(v->arena, *count + 1, sizeof *bits);
    size_t at = 0;
    for (size_t i = 0; i < a->segment_count; i++) {
        const segment_t *s = &a->segments[i];
        int64_t width;
        if (s->bit) {
            bits[at++] = s->term;
            continue;
        }
        if (!sval_constant(v, s->width, &width))
            return NULL;
        for (int64_t k = width; k-- > 0;)
            bits[at++] = width == 1
                ? term_eq(v->ctx, s->term, num(v, 1))
                : bit_of(v, s->term, k);
    }
    return bits;
}

// ---- slices ----

// Splits a number segment `d` bits from its right end.
static bool split(values_t *v, const segment_t *s, term_t d, segment_t *high,
                  segment_t *low)
{
    context_t *c = v->ctx;
    const term_t rest = term_sub(c, s->width, d);
    const term_t power = term_pow2(c, d);
    int64_t n;
    if (s->bit)
        return false;
    *low = (segment_t){.width = d};
    *high = (segment_t){.width = rest};
    if (sval_constant(v, d, &n)) {
        low->term = term_mod(c, s->term, power);
        high->term = term_div(c, s->term, power);
        return true;
    }
    // At a symbolic place only the leftmost bit comes off: a comparison with
    // the power says what it is.
    if (!sval_constant(v, rest, &n) || n != 1)
        return false;
    high->bit = true;
    high->term = term_le(c, power, s->term);
    low->term = term_sub(c, s->term,
                         term_ite(c, high->term, power, num(v, 0)));
    return true;
}

// A one-bit number is a bit.
static segment_t normal(const values_t *v, segment_t s)
{
    int64_t n;
    if (!s.bit && sval_constant(v, s.width, &n) && n == 1)
        return bit_segment(v, term_eq(v->ctx, s.term, num(v, 1)));
    return s;
}

typedef VEC(segment_t) segment_vec_t;

// The segments from position `low` on, from right to left, cut there.
static bool drop_right(values_t *v, segment_vec_t *list, term_t low)
{
    context_t *c = v->ctx;
    int64_t n;
    while (list->len > 0) {
        const segment_t s = vec_last(list);
        if (sval_constant(v, low, &n) && n == 0)
            return true;
        const term_t left = term_sub(c, low, s.width);
        if (sval_constant(v, left, &n) && n >= 0) {
            list->len--;
            low = left;
            continue;
        }
        segment_t high, cut;
        if (!split(v, &s, low, &high, &cut))
            return false;
        vec_last(list) = high;
        return true;
    }
    return sval_constant(v, low, &n) && n == 0;
}

// Of the segments, `width` bits from the right.
static bool take_right(values_t *v, segment_vec_t *list, term_t width,
                       segment_vec_t *taken)
{
    context_t *c = v->ctx;
    int64_t n;
    for (;;) {
        if (sval_constant(v, width, &n) && n <= 0)
            return true;
        if (list->len == 0)
            return false;
        const segment_t s = vec_pop(list);
        const term_t left = term_sub(c, width, s.width);
        if (sval_constant(v, left, &n) && n >= 0) {
            vec_push(taken, normal(v, s));
            width = left;
            continue;
        }
        segment_t high, low;
        if (!split(v, &s, width, &high, &low))
            return false;
        vec_push(taken, normal(v, low));
        return true;
    }
}

bool vector_slice(values_t *v, const sval_t *a, term_t low, term_t width,
                  const type_t *type, sval_t *result)
{
    segment_vec_t list = {0}, taken = {0};
    for (size_t i = 0; i < a->segment_count; i++)
        vec_push(&list, a->segments[i]);
    const bool ok = drop_right(v, &list, low)
                 && take_right(v, &list, width, &taken);
    if (ok) {
        segment_t *s = arena_calloc(v->arena, taken.len, sizeof *s);
        for (size_t i = 0; i < taken.len; i++)
            s[i] = taken.data[taken.len - 1 - i];
        *result = with_segments(type, s, taken.len);
    }
    vec_release(&list);
    vec_release(&taken);
    return ok;
}

sval_t vector_concat(values_t *v, const type_t *type, const sval_t *a,
                     const sval_t *b)
{
    const size_t n = a->segment_count + b->segment_count;
    segment_t *s = arena_calloc(v->arena, n, sizeof *s);
    if (a->segment_count > 0)
        memcpy(s, a->segments, a->segment_count * sizeof *s);
    if (b->segment_count > 0)
        memcpy(s + a->segment_count, b->segments,
               b->segment_count * sizeof *s);
    return with_segments(type, s, n);
}

static bool same_shape(const sval_t *a, const sval_t *b)
{
    if (a->segment_count != b->segment_count)
        return false;
    for (size_t i = 0; i < a->segment_count; i++)
        if (a->segments[i].bit != b->segments[i].bit
            || !term_equal(a->segments[i].width, b->segments[i].width))
            return false;
    return true;
}

static bool conform_parts(values_t *v, const sval_t *a, const sval_t *like,
                          sval_t *result)
{
    segment_t *s = copy_segments(v, like->segments, like->segment_count);
    term_t low = num(v, 0);
    for (size_t i = like->segment_count; i-- > 0;) {
        sval_t part;
        if (!vector_slice(v, a, low, s[i].width, like->type, &part))
            return false;
        s[i].term = s[i].bit
            ? (part.segment_count == 1 && part.segments[0].bit
                   ? part.segments[0].term
                   : term_eq(v->ctx, vector_natural(v, &part), num(v, 1)))
            : vector_natural(v, &part);
        low = term_add(v->ctx, low, s[i].width);
    }
    *result = with_segments(like->type, s, like->segment_count);
    return true;
}

bool vector_conform(values_t *v, const sval_t *a, const sval_t *like,
                    sval_t *result)
{
    if (same_shape(a, like)) {
        *result = *a;
        result->type = like->type;
        return true;
    }
    if (like->segment_count == 1 && !like->segments[0].bit) {
        *result = vector_number(v, like->type, vector_natural(v, a),
                                like->segments[0].width);
        return true;
    }
    return conform_parts(v, a, like, result);
}

// Two vectors of equal width, brought into one shape: bits if one of them has
// them all, one number otherwise.
static sval_t vector_ite(values_t *v, term_t c, const sval_t *a,
                         const sval_t *b)
{
    sval_t x = *a, y = *b;
    if (!term_equal(vector_width(v, a), vector_width(v, b)))
        return sval_bad(a->type);
    if (!same_shape(&x, &y)) {
        size_t n, m;
        const term_t *p = NULL, *q = NULL;
        if (vector_is_exploded(a) || vector_is_exploded(b)) {
            p = vector_explode(v, a, &n);
            q = vector_explode(v, b, &m);
        }
        if (p != NULL && q != NULL && n == m) {
            x = vector_bits(v, a->type, p, n);
            y = vector_bits(v, a->type, q, n);
        } else {
            const term_t width = vector_width(v, a);
            x = vector_number(v, a->type, vector_natural(v, a), width);
            y = vector_number(v, a->type, vector_natural(v, b), width);
        }
    }
    segment_t *s = copy_segments(v, x.segments, x.segment_count);
    for (size_t i = 0; i < x.segment_count; i++)
        s[i].term = term_ite(v->ctx, c, x.segments[i].term,
                             y.segments[i].term);
    return with_segments(a->type, s, x.segment_count);
}

// ---- all kinds of values ----

bool sval_constant(const values_t *v, term_t t, int64_t *n)
{
    if (term_kind(v->ctx, t) != TERM_INT)
        return false;
    const bigint_t value = term_value(v->ctx, t);
    if (!bigint_is_small(value))
        return false;
    *n = value.small;
    return true;
}

#define LOW_BIAS ((int64_t)1 << 32)

void sval_set_low(values_t *v, var_t parameter, int64_t low)
{
    if (low > -LOW_BIAS && low < LOW_BIAS)
        map_put(v->lows, parameter.id, (uint64_t)(low + LOW_BIAS));
}

bool sval_at_least(const values_t *v, term_t t, int64_t bound)
{
    const context_t *c = v->ctx;
    int64_t n;
    if (sval_constant(v, t, &n))
        return n >= bound;
    switch (term_kind(c, t)) {
    case TERM_LAST: {
        uint64_t low;
        return map_get(v->lows, term_var(c, t).id, &low)
            && (int64_t)low - LOW_BIAS >= bound;
    }
    case TERM_ADD:
        if (sval_constant(v, term_kid(c, t, 1), &n))
            return sval_at_least(v, term_kid(c, t, 0), bound - n);
        return bound <= 0 && sval_at_least(v, term_kid(c, t, 0), bound)
            && sval_at_least(v, term_kid(c, t, 1), 0);
    case TERM_MUL: // both at least 0, or both at least 1
        n = bound > 0 ? bound : 0;
        return n <= 1 && sval_at_least(v, term_kid(c, t, 0), n)
            && sval_at_least(v, term_kid(c, t, 1), n);
    case TERM_POW2:
        return bound <= 1;
    case TERM_ITE:
        return sval_at_least(v, term_kid(c, t, 1), bound)
            && sval_at_least(v, term_kid(c, t, 2), bound);
    default:
        return false;
    }
}

sval_t sval_scalar(const type_t *type, term_t term)
{
    return (sval_t){.type = type, .term = term};
}

sval_t sval_bad(const type_t *type)
{
    return (sval_t){.type = type, .bad = true};
}

static sval_t parts_ite(values_t *v, term_t c, const sval_t *a,
                        const sval_t *b)
{
    sval_t *parts = arena_calloc(v->arena, a->part_count, sizeof *parts);
    sval_t r = *a;
    for (size_t i = 0; i < a->part_count; i++) {
        parts[i] = sval_ite(v, c, &a->parts[i], &b->parts[i]);
        r.bad |= parts[i].bad;
    }
    r.parts = parts;
    return r;
}

sval_t sval_ite(values_t *v, term_t c, const sval_t *a, const sval_t *b)
{
    if (a->bad || b->bad)
        return sval_bad(a->type);
    if (term_is_true(v->ctx, c))
        return *a;
    if (term_is_false(v->ctx, c))
        return *b;
    switch (a->type->kind) {
    case TYPE_VECTOR:
        return vector_ite(v, c, a, b);
    case TYPE_ARRAY: case TYPE_RECORD:
        if (a->whole != b->whole || a->part_count != b->part_count)
            return sval_bad(a->type);
        if (!a->whole)
            return parts_ite(v, c, a, b);
        break;
    case TYPE_REAL: case TYPE_STRING:
        return sval_bad(a->type);
    default:
        break;
    }
    sval_t r = *a;
    r.term = term_ite(v->ctx, c, a->term, b->term);
    return r;
}

// A constant is compared as a number with what is held as one.
static bool is_literal(values_t *v, const sval_t *a)
{
    return term_kind(v->ctx, vector_natural(v, a)) == TERM_INT;
}

static term_t vectors_equal(values_t *v, const sval_t *a, const sval_t *b)
{
    context_t *c = v->ctx;
    size_t n, m;
    const term_t *p = vector_explode(v, a, &n), *q = vector_explode(v, b, &m);
    if (p != NULL && q != NULL && n != m)
        return term_false(c);
    if (p != NULL && q != NULL
        && ((vector_is_exploded(a) && !is_literal(v, a))
            || (vector_is_exploded(b) && !is_literal(v, b)))) {
        term_t all = term_true(c);
        for (size_t i = 0; i < n; i++)
            all = term_and(c, all, term_eq(c, p[i], q[i]));
        return all;
    }
    const term_t same = term_eq(c, vector_natural(v, a),
                                vector_natural(v, b));
    return term_and(c, same, term_eq(c, vector_width(v, a),
                                     vector_width(v, b)));
}

static term_t parts_equal(values_t *v, const sval_t *a, const sval_t *b)
{
    if (a->part_count != b->part_count)
        return term_false(v->ctx);
    term_t all = term_true(v->ctx);
    for (size_t i = 0; i < a->part_count; i++)
        all = term_and(v->ctx, all,
                       sval_equal_term(v, &a->parts[i], &b->parts[i]));
    return all;
}

term_t sval_equal_term(values_t *v, const sval_t *a, const sval_t *b)
{
    switch (a->type->kind) {
    case TYPE_VECTOR:
        return vectors_equal(v, a, b);
    case TYPE_ARRAY: case TYPE_RECORD:
        assert(!a->whole && !b->whole);
        return parts_equal(v, a, b);
    case TYPE_STRING:
        return term_bool(v->ctx, a->string_length == b->string_length
                                     && memcmp(a->string, b->string,
                                               a->string_length) == 0);
    case TYPE_REAL:
        return term_bool(v->ctx, a->real == b->real);
    default:
        return term_eq(v->ctx, a->term, b->term);
    }
}

void sval_terms(const sval_t *value, term_vec_t *terms)
{
    if (value->bad || value->type == NULL)
        return;
    switch (value->type->kind) {
    case TYPE_VECTOR:
        for (size_t i = 0; i < value->segment_count; i++)
            vec_push(terms, value->segments[i].term);
        break;
    case TYPE_ARRAY: case TYPE_RECORD:
        if (value->whole)
            vec_push(terms, value->term);
        for (size_t i = 0; i < value->part_count; i++)
            sval_terms(&value->parts[i], terms);
        break;
    case TYPE_REAL: case TYPE_STRING:
        break;
    default:
        vec_push(terms, value->term);
        break;
    }
}

sval_t sval_with_terms(values_t *v, const sval_t *value, const term_t **next)
{
    sval_t r = *value;
    if (value->bad || value->type == NULL)
        return r;
    switch (value->type->kind) {
    case TYPE_VECTOR: {
        segment_t *s = copy_segments(v, value->segments,
                                     value->segment_count);
        for (size_t i = 0; i < value->segment_count; i++)
            s[i].term = *(*next)++;
        r.segments = s;
        break;
    }
    case TYPE_ARRAY: case TYPE_RECORD: {
        if (value->whole)
            r.term = *(*next)++;
        sval_t *parts = arena_calloc(v->arena, value->part_count,
                                     sizeof *parts);
        for (size_t i = 0; i < value->part_count; i++)
            parts[i] = sval_with_terms(v, &value->parts[i], next);
        r.parts = parts;
        break;
    }
    case TYPE_REAL: case TYPE_STRING:
        break;
    default:
        r.term = *(*next)++;
        break;
    }
    return r;
}
