// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linked into each program that uses libghdl when the address sanitizer is
// on: libghdl never frees 8 bytes of its list of libraries.

#include "config.h"

const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libghdl\nleak:libgnat\n";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
