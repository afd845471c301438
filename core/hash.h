// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_HASH_H
#define CLAVE_CORE_HASH_H

// Hash functions, and a table from 64-bit keys to 64-bit values. Results do
// not depend on addresses, so runs repeat; the table is not iterated, so no
// output can depend on its order.

#include "core/base.h"

static inline uint64_t hash_u64(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static inline uint64_t hash_mix(uint64_t h, uint64_t x)
{
    return hash_u64(h * 0x9e3779b97f4a7c15u + x + 0x7f4a7c15u);
}

uint64_t hash_bytes(const void *bytes, size_t length);

typedef struct map map_t;

map_t *map_new(void);
void map_free(map_t *map);
size_t map_count(const map_t *map);
// Sets or replaces.
void map_put(map_t *map, uint64_t key, uint64_t value);
// False if the key is not there; `value` may be NULL.
bool map_get(const map_t *map, uint64_t key, uint64_t *value);

#endif
