// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"
#include "tests/tap.h"

START_TEST(engines_are_found_by_name)
{
    for (size_t i = 0; i < engine_count(); i++)
        ck_assert_ptr_eq(engine_find(engine_at(i)->name), engine_at(i));
    ck_assert_ptr_null(engine_find("magic"));
}
END_TEST

TEST_SUITE(engine, engines_are_found_by_name)
