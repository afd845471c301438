// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/memo.h"

void memo_init(memo_t *memo)
{
    *memo = (memo_t){0};
}

void memo_release(memo_t *memo)
{
    free(memo->slots);
    memo_init(memo);
}

// Indices are dense, and neighbours are often asked for together: a
// multiplication spreads blocks of them, within a block they stay neighbours.
static size_t place(uint32_t key)
{
    return (size_t)(key >> 3) * 0x9e3779b97f4a7c15u >> 20 << 3 | (key & 7);
}

static memo_slot_t *find(const memo_t *memo, uint32_t key)
{
    const size_t mask = memo->size - 1;
    size_t i = place(key) & mask;
    while (memo->slots[i].key != 0 && memo->slots[i].key != key)
        i = (i + 1) & mask;
    return &memo->slots[i];
}

static void grow(memo_t *memo)
{
    const memo_t old = *memo;
    memo->size = old.size ? old.size * 2 : 64;
    memo->slots = xcalloc(memo->size, sizeof *memo->slots);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].key != 0)
            *find(memo, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

uint32_t memo_get(const memo_t *memo, term_t t)
{
    return memo->size > 0 ? find(memo, (t.id >> 1) + 1)->value : 0;
}

void memo_set(memo_t *memo, term_t t, uint32_t value)
{
    if (memo->used * 2 >= memo->size)
        grow(memo);
    memo_slot_t *slot = find(memo, (t.id >> 1) + 1);
    memo->used += slot->key == 0;
    *slot = (memo_slot_t){(t.id >> 1) + 1, value};
}
