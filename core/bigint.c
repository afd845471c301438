// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/bigint.h"
#include "core/checked.h"
#include "core/hash.h"

#include <assert.h>
#include <gmp.h>

struct bignum {
    mpz_t z;
};

// Takes z over: the result is small whenever it fits.
static bigint_t wrap(mpz_t z)
{
    if (mpz_fits_slong_p(z)) {
        const bigint_t small = bigint_of(mpz_get_si(z));
        mpz_clear(z);
        return small;
    }
    struct bignum *big = xmalloc(sizeof *big);
    mpz_init(big->z);
    mpz_swap(big->z, z);
    mpz_clear(z);
    return (bigint_t){0, big};
}

_Static_assert(sizeof(long) == sizeof(int64_t), "GMP takes 64-bit longs");

static void init_from(mpz_t z, bigint_t a)
{
    if (a.big != NULL)
        mpz_init_set(z, a.big->z);
    else
        mpz_init_set_si(z, a.small);
}

typedef void (*mpz_fn)(mpz_t, const mpz_t, const mpz_t);

static bigint_t slow(mpz_fn fn, bigint_t a, bigint_t b)
{
    mpz_t x, y, r;
    init_from(x, a);
    init_from(y, b);
    mpz_init(r);
    fn(r, x, y);
    mpz_clear(x);
    mpz_clear(y);
    return wrap(r);
}

bool bigint_parse(bigint_t *result, const char *text, size_t length)
{
    size_t i = length > 0 && (text[0] == '-' || text[0] == '+');
    if (i == length)
        return false;
    for (size_t k = i; k < length; k++)
        if (text[k] < '0' || text[k] > '9')
            return false;
    char *digits = xstrndup(text + (text[0] == '+'),
                            length - (text[0] == '+'));
    mpz_t z;
    const int failed = mpz_init_set_str(z, digits, 10);
    assert(failed == 0);
    (void)failed;
    free(digits);
    *result = wrap(z);
    return true;
}

bigint_t bigint_copy(bigint_t a)
{
    if (a.big == NULL)
        return a;
    mpz_t z;
    init_from(z, a);
    return wrap(z);
}

void bigint_release(bigint_t *a)
{
    if (a->big != NULL) {
        mpz_clear(a->big->z);
        free(a->big);
    }
    *a = bigint_of(0);
}

int bigint_sign(bigint_t a)
{
    if (a.big != NULL)
        return mpz_sgn(a.big->z);
    return (a.small > 0) - (a.small < 0);
}

int bigint_compare(bigint_t a, bigint_t b)
{
    if (a.big == NULL && b.big == NULL)
        return (a.small > b.small) - (a.small < b.small);
    if (a.big != NULL && b.big != NULL)
        return mpz_cmp(a.big->z, b.big->z);
    // A large number lies beyond every small one, on the side of its sign.
    return a.big != NULL ? bigint_sign(a) : -bigint_sign(b);
}

bool bigint_equal(bigint_t a, bigint_t b)
{
    return bigint_compare(a, b) == 0;
}

uint64_t bigint_hash(bigint_t a)
{
    if (a.big == NULL)
        return hash_u64((uint64_t)a.small);
    uint64_t h = (uint64_t)mpz_sgn(a.big->z);
    for (size_t i = 0; i < mpz_size(a.big->z); i++)
        h = hash_mix(h, mpz_getlimbn(a.big->z, (mp_size_t)i));
    return h;
}

bigint_t bigint_add(bigint_t a, bigint_t b)
{
    int64_t r;
    if (!a.big && !b.big && checked_add_i64(a.small, b.small, &r))
        return bigint_of(r);
    return slow(mpz_add, a, b);
}

bigint_t bigint_sub(bigint_t a, bigint_t b)
{
    int64_t r;
    if (!a.big && !b.big && checked_sub_i64(a.small, b.small, &r))
        return bigint_of(r);
    return slow(mpz_sub, a, b);
}

bigint_t bigint_mul(bigint_t a, bigint_t b)
{
    int64_t r;
    if (!a.big && !b.big && checked_mul_i64(a.small, b.small, &r))
        return bigint_of(r);
    return slow(mpz_mul, a, b);
}

bigint_t bigint_neg(bigint_t a)
{
    return bigint_sub(bigint_of(0), a);
}

// GMP's floor and ceiling division give the Euclidean one by the sign of b.
static void euclidean_div(mpz_t r, const mpz_t a, const mpz_t b)
{
    if (mpz_sgn(b) > 0)
        mpz_fdiv_q(r, a, b);
    else
        mpz_cdiv_q(r, a, b);
}

bigint_t bigint_div(bigint_t a, bigint_t b)
{
    if (bigint_sign(b) == 0)
        return bigint_of(0);
    if (!a.big && !b.big && !(a.small == INT64_MIN && b.small == -1)) {
        const int64_t q = a.small / b.small, r = a.small % b.small;
        return bigint_of(r >= 0 ? q : b.small > 0 ? q - 1 : q + 1);
    }
    return slow(euclidean_div, a, b);
}

bigint_t bigint_mod(bigint_t a, bigint_t b)
{
    if (bigint_sign(b) == 0)
        return bigint_copy(a);
    if (!a.big && !b.big && b.small != INT64_MIN && b.small != -1) {
        const int64_t r = a.small % b.small;
        return bigint_of(r >= 0 ? r : r + (b.small > 0 ? b.small : -b.small));
    }
    return slow(mpz_mod, a, b);
}

bigint_t bigint_pow2(int64_t exponent)
{
    if (exponent <= 0)
        return bigint_of(1);
    if (exponent < 63)
        return bigint_of((int64_t)1 << exponent);
    mpz_t z;
    mpz_init(z);
    mpz_setbit(z, (mp_bitcnt_t)exponent);
    return wrap(z);
}

uint64_t bigint_log2(bigint_t a)
{
    assert(bigint_sign(a) > 0);
    if (a.big != NULL)
        return mpz_sizeinbase(a.big->z, 2) - 1;
    return 63u - (unsigned)__builtin_clzll((unsigned long long)a.small);
}

size_t bigint_bytes(bigint_t a)
{
    return a.big ? sizeof *a.big + mpz_size(a.big->z) * sizeof(mp_limb_t) : 0;
}

void bigint_format(bigint_t a, text_t *out)
{
    if (a.big == NULL) {
        text_printf(out, "%lld", (long long)a.small);
        return;
    }
    char *digits = xmalloc(mpz_sizeinbase(a.big->z, 10) + 2);
    mpz_get_str(digits, 10, a.big->z);
    text_add(out, digits);
    free(digits);
}

const char *bigint_library_version(void)
{
    return gmp_version;
}
