// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_VALUE_H
#define CLAVE_FRONTEND_VALUE_H

// Symbolic values: what expressions evaluate to while processes are executed.
// A value is a small struct that is passed around by value; what it points to
// lives in the arena of the lowering and is never changed, so values may
// share parts.
//
// A vector is a list of segments, most significant (leftmost) first. A segment
// is one bit (a bool term) or a number of some width (an int term within
// 0 .. 2^width - 1; how a signed vector is read is up to the operator). Its
// width may be a term over parameters. Together the widths are the length of
// the vector; one of length zero has no segments, or segments of width zero.

#include "core/arena.h"
#include "frontend/type.h"

typedef struct {
    bool bit;     // a bool term of width one
    term_t term;
    term_t width; // 1 for a bit
} segment_t;

typedef struct sval sval_t;

struct sval {
    const type_t *type;
    term_t term;               // BIT, ENUM, INT, TIME; ARRAY if `whole`
    bool whole;                // ARRAY: held as one array term
    const segment_t *segments; // VECTOR
    size_t segment_count;
    const sval_t *parts;       // ARRAY: elements from left to right; RECORD
    size_t part_count;
    double real;               // REAL
    const char *string;        // STRING, of string_length characters
    size_t string_length;
    bool bad;                  // after an error was reported: no meaning
};

// Where values are made.
typedef struct {
    context_t *ctx;
    arena_t *arena;
} values_t;

#endif
