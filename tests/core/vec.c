// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/vec.h"
#include "tests/tap.h"

typedef VEC(int) int_vec_t;

START_TEST(push_keeps_order)
{
    int_vec_t v = {0};
    for (int i = 0; i < 10000; i++)
        vec_push(&v, i * 3);
    ck_assert_uint_eq(v.len, 10000);
    for (int i = 0; i < 10000; i++)
        ck_assert_int_eq(v.data[i], i * 3);
    vec_release(&v);
}
END_TEST

START_TEST(pop_is_the_inverse_of_push)
{
    int_vec_t v = {0};
    vec_push(&v, 1);
    vec_push(&v, 2);
    ck_assert_int_eq(vec_last(&v), 2);
    ck_assert_int_eq(vec_pop(&v), 2);
    ck_assert_int_eq(vec_last(&v), 1);
    ck_assert_int_eq(vec_pop(&v), 1);
    ck_assert_uint_eq(v.len, 0);
    vec_release(&v);
}
END_TEST

START_TEST(push_may_read_its_own_vector)
{
    int_vec_t v = {0};
    vec_push(&v, 5);
    while (v.len < 1000)
        vec_push(&v, v.data[0] + (int)v.len);
    ck_assert_int_eq(v.data[999], 5 + 999);
    vec_release(&v);
}
END_TEST

START_TEST(reserve_makes_room_once)
{
    int_vec_t v = {0};
    vec_reserve(&v, 500);
    ck_assert_uint_ge(v.cap, 500);
    ck_assert_uint_eq(v.len, 0);
    const int *data = v.data;
    for (int i = 0; i < 500; i++)
        vec_push(&v, i);
    ck_assert_ptr_eq(v.data, data);
    vec_reserve(&v, 10);
    ck_assert_ptr_eq(v.data, data);
    vec_release(&v);
}
END_TEST

START_TEST(growth_is_geometric)
{
    int_vec_t v = {0};
    size_t moves = 0, cap = 0;
    for (int i = 0; i < 100000; i++) {
        vec_push(&v, i);
        moves += v.cap != cap;
        cap = v.cap;
    }
    ck_assert_uint_le(moves, 40);
    vec_release(&v);
}
END_TEST

START_TEST(release_leaves_an_empty_vector)
{
    int_vec_t v = {0};
    vec_push(&v, 1);
    vec_release(&v);
    ck_assert_ptr_null(v.data);
    ck_assert_uint_eq(v.len, 0);
    ck_assert_uint_eq(v.cap, 0);
    vec_push(&v, 2);
    ck_assert_int_eq(v.data[0], 2);
    vec_release(&v);
    vec_release(&v);
}
END_TEST

TEST_SUITE(vec,
           push_keeps_order,
           pop_is_the_inverse_of_push,
           push_may_read_its_own_vector,
           reserve_makes_room_once,
           growth_is_geometric,
           release_leaves_an_empty_vector)
