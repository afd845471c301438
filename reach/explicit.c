// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "reach/engine.h"
#include "reach/sample.h"
#include "reach/search.h"
#include "reach/valuation.h"

// Effort is counted in instructions; a hundred million are a second or two.
// The clock is looked at only so that a slow machine does not wait.
enum {
    TOTAL_EFFORT = 100000000,
    MOST_STATES = 200000,     // with one valuation
    MOST_MILLISECONDS = 4000,
    WALKED_VALUATIONS = 16,
    WALKS = 4,                // with each of them
    WALK_STEPS = 100,
    PROOF_STATES = 200,       // an invariant that is a list is no longer
};

typedef struct {
    task_t *task;
    const system_t *system;
    search_t *search;
    valuations_t *valuations;
    sampler_t *sampler;
    bool *finished; // for each valuation
    uint64_t start, until;
} engine_state_t;

// ---- a proof by enumeration ----

static term_t cell_term(context_t *ctx, sort_t sort, int64_t cell)
{
    value_t value = cell_value(ctx, sort, cell);
    const term_t t = value_term(ctx, &value);
    value_release(&value);
    return t;
}

static term_t row_condition(engine_state_t *e, const int64_t *row)
{
    context_t *ctx = e->system->ctx;
    term_t all = term_true(ctx);
    for (size_t i = 0; i < e->system->states.len; i++) {
        const var_t var = e->system->states.data[i];
        const term_t leaf = term_last(ctx, var);
        const term_t one = cell_is_open(row[i])
            ? expander_cell_condition(search_expander(e->search), row[i], leaf)
            : term_eq(ctx, leaf, cell_term(ctx, var_sort(ctx, var), row[i]));
        all = term_and(ctx, all, one);
    }
    return all;
}

// All states are known, and none of them is bad: their list is inductive.
static void prove_by_list(engine_state_t *e)
{
    context_t *ctx = e->system->ctx;
    if (search_count(e->search) > PROOF_STATES)
        return;
    term_t any = term_false(ctx);
    for (size_t i = 0; i < search_count(e->search); i++)
        any = term_or(ctx, any, row_condition(e, search_row(e->search, i)));
    for (size_t t = 0; t < task_target_count(e->task); t++)
        if (task_target(e->task, t) == TARGET_OPEN
            && !search_found(e->search, t))
            task_proved(e->task, t, &any, 1);
}

// ---- searching ----

static uint64_t effort(engine_state_t *e)
{
    return expander_effort(search_expander(e->search)) - e->start;
}

static bool is_over(engine_state_t *e)
{
    return effort(e) >= TOTAL_EFFORT || now_ms() >= e->until
        || task_expired(e->task);
}

static void take_samples(engine_state_t *e, const int64_t *parameters)
{
    if (search_count(e->search) > 0)
        sampler_take(e->sampler, search_expander(e->search), parameters,
                     search_row(e->search, 0), search_count(e->search));
}

// All valuations, each with at most this effort.
static void search_all(engine_state_t *e, uint64_t most)
{
    for (size_t i = 0; i < valuations_count(e->valuations) && !is_over(e);
         i++) {
        if (e->finished[i])
            continue;
        const int64_t *parameters = valuations_at(e->valuations, i);
        const search_limits_t limits = {
            .effort = most, .states = MOST_STATES, .until = e->until};
        const search_end_t end = search_explore(e->search, parameters,
                                                &limits);
        e->finished[i] = end != SEARCH_STOPPED;
        take_samples(e, parameters);
        if (end == SEARCH_ALL && valuations_sole(e->valuations))
            prove_by_list(e);
    }
}

// ---- walking ----

static search_limits_t small_limits(const engine_state_t *e)
{
    return (search_limits_t){.effort = TOTAL_EFFORT / 256,
                             .states = MOST_STATES, .until = e->until};
}

// Is the target bad with these parameters, too, as far as a short search can
// tell?
static bool is_bad_with(engine_state_t *e, const int64_t *parameters,
                        size_t target)
{
    const search_limits_t limits = small_limits(e);
    search_set_quiet(e->search, true);
    search_explore(e->search, parameters, &limits);
    search_set_quiet(e->search, false);
    return search_noted(e->search, target);
}

// Makes a parameter as small as possible.
static void lower(engine_state_t *e, size_t parameter, int64_t *parameters,
                  size_t target)
{
    const size_t count = e->system->parameters.len;
    int64_t *less = xcalloc(count, sizeof *less);
    for (size_t i = 0; i < valuations_choices(e->valuations, parameter)
         && now_ms() < e->until; i++) {
        const int64_t value = valuations_choice(e->valuations, parameter, i);
        if (value < 0 || value >= parameters[parameter])
            continue;
        for (size_t k = 0; k < count; k++)
            less[k] = parameters[k];
        if (valuations_change(e->valuations, parameter, value, less)
            && is_bad_with(e, less, target)) {
            for (size_t k = 0; k < count; k++)
                parameters[k] = less[k];
            break;
        }
    }
    free(less);
}

// A walk found a bad step of the target: a search for a shorter run with
// smaller parameters is worth its while.
static void report_small(engine_state_t *e, const int64_t *parameters,
                         size_t target)
{
    const size_t count = e->system->parameters.len;
    int64_t *least = xcalloc(count + 1, sizeof *least);
    for (size_t k = 0; k < count; k++)
        least[k] = parameters[k];
    for (size_t i = 0; i < count; i++)
        lower(e, i, least, target);
    const search_limits_t limits = small_limits(e);
    search_explore(e->search, least, &limits);
    free(least);
}

static void walk(engine_state_t *e, uint64_t *generator)
{
    for (size_t k = 0; k < WALKS && !task_expired(e->task); k++)
        search_walk(e->search, WALK_STEPS, generator);
}

// Targets that walks found bad: smaller runs to them, or the walks again.
static void report_walks(engine_state_t *e, const int64_t *parameters,
                         uint64_t generator)
{
    bool left = false;
    VEC(size_t) found = {0};
    for (size_t t = 0; t < task_target_count(e->task); t++)
        if (search_noted(e->search, t))
            vec_push(&found, t);
    for (size_t i = 0; i < found.len; i++) {
        const size_t t = found.data[i];
        if (task_target(e->task, t) == TARGET_OPEN)
            report_small(e, parameters, t);
        left |= task_target(e->task, t) == TARGET_OPEN;
    }
    vec_release(&found);
    if (left) {
        search_begin(e->search, parameters);
        walk(e, &generator);
    }
}

// What holds by coincidence at small sizes should not be taken for a rule.
static void walk_all(engine_state_t *e)
{
    uint64_t generator = 1;
    int64_t *parameters = xcalloc(e->system->parameters.len + 1,
                                  sizeof *parameters);
    for (size_t i = 0; i < WALKED_VALUATIONS && !task_expired(e->task)
         && now_ms() < e->until; i++) {
        if (!valuations_draw(e->valuations, &generator, parameters))
            break;
        const uint64_t before = generator;
        search_begin(e->search, parameters);
        search_set_quiet(e->search, true);
        walk(e, &generator);
        search_set_quiet(e->search, false);
        take_samples(e, parameters);
        report_walks(e, parameters, before);
    }
    free(parameters);
}

static void run(engine_state_t *e)
{
    // A first look at everything, then more and more at what is left.
    for (uint64_t share = 512; share >= 8 && !is_over(e); share /= 8)
        search_all(e, TOTAL_EFFORT / share);
    walk_all(e);
    if (!task_all_decided(e->task))
        sampler_finish(e->sampler, task_new_samples(e->task));
}

void engine_explicit(task_t *task)
{
    engine_state_t e = {.task = task, .system = task_system(task)};
    e.search = search_new(task);
    e.valuations = valuations_new(e.system);
    e.sampler = sampler_new(e.system);
    e.finished = xcalloc(valuations_count(e.valuations) + 1,
                          sizeof *e.finished);
    e.until = now_ms() + task_time_left(task, MOST_MILLISECONDS);
    run(&e);
    free(e.finished);
    sampler_free(e.sampler);
    valuations_free(e.valuations);
    search_free(e.search);
}
