// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"

// Operators of bits, integers and enumerations, and conversions between bits.

static term_t logical(context_t *c, vhdl_predefined_t which, term_t a,
                      term_t b, bool *known)
{
    *known = true;
    switch (which) {
    case PREDEF_BOOLEAN_AND: case PREDEF_BIT_AND:
    case PREDEF_IEEE_1164_SCALAR_AND: return term_and(c, a, b);
    case PREDEF_BOOLEAN_OR: case PREDEF_BIT_OR:
    case PREDEF_IEEE_1164_SCALAR_OR: return term_or(c, a, b);
    case PREDEF_BOOLEAN_NAND: case PREDEF_BIT_NAND:
    case PREDEF_IEEE_1164_SCALAR_NAND: return term_not(term_and(c, a, b));
    case PREDEF_BOOLEAN_NOR: case PREDEF_BIT_NOR:
    case PREDEF_IEEE_1164_SCALAR_NOR: return term_not(term_or(c, a, b));
    case PREDEF_BOOLEAN_XOR: case PREDEF_BIT_XOR:
    case PREDEF_IEEE_1164_SCALAR_XOR: return term_ne(c, a, b);
    case PREDEF_BOOLEAN_XNOR: case PREDEF_BIT_XNOR:
    case PREDEF_IEEE_1164_SCALAR_XNOR: return term_eq(c, a, b);
    default:
        *known = false;
        return a;
    }
}

static bool of_bits(const operation_t *op, sval_t *result)
{
    const sval_t *a = op->args;
    switch (op->which) {
    case PREDEF_BOOLEAN_NOT: case PREDEF_BIT_NOT:
    case PREDEF_IEEE_1164_SCALAR_NOT:
        *result = sval_scalar(a[0].type, term_not(a[0].term));
        return true;
    case PREDEF_IEEE_1164_CONDITION_OPERATOR: case PREDEF_BIT_CONDITION:
        *result = predefined_boolean(op->l, a[0].term);
        return true;
    case PREDEF_IEEE_1164_TO_BIT: case PREDEF_IEEE_1164_TO_STDULOGIC:
    case PREDEF_IEEE_1164_TO_X01_LOG: case PREDEF_IEEE_1164_TO_X01Z_LOG:
    case PREDEF_IEEE_1164_TO_UX01_LOG: case PREDEF_IEEE_1164_TO_X01_SLV:
    case PREDEF_IEEE_1164_TO_X01_SUV: case PREDEF_IEEE_1164_TO_BITVECTOR:
    case PREDEF_IEEE_1164_TO_STDLOGICVECTOR_BV:
    case PREDEF_IEEE_1164_TO_STDLOGICVECTOR_SUV:
    case PREDEF_IEEE_1164_TO_STDULOGICVECTOR_BV:
    case PREDEF_IEEE_1164_TO_STDULOGICVECTOR_SLV:
    case PREDEF_IEEE_NUMERIC_STD_TO_01_UNS:
    case PREDEF_IEEE_NUMERIC_STD_TO_01_SGN: {
        *result = a[0];
        const type_t *t = lower_type(op->l, vhdl_type(op->node));
        if (t != NULL && t->kind == a[0].type->kind)
            result->type = t->kind == TYPE_VECTOR
                ? type_with_range(op->l, t, a[0].type->left,
                                  a[0].type->right, a[0].type->ascending)
                : t;
        return true;
    }
    case PREDEF_IEEE_1164_VECTOR_IS_X: case PREDEF_IEEE_1164_SCALAR_IS_X:
        *result = predefined_boolean(op->l, term_false(op->l->ctx));
        return true;
    default:
        break;
    }
    if (op->count != 2 || a[0].type->kind != TYPE_BIT
        || a[1].type->kind != TYPE_BIT)
        return false;
    bool known;
    const term_t t = logical(op->l->ctx, op->which, a[0].term, a[1].term,
                             &known);
    *result = sval_scalar(a[0].type, t);
    return known;
}

// Element by element: what a whole array holds beyond its bounds is nothing.
static term_t equal(const operation_t *op)
{
    lower_t *l = op->l;
    sval_t sides[] = {op->args[0], op->args[1]};
    for (unsigned i = 0; i < 2; i++)
        if (sides[i].whole)
            sides[i] = lower_parts(l, op->node, &sides[i]);
    return l->stop ? term_false(l->ctx)
                   : sval_equal_term(&l->values, &sides[0], &sides[1]);
}

// Enumerations and bits compare by position.
// Vectors of one length compare from the left, as numbers do.
static bool vector_order(const operation_t *op, sval_t *result)
{
    lower_t *l = op->l;
    const vhdl_predefined_t w = op->which;
    const bool less = w == PREDEF_ARRAY_LESS || w == PREDEF_ARRAY_GREATER;
    const bool swap = w == PREDEF_ARRAY_GREATER
                   || w == PREDEF_ARRAY_GREATER_EQUAL;
    if ((!less && !swap && w != PREDEF_ARRAY_LESS_EQUAL)
        || op->args[0].type->kind != TYPE_VECTOR
        || !term_equal(vector_width(&l->values, &op->args[0]),
                       vector_width(&l->values, &op->args[1])))
        return false;
    const term_t a = vector_natural(&l->values, &op->args[swap ? 1 : 0]),
                 b = vector_natural(&l->values, &op->args[swap ? 0 : 1]);
    *result = predefined_boolean(l, less ? term_lt(l->ctx, a, b)
                                         : term_le(l->ctx, a, b));
    return true;
}

static bool comparison(const operation_t *op, sval_t *result)
{
    lower_t *l = op->l;
    const sval_t *a = op->args;
    term_t t;
    switch (op->which) {
    case PREDEF_ENUM_EQUALITY: case PREDEF_INTEGER_EQUALITY:
    case PREDEF_PHYSICAL_EQUALITY: case PREDEF_ARRAY_EQUALITY:
    case PREDEF_RECORD_EQUALITY: case PREDEF_FLOATING_EQUALITY:
    case PREDEF_BIT_MATCH_EQUALITY: case PREDEF_STD_ULOGIC_MATCH_EQUALITY:
        t = equal(op);
        break;
    case PREDEF_ENUM_INEQUALITY: case PREDEF_INTEGER_INEQUALITY:
    case PREDEF_PHYSICAL_INEQUALITY: case PREDEF_ARRAY_INEQUALITY:
    case PREDEF_RECORD_INEQUALITY: case PREDEF_FLOATING_INEQUALITY:
        t = term_not(equal(op));
        break;
    case PREDEF_ENUM_LESS: case PREDEF_INTEGER_LESS:
    case PREDEF_PHYSICAL_LESS:
        t = term_lt(l->ctx, lower_index(l, op->node, &a[0]),
                    lower_index(l, op->node, &a[1]));
        break;
    case PREDEF_ENUM_LESS_EQUAL: case PREDEF_INTEGER_LESS_EQUAL:
    case PREDEF_PHYSICAL_LESS_EQUAL:
        t = term_le(l->ctx, lower_index(l, op->node, &a[0]),
                    lower_index(l, op->node, &a[1]));
        break;
    case PREDEF_ENUM_GREATER: case PREDEF_INTEGER_GREATER:
    case PREDEF_PHYSICAL_GREATER:
        t = term_lt(l->ctx, lower_index(l, op->node, &a[1]),
                    lower_index(l, op->node, &a[0]));
        break;
    case PREDEF_ENUM_GREATER_EQUAL: case PREDEF_INTEGER_GREATER_EQUAL:
    case PREDEF_PHYSICAL_GREATER_EQUAL:
        t = term_le(l->ctx, lower_index(l, op->node, &a[1]),
                    lower_index(l, op->node, &a[0]));
        break;
    default:
        return false;
    }
    *result = predefined_boolean(l, t);
    return true;
}

static term_t choose(lower_t *l, bool smaller, term_t a, term_t b)
{
    return term_ite(l->ctx, term_le(l->ctx, a, b), smaller ? a : b,
                    smaller ? b : a);
}

static term_t nonzero(const operation_t *op, term_t divisor)
{
    lower_oblige(op->l, PROPERTY_DIVISION, op->node,
                 term_ne(op->l->ctx, divisor, term_int(op->l->ctx, 0)),
                 "division by zero");
    return divisor;
}

// A power of two has a term; any other needs constants.
static term_t power(const operation_t *op, term_t base, term_t exponent)
{
    lower_t *l = op->l;
    int64_t b, e;
    lower_oblige(l, PROPERTY_RANGE, op->node,
                 term_le(l->ctx, term_int(l->ctx, 0), exponent),
                 "negative exponent");
    if (sval_constant(&l->values, base, &b) && b == 2)
        return term_pow2(l->ctx, exponent);
    if (!lower_number(l, exponent, op->node, "an exponent", &e))
        return base;
    term_t t = term_int(l->ctx, 1);
    for (int64_t i = 0; i < e && i < 4096; i++)
        t = term_mul(l->ctx, t, base);
    return t;
}

static bool of_integers(const operation_t *op, sval_t *result)
{
    context_t *c = op->l->ctx;
    const sval_t *v = op->args;
    const term_t a = v[0].term, b = op->count > 1 ? v[1].term : a;
    const type_t *type = type_integer(op->l);
    term_t t;
    switch (op->which) {
    case PREDEF_INTEGER_IDENTITY: t = a; break;
    case PREDEF_INTEGER_NEGATION: t = term_neg(c, a); break;
    case PREDEF_INTEGER_ABSOLUTE:
        t = term_ite(c, term_le(c, term_int(c, 0), a), a, term_neg(c, a));
        break;
    case PREDEF_INTEGER_PLUS: t = term_add(c, a, b); break;
    case PREDEF_INTEGER_MINUS: t = term_sub(c, a, b); break;
    case PREDEF_INTEGER_MUL: t = term_mul(c, a, b); break;
    case PREDEF_INTEGER_DIV: t = term_vhdl_div(c, a, nonzero(op, b)); break;
    case PREDEF_INTEGER_MOD: t = term_vhdl_mod(c, a, nonzero(op, b)); break;
    case PREDEF_INTEGER_REM: t = term_vhdl_rem(c, a, nonzero(op, b)); break;
    case PREDEF_INTEGER_EXP: t = power(op, a, b); break;
    case PREDEF_INTEGER_MINIMUM: t = choose(op->l, true, a, b); break;
    case PREDEF_INTEGER_MAXIMUM: t = choose(op->l, false, a, b); break;
    default: return false;
    }
    *result = sval_scalar(type, t);
    return true;
}

bool predefined_scalar(const operation_t *op, sval_t *result)
{
    return of_bits(op, result) || comparison(op, result)
        || vector_order(op, result) || of_integers(op, result);
}
