// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"

void engine_cegar(task_t *task)
{
    (void)task;
}
