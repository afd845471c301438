// SPDX-License-Identifier: GPL-3.0-or-later
//
// One suite per module of core/.

#ifndef CLAVE_TESTS_CORE_SUITES_H
#define CLAVE_TESTS_CORE_SUITES_H

#include <check.h>

Suite *version_suite(void);

#endif
