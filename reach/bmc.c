// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/dive.h"
#include "reach/engine.h"
#include "reach/witness.h"

// Bounded search, one step more each time. Parameters are symbolic until
// checks get slow; then only small ones are looked at, and deeper. Now and
// then, for as long as all that took, a dive (reach/dive.h).

#define CHECK_MS 4000
#define WITNESS_MS 2000
#define SMALL_PARAMETER 4
#define MAX_REFUSED 16
#define FIRST_DIVE_MS 300 // after this
#define LAST_DIVE_MS 5000 // at least this, when nothing else is left

typedef struct {
    task_t *task;
    const system_t *system;
    unroll_t *unroll;
    bool *plain;      // targets that no answer was refused for
    size_t *refused;  // how many answers were
    term_t *allowed;  // over the first step: what was not refused
    term_t box;       // over parameters: those that are looked at
    unsigned depth;
    bool stuck;       // even with small parameters
    dive_t *dive;
    uint64_t began, next_dive; // times
} bmc_t;

static bool is_open(const bmc_t *b, size_t target)
{
    return task_target(b->task, target) == TARGET_OPEN
        && b->refused[target] < MAX_REFUSED;
}

static term_t small_box(const system_t *s)
{
    context_t *c = s->ctx;
    term_t box = term_true(c);
    for (size_t i = 0; i < s->parameters.len; i++) {
        const term_t p = term_last(c, s->parameters.data[i]);
        if (sort_kind(c, term_sort(c, p)) != SORT_INT)
            continue;
        box = term_and(c, box, term_le(c, term_int(c, 0), p));
        box = term_and(c, box,
                       term_le(c, p, term_int(c, SMALL_PARAMETER)));
    }
    return box;
}

// Smaller parameters from now on; if they are small already, no more.
static void be_content(bmc_t *b)
{
    const term_t box = small_box(b->system);
    b->stuck = term_equal(box, b->box);
    b->box = box;
}

static solver_result_t check(bmc_t *b, const framed_t *assumed, size_t count)
{
    solver_t *solver = unroll_solver(b->unroll);
    solver_set_limit(solver, task_time_left(b->task, CHECK_MS));
    const solver_result_t result =
        solver_check_assuming(solver, assumed, count);
    if (result == SOLVER_UNKNOWN)
        be_content(b);
    return result;
}

// A run that ends in a bad step of the target. If it is not accepted, other
// parameters or another first state may be.
static void report(bmc_t *b, size_t target)
{
    const framed_t assumed[] = {
        {b->system->targets.data[target].bad, b->depth},
        {b->allowed[target], 0},
        {b->box, 0},
    };
    trace_t *trace = witness_trace(b->system, unroll_solver(b->unroll),
                                   b->depth + 1, assumed, ARRAY_LEN(assumed),
                                   task_time_left(b->task, WITNESS_MS));
    if (trace == NULL) {
        b->refused[target]++;
        return;
    }
    const term_t others = witness_differs(b->system, trace);
    if (task_violated(b->task, target, trace))
        return;
    b->allowed[target] = term_and(b->system->ctx, b->allowed[target], others);
    b->plain[target] = false;
    b->refused[target]++;
}

// All targets that no answer was refused for, in one check for most depths.
static solver_result_t search_plain(bmc_t *b)
{
    for (;;) {
        const term_t bad = unroll_some_bad(b->task, b->plain);
        const framed_t assumed[] = {{bad, b->depth}, {b->box, 0}};
        const solver_result_t result = check(b, assumed, ARRAY_LEN(assumed));
        if (result != SOLVER_SAT)
            return result;
        report(b, unroll_bad_target(b->unroll, b->plain, b->depth));
        if (task_expired(b->task))
            return SOLVER_UNKNOWN;
    }
}

static void search_refused(bmc_t *b, size_t target)
{
    while (is_open(b, target) && !task_expired(b->task)) {
        const framed_t assumed[] = {
            {b->system->targets.data[target].bad, b->depth},
            {b->allowed[target], 0},
            {b->box, 0},
        };
        if (check(b, assumed, ARRAY_LEN(assumed)) != SOLVER_SAT)
            return;
        report(b, target);
    }
}

// *all_before: nothing is bad up to here, for any parameters.
static void search_depth(bmc_t *b, bool *all_before)
{
    const bool symbolic = term_is_true(b->system->ctx, b->box);
    unroll_to(b->unroll, b->depth);
    const solver_result_t result = search_plain(b);
    *all_before = *all_before && symbolic && result == SOLVER_UNSAT;
    for (size_t i = 0; i < task_target_count(b->task); i++)
        if (!b->plain[i])
            search_refused(b, i);
        else if (*all_before && is_open(b, i))
            task_bounded(b->task, i, b->depth + 1);
}

static void dive_for(bmc_t *b, uint64_t milliseconds)
{
    if (b->dive == NULL)
        b->dive = dive_new(b->task);
    dive_run(b->dive, task_time_left(b->task, milliseconds));
}

// As much time for dives as for all the rest.
static void dive_now_and_then(bmc_t *b)
{
    const uint64_t now = now_ms();
    if (now < b->next_dive)
        return;
    dive_for(b, (now - b->began) / 2);
    b->next_dive = now_ms() + (now_ms() - b->began);
}

static bool anything_open(const bmc_t *b)
{
    for (size_t i = 0; i < task_target_count(b->task); i++)
        if (is_open(b, i))
            return true;
    return false;
}

static void init(bmc_t *b, task_t *task)
{
    const size_t count = task_target_count(task);
    b->task = task;
    b->system = task_system(task);
    b->unroll = unroll_new(task, true);
    b->plain = xnmalloc(count, sizeof *b->plain);
    b->refused = xcalloc(count, sizeof *b->refused);
    b->allowed = xnmalloc(count, sizeof *b->allowed);
    b->box = term_true(b->system->ctx);
    b->began = now_ms();
    b->next_dive = b->began + FIRST_DIVE_MS;
    for (size_t i = 0; i < count; i++) {
        b->plain[i] = true;
        b->allowed[i] = term_true(b->system->ctx);
    }
}

static void release(bmc_t *b)
{
    unroll_free(b->unroll);
    dive_free(b->dive);
    free(b->plain);
    free(b->refused);
    free(b->allowed);
}

void engine_bmc(task_t *task)
{
    bmc_t b = {0};
    bool all_before = true;
    init(&b, task);
    while (!task_expired(task) && anything_open(&b) && !b.stuck) {
        search_depth(&b, &all_before);
        b.depth++;
        dive_now_and_then(&b);
    }
    if (!task_expired(task) && anything_open(&b))
        dive_for(&b, LAST_DIVE_MS);
    release(&b);
}
