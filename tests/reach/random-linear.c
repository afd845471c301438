// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/reach/random-linear.h"

#include "core/hash.h"

enum { BOOLS, INTS, ENUMS, POOLS };

struct random_linear {
    context_t *ctx;
    uint64_t state;
    term_vec_t pools[POOLS];
};

uint64_t random_linear_draw(random_linear_t *r, uint64_t below)
{
    return hash_u64(r->state++) % below;
}

random_linear_t *random_linear_new(context_t *ctx, uint64_t seed,
                                   const term_t *leaves, size_t count)
{
    random_linear_t *r = xcalloc(1, sizeof *r);
    r->ctx = ctx;
    r->state = hash_u64(seed);
    for (size_t i = 0; i < count; i++) {
        const sort_kind_t kind = sort_kind(ctx, term_sort(ctx, leaves[i]));
        vec_push(&r->pools[kind == SORT_BOOL ? BOOLS
                           : kind == SORT_INT ? INTS : ENUMS], leaves[i]);
    }
    return r;
}

void random_linear_free(random_linear_t *r)
{
    for (unsigned i = 0; i < POOLS; i++)
        vec_release(&r->pools[i]);
    free(r);
}

static term_t pick(random_linear_t *r, unsigned pool)
{
    const term_vec_t *p = &r->pools[pool];
    const term_t t = p->data[random_linear_draw(r, p->len)];
    return pool == BOOLS && random_linear_draw(r, 2) ? term_not(t) : t;
}

static term_t keep(random_linear_t *r, unsigned pool, term_t t)
{
    vec_push(&r->pools[pool], t);
    return t;
}

static int64_t constant(random_linear_t *r)
{
    static const int64_t odd[] = {100, -1000, INT64_MAX, INT64_MIN};
    if (random_linear_draw(r, 30) == 0)
        return odd[random_linear_draw(r, ARRAY_LEN(odd))];
    return (int64_t)random_linear_draw(r, 9) - 4;
}

term_t random_linear_int(random_linear_t *r)
{
    context_t *c = r->ctx;
    const term_t a = pick(r, INTS), b = pick(r, INTS);
    const term_t k = term_int(c, constant(r));
    switch (random_linear_draw(r, 8)) {
    case 0: return keep(r, INTS, k);
    case 1: return keep(r, INTS, term_add(c, a, b));
    case 2: return keep(r, INTS, term_sub(c, a, b));
    case 3: return keep(r, INTS, term_mul(c, k, a));
    case 4: return keep(r, INTS, term_div(c, a, k));
    case 5: return keep(r, INTS, term_mod(c, a, k));
    case 6: return keep(r, INTS, term_add(c, a, k));
    default: return keep(r, INTS, term_ite(c, pick(r, BOOLS), a, b));
    }
}

term_t random_linear_enum(random_linear_t *r)
{
    context_t *c = r->ctx;
    const term_t a = pick(r, ENUMS), b = pick(r, ENUMS);
    const sort_t sort = term_sort(c, a);
    if (random_linear_draw(r, 3) > 0)
        return keep(r, ENUMS, term_ite(c, pick(r, BOOLS), a, b));
    return keep(r, ENUMS,
                term_literal(c, sort, (uint32_t)random_linear_draw(
                                 r, sort_literal_count(c, sort))));
}

term_t random_linear_bool(random_linear_t *r)
{
    context_t *c = r->ctx;
    const term_t a = pick(r, BOOLS), b = pick(r, BOOLS);
    const bool enums = r->pools[ENUMS].len > 0;
    switch (random_linear_draw(r, 8)) {
    case 0: return keep(r, BOOLS, term_and(c, a, b));
    case 1: return keep(r, BOOLS, term_eq(c, a, b));
    case 2: return keep(r, BOOLS, term_ite(c, pick(r, BOOLS), a, b));
    case 3: return keep(r, BOOLS, term_eq(c, random_linear_int(r),
                                          pick(r, INTS)));
    case 4:
        if (enums)
            return keep(r, BOOLS, term_eq(c, random_linear_enum(r),
                                          pick(r, ENUMS)));
        // fall through
    default: return keep(r, BOOLS, term_le(c, random_linear_int(r),
                                           random_linear_int(r)));
    }
}
