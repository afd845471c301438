// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/unroll.h"

struct unroll {
    task_t *task;
    const system_t *system;
    solver_t *solver;
    unsigned frames; // that are there
    size_t lemmas;   // of the task, asserted in all of them
    term_vec_t added;
};

// A frame without a step before it.
static void assert_frame(unroll_t *u, unsigned frame)
{
    solver_assert(u->solver, u->system->valid, frame);
    for (size_t i = 0; i < u->lemmas; i++)
        solver_assert(u->solver, task_lemma_at(u->task, i), frame);
    for (size_t i = 0; i < u->added.len; i++)
        solver_assert(u->solver, u->added.data[i], frame);
}

unroll_t *unroll_new(task_t *task, bool from_init)
{
    unroll_t *u = xcalloc(1, sizeof *u);
    u->task = task;
    u->system = task_system(task);
    u->solver = solver_new(u->system);
    u->lemmas = task_lemma_count(task);
    solver_assert(u->solver, u->system->fixed, 0);
    if (from_init)
        solver_assert(u->solver, u->system->init, 0);
    assert_frame(u, 0);
    u->frames = 1;
    return u;
}

void unroll_free(unroll_t *u)
{
    if (u == NULL)
        return;
    solver_free(u->solver);
    vec_release(&u->added);
    free(u);
}

solver_t *unroll_solver(unroll_t *u)
{
    return u->solver;
}

static void assert_everywhere(unroll_t *u, term_t t)
{
    for (unsigned i = 0; i < u->frames; i++)
        solver_assert(u->solver, t, i);
}

void unroll_to(unroll_t *u, unsigned last)
{
    for (; u->lemmas < task_lemma_count(u->task); u->lemmas++)
        assert_everywhere(u, task_lemma_at(u->task, u->lemmas));
    for (; u->frames <= last; u->frames++) {
        solver_assert_step(u->solver, u->frames - 1);
        assert_frame(u, u->frames);
    }
}

void unroll_add(unroll_t *u, term_t invariant)
{
    vec_push(&u->added, invariant);
    assert_everywhere(u, invariant);
}

void unroll_invariants(const unroll_t *u, term_vec_t *invariants)
{
    for (size_t i = 0; i < task_lemma_count(u->task); i++)
        vec_push(invariants, task_lemma_at(u->task, i));
    for (size_t i = 0; i < u->added.len; i++)
        vec_push(invariants, u->added.data[i]);
}

static bool is_meant(const task_t *task, const bool *marked, size_t target)
{
    return task_target(task, target) == TARGET_OPEN
        && (marked == NULL || marked[target]);
}

term_t unroll_some_bad(const task_t *task, const bool *marked)
{
    const system_t *s = task_system(task);
    term_t some = term_false(s->ctx);
    for (size_t i = 0; i < s->targets.len; i++)
        if (is_meant(task, marked, i))
            some = term_or(s->ctx, some, s->targets.data[i].bad);
    return some;
}

size_t unroll_bad_target(unroll_t *u, const bool *marked, unsigned frame)
{
    for (size_t i = 0; i < u->system->targets.len; i++)
        if (is_meant(u->task, marked, i)
            && solver_holds(u->solver, u->system->targets.data[i].bad, frame))
            return i;
    BUG("no target is bad where one of them is");
}
