// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

// How fast terms are made and how much memory they take: terms of all kinds
// and sorts with operands drawn from the earlier ones, counted only where
// they differ from all before. Prints time and bytes per term at growing
// sizes; the last line compares the largest with one tenth of it.

#include "core/hash.h"
#include "core/term.h"

#include <time.h>

#define SORTS 5
#define RECENT 4096 // operands come from the whole pool or its recent end

typedef struct {
    context_t *ctx;
    uint64_t state;
    sort_t sorts[SORTS]; // bool, int, an enumeration, arrays of int and bool
    term_vec_t pool[SORTS];
} drawer_t;

static uint64_t draw(drawer_t *d, uint64_t below)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (d->state >> 33) % below;
}

static term_t pick(drawer_t *d, unsigned sort)
{
    const term_vec_t *pool = &d->pool[sort];
    const size_t n = pool->len;
    const size_t at = draw(d, 4) == 0 || n <= RECENT
        ? draw(d, n) : n - 1 - draw(d, RECENT);
    const term_t t = pool->data[at];
    return sort == 0 && draw(d, 2) ? term_not(t) : t;
}

static term_t draw_bool(drawer_t *d)
{
    context_t *c = d->ctx;
    switch (draw(d, 6)) {
    case 0: return term_and(c, pick(d, 0), pick(d, 0));
    case 1: return term_ite(c, pick(d, 0), pick(d, 0), pick(d, 0));
    case 2: return term_eq(c, pick(d, 1), pick(d, 1));
    case 3: return term_eq(c, pick(d, 2), pick(d, 2));
    case 4: return term_select(c, pick(d, 4), pick(d, 1));
    default: return term_le(c, pick(d, 1), pick(d, 1));
    }
}

static term_t draw_int(drawer_t *d)
{
    context_t *c = d->ctx;
    switch (draw(d, 8)) {
    case 0: return term_mul(c, pick(d, 1), pick(d, 1));
    case 1: return term_div(c, pick(d, 1), pick(d, 1));
    case 2: return term_mod(c, pick(d, 1), pick(d, 1));
    case 3: return term_ite(c, pick(d, 0), pick(d, 1), pick(d, 1));
    case 4: return term_pow2(c, pick(d, 1));
    case 5: return term_select(c, pick(d, 3), pick(d, 1));
    case 6: return term_add(c, pick(d, 1),
                            term_int(c, (int64_t)draw(d, 1000)));
    default: return term_add(c, pick(d, 1), pick(d, 1));
    }
}

static term_t draw_array(drawer_t *d, unsigned sort)
{
    context_t *c = d->ctx;
    const unsigned element = sort == 3 ? 1 : 0;
    switch (draw(d, 4)) {
    case 0: return term_fill(c, d->sorts[sort], pick(d, element));
    case 1: return term_ite(c, pick(d, 0), pick(d, sort), pick(d, sort));
    default: return term_store(c, pick(d, sort), pick(d, 1),
                               pick(d, element));
    }
}

static void draw_one(drawer_t *d)
{
    const unsigned sort =
        (unsigned[]){0, 0, 0, 0, 1, 1, 1, 2, 3, 4}[draw(d, 10)];
    const size_t before = context_term_count(d->ctx);
    term_t t;
    switch (sort) {
    case 0: t = draw_bool(d); break;
    case 1: t = draw_int(d); break;
    case 2: t = term_ite(d->ctx, pick(d, 0), pick(d, 2), pick(d, 2)); break;
    default: t = draw_array(d, sort); break;
    }
    if (context_term_count(d->ctx) > before)
        vec_push(&d->pool[sort], t);
}

static void init(drawer_t *d)
{
    *d = (drawer_t){.ctx = context_new(), .state = 1};
    ident_table_t *ids = context_idents(d->ctx);
    const ident_t names[] = {ident_new(ids, "a"), ident_new(ids, "b"),
                             ident_new(ids, "c")};
    d->sorts[0] = sort_bool(d->ctx);
    d->sorts[1] = sort_int(d->ctx);
    d->sorts[2] = sort_enum(d->ctx, ident_new(ids, "e"), names, 3);
    d->sorts[3] = sort_array(d->ctx, d->sorts[1]);
    d->sorts[4] = sort_array(d->ctx, d->sorts[0]);
    for (unsigned s = 0; s < SORTS; s++)
        for (unsigned i = 0; i < 64; i++) {
            const var_t v = var_new(d->ctx, ident_printf(ids, "v%u_%u", s, i),
                                    d->sorts[s]);
            vec_push(&d->pool[s], term_last(d->ctx, v));
        }
}

static void release(drawer_t *d)
{
    for (unsigned s = 0; s < SORTS; s++)
        vec_release(&d->pool[s]);
    context_free(d->ctx);
}

// Processor time, so that other work on the machine counts less.
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Builds `count` different terms; returns nanoseconds per term.
static double build(size_t count, double *bytes)
{
    drawer_t d;
    init(&d);
    const double start = now();
    while (context_term_count(d.ctx) < count)
        draw_one(&d);
    const double ns = (now() - start) * 1e9 / (double)count;
    *bytes = (double)context_term_bytes(d.ctx) / (double)count;
    release(&d);
    return ns;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median of three.
static double measure(size_t count)
{
    double ns[3], bytes = 0;
    for (unsigned i = 0; i < 3; i++)
        ns[i] = build(count, &bytes);
    qsort(ns, 3, sizeof ns[0], compare);
    printf("%9zu terms: %6.1f ns and %5.1f bytes per term\n", count, ns[1],
           bytes);
    fflush(stdout);
    return ns[1];
}

int main(int argc, char **argv)
{
    const size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000000;
    double small = 0, ns = 0;
    for (size_t n = most / 1000; n <= most; n *= 10) {
        small = ns;
        ns = measure(n > 0 ? n : 1);
    }
    printf("time per term at %zu is %.2f times that at %zu\n", most, ns / small,
           most / 10);
    return 0;
}
