// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/options.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <ctype.h>

static collector_t *c;
static options_t *options;

static void setup(void)
{
    c = collector_new();
    options = NULL;
}

static void teardown(void)
{
    options_free(options);
    collector_free(c);
}

// parse("analyse", "x.vhd") sets `options`.
#define parse(...)                                                            \
    parse_list((const char *const[]){"clave", ##__VA_ARGS__, NULL})

static void parse_list(const char *const *args)
{
    int argc = 0;
    char *argv[32];
    for (; args[argc] != NULL; argc++)
        argv[argc] = xstrdup(args[argc]);
    argv[argc] = NULL;
    options_free(options);
    options = options_parse(argc, argv, collector_sink(c));
    // Everything is copied: the arguments may go.
    for (int i = 0; i < argc; i++)
        free(argv[i]);
}

START_TEST(nothing_given)
{
    parse();
    ck_assert_ptr_nonnull(options);
    ck_assert_int_eq(options_command(options), COMMAND_NONE);
    ck_assert_uint_eq(options_operand_count(options), 0);
    for (unsigned o = 0; o < OPTION_COUNT; o++)
        ck_assert(!options_given(options, (option_t)o));
}
END_TEST

START_TEST(a_command_with_operands)
{
    parse("analyse", "a.vhd", "b.vhd");
    ck_assert_int_eq(options_command(options), COMMAND_ANALYSE);
    ck_assert_uint_eq(options_operand_count(options), 2);
    ck_assert_str_eq(options_operand(options, 0), "a.vhd");
    ck_assert_str_eq(options_operand(options, 1), "b.vhd");
}
END_TEST

START_TEST(defaults)
{
    parse("analyse");
    ck_assert_str_eq(options_text(options, OPTION_STD), "08");
    ck_assert_str_eq(options_text(options, OPTION_WORK), "work");
    ck_assert_str_eq(options_text(options, OPTION_COLOUR), "auto");
    ck_assert_int_eq(options_number(options, OPTION_TIMEOUT), 0);
    ck_assert_ptr_null(options_text(options, OPTION_OUTPUT));
    ck_assert_uint_eq(options_list_count(options, OPTION_LIBRARY_PATH), 0);
    ck_assert(!options_flag(options, OPTION_JSON));
    ck_assert(!options_given(options, OPTION_STD));
}
END_TEST

START_TEST(each_type_is_read)
{
    parse("analyse", "--json", "--timeout=12", "--output=o", "--std=93",
          "-P", "one", "-Ptwo", "-fsynopsys");
    ck_assert(options_flag(options, OPTION_JSON));
    ck_assert_int_eq(options_number(options, OPTION_TIMEOUT), 12);
    ck_assert_str_eq(options_text(options, OPTION_OUTPUT), "o");
    ck_assert_str_eq(options_text(options, OPTION_STD), "93");
    ck_assert_uint_eq(options_list_count(options, OPTION_LIBRARY_PATH), 2);
    ck_assert_str_eq(options_list(options, OPTION_LIBRARY_PATH, 0), "one");
    ck_assert_str_eq(options_list(options, OPTION_LIBRARY_PATH, 1), "two");
    ck_assert_str_eq(options_list(options, OPTION_FLAVOUR, 0), "synopsys");
    ck_assert(options_given(options, OPTION_STD));
    ck_assert(!options_given(options, OPTION_WORK));
}
END_TEST

START_TEST(a_value_may_be_the_next_argument)
{
    parse("analyse", "--std", "93", "-o", "x", "f.vhd");
    ck_assert_str_eq(options_text(options, OPTION_STD), "93");
    ck_assert_str_eq(options_text(options, OPTION_OUTPUT), "x");
    ck_assert_uint_eq(options_operand_count(options), 1);
}
END_TEST

START_TEST(the_last_value_counts)
{
    parse("analyse", "--work=a", "--work=b", "-o1", "-o2");
    ck_assert_str_eq(options_text(options, OPTION_WORK), "b");
    ck_assert_str_eq(options_text(options, OPTION_OUTPUT), "2");
}
END_TEST

START_TEST(options_and_operands_mix)
{
    parse("--verbose", "analyse", "a.vhd", "--json", "b.vhd");
    ck_assert_int_eq(options_command(options), COMMAND_ANALYSE);
    ck_assert(options_flag(options, OPTION_VERBOSE));
    ck_assert(options_flag(options, OPTION_JSON));
    ck_assert_uint_eq(options_operand_count(options), 2);
    ck_assert_str_eq(options_operand(options, 1), "b.vhd");
}
END_TEST

START_TEST(after_two_dashes_all_are_operands)
{
    parse("analyse", "--", "--json", "-x");
    ck_assert(!options_flag(options, OPTION_JSON));
    ck_assert_uint_eq(options_operand_count(options), 2);
    ck_assert_str_eq(options_operand(options, 0), "--json");
}
END_TEST

START_TEST(a_second_parse_starts_afresh)
{
    parse("analyse", "--json", "a.vhd");
    parse("analyse", "b.vhd");
    ck_assert(!options_flag(options, OPTION_JSON));
    ck_assert_str_eq(options_operand(options, 0), "b.vhd");
}
END_TEST

START_TEST(an_unknown_command_gets_a_suggestion)
{
    parse("analise", "a.vhd");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "did you mean 'analyse'?"});
    parse("frobnicate");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "there is no command 'frobnicate'"});
}
END_TEST

START_TEST(an_unknown_option_gets_a_suggestion)
{
    parse("analyse", "--jsno", "a.vhd");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "did you mean '--json'?"});
    parse("analyse", "a.vhd", "--frobnicate=7", "b.vhd");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "unknown option '--frobnicate'"});
    parse("analyse", "-q");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "unknown option '-q'"});
}
END_TEST

START_TEST(an_option_of_another_command_is_told_apart)
{
    parse("--json");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "'clave' has no option '--json'"});
}
END_TEST

START_TEST(a_missing_value_is_named)
{
    parse("analyse", "--std");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "'--std' needs a value (87|93|93c|02|08)"});
    parse("analyse", "a.vhd", "-o");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "'-o' needs a value (FILE)"});
}
END_TEST

START_TEST(a_flag_takes_no_value)
{
    parse("analyse", "--json=yes");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "--json takes no value"});
}
END_TEST

START_TEST(numbers_are_whole_and_in_range)
{
    static const char *const bad[] = {"", "x", "1x", "1.5", "-1", "1000001",
                                      "99999999999999999999"};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        char *arg = xasprintf("--timeout=%s", bad[i]);
        parse("analyse", arg);
        ck_assert_ptr_null(options);
        expect_diags(c, {0, "--timeout takes a whole number from 0"});
        free(arg);
    }
    parse("analyse", "--timeout=1000000");
    ck_assert_int_eq(options_number(options, OPTION_TIMEOUT), 1000000);
}
END_TEST

START_TEST(a_choice_is_one_of_its_words)
{
    static const char *const good[] = {"87", "93", "93c", "02", "08"};
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        parse("analyse", "--std", good[i]);
        ck_assert_str_eq(options_text(options, OPTION_STD), good[i]);
    }
    static const char *const bad[] = {"", "9", "93c|02", "0", "8", "2008"};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        parse("analyse", "--std", bad[i]);
        ck_assert_ptr_null(options);
        expect_diags(c, {0, "--std takes one of 87|93|93c|02|08"});
    }
    parse("analyse", "-fexotic");
    ck_assert_ptr_null(options);
    expect_diags(c, {0, "-f takes one of"});
}
END_TEST

START_TEST(the_table_is_sound)
{
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        ck_assert(option_name(o) != NULL || option_letter(o) != 0);
        ck_assert_uint_gt(strlen(option_help(o)), 0);
        ck_assert_int_eq(option_argument(o) != NULL,
                         option_type(o) != OPTION_TYPE_FLAG);
        for (unsigned p = 0; p < o; p++) {
            ck_assert(option_letter(o) == 0
                      || option_letter(o) != option_letter(p));
            ck_assert(option_name(o) == NULL || option_name(p) == NULL
                      || strcmp(option_name(o), option_name(p)) != 0);
        }
    }
}
END_TEST

// One name may be the beginning of another.
static bool is_listed(const char *help, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = help; (p = strstr(p, "--")) != NULL; p += 2)
        if (strncmp(p + 2, name, length) == 0
            && strchr("= \n", p[2 + length]) != NULL)
            return true;
    return false;
}

// Every name that applies is in the text, and no line is too long.
static void check_help(command_t command)
{
    text_t help;
    text_init(&help);
    options_format_help(command, &help);
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        if (option_name(o) == NULL)
            continue;
        ck_assert_int_eq(is_listed(text_str(&help), option_name(o)),
                         option_applies(o, command));
    }
    for (const char *p = text_str(&help); *p != '\0'; p++) {
        const size_t length = strcspn(p, "\n");
        ck_assert_uint_lt(length, 80);
        ck_assert(length == 0 || !isspace((unsigned char)p[length - 1]));
        p += length;
    }
    text_release(&help);
}

START_TEST(help_lists_what_applies)
{
    for (unsigned command = 0; command <= COMMAND_NONE; command++)
        check_help((command_t)command);
}
END_TEST

START_TEST(completion_lists_commands_and_options)
{
    text_t script;
    text_init(&script);
    options_format_completion(&script);
    for (unsigned i = 0; i < COMMAND_NONE; i++)
        ck_assert_ptr_nonnull(strstr(text_str(&script), command_name(i)));
    for (unsigned o = 0; o < OPTION_COUNT; o++)
        if (option_name(o) != NULL)
            ck_assert_ptr_nonnull(strstr(text_str(&script), option_name(o)));
    text_release(&script);
}
END_TEST

TEST_SUITE_WITH(options, setup, teardown,
                nothing_given,
                a_command_with_operands,
                defaults,
                each_type_is_read,
                a_value_may_be_the_next_argument,
                the_last_value_counts,
                options_and_operands_mix,
                after_two_dashes_all_are_operands,
                a_second_parse_starts_afresh,
                an_unknown_command_gets_a_suggestion,
                an_unknown_option_gets_a_suggestion,
                an_option_of_another_command_is_told_apart,
                a_missing_value_is_named,
                a_flag_takes_no_value,
                numbers_are_whole_and_in_range,
                a_choice_is_one_of_its_words,
                the_table_is_sound,
                help_lists_what_applies,
                completion_lists_commands_and_options)
