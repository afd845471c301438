// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"

#include "core/walk.h"
#include "reach/candidates.h"
#include "reach/claims.h"
#include "reach/simulate.h"

// Candidates that the samples suggest become claims, and what is inductive
// among them proves targets, all of them in one go. Each level has more
// candidates, those that fell included: they may need the new ones.

#define MAX_ATOMS 200

static void add_claims(task_t *task, claims_t *claims,
                       candidates_level_t level)
{
    const system_t *system = task_system(task);
    for (size_t i = 0; i < task_lemma_count(task); i++)
        claims_add(claims, task_lemma_at(task, i));
    for (size_t i = 0; i < task_target_count(task); i++)
        if (task_target(task, i) == TARGET_OPEN)
            claims_add(claims, term_not(system->targets.data[i].bad));
    term_vec_t candidates = {0};
    candidates_make(task, level, &candidates);
    for (size_t i = 0; i < candidates.len; i++)
        claims_add(claims, candidates.data[i]);
    vec_release(&candidates);
}

static void prove_targets(task_t *task, claims_t *claims)
{
    const system_t *system = task_system(task);
    bool *needed = xcalloc(claims_count(claims) + 1, sizeof *needed);
    for (size_t i = 0; i < task_target_count(task); i++) {
        if (task_target(task, i) != TARGET_OPEN
            || !claims_exclude(claims, system->targets.data[i].bad, needed))
            continue;
        term_vec_t invariant = {0};
        for (size_t k = 0; k < claims_count(claims); k++)
            if (needed[k])
                vec_push(&invariant, claims_term(claims, k));
        task_proved(task, i, invariant.data, invariant.len);
        vec_release(&invariant);
    }
    free(needed);
}

static bool is_lemma(const task_t *task, term_t t)
{
    for (size_t i = 0; i < task_lemma_count(task); i++)
        if (term_equal(task_lemma_at(task, i), t))
            return true;
    return false;
}

// What is alive and does not follow from the rest.
static void publish_lemmas(task_t *task, claims_t *claims)
{
    bool *kept = xcalloc(claims_count(claims) + 1, sizeof *kept);
    for (size_t i = 0; i < claims_count(claims); i++)
        kept[i] = claims_alive(claims, i);
    claims_thin_out(claims, kept);
    for (size_t i = 0; i < claims_count(claims); i++)
        if (kept[i] && !is_lemma(task, claims_term(claims, i)))
            task_lemma(task, claims_term(claims, i));
    free(kept);
}

// The comparisons in what fell may be what others need.
static void offer_atoms(task_t *task, const claims_t *claims)
{
    context_t *ctx = task_system(task)->ctx;
    term_vec_t fallen = {0}, order = {0};
    for (size_t i = 0; i < claims_count(claims); i++)
        if (!claims_alive(claims, i))
            vec_push(&fallen, claims_term(claims, i));
    walk_postorder(ctx, fallen.data, fallen.len, &order);
    size_t left = MAX_ATOMS;
    for (size_t i = 0; i < order.len && left > 0; i++) {
        const term_kind_t kind = term_kind(ctx, order.data[i]);
        if (kind != TERM_EQ && kind != TERM_LE)
            continue;
        task_add_atom(task, order.data[i]);
        left--;
    }
    vec_release(&fallen);
    vec_release(&order);
}

void engine_houdini(task_t *task)
{
    if (task_expired(task))
        return;
    claims_t *claims = claims_new(task);
    simulate_samples(task);
    for (unsigned level = 0; level < CANDIDATES_LEVELS; level++) {
        add_claims(task, claims, (candidates_level_t)level);
        if (!claims_settle(claims))
            break;
        prove_targets(task, claims);
        if (task_expired(task))
            break;
        publish_lemmas(task, claims);
    }
    offer_atoms(task, claims);
    claims_free(claims);
}
