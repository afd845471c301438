// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/oracle.h"
#include "psl/parse.h"
#include "psl/print.h"
#include "psl/watch.h"
#include "tests/psl/random.h"
#include "tests/tap.h"
#include "tests/util.h"

// Counts that are expressions of generics: the monitor is built once, and is
// right for every value.
static const char *const formulas[] = {
    "always (p -> next[N] q)",
    "always (p -> next![N] q)",
    "(always (p -> next[N] q)) @ c1",
    "(always (p -> next![N] q)) @ c1",
    "always (p -> next[N + 1] q)",
    "always {p; q[*N]} |-> r",
    "always {p; q[*N]; p} |-> r",
    "always {p; q[*N to M]} |=> r",
    "always {p; q[*1 to N]} |=> r",
    "always {p; q[*N to inf]; p} |-> r",
    "always {p; {q; r}[*N]} |=> p",
    "always {p; q[->N]} |-> r",
    "always {p; q[=N]; r} |-> p",
    "always (p -> next_event(q)[N + 1](r))",
    "always (p -> next_event!(q)[N + 1](r))",
    "always (p -> next_a[1 to N + 1] q)",
    "always (p -> next_e[1 to N + 1] q)",
    "{p[*N]; q} |-> r",
    "(always {p; q[*N]} |=> (r @ c2)) @ c1",
    "always {p; q[*N]; r[*M]} |=> p",
    "next[N] p",
    "next![N] p",
    "always (p -> ({q[*N]; r} |=> p))",
};

typedef struct {
    int64_t n, m;
} values_t;

static bool value(const char *text, int64_t *result, void *user)
{
    const values_t *v = user;
    *result = strcmp(text, "N") == 0 ? v->n : v->m;
    return true;
}

static void compare(formula_pool_t *pool, const watch_t *w, formula_t f,
                    const word_t *word, values_t v)
{
    const char *bad;
    const formula_t g = formula_instantiate(pool, f, value, &v, &bad);
    ck_assert(g);
    const bool holds = oracle_word(pool, g, bool_true(pool), word);
    if (watch_finds(w, word, value, &v) != holds)
        return;
    text_t text = {0};
    word_print(pool, word, formula_atom_count(pool), &text);
    ck_abort_msg("%s is %d on %s", print_string(pool, g), holds,
                 text_str(&text));
}

static void try_formula(const char *source, dice_t *dice)
{
    collector_t *collector = collector_new();
    formula_pool_t *pool = formula_pool_new();
    parse_t *parse =
        parse_new(pool, collector_sink(collector),
                  (parse_options_t){parse_proposition, NULL, true});
    guards_t *gs = guards_new(pool);
    const formula_t f = parse_formula(parse, "f", source, strlen(source));
    char *reason;
    ck_assert_msg(f, "%s", source);
    watch_t *w = watch_new(gs, f, bool_true(pool), 0, &reason);
    ck_assert_msg(w, "%s: %s", source, reason);
    ck_assert_uint_le(w->automaton->states.len, 12);
    for (int i = 0; i < 400; i++) {
        word_t *word = random_word(pool, dice, 9);
        word_set_loop(word, WORD_NO_LOOP);
        compare(pool, w, f, word,
                (values_t){dice_roll(dice, 5), dice_roll(dice, 5)});
        word_free(word);
    }
    watch_free(w);
    guards_free(gs);
    parse_free(parse);
    formula_pool_free(pool);
    collector_free(collector);
}

START_TEST(symbolic_counts_are_right_for_every_value)
{
    dice_t dice = {77};
    for (size_t i = 0; i < ARRAY_LEN(formulas); i++)
        try_formula(formulas[i], &dice);
}
END_TEST

// In their negation, obligations of one count overlap.
START_TEST(overlapping_counts_are_refused)
{
    static const char *const refused[] = {
        "eventually! (p and next[N] q)",
        "eventually! (p and next![N] q)",
        "eventually! {p; q[*N]; r}",
        "always (p -> eventually! (q and next[N] r))",
        "(always (p -> next[N] q)) -> (always (q -> next[N] q))",
        "always (p -> {q[*N]; r}!)",
    };
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        collector_t *collector = collector_new();
        formula_pool_t *pool = formula_pool_new();
        parse_t *parse =
            parse_new(pool, collector_sink(collector),
                      (parse_options_t){parse_proposition, NULL, true});
        guards_t *gs = guards_new(pool);
        const formula_t f =
            parse_formula(parse, "f", refused[i], strlen(refused[i]));
        char *reason = NULL;
        watch_t *w = watch_new(gs, f, bool_true(pool), 8, &reason);
        ck_assert_msg(!w && strstr(reason, "overlap"), "%s", refused[i]);
        free(reason);
        guards_free(gs);
        parse_free(parse);
        formula_pool_free(pool);
        collector_free(collector);
    }
}
END_TEST

TEST_SUITE(watch, symbolic_counts_are_right_for_every_value,
           overlapping_counts_are_refused)
