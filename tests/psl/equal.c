// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/decide.h"
#include "psl/oracle.h"
#include "psl/parse.h"
#include "tests/tap.h"
#include "tests/util.h"

// Two formulas, equal or not in every context, or (PLAIN) in context true.
typedef enum { EQUAL, DIFFERENT, PLAIN_EQUAL, PLAIN_DIFFERENT } relation_t;

typedef struct {
    const char *f, *g;
    relation_t relation;
} pair_t;

// Laws of linear temporal logic.
static const pair_t ltl[] = {
    {"not F p", "G !p", EQUAL},
    {"not F not G p", "G p", EQUAL},
    {"F p and q", "(F p) and q", DIFFERENT}, // F binds less than and
    {"F F p", "F p", EQUAL},
    {"G G p", "G p", EQUAL},
    {"F (p or q)", "(F p) or (F q)", EQUAL},
    {"F (p and q)", "(F p) and (F q)", DIFFERENT},
    {"G (p and q)", "(G p) and (G q)", EQUAL},
    {"G (p or q)", "(G p) or (G q)", DIFFERENT},
    {"X (p and q)", "(X p) and (X q)", EQUAL},
    {"X (p or q)", "(X p) or (X q)", EQUAL},
    {"X! (p and q)", "(X! p) and (X! q)", EQUAL},
    {"X! (p or q)", "(X! p) or (X! q)", EQUAL},
    {"not X p", "X! (!p)!", EQUAL},
    {"not X! p", "X !p", EQUAL},
    {"X p", "X! p", DIFFERENT},
    {"X p", "(X! p) or (not X! true)", EQUAL},
    {"X! p", "(X p) and (X! true)", EQUAL},
    {"X F p", "F X p", DIFFERENT},
    {"X! F p", "F X! p", EQUAL},
    {"X G p", "G X p", EQUAL},
    {"p U (p U q)", "p U q", EQUAL},
    {"(p U q) U q", "p U q", EQUAL},
    {"p W (p W q)", "p W q", EQUAL},
    {"(p W q) W q", "p W q", EQUAL},
    {"p U q", "p W q", DIFFERENT},
    {"p U q", "(p W q) and F q", EQUAL},
    {"p W q", "(p U q) or (G p)", EQUAL},
    {"not (p U q)", "!q W (!p and !q)", EQUAL},
    {"not (p W q)", "!q U (!p and !q)", EQUAL},
    {"true U p", "F p", EQUAL},
    {"p W false", "G p", EQUAL},
    {"false U p", "p", DIFFERENT},
    {"false U p", "p!", EQUAL},
    {"false W p", "p", EQUAL},
    {"p U true", "true!", EQUAL},
    {"p W true", "true", EQUAL},
    {"p U false", "(false)!", EQUAL},
    {"(p and q) U r", "(p U r) and (q U r)", EQUAL},
    {"p U (q or r)", "(p U q) or (p U r)", EQUAL},
    {"p U (q and r)", "(p U q) and (p U r)", DIFFERENT},
    {"(p or q) U r", "(p U r) or (q U r)", DIFFERENT},
    {"(p and q) W r", "(p W r) and (q W r)", EQUAL},
    {"p W (q or r)", "(p W q) or (p W r)", EQUAL},
    {"p W (q and r)", "(p W q) and (p W r)", DIFFERENT},
    {"X! (p U q)", "(X! p) U (X! q)", EQUAL},
    {"X (p U q)", "(X p) U (X q)", DIFFERENT},
    {"X (p W q)", "(X p) W (X q)", EQUAL},
    {"p U q", "q or (p and X! (p U q))", PLAIN_DIFFERENT}, // empty word
    {"p U q", "q! or (p and X! (p U q))", PLAIN_EQUAL},
    {"p U q", "q! or (p and X! (p U q))", EQUAL},
    {"p U q", "X![0] (q or (p and X! (p U q)))", EQUAL},
    {"p W q", "X[0] (q or (p and X (p W q)))", EQUAL},
    {"F p", "p! or X! F p", EQUAL},
    {"F p", "p or X! F p", DIFFERENT},
    {"G p", "p and X G p", EQUAL},
    {"G p", "p! and X G p", DIFFERENT},
    {"F G p", "G F p", DIFFERENT},
    {"F G F p", "G F p", DIFFERENT},
    {"G F G p", "F G p", DIFFERENT},
    {"G F (p or q)", "(G F p) or (G F q)", EQUAL},
    {"F G (p and q)", "(F G p) and (F G q)", EQUAL},
    {"G F (p and q)", "(G F p) and (G F q)", DIFFERENT},
    {"G (p -> G p)", "G (p -> X p)", EQUAL},
    {"(G (p -> q)) and G (q -> r)", "G (p -> r)", DIFFERENT},
    {"p and G (p -> X p)", "G p", EQUAL},
    {"p and G (p -> X! p)", "G p", DIFFERENT},
    {"G (p -> F q)", "G (p -> X! F q)", DIFFERENT},
    {"G (p -> F q)", "G (!p W q)", DIFFERENT},
    {"(G (p -> F q)) and G (q -> F r)", "G (p -> F r)", DIFFERENT},
    {"F p -> F q", "G (p -> F q)", DIFFERENT},
    {"(G p) -> (F q)", "p U q", DIFFERENT},
    {"p U (q U r)", "(p U q) U r", DIFFERENT},
    {"p U (q U r)", "(p or q) U r", DIFFERENT},
    {"p W q", "p W (p and q)", DIFFERENT},
    {"p W q", "(p and !q) W q", EQUAL},
    {"p U q", "(p and !q) U q", EQUAL},
    {"F p", "!p U p", EQUAL},
    {"G p", "p W !p", DIFFERENT},
    {"(G p) and (F q)", "p U (q and G p)", EQUAL},
    {"(G p) and (F q)", "(G p) and (p U q)", EQUAL},
    {"(F p) and (G q)", "F (p and G q)", DIFFERENT},
    {"(F p) -> (!q U (p and !q))", "!q W p", DIFFERENT},
    {"X X p", "X[2] p", EQUAL},
    {"X! X p", "X[2] p", DIFFERENT},
    {"X! X! p", "X![2] p", EQUAL},
    {"X[0] X[2] p", "X[2] p", EQUAL},
    {"X![0] F p", "F p", EQUAL},
    {"X[0] G p", "G p", EQUAL},
    {"X![0] G p", "G p", DIFFERENT},
    {"X[0] p", "p", EQUAL},
    {"X![0] p", "p!", EQUAL},
    {"X![0] p", "p", DIFFERENT},
    {"X![0] (p@d)", "p@d", DIFFERENT},
    {"not p!", "!p", EQUAL},
    {"p! or (!p)!", "true!", EQUAL},
    {"p or (!p)!", "true", EQUAL},
    {"p! and !p", "(false)!", EQUAL},
};

// Sugar of the foundation language.
static const pair_t sugar[] = {
    {"always p", "never !p", EQUAL},
    {"never p", "not eventually! p", EQUAL},
    {"eventually! p", "not always !p", EQUAL},
    {"p until q", "p W q", EQUAL},
    {"p until! q", "p U q", EQUAL},
    {"p until_ q", "p until (p and q)", EQUAL},
    {"p until!_ q", "p until! (p and q)", EQUAL},
    {"p until q", "p until_ q", DIFFERENT},
    {"p until! q", "p until!_ q", DIFFERENT},
    {"p until!_ q", "(p until_ q) and eventually! q", EQUAL},
    {"p before q", "!q until (p and !q)", EQUAL},
    {"p before_ q", "!q until p", EQUAL},
    {"p before! q", "!q until! (p and !q)", EQUAL},
    {"p before!_ q", "!q until! p", EQUAL},
    {"p before q", "p before_ q", DIFFERENT},
    {"p before! q", "p before q", DIFFERENT},
    {"p before! q", "(p before q) and eventually! p", EQUAL},
    {"p before q", "not (q before p)", DIFFERENT},
    {"p before q", "not (q before!_ p)", EQUAL},
    {"next[2] p", "next next p", EQUAL},
    {"next![2] p", "next! next! p", EQUAL},
    {"next[0] p", "p", EQUAL},
    {"next[0] (p@d)", "p@d", DIFFERENT},
    {"next_a[1 to 3] p", "(next[1] p) and (next[2] p) and (next[3] p)", EQUAL},
    {"next_e[1 to 3] p", "(next[1] p) or (next[2] p) or (next[3] p)", EQUAL},
    {"next_a![1 to 3] p", "(next![1] p) and (next![2] p) and (next![3] p)",
     EQUAL},
    {"next_e![1 to 3] p", "(next![1] p) or (next![2] p) or (next![3] p)",
     EQUAL},
    {"next_a[1 to 2] p", "next_a![1 to 2] p", DIFFERENT},
    {"next_e[1 to 2] p", "next_e![1 to 2] p", DIFFERENT},
    {"next_a[1 to 3] p", "next_a[1 to 2] p", DIFFERENT},
    {"next_e![1 to 2] p", "not next_a[1 to 2] !p", EQUAL},
    {"next_e![1 to 2] (p!)", "not next_a[1 to 2] !p", EQUAL},
    {"next_event(p)(q)", "!p until (p and q)", EQUAL},
    {"next_event!(p)(q)", "!p until! (p and q)", EQUAL},
    {"next_event(p)(q)", "next_event!(p)(q)", DIFFERENT},
    {"next_event(p)[2](q)", "next_event(p)(next next_event(p)(q))", EQUAL},
    {"next_event!(p)[2](q)", "next_event!(p)(next! next_event!(p)(q))",
     EQUAL},
    {"next_event_a(p)[1 to 2](q)",
     "(next_event(p)[1](q)) and next_event(p)[2](q)", EQUAL},
    {"next_event_e(p)[1 to 2](q)",
     "(next_event(p)[1](q)) or next_event(p)[2](q)", EQUAL},
    {"next_event_a!(p)[1 to 2](q)",
     "(next_event!(p)[1](q)) and next_event!(p)[2](q)", EQUAL},
    {"next_event_e!(p)[1 to 2](q)",
     "(next_event!(p)[1](q)) or next_event!(p)[2](q)", EQUAL},
    {"next_event(true)(q)", "q", EQUAL},
    {"next_event(true)[3](q)", "next[2] q", EQUAL},
    {"next_event(p)(true)", "true", EQUAL},
    {"next_event!(p)(true)", "eventually! p", EQUAL},
    {"always (p -> next q)", "always (p -> next! q)", DIFFERENT},
    {"p -> q", "!p or q", EQUAL},
    {"p -> next q", "{p} |-> next q", EQUAL},
    {"p -> (q@d)", "{p} |-> (q@d)", DIFFERENT},
    {"always (p -> (q@d))", "always ({p} |-> (q@d))", EQUAL},
    {"p <-> q", "(p -> q) and (q -> p)", EQUAL},
    {"(p until q) <-> (q until p)", "true", DIFFERENT},
    {"forall i in {0 to 1}: eventually! p(i)",
     "(eventually! p(0)) and (eventually! p(1))", EQUAL},
};

// SEREs.
static const pair_t seres[] = {
    {"{p}", "p", EQUAL},
    {"{p}!", "p!", EQUAL},
    {"{p; q}!", "p! and X! q", EQUAL},
    {"{p; q}", "p and X q", EQUAL},
    {"{p; q}", "{p; q}!", DIFFERENT},
    {"{p : q}!", "{p and q}!", EQUAL},
    {"{p && q}!", "{p and q}!", EQUAL},
    {"{p | q}!", "{p or q}!", EQUAL},
    {"{{p; q} | {p; r}}!", "{p; q or r}!", EQUAL},
    {"{{p | q}; r}!", "{{p; r} | {q; r}}!", EQUAL},
    {"{p; {q; r}}!", "{{p; q}; r}!", EQUAL},
    {"{p : {q : r}}!", "{{p : q} : r}!", EQUAL},
    {"{{p; q} : {r}}", "{p; q and r}", EQUAL},
    {"{p[*]; q}!", "p U q", EQUAL},
    {"{p[*]; q}", "p W q", EQUAL},
    {"{[*]; p}!", "F p", EQUAL},
    {"{[*]; p}", "true", EQUAL},
    {"{p[+]}!", "p!", EQUAL},
    {"{p[+]}", "p", EQUAL},
    {"{p[*2]}!", "{p; p}!", EQUAL},
    {"{p[*2 to 3]; q}!", "{p; p; q}! or {p; p; p; q}!", EQUAL},
    {"{p[*0]; q}!", "{q}!", EQUAL},
    {"{p[*0 to 1]; q}!", "{q}! or {p; q}!", EQUAL},
    {"{p[*]}!", "{p[+]}!", EQUAL},
    {"{p[->]}!", "F p", EQUAL},
    {"{p[->2]}!", "{(!p)[*]; p; (!p)[*]; p}!", EQUAL},
    {"{p[->2]}!", "{p[=2]}!", EQUAL},
    {"{p[=2]; q}!", "{p[->2]; q}!", DIFFERENT},
    {"{p[->]; q}!", "{p[=1]; q}!", DIFFERENT},
    {"{{p; q} && {r; p}}!", "{p and r; q and p}!", EQUAL},
    {"{{p; q} && {r}}!", "(false)!", EQUAL},
    {"{{p; q} & {r}}!", "{p and r; q}!", EQUAL},
    {"{{p; q} & {r}}!", "{p; q}! and {r}!", EQUAL},
    {"{{p; q} | {r}}!", "{p; q}! or {r}!", EQUAL},
    {"{p within {q; r}}!", "{p and q; r}! or {q; p and r}!", EQUAL},
    {"{p within q}!", "{p and q}!", EQUAL},
    {"{p; q} |-> r", "p -> X (q -> r)", EQUAL},
    {"{p; q} |=> r", "p -> X (q -> X r)", EQUAL},
    {"{p} |=> q", "p -> next q", EQUAL},
    {"{p; q} |-> r", "{p; q} |=> r", DIFFERENT},
    {"{p[*]; q} |-> r", "{p[*]; q}! and r", DIFFERENT},
    {"{[*]; p} |-> q", "always (p -> q)", EQUAL},
    {"{p} #-# q", "p! and q", EQUAL},
    {"not ({p; q} |-> r)", "{p; q} #-# (!r)!", EQUAL},
    {"{p | q} |-> r", "({p} |-> r) and ({q} |-> r)", EQUAL},
    {"{p | q} #-# r", "({p} #-# r) or ({q} #-# r)", EQUAL},
    {"{p; q} |-> (r and p)", "({p; q} |-> r) and ({p; q} |-> p)", EQUAL},
    {"{p[*]; q} #-# (r and p)",
     "({p[*]; q} #-# r) and ({p[*]; q} #-# p)", DIFFERENT},
    {"{p[*1 to 2]} |-> q", "({p} |-> q) and ({p; p} |-> q)", EQUAL},
    {"{r} |-> {p; q}", "{r : {p; q}}", DIFFERENT},
    {"not {p; q}!", "{p; q} |-> (false)!", EQUAL},
    {"never {p; q}", "always (p -> X !q)", EQUAL},
    {"eventually! {p; q}", "F (p and X! q)", EQUAL},
    {"{p; q}@d", "({p; q})@d", EQUAL},
    {"{{p; q}@d}!", "({p; q}!)@d", EQUAL},
    {"{p}@d |-> q", "(p -> q)@d", DIFFERENT},
    {"({p} |-> q)@d", "{p}@d |-> (q@d)", EQUAL},
    {"{p[*4]}!", "{{p[*2]}[*2]}!", EQUAL},
    {"{{p; q}[*2]}!", "{p; q; p; q}!", EQUAL},
    {"{{p[*]}[*]; q}!", "{p[*]; q}!", EQUAL},
    {"{{p | q[*]}[*]; r}!", "{(p or q)[*]; r}!", EQUAL},
};

// Clocks, abort and the past.
static const pair_t clocks[] = {
    {"(p@d)@e", "p@d", EQUAL},
    {"p@d", "p", DIFFERENT},
    {"(p and q)@d", "(p@d) and (q@d)", EQUAL},
    {"(p until q)@d", "(p@d) until (q@d)", DIFFERENT},
    {"(not next p)@d", "not (next p)@d", EQUAL},
    {"(F p)@d", "F (d and p)", DIFFERENT}, // in context c, ticks of c count
    {"(F p)@d", "F (d and p)", PLAIN_EQUAL},
    {"(G p)@d", "G (d -> p)", PLAIN_EQUAL},
    {"(p U q)@d", "(d -> p) U (d and q)", PLAIN_EQUAL},
    {"p@d", "!d W (d and p)", PLAIN_EQUAL},
    {"p!@d", "!d U (d and p)", PLAIN_EQUAL},
    {"(X p)@d", "X (p@d)", DIFFERENT},
    {"(X! p)@d", "!d U (d and X! (!d U (d and p)))", PLAIN_EQUAL},
    {"(always (p -> next q))@d", "always (d and p -> next (!d W (d and q)))",
     PLAIN_EQUAL},
    {"F (p@d)", "(F p)@d", PLAIN_DIFFERENT}, // weak: no tick is no fault
    {"F (p!@d)", "(F p)@d", PLAIN_EQUAL},
    {"G (p@d)", "(G p)@d", PLAIN_EQUAL},
    {"(p abort r) abort r", "p abort r", EQUAL},
    {"(always p) abort r", "p until r", PLAIN_EQUAL},
    {"(eventually! p) abort r", "eventually! (p or r)", PLAIN_EQUAL},
    {"(next! p) abort r", "next! p", DIFFERENT},
    {"(next! p) abort false", "next! p", EQUAL},
    {"(p until! q) abort r", "p until! (q or r)", PLAIN_EQUAL},
    {"(always p) abort r", "(always p) sync_abort r", DIFFERENT},
    {"(always p) abort r", "(always p) sync_abort r", PLAIN_EQUAL},
    {"next prev(p)", "p", DIFFERENT}, // one letter
    {"X! prev(p)", "p! and X! true", EQUAL},
    {"X (rose(p))", "X (p and not prev(p))", EQUAL},
    {"always stable(p)", "always not (rose(p) or fell(p))", EQUAL},
    {"always (ended({p; q}) -> r)", "always ({p; q} |-> r)", EQUAL},
};

static formula_pool_t *pool;
static collector_t *collector;
static parse_t *parse;

static void setup(void)
{
    pool = formula_pool_new();
    collector = collector_new();
    parse = parse_new(pool, collector_sink(collector),
                      (parse_options_t){parse_proposition, NULL, true});
}

static void teardown(void)
{
    parse_free(parse);
    collector_free(collector);
    formula_pool_free(pool);
}

static formula_t read(const char *text)
{
    const formula_t f = parse_formula(parse, "f", text, strlen(text));
    ck_assert_msg(f, "%s", text);
    return f;
}

// The word must distinguish them, in the oracle's eyes; formulas with prev
// and ended have been looked at by decide.c itself.
static void confirm(const pair_t *p, formula_t f, formula_t g,
                    const decision_t *d)
{
    if (formula_has(pool, f, B_PREV) || formula_has(pool, g, B_PREV)
        || formula_has(pool, f, B_ENDED))
        return;
    ck_assert(d->word);
    const bool left = oracle_word(pool, f, d->clock, d->word);
    ck_assert_msg(left != oracle_word(pool, g, d->clock, d->word), "%s, %s",
                  p->f, p->g);
    ck_assert_int_eq(left, d->left);
}

static unsigned check(const pair_t *pairs, size_t n)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const pair_t *p = &pairs[i];
        const bool plain = p->relation >= PLAIN_EQUAL;
        const bool equal =
            p->relation == EQUAL || p->relation == PLAIN_EQUAL;
        const formula_t f = read(p->f), g = read(p->g);
        decision_t d = decide_equal(pool, f, g,
                                    plain ? bool_true(pool) : FORMULA_NONE);
        if (d.answer != (equal ? DECIDE_YES : DECIDE_NO)) {
            text_t text = {0};
            if (d.word)
                word_print(pool, d.word, formula_atom_count(pool), &text);
            printf("# %s, %s: answer %d, left %d, %s%s\n", p->f, p->g,
                   d.answer, d.left, text_str(&text),
                   d.reason ? d.reason : "");
            text_release(&text);
            wrong++;
        } else if (!equal)
            confirm(p, f, g, &d);
        decision_release(&d);
    }
    return wrong;
}

START_TEST(linear_temporal_logic)
{
    ck_assert_uint_eq(check(ltl, ARRAY_LEN(ltl)), 0);
}
END_TEST

START_TEST(foundation_language)
{
    ck_assert_uint_eq(check(sugar, ARRAY_LEN(sugar)), 0);
}
END_TEST

START_TEST(sequences)
{
    ck_assert_uint_eq(check(seres, ARRAY_LEN(seres)), 0);
}
END_TEST

START_TEST(clocks_and_abort)
{
    ck_assert_uint_eq(check(clocks, ARRAY_LEN(clocks)), 0);
}
END_TEST

START_TEST(there_are_two_hundred)
{
    ck_assert_uint_ge(ARRAY_LEN(ltl) + ARRAY_LEN(sugar) + ARRAY_LEN(seres)
                          + ARRAY_LEN(clocks), 200);
}
END_TEST

TEST_SUITE_WITH(equal, setup, teardown, linear_temporal_logic,
                foundation_language, sequences, clocks_and_abort,
                there_are_two_hundred)
