// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/model-print.h"
#include "core/print.h"
#include "frontend/design.h"
#include "tests/tap.h"

// Conditions that the user gives as text: what they become in the model, and
// what is said about wrong ones.

static sources_t *sources;
static diag_sink_t *sink;
static ghdl_t *ghdl;
static context_t *ctx;
static text_t seen;

static void see(const diag_t *diag, void *user)
{
    (void)user;
    if (diag_level(diag) == DIAG_ERROR)
        diag_format(diag, sources, false, &seen);
}

static void start(const char *std, bool psl)
{
    const ghdl_options_t options = {.std = std, .work = "work", .psl = psl};
    sources = sources_new();
    sink = diag_sink_new(sources, see, NULL);
    ghdl = ghdl_start(&options, sink);
    ck_assert_msg(ghdl != NULL, "%s", text_str(&seen));
    ctx = context_new();
}

static void teardown(void)
{
    text_release(&seen);
    context_free(ctx);
    ghdl_free(ghdl);
    diag_sink_free(sink);
    sources_free(sources);
}

static const char design_text[] =
    "package p is\n"
    "  constant LIMIT : natural := 5;\n"
    "  function twice (n : integer) return integer;\n"
    "  function less (n : integer) return integer;\n"
    "end;\n"
    "package body p is\n"
    "  function twice (n : integer) return integer is\n"
    "  begin return 2 * n; end;\n"
    "  function less (n : integer) return integer is\n"
    "  begin assert n > 1; return n - 1; end;\n"
    "end;\n"
    "library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;\n"
    "use work.p.all;\n"
    "entity e is generic (DEPTH : positive := 4; FAST : boolean := true);\n"
    "  port (clk, wr : in std_logic; data : in unsigned(3 downto 0);\n"
    "        full : out std_logic); end;\n"
    "architecture rtl of e is\n"
    "  type state_t is (idle, busy);\n"
    "  type memory_t is array (0 to DEPTH - 1) of natural;\n"
    "  constant LAST : natural := DEPTH - 1;\n"
    "  signal state : state_t := idle;\n"
    "  signal count : natural := 0;\n"
    "  signal mem : memory_t;\n"
    "begin\n"
    "  process (clk) begin if rising_edge(clk) then\n"
    "    if wr = '1' then count <= count + 1; state <= busy; end if;\n"
    "  end if; end process;\n"
    "  full <= '1' when count = DEPTH else '0';\n"
    "  extra : if FAST generate signal inner : bit; begin end generate;\n"
    "end;\n";

typedef struct {
    const char *error, *assume, *generic;
} texts_t;

static design_t *lower_with(const texts_t *t, const design_setting_t *setting)
{
    const design_options_t options = {
        .top = "e",
        .settings = setting,
        .setting_count = setting != NULL,
        .errors = &t->error,
        .error_count = t->error != NULL,
        .assumptions = &t->assume,
        .assumption_count = t->assume != NULL,
        .generic_assumptions = &t->generic,
        .generic_assumption_count = t->generic != NULL,
    };
    text_clear(&seen);
    return design_lower(ghdl, ctx, &options, sink);
}

static design_t *lower(texts_t t)
{
    return lower_with(&t, NULL);
}

static void setup(void)
{
    start("08", false);
    ck_assert_msg(ghdl_analyse_text(ghdl, "text.vhd", design_text), "%s",
                  text_str(&seen));
}

// ---- error conditions ----

static void add_property(const property_t *p, text_t *out)
{
    text_printf(out, "%s | ", p->name);
    print_vhdl(ctx, p->reached, out);
    text_add(out, " -> ");
    print_vhdl(ctx, p->holds, out);
    text_printf(out, " | %s:%u:%u\n", sources_path(sources, p->loc.file),
                (unsigned)p->loc.line, (unsigned)p->loc.column);
}

static void check_error_condition(const char *text, const char *expected)
{
    design_t *d = lower((texts_t){.error = text});
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    ck_assert_uint_eq(design_case_count(d), 2);
    for (size_t i = 0; i < 2; i++) {
        const model_t *m = design_case(d, i)->model;
        text_t printed = {0};
        ck_assert(model_check(m, sink));
        for (size_t k = 0; k < model_property_count(m); k++)
            if (model_property(m, k)->kind == PROPERTY_ERROR)
                add_property(model_property(m, k), &printed);
        ck_assert_str_eq(text_str(&printed), expected);
        text_release(&printed);
    }
    design_free(d);
}

START_TEST(conditions_are_resolved_in_the_architecture)
{
    check_error_condition("count > DEPTH",
                          "count > DEPTH | true -> count <= depth"
                          " | -e:1:7\n");
    check_error_condition("state = busy and count = 0",
                          "state = busy and count = 0 | true -> "
                          "state /= busy or count /= 0 | -e:1:14\n");
    check_error_condition("twice(count) > LIMIT + LAST",
                          "twice(count) > LIMIT + LAST | true -> "
                          "2 * count <= depth + 4 | -e:1:14\n");
    // Two lines, an implicit conversion, a vector taken apart.
    check_error_condition("wr and\ndata(2) -- and no more",
                          "wr and\ndata(2) -- and no more | true -> "
                          "not wr or not data(2) | -e:1:4\n");
}
END_TEST

START_TEST(what_cannot_be_evaluated_is_asked_apart)
{
    check_error_condition(
        "mem(count) = 3",
        "mem(count) = 3 | count + 1 <= depth and count >= 0 -> "
        "mem(count) /= 3 | -e:1:12\n"
        "mem(count) = 3: has a value | true -> "
        "count + 1 <= depth and count >= 0 | -e:1:12\n");
    // Reached only where the left side is true.
    check_error_condition(
        "count = 3 and mem(count) = 3",
        "count = 3 and mem(count) = 3 | "
        "count /= 3 or (count + 1 <= depth and count >= 0) -> "
        "count /= 3 or mem(count) /= 3 | -e:1:11\n"
        "count = 3 and mem(count) = 3: has a value | true -> "
        "count /= 3 or (count + 1 <= depth and count >= 0) | -e:1:11\n");
    // An assert in a function.
    check_error_condition("less(count) > 3",
                          "less(count) > 3 | count > 1 -> "
                          "count <= 4 | -e:1:13\n"
                          "less(count) > 3: has a value | true -> "
                          "count > 1 | -e:1:13\n");
}
END_TEST

// ---- assumptions ----

static void check_assumption(texts_t t, assumption_kind_t kind,
                             const char *expected)
{
    design_t *d = lower(t);
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    const model_t *m = design_case(d, 0)->model;
    text_t printed = {0};
    for (size_t i = 0; i < model_assumption_count(m); i++) {
        const assumption_t *a = model_assumption(m, i);
        if (a->kind != kind || a->text == NULL
            || *sources_path(sources, a->loc.file) != '-')
            continue;
        text_printf(&printed, "%s | ", a->text);
        print_vhdl(ctx, a->term, &printed);
    }
    ck_assert_str_eq(text_str(&printed), expected);
    text_release(&printed);
    design_free(d);
}

START_TEST(assumptions_are_part_of_the_model)
{
    check_assumption((texts_t){.assume = "not (full and wr)"}, ASSUME_INPUT,
                     "not (full and wr) | not wr or not full");
    check_assumption((texts_t){.assume = "mem(count) < 9"}, ASSUME_INPUT,
                     "mem(count) < 9 | "
                     "count + 1 > depth or count < 0 or mem(count) < 9");
    check_assumption((texts_t){.generic = "DEPTH mod 2 = 0 and DEPTH > 128"},
                     ASSUME_GENERIC,
                     "DEPTH mod 2 = 0 and DEPTH > 128 | "
                     "depth mod 2 = 0 and depth > 128");
}
END_TEST

START_TEST(excluded_generics_have_no_case)
{
    const texts_t t = {.generic = "DEPTH > 4"};
    for (int depth = 4; depth <= 5; depth++) {
        const char value[] = {(char)('0' + depth), '\0'};
        const design_setting_t setting = {"depth", value};
        design_t *d = lower_with(&t, &setting);
        ck_assert_msg(d != NULL, "%s", text_str(&seen));
        ck_assert(!design_needs_values(d));
        ck_assert_uint_eq(design_case_count(d), depth == 4 ? 0 : 2);
        design_free(d);
    }
    // One of the two cases of the generate.
    design_t *d = lower((texts_t){.generic = "not FAST"});
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    ck_assert_uint_eq(design_case_count(d), 1);
    design_free(d);
}
END_TEST

// ---- errors ----

static void check_fault(texts_t t, const char *expected)
{
    ck_assert_ptr_null(lower(t));
    ck_assert_str_eq(text_str(&seen), expected);
}

START_TEST(faults_are_located_in_the_text)
{
    check_fault((texts_t){.error = "count > SIZE"},
                "-e:1:9: error: no declaration for \"size\"\n"
                "     1 | count > SIZE\n"
                "       |         ^~~~\n");
    check_fault((texts_t){.error = "count >"},
                "-e:1:8: error: primary expression expected\n"
                "     1 | count >\n"
                "       |        ^\n");
    check_fault((texts_t){.error = "\nwr and state"},
                "-e:2:4: error: no function declarations for operator "
                "\"and\"\n"
                "     2 | wr and state\n"
                "       |    ^~~\n");
    check_fault((texts_t){.assume = "(count > 3"},
                "--assume:1:11: error: missing ')' for opening "
                "parenthesis\n"
                "     1 | (count > 3\n"
                "       |           ^\n");
    check_fault((texts_t){.error = "count + 1"},
                "-e:1:7: error: cannot convert expression to boolean (no "
                "\"?\?\" found)\n"
                "     1 | count + 1\n"
                "       |       ^\n");
    check_fault((texts_t){.error = "clk"},
                "-e:1:1: error: not supported: the clock 'clk' is read as "
                "data\n"
                "     1 | clk\n"
                "       | ^\n");
    check_fault((texts_t){.generic = "count > 3"},
                "--assume-generic:1:7: error: 'count' is no generic: use "
                "--assume\n"
                "     1 | count > 3\n"
                "       |       ^\n");
}
END_TEST

START_TEST(a_text_is_one_expression)
{
    check_fault((texts_t){.error = "wr else true when full"},
                "-e:1:1: error: this is more than one expression\n"
                "     1 | wr else true when full\n"
                "       | ^\n");
    check_fault((texts_t){.error = "wr; full <= '1' when wr"},
                "-e:1:1: error: this is more than one expression\n"
                "     1 | wr; full <= '1' when wr\n"
                "       | ^\n");
    ck_assert_ptr_null(lower((texts_t){.error = "wr) or (full"}));
    ck_assert_ptr_null(lower((texts_t){.error = ""}));
    ck_assert_ptr_null(lower((texts_t){.error = "wr; }\n"
                                                "vunit v (e) { --"}));
}
END_TEST

// ---- other standards ----

static void check_standard(const char *std, bool psl)
{
    start(std, psl);
    ck_assert(ghdl_analyse_text(
        ghdl, "old.vhd",
        "entity e is port (clk, a : in bit; q : out bit); end;\n"
        "architecture x of e is signal vunit_1 : bit; begin\n"
        "  q <= a and vunit_1;\n"
        "end;\n"));
    design_t *d = lower((texts_t){.error = "a = '1' and vunit_1 = '0'"});
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    ck_assert_uint_eq(model_property_count(design_case(d, 0)->model), 1);
    design_free(d);
    // The files keep their standard.
    ck_assert_int_eq(ghdl_analyse_text(
                         ghdl, "next.vhd",
                         "entity f is port (a : in bit; q : out bit); end;\n"
                         "architecture x of f is begin\n"
                         "  process (all) begin q <= a; end process;\n"
                         "end;\n"),
                     strcmp(std, "08") == 0);
    teardown();
}

START_TEST(a_design_of_1993)
{
    check_standard("93", false);
}
END_TEST

START_TEST(a_design_of_2002_with_psl)
{
    check_standard("02", true);
}
END_TEST

START_TEST(a_design_of_2008_with_psl)
{
    check_standard("08", true);
}
END_TEST

TEST_SUITE_WITH(given, setup, teardown,
                conditions_are_resolved_in_the_architecture,
                what_cannot_be_evaluated_is_asked_apart,
                assumptions_are_part_of_the_model,
                excluded_generics_have_no_case,
                faults_are_located_in_the_text, a_text_is_one_expression)

TEST_SUITE(given_standards, a_design_of_1993, a_design_of_2002_with_psl,
           a_design_of_2008_with_psl)
