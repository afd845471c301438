// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/rules.h"

#include "core/ident.h"
#include "psl/automaton.h"
#include "psl/history.h"
#include "psl/monitor.h"
#include "psl/rewrite.h"
#include "psl/watch.h"

// A deterministic monitor with more states is not used.
#define MAX_MONITOR 24
// Larger literal counts become counters of a watching monitor.
#define MAX_UNROLL 8

typedef struct {
    model_t *model;
    context_t *ctx;
    formula_pool_t *pool;
    const rules_options_t *options;
    var_t state, choice;
    VEC(var_t) counters, registers;
    const history_t *history;
} rules_t;

// On infinite words strong and weak are the same where no clock is waited
// for. The negation of a safety formula is then strong throughout, so that
// its automaton accepts in one state only.
static formula_t strengthen(formula_pool_t *pool, formula_t f)
{
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (formula_kind(pool, f)) {
    case F_BOOL: return formula_strong(pool, a);
    case F_WNEXT:
        return formula_next(pool, true, formula_lo(pool, f),
                            strengthen(pool, a));
    case F_NEXT: case F_AND: case F_OR: case F_UNTIL: case F_WEAK:
        return formula_rebuild(pool, f, strengthen(pool, a),
                               b ? strengthen(pool, b) : b);
    case F_FOLLOW: case F_SUFFIX: {
        // {true[*n]} has exactly one match
        const bool steps = formula_kind(pool, a) == S_REPEAT
            && formula_lo(pool, a) == formula_hi(pool, a)
            && formula_a(pool, a) == sere_bool(pool, bool_true(pool));
        const formula_t g = strengthen(pool, b);
        return steps || formula_kind(pool, f) == F_FOLLOW
            ? formula_follow(pool, a, g) : formula_suffix(pool, a, g);
    }
    default: return f;
    }
}

// Terms

static term_t boolean(rules_t *r, formula_t b)
{
    const formula_t x = formula_a(r->pool, b), y = formula_b(r->pool, b);
    switch (formula_kind(r->pool, b)) {
    case B_TRUE: return term_true(r->ctx);
    case B_FALSE: return term_false(r->ctx);
    case B_ATOM:
        for (size_t i = 0; i < history_count(r->history); i++)
            if (history_register(r->history, i).atom == b)
                return term_last(r->ctx, r->registers.data[i]);
        return r->options->atom(
            formula_atom_text(r->pool, formula_atom(r->pool, b)),
            r->options->user);
    case B_NOT: return term_not(boolean(r, x));
    case B_AND: return term_and(r->ctx, boolean(r, x), boolean(r, y));
    case B_OR: return term_or(r->ctx, boolean(r, x), boolean(r, y));
    case B_XOR: return term_ne(r->ctx, boolean(r, x), boolean(r, y));
    default: BUG("not a function of one letter");
    }
}

static term_t guard_term(rules_t *r, guards_t *gs, guard_t g)
{
    return boolean(r, guard_formula(gs, g));
}

static term_t bound_term(rules_t *r, count_t n)
{
    if (!count_is_symbol(n))
        return term_int(r->ctx, n);
    const term_t t =
        r->options->count(count_text(r->pool, n), r->options->user);
    return term_add(r->ctx, t,
                    term_int(r->ctx, count_offset(r->pool, n)));
}

static term_t test_term(rules_t *r, const step_t *s)
{
    const term_t one = term_int(r->ctx, 1), bound = bound_term(r, s->bound);
    const term_t k = term_last(r->ctx, r->counters.data[s->counter]);
    switch (s->kind) {
    case STEP_BELOW: return term_lt(r->ctx, k, bound);
    case STEP_FROM: return term_le(r->ctx, bound, k);
    case STEP_ONE_BELOW: return term_lt(r->ctx, one, bound);
    case STEP_ONE_FROM: return term_le(r->ctx, bound, one);
    case STEP_NONE: return term_lt(r->ctx, bound, one);
    default: return term_true(r->ctx);
    }
}

static term_t in_state(rules_t *r, size_t q)
{
    return term_eq(r->ctx, term_last(r->ctx, r->state),
                   term_int(r->ctx, (int64_t)q));
}

// Variables

static var_t variable(rules_t *r, const char *what, sort_t sort)
{
    ident_table_t *names = context_idents(r->ctx);
    char *name = xasprintf("%s.%s", r->options->name, what);
    const var_t var = var_new(r->ctx, ident_unique(names, name), sort);
    free(name);
    return var;
}

static void start_at(rules_t *r, var_t var, term_t value)
{
    for (size_t i = 0; i < model_start_count(r->model); i++)
        model_start_value(r->model, i, var, value);
}

static var_t int_state(rules_t *r, const char *what)
{
    const var_t var = variable(r, what, sort_int(r->ctx));
    model_add_state(r->model, var, r->options->loc);
    start_at(r, var, term_int(r->ctx, 0));
    return var;
}

static void add_registers(rules_t *r)
{
    for (size_t i = 0; i < history_count(r->history); i++) {
        const past_t p = history_register(r->history, i);
        const var_t var = variable(
            r, formula_atom_text(r->pool, formula_atom(r->pool, p.atom)),
            sort_bool(r->ctx));
        model_add_state(r->model, var, r->options->loc);
        if (p.init == PAST_FALSE)
            start_at(r, var, term_false(r->ctx));
        vec_push(&r->registers, var);
    }
    for (size_t i = 0; i < history_count(r->history); i++)
        model_set_next(r->model, r->registers.data[i],
                       boolean(r, history_register(r->history, i).next));
}

static void add_property(rules_t *r, term_t fails)
{
    const property_t property = {
        .name = r->options->name, .kind = PROPERTY_PSL,
        .loc = r->options->loc, .reached = term_true(r->ctx),
        .holds = term_not(fails)};
    model_add_property(r->model, &property);
}

// The two monitors

static void add_monitor(rules_t *r, guards_t *gs, const monitor_t *m)
{
    r->state = int_state(r, "state");
    term_t next = term_last(r->ctx, r->state), fails = term_false(r->ctx);
    for (size_t q = 0; q < m->states.len; q++)
        for (size_t i = 0; i < m->states.data[q].edges.len; i++) {
            const monitor_edge_t *e = &m->states.data[q].edges.data[i];
            const term_t taken = term_and(r->ctx, in_state(r, q),
                                          guard_term(r, gs, e->guard));
            next = term_ite(r->ctx, taken, term_int(r->ctx, e->to), next);
            if (m->states.data[e->to].verdict == MONITOR_VIOLATED)
                fails = term_or(r->ctx, fails, taken);
        }
    model_set_next(r->model, r->state, next);
    add_property(r, fails);
}

// Edge number i of its state is taken if the input chooses i and it fits.
static term_t edge_taken(rules_t *r, const automaton_t *a, size_t q, size_t i)
{
    const automaton_edge_t *e = &a->states.data[q].edges.data[i];
    term_t taken = in_state(r, q);
    if (a->states.data[q].edges.len > 1)
        taken = term_and(r->ctx, taken,
                         term_eq(r->ctx, term_last(r->ctx, r->choice),
                                 term_int(r->ctx, (int64_t)i)));
    taken = term_and(r->ctx, taken, guard_term(r, a->guards, e->guard));
    for (unsigned k = 0; k < e->steps.count; k++)
        taken = term_and(r->ctx, taken, test_term(r, &e->steps.list[k]));
    return taken;
}

static void add_actions(rules_t *r, const steps_t *steps, term_t taken,
                        term_t *next)
{
    for (unsigned i = 0; i < steps->count; i++) {
        const step_t *s = &steps->list[i];
        if (s->kind > STEP_INC)
            continue;
        const term_t one = term_int(r->ctx, 1);
        const term_t k = term_last(r->ctx, r->counters.data[s->counter]);
        next[s->counter] = term_ite(
            r->ctx, taken,
            s->kind == STEP_SET ? one : term_add(r->ctx, k, one),
            next[s->counter]);
    }
}

static void add_watch(rules_t *r, const watch_t *w)
{
    const automaton_t *a = w->automaton;
    r->state = int_state(r, "state");
    r->choice = variable(r, "watch", sort_int(r->ctx));
    model_add_input(r->model, r->choice, r->options->loc);
    for (uint32_t i = 0; i < a->counters; i++)
        vec_push(&r->counters, int_state(r, "count"));
    // a choice that does not fit leads to a state without edges
    term_t next = term_int(r->ctx, (int64_t)a->states.len);
    term_t fails = term_false(r->ctx);
    term_t *counts = xnmalloc(a->counters, sizeof *counts);
    for (uint32_t i = 0; i < a->counters; i++)
        counts[i] = term_last(r->ctx, r->counters.data[i]);
    for (size_t q = 0; q < a->states.len; q++)
        for (size_t i = 0; i < a->states.data[q].edges.len; i++) {
            const automaton_edge_t *e = &a->states.data[q].edges.data[i];
            const term_t taken = edge_taken(r, a, q, i);
            next = term_ite(r->ctx, taken, term_int(r->ctx, e->to), next);
            add_actions(r, &e->steps, taken, counts);
            if (e->to == w->bad && q != w->bad)
                fails = term_or(r->ctx, fails, taken);
        }
    model_set_next(r->model, r->state, next);
    for (uint32_t i = 0; i < a->counters; i++)
        model_set_next(r->model, r->counters.data[i], counts[i]);
    free(counts);
    add_property(r, fails);
}

static bool add(rules_t *r, formula_t f, char **reason)
{
    const formula_t yes = bool_true(r->pool);
    const formula_t negation = strengthen(
        r->pool, rewrite_plain(r->pool, formula_not(r->pool, f), yes));
    f = formula_not(r->pool, negation);
    guards_t *gs = guards_new(r->pool);
    watch_t *w = watch_new(gs, f, yes, MAX_UNROLL, reason);
    bool ok = false;
    if (w && !w->safety)
        *reason = xstrdup("it is not a safety property: no finite run "
                          "violates it");
    else if (w && w->bad == UINT32_MAX && w->automaton->states.len > 1)
        *reason = xstrdup("its monitor has no violating state");
    else if (w) {
        char *why = NULL;
        monitor_t *m = w->automaton->counters
            ? NULL : monitor_new(gs, f, yes, MAX_MONITOR, &why);
        free(why);
        add_registers(r);
        if (m)
            add_monitor(r, gs, m);
        else
            add_watch(r, w);
        monitor_free(m);
        ok = true;
    }
    watch_free(w);
    guards_free(gs);
    return ok;
}

bool rules_add(model_t *model, formula_pool_t *pool, formula_t f,
               formula_t clock, const rules_options_t *options,
               char **reason)
{
    const char *why;
    *reason = NULL;
    history_t *h = history_new(pool, f, clock, &why);
    if (!h) {
        *reason = xstrdup(why);
        return false;
    }
    rules_t r = {.model = model, .ctx = model_context(model), .pool = pool,
                 .options = options, .history = h};
    const formula_t plain =
        rewrite_declock(pool, history_formula(h), history_clock(h));
    const bool ok = add(&r, plain, reason);
    vec_release(&r.counters);
    vec_release(&r.registers);
    history_free(h);
    return ok;
}
