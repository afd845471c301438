// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "core/version.h"

#include <stdio.h>

int main(void)
{
    printf("clave %s\n", version_string());
    return 0;
}
