// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/source-text.h"
#include "tests/tap.h"

static ghdl_source_t at(const char *text, const char *place)
{
    const char *found = strstr(text, place);
    ck_assert_ptr_nonnull(found);
    return (ghdl_source_t){text, (size_t)(found - text), strlen(text)};
}

static void check_interface(const char *text, const char *place,
                            const char *type, const char *value)
{
    arena_t *arena = arena_new();
    const source_text_interface_t i =
        source_text_interface(at(text, place), arena);
    ck_assert_str_eq(i.type, type);
    if (value == NULL)
        ck_assert_ptr_null(i.value);
    else
        ck_assert_str_eq(i.value, value);
    arena_free(arena);
}

START_TEST(types_and_defaults_are_as_written)
{
    check_interface("a : in bit;", "a", "bit", NULL);
    check_interface("a, b : natural := 3)", "b", "natural", "3");
    check_interface("a : OUT T(1 to\n  f(2));", "a", "T(1 to f(2))", NULL);
    check_interface("n:integer:=2**3-1;", "n", "integer", "2**3-1");
}
END_TEST

START_TEST(comments_and_literals_do_not_confuse)
{
    check_interface("a : bit -- ; in )\n := '1';", "a", "bit", "'1'");
    check_interface("a : /* ; */ bit;", "a", "bit", NULL);
    check_interface("s : string := \"a;b)\";", "s", "string", "\"a;b)\"");
    check_interface("c : character := ';';", "c", "character", "';'");
    check_interface("v : t := t'('1', ')');", "v", "t", "t'('1', ')')");
    check_interface("\\a;b\\ : bit;", "\\a;", "bit", NULL);
    check_interface("v : w(x'range) := (x'range => '0'));", "v",
                    "w(x'range)", "(x'range => '0')");
}
END_TEST

START_TEST(the_end_of_the_text_ends_all)
{
    check_interface("a", "a", "", NULL);
    check_interface("a :", "a", "", NULL);
    check_interface("a : bit := \"open", "a", "bit", "\"open");
    check_interface("a : bit /* open", "a", "bit", NULL);
    check_interface("a : bit -- open", "a", "bit", NULL);
}
END_TEST

static void check_statement(const char *text, const char *place,
                            const char *expected)
{
    arena_t *arena = arena_new();
    ck_assert_str_eq(source_text_statement(at(text, place), arena), expected);
    arena_free(arena);
}

START_TEST(statements_end_at_their_semicolon)
{
    check_statement("x; p : assert always {a; b} |=> c; y;", "p",
                    "p : assert always {a; b} |=> c");
    check_statement("p : assert a -- ;\n  -> b;", "p", "p : assert a -> b");
}
END_TEST

START_TEST(comments_are_read_through_when_inside)
{
    check_statement("  -- psl p : assert a\n  --   -> b;\n", "p :",
                    "p : assert a -> b");
}
END_TEST

START_TEST(names_keep_their_case)
{
    arena_t *arena = arena_new();
    ck_assert_str_eq(source_text_name(at("x Clk_1,", "Clk"), arena), "Clk_1");
    ck_assert_str_eq(source_text_name(at("\\A b\\ :", "\\A"), arena),
                     "\\A b\\");
    ck_assert_str_eq(source_text_name((ghdl_source_t){"", 0, 0}, arena), "");
    arena_free(arena);
}
END_TEST

TEST_SUITE(source_text, types_and_defaults_are_as_written,
           comments_and_literals_do_not_confuse, the_end_of_the_text_ends_all,
           statements_end_at_their_semicolon,
           comments_are_read_through_when_inside, names_keep_their_case)
