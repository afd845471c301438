// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/decide.h"

#include "psl/automaton.h"
#include "psl/history.h"
#include "psl/monitor.h"
#include "psl/oracle.h"
#include "psl/rewrite.h"

void decision_release(decision_t *d)
{
    word_free(d->word);
    free(d->reason);
    d->word = NULL;
    d->reason = NULL;
}

static decision_t unknown(const char *reason)
{
    return (decision_t){.answer = DECIDE_UNKNOWN, .reason = xstrdup(reason)};
}

// The witness must satisfy the formula in the oracle's eyes, too.
static decision_t found(formula_pool_t *pool, formula_t f, formula_t clock,
                        word_t *word)
{
    if (!oracle_word(pool, f, clock, word))
        BUG("an automaton's witness is refuted by the evaluator");
    return (decision_t){.answer = DECIDE_YES, .word = word, .clock = clock};
}

static decision_t search(formula_pool_t *pool, formula_t f, formula_t clock)
{
    char *reason;
    guards_t *gs = guards_new(pool);
    automaton_t *a =
        automaton_new(gs, f, clock, AUTOMATON_DEFAULTS, &reason);
    decision_t d = {.answer = DECIDE_NO, .clock = clock};
    if (!a) {
        d = unknown(reason);
        free(reason);
    } else {
        word_t *word = automaton_witness(a);
        if (word)
            d = found(pool, f, clock, word);
    }
    automaton_free(a);
    guards_free(gs);
    return d;
}

decision_t decide_sat(formula_pool_t *pool, formula_t f, formula_t clock)
{
    if (formula_has_symbol(pool, f))
        return unknown("a count is an expression; give it a number");
    const char *reason;
    history_t *h = history_new(pool, f, clock, &reason);
    if (!h)
        return unknown(reason);
    formula_t g = history_formula(h);
    if (history_count(h))
        g = formula_and(pool, g, history_constraint(h));
    decision_t d = search(pool, g, history_clock(h));
    d.clock = clock;
    history_free(h);
    return d;
}

static decision_t implies_in(formula_pool_t *pool, formula_t f, formula_t g,
                             formula_t clock)
{
    decision_t d = decide_sat(
        pool, formula_and(pool, f, formula_not(pool, g)), clock);
    if (d.answer == DECIDE_UNKNOWN)
        return d;
    d.answer = d.answer == DECIDE_YES ? DECIDE_NO : DECIDE_YES;
    d.left = true;
    return d;
}

// Every context: an arbitrary proposition, and true, in which a weak SERE
// without a match of any length may differ from all others.
decision_t decide_implies(formula_pool_t *pool, formula_t f, formula_t g,
                          formula_t clock)
{
    if (clock)
        return implies_in(pool, f, g, clock);
    decision_t d = implies_in(pool, f, g, bool_true(pool));
    if (d.answer != DECIDE_YES)
        return d;
    return implies_in(pool, f, g, bool_atom(pool, DECIDE_CONTEXT));
}

decision_t decide_equal(formula_pool_t *pool, formula_t f, formula_t g,
                        formula_t clock)
{
    decision_t d = decide_implies(pool, f, g, clock);
    if (d.answer != DECIDE_YES)
        return d;
    d = decide_implies(pool, g, f, clock);
    d.left = false;
    return d;
}

// Classes

// The shape of a plain formula: what is bounded from one side only.
typedef enum { SHAPE_SAFETY = 1, SHAPE_GUARANTEE = 2, SHAPE_OBLIGATION = 4 }
    shape_t;

static unsigned shape(const formula_pool_t *pool, formula_t f)
{
    const unsigned all = SHAPE_SAFETY | SHAPE_GUARANTEE | SHAPE_OBLIGATION;
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (formula_kind(pool, f)) {
    case F_BOOL: case F_STRONG: return all;
    case F_NEXT: case F_WNEXT: return shape(pool, a);
    case F_AND: case F_OR: return shape(pool, a) & shape(pool, b);
    case F_WEAK: {
        const unsigned both = shape(pool, a) & shape(pool, b);
        return both & SHAPE_SAFETY ? SHAPE_SAFETY | SHAPE_OBLIGATION : 0;
    }
    case F_UNTIL: {
        const unsigned both = shape(pool, a) & shape(pool, b);
        return both & SHAPE_GUARANTEE ? SHAPE_GUARANTEE | SHAPE_OBLIGATION
                                      : 0;
    }
    case F_SERE: return SHAPE_SAFETY | SHAPE_OBLIGATION;
    case F_NOT: case F_SERE_STRONG:
        return SHAPE_GUARANTEE | SHAPE_OBLIGATION;
    case F_SUFFIX:
        return shape(pool, b) & SHAPE_SAFETY
            ? SHAPE_SAFETY | SHAPE_OBLIGATION : 0;
    case F_FOLLOW:
        return shape(pool, b) & SHAPE_GUARANTEE
            ? SHAPE_GUARANTEE | SHAPE_OBLIGATION : 0;
    default: return 0;
    }
}

// Infinite words only: no state is final.
static automaton_t *infinite(guards_t *gs, formula_t f, formula_t clock,
                             char **reason)
{
    automaton_t *a = automaton_new(gs, f, clock, AUTOMATON_DEFAULTS, reason);
    if (!a)
        return NULL;
    for (size_t q = 0; q < a->states.len; q++)
        a->states.data[q].final = false;
    automaton_prune(a);
    automaton_reduce(a);
    return a;
}

// Both in one state, with the acceptance of the first.
static automaton_state_t pair(guards_t *gs, const automaton_state_t *x,
                              const automaton_state_t *y, size_t n)
{
    automaton_state_t state = {0};
    for (size_t i = 0; i < x->edges.len; i++)
        for (size_t k = 0; k < y->edges.len; k++) {
            const automaton_edge_t *e = &x->edges.data[i];
            const automaton_edge_t *f = &y->edges.data[k];
            const automaton_edge_t edge = {
                guard_and(gs, e->guard, f->guard),
                (uint32_t)(e->to * n + f->to), e->accept, {0}};
            if (edge.guard != GUARD_FALSE)
                vec_push(&state.edges, edge);
        }
    return state;
}

// Does `a` accept an infinite word all of whose prefixes `closure` can begin
// with? By Koenig's lemma `closure` then has an infinite run on it.
static bool meets_closure(guards_t *gs, const automaton_t *closure,
                          const automaton_t *a)
{
    automaton_t product = {.guards = gs, .sets = a->sets};
    const size_t n = closure->states.len;
    const size_t total = a->states.len * n;
    for (size_t v = 0; v < total; v++)
        vec_push(&product.states, pair(gs, &a->states.data[v / n],
                                       &closure->states.data[v % n], n));
    bool *nonempty = xcalloc(total + 1, sizeof *nonempty);
    automaton_nonempty(&product, nonempty);
    const bool result = nonempty[0];
    for (size_t v = 0; v < total; v++)
        vec_release(&product.states.data[v].edges);
    vec_release(&product.states);
    free(nonempty);
    return result;
}

// Is some finite word a prefix of no accepted one? The sets of states that
// its letters lead to run empty. Sets are bit vectors; each class of letters
// that lead to one set is a part.

typedef struct {
    guard_t guard;
    uint64_t *to;
} part_t;

typedef VEC(part_t) parts_t;

typedef struct {
    guards_t *gs;
    const automaton_t *a;
    size_t width; // of a set
    VEC(uint64_t *) sets;
} prefixes_t;

static void split(const prefixes_t *s, parts_t *parts,
                  const automaton_edge_t *e)
{
    const size_t count = parts->len;
    for (size_t k = 0; k < count; k++) {
        const part_t p = parts->data[k];
        const guard_t in = guard_and(s->gs, p.guard, e->guard);
        if (in == GUARD_FALSE)
            continue;
        const guard_t out = guard_and(s->gs, p.guard,
                                      guard_not(s->gs, e->guard));
        uint64_t *to = p.to;
        if (out != GUARD_FALSE) {
            to = xnmalloc(s->width, sizeof *to);
            memcpy(to, p.to, s->width * sizeof *to);
            parts->data[k].guard = out;
            vec_push(parts, ((part_t){in, to}));
        }
        to[e->to / 64] |= UINT64_C(1) << e->to % 64;
    }
}

static bool is_empty(const prefixes_t *s, const uint64_t *set)
{
    for (size_t i = 0; i < s->width; i++)
        if (set[i])
            return false;
    return true;
}

// Takes the set over; false if it is empty.
static bool add_set(prefixes_t *s, uint64_t *set)
{
    const bool empty = is_empty(s, set);
    bool seen = empty;
    for (size_t w = 0; w < s->sets.len && !seen; w++)
        seen = memcmp(s->sets.data[w], set, s->width * sizeof *set) == 0;
    if (seen)
        free(set);
    else
        vec_push(&s->sets, set);
    return !empty;
}

static bool expand_set(prefixes_t *s, size_t v)
{
    parts_t parts = {0};
    vec_push(&parts, ((part_t){GUARD_TRUE,
                               xcalloc(s->width, sizeof(uint64_t))}));
    for (size_t q = 0; q < s->a->states.len; q++)
        if (s->sets.data[v][q / 64] >> q % 64 & 1)
            for (size_t i = 0; i < s->a->states.data[q].edges.len; i++)
                split(s, &parts, &s->a->states.data[q].edges.data[i]);
    bool full = true;
    for (size_t k = 0; k < parts.len; k++)
        full = add_set(s, parts.data[k].to) && full;
    vec_release(&parts);
    return full;
}

static bool has_bad_prefix(guards_t *gs, const automaton_t *a, bool *known)
{
    prefixes_t s = {.gs = gs, .a = a, .width = a->states.len / 64 + 1};
    uint64_t *start = xcalloc(s.width, sizeof *start);
    start[0] = 1;
    add_set(&s, start);
    bool full = true;
    for (size_t v = 0; v < s.sets.len && full && *known; v++) {
        full = expand_set(&s, v);
        *known = s.sets.len < MONITOR_MAX_STATES;
    }
    for (size_t v = 0; v < s.sets.len; v++)
        free(s.sets.data[v]);
    vec_release(&s.sets);
    return !full;
}

static void classify(guards_t *gs, automaton_t *yes, automaton_t *no,
                     class_info_t *c)
{
    if (yes->states.len * no->states.len > 100000) {
        c->reason = xstrdup("the automata are too large");
        return;
    }
    c->known = true;
    c->safety = !meets_closure(gs, yes, no);
    c->guarantee = !meets_closure(gs, no, yes);
    c->liveness = !has_bad_prefix(gs, yes, &c->known);
    c->obligation |= c->safety || c->guarantee;
    if (!c->known)
        c->reason = xstrdup("too many sets of states");
}

class_info_t decide_class(formula_pool_t *pool, formula_t f, formula_t clock)
{
    class_info_t c = {0};
    if (formula_has(pool, f, B_PREV) || formula_has(pool, f, B_ENDED)) {
        c.reason = xstrdup("prev and ended are not supported here");
        return c;
    }
    if (formula_has_symbol(pool, f)) {
        c.reason = xstrdup("a count is an expression; give it a number");
        return c;
    }
    guards_t *gs = guards_new(pool);
    automaton_t *yes = infinite(gs, f, clock, &c.reason);
    automaton_t *no = NULL;
    if (yes)
        no = infinite(gs, formula_not(pool, f), clock, &c.reason);
    c.obligation =
        shape(pool, rewrite_plain(pool, f, clock)) & SHAPE_OBLIGATION;
    if (yes && no)
        classify(gs, yes, no, &c);
    automaton_free(yes);
    automaton_free(no);
    guards_free(gs);
    return c;
}
