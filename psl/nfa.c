// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/nfa.h"

#include "core/hash.h"

#include <assert.h>

// While it is built, an automaton's edges are in no order.

typedef struct {
    guards_t *gs;
    nfa_options_t *options;
    const char *reason; // set once something went wrong
} builder_t;

static nfa_t *build(builder_t *b, formula_t r);

static nfa_t *refuse(builder_t *b, const char *reason)
{
    if (!b->reason)
        b->reason = reason;
    return NULL;
}

void nfa_free(nfa_t *nfa)
{
    if (!nfa)
        return;
    vec_release(&nfa->states);
    vec_release(&nfa->edges);
    free(nfa);
}

static uint32_t add_state(nfa_t *nfa, bool final, steps_t exit, bool counting)
{
    vec_push(&nfa->states, ((nfa_state_t){final, exit, false, counting, 0,
                                          0}));
    return (uint32_t)nfa->states.len - 1;
}

static nfa_t *start(void)
{
    nfa_t *nfa = xcalloc(1, sizeof *nfa);
    add_state(nfa, false, (steps_t){0}, false);
    return nfa;
}

static void add_edge(nfa_t *nfa, uint32_t from, guard_t guard, uint32_t to,
                     steps_t steps)
{
    vec_push(&nfa->edges, ((nfa_edge_t){guard, from, to, steps}));
}

// Tests go before actions, so that they see the old values.
static bool join_steps(builder_t *b, steps_t *to, const steps_t *more)
{
    if (to->count + more->count > NFA_MAX_STEPS) {
        refuse(b, "counts are nested too deeply");
        return false;
    }
    steps_t out = {0};
    for (int tests = 1; tests >= 0; tests--)
        for (int k = 0; k < 2; k++) {
            const steps_t *s = k ? more : to;
            for (unsigned i = 0; i < s->count; i++)
                if ((s->list[i].kind >= STEP_BELOW) == tests)
                    out.list[out.count++] = s->list[i];
        }
    *to = out;
    return true;
}

static bool fits(builder_t *b, const nfa_t *nfa)
{
    if (nfa->states.len <= NFA_MAX_STATES
        && nfa->edges.len <= 16 * NFA_MAX_STATES)
        return true;
    refuse(b, "its sequence needs too many states");
    return false;
}

// A literal, small enough to be written out?
static bool is_small(const builder_t *b, count_t n)
{
    return n == COUNT_INF || (!count_is_symbol(n) && n <= b->options->unroll);
}

// What is after a match of `a` begins with the edges of `b`'s first state:
// copied to each final state. `offset` is where b's states are in a.
static void splice(builder_t *b, nfa_t *a, const nfa_t *from, uint32_t offset,
                   const steps_t *extra)
{
    const size_t states = a->states.len;
    for (uint32_t q = 0; q < states && !b->reason; q++) {
        if (!a->states.data[q].final)
            continue;
        for (size_t i = 0; i < from->edges.len && !b->reason; i++) {
            const nfa_edge_t e = from->edges.data[i];
            if (e.from != 0)
                continue;
            steps_t steps = a->states.data[q].exit;
            if (join_steps(b, &steps, &e.steps)
                && (!extra || join_steps(b, &steps, extra)))
                add_edge(a, q, e.guard, e.to + offset, steps);
        }
    }
}

// The states of `from` but the first, and the edges between them.
static uint32_t append(nfa_t *to, const nfa_t *from)
{
    const uint32_t offset = (uint32_t)to->states.len - 1;
    for (size_t q = 1; q < from->states.len; q++)
        vec_push(&to->states, from->states.data[q]);
    for (size_t i = 0; i < from->edges.len; i++) {
        const nfa_edge_t e = from->edges.data[i];
        if (e.from != 0)
            add_edge(to, e.from + offset, e.guard, e.to + offset, e.steps);
    }
    return offset;
}

static nfa_t *build_bool(builder_t *b, formula_t boolean)
{
    nfa_t *nfa = start();
    const uint32_t q = add_state(nfa, true, (steps_t){0}, false);
    add_edge(nfa, 0, guard_of(b->gs, boolean), q, (steps_t){0});
    return nfa;
}

// The first edges of `from`, also to leave the first state of `to`.
static void copy_first(builder_t *b, nfa_t *to, const nfa_t *from,
                       uint32_t offset, const steps_t *extra)
{
    for (size_t i = 0; i < from->edges.len; i++) {
        const nfa_edge_t e = from->edges.data[i];
        steps_t steps = e.steps;
        if (e.from == 0 && join_steps(b, &steps, extra))
            add_edge(to, 0, e.guard, e.to + offset, steps);
    }
}

static nfa_t *concat(builder_t *b, nfa_t *x, const nfa_t *y)
{
    const uint32_t old = (uint32_t)x->states.len;
    const bool x_nullable = x->nullable;
    // y's states are added behind; splice sees x's final states only
    nfa_t *result = x;
    const uint32_t offset = old - 1;
    splice(b, result, y, offset, NULL);
    if (x_nullable)
        copy_first(b, result, y, offset, &x->null_if);
    for (uint32_t q = 0; q < old; q++) {
        nfa_state_t *state = &result->states.data[q];
        if (!y->nullable)
            state->final = false;
        else if (state->final)
            join_steps(b, &state->exit, &y->null_if);
    }
    append(result, y);
    result->nullable = x_nullable && y->nullable;
    join_steps(b, &result->null_if, &y->null_if);
    fits(b, result);
    return result;
}

static nfa_t *build_concat(builder_t *b, formula_t r, formula_t s)
{
    nfa_t *x = build(b, r);
    nfa_t *y = x ? build(b, s) : NULL;
    if (x && y)
        x = concat(b, x, y);
    nfa_free(y);
    if (!b->reason)
        return x;
    nfa_free(x);
    return NULL;
}

static void either_null(builder_t *b, nfa_t *x, const nfa_t *y)
{
    if (!y->nullable)
        return;
    if (!x->nullable || !y->null_if.count)
        x->null_if = y->null_if;
    else if (x->null_if.count)
        refuse(b, "two counts that may be 0 beside each other");
    x->nullable = true;
}

static nfa_t *build_or(builder_t *b, formula_t r, formula_t s)
{
    nfa_t *x = build(b, r);
    nfa_t *y = x ? build(b, s) : NULL;
    if (x && y) {
        const uint32_t offset = append(x, y);
        copy_first(b, x, y, offset, &(steps_t){0});
        either_null(b, x, y);
        fits(b, x);
    }
    nfa_free(y);
    if (!b->reason)
        return x;
    nfa_free(x);
    return NULL;
}

// The last letter of x is the first of y.
static void fuse(builder_t *b, nfa_t *x, const nfa_t *y)
{
    const uint32_t old = (uint32_t)x->states.len, offset = old - 1;
    const size_t edges = x->edges.len;
    for (size_t i = 0; i < edges && !b->reason; i++) {
        const nfa_edge_t e = x->edges.data[i];
        if (!x->states.data[e.to].final)
            continue;
        for (size_t k = 0; k < y->edges.len && !b->reason; k++) {
            const nfa_edge_t f = y->edges.data[k];
            if (f.from != 0)
                continue;
            if (x->states.data[e.to].exit.count) {
                refuse(b, "a count directly before ':'");
                return;
            }
            steps_t steps = e.steps;
            if (join_steps(b, &steps, &f.steps))
                add_edge(x, e.from, guard_and(b->gs, e.guard, f.guard),
                         f.to + offset, steps);
        }
    }
    for (uint32_t q = 0; q < old; q++)
        x->states.data[q].final = false;
    append(x, y);
    x->nullable = false;
    fits(b, x);
}

static nfa_t *build_fusion(builder_t *b, formula_t r, formula_t s)
{
    nfa_t *x = build(b, r);
    nfa_t *y = x ? build(b, s) : NULL;
    if (x && y)
        fuse(b, x, y);
    nfa_free(y);
    if (!b->reason)
        return x;
    nfa_free(x);
    return NULL;
}

// Product: pairs of states, made as they are reached.
typedef struct {
    builder_t *b;
    const nfa_t *x, *y;
    nfa_t *out;
    map_t *pairs;
    VEC(uint64_t) todo;
} product_t;

static uint32_t pair(product_t *p, uint32_t x, uint32_t y)
{
    const uint64_t key = (uint64_t)x << 32 | y;
    uint64_t q;
    if (map_get(p->pairs, key, &q))
        return (uint32_t)q;
    const nfa_state_t *s = &p->x->states.data[x], *t = &p->y->states.data[y];
    steps_t exit = s->exit;
    join_steps(p->b, &exit, &t->exit);
    q = x == 0 && y == 0 ? 0
        : add_state(p->out, s->final && t->final, exit,
                    s->counting || t->counting);
    map_put(p->pairs, key, q);
    vec_push(&p->todo, key);
    return (uint32_t)q;
}

static void product_edges(product_t *p, uint64_t key, uint32_t from)
{
    const uint32_t x = (uint32_t)(key >> 32), y = (uint32_t)key;
    for (size_t i = 0; i < p->x->edges.len; i++) {
        const nfa_edge_t *e = &p->x->edges.data[i];
        if (e->from != x)
            continue;
        for (size_t k = 0; k < p->y->edges.len; k++) {
            const nfa_edge_t *f = &p->y->edges.data[k];
            if (f->from != y)
                continue;
            steps_t steps = e->steps;
            if (!join_steps(p->b, &steps, &f->steps))
                return;
            const uint32_t to = pair(p, e->to, f->to);
            add_edge(p->out, from, guard_and(p->b->gs, e->guard, f->guard),
                     to, steps);
        }
    }
}

static nfa_t *product(builder_t *b, const nfa_t *x, const nfa_t *y)
{
    product_t p = {.b = b, .x = x, .y = y, .out = start(),
                   .pairs = map_new()};
    pair(&p, 0, 0);
    while (p.todo.len && !b->reason) {
        const uint64_t key = vec_pop(&p.todo);
        uint64_t from = 0;
        map_get(p.pairs, key, &from);
        product_edges(&p, key, (uint32_t)from);
        fits(b, p.out);
    }
    p.out->nullable = x->nullable && y->nullable;
    p.out->null_if = x->null_if;
    join_steps(b, &p.out->null_if, &y->null_if);
    map_free(p.pairs);
    vec_release(&p.todo);
    return p.out;
}

static nfa_t *build_and(builder_t *b, formula_t r, formula_t s)
{
    nfa_t *x = build(b, r);
    nfa_t *y = x ? build(b, s) : NULL;
    nfa_t *result = x && y ? product(b, x, y) : NULL;
    nfa_free(x);
    nfa_free(y);
    if (!b->reason)
        return result;
    nfa_free(result);
    return NULL;
}

static nfa_t *copy(const nfa_t *nfa)
{
    nfa_t *result = start();
    append(result, nfa);
    for (size_t i = 0; i < nfa->edges.len; i++)
        if (nfa->edges.data[i].from == 0)
            vec_push(&result->edges, nfa->edges.data[i]);
    result->nullable = nfa->nullable;
    result->null_if = nfa->null_if;
    return result;
}

// Zero or more times.
static void star(builder_t *b, nfa_t *nfa)
{
    nfa_t *once = copy(nfa);
    splice(b, nfa, once, 0, NULL);
    nfa->nullable = true;
    nfa->null_if.count = 0;
    nfa_free(once);
    fits(b, nfa);
}

// r lo times, then up to `more` times or for ever.
static nfa_t *unroll(builder_t *b, const nfa_t *once, count_t lo, count_t hi)
{
    nfa_t *result = start();
    result->nullable = true;
    for (count_t i = 0; i < lo && !b->reason; i++)
        result = concat(b, result, once);
    nfa_t *optional = copy(once);
    optional->nullable = true;
    optional->null_if.count = 0;
    if (hi == COUNT_INF) {
        star(b, optional);
        if (!b->reason)
            result = concat(b, result, optional);
    } else {
        // r[*0 to n] from the inside: (r (r (r)?)?)?
        nfa_t *tail = start();
        tail->nullable = true;
        for (count_t i = lo; i < hi && !b->reason; i++) {
            nfa_t *longer = concat(b, copy(once), tail);
            longer->nullable = true;
            longer->null_if.count = 0;
            nfa_free(tail);
            tail = longer;
        }
        if (!b->reason)
            result = concat(b, result, tail);
        nfa_free(tail);
    }
    nfa_free(optional);
    return result;
}

// With a counter: set to 1 on the way in, below hi and plus 1 on the way
// back, from lo on the way out.
static nfa_t *count(builder_t *b, const nfa_t *once, count_t lo, count_t hi)
{
    if (once->nullable)
        return refuse(b, "a counted sequence may be empty");
    formula_pool_t *pool = guards_pool(b->gs);
    const uint32_t counter = b->options->next_counter++;
    const steps_t enter = {1, {{STEP_SET, counter, 0}}};
    steps_t back = {2, {{STEP_BELOW, counter, hi}, {STEP_INC, counter, 0}}};
    steps_t leave = {1, {{STEP_FROM, counter, lo}}};
    if (count_is_symbol(hi)) // which may be below lo, or 0
        leave = (steps_t){2, {{STEP_FROM, counter, lo},
                              {STEP_BELOW, counter, count_add(pool, hi, 1)}}};
    if (hi == COUNT_INF) // saturation is not needed: integers are unbounded
        back = (steps_t){1, {{STEP_INC, counter, 0}}};
    nfa_t *result = copy(once);
    splice(b, result, once, 0, &back);
    for (size_t i = 0; i < result->edges.len && !b->reason; i++)
        if (result->edges.data[i].from == 0)
            join_steps(b, &result->edges.data[i].steps, &enter);
    for (uint32_t q = 1; q < result->states.len && !b->reason; q++) {
        result->states.data[q].counting = true;
        if (result->states.data[q].final)
            join_steps(b, &result->states.data[q].exit, &leave);
    }
    result->nullable = lo == 0 || count_is_symbol(lo);
    if (count_is_symbol(lo))
        result->null_if = (steps_t){1, {{STEP_NONE, counter, lo}}};
    return result;
}

static nfa_t *build_repeat(builder_t *b, formula_t r)
{
    const formula_pool_t *pool = guards_pool(b->gs);
    const count_t lo = formula_lo(pool, r), hi = formula_hi(pool, r);
    if (!count_is_symbol(lo) && !count_is_symbol(hi) && lo > hi)
        return start(); // matches nothing
    nfa_t *once = build(b, formula_a(pool, r));
    if (!once)
        return NULL;
    nfa_t *result;
    if (is_small(b, lo) && is_small(b, hi))
        result = unroll(b, once, lo, hi);
    else if (count_is_symbol(lo) && !count_is_symbol(hi) && hi != COUNT_INF)
        result = refuse(b, "a range from an expression to a number");
    else
        result = count(b, once, lo, hi);
    nfa_free(once);
    if (!b->reason)
        return result;
    nfa_free(result);
    return NULL;
}

// States from which a final one can be reached; guards do not matter.
static void find_live(nfa_t *nfa)
{
    bool changed = true;
    for (size_t q = 0; q < nfa->states.len; q++)
        nfa->states.data[q].live = nfa->states.data[q].final;
    while (changed) {
        changed = false;
        for (size_t i = nfa->edges.len; i-- > 0;) {
            const nfa_edge_t *e = &nfa->edges.data[i];
            if (nfa->states.data[e->to].live
                && !nfa->states.data[e->from].live)
                changed = nfa->states.data[e->from].live = true;
        }
    }
    if (nfa->nullable)
        nfa->states.data[0].live = true;
}

static nfa_t *build_prefix(builder_t *b, formula_t r)
{
    nfa_t *nfa = build(b, r);
    if (!nfa)
        return nfa;
    find_live(nfa);
    for (size_t q = 1; q < nfa->states.len; q++) {
        nfa_state_t *s = &nfa->states.data[q];
        if (s->counting)
            refuse(b, "a count that abort interrupts");
        s->final = s->live;
    }
    nfa->nullable = nfa->states.data[0].live;
    nfa->null_if.count = 0;
    if (!b->reason)
        return nfa;
    nfa_free(nfa);
    return NULL;
}

static nfa_t *build_empty(void)
{
    nfa_t *nfa = start();
    nfa->nullable = true;
    return nfa;
}

static nfa_t *build(builder_t *b, formula_t r)
{
    const formula_pool_t *pool = guards_pool(b->gs);
    const formula_t x = formula_a(pool, r), y = formula_b(pool, r);
    switch (formula_kind(pool, r)) {
    case S_EMPTY: return build_empty();
    case S_BOOL: return build_bool(b, x);
    case S_CONCAT: return build_concat(b, x, y);
    case S_FUSION: return build_fusion(b, x, y);
    case S_OR: return build_or(b, x, y);
    case S_AND: return build_and(b, x, y);
    case S_REPEAT: return build_repeat(b, r);
    case S_PREFIX: return build_prefix(b, x);
    default:
        BUG("not an unclocked SERE: %s",
            formula_kind_name(formula_kind(pool, r)));
    }
}

// Only what can be reached and is live, edges by state, parallel ones joined.

static int by_from(const void *x, const void *y)
{
    const nfa_edge_t *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static bool same_steps(const steps_t *a, const steps_t *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->list[i].kind != b->list[i].kind
            || a->list[i].counter != b->list[i].counter
            || a->list[i].bound != b->list[i].bound)
            return false;
    return true;
}

static void join_parallel(builder_t *b, nfa_t *nfa)
{
    size_t kept = 0;
    for (size_t i = 0; i < nfa->edges.len; i++) {
        nfa_edge_t e = nfa->edges.data[i];
        nfa_edge_t *last = kept ? &nfa->edges.data[kept - 1] : NULL;
        if (last && last->from == e.from && last->to == e.to
            && same_steps(&last->steps, &e.steps))
            last->guard = guard_or(b->gs, last->guard, e.guard);
        else
            nfa->edges.data[kept++] = e;
    }
    nfa->edges.len = kept;
}

static void mark_reachable(const nfa_t *nfa, bool *reached)
{
    bool changed = true;
    reached[0] = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < nfa->edges.len; i++) {
            const nfa_edge_t *e = &nfa->edges.data[i];
            if (reached[e->from] && !reached[e->to]
                && nfa->states.data[e->to].live)
                changed = reached[e->to] = true;
        }
    }
}

static void trim(nfa_t *nfa)
{
    bool *reached = xcalloc(nfa->states.len, sizeof *reached);
    uint32_t *number = xcalloc(nfa->states.len, sizeof *number);
    mark_reachable(nfa, reached);
    size_t kept = 0;
    for (size_t q = 0; q < nfa->states.len; q++)
        if (reached[q]) {
            number[q] = (uint32_t)kept;
            nfa->states.data[kept++] = nfa->states.data[q];
        }
    nfa->states.len = kept;
    kept = 0;
    for (size_t i = 0; i < nfa->edges.len; i++) {
        nfa_edge_t e = nfa->edges.data[i];
        if (!reached[e.from] || !reached[e.to])
            continue;
        e.from = number[e.from];
        e.to = number[e.to];
        nfa->edges.data[kept++] = e;
    }
    nfa->edges.len = kept;
    free(reached);
    free(number);
}

static void finish(builder_t *b, nfa_t *nfa)
{
    find_live(nfa);
    trim(nfa);
    if (nfa->edges.len)
        qsort(nfa->edges.data, nfa->edges.len, sizeof *nfa->edges.data,
              by_from);
    join_parallel(b, nfa);
    for (size_t i = 0; i < nfa->edges.len; i++) {
        nfa_state_t *s = &nfa->states.data[nfa->edges.data[i].from];
        if (s->count++ == 0)
            s->first = (uint32_t)i;
    }
    nfa->counters = b->options->next_counter;
}

nfa_t *nfa_new(guards_t *gs, formula_t sere, nfa_options_t *options,
               const char **reason)
{
    builder_t b = {gs, options, NULL};
    nfa_t *nfa = build(&b, sere);
    if (b.reason) {
        nfa_free(nfa);
        nfa = NULL;
    } else
        finish(&b, nfa);
    *reason = b.reason;
    return nfa;
}
