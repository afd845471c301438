// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of automata and monitors, and the time to build them, for growth
// families, the specification patterns, and formulas of many shapes: 200 in
// all.

#include "config.h"

#include "psl/automaton.h"
#include "psl/monitor.h"
#include "psl/parse.h"
#include "psl/watch.h"

#include <time.h>

typedef struct {
    unsigned formulas, refused;
    size_t states;
    double seconds;
} total_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void print_size(size_t states, double seconds)
{
    if (states)
        printf(" %6zu %8.1f", states, seconds * 1000);
    else
        printf("      - %8.1f", seconds * 1000);
}

static size_t build_automaton(guards_t *gs, formula_t f, formula_t clock,
                              size_t *edges)
{
    char *reason;
    automaton_t *a =
        automaton_new(gs, f, clock, AUTOMATON_DEFAULTS, &reason);
    free(reason);
    if (!a)
        return 0;
    automaton_prune(a);
    automaton_reduce(a);
    const size_t states = a->states.len;
    *edges = automaton_edge_count(a);
    automaton_free(a);
    return states;
}

static size_t build_monitor(guards_t *gs, formula_t f, formula_t clock)
{
    char *reason;
    monitor_t *m = monitor_new(gs, f, clock, 256, &reason);
    const size_t states = m ? m->states.len : 0;
    free(reason);
    monitor_free(m);
    return states;
}

static size_t build_watch(guards_t *gs, formula_t f, formula_t clock,
                          unsigned *counters)
{
    char *reason;
    watch_t *w = watch_new(gs, f, clock, 8, &reason);
    const size_t states = w ? w->automaton->states.len : 0;
    *counters = w ? w->automaton->counters : 0;
    free(reason);
    watch_free(w);
    return states;
}

static void measure(const char *text, total_t *total)
{
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, NULL, NULL);
    formula_pool_t *pool = formula_pool_new();
    parse_t *parse = parse_new(
        pool, sink, (parse_options_t){parse_proposition, NULL, true});
    guards_t *gs = guards_new(pool);
    const formula_t f = parse_formula(parse, "f", text, strlen(text));
    const formula_t clock = bool_true(pool);
    size_t edges = 0;
    unsigned counters = 0;
    if (!f) {
        printf("%s: not parsed\n", text);
        exit(1);
    }
    const double t0 = now();
    const bool symbolic = formula_has_symbol(pool, f);
    const size_t states =
        symbolic ? 0 : build_automaton(gs, f, clock, &edges);
    const double t1 = now();
    const size_t monitor = symbolic ? 0 : build_monitor(gs, f, clock);
    const double t2 = now();
    const size_t watch = build_watch(gs, f, clock, &counters);
    const double t3 = now();
    printf("%-52.52s", text);
    print_size(states, t1 - t0);
    printf(" %6zu", edges);
    print_size(monitor, t2 - t1);
    print_size(watch, t3 - t2);
    printf(" %3u\n", counters);
    total->formulas++;
    total->refused += !states && !watch;
    total->states += states;
    total->seconds += t3 - t0;
    guards_free(gs);
    parse_free(parse);
    formula_pool_free(pool);
    diag_sink_free(sink);
    sources_free(sources);
}

// Growth: "%u" in the pattern is n.
static void family(const char *pattern, const unsigned *n, size_t count,
                   total_t *total)
{
    for (size_t i = 0; i < count; i++) {
        text_t text = {0};
        for (const char *at = pattern; *at; at++)
            if (at[0] == '%' && at[1] == 'u') {
                text_printf(&text, "%u", n[i]);
                at++;
            } else
                text_char(&text, *at);
        measure(text_str(&text), total);
        text_release(&text);
    }
}

// p0 U (p1 U (p2 ...))
static void nested_untils(unsigned depth, bool left, total_t *total)
{
    text_t text = {0};
    if (left) {
        text_fill(&text, '(', depth);
        text_add(&text, "p0");
        for (unsigned i = 1; i <= depth; i++)
            text_printf(&text, " U p%u)", i);
    } else {
        for (unsigned i = 0; i < depth; i++)
            text_printf(&text, "(p%u U ", i);
        text_printf(&text, "p%u", depth);
        text_fill(&text, ')', depth);
    }
    measure(text_str(&text), total);
    text_release(&text);
}

static void conjunction(const char *each, unsigned n, total_t *total)
{
    text_t text = {0};
    for (unsigned i = 0; i < n; i++) {
        text_add(&text, i ? " and (" : "(");
        for (const char *at = each; *at; at++)
            if (*at == '#')
                text_printf(&text, "%u", i);
            else
                text_char(&text, *at);
        text_char(&text, ')');
    }
    measure(text_str(&text), total);
    text_release(&text);
}

static const char *const shapes[] = {
    // absence, existence, universality, precedence, response: global, before
    // r, after q, between q and r, after q until r
    "always not p", "(eventually! r) -> (not p until! r)",
    "always (q -> always not p)",
    "always (q and not r and eventually! r -> (not p until! r))",
    "always (q and not r -> (not p until r))", "eventually! p",
    "not r until (p and not r)",
    "(always not q) or (eventually! (q and eventually! p))",
    "always (q and not r -> (not r until (p and not r)))",
    "always (q and not r -> (not r until! (p and not r)))",
    "not p until (p until (not p until (p until always not p)))",
    "(eventually! r) -> (p until! r)", "always (q -> always p)",
    "always (q and not r and eventually! r -> (p until! r))",
    "always (q and not r -> (p until r))", "not p until s",
    "(eventually! r) -> (not p until! (s or r))",
    "(always not q) or eventually! (q and (not p until s))",
    "always (q and not r and eventually! r -> (not p until! (s or r)))",
    "always (q and not r -> (not p until (s or r)))",
    "always (p -> eventually! s)",
    "(eventually! r) -> ((p -> (not r until! (s and not r))) until! r)",
    "always (q -> always (p -> eventually! s))",
    "always (q and not r and eventually! r -> "
    "((p -> (not r until! (s and not r))) until! r))",
    "always (q and not r -> ((p -> (not r until! (s and not r))) until r))",
    "(eventually! p) -> (not p until! (s and not p and next! (not p until! t)"
    "))",
    "always (s and (next! eventually! t) -> next! eventually! (t and "
    "eventually! p))",
    "always (p -> eventually! (s and next! eventually! t))",
    // fairness and stability
    "(always eventually! p) -> (always eventually! q)",
    "(always eventually! p) and (always eventually! q)",
    "eventually! always p", "(eventually! always p) or (always eventually! q)",
    "always eventually! (p and next! q)",
    "(always eventually! p) <-> (always eventually! q)",
    // the operators of PSL
    "always (p -> next_a[1 to 4] q)", "always (p -> next_e[1 to 4] q)",
    "always (p -> next_e![1 to 4] q)",
    "always (p -> next_event(q)[3](r))",
    "always (p -> next_event!(q)[2](r))",
    "always (p -> next_event_a(q)[1 to 3](r))",
    "always (p -> next_event_e!(q)[1 to 3](r))",
    "always (p -> next (q before r))", "always (p -> next (q before! r))",
    "always (p -> next (q before_ r))", "always (p -> (q until_ r))",
    "always (p -> (q until!_ r))", "always ((p -> next! q) abort r)",
    "(always (p -> eventually! q)) abort r",
    "always (p -> ((next[3] q) abort r))",
    // sequences
    "always {p; q; r} |-> s", "always {p; q[*]; r} |-> s",
    "always {p; q[*2 to 5]; r} |=> s", "always {p[->3]} |-> s",
    "always {p; q[=2]; r} |=> s", "always {p; [*]; q} |-> r",
    "always {p} |=> {q[*3]; r}", "always {p} |=> {q[*]; r}!",
    "always {p; q} |-> {r[*1 to 4]; s}!", "never {p; q[+]; r}",
    "eventually! {p; q; r}", "always {{p; q} && {r[*]}} |-> s",
    "always {{p; q[*2]} | {r; s}} |=> {p}", "{p; q} |-> {r; s}!",
    "always {p within {q[*4]}} |-> r", "{{p; q}[*]; r}!",
    "always {{p; q} : {q; r}} |=> s", "always {p[*3]} |-> next q",
    // clocks
    "(always (p -> next q)) @ c", "(always (p -> next! q)) @ c",
    "(always (p -> eventually! q)) @ c", "always ((p -> next q @ d) @ c)",
    "(p until! (q @ d)) @ c", "(always ({p; q} |-> (r @ d))) @ c",
    "always ({{p; q} @ c} |-> ({r; s} @ d))",
    "(always (p -> next_event(q)[2](r))) @ c",
    "(always (p -> next[4] q)) @ c", "((p until! q) abort r) @ c",
    "((always (p -> next q)) sync_abort r) @ c",
    "(always {p; q[*2]} |=> r) @ c",
    "(always (p -> (q until! (r @ d)))) @ c",
    "(always ((p @ c) -> (next! q) @ d)) @ e",
    // symbolic counts
    "always (p -> next[N] q)", "always (p -> next![N] q)",
    "(always (p -> next[N] q)) @ c", "always {p; q[*N]} |-> r",
    "always {p; q[*N to M]} |=> r", "always {p; q[->N]} |-> r",
    "always (p -> next_event(q)[N](r))", "always (p -> next_a[1 to N] q)",
    "always (p -> next_e[1 to N] q)", "{p[*N]; q} |-> r",
    "(always (p -> next![N] q)) @ c", "eventually! (p and next[N] q)",
    // a handshake, as one writes it
    "always (req -> (req until! ack))",
    "always (req and not ack -> next req)",
    "always (ack -> next not ack)", "always (ack -> prefix_ok until req)",
    "always {not req; req} |-> {req[*1 to 3]; ack}",
    "always {req; ack} |=> (not req until! idle)",
    "always ({req; not ack[*]; ack} |-> next (not ack))",
    "always (gnt(0) -> not gnt(1))",
    "always (full -> next (not push until! pop))",
    "(always (wr -> next (not rd until valid))) abort rst",
    "always {start; busy[*]; done} |=> not busy",
    "(always ({req} |=> {gnt within {busy[*]; done}})) @ clk",
};

int main(void)
{
    static const unsigned small[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12};
    static const unsigned large[] = {1, 2, 5, 10, 50, 100, 200, 500, 1000};
    total_t total = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%-52s %6s %8s %6s %6s %8s %6s %8s %3s\n", "formula", "states",
           "ms", "edges", "moni", "ms", "watch", "ms", "k");
    family("next[%u] p", large, ARRAY_LEN(large), &total);
    family("always (p -> next[%u] q)", large, ARRAY_LEN(large), &total);
    family("{p[*%u]; q}!", large, ARRAY_LEN(large), &total);
    family("always {p; q[*%u]} |=> r", large, ARRAY_LEN(large), &total);
    family("always {p; q[*1 to %u]} |=> r", small, ARRAY_LEN(small), &total);
    family("always (p -> next_e[1 to %u] q)", small, ARRAY_LEN(small),
           &total);
    family("(always (p -> next[%u] q)) @ c", small, ARRAY_LEN(small),
           &total);
    for (unsigned n = 1; n <= 10; n++) {
        nested_untils(n, false, &total);
        if (n <= 7)
            nested_untils(n, true, &total);
    }
    for (unsigned n = 1; n <= 5; n++)
        conjunction("always (p# -> eventually! q#)", n, &total);
    for (unsigned n = 1; n <= 5; n++)
        conjunction("always (p# -> next q#)", n, &total);
    for (unsigned n = 1; n <= 7; n++)
        conjunction("eventually! p#", n, &total);
    for (size_t i = 0; i < ARRAY_LEN(shapes); i++)
        measure(shapes[i], &total);
    printf("%u formulas, %zu states, %.2f s, %u refused\n", total.formulas,
           total.states, total.seconds, total.refused);
    return 0;
}
