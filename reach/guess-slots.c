// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/copies.h"
#include "reach/guess.h"

// Memories are followed at one rigid index: what is stored there is equal to
// the data of whoever knows that it is there. So: where some sum of counters,
// taken around a ring where there is one, is the index, two places of one
// family of data agree. Which sum, and with which constant, the samples tell:
// one that is the index in many rows, all of which have equal data.

#define MAX_INDICES 3
#define MAX_PAIRS 16
#define MAX_COUNTERS 8
#define SPAN 64        // of position - index
#define LEAST_ROWS 5
#define LEAST_SHARE 32 // one in so many rows has to meet the index

typedef struct {
    term_t a, b; // a = b is looked for
    uint8_t *equal;
    const int64_t *values; // of a
} pair_t;

// A position: counters, and the ring that it is taken around (NULL: none).
typedef struct {
    const column_t *base;
    const column_t *other; // NULL: none
    int64_t sign;          // of the other one
    int64_t back;          // this much is subtracted
    const ring_member_t *member;
    const ring_t *ring;
} position_t;

typedef struct {
    guess_t *guess;
    VEC(pair_t) pairs;
    column_vec_t indices, counters; // borrowed values
    const column_t *index;
    size_t guard;
    int64_t *places; // of the position looked at, in each row
} slotter_t;

// ---- what there is ----

static const column_t *column_of(const guess_t *guess, term_t t)
{
    for (size_t i = 0; i < guess->integers.len; i++)
        if (term_equal(guess->integers.data[i].term, t))
            return &guess->integers.data[i];
    for (size_t i = 0; i < guess->controls.len; i++)
        if (term_equal(guess->controls.data[i].term, t))
            return &guess->controls.data[i];
    return NULL;
}

static void add_pair(slotter_t *s, const copy_t *a, const copy_t *b)
{
    guess_t *guess = s->guess;
    const column_t *x = column_of(guess, a->leaf);
    const column_t *y = column_of(guess, b->leaf);
    if (x == NULL || y == NULL || s->pairs.len == MAX_PAIRS
        || !sort_equal(term_sort(guess->ctx, a->leaf),
                       term_sort(guess->ctx, b->leaf)))
        return;
    const int64_t offset = a->offset - b->offset;
    pair_t p = {.a = a->leaf, .b = b->leaf, .values = x->values};
    if (offset != 0)
        p.b = term_add(guess->ctx, p.b, term_int(guess->ctx, offset));
    p.equal = xmalloc(guess->rows + 1);
    for (size_t i = 0; i < guess->rows; i++)
        p.equal[i] = x->values[i] == y->values[i] + offset;
    vec_push(&s->pairs, p);
}

static bool is_copy(const copy_vec_t *copies, term_t leaf)
{
    for (size_t i = 0; i < copies->len; i++)
        if (term_equal(copies->data[i].leaf, leaf))
            return true;
    return false;
}

static bool has_column(const column_vec_t *columns, term_t t)
{
    for (size_t i = 0; i < columns->len; i++)
        if (term_equal(columns->data[i].term, t))
            return true;
    return false;
}

static void collect(slotter_t *s)
{
    guess_t *guess = s->guess;
    copy_vec_t copies = {0};
    copies_of(task_system(guess->task), &copies);
    for (size_t i = 0; i < copies.len; i++)
        for (size_t j = 0; j < i; j++)
            if (copies.data[i].family == copies.data[j].family)
                add_pair(s, &copies.data[i], &copies.data[j]);
    const shape_t *shape = guess->shape;
    for (size_t i = 1; i <= guess->rigid_leaves; i++)
        for (size_t k = 0; k < shape->probes.len; k++)
            if (term_equal(shape->probes.data[k].index,
                           guess->rigid.data[i].term)
                && s->indices.len < MAX_INDICES
                && !has_column(&s->indices, guess->rigid.data[i].term))
                vec_push(&s->indices, guess->rigid.data[i]);
    for (size_t i = 0; i < shape->integers.len; i++)
        if (!is_copy(&copies, guess->integers.data[i].term)
            && s->counters.len < MAX_COUNTERS)
            vec_push(&s->counters, guess->integers.data[i]);
    vec_release(&copies);
}

// ---- positions ----

static term_t position_term(const slotter_t *s, const position_t *p,
                            int64_t shift)
{
    context_t *ctx = s->guess->ctx;
    term_t e = p->base->term;
    if (p->other != NULL)
        e = term_add(ctx, e, p->sign > 0 ? p->other->term
                                         : term_neg(ctx, p->other->term));
    if (p->ring == NULL)
        return term_add(ctx, e, term_int(ctx, -shift));
    const term_t size = affine_term(ctx, &p->ring->size);
    e = term_sub(ctx, e, affine_term(ctx, &p->member->bottom));
    e = term_add(ctx, e, term_int(ctx, -p->back));
    const term_t around = p->sign > 0
        ? term_ite(ctx, term_le(ctx, size, e), term_sub(ctx, e, size), e)
        : term_ite(ctx, term_lt(ctx, e, term_int(ctx, 0)),
                   term_add(ctx, e, size), e);
    return term_add(ctx, around, term_int(ctx, -shift));
}

static void make_places(slotter_t *s, const position_t *p)
{
    guess_t *guess = s->guess;
    if (p->ring == NULL) {
        for (size_t i = 0; i < guess->rows; i++)
            s->places[i] = p->base->values[i]
                + (p->other ? p->sign * p->other->values[i] : 0);
        return;
    }
    const term_t t = position_term(s, p, 0);
    column_vec_t column = {0};
    guess_columns(guess, &t, 1, &column);
    memcpy(s->places, column.data[0].values,
           guess->rows * sizeof *s->places);
    guess_release_columns(&column);
}

// ---- fits ----

typedef struct {
    size_t rows[2 * SPAN + 1];
    bool refuted[2 * SPAN + 1];
    int64_t low[2 * SPAN + 1], high[2 * SPAN + 1]; // of the data
} histogram_t;

static void count_rows(const slotter_t *s, const pair_t *pair,
                       histogram_t *h)
{
    const guess_t *guess = s->guess;
    const guard_t *guard = &guess->guards.data[s->guard];
    *h = (histogram_t){0};
    for (size_t i = 0; i < guess->rows; i++) {
        const int64_t d = s->places[i] - s->index->values[i];
        if (!guard->holds[i] || d < -SPAN || d > SPAN)
            continue;
        const size_t k = (size_t)(d + SPAN);
        const int64_t v = pair->values[i];
        h->refuted[k] |= !pair->equal[i];
        h->low[k] = h->rows[k] == 0 || v < h->low[k] ? v : h->low[k];
        h->high[k] = h->rows[k] == 0 || v > h->high[k] ? v : h->high[k];
        h->rows[k]++;
    }
}

// The offset that most rows have among those that nothing speaks against; the
// data has to differ, or equality says nothing.
static bool best_offset(const slotter_t *s, const histogram_t *h,
                        int64_t *offset)
{
    const size_t least = s->guess->guards.data[s->guard].count / LEAST_SHARE;
    size_t most = least > LEAST_ROWS ? least : LEAST_ROWS;
    bool found = false;
    for (size_t k = 0; k <= 2 * SPAN; k++) {
        if (h->refuted[k] || h->rows[k] < most || h->low[k] == h->high[k])
            continue;
        most = h->rows[k] + 1;
        *offset = (int64_t)k - SPAN;
        found = true;
    }
    return found;
}

static void try_position(slotter_t *s, const position_t *p)
{
    guess_t *guess = s->guess;
    make_places(s, p);
    for (size_t i = 0; i < s->pairs.len; i++) {
        histogram_t h;
        int64_t offset;
        count_rows(s, &s->pairs.data[i], &h);
        if (!best_offset(s, &h, &offset))
            continue;
        const term_t there = term_eq(guess->ctx, position_term(s, p, offset),
                                     s->index->term);
        const term_t same = term_eq(guess->ctx, s->pairs.data[i].a,
                                    s->pairs.data[i].b);
        guess_add(guess, s->guard,
                  term_implies(guess->ctx, there, same), 7);
    }
}

static int64_t least_under(const slotter_t *s, const column_t *c)
{
    const guard_t *guard = &s->guess->guards.data[s->guard];
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < s->guess->rows; i++)
        if (guard->holds[i] && c->values[i] < least)
            least = c->values[i];
    return least;
}

static void try_around(slotter_t *s, const ring_t *ring,
                       const ring_member_t *member)
{
    position_t p = {.member = member, .ring = ring};
    p.base = column_of(s->guess, member->counter);
    for (size_t i = 0; i < s->counters.len; i++) {
        p.other = &s->counters.data[i];
        if (term_equal(p.other->term, p.base->term))
            continue;
        const int64_t least = least_under(s, p.other);
        p.sign = 1;
        p.back = least;
        try_position(s, &p);
        p.sign = -1;
        for (int64_t back = 0; back <= 1; back++) {
            p.back = back - least;
            try_position(s, &p);
        }
    }
}

static void try_rings(slotter_t *s)
{
    const shape_t *shape = s->guess->shape;
    for (size_t i = 0; i < shape->rings.len; i++)
        for (size_t k = 0; k < shape->rings.data[i].members.len; k++)
            try_around(s, &shape->rings.data[i],
                       &shape->rings.data[i].members.data[k]);
}

static void try_sums(slotter_t *s)
{
    for (size_t i = 0; i < s->counters.len; i++) {
        position_t p = {.base = &s->counters.data[i], .sign = 1};
        try_position(s, &p);
        for (size_t k = 0; k < s->counters.len; k++) {
            p.other = &s->counters.data[k];
            p.sign = 1;
            if (k < i)
                try_position(s, &p);
            p.sign = -1;
            if (k != i)
                try_position(s, &p);
        }
    }
}

static bool is_used(const guard_t *guard)
{
    return guard->kind != GUARD_PREDICATE;
}

void guess_slots(guess_t *guess)
{
    slotter_t s = {.guess = guess};
    s.places = xnmalloc(guess->rows + 1, sizeof *s.places);
    collect(&s);
    for (size_t i = 0; i < s.indices.len && s.pairs.len > 0; i++) {
        s.index = &s.indices.data[i];
        for (s.guard = 0; s.guard < guess->guards.len; s.guard++)
            if (is_used(&guess->guards.data[s.guard])) {
                try_sums(&s);
                try_rings(&s);
            }
    }
    for (size_t i = 0; i < s.pairs.len; i++)
        free(s.pairs.data[i].equal);
    vec_release(&s.pairs);
    vec_release(&s.indices);
    vec_release(&s.counters);
    free(s.places);
}
