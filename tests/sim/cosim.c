// SPDX-License-Identifier: GPL-3.0-or-later
//
// Co-simulation of small designs: that it agrees where it should, and that it
// sees what does not.

#include "config.h"

#include "sim/cosim.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

#define HEAD                                                                  \
    "library ieee; use ieee.std_logic_1164.all;\n"                            \
    "use ieee.numeric_std.all;\n"

static const char counter[] =
    HEAD
    "entity counter is\n"
    "  generic (N : positive := 4; W : positive := 2);\n"
    "  port (clk, rst, en : in std_logic;\n"
    "        d : in unsigned(W - 1 downto 0);\n"
    "        q : out unsigned(W - 1 downto 0);\n"
    "        full : out boolean);\n"
    "end;\n"
    "architecture rtl of counter is\n"
    "  type state_t is (idle, busy);\n"
    "  type mem_t is array (0 to N - 1) of unsigned(W - 1 downto 0);\n"
    "  signal count : natural range 0 to N - 1;\n"
    "  signal state : state_t := idle;\n"
    "  signal mem : mem_t;\n"
    "begin\n"
    "  main : process (clk, rst) is\n"
    "    variable v : integer range 0 to 3;\n"
    "  begin\n"
    "    if rst = '1' then\n"
    "      count <= 0; state <= idle;\n"
    "    elsif rising_edge(clk) then\n"
    "      state <= idle;\n"
    "      if en = '1' then\n"
    "        state <= busy; mem(count) <= d; v := (v + 1) mod 4;\n"
    "        if count = N - 1 then count <= 0; else count <= count + 1;\n"
    "        end if;\n"
    "      end if;\n"
    "    end if;\n"
    "  end process;\n"
    "  q <= mem(count); full <= count = N - 1;\n"
    "end;\n";

static const char failing[] =
    HEAD
    "entity failing is\n"
    "  generic (N : positive := 5);\n"
    "  port (clk, en : in std_logic; q : out natural range 0 to N);\n"
    "end;\n"
    "architecture rtl of failing is\n"
    "  signal count : natural range 0 to N := 0;\n"
    "begin\n"
    "  process (clk) is begin\n"
    "    if rising_edge(clk) and en = '1' then\n"
    "      count <= count + 1;\n"
    "    end if;\n"
    "  end process;\n"
    "  q <= count;\n"
    "end;\n";

static const char division[] =
    HEAD
    "entity division is\n"
    "  port (clk : in std_logic; d : in integer range 0 to 3;\n"
    "        q : out integer range 0 to 8 := 0);\n"
    "end;\n"
    "architecture rtl of division is begin\n"
    "  process (clk) is begin\n"
    "    if rising_edge(clk) then q <= 8 / d; end if;\n"
    "  end process;\n"
    "end;\n";

static const char glitch[] =
    HEAD
    "entity glitch is\n"
    "  port (clk : in std_logic; d : in natural range 0 to 15);\n"
    "end;\n"
    "architecture rtl of glitch is\n"
    "  signal a, b : natural range 0 to 15 := 0;\n"
    "  signal c : natural range 0 to 15;\n"
    "begin\n"
    "  process (clk) begin\n"
    "    if rising_edge(clk) then a <= d; end if;\n"
    "  end process;\n"
    "  b <= a;\n"
    "  c <= 15 - (a - b);\n"
    "end;\n";

// ---- running ----

static collector_t *collector;
static ghdl_t *ghdl;
static context_t *ctx;
static char *path;
static text_t lines;

static void setup(void)
{
    collector = collector_new();
    ctx = context_new();
    text_init(&lines);
}

static void teardown(void)
{
    text_release(&lines);
    context_free(ctx);
    if (path != NULL)
        unlink(path);
    free(path);
    ghdl_free(ghdl);
    collector_free(collector);
}

static void analyse(const char *text)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
    path = temporary_file(text, strlen(text));
    ghdl = ghdl_start(&options, collector_sink(collector));
    ck_assert(ghdl != NULL && ghdl_analyse_file(ghdl, path));
}

static void keep_line(const char *line, void *user)
{
    (void)user;
    text_add(&lines, line);
    text_char(&lines, '\n');
}

static const runner_options_t runner = {.std = "08", .work = "work",
                                        .seconds = 60};

static cosim_result_t run(const char *text, const char *generic)
{
    analyse(text);
    const cosim_options_t options = {
        .ghdl = ghdl,
        .ctx = ctx,
        .sink = collector_sink(collector),
        .generics = &generic,
        .generic_count = generic != NULL,
        .runner = runner,
        .runs = 4,
        .cycles = 40,
        .seed = 1,
        .line = keep_line,
    };
    cosim_result_t result;
    ck_assert_msg(cosim(&options, &result), "%s", text_str(&lines));
    ck_assert_uint_eq(result.runs, 4);
    text_release(&result.missing);
    return result;
}

START_TEST(agreement)
{
    const cosim_result_t r = run(counter, "N=1..5");
    ck_assert_str_eq(text_str(&lines), "");
    ck_assert_uint_eq(r.count.differences, 0);
    ck_assert_uint_eq(r.count.steps, 160);
    ck_assert_uint_eq(r.count.pairs, 9 * 160);
    ck_assert_uint_eq(r.count.definite, 9 * 160);
    ck_assert_uint_eq(r.count.memory_pairs, 160);
    ck_assert_uint_eq(r.count.unseen, 0);
    ck_assert_uint_eq(r.coverage.fired, r.coverage.rules);
}
END_TEST

// What operators and statements mean, on a file of its own.
static void check_file(const char *name)
{
    const char *top = getenv("abs_top_srcdir");
    char *file = xasprintf("%s/tests/sim/%s.vhd", top != NULL ? top : "..",
                           name);
    text_t text = {0};
    ck_assert_msg(text_read_file(&text, file, 1 << 20), "%s", file);
    const cosim_result_t r = run(text_str(&text), NULL);
    ck_assert_msg(r.count.differences == 0 && r.count.glitches == 0, "%s:\n%s",
                  file, text_str(&lines));
    ck_assert_uint_eq(r.count.definite, r.count.pairs);
    text_release(&text);
    free(file);
}

#define FILE_TEST(name)                                                       \
    START_TEST(name)                                                          \
    {                                                                         \
        check_file(#name);                                                    \
    }                                                                         \
    END_TEST

FILE_TEST(aggregates)
FILE_TEST(arithmetic)
FILE_TEST(bits)
FILE_TEST(instances)
FILE_TEST(operands)
FILE_TEST(packages)
FILE_TEST(statements)
FILE_TEST(styles)

START_TEST(failures_coincide)
{
    const cosim_result_t r = run(failing, "N=1..5");
    ck_assert_str_eq(text_str(&lines), "");
    ck_assert_uint_eq(r.count.failures, 4);
}
END_TEST

START_TEST(crashes_coincide)
{
    const cosim_result_t r = run(division, NULL);
    ck_assert_str_eq(text_str(&lines), "");
    ck_assert_uint_eq(r.count.failures, 4);
    ck_assert_uint_gt(r.count.steps, 4);
}
END_TEST

START_TEST(glitches_are_told)
{
    const cosim_result_t r = run(glitch, NULL);
    ck_assert_uint_eq(r.count.differences, 0);
    ck_assert_uint_eq(r.count.glitches, 4);
    ck_assert_msg(strstr(text_str(&lines), "glitch: GHDL stops at ") != NULL,
                  "%s", text_str(&lines));
}
END_TEST

// ---- a wrong model ----

static const design_setting_t settings[] = {{"n", "3"}, {"w", "2"}};

static var_t find_var(const model_t *model, const char *name)
{
    for (size_t i = 0; i < model_var_count(model); i++) {
        const var_t var = model_var(model, i)->var;
        if (strcmp(ident_text(var_name(ctx, var)), name) == 0)
            return var;
    }
    ck_abort_msg("no variable %s", name);
}

static text_t confront_with(const design_t *design, confront_count_t *count)
{
    const design_case_t *c = design_case(design, 0);
    const stimulus_options_t stimulus = {0};
    random_t random = random_seeded(1);
    trace_t *parameters = trace_new(c->model);
    const play_options_t options = {
        .c = c, .parameters = parameters, .stimulus = &stimulus,
        .random = &random, .steps = 30,
        .sink = collector_sink(collector)};
    play_t *play = play_new(&options);
    runner_t *r = runner_new(&runner, collector_sink(collector));
    ck_assert(play != NULL && r != NULL);
    const confront_t job = {
        .ghdl = ghdl, .entity = design_entity(design),
        .architecture = design_architecture(design), .c = c,
        .generics = settings, .generic_count = 2, .play = play, .runner = r,
        .sink = collector_sink(collector)};
    text_t report = {0};
    ck_assert(confront(&job, count, &report));
    play_free(play);
    runner_free(r);
    trace_free(parameters);
    return report;
}

START_TEST(differences_are_found)
{
    const design_options_t options = {.settings = settings,
                                      .setting_count = 2};
    analyse(counter);
    design_t *design = design_lower(ghdl, ctx, &options,
                                    collector_sink(collector));
    ck_assert(design != NULL && design_case_count(design) == 1);
    model_t *model = design_case(design, 0)->model;
    const var_t v = find_var(model, "v");
    model_set_next(model, v, term_last(ctx, v));
    confront_count_t count = {0};
    text_t report = confront_with(design, &count);
    ck_assert_uint_ge(count.differences, 1);
    ck_assert_msg(strncmp(text_str(&report), "difference: v in cycle ", 23)
                      == 0, "%s", text_str(&report));
    text_release(&report);
    design_free(design);
}
END_TEST

// ---- generics ----

START_TEST(wrong_generics)
{
    static const char *const wrong[] = {"N"};
    static const char *const empty[] = {"N=5..3"};
    ck_assert(generics_new(wrong, 1, collector_sink(collector)) == NULL);
    ck_assert(generics_new(empty, 1, collector_sink(collector)) == NULL);
    expect_diags(collector, {0, "NAME=VALUE"}, {0, "empty range"});
}
END_TEST

TEST_SUITE_WITH(cosim, setup, teardown, agreement, failures_coincide,
                crashes_coincide, glitches_are_told, differences_are_found,
                wrong_generics, aggregates, arithmetic, bits, instances,
                operands, packages, statements, styles)
