// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "tests/tap.h"

static map_t *map;

static void setup(void)
{
    map = map_new();
}

static void teardown(void)
{
    map_free(map);
}

START_TEST(a_new_map_has_nothing)
{
    uint64_t value = 99;
    ck_assert_uint_eq(map_count(map), 0);
    ck_assert(!map_get(map, 0, &value));
    ck_assert(!map_get(map, 1, &value));
    ck_assert_uint_eq(value, 99);
    map_free(NULL);
}
END_TEST

START_TEST(put_replaces)
{
    uint64_t value = 0;
    map_put(map, 7, 70);
    map_put(map, 7, 71);
    ck_assert_uint_eq(map_count(map), 1);
    ck_assert(map_get(map, 7, &value));
    ck_assert_uint_eq(value, 71);
    ck_assert(map_get(map, 7, NULL));
    ck_assert(!map_get(map, 8, NULL));
}
END_TEST

START_TEST(any_key_and_any_value)
{
    static const uint64_t keys[] = {0, 1, UINT64_MAX, (uint64_t)1 << 63};
    for (size_t i = 0; i < 4; i++)
        map_put(map, keys[i], keys[3 - i]);
    ck_assert_uint_eq(map_count(map), 4);
    for (size_t i = 0; i < 4; i++) {
        uint64_t value = 5;
        ck_assert(map_get(map, keys[i], &value));
        ck_assert_uint_eq(value, keys[3 - i]);
    }
    map_put(map, 0, 12);
    ck_assert_uint_eq(map_count(map), 4);
    uint64_t value = 5;
    ck_assert(map_get(map, 0, &value));
    ck_assert_uint_eq(value, 12);
}
END_TEST

// Keys in steps of `step` are the worst case of a weak hash function.
static void fill_and_look(uint64_t step)
{
    enum { COUNT = 100000 };
    for (uint64_t i = 0; i < COUNT; i++)
        map_put(map, i * step, i + 1);
    ck_assert_uint_eq(map_count(map), COUNT);
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t value = 0;
        ck_assert(map_get(map, i * step, &value));
        ck_assert_uint_eq(value, i + 1);
    }
    ck_assert(!map_get(map, COUNT * step, NULL));
}

START_TEST(many_keys)
{
    fill_and_look(1);
}
END_TEST

START_TEST(many_keys_far_apart)
{
    fill_and_look((uint64_t)1 << 40);
}
END_TEST

START_TEST(bytes_hash_by_content)
{
    const char a[] = "entity fifo is";
    char b[sizeof a + 1] = "?entity fifo is";
    ck_assert_uint_eq(hash_bytes(a, sizeof a), hash_bytes(b + 1, sizeof a));
    for (size_t i = 0; i < sizeof a; i++) {
        b[i + 1] ^= 1;
        ck_assert_uint_ne(hash_bytes(a, sizeof a),
                          hash_bytes(b + 1, sizeof a));
        b[i + 1] ^= 1;
    }
}
END_TEST

START_TEST(bytes_hash_by_length)
{
    static const char zeroes[64];
    for (size_t i = 0; i < 64; i++)
        for (size_t j = 0; j < i; j++)
            ck_assert_uint_ne(hash_bytes(zeroes, i), hash_bytes(zeroes, j));
}
END_TEST

START_TEST(low_bits_are_spread)
{
    unsigned buckets[256] = {0};
    for (uint64_t i = 0; i < 256 * 64; i++)
        buckets[hash_u64(i << 32) & 255]++;
    for (size_t i = 0; i < 256; i++)
        ck_assert_uint_lt(buckets[i], 64 * 3);
}
END_TEST

TEST_SUITE_WITH(hash, setup, teardown,
                a_new_map_has_nothing,
                put_replaces,
                any_key_and_any_value,
                many_keys,
                many_keys_far_apart,
                bytes_hash_by_content,
                bytes_hash_by_length,
                low_bits_are_spread)
