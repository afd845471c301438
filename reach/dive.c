// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/dive.h"

#include "core/hash.h"
#include "core/walk.h"
#include "reach/choice.h"
#include "reach/distance.h"
#include "reach/rows.h"
#include "reach/valuation.h"
#include "reach/witness.h"

#define POOL 32          // inputs that are tried in each step
#define MAX_STEPS 50000
#define MAX_REFUSED 8    // per target
#define SHRINK_MS 1500   // to make a run simpler, twice
#define START_MS 300
#define MAX_GUIDE 20000  // nodes of a term
#define MAX_WAYS 16      // in which a target is bad

// Roots of the programs.
enum { VALID, HELD, BAD, GUIDE, NEXT };

// What a dive goes for: one of the ways in which a target can be bad.
typedef struct {
    size_t target;
    term_t way;
    program_t *program; // made when needed
} goal_t;

struct dive {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    term_vec_t leaves;
    size_t width;         // parameters and states
    size_t inputs;        // inputs and edges
    size_t stride;        // of rows of inputs: at least 1
    unroll_t *start;      // a solver for first states
    valuations_t *valuations;
    VEC(goal_t) goals;
    size_t *refused;      // per target
    size_t count;         // of first states so far
    size_t next_goal;
    bool found_first;
    uint64_t random, until;
    int64_t *first, *row; // parameters and state: at first, now
    int64_t *cells, *results;
    VEC(int64_t) pool;    // rows of inputs
    VEC(int64_t) taken;   // rows of inputs: the run
};

static uint64_t draw(dive_t *d, uint64_t below)
{
    return hash_u64(d->random++) % below;
}

static bool time_is_up(const dive_t *d)
{
    return now_ms() >= d->until;
}

// ---- programs ----

// The sum of how far the condition is from being true now, after one step and
// after two: the latter see through registers.
static term_t guide(const dive_t *d, term_t bad)
{
    term_t sum = distance_to(d->ctx, bad);
    for (unsigned i = 0; i < 2; i++) {
        bad = system_pre(d->system, bad);
        if (walk_size(d->ctx, &bad, 1).nodes > MAX_GUIDE)
            break;
        sum = term_add(d->ctx, sum, distance_to(d->ctx, bad));
    }
    return sum;
}

static program_t *program_of(dive_t *d, goal_t *goal)
{
    if (goal->program != NULL)
        return goal->program;
    const system_t *s = d->system;
    const term_t roots[] = {s->valid, s->held,
                            s->targets.data[goal->target].bad,
                            guide(d, goal->way)};
    term_vec_t all = {0};
    for (size_t i = 0; i < NEXT; i++)
        vec_push(&all, roots[i]);
    for (size_t i = 0; i < s->next.len; i++)
        vec_push(&all, s->next.data[i]);
    goal->program = program_new(d->ctx, d->leaves.data, d->leaves.len,
                                all.data, all.len);
    vec_release(&all);
    return goal->program;
}

// A conjunct that is a disjunction, or conjuncts->len.
static size_t find_disjunction(const dive_t *d, const term_vec_t *conjuncts)
{
    size_t i = 0;
    while (i < conjuncts->len
           && (!term_negated(conjuncts->data[i])
               || term_kind(d->ctx, conjuncts->data[i]) != TERM_AND))
        i++;
    return i;
}

static term_t with_way(const dive_t *d, const term_vec_t *conjuncts,
                       size_t at, term_t way)
{
    for (size_t i = 0; i < conjuncts->len; i++)
        if (i != at)
            way = term_and(d->ctx, way, conjuncts->data[i]);
    return way;
}

// Replaces the way at `at` by those of its first disjunction. False if it has
// none.
static bool split_way(const dive_t *d, term_vec_t *ways, size_t at)
{
    term_vec_t conjuncts = {0}, others = {0};
    choice_conjuncts(d->ctx, ways->data[at], &conjuncts);
    const size_t split = find_disjunction(d, &conjuncts);
    if (split < conjuncts.len)
        choice_conjuncts(d->ctx, term_not(conjuncts.data[split]), &others);
    for (size_t i = 0; i < others.len; i++) {
        const term_t way = with_way(d, &conjuncts, split,
                                    term_not(others.data[i]));
        if (i == 0)
            ways->data[at] = way;
        else
            vec_push(ways, way);
    }
    const bool found = split < conjuncts.len;
    vec_release(&conjuncts);
    vec_release(&others);
    return found;
}

// The distance to a disjunction may lead to the nearest of its parts for
// ever, so each has a dive of its own.
static void add_goals(dive_t *d, size_t target)
{
    term_vec_t ways = {0};
    vec_push(&ways, d->system->targets.data[target].bad);
    for (size_t i = 0; i < ways.len; i++)
        while (ways.len < MAX_WAYS && split_way(d, &ways, i))
            ;
    for (size_t i = 0; i < ways.len; i++) {
        const goal_t goal = {target, ways.data[i], NULL};
        vec_push(&d->goals, goal);
    }
    vec_release(&ways);
}

// The step from the row with these inputs; false if it cannot be computed or
// is no step.
static bool run_step(dive_t *d, program_t *program, const int64_t *row,
                     const int64_t *inputs)
{
    memcpy(d->cells, row, d->width * sizeof *row);
    memcpy(d->cells + d->width, inputs, d->inputs * sizeof *inputs);
    return program_run(program, d->cells, d->results) && d->results[VALID];
}

// The row after the step just run.
static void take_next(const dive_t *d, int64_t *row)
{
    memcpy(row + d->system->parameters.len, d->results + NEXT,
           d->system->states.len * sizeof *row);
}

// ---- first states ----

static bool read_cell(const value_t *v, sort_kind_t kind, int64_t *cell)
{
    *cell = kind == SORT_BOOL ? v->boolean
        : kind == SORT_ENUM ? (int64_t)v->position : v->number.small;
    return kind != SORT_INT || bigint_is_small(v->number);
}

static bool read_first(dive_t *d, const trace_t *trace)
{
    bool fits = true;
    for (size_t i = 0; i < d->width; i++) {
        const value_t *v = trace_get(trace, 0,
                                     term_var(d->ctx, d->leaves.data[i]));
        fits &= read_cell(v, sort_kind(d->ctx, v->sort), &d->first[i]);
    }
    return fits;
}

// A first state with these parameters (NULL: the smallest that there are).
static bool find_first(dive_t *d, const int64_t *parameters)
{
    VEC(framed_t) assumed = {0};
    for (size_t i = 0; parameters && i < d->system->parameters.len; i++) {
        value_t v = cell_value(d->ctx, term_sort(d->ctx, d->leaves.data[i]),
                               parameters[i]);
        const framed_t is = {term_eq(d->ctx, d->leaves.data[i],
                                     value_term(d->ctx, &v)), 0};
        vec_push(&assumed, is);
        value_release(&v);
    }
    trace_t *trace = witness_trace(d->system, unroll_solver(d->start), 1,
                                   assumed.data, assumed.len, START_MS);
    const bool ok = trace != NULL && read_first(d, trace);
    trace_free(trace);
    vec_release(&assumed);
    return ok;
}

// The smallest parameters at first, then some of the interesting ones and
// some at random.
static bool choose_first(dive_t *d)
{
    const size_t count = valuations_count(d->valuations);
    if (d->count == 0 || d->system->parameters.len == 0)
        return find_first(d, NULL);
    if (d->count % 2 == 1 && count > 0)
        return find_first(d, valuations_at(d->valuations, draw(d, count)));
    int64_t *values = xcalloc(d->system->parameters.len, sizeof *values);
    const bool ok = valuations_draw(d->valuations, &d->random, values)
        && find_first(d, values);
    free(values);
    return ok;
}

// ---- inputs to try ----

// Numbers that something may be compared with.
static int64_t draw_number(dive_t *d)
{
    const int64_t near = (int64_t)draw(d, 3) - 1;
    if (d->width == 0 || draw(d, 2) == 0)
        return near;
    return d->first[draw(d, d->width)] + near;
}

static int64_t draw_input(dive_t *d, size_t leaf)
{
    const sort_t sort = term_sort(d->ctx, d->leaves.data[leaf]);
    switch (sort_kind(d->ctx, sort)) {
    case SORT_BOOL: return (int64_t)draw(d, 2);
    case SORT_ENUM:
        return (int64_t)draw(d, sort_literal_count(d->ctx, sort));
    default: return draw_number(d);
    }
}

static bool few_inputs(const dive_t *d)
{
    for (size_t i = d->width; i < d->leaves.len; i++)
        if (sort_kind(d->ctx, term_sort(d->ctx, d->leaves.data[i]))
            != SORT_BOOL)
            return false;
    return d->inputs < 6 && (1u << d->inputs) <= POOL;
}

// All there are, or some.
static void fill_pool(dive_t *d)
{
    const bool few = few_inputs(d);
    const size_t count = few ? (size_t)1 << d->inputs : POOL;
    d->pool.len = 0;
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < d->stride; i++)
            vec_push(&d->pool, few ? (int64_t)(k >> i & 1)
                                   : draw_input(d, d->width + i));
}

static size_t pool_size(const dive_t *d)
{
    return d->pool.len / d->stride;
}

static const int64_t *pool_at(const dive_t *d, size_t i)
{
    return d->pool.data + i * d->stride;
}

static void take(dive_t *d, const int64_t *inputs)
{
    for (size_t i = 0; i < d->stride; i++)
        vec_push(&d->taken, inputs[i]);
}

// ---- going down ----

typedef struct {
    size_t last;      // the inputs of the step before, in the pool
    uint64_t noise;   // one step in so many is any; 0: none
    int64_t best;     // the nearest that this dive came
    size_t stale;     // steps since then
    size_t patience;  // how many there may be
} path_t;

typedef struct {
    size_t inputs; // in the pool; SIZE_MAX: none
    int64_t score;
    bool bad;
} choice_of_step_t;

static int64_t score(dive_t *d, program_t *program, const int64_t *inputs,
                     int64_t *row)
{
    take_next(d, row);
    memcpy(d->cells, row, d->width * sizeof *row);
    memcpy(d->cells + d->width, inputs, d->inputs * sizeof *inputs);
    return program_run(program, d->cells, d->results) ? d->results[GUIDE]
                                                      : INT64_MAX;
}

// Among equals the inputs of the step before, or any.
static bool is_better(dive_t *d, const path_t *p, size_t i, int64_t value,
                      const choice_of_step_t *best)
{
    if (best->inputs == SIZE_MAX || value < best->score)
        return true;
    if (value > best->score || best->inputs == p->last)
        return false;
    return i == p->last ? draw(d, 16) > 0 : draw(d, 2) == 0;
}

static choice_of_step_t choose_step(dive_t *d, program_t *program,
                                    const path_t *p, int64_t *scratch)
{
    choice_of_step_t best = {SIZE_MAX, INT64_MAX, false};
    const bool any = p->noise > 0 && draw(d, p->noise) == 0;
    memcpy(scratch, d->row, d->width * sizeof *scratch);
    for (size_t i = 0; i < pool_size(d); i++) {
        const int64_t *inputs = pool_at(d, i);
        if (!run_step(d, program, d->row, inputs))
            continue;
        if (d->results[BAD])
            return (choice_of_step_t){i, 0, true};
        if (!d->results[HELD])
            continue;
        const int64_t value = score(d, program, inputs, scratch);
        if (any ? best.inputs == SIZE_MAX || draw(d, 4) == 0
                : is_better(d, p, i, value, &best))
            best = (choice_of_step_t){i, value, false};
    }
    return best;
}

static void advance(dive_t *d, program_t *program, path_t *p,
                    const choice_of_step_t *step)
{
    const int64_t *inputs = pool_at(d, step->inputs);
    const bool runs = run_step(d, program, d->row, inputs);
    if (!runs)
        BUG("a step of a dive cannot be repeated");
    take_next(d, d->row);
    p->last = step->inputs;
    p->stale = step->score < p->best ? 0 : p->stale + 1;
    if (step->score < p->best)
        p->best = step->score;
}

// True if it ends in a bad step; the inputs are then in `taken`.
static bool go_down(dive_t *d, program_t *program, path_t *p)
{
    int64_t *scratch = xnmalloc(d->width, sizeof *scratch);
    bool found = false;
    memcpy(d->row, d->first, d->width * sizeof *d->row);
    d->taken.len = 0;
    for (size_t n = 0; n < MAX_STEPS && p->stale < p->patience; n++) {
        const choice_of_step_t step = choose_step(d, program, p, scratch);
        if (step.inputs == SIZE_MAX || (n % 64 == 0 && time_is_up(d)))
            break;
        take(d, pool_at(d, step.inputs));
        found = step.bad;
        if (found)
            break;
        advance(d, program, p, &step);
    }
    free(scratch);
    return found;
}

// ---- shorter ----

static size_t taken_steps(const dive_t *d)
{
    return d->taken.len / d->stride;
}

static const int64_t *taken_at(const dive_t *d, size_t step)
{
    return d->taken.data + step * d->stride;
}

// Runs the steps of `taken` but those in a range; how many it takes to a bad
// one, or 0 if there is none.
static size_t replay(dive_t *d, program_t *program, size_t from, size_t to)
{
    const size_t count = taken_steps(d);
    size_t steps = 0;
    memcpy(d->row, d->first, d->width * sizeof *d->row);
    for (size_t i = 0; i < count; i++) {
        if (i >= from && i < to)
            continue;
        if (!run_step(d, program, d->row, taken_at(d, i)))
            return 0;
        steps++;
        if (d->results[BAD])
            return steps;
        if (!d->results[HELD])
            return 0;
        take_next(d, d->row);
    }
    return 0;
}

static void remove_steps(dive_t *d, size_t from, size_t to, size_t steps)
{
    memmove(d->taken.data + from * d->stride, taken_at(d, to),
            (d->taken.len - to * d->stride) * sizeof *d->taken.data);
    d->taken.len = steps * d->stride;
}

static void shorten(dive_t *d, program_t *program)
{
    size_t count = taken_steps(d);
    for (size_t chunk = count / 2; chunk > 0; chunk /= 2)
        for (size_t at = 0; at + chunk <= count && !time_is_up(d);) {
            const size_t steps = replay(d, program, at, at + chunk);
            if (steps == 0) {
                at += chunk;
                continue;
            }
            remove_steps(d, at, at + chunk, steps);
            count = steps;
        }
}

// One input with the value of the step before, from step `from` on.
static void steady(dive_t *d, program_t *program, size_t input, size_t from,
                   size_t to)
{
    if (from >= to || time_is_up(d))
        return;
    int64_t *before = xnmalloc(to - from, sizeof *before);
    int64_t *cell = d->taken.data + input;
    bool change = false;
    for (size_t i = from; i < to; i++) {
        before[i - from] = cell[i * d->stride];
        cell[i * d->stride] = cell[(from - 1) * d->stride];
        change |= before[i - from] != cell[i * d->stride];
    }
    const size_t count = taken_steps(d);
    const bool ok = !change || replay(d, program, 0, 0) == count;
    for (size_t i = from; i < to && !ok; i++)
        cell[i * d->stride] = before[i - from];
    free(before);
    if (ok || to - from == 1)
        return;
    const size_t middle = from + (to - from) / 2;
    steady(d, program, input, from, middle);
    steady(d, program, input, middle, to);
}

// ---- telling ----

static trace_t *make_trace(dive_t *d, program_t *program)
{
    const size_t count = taken_steps(d);
    const size_t length = d->leaves.len;
    int64_t *cells = xnmalloc(count * length, sizeof *cells);
    const int64_t **rows = xnmalloc(count, sizeof *rows);
    memcpy(d->row, d->first, d->width * sizeof *d->row);
    for (size_t i = 0; i < count; i++) {
        if (!run_step(d, program, d->row, taken_at(d, i)))
            BUG("a run of a dive cannot be repeated");
        memcpy(cells + i * length, d->cells, length * sizeof *cells);
        rows[i] = cells + i * length;
        take_next(d, d->row);
    }
    trace_t *trace = rows_trace(d->system, rows, count);
    free(cells);
    free(rows);
    return trace;
}

static void tell(dive_t *d, program_t *program, size_t target)
{
    shorten(d, program);
    const size_t count = taken_steps(d);
    for (size_t i = 0; i < d->inputs; i++)
        steady(d, program, i, 1, count);
    if (!task_violated(d->task, target, make_trace(d, program)))
        d->refused[target]++;
}

// ---- life ----

dive_t *dive_new(task_t *task)
{
    dive_t *d = xcalloc(1, sizeof *d);
    d->task = task;
    d->system = task_system(task);
    d->ctx = d->system->ctx;
    system_leaves(d->system, &d->leaves);
    d->width = system_row_width(d->system);
    d->inputs = d->leaves.len - d->width;
    d->stride = d->inputs > 0 ? d->inputs : 1;
    d->start = unroll_new(task, true);
    d->valuations = valuations_new(d->system);
    for (size_t i = 0; i < task_target_count(task); i++)
        add_goals(d, i);
    d->refused = xcalloc(task_target_count(task), sizeof *d->refused);
    d->first = xcalloc(d->width, sizeof *d->first);
    d->row = xcalloc(d->width, sizeof *d->row);
    d->cells = xcalloc(d->leaves.len, sizeof *d->cells);
    d->results = xcalloc(NEXT + d->system->states.len, sizeof *d->results);
    return d;
}

void dive_free(dive_t *d)
{
    if (d == NULL)
        return;
    for (size_t i = 0; i < d->goals.len; i++)
        program_free(d->goals.data[i].program);
    vec_release(&d->goals);
    free(d->refused);
    free(d->first);
    free(d->row);
    free(d->cells);
    free(d->results);
    valuations_free(d->valuations);
    unroll_free(d->start);
    vec_release(&d->leaves);
    vec_release(&d->pool);
    vec_release(&d->taken);
    free(d);
}

// Counters run as far as the parameters say.
static size_t patience(const dive_t *d)
{
    int64_t most = 0;
    for (size_t i = 0; i < d->system->parameters.len; i++)
        if (d->first[i] > most)
            most = d->first[i];
    return most > 2000 ? 5000 : 256 + 2 * (size_t)most;
}

static bool dive_once(dive_t *d, program_t *program, uint64_t noise)
{
    path_t path = {.last = SIZE_MAX, .noise = noise, .best = INT64_MAX,
                   .patience = patience(d)};
    return go_down(d, program, &path);
}

// The same dive with a smaller parameter. If it fails, everything is as
// before.
static bool dive_smaller(dive_t *d, program_t *program, uint64_t noise,
                         size_t parameter, int64_t value)
{
    int64_t *first = xnmalloc(d->width, sizeof *first);
    const size_t len = d->taken.len;
    int64_t *taken = xnmalloc(len, sizeof *taken);
    memcpy(first, d->first, d->width * sizeof *first);
    memcpy(taken, d->taken.data, len * sizeof *taken);
    for (size_t i = 0; i < d->system->parameters.len; i++)
        d->row[i] = i == parameter ? value : first[i];
    const bool ok = find_first(d, d->row) && dive_once(d, program, noise);
    if (!ok) {
        memcpy(d->first, first, d->width * sizeof *first);
        vec_reserve(&d->taken, len);
        memcpy(d->taken.data, taken, len * sizeof *taken);
        d->taken.len = len;
    }
    free(first);
    free(taken);
    return ok;
}

static void shrink_parameters(dive_t *d, program_t *program, uint64_t noise)
{
    for (size_t i = 0; i < d->system->parameters.len; i++) {
        int64_t low = 0, high = d->first[i];
        const sort_t sort = term_sort(d->ctx, d->leaves.data[i]);
        if (sort_kind(d->ctx, sort) != SORT_INT)
            continue;
        while (low < high && !time_is_up(d)) {
            const int64_t middle = low + (high - low) / 2;
            if (dive_smaller(d, program, noise, i, middle))
                high = middle;
            else
                low = middle + 1;
        }
    }
}

static void dive_for(dive_t *d, goal_t *goal)
{
    static const uint64_t noises[] = {0, 64, 8};
    program_t *program = program_of(d, goal);
    for (size_t i = 0; i < ARRAY_LEN(noises) && !time_is_up(d); i++) {
        if (!dive_once(d, program, noises[i]))
            continue;
        const uint64_t until = d->until;
        d->until = now_ms() + SHRINK_MS;
        if (d->count > 1)
            shrink_parameters(d, program, noises[i]);
        d->until = now_ms() + SHRINK_MS;
        tell(d, program, goal->target);
        d->until = until;
        return;
    }
}

static bool is_wanted(const dive_t *d, size_t target)
{
    return task_target(d->task, target) == TARGET_OPEN
        && d->refused[target] < MAX_REFUSED;
}

// One goal after the other, then the same from another first state.
static void dive_next(dive_t *d)
{
    if (d->next_goal == 0) {
        d->found_first = choose_first(d);
        d->count++;
        fill_pool(d);
    }
    goal_t *goal = &d->goals.data[d->next_goal];
    d->next_goal = (d->next_goal + 1) % d->goals.len;
    if (d->found_first && is_wanted(d, goal->target))
        dive_for(d, goal);
}

void dive_run(dive_t *d, uint64_t milliseconds)
{
    d->until = now_ms() + milliseconds;
    while (!time_is_up(d) && !task_expired(d->task))
        dive_next(d);
}
