// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_BIGINT_H
#define CLAVE_CORE_BIGINT_H

// Integers without bounds. Values that fit 64 bits are held in the struct
// itself, larger ones in GMP; the representation is unique, so the small part
// of two equal numbers is equal. Results are owned by the caller (release
// them), arguments are borrowed.

#include "core/text.h"

typedef struct {
    int64_t small;
    struct bignum *big; // NULL: the value is `small`
} bigint_t;

static inline bigint_t bigint_of(int64_t value)
{
    return (bigint_t){value, NULL};
}

static inline bool bigint_is_small(bigint_t a)
{
    return a.big == NULL;
}

// An optional sign and decimal digits. False if the text is anything else.
bool bigint_parse(bigint_t *result, const char *text, size_t length) MUST_USE;
bigint_t bigint_copy(bigint_t a);
void bigint_release(bigint_t *a);

// Negative, zero or positive.
int bigint_compare(bigint_t a, bigint_t b);
bool bigint_equal(bigint_t a, bigint_t b);
int bigint_sign(bigint_t a);
uint64_t bigint_hash(bigint_t a);

bigint_t bigint_add(bigint_t a, bigint_t b);
bigint_t bigint_sub(bigint_t a, bigint_t b);
bigint_t bigint_mul(bigint_t a, bigint_t b);
bigint_t bigint_neg(bigint_t a);
// Euclidean, as in SMT-LIB: a = b * div + mod with 0 <= mod < |b|. Division
// by zero is total here: div is 0 and mod is a.
bigint_t bigint_div(bigint_t a, bigint_t b);
bigint_t bigint_mod(bigint_t a, bigint_t b);
// 2^exponent; 1 for a negative exponent.
bigint_t bigint_pow2(int64_t exponent);
// Floor of log2 for a positive number.
uint64_t bigint_log2(bigint_t a);

// Memory beside the struct itself.
size_t bigint_bytes(bigint_t a);

// Decimal.
void bigint_format(bigint_t a, text_t *out);

// The version of the library behind it.
const char *bigint_library_version(void);

#endif
