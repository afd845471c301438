// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "tests/tap.h"

#include <stdlib.h>

int tap_run(const suite_fn_t *suites)
{
    SRunner *runner = srunner_create(NULL);
    for (; *suites; suites++)
        srunner_add_suite(runner, (*suites)());

    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
