// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/history.h"

#include "core/hash.h"
#include "core/vec.h"
#include "psl/nfa.h"
#include "psl/rewrite.h"
#include "psl/sugar.h"

#include <assert.h>

#define MAX_REGISTERS 1000

struct history {
    formula_pool_t *pool;
    formula_t formula, clock;
    VEC(past_t) registers;
    map_t *memo;
    const char *reason;
};

static formula_t lower(history_t *h, formula_t f);

static formula_t fresh(history_t *h, const char *kind, past_init_t init)
{
    char name[64];
    snprintf(name, sizeof name, "%s$%zu", kind, h->registers.len);
    const formula_t atom = bool_atom(h->pool, name);
    vec_push(&h->registers, ((past_t){atom, atom, init}));
    if (h->registers.len > MAX_REGISTERS)
        h->reason = "prev and ended need more than 1000 registers";
    return atom;
}

static formula_t if_then_else(formula_pool_t *pool, formula_t c, formula_t t,
                              formula_t e)
{
    return bool_or(pool, bool_and(pool, c, t),
                   bool_and(pool, bool_not(pool, c), e));
}

// A chain of registers that move at each tick.
static formula_t lower_prev(history_t *h, formula_t f)
{
    const count_t n = formula_lo(h->pool, f);
    if (count_is_symbol(n) || n > MAX_REGISTERS) {
        h->reason = "prev with a count that is not a small number";
        return bool_true(h->pool);
    }
    formula_t value = lower(h, formula_a(h->pool, f));
    const formula_t clock = lower(h, formula_b(h->pool, f));
    for (count_t i = 0; i < n && !h->reason; i++) {
        const size_t index = h->registers.len;
        const formula_t atom = fresh(h, "prev", PAST_ANY);
        h->registers.data[index].next =
            if_then_else(h->pool, clock, value, atom);
        value = atom;
    }
    return value;
}

// The states of the SERE's automaton that are reached at this letter by a
// match that began at any earlier one, or begins here.
static formula_t lower_ended(history_t *h, formula_t f)
{
    guards_t *gs = guards_new(h->pool);
    nfa_options_t options = {MAX_REGISTERS, 0};
    nfa_t *nfa = nfa_new(gs, lower(h, formula_a(h->pool, f)), &options,
                         &h->reason);
    if (!nfa || nfa->counters || nfa->states.len > MAX_REGISTERS) {
        if (!h->reason)
            h->reason = "the sequence of ended is too large";
        nfa_free(nfa);
        guards_free(gs);
        return bool_true(h->pool);
    }
    const size_t base = h->registers.len;
    for (size_t q = 1; q < nfa->states.len; q++)
        fresh(h, "at", PAST_FALSE);
    formula_t ended = bool_false(h->pool);
    formula_t *reached = xcalloc(nfa->states.len, sizeof *reached);
    for (size_t q = 0; q < nfa->states.len; q++)
        reached[q] = bool_false(h->pool);
    for (size_t i = 0; i < nfa->edges.len; i++) {
        const nfa_edge_t *e = &nfa->edges.data[i];
        formula_t here = guard_formula(gs, e->guard);
        if (e->from)
            here = bool_and(h->pool, here,
                            h->registers.data[base + e->from - 1].atom);
        reached[e->to] = bool_or(h->pool, reached[e->to], here);
        if (nfa->states.data[e->to].final)
            ended = bool_or(h->pool, ended, here);
    }
    for (size_t q = 1; q < nfa->states.len; q++)
        h->registers.data[base + q - 1].next = reached[q];
    free(reached);
    nfa_free(nfa);
    guards_free(gs);
    return ended;
}

static formula_t lower(history_t *h, formula_t f)
{
    uint64_t known;
    if (!f || map_get(h->memo, f, &known))
        return f ? (formula_t)known : f;
    formula_t result;
    if (formula_kind(h->pool, f) == B_PREV)
        result = lower_prev(h, f);
    else if (formula_kind(h->pool, f) == B_ENDED)
        result = lower_ended(h, f);
    else {
        const formula_t a = lower(h, formula_a(h->pool, f));
        const formula_t b = lower(h, formula_b(h->pool, f));
        result = formula_rebuild(h->pool, f, a, b);
    }
    map_put(h->memo, f, result);
    return result;
}

history_t *history_new(formula_pool_t *pool, formula_t f, formula_t clock,
                       const char **reason)
{
    history_t *h = xcalloc(1, sizeof *h);
    h->pool = pool;
    h->formula = f;
    h->clock = clock;
    h->memo = map_new();
    if (formula_has(pool, f, B_PREV) || formula_has(pool, f, B_ENDED)
        || formula_has(pool, clock, B_PREV)
        || formula_has(pool, clock, B_ENDED)) {
        h->formula = lower(h, rewrite_declock(pool, f, clock));
        h->clock = bool_true(pool);
    }
    *reason = h->reason;
    if (!h->reason)
        return h;
    history_free(h);
    return NULL;
}

void history_free(history_t *h)
{
    if (!h)
        return;
    vec_release(&h->registers);
    map_free(h->memo);
    free(h);
}

formula_t history_formula(const history_t *h)
{
    return h->formula;
}

formula_t history_clock(const history_t *h)
{
    return h->clock;
}

size_t history_count(const history_t *h)
{
    return h->registers.len;
}

past_t history_register(const history_t *h, size_t i)
{
    assert(i < h->registers.len);
    return h->registers.data[i];
}

size_t history_free_count(const history_t *h)
{
    size_t n = 0;
    for (size_t i = 0; i < h->registers.len; i++)
        n += h->registers.data[i].init == PAST_ANY;
    return n;
}

// (b -> X v) and (not b -> X not v), always.
static formula_t follows(formula_pool_t *pool, formula_t b, formula_t v)
{
    const formula_t yes = formula_next(pool, false, 1, formula_bool(pool, v));
    const formula_t no = formula_next(
        pool, false, 1, formula_bool(pool, bool_not(pool, v)));
    const formula_t not_b = formula_bool(pool, bool_not(pool, b));
    return formula_and(pool, formula_or(pool, not_b, yes),
                       formula_or(pool, formula_bool(pool, b), no));
}

formula_t history_constraint(const history_t *h)
{
    formula_pool_t *pool = h->pool;
    formula_t all = formula_true(pool);
    for (size_t i = 0; i < h->registers.len; i++) {
        const past_t r = h->registers.data[i];
        const formula_t step =
            sugar_always(pool, follows(pool, r.next, r.atom));
        all = formula_and(pool, all, step);
        if (r.init == PAST_FALSE)
            all = formula_and(
                pool, all, formula_bool(pool, bool_not(pool, r.atom)));
    }
    return rewrite_simplify(pool, all);
}

// Runs

static void start(const history_t *h, word_t *word, uint64_t init)
{
    unsigned bit = 0;
    for (size_t i = 0; i < h->registers.len; i++) {
        const past_t *r = &h->registers.data[i];
        const bool value = r->init == PAST_ANY && init >> bit++ & 1;
        word_set(word, 0, formula_atom(h->pool, r->atom), value);
    }
}

static void step(const history_t *h, word_t *word, size_t from, size_t to)
{
    for (size_t i = 0; i < h->registers.len; i++) {
        const past_t *r = &h->registers.data[i];
        word_set(word, to, formula_atom(h->pool, r->atom),
                 word_holds(h->pool, word, from, r->next));
    }
}

static bool same_registers(const history_t *h, const word_t *word, size_t a,
                           size_t b)
{
    for (size_t i = 0; i < h->registers.len; i++) {
        const uint32_t atom =
            formula_atom(h->pool, h->registers.data[i].atom);
        if (word_get(word, a, atom) != word_get(word, b, atom))
            return false;
    }
    return true;
}

// Once more round the loop, until the registers are where they were at the
// start of an earlier round.
static word_t *close_loop(const history_t *h, const word_t *word,
                          word_t *out)
{
    const size_t loop = word_loop(word), n = word_length(word);
    for (;;) {
        size_t last = word_length(out) - 1;
        word_push_letter(out, word, loop);
        step(h, out, last, last + 1);
        for (size_t i = loop; i <= last; i += n - loop)
            if (same_registers(h, out, i, last + 1)) {
                word_t *cut = word_new();
                for (size_t k = 0; k <= last; k++)
                    word_push_letter(cut, out, k);
                word_set_loop(cut, i);
                word_free(out);
                return cut;
            }
        for (size_t k = loop + 1; k < n; k++) {
            last = word_length(out) - 1;
            word_push_letter(out, word, k);
            step(h, out, last, last + 1);
        }
    }
}

word_t *history_run(const history_t *h, const word_t *word, uint64_t init)
{
    word_t *out = word_new();
    for (size_t i = 0; i < word_length(word); i++) {
        word_push_letter(out, word, i);
        if (i == 0)
            start(h, out, init);
        else
            step(h, out, i - 1, i);
    }
    return word_loop(word) == WORD_NO_LOOP ? out : close_loop(h, word, out);
}
