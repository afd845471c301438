// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_CHECKED_H
#define CLAVE_CORE_CHECKED_H

// Arithmetic on numbers that come from outside: each function returns false,
// and leaves the result alone, when the exact result does not fit.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool checked_mul_size(size_t a, size_t b, size_t *result)
{
    size_t exact;
    if (__builtin_mul_overflow(a, b, &exact))
        return false;
    *result = exact;
    return true;
}

static inline bool checked_add_i64(int64_t a, int64_t b, int64_t *result)
{
    int64_t exact;
    if (__builtin_add_overflow(a, b, &exact))
        return false;
    *result = exact;
    return true;
}

static inline bool checked_sub_i64(int64_t a, int64_t b, int64_t *result)
{
    int64_t exact;
    if (__builtin_sub_overflow(a, b, &exact))
        return false;
    *result = exact;
    return true;
}

static inline bool checked_mul_i64(int64_t a, int64_t b, int64_t *result)
{
    int64_t exact;
    if (__builtin_mul_overflow(a, b, &exact))
        return false;
    *result = exact;
    return true;
}

#endif
