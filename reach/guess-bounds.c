// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/guess.h"

#include "core/checked.h"

// Bounds x <= r + k, x >= r + k, x - y <= r + k, x + y <= r + k with the
// tightest k that the samples allow, for sums r of parameters. A real bound is
// met for many values of the parameters, a chance one for few of them: that
// tells which are worth a try.

// How many bounds of one kind are kept for one form.
#define BEST 3
#define MAX_PAIR_BOUNDS 400

// One form over the integers, with its bounds for each column of rigid sums.
typedef struct {
    affine_t form;
    const int64_t *values;
} form_t;

typedef struct {
    int64_t bound;  // of form - r from above
    size_t tight;   // parameter valuations in which it is met
    size_t rigid;
} fit_t;

typedef struct {
    guess_t *guess;
    const guard_t *guard;
    size_t guard_number;
    size_t valuations; // under the guard
    uint8_t *seen;     // by valuation
    // Bounds without a guard, by integer, direction and rigid column.
    int64_t *free_bounds;
    size_t pairs;
} bounder_t;

static void fit(bounder_t *b, const int64_t *values, int64_t sign,
                size_t rigid, fit_t *result)
{
    const guess_t *guess = b->guess;
    const int64_t *r = guess->rigid.data[rigid].values;
    *result = (fit_t){INT64_MIN, 0, rigid};
    for (size_t i = 0; i < guess->rows; i++) {
        if (!b->guard->holds[i])
            continue;
        const int64_t v = sign * values[i] - r[i];
        if (v < result->bound)
            continue;
        if (v > result->bound) {
            memset(b->seen, 0, guess->valuations);
            result->bound = v;
            result->tight = 0;
        }
        result->tight += !b->seen[guess->valuation[i]];
        b->seen[guess->valuation[i]] = 1;
    }
}

static bool is_likely(const bounder_t *b, const fit_t *f)
{
    return b->valuations <= 2 || f->tight >= 2;
}

// sign * form - r <= bound
static bool bound_term(const bounder_t *b, const affine_t *form, int64_t sign,
                       const fit_t *f, term_t *result)
{
    const guess_t *guess = b->guess;
    affine_t a = affine_constant(0), r = affine_constant(0);
    if (!affine_add(&a, form, sign)
        || !affine_add_term(guess->ctx, &r,
                            guess->rigid.data[f->rigid].term, 1)
        || !affine_add(&a, &r, -1)
        || !checked_sub_i64(a.constant, f->bound, &a.constant))
        return false;
    *result = affine_le(guess->ctx, &a);
    return true;
}

static void insert_best(fit_t *best, size_t *count, fit_t f)
{
    size_t i = *count < BEST ? (*count)++ : BEST - 1;
    if (i == BEST - 1 && *count == BEST && best[i].bound != INT64_MIN
        && best[i].tight >= f.tight)
        return;
    while (i > 0 && best[i - 1].tight < f.tight) {
        best[i] = best[i - 1];
        i--;
    }
    best[i] = f;
}

static int64_t *free_bound(bounder_t *b, size_t integer, int64_t sign,
                           size_t rigid)
{
    return &b->free_bounds[(integer * 2 + (sign > 0)) * b->guess->rigid.len
                           + rigid];
}

static unsigned rank_of(const bounder_t *b, size_t rigid, unsigned extra)
{
    static const unsigned base[] = {[GUARD_TRUE] = 10, [GUARD_LITERAL] = 20,
                                    [GUARD_PREDICATE] = 36,
                                    [GUARD_VALUATION] = 30};
    return base[b->guard->kind] + extra
        + (rigid > b->guess->rigid_leaves);
}

static void bound_integer(bounder_t *b, size_t integer, int64_t sign)
{
    const column_t *x = &b->guess->integers.data[integer];
    const affine_t form = affine_leaf(x->term);
    fit_t best[BEST] = {{INT64_MIN, 0, 0}};
    size_t count = 0;
    for (size_t r = 0; r < b->guess->rigid.len; r++) {
        fit_t f;
        fit(b, x->values, sign, r, &f);
        int64_t *free = free_bound(b, integer, sign, r);
        if (b->guard_number == 0)
            *free = f.bound;
        else if (f.bound >= *free)
            continue;
        if (is_likely(b, &f))
            insert_best(best, &count, f);
    }
    for (size_t i = 0; i < count; i++) {
        term_t t;
        if (bound_term(b, &form, sign, &best[i], &t))
            guess_add(b->guess, b->guard_number, t,
                      rank_of(b, best[i].rigid, 0));
    }
}

// Do the bounds of x and y alone give this one?
static bool is_implied(bounder_t *b, size_t x, int64_t sign_x, size_t y,
                       int64_t sign_y, const fit_t *f)
{
    int64_t sum;
    return (checked_add_i64(*free_bound(b, x, sign_x, f->rigid),
                            *free_bound(b, y, sign_y, 0), &sum)
            && sum <= f->bound)
        || (checked_add_i64(*free_bound(b, x, sign_x, 0),
                            *free_bound(b, y, sign_y, f->rigid), &sum)
            && sum <= f->bound);
}

static void bound_pair(bounder_t *b, size_t x, int64_t sign_x, size_t y,
                       int64_t sign_y, int64_t *values)
{
    guess_t *guess = b->guess;
    const column_t *cx = &guess->integers.data[x];
    const column_t *cy = &guess->integers.data[y];
    affine_t form = affine_constant(0);
    if (!affine_add_leaf(&form, cx->term, sign_x)
        || !affine_add_leaf(&form, cy->term, sign_y))
        return;
    for (size_t i = 0; i < guess->rows; i++)
        values[i] = sign_x * cx->values[i] + sign_y * cy->values[i];
    fit_t best[BEST] = {{INT64_MIN, 0, 0}};
    size_t count = 0;
    for (size_t r = 0; r < guess->rigid.len; r++) {
        fit_t f;
        fit(b, values, 1, r, &f);
        if (is_likely(b, &f) && !is_implied(b, x, sign_x, y, sign_y, &f))
            insert_best(best, &count, f);
    }
    for (size_t i = 0; i < count && b->pairs > 0; i++, b->pairs--) {
        term_t t;
        if (bound_term(b, &form, 1, &best[i], &t))
            guess_add(guess, b->guard_number, t,
                      rank_of(b, best[i].rigid, 16));
    }
}

// Derived integers are related to all.
static bool related(const guess_t *guess, size_t x, size_t y)
{
    const size_t n = guess->shape->integers.len;
    return x >= n || y >= n || shape_related(guess->shape, x, y);
}

static void bound_pairs(bounder_t *b)
{
    guess_t *guess = b->guess;
    int64_t *values = xnmalloc(guess->rows + 1, sizeof *values);
    for (size_t x = 0; x < guess->integers.len; x++)
        for (size_t y = 0; y < x; y++) {
            if (!related(guess, x, y))
                continue;
            for (unsigned signs = 0; signs < 4; signs++)
                bound_pair(b, x, signs & 1 ? -1 : 1, y, signs & 2 ? -1 : 1,
                           values);
        }
    free(values);
}

static bool wants_pairs(const bounder_t *b)
{
    switch (b->guard->kind) {
    case GUARD_TRUE:
        return true;
    case GUARD_LITERAL:
        return b->guess->level >= CANDIDATES_GUARDED;
    default:
        return false;
    }
}

void guess_bounds(guess_t *guess)
{
    bounder_t b = {.guess = guess, .pairs = MAX_PAIR_BOUNDS};
    b.seen = xcalloc(guess->valuations + 1, 1);
    b.free_bounds = xcalloc(guess->integers.len * 2 * guess->rigid.len + 1,
                            sizeof *b.free_bounds);
    for (size_t g = 0; g < guess->guards.len; g++) {
        b.guard = &guess->guards.data[g];
        b.guard_number = g;
        b.valuations = guess_valuations(guess, b.guard);
        for (size_t x = 0; x < guess->integers.len; x++) {
            bound_integer(&b, x, 1);
            bound_integer(&b, x, -1);
        }
        if (wants_pairs(&b))
            bound_pairs(&b);
    }
    free(b.seen);
    free(b.free_bounds);
}

// ---- divisors ----

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

// All values of x are the same modulo k: k | x - r.
static void divide(guess_t *guess, const column_t *x)
{
    uint64_t k = 0;
    for (size_t i = 1; i < guess->rows; i++) {
        const int64_t d = x->values[i] - x->values[0];
        k = gcd(k, (uint64_t)(d < 0 ? -d : d));
    }
    if (k < 2)
        return;
    const term_t modulus = term_int(guess->ctx, (int64_t)k);
    guess_add(guess, 0,
              term_eq(guess->ctx, term_mod(guess->ctx, x->term, modulus),
                      term_mod(guess->ctx,
                               term_int(guess->ctx, x->values[0]), modulus)),
              14);
}

void guess_divisors(guess_t *guess)
{
    for (size_t i = 0; i < guess->shape->integers.len; i++)
        divide(guess, &guess->integers.data[i]);
}
