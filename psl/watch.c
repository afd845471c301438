// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/watch.h"

#include <assert.h>

static uint32_t find_bad(const automaton_t *a)
{
    for (uint32_t q = 0; q < a->states.len; q++) {
        const automaton_state_t *s = &a->states.data[q];
        if (s->final && s->edges.len == 1 && s->edges.data[0].to == q
            && s->edges.data[0].guard == GUARD_TRUE)
            return q;
    }
    return UINT32_MAX;
}

// Only the bad state accepts: nothing else is final, nothing else can cycle
// through all acceptance sets.
static bool is_safety(const automaton_t *a, uint32_t bad)
{
    const size_t n = a->states.len;
    bool *nonempty = xcalloc(n + 1, sizeof *nonempty);
    automaton_t without = *a;
    automaton_state_t saved = {0};
    if (bad != UINT32_MAX) {
        saved = a->states.data[bad];
        without.states.data[bad].final = false;
        without.states.data[bad].edges.len = 0;
    }
    automaton_nonempty(&without, nonempty);
    const bool safety = !nonempty[0];
    if (bad != UINT32_MAX)
        a->states.data[bad] = saved;
    free(nonempty);
    return safety;
}

watch_t *watch_new(guards_t *gs, formula_t f, formula_t clock, count_t unroll,
                   char **reason)
{
    const formula_t negation = formula_not(guards_pool(gs), f);
    automaton_options_t options = AUTOMATON_DEFAULTS;
    options.unroll = unroll;
    automaton_t *a = automaton_new(gs, negation, clock, options, reason);
    if (!a && !formula_has_symbol(guards_pool(gs), f)) {
        // obligations of a count overlap: write the counts out
        free(*reason);
        a = automaton_new(gs, negation, clock, AUTOMATON_DEFAULTS, reason);
    }
    if (!a)
        return NULL;
    automaton_prune(a);
    automaton_reduce(a);
    watch_t *watch = xcalloc(1, sizeof *watch);
    watch->automaton = a;
    watch->bad = find_bad(a);
    watch->safety = is_safety(a, watch->bad);
    return watch;
}

void watch_free(watch_t *watch)
{
    if (!watch)
        return;
    automaton_free(watch->automaton);
    free(watch);
}

// A configuration: a state, then the counters.
typedef VEC(int64_t) configs_t;

typedef struct {
    const watch_t *watch;
    size_t width;
    formula_count_fn fn;
    void *user;
} run_t;

static int64_t bound_value(const run_t *r, count_t bound)
{
    if (bound == COUNT_INF)
        return INT64_MAX;
    if (!count_is_symbol(bound))
        return bound;
    const formula_pool_t *pool = guards_pool(r->watch->automaton->guards);
    int64_t value = 0;
    if (!r->fn || !r->fn(count_text(pool, bound), &value, r->user))
        BUG("a count has no value: %s", count_text(pool, bound));
    return value + count_offset(pool, bound);
}

// Tests see the values from before the letter.
static bool passes(const run_t *r, const int64_t *config, const step_t *s)
{
    const int64_t value = config[1 + s->counter];
    switch (s->kind) {
    case STEP_BELOW: return value < bound_value(r, s->bound);
    case STEP_FROM: return value >= bound_value(r, s->bound);
    case STEP_NONE: return bound_value(r, s->bound) <= 0;
    case STEP_ONE_BELOW: return 1 < bound_value(r, s->bound);
    case STEP_ONE_FROM: return 1 >= bound_value(r, s->bound);
    default: return true;
    }
}

static bool take(const run_t *r, const int64_t *config,
                 const automaton_edge_t *e, int64_t *next)
{
    memcpy(next, config, r->width * sizeof *next);
    next[0] = e->to;
    for (unsigned i = 0; i < e->steps.count; i++) {
        const step_t *s = &e->steps.list[i];
        if (!passes(r, config, s))
            return false;
        if (s->kind == STEP_SET)
            next[1 + s->counter] = 1;
        else if (s->kind == STEP_INC)
            next[1 + s->counter] = config[1 + s->counter] + 1;
    }
    return true;
}

static void add(const run_t *r, configs_t *set, const int64_t *config)
{
    for (size_t i = 0; i < set->len; i += r->width)
        if (memcmp(&set->data[i], config, r->width * sizeof *config) == 0)
            return;
    for (size_t i = 0; i < r->width; i++)
        vec_push(set, config[i]);
}

static configs_t step(const run_t *r, const configs_t *now,
                      const word_t *word, size_t letter)
{
    const automaton_t *a = r->watch->automaton;
    configs_t after = {0};
    int64_t *next = xnmalloc(r->width, sizeof *next);
    for (size_t i = 0; i < now->len; i += r->width) {
        const automaton_state_t *s = &a->states.data[now->data[i]];
        for (size_t k = 0; k < s->edges.len; k++) {
            const automaton_edge_t *e = &s->edges.data[k];
            if (guard_holds(a->guards, e->guard, word, letter)
                && take(r, &now->data[i], e, next))
                add(r, &after, next);
        }
    }
    free(next);
    return after;
}

bool watch_finds(const watch_t *watch, const word_t *word,
                 formula_count_fn fn, void *user)
{
    assert(word_loop(word) == WORD_NO_LOOP);
    const automaton_t *a = watch->automaton;
    const run_t r = {watch, 1 + a->counters, fn, user};
    configs_t now = {0};
    for (size_t i = 0; i < r.width; i++)
        vec_push(&now, 0);
    for (size_t i = 0; i < word_length(word); i++) {
        configs_t after = step(&r, &now, word, i);
        vec_release(&now);
        now = after;
    }
    bool found = false;
    for (size_t i = 0; i < now.len; i += r.width)
        found |= a->states.data[now.data[i]].final;
    vec_release(&now);
    return found;
}
