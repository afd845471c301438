// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/psl/laws.h"
#include "tests/tap.h"

START_TEST(the_laws_hold_and_the_wrong_ones_do_not)
{
    for (size_t i = 0; i < law_count(); i++) {
        char *witness = law_try(i, 0, 2000);
        if (law_is_right(i))
            ck_assert_msg(!witness, "%s: %s", law_name(i), witness);
        else {
            ck_assert_msg(witness, "%s", law_name(i));
            printf("# wrong: %s\n#   %s\n", law_name(i), witness);
        }
        free(witness);
    }
}
END_TEST

TEST_SUITE(laws, the_laws_hold_and_the_wrong_ones_do_not)
