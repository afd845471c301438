// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/guess.h"

// Counters on one ring: how far one is ahead of another (a derived integer,
// which bounds and equalities then look at), whether the distance is that of
// a third variable, and that distances add up.

#define MAX_MEMBERS 8
#define MAX_DISTANCES 12

typedef struct {
    guess_t *guess;
    term_t size;
    VEC(ring_member_t) members; // on the ring in all samples
    column_vec_t places;        // of the members: counter - bottom
    int64_t *sizes;             // in each row
    size_t distances;           // how many more may be derived
} ringer_t;

// Is 0 <= place < size in each row? The bottom may be off by a constant that
// only the samples tell.
static bool place_member(const guess_t *guess, const int64_t *sizes,
                         const int64_t *places, int64_t *shift)
{
    int64_t low = INT64_MAX;
    for (size_t i = 0; i < guess->rows; i++)
        low = places[i] < low ? places[i] : low;
    for (size_t i = 0; i < guess->rows; i++)
        if (places[i] - low >= sizes[i])
            return false;
    *shift = low;
    return true;
}

static bool has_member(const ringer_t *r, term_t counter)
{
    for (size_t i = 0; i < r->members.len; i++)
        if (term_equal(r->members.data[i].counter, counter))
            return true;
    return false;
}

static void try_member(ringer_t *r, const ring_member_t *candidate)
{
    guess_t *guess = r->guess;
    affine_t place = affine_leaf(candidate->counter);
    if (r->members.len == MAX_MEMBERS || has_member(r, candidate->counter)
        || !affine_add(&place, &candidate->bottom, -1))
        return;
    term_t t = affine_term(guess->ctx, &place);
    column_vec_t column = {0};
    guess_columns(guess, &t, 1, &column);
    int64_t shift;
    if (place_member(guess, r->sizes, column.data[0].values, &shift)) {
        ring_member_t member = *candidate;
        member.bottom.constant += shift;
        t = term_add(guess->ctx, t, term_int(guess->ctx, -shift));
        for (size_t i = 0; i < guess->rows; i++)
            column.data[0].values[i] -= shift;
        vec_push(&r->members, member);
        vec_push(&r->places,
                 ((column_t){t, column.data[0].values}));
        column.data[0].values = NULL;
    }
    guess_release_columns(&column);
}

static size_t integer_place(const guess_t *guess, term_t t)
{
    size_t i = 0;
    while (!term_equal(guess->integers.data[i].term, t))
        i++;
    return i;
}

static bool related(const ringer_t *r, size_t a, size_t b)
{
    const guess_t *guess = r->guess;
    return shape_related(guess->shape,
                         integer_place(guess, r->members.data[a].counter),
                         integer_place(guess, r->members.data[b].counter));
}

// How far a is ahead of b.
static term_t distance(const ringer_t *r, size_t a, size_t b)
{
    context_t *ctx = r->guess->ctx;
    const term_t x = r->places.data[a].term, y = r->places.data[b].term;
    const term_t d = term_sub(ctx, x, y);
    return term_ite(ctx, term_le(ctx, y, x), d, term_add(ctx, d, r->size));
}

static int64_t distance_value(const ringer_t *r, size_t a, size_t b,
                              size_t row)
{
    const int64_t d = r->places.data[a].values[row]
        - r->places.data[b].values[row];
    return d >= 0 ? d : d + r->sizes[row];
}

// Is a the one ahead of b, rather than the other way round? The way that is
// shorter on average.
static bool is_ahead(const ringer_t *r, size_t a, size_t b)
{
    int64_t there = 0, back = 0;
    for (size_t i = 0; i < r->guess->rows; i++) {
        there += distance_value(r, a, b, i);
        back += distance_value(r, b, a, i);
    }
    return there <= back;
}

// ---- the distance of two members is that of a third variable ----

// d is 0, size or -size
static term_t is_turn(const ringer_t *r, term_t d)
{
    context_t *ctx = r->guess->ctx;
    const term_t zero = term_int(ctx, 0);
    return term_or(ctx, term_eq(ctx, d, zero),
                   term_or(ctx, term_eq(ctx, d, r->size),
                           term_eq(ctx, d, term_neg(ctx, r->size))));
}

static bool is_turn_everywhere(const ringer_t *r, size_t a, size_t b,
                               const column_t *z, int64_t offset)
{
    for (size_t i = 0; i < r->guess->rows; i++) {
        const int64_t d = r->places.data[a].values[i]
            - r->places.data[b].values[i] - z->values[i] - offset;
        if (d != 0 && d != r->sizes[i] && d != -r->sizes[i])
            return false;
    }
    return true;
}

static void compare_with(ringer_t *r, size_t a, size_t b, const column_t *z)
{
    guess_t *guess = r->guess;
    context_t *ctx = guess->ctx;
    const int64_t first = r->places.data[a].values[0]
        - r->places.data[b].values[0] - z->values[0];
    for (int64_t turn = -1; turn <= 1; turn++) {
        const int64_t offset = first + turn * r->sizes[0];
        if (!is_turn_everywhere(r, a, b, z, offset))
            continue;
        const term_t d = term_sub(ctx, r->places.data[a].term,
                                  r->places.data[b].term);
        const term_t rest = term_add(ctx, term_sub(ctx, d, z->term),
                                     term_int(ctx, -offset));
        guess_add(guess, 0, is_turn(r, rest), 9);
    }
}


static void compare_with_all(ringer_t *r, size_t a, size_t b)
{
    guess_t *guess = r->guess;
    const size_t place = integer_place(guess, r->members.data[a].counter);
    for (size_t z = 0; z < guess->shape->integers.len; z++)
        if (!has_member(r, guess->integers.data[z].term)
            && shape_related(guess->shape, z, place)) {
            compare_with(r, a, b, &guess->integers.data[z]);
            compare_with(r, b, a, &guess->integers.data[z]);
        }
}

// ---- distances that add up ----

static bool adds_up(const ringer_t *r, size_t a, size_t b, size_t c)
{
    for (size_t i = 0; i < r->guess->rows; i++)
        if (distance_value(r, a, b, i) + distance_value(r, b, c, i)
            > distance_value(r, a, c, i))
            return false;
    return true;
}

// From a over b to c is no way round.
static void add_triangles(ringer_t *r)
{
    guess_t *guess = r->guess;
    context_t *ctx = guess->ctx;
    const size_t n = r->members.len;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            for (size_t c = 0; c < n; c++) {
                if (a == b || b == c || a == c || !related(r, a, b)
                    || !related(r, b, c) || !adds_up(r, a, b, c))
                    continue;
                guess_add(guess, 0,
                          term_le(ctx, term_add(ctx, distance(r, a, b),
                                                distance(r, b, c)),
                                  distance(r, a, c)),
                          27);
            }
}

static void add_distances(ringer_t *r)
{
    guess_t *guess = r->guess;
    for (size_t a = 0; a < r->members.len; a++)
        for (size_t b = 0; b < a; b++) {
            if (!related(r, a, b))
                continue;
            compare_with_all(r, a, b);
            if (r->distances == 0)
                continue;
            r->distances--;
            const bool ahead = is_ahead(r, a, b);
            const term_t d = ahead ? distance(r, a, b) : distance(r, b, a);
            guess_columns(guess, &d, 1, &guess->integers);
        }
}

static bool all_positive(const int64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] <= 0)
            return false;
    return count > 0;
}

static void guess_ring(guess_t *guess, const ring_t *ring, size_t *distances)
{
    ringer_t r = {.guess = guess, .distances = *distances};
    r.size = affine_term(guess->ctx, &ring->size);
    column_vec_t size = {0};
    guess_columns(guess, &r.size, 1, &size);
    r.sizes = size.data[0].values;
    if (all_positive(r.sizes, guess->rows)) {
        for (size_t i = 0; i < ring->members.len; i++)
            try_member(&r, &ring->members.data[i]);
        add_distances(&r);
        add_triangles(&r);
    }
    *distances = r.distances;
    vec_release(&r.members);
    guess_release_columns(&r.places);
    guess_release_columns(&size);
}

void guess_rings(guess_t *guess)
{
    size_t distances = MAX_DISTANCES;
    for (size_t i = 0; i < guess->shape->rings.len; i++)
        guess_ring(guess, &guess->shape->rings.data[i], &distances);
}
