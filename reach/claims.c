// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/claims.h"

#include "core/hash.h"
#include "reach/compile.h"

// Claims are looked at one at a time. A proof that one is inductive starts
// with no other claim assumed; where the solver finds a step that breaks it,
// claims that are false before that step are assumed, a few at a time, until
// there is no such step, or one before which all claims are true. So a proof
// uses few claims, and simple ones, as they come first; it is done again only
// when one of those falls.

// Milliseconds for one check; a claim that takes longer falls.
#define CHECK_LIMIT 300
#define START_LIMIT 2000
// Claims assumed at once.
#define MORE 2

typedef struct {
    term_t term;
    bool alive;
    bool inductive;   // shown with the claims in `core`, which are all alive
    index_vec_t core;
} claim_t;

struct claims {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    VEC(claim_t) all;
    map_t *places;      // by term
    solver_t *start;    // a first step
    solver_t *step;     // two steps, one after the other
    solver_t *now;      // any step
    term_vec_t leaves;
    program_t *program; // of all claims, over the leaves; NULL: to be made
    int64_t *cells, *truth;
    VEC(framed_t) assumed;
    index_vec_t assumed_claims; // which claims they are
};

// ---- life ----

static solver_t *new_solver(const system_t *system)
{
    solver_t *solver = solver_new(system);
    solver_assert(solver, system->fixed, 0);
    return solver;
}

claims_t *claims_new(task_t *task)
{
    claims_t *c = xcalloc(1, sizeof *c);
    const system_t *system = task_system(task);
    c->task = task;
    c->system = system;
    c->ctx = system->ctx;
    c->places = map_new();
    system_leaves(system, &c->leaves);
    c->cells = xcalloc(c->leaves.len + 1, sizeof *c->cells);
    c->start = new_solver(system);
    solver_assert(c->start, system->init, 0);
    solver_assert(c->start, system->valid, 0);
    c->step = new_solver(system);
    solver_assert_step(c->step, 0);
    solver_assert(c->step, system->valid, 1);
    c->now = new_solver(system);
    solver_assert(c->now, system->valid, 0);
    return c;
}

void claims_free(claims_t *c)
{
    for (size_t i = 0; i < c->all.len; i++)
        vec_release(&c->all.data[i].core);
    vec_release(&c->all);
    map_free(c->places);
    solver_free(c->start);
    solver_free(c->step);
    solver_free(c->now);
    vec_release(&c->leaves);
    program_free(c->program);
    free(c->cells);
    free(c->truth);
    vec_release(&c->assumed);
    vec_release(&c->assumed_claims);
    free(c);
}

void claims_add(claims_t *c, term_t t)
{
    uint64_t place;
    if (term_is_true(c->ctx, t))
        return;
    if (!map_get(c->places, t.id, &place)) {
        place = c->all.len;
        map_put(c->places, t.id, place);
        const claim_t claim = {.term = t};
        vec_push(&c->all, claim);
        program_free(c->program);
        c->program = NULL;
    }
    c->all.data[place].alive = true;
}

size_t claims_count(const claims_t *c)
{
    return c->all.len;
}

term_t claims_term(const claims_t *c, size_t i)
{
    return c->all.data[i].term;
}

bool claims_alive(const claims_t *c, size_t i)
{
    return c->all.data[i].alive;
}

// ---- what is false in a model ----

static void make_program(claims_t *c)
{
    if (c->program != NULL)
        return;
    term_vec_t terms = {0};
    for (size_t i = 0; i < c->all.len; i++)
        vec_push(&terms, c->all.data[i].term);
    c->program = program_new(c->ctx, c->leaves.data, c->leaves.len,
                             terms.data, terms.len);
    free(c->truth);
    c->truth = xcalloc(terms.len + 1, sizeof *c->truth);
    vec_release(&terms);
}

static bool cell_of(const value_t *v, sort_kind_t kind, int64_t *cell)
{
    *cell = kind == SORT_BOOL ? v->boolean
        : kind == SORT_ENUM ? (int64_t)v->position : v->number.small;
    return kind != SORT_INT || bigint_is_small(v->number);
}

static bool read_cells(claims_t *c, solver_t *solver, unsigned frame)
{
    bool fits = true;
    for (size_t i = 0; i < c->leaves.len; i++) {
        const term_t leaf = c->leaves.data[i];
        value_t v = solver_value(solver, leaf, frame);
        fits &= cell_of(&v, sort_kind(c->ctx, term_sort(c->ctx, leaf)),
                        &c->cells[i]);
        value_release(&v);
    }
    return fits;
}

// Which claims are true in a frame of the solver's model goes to `truth`.
static void evaluate(claims_t *c, solver_t *solver, unsigned frame)
{
    make_program(c);
    if (read_cells(c, solver, frame)
        && program_run(c->program, c->cells, c->truth))
        return;
    // Numbers of more than 64 bits.
    for (size_t i = 0; i < c->all.len; i++)
        c->truth[i] = solver_holds(solver, c->all.data[i].term, frame);
}

// A claim that used one that fell has to be shown again.
static void drop(claims_t *c, size_t place)
{
    c->all.data[place].alive = false;
    c->all.data[place].inductive = false;
    for (size_t i = 0; i < c->all.len; i++) {
        claim_t *claim = &c->all.data[i];
        for (size_t k = 0; claim->inductive && k < claim->core.len; k++)
            if (claim->core.data[k] == place)
                claim->inductive = false;
    }
}

static void drop_false(claims_t *c, solver_t *solver, unsigned frame)
{
    evaluate(c, solver, frame);
    for (size_t i = 0; i < c->all.len; i++)
        if (c->all.data[i].alive && !c->truth[i])
            drop(c, i);
}

static void drop_all(claims_t *c)
{
    for (size_t i = 0; i < c->all.len; i++)
        c->all.data[i].alive = c->all.data[i].inductive = false;
}

// ---- proofs from claims ----

static void assume(claims_t *c, size_t place)
{
    const framed_t one = {c->all.data[place].term, 0};
    vec_push(&c->assumed, one);
    vec_push(&c->assumed_claims, place);
}

// Assumes the first of the usable claims that are false in frame 0 of the
// model; false if all are true.
static bool assume_false(claims_t *c, solver_t *solver, const bool *usable)
{
    evaluate(c, solver, 0);
    const size_t before = c->assumed.len;
    for (size_t i = 0; i < c->all.len && c->assumed.len < before + MORE; i++)
        if (!c->truth[i] && (usable ? usable[i] : c->all.data[i].alive))
            assume(c, i);
    return c->assumed.len > before;
}

static void read_core(claims_t *c, solver_t *solver, index_vec_t *core)
{
    core->len = 0;
    solver_core(solver, core);
    for (size_t i = 0; i < core->len; i++)
        core->data[i] = c->assumed_claims.data[core->data[i]];
}

// Is t false in the frame where usable claims (NULL: those alive) are true in
// frame 0? The claims in `core` are tried first; those used are there in the
// end. If it is not false, the model stays until `retract`.
static solver_result_t refute(claims_t *c, solver_t *solver, term_t t,
                              unsigned frame, const bool *usable,
                              index_vec_t *core)
{
    c->assumed.len = c->assumed_claims.len = 0;
    for (size_t i = 0; i < core->len; i++)
        if (usable ? usable[core->data[i]] : c->all.data[core->data[i]].alive)
            assume(c, core->data[i]);
    solver_push(solver);
    solver_assert(solver, t, frame);
    while (!task_expired(c->task)) {
        solver_set_limit(solver, task_time_left(c->task, CHECK_LIMIT));
        const solver_result_t result = solver_check_assuming(
            solver, c->assumed.data, c->assumed.len);
        if (result == SOLVER_UNSAT)
            read_core(c, solver, core);
        if (result != SOLVER_SAT || !assume_false(c, solver, usable))
            return result;
    }
    return SOLVER_UNKNOWN;
}

static void retract(solver_t *solver)
{
    solver_pop(solver);
}

// ---- the fixed point ----

static term_t all_alive(claims_t *c)
{
    term_t all = term_true(c->ctx);
    for (size_t i = 0; i < c->all.len; i++)
        if (c->all.data[i].alive)
            all = term_and(c->ctx, all, c->all.data[i].term);
    return all;
}

// Nearly all are true in first steps: all together, until they are.
static bool check_start(claims_t *c)
{
    solver_result_t result = SOLVER_SAT;
    while (result == SOLVER_SAT && !task_expired(c->task)) {
        solver_push(c->start);
        solver_assert(c->start, term_not(all_alive(c)), 0);
        solver_set_limit(c->start, task_time_left(c->task, START_LIMIT));
        result = solver_check(c->start);
        if (result == SOLVER_SAT)
            drop_false(c, c->start, 0);
        solver_pop(c->start);
    }
    return result == SOLVER_UNSAT;
}

static void check_claim(claims_t *c, size_t i)
{
    claim_t *claim = &c->all.data[i];
    switch (refute(c, c->step, term_not(claim->term), 1, NULL,
                   &claim->core)) {
    case SOLVER_UNSAT:
        claim->inductive = true;
        break;
    case SOLVER_SAT:
        drop_false(c, c->step, 1);
        break;
    default:
        drop(c, i);
    }
    retract(c->step);
}

static bool settle(claims_t *c)
{
    bool changed = check_start(c);
    if (!changed)
        return false;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < c->all.len; i++) {
            if (!c->all.data[i].alive || c->all.data[i].inductive)
                continue;
            check_claim(c, i);
            changed = true;
            if (task_expired(c->task))
                return false;
        }
    }
    return true;
}

bool claims_settle(claims_t *c)
{
    const bool ok = settle(c);
    if (!ok)
        drop_all(c);
    return ok;
}

// ---- proofs ----

// The claims that those in `needed` rest on, too.
static void close_needed(const claims_t *c, bool *needed)
{
    index_vec_t work = {0};
    for (size_t i = 0; i < c->all.len; i++)
        if (needed[i])
            vec_push(&work, i);
    while (work.len > 0) {
        const index_vec_t *core = &c->all.data[vec_pop(&work)].core;
        for (size_t k = 0; k < core->len; k++) {
            if (needed[core->data[k]])
                continue;
            needed[core->data[k]] = true;
            vec_push(&work, core->data[k]);
        }
    }
    vec_release(&work);
}

static size_t count_set(const claims_t *c, const bool *set)
{
    size_t count = 0;
    for (size_t i = 0; i < c->all.len; i++)
        count += set[i];
    return count;
}

// One proof from usable claims, closed.
static bool exclude(claims_t *c, term_t t, const bool *usable, bool *needed)
{
    index_vec_t core = {0};
    const bool ok = refute(c, c->now, t, 0, usable, &core) == SOLVER_UNSAT;
    retract(c->now);
    memset(needed, 0, c->all.len * sizeof *needed);
    for (size_t k = 0; ok && k < core.len; k++)
        needed[core.data[k]] = true;
    close_needed(c, needed);
    vec_release(&core);
    return ok;
}

// Shows the needed claims again from each other only: their cores shrink.
static void shrink_cores(claims_t *c, const bool *needed)
{
    index_vec_t core = {0};
    for (size_t i = 0; i < c->all.len; i++) {
        core.len = 0;
        if (!needed[i])
            continue;
        if (refute(c, c->step, term_not(c->all.data[i].term), 1, needed,
                   &core) == SOLVER_UNSAT
            && core.len < c->all.data[i].core.len) {
            c->all.data[i].core.len = 0;
            for (size_t k = 0; k < core.len; k++)
                vec_push(&c->all.data[i].core, core.data[k]);
        }
        retract(c->step);
    }
    vec_release(&core);
}

bool claims_exclude(claims_t *c, term_t t, bool *needed)
{
    if (!exclude(c, t, NULL, needed))
        return false;
    bool *fewer = xcalloc(c->all.len + 1, sizeof *fewer);
    size_t before = SIZE_MAX;
    while (count_set(c, needed) < before && count_set(c, needed) > 1) {
        before = count_set(c, needed);
        shrink_cores(c, needed);
        if (exclude(c, t, needed, fewer))
            memcpy(needed, fewer, c->all.len * sizeof *needed);
    }
    free(fewer);
    return true;
}

void claims_thin_out(claims_t *c, bool *set)
{
    index_vec_t core = {0};
    // The last ones are the most complicated.
    for (size_t i = c->all.len; i-- > 0;) {
        if (!set[i])
            continue;
        set[i] = false;
        core.len = 0;
        set[i] = refute(c, c->now, term_not(c->all.data[i].term), 0, set,
                        &core) != SOLVER_UNSAT;
        retract(c->now);
    }
    vec_release(&core);
}
