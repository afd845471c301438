// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/sample.h"

#include "core/hash.h"

#include <assert.h>

enum {
    MOST = 300,       // samples
    OF_CONTROL = 24,  // of one valuation of the parameters
    OF_EXTREMES = 24,
    AT_RANDOM = 16,
};

struct sampler {
    const system_t *system;
    size_t parameters, states, width;
    bool *is_number; // for each state
    uint64_t generator;
    size_t taken;    // valuations of the parameters
    VEC(int64_t) pool;
    VEC(size_t) groups; // of each row in the pool: its valuation's number
};

sampler_t *sampler_new(const system_t *system)
{
    sampler_t *s = xcalloc(1, sizeof *s);
    s->system = system;
    s->parameters = system->parameters.len;
    s->states = system->states.len;
    s->width = s->parameters + s->states;
    s->is_number = xcalloc(s->states + 1, sizeof *s->is_number);
    for (size_t i = 0; i < s->states; i++)
        s->is_number[i] = sort_kind(
            system->ctx, var_sort(system->ctx, system->states.data[i]))
            == SORT_INT;
    return s;
}

void sampler_free(sampler_t *s)
{
    if (s == NULL)
        return;
    free(s->is_number);
    vec_release(&s->pool);
    vec_release(&s->groups);
    free(s);
}

// ---- from one search ----

typedef struct {
    sampler_t *sampler;
    expander_t *expander;
    const int64_t *parameters, *rows;
    size_t count;
} source_t;

static const int64_t *source_row(const source_t *s, size_t i)
{
    return s->rows + i * s->sampler->states;
}

static void keep(const source_t *from, size_t i)
{
    sampler_t *s = from->sampler;
    const size_t at = s->pool.len;
    vec_reserve(&s->pool, at + s->width);
    int64_t *row = s->pool.data + at;
    for (size_t k = 0; k < s->parameters; k++)
        row[k] = from->parameters[k];
    if (!expander_close(from->expander, source_row(from, i), &s->generator,
                        row + s->parameters))
        return;
    s->pool.len += s->width;
    vec_push(&s->groups, s->taken);
}

// What the Booleans and enumerations are, as one number.
static uint64_t control(const sampler_t *s, const int64_t *states)
{
    uint64_t h = 0;
    for (size_t i = 0; i < s->states; i++)
        if (!s->is_number[i])
            h = hash_mix(h, (uint64_t)states[i]);
    return h;
}

static void keep_controls(const source_t *from)
{
    map_t *seen = map_new();
    for (size_t i = 0; i < from->count && map_count(seen) < OF_CONTROL; i++) {
        const uint64_t key = control(from->sampler, source_row(from, i));
        if (map_get(seen, key, NULL))
            continue;
        map_put(seen, key, 1);
        keep(from, i);
    }
    map_free(seen);
}

static void keep_extremes_of(const source_t *from, size_t state)
{
    size_t low = SIZE_MAX, high = SIZE_MAX;
    for (size_t i = 0; i < from->count; i++) {
        const int64_t cell = source_row(from, i)[state];
        if (cell_is_open(cell))
            continue;
        if (low == SIZE_MAX || cell < source_row(from, low)[state])
            low = i;
        if (high == SIZE_MAX || cell > source_row(from, high)[state])
            high = i;
    }
    if (low == SIZE_MAX)
        return;
    keep(from, low);
    if (high != low)
        keep(from, high);
}

static void keep_extremes(const source_t *from)
{
    const sampler_t *s = from->sampler;
    size_t left = OF_EXTREMES / 2;
    for (size_t k = 0; k < s->states && left > 0; k++) {
        const size_t state = (s->taken + k) % s->states;
        if (!s->is_number[state])
            continue;
        keep_extremes_of(from, state);
        left--;
    }
}

void sampler_take(sampler_t *s, expander_t *expander,
                  const int64_t *parameters, const int64_t *rows,
                  size_t count)
{
    const source_t from = {s, expander, parameters, rows, count};
    keep_controls(&from);
    keep_extremes(&from);
    for (size_t i = 0; i < AT_RANDOM && i < count; i++)
        keep(&from, hash_u64(s->generator++) % count);
    keep(&from, count - 1);
    s->taken++;
}

// ---- choosing among all ----

typedef struct {
    sampler_t *sampler;
    samples_t *samples;
    size_t *order; // of the pool's rows
    map_t *rows;   // hashes of what is kept
    size_t kept;
} selection_t;

static const int64_t *pool_row(const sampler_t *s, size_t i)
{
    return s->pool.data + i * s->width;
}

// Two rows with one hash are the same row, or no loss.
static void select_row(selection_t *sel, size_t i)
{
    const sampler_t *s = sel->sampler;
    const int64_t *row = pool_row(s, i);
    uint64_t h = 0;
    for (size_t k = 0; k < s->width; k++)
        h = hash_mix(h, (uint64_t)row[k]);
    if (sel->kept >= MOST || map_get(sel->rows, h, NULL))
        return;
    map_put(sel->rows, h, 1);
    for (size_t k = 0; k < s->width; k++)
        vec_push(&sel->samples->cells, row[k]);
    sel->kept++;
}

static void shuffle(sampler_t *s, size_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        const size_t k = hash_u64(s->generator++) % i;
        const size_t swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

// The first with each key, at most half of all.
static void select_different(selection_t *sel, bool by_group)
{
    sampler_t *s = sel->sampler;
    map_t *seen = map_new();
    for (size_t n = 0; n < s->groups.len && map_count(seen) < MOST / 2; n++) {
        const size_t i = sel->order[n];
        const uint64_t key = by_group
            ? s->groups.data[i] : control(s, pool_row(s, i) + s->parameters);
        if (map_get(seen, key, NULL))
            continue;
        map_put(seen, key, 1);
        select_row(sel, i);
    }
    map_free(seen);
}

void sampler_finish(sampler_t *s, samples_t *samples)
{
    assert(samples->width == s->width);
    selection_t sel = {.sampler = s, .samples = samples, .rows = map_new()};
    sel.order = xcalloc(s->groups.len + 1, sizeof *sel.order);
    shuffle(s, sel.order, s->groups.len);
    select_different(&sel, false);
    select_different(&sel, true);
    for (size_t n = 0; n < s->groups.len; n++)
        select_row(&sel, sel.order[n]);
    map_free(sel.rows);
    free(sel.order);
}
