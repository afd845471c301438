// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/foreign.h"
#include "core/model-print.h"
#include "core/vec.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static context_t *ctx;
static collector_t *diags;

static void setup(void)
{
    ctx = context_new();
    diags = collector_new();
}

static void teardown(void)
{
    collector_free(diags);
    context_free(ctx);
}

static model_t *read_string(const char *text)
{
    char *path = temporary_file(text, strlen(text));
    model_t *model = foreign_read(ctx, path, collector_sink(diags));
    unlink(path);
    free(path);
    return model;
}

// The printed model, without the places at the ends of lines and without its
// name, which is that of a temporary file.
static void expect_model(const char *text, const char *expected)
{
    model_t *model = read_string(text);
    expect_no_diags(diags);
    ck_assert_ptr_nonnull(model);
    ck_assert(model_check(model, collector_sink(diags)));
    text_t all = {0}, out = {0};
    model_print(model, collector_sources(diags), &all);
    for (const char *line = strchr(text_str(&all), '\n') + 1; *line != '\0';) {
        const size_t n = strcspn(line, "\n");
        const char *mark = strstr(line, "  -- ");
        text_addn(&out, line, mark != NULL && mark < line + n
                                  ? (size_t)(mark - line) : n);
        text_char(&out, '\n');
        line += n + 1;
    }
    ck_assert_str_eq(text_str(&out), expected);
    text_release(&all);
    text_release(&out);
    model_free(model);
}

// ---- VMT-LIB ----

#define VMT_STATE                                                             \
    "(declare-fun N () Int)\n"                                                \
    "(declare-fun x () Int)\n"                                                \
    "(declare-fun x.next () Int)\n"                                           \
    "(declare-fun up () Bool)\n"                                              \
    "(define-fun .N () Int (! N :next N.next))\n"                             \
    "(define-fun .x () Int (! x :next x.next))\n"

START_TEST(a_transition_system_is_read)
{
    expect_model(
        VMT_STATE
        "(define-fun .i () Bool (! (and (<= 1 N) (= x 0)) :init true))\n"
        "(define-fun .t () Bool (! (and (= N.next N)\n"
        "  (= x.next (ite (and up (< x N)) (+ x 1) x))) :trans true))\n"
        "(define-fun .p () Bool (! (<= x N) :invar-property 3))\n"
        "(assert true)\n",
        "input up : bool\n"
        "parameter N : int\n"
        "state x : int\n"
        "x' = (x + 1 when up and N > x else x)\n"
        "start initial\n"
        "    x := 0\n"
        "assume generic: N >= 1\n"
        "property error property 3: x <= N\n");
}
END_TEST

START_TEST(what_is_no_function_becomes_an_input)
{
    expect_model(
        VMT_STATE
        "(define-fun .i () Bool (! (and up (= x N)) :init true))\n"
        "(define-fun .t () Bool (! (and (= N.next N) (<= x x.next)\n"
        "  (or (= x 0) (= x.next (+ x 2)))) :trans true))\n"
        "(define-fun .p () Bool (! (>= x 0) :invar-property 0))\n",
        "input up_next : bool\n"
        "input x_next : int\n"
        "parameter N : int\n"
        "state x : int\n"
        "state up : bool\n"
        "x' = (x_next when x = 0 else x + 2)\n"
        "up' = up_next\n"
        "start initial\n"
        "    x := N\n"
        "    up := true\n"
        "assume step: x <= (x_next when x = 0 else x + 2)\n"
        "property error property 0: x >= 0\n");
}
END_TEST

static void expect_refused(const char *text, unsigned line,
                           const char *fragment)
{
    ck_assert_ptr_null(read_string(text));
    expect_diags(diags, {line, fragment});
}

START_TEST(wrong_transition_systems_are_refused)
{
    expect_refused("(declare-fun r () Real)\n"
                   "(define-fun t () Bool (! true :trans true))\n",
                   1, "sorts are");
    expect_refused("(declare-fun a () (Array Int Int))\n"
                   "(define-fun t () Bool (! true :trans true))\n",
                   1, "arrays");
    expect_refused("(declare-fun f (Int) Int)\n"
                   "(define-fun t () Bool (! true :trans true))\n",
                   1, "functions");
    expect_refused(VMT_STATE
                   "(define-fun t () Bool (! true :trans true))\n"
                   "(define-fun i () Bool (! (= x.next 0) :init true))\n"
                   "(define-fun p () Bool (! true :invar-property 0))\n",
                   8, "next value");
    expect_refused(VMT_STATE
                   "(define-fun t () Bool (! true :trans true))\n"
                   "(define-fun i () Bool (! true :init true))\n"
                   "(define-fun p () Bool (! true :live-property 0))\n",
                   9, "only invariants");
    expect_refused(VMT_STATE
                   "(define-fun t () Bool (! true :trans true))\n"
                   "(define-fun i () Bool (and up (! up :init true)))\n",
                   8, "top of a definition");
    expect_refused(VMT_STATE
                   "(define-fun t () Bool (! true :trans true))\n"
                   "(assert up)\n", 8, "not understood");
    expect_refused(VMT_STATE
                   "(define-fun t () Bool (! true :trans true))\n"
                   "(define-fun u () Bool (! up :trans true))\n", 8, "second");
    expect_refused("(define-fun t () Bool (! true :trans true))\n", 1,
                   ":init");
}
END_TEST

// ---- Horn clauses ----

// The Boolean argument decides nothing.
START_TEST(one_predicate_needs_no_location)
{
    expect_model(
        "(set-logic HORN)\n"
        "(declare-fun P (Int Int Bool) Bool)\n"
        "(assert (forall ((x Int) (n Int)) (=> (and (= x 0) (> n 0))\n"
        "  (P x n true))))\n"
        "(assert (forall ((x Int) (y Int) (n Int) (b Bool)) (=> (and\n"
        "  (P x n b) (< x n) (= x (- y 1))) (P y n (not b)))))\n"
        "(assert (forall ((x Int) (n Int) (b Bool)) (=> (P x n b)\n"
        "  (<= x n))))\n"
        "(check-sat)\n",
        "state x : int\n"
        "parameter n : int\n"
        "x' = x + 1\n"
        "start initial\n"
        "    x := 0\n"
        "assume step: n > x\n"
        "assume generic: n > 0\n"
        "property error query 0: x <= n\n");
}
END_TEST

START_TEST(several_predicates_are_locations)
{
    expect_model(
        "(declare-fun A (Int) Bool)\n"
        "(declare-fun E () Bool)\n"
        "(declare-fun C (Int Int) Bool)\n"
        "(declare-fun never (Int) Bool)\n"
        "(assert (forall ((x Int)) (=> (= x 1) (A x))))\n"
        "(assert (forall ((x Int) (y Int)) (=> (and (A x) (<= y x))\n"
        "  (C x y))))\n"
        "(assert (forall ((x Int)) (=> (never x) (A x))))\n"
        "(assert (forall ((x Int)) (=> (A x) (A (+ x 1)))))\n"
        "(assert (forall ((x Int) (y Int)) (=> (C x y) (C x (- y 1)))))\n"
        "(assert (forall ((x Int) (y Int)) (=> (and (C x y) (= x y)) E)))\n"
        "(assert (forall ((x Int)) (or (not (A x)) (> x 0) E)))\n"
        "(assert (=> E false))\n",
        "input y_1 : int\n"
        "input rule : rule2_t\n"
        "state location : location_t\n"
        "state x : int\n"
        "state y : int\n"
        "location' = (C when location = C else (A when rule = rule0 else "
        "C))\n"
        "x' = (x when location = C else (x + 1 when rule = rule0 else x))\n"
        "y' = (y - 1 when location = C else (y when rule = rule0 else "
        "y_1))\n"
        "start initial\n"
        "    location := A\n"
        "    x := 1\n"
        "assume step: y_1 <= x or rule = rule0 or location = C\n"
        "property error query 0: (x > 0 or location /= A) and (x /= y or "
        "location /= C)\n");
}
END_TEST

// A fact with a variable of its own is a step from a location of its own.
START_TEST(facts_with_variables_are_steps)
{
    expect_model(
        "(declare-fun P (Int) Bool)\n"
        "(assert (forall ((x Int) (k Int)) (=> (= x (* 2 k)) (P x))))\n"
        "(assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))\n"
        "(assert (not (exists ((x Int)) (and (P x) (= x 3)))))\n",
        "input k : int\n"
        "state location : location_t\n"
        "state x : int\n"
        "location' = P\n"
        "x' = (x + 2 when location = P else x)\n"
        "start initial\n"
        "    location := start\n"
        "assume step: x = 2 * k or location = P\n"
        "property error query 0: x /= 3 or location /= P\n");
}
END_TEST

// What is dead may be left out only if that hides nothing: here nothing can
// be derived at all.
START_TEST(an_impossible_start_stays_one)
{
    expect_model(
        "(declare-fun P (Int Int) Bool)\n"
        "(assert (forall ((x Int) (z Int)) (=> (and (= x 0) (< 3 z) (< z 2))\n"
        "  (P x z))))\n"
        "(assert (forall ((x Int) (z Int)) (=> (P x z) (P (+ x 1) z))))\n"
        "(assert (forall ((x Int) (z Int)) (=> (and (P x z) (= x 9)) "
        "false)))\n",
        "state x : int\n"
        "parameter z : int\n"
        "x' = x + 1\n"
        "start initial\n"
        "    x := 0\n"
        "assume generic: z > 3\n"
        "assume generic: z < 2\n"
        "property error query 0: x /= 9\n");
}
END_TEST

START_TEST(wrong_clauses_are_refused)
{
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int) (y Int))\n"
                   " (=> (and (P x) (P y)) false)))\n", 2, "nonlinear");
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int)) (=> (P x) (or (P 1) (P 2)))))\n",
                   2, "two predicates in the head");
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int)) (=> (or (P x) (> x 0)) "
                   "false)))\n", 2, "not a Horn clause");
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int)) (=> (P true) false)))\n",
                   2, "wrong sort");
    expect_refused("(declare-fun P (Real) Bool)\n", 1, "sorts are");
    expect_refused("(declare-fun f (Int) Int)\n", 1, "only predicates");
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int)) (P x)))\n", 1, "no query");
    expect_refused("(declare-fun P (Int) Bool)\n"
                   "(assert (forall ((x Int)) (=> (> x 0) false)))\n", 2,
                   "without a predicate");
    expect_refused("(declare-rel P (Int))\n", 1, "not understood");
}
END_TEST

START_TEST(a_missing_file_is_said)
{
    ck_assert_ptr_null(foreign_read(ctx, "/nowhere/x.vmt",
                                    collector_sink(diags)));
    expect_diags(diags, {0, "/nowhere/x.vmt"});
}
END_TEST

// ---- the shared benchmarks ----

static size_t read_folder(const char *folder)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (!foreign_is_file(e->d_name))
            continue;
        char *path = xasprintf("%s/%s", folder, e->d_name);
        model_t *model = foreign_read(ctx, path, collector_sink(diags));
        ck_assert_msg(model != NULL, "%s", path);
        ck_assert(model_check(model, collector_sink(diags)));
        ck_assert_uint_gt(model_property_count(model), 0);
        model_free(model);
        free(path);
        count++;
    }
    if (dir != NULL)
        closedir(dir);
    return count;
}

START_TEST(every_benchmark_is_read)
{
    static const char *const folders[] = {"bench/param", "bench/vmt",
                                          "bench/chc/small",
                                          "bench/chc/vhd2ca"};
    const char *shared = getenv("CLAVE_SHARED");
    struct stat st;
    if (shared == NULL || stat(shared, &st) != 0)
        return;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        char *folder = xasprintf("%s/%s", shared, folders[i]);
        ck_assert_msg(stat(folder, &st) != 0 || read_folder(folder) > 0,
                      "%s", folder);
        free(folder);
    }
    expect_no_diags(diags);
}
END_TEST

TEST_SUITE_WITH(foreign, setup, teardown, a_transition_system_is_read,
                what_is_no_function_becomes_an_input,
                wrong_transition_systems_are_refused,
                one_predicate_needs_no_location,
                several_predicates_are_locations,
                facts_with_variables_are_steps, an_impossible_start_stays_one,
                wrong_clauses_are_refused,
                a_missing_file_is_said, every_benchmark_is_read)
