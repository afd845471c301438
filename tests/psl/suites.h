// SPDX-License-Identifier: GPL-3.0-or-later
//
// One suite per module of psl/.

#ifndef CLAVE_TESTS_PSL_SUITES_H
#define CLAVE_TESTS_PSL_SUITES_H

#include <check.h>

#endif
