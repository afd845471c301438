// SPDX-License-Identifier: GPL-3.0-or-later
//
// Invariants looked at in simulations.

#include "config.h"

#include "sim/observe.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

static const char source[] =
    "library ieee; use ieee.std_logic_1164.all;\n"
    "entity e is\n"
    "  generic (N : positive := 4);\n"
    "  port (clk, rst, en, down : in std_logic; q : out natural);\n"
    "end;\n"
    "architecture rtl of e is\n"
    "  signal count : natural range 0 to N := 0;\n"
    "  signal even : std_logic := '1';\n"
    "begin\n"
    "  process (clk, rst) begin\n"
    "    if rst = '1' then count <= 0; even <= '1';\n"
    "    elsif rising_edge(clk) then\n"
    "      if en = '1' and down = '0' and count < N then\n"
    "        count <= count + 1; even <= not even;\n"
    "      elsif down = '1' and count > 0 then\n"
    "        count <= count - 1; even <= not even;\n"
    "      end if;\n"
    "    end if;\n"
    "  end process;\n"
    "  q <= count;\n"
    "end;\n";

static collector_t *collector;
static ghdl_t *ghdl;
static context_t *ctx;
static design_t *design;
static char *path;

static void setup(void)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
    collector = collector_new();
    ctx = context_new();
    path = temporary_file(source, strlen(source));
    ghdl = ghdl_start(&options, collector_sink(collector));
    ck_assert(ghdl != NULL && ghdl_analyse_file(ghdl, path));
}

static void teardown(void)
{
    design_free(design);
    context_free(ctx);
    ghdl_free(ghdl);
    collector_free(collector);
    unlink(path);
    free(path);
}

static void lower(const char *assume, const char *generic)
{
    const design_options_t how = {
        .assumptions = &assume,
        .assumption_count = assume != NULL,
        .generic_assumptions = &generic,
        .generic_assumption_count = generic != NULL};
    design = design_lower(ghdl, ctx, &how, collector_sink(collector));
    ck_assert(design != NULL && design_case_count(design) == 1);
}

static observe_options_t options_of(void)
{
    return (observe_options_t){
        .design = {.ghdl = ghdl, .design = design,
                   .c = design_case(design, 0),
                   .runner = {.std = "08", .work = "work", .seconds = 60},
                   .sources = collector_sources(collector)},
        .start = SIZE_MAX, .runs = 3, .cycles = 60, .seed = 1};
}

static term_t var(const char *name)
{
    const model_t *m = design_case(design, 0)->model;
    for (size_t i = 0; i < model_var_count(m); i++) {
        const var_t v = model_var(m, i)->var;
        if (strcmp(ident_text(var_name(ctx, v)), name) == 0)
            return term_last(ctx, v);
    }
    ck_abort_msg("no variable %s", name);
}

static void check(const observe_t *ob, term_t conjunct, bool expected,
                  const char *fragment)
{
    text_t reason = {0};
    size_t skipped;
    ck_assert_msg(observe_holds(ob, &conjunct, 1, &skipped, &reason)
                      == expected, "%s", text_str(&reason));
    ck_assert_uint_eq(skipped, 0);
    ck_assert_msg(strstr(text_str(&reason), fragment) != NULL, "%s",
                  text_str(&reason));
    text_release(&reason);
}

static term_t is_even(term_t n)
{
    return term_eq(ctx, term_mod(ctx, n, term_int(ctx, 2)),
                   term_int(ctx, 0));
}

START_TEST(invariants_are_true_in_all_steps)
{
    lower(NULL, NULL);
    const observe_options_t o = options_of();
    text_t reason = {0};
    observe_t *ob = observe_new(&o, &reason);
    ck_assert_msg(ob != NULL, "%s", text_str(&reason));
    ck_assert_uint_eq(observe_steps(ob), 3 * 60);
    // Not from any state, but from where runs begin.
    check(ob, term_eq(ctx, var("even"), is_even(var("count"))), true, "");
    check(ob, term_le(ctx, var("count"), var("n")), true, "");
    check(ob, term_le(ctx, var("count"), term_int(ctx, 0)), false,
          "count <= 0");
    check(ob, term_lt(ctx, var("n"), term_int(ctx, 0)), false,
          "in cycle 0 of a simulation with n=");
    observe_free(ob);
    text_release(&reason);
}
END_TEST

START_TEST(foreign_variables_are_skipped)
{
    lower(NULL, NULL);
    const observe_options_t o = options_of();
    text_t reason = {0};
    observe_t *ob = observe_new(&o, &reason);
    ck_assert_msg(ob != NULL, "%s", text_str(&reason));
    const var_t fresh = var_new(ctx, ident_new(context_idents(ctx), "fresh"),
                                sort_int(ctx));
    const term_t conjuncts[] = {
        term_le(ctx, term_last(ctx, fresh), var("count")),
        term_le(ctx, term_int(ctx, 0), var("count"))};
    size_t skipped;
    ck_assert(observe_holds(ob, conjuncts, 2, &skipped, &reason));
    ck_assert_uint_eq(skipped, 1);
    observe_free(ob);
    text_release(&reason);
}
END_TEST

START_TEST(assumptions_are_kept)
{
    lower("en = '0' or down = '1'", NULL);
    const observe_options_t o = options_of();
    text_t reason = {0};
    observe_t *ob = observe_new(&o, &reason);
    ck_assert_msg(ob != NULL, "%s", text_str(&reason));
    check(ob, term_le(ctx, var("count"), term_int(ctx, 0)), true, "");
    observe_free(ob);
    text_release(&reason);
}
END_TEST

START_TEST(generics_that_are_hard_to_find)
{
    lower(NULL, "N * N = 1522756"); // 1234 squared
    observe_options_t o = options_of();
    text_t reason = {0};
    ck_assert_ptr_null(observe_new(&o, &reason));
    ck_assert_str_eq(text_str(&reason),
                     "no generics were found that are allowed");
    text_clear(&reason);
    trace_t *given = trace_new(design_case(design, 0)->model);
    value_t n = value_int(ctx, 1234);
    trace_set(given, 0, term_var(ctx, var("n")), &n);
    value_release(&n);
    const trace_t *const list[] = {given};
    o.parameters = list;
    o.parameter_count = 1;
    observe_t *ob = observe_new(&o, &reason);
    ck_assert_msg(ob != NULL, "%s", text_str(&reason));
    check(ob, term_eq(ctx, var("n"), term_int(ctx, 1234)), true, "");
    observe_free(ob);
    trace_free(given);
    text_release(&reason);
}
END_TEST

START_TEST(no_run_is_no_evidence)
{
    lower("rst = '1' and rst = '0'", NULL);
    const observe_options_t o = options_of();
    text_t reason = {0};
    ck_assert_ptr_null(observe_new(&o, &reason));
    ck_assert_str_eq(text_str(&reason),
                     "no run was found that keeps to the assumptions");
    text_release(&reason);
}
END_TEST

// The model is wrong: nothing that holds in it counts.
START_TEST(differences_are_no_evidence)
{
    lower(NULL, NULL);
    model_t *m = design_case(design, 0)->model;
    model_set_next(m, term_var(ctx, var("count.stored")), term_int(ctx, 0));
    const observe_options_t o = options_of();
    text_t reason = {0};
    ck_assert_ptr_null(observe_new(&o, &reason));
    ck_assert_msg(strstr(text_str(&reason), "in the model") != NULL, "%s",
                  text_str(&reason));
    text_release(&reason);
}
END_TEST

TEST_SUITE_WITH(observe, setup, teardown, invariants_are_true_in_all_steps,
                foreign_variables_are_skipped, assumptions_are_kept,
                generics_that_are_hard_to_find, no_run_is_no_evidence,
                differences_are_no_evidence)
