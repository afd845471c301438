// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/parse.h"
#include "tests/tap.h"
#include "tests/util.h"

static sources_t *sources;
static diag_sink_t *sink;
static formula_pool_t *pool;
static parse_t *parse;
static char *message;
static loc_t place;

static void keep(const diag_t *diag, void *user)
{
    (void)user;
    if (message)
        return;
    message = xstrdup(diag_message(diag));
    place = diag_loc(diag);
}

// Knows p, q and N; count is a number.
static bool resolve(const char *text, parse_use_t use, loc_t loc,
                    diag_sink_t *to, void *user)
{
    (void)user;
    if (use == PARSE_COUNT && strcmp(text, "n") == 0)
        return true;
    if (use == PARSE_BOOLEAN && strcmp(text, "count") == 0)
        diag_error(to, loc, "'count' is an integer, not a Boolean");
    else if (strcmp(text, "p") != 0 && strcmp(text, "q") != 0)
        diag_error(to, loc, "no declaration for \"%s\"", text);
    else
        return true;
    return false;
}

static void setup(void)
{
    sources = sources_new();
    sink = diag_sink_new(sources, keep, NULL);
    pool = formula_pool_new();
    parse = parse_new(pool, sink, (parse_options_t){resolve, NULL, false});
    message = NULL;
}

static void teardown(void)
{
    parse_free(parse);
    formula_pool_free(pool);
    diag_sink_free(sink);
    sources_free(sources);
    free(message);
}

typedef struct {
    const char *text;
    unsigned line, column;
    const char *fragment;
} bad_t;

static void expect(const bad_t *b)
{
    ck_assert_msg(message, "%s: no diagnostic", b->text);
    ck_assert_msg(strstr(message, b->fragment), "%.60s: %s", b->text,
                  message);
    ck_assert_msg(place.line == b->line && place.column == b->column,
                  "%.60s: at %u:%u, not %u:%u", b->text, place.line,
                  place.column, b->line, b->column);
    free(message);
    message = NULL;
}

START_TEST(formulas)
{
    static const bad_t table[] = {
        {"always (p -> next x)", 1, 19, "no declaration for \"x\""},
        {"always\n  (p ->\n  count)", 3, 3, "not a Boolean"},
        {"next[m] p", 1, 6, "no declaration for \"m\""},
        {"next[-1] p", 1, 6, "between 0 and"},
        {"next[3 to 2] p", 1, 6, "empty"},
        {"next[1 to 2] p", 1, 5, "next_a or next_e"},
        {"next[] p", 1, 6, "expected a number"},
        {"next[99999999999] p", 1, 6, "no declaration"},
        {"next_event(p)[0](q)", 1, 14, "counted from 1"},
        {"next_event(next p)(q)", 1, 11, "Boolean is needed"},
        {"{p; q} |-> (p", 1, 12, "'(' is not closed"},
        {"{p; q |-> p", 1, 1, "'{' is not closed"},
        {"{p; q)} |-> p", 1, 6, "expected '}' before this ')'"},
        {"p)", 1, 2, "closes nothing"},
        {"p q", 1, 3, "expected an operator before 'q'"},
        {"p until", 1, 8, "expected a formula at the end"},
        {"", 1, 1, "expected a formula at the end"},
        {"p and or q", 1, 7, "expected a formula before 'or'"},
        {"p and q or p", 1, 9, "needs parentheses"},
        {"p |-> q", 1, 1, "needs a sequence in braces"},
        {"{p; next q}", 1, 5, "cannot contain a temporal formula"},
        {"{p[*2 to 1]}", 1, 5, "empty"},
        {"{{p; q}[=2]}", 1, 2, "repeats a Boolean"},
        {"{p[->0]}", 1, 2, "from 1"},
        {"{p[?]}", 1, 4, "unexpected character '?'"},
        {"(next p)!", 1, 1, "not a temporal formula"},
        {"p @ (next q)", 1, 5, "Boolean is needed"},
        {"p abort (next q)", 1, 9, "Boolean is needed"},
        {"prev(next p)", 1, 6, "Boolean is needed"},
        {"prev(p, 2, next q)", 1, 12, "Boolean is needed"},
        {"p = ", 1, 5, "expected an operand after '='"},
        {"\"abc", 1, 1, "string is not closed"},
        {"/* p", 1, 1, "comment is not closed"},
        {"p \x01", 1, 3, "unexpected byte 0x01"},
        {"forall i in {3 to 1}: p", 1, 8, "range is empty"},
        {"forall i in {0 to p}: p", 1, 19, "constant number"},
        {"forall i in {0 to 100000}: next[i] p", 1, 28, "instances"},
        {"ended(next p)", 1, 7, "cannot contain a temporal"},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        const size_t n = strlen(table[i].text);
        ck_assert_msg(!parse_formula(parse, "f", table[i].text, n), "%s",
                      table[i].text);
        expect(&table[i]);
    }
}
END_TEST

START_TEST(units)
{
    static const bad_t table[] = {
        {"vunit v { assert always p; }", 1, 11, "no clock"},
        {"vunit v { default clock is p; assert always p }", 1, 47,
         "expected ';'"},
        {"vunit v {\n default clock is next p;\n}", 2, 19,
         "Boolean is needed"},
        {"vunit v { inherit w; }", 1, 19, "no vunit 'w'"},
        {"vunit v { signal s : bit; }", 1, 11, "expected a directive"},
        {"vunit v { property f is p; property f is q; }", 1, 37,
         "declared twice"},
        {"vunit v { default clock is p;\n property f(boolean b) is f(b);\n"
         " assert f(q); }", 2, 27, "uses itself"},
        {"vunit v { default clock is p;\n property f(boolean b) is b;\n"
         " assert f; }", 3, 10, "expected '('"},
        {"vunit v { default clock is p;\n property f(boolean b) is b;\n"
         " assert f(next q); }", 3, 11, "Boolean is needed"},
        {"vunit v { default clock is p;\n property f(thing b) is b;\n}", 2,
         13, "kind of a parameter"},
        {"vunit v { cover next p; }", 1, 17, "cannot contain a temporal"},
        {"vunit { }", 1, 7, "name of the vunit"},
        {"assert always p;", 1, 1, "no clock"},
        {"vunit v { default clock is p; assert p report q; }", 1, 47,
         "expected a string"},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        const size_t n = strlen(table[i].text);
        ck_assert_msg(!parse_units(parse, "f", table[i].text, n), "%s",
                      table[i].text);
        expect(&table[i]);
    }
}
END_TEST

static char *repeat(const char *open, size_t times, const char *middle,
                    const char *close)
{
    text_t text = {0};
    for (size_t i = 0; i < times; i++)
        text_add(&text, open);
    text_add(&text, middle);
    for (size_t i = 0; i < times; i++)
        text_add(&text, close);
    return text_steal(&text);
}

START_TEST(huge_formulas)
{
    static const struct {
        const char *open, *middle, *close;
        size_t times;
        const char *fragment;
        unsigned column;
    } table[] = {
        {"(", "p", ")", 10000, "nested more than 1000", 1001},
        {"{", "p", "}", 10000, "nested more than 1000", 1001},
        {"not ", "p", "", 262144, "nested more than 2000", 8001},
        {"next ", "p", "", 209715, "nested more than 2000", 9996},
        {"p and ", "p", "", 174763, NULL, 0},
        {"next p and ", "p", "", 100000, "nested more than 2000", 0},
        {"p -> ", "p", "", 209715, "nested more than 2000", 0},
        {"p until ", "q", "", 131072, "nested more than 4000", 1},
        {"(p until q) <-> ", "(next p)", "", 40, "written out", 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        char *text = repeat(table[i].open, table[i].times, table[i].middle,
                            table[i].close);
        const formula_t f = parse_formula(parse, "f", text, strlen(text));
        ck_assert_msg(!f == (table[i].fragment != NULL), "%s %u",
                      table[i].open, f);
        if (!f) {
            ck_assert_msg(strstr(message, table[i].fragment), "%s: %s",
                          table[i].open, message);
            if (table[i].column)
                ck_assert_msg(place.column == table[i].column, "%s: %u",
                              table[i].open, place.column);
            free(message);
            message = NULL;
        }
        free(text);
    }
}
END_TEST

TEST_SUITE_WITH(bad_properties, setup, teardown, formulas, units,
                huge_formulas)
