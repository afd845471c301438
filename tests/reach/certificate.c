// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/certificate.h"

#include "tests/reach/small.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

static const char fifo[] =
    "(enum mode none some)"
    "(parameter DEPTH Int) (generic (>= DEPTH 1))"
    "(input push Bool) (input pop Bool)"
    "(state count Int 0"
    " (ite (and push (< count DEPTH)) (+ count 1)"
    "      (ite (and pop (> count 0)) (- count 1) count)))"
    "(state last mode none (ite push some last))"
    "(error (or (< count 0) (> count DEPTH)))";

// One of three, in a circle: that it is not out of it needs two steps.
static const char ring[] =
    "(state a Int 0 (ite (= b 1) 0 1)) (state b Int 0 a) (error (= b 7))";

typedef struct {
    const char *conjuncts[4];
    unsigned k;
    const char *reason;
} case_t;

static unsigned check_case(const small_t *s, const case_t *c, text_t *reason)
{
    term_t terms[4];
    size_t count = 0;
    for (; count < 4 && c->conjuncts[count] != NULL; count++)
        terms[count] = small_term(s, c->conjuncts[count]);
    const certificate_t certificate = {s->system, 0, terms, count};
    return certificate_check(&certificate, 0, reason);
}

START_TEST(only_what_is_a_proof_is_accepted)
{
    static const case_t cases[] = {
        {{"(<= 0 count)", "(<= count DEPTH)"}, 1, ""},
        {{"(<= 0 count)"}, 0, "not excluded"},
        {{"(<= 1 count)", "(<= count DEPTH)"}, 0, "not true at the start"},
        {{"(<= 0 count)", "(<= count DEPTH)", "(< count 9)"}, 0,
         "not inductive: count < 9"},
        {{"(<= 0 count)", "(<= count DEPTH)", "(=> (> count 0) (= last none))"},
         0, "not inductive"},
    };
    small_t s;
    small_init(&s, fifo);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        text_t reason = {0};
        ck_assert_uint_eq(check_case(&s, &cases[i], &reason), cases[i].k);
        ck_assert_msg(strstr(text_str(&reason), cases[i].reason) != NULL,
                      "%s", text_str(&reason));
        text_release(&reason);
    }
    small_release(&s);
}
END_TEST

START_TEST(the_number_of_steps_is_found)
{
    static const case_t two = {{"(not (= b 7))"}, 2, ""};
    small_t s;
    text_t reason = {0};
    small_init(&s, ring);
    ck_assert_uint_eq(check_case(&s, &two, &reason), 2);
    ck_assert_str_eq(text_str(&reason), "");
    text_release(&reason);
    small_release(&s);
}
END_TEST

START_TEST(superfluous_conjuncts_are_found)
{
    small_t s;
    small_init(&s, fifo);
    const term_t terms[] = {
        small_term(&s, "(=> (= count 1) (>= DEPTH 1))"),
        small_term(&s, "(<= count DEPTH)"), small_term(&s, "(>= count (- 5))"),
        small_term(&s, "(<= 0 count)"),
    };
    const certificate_t c = {s.system, 0, terms, ARRAY_LEN(terms)};
    bool keep[ARRAY_LEN(terms)];
    ck_assert_uint_eq(certificate_check(&c, 0, NULL), 1);
    ck_assert(certificate_minimise(&c, 1, 0, keep));
    ck_assert(!keep[0] && keep[1] && !keep[2] && keep[3]);
    small_release(&s);
}
END_TEST

// What another solver says about a script.
static void ask_z3(const text_t *script, text_t *answer)
{
    char *path = temporary_file(script->data, script->len);
    char *command = xasprintf("z3 -smt2 %s", path);
    FILE *pipe = popen(command, "r");
    char line[256];
    while (fgets(line, sizeof line, pipe) != NULL)
        text_add(answer, line);
    pclose(pipe);
    unlink(path);
    free(command);
    free(path);
}

static void write_and_ask(const small_t *s, const char *const *conjuncts,
                          size_t count, unsigned k, const char *expected)
{
    term_t terms[4];
    for (size_t i = 0; i < count; i++)
        terms[i] = small_term(s, conjuncts[i]);
    const certificate_t c = {s->system, 0, terms, count};
    text_t script = {0}, answer = {0};
    certificate_write(&c, k, &script);
    ask_z3(&script, &answer);
    ck_assert_str_eq(text_str(&answer), expected);
    text_release(&script);
    text_release(&answer);
}

START_TEST(another_solver_agrees)
{
    if (access("/usr/bin/z3", X_OK) != 0)
        return;
    static const char *const good[] = {"(<= 0 count)", "(<= count DEPTH)",
                                       "(or (= last none) (= last some))"};
    static const char *const bad[] = {"(<= 0 count)", "(< count 9)",
                                      "(= last none)"};
    static const char *const two[] = {"(not (= b 7))"};
    small_t s;
    small_init(&s, fifo);
    write_and_ask(&s, good, 3, 1, "unsat\nunsat\nunsat\n");
    write_and_ask(&s, bad, 3, 1, "unsat\nsat\nsat\n");
    small_release(&s);
    small_init(&s, ring);
    write_and_ask(&s, two, 1, 1, "unsat\nsat\nunsat\n");
    write_and_ask(&s, two, 1, 2, "unsat\nunsat\nunsat\n");
    small_release(&s);
}
END_TEST

TEST_SUITE(certificate, only_what_is_a_proof_is_accepted,
           the_number_of_steps_is_found, superfluous_conjuncts_are_found,
           another_solver_agrees)
