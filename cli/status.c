// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/status.h"

static int rank(status_t status)
{
    switch (status) {
    case STATUS_INTERNAL:
        return 4;
    case STATUS_INPUT:
        return 3;
    case STATUS_VIOLATED:
        return 2;
    case STATUS_UNKNOWN:
        return 1;
    case STATUS_WELL:
        break;
    }
    return 0;
}

status_t status_worse(status_t a, status_t b)
{
    return rank(a) >= rank(b) ? a : b;
}
