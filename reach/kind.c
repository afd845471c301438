// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"

void engine_kind(task_t *task)
{
    (void)task;
}
