// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/vec.h"

void *vec_grow(void *data, size_t *cap, size_t need, size_t size)
{
    size_t wanted = *cap < 8 ? 8 : *cap + *cap / 2;
    if (wanted < need)
        wanted = need;
    *cap = wanted;
    return xnrealloc(data, wanted, size);
}
