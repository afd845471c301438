// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "tests/core/suites.h"
#include "tests/tap.h"

int main(void)
{
    static const suite_fn_t suites[] = {
        version_suite,
        NULL,
    };
    return tap_run(suites);
}
