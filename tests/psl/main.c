// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "tests/psl/suites.h"
#include "tests/tap.h"

int main(void)
{
    static const suite_fn_t suites[] = {
        NULL,
    };
    return tap_run(suites);
}
