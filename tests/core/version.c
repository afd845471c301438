// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "core/version.h"
#include "tests/tap.h"

START_TEST(is_the_package_version)
{
    ck_assert_str_eq(version_string(), PACKAGE_VERSION);
}
END_TEST

TEST_SUITE(version, is_the_package_version)
