// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"

#include "core/hash.h"
#include "core/walk.h"
#include "reach/candidates.h"
#include "reach/compile.h"
#include "reach/simulate.h"
#include "reach/solver.h"

// The largest inductive subset of the candidates. Candidates are looked at
// one at a time: is it true after every step from a state in which all that
// are alive are true? If not, all that are false in the successor found fall.
// A proof is remembered with the claims that it used, and done again only
// when one of those falls.

// Milliseconds for one check; a claim that takes longer falls.
#define CHECK_LIMIT 300
#define MAX_ATOMS 200

typedef struct {
    term_t term;
    bool alive;
    bool inductive;   // shown with the claims in `core`, which are all alive
    bool published;   // as a lemma
    index_vec_t core;
} claim_t;

typedef struct {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    VEC(claim_t) claims;
    map_t *places;      // of claims, by term
    solver_t *start;    // a first step
    solver_t *step;     // two steps, one after the other
    solver_t *now;      // any step
    term_vec_t leaves;
    program_t *program; // of all claims, over the leaves
    int64_t *cells, *truth;
    VEC(framed_t) assumed;
    index_vec_t assumed_claims; // which claims they are
} houdini_t;

// ---- life ----

static void init(houdini_t *h, task_t *task)
{
    const system_t *system = task_system(task);
    *h = (houdini_t){.task = task, .system = system, .ctx = system->ctx};
    h->places = map_new();
    system_leaves(system, &h->leaves);
    h->cells = xcalloc(h->leaves.len + 1, sizeof *h->cells);
    h->start = solver_new(system);
    solver_assert(h->start, system->fixed, 0);
    solver_assert(h->start, system->init, 0);
    solver_assert(h->start, system->valid, 0);
    h->step = solver_new(system);
    solver_assert(h->step, system->fixed, 0);
    solver_assert_step(h->step, 0);
    solver_assert(h->step, system->valid, 1);
    h->now = solver_new(system);
    solver_assert(h->now, system->fixed, 0);
    solver_assert(h->now, system->valid, 0);
}

static void release(houdini_t *h)
{
    for (size_t i = 0; i < h->claims.len; i++)
        vec_release(&h->claims.data[i].core);
    vec_release(&h->claims);
    map_free(h->places);
    solver_free(h->start);
    solver_free(h->step);
    solver_free(h->now);
    vec_release(&h->leaves);
    program_free(h->program);
    free(h->cells);
    free(h->truth);
    vec_release(&h->assumed);
    vec_release(&h->assumed_claims);
}

// ---- claims ----

// A new claim, or one that fell and is given another chance.
static void add_claim(houdini_t *h, term_t t)
{
    uint64_t place;
    if (term_is_true(h->ctx, t))
        return;
    if (!map_get(h->places, t.id, &place)) {
        place = h->claims.len;
        map_put(h->places, t.id, place);
        const claim_t claim = {.term = t};
        vec_push(&h->claims, claim);
    }
    h->claims.data[place].alive = true;
}

static void add_claims(houdini_t *h, candidates_level_t level)
{
    for (size_t i = 0; i < task_lemma_count(h->task); i++)
        add_claim(h, task_lemma_at(h->task, i));
    for (size_t i = 0; i < task_target_count(h->task); i++)
        if (task_target(h->task, i) == TARGET_OPEN)
            add_claim(h, term_not(h->system->targets.data[i].bad));
    term_vec_t candidates = {0};
    candidates_make(h->task, level, &candidates);
    for (size_t i = 0; i < candidates.len; i++)
        add_claim(h, candidates.data[i]);
    vec_release(&candidates);
    term_vec_t terms = {0};
    for (size_t i = 0; i < h->claims.len; i++)
        vec_push(&terms, h->claims.data[i].term);
    program_free(h->program);
    h->program = program_new(h->ctx, h->leaves.data, h->leaves.len,
                             terms.data, terms.len);
    free(h->truth);
    h->truth = xcalloc(terms.len + 1, sizeof *h->truth);
    vec_release(&terms);
}

// A claim that used one that fell has to be shown again.
static void drop(houdini_t *h, size_t claim)
{
    h->claims.data[claim].alive = false;
    h->claims.data[claim].inductive = false;
    for (size_t i = 0; i < h->claims.len; i++) {
        claim_t *c = &h->claims.data[i];
        for (size_t k = 0; c->inductive && k < c->core.len; k++)
            if (c->core.data[k] == claim)
                c->inductive = false;
    }
}

static bool cell_of(const value_t *v, sort_kind_t kind, int64_t *cell)
{
    *cell = kind == SORT_BOOL ? v->boolean
        : kind == SORT_ENUM ? (int64_t)v->position : v->number.small;
    return kind != SORT_INT || bigint_is_small(v->number);
}

static bool read_cells(houdini_t *h, solver_t *solver, unsigned frame)
{
    bool fits = true;
    for (size_t i = 0; i < h->leaves.len; i++) {
        const term_t leaf = h->leaves.data[i];
        value_t v = solver_value(solver, leaf, frame);
        fits &= cell_of(&v, sort_kind(h->ctx, term_sort(h->ctx, leaf)),
                        &h->cells[i]);
        value_release(&v);
    }
    return fits;
}

// What is false in a frame of the solver's model falls.
static void drop_false(houdini_t *h, solver_t *solver, unsigned frame)
{
    const bool computed = read_cells(h, solver, frame)
        && program_run(h->program, h->cells, h->truth);
    for (size_t i = 0; i < h->claims.len; i++)
        if (h->claims.data[i].alive
            && !(computed ? h->truth[i] != 0
                          : solver_holds(solver, h->claims.data[i].term,
                                         frame)))
            drop(h, i);
}

static term_t all_alive(houdini_t *h)
{
    term_t all = term_true(h->ctx);
    for (size_t i = 0; i < h->claims.len; i++)
        if (h->claims.data[i].alive)
            all = term_and(h->ctx, all, h->claims.data[i].term);
    return all;
}

static void drop_all(houdini_t *h)
{
    for (size_t i = 0; i < h->claims.len; i++)
        h->claims.data[i].alive = h->claims.data[i].inductive = false;
}

// Nearly all are true in first steps: all together, until they are.
static void check_start(houdini_t *h)
{
    while (!task_expired(h->task)) {
        const framed_t some_false = {term_not(all_alive(h)), 0};
        solver_set_limit(h->start, task_time_left(h->task, 2000));
        switch (solver_check_assuming(h->start, &some_false, 1)) {
        case SOLVER_UNSAT:
            return;
        case SOLVER_SAT:
            drop_false(h, h->start, 0);
            break;
        default:
            drop_all(h);
            return;
        }
    }
    drop_all(h);
}

// ---- the fixed point ----

static void assume_alive(houdini_t *h)
{
    h->assumed.len = h->assumed_claims.len = 0;
    for (size_t i = 0; i < h->claims.len; i++) {
        if (!h->claims.data[i].alive)
            continue;
        const framed_t one = {h->claims.data[i].term, 0};
        vec_push(&h->assumed, one);
        vec_push(&h->assumed_claims, i);
    }
}

// With what was assumed, and t in the frame. The core has claims in it.
static solver_result_t check(houdini_t *h, solver_t *solver, term_t t,
                             unsigned frame, index_vec_t *core)
{
    const framed_t last = {t, frame};
    vec_push(&h->assumed, last);
    solver_set_limit(solver, task_time_left(h->task, CHECK_LIMIT));
    const solver_result_t result = solver_check_assuming(
        solver, h->assumed.data, h->assumed.len);
    h->assumed.len--;
    if (result != SOLVER_UNSAT)
        return result;
    core->len = 0;
    solver_core(solver, core);
    size_t kept = 0;
    for (size_t i = 0; i < core->len; i++)
        if (core->data[i] < h->assumed_claims.len)
            core->data[kept++] = h->assumed_claims.data[core->data[i]];
    core->len = kept;
    return result;
}

static void check_claim(houdini_t *h, size_t i)
{
    while (h->claims.data[i].alive && !task_expired(h->task)) {
        assume_alive(h);
        switch (check(h, h->step, term_not(h->claims.data[i].term), 1,
                      &h->claims.data[i].core)) {
        case SOLVER_UNSAT:
            h->claims.data[i].inductive = true;
            return;
        case SOLVER_SAT:
            drop_false(h, h->step, 1);
            break;
        default:
            drop(h, i);
        }
    }
}

// False if time was up.
static bool find_fixed_point(houdini_t *h)
{
    check_start(h);
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < h->claims.len; i++) {
            if (!h->claims.data[i].alive || h->claims.data[i].inductive)
                continue;
            if (task_expired(h->task))
                return false;
            check_claim(h, i);
            changed = true;
        }
    }
    return true;
}

// ---- answers ----

// The claims that those in `needed` rest on, too.
static void close(const houdini_t *h, bool *needed)
{
    index_vec_t work = {0};
    for (size_t i = 0; i < h->claims.len; i++)
        if (needed[i])
            vec_push(&work, i);
    while (work.len > 0) {
        const index_vec_t *core = &h->claims.data[vec_pop(&work)].core;
        for (size_t k = 0; k < core->len; k++) {
            if (needed[core->data[k]])
                continue;
            needed[core->data[k]] = true;
            vec_push(&work, core->data[k]);
        }
    }
    vec_release(&work);
}

static size_t count_needed(const houdini_t *h, const bool *needed)
{
    size_t count = 0;
    for (size_t i = 0; i < h->claims.len; i++)
        count += needed[i];
    return count;
}

static void assume_needed(houdini_t *h, const bool *needed)
{
    h->assumed.len = h->assumed_claims.len = 0;
    for (size_t i = 0; i < h->claims.len; i++) {
        if (!needed[i])
            continue;
        const framed_t one = {h->claims.data[i].term, 0};
        vec_push(&h->assumed, one);
        vec_push(&h->assumed_claims, i);
    }
}

// Proofs within a smaller set have smaller cores: as long as that helps.
static void shrink(houdini_t *h, term_t bad, bool *needed)
{
    size_t before;
    do {
        before = count_needed(h, needed);
        assume_needed(h, needed);
        index_vec_t core = {0};
        for (size_t i = 0; i < h->claims.len; i++) {
            if (!needed[i]
                || check(h, h->step, term_not(h->claims.data[i].term), 1,
                         &core) != SOLVER_UNSAT)
                continue;
            h->claims.data[i].core.len = 0;
            for (size_t k = 0; k < core.len; k++)
                vec_push(&h->claims.data[i].core, core.data[k]);
        }
        if (check(h, h->now, bad, 0, &core) == SOLVER_UNSAT) {
            memset(needed, 0, h->claims.len);
            for (size_t k = 0; k < core.len; k++)
                needed[core.data[k]] = true;
            close(h, needed);
        }
        vec_release(&core);
    } while (count_needed(h, needed) < before);
}

static void prove(houdini_t *h, size_t target)
{
    const term_t bad = h->system->targets.data[target].bad;
    index_vec_t core = {0};
    assume_alive(h);
    if (check(h, h->now, bad, 0, &core) == SOLVER_UNSAT) {
        bool *needed = xcalloc(h->claims.len + 1, sizeof *needed);
        for (size_t i = 0; i < core.len; i++)
            needed[core.data[i]] = true;
        close(h, needed);
        shrink(h, bad, needed);
        term_vec_t invariant = {0};
        for (size_t i = 0; i < h->claims.len; i++)
            if (needed[i])
                vec_push(&invariant, h->claims.data[i].term);
        task_proved(h->task, target, invariant.data, invariant.len);
        vec_release(&invariant);
        free(needed);
    }
    vec_release(&core);
}

static void prove_targets(houdini_t *h)
{
    for (size_t i = 0; i < task_target_count(h->task); i++)
        if (task_target(h->task, i) == TARGET_OPEN)
            prove(h, i);
}

// What is alive and does not follow from the rest.
static void publish_lemmas(houdini_t *h)
{
    bool *kept = xcalloc(h->claims.len + 1, sizeof *kept);
    index_vec_t core = {0};
    for (size_t i = 0; i < h->claims.len; i++)
        kept[i] = h->claims.data[i].alive;
    // The last ones are the most complicated.
    for (size_t i = h->claims.len; i-- > 0;) {
        claim_t *c = &h->claims.data[i];
        if (!kept[i] || c->published)
            continue;
        kept[i] = false;
        assume_needed(h, kept);
        kept[i] = check(h, h->now, term_not(c->term), 0, &core)
            != SOLVER_UNSAT;
    }
    for (size_t i = 0; i < h->claims.len; i++) {
        claim_t *c = &h->claims.data[i];
        if (kept[i] && !c->published)
            task_lemma(h->task, c->term);
        c->published |= kept[i];
    }
    vec_release(&core);
    free(kept);
}

// The comparisons in what fell may be what others need.
static void offer_atoms(houdini_t *h)
{
    term_vec_t fallen = {0}, order = {0};
    for (size_t i = 0; i < h->claims.len; i++)
        if (!h->claims.data[i].alive)
            vec_push(&fallen, h->claims.data[i].term);
    walk_postorder(h->ctx, fallen.data, fallen.len, &order);
    for (size_t i = 0; i < order.len && i < MAX_ATOMS; i++) {
        const term_kind_t kind = term_kind(h->ctx, order.data[i]);
        if (kind == TERM_EQ || kind == TERM_LE)
            task_add_atom(h->task, order.data[i]);
    }
    vec_release(&fallen);
    vec_release(&order);
}

void engine_houdini(task_t *task)
{
    if (task_expired(task))
        return;
    houdini_t h;
    init(&h, task);
    simulate_samples(task);
    for (unsigned level = 0; level < CANDIDATES_LEVELS; level++) {
        add_claims(&h, (candidates_level_t)level);
        if (!find_fixed_point(&h))
            break;
        prove_targets(&h);
        if (task_expired(task))
            break;
        publish_lemmas(&h);
    }
    offer_atoms(&h);
    release(&h);
}
