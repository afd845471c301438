// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/automaton.h"

#include "core/hash.h"
#include "core/ident.h"
#include "psl/print.h"
#include "psl/scc.h"

#include <assert.h>

typedef automaton_edge_t edge_t;
typedef automaton_state_t state_t;

void automaton_free(automaton_t *a)
{
    if (!a)
        return;
    for (size_t q = 0; q < a->states.len; q++) {
        free(a->states.data[q].label);
        vec_release(&a->states.data[q].edges);
    }
    vec_release(&a->states);
    free(a);
}

size_t automaton_edge_count(const automaton_t *a)
{
    size_t n = 0;
    for (size_t q = 0; q < a->states.len; q++)
        n += a->states.data[q].edges.len;
    return n;
}

static graph_t graph_of(const automaton_t *a)
{
    graph_t g = {0};
    for (size_t q = 0; q < a->states.len; q++) {
        graph_node(&g);
        for (size_t i = 0; i < a->states.data[q].edges.len; i++)
            graph_arc(&g, a->states.data[q].edges.data[i].to,
                      a->states.data[q].edges.data[i].accept);
    }
    graph_node(&g);
    return g;
}

// Emptiness

void automaton_nonempty(const automaton_t *a, bool *nonempty)
{
    const size_t n = a->states.len;
    graph_t g = graph_of(a);
    uint32_t *component = xnmalloc(n + 1, sizeof *component);
    const uint32_t count = scc_find(&g, component);
    bool *good = xcalloc(count + 1, sizeof *good);
    scc_accepting(&g, component, count, a->sets, good);
    for (size_t q = 0; q < n; q++)
        good[component[q]] |= a->states.data[q].final;
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t q = n; q-- > 0;)
            for (uint32_t i = g.first.data[q]; i < g.first.data[q + 1]; i++)
                if (good[component[g.arcs.data[i].to]]
                    && !good[component[q]])
                    changed = good[component[q]] = true;
    }
    for (size_t q = 0; q < n; q++)
        nonempty[q] = good[component[q]];
    graph_release(&g);
    free(component);
    free(good);
}

// Keeps the states with a number; they get it.
static void renumber(automaton_t *a, const uint32_t *number)
{
    for (uint32_t q = 0; q < a->states.len; q++) {
        state_t *s = &a->states.data[q];
        if (number[q] == UINT32_MAX) {
            free(s->label);
            vec_release(&s->edges);
            continue;
        }
        size_t kept = 0;
        for (size_t i = 0; i < s->edges.len; i++) {
            edge_t e = s->edges.data[i];
            e.to = number[e.to];
            if (e.to != UINT32_MAX)
                s->edges.data[kept++] = e;
        }
        s->edges.len = kept;
    }
    size_t count = 0;
    for (uint32_t q = 0; q < a->states.len; q++)
        if (number[q] != UINT32_MAX) {
            assert(number[q] == count);
            a->states.data[count++] = a->states.data[q];
        }
    a->states.len = count;
}

void automaton_prune(automaton_t *a)
{
    const size_t n = a->states.len;
    bool *nonempty = xcalloc(n + 1, sizeof *nonempty);
    uint32_t *number = xnmalloc(n + 1, sizeof *number);
    automaton_nonempty(a, nonempty);
    uint32_t next = 0;
    for (uint32_t q = 0; q < n; q++)
        number[q] = nonempty[q] || q == 0 ? next++ : UINT32_MAX;
    renumber(a, number);
    free(nonempty);
    free(number);
}

// Reduction: states of one class have, for each class, acceptance and
// counter action, the same guard to it.

static int by_target(const void *x, const void *y)
{
    const edge_t *a = x, *b = y;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->accept != b->accept)
        return a->accept < b->accept ? -1 : 1;
    return memcmp(&a->steps, &b->steps, sizeof a->steps);
}

typedef VEC(edge_t) edges_t;

// The edges of q by class, parallel ones joined.
static edges_t edges_by_class(const automaton_t *a, size_t q,
                              const uint32_t *class)
{
    edges_t out = {0};
    for (size_t i = 0; i < a->states.data[q].edges.len; i++) {
        edge_t e = a->states.data[q].edges.data[i];
        e.to = class[e.to];
        vec_push(&out, e);
    }
    if (out.len)
        qsort(out.data, out.len, sizeof *out.data, by_target);
    size_t kept = 0;
    for (size_t i = 0; i < out.len; i++) {
        edge_t *last = kept ? &out.data[kept - 1] : NULL;
        if (last && by_target(last, &out.data[i]) == 0)
            last->guard = guard_or(a->guards, last->guard,
                                   out.data[i].guard);
        else
            out.data[kept++] = out.data[i];
    }
    out.len = kept;
    return out;
}

static uint32_t refine(const automaton_t *a, const uint32_t *old,
                       uint32_t *class)
{
    ident_table_t *signatures = ident_table_new();
    uint32_t count = 0;
    for (size_t q = 0; q < a->states.len; q++) {
        edges_t edges = edges_by_class(a, q, old);
        text_t key;
        text_init(&key);
        text_addn(&key, (const char *)&old[q], sizeof old[q]);
        for (size_t i = 0; i < edges.len; i++) {
            const edge_t *e = &edges.data[i];
            text_addn(&key, (const char *)&e->guard, sizeof e->guard);
            text_addn(&key, (const char *)&e->to, sizeof e->to);
            text_addn(&key, (const char *)&e->accept, sizeof e->accept);
            text_addn(&key, (const char *)&e->steps, sizeof e->steps);
        }
        class[q] = ident_index(ident_newn(signatures, key.data, key.len));
        if (class[q] >= count)
            count = class[q] + 1;
        text_release(&key);
        vec_release(&edges);
    }
    ident_table_free(signatures);
    return count;
}

static void merge(automaton_t *a, const uint32_t *class, uint32_t count)
{
    bool *taken = xcalloc(count + 1, sizeof *taken);
    size_t kept = 0;
    for (size_t q = 0; q < a->states.len; q++) {
        state_t s = a->states.data[q];
        edges_t edges = edges_by_class(a, q, class);
        vec_release(&s.edges);
        if (taken[class[q]]) {
            free(s.label);
            vec_release(&edges);
            a->states.data[q].edges.data = NULL;
            a->states.data[q].edges.len = 0;
            continue;
        }
        taken[class[q]] = true;
        s.edges.data = edges.data;
        s.edges.len = edges.len;
        s.edges.cap = edges.cap;
        assert(class[q] == kept);
        a->states.data[kept++] = s;
    }
    a->states.len = kept;
    free(taken);
}

void automaton_reduce(automaton_t *a)
{
    const size_t n = a->states.len;
    uint32_t *old = xcalloc(n + 1, sizeof *old);
    uint32_t *class = xcalloc(n + 1, sizeof *class);
    for (size_t q = 0; q < n; q++)
        old[q] = a->states.data[q].final;
    uint32_t count = 0;
    for (;;) {
        const uint32_t now = refine(a, old, class);
        uint32_t *swap = old;
        old = class;
        class = swap;
        if (now == count)
            break;
        count = now;
    }
    merge(a, old, count);
    free(old);
    free(class);
}

// Membership

static bool accepts_finite(const automaton_t *a, const word_t *word)
{
    const size_t n = a->states.len;
    bool *now = xcalloc(n, sizeof *now), *next = xcalloc(n, sizeof *next);
    now[0] = true;
    for (size_t i = 0; i < word_length(word); i++) {
        memset(next, 0, n * sizeof *next);
        for (size_t q = 0; q < n; q++)
            for (size_t k = 0; now[q] && k < a->states.data[q].edges.len;
                 k++) {
                const edge_t *e = &a->states.data[q].edges.data[k];
                if (guard_holds(a->guards, e->guard, word, i))
                    next[e->to] = true;
            }
        bool *swap = now;
        now = next;
        next = swap;
    }
    bool accepted = false;
    for (size_t q = 0; q < n; q++)
        accepted |= now[q] && a->states.data[q].final;
    free(now);
    free(next);
    return accepted;
}

// Nodes are pairs of state and position that are reached.
static graph_t with_lasso(const automaton_t *a, const word_t *word)
{
    const size_t length = word_length(word);
    graph_t g = {0};
    map_t *number = map_new();
    VEC(uint64_t) nodes = {0};
    vec_push(&nodes, 0);
    map_put(number, 0, 0);
    for (size_t v = 0; v < nodes.len; v++) {
        const size_t q = nodes.data[v] / length, p = nodes.data[v] % length;
        const size_t after = word_next(word, p);
        graph_node(&g);
        for (size_t i = 0; i < a->states.data[q].edges.len; i++) {
            const edge_t *e = &a->states.data[q].edges.data[i];
            if (!guard_holds(a->guards, e->guard, word, p))
                continue;
            const uint64_t key = e->to * length + after;
            uint64_t w = nodes.len;
            if (!map_get(number, key, &w)) {
                map_put(number, key, w);
                vec_push(&nodes, key);
            }
            graph_arc(&g, (uint32_t)w, e->accept);
        }
    }
    graph_node(&g);
    map_free(number);
    vec_release(&nodes);
    return g;
}

static bool accepts_lasso(const automaton_t *a, const word_t *word)
{
    graph_t g = with_lasso(a, word);
    uint32_t *component = xnmalloc(graph_count(&g) + 1, sizeof *component);
    const uint32_t count = scc_find(&g, component);
    bool *accepting = xcalloc(count + 1, sizeof *accepting);
    scc_accepting(&g, component, count, a->sets, accepting);
    bool accepted = false;
    for (uint32_t c = 0; c < count; c++)
        accepted |= accepting[c];
    free(component);
    free(accepting);
    graph_release(&g);
    return accepted;
}

bool automaton_accepts(const automaton_t *a, const word_t *word)
{
    assert(a->counters == 0);
    return word_loop(word) == WORD_NO_LOOP ? accepts_finite(a, word)
                                           : accepts_lasso(a, word);
}

// Witnesses

typedef struct {
    const automaton_t *a;
    uint32_t *from; // the state before, on a shortest path
    guard_t *guard;
    bool *seen;
    VEC(uint32_t) queue;
} search_t;

static void search_init(search_t *s, const automaton_t *a)
{
    const size_t n = a->states.len;
    *s = (search_t){.a = a};
    s->from = xcalloc(n, sizeof *s->from);
    s->guard = xcalloc(n, sizeof *s->guard);
    s->seen = xcalloc(n, sizeof *s->seen);
}

static void search_release(search_t *s)
{
    free(s->from);
    free(s->guard);
    free(s->seen);
    vec_release(&s->queue);
}

// What the search is for: a final state, a state of the component, or an
// edge of an acceptance set inside it.
typedef struct {
    const uint32_t *component; // NULL: a final state is wanted
    uint32_t wanted;           // the component to reach or to stay in
    bool inside;
    uint64_t accept; // inside: an edge with one of these
    uint32_t state;  // inside, without `accept`: this state
} goal_t;

static void append_path(const search_t *s, uint32_t start, uint32_t end,
                        word_t *word)
{
    VEC(guard_t) guards = {0};
    for (uint32_t q = end; q != start; q = s->from[q])
        vec_push(&guards, s->guard[q]);
    while (guards.len)
        guard_pick(s->a->guards, vec_pop(&guards), word);
    vec_release(&guards);
}

static bool is_goal_state(const search_t *s, const goal_t *goal, uint32_t q)
{
    if (!goal->component)
        return s->a->states.data[q].final;
    if (!goal->inside)
        return goal->component[q] == goal->wanted;
    return goal->accept == 0 && q == goal->state;
}

// Visits the edges of q; the first that meets the goal ends it.
static const edge_t *visit(search_t *s, const goal_t *goal, uint32_t q)
{
    const state_t *state = &s->a->states.data[q];
    for (size_t i = 0; i < state->edges.len; i++) {
        const edge_t *e = &state->edges.data[i];
        if (goal->inside && goal->component[e->to] != goal->wanted)
            continue;
        if (goal->inside && (e->accept & goal->accept))
            return e;
        if (goal->inside && !goal->accept && e->to == goal->state)
            return e;
        if (s->seen[e->to])
            continue;
        s->seen[e->to] = true;
        s->from[e->to] = q;
        s->guard[e->to] = e->guard;
        vec_push(&s->queue, e->to);
    }
    return NULL;
}

// Appends a shortest path from `start`; *end is where it leads, *accept what
// its edges meet (of the last one only, which is enough to make progress).
static bool find_path(const automaton_t *a, uint32_t start,
                      const goal_t *goal, word_t *word, uint32_t *end,
                      uint64_t *accept)
{
    search_t s;
    search_init(&s, a);
    s.seen[start] = true;
    vec_push(&s.queue, start);
    bool found = false;
    for (size_t i = 0; i < s.queue.len && !found; i++) {
        const uint32_t q = s.queue.data[i];
        if (!goal->inside && is_goal_state(&s, goal, q)) {
            append_path(&s, start, q, word);
            *end = q;
            found = true;
            break;
        }
        const edge_t *e = visit(&s, goal, q);
        if (e) {
            append_path(&s, start, q, word);
            guard_pick(a->guards, e->guard, word);
            *end = e->to;
            *accept = e->accept;
            found = true;
        }
    }
    search_release(&s);
    return found;
}

static bool finite_witness(const automaton_t *a, word_t *word)
{
    const goal_t goal = {0};
    uint32_t end;
    uint64_t accept;
    return find_path(a, 0, &goal, word, &end, &accept);
}

// From a state of the component once round through all acceptance sets.
static void add_cycle(const automaton_t *a, goal_t goal, uint32_t start,
                      word_t *word)
{
    uint64_t missing = (UINT64_C(1) << a->sets) - 1;
    uint32_t at = start;
    bool moved = false;
    goal.inside = true;
    while (missing) {
        uint64_t met = 0;
        goal.accept = missing;
        if (!find_path(a, at, &goal, word, &at, &met))
            BUG("an accepting component lacks an edge");
        missing &= ~met;
        moved = true;
    }
    goal.accept = 0;
    goal.state = start;
    uint64_t met;
    if ((at != start || !moved)
        && !find_path(a, at, &goal, word, &at, &met))
        BUG("a component is not connected");
}

static bool infinite_witness(const automaton_t *a, word_t *word)
{
    graph_t g = graph_of(a);
    uint32_t *component = xnmalloc(a->states.len + 1, sizeof *component);
    const uint32_t count = scc_find(&g, component);
    bool *accepting = xcalloc(count + 1, sizeof *accepting);
    scc_accepting(&g, component, count, a->sets, accepting);
    bool found = false;
    for (uint32_t c = 0; c < count && !found; c++) {
        goal_t goal = {.component = component, .wanted = c};
        uint32_t start;
        uint64_t met;
        found = accepting[c] && find_path(a, 0, &goal, word, &start, &met);
        if (found) {
            const size_t loop = word_length(word);
            add_cycle(a, goal, start, word);
            word_set_loop(word, loop);
        }
    }
    graph_release(&g);
    free(component);
    free(accepting);
    return found;
}

word_t *automaton_witness(const automaton_t *a)
{
    assert(a->counters == 0);
    word_t *word = word_new();
    if (finite_witness(a, word) || infinite_witness(a, word))
        return word;
    word_free(word);
    return NULL;
}
