// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/text.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <errno.h>
#include <unistd.h>

static text_t text;

static void setup(void)
{
    text_init(&text);
}

static void teardown(void)
{
    text_release(&text);
}

START_TEST(an_empty_text_is_a_string)
{
    ck_assert_str_eq(text_str(&text), "");
    char *stolen = text_steal(&text);
    ck_assert_str_eq(stolen, "");
    free(stolen);
}
END_TEST

START_TEST(appending_keeps_the_end_marked)
{
    text_add(&text, "one");
    ck_assert_str_eq(text_str(&text), "one");
    text_char(&text, ' ');
    ck_assert_str_eq(text_str(&text), "one ");
    text_addn(&text, "two three", 3);
    ck_assert_str_eq(text_str(&text), "one two");
    text_printf(&text, " %s %d", "three", 4);
    ck_assert_str_eq(text_str(&text), "one two three 4");
    text_fill(&text, '.', 3);
    ck_assert_str_eq(text_str(&text), "one two three 4...");
    ck_assert_uint_eq(text.len, strlen("one two three 4..."));
    text_fill(&text, '.', 0);
    text_addn(&text, NULL, 0);
    text_add(&text, "");
    ck_assert_uint_eq(text.len, strlen("one two three 4..."));
}
END_TEST

START_TEST(each_way_of_appending_grows_the_buffer)
{
    size_t length = 0;
    for (int i = 0; i < 2000; i++) {
        text_char(&text, 'a');
        text_add(&text, "bc");
        text_printf(&text, "%04d", i);
        text_fill(&text, '-', (size_t)i % 7);
        length += 1 + 2 + 4 + (size_t)i % 7;
        ck_assert_uint_eq(text.len, length);
        ck_assert_uint_eq(strlen(text_str(&text)), length);
    }
}
END_TEST

START_TEST(a_long_printf_is_not_cut)
{
    text_printf(&text, "%*d", 100000, 7);
    ck_assert_uint_eq(text.len, 100000);
    ck_assert_int_eq(text.data[99999], '7');
}
END_TEST

START_TEST(bytes_may_be_zero)
{
    text_addn(&text, "a\0b", 3);
    ck_assert_uint_eq(text.len, 3);
    ck_assert_mem_eq(text.data, "a\0b", 4);
}
END_TEST

START_TEST(what_is_no_utf_8_is_latin_1)
{
    static const char *const table[][2] = {
        {"", ""},
        {"plain", "plain"},
        {"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x8e\xb5", NULL},
        {"\xe4 5 \xb5m", "\xc3\xa4 5 \xc2\xb5m"},
        {"cut \xc3", "cut \xc3\x83"},
        {"cut \xe2\x82", "cut \xc3\xa2\xc2\x82"},
        {"\xc0\x80\xff", "\xc3\x80\xc2\x80\xc3\xbf"},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        text_clear(&text);
        text_add_utf8(&text, table[i][0], strlen(table[i][0]));
        ck_assert_str_eq(text_str(&text),
                         table[i][1] != NULL ? table[i][1] : table[i][0]);
    }
}
END_TEST

START_TEST(clear_empties_and_keeps_memory)
{
    text_clear(&text);
    text_add(&text, "something long enough to have memory");
    const char *data = text.data;
    text_clear(&text);
    ck_assert_str_eq(text_str(&text), "");
    text_add(&text, "short");
    ck_assert_ptr_eq(text.data, data);
    ck_assert_str_eq(text_str(&text), "short");
}
END_TEST

START_TEST(steal_leaves_an_empty_text)
{
    text_add(&text, "mine");
    char *mine = text_steal(&text);
    ck_assert_str_eq(mine, "mine");
    ck_assert_str_eq(text_str(&text), "");
    text_add(&text, "new");
    ck_assert_str_eq(mine, "mine");
    free(mine);
}
END_TEST

START_TEST(a_file_is_read_as_it_is)
{
    char bytes[200000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7 + i / 256);
    char *path = temporary_file(bytes, sizeof bytes);
    ck_assert(text_read_file(&text, path, sizeof bytes));
    ck_assert_uint_eq(text.len, sizeof bytes);
    ck_assert_mem_eq(text.data, bytes, sizeof bytes);
    unlink(path);
    free(path);
}
END_TEST

START_TEST(an_empty_file_is_an_empty_text)
{
    char *path = temporary_file("", 0);
    ck_assert(text_read_file(&text, path, 0));
    ck_assert_str_eq(text_str(&text), "");
    unlink(path);
    free(path);
}
END_TEST

START_TEST(a_file_above_the_limit_is_refused)
{
    char *path = temporary_file("12345", 5);
    errno = 0;
    ck_assert(!text_read_file(&text, path, 4));
    ck_assert_int_eq(errno, EFBIG);
    unlink(path);
    free(path);
}
END_TEST

START_TEST(what_is_no_file_sets_errno)
{
    errno = 0;
    ck_assert(!text_read_file(&text, "/nonexistent/file", 100));
    ck_assert_int_eq(errno, ENOENT);
    errno = 0;
    ck_assert(!text_read_file(&text, "/", 100));
    ck_assert_int_eq(errno, EISDIR);
}
END_TEST

START_TEST(a_minus_is_standard_input)
{
    char *path = temporary_file("from the input", 14);
    ck_assert_ptr_nonnull(freopen(path, "rb", stdin));
    ck_assert(text_read_file(&text, "-", 100));
    ck_assert_str_eq(text_str(&text), "from the input");
    unlink(path);
    free(path);
}
END_TEST

TEST_SUITE_WITH(text, setup, teardown,
                an_empty_text_is_a_string,
                appending_keeps_the_end_marked,
                each_way_of_appending_grows_the_buffer,
                a_long_printf_is_not_cut,
                bytes_may_be_zero,
                what_is_no_utf_8_is_latin_1,
                clear_empties_and_keeps_memory,
                steal_leaves_an_empty_text,
                a_file_is_read_as_it_is,
                an_empty_file_is_an_empty_text,
                a_file_above_the_limit_is_refused,
                what_is_no_file_sets_errno,
                a_minus_is_standard_input)
