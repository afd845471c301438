// SPDX-License-Identifier: GPL-3.0-or-later
//
// Violations shown in GHDL: runs written by hand, right ones and wrong ones.

#include "config.h"

#include "sim/replay.h"
#include "sim/scratch.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HEAD                                                                  \
    "library ieee; use ieee.std_logic_1164.all;\n"                            \
    "use ieee.numeric_std.all;\n"

// Lines are counted from the HEAD's first one.
static const char source[] =
    HEAD
    "entity e is\n"
    "  generic (N : natural := 4);\n"
    "  port (clk, en, two, look : in std_logic; d : in natural;\n"
    "        q : out natural range 0 to N);\n"
    "end;\n"
    "architecture rtl of e is\n"
    "  type mem_t is array (0 to N - 1) of natural;\n"
    "  type state_t is (idle, busy);\n"
    "  signal count, copy : natural range 0 to N := 0;\n"
    "  signal mem : mem_t;\n"
    "  signal state : state_t := idle;\n"
    "  signal part, mirror, rest : natural;\n"
    "begin\n"
    "  process (clk) begin\n"
    "    if rising_edge(clk) then\n"
    "      if en = '1' then\n"
    "        state <= busy;\n"
    "        count <= count + 1;\n"                          // line 20
    "        assert count /= 2 report \"two\";\n"
    "      end if;\n"
    "      if two = '1' then\n"
    "        copy <= N + 1;\n"                               // line 24
    "      else\n"
    "        mem(count) <= d;\n"                             // line 26
    "      end if;\n"
    "    end if;\n"
    "  end process;\n"
    "  process (look, count, mem) begin\n"
    "    part <= 0;\n"
    "    if look = '1' then\n"
    "      part <= mem(count);\n"                            // line 33
    "    end if;\n"
    "  end process;\n"
    "  assert part < 100 report \"large\" severity failure;\n" // line 36
    "  rest <= 7 / d when look = '1' else 0;\n"              // line 37
    "  mirror <= count;\n"
    "  q <= copy;\n"
    "end;\n";

static collector_t *collector;
static ghdl_t *ghdl;
static context_t *ctx;
static design_t *design;
static char *path;

static void lower(const char *text, const char *error)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
    path = temporary_file(text, strlen(text));
    ghdl = ghdl_start(&options, collector_sink(collector));
    ck_assert(ghdl != NULL && ghdl_analyse_file(ghdl, path));
    const design_options_t how = {.errors = &error,
                                  .error_count = error != NULL};
    design = design_lower(ghdl, ctx, &how, collector_sink(collector));
    ck_assert(design != NULL && design_case_count(design) == 1);
}

static void setup(void)
{
    collector = collector_new();
    ctx = context_new();
}

static void teardown(void)
{
    design_free(design);
    context_free(ctx);
    ghdl_free(ghdl);
    collector_free(collector);
    if (path != NULL)
        unlink(path);
    free(path);
}

// ---- runs ----

static value_t read_value(sort_t sort, const char *text)
{
    const sort_kind_t kind = sort_kind(ctx, sort);
    if (kind == SORT_BOOL)
        return value_bool(ctx, *text == '1');
    if (kind == SORT_INT)
        return value_int(ctx, strtoll(text, NULL, 10));
    value_t element = read_value(sort_element(ctx, sort), text);
    value_t v = value_fill(sort, &element);
    value_release(&element);
    return v;
}

static void set(trace_t *t, size_t step, const char *name, const char *value)
{
    const model_t *m = trace_model(t);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const var_t var = model_var(m, i)->var;
        if (strcmp(ident_text(var_name(ctx, var)), name) != 0)
            continue;
        value_t v = read_value(var_sort(ctx, var), value);
        trace_set(t, step, var, &v);
        value_release(&v);
        return;
    }
    ck_abort_msg("no variable %s", name);
}

// "n=3 count=1 en=1 | en=0 d=2": what each step begins with, and each clock
// rises.
static trace_t *run_of(const char *text)
{
    const model_t *m = design_case(design, 0)->model;
    trace_t *t = trace_new(m);
    size_t step = trace_add_step(t);
    for (const char *at = text; *at != '\0';) {
        const size_t n = strcspn(at, " ");
        char *word = xstrndup(at, n);
        char *equals = strchr(word, '=');
        if (equals == NULL) {
            step = trace_add_step(t);
        } else {
            *equals = '\0';
            set(t, step, word, equals + 1);
        }
        free(word);
        at += n + (at[n] == ' ');
    }
    for (size_t i = 0; i <= step; i++)
        for (size_t k = 0; k < model_clock_count(m); k++)
            trace_set_edge(t, i, model_clock(m, k)->var, TERM_POSEDGE, true);
    return t;
}

// The property of that kind on that line.
static size_t property_at(property_kind_t kind, unsigned line)
{
    const model_t *m = design_case(design, 0)->model;
    for (size_t i = 0; i < model_property_count(m); i++)
        if (model_property(m, i)->kind == kind
            && model_property(m, i)->loc.line == line)
            return i;
    ck_abort_msg("no %s in line %u", property_kind_name(kind), line);
}

static replay_t job(void)
{
    return (replay_t){
        .ghdl = ghdl, .design = design, .c = design_case(design, 0),
        .runner = {.std = "08", .work = "work", .seconds = 60},
        .sources = collector_sources(collector)};
}

static void check(const char *run, property_kind_t kind, unsigned line,
                  replay_result_t expected, const char *fragment)
{
    const replay_t j = job();
    trace_t *trace = run_of(run);
    text_t reason = {0};
    const replay_result_t r = replay(&j, trace, property_at(kind, line),
                                     &reason);
    ck_assert_msg(r == expected && strstr(text_str(&reason), fragment) != NULL
                      && (*fragment == '\0') == (reason.len == 0),
                  "%s: %d %s", run, (int)r, text_str(&reason));
    text_release(&reason);
    trace_free(trace);
}

// ---- violations ----

START_TEST(failures_are_shown_at_their_lines)
{
    lower(source, NULL);
    // The range of a register.
    check("n=1 count=0 en=1 | en=1", PROPERTY_RANGE, 20, REPLAY_CONFIRMED, "");
    check("n=9 count=9 en=1", PROPERTY_RANGE, 20, REPLAY_CONFIRMED, "");
    // An assert in a clocked process, and one outside; not the first failure
    // that there is.
    check("n=7 count=1 en=1 | en=1", PROPERTY_ASSERT, 21, REPLAY_CONFIRMED,
          "");
    check("n=7 d=100 look=0 | look=1 d=1", PROPERTY_ASSERT, 36,
          REPLAY_CONFIRMED, "");
    // It fails before the end, and is reported only then.
    check("n=7 d=100 look=1 | look=1 d=100 | look=1 d=100", PROPERTY_ASSERT,
          36, REPLAY_CONFIRMED, "");
    // An index that is looked at between edges.
    check("n=2 count=1 en=1 look=0 | look=1 d=1", PROPERTY_INDEX, 33,
          REPLAY_CONFIRMED, "");
    check("n=0 look=1 d=1", PROPERTY_INDEX, 33, REPLAY_CONFIRMED, "");
    // GHDL crashes on this one.
    check("n=2 count=1 look=0 | look=1 d=0", PROPERTY_DIVISION, 37,
          REPLAY_CONFIRMED, "");
}
END_TEST

START_TEST(what_does_not_fail_is_refuted)
{
    lower(source, NULL);
    check("n=3 count=0 en=1 | en=1", PROPERTY_RANGE, 20, REPLAY_REFUTED,
          "does not fail up to step 1");
    check("n=1 count=1 two=1 | en=1", PROPERTY_RANGE, 20, REPLAY_REFUTED,
          "another obligation fails before, in step 0");
}
END_TEST

// With one edge, GHDL comes to the first one only, if that is not left out.
START_TEST(one_failure_hides_another)
{
    lower(source, NULL);
    check("n=3 count=3 en=1 two=1", PROPERTY_RANGE, 20, REPLAY_CONFIRMED, "");
    check("n=3 count=3 en=1 two=1", PROPERTY_RANGE, 24, REPLAY_CONFIRMED, "");
    check("n=3 count=3 en=1 two=0", PROPERTY_INDEX, 26, REPLAY_CONFIRMED, "");
    // What it does without an edge is not left out.
    check("n=3 count=3 en=1 two=1 look=1 d=1", PROPERTY_RANGE, 24,
          REPLAY_IMPOSSIBLE, "at another failure");
}
END_TEST

static const char lines[] =
    HEAD
    "entity e is port (clk, b, c : in std_logic; d : in natural); end;\n"
    "architecture rtl of e is\n"
    "  signal x, y : natural range 0 to 9;\n"
    "  signal v : unsigned(7 downto 0) := (others => '0');\n"
    "begin\n"
    "  process (clk) begin\n"
    "    if rising_edge(clk) then\n"
    "      if b = '1' then\n"
    "        v <= to_unsigned(\n"                            // line 11
    "          -1 -\n"
    "          d,\n"
    "          v'length);\n"
    "      end if;\n"
    "      x\n"
    "        <= y\n"                                         // line 17
    "           + d;\n"
    "      if v(\n"
    "           d) = '1'\n"                                  // line 20
    "      then\n"
    "        y <= 0;\n"
    "      end if;\n"
    "    end if;\n"
    "  end process;\n"
    "end;\n";

START_TEST(a_failure_is_on_a_line_of_its_statement)
{
    lower(lines, NULL);
    check("d=2 b=0 | b=1", PROPERTY_RANGE, 11, REPLAY_CONFIRMED, "");
    check("d=2 y=8", PROPERTY_RANGE, 18, REPLAY_CONFIRMED, "");
    check("d=8 y=0", PROPERTY_INDEX, 20, REPLAY_CONFIRMED, "");
}
END_TEST

// Between two deltas, a has its new value and b does not.
static const char glitch[] =
    HEAD
    "entity e is port (clk, en : in std_logic; d : in natural range 0 to 9);\n"
    "end;\n"
    "architecture rtl of e is\n"
    "  signal a, b : natural range 0 to 9 := 0;\n"
    "  signal c : natural range 0 to 9;\n"
    "  signal count : natural range 0 to 3 := 0;\n"
    "begin\n"
    "  process (clk) begin\n"
    "    if rising_edge(clk) then a <= d;\n"
    "      if en = '1' then\n"
    "        count <= count + 1;\n"                          // line 13
    "      end if;\n"
    "    end if;\n"
    "  end process;\n"
    "  b <= a;\n"
    "  c <= 9 - (a - b);\n"
    "end;\n";

START_TEST(a_glitch_is_passed_over)
{
    lower(glitch, "count = 3 and d = 0");
    check("a=5 d=5 count=2 en=1 | d=5 en=1", PROPERTY_RANGE, 13,
          REPLAY_CONFIRMED, "");
    check("a=5 d=3 count=2 en=0 | d=2 en=1 | d=2 en=1", PROPERTY_RANGE, 13,
          REPLAY_CONFIRMED, "");
    check("a=5 d=3 count=2 en=0 | d=2 en=1 | d=0 en=0", PROPERTY_ERROR, 1,
          REPLAY_CONFIRMED, "");
}
END_TEST

// ---- a model that is not the design ----

START_TEST(other_values_are_told)
{
    lower(source, NULL);
    model_t *m = design_case(design, 0)->model;
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        if (strcmp(ident_text(var_name(ctx, v->var)), "count") == 0)
            model_set_next(m, v->var, term_int(ctx, 2));
    }
    check("n=7 count=0 en=1 | en=1", PROPERTY_ASSERT, 21, REPLAY_REFUTED,
          "count in cycle 1: 2 in the model, 1 in GHDL");
}
END_TEST

// A failure that only the model has.
START_TEST(a_failure_that_does_not_appear)
{
    lower(source, NULL);
    model_t *m = design_case(design, 0)->model;
    const property_t wrong = {
        .name = "wrong", .kind = PROPERTY_ASSERT,
        .loc = model_property(m, property_at(PROPERTY_ASSERT, 36))->loc,
        .reached = term_true(ctx), .holds = term_false(ctx)};
    const size_t i = model_add_property(m, &wrong);
    const replay_t j = job();
    trace_t *trace = run_of("n=3");
    text_t reason = {0};
    ck_assert_int_eq(replay(&j, trace, i, &reason), REPLAY_REFUTED);
    ck_assert_msg(strstr(text_str(&reason), "not in GHDL") != NULL, "%s",
                  text_str(&reason));
    text_release(&reason);
    trace_free(trace);
}
END_TEST

// ---- conditions of the user ----

START_TEST(error_conditions_are_evaluated_on_recorded_values)
{
    lower(source, "mirror = 2 and state = busy and N = 7");
    check("n=7 count=0 en=1 | en=1 | en=0", PROPERTY_ERROR, 1,
          REPLAY_CONFIRMED, "");
    // GHDL stops before the step is over.
    check("n=7 count=1 en=1 | en=0 look=1 d=0", PROPERTY_ERROR, 1,
          REPLAY_IMPOSSIBLE, "at another failure");
}
END_TEST

static const char arbitrary[] =
    HEAD
    "entity e is port (clk, a : in std_logic; q : out std_logic); end;\n"
    "architecture rtl of e is signal x : std_logic; begin\n"
    "  x <= 'X' when a = '1' else '0';\n"
    "  q <= x;\n"
    "end;\n";

START_TEST(an_arbitrary_value_confirms_nothing)
{
    lower(arbitrary, "q = '1'");
    const model_t *m = design_case(design, 0)->model;
    trace_t *trace = run_of("a=1");
    value_t one = value_bool(ctx, true);
    ck_assert_uint_eq(model_abstraction_count(m), 1);
    trace_set(trace, 0, model_abstraction(m, 0)->var, &one);
    const replay_t j = job();
    text_t reason = {0};
    ck_assert_int_eq(replay(&j, trace, 0, &reason), REPLAY_REFUTED);
    ck_assert_msg(reason.len > 0, "no reason");
    text_release(&reason);
    value_release(&one);
    trace_free(trace);
}
END_TEST

// ---- elaboration ----

static const char parent[] =
    HEAD
    "entity inner is generic (M : positive);\n"
    "  port (a : in std_logic; q : out std_logic); end;\n"
    "architecture rtl of inner is begin\n"
    "  assert M mod 2 = 0 report \"odd\";\n"
    "  q <= a;\n"
    "end;\n"
    HEAD
    "entity e is generic (N : natural := 4);\n"
    "  port (clk, a : in std_logic; q : out std_logic); end;\n"
    "architecture rtl of e is begin\n"
    "  u : entity work.inner\n"
    "    generic map (M => N)\n"                             // line 15
    "    port map (a => a, q => q);\n"
    "end;\n";

START_TEST(elaboration_fails)
{
    lower(parent, NULL);
    check("n=0 a=0", PROPERTY_RANGE, 15, REPLAY_CONFIRMED, "");
    check("n=3 a=0", PROPERTY_ELABORATION, 6, REPLAY_CONFIRMED, "");
    check("n=2 a=0", PROPERTY_ELABORATION, 6, REPLAY_REFUTED,
          "does not fail");
}
END_TEST

// ---- the testbench ----

// It runs against the source as it is.
START_TEST(a_testbench_for_the_user)
{
    lower(source, NULL);
    const replay_t j = job();
    text_t out = {0}, why = {0};
    trace_t *trace = run_of("n=1 count=0 en=1 d=0 | en=1");
    ck_assert(replay_testbench(&j, trace, property_at(PROPERTY_RANGE, 20),
                               &out, &why));
    ck_assert_msg(strstr(text_str(&out), "--   mem := (0)\n") != NULL
                      && strstr(text_str(&out), "count :=") == NULL, "%s",
                  text_str(&out));
    runner_t *runner = runner_new(&j.runner, collector_sink(collector));
    const char *const files[] = {"f0.vhd", "tb.vhd"};
    runner_result_t result;
    ck_assert(runner_write(runner, "f0.vhd", source, strlen(source))
              && runner_write(runner, "tb.vhd", out.data, out.len)
              && runner_simulate(runner, files, 2, "clave_tb", "w.ghw", 0,
                                 &result));
    ck_assert_int_eq(result.state, RUNNER_FAILED);
    const runner_message_t *last = &result.messages[result.message_count - 1];
    ck_assert_str_eq(last->file, "f0.vhd");
    ck_assert_uint_eq(last->line, 20);
    runner_free(runner);
    trace_free(trace);
    text_release(&out);
    text_release(&why);
}
END_TEST

START_TEST(waves_have_the_values_of_vhdl)
{
    lower(source, NULL);
    const replay_t j = job();
    text_t out = {0}, why = {0};
    trace_t *trace = run_of("n=2 count=1 en=1 d=5 | en=1");
    ck_assert(replay_vcd(&j, trace, property_at(PROPERTY_RANGE, 20), &out,
                         &why));
    ck_assert_str_eq(
        text_str(&out),
        "$version clave $end\n$timescale 1 ns $end\n$comment n=2 $end\n"
        "$scope module e $end\n"
        "$var wire 1 ! clk $end\n"
        "$var wire 1 \" en $end\n"
        "$var wire 1 # two $end\n"
        "$var wire 1 $ look $end\n"
        "$var wire 3 % d [2:0] $end\n"
        "$var wire 1 & q $end\n"
        "$var wire 2 ' count [1:0] $end\n"
        "$var wire 1 ( copy $end\n"
        "$var string 1 ) mem $end\n"
        "$var string 1 * state $end\n"
        "$var wire 1 + part $end\n"
        "$var wire 2 , mirror [1:0] $end\n"
        "$var wire 1 - rest $end\n"
        "$upscope $end\n$enddefinitions $end\n"
        "#0\n$dumpvars\n0!\n1\"\n0#\n0$\nb101 %\nb0 &\nb01 '\nb0 (\n"
        "s(0,_0) )\nsidle *\nb0 +\nb01 ,\nb0 -\n$end\n"
        "#5\n#10\n1!\nb000 %\nb10 '\ns(0,_5) )\nsbusy *\nb10 ,\n"
        "#15\n0!\n#20\n1!\n");
    trace_free(trace);
    text_release(&out);
    text_release(&why);
}
END_TEST

// ---- files ----

static size_t entries(const char *directory)
{
    size_t n = 0;
    DIR *dir = opendir(directory);
    ck_assert(dir != NULL);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;)
        n += e->d_name[0] != '.';
    closedir(dir);
    return n;
}

// A child is killed while GHDL runs: its parent removes what is left.
START_TEST(nothing_is_left_of_a_child_that_is_killed)
{
    lower(source, NULL);
    char *base = scratch_new(NULL, collector_sink(collector));
    char *name = xstrdup(base);
    replay_t j = job();
    j.runner.base = base;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        trace_t *trace = run_of("n=7 count=1 en=1 | en=1");
        for (;;) {
            text_t reason = {0};
            (void)replay(&j, trace, property_at(PROPERTY_ASSERT, 21),
                         &reason);
            text_release(&reason);
        }
    }
    for (unsigned i = 0; i < 1000 && entries(base) == 0; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    ck_assert_uint_gt(entries(base), 0);
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    scratch_free(base);
    ck_assert_int_ne(access(name, F_OK), 0);
    free(name);
}
END_TEST

TEST_SUITE_WITH(confirm, setup, teardown, failures_are_shown_at_their_lines,
                what_does_not_fail_is_refuted, one_failure_hides_another,
                a_failure_is_on_a_line_of_its_statement,
                a_glitch_is_passed_over,
                other_values_are_told, a_failure_that_does_not_appear,
                error_conditions_are_evaluated_on_recorded_values,
                an_arbitrary_value_confirms_nothing, elaboration_fails,
                a_testbench_for_the_user, waves_have_the_values_of_vhdl,
                nothing_is_left_of_a_child_that_is_killed)
