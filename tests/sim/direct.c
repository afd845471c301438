// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules that random runs do not fire: runs given for them are simulated, and
// the impossible ones are counted.

#include "config.h"

#include "sim/cosim.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

static const char source[] =
    "library ieee; use ieee.std_logic_1164.all;\n"
    "entity e is\n"
    "  port (clk : in std_logic; d : in natural range 0 to 1000000000;\n"
    "        q : out natural range 0 to 9 := 0);\n"
    "end;\n"
    "architecture rtl of e is\n"
    "begin\n"
    "  process (clk) begin\n"
    "    if rising_edge(clk) then\n"
    "      if d = 123456789 then q <= 7;\n"
    "      elsif d > 5 and d < 4 then q <= 8;\n"
    "      else q <= 1; end if;\n"
    "    end if;\n"
    "  end process;\n"
    "end;\n";

static collector_t *collector;
static ghdl_t *ghdl;
static context_t *ctx;
static char *path;
static text_t lines;

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
    text_release(&lines);
    context_free(ctx);
    ghdl_free(ghdl);
    collector_free(collector);
    unlink(path);
    free(path);
}

static void keep_line(const char *line, void *user)
{
    (void)user;
    text_add(&lines, line);
    text_char(&lines, '\n');
}

static var_t find_var(const model_t *model, const char *name)
{
    for (size_t i = 0; i < model_var_count(model); i++) {
        const var_t var = model_var(model, i)->var;
        if (strcmp(ident_text(var_name(ctx, var)), name) == 0)
            return var;
    }
    ck_abort_msg("no variable %s", name);
}

typedef struct {
    bool give_run, give_proof; // what is answered
    size_t asked;
} helper_t;

// The first step of the run that is given: d has this value.
static value_t value_of(context_t *c, term_t leaf, void *user)
{
    const value_t *d = user;
    if (term_kind(c, leaf) == TERM_POSEDGE)
        return value_bool(c, true);
    return strcmp(ident_text(var_name(c, term_var(c, leaf))), "d") == 0
               ? value_copy(d) : value_default(c, term_sort(c, leaf));
}

static void direct(const model_t *model, const term_t *conditions,
                   size_t count, cosim_answer_fn answer, void *answers,
                   void *user)
{
    helper_t *h = user;
    value_t d = value_int(ctx, 123456789);
    h->asked += count;
    for (size_t i = 0; i < count; i++) {
        eval_t *eval = eval_new(ctx, value_of, &d);
        bool fires;
        ck_assert(eval_bool(eval, conditions[i], &fires));
        eval_free(eval);
        if (fires && h->give_run) {
            trace_t *t = trace_new(model);
            trace_add_step(t);
            trace_set(t, 0, find_var(model, "d"), &d);
            trace_set_edge(t, 0, find_var(model, "clk"), TERM_POSEDGE, true);
            trace_add_step(t);
            trace_set_edge(t, 1, find_var(model, "clk"), TERM_POSEDGE, true);
            answer(i, t, answers);
            trace_free(t);
        } else if (!fires && h->give_proof) {
            answer(i, NULL, answers);
        }
    }
    value_release(&d);
}

static cosim_result_t run(helper_t *helper)
{
    const cosim_options_t options = {
        .ghdl = ghdl, .ctx = ctx, .sink = collector_sink(collector),
        .design = {.start = "any"},
        .runner = {.std = "08", .work = "work", .seconds = 60},
        .runs = 1, .cycles = 40, .seed = 1, .line = keep_line,
        .direct = direct, .user = helper};
    cosim_result_t result;
    ck_assert_msg(cosim(&options, &result), "%s", text_str(&lines));
    return result;
}

START_TEST(runs_that_are_given_count)
{
    helper_t h = {.give_run = true, .give_proof = true};
    cosim_result_t r = run(&h);
    ck_assert_uint_eq(r.count.differences, 0);
    ck_assert_uint_eq(r.directed, 1);
    // q := 8, and the bit that only 8 has.
    ck_assert_uint_eq(r.coverage.impossible, 2);
    ck_assert_uint_eq(r.coverage.fired + 1, r.coverage.rules);
    ck_assert_str_eq(text_str(&r.missing), "");
    text_release(&r.missing);
}
END_TEST

START_TEST(what_is_open_is_listed)
{
    helper_t h = {.give_run = false, .give_proof = false};
    cosim_result_t r = run(&h);
    ck_assert_uint_eq(h.asked, 5);
    ck_assert_uint_eq(r.directed, 0);
    ck_assert_uint_eq(r.coverage.impossible, 0);
    ck_assert_ptr_nonnull(strstr(text_str(&r.missing), "q := 7"));
    ck_assert_ptr_nonnull(strstr(text_str(&r.missing), "q := 8"));
    text_release(&r.missing);
}
END_TEST

TEST_SUITE_WITH(direct, setup, teardown, runs_that_are_given_count,
                what_is_open_is_listed)
