// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each test program's main does.  Output is TAP under "make check" and
// Check's own format when the program is run by hand.

#ifndef CLAVE_TESTS_TAP_H
#define CLAVE_TESTS_TAP_H

#include <check.h>

typedef Suite *(*suite_fn_t)(void);

// Runs the suites of the NULL-terminated list; the exit status for main.
int tap_run(const suite_fn_t *suites);

#endif
