// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/verdict.h"

static const char *const names[VERDICT_KINDS] = {"proved", "violated",
                                                 "unknown", "unsupported"};

void verdict_init(verdict_t *verdict, size_t property)
{
    *verdict = (verdict_t){.kind = VERDICT_UNKNOWN, .property = property,
                           .start = SIZE_MAX};
}

void verdict_release(verdict_t *verdict)
{
    trace_free(verdict->trace);
    free(verdict->reason);
    free(verdict->certificate);
    vec_release(&verdict->invariant);
    verdict_init(verdict, verdict->property);
}

const char *verdict_name(verdict_kind_t kind)
{
    return names[kind];
}
