// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/table.h"

#include "core/hash.h"
#include "core/vec.h"
#include "psl/monitor.h"
#include "psl/oracle.h"
#include "psl/print.h"

#include <assert.h>

#define MAX_ROWS 200
#define MAX_REASONS 20

typedef struct {
    formula_t formula, clock;
    unsigned depth;
    bool *values, *ticks;
} row_t;

struct table {
    formula_pool_t *pool;
    formula_t formula, clock;
    const word_t *word;
    oracle_t *oracle;
    VEC(row_t) rows;
    map_t *seen;
    size_t decided;
};

static void add_row(table_t *t, formula_t f, formula_t c, unsigned depth)
{
    const size_t n = word_length(t->word);
    row_t row = {f, c, depth, xcalloc(n + 1, 1), xcalloc(n + 1, 1)};
    for (size_t i = n; i-- > 0;) { // later positions help earlier ones
        row.values[i] = oracle_at(t->oracle, f, c, i);
        row.ticks[i] = word_holds(t->pool, t->word, i, c);
    }
    vec_push(&t->rows, row);
}

static bool is_constant(const table_t *t, formula_t f)
{
    const formula_kind_t kind = formula_kind(t->pool, f);
    return (kind == F_BOOL || kind == F_STRONG)
        && formula_kind(t->pool, formula_a(t->pool, f)) <= B_FALSE;
}

static void add_rows(table_t *t, formula_t f, formula_t c, unsigned depth)
{
    if (depth > 0 && is_constant(t, f)) // true and false say nothing
        return;
    const uint64_t key = (uint64_t)f << 32 | c;
    if (map_get(t->seen, key, NULL) || t->rows.len >= MAX_ROWS)
        return;
    map_put(t->seen, key, 1);
    const formula_t a = formula_a(t->pool, f), b = formula_b(t->pool, f);
    if (formula_kind(t->pool, f) == F_AT) {
        add_row(t, f, c, depth);
        add_rows(t, a, b, depth + 1);
        return;
    }
    add_row(t, f, c, depth);
    if (formula_sort(t->pool, a) == IS_FORMULA)
        add_rows(t, a, c, depth + 1);
    if (b && formula_sort(t->pool, b) == IS_FORMULA)
        add_rows(t, b, c, depth + 1);
}

static size_t decided(table_t *t)
{
    char *reason = NULL;
    size_t result = SIZE_MAX;
    guards_t *gs = guards_new(t->pool);
    monitor_t *m = monitor_new(gs, t->formula, t->clock, 0, &reason);
    if (m) {
        uint32_t q = 0;
        size_t at = 0;
        const size_t n = word_length(t->word);
        while (m->states.data[q].verdict == MONITOR_OPEN && at < n)
            q = monitor_step(m, q, t->word, at++);
        if (m->states.data[q].verdict != MONITOR_OPEN)
            result = at;
    }
    free(reason);
    monitor_free(m);
    guards_free(gs);
    return result;
}

table_t *table_new(formula_pool_t *pool, formula_t f, formula_t clock,
                   const word_t *word)
{
    table_t *t = xcalloc(1, sizeof *t);
    t->pool = pool;
    t->formula = f;
    t->clock = clock;
    t->word = word;
    t->oracle = oracle_new(pool, word);
    t->seen = map_new();
    add_rows(t, f, clock, 0);
    t->decided = decided(t);
    return t;
}

void table_free(table_t *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->rows.len; i++) {
        free(t->rows.data[i].values);
        free(t->rows.data[i].ticks);
    }
    vec_release(&t->rows);
    map_free(t->seen);
    oracle_free(t->oracle);
    free(t);
}

bool table_holds(const table_t *t)
{
    return oracle_holds(t->oracle, t->formula, t->clock);
}

size_t table_row_count(const table_t *t)
{
    return t->rows.len;
}

table_row_t table_row(const table_t *t, size_t i)
{
    assert(i < t->rows.len);
    const row_t *r = &t->rows.data[i];
    return (table_row_t){r->formula, r->clock, r->depth, r->values,
                         r->ticks};
}

size_t table_decided(const table_t *t)
{
    return t->decided;
}

// Reasons

typedef struct {
    const table_t *t;
    text_t *out;
    unsigned lines;
} explainer_t;

static void explain(explainer_t *x, formula_t f, formula_t c, size_t p);

static bool in_word(const explainer_t *x, size_t p)
{
    return p < word_length(x->t->word);
}

static void line(explainer_t *x, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void line(explainer_t *x, const char *fmt, ...)
{
    if (++x->lines > MAX_REASONS)
        return;
    va_list ap;
    va_start(ap, fmt);
    text_vprintf(x->out, fmt, ap);
    va_end(ap);
    text_char(x->out, '\n');
}

// The (m+1)-th tick from p on; the length of the word if there is none.
static size_t tick_after(const explainer_t *x, formula_t c, size_t p,
                         count_t m)
{
    const word_t *word = x->t->word;
    const size_t n = word_length(word);
    size_t left = (size_t)(m + 1) * (n + 1);
    for (; in_word(x, p) && left; p = word_next(word, p), left--)
        if (word_holds(x->t->pool, word, p, c) && m-- == 0)
            return p;
    return n;
}

static void no_tick(explainer_t *x, formula_t c, size_t p, count_t m)
{
    char *clock = print_string(x->t->pool, c);
    if (m == 0)
        line(x, "from step %zu on there is no tick of %s", p, clock);
    else
        line(x, "from step %zu on %s has not %u ticks", p, clock, m + 1);
    free(clock);
}

static void explain_leaf(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const size_t at = tick_after(x, c, p, 0);
    if (!in_word(x, at)) {
        no_tick(x, c, p, 0);
        return;
    }
    char *text = print_string(x->t->pool, formula_a(x->t->pool, f));
    if (at == p)
        line(x, "at step %zu, %s is false", at, text);
    else
        line(x, "at step %zu, the first tick from step %zu on, %s is false",
             at, p, text);
    free(text);
}

static void explain_next(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const count_t m = formula_lo(x->t->pool, f);
    const size_t at = tick_after(x, c, p, m);
    if (!in_word(x, at)) {
        no_tick(x, c, p, m);
        return;
    }
    line(x, "tick %u from step %zu on is step %zu", m + 1, p, at);
    explain(x, formula_a(x->t->pool, f), c, at);
}

static void explain_until(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const formula_t a = formula_a(x->t->pool, f), b = formula_b(x->t->pool, f);
    const size_t n = word_length(x->t->word);
    size_t at = tick_after(x, c, p, 0);
    for (size_t i = 0; i < 2 * n && in_word(x, at); i++) {
        if (!oracle_at(x->t->oracle, a, c, at)) {
            line(x, is_constant(x->t, b)
                        ? "at step %zu, a tick, what is to hold always fails"
                        : "at step %zu the left side fails before the right "
                          "one held at a tick", at);
            explain(x, a, c, at);
            return;
        }
        const size_t next = word_next(x->t->word, at);
        at = in_word(x, next) ? tick_after(x, c, next, 0) : n;
    }
    line(x, is_constant(x->t, a)
                ? "what eventually! asks for holds at no tick from step %zu on"
                : "the right side holds at no tick from step %zu on", p);
}

typedef struct {
    explainer_t *x;
    formula_t f, c;
    size_t at;
} bad_match_t;

static bool is_bad(size_t last, void *user)
{
    bad_match_t *bad = user;
    bad->at = last;
    return !oracle_at(bad->x->t->oracle, bad->f, bad->c, last);
}

static bool any_match(size_t last, void *user)
{
    (void)last;
    (void)user;
    return true;
}

static void explain_suffix(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const formula_t r = formula_a(x->t->pool, f);
    bad_match_t bad = {x, formula_b(x->t->pool, f), c, 0};
    char *text = print_string(x->t->pool, r);
    if (oracle_matches(x->t->oracle, r, c, p, is_bad, &bad)) {
        line(x, "%s matches from step %zu to step %zu", text, p, bad.at);
        explain(x, bad.f, c, bad.at);
    } else
        line(x, "from step %zu on there is no match of %s with the rest", p,
             text);
    free(text);
}

static void explain_sere(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const formula_t r = formula_a(x->t->pool, f);
    char *text = print_string(x->t->pool, r);
    if (!oracle_matches(x->t->oracle, r, c, p, any_match, NULL))
        line(x, "from step %zu on there is no match of %s", p, text);
    free(text);
}

static void explain_negation(explainer_t *x, formula_t g, size_t p)
{
    char *text = print_string(x->t->pool, g);
    line(x, "from step %zu on, %s holds", p, text);
    free(text);
}

static void explain(explainer_t *x, formula_t f, formula_t c, size_t p)
{
    const formula_t a = formula_a(x->t->pool, f), b = formula_b(x->t->pool, f);
    if (oracle_at(x->t->oracle, f, c, p))
        return;
    switch (formula_kind(x->t->pool, f)) {
    case F_BOOL: case F_STRONG: explain_leaf(x, f, c, p); break;
    case F_NOT: explain_negation(x, a, p); break;
    case F_AND: case F_OR:
        explain(x, a, c, p);
        explain(x, b, c, p);
        break;
    case F_NEXT: case F_WNEXT: explain_next(x, f, c, p); break;
    case F_UNTIL: case F_WEAK: explain_until(x, f, c, p); break;
    case F_AT: explain(x, a, b, p); break;
    case F_SERE: case F_SERE_STRONG: explain_sere(x, f, c, p); break;
    case F_SUFFIX: case F_FOLLOW: explain_suffix(x, f, c, p); break;
    default: explain(x, a, c, p);
    }
}

void table_explain(const table_t *t, text_t *out)
{
    explainer_t x = {t, out, 0};
    explain(&x, t->formula, t->clock, 0);
    if (x.lines > MAX_REASONS)
        text_printf(out, "(%u more reasons)\n", x.lines - MAX_REASONS);
}
