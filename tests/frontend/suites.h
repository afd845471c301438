// SPDX-License-Identifier: GPL-3.0-or-later
//
// One suite per module of frontend/.

#ifndef CLAVE_TESTS_FRONTEND_SUITES_H
#define CLAVE_TESTS_FRONTEND_SUITES_H

#include <check.h>

#endif
