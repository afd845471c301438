// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_SVAL_H
#define CLAVE_FRONTEND_SVAL_H

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
#include "core/hash.h"
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

// Where values are made. `lows` knows lower bounds of parameters: from a
// variable's number to the bound + 2^32.
typedef struct {
    context_t *ctx;
    arena_t *arena;
    map_t *lows;
} values_t;

// Is the term at least `bound` for every value of the parameters? False if
// that cannot be seen at a glance.
bool sval_at_least(const values_t *v, term_t t, int64_t bound);
void sval_set_low(values_t *v, var_t parameter, int64_t low);
// Is it a number that fits?
bool sval_constant(const values_t *v, term_t t, int64_t *n);

// ---- making values ----

sval_t sval_scalar(const type_t *type, term_t term);
// What follows a reported error.
sval_t sval_bad(const type_t *type);
// `a` if c, else `b`: two values of the same shape, or vectors of one width.
// Bad if they are neither, and for reals and strings.
sval_t sval_ite(values_t *v, term_t c, const sval_t *a, const sval_t *b);
// Are they equal, as `=` of the language has it for scalars and composites?
// Arrays are held as their elements (lower_parts).
term_t sval_equal_term(values_t *v, const sval_t *a, const sval_t *b);

// Appends the terms that the value consists of, in a fixed order.
void sval_terms(const sval_t *value, term_vec_t *terms);
// The same value with other terms, taken from *next on.
sval_t sval_with_terms(values_t *v, const sval_t *value, const term_t **next);

// ---- vectors ----

sval_t vector_number(values_t *v, const type_t *type, term_t n, term_t width);
// Bits from the left.
sval_t vector_bits(values_t *v, const type_t *type, const term_t *bits,
                   size_t count);
term_t vector_width(values_t *v, const sval_t *a);
bool vector_constant_width(values_t *v, const sval_t *a, size_t *width);
// As a natural number, and as a signed one.
term_t vector_natural(values_t *v, const sval_t *a);
term_t vector_integer(values_t *v, const sval_t *a);
// All bits from the left, in the arena; NULL if the width is symbolic.
const term_t *vector_explode(values_t *v, const sval_t *a, size_t *count);
// `width` bits from position `low` up (0 is the rightmost). False if the
// position cannot be made out for symbolic parameters.
bool vector_slice(values_t *v, const sval_t *a, term_t low, term_t width,
                  const type_t *type, sval_t *result);
sval_t vector_concat(values_t *v, const type_t *type, const sval_t *a,
                     const sval_t *b);
// With the segments of `like`, which has the same width. False as above.
bool vector_conform(values_t *v, const sval_t *a, const sval_t *like,
                    sval_t *result);
// Is it all bits, more than one?
bool vector_is_exploded(const sval_t *a);

#endif
