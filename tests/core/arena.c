// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/arena.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <stdalign.h>

static arena_t *arena;

static void setup(void)
{
    arena = arena_new();
}

static void teardown(void)
{
    arena_free(arena);
}

START_TEST(pieces_are_aligned)
{
    for (size_t size = 0; size < 100; size++) {
        const uintptr_t p = (uintptr_t)arena_alloc(arena, size);
        ck_assert_uint_ne(p, 0);
        ck_assert_uint_eq(p % alignof(max_align_t), 0);
    }
}
END_TEST

START_TEST(pieces_do_not_overlap_and_stay)
{
    enum { COUNT = 5000 };
    unsigned char *pieces[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        pieces[i] = arena_alloc(arena, i % 97 + 1);
        memset(pieces[i], (int)(i % 251), i % 97 + 1);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i % 97 + 1; j++)
            ck_assert_uint_eq(pieces[i][j], i % 251);
}
END_TEST

START_TEST(a_piece_may_be_larger_than_any_block)
{
    const size_t size = (size_t)5 << 20;
    char *before = arena_strdup(arena, "before");
    char *large = arena_alloc(arena, size);
    char *after = arena_strdup(arena, "after");
    memset(large, 'x', size);
    ck_assert_str_eq(before, "before");
    ck_assert_str_eq(after, "after");
}
END_TEST

START_TEST(the_first_piece_may_be_empty)
{
    ck_assert_ptr_nonnull(arena_alloc(arena, 0));
    ck_assert_ptr_nonnull(arena_calloc(arena, 0, 8));
}
END_TEST

START_TEST(calloc_zeroes_memory_that_was_used)
{
    memset(arena_alloc(arena, 1000), 0xff, 1000);
    arena_clear(arena);
    const unsigned char *p = arena_calloc(arena, 125, 8);
    for (size_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(p[i], 0);
}
END_TEST

START_TEST(used_counts_with_padding)
{
    const size_t unit = alignof(max_align_t);
    ck_assert_uint_eq(arena_used(arena), 0);
    arena_alloc(arena, 1);
    ck_assert_uint_eq(arena_used(arena), unit);
    arena_alloc(arena, unit);
    ck_assert_uint_eq(arena_used(arena), 2 * unit);
    arena_clear(arena);
    ck_assert_uint_eq(arena_used(arena), 0);
}
END_TEST

START_TEST(clear_keeps_the_largest_block)
{
    arena_alloc(arena, 100);
    const void *large = arena_alloc(arena, (size_t)3 << 20);
    arena_alloc(arena, (size_t)2 << 20);
    arena_clear(arena);
    ck_assert_ptr_eq(arena_alloc(arena, (size_t)3 << 20), large);
    arena_clear(arena);
    arena_clear(arena);
    ck_assert_ptr_eq(arena_alloc(arena, 8), large);
}
END_TEST

START_TEST(strings_are_copied_and_terminated)
{
    memset(arena_alloc(arena, 64), 'x', 64);
    arena_clear(arena);
    char source[] = "clave";
    const char *whole = arena_strdup(arena, source);
    const char *part = arena_strndup(arena, source, 2);
    source[0] = '?';
    ck_assert_str_eq(whole, "clave");
    ck_assert_str_eq(part, "cl");
    ck_assert_str_eq(arena_printf(arena, "%05d|%s", 42, ""), "00042|");
}
END_TEST

static void overflow(void *arg)
{
    arena_calloc(arg, SIZE_MAX / 4, 8);
}

static void almost_overflow(void *arg)
{
    arena_alloc(arg, SIZE_MAX - 3);
}

START_TEST(an_impossible_size_is_a_bug)
{
    expect_abort(overflow, arena, "internal error");
    expect_abort(almost_overflow, arena, "internal error");
}
END_TEST

START_TEST(free_takes_null)
{
    arena_free(NULL);
}
END_TEST

TEST_SUITE_WITH(arena, setup, teardown,
                pieces_are_aligned,
                pieces_do_not_overlap_and_stay,
                a_piece_may_be_larger_than_any_block,
                the_first_piece_may_be_empty,
                calloc_zeroes_memory_that_was_used,
                used_counts_with_padding,
                clear_keeps_the_largest_block,
                strings_are_copied_and_terminated,
                an_impossible_size_is_a_bug,
                free_takes_null)
