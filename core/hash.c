// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"

typedef struct {
    uint64_t key, value;
} slot_t;

// Open addressing with linear probing. Key 0 marks an empty slot, so the
// value of a real key 0 is kept beside the table.
struct map {
    slot_t *slots;
    size_t size; // a power of two, or 0
    size_t used; // slots taken
    bool has_zero;
    uint64_t zero_value;
};

uint64_t hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    uint64_t h = hash_u64(length);
    for (; length >= 8; p += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_mix(h, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, p, length);
    return hash_mix(h, rest);
}

map_t *map_new(void)
{
    return xcalloc(1, sizeof(map_t));
}

void map_free(map_t *map)
{
    if (map == NULL)
        return;
    free(map->slots);
    free(map);
}

size_t map_count(const map_t *map)
{
    return map->used + map->has_zero;
}

static slot_t *find(const map_t *map, uint64_t key)
{
    const size_t mask = map->size - 1;
    size_t i = hash_u64(key) & mask;
    while (map->slots[i].key != 0 && map->slots[i].key != key)
        i = (i + 1) & mask;
    return &map->slots[i];
}

static void grow(map_t *map)
{
    const map_t old = *map;
    map->size = old.size ? old.size * 2 : 16;
    map->slots = xcalloc(map->size, sizeof(slot_t));
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].key != 0)
            *find(map, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

void map_put(map_t *map, uint64_t key, uint64_t value)
{
    if (key == 0) {
        map->has_zero = true;
        map->zero_value = value;
        return;
    }
    if (map->used * 4 >= map->size * 3)
        grow(map);
    slot_t *slot = find(map, key);
    if (slot->key == 0)
        map->used++;
    *slot = (slot_t){key, value};
}

bool map_get(const map_t *map, uint64_t key, uint64_t *value)
{
    uint64_t found;
    if (key == 0) {
        if (!map->has_zero)
            return false;
        found = map->zero_value;
    } else {
        if (map->size == 0)
            return false;
        const slot_t *slot = find(map, key);
        if (slot->key == 0)
            return false;
        found = slot->value;
    }
    if (value != NULL)
        *value = found;
    return true;
}
