// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copy, testbench, runner and reader together, on a design that has every
// kind of declaration; the objects are made by hand.

#include "config.h"

#include "sim/copy.h"
#include "sim/ghw.h"
#include "sim/runner.h"
#include "sim/shape.h"
#include "sim/testbench.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

static const char source[] =
    "library ieee; use ieee.std_logic_1164.all;\n"
    "use ieee.numeric_std.all;\n"
    "package p is\n"
    "  type state_t is (idle, run);\n"
    "  type rec_t is record a : std_logic; n : integer range -3 to 5;\n"
    "  end record;\n"
    "  type mem_t is array (natural range <>) of\n"
    "    std_logic_vector(1 downto 0);\n"
    "end;\n"
    "library ieee; use ieee.std_logic_1164.all;\n"
    "use ieee.numeric_std.all;\n"
    "entity cell is\n"
    "  generic (W : positive);\n"
    "  port (clk : in std_logic; q : out unsigned(W - 1 downto 0);\n"
    "        t, u : out boolean := true);\n"
    "end;\n"
    "architecture rtl of cell is\n"
    "  signal r : unsigned(W - 1 downto 0);\n"
    "begin\n"
    "  q <= r;\n"
    "  count : process (clk) is\n"
    "    subtype small is integer range 0 to 9;\n"
    "    variable v, y : small := 1;\n"
    "  begin\n"
    "    if rising_edge(clk) then\n"
    "      r <= r + 1; v := (v + 1) mod 10; t <= v > 3; u <= y > 3;\n"
    "    end if;\n"
    "  end process;\n"
    "end;\n"
    "library ieee; use ieee.std_logic_1164.all;\n"
    "use ieee.numeric_std.all; use work.p.all;\n"
    "entity top is\n"
    "  generic (N : natural := 2; NAME : string := \"x\");\n"
    "  port (clk, rst : in std_logic; d : in std_logic_vector(N downto 0);\n"
    "        o : out natural range 0 to 3);\n"
    "end;\n"
    "architecture rtl of top is\n"
    "  signal s, s2 : state_t; signal r : rec_t;\n"
    "  signal m : mem_t(0 to N - 1);\n"
    "  signal one : mem_t(0 to 0) := (others => \"11\");\n"
    "begin\n"
    "  g : for i in 0 to 1 generate\n"
    "    signal h : integer := 5;\n"
    "  begin\n"
    "    u : entity work.cell generic map (i + 1)\n"
    "      port map (clk, open, open, open);\n"
    "  end generate;\n"
    "  process begin\n"
    "    wait until rising_edge(clk);\n"
    "    if rst = '1' then s <= idle; o <= 0;\n"
    "    else s <= run; o <= to_integer(unsigned(d)); end if;\n"
    "    assert d /= \"111\" report \"seven\" severity warning;\n"
    "  end process;\n"
    "end;\n";

static collector_t *collector;
static ghdl_t *ghdl;
static char *path;

static void setup(void)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
    collector = collector_new();
    path = temporary_file(source, strlen(source));
    ghdl = ghdl_start(&options, collector_sink(collector));
    ck_assert(ghdl != NULL && ghdl_analyse_file(ghdl, path));
}

static void teardown(void)
{
    unlink(path);
    free(path);
    ghdl_free(ghdl);
    collector_free(collector);
}

// ---- objects ----

typedef struct {
    const char *name;
    unsigned line;
    vhdl_node_t found;
} search_t;

static bool look(vhdl_node_t n, void *user)
{
    search_t *s = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    if ((kind == VHDL_SIGNAL_DECLARATION || kind == VHDL_VARIABLE_DECLARATION
         || kind == VHDL_INTERFACE_SIGNAL_DECLARATION
         || kind == VHDL_ENTITY_DECLARATION)
        && strcmp(vhdl_identifier(n), s->name) == 0
        && ghdl_loc(ghdl, n).line == s->line)
        s->found = n;
    return true;
}

static vhdl_node_t find(const char *name, unsigned line)
{
    search_t s = {name, line, VHDL_NONE};
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++)
        vhdl_walk(ghdl_unit(ghdl, i), look, &s);
    ck_assert_msg(vhdl_exists(s.found), "no %s on line %u", name, line);
    return s.found;
}

typedef struct {
    object_class_t class;
    unsigned line;
    const char *path, *process;
    const char *initial; // NULL: not set
    const char *expected[4]; // by step
} row_t;

static const row_t rows[] = {
    {OBJECT_SIGNAL, 38, "s", NULL, "run", {"run", "idle", "run", "run"}},
    {OBJECT_SIGNAL, 38, "s2", NULL, "run", {"run", "run", "run", "run"}},
    {OBJECT_SIGNAL, 38, "r", NULL, "('0', -2)",
     {"('0', -2)", "('0', -2)", "('0', -2)", "('0', -2)"}},
    {OBJECT_SIGNAL, 39, "m", NULL, "(\"01\", \"10\")",
     {"(\"01\", \"10\")", "(\"01\", \"10\")", "(\"01\", \"10\")",
      "(\"01\", \"10\")"}},
    {OBJECT_SIGNAL, 40, "one", NULL, "(\"0U\")",
     {"(\"0U\")", "(\"0U\")", "(\"0U\")", "(\"0U\")"}},
    {OBJECT_OUTPUT, 35, "o", NULL, "3", {"3", "0", "1", "1"}},
    {OBJECT_SIGNAL, 43, "g(0).h", NULL, "8", {"8", "8", "8", "8"}},
    {OBJECT_SIGNAL, 43, "g(1).h", NULL, "9", {"9", "9", "9", "9"}},
    {OBJECT_SIGNAL, 18, "g(0).u.r", NULL, "\"0\"",
     {"\"0\"", "\"1\"", "\"0\"", "\"0\""}},
    {OBJECT_SIGNAL, 18, "g(1).u.r", NULL, "\"10\"",
     {"\"10\"", "\"11\"", "\"00\"", "\"00\""}},
    {OBJECT_PORT, 14, "g(1).u.q", NULL, NULL,
     {"\"10\"", "\"11\"", "\"00\"", "\"00\""}},
    {OBJECT_PORT, 15, "g(1).u.u", NULL, "false",
     {"false", "false", "false", "false"}},
    {OBJECT_VARIABLE, 23, "g(0).u.v", "count", "7",
     {"7", "8", "9", "9"}},
    {OBJECT_VARIABLE, 23, "g(1).u.v", "count", "8",
     {"8", "9", "0", "0"}},
    {OBJECT_VARIABLE, 23, "g(1).u.y", "count", NULL,
     {"1", "1", "1", "1"}},
    {OBJECT_INPUT, 34, "d", NULL, NULL,
     {"\"000\"", "\"001\"", "\"010\"", "\"111\""}},
};

static design_object_t objects[ARRAY_LEN(rows)];

static copy_t *make_copy(void)
{
    copy_t *copy = copy_new(ghdl);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const row_t *r = &rows[i];
        const char *dot = strrchr(r->path, '.');
        objects[i] = (design_object_t){
            .path = r->path, .class = r->class, .process = r->process,
            .node = find(dot != NULL ? dot + 1 : r->path, r->line)};
        copy_set(copy, &objects[i], r->initial);
    }
    copy_make(copy);
    return copy;
}

// ---- running ----

static const char *const data[] = {"\"000\"", "\"001\"", "\"010\"",
                                   "\"111\""};
static const char *const reset[] = {"'1'", "'0'", "'0'", "'0'"};
static const bool edges[] = {true, true, false, true};
static const testbench_port_t ports[] = {
    {.port = "clk", .edges = edges},
    {.port = "rst", .values = reset},
    {.port = "d", .values = data},
};
static const design_setting_t generics[] = {{"n", "2"}, {"name", "\"ab\""}};

static runner_result_t simulate(runner_t *runner, const copy_t *copy)
{
    const vhdl_node_t top = find("top", 32);
    const testbench_t testbench = {
        .ghdl = ghdl, .entity = top, .generics = generics,
        .generic_count = ARRAY_LEN(generics), .ports = ports,
        .port_count = ARRAY_LEN(ports), .steps = 4};
    text_t text = {0};
    testbench_write(&testbench, &text);
    ck_assert(runner_write(runner, "tb.vhd", text.data, text.len));
    ck_assert_uint_eq(copy_file_count(copy), 1);
    const text_t *file = copy_file_text(copy, 0);
    ck_assert(runner_write(runner, "f0.vhd", file->data, file->len));
    static const char *const files[] = {"f0.vhd", "tb.vhd"};
    runner_result_t result;
    ck_assert(runner_simulate(runner, files, 2, COPY_TESTBENCH, "w.ghw", 0,
                              &result));
    text_release(&text);
    return result;
}

typedef struct {
    const ghw_t *ghw;
    size_t sample;
    ghw_signal_t signal;
} cursor_t;

static const char *scalar(size_t i, void *user)
{
    const cursor_t *c = user;
    ck_assert_uint_lt(i, c->signal.count);
    return ghw_scalar(c->ghw, c->sample, c->signal.scalars[i]);
}

static void check_row(const copy_t *copy, const ghw_t *ghw, size_t row)
{
    text_t text = {0};
    cursor_t c = {.ghw = ghw};
    copy_wave_path(copy, &objects[row], &text);
    ck_assert_msg(ghw_find(ghw, text_str(&text), &c.signal), "no %s",
                  text_str(&text));
    for (c.sample = 0; c.sample < 4; c.sample++) {
        const char *expected = rows[row].expected[c.sample];
        text_clear(&text);
        ck_assert_uint_eq(shape_count(expected), c.signal.count);
        shape_fill(expected, scalar, &c, &text);
        ck_assert_msg(strcmp(text_str(&text), expected) == 0,
                      "%s, step %zu: %s instead of %s", rows[row].path,
                      c.sample, text_str(&text), expected);
    }
    text_release(&text);
}

static const runner_options_t run_options = {.std = "08", .work = "work",
                                             .seconds = 60};

START_TEST(values_are_set_and_recorded)
{
    copy_t *copy = make_copy();
    runner_t *runner = runner_new(&run_options, collector_sink(collector));
    const runner_result_t result = simulate(runner, copy);
    // d = 7 does not fit into o.
    ck_assert_msg(result.state == RUNNER_FAILED, "%s\n%s", result.output,
                  text_str(copy_file_text(copy, 0)));
    uint64_t times[4];
    for (size_t i = 0; i < 4; i++)
        times[i] = testbench_time(i);
    ck_assert(runner_dump(runner, "w.ghw", "dump"));
    char *dump = xasprintf("%s/dump", runner_directory(runner));
    ghw_t *ghw = ghw_read(dump, times, 4, collector_sink(collector));
    ck_assert(ghw != NULL);
    ck_assert_uint_eq(ghw_complete(ghw), 3);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        check_row(copy, ghw, i);
    ck_assert(copy_has(copy, &objects[11]));
    ck_assert(!copy_has(copy, &objects[14]));
    ghw_free(ghw);
    free(dump);
    copy_free(copy);
    char *directory = xstrdup(runner_directory(runner));
    runner_free(runner);
    ck_assert_int_ne(access(directory, F_OK), 0);
    free(directory);
}
END_TEST

START_TEST(failures_have_a_place)
{
    copy_t *copy = make_copy();
    runner_t *runner = runner_new(&run_options, collector_sink(collector));
    const runner_result_t result = simulate(runner, copy);
    ck_assert_uint_eq(result.message_count, 5);
    for (size_t i = 0; i < 4; i++)
        ck_assert_msg(strncmp(result.messages[i].text, TESTBENCH_MARK,
                              strlen(TESTBENCH_MARK)) == 0,
                      "%s", result.messages[i].text);
    ck_assert_str_eq(result.messages[4].level, "fatal");
    ck_assert_str_eq(result.messages[4].file, "f0.vhd");
    ck_assert_uint_eq(result.messages[4].line, 51);
    copy_free(copy);
    runner_free(runner);
}
END_TEST

START_TEST(what_does_not_analyse_is_refused)
{
    runner_t *runner = runner_new(&run_options, collector_sink(collector));
    static const char *const files[] = {"bad.vhd"};
    runner_result_t result;
    ck_assert(runner_write(runner, "bad.vhd", "entity e i\n", 11));
    ck_assert(runner_simulate(runner, files, 1, "e", "w.ghw", 0, &result));
    ck_assert_int_eq(result.state, RUNNER_REFUSED);
    ck_assert(strstr(result.output, "bad.vhd:1") != NULL);
    runner_free(runner);
}
END_TEST

TEST_SUITE_WITH(replay, setup, teardown, values_are_set_and_recorded,
                failures_have_a_place, what_does_not_analyse_is_refused)
