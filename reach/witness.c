// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/witness.h"

typedef struct {
    const system_t *system;
    context_t *ctx;
    solver_t *solver;
    unsigned length;
    VEC(framed_t) kept; // what the assignment has to satisfy
    uint64_t deadline;
    bool fresh; // the solver has an assignment of all that is kept
} witness_t;

static uint64_t time_left(const witness_t *w)
{
    const uint64_t now = now_ms();
    return now < w->deadline ? w->deadline - now : 0;
}

static void keep(witness_t *w, term_t t, unsigned frame)
{
    const framed_t one = {t, frame};
    vec_push(&w->kept, one);
}

// Finds an assignment of what is kept; true if there is one.
static bool solve(witness_t *w, uint64_t milliseconds)
{
    solver_set_limit(w->solver, milliseconds);
    w->fresh = solver_check_assuming(w->solver, w->kept.data, w->kept.len)
        == SOLVER_SAT;
    return w->fresh;
}

// Is what was pushed since `before` possible, too? If not, it is taken back.
static bool attempt(witness_t *w, size_t before)
{
    const uint64_t left = time_left(w);
    if (left > 0 && solve(w, left))
        return true;
    w->kept.len = before;
    w->fresh = false;
    return false;
}

// An assignment again, after a failed attempt.
static bool refresh(witness_t *w)
{
    return w->fresh || (time_left(w) > 0 && solve(w, time_left(w)));
}

static bool is_int(const witness_t *w, var_t var)
{
    return sort_kind(w->ctx, var_sort(w->ctx, var)) == SORT_INT;
}

static bool small_value(witness_t *w, term_t leaf, int64_t *n)
{
    value_t v = solver_value(w->solver, leaf, 0);
    const bool small = bigint_is_small(v.number);
    *n = v.number.small;
    value_release(&v);
    return small;
}

// ---- parameters ----

static void keep_between(witness_t *w, term_t leaf, int64_t low, int64_t high)
{
    keep(w, term_le(w->ctx, term_int(w->ctx, low), leaf), 0);
    keep(w, term_le(w->ctx, leaf, term_int(w->ctx, high)), 0);
}

// All integer parameters small at once, so that none is made small at the
// cost of another.
static void shrink_together(witness_t *w)
{
    for (int64_t most = 1; most <= 1024; most *= 4) {
        const size_t before = w->kept.len;
        for (size_t i = 0; i < w->system->parameters.len; i++) {
            const var_t var = w->system->parameters.data[i];
            if (is_int(w, var))
                keep_between(w, term_last(w->ctx, var), 0, most);
        }
        if (w->kept.len == before || attempt(w, before))
            return;
    }
}

// The smallest value from 0, given that `high` is possible: it stays possible
// with all that is kept on the way.
static int64_t shrink_down(witness_t *w, term_t leaf, int64_t high)
{
    int64_t low = 0;
    while (low < high && time_left(w) > 0) {
        const size_t before = w->kept.len;
        const int64_t middle = low + (high - low) / 2;
        keep_between(w, leaf, low, middle);
        if (!attempt(w, before) || !small_value(w, leaf, &high))
            low = middle + 1;
    }
    return high;
}

static void shrink_one(witness_t *w, var_t var)
{
    const term_t leaf = term_last(w->ctx, var);
    int64_t n;
    if (!refresh(w) || !small_value(w, leaf, &n))
        return;
    keep(w, term_eq(w->ctx, leaf, term_int(w->ctx, shrink_down(w, leaf, n))),
         0);
    w->fresh = false;
}

static void shrink_parameters(witness_t *w)
{
    shrink_together(w);
    for (size_t i = 0; i < w->system->parameters.len; i++)
        if (is_int(w, w->system->parameters.data[i]))
            shrink_one(w, w->system->parameters.data[i]);
}

// ---- inputs ----

// Does the input change after step i in the assignment at hand?
static bool changes(witness_t *w, var_t input, unsigned i)
{
    return !solver_holds(w->solver,
                         term_eq(w->ctx, term_next(w->ctx, input),
                                 term_last(w->ctx, input)), i);
}

static void keep_steady(witness_t *w, var_t input, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        keep(w, term_eq(w->ctx, term_next(w->ctx, input),
                        term_last(w->ctx, input)), i);
}

// The input has one value from step `from` to step `to`, or in parts of that.
static void steady(witness_t *w, var_t input, unsigned from, unsigned to)
{
    if (from >= to || !refresh(w))
        return;
    bool change = false;
    for (unsigned i = from; i < to && !change; i++)
        change = changes(w, input, i);
    const size_t before = w->kept.len;
    keep_steady(w, input, from, to);
    if (!change || attempt(w, before) || to - from == 1)
        return;
    const unsigned middle = from + (to - from) / 2;
    steady(w, input, from, middle);
    steady(w, input, middle, to);
}

static void steady_inputs(witness_t *w)
{
    for (size_t i = 0; i < w->system->inputs.len; i++)
        steady(w, w->system->inputs.data[i], 0, w->length - 1);
}

// ---- the run ----

trace_t *witness_trace(const system_t *system, solver_t *solver,
                       unsigned length, const framed_t *assumptions,
                       size_t count, uint64_t milliseconds)
{
    witness_t w = {.system = system, .ctx = system->ctx, .solver = solver,
                   .length = length, .deadline = now_ms() + milliseconds};
    for (size_t i = 0; i < count; i++)
        vec_push(&w.kept, assumptions[i]);
    if (solve(&w, milliseconds)) {
        shrink_parameters(&w);
        steady_inputs(&w);
    }
    // What is kept was satisfied before: it should not take longer again.
    trace_t *trace = w.fresh || solve(&w, 2 * milliseconds)
        ? solver_trace(solver, length) : NULL;
    vec_release(&w.kept);
    return trace;
}

static term_t equal_values(const system_t *s, const var_vec_t *vars,
                           const trace_t *trace)
{
    term_t all = term_true(s->ctx);
    for (size_t i = 0; i < vars->len; i++) {
        const value_t *v = trace_get(trace, 0, vars->data[i]);
        all = term_and(s->ctx, all,
                       term_eq(s->ctx, term_last(s->ctx, vars->data[i]),
                               value_term(s->ctx, v)));
    }
    return all;
}

term_t witness_differs(const system_t *system, const trace_t *trace)
{
    return term_not(term_and(
        system->ctx, equal_values(system, &system->parameters, trace),
        equal_values(system, &system->states, trace)));
}
