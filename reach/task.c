// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/task.h"

#include "core/run.h"

#include <assert.h>

struct task {
    const system_t *system;
    task_hooks_t hooks;
    target_state_t *states; // of the targets
    size_t *bounds;
    term_vec_t lemmas, atoms;
    samples_t samples;
    uint64_t deadline; // 0: none
    bool stopped;
};

task_t *task_new(const system_t *system, const task_hooks_t *hooks)
{
    task_t *task = xcalloc(1, sizeof *task);
    task->system = system;
    if (hooks != NULL)
        task->hooks = *hooks;
    task->states = xcalloc(system->targets.len, sizeof *task->states);
    task->bounds = xcalloc(system->targets.len, sizeof *task->bounds);
    task->samples.width = system_row_width(system);
    return task;
}

void task_free(task_t *task)
{
    if (task == NULL)
        return;
    free(task->states);
    free(task->bounds);
    vec_release(&task->lemmas);
    vec_release(&task->atoms);
    vec_release(&task->samples.cells);
    free(task);
}

const system_t *task_system(const task_t *task)
{
    return task->system;
}

// ---- for engines ----

size_t task_target_count(const task_t *task)
{
    return task->system->targets.len;
}

target_state_t task_target(const task_t *task, size_t target)
{
    assert(target < task_target_count(task));
    return task->states[target];
}

bool task_all_decided(const task_t *task)
{
    for (size_t i = 0; i < task_target_count(task); i++)
        if (task->states[i] == TARGET_OPEN)
            return false;
    return true;
}

bool task_expired(task_t *task)
{
    if (task->hooks.poll != NULL)
        task->hooks.poll(task, task->hooks.user);
    return task->stopped || task_all_decided(task)
        || (task->deadline != 0 && now_ms() >= task->deadline);
}

uint64_t task_time_left(task_t *task, uint64_t most)
{
    if (task->deadline == 0)
        return most;
    const uint64_t now = now_ms();
    // At least 1: no time at all would mean no limit to a solver.
    const uint64_t left = now < task->deadline ? task->deadline - now : 1;
    return left < most ? left : most;
}

size_t task_lemma_count(const task_t *task)
{
    return task->lemmas.len;
}

term_t task_lemma_at(const task_t *task, size_t i)
{
    assert(i < task->lemmas.len);
    return task->lemmas.data[i];
}

const samples_t *task_samples(const task_t *task)
{
    return &task->samples;
}

samples_t *task_new_samples(task_t *task)
{
    return &task->samples;
}

static bool contains(const term_vec_t *terms, term_t t)
{
    for (size_t i = 0; i < terms->len; i++)
        if (term_equal(terms->data[i], t))
            return true;
    return false;
}

void task_add_atom(task_t *task, term_t atom)
{
    atom = term_positive(atom);
    if (!contains(&task->atoms, atom))
        vec_push(&task->atoms, atom);
}

size_t task_atom_count(const task_t *task)
{
    return task->atoms.len;
}

term_t task_atom_at(const task_t *task, size_t i)
{
    assert(i < task->atoms.len);
    return task->atoms.data[i];
}

// ---- answers ----

// A model without starts begins anywhere.
static bool starts_well(run_t *run, const model_t *model)
{
    const model_start_t anywhere = {
        .constraint = term_true(model_context(model))};
    const size_t count = model_start_count(model);
    size_t step;
    for (size_t i = 0; i < count; i++)
        if (run_validate(run, model_start(model, i), &step) == RUN_OK)
            return true;
    return count == 0 && run_validate(run, &anywhere, &step) == RUN_OK;
}

static bool holds(run_t *run, size_t step, term_t t)
{
    bool result;
    return run_holds(run, step, t, &result) && result;
}

// Checked twice: as a run of the model, and against the system's conditions.
static bool ends_bad(run_t *run, const system_t *system, size_t target)
{
    const size_t length = trace_length(run_trace(run));
    if (length == 0 || !holds(run, 0, system->init))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!holds(run, i, system->valid)
            || (i + 1 < length && !holds(run, i, system->held)))
            return false;
    return holds(run, length - 1, system->targets.data[target].bad);
}

bool task_violated(task_t *task, size_t target, trace_t *trace)
{
    assert(task_target(task, target) == TARGET_OPEN);
    for (size_t i = 0; i < trace_length(trace); i++)
        system_set_sole_edge(task->system, trace, i);
    run_t *run = run_new(trace);
    bool accepted = run_fill(run) && starts_well(run, task->system->model)
        && ends_bad(run, task->system, target);
    run_free(run);
    if (accepted && task->hooks.violated != NULL)
        accepted = task->hooks.violated(task, target, trace,
                                        task->hooks.user);
    trace_free(trace);
    if (accepted)
        task->states[target] = TARGET_VIOLATED;
    return accepted;
}

bool task_proved(task_t *task, size_t target, const term_t *invariant,
                 size_t count)
{
    assert(task_target(task, target) == TARGET_OPEN);
    const bool accepted = task->hooks.proved == NULL
        || task->hooks.proved(task, target, invariant, count,
                              task->hooks.user);
    if (accepted)
        task->states[target] = TARGET_PROVED;
    return accepted;
}

void task_lemma(task_t *task, term_t lemma)
{
    if (contains(&task->lemmas, lemma))
        return;
    vec_push(&task->lemmas, lemma);
    if (task->hooks.lemma != NULL)
        task->hooks.lemma(task, lemma, task->hooks.user);
}

void task_bounded(task_t *task, size_t target, size_t steps)
{
    if (steps <= task_bound(task, target))
        return;
    task->bounds[target] = steps;
    if (task->hooks.bounded != NULL)
        task->hooks.bounded(task, target, steps, task->hooks.user);
}

size_t task_bound(const task_t *task, size_t target)
{
    assert(target < task_target_count(task));
    return task->bounds[target];
}

// ---- for whoever runs engines ----

void task_set_deadline(task_t *task, uint64_t milliseconds)
{
    task->deadline = milliseconds == 0 ? 0 : now_ms() + milliseconds;
}

void task_stop(task_t *task)
{
    task->stopped = true;
}

void task_close(task_t *task, size_t target, target_state_t state)
{
    assert(target < task_target_count(task));
    task->states[target] = state;
}

void task_add_lemma(task_t *task, term_t lemma)
{
    if (!contains(&task->lemmas, lemma))
        vec_push(&task->lemmas, lemma);
}
