// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "bdd/image.h"
#include "tests/tap.h"

// A counter of some bits that rises when the input is true.
#define BITS 10

typedef struct {
    bdd_manager_t *m;
    image_t *image;
    unsigned current[BITS], input;
} counter_t;

static void add_bit(counter_t *c, unsigned bit, bdd_t *carry)
{
    bdd_manager_t *m = c->m;
    bdd_t x = bdd_var(m, c->current[bit]), y = bdd_var(m, c->current[bit] + 1);
    bdd_t sum = bdd_xor(m, x, *carry);
    bdd_t part = bdd_iff(m, y, sum);
    image_add_part(c->image, part);
    bdd_replace(m, carry, bdd_and(m, x, *carry));
    bdd_unref(m, x);
    bdd_unref(m, y);
    bdd_unref(m, sum);
    bdd_unref(m, part);
}

static void counter_init(counter_t *c)
{
    c->m = bdd_manager_new(0);
    c->image = image_new(c->m);
    c->input = bdd_new_var(c->m);
    image_add_input(c->image, c->input);
    for (unsigned i = 0; i < BITS; i++) {
        c->current[i] = bdd_new_pair(c->m);
        image_add_state(c->image, c->current[i], c->current[i] + 1);
    }
    bdd_t carry = bdd_var(c->m, c->input);
    for (unsigned i = 0; i < BITS; i++)
        add_bit(c, i, &carry);
    bdd_unref(c->m, carry);
}

static void counter_release(counter_t *c)
{
    image_free(c->image);
    bdd_manager_free(c->m);
}

static bdd_t number(const counter_t *c, unsigned n)
{
    bdd_t all = bdd_true(c->m);
    for (unsigned i = 0; i < BITS; i++) {
        bdd_t bit = bdd_var(c->m, c->current[i]);
        if (!(n >> i & 1))
            bdd_replace(c->m, &bit, bdd_not(c->m, bit));
        bdd_replace(c->m, &all, bdd_and(c->m, all, bit));
        bdd_unref(c->m, bit);
    }
    return all;
}

START_TEST(a_step_rises_or_stays)
{
    counter_t c;
    counter_init(&c);
    for (unsigned n = 1000; n < 1024 + 8; n++) {
        bdd_t from = number(&c, n % 1024), to = number(&c, (n + 1) % 1024);
        bdd_t expected = bdd_or(c.m, from, to);
        bdd_t image = image_forward(c.image, from);
        ck_assert(bdd_equal(image, expected));
        // There is one step: its input is true.
        bdd_t steps = image_steps(c.image, from, to);
        char values[1 + 2 * BITS];
        ck_assert(bdd_pick(c.m, steps, values));
        ck_assert_int_eq(values[c.input], 1);
        ck_assert(bdd_count(c.m, steps, 1 + 2 * BITS) == 1.0);
        bdd_unref(c.m, from);
        bdd_unref(c.m, to);
        bdd_unref(c.m, expected);
        bdd_unref(c.m, image);
        bdd_unref(c.m, steps);
    }
    counter_release(&c);
}
END_TEST

START_TEST(all_states_are_reached_one_by_one)
{
    counter_t c;
    counter_init(&c);
    bdd_t reached = number(&c, 5);
    for (unsigned steps = 0;; steps++) {
        bdd_t image = image_forward(c.image, reached);
        if (bdd_equal(image, reached)) {
            ck_assert_uint_eq(steps, 1023);
            bdd_unref(c.m, image);
            break;
        }
        bdd_replace(c.m, &reached, image);
    }
    ck_assert(bdd_is_true(c.m, reached));
    bdd_unref(c.m, reached);
    counter_release(&c);
}
END_TEST

TEST_SUITE(image, a_step_rises_or_stays, all_states_are_reached_one_by_one)
