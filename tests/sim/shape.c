// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/scan.h"
#include "sim/shape.h"
#include "tests/tap.h"

// ---- shapes ----

static const char *letters(size_t i, void *user)
{
    static const char *const scalars[] = {"'1'", "-7", "'U'", "done", "'a'"};
    (void)user;
    return scalars[i % 5];
}

static void check_fill(const char *shape, size_t count, const char *expected)
{
    text_t out = {0};
    ck_assert_uint_eq(shape_count(shape), count);
    shape_fill(shape, letters, NULL, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_release(&out);
}

START_TEST(shape_is_filled)
{
    check_fill("12", 1, "'1'");
    check_fill("\"\"", 0, "\"\"");
    check_fill("(idle, -3)", 2, "('1', -7)");
    check_fill("((\"0\", 4), ('x', idle))", 4, "((\"1\", -7), ('U', done))");
    check_fill("('(', ')')", 2, "('1', -7)");
}
END_TEST

static void check_vhdl(const char *value, const char *expected)
{
    text_t out = {0};
    const bool ok = shape_vhdl(value, &out);
    ck_assert(ok == (expected != NULL));
    if (ok)
        ck_assert_str_eq(text_str(&out), expected);
    text_release(&out);
}

START_TEST(shape_as_vhdl)
{
    check_vhdl("12", "12");
    check_vhdl("\"01\"", "\"01\"");
    check_vhdl("\"\"", "\"\"");
    check_vhdl("(1, 2)", "(1, 2)");
    check_vhdl("(1)", "(others => 1)");
    check_vhdl("((\"1\"), (\"0\"))",
               "((others => \"1\"), (others => \"0\"))");
    check_vhdl("((1, 2))", "(others => (1, 2))");
    check_vhdl("(\"\")", "(others => \"\")");
    check_vhdl("('(', ')')", "('(', ')')");
    check_vhdl("()", NULL);
}
END_TEST

START_TEST(shape_indefinite)
{
    ck_assert(shape_is_indefinite("'U'"));
    ck_assert(shape_is_indefinite("'-'"));
    ck_assert(!shape_is_indefinite("'1'"));
    ck_assert(!shape_is_indefinite("U"));
    ck_assert(!shape_is_indefinite("12"));
}
END_TEST

// ---- tokens ----

static const char source[] =
    "signal a, b -- c\n"
    "  : std_logic_vector(f(3, ';') downto 0) := x\"0;\"; -- ;\n"
    "type r is record x : t'base; end record;\n"
    "function f (x : t) return t is\n"
    "begin if x then return t'('1'); end if; end function;\n"
    "port (p, q : in bit := '0'; r : out t(1 to 2));\n";

static size_t find(const scan_t *s, const char *word)
{
    size_t i = 0;
    while (i < s->tokens.len && !scan_is(s, i, word))
        i++;
    ck_assert_uint_lt(i, s->tokens.len);
    return i;
}

static void check_join(const scan_t *s, size_t from, size_t to,
                       const char *expected)
{
    text_t out = {0};
    scan_join(s, from, to, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_release(&out);
}

START_TEST(scan_objects)
{
    scan_t s;
    scan_init(&s, source, strlen(source));
    scan_object_t o = scan_object(&s, find(&s, "b"));
    check_join(&s, o.start, o.colon, "signal a, b");
    check_join(&s, o.type, o.type_end,
               "std_logic_vector(f(3, ';') downto 0)");
    check_join(&s, o.value, o.stop, "x\"0;\"");
    o = scan_object(&s, find(&s, "p"));
    check_join(&s, o.start, o.stop, "p, q : in bit := '0'");
    check_join(&s, o.type, o.type_end, "bit");
    o = scan_object(&s, find(&s, "out") - 2);
    check_join(&s, o.type, o.stop, "t(1 to 2)");
    scan_release(&s);
}
END_TEST

START_TEST(scan_declarations)
{
    scan_t s;
    scan_init(&s, source, strlen(source));
    size_t i = 0;
    static const char *const starts[] = {"signal", "type", "function", "port"};
    for (size_t k = 0; k < ARRAY_LEN(starts); k++) {
        ck_assert(scan_is(&s, i, starts[k]));
        i = scan_declaration(&s, i);
    }
    ck_assert_uint_eq(i, s.tokens.len);
    ck_assert_uint_eq(scan_lines(&s, 0, s.length), 6);
    scan_release(&s);
}
END_TEST

TEST_SUITE(shape, shape_is_filled, shape_as_vhdl, shape_indefinite,
           scan_objects, scan_declarations)
