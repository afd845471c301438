// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VEC_H
#define CLAVE_CORE_VEC_H

// A growing array of any type, as a plain struct: `VEC(int) v = {0};`, then
// `v.data[i]` for i < v.len. A pointer into it is valid until the next push.
// Name the type (`typedef VEC(int) int_vec_t;`) to pass it to a function.

#include "core/base.h"

#define VEC(type)                                                             \
    struct {                                                                  \
        type *data;                                                           \
        size_t len, cap;                                                      \
    }

// Room for `need` elements; returns the (moved) data and the new capacity.
void *vec_grow(void *data, size_t *cap, size_t need, size_t size);

#define vec_reserve(v, need)                                                  \
    ((need) > (v)->cap ? (void)((v)->data = vec_grow((v)->data, &(v)->cap,   \
                                     (need), sizeof *(v)->data))              \
                       : (void)0)

// `x` is evaluated after the array has grown, and may read it.
#define vec_push(v, x)                                                        \
    (vec_reserve((v), (v)->len + 1), (v)->data[(v)->len] = (x),               \
     (void)(v)->len++)

#define vec_pop(v) ((v)->data[--(v)->len])
#define vec_last(v) ((v)->data[(v)->len - 1])

// `release` gives the memory back; the vector is then empty and usable.
#define vec_release(v)                                                        \
    (free((v)->data), (void)((v)->data = NULL, (v)->len = 0, (v)->cap = 0))

#endif
