// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/parse.h"
#include "psl/print.h"
#include "tests/psl/random.h"
#include "tests/tap.h"
#include "tests/util.h"

static collector_t *collector;
static formula_pool_t *pool;
static parse_t *parse;

static void setup(void)
{
    collector = collector_new();
    pool = formula_pool_new();
    parse = parse_new(pool, collector_sink(collector),
                      (parse_options_t){parse_proposition, NULL, true});
}

static void teardown(void)
{
    parse_free(parse);
    formula_pool_free(pool);
    collector_free(collector);
}

static formula_t read(const char *text)
{
    return parse_formula(parse, "formula", text, strlen(text));
}

// In the VHDL flavour: every leaf is taken.
static void vhdl(void)
{
    parse_free(parse);
    parse = parse_new(pool, collector_sink(collector),
                      (parse_options_t){NULL, NULL, false});
}

START_TEST(sugar_means_what_it_stands_for)
{
    static const char *const table[][2] = {
        {"always p", "(W (b p) (b F))"},
        {"G p", "(W (b p) (b F))"},
        {"eventually! p", "(U (b T) (b p))"},
        {"never p", "(W (b !p) (b F))"},
        {"never {p; q}", "(W (not ({}! (; p q))) (b F))"},
        {"always p -> next q", "(W (or (b !p) (X 1 (b q))) (b F))"},
        {"next p until q", "(W (X 1 (b p)) (b q))"},
        {"next p and q", "(X 1 (b (and p q)))"},
        {"not p until! q", "(U (b !p) (b q))"},
        {"p until_ q", "(W (b p) (b (and p q)))"},
        {"p until!_ q", "(U (b p) (b (and p q)))"},
        {"p before q", "(W (b !q) (b (and p !q)))"},
        {"p before!_ q", "(U (b !q) (b p))"},
        {"X![0] p", "(X! 0 (b p))"},
        {"X[0] p", "(X 0 (b p))"},
        {"X!^2 p", "(X! 2 (b p))"},
        {"next[0] p", "(X 0 (b p))"},
        {"next![3] p", "(X! 3 (b p))"},
        {"next_a[1 to 2] p", "(|-> (* 2 3 T) (b p))"},
        {"next_e![1:2] p", "(#-# (* 2 3 T) (b p))"},
        {"next_event(p)(q)", "(|-> (; (* 0 inf !p) p) (b q))"},
        {"next_event!(p)[2](q)", "(#-# (* 2 2 (; (* 0 inf !p) p)) (b q))"},
        {"p @ c until q", "(W (@ (b p) c) (b q))"},
        {"(p until q) @ (c or d)", "(@ (W (b p) (b q)) (or c d))"},
        {"{p; q} |-> r", "(|-> (; p q) (b r))"},
        {"{p; q} |=> r", "(|-> (; (; p q) T) (b r))"},
        {"{p}@c |-> r", "(|-> (@ p c) (b r))"},
        {"{p[*2 to 3]; [*]; q[+]}!",
         "({}! (; (; (* 2 3 p) (* 0 inf T)) (* 1 inf q)))"},
        {"{p[->]; q[=2]}",
         "({} (; (; (* 0 inf !p) p) "
         "(; (* 2 2 (; (* 0 inf !q) q)) (* 0 inf !q))))"},
        {"{p : q | r && p}", "({} (: p (| q (&& r p))))"},
        {"{p within q}", "({} (&& (; (* 0 inf T) (; p (* 0 inf T))) q))"},
        {"p! and not next q", "(and (b! p) (not (X 1 (b q))))"},
        {"not {p}!", "(not ({}! p))"},
        {"always p abort r", "(W (abort (b p) r) (b F))"},
        {"(always p) sync_abort r", "(sync_abort (W (b p) (b F)) r)"},
        {"p <-> q", "(b (! (xor p q)))"},
        {"p -> q -> next r", "(or (b !p) (or (b !q) (X 1 (b r))))"},
        {"onehot(p, q)", "(b (or (and p !q) (and !p q)))"},
        {"onehot0(p, q)",
         "(b (or (and !p !q) (or (and p !q) (and !p q))))"},
        {"countones(p, q) = 2", "(b (and p q))"},
        {"rose(p)", "(b (and p (! (prev 1 p))))"},
        {"!p && q || r", "(b (or (and !p q) r))"},
        {"forall i in {0 to 1}: p(i)", "(b (and p(0) p(1)))"},
        {"p U q", "(U (b p) (b q))"},
        {"F G p", "(U (b T) (W (b p) (b F)))"},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        text_t text;
        text_init(&text);
        const formula_t f = read(table[i][0]);
        ck_assert_msg(f, "%s", table[i][0]);
        print_sexpr(pool, f, &text);
        ck_assert_msg(strcmp(text_str(&text), table[i][1]) == 0,
                      "%s\n is %s\nnot %s", table[i][0], text_str(&text),
                      table[i][1]);
        text_release(&text);
    }
    expect_no_diags(collector);
}
END_TEST

START_TEST(what_is_printed_parses_back)
{
    dice_t dice = {1};
    for (int i = 0; i < 20000; i++) {
        const random_options_t o = {1 + dice_roll(&dice, 5), 3, true, true};
        const formula_t f = random_formula(pool, &dice, o);
        char *text = print_string(pool, f);
        const formula_t g = read(text);
        char *again = g ? print_string(pool, g) : NULL;
        ck_assert_msg(f == g, "%s\n%s", text, again);
        free(text);
        free(again);
    }
}
END_TEST

START_TEST(symbolic_counts_keep_their_text)
{
    static const char *const table[] = {
        "next[N] p", "next![N + 1] p", "{p[*N to M - 1]; q}!",
        "always (p -> next[2 * N] q)", "{p[*N]} |-> q",
    };
    vhdl();
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        const formula_t f = read(table[i]);
        ck_assert(f && formula_has_symbol(pool, f));
        char *text = print_string(pool, f);
        ck_assert_uint_eq(f, read(text));
        free(text);
    }
    expect_no_diags(collector);
}
END_TEST

START_TEST(vhdl_leaves_are_atoms)
{
    static const struct {
        const char *text, *leaf;
    } table[] = {
        {"Count = 3 and REQ", "count = 3"},
        {"always (a + 1) <= b(3) or x", "(a + 1) <= b(3)"},
        {"rising_edge(clk) -> next v'length > -1", "v'length > -1"},
        {"{a; b and v(3 downto 0) = \"01\"}", "v(3 downto 0) = \"01\""},
        {"(a & b) = c until d", "(a & b) = c"},
        {"x.y = '1' and a mod 3 /= 2", "a mod 3 /= 2"},
    };
    vhdl();
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        uint32_t atom;
        const formula_t f = read(table[i].text);
        ck_assert_msg(f, "%s", table[i].text);
        ck_assert_msg(formula_find_atom(pool, table[i].leaf, &atom),
                      "%s: %s", table[i].text, parse_leaf(parse, 0).text);
        char *printed = print_string(pool, f);
        ck_assert_msg(read(printed) == f, "%s", printed);
        free(printed);
    }
    expect_no_diags(collector);
}
END_TEST

static const char unit_text[] =
    "vunit common {\n"
    "  default clock is rising_edge(clk);\n"
    "  sequence req_ack(boolean r, a; const n) is {r; a[*n]};\n"
    "  property answered(property f) is always (req -> f);\n"
    "}\n"
    "vunit fifo_props (fifo(rtl)) {\n"
    "  inherit common;\n"
    "  -- a comment\n"
    "  no_overflow: assert always (count <= DEPTH) report \"over\";\n"
    "  assert answered(next[2] ack);\n"
    "  assume always {req_ack(req, ack, 3)} |=> done;\n"
    "  cover {req; ack};\n"
    "  assert (always req -> eventually! ack) @ falling_edge(clk2);\n"
    "}\n";

START_TEST(units_are_read)
{
    static const char *const expected[] = {
        "(always (count <= depth)) @ rising_edge(clk)",
        "(always (req -> next[2] ack)) @ rising_edge(clk)",
        "(always {req ; ack[*3] ; true} |-> done) @ rising_edge(clk)",
        "{req ; ack}! @ rising_edge(clk)",
        "(always (req -> eventually! ack)) @ falling_edge(clk2)",
    };
    vhdl();
    ck_assert(parse_units(parse, "x.psl", unit_text, sizeof unit_text - 1));
    expect_no_diags(collector);
    ck_assert_uint_eq(parse_unit_count(parse), 2);
    const unit_t *u = parse_unit(parse, 1);
    ck_assert_str_eq(u->name, "fifo_props");
    ck_assert_str_eq(u->target, "fifo(rtl)");
    ck_assert_uint_eq(u->inherit_count, 1);
    ck_assert_uint_eq(u->directive_count, 5);
    for (size_t i = 0; i < 5; i++) {
        char *text = print_string(pool, u->directives[i].formula);
        const formula_t f = read(expected[i]);
        ck_assert_msg(f == u->directives[i].formula, "%s\n%s", text,
                      expected[i]);
        free(text);
    }
    ck_assert_str_eq(u->directives[0].label, "no_overflow");
    ck_assert_str_eq(u->directives[0].report, "over");
    ck_assert_uint_eq(u->directives[1].loc.line, 10);
    ck_assert_int_eq(u->directives[3].kind, DIRECTIVE_COVER);
}
END_TEST

TEST_SUITE_WITH(parse, setup, teardown, sugar_means_what_it_stands_for,
                what_is_printed_parses_back, symbolic_counts_keep_their_text,
                vhdl_leaves_are_atoms, units_are_read)
