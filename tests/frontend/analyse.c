// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/analyse.h"
#include "frontend/tree-dump.h"
#include "tests/tap.h"

static sources_t *sources;
static diag_sink_t *sink;
static arena_t *arena;
static ghdl_t *ghdl;
static summary_vec_t units;
static text_t seen; // diagnostics, or what a test writes down

static void see(const diag_t *diag, void *user)
{
    (void)user;
    diag_format(diag, sources, false, &seen);
}

static void setup(void)
{
    static const ghdl_options_t options = {
        .std = "08", .work = "work", .psl = true,
    };
    sources = sources_new();
    sink = diag_sink_new(sources, see, NULL);
    arena = arena_new();
    ghdl = ghdl_start(&options, sink);
    ck_assert_msg(ghdl != NULL, "%s", text_str(&seen));
}

static void teardown(void)
{
    vec_release(&units);
    text_release(&seen);
    ghdl_free(ghdl);
    arena_free(arena);
    diag_sink_free(sink);
    sources_free(sources);
}

static void analyse(const char *text)
{
    analyse_t a = {ghdl, arena};
    const size_t before = ghdl_unit_count(ghdl);
    ck_assert_msg(ghdl_analyse_text(ghdl, "text.vhd", text), "%s",
                  text_str(&seen));
    for (size_t i = before; i < ghdl_unit_count(ghdl); i++)
        vec_push(&units, analyse_unit(&a, ghdl_unit(ghdl, i)));
}

static const summary_unit_t *last(void)
{
    return &vec_last(&units);
}

// ---- clocks and resets ----

static const char entity[] =
    "library ieee; use ieee.std_logic_1164.all;\n"
    "entity e is generic (POL : std_logic := '1'; N : natural := 4);\n"
    "port (clk, clk2, rst, en, d : in std_logic; b : in boolean;\n"
    "      bt : in bit; v : in std_logic_vector(3 downto 0);\n"
    "      q, p : out std_logic; c : out natural); end;\n"
    "architecture a of e is\n"
    "  signal s, r : std_logic; signal n1 : natural; begin\n";

// All clocks and resets of the last unit, such as "clk+ clk2-; rst='1'a".
static const char *written(void)
{
    text_clear(&seen);
    for (size_t i = 0; i < last()->clock_count; i++) {
        const summary_clock_t *k = &last()->clocks[i];
        text_printf(&seen, "%s%s%s%s%s", i ? " " : "", k->name,
                    k->edges & SUMMARY_RISING ? "+" : "",
                    k->edges & SUMMARY_FALLING ? "-" : "",
                    k->derived ? "!" : "");
    }
    for (size_t i = 0; i < last()->reset_count; i++)
        text_printf(&seen, "%s%s=%s%s", i ? " " : "; ", last()->resets[i].name,
                    last()->resets[i].active,
                    last()->resets[i].asynchronous ? "a" : "s");
    return text_str(&seen);
}

static void check(const char *statements, const char *expected)
{
    char *text = xasprintf("%s%s\nend;\n", entity, statements);
    analyse(text);
    free(text);
    ck_assert_str_eq(written(), expected);
}

START_TEST(edges_are_recognised)
{
    check("process (clk) begin if rising_edge(clk) then r <= d; end if; "
          "end process;", "clk+");
    check("process (clk) begin if falling_edge(clk) then r <= d; end if; "
          "end process;", "clk-");
    check("process (clk) begin if clk'event and clk = '1' then r <= d; "
          "end if; end process;", "clk+");
    check("process (clk) begin if ('0' = clk) and clk'event then r <= d; "
          "end if; end process;", "clk-");
    check("process (clk) begin if not clk'stable and (clk = '1' and en = '1')"
          " then r <= d; end if; end process;", "clk+");
    check("process (clk) begin if clk'event then r <= d; end if; "
          "end process;", "clk+-");
    check("process (bt) begin if bt'event and bt /= '0' then r <= d; end if; "
          "end process;", "bt+");
    check("process (b) begin if rising_edge(b) then r <= d; end if; "
          "end process;", "b+");
}
END_TEST

START_TEST(edges_are_found_anywhere)
{
    check("process begin wait until rising_edge(clk); r <= d; end process;",
          "clk+");
    check("process begin wait until clk = '0'; r <= d; end process;", "clk-");
    check("r <= d when rising_edge(clk);", "clk+");
    check("g : for i in 0 to 1 generate h : if N > 1 generate\n"
          "process (clk2) begin if rising_edge(clk2) then q <= d; end if; "
          "end process; end generate; end generate;", "clk2+");
    check("k : block begin process (clk) begin if rising_edge(clk) then "
          "q <= d; end if; end process; end block;", "clk+");
    check("process (v) begin if rising_edge(v(2)) then q <= d; end if; "
          "end process;", "v(2)+");
    check("q <= d;", "");
}
END_TEST

START_TEST(several_clocks_and_edges_add_up)
{
    check("process (clk, clk2) begin if rising_edge(clk) then q <= d; end if;"
          " if falling_edge(clk2) then p <= d; end if; end process;\n"
          "process (clk) begin if falling_edge(clk) then r <= d; end if; "
          "end process;", "clk+- clk2-");
}
END_TEST

START_TEST(a_signal_is_a_derived_clock)
{
    check("s <= clk and en;\n"
          "process (s) begin if rising_edge(s) then r <= d; end if; "
          "end process;", "s+!");
}
END_TEST

START_TEST(asynchronous_resets_are_recognised)
{
    check("process (clk, rst) begin if rst = '1' then r <= '0'; "
          "elsif rising_edge(clk) then r <= d; end if; end process;",
          "clk+; rst='1'a");
    check("process (clk, rst) begin if rst = '0' then n1 <= N - 1; else "
          "if rising_edge(clk) then n1 <= n1 + 1; end if; end if; "
          "end process;", "clk+; rst='0'a");
    check("process (clk, rst) begin if rising_edge(clk) then r <= d; end if; "
          "if rst then r <= '0'; end if; end process;", "clk+; rst='1'a");
    check("r <= '0' when not rst else d when rising_edge(clk);",
          "clk+; rst='0'a");
    check("process (clk, rst) begin if rst = POL then r <= '0'; "
          "elsif rising_edge(clk) then r <= d; end if; end process;",
          "clk+; rst=POLa");
    check("process (clk, b) begin if not b then r <= '0'; "
          "elsif rising_edge(clk) then r <= d; end if; end process;",
          "clk+; b=falsea");
}
END_TEST

START_TEST(synchronous_resets_are_recognised)
{
    check("process (clk) begin if rising_edge(clk) then if rst = '1' then "
          "r <= '0'; else r <= d; end if; end if; end process;",
          "clk+; rst='1's");
    check("process (clk) begin if rising_edge(clk) then n1 <= n1 + 1; "
          "if rst /= '1' then n1 <= 0; end if; end if; end process;",
          "clk+; rst='0's");
    check("process begin wait until rising_edge(clk); if rst = '1' then "
          "r <= '0'; else r <= d; end if; end process;", "clk+; rst='1's");
}
END_TEST

START_TEST(enables_are_no_resets)
{
    // Not a constant.
    check("process (clk) begin if rising_edge(clk) then if en = '1' then "
          "r <= d; end if; end if; end process;", "clk+");
    // Two inputs.
    check("process (clk) begin if rising_edge(clk) then if rst = '1' and "
          "en = '1' then r <= '0'; else r <= d; end if; end if; "
          "end process;", "clk+");
    // A flag that is set and cleared, and never computed.
    check("process (clk) begin if rising_edge(clk) then r <= '0'; "
          "if en = '1' then r <= '1'; end if; end if; end process;", "clk+");
    // Overridden later.
    check("process (clk) begin if rising_edge(clk) then if en = '1' then "
          "n1 <= 0; end if; n1 <= n1 + 1; end if; end process;", "clk+");
    // A command beside a reset.
    check("process (clk, rst) begin if rst = '1' then n1 <= 0; "
          "elsif rising_edge(clk) then if en = '1' then n1 <= 0; else "
          "n1 <= n1 + 1; end if; end if; end process;", "clk+; rst='1'a");
    // No clock.
    check("process (all) begin if rst = '1' then r <= '0'; else r <= d; "
          "end if; end process;", "");
}
END_TEST

// ---- hierarchy ----

START_TEST(clocks_and_resets_come_up_through_port_maps)
{
    analyse("entity leaf is port (k, z : in bit; x : in bit; y : out bit); "
            "end;\n"
            "architecture a of leaf is begin process (k, z) begin "
            "if z = '1' then y <= '0'; elsif k'event and k = '1' then "
            "y <= x; end if; end process; end;\n"
            "entity mid is port (mk, mz, mx : in bit; my : out bit); end;\n"
            "architecture a of mid is begin "
            "u : entity work.leaf port map (mk, mz, mx, my); end;\n"
            "entity top is port (Clock, reset, x : in bit; y : out bit); "
            "end;\n"
            "architecture a of top is component mid is "
            "port (mk, mz, mx : in bit; my : out bit); end component;\n"
            "signal other : bit; begin\n"
            "m : mid port map (my => y, mx => x, mk => clock, "
            "mz => reset);\n"
            "n : mid port map (mk => other, mz => reset, mx => x, "
            "my => open); end;\n");
    ck_assert_str_eq(written(), "");
    summary_link(units.data, units.len, arena);
    ck_assert_str_eq(written(), "Clock+ other+!; reset='1'a");
    ck_assert_str_eq(last()->clocks[0].via, "m");
    ck_assert_uint_eq(last()->instance_count, 2);
    ck_assert_str_eq(last()->instances[0].unit, "mid");
    ck_assert_ptr_null(last()->instances[0].library);
}
END_TEST

START_TEST(recursion_ends)
{
    analyse("entity r is generic (N : natural); port (clk : in bit; "
            "q : out bit); end;\n"
            "architecture a of r is begin g : if N > 0 generate "
            "u : entity work.r generic map (N - 1) port map (clk, q); "
            "end generate; h : if N = 0 generate process (clk) begin "
            "if rising_edge(clk) then q <= '0'; end if; end process; "
            "end generate; end;\n");
    summary_link(units.data, units.len, arena);
    ck_assert_str_eq(written(), "clk+");
    ck_assert_str_eq(last()->instances[0].library, "work");
}
END_TEST

// ---- interfaces and directives ----

START_TEST(interfaces_are_described)
{
    analyse("entity Top is\n  generic (Depth, W : positive := 8);\n"
            "  port (A : in bit_vector(W - 1 downto 0);\n"
            "        Q : buffer bit := '0'; z : inout bit); end;\n");
    const summary_unit_t *u = last();
    ck_assert_int_eq(u->kind, SUMMARY_ENTITY);
    ck_assert_str_eq(u->name, "Top");
    ck_assert_uint_eq(u->generic_count, 2);
    ck_assert_str_eq(u->generics[1].name, "W");
    ck_assert_str_eq(u->generics[0].type, "positive");
    ck_assert_str_eq(u->generics[0].value, "8");
    ck_assert_uint_eq(u->generics[0].loc.line, 2);
    ck_assert_uint_eq(u->port_count, 3);
    ck_assert_str_eq(u->ports[0].type, "bit_vector(W - 1 downto 0)");
    ck_assert_str_eq(u->ports[0].mode, "in");
    ck_assert_str_eq(u->ports[1].mode, "buffer");
    ck_assert_str_eq(u->ports[1].value, "'0'");
    ck_assert_str_eq(u->ports[2].mode, "inout");
}
END_TEST

START_TEST(directives_are_listed)
{
    analyse("entity e is port (clk, a, b : in bit); end;\n"
            "architecture x of e is begin\n"
            "  default clock is rising_edge(clk);\n"
            "  my_assert : assert always a = '1' -> next b = '1';\n"
            "  -- psl cover {a = '1';\n"
            "  --            b = '1'};\n"
            "end;\n");
    const summary_unit_t *u = last();
    ck_assert_uint_eq(u->directive_count, 2);
    ck_assert_str_eq(u->directives[0].kind, "assert");
    ck_assert_str_eq(u->directives[0].label, "my_assert");
    ck_assert_str_eq(u->directives[0].text, "always a = '1' -> next b = '1'");
    ck_assert_uint_eq(u->directives[0].loc.line, 4);
    ck_assert_str_eq(u->directives[1].kind, "cover");
    ck_assert_ptr_null(u->directives[1].label);
    ck_assert_str_eq(u->directives[1].text, "{a = '1'; b = '1'}");
}
END_TEST

START_TEST(all_kinds_of_units_have_a_name)
{
    analyse("package p is constant c : natural; end;\n"
            "package body p is constant c : natural := 1; end;\n"
            "context k is library ieee; end;\n"
            "entity e is end; architecture a of e is begin end;\n"
            "configuration cfg of e is for a end for; end;\n"
            "vunit v (e(a)) { }\n");
    text_clear(&seen);
    for (size_t i = 0; i < units.len; i++)
        text_printf(&seen, "%s %s\n",
                    summary_kind_name((summary_kind_t)units.data[i].kind),
                    units.data[i].name);
    ck_assert_str_eq(text_str(&seen),
                     "package p\npackage body p\ncontext k\nentity e\n"
                     "architecture a\nconfiguration cfg\nvunit v\n");
}
END_TEST

START_TEST(a_description_travels)
{
    analyse("entity e is generic (N : natural := 3); port (clk : in bit); "
            "end;\n"
            "architecture a of e is begin "
            "process (clk) begin if rising_edge(clk) then null; end if; "
            "end process; end;\n");
    text_t bytes = {0}, again = {0};
    summary_unit_t copy = {0};
    wire_t wire;
    for (size_t i = 0; i < units.len; i++) {
        text_clear(&bytes);
        text_clear(&again);
        wire_init_write(&wire, &bytes, sources);
        summary_wire_unit(&wire, &units.data[i]);
        wire_init_read(&wire, bytes.data, bytes.len, arena, sources);
        summary_wire_unit(&wire, &copy);
        ck_assert(wire_ok(&wire));
        wire_init_write(&wire, &again, sources);
        summary_wire_unit(&wire, &copy);
        ck_assert_uint_eq(again.len, bytes.len);
        ck_assert_mem_eq(again.data, bytes.data, bytes.len);
    }
    text_release(&bytes);
    text_release(&again);
}
END_TEST

// ---- the dump ----

static void collect(const char *bytes, size_t length, void *user)
{
    text_addn(user, bytes, length);
}

START_TEST(the_tree_is_dumped)
{
    analyse("entity e is port (a : in bit; b : out bit); end;\n"
            "architecture x of e is begin b <= not a; end;\n");
    text_t out = {0};
    tree_dump(ghdl, ghdl_unit(ghdl, 1), false, collect, &out);
    ck_assert_str_eq(
        text_str(&out),
        "unit: design_unit name=x 2:1\n"
        "  library_unit: architecture_body name=x 2:14\n"
        "    entity_name: simple_name name=e 2:19 refers=e@1:8\n"
        "    concurrent_statement_chain: concurrent_simple_signal_assignment"
        " 2:30\n"
        "      target: simple_name name=b 2:30 refers=b@1:31 type=bit\n"
        "      waveform_chain: waveform_element 2:35\n"
        "        we_value: not_operator 2:35 predefined=BIT_NOT type=bit\n"
        "          operand: simple_name name=a 2:39 refers=a@1:19 type=bit\n");
    text_clear(&out);
    tree_dump(ghdl, ghdl_unit(ghdl, 0), true, collect, &out);
    int depth = 0;
    for (const char *p = text_str(&out); *p != '\0'; p++)
        depth += (*p == '{') + (*p == '[') - (*p == '}') - (*p == ']');
    ck_assert_int_eq(depth, 0);
    text_release(&out);
}
END_TEST

TEST_SUITE_WITH(analyse, setup, teardown, edges_are_recognised,
                edges_are_found_anywhere, several_clocks_and_edges_add_up,
                a_signal_is_a_derived_clock,
                asynchronous_resets_are_recognised,
                synchronous_resets_are_recognised, enables_are_no_resets,
                clocks_and_resets_come_up_through_port_maps, recursion_ends,
                interfaces_are_described, directives_are_listed,
                all_kinds_of_units_have_a_name, a_description_travels,
                the_tree_is_dumped)
