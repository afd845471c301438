// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "core/version.h"
#include "tests/core/suites.h"

START_TEST(is_the_package_version)
{
    ck_assert_str_eq(version_string(), PACKAGE_VERSION);
}
END_TEST

Suite *version_suite(void)
{
    Suite *suite = suite_create("version");
    TCase *tc = tcase_create("version");
    tcase_add_test(tc, is_the_package_version);
    suite_add_tcase(suite, tc);
    return suite;
}
