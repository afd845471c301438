// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/monitor.h"

#include "core/hash.h"
#include "core/ident.h"
#include "psl/print.h"

#include <assert.h>

static const char *const names[] = {
    [MONITOR_OPEN] = "open",
    [MONITOR_VIOLATED] = "violated",
    [MONITOR_SATISFIED] = "satisfied",
};

const char *monitor_verdict_name(monitor_verdict_t verdict)
{
    return names[verdict];
}

// A state is a set of states of the formula's automaton and one of its
// negation's: numbers of the second are shifted behind those of the first.
typedef VEC(uint32_t) set_t;

typedef struct {
    guards_t *gs;
    automaton_t *yes, *no;
    uint32_t shift;
    monitor_t *m;
    VEC(set_t) sets;
    VEC(uint32_t) chain;
    map_t *set_of;
} builder_t;

typedef struct {
    guard_t guard;
    set_t to;
} class_t;

typedef VEC(class_t) classes_t;

static const automaton_state_t *part(const builder_t *b, uint32_t q)
{
    return q < b->shift ? &b->yes->states.data[q]
                        : &b->no->states.data[q - b->shift];
}

static void set_add(set_t *set, uint32_t x)
{
    size_t i = set->len;
    while (i > 0 && set->data[i - 1] > x)
        i--;
    if (i > 0 && set->data[i - 1] == x)
        return;
    vec_push(set, 0);
    memmove(&set->data[i + 1], &set->data[i],
            (set->len - 1 - i) * sizeof *set->data);
    set->data[i] = x;
}

static bool set_equal(const set_t *a, const set_t *b)
{
    return a->len == b->len
        && (!a->len
            || memcmp(a->data, b->data, a->len * sizeof *a->data) == 0);
}

static monitor_state_t describe(const builder_t *b, const set_t *set)
{
    monitor_state_t s = {MONITOR_OPEN, false, {0}};
    bool yes = false, no = false;
    for (size_t i = 0; i < set->len; i++) {
        const bool first = set->data[i] < b->shift;
        yes |= first;
        no |= !first;
        s.holds |= first && part(b, set->data[i])->final;
    }
    if (!yes)
        s.verdict = MONITOR_VIOLATED;
    else if (!no)
        s.verdict = MONITOR_SATISFIED;
    return s;
}

static uint32_t state(builder_t *b, set_t set)
{
    const uint64_t hash =
        set.len ? hash_bytes(set.data, set.len * sizeof *set.data) : 1;
    uint64_t first = UINT32_MAX;
    map_get(b->set_of, hash, &first);
    for (uint32_t q = (uint32_t)first; q != UINT32_MAX; q = b->chain.data[q])
        if (set_equal(&b->sets.data[q], &set)) {
            vec_release(&set);
            return q;
        }
    vec_push(&b->m->states, describe(b, &set));
    vec_push(&b->sets, set);
    vec_push(&b->chain, (uint32_t)first);
    map_put(b->set_of, hash, b->sets.len - 1);
    return (uint32_t)b->sets.len - 1;
}

static set_t copy_with(const set_t *set, uint32_t x)
{
    set_t copy = {0};
    for (size_t i = 0; i < set->len; i++)
        vec_push(&copy, set->data[i]);
    set_add(&copy, x);
    return copy;
}

// Splits each class of letters by whether the edge can be taken.
static void split(builder_t *b, classes_t *classes, guard_t guard,
                  uint32_t to)
{
    const size_t n = classes->len;
    for (size_t i = 0; i < n; i++) {
        class_t *c = &classes->data[i];
        const guard_t in = guard_and(b->gs, c->guard, guard);
        if (in == GUARD_FALSE)
            continue;
        const guard_t out = guard_and(b->gs, c->guard,
                                      guard_not(b->gs, guard));
        if (out == GUARD_FALSE) {
            set_add(&c->to, to);
            continue;
        }
        const class_t fresh = {in, copy_with(&c->to, to)};
        c->guard = out;
        vec_push(classes, fresh);
    }
}

static void add_class(builder_t *b, uint32_t q, class_t c)
{
    const uint32_t to = state(b, c.to);
    monitor_state_t *s = &b->m->states.data[q];
    for (size_t i = 0; i < s->edges.len; i++)
        if (s->edges.data[i].to == to) {
            s->edges.data[i].guard =
                guard_or(b->gs, s->edges.data[i].guard, c.guard);
            return;
        }
    vec_push(&s->edges, ((monitor_edge_t){c.guard, to}));
}

static void add_edges(builder_t *b, uint32_t q)
{
    classes_t classes = {0};
    vec_push(&classes, ((class_t){.guard = GUARD_TRUE}));
    for (size_t i = 0; i < b->sets.data[q].len; i++) {
        const uint32_t from = b->sets.data[q].data[i];
        const uint32_t shift = from < b->shift ? 0 : b->shift;
        const automaton_state_t *s = part(b, from);
        for (size_t k = 0; k < s->edges.len; k++)
            split(b, &classes, s->edges.data[k].guard,
                  s->edges.data[k].to + shift);
    }
    for (size_t i = 0; i < classes.len; i++)
        add_class(b, q, classes.data[i]);
    vec_release(&classes);
}

// Pruning keeps the initial state even if it accepts nothing.
static bool initial_is_useful(const automaton_t *a)
{
    return a->states.data[0].final || a->states.data[0].edges.len > 0;
}

static bool determinise(builder_t *b, uint32_t max_states)
{
    set_t start = {0};
    if (initial_is_useful(b->yes))
        set_add(&start, 0);
    if (initial_is_useful(b->no))
        set_add(&start, b->shift);
    state(b, start);
    for (uint32_t q = 0; q < b->sets.len; q++) {
        add_edges(b, q);
        if (b->sets.len > max_states)
            return false;
    }
    return true;
}

// States of one class have the same verdicts and, for each class, the same
// guard to it.

static int by_target(const void *x, const void *y)
{
    const monitor_edge_t *a = x, *b = y;
    return a->to < b->to ? -1 : a->to > b->to;
}

typedef VEC(monitor_edge_t) edges_t;

static edges_t edges_by_class(const monitor_t *m, size_t q,
                              const uint32_t *class)
{
    const monitor_state_t *s = &m->states.data[q];
    edges_t out = {0};
    for (size_t i = 0; i < s->edges.len; i++) {
        const uint32_t to = class[s->edges.data[i].to];
        size_t k = 0;
        while (k < out.len && out.data[k].to != to)
            k++;
        if (k == out.len)
            vec_push(&out, ((monitor_edge_t){GUARD_FALSE, to}));
        out.data[k].guard = guard_or(m->guards, out.data[k].guard,
                                     s->edges.data[i].guard);
    }
    if (out.len)
        qsort(out.data, out.len, sizeof *out.data, by_target);
    return out;
}

static uint32_t refine(const monitor_t *m, const uint32_t *old,
                       uint32_t *class)
{
    ident_table_t *signatures = ident_table_new();
    uint32_t count = 0;
    for (size_t q = 0; q < m->states.len; q++) {
        edges_t edges = edges_by_class(m, q, old);
        text_t key = {0};
        text_addn(&key, (const char *)&old[q], sizeof old[q]);
        text_addn(&key, (const char *)edges.data,
                  edges.len * sizeof *edges.data);
        class[q] = ident_index(ident_newn(signatures, key.data, key.len));
        if (class[q] >= count)
            count = class[q] + 1;
        text_release(&key);
        vec_release(&edges);
    }
    ident_table_free(signatures);
    return count;
}

static void merge(monitor_t *m, const uint32_t *class)
{
    uint32_t kept = 0;
    for (size_t q = 0; q < m->states.len; q++) {
        monitor_state_t s = m->states.data[q];
        edges_t edges = edges_by_class(m, q, class);
        vec_release(&s.edges);
        m->states.data[q].edges.len = 0;
        if (class[q] != kept) { // an earlier state stands for it
            vec_release(&edges);
            continue;
        }
        s.edges.data = edges.data;
        s.edges.len = edges.len;
        s.edges.cap = edges.cap;
        m->states.data[kept++] = s;
    }
    m->states.len = kept;
}

static void minimise(monitor_t *m)
{
    const size_t n = m->states.len;
    uint32_t *old = xcalloc(n, sizeof *old);
    uint32_t *class = xcalloc(n, sizeof *class);
    uint32_t count = 0, now;
    for (size_t q = 0; q < n; q++)
        old[q] = m->states.data[q].verdict * 2u + m->states.data[q].holds;
    while ((now = refine(m, old, class)) != count) {
        uint32_t *swap = old;
        old = class;
        class = swap;
        count = now;
    }
    merge(m, class);
    free(old);
    free(class);
}

static automaton_t *useful(guards_t *gs, formula_t f, formula_t clock,
                           char **reason)
{
    automaton_t *a = automaton_new(gs, f, clock, AUTOMATON_DEFAULTS, reason);
    if (a && a->counters) {
        *reason = xstrdup("it has counters");
        automaton_free(a);
        return NULL;
    }
    if (a) {
        automaton_prune(a);
        automaton_reduce(a);
    }
    return a;
}

static void builder_release(builder_t *b)
{
    for (size_t i = 0; i < b->sets.len; i++)
        vec_release(&b->sets.data[i]);
    vec_release(&b->sets);
    vec_release(&b->chain);
    map_free(b->set_of);
    automaton_free(b->yes);
    automaton_free(b->no);
}

monitor_t *monitor_new(guards_t *gs, formula_t f, formula_t clock,
                       uint32_t max_states, char **reason)
{
    formula_pool_t *pool = guards_pool(gs);
    builder_t b = {.gs = gs, .set_of = map_new(),
                   .m = xcalloc(1, sizeof *b.m)};
    b.m->guards = gs;
    *reason = NULL;
    b.yes = useful(gs, f, clock, reason);
    if (b.yes)
        b.no = useful(gs, formula_not(pool, f), clock, reason);
    bool ok = b.yes && b.no;
    if (ok) {
        b.shift = (uint32_t)b.yes->states.len;
        ok = determinise(&b, max_states ? max_states : MONITOR_MAX_STATES);
        if (!ok)
            *reason = xstrdup("a deterministic monitor needs too many "
                              "states");
    }
    builder_release(&b);
    if (ok) {
        minimise(b.m);
        return b.m;
    }
    monitor_free(b.m);
    return NULL;
}

void monitor_free(monitor_t *m)
{
    if (!m)
        return;
    for (size_t q = 0; q < m->states.len; q++)
        vec_release(&m->states.data[q].edges);
    vec_release(&m->states);
    free(m);
}

uint32_t monitor_step(const monitor_t *m, uint32_t q, const word_t *word,
                      size_t letter)
{
    const monitor_state_t *s = &m->states.data[q];
    for (size_t i = 0; i < s->edges.len; i++)
        if (guard_holds(m->guards, s->edges.data[i].guard, word, letter))
            return s->edges.data[i].to;
    BUG("a monitor has no edge for a letter");
}

uint32_t monitor_run(const monitor_t *m, const word_t *word,
                     monitor_verdict_t *verdict)
{
    const size_t n = word_length(word);
    const bool loops = word_loop(word) != WORD_NO_LOOP;
    // once round for each state is more than enough on a lasso
    size_t steps = loops ? n * (m->states.len + 1) : n;
    uint32_t q = 0;
    for (size_t p = 0; steps && m->states.data[q].verdict == MONITOR_OPEN;
         steps--, p = word_next(word, p))
        q = monitor_step(m, q, word, p);
    *verdict = m->states.data[q].verdict;
    return q;
}

void monitor_dot(monitor_t *m, const char *title, text_t *out)
{
    static const char *const colours[] = {"white", "#f4b6b6", "#bfe3bf"};
    formula_pool_t *pool = guards_pool(m->guards);
    text_printf(out, "digraph monitor {\n  rankdir=LR;\n"
                     "  node [shape=circle style=filled "
                     "fontname=\"sans-serif\"];\n"
                     "  edge [fontname=\"sans-serif\" fontsize=11];\n"
                     "  start [shape=point];\n  start -> s0;\n  label=\"");
    for (; *title; title++)
        text_printf(out, *title == '"' ? "\\\"" : "%c", *title);
    text_add(out, "\";\n");
    for (size_t q = 0; q < m->states.len; q++) {
        const monitor_state_t *s = &m->states.data[q];
        text_printf(out, "  s%zu [label=\"%zu\" fillcolor=\"%s\"%s];\n", q, q,
                    colours[s->verdict],
                    s->holds ? " shape=doublecircle" : "");
        for (size_t i = 0; i < s->edges.len; i++) {
            char *text = print_string(
                pool, guard_formula(m->guards, s->edges.data[i].guard));
            text_printf(out, "  s%zu -> s%u [label=\"%s\"];\n", q,
                        s->edges.data[i].to, text);
            free(text);
        }
    }
    text_add(out, "}\n");
}
