// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "core/version.h"

const char *version_string(void)
{
    return PACKAGE_VERSION;
}
