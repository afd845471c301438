// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/walk.h"
#include "reach/certificate.h"
#include "reach/engine.h"
#include "reach/witness.h"

// k-induction for all open targets at once: those that some state before
// them leads to are left out until the rest proves itself. The base case is
// a bounded search.

#define CHECK_MS 5000
#define WITNESS_MS 1000

typedef struct {
    task_t *task;
    const system_t *system;
    unroll_t *base, *step;
    bool *together; // targets that are assumed and proved together
    bool stuck;     // a check was not decided in time
} kind_t;

static solver_result_t check(kind_t *k, unroll_t *u, const framed_t *assumed,
                             size_t count)
{
    solver_t *solver = unroll_solver(u);
    solver_set_limit(solver, task_time_left(k->task, CHECK_MS));
    const solver_result_t result =
        solver_check_assuming(solver, assumed, count);
    if (result == SOLVER_UNKNOWN)
        k->stuck = true;
    return result;
}

static bool is_open(const kind_t *k, size_t target)
{
    return task_target(k->task, target) == TARGET_OPEN;
}

static term_t bad_of(const kind_t *k, size_t target)
{
    return k->system->targets.data[target].bad;
}

// ---- base ----

// The assignment at hand ends in a bad step. False if that is not accepted.
static bool report(kind_t *k, unsigned depth)
{
    const size_t target = unroll_bad_target(k->base, NULL, depth);
    const framed_t bad = {bad_of(k, target), depth};
    trace_t *trace = witness_trace(k->system, unroll_solver(k->base),
                                   depth + 1, &bad, 1,
                                   task_time_left(k->task, WITNESS_MS));
    return trace != NULL && task_violated(k->task, target, trace);
}

// No open target is bad after `depth` steps. Violations found are reported;
// false if one of them is not accepted, or time is up.
static bool base_holds(kind_t *k, unsigned depth)
{
    unroll_to(k->base, depth);
    for (;;) {
        const framed_t bad = {unroll_some_bad(k->task, NULL), depth};
        const solver_result_t result = check(k, k->base, &bad, 1);
        if (result != SOLVER_SAT)
            return result == SOLVER_UNSAT;
        if (!report(k, depth))
            return false;
    }
}

static void tell_bound(kind_t *k, unsigned steps)
{
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (is_open(k, i))
            task_bounded(k->task, i, steps);
}

// ---- step ----

static void choose_all(kind_t *k)
{
    for (size_t i = 0; i < task_target_count(k->task); i++)
        k->together[i] = is_open(k, i);
}

static bool any_chosen(const kind_t *k)
{
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (k->together[i])
            return true;
    return false;
}

// Drops those that are bad in the last step of the assignment.
static void drop_bad(kind_t *k, unsigned depth)
{
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (k->together[i]
            && solver_holds(unroll_solver(k->step), bad_of(k, i), depth))
            k->together[i] = false;
}

// The largest set of targets that is inductive over that many steps.
static bool step_holds(kind_t *k, unsigned depth)
{
    VEC(framed_t) assumed = {0};
    solver_result_t result = SOLVER_SAT;
    unroll_to(k->step, depth);
    choose_all(k);
    while (result == SOLVER_SAT && any_chosen(k)) {
        const term_t bad = unroll_some_bad(k->task, k->together);
        assumed.len = 0;
        for (unsigned i = 0; i <= depth; i++) {
            const framed_t one = {i < depth ? term_not(bad) : bad, i};
            vec_push(&assumed, one);
        }
        result = check(k, k->step, assumed.data, assumed.len);
        if (result == SOLVER_SAT)
            drop_bad(k, depth);
    }
    vec_release(&assumed);
    return result == SOLVER_UNSAT;
}

// ---- answers ----

static bool over_state(const kind_t *k, term_t t)
{
    var_vec_t vars = {0};
    walk_variables(k->system->ctx, &t, 1, &vars);
    bool only = true;
    for (size_t i = 0; i < vars.len && only; i++)
        only = model_find(k->system->model, vars.data[i])->class
            != VAR_INPUT;
    vec_release(&vars);
    return only;
}

// Others take lemmas for conditions on the state alone.
static void share(kind_t *k, term_t invariant)
{
    if (over_state(k, invariant)) {
        task_lemma(k->task, invariant);
        return;
    }
    unroll_add(k->base, invariant);
    unroll_add(k->step, invariant);
}

static void prove_chosen(kind_t *k)
{
    term_vec_t invariants = {0};
    unroll_invariants(k->step, &invariants);
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (k->together[i])
            vec_push(&invariants, term_not(bad_of(k, i)));
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (k->together[i] && is_open(k, i)
            && !task_proved(k->task, i, invariants.data, invariants.len))
            k->together[i] = false;
    vec_release(&invariants);
    for (size_t i = 0; i < task_target_count(k->task); i++)
        if (k->together[i])
            share(k, term_not(bad_of(k, i)));
}

void engine_kind(task_t *task)
{
    kind_t k = {.task = task, .system = task_system(task)};
    k.together = xcalloc(task_target_count(task), sizeof *k.together);
    k.base = unroll_new(task, true);
    k.step = unroll_new(task, false);
    for (unsigned depth = 1; depth <= CERTIFICATE_MAX_K && !k.stuck; depth++) {
        if (task_expired(task) || !base_holds(&k, depth - 1))
            break;
        tell_bound(&k, depth);
        if (step_holds(&k, depth))
            prove_chosen(&k);
    }
    unroll_free(k.base);
    unroll_free(k.step);
    free(k.together);
}
