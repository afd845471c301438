// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/simulate.h"

#include "core/hash.h"
#include "reach/compile.h"
#include "reach/shape.h"
#include "reach/solver.h"

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

// An integer is drawn around its value in the first state that was found, or
// from where state that it is compared with starts.
static int64_t draw_near(simulator_t *s, size_t place)
{
    const shape_t *shape = s->shape;
    const size_t first = shape->probes.len > 0
        ? draw(s) % shape->probes.len : 0;
    for (size_t i = 0; i < shape->probes.len; i++) {
        const shape_probe_t *p =
            &shape->probes.data[(first + i) % shape->probes.len];
        if (term_equal(p->index, s->leaves.data[place]))
            return s->base[leaf_place(&s->leaves, p->x)] - p->offset
                + (int64_t)(draw(s) % 6);
    }
    return s->base[place] + (int64_t)(draw(s) % 9) - 3;
}

// A first state with integers near those of the first one found, as far as
// that is possible: what contradicts is taken back.
static bool draw_first(simulator_t *s)
{
    VEC(framed_t) assumed = {0};
    index_vec_t core = {0};
    for (size_t i = 0; i < s->width; i++) {
        if (kind_at(s, i) != SORT_INT)
            continue;
        const term_t value = term_int(s->ctx, draw_near(s, i));
        const framed_t is = {term_eq(s->ctx, s->leaves.data[i], value), 0};
        vec_push(&assumed, is);
    }
    solver_result_t result = SOLVER_UNSAT;
    while (result == SOLVER_UNSAT) {
        result = solver_check_assuming(s->solver, assumed.data, assumed.len);
        core.len = 0;
        if (result == SOLVER_UNSAT)
            solver_core(s->solver, &core);
        if (core.len == 0)
            break;
        // State depends on parameters more often than the other way round.
        size_t last = 0;
        for (size_t i = 0; i < core.len; i++)
            last = core.data[i] > last ? core.data[i] : last;
        memmove(&assumed.data[last], &assumed.data[last + 1],
                (assumed.len - last - 1) * sizeof assumed.data[0]);
        assumed.len--;
    }
    const bool ok = result == SOLVER_SAT && read_first(s);
    vec_release(&core);
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

void simulate_samples(task_t *task)
{
    simulator_t s;
    shape_t *shape = shape_new(task_system(task));
    init(&s, task, shape);
    if (solver_check(s.solver) == SOLVER_SAT && read_first(&s)) {
        memcpy(s.base, s.first, s.width * sizeof *s.base);
        run_from(&s);
        for (unsigned i = 1; i < VALUATIONS && !task_expired(task); i++)
            if (draw_first(&s))
                run_from(&s);
    }
    release(&s);
    shape_free(shape);
}
