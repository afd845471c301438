// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"

#include <math.h>

// Reals, times and strings: constants only.

static bool real_arithmetic(vhdl_predefined_t which, double a, double b,
                            double *r)
{
    switch (which) {
    case PREDEF_FLOATING_IDENTITY: *r = a; return true;
    case PREDEF_FLOATING_NEGATION: *r = -a; return true;
    case PREDEF_FLOATING_ABSOLUTE: *r = fabs(a); return true;
    case PREDEF_FLOATING_PLUS: *r = a + b; return true;
    case PREDEF_FLOATING_MINUS: *r = a - b; return true;
    case PREDEF_FLOATING_MUL: case PREDEF_UNIVERSAL_R_I_MUL:
    case PREDEF_UNIVERSAL_I_R_MUL: *r = a * b; return true;
    case PREDEF_FLOATING_DIV: case PREDEF_UNIVERSAL_R_I_DIV:
        *r = a / b;
        return true;
    case PREDEF_FLOATING_EXP: case PREDEF_IEEE_MATH_REAL_POW:
        *r = pow(a, b);
        return true;
    case PREDEF_FLOATING_MINIMUM: *r = a < b ? a : b; return true;
    case PREDEF_FLOATING_MAXIMUM: *r = a > b ? a : b; return true;
    case PREDEF_IEEE_MATH_REAL_CEIL: *r = ceil(a); return true;
    case PREDEF_IEEE_MATH_REAL_FLOOR: *r = floor(a); return true;
    case PREDEF_IEEE_MATH_REAL_ROUND: *r = round(a); return true;
    case PREDEF_IEEE_MATH_REAL_LOG2: *r = log2(a); return true;
    default: return false;
    }
}

static bool real_comparison(vhdl_predefined_t which, double a, double b,
                            bool *r)
{
    switch (which) {
    case PREDEF_FLOATING_LESS: *r = a < b; return true;
    case PREDEF_FLOATING_LESS_EQUAL: *r = a <= b; return true;
    case PREDEF_FLOATING_GREATER: *r = a > b; return true;
    case PREDEF_FLOATING_GREATER_EQUAL: *r = a >= b; return true;
    default: return false;
    }
}

// A number that stands beside a real.
static bool as_real(const operation_t *op, size_t i, double *r)
{
    int64_t n;
    if (i >= op->count) {
        *r = 0;
        return true;
    }
    if (op->args[i].type->kind == TYPE_REAL) {
        *r = op->args[i].real;
        return true;
    }
    if (!sval_constant(&op->l->values, op->args[i].term, &n))
        return false;
    *r = (double)n;
    return true;
}

static bool of_reals(const operation_t *op, sval_t *result)
{
    double a, b, r;
    bool truth;
    bool real = false;
    for (size_t i = 0; i < op->count; i++)
        real |= op->args[i].type->kind == TYPE_REAL;
    if (!real || !as_real(op, 0, &a) || !as_real(op, 1, &b))
        return false;
    if (real_comparison(op->which, a, b, &truth)) {
        *result = predefined_boolean(op->l, term_bool(op->l->ctx, truth));
        return true;
    }
    if (!real_arithmetic(op->which, a, b, &r))
        return false;
    const type_t *t = op->args[0].type->kind == TYPE_REAL ? op->args[0].type
                                                          : op->args[1].type;
    *result = (sval_t){.type = t, .real = r};
    return true;
}

static bool of_times(const operation_t *op, sval_t *result)
{
    context_t *c = op->l->ctx;
    const sval_t *v = op->args;
    const term_t a = v[0].term, b = op->count > 1 ? v[1].term : a;
    const type_t *type = v[0].type->kind == TYPE_TIME || op->count < 2
        ? v[0].type : v[1].type;
    term_t t;
    switch (op->which) {
    case PREDEF_PHYSICAL_PLUS: t = term_add(c, a, b); break;
    case PREDEF_PHYSICAL_MINUS: t = term_sub(c, a, b); break;
    case PREDEF_PHYSICAL_NEGATION: t = term_neg(c, a); break;
    case PREDEF_PHYSICAL_IDENTITY: t = a; break;
    case PREDEF_PHYSICAL_INTEGER_MUL: case PREDEF_INTEGER_PHYSICAL_MUL:
        t = term_mul(c, a, b);
        break;
    case PREDEF_PHYSICAL_INTEGER_DIV: t = term_vhdl_div(c, a, b); break;
    case PREDEF_PHYSICAL_PHYSICAL_DIV:
        t = term_vhdl_div(c, a, b);
        type = type_integer(op->l);
        break;
    case PREDEF_PHYSICAL_MOD: t = term_vhdl_mod(c, a, b); break;
    case PREDEF_PHYSICAL_REM: t = term_vhdl_rem(c, a, b); break;
    default: return false;
    }
    *result = sval_scalar(type, t);
    return true;
}

bool predefined_constant(const operation_t *op, sval_t *result)
{
    return of_reals(op, result) || of_times(op, result);
}
