// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/simulate.h"

#include "core/hash.h"
#include "reach/compile.h"
#include "reach/shape.h"
#include "reach/solver.h"

#define ENOUGH_ROWS 120
#define ENOUGH_VALUATIONS 8
#define VALUATIONS 24 // of the parameters
#define ROWS 48       // for each
#define WALKS 12
#define STEPS 40
#define TRIES 6       // inputs drawn until they are valid

// Roots of the program.
enum { ROOT_VALID, ROOT_HELD, ROOT_NEXT };

typedef struct {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    solver_t *solver;
    program_t *program;
    term_vec_t leaves;
    size_t width;         // of a row
    int64_t *cells;       // one step
    int64_t *base;        // the first that was found
    int64_t *first;       // parameters and first state of a walk
    int64_t *results;
    const shape_t *shape;
    map_t *seen;          // rows
    uint64_t random;
} simulator_t;

static uint64_t draw(simulator_t *s)
{
    s->random = hash_u64(s->random + 0x9e3779b97f4a7c15u);
    return s->random;
}

static sort_kind_t kind_at(const simulator_t *s, size_t leaf)
{
    return sort_kind(s->ctx, term_sort(s->ctx, s->leaves.data[leaf]));
}

// ---- first states ----

static bool read_first(simulator_t *s)
{
    bool fits = true;
    for (size_t i = 0; i < s->width; i++) {
        value_t v = solver_value(s->solver, s->leaves.data[i], 0);
        switch (kind_at(s, i)) {
        case SORT_BOOL: s->first[i] = v.boolean; break;
        case SORT_ENUM: s->first[i] = v.position; break;
        default:
            fits &= bigint_is_small(v.number);
            s->first[i] = v.number.small;
        }
        value_release(&v);
    }
    return fits;
}

static size_t leaf_place(const term_vec_t *leaves, term_t leaf)
{
    size_t i = 0;
    while (!term_equal(leaves->data[i], leaf))
        i++;
    return i;
}

// What an integer is drawn around: its value in the first state that was
// found, or where state that it is compared with would meet it.
static int64_t middle_of(simulator_t *s, size_t place)
{
    const shape_t *shape = s->shape;
    const size_t first = shape->probes.len > 0
        ? draw(s) % shape->probes.len : 0;
    for (size_t i = 0; i < shape->probes.len; i++) {
        const shape_probe_t *p =
            &shape->probes.data[(first + i) % shape->probes.len];
        if (term_equal(p->index, s->leaves.data[place]))
            return s->base[leaf_place(&s->leaves, p->x)] - p->offset;
    }
    return s->base[place];
}

// A first state with integers near those of the first one found, as far as
// that is possible: each in turn gets a value of its own.
static bool draw_first(simulator_t *s)
{
    VEC(framed_t) assumed = {0};
    for (size_t i = 0; i < s->width; i++) {
        if (kind_at(s, i) != SORT_INT)
            continue;
        const int64_t value = middle_of(s, i) + (int64_t)(draw(s) % 9) - 3;
        const framed_t is = {term_eq(s->ctx, s->leaves.data[i],
                                     term_int(s->ctx, value)), 0};
        vec_push(&assumed, is);
        if (solver_check_assuming(s->solver, assumed.data, assumed.len)
            != SOLVER_SAT)
            assumed.len--;
    }
    const bool ok = solver_check_assuming(s->solver, assumed.data,
                                          assumed.len) == SOLVER_SAT
        && read_first(s);
    vec_release(&assumed);
    return ok;
}

// ---- runs ----

// Inputs that are compared with something should meet it now and then.
static int64_t draw_number(simulator_t *s)
{
    const uint64_t r = draw(s);
    const int64_t near = (int64_t)(r >> 8 & 3) - 1;
    if ((r & 3) == 0 || s->width == 0)
        return near;
    const size_t i = (size_t)((r >> 16) % s->width);
    return kind_at(s, i) == SORT_INT ? s->cells[i] + ((r & 3) == 1 ? near : 0)
                                     : (int64_t)(r >> 40 & 7);
}

static void draw_inputs(simulator_t *s, uint64_t bias)
{
    for (size_t i = s->width; i < s->leaves.len; i++) {
        const sort_t sort = term_sort(s->ctx, s->leaves.data[i]);
        switch (sort_kind(s->ctx, sort)) {
        case SORT_BOOL:
            // Each input has a likelihood of its own in each walk.
            s->cells[i] = draw(s) % 8 < 1 + (bias >> i % 32 * 2 & 3) * 2;
            break;
        case SORT_ENUM:
            s->cells[i] = (int64_t)(draw(s)
                                    % sort_literal_count(s->ctx, sort));
            break;
        default:
            s->cells[i] = draw_number(s);
        }
    }
}

// Computes the next state; false if no valid inputs were found.
static bool try_step(simulator_t *s, uint64_t bias)
{
    for (unsigned i = 0; i < TRIES; i++) {
        draw_inputs(s, bias);
        if (program_run(s->program, s->cells, s->results)
            && s->results[ROOT_VALID] && s->results[ROOT_HELD])
            return true;
    }
    return false;
}

static bool keep_row(simulator_t *s)
{
    const uint64_t hash = hash_bytes(s->cells, s->width * sizeof *s->cells);
    if (map_get(s->seen, hash, NULL))
        return false;
    map_put(s->seen, hash, 1);
    samples_t *samples = task_new_samples(s->task);
    for (size_t i = 0; i < s->width; i++)
        vec_push(&samples->cells, s->cells[i]);
    return true;
}

// Returns how many new states it met.
static size_t walk(simulator_t *s, size_t most)
{
    const uint64_t bias = draw(s);
    const size_t parameters = s->system->parameters.len;
    memcpy(s->cells, s->first, s->width * sizeof *s->cells);
    size_t kept = keep_row(s);
    for (unsigned step = 0; step < STEPS && kept < most; step++) {
        if (!try_step(s, bias))
            break;
        memcpy(s->cells + parameters, s->results + ROOT_NEXT,
               s->system->states.len * sizeof *s->cells);
        // A state without valid inputs is in no run.
        if (!try_step(s, bias))
            break;
        kept += keep_row(s);
    }
    return kept;
}

static void run_from(simulator_t *s)
{
    size_t left = ROWS;
    for (unsigned i = 0; i < WALKS && left > 0; i++)
        left -= walk(s, left);
}

// ---- all of it ----

static void make_program(simulator_t *s)
{
    term_vec_t roots = {0};
    vec_push(&roots, s->system->valid);
    vec_push(&roots, s->system->held);
    for (size_t i = 0; i < s->system->next.len; i++)
        vec_push(&roots, s->system->next.data[i]);
    s->program = program_new(s->ctx, s->leaves.data, s->leaves.len,
                             roots.data, roots.len);
    s->results = xcalloc(roots.len, sizeof *s->results);
    vec_release(&roots);
}

static void init(simulator_t *s, task_t *task, const shape_t *shape)
{
    const system_t *system = task_system(task);
    *s = (simulator_t){.task = task, .system = system, .ctx = system->ctx,
                       .shape = shape};
    system_leaves(system, &s->leaves);
    s->width = system_row_width(system);
    s->cells = xcalloc(s->leaves.len + 1, sizeof *s->cells);
    s->base = xcalloc(s->width + 1, sizeof *s->base);
    s->first = xcalloc(s->width + 1, sizeof *s->first);
    s->seen = map_new();
    s->solver = solver_new(system);
    solver_assert(s->solver, system->fixed, 0);
    solver_assert(s->solver, system->init, 0);
    solver_assert(s->solver, system->valid, 0);
    solver_set_limit(s->solver, task_time_left(task, 500));
    make_program(s);
}

static void release(simulator_t *s)
{
    solver_free(s->solver);
    program_free(s->program);
    map_free(s->seen);
    vec_release(&s->leaves);
    free(s->cells);
    free(s->base);
    free(s->first);
    free(s->results);
}

static size_t count_valuations(const task_t *task)
{
    const samples_t *samples = task_samples(task);
    const size_t bytes = task_system(task)->parameters.len * sizeof(int64_t);
    map_t *seen = map_new();
    for (size_t i = 0; i + samples->width <= samples->cells.len;
         i += samples->width)
        map_put(seen, hash_bytes(samples->cells.data + i, bytes), 1);
    const size_t count = map_count(seen);
    map_free(seen);
    return count;
}

// Is some state ever where a rigid index is?
static bool is_met(const task_t *task, const term_vec_t *leaves,
                   const shape_probe_t *probe)
{
    const samples_t *samples = task_samples(task);
    const size_t x = leaf_place(leaves, probe->x);
    const size_t index = leaf_place(leaves, probe->index);
    for (size_t i = 0; i + samples->width <= samples->cells.len;
         i += samples->width)
        if (samples->cells.data[i + x]
            == samples->cells.data[i + index] + probe->offset)
            return true;
    return false;
}

static bool are_probes_met(const task_t *task, const shape_t *shape)
{
    term_vec_t leaves = {0};
    bool met = true;
    system_leaves(task_system(task), &leaves);
    for (size_t i = 0; i < shape->probes.len; i++)
        met &= is_met(task, &leaves, &shape->probes.data[i]);
    vec_release(&leaves);
    return met;
}

static bool has_enough(const task_t *task, const shape_t *shape)
{
    const samples_t *samples = task_samples(task);
    return samples->width == 0
        || (samples->cells.len / samples->width >= ENOUGH_ROWS
            && count_valuations(task) >= ENOUGH_VALUATIONS
            && are_probes_met(task, shape));
}

static void simulate(task_t *task, const shape_t *shape)
{
    simulator_t s;
    init(&s, task, shape);
    if (solver_check(s.solver) == SOLVER_SAT && read_first(&s)) {
        memcpy(s.base, s.first, s.width * sizeof *s.base);
        run_from(&s);
        for (unsigned i = 1; i < VALUATIONS && !task_expired(task); i++)
            if (draw_first(&s))
                run_from(&s);
    }
    release(&s);
}

void simulate_samples(task_t *task)
{
    shape_t *shape = shape_new(task_system(task));
    if (!has_enough(task, shape))
        simulate(task, shape);
    shape_free(shape);
}
