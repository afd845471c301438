// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/psl/agree.h"
#include "tests/tap.h"

START_TEST(all_ways_agree)
{
    agree_t a = agree_run(1, 6000);
    agree_print(&a);
    ck_assert_msg(!a.disagreement, "%s", a.disagreement);
    ck_assert_uint_ge(a.holds * 10, a.pairs * 3);
    ck_assert_uint_ge((a.pairs - a.holds) * 10, a.pairs * 3);
    ck_assert_uint_ge(a.clocks * 2, a.pairs);
    ck_assert_uint_ge(a.seres * 10, a.pairs * 3);
}
END_TEST

TEST_SUITE(agreement, all_ways_agree)
