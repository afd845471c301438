// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/domain.h"

#include "core/hash.h"

typedef struct {
    const design_case_t *c;
    context_t *ctx;
    eval_t *eval;
    domain_vec_t *domains;
    map_t *seen;
    const design_object_t *object;
    bool through; // look through definitions and choices
    bool failed;
} collect_t;

// ---- types ----

static bool evaluate(collect_t *k, term_t t, int64_t *n)
{
    value_t v;
    if (!eval_term(k->eval, t, &v)) {
        k->failed = true;
        return false;
    }
    const sort_kind_t kind = sort_kind(k->ctx, v.sort);
    *n = kind == SORT_INT ? v.number.small : (int64_t)v.position;
    const bool small = kind != SORT_INT || bigint_is_small(v.number);
    value_release(&v);
    return small;
}

static void bound(collect_t *k, const type_t *type, int64_t *low,
                  int64_t *high)
{
    int64_t n;
    if (!type->bounded)
        return;
    if (evaluate(k, type_low(type), &n))
        *low = n;
    if (evaluate(k, type_high(type), &n))
        *high = n;
}

// A null subtype: T'left is all that an object can have.
static void settle(collect_t *k, const type_t *type, domain_t *d)
{
    int64_t left;
    if (d->low > d->high && type->bounded && evaluate(k, type->left, &left))
        d->low = d->high = left;
}

static void add_domain(collect_t *k, domain_t d)
{
    const model_var_t *v = model_find(k->c->model, d.var);
    if (v == NULL || (v->class != VAR_STATE && v->class != VAR_INPUT)
        || map_get(k->seen, d.var.id, NULL))
        return;
    map_put(k->seen, d.var.id, 1);
    d.object = k->object;
    vec_push(k->domains, d);
}

// The variables that a part of an object shows: itself, or those that an
// asynchronous reset or a latch chooses from.
static void add_leaf(collect_t *k, term_t t, const domain_t *d)
{
    term_vec_t todo = {0};
    map_t *done = map_new();
    vec_push(&todo, t);
    while (todo.len > 0) {
        const term_t u = vec_pop(&todo);
        const term_kind_t kind = term_kind(k->ctx, u);
        if (map_get(done, term_positive(u).id, NULL))
            continue;
        map_put(done, term_positive(u).id, 1);
        if (!k->through && kind != TERM_LAST)
            continue;
        if (kind == TERM_ITE) {
            vec_push(&todo, term_kid(k->ctx, u, 1));
            vec_push(&todo, term_kid(k->ctx, u, 2));
        } else if (kind == TERM_AND) {
            vec_push(&todo, term_kid(k->ctx, u, 0));
            vec_push(&todo, term_kid(k->ctx, u, 1));
        } else if (kind == TERM_LAST) {
            const var_t var = term_var(k->ctx, u);
            const model_var_t *v = model_find(k->c->model, var);
            domain_t found = *d;
            found.var = var;
            found.sort = term_sort(k->ctx, u);
            if (v != NULL && v->class == VAR_DEFINITION) {
                if (k->through)
                    vec_push(&todo, v->term);
            } else if (sort_equal(found.sort, d->sort)) {
                add_domain(k, found);
            }
        }
    }
    map_free(done);
    vec_release(&todo);
}

static domain_t scalar_domain(collect_t *k, const type_t *type, sort_t sort)
{
    domain_t d = {.sort = sort, .width = SIZE_MAX};
    if (sort_kind(k->ctx, sort) == SORT_ENUM) {
        d.high = sort_literal_count(k->ctx, sort) - 1;
    } else {
        d.low = INT32_MIN;
        d.high = INT32_MAX;
    }
    bound(k, type, &d.low, &d.high);
    settle(k, type, &d);
    return d;
}

static domain_t bits_domain(collect_t *k, term_t width, sort_t sort)
{
    int64_t n = 0;
    evaluate(k, width, &n);
    return (domain_t){.sort = sort, .width = n > 0 ? (size_t)n : 0};
}

static void collect_value(collect_t *k, const sval_t *v);

static void collect_vector(collect_t *k, const sval_t *v)
{
    for (size_t i = 0; i < v->segment_count; i++) {
        const segment_t *s = &v->segments[i];
        const domain_t d = bits_domain(k, s->width,
                                       term_sort(k->ctx, s->term));
        add_leaf(k, s->term, &d);
    }
}

static void collect_whole(collect_t *k, const sval_t *v)
{
    const type_t *type = v->type, *element = type->element;
    const sort_t sort = term_sort(k->ctx, v->term);
    domain_t d = element->kind == TYPE_VECTOR
        ? bits_domain(k, type_span(k->ctx, element), sort)
        : scalar_domain(k, element, sort_element(k->ctx, sort));
    d.sort = sort;
    d.last = -1;
    bound(k, type, &d.first, &d.last);
    add_leaf(k, v->term, &d);
}

static void collect_value(collect_t *k, const sval_t *v)
{
    switch (v->type->kind) {
    case TYPE_BIT:
    case TYPE_ENUM:
    case TYPE_INT: {
        const domain_t d = scalar_domain(k, v->type,
                                         term_sort(k->ctx, v->term));
        add_leaf(k, v->term, &d);
        break;
    }
    case TYPE_VECTOR:
        collect_vector(k, v);
        break;
    case TYPE_ARRAY:
        if (v->whole) {
            collect_whole(k, v);
            break;
        }
        // fallthrough
    case TYPE_RECORD:
        for (size_t i = 0; i < v->part_count; i++)
            collect_value(k, &v->parts[i]);
        break;
    default:
        break;
    }
}

bool domain_collect(const design_case_t *c, eval_t *eval,
                    domain_vec_t *domains)
{
    collect_t k = {.c = c, .ctx = model_context(c->model), .eval = eval,
                   .domains = domains, .seen = map_new()};
    // What is a variable itself says more about it than what shows it.
    for (int pass = 0; pass < 2; pass++) {
        k.through = pass == 1;
        for (size_t i = 0; i < c->object_count; i++) {
            k.object = &c->objects[i];
            if (k.object->class != OBJECT_GENERIC)
                collect_value(&k, &k.object->value);
        }
    }
    map_free(k.seen);
    return !k.failed;
}

// ---- values ----

static bigint_t random_bits(random_t *random, size_t width)
{
    bigint_t n = bigint_of(0);
    for (size_t i = 0; i < width; i += 32) {
        const size_t take = width - i < 32 ? width - i : 32;
        const bigint_t power = bigint_pow2((int64_t)take);
        bigint_t shifted = bigint_mul(n, power);
        bigint_release(&n);
        const uint64_t bits = random_next(random) >> 8;
        n = bigint_add(shifted,
                       bigint_of((int64_t)(bits & ((1ull << take) - 1))));
        bigint_release(&shifted);
    }
    return n;
}

static bigint_t all_ones(size_t width)
{
    bigint_t power = bigint_pow2((int64_t)width);
    const bigint_t n = bigint_sub(power, bigint_of(1));
    bigint_release(&power);
    return n;
}

static value_t draw_bits(context_t *ctx, const domain_t *d, random_t *random)
{
    bigint_t n;
    switch (random_below(random, 8)) {
    case 0: n = bigint_of(0); break;
    case 1: n = all_ones(d->width); break;
    case 2:
        n = d->width > 0 ? bigint_pow2((int64_t)random_below(random, d->width))
                         : bigint_of(0);
        break;
    default: n = random_bits(random, d->width); break;
    }
    const value_t v = value_bigint(ctx, n);
    bigint_release(&n);
    return v;
}

static int64_t clamp(const domain_t *d, int64_t n)
{
    return n < d->low ? d->low : n > d->high ? d->high : n;
}

static value_t draw_number(context_t *ctx, const domain_t *d,
                           random_t *random)
{
    // Far from zero a design only overflows.
    const bool wide = d->high - d->low > 65536;
    const uint64_t way = random_below(random, wide ? 64 : 8);
    if (way == 0)
        return value_int(ctx, d->low);
    if (way == 1)
        return value_int(ctx, d->high);
    if (wide)
        return value_int(ctx, clamp(d, random_between(random, -3, 20)));
    return value_int(ctx, random_between(random, d->low, d->high));
}

static value_t draw_scalar(context_t *ctx, const domain_t *d, sort_t sort,
                           random_t *random)
{
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL:
        return value_bool(ctx, random_next(random) >> 63);
    case SORT_ENUM:
        return value_literal(sort, (uint32_t)random_between(random, d->low,
                                                            d->high));
    default:
        return d->width != SIZE_MAX ? draw_bits(ctx, d, random)
                                    : draw_number(ctx, d, random);
    }
}

static value_t draw_array(context_t *ctx, const domain_t *d, random_t *random)
{
    const sort_t sort = sort_element(ctx, d->sort);
    value_t element = draw_scalar(ctx, d, sort, random);
    value_t array = value_fill(d->sort, &element);
    value_release(&element);
    for (int64_t i = d->first; i <= d->last; i++) {
        element = draw_scalar(ctx, d, sort, random);
        value_t changed = value_store(&array, bigint_of(i), &element);
        value_release(&element);
        value_release(&array);
        array = changed;
    }
    return array;
}

value_t domain_draw(context_t *ctx, const domain_t *d, random_t *random,
                    const value_t *before)
{
    if (before != NULL && random_percent(random, 30))
        return value_copy(before);
    if (sort_kind(ctx, d->sort) == SORT_ARRAY)
        return draw_array(ctx, d, random);
    return draw_scalar(ctx, d, d->sort, random);
}
