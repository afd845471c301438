// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_TAP_H
#define CLAVE_TESTS_TAP_H

// The frame of every test program. A test file ends in TEST_SUITE, which
// lists its tests; adding the file to the program's sources is all that is
// needed to run it. Output is TAP under "make check" and Check's own format
// when the program is run by hand.

#include <check.h>
#include <stddef.h>

// A suite of one case of the same name. A test that is written but not listed
// is an unused variable, which the compiler reports.
#define TEST_SUITE(name, ...) TEST_SUITE_WITH(name, NULL, NULL, __VA_ARGS__)

// The same with functions that run around each test, in its process.
#define TEST_SUITE_WITH(name, setup, teardown, ...)                           \
    __attribute__((constructor)) static void register_##name(void)            \
    {                                                                         \
        const TTest *const tests[] = {__VA_ARGS__};                           \
        tap_add(#name, setup, teardown, tests,                                \
                sizeof tests / sizeof tests[0]);                              \
    }

// What TEST_SUITE calls, before main.
void tap_add(const char *name, SFun setup, SFun teardown,
             const TTest *const *tests, size_t count);

#endif
