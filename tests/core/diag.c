// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/diag.h"
#include "tests/tap.h"
#include "tests/util.h"

static collector_t *c;
static diag_sink_t *sink;
static uint16_t file;

static const char source[] = "entity e is\n"
                             "\tport (clk : in bit);\n"
                             "-- \xc3\xa4\xc3\xb6 e\n"
                             "end;\n";

static void setup(void)
{
    c = collector_new();
    sink = collector_sink(c);
    file = sources_add_text(collector_sources(c), "e.vhd", source,
                            sizeof source - 1);
}

static void teardown(void)
{
    collector_free(c);
}

static loc_t at(uint32_t line, uint16_t column)
{
    return (loc_t){line, column, file};
}

// Takes the diagnostic over.
static void expect_format(diag_t *diag, bool colour, const char *expected)
{
    text_t out;
    text_init(&out);
    diag_format(diag, collector_sources(c), colour, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_release(&out);
    diag_free(diag);
}

START_TEST(a_diagnostic_is_what_was_put_in)
{
    diag_t *d = diag_new(DIAG_WARNING, at(2, 8), "%s is %d", "clk", 1);
    ck_assert_int_eq(diag_level(d), DIAG_WARNING);
    ck_assert_uint_eq(diag_loc(d).line, 2);
    ck_assert_uint_eq(diag_loc(d).column, 8);
    ck_assert_str_eq(diag_message(d), "clk is 1");
    ck_assert_uint_eq(diag_length(d), 1);
    diag_set_length(d, 3);
    ck_assert_uint_eq(diag_length(d), 3);
    diag_set_length(d, 0);
    ck_assert_uint_eq(diag_length(d), 1);
    ck_assert_uint_eq(diag_note_count(d), 0);
    diag_add_note(d, at(1, 1), "declared %s", "here");
    diag_add_note(d, LOC_NONE, "try again");
    ck_assert_uint_eq(diag_note_count(d), 2);
    ck_assert_str_eq(diag_note_message(d, 0), "declared here");
    ck_assert_uint_eq(diag_note_loc(d, 0).line, 1);
    ck_assert_str_eq(diag_note_message(d, 1), "try again");
    ck_assert(!loc_known(diag_note_loc(d, 1)));
    diag_free(d);
    diag_free(NULL);
}
END_TEST

START_TEST(the_consumer_sees_each_in_order)
{
    diag_error(sink, at(2, 8), "no %s", "clock");
    diag_warning(sink, LOC_NONE, "odd");
    diag_t *d = diag_new(DIAG_ERROR, at(4, 1), "with a note");
    diag_add_note(d, LOC_NONE, "the note itself");
    diag_emit(sink, d);
    expect_diags(c, {2, "no clock"}, {0, "odd"}, {4, "the note itself"});
}
END_TEST

START_TEST(levels_are_counted)
{
    diag_error(sink, LOC_NONE, "a");
    diag_error(sink, LOC_NONE, "b");
    diag_warning(sink, LOC_NONE, "c");
    diag_emit(sink, diag_new(DIAG_FAILURE, LOC_NONE, "d"));
    ck_assert_uint_eq(diag_count(sink, DIAG_ERROR), 2);
    ck_assert_uint_eq(diag_count(sink, DIAG_WARNING), 1);
    ck_assert_uint_eq(diag_count(sink, DIAG_FAILURE), 1);
    ck_assert_uint_eq(diag_count(sink, DIAG_NOTE), 0);
    expect_diags(c, {0, "a"}, {0, "b"}, {0, "c"}, {0, "d"});
}
END_TEST

START_TEST(a_sink_without_consumer_counts)
{
    diag_sink_t *quiet = diag_sink_new(collector_sources(c), NULL, NULL);
    diag_error(quiet, LOC_NONE, "unheard");
    ck_assert_uint_eq(diag_count(quiet, DIAG_ERROR), 1);
    ck_assert_ptr_eq(diag_sink_sources(quiet), collector_sources(c));
    diag_sink_free(quiet);
}
END_TEST

START_TEST(a_place_is_quoted_with_a_caret)
{
    diag_t *d = diag_new(DIAG_ERROR, at(1, 8), "no such unit");
    diag_set_length(d, 1);
    expect_format(d, false, "e.vhd:1:8: error: no such unit\n"
                            "     1 | entity e is\n"
                            "       |        ^\n");
    d = diag_new(DIAG_NOTE, at(1, 1), "here");
    diag_set_length(d, 6);
    expect_format(d, false, "e.vhd:1:1: note: here\n"
                            "     1 | entity e is\n"
                            "       | ^~~~~~\n");
}
END_TEST

START_TEST(the_caret_stops_at_the_end_of_the_line)
{
    diag_t *d = diag_new(DIAG_ERROR, at(4, 4), "x");
    diag_set_length(d, 1000);
    expect_format(d, false, "e.vhd:4:4: error: x\n"
                            "     4 | end;\n"
                            "       |    ^\n");
    d = diag_new(DIAG_ERROR, at(4, 5), "the end is missing");
    expect_format(d, false, "e.vhd:4:5: error: the end is missing\n"
                            "     4 | end;\n"
                            "       |     ^\n");
}
END_TEST

START_TEST(a_tab_is_one_column)
{
    expect_format(diag_new(DIAG_ERROR, at(2, 8), "x"), false,
                  "e.vhd:2:8: error: x\n"
                  "     2 |  port (clk : in bit);\n"
                  "       |        ^\n");
}
END_TEST

START_TEST(columns_are_bytes_and_carets_characters)
{
    expect_format(diag_new(DIAG_ERROR, at(3, 9), "x"), false,
                  "e.vhd:3:9: error: x\n"
                  "     3 | -- \xc3\xa4\xc3\xb6 e\n"
                  "       |       ^\n");
}
END_TEST

START_TEST(without_a_column_or_a_line_nothing_is_quoted)
{
    expect_format(diag_new(DIAG_ERROR, at(2, 0), "x"), false,
                  "e.vhd:2: error: x\n");
    expect_format(diag_new(DIAG_ERROR, at(0, 0), "x"), false,
                  "e.vhd: error: x\n");
    expect_format(diag_new(DIAG_WARNING, LOC_NONE, "x"), false,
                  "clave: warning: x\n");
    expect_format(diag_new(DIAG_ERROR, at(99, 1), "x"), false,
                  "e.vhd:99:1: error: x\n");
    expect_format(diag_new(DIAG_ERROR, at(1, 60), "x"), false,
                  "e.vhd:1:60: error: x\n");
}
END_TEST

START_TEST(notes_follow)
{
    diag_t *d = diag_new(DIAG_FAILURE, LOC_NONE, "libghdl crashed");
    diag_add_note(d, at(4, 1), "while reading this");
    diag_add_note(d, LOC_NONE, "please report it");
    expect_format(d, false, "clave: internal error: libghdl crashed\n"
                            "e.vhd:4:1: note: while reading this\n"
                            "     4 | end;\n"
                            "       | ^\n"
                            "       = please report it\n");
}
END_TEST

START_TEST(colours_are_switched_off_again)
{
    expect_format(diag_new(DIAG_ERROR, at(4, 1), "x"), true,
                  "e.vhd:4:1: \033[1;31merror: \033[0mx\n"
                  "     4 | end;\n"
                  "       | \033[1;32m^\033[0m\n");
}
END_TEST

// An X among a thousand characters of two bytes each.
static diag_t *in_a_long_line(void)
{
    text_t line;
    text_init(&line);
    for (unsigned i = 0; i < 1000; i++) {
        if (i == 495)
            text_char(&line, 'a'); // from here on, odd positions
        if (i == 500)
            text_char(&line, 'X');
        text_add(&line, "\xc3\xa9");
    }
    const uint16_t f = sources_add_text(collector_sources(c), "long",
                                        text_str(&line), line.len);
    text_release(&line);
    return diag_new(DIAG_ERROR, (loc_t){1, 1002, f}, "x");
}

START_TEST(of_a_long_line_the_part_around_the_fault_is_quoted)
{
    diag_t *d = in_a_long_line();
    text_t out;
    text_init(&out);
    diag_format(d, collector_sources(c), false, &out);
    ck_assert_uint_lt(out.len, 400);
    const char *quote = strchr(text_str(&out), '\n') + 1;
    const char *caret = strchr(quote, '\n') + 1;
    // No character is cut in two at the ends of the quote.
    ck_assert_int_eq((unsigned char)quote[9], 0xc3);
    ck_assert_int_eq((unsigned char)caret[-2], 0xa9);
    // The caret is below the X: as many characters before it.
    size_t before = 0;
    for (const char *p = quote + 9; *p != 'X'; p++)
        before += ((unsigned char)*p & 0xc0) != 0x80;
    ck_assert_int_eq(caret[9 + before], '^');
    text_release(&out);
    diag_free(d);
}
END_TEST

START_TEST(latin_1_is_quoted_as_utf_8)
{
    static const char bytes[] = "-- 5 \xb5m \xe4 x";
    const uint16_t f = sources_add_text(collector_sources(c), "latin", bytes,
                                        sizeof bytes - 1);
    diag_t *d = diag_new(DIAG_ERROR, (loc_t){1, 6, f}, "x");
    diag_set_length(d, 2);
    expect_format(d, false, "latin:1:6: error: x\n"
                            "     1 | -- 5 \xc2\xb5m \xc3\xa4 x\n"
                            "       |      ^~\n");
}
END_TEST

START_TEST(control_characters_do_not_reach_the_terminal)
{
    static const char bytes[] = "a\033[2Jb\007\001c\177\x9b\xc2\x9b.";
    const uint16_t f = sources_add_text(collector_sources(c), "binary", bytes,
                                        sizeof bytes - 1);
    expect_format(diag_new(DIAG_ERROR, (loc_t){1, 1, f}, "x"), false,
                  "binary:1:1: error: x\n"
                  "     1 | a [2Jb  c   .\n"
                  "       | ^\n");
}
END_TEST

START_TEST(each_level_has_a_name)
{
    ck_assert_str_eq(diag_level_name(DIAG_NOTE), "note");
    ck_assert_str_eq(diag_level_name(DIAG_WARNING), "warning");
    ck_assert_str_eq(diag_level_name(DIAG_ERROR), "error");
    ck_assert_str_eq(diag_level_name(DIAG_FAILURE), "internal error");
}
END_TEST

TEST_SUITE_WITH(diag, setup, teardown,
                a_diagnostic_is_what_was_put_in,
                the_consumer_sees_each_in_order,
                levels_are_counted,
                a_sink_without_consumer_counts,
                a_place_is_quoted_with_a_caret,
                the_caret_stops_at_the_end_of_the_line,
                a_tab_is_one_column,
                columns_are_bytes_and_carets_characters,
                without_a_column_or_a_line_nothing_is_quoted,
                notes_follow,
                colours_are_switched_off_again,
                of_a_long_line_the_part_around_the_fault_is_quoted,
                latin_1_is_quoted_as_utf_8,
                control_characters_do_not_reach_the_terminal,
                each_level_has_a_name)
