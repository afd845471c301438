// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/certificate.h"

#include "core/print.h"
#include "reach/solver.h"

#include <assert.h>

// One pass over a certificate; each of the three conditions has a solver of
// its own, made for it.
typedef struct {
    const certificate_t *c;
    const system_t *system;
    uint64_t deadline; // 0: none
    text_t *reason;
    index_vec_t *core; // where to put the conjuncts needed, or NULL
} checker_t;

typedef enum { HOLDS, FAILS, UNDECIDED } answer_t;

static void explain(checker_t *k, const char *what, term_t conjunct)
{
    if (k->reason == NULL)
        return;
    text_printf(k->reason, "%s: ", what);
    print_vhdl(k->system->ctx, conjunct, k->reason);
}

static uint64_t time_left(const checker_t *k)
{
    const uint64_t now = now_ms();
    return k->deadline == 0 ? 0 : now < k->deadline ? k->deadline - now : 1;
}

// Is the term false under what the solver was told, and the assumptions?
static answer_t refuted(checker_t *k, solver_t *solver, term_t t,
                        unsigned frame, const framed_t *assumed,
                        size_t count)
{
    solver_set_limit(solver, time_left(k));
    solver_push(solver);
    solver_assert(solver, t, frame);
    const solver_result_t result =
        solver_check_assuming(solver, assumed, count);
    if (result == SOLVER_UNSAT && k->core != NULL)
        solver_core(solver, k->core);
    solver_pop(solver);
    return result == SOLVER_UNSAT ? HOLDS
        : result == SOLVER_SAT ? FAILS : UNDECIDED;
}

static solver_t *new_solver(const checker_t *k)
{
    solver_t *solver = solver_new(k->system);
    solver_assert(solver, k->system->fixed, 0);
    return solver;
}

static void assert_invariant(const checker_t *k, solver_t *solver,
                             unsigned frame)
{
    for (size_t i = 0; i < k->c->count; i++)
        solver_assert(solver, k->c->invariant[i], frame);
}

// Every conjunct in this frame, from what the solver was told.
static answer_t implied(checker_t *k, solver_t *solver, unsigned frame,
                        const char *what)
{
    for (size_t i = 0; i < k->c->count; i++) {
        const term_t conjunct = k->c->invariant[i];
        const answer_t answer = refuted(k, solver, term_not(conjunct), frame,
                                        NULL, 0);
        if (answer == HOLDS)
            continue;
        explain(k, answer == FAILS ? what : "not decided in time", conjunct);
        return answer;
    }
    return HOLDS;
}

// The first `steps` steps; what is established in one is used in the next.
static answer_t check_initiation(checker_t *k, unsigned steps)
{
    solver_t *solver = new_solver(k);
    solver_assert(solver, k->system->init, 0);
    answer_t answer = HOLDS;
    for (unsigned i = 0; i < steps && answer == HOLDS; i++) {
        solver_assert(solver, k->system->valid, i);
        answer = implied(k, solver, i, "not true at the start");
        assert_invariant(k, solver, i);
        solver_assert_step(solver, i);
    }
    solver_free(solver);
    return answer;
}

static answer_t check_consecution(checker_t *k, unsigned steps)
{
    solver_t *solver = new_solver(k);
    for (unsigned i = 0; i < steps; i++) {
        assert_invariant(k, solver, i);
        solver_assert_step(solver, i);
    }
    solver_assert(solver, k->system->valid, steps);
    const answer_t answer = implied(k, solver, steps, "not inductive");
    solver_free(solver);
    return answer;
}

static term_t bad_of(const certificate_t *c)
{
    assert(c->target < c->system->targets.len);
    return c->system->targets.data[c->target].bad;
}

static answer_t check_safety(checker_t *k)
{
    solver_t *solver = new_solver(k);
    solver_assert(solver, k->system->valid, 0);
    assert_invariant(k, solver, 0);
    const answer_t answer = refuted(k, solver, bad_of(k->c), 0, NULL, 0);
    solver_free(solver);
    if (answer != HOLDS)
        explain(k, answer == FAILS ? "not excluded" : "not decided in time",
                bad_of(k->c));
    return answer;
}

// The smallest number of steps with which the conjunction is inductive; only
// the last complaint is left in `reason`.
static unsigned find_k(checker_t *k)
{
    for (unsigned steps = 1; steps <= CERTIFICATE_MAX_K; steps++) {
        if (k->reason != NULL)
            text_clear(k->reason);
        const answer_t answer = check_consecution(k, steps);
        if (answer == HOLDS)
            return steps;
        if (answer == UNDECIDED)
            break;
    }
    return 0;
}

static checker_t checker(const certificate_t *c, uint64_t milliseconds,
                         text_t *reason)
{
    return (checker_t){
        .c = c, .system = c->system, .reason = reason,
        .deadline = milliseconds == 0 ? 0 : now_ms() + milliseconds};
}

unsigned certificate_check(const certificate_t *c, uint64_t milliseconds,
                           text_t *reason)
{
    checker_t k = checker(c, milliseconds, reason);
    // A conjunct that is wrong from the start is found before the search for
    // k, which it would drag to its end.
    if (check_safety(&k) != HOLDS || check_initiation(&k, 1) != HOLDS)
        return 0;
    const unsigned steps = find_k(&k);
    if (steps == 0 || (steps > 1 && check_initiation(&k, steps) != HOLDS))
        return 0;
    return steps;
}

// ---- what is needed ----

// Assumptions: every conjunct that is marked, in each of the frames.
typedef struct {
    VEC(framed_t) terms;
    index_vec_t conjuncts; // which one each of them is
} assumed_t;

static void assume_marked(const checker_t *k, unsigned frames,
                          const bool *marked, assumed_t *a)
{
    for (unsigned f = 0; f < frames; f++)
        for (size_t i = 0; i < k->c->count; i++) {
            if (!marked[i])
                continue;
            const framed_t one = {k->c->invariant[i], f};
            vec_push(&a->terms, one);
            vec_push(&a->conjuncts, i);
        }
}

// Adds to `needed` (and the work list) the conjuncts that refute the term.
static bool add_needed(checker_t *k, solver_t *solver, term_t t,
                       unsigned frame, const assumed_t *a, bool *needed,
                       index_vec_t *work)
{
    index_vec_t core = {0};
    k->core = &core;
    const answer_t answer = refuted(k, solver, t, frame, a->terms.data,
                                    a->terms.len);
    k->core = NULL;
    for (size_t i = 0; answer == HOLDS && i < core.len; i++) {
        const size_t conjunct = a->conjuncts.data[core.data[i]];
        if (!needed[conjunct])
            vec_push(work, conjunct);
        needed[conjunct] = true;
    }
    vec_release(&core);
    return answer == HOLDS;
}

static bool needed_for_safety(checker_t *k, const bool *from, bool *needed,
                              index_vec_t *work)
{
    assumed_t a = {0};
    assume_marked(k, 1, from, &a);
    solver_t *solver = new_solver(k);
    solver_assert(solver, k->system->valid, 0);
    const bool ok = add_needed(k, solver, bad_of(k->c), 0, &a, needed, work);
    solver_free(solver);
    vec_release(&a.terms);
    vec_release(&a.conjuncts);
    return ok;
}

// From what safety needs to what that needs to be inductive, and so on.
static bool close_needed(checker_t *k, unsigned steps, const bool *from,
                         bool *needed)
{
    index_vec_t work = {0};
    assumed_t a = {0};
    assume_marked(k, steps, from, &a);
    solver_t *solver = new_solver(k);
    for (unsigned i = 0; i < steps; i++)
        solver_assert_step(solver, i);
    solver_assert(solver, k->system->valid, steps);
    memset(needed, 0, k->c->count * sizeof *needed);
    bool ok = needed_for_safety(k, from, needed, &work);
    while (ok && work.len > 0)
        ok = add_needed(k, solver,
                        term_not(k->c->invariant[vec_pop(&work)]), steps, &a,
                        needed, &work);
    solver_free(solver);
    vec_release(&work);
    vec_release(&a.terms);
    vec_release(&a.conjuncts);
    return ok;
}

static size_t count_marked(const bool *marked, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += marked[i];
    return n;
}

// Tries without each conjunct, as long as there is time.
static void drop_one_by_one(checker_t *k, unsigned steps, bool *keep)
{
    const size_t count = k->c->count;
    bool *from = xcalloc(count, sizeof *from);
    bool *fewer = xcalloc(count, sizeof *fewer);
    for (size_t i = count; i-- > 0;) {
        if (!keep[i] || (k->deadline != 0 && now_ms() >= k->deadline))
            continue;
        memcpy(from, keep, count * sizeof *from);
        from[i] = false;
        if (close_needed(k, steps, from, fewer))
            memcpy(keep, fewer, count * sizeof *keep);
    }
    free(from);
    free(fewer);
}

bool certificate_minimise(const certificate_t *c, unsigned steps,
                          uint64_t milliseconds, bool *keep)
{
    checker_t k = checker(c, milliseconds, NULL);
    bool *all = xcalloc(c->count, sizeof *all);
    for (size_t i = 0; i < c->count; i++)
        all[i] = true;
    const bool ok = close_needed(&k, steps, all, keep);
    // Initiation stays: what all conjuncts are at the start, each is.
    if (ok && count_marked(keep, c->count) <= 40)
        drop_one_by_one(&k, steps, keep);
    free(all);
    return ok;
}
