// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/tap.h"

#include <stdlib.h>

static SRunner *runner; // made by the first suite that registers

void tap_add(const char *name, SFun setup, SFun teardown,
             const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tc = tcase_create(name);
    tcase_set_timeout(tc, 60); // sanitizers on a busy machine are slow
    if (setup != NULL || teardown != NULL)
        tcase_add_checked_fixture(tc, setup, teardown);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tc, tests[i]);
    suite_add_tcase(suite, tc);
    if (runner == NULL)
        runner = srunner_create(NULL);
    srunner_add_suite(runner, suite);
}

int main(void)
{
    if (runner == NULL)
        runner = srunner_create(NULL);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
