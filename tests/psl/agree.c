// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/psl/agree.h"

#include "psl/automaton.h"
#include "psl/monitor.h"
#include "psl/oracle.h"
#include "psl/print.h"
#include "psl/rewrite.h"
#include "psl/watch.h"
#include "tests/psl/random.h"

#define WORDS 4
#define MAX_STATES 300

typedef struct {
    formula_pool_t *pool;
    guards_t *gs;
    dice_t dice;
    formula_t f, clock, plain;
    automaton_t *automaton;
    monitor_t *monitor;
    watch_t *watch;
    agree_t *stats;
} case_t;

// Clocks that occur, the context included: a set of bits.
static unsigned clocks_of(const formula_pool_t *pool, formula_t f)
{
    const formula_kind_t kind = f ? formula_kind(pool, f) : B_TRUE;
    if (kind < S_EMPTY)
        return 0;
    unsigned set = clocks_of(pool, formula_a(pool, f));
    const formula_t b = formula_b(pool, f);
    if (kind != F_AT && kind != S_CLOCK)
        return set | clocks_of(pool, b);
    if (formula_kind(pool, b) == B_ATOM)
        set |= 1u << formula_atom(pool, b);
    return set;
}

static bool has_sere(const formula_pool_t *pool, formula_t f)
{
    return formula_has(pool, f, S_BOOL) || formula_has(pool, f, S_EMPTY);
}

static unsigned clock_count(const case_t *c)
{
    unsigned set = clocks_of(c->pool, c->f);
    if (formula_kind(c->pool, c->clock) == B_ATOM)
        set |= 1u << formula_atom(c->pool, c->clock);
    return (unsigned)__builtin_popcount(set);
}

// Every second case has two clocks or more, 4 of 10 have SEREs.
static void pick(case_t *c, uint64_t seed)
{
    const bool two = seed % 2 == 0, seres = seed % 10 < 4;
    do {
        random_options_t o = {1 + dice_roll(&c->dice, 3), 3, seres,
                              dice_roll(&c->dice, 3) == 0};
        c->f = random_formula(c->pool, &c->dice, o);
        c->clock = random_clock(c->pool, &c->dice, 3);
    } while ((two && clock_count(c) < 2)
             || (seres && !has_sere(c->pool, c->f)));
}

static void open_case(case_t *c, uint64_t seed, agree_t *stats)
{
    char *reason = NULL;
    *c = (case_t){.pool = formula_pool_new(), .dice = {seed * 7919 + 1},
                  .stats = stats};
    c->gs = guards_new(c->pool);
    pick(c, seed);
    c->plain = rewrite_plain(c->pool, c->f, c->clock);
    automaton_options_t options = AUTOMATON_DEFAULTS;
    options.max_states = MAX_STATES;
    c->automaton =
        automaton_new(c->gs, c->f, c->clock, options, &reason);
    free(reason);
    reason = NULL;
    if (c->automaton && c->automaton->states.len < MAX_STATES / 3)
        c->monitor = monitor_new(c->gs, c->f, c->clock, MAX_STATES, &reason);
    free(reason);
    reason = NULL;
    if (c->automaton)
        c->watch = watch_new(c->gs, c->f, c->clock, 1, &reason);
    free(reason);
}

static void close_case(case_t *c)
{
    watch_free(c->watch);
    monitor_free(c->monitor);
    automaton_free(c->automaton);
    guards_free(c->gs);
    formula_pool_free(c->pool);
}

static void disagree(case_t *c, const char *who, const word_t *word,
                     bool holds)
{
    if (c->stats->disagreement)
        return;
    text_t text;
    text_init(&text);
    text_printf(&text, "%s: ", who);
    print_formula(c->pool, c->f, &text);
    text_add(&text, " in ");
    print_formula(c->pool, c->clock, &text);
    text_printf(&text, " is %s on ", holds ? "true" : "false");
    word_print(c->pool, word, formula_atom_count(c->pool), &text);
    c->stats->disagreement = text_steal(&text);
}

// A verdict on the way is final; at the end of a finite word the monitor
// knows in any case, on a lasso if the formula is decided by prefixes.
static void ask_monitor(case_t *c, const word_t *word, bool holds)
{
    monitor_verdict_t verdict;
    const uint32_t q = monitor_run(c->monitor, word, &verdict);
    const bool finite = word_loop(word) == WORD_NO_LOOP;
    if (verdict == MONITOR_OPEN && !finite)
        return;
    const bool says = verdict == MONITOR_OPEN
        ? c->monitor->states.data[q].holds : verdict == MONITOR_SATISFIED;
    c->stats->monitors++;
    if (says != holds)
        disagree(c, "monitor", word, holds);
}

static void ask(case_t *c, const word_t *word)
{
    agree_t *s = c->stats;
    const bool holds = oracle_word(c->pool, c->f, c->clock, word);
    s->pairs++;
    s->holds += holds;
    s->clocks += clock_count(c) >= 2;
    s->seres += has_sere(c->pool, c->f);
    s->lassos += word_loop(word) != WORD_NO_LOOP;
    s->empty += word_length(word) == 0;
    if (oracle_word(c->pool, c->plain, bool_true(c->pool), word) != holds)
        disagree(c, "rewritten", word, holds);
    s->automata += c->automaton != NULL;
    if (c->automaton && automaton_accepts(c->automaton, word) != holds)
        disagree(c, "automaton", word, holds);
    if (c->monitor)
        ask_monitor(c, word, holds);
    if (c->watch && word_loop(word) == WORD_NO_LOOP) {
        s->watches++;
        if (watch_finds(c->watch, word, NULL, NULL) == holds)
            disagree(c, "watching monitor", word, holds);
    }
}

agree_t agree_run(uint64_t seed, unsigned pairs)
{
    agree_t stats = {0};
    while (stats.pairs < pairs && !stats.disagreement) {
        case_t c;
        open_case(&c, seed++, &stats);
        for (int i = 0; i < WORDS; i++) {
            word_t *word = random_word(c.pool, &c.dice, 7);
            ask(&c, word);
            word_free(word);
        }
        close_case(&c);
    }
    return stats;
}

static void share(const char *what, unsigned part, unsigned of)
{
    printf("# %-26s %7u  %5.1f %%\n", what, part,
           of ? 100.0 * part / of : 0.0);
}

void agree_print(const agree_t *a)
{
    share("pairs", a->pairs, a->pairs);
    share("true", a->holds, a->pairs);
    share("false", a->pairs - a->holds, a->pairs);
    share("with two or more clocks", a->clocks, a->pairs);
    share("with SEREs", a->seres, a->pairs);
    share("lasso words", a->lassos, a->pairs);
    share("empty words", a->empty, a->pairs);
    share("rewritten formula agrees", a->pairs, a->pairs);
    share("automaton agrees", a->automata, a->pairs);
    share("monitor agrees", a->monitors, a->pairs);
    share("watching monitor agrees", a->watches, a->pairs);
}
