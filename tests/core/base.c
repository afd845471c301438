// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/base.h"
#include "core/checked.h"
#include "tests/tap.h"
#include "tests/util.h"

static void call_bug(void *arg)
{
    BUG("impossible %s", (char *)arg);
}

START_TEST(bug_says_where_and_aborts)
{
    char thing[] = "thing";
    expect_abort(call_bug, thing, "base.c:");
    expect_abort(call_bug, thing, "internal error");
    expect_abort(call_bug, thing, "impossible thing");
}
END_TEST

static void ask_for_too_much(void *arg)
{
    (void)arg;
    free(xnmalloc(SIZE_MAX / 2, 3));
}

static void grow_too_much(void *arg)
{
    free(xnrealloc(xmalloc(1), SIZE_MAX, *(size_t *)arg));
}

START_TEST(a_product_that_overflows_is_out_of_memory)
{
    size_t size = 2;
    expect_abort(ask_for_too_much, NULL, "out of memory");
    expect_abort(grow_too_much, &size, "out of memory");
}
END_TEST

START_TEST(zero_bytes_give_a_valid_pointer)
{
    void *pieces[] = {xmalloc(0), xcalloc(0, 8), xcalloc(8, 0),
                      xnmalloc(0, 0), xrealloc(NULL, 0),
                      xrealloc(xmalloc(5), 0)};
    for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
        ck_assert_ptr_nonnull(pieces[i]);
        free(pieces[i]);
    }
}
END_TEST

START_TEST(calloc_gives_zeroes)
{
    unsigned char *p = xcalloc(100, 7);
    for (size_t i = 0; i < 700; i++)
        ck_assert_uint_eq(p[i], 0);
    free(p);
}
END_TEST

START_TEST(realloc_keeps_the_contents)
{
    int *p = xnmalloc(4, sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = i * i;
    p = xnrealloc(p, 10000, sizeof *p);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(p[i], i * i);
    free(p);
}
END_TEST

START_TEST(strings_are_copied)
{
    char source[] = "clave";
    char *whole = xstrdup(source);
    char *part = xstrndup(source, 3);
    char *made = xasprintf("%s-%d", source, 42);
    source[0] = '?';
    ck_assert_str_eq(whole, "clave");
    ck_assert_str_eq(part, "cla");
    ck_assert_str_eq(made, "clave-42");
    free(whole);
    free(part);
    free(made);
}
END_TEST

START_TEST(checked_arithmetic_is_exact_at_the_limits)
{
    int64_t r = 0;
    ck_assert(checked_add_i64(INT64_MAX - 1, 1, &r) && r == INT64_MAX);
    ck_assert(!checked_add_i64(INT64_MAX, 1, &r));
    ck_assert(!checked_add_i64(INT64_MIN, -1, &r));
    ck_assert(checked_sub_i64(INT64_MIN + 1, 1, &r) && r == INT64_MIN);
    ck_assert(!checked_sub_i64(0, INT64_MIN, &r));
    ck_assert(checked_mul_i64(INT64_MIN, 1, &r) && r == INT64_MIN);
    ck_assert(!checked_mul_i64(INT64_MIN, -1, &r));
    size_t s = 0;
    ck_assert(checked_mul_size(SIZE_MAX, 1, &s) && s == SIZE_MAX);
    ck_assert(!checked_mul_size(SIZE_MAX / 2 + 1, 2, &s));
}
END_TEST

START_TEST(checked_arithmetic_leaves_the_result_alone)
{
    int64_t r = 7;
    size_t s = 7;
    ck_assert(!checked_add_i64(INT64_MAX, 1, &r));
    ck_assert(!checked_sub_i64(INT64_MIN, 1, &r));
    ck_assert(!checked_mul_i64(INT64_MAX, 2, &r));
    ck_assert(!checked_mul_size(SIZE_MAX, 2, &s));
    ck_assert_int_eq(r, 7);
    ck_assert_uint_eq(s, 7);
}
END_TEST

TEST_SUITE(base,
           bug_says_where_and_aborts,
           a_product_that_overflows_is_out_of_memory,
           zero_bytes_give_a_valid_pointer,
           calloc_gives_zeroes,
           realloc_keeps_the_contents,
           strings_are_copied,
           checked_arithmetic_is_exact_at_the_limits,
           checked_arithmetic_leaves_the_result_alone)
