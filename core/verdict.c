// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/verdict.h"

static const char *const names[VERDICT_KINDS] = {"proved", "violated",
                                                 "unknown", "unsupported"};

void verdict_release(verdict_t *verdict)
{
    trace_free(verdict->trace);
    verdict->trace = NULL;
}

const char *verdict_name(verdict_kind_t kind)
{
    return names[kind];
}

// How pressing each status is: 4, 3, 1, 2, 0.
static unsigned rank(exit_status_t status)
{
    switch (status) {
    case EXIT_INTERNAL: return 4;
    case EXIT_WRONG_INPUT: return 3;
    case EXIT_VIOLATED: return 2;
    case EXIT_UNKNOWN: return 1;
    case EXIT_ALL_PROVED: break;
    }
    return 0;
}

exit_status_t exit_status_join(exit_status_t a, exit_status_t b)
{
    return rank(a) >= rank(b) ? a : b;
}

exit_status_t verdict_exit_status(verdict_kind_t kind)
{
    static const exit_status_t status[VERDICT_KINDS] = {
        EXIT_ALL_PROVED, EXIT_VIOLATED, EXIT_UNKNOWN, EXIT_WRONG_INPUT};
    return status[kind];
}
