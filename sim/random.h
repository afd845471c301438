// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_RANDOM_H
#define CLAVE_SIM_RANDOM_H

// Random numbers that are the same everywhere for the same seed (splitmix64).

#include "core/hash.h"

typedef struct {
    uint64_t state;
} random_t;

static inline uint64_t random_next(random_t *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline random_t random_seeded(uint64_t seed)
{
    return (random_t){hash_u64(seed + 0x632be59bd9b4e019u)};
}

// Below n, which is not 0.
static inline uint64_t random_below(random_t *r, uint64_t n)
{
    return (random_next(r) >> 16) % n;
}

static inline bool random_percent(random_t *r, unsigned percent)
{
    return random_below(r, 100) < percent;
}

// From low to high, both included; low if there is none.
static inline int64_t random_between(random_t *r, int64_t low, int64_t high)
{
    const uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    return high <= low || span == 0
        ? low : (int64_t)((uint64_t)low + random_next(r) % span);
}

#endif
