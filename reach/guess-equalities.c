// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/guess.h"

#include "core/checked.h"

#include <assert.h>

// Affine equalities between columns that hold in all rows under a guard: the
// null space of the samples. Columns are taken in order: 1, parameters, state,
// derived integers; one that depends on those before it is an equality. The
// elimination is done modulo a prime, factors become fractions again, and the
// result is checked on the rows as it is.

#define PRIME 2147483647u // 2^31 - 1
#define MAX_COLUMNS 40
#define MAX_FRACTION 16        // the largest denominator
#define MAX_CONSTANT 1000000   // ... and numerator

typedef struct {
    guess_t *guess;
    column_vec_t columns;           // borrowed values; the first is 1
    size_t first_state;             // columns before are rigid
    uint32_t *basis;                // reduced rows, one per pivot
    size_t pivots[MAX_COLUMNS];     // columns, in the order of the basis
    size_t rank;
    bool free_dependent[MAX_COLUMNS]; // without a guard
} eliminator_t;

static uint32_t reduce(int64_t v)
{
    const int64_t r = v % (int64_t)PRIME;
    return (uint32_t)(r < 0 ? r + (int64_t)PRIME : r);
}

static uint32_t multiply(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b % PRIME);
}

static uint32_t invert(uint32_t a)
{
    uint32_t result = 1;
    for (uint32_t e = PRIME - 2; e > 0; e >>= 1, a = multiply(a, a))
        if (e & 1)
            result = multiply(result, a);
    return result;
}

// to -= factor * from
static void subtract(uint32_t *to, const uint32_t *from, uint32_t factor,
                     size_t count)
{
    const uint32_t minus = PRIME - factor;
    for (size_t i = 0; i < count; i++)
        to[i] = (uint32_t)((to[i] + (uint64_t)minus * from[i]) % PRIME);
}

// A row that is not in the span of the basis joins it; all stay reduced.
static void add_row(eliminator_t *e, uint32_t *row)
{
    const size_t n = e->columns.len;
    for (size_t k = 0; k < e->rank; k++)
        if (row[e->pivots[k]] != 0)
            subtract(row, e->basis + k * n, row[e->pivots[k]], n);
    size_t pivot = 0;
    while (pivot < n && row[pivot] == 0)
        pivot++;
    if (pivot == n)
        return;
    const uint32_t scale = invert(row[pivot]);
    for (size_t i = 0; i < n; i++)
        row[i] = multiply(row[i], scale);
    for (size_t k = 0; k < e->rank; k++)
        if (e->basis[k * n + pivot] != 0)
            subtract(e->basis + k * n, row, e->basis[k * n + pivot], n);
    memcpy(e->basis + e->rank * n, row, n * sizeof *row);
    e->pivots[e->rank++] = pivot;
}

static void eliminate(eliminator_t *e, const guard_t *guard)
{
    const size_t n = e->columns.len;
    uint32_t *row = xnmalloc(n, sizeof *row);
    e->rank = 0;
    for (size_t r = 0; r < e->guess->rows && e->rank < n; r++) {
        if (!guard->holds[r])
            continue;
        for (size_t i = 0; i < n; i++)
            row[i] = reduce(e->columns.data[i].values[r]);
        add_row(e, row);
    }
    free(row);
}

static bool is_pivot(const eliminator_t *e, size_t column)
{
    for (size_t k = 0; k < e->rank; k++)
        if (e->pivots[k] == column)
            return true;
    return false;
}

// v = numerator / denominator modulo the prime, both small.
static bool fraction(uint32_t v, int64_t *numerator, int64_t *denominator)
{
    for (int64_t d = 1; d <= MAX_FRACTION; d++) {
        const int64_t n = (int64_t)multiply(v, (uint32_t)d);
        const int64_t near = n > (int64_t)PRIME / 2 ? n - (int64_t)PRIME : n;
        if (near > (int64_t)MAX_CONSTANT || near < -(int64_t)MAX_CONSTANT)
            continue;
        *numerator = near;
        *denominator = d;
        return true;
    }
    return false;
}

typedef struct {
    int64_t factors[MAX_COLUMNS];
} equality_t;

// denominator * column = sum of factors * pivots, as factors of all columns.
static bool equality_of(const eliminator_t *e, size_t column, equality_t *q)
{
    int64_t common = 1;
    *q = (equality_t){{0}};
    for (size_t k = 0; k < e->rank; k++) {
        int64_t n, d;
        if (!fraction(e->basis[k * e->columns.len + column], &n, &d))
            return false;
        if (common % d != 0)
            common *= d;
        if (common > MAX_FRACTION)
            return false;
    }
    for (size_t k = 0; k < e->rank; k++) {
        int64_t n, d;
        if (!fraction(e->basis[k * e->columns.len + column], &n, &d))
            return false;
        q->factors[e->pivots[k]] = -n * (common / d);
    }
    q->factors[column] = common;
    return true;
}

// Exact, on the rows under the guard.
static bool holds(const eliminator_t *e, const guard_t *guard,
                  const equality_t *q)
{
    for (size_t r = 0; r < e->guess->rows; r++) {
        int64_t sum = 0;
        for (size_t i = 0; guard->holds[r] && i < e->columns.len; i++) {
            int64_t product;
            if (!checked_mul_i64(q->factors[i], e->columns.data[i].values[r],
                                 &product)
                || !checked_add_i64(sum, product, &sum))
                return false;
        }
        if (sum != 0)
            return false;
    }
    return true;
}

static bool equality_term(const eliminator_t *e, const equality_t *q,
                          term_t *result)
{
    affine_t a = affine_constant(q->factors[0]);
    for (size_t i = 1; i < e->columns.len; i++)
        if (!affine_add_leaf(&a, e->columns.data[i].term, q->factors[i]))
            return false;
    if (a.count == 0)
        return false;
    *result = affine_eq(e->guess->ctx, &a);
    return true;
}

static size_t different_rows(const eliminator_t *e, const guard_t *guard)
{
    map_t *seen = map_new();
    for (size_t r = 0; r < e->guess->rows; r++) {
        uint64_t hash = 0;
        if (!guard->holds[r])
            continue;
        for (size_t i = 0; i < e->columns.len; i++)
            hash = hash_mix(hash, (uint64_t)e->columns.data[i].values[r]);
        map_put(seen, hash, 1);
    }
    const size_t count = map_count(seen);
    map_free(seen);
    return count;
}

static unsigned rank_of(const guard_t *guard)
{
    static const unsigned ranks[] = {[GUARD_TRUE] = 5, [GUARD_LITERAL] = 15,
                                     [GUARD_VALUATION] = 26,
                                     [GUARD_PREDICATE] = 32};
    return ranks[guard->kind];
}

static void find_equalities(eliminator_t *e, size_t g)
{
    const guard_t *guard = &e->guess->guards.data[g];
    eliminate(e, guard);
    // Fewer rows than that and everything is equal to something.
    if (different_rows(e, guard) < e->rank + 2)
        return;
    for (size_t i = 1; i < e->columns.len; i++) {
        if (is_pivot(e, i) || e->free_dependent[i])
            continue;
        if (g == 0)
            e->free_dependent[i] = true;
        equality_t q;
        term_t t;
        if (i >= e->first_state && equality_of(e, i, &q)
            && holds(e, guard, &q) && equality_term(e, &q, &t))
            guess_add(e->guess, g, t, rank_of(guard));
    }
}

static void push_columns(eliminator_t *e, const column_t *columns,
                         size_t count)
{
    for (size_t i = 0; i < count && e->columns.len < MAX_COLUMNS; i++)
        vec_push(&e->columns, columns[i]);
}

void guess_equalities(guess_t *guess)
{
    eliminator_t e = {.guess = guess};
    const column_t one = {term_int(guess->ctx, 1),
                          xnmalloc(guess->rows + 1, sizeof(int64_t))};
    for (size_t i = 0; i < guess->rows; i++)
        one.values[i] = 1;
    vec_push(&e.columns, one);
    push_columns(&e, guess->rigid.data + 1, guess->rigid_leaves);
    e.first_state = e.columns.len;
    push_columns(&e, guess->integers.data, guess->integers.len);
    e.basis = xnmalloc(e.columns.len * e.columns.len, sizeof *e.basis);
    for (size_t g = 0; g < guess->guards.len; g++)
        find_equalities(&e, g);
    free(e.basis);
    free(one.values);
    vec_release(&e.columns);
}
