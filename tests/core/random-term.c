// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/core/random-term.h"
#include "core/hash.h"

#define SORTS 5
#define SCALAR_SORTS 3
#define VARS_PER_SORT 4

struct random_terms {
    context_t *ctx;
    bool scalar; // no arrays
    uint64_t state;
    sort_t sorts[SORTS]; // bool, int, an enumeration, array of int, of bool
    var_t vars[SORTS * VARS_PER_SORT];
    VEC(random_term_t) pool[SORTS];
    VEC(random_term_t) all; // borrowed values
};

static uint64_t draw(random_terms_t *r, uint64_t below)
{
    return hash_u64(r->state++) % below;
}

static int64_t draw_number(random_terms_t *r)
{
    static const int64_t odd[] = {0, 1, -1, 2, -2, 3, 7, -8, 16, 1000,
                                  INT32_MAX, INT64_MAX, INT64_MIN};
    return draw(r, 8) == 0 ? odd[draw(r, ARRAY_LEN(odd))]
                           : (int64_t)draw(r, 21) - 10;
}

// The value of a reference depends on the seed, the reference and nothing
// else.
value_t random_terms_leaf(context_t *ctx, term_t leaf, void *user)
{
    random_terms_t *r = user;
    const uint64_t h = hash_u64(leaf.id * 7919u + r->sorts[0].id);
    const sort_t sort = term_sort(ctx, leaf);
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: return value_bool(ctx, h & 1);
    case SORT_INT: return value_int(ctx, (int64_t)(h % 15) - 7);
    case SORT_ENUM: return value_literal(sort, h % 3);
    default: break;
    }
    value_t rest = value_default(ctx, sort_element(ctx, sort));
    value_t array = value_fill(sort, &rest);
    if (sort_kind(ctx, rest.sort) == SORT_BOOL)
        rest.boolean = true;
    else
        rest.number = bigint_of(5);
    value_t changed = value_store(&array, bigint_of((int64_t)(h % 5)), &rest);
    value_release(&rest);
    value_release(&array);
    return changed;
}

static void add(random_terms_t *r, unsigned sort, term_t t, value_t v)
{
    const random_term_t one = {t, v};
    vec_push(&r->pool[sort], one);
    vec_push(&r->all, one);
}

random_terms_t *random_terms_new(context_t *ctx, uint64_t seed)
{
    random_terms_t *r = xcalloc(1, sizeof *r);
    r->ctx = ctx;
    r->state = hash_u64(seed);
    ident_table_t *ids = context_idents(ctx);
    const ident_t colours[] = {ident_new(ids, "red"), ident_new(ids, "green"),
                               ident_new(ids, "blue")};
    r->sorts[0] = sort_bool(ctx);
    r->sorts[1] = sort_int(ctx);
    r->sorts[2] = sort_enum(ctx, ident_new(ids, "colour"), colours, 3);
    r->sorts[3] = sort_array(ctx, r->sorts[1]);
    r->sorts[4] = sort_array(ctx, r->sorts[0]);
    for (unsigned i = 0; i < SORTS * VARS_PER_SORT; i++) {
        const unsigned s = i / VARS_PER_SORT;
        r->vars[i] = var_new(ctx, ident_printf(ids, "u(%u).v%u", s, i),
                             r->sorts[s]);
        const term_t t = i % 2 ? term_last(ctx, r->vars[i])
            : s == 0 ? term_posedge(ctx, r->vars[i])
                     : term_next(ctx, r->vars[i]);
        add(r, s, t, random_terms_leaf(ctx, t, r));
    }
    return r;
}

random_terms_t *random_terms_new_scalar(context_t *ctx, uint64_t seed)
{
    random_terms_t *r = random_terms_new(ctx, seed);
    r->scalar = true;
    return r;
}

void random_terms_free(random_terms_t *r)
{
    for (unsigned s = 0; s < SORTS; s++) {
        for (size_t i = 0; i < r->pool[s].len; i++)
            value_release(&r->pool[s].data[i].value);
        vec_release(&r->pool[s]);
    }
    vec_release(&r->all);
    free(r);
}

bool random_terms_lookup(context_t *ctx, const char *name, term_t *result,
                         void *user)
{
    const random_terms_t *r = user;
    for (unsigned i = 0; i < SORTS * VARS_PER_SORT; i++) {
        const char *var = ident_text(var_name(ctx, r->vars[i]));
        const size_t n = strlen(var);
        if (strncmp(name, var, n) != 0)
            continue;
        if (name[n] == '\0')
            *result = term_last(ctx, r->vars[i]);
        else if (strcmp(name + n, "!next") == 0)
            *result = term_next(ctx, r->vars[i]);
        else if (strcmp(name + n, "!posedge") == 0)
            *result = term_posedge(ctx, r->vars[i]);
        else
            continue;
        return true;
    }
    for (uint32_t i = 0; i < 3; i++)
        if (strcmp(name, ident_text(sort_literal(ctx, r->sorts[2], i))) == 0) {
            *result = term_literal(ctx, r->sorts[2], i);
            return true;
        }
    return false;
}

// An earlier term of a sort; recent ones are drawn more often, so that terms
// get deep.
static random_term_t pick(random_terms_t *r, unsigned sort)
{
    const size_t n = r->pool[sort].len;
    const size_t at = draw(r, 2) ? draw(r, n)
                                 : n - 1 - draw(r, n < 8 ? n : 8);
    random_term_t one = r->pool[sort].data[at];
    if (sort == 0 && draw(r, 2)) {
        one.term = term_not(one.term);
        one.value.boolean = !one.value.boolean;
    }
    return one;
}

static void draw_bool(random_terms_t *r)
{
    context_t *c = r->ctx;
    const random_term_t a = pick(r, 0), b = pick(r, 0), d = pick(r, 0);
    const bool x = a.value.boolean, y = b.value.boolean, z = d.value.boolean;
    const unsigned s = (unsigned)draw(r, r->scalar ? SCALAR_SORTS : SORTS);
    const random_term_t m = pick(r, 1), n = pick(r, 1);
    const random_term_t e = pick(r, s), f = pick(r, s), q = pick(r, 4);
    const int order = bigint_compare(m.value.number, n.value.number);
    switch (draw(r, r->scalar ? 7 : 8)) {
    case 0:
        add(r, 0, term_and(c, a.term, b.term), value_bool(c, x && y));
        break;
    case 1:
        add(r, 0, term_or(c, a.term, b.term), value_bool(c, x || y));
        break;
    case 2:
        add(r, 0, term_implies(c, a.term, b.term), value_bool(c, !x || y));
        break;
    case 3:
        add(r, 0, term_eq(c, e.term, f.term),
            value_bool(c, value_equal(&e.value, &f.value)));
        break;
    case 4:
        add(r, 0, term_le(c, m.term, n.term), value_bool(c, order <= 0));
        break;
    case 5:
        add(r, 0, term_lt(c, m.term, n.term), value_bool(c, order < 0));
        break;
    case 6:
        add(r, 0, term_ite(c, a.term, b.term, d.term),
            value_bool(c, x ? y : z));
        break;
    default:
        add(r, 0, term_select(c, q.term, m.term),
            value_copy(value_select(&q.value, m.value.number)));
        break;
    }
}

// VHDL's three, from the definition by truncation.
static bigint_t truncated(bigint_t a, bigint_t b)
{
    bigint_t p = bigint_sign(a) < 0 ? bigint_neg(a) : bigint_copy(a);
    bigint_t q = bigint_sign(b) < 0 ? bigint_neg(b) : bigint_copy(b);
    bigint_t d = bigint_div(p, q);
    if (bigint_sign(a) * bigint_sign(b) < 0) {
        const bigint_t minus = bigint_neg(d);
        bigint_release(&d);
        d = minus;
    }
    bigint_release(&p);
    bigint_release(&q);
    return d;
}

static bigint_t remainder_of(bigint_t a, bigint_t b)
{
    bigint_t d = truncated(a, b), m = bigint_mul(d, b);
    const bigint_t rem = bigint_sub(a, m);
    bigint_release(&d);
    bigint_release(&m);
    return rem;
}

static bigint_t modulus_of(bigint_t a, bigint_t b)
{
    bigint_t rem = remainder_of(a, b);
    if (bigint_sign(rem) * bigint_sign(b) >= 0)
        return rem;
    const bigint_t shifted = bigint_add(rem, b);
    bigint_release(&rem);
    return shifted;
}

static value_t number(context_t *ctx, bigint_t n)
{
    return (value_t){.sort = sort_int(ctx), .number = n};
}

static void add_int(random_terms_t *r, term_t term, bigint_t value)
{
    add(r, 1, term, number(r->ctx, value));
}

// The three that are not defined for a zero divisor.
static void draw_division(random_terms_t *r, term_t a, bigint_t x, term_t b,
                          bigint_t y)
{
    switch (draw(r, 3)) {
    case 0: add_int(r, term_vhdl_div(r->ctx, a, b), truncated(x, y)); break;
    case 1: add_int(r, term_vhdl_rem(r->ctx, a, b), remainder_of(x, y)); break;
    default: add_int(r, term_vhdl_mod(r->ctx, a, b), modulus_of(x, y)); break;
    }
}

static void draw_constant(random_terms_t *r)
{
    const int64_t k = draw_number(r);
    add(r, 1, term_int(r->ctx, k), value_int(r->ctx, k));
}

static void draw_int(random_terms_t *r)
{
    context_t *c = r->ctx;
    const random_term_t p = pick(r, 1), q = pick(r, 1), d = pick(r, 0),
                        m = pick(r, 3);
    const term_t a = p.term, b = q.term;
    const bigint_t x = p.value.number, y = q.value.number;
    const bool small = bigint_is_small(x) && x.small < 40;
    const bool tame = bigint_is_small(x) && bigint_is_small(y);
    const unsigned which = (unsigned)draw(r, 12);
    if (which >= 9 && bigint_sign(y) != 0)
        draw_division(r, a, x, b, y);
    else if (which == 0)
        add_int(r, term_add(c, a, b), bigint_add(x, y));
    else if (which == 1)
        add_int(r, term_sub(c, a, b), bigint_sub(x, y));
    else if (which == 2)
        add_int(r, term_neg(c, a), bigint_neg(x));
    else if (which == 3 && tame)
        add_int(r, term_mul(c, a, b), bigint_mul(x, y));
    else if (which == 4)
        add_int(r, term_div(c, a, b), bigint_div(x, y));
    else if (which == 5)
        add_int(r, term_mod(c, a, b), bigint_mod(x, y));
    else if (which == 6)
        add_int(r, term_ite(c, d.term, a, b),
                bigint_copy(d.value.boolean ? x : y));
    else if (which == 7 && small)
        add_int(r, term_pow2(c, a), bigint_pow2(x.small));
    else if (which == 8 && !r->scalar)
        add(r, 1, term_select(c, m.term, a),
            value_copy(value_select(&m.value, x)));
    else
        draw_constant(r);
}

static void draw_enum(random_terms_t *r)
{
    context_t *c = r->ctx;
    const random_term_t d = pick(r, 0), a = pick(r, 2), b = pick(r, 2);
    const uint32_t k = (uint32_t)draw(r, 3);
    if (draw(r, 4) == 0)
        add(r, 2, term_literal(c, r->sorts[2], k),
            value_literal(r->sorts[2], k));
    else
        add(r, 2, term_ite(c, d.term, a.term, b.term),
            value_copy(d.value.boolean ? &a.value : &b.value));
}

static void draw_array(random_terms_t *r, unsigned s)
{
    context_t *c = r->ctx;
    const unsigned element = s == 3 ? 1 : 0;
    const random_term_t a = pick(r, s), b = pick(r, s), d = pick(r, 0),
                        i = pick(r, 1), e = pick(r, element);
    switch (draw(r, 4)) {
    case 0:
        add(r, s, term_fill(c, r->sorts[s], e.term),
            value_fill(r->sorts[s], &e.value));
        break;
    case 1:
        add(r, s, term_ite(c, d.term, a.term, b.term),
            value_copy(d.value.boolean ? &a.value : &b.value));
        break;
    default:
        add(r, s, term_store(c, a.term, i.term, e.term),
            value_store(&a.value, i.value.number, &e.value));
        break;
    }
}

const random_term_t *random_terms_draw(random_terms_t *r)
{
    switch (draw(r, r->scalar ? 8 : 10)) {
    case 0: case 1: case 2: case 3: draw_bool(r); break;
    case 4: case 5: case 6: draw_int(r); break;
    case 7: draw_enum(r); break;
    case 8: draw_array(r, 3); break;
    default: draw_array(r, 4); break;
    }
    return &vec_last(&r->all);
}

size_t random_terms_count(const random_terms_t *r)
{
    return r->all.len;
}

const random_term_t *random_terms_at(const random_terms_t *r, size_t i)
{
    return &r->all.data[i];
}
