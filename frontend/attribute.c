// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Attributes of types, arrays and scalars. 'event is a matter of edges, which
// predefined.c looks for.

bool lower_is_attribute(vhdl_kind_t kind)
{
    return (kind >= VHDL_LEFT_TYPE_ATTRIBUTE
            && kind <= VHDL_RIGHTOF_ATTRIBUTE)
        || (kind >= VHDL_DELAYED_ATTRIBUTE
            && kind <= VHDL_REVERSE_RANGE_ARRAY_ATTRIBUTE)
        || kind == VHDL_ATTRIBUTE_NAME;
}

static bool is_type_name(vhdl_node_t n)
{
    const vhdl_node_t decl = vhdl_declaration(n);
    return vhdl_exists(decl) && (vhdl_is(decl, VHDL_SUBTYPE_DECLARATION)
                                 || vhdl_is(decl, VHDL_TYPE_DECLARATION));
}

static const type_t *prefix_type(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t prefix = vhdl_prefix(n);
    if (is_type_name(prefix) || vhdl_is(prefix, VHDL_SUBTYPE_ATTRIBUTE)
        || vhdl_is(prefix, VHDL_BASE_ATTRIBUTE))
        return lower_type(l, prefix);
    const sval_t v = lower_name_value(l, prefix);
    return l->stop ? NULL : v.type;
}

static sval_t array_bound(lower_t *l, vhdl_node_t n)
{
    const type_t *t = prefix_type(l, n);
    if (l->stop || t == NULL)
        return sval_bad(NULL);
    if (t->kind == TYPE_STRING && vhdl_is(n, VHDL_LENGTH_ARRAY_ATTRIBUTE)) {
        const sval_t v = lower_name_value(l, vhdl_prefix(n));
        return sval_scalar(type_integer(l),
                           term_int(l->ctx, (int64_t)v.string_length));
    }
    if (!t->bounded)
        return lower_error(l, n, "an attribute of an unconstrained array");
    const term_t span = type_span(l->ctx, t), zero = term_int(l->ctx, 0);
    switch (vhdl_kind(n)) {
    case VHDL_LEFT_ARRAY_ATTRIBUTE:
        return sval_scalar(type_integer(l), t->left);
    case VHDL_RIGHT_ARRAY_ATTRIBUTE:
        return sval_scalar(type_integer(l), t->right);
    case VHDL_HIGH_ARRAY_ATTRIBUTE:
        return sval_scalar(type_integer(l), type_high(t));
    case VHDL_LOW_ARRAY_ATTRIBUTE:
        return sval_scalar(type_integer(l), type_low(t));
    case VHDL_ASCENDING_ARRAY_ATTRIBUTE:
        return sval_scalar(type_boolean(l), term_bool(l->ctx, t->ascending));
    default:
        return sval_scalar(
            type_integer(l),
            sval_at_least(&l->values, span, 0)
                ? span
                : term_ite(l->ctx, term_le(l->ctx, zero, span), span, zero));
    }
}

// The scalar of a type at a position.
static sval_t at_position(lower_t *l, const type_t *t, term_t position,
                          vhdl_node_t n)
{
    int64_t k;
    if (t->kind == TYPE_INT || t->kind == TYPE_TIME)
        return sval_scalar(t, position);
    if (!lower_number(l, position, n, "a position", &k))
        return sval_bad(t);
    if (t->kind == TYPE_BIT)
        return sval_scalar(t, term_bool(l->ctx, t->bit == BIT_LOGIC ? k == 3
                                                                    : k == 1));
    if (k < 0 || k >= (int64_t)sort_literal_count(l->ctx, t->sort))
        return lower_error(l, n, "no such position");
    return sval_scalar(t, term_literal(l->ctx, t->sort, (uint32_t)k));
}

static bool scalar_range(lower_t *l, const type_t *t, vhdl_node_t n,
                         range_t *r)
{
    if (t->bounded) {
        *r = (range_t){t->left, t->right, t->ascending, t};
        return true;
    }
    r->ascending = true;
    if (t->kind == TYPE_ENUM || t->kind == TYPE_BIT) {
        r->left = term_int(l->ctx, 0);
        r->right = term_int(l->ctx, t->kind == TYPE_BIT
            ? (t->bit == BIT_LOGIC ? 8 : 1)
            : (int64_t)sort_literal_count(l->ctx, t->sort) - 1);
        return true;
    }
    if (t->kind == TYPE_INT) {
        r->left = term_int(l->ctx, INT32_MIN);
        r->right = term_int(l->ctx, INT32_MAX);
        return true;
    }
    lower_error(l, n, "not supported: this attribute of this type");
    return false;
}

static sval_t type_bound(lower_t *l, vhdl_node_t n)
{
    const type_t *t = prefix_type(l, n);
    range_t r;
    if (l->stop || t == NULL || !scalar_range(l, t, n, &r))
        return sval_bad(NULL);
    switch (vhdl_kind(n)) {
    case VHDL_LEFT_TYPE_ATTRIBUTE: return at_position(l, t, r.left, n);
    case VHDL_RIGHT_TYPE_ATTRIBUTE: return at_position(l, t, r.right, n);
    case VHDL_HIGH_TYPE_ATTRIBUTE:
        return at_position(l, t, r.ascending ? r.right : r.left, n);
    case VHDL_LOW_TYPE_ATTRIBUTE:
        return at_position(l, t, r.ascending ? r.left : r.right, n);
    default:
        return sval_scalar(type_boolean(l), term_bool(l->ctx, r.ascending));
    }
}

// Literal number k of an enumeration, chosen by a term.
static sval_t literal_at(lower_t *l, const type_t *t, term_t position)
{
    const uint32_t count = sort_literal_count(l->ctx, t->sort);
    term_t v = term_literal(l->ctx, t->sort, count - 1);
    for (uint32_t i = count - 1; i-- > 0;)
        v = term_ite(l->ctx, term_eq(l->ctx, position, term_int(l->ctx, i)),
                     term_literal(l->ctx, t->sort, i), v);
    return sval_scalar(t, v);
}

static sval_t neighbour(lower_t *l, vhdl_node_t n)
{
    const type_t *t = prefix_type(l, n);
    const vhdl_node_t p = vhdl_parameter(n);
    const sval_t v = lower_expr(l, p, NULL);
    range_t r;
    if (l->stop || !scalar_range(l, t, n, &r))
        return sval_bad(NULL);
    if (t->kind == TYPE_BIT && t->bit == BIT_LOGIC)
        return lower_error(l, n, "not supported: this attribute of "
                                 "std_ulogic");
    term_t at = lower_index(l, p, &v);
    const term_t one = term_int(l->ctx, 1);
    switch (vhdl_kind(n)) {
    case VHDL_POS_ATTRIBUTE: return sval_scalar(type_integer(l), at);
    case VHDL_SUCC_ATTRIBUTE: at = term_add(l->ctx, at, one); break;
    case VHDL_PRED_ATTRIBUTE: at = term_sub(l->ctx, at, one); break;
    case VHDL_LEFTOF_ATTRIBUTE:
        at = r.ascending ? term_sub(l->ctx, at, one)
                         : term_add(l->ctx, at, one);
        break;
    case VHDL_RIGHTOF_ATTRIBUTE:
        at = r.ascending ? term_add(l->ctx, at, one)
                         : term_sub(l->ctx, at, one);
        break;
    default: break;
    }
    lower_oblige(l, PROPERTY_RANGE, n, range_contains(l, &r, at),
                 "no such value of the type");
    if (t->kind == TYPE_ENUM)
        return literal_at(l, t, at);
    if (t->kind == TYPE_BIT)
        return lower_error(l, n, "not supported: this attribute of bits");
    return sval_scalar(t, at);
}

sval_t lower_attribute(lower_t *l, vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_LEFT_ARRAY_ATTRIBUTE: case VHDL_RIGHT_ARRAY_ATTRIBUTE:
    case VHDL_HIGH_ARRAY_ATTRIBUTE: case VHDL_LOW_ARRAY_ATTRIBUTE:
    case VHDL_LENGTH_ARRAY_ATTRIBUTE: case VHDL_ASCENDING_ARRAY_ATTRIBUTE:
        return array_bound(l, n);
    case VHDL_LEFT_TYPE_ATTRIBUTE: case VHDL_RIGHT_TYPE_ATTRIBUTE:
    case VHDL_HIGH_TYPE_ATTRIBUTE: case VHDL_LOW_TYPE_ATTRIBUTE:
    case VHDL_ASCENDING_TYPE_ATTRIBUTE:
        return type_bound(l, n);
    case VHDL_POS_ATTRIBUTE: case VHDL_VAL_ATTRIBUTE:
    case VHDL_SUCC_ATTRIBUTE: case VHDL_PRED_ATTRIBUTE:
    case VHDL_LEFTOF_ATTRIBUTE: case VHDL_RIGHTOF_ATTRIBUTE:
        return neighbour(l, n);
    default:
        return lower_unsupported(l, n);
    }
}
