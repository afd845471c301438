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
