// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/ident.h"
#include "tests/tap.h"

static ident_table_t *table;

static void setup(void)
{
    table = ident_table_new();
}

static void teardown(void)
{
    ident_table_free(table);
}

START_TEST(equal_texts_are_one_pointer)
{
    char copy[] = "clk";
    const ident_t a = ident_new(table, "clk");
    ck_assert_ptr_eq(ident_new(table, copy), a);
    ck_assert_ptr_eq(ident_newn(table, "clk_i", 3), a);
    ck_assert_ptr_eq(ident_printf(table, "%c%s", 'c', "lk"), a);
    ck_assert_ptr_ne(ident_new(table, "CLK"), a);
    ck_assert_ptr_ne(ident_new(table, "cl"), a);
}
END_TEST

START_TEST(the_text_is_a_copy)
{
    char source[] = "reset";
    const ident_t id = ident_new(table, source);
    source[0] = '?';
    ck_assert_str_eq(ident_text(id), "reset");
    ck_assert_uint_eq(ident_length(id), 5);
}
END_TEST

START_TEST(find_does_not_add)
{
    ck_assert_ptr_null(ident_find(table, "a"));
    ck_assert_ptr_null(ident_find(table, "a"));
    const ident_t id = ident_new(table, "a");
    ck_assert_uint_eq(ident_index(id), 0);
    ck_assert_ptr_eq(ident_find(table, "a"), id);
    ck_assert_ptr_null(ident_find(table, ""));
}
END_TEST

START_TEST(indices_follow_creation)
{
    for (uint32_t i = 0; i < 100000; i++)
        ck_assert_uint_eq(ident_index(ident_printf(table, "n%u", i)), i);
    for (uint32_t i = 0; i < 100000; i++)
        ck_assert_uint_eq(ident_index(ident_printf(table, "n%u", i)), i);
}
END_TEST

START_TEST(pointers_survive_growth)
{
    const ident_t first = ident_new(table, "first");
    for (unsigned i = 0; i < 50000; i++)
        ident_printf(table, "%u", i);
    ck_assert_ptr_eq(ident_new(table, "first"), first);
    ck_assert_str_eq(ident_text(first), "first");
}
END_TEST

START_TEST(unique_never_repeats)
{
    ident_new(table, "x_2");
    ck_assert_str_eq(ident_text(ident_unique(table, "x")), "x");
    ck_assert_str_eq(ident_text(ident_unique(table, "x")), "x_1");
    ck_assert_str_eq(ident_text(ident_unique(table, "x")), "x_3");
    ck_assert_str_eq(ident_text(ident_unique(table, "y")), "y");
}
END_TEST

START_TEST(bytes_may_be_zero)
{
    const ident_t a = ident_newn(table, "a\0b", 3);
    const ident_t b = ident_newn(table, "a\0c", 3);
    ck_assert_ptr_ne(a, b);
    ck_assert_uint_eq(ident_length(a), 3);
    ck_assert_ptr_ne(ident_new(table, "a"), a);
    ck_assert_uint_eq(ident_length(ident_new(table, "")), 0);
}
END_TEST

START_TEST(tables_are_independent)
{
    ident_table_t *other = ident_table_new();
    const ident_t here = ident_new(table, "q");
    ck_assert_ptr_null(ident_find(other, "q"));
    ck_assert_ptr_ne(ident_new(other, "q"), here);
    ident_table_free(other);
    ck_assert_str_eq(ident_text(here), "q");
    ident_table_free(NULL);
}
END_TEST

TEST_SUITE_WITH(ident, setup, teardown,
                equal_texts_are_one_pointer,
                the_text_is_a_copy,
                find_does_not_add,
                indices_follow_creation,
                pointers_survive_growth,
                unique_never_repeats,
                bytes_may_be_zero,
                tables_are_independent)
