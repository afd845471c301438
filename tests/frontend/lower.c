// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/model-print.h"
#include "frontend/design.h"
#include "tests/tap.h"

// Small texts, and what the model says about them: next values, definitions,
// starts, assumptions, obligations. Positions are left out, but for those in
// the names of obligations: the statements begin on line 4 (after one line
// of declarations; each line of them counts).

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

static void setup(void)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
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

// The design, or NULL after an error, which is then in `seen`.
static design_t *lower_set(const design_setting_t *settings, size_t count,
                           const char *generics, const char *ports,
                           const char *declarations, const char *statements)
{
    const design_options_t options = {.top = "e", .settings = settings,
                                      .setting_count = count};
    char *text = xasprintf("library ieee; use ieee.std_logic_1164.all; "
                           "use ieee.numeric_std.all;\n"
                           "entity e is %s port (%s); end;\n"
                           "architecture x of e is %s begin\n%s\nend;\n",
                           generics, ports, declarations, statements);
    text_clear(&seen);
    ck_assert_msg(ghdl_analyse_text(ghdl, "text.vhd", text), "%s",
                  text_str(&seen));
    free(text);
    return design_lower(ghdl, ctx, &options, sink);
}

static design_t *lower(const char *generics, const char *ports,
                       const char *declarations, const char *statements)
{
    return lower_set(NULL, 0, generics, ports, declarations, statements);
}

static bool is_declaration(const char *line)
{
    static const char *const words[] = {"model ", "parameter ", "input ",
                                        "state ", "definition ", "clock "};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

// The lines of the text that are no declarations, without their positions.
static void keep_statements(const text_t *text, text_t *kept)
{
    for (const char *p = text_str(text); *p != '\0';) {
        const size_t n = strcspn(p, "\n");
        const char *place = strstr(p, "  -- text.vhd");
        if (!is_declaration(p)) {
            text_addn(kept, p, place != NULL && place < p + n
                                   ? (size_t)(place - p) : n);
            text_char(kept, '\n');
        }
        p += n + (p[n] == '\n');
    }
}

static void check(const char *generics, const char *ports,
                  const char *declarations, const char *statements,
                  const char *expected)
{
    design_t *d = lower(generics, ports, declarations, statements);
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    text_t printed = {0}, kept = {0};
    for (size_t i = 0; i < design_case_count(d); i++)
        model_print(design_case(d, i)->model, sources, &printed);
    keep_statements(&printed, &kept);
    ck_assert_str_eq(text_str(&kept), expected);
    text_release(&printed);
    text_release(&kept);
    design_free(d);
}

static void check_error(const char *ports, const char *declarations,
                        const char *statements, const char *fragment)
{
    ck_assert_ptr_null(lower("", ports, declarations, statements));
    ck_assert_msg(strstr(text_str(&seen), fragment) != NULL, "%s",
                  text_str(&seen));
}

START_TEST(resets_enables_and_latches)
{
    // async reset
    check("",
          "clk, rst, en, a, b : in bit; q : out bit",
          "",
          "process (clk, rst) begin if rst = '1' then q <= '0';\n"
          "elsif rising_edge(clk) then q <= a; end if; end process;",
          "step without an edge\n"
          "q = not rst and q.stored\n"
          "q.stored' = not rst and (a when posedge(clk) else q)\n"
          "start reset\n"
          "    q.stored := false\n");
    // latch
    check("",
          "clk, rst, en, a, b : in bit; q : out bit",
          "",
          "process (en, a) begin if en = '1' then q <= a; end if; end "
          "process;",
          "step without an edge\n"
          "q = (a when en else q.stored)\n"
          "q.stored' = (a when en else q)\n"
          "start declared\n");
    // clock enable
    check("",
          "clk, rst, en, a, b : in bit; q : out bit",
          "",
          "process (clk) begin if clk'event and clk = '1' then\n"
          "if en = '1' then q <= a; end if; end if; end process;",
          "q' = ((a when en else q) when posedge(clk) else q)\n"
          "start declared\n");
    // wait until
    check("",
          "clk, rst, en, a, b : in bit; q : out bit",
          "",
          "process begin wait until falling_edge(clk);\n"
          "if rst = '1' then q <= '1'; else q <= a and b; end if; end "
          "process;",
          "q' = (rst or (a and b) when negedge(clk) else q)\n"
          "start reset\n"
          "    q := true\n");
    // variable state
    check("",
          "clk, d : in bit; q : out bit",
          "",
          "process (clk) variable v, w : bit; begin if rising_edge(clk) "
          "then\n"
          "q <= v; v := d; w := v; end if; end process;",
          "q' = (v when posedge(clk) else q)\n"
          "v' = (d when posedge(clk) else v)\n"
          "start declared\n");
}
END_TEST

START_TEST(clocks_and_edges)
{
    // two clocks
    check("",
          "clk, clk2, d : in bit; q : out bit",
          "signal m : bit;",
          "process (clk) begin if rising_edge(clk) then m <= d; end if; "
          "end process;\n"
          "process (clk2) begin if rising_edge(clk2) then q <= m; end "
          "if; end process;",
          "q' = (m when posedge(clk2) else q)\n"
          "m' = (d when posedge(clk) else m)\n"
          "start declared\n");
    // both edges
    check("",
          "clk, a, b : in bit; q, p : out bit",
          "",
          "process (clk) begin if rising_edge(clk) then q <= a;\n"
          "elsif falling_edge(clk) then p <= b; end if; end process;",
          "q' = (a when posedge(clk) else q)\n"
          "p' = (p when posedge(clk) else (b when negedge(clk) else p))\n"
          "start declared\n");
}
END_TEST

START_TEST(parametric_vectors_wrap)
{
    // wrap
    check("generic (W : positive := 8);",
          "clk : in std_logic; a, b : in unsigned(W - 1 downto 0); q : "
          "out unsigned(W - 1 downto 0)",
          "",
          "q <= a + b;",
          "q = (a + b - 2 ** w when 2 ** w <= a + b else a + b)\n"
          "start declared\n"
          "assume generic: w >= 1\n"
          "assume input: 2 ** w > a and a >= 0\n"
          "assume input: 2 ** w > b and b >= 0\n");
    // wrap sub
    check("generic (W : positive := 8);",
          "clk : in std_logic; a, b : in unsigned(W - 1 downto 0); q : "
          "out unsigned(W - 1 downto 0)",
          "",
          "process (clk) begin if rising_edge(clk) then q <= a - 1; end "
          "if; end process;",
          "q' = ((a - 1 when a >= 1 else a + 2 ** w - 1) when "
          "posedge(clk) else q)\n"
          "start declared\n"
          "    with q >= 0 and q + 1 <= 2 ** w\n"
          "assume generic: w >= 1\n"
          "assume input: 2 ** w > a and a >= 0\n"
          "assume input: 2 ** w > b and b >= 0\n");
    // shift2
    check("generic (W : positive := 8);",
          "clk : in std_logic; a, b : in unsigned(W - 1 downto 0); q : "
          "out unsigned(W - 1 downto 0)",
          "",
          "q <= shift_left(a, 2);",
          "q = 4 * a mod (2 ** w)\n"
          "start declared\n"
          "assume generic: w >= 1\n"
          "assume input: 2 ** w > a and a >= 0\n"
          "assume input: 2 ** w > b and b >= 0\n");
    // resize
    check("generic (W : positive := 8);",
          "a : in unsigned(W - 1 downto 0); q : out unsigned(2 * W "
          "downto 0)",
          "",
          "q <= resize(a, 2 * W + 1);",
          "q = a mod (2 ** (2 * w + 1))\n"
          "start declared\n"
          "assume generic: w >= 1\n"
          "assume input: 2 ** w > a and a >= 0\n");
}
END_TEST

START_TEST(constant_widths)
{
    // signed cmp
    check("",
          "a, b : in signed(3 downto 0); q : out boolean; p : out integer",
          "",
          "q <= a < b; p <= to_integer(a);",
          "q = (b - 16 when b >= 8 else b) > (a - 16 when a >= 8 else a)\n"
          "p = (a - 16 when a >= 8 else a)\n"
          "start declared\n"
          "assume input: a < 16 and a >= 0\n"
          "assume input: b < 16 and b >= 0\n");
    // slice
    check("",
          "a : in bit_vector(7 downto 0); q : out bit_vector(7 downto 0)",
          "",
          "process (all) begin q <= a; q(5 downto 2) <= a(3 downto 0); "
          "end process;",
          "q(7) = a(7)\n"
          "q(6) = a(6)\n"
          "q(5) = a(3)\n"
          "q(4) = a(2)\n"
          "q(3) = a(1)\n"
          "q(2) = a(0)\n"
          "q(1) = a(1)\n"
          "q(0) = a(0)\n"
          "start declared\n");
    // concat
    check("",
          "a, b : in unsigned(1 downto 0); q : out unsigned(3 downto 0); "
          "p : out boolean",
          "",
          "q <= a & b; p <= a & b = \"0110\";",
          "q = b + 4 * a\n"
          "p = b + 4 * a = 6\n"
          "start declared\n"
          "assume input: a < 4 and a >= 0\n"
          "assume input: b < 4 and b >= 0\n");
    // aggregate
    check("",
          "a, b : in bit; q : out bit_vector(4 downto 0)",
          "",
          "q <= (4 => a, 2 downto 1 => b, others => '1');",
          "q = (2 when b else 0) + (4 when b else 0) + (16 when a else "
          "0) + 9\n"
          "start declared\n");
    // aggregate bits
    check("",
          "a, b : in bit; k : in natural range 0 to 2; q : out bit",
          "signal v : bit_vector(0 to 2);",
          "v <= (a, b, a); q <= v(k);",
          "q = (v(2) when -k = -2 else (v(1) when -k = -1 else v(0) and "
          "-k = 0))\n"
          "v(0) = a\n"
          "v(1) = b\n"
          "v(2) = a\n"
          "start declared\n"
          "assume input: k <= 2 and k >= 0\n"
          "property index index@4:24: k <= 2 and k >= 0\n");
}
END_TEST

START_TEST(logarithms_are_recognised)
{
    // clog2
    check("generic (DEPTH : positive := 8);",
          "clk : in bit; q : out natural",
          "function clog2(n : positive) return natural is\n"
          "variable r : natural := 0; variable p : positive := 1;\n"
          "begin while p < n loop p := p * 2; r := r + 1; end loop; "
          "return r; end;\n"
          "constant A : natural := clog2(DEPTH);",
          "q <= A + 1;",
          "q = clog2_1 + 1\n"
          "start declared\n"
          "assume generic: depth >= 1\n"
          "assume axiom: clog2_1 >= 0\n"
          "assume axiom: depth <= 2 ** clog2_1\n"
          "assume axiom: 2 * depth > 2 ** clog2_1 or clog2_1 = 0\n"
          "assume generic: depth >= 0 and depth <= 65535\n"
          "property range range@6:25: clog2_1 >= 0\n"
          "property range range@7:8: clog2_1 >= -1\n");
}
END_TEST

START_TEST(generates_split_by_cases)
{
    // split
    check("generic (N : natural := 3);",
          "a, b : in bit; q : out bit",
          "",
          "g : if N > 4 generate q <= a; else generate q <= b; end "
          "generate;",
          "q = a\n"
          "start declared\n"
          "assume generic: n > 4\n"
          "assume generic: n >= 0\n"
          "q = b\n"
          "start declared\n"
          "assume generic: n <= 4\n"
          "assume generic: n >= 0\n");
}
END_TEST

START_TEST(obligations_have_reach_conditions)
{
    // index obl
    check("",
          "k : in integer range 0 to 9; en : in bit; v : in bit_vector(7 "
          "downto 0); q : out bit",
          "",
          "q <= v(k) when en = '1' else '0';",
          "q = en and (v(0) when k = 0 else (v(1) when k = 1 else (v(2) "
          "when k = 2 else (v(3) when k = 3 else (v(4) when k = 4 else "
          "(v(5) when k = 5 else (v(6) when k = 6 else v(7) and k = "
          "7)))))))\n"
          "start declared\n"
          "assume input: k >= 0 and k <= 9\n"
          "property index index@4:8: en -> k <= 7 and k >= 0\n");
    // range obl
    check("",
          "clk, en : in bit; q : out natural range 0 to 9",
          "signal n : natural range 0 to 9;",
          "process (clk) begin if rising_edge(clk) then\n"
          "if en = '1' then n <= n + 1; end if; end if; end process; q "
          "<= n;",
          "q = n\n"
          "n' = ((n + 1 when en else n) when posedge(clk) else n)\n"
          "start declared\n"
          "    with n >= 0 and n <= 9\n"
          "property range range@5:25: en and posedge(clk) -> n >= -1 and "
          "n <= 8\n"
          "property range range@5:64: n >= 0 and n <= 9\n");
    // length obl
    check("generic (W, V : positive := 8);",
          "a : in bit_vector(W - 1 downto 0); q : out bit_vector(V - 1 "
          "downto 0)",
          "",
          "q <= a;",
          "q = a\n"
          "start declared\n"
          "assume generic: w >= 1\n"
          "assume generic: v >= 1\n"
          "assume input: 2 ** w > a and a >= 0\n"
          "property length length@4:6: w = v\n");
    // division obl
    check("",
          "en : in boolean; a, b : in integer range 0 to 99; q : out "
          "integer range 0 to 99",
          "",
          "q <= a / b when en else a mod (b + 1);",
          "q = ((a / b when a >= 0 else -((-a) / b)) when en else (a mod "
          "(b + 1) when b >= -1 else (0 when a mod (b + 1) = 0 else b + "
          "a mod (b + 1) + 1)))\n"
          "start declared\n"
          "assume input: a >= 0 and a <= 99\n"
          "assume input: b <= 99 and b >= 0\n"
          "property division division@4:8: en -> b /= 0\n"
          "property range range@4:8: en -> (a / b when a >= 0 else "
          "-((-a) / b)) >= 0 and (a / b when a >= 0 else -((-a) / b)) <= "
          "99\n"
          "property division division@4:27: not en -> b /= -1\n"
          "property range range@4:27: not en -> (a mod (b + 1) when b >= "
          "-1 else (0 when a mod (b + 1) = 0 else b + a mod (b + 1) + "
          "1)) >= 0 and (a mod (b + 1) when b >= -1 else (0 when a mod "
          "(b + 1) = 0 else b + a mod (b + 1) + 1)) <= 99\n");
    // short circuit
    check("",
          "k : in integer range 0 to 9; v : in bit_vector(7 downto 0); q "
          ": out bit",
          "",
          "process (all) begin q <= '0';\n"
          "if k < 8 and v(k) = '1' then q <= '1'; end if; end process;",
          "q = k < 8 and (v(0) when k = 0 else (v(1) when k = 1 else "
          "(v(2) when k = 2 else (v(3) when k = 3 else (v(4) when k = 4 "
          "else (v(5) when k = 5 else (v(6) when k = 6 else v(7) and k = "
          "7)))))))\n"
          "start declared\n"
          "assume input: k >= 0 and k <= 9\n"
          "property index index@5:16: k < 8 -> k <= 7 and k >= 0\n");
    // asserts
    check("",
          "clk : in bit; a, b : in boolean; q : out boolean",
          "",
          "q <= a; assert a or b report \"none\";\n"
          "process (clk) begin if rising_edge(clk) and a then assert b; "
          "end if;\n"
          "end process;",
          "q = a\n"
          "start declared\n"
          "property assert assert@4:9: a or b\n"
          "property assert assert@5:52: a and posedge(clk) -> b\n");
}
END_TEST

START_TEST(arbitrary_values_are_recorded)
{
    // meta
    check("",
          "en : in std_logic; q, p : out std_logic",
          "",
          "q <= '-' when en = '1' else '0';\n"
          "p <= 'X';",
          "q = en and arbitrary@4:6\n"
          "p = arbitrary@5:6\n"
          "start declared\n"
          "abstraction arbitrary@4:6: a value other than '0' and '1'\n"
          "abstraction arbitrary@5:6: a value other than '0' and '1'\n");
    // undriven
    check("",
          "q, p : out bit",
          "signal s : bit; signal c : bit := '1';",
          "q <= s; p <= c;",
          "q = s\n"
          "p = c\n"
          "s' = s\n"
          "c = true\n"
          "start declared\n"
          "abstraction s: a signal without a driver or initial value is "
          "arbitrary\n");
}
END_TEST

START_TEST(memories_are_arrays)
{
    // memory
    check("generic (N : positive := 4);",
          "clk, we : in bit; k : in natural range 0 to N - 1; d : in "
          "natural range 0 to 7; q : out natural range 0 to 7",
          "type mem_t is array (0 to N - 1) of natural range 0 to 7;\n"
          "signal m : mem_t;",
          "process (clk) begin if rising_edge(clk) then\n"
          "if we = '1' then m(k) <= d; end if; q <= m(k); end if; end "
          "process;",
          "q' = (m(k) when posedge(clk) else q)\n"
          "m' = (((m with k => d) when we else m) when posedge(clk) else "
          "m)\n"
          "start declared\n"
          "    with q >= 0 and q <= 7\n"
          "assume generic: n >= 1\n"
          "assume input: k + 1 <= n and k >= 0\n"
          "assume input: d >= 0 and d <= 7\n"
          "property range range@6:26: we and posedge(clk) -> d >= 0 and "
          "d <= 7\n"
          "property index index@6:20: we and posedge(clk) -> k + 1 <= n "
          "and k >= 0\n"
          "property index index@6:44: posedge(clk) -> k + 1 <= n and k "
          ">= 0\n"
          "property range range@6:43: posedge(clk) -> m(k) >= 0 and m(k) "
          "<= 7\n");
}
END_TEST

START_TEST(functions_and_loops)
{
    // early return
    check("",
          "a, b : in integer range 0 to 15; q : out integer range 0 to 15",
          "function f(x, y : integer) return integer is begin\n"
          "if x = y then return 1; end if; if x > 9 then return x; end "
          "if; return y; end;",
          "q <= f(a, b);",
          "q = (b when a /= b and a <= 9 else (a when a /= b and a > 9 "
          "else 1))\n"
          "start declared\n"
          "assume input: a <= 15 and a >= 0\n"
          "assume input: b <= 15 and b >= 0\n"
          "property range range@5:6: (b when a /= b and a <= 9 else (a "
          "when a /= b and a > 9 else 1)) >= 0 and (b when a /= b and a "
          "<= 9 else (a when a /= b and a > 9 else 1)) <= 15\n");
    // exit next
    check("",
          "v : in bit_vector(2 downto 0); q, p : out natural range 0 to 7",
          "",
          "process (all) variable n, m : natural range 0 to 7; begin\n"
          "n := 0; m := 0;\n"
          "for i in 0 to 2 loop exit when v(i) = '1'; n := n + 1; end "
          "loop;\n"
          "for i in 0 to 2 loop next when v(i) = '0'; m := m + i; end "
          "loop;\n"
          "q <= n; p <= m; end process;",
          "q = (((0 when v(0) else 1) + 1 when not v(1) and not v(0) "
          "else (0 when v(0) else 1)) + 1 when not v(2) and not v(1) and "
          "not v(0) else ((0 when v(0) else 1) + 1 when not v(1) and not "
          "v(0) else (0 when v(0) else 1)))\n"
          "p = ((1 when v(1) else 0) + 2 when v(2) else (1 when v(1) "
          "else 0))\n"
          "start declared\n"
          "property range range@6:51: not v(1) and not v(0) -> (0 when "
          "v(0) else 1) >= -1 and (0 when v(0) else 1) <= 6\n"
          "property range range@6:51: not v(2) and not v(1) and not v(0) "
          "-> ((0 when v(0) else 1) + 1 when not v(1) and not v(0) else "
          "(0 when v(0) else 1)) >= -1 and ((0 when v(0) else 1) + 1 "
          "when not v(1) and not v(0) else (0 when v(0) else 1)) <= 6\n"
          "property range range@7:51: v(2) -> (1 when v(1) else 0) >= -2 "
          "and (1 when v(1) else 0) <= 5\n"
          "property range range@8:6: (((0 when v(0) else 1) + 1 when not "
          "v(1) and not v(0) else (0 when v(0) else 1)) + 1 when not "
          "v(2) and not v(1) and not v(0) else ((0 when v(0) else 1) + 1 "
          "when not v(1) and not v(0) else (0 when v(0) else 1))) >= 0 "
          "and (((0 when v(0) else 1) + 1 when not v(1) and not v(0) "
          "else (0 when v(0) else 1)) + 1 when not v(2) and not v(1) and "
          "not v(0) else ((0 when v(0) else 1) + 1 when not v(1) and not "
          "v(0) else (0 when v(0) else 1))) <= 7\n"
          "property range range@8:14: ((1 when v(1) else 0) + 2 when "
          "v(2) else (1 when v(1) else 0)) >= 0 and ((1 when v(1) else "
          "0) + 2 when v(2) else (1 when v(1) else 0)) <= 7\n");
    // while loop
    check("",
          "a : in natural range 0 to 9; q : out natural range 0 to 30",
          "",
          "process (all) variable i : natural; variable s : natural; "
          "begin\n"
          "i := 0; s := a; while i < 2 loop s := s + i + 1; i := i + 1; "
          "end loop;\n"
          "q <= s; end process;",
          "q = a + 3\n"
          "start declared\n"
          "assume input: a >= 0 and a <= 9\n"
          "property range range@5:14: a >= 0\n"
          "property range range@5:45: a >= -1\n"
          "property range range@5:45: a >= -3\n"
          "property range range@6:6: a >= -3 and a <= 27\n");
    // case stmt
    check("",
          "k : in natural range 0 to 5; q : out natural range 0 to 9",
          "",
          "process (all) begin case k is when 0 | 3 => q <= 7;\n"
          "when 1 to 2 => q <= k; when others => q <= 9; end case; end "
          "process;",
          "q = ((k when k <= 2 and k >= 1 else 9) when k /= 0 and k /= 3 "
          "else 7)\n"
          "start declared\n"
          "assume input: k >= 0 and k <= 5\n"
          "property range range@5:21: k /= 0 and k /= 3 and k <= 2 and k "
          ">= 1 -> k >= 0 and k <= 9\n");
}
END_TEST

START_TEST(resets_settle)
{
    // start
    check("",
          "clk, rst : in bit; n : out natural range 0 to 9; p : out "
          "natural range 0 to 9",
          "signal c : natural range 0 to 9 := 3;signal f : natural range "
          "0 to 9;",
          "process (clk) begin if rising_edge(clk) then f <= c;\n"
          "if rst = '1' then c <= 5; elsif c > 0 then c <= c - 1; end "
          "if; end if; end process;\n"
          "n <= c; p <= f;",
          "n = c\n"
          "p = f\n"
          "c' = ((5 when rst else (c when c <= 0 else c - 1)) when "
          "posedge(clk) else c)\n"
          "f' = (c when posedge(clk) else f)\n"
          "start reset\n"
          "    c := 5\n"
          "    f := 5\n"
          "property range range@4:51: posedge(clk) -> c >= 0 and c <= 9\n"
          "property range range@5:51: not rst and posedge(clk) and c > 0 "
          "-> c >= 1 and c <= 10\n"
          "property range range@6:6: c >= 0 and c <= 9\n"
          "property range range@6:14: f >= 0 and f <= 9\n");
}
END_TEST

START_TEST(attributes_and_powers)
{
    // attributes
    check("generic (L, H : integer := 3);",
          "q : out bit_vector(H downto L); a : out integer; b : out "
          "boolean",
          "",
          "q <= (others => '0'); a <= q'length + q'left - q'low + "
          "q'right + q'high;\n"
          "b <= q'ascending;",
          "q = 0\n"
          "a = h + (l + (h + (h - l + 1 when h - l >= -1 else 0) - l))\n"
          "b = false\n"
          "start declared\n");
    // power
    check("generic (W : natural := 3);",
          "q : out natural",
          "",
          "q <= 2 ** W - 1;",
          "q = 2 ** w - 1\n"
          "start declared\n"
          "assume generic: w >= 0\n"
          "property range range@4:8: w >= 0\n"
          "property range range@4:13: 2 ** w >= 1\n");
    // range of a type
    check("",
          "a : in bit_vector(3 downto 0); q : out natural range 0 to 9; "
          "p : out bit",
          "type t is array (5 to 6) of bit; subtype u is bit_vector(3 "
          "downto 1);",
          "process (all) variable n : natural range 0 to 9; variable x : "
          "bit; begin\n"
          "n := 0; x := '0'; for i in t'range loop if n < i then n := i; "
          "end if; end loop;\n"
          "for i in u'range loop x := x xor a(i); end loop; q <= n; p <= "
          "x; end process;",
          "q = 6\n"
          "p = a(1) = (a(3) = a(2))\n"
          "start declared\n");
}
END_TEST

START_TEST(structural_generics_are_reported)
{
    design_t *d = lower("generic (W, D : positive := 8);",
                        "a, b : in bit_vector(W - 1 downto 0);\n"
                        "q : out bit_vector(W - 1 downto 0);\n"
                        "n : out natural", "",
                        "q <= a and b; n <= D;");
    ck_assert_ptr_nonnull(d);
    ck_assert(design_needs_values(d));
    ck_assert_uint_eq(design_case_count(d), 0);
    ck_assert(design_generic(d, 0)->structural);
    ck_assert(!design_generic(d, 1)->structural);
    ck_assert_str_eq(design_generic(d, 0)->standard, "8");
    design_free(d);
}
END_TEST

START_TEST(what_cannot_be_lowered_is_an_error)
{
    check_error("a, b : in bit; q : out bit", "",
                "process (a) begin q <= a and b; end process;",
                "incomplete sensitivity list: add 'b'");
    check_error("clk, a : in bit; q : out bit", "",
                "process (a) begin if clk'event and clk = '1' then q <= a; "
                "end if; end process;", "the clock 'clk' is not in it");
    check_error("a, b : in bit; q : out bit", "signal s : bit;",
                "s <= s xor a; q <= s;", "combinational cycle");
    check_error("a : in bit; q : out bit", "signal s, t : bit;",
                "s <= t and a; t <= s or a; q <= t;", "combinational cycle");
    check_error("a, b : in bit; q : out bit", "", "q <= a; q <= b;",
                "several drivers of 'q'");
    check_error("clk, a : in bit; q : out bit", "signal k : bit;",
                "k <= clk and a; process (k) begin if rising_edge(k) then "
                "q <= a; end if; end process;", "clock");
}
END_TEST

// One generic of a type, the text it is given, and an integer made of it.
static void check_setting(const char *type, const char *value,
                          const char *expression, const char *expected)
{
    const design_setting_t setting = {"g", value};
    char *generic = xasprintf("generic (G : %s);", type);
    char *assignment = xasprintf("o <= %s;", expression);
    design_t *d = lower_set(&setting, 1, generic, "o : out integer", "",
                            assignment);
    ck_assert_msg(d != NULL, "%s: %s", value, text_str(&seen));
    text_t printed = {0}, kept = {0};
    model_print(design_case(d, 0)->model, sources, &printed);
    keep_statements(&printed, &kept);
    const char *line = strstr(text_str(&kept), "o = ");
    ck_assert_ptr_nonnull(line);
    ck_assert_msg(strncmp(line + 4, expected, strlen(expected)) == 0
                      && line[4 + strlen(expected)] == '\n',
                  "%s: %s", value, line);
    text_release(&printed);
    text_release(&kept);
    design_free(d);
    free(generic);
    free(assignment);
}

static void check_refused(const char *type, const char *value)
{
    const design_setting_t setting = {"g", value};
    char *generic = xasprintf("generic (G : %s);", type);
    ck_assert_ptr_null(lower_set(&setting, 1, generic, "o : out integer", "",
                                 "o <= 1;"));
    ck_assert_ptr_nonnull(strstr(text_str(&seen), "no value"));
    free(generic);
}

START_TEST(settings_give_generics_values)
{
    check_setting("integer", "-17", "G", "-17");
    check_setting("time", "20 ns", "G / 1 ns", "20");
    check_setting("time", "2.5 us", "G / 1 ns", "2500");
    check_setting("time", "7fs", "G / 1 fs", "7");
    check_setting("time", "3 ms", "G / 1 us", "3000");
    check_setting("real", "2.5", "integer(G * 4.0)", "10");
    check_setting("string", "\"even\"", "G'length", "4");
    check_setting("boolean", "TRUE", "boolean'pos(G)", "1");
    check_setting("bit", "'1'", "bit'pos(G)", "1");
    check_setting("std_logic_vector(3 downto 0)", "\"1010\"",
                  "to_integer(unsigned(G))", "10");
    check_setting("std_logic_vector", "x\"2F\"",
                  "to_integer(unsigned(G))", "47");
    check_setting("severity_level", "error", "severity_level'pos(G)", "2");
    check_refused("integer", "12a");
    check_refused("time", "20 parsecs");
    check_refused("real", "x");
    check_refused("boolean", "maybe");
    check_refused("std_logic_vector(3 downto 0)", "1010");
    check_refused("severity_level", "mild");
}
END_TEST

START_TEST(vectors_compare_from_the_left)
{
    check("", "a, b : in std_logic_vector(3 downto 0); "
              "o, p, q, r : out boolean", "",
          "o <= a < b; p <= a <= b; q <= a > b; r <= a >= b;",
          "o = b > a\np = a <= b\nq = a > b\nr = b <= a\n"
          "start declared\n"
          "assume input: a < 16 and a >= 0\n"
          "assume input: b < 16 and b >= 0\n");
}
END_TEST

// At W = 3 the element 3 is one too far, at W = 4 it is not.
START_TEST(aggregates_stay_within_their_bounds)
{
    for (int w = 3; w <= 4; w++) {
        const char value[] = {(char)('0' + w), '\0'};
        const design_setting_t setting = {"w", value};
        design_t *d = lower_set(&setting, 1, "generic (W : natural);",
                                "v : out std_logic_vector(W - 1 downto 0)",
                                "", "v <= (3 => '1', others => '0');");
        ck_assert_msg(d != NULL, "%s", text_str(&seen));
        const model_t *m = design_case(d, 0)->model;
        size_t failing = 0;
        for (size_t i = 0; i < model_property_count(m); i++)
            failing += model_property(m, i)->kind == PROPERTY_INDEX
                    && term_is_false(ctx, model_property(m, i)->holds);
        ck_assert_uint_eq(failing, w == 3 ? 1 : 0);
        design_free(d);
    }
}
END_TEST

START_TEST(what_is_left_out_is_said)
{
    design_t *d = lower("generic (R : real := 2.5; N : natural := 3);",
                        "clk, a : in std_logic; o : out std_logic", "",
                        "o <= a; -- nothing is left out here but R");
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    ck_assert_uint_eq(diag_count(sink, DIAG_NOTE), 1);
    design_free(d);
    d = lower("", "clk, a : in std_logic; o : out std_logic", "",
              "o <= a; default clock is rising_edge(clk); "
              "assert always a -> next a; assert never a;");
    ck_assert_msg(d != NULL, "%s", text_str(&seen));
    ck_assert_uint_eq(diag_count(sink, DIAG_NOTE), 2); // once for both
    design_free(d);
}
END_TEST

TEST_SUITE_WITH(lower, setup, teardown,
                resets_enables_and_latches, clocks_and_edges,
                parametric_vectors_wrap, constant_widths,
                logarithms_are_recognised, generates_split_by_cases,
                obligations_have_reach_conditions,
                arbitrary_values_are_recorded, memories_are_arrays,
                functions_and_loops, resets_settle, attributes_and_powers,
                structural_generics_are_reported,
                what_cannot_be_lowered_is_an_error,
                settings_give_generics_values, vectors_compare_from_the_left,
                aggregates_stay_within_their_bounds,
                what_is_left_out_is_said)
