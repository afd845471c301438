// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"

// Shifts and rotations. The distance may be any integer: a negative one goes
// the other way for sll and its kin, and is out of range for shift_left.

typedef enum { FILL_ZERO, FILL_SIGN, FILL_ROUND } fill_t;

typedef struct {
    bool left;
    fill_t fill;
    bool both_ways;
} shift_t;

static bool classify(vhdl_predefined_t which, shift_t *s)
{
    switch (which) {
    case PREDEF_IEEE_NUMERIC_STD_SHF_LEFT_UNS_NAT:
    case PREDEF_IEEE_NUMERIC_STD_SHF_LEFT_SGN_NAT:
        *s = (shift_t){true, FILL_ZERO, false};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_SHF_RIGHT_UNS_NAT:
        *s = (shift_t){false, FILL_ZERO, false};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_SHF_RIGHT_SGN_NAT:
        *s = (shift_t){false, FILL_SIGN, false};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_ROT_LEFT_UNS_NAT:
    case PREDEF_IEEE_NUMERIC_STD_ROT_LEFT_SGN_NAT:
        *s = (shift_t){true, FILL_ROUND, false};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_ROT_RIGHT_UNS_NAT:
    case PREDEF_IEEE_NUMERIC_STD_ROT_RIGHT_SGN_NAT:
        *s = (shift_t){false, FILL_ROUND, false};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_SLL_UNS_INT:
    case PREDEF_IEEE_NUMERIC_STD_SLL_SGN_INT: case PREDEF_ARRAY_SLL:
    case PREDEF_IEEE_1164_VECTOR_SLL:
        *s = (shift_t){true, FILL_ZERO, true};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_SRL_UNS_INT:
    case PREDEF_IEEE_NUMERIC_STD_SRL_SGN_INT: case PREDEF_ARRAY_SRL:
    case PREDEF_IEEE_1164_VECTOR_SRL:
        *s = (shift_t){false, FILL_ZERO, true};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_ROL_UNS_INT:
    case PREDEF_IEEE_NUMERIC_STD_ROL_SGN_INT: case PREDEF_ARRAY_ROL:
    case PREDEF_IEEE_1164_VECTOR_ROL:
        *s = (shift_t){true, FILL_ROUND, true};
        return true;
    case PREDEF_IEEE_NUMERIC_STD_ROR_UNS_INT:
    case PREDEF_IEEE_NUMERIC_STD_ROR_SGN_INT: case PREDEF_ARRAY_ROR:
    case PREDEF_IEEE_1164_VECTOR_ROR:
        *s = (shift_t){false, FILL_ROUND, true};
        return true;
    default:
        return false;
    }
}

// Bits from the left, shifted by a known distance (negative: to the right).
static void move(context_t *c, const term_t *from, size_t n, int64_t left,
                 fill_t fill, term_t *to)
{
    for (size_t i = 0; i < n; i++) {
        int64_t at = (int64_t)i + left;
        if (fill == FILL_ROUND)
            at = ((at % (int64_t)n) + (int64_t)n) % (int64_t)n;
        if (at >= 0 && at < (int64_t)n)
            to[i] = from[at];
        else
            to[i] = fill == FILL_SIGN && left < 0 ? from[0] : term_false(c);
    }
}

// A multiplication or division by a power of two, for symbolic widths.
static bool shift_number(const operation_t *op, shift_t s, int64_t distance,
                         sval_t *result)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    const term_t width = vector_width(&l->values, a);
    if (s.fill != FILL_ZERO)
        return false;
    if (distance < 0) {
        s.left = !s.left;
        distance = -distance;
    }
    const term_t power = term_pow2(l->ctx, term_int(l->ctx, distance));
    const term_t n = vector_natural(&l->values, a);
    const term_t t = s.left
        ? predefined_wrap(l, term_mul(l->ctx, n, power), width)
        : term_div(l->ctx, n, power);
    *result = predefined_vector(l, a->type, t, width);
    return true;
}

// One case per distance that makes a difference.
static sval_t shift_by_term(const operation_t *op, shift_t s,
                            const term_t *bits, size_t n, term_t distance)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    term_t *to = arena_calloc(l->arena, n + 1, sizeof *to);
    if (s.both_ways && !sval_at_least(&l->values, distance, 0))
        return lower_error(l, op->node, "not supported: a shift by a signal "
                                        "that may be negative");
    const term_t by = s.fill == FILL_ROUND
        ? term_mod(l->ctx, distance, term_int(l->ctx, (int64_t)n)) : distance;
    // Everything that is further away than the width looks the same.
    move(l->ctx, bits, n, s.left ? (int64_t)n : -(int64_t)n,
         s.fill == FILL_ROUND ? FILL_ZERO : s.fill, to);
    sval_t r = predefined_bits(l, a->type, to, n);
    for (size_t k = n; k-- > 0;) {
        move(l->ctx, bits, n, s.left ? (int64_t)k : -(int64_t)k, s.fill, to);
        const sval_t here = predefined_bits(l, a->type, to, n);
        r = sval_ite(&l->values,
                     term_eq(l->ctx, by, term_int(l->ctx, (int64_t)k)),
                     &here, &r);
    }
    return r;
}

bool predefined_shift(const operation_t *op, sval_t *result)
{
    lower_t *l = op->l;
    shift_t s;
    if (!classify(op->which, &s) || op->args[0].type->kind != TYPE_VECTOR)
        return false;
    const term_t distance = op->args[1].term;
    if (!s.both_ways)
        lower_oblige(l, PROPERTY_RANGE, op->node,
                     term_le(l->ctx, term_int(l->ctx, 0), distance),
                     "shift by a negative number");
    int64_t k;
    size_t n;
    const bool known = sval_constant(&l->values, distance, &k);
    const term_t *bits = vector_explode(&l->values, &op->args[0], &n);
    if (bits == NULL) {
        if (known && shift_number(op, s, k, result))
            return true;
        lower_structural(l, vector_width(&l->values, &op->args[0]), op->node,
                         "the width of a shift");
        *result = sval_bad(op->args[0].type);
    } else if (n == 0) {
        *result = op->args[0];
    } else if (known) {
        term_t *to = arena_calloc(l->arena, n + 1, sizeof *to);
        move(l->ctx, bits, n, s.left ? k : -k, s.fill, to);
        *result = predefined_bits(l, op->args[0].type, to, n);
    } else {
        *result = shift_by_term(op, s, bits, n, distance);
    }
    return true;
}
