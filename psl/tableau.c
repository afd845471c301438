// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/automaton.h"

#include "core/hash.h"
#include "psl/print.h"
#include "psl/rewrite.h"

#include <assert.h>

// The states are sets of obligations for the rest of the word. Reading a
// letter turns each obligation into alternatives: a guard on the letter, the
// obligations for what follows, and the promises that were not yet kept.
//
// A promise is an `f U g` whose g is still to come; each has an acceptance
// set of the edges without it. Obligations inside a SERE go from state to
// state of its automaton, so a promise per obligation would not do: those
// that must end are marked, new ones join when no marked one is left, and
// only then acceptance set 0 is met (the breakpoints of Miyano and Hayashi).

typedef enum {
    O_FORMULA,
    O_NONEMPTY, // f, and there is a letter
    O_ANY,      // f, if there is a letter
    O_FOLLOW,   // from state q of the SERE's automaton, to a match, then f
    O_SUFFIX,   // each match from state q on has f at its end
    O_WEAK,     // state q can go on, or a match comes
    O_NOT_WEAK, // neither: all runs from q die, without a match
} kind_t;

typedef struct {
    kind_t kind;
    formula_t f;
    uint32_t nfa, q;
    bool marked;
} item_t;

typedef VEC(uint32_t) set_t; // of items, sorted

typedef struct {
    guard_t guard;
    set_t next;
    uint64_t promises;
    steps_t steps;
} alternative_t;

typedef VEC(alternative_t) terms_t;

typedef struct {
    guards_t *gs;
    formula_pool_t *pool;
    automaton_t *a;
    automaton_options_t options;
    nfa_options_t nfa_options;
    VEC(nfa_t *) nfas;
    map_t *nfa_of; // SERE to index
    VEC(item_t) items;
    map_t *item_of; // hash to first, then chained
    VEC(uint32_t) item_chain;
    VEC(set_t) sets; // of the states
    VEC(uint32_t) set_chain;
    map_t *set_of;
    map_t *promise_of; // f U g to its number
    map_t *expanded;   // formula to its alternatives in the cache
    VEC(terms_t) cache;
    unsigned promises;
    bool marks; // some obligation needs breakpoints
    char *reason;
} tableau_t;

static terms_t expand(tableau_t *t, formula_t f);

static void give_up(tableau_t *t, const char *reason)
{
    if (!t->reason)
        t->reason = xstrdup(reason);
}

// Items and sets

static uint32_t item(tableau_t *t, item_t i)
{
    uint64_t hash = hash_mix(hash_mix(i.kind * 2 + i.marked, i.f),
                             (uint64_t)i.nfa << 32 | i.q);
    uint64_t first = UINT32_MAX;
    map_get(t->item_of, hash, &first);
    for (uint32_t k = (uint32_t)first; k != UINT32_MAX;
         k = t->item_chain.data[k]) {
        const item_t *x = &t->items.data[k];
        if (x->kind == i.kind && x->f == i.f && x->nfa == i.nfa
            && x->q == i.q && x->marked == i.marked)
            return k;
    }
    vec_push(&t->items, i);
    vec_push(&t->item_chain, (uint32_t)first);
    map_put(t->item_of, hash, t->items.len - 1);
    return (uint32_t)t->items.len - 1;
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

static set_t set_copy(const set_t *set)
{
    set_t copy = {0};
    vec_reserve(&copy, set->len + 1);
    if (set->len)
        memcpy(copy.data, set->data, set->len * sizeof *set->data);
    copy.len = set->len;
    return copy;
}

static bool set_subset(const set_t *a, const set_t *b)
{
    size_t i = 0, k = 0;
    while (i < a->len && k < b->len) {
        if (a->data[i] == b->data[k])
            i++;
        k++;
    }
    return i == a->len;
}

static bool set_equal(const set_t *a, const set_t *b)
{
    return a->len == b->len
        && (a->len == 0
            || memcmp(a->data, b->data, a->len * sizeof *a->data) == 0);
}

// Terms

static void terms_release(terms_t *terms)
{
    for (size_t i = 0; i < terms->len; i++)
        vec_release(&terms->data[i].next);
    vec_release(terms);
}

static bool same_step(const step_t *a, const step_t *b)
{
    return a->kind == b->kind && a->counter == b->counter
        && a->bound == b->bound;
}

static bool same_steps(const steps_t *a, const steps_t *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!same_step(&a->list[i], &b->list[i]))
            return false;
    return true;
}

// Does x allow all that y allows?
static bool covers(tableau_t *t, const alternative_t *x, const alternative_t *y)
{
    return (x->promises & ~y->promises) == 0
        && same_steps(&x->steps, &y->steps) && set_subset(&x->next, &y->next)
        && guard_implies(t->gs, y->guard, x->guard);
}

// Takes the term over.
static void add_term(tableau_t *t, terms_t *terms, alternative_t term)
{
    if (term.guard == GUARD_FALSE || t->reason) {
        vec_release(&term.next);
        return;
    }
    for (size_t i = 0; i < terms->len; i++) {
        alternative_t *x = &terms->data[i];
        if (x->promises == term.promises
            && same_steps(&x->steps, &term.steps)
            && set_equal(&x->next, &term.next)) {
            x->guard = guard_or(t->gs, x->guard, term.guard);
            vec_release(&term.next);
            return;
        }
        if (covers(t, x, &term)) {
            vec_release(&term.next);
            return;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < terms->len; i++) {
        if (covers(t, &term, &terms->data[i]))
            vec_release(&terms->data[i].next);
        else
            terms->data[kept++] = terms->data[i];
    }
    terms->len = kept;
    vec_push(terms, term);
    if (terms->len > 100000)
        give_up(t, "a state has too many alternatives");
}

static terms_t one_term(guard_t guard)
{
    terms_t terms = {0};
    if (guard != GUARD_FALSE)
        vec_push(&terms, ((alternative_t){.guard = guard}));
    return terms;
}

static terms_t next_term(guard_t guard, uint32_t next, uint64_t promises)
{
    terms_t terms = one_term(guard);
    if (terms.len) {
        set_add(&terms.data[0].next, next);
        terms.data[0].promises = promises;
    }
    return terms;
}

// Takes both over.
static terms_t either(tableau_t *t, terms_t x, terms_t y)
{
    for (size_t i = 0; i < y.len; i++)
        add_term(t, &x, y.data[i]);
    vec_release(&y);
    return x;
}

// Tests stand before actions: all see the values from before the letter.
static bool add_step(tableau_t *t, steps_t *to, step_t step)
{
    unsigned at = to->count;
    for (unsigned i = 0; i < to->count; i++)
        if (same_step(&to->list[i], &step))
            return true;
    if (to->count == NFA_MAX_STEPS) {
        give_up(t, "too many counts at once");
        return false;
    }
    while (step.kind >= STEP_BELOW && at > 0
           && to->list[at - 1].kind < STEP_BELOW) {
        to->list[at] = to->list[at - 1];
        at--;
    }
    to->list[at] = step;
    to->count++;
    return true;
}

static bool join_steps(tableau_t *t, steps_t *to, const steps_t *more)
{
    for (unsigned i = 0; i < more->count; i++)
        if (!add_step(t, to, more->list[i]))
            return false;
    return true;
}

static bool holds_on_empty(const formula_pool_t *pool, formula_t f);

// Does f say g of every first letter, by its form: G g, or g U (h and g) and
// g W (h and g), through any number of them?
static bool says(const formula_pool_t *pool, formula_t f, formula_t g)
{
    while (formula_kind(pool, f) == F_WEAK
           || formula_kind(pool, f) == F_UNTIL) {
        const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
        const bool always = formula_kind(pool, b) == F_BOOL
            && formula_kind(pool, formula_a(pool, b)) == B_FALSE;
        const bool release =
            formula_kind(pool, b) == F_AND && formula_b(pool, b) == a;
        if (!always && !release)
            return false;
        if (a == g)
            return true;
        f = a;
    }
    return false;
}

static bool item_implies(const tableau_t *t, uint32_t x, uint32_t y)
{
    const item_t *f = &t->items.data[x], *g = &t->items.data[y];
    return f->kind == O_FORMULA && g->kind == O_FORMULA
        && says(t->pool, f->f, g->f)
        && (holds_on_empty(t->pool, g->f) || !holds_on_empty(t->pool, f->f));
}

// Obligations that another one contains need not be kept.
static void drop_implied(const tableau_t *t, set_t *set)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->len; i++) {
        bool implied = false;
        for (size_t k = 0; k < set->len && !implied; k++)
            implied = k != i && item_implies(t, set->data[k], set->data[i]);
        if (!implied)
            set->data[kept++] = set->data[i];
    }
    set->len = kept;
}

static bool is_counting(const nfa_t *nfa)
{
    for (size_t i = 0; i < nfa->edges.len; i++)
        if (nfa->edges.data[i].steps.count)
            return true;
    return false;
}

// Two obligations of one counter? They may even be in the same state, with
// different values, so this is asked before the sets are joined.
static bool counters_clash(const tableau_t *t, const set_t *x, const set_t *y)
{
    for (size_t i = 0; i < x->len; i++)
        for (size_t k = 0; k < y->len; k++) {
            const item_t *a = &t->items.data[x->data[i]];
            const item_t *b = &t->items.data[y->data[k]];
            if (a->kind >= O_FOLLOW && b->kind >= O_FOLLOW
                && a->nfa == b->nfa && is_counting(t->nfas.data[a->nfa]))
                return true;
        }
    return false;
}

static terms_t both(tableau_t *t, terms_t x, terms_t y)
{
    terms_t result = {0};
    for (size_t i = 0; i < x.len; i++)
        for (size_t k = 0; k < y.len && !t->reason; k++) {
            const alternative_t *p = &x.data[i], *q = &y.data[k];
            alternative_t term = {.guard = guard_and(t->gs, p->guard, q->guard),
                            .promises = p->promises | q->promises,
                            .steps = p->steps};
            if (term.guard == GUARD_FALSE
                || !join_steps(t, &term.steps, &q->steps))
                continue;
            if (counters_clash(t, &p->next, &q->next))
                give_up(t, "obligations of one count overlap");
            term.next = set_copy(&p->next);
            for (size_t j = 0; j < q->next.len; j++)
                set_add(&term.next, q->next.data[j]);
            drop_implied(t, &term.next);
            add_term(t, &result, term);
        }
    terms_release(&x);
    terms_release(&y);
    return result;
}

// The empty word

static bool holds_on_empty(const formula_pool_t *pool, formula_t f)
{
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (formula_kind(pool, f)) {
    case F_BOOL: case F_WNEXT: case F_WEAK: case F_SERE: case F_SUFFIX:
        return true;
    case F_STRONG: case F_NEXT: case F_UNTIL: case F_SERE_STRONG:
    case F_FOLLOW: case F_NOT:
        return false;
    case F_AND: return holds_on_empty(pool, a) && holds_on_empty(pool, b);
    case F_OR: return holds_on_empty(pool, a) || holds_on_empty(pool, b);
    default:
        BUG("not plain: %s", formula_kind_name(formula_kind(pool, f)));
    }
}

static bool item_at_end(const tableau_t *t, const item_t *i)
{
    switch (i->kind) {
    case O_FORMULA: return holds_on_empty(t->pool, i->f);
    case O_ANY: case O_SUFFIX: case O_WEAK: return true;
    default: return false;
    }
}

// SEREs

static const nfa_t *nfa_of(tableau_t *t, formula_t sere, uint32_t *index)
{
    uint64_t known;
    if (map_get(t->nfa_of, sere, &known)) {
        *index = (uint32_t)known;
        return t->nfas.data[known];
    }
    const char *reason;
    nfa_t *nfa = nfa_new(t->gs, sere, &t->nfa_options, &reason);
    if (!nfa) {
        give_up(t, reason);
        return NULL;
    }
    vec_push(&t->nfas, nfa);
    *index = (uint32_t)t->nfas.len - 1;
    map_put(t->nfa_of, sere, *index);
    return nfa;
}

static bool has_edges(const nfa_t *nfa, uint32_t q)
{
    return nfa->states.data[q].count > 0;
}

// The test on a counter as it was before the edge's action on it.
static step_t step_before(tableau_t *t, step_t test, const steps_t *actions)
{
    for (unsigned i = 0; i < actions->count; i++) {
        const step_t *s = &actions->list[i];
        if (s->counter != test.counter || s->kind > STEP_INC)
            continue;
        if (s->kind == STEP_INC && test.bound == 0)
            continue; // counters are above 0
        if (s->kind == STEP_INC)
            test.bound = count_add(t->pool, test.bound, -1);
        else
            test.kind = test.kind == STEP_FROM ? STEP_ONE_FROM
                                               : STEP_ONE_BELOW;
    }
    return test;
}

static steps_t steps_before(tableau_t *t, const steps_t *tests,
                            const steps_t *actions)
{
    steps_t result = *tests;
    for (unsigned i = 0; i < result.count; i++)
        if (result.list[i].kind < STEP_NONE)
            result.list[i] = step_before(t, result.list[i], actions);
    return result;
}

// Some edge, then: a match and f, or more of it.
static terms_t follow(tableau_t *t, const item_t *i)
{
    const nfa_t *nfa = t->nfas.data[i->nfa];
    const nfa_state_t *s = &nfa->states.data[i->q];
    terms_t result = {0};
    for (uint32_t k = s->first; k < s->first + s->count && !t->reason; k++) {
        const nfa_edge_t *e = &nfa->edges.data[k];
        const nfa_state_t *to = &nfa->states.data[e->to];
        if (to->final) {
            terms_t done = both(t, one_term(e->guard), expand(t, i->f));
            const steps_t exit = steps_before(t, &to->exit, &e->steps);
            for (size_t j = 0; j < done.len; j++) {
                join_steps(t, &done.data[j].steps, &e->steps);
                join_steps(t, &done.data[j].steps, &exit);
            }
            result = either(t, result, done);
        }
        if (has_edges(nfa, e->to)) {
            const uint32_t rest = item(
                t, (item_t){O_FOLLOW, i->f, i->nfa, e->to, i->marked});
            terms_t more = next_term(e->guard, rest, 0);
            if (more.len)
                join_steps(t, &more.data[0].steps, &e->steps);
            result = either(t, result, more);
        }
    }
    return result;
}

static terms_t weak(tableau_t *t, const item_t *i)
{
    const nfa_t *nfa = t->nfas.data[i->nfa];
    const nfa_state_t *s = &nfa->states.data[i->q];
    terms_t result = {0};
    for (uint32_t k = s->first; k < s->first + s->count; k++) {
        const nfa_edge_t *e = &nfa->edges.data[k];
        const uint32_t rest =
            item(t, (item_t){O_WEAK, i->f, i->nfa, e->to, false});
        result = either(t, result,
                        nfa->states.data[e->to].final
                            ? one_term(e->guard)
                            : next_term(e->guard, rest, 0));
    }
    return result;
}

// Every edge whose guard holds: the match has f, and what is after it.
static terms_t each(tableau_t *t, const item_t *i, const nfa_edge_t *e)
{
    const nfa_t *nfa = t->nfas.data[i->nfa];
    const bool final = nfa->states.data[e->to].final;
    terms_t taken = one_term(e->guard);
    if (i->kind == O_NOT_WEAK && final)
        terms_release(&taken);
    else if (final)
        taken = both(t, taken, expand(t, i->f));
    if (has_edges(nfa, e->to) && taken.len)
        taken = both(t, taken,
                     next_term(GUARD_TRUE,
                               item(t, (item_t){i->kind, i->f, i->nfa,
                                                e->to, i->marked}),
                               0));
    return either(t, one_term(guard_not(t->gs, e->guard)), taken);
}

static terms_t terms_copy(const terms_t *terms)
{
    terms_t copy = {0};
    for (size_t i = 0; i < terms->len; i++) {
        alternative_t x = terms->data[i];
        x.next = set_copy(&x.next);
        vec_push(&copy, x);
    }
    return copy;
}

// With counters, each match is followed only if there is one run at a time:
// the guards of a state's edges exclude each other.
static bool is_deterministic(tableau_t *t, const nfa_t *nfa)
{
    for (size_t i = 0; i < nfa->edges.len; i++)
        for (size_t k = i + 1; k < nfa->edges.len; k++) {
            const nfa_edge_t *e = &nfa->edges.data[i];
            const nfa_edge_t *f = &nfa->edges.data[k];
            if (e->from == f->from
                && guard_and(t->gs, e->guard, f->guard) != GUARD_FALSE)
                return false;
        }
    return true;
}

static step_t step_not(tableau_t *t, step_t s)
{
    switch (s.kind) {
    case STEP_BELOW: s.kind = STEP_FROM; break;
    case STEP_FROM: s.kind = STEP_BELOW; break;
    case STEP_ONE_BELOW: s.kind = STEP_ONE_FROM; break;
    case STEP_ONE_FROM: s.kind = STEP_ONE_BELOW; break;
    case STEP_NONE:
        s.kind = STEP_ONE_BELOW; // 0 < bound
        s.bound = count_add(t->pool, s.bound, 1);
        break;
    default: BUG("not a test");
    }
    return s;
}

static terms_t with_steps(tableau_t *t, terms_t terms, const steps_t *steps)
{
    for (size_t i = 0; i < terms.len; i++)
        join_steps(t, &terms.data[i].steps, steps);
    return terms;
}

// One term for each test that fails, otherwise like `terms`.
static terms_t some_test_fails(tableau_t *t, const steps_t *tests,
                               const terms_t *terms)
{
    terms_t result = {0};
    for (unsigned i = 0; i < tests->count; i++) {
        if (tests->list[i].kind < STEP_BELOW)
            continue;
        const steps_t failed = {1, {step_not(t, tests->list[i])}};
        result = either(t, result,
                        with_steps(t, terms_copy(terms), &failed));
    }
    return result;
}

static terms_t each_counting(tableau_t *t, const item_t *i,
                             const nfa_edge_t *e)
{
    const nfa_t *nfa = t->nfas.data[i->nfa];
    const nfa_state_t *to = &nfa->states.data[e->to];
    terms_t blocked = one_term(e->guard);
    terms_t result = either(t, one_term(guard_not(t->gs, e->guard)),
                            some_test_fails(t, &e->steps, &blocked));
    terms_release(&blocked);
    terms_t taken = with_steps(t, one_term(e->guard), &e->steps);
    if (has_edges(nfa, e->to) && taken.len)
        set_add(&taken.data[0].next,
                item(t, (item_t){i->kind, i->f, i->nfa, e->to, i->marked}));
    if (!to->final)
        return either(t, result, taken);
    const steps_t exit = steps_before(t, &to->exit, &e->steps);
    result = either(t, result, some_test_fails(t, &exit, &taken));
    return either(t, result, both(t, with_steps(t, taken, &exit),
                                  expand(t, i->f)));
}


static terms_t all_edges(tableau_t *t, const item_t *i)
{
    const nfa_t *nfa = t->nfas.data[i->nfa];
    const nfa_state_t *s = &nfa->states.data[i->q];
    const bool counting = is_counting(nfa);
    terms_t result = one_term(GUARD_TRUE);
    for (uint32_t k = s->first; k < s->first + s->count && !t->reason; k++) {
        const nfa_edge_t *e = &nfa->edges.data[k];
        result = both(t, result, counting ? each_counting(t, i, e)
                                          : each(t, i, e));
    }
    return result;
}

static terms_t expand_item(tableau_t *t, uint32_t index)
{
    const item_t i = t->items.data[index]; // the vector may move
    switch (i.kind) {
    case O_FORMULA: case O_NONEMPTY: case O_ANY: return expand(t, i.f);
    case O_FOLLOW: return follow(t, &i);
    case O_WEAK: return weak(t, &i);
    case O_SUFFIX: case O_NOT_WEAK: return all_edges(t, &i);
    }
    BUG("no such obligation");
}

// A SERE from its start.
static terms_t expand_sere(tableau_t *t, kind_t kind, formula_t sere,
                           formula_t f)
{
    uint32_t index;
    const nfa_t *nfa = nfa_of(t, sere, &index);
    if (!nfa)
        return (terms_t){0};
    const bool one_run = kind == O_SUFFIX && is_deterministic(t, nfa);
    if (kind != O_FOLLOW && is_counting(nfa) && !one_run) {
        give_up(t, "obligations of one count may overlap, which no fixed "
                   "number of counters follows; the negation may be watched");
        return (terms_t){0};
    }
    t->marks |= kind == O_FOLLOW || kind == O_NOT_WEAK;
    const item_t start = {kind, f, index, 0, false};
    if (kind == O_FOLLOW)
        return follow(t, &start);
    return kind == O_WEAK ? weak(t, &start) : all_edges(t, &start);
}

// Formulas

static uint64_t promise(tableau_t *t, formula_t until)
{
    uint64_t number;
    if (!map_get(t->promise_of, until, &number)) {
        number = ++t->promises;
        map_put(t->promise_of, until, number);
        if (number > 62)
            give_up(t, "more than 62 strong untils");
    }
    return number > 62 ? 0 : UINT64_C(1) << number;
}

static terms_t expand_next(tableau_t *t, formula_t f)
{
    const bool strong = formula_kind(t->pool, f) == F_NEXT;
    const count_t m = formula_lo(t->pool, f);
    const formula_t g = formula_a(t->pool, f);
    assert(m > 0 && !count_is_symbol(m));
    item_t i = {O_FORMULA, g, 0, 0, false};
    if (m > 1)
        i.f = formula_next(t->pool, strong, m - 1, g);
    else if (holds_on_empty(t->pool, g) == strong)
        i.kind = strong ? O_NONEMPTY : O_ANY;
    return next_term(GUARD_TRUE, item(t, i), 0);
}

static terms_t expand_until(tableau_t *t, formula_t f)
{
    const bool strong = formula_kind(t->pool, f) == F_UNTIL;
    const uint64_t owed = strong ? promise(t, f) : 0;
    const uint32_t again = item(t, (item_t){O_FORMULA, f, 0, 0, false});
    const formula_t a = formula_a(t->pool, f), b = formula_b(t->pool, f);
    terms_t later = next_term(GUARD_TRUE, again, owed);
    // a U (b and a), as negations of untils are, is a and (b or later)
    if (formula_kind(t->pool, b) == F_AND && formula_b(t->pool, b) == a) {
        terms_t end = expand(t, formula_a(t->pool, b));
        return both(t, expand(t, a), either(t, end, later));
    }
    terms_t now = expand(t, b);
    return either(t, now, both(t, expand(t, a), later));
}

static terms_t expand_kind(tableau_t *t, formula_t f)
{
    const formula_t a = formula_a(t->pool, f), b = formula_b(t->pool, f);
    switch (formula_kind(t->pool, f)) {
    case F_BOOL: case F_STRONG: return one_term(guard_of(t->gs, a));
    case F_AND: return both(t, expand(t, a), expand(t, b));
    case F_OR: return either(t, expand(t, a), expand(t, b));
    case F_NEXT: case F_WNEXT: return expand_next(t, f);
    case F_UNTIL: case F_WEAK: return expand_until(t, f);
    case F_SERE: return expand_sere(t, O_WEAK, a, FORMULA_NONE);
    case F_SERE_STRONG:
        return expand_sere(t, O_FOLLOW, a, formula_true(t->pool));
    case F_SUFFIX: return expand_sere(t, O_SUFFIX, a, b);
    case F_FOLLOW: return expand_sere(t, O_FOLLOW, a, b);
    case F_NOT:
        return expand_sere(t, O_NOT_WEAK, formula_a(t->pool, a),
                           FORMULA_NONE);
    default:
        BUG("not plain: %s", formula_kind_name(formula_kind(t->pool, f)));
    }
}

// What a formula becomes does not depend on the state that it is in.
static terms_t expand(tableau_t *t, formula_t f)
{
    uint64_t index;
    if (t->reason)
        return (terms_t){0};
    if (map_get(t->expanded, f, &index))
        return terms_copy(&t->cache.data[index]);
    terms_t terms = expand_kind(t, f);
    map_put(t->expanded, f, t->cache.len);
    vec_push(&t->cache, terms);
    return terms_copy(&terms);
}

// States

static bool must_end(const item_t *i)
{
    return i->kind == O_FOLLOW || i->kind == O_NOT_WEAK;
}

// Marks all that must end if nothing is marked. An obligation that is there
// marked and unmarked counts as marked. True at a breakpoint.
static bool breakpoint(tableau_t *t, set_t *set)
{
    bool marked = false;
    for (size_t i = 0; i < set->len; i++)
        marked |= t->items.data[set->data[i]].marked;
    set_t result = {0};
    for (size_t i = 0; i < set->len; i++) {
        item_t x = t->items.data[set->data[i]];
        item_t twin = x;
        twin.marked = true;
        if (!marked)
            x.marked = must_end(&x);
        else if (must_end(&x) && !x.marked) {
            const uint32_t other = item(t, twin);
            set_t single = {0};
            set_add(&single, other);
            x.marked = set_subset(&single, set);
            vec_release(&single);
        }
        set_add(&result, item(t, x));
    }
    vec_release(set);
    *set = result;
    return !marked;
}

static bool set_at_end(const tableau_t *t, const set_t *set)
{
    for (size_t i = 0; i < set->len; i++)
        if (!item_at_end(t, &t->items.data[set->data[i]]))
            return false;
    return true;
}

static void describe_item(const tableau_t *t, const item_t *i, text_t *out)
{
    static const char *const names[] = {
        [O_FOLLOW] = "match", [O_SUFFIX] = "watch", [O_WEAK] = "live",
        [O_NOT_WEAK] = "die",
    };
    if (i->kind <= O_ANY) {
        if (i->kind == O_NONEMPTY)
            text_add(out, "X![0] ");
        if (i->kind == O_ANY)
            text_add(out, "X[0] ");
        print_formula(t->pool, i->f, out);
        return;
    }
    text_printf(out, "%s r%u.%u%s", names[i->kind], i->nfa, i->q,
                i->marked ? "*" : "");
    if (i->f) {
        text_add(out, i->kind == O_FOLLOW ? " #-# " : " |-> ");
        print_formula(t->pool, i->f, out);
    }
}

static char *describe(const tableau_t *t, const set_t *set)
{
    text_t out;
    text_init(&out);
    for (size_t i = 0; i < set->len; i++) {
        if (i)
            text_add(&out, ", ");
        describe_item(t, &t->items.data[set->data[i]], &out);
    }
    if (!set->len)
        text_add(&out, "true");
    return text_steal(&out);
}

// Takes the set over.
static uint32_t state(tableau_t *t, set_t set)
{
    const uint64_t hash =
        set.len ? hash_bytes(set.data, set.len * sizeof *set.data) : 1;
    uint64_t first = UINT32_MAX;
    map_get(t->set_of, hash, &first);
    for (uint32_t q = (uint32_t)first; q != UINT32_MAX;
         q = t->set_chain.data[q])
        if (set_equal(&t->sets.data[q], &set)) {
            vec_release(&set);
            return q;
        }
    const automaton_state_t s = {set_at_end(t, &set),
                       t->options.labels ? describe(t, &set) : NULL, {0}};
    vec_push(&t->a->states, s);
    vec_push(&t->sets, set);
    vec_push(&t->set_chain, (uint32_t)first);
    map_put(t->set_of, hash, t->sets.len - 1);
    return (uint32_t)t->sets.len - 1;
}

static void add_edges(tableau_t *t, uint32_t q)
{
    terms_t terms = one_term(GUARD_TRUE);
    for (size_t i = 0; i < t->sets.data[q].len && !t->reason; i++)
        terms = both(t, terms, expand_item(t, t->sets.data[q].data[i]));
    for (size_t i = 0; i < terms.len && !t->reason; i++) {
        alternative_t *x = &terms.data[i];
        const bool met = breakpoint(t, &x->next);
        const uint32_t to = state(t, x->next);
        x->next = (set_t){0};
        const uint64_t unmet = x->promises | !met;
        const automaton_edge_t edge = {x->guard, to, ~unmet, x->steps};
        vec_push(&t->a->states.data[q].edges, edge);
    }
    terms_release(&terms);
}

static void explore(tableau_t *t, formula_t f)
{
    const uint32_t max = t->options.max_states ? t->options.max_states
                                               : AUTOMATON_MAX_STATES;
    set_t start = {0};
    set_add(&start, item(t, (item_t){O_FORMULA, f, 0, 0, false}));
    state(t, start);
    for (uint32_t q = 0; q < t->sets.len && !t->reason; q++) {
        add_edges(t, q);
        if (t->sets.len > max)
            give_up(t, "the automaton needs too many states");
    }
}

// Acceptance sets as bits 0 .. sets-1.
static void number_sets(tableau_t *t)
{
    automaton_t *a = t->a;
    const unsigned shift = !t->marks;
    a->sets = t->promises + 1 - shift;
    const uint64_t mask = (UINT64_C(1) << a->sets) - 1;
    for (size_t q = 0; q < a->states.len; q++)
        for (size_t i = 0; i < a->states.data[q].edges.len; i++) {
            automaton_edge_t *e = &a->states.data[q].edges.data[i];
            e->accept = e->accept >> shift & mask;
        }
    a->counters = t->nfa_options.next_counter;
}

static void tableau_release(tableau_t *t)
{
    for (size_t i = 0; i < t->nfas.len; i++)
        nfa_free(t->nfas.data[i]);
    for (size_t i = 0; i < t->sets.len; i++)
        vec_release(&t->sets.data[i]);
    vec_release(&t->nfas);
    vec_release(&t->items);
    vec_release(&t->item_chain);
    vec_release(&t->sets);
    vec_release(&t->set_chain);
    map_free(t->nfa_of);
    map_free(t->item_of);
    map_free(t->set_of);
    map_free(t->promise_of);
    map_free(t->expanded);
    for (size_t i = 0; i < t->cache.len; i++)
        terms_release(&t->cache.data[i]);
    vec_release(&t->cache);
}

automaton_t *automaton_new(guards_t *gs, formula_t f, formula_t clock,
                           automaton_options_t options, char **reason)
{
    automaton_t *a = xcalloc(1, sizeof *a);
    a->guards = gs;
    tableau_t t = {.gs = gs, .pool = guards_pool(gs), .a = a,
                   .options = options,
                   .nfa_options = {options.unroll, 0},
                   .nfa_of = map_new(), .item_of = map_new(),
                   .set_of = map_new(), .promise_of = map_new(),
                   .expanded = map_new()};
    explore(&t, rewrite_plain(t.pool, f, clock));
    number_sets(&t);
    tableau_release(&t);
    *reason = t.reason;
    if (t.reason) {
        automaton_free(a);
        return NULL;
    }
    return a;
}
