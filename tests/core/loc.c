// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/loc.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

static sources_t *sources;

static void setup(void)
{
    sources = sources_new();
}

static void teardown(void)
{
    sources_free(sources);
}

// Line `line` of the file is `expected` (NULL: there is none).
static void expect_line(uint16_t file, uint32_t line, const char *expected)
{
    size_t length = 0;
    const char *text = sources_line(sources, (loc_t){line, 1, file}, &length);
    if (expected == NULL) {
        ck_assert_ptr_null(text);
        return;
    }
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(length, strlen(expected));
    ck_assert_mem_eq(text, expected, length);
}

START_TEST(the_same_path_is_the_same_file)
{
    const uint16_t a = sources_add(sources, "a.vhd");
    const uint16_t b = sources_add(sources, "b.vhd");
    ck_assert_uint_ne(a, 0);
    ck_assert_uint_ne(a, b);
    ck_assert_uint_eq(sources_add(sources, "a.vhd"), a);
    ck_assert_str_eq(sources_path(sources, a), "a.vhd");
    ck_assert_str_eq(sources_path(sources, b), "b.vhd");
}
END_TEST

START_TEST(no_place_has_no_path_and_no_line)
{
    ck_assert(!loc_known(LOC_NONE));
    ck_assert_str_eq(sources_path(sources, 0), "");
    ck_assert_str_eq(sources_path(sources, 9), "");
    expect_line(0, 1, NULL);
    expect_line(9, 1, NULL);
}
END_TEST

START_TEST(lines_of_a_text)
{
    static const char text[] = "first\n\nthird\r\nlast";
    const uint16_t f =
        sources_add_text(sources, "<text>", text, sizeof text - 1);
    ck_assert(loc_known((loc_t){1, 1, f}));
    expect_line(f, 0, NULL);
    expect_line(f, 1, "first");
    expect_line(f, 2, "");
    expect_line(f, 3, "third");
    expect_line(f, 4, "last");
    expect_line(f, 5, NULL);
}
END_TEST

START_TEST(an_empty_text_has_no_lines)
{
    const uint16_t f = sources_add_text(sources, "<text>", "", 0);
    expect_line(f, 1, NULL);
}
END_TEST

START_TEST(lines_of_a_file)
{
    char *path = temporary_file("one\ntwo\n", 8);
    const uint16_t f = sources_add(sources, path);
    expect_line(f, 2, "two");
    unlink(path);
    expect_line(f, 1, "one"); // it was read once
    free(path);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_has_no_lines)
{
    expect_line(sources_add(sources, "/nonexistent/x.vhd"), 1, NULL);
    expect_line(sources_add(sources, "/"), 1, NULL);
}
END_TEST

START_TEST(too_many_files_have_no_place)
{
    for (unsigned i = 0; i < 65534; i++)
        ck_assert_uint_eq(sources_add_text(sources, "x", "y", 1), i + 1);
    ck_assert_uint_eq(sources_add_text(sources, "x", "y", 1), 0);
    ck_assert_uint_eq(sources_add(sources, "z"), 0);
    expect_line(65534, 1, "y");
}
END_TEST

TEST_SUITE_WITH(loc, setup, teardown,
                the_same_path_is_the_same_file,
                no_place_has_no_path_and_no_line,
                lines_of_a_text,
                an_empty_text_has_no_lines,
                lines_of_a_file,
                a_file_that_cannot_be_read_has_no_lines,
                too_many_files_have_no_place)
