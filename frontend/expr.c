// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Expressions and names as values.

// ---- elements ----

term_t lower_offset(lower_t *l, const type_t *type, term_t index)
{
    return type->ascending ? term_sub(l->ctx, type->right, index)
                           : term_sub(l->ctx, index, type->right);
}

static term_t in_bounds(lower_t *l, const type_t *type, term_t index)
{
    const range_t r = {type->left, type->right, type->ascending, NULL};
    return range_contains(l, &r, index);
}

// A bit at a place that is not known now: one case per bit.
static sval_t dynamic_bit(lower_t *l, vhdl_node_t n, const sval_t *a,
                          term_t offset)
{
    size_t count;
    const term_t *bits = vector_explode(&l->values, a, &count);
    if (bits == NULL) {
        lower_structural(l, vector_width(&l->values, a), n,
                         "the width of a vector indexed by a signal");
        return sval_bad(NULL);
    }
    term_t t = term_false(l->ctx);
    for (size_t i = count; i-- > 0;) {
        const term_t here = term_int(l->ctx, (int64_t)i);
        t = term_ite(l->ctx, term_eq(l->ctx, offset, here),
                     bits[count - 1 - i], t);
    }
    return sval_scalar(a->type->element, t);
}

static sval_t vector_element(lower_t *l, vhdl_node_t n, const sval_t *a,
                             term_t index)
{
    const term_t offset = lower_offset(l, a->type, index);
    sval_t bit;
    if (!vector_slice(&l->values, a, offset, term_int(l->ctx, 1), a->type,
                      &bit))
        return dynamic_bit(l, n, a, offset);
    const segment_t *s = bit.segments;
    if (bit.segment_count != 1 || !s[0].bit)
        return dynamic_bit(l, n, a, offset);
    return sval_scalar(a->type->element, s[0].term);
}

static sval_t part_element(lower_t *l, vhdl_node_t n, const sval_t *a,
                           term_t index)
{
    const type_t *t = a->type;
    const term_t place = t->ascending ? term_sub(l->ctx, index, t->left)
                                      : term_sub(l->ctx, t->left, index);
    int64_t at;
    if (a->part_count == 0)
        return lower_error(l, n, "an element of an array without elements");
    if (sval_constant(&l->values, place, &at))
        return a->parts[at < 0 || (size_t)at >= a->part_count ? 0 : at];
    sval_t v = a->parts[0];
    for (size_t i = 1; i < a->part_count; i++)
        v = sval_ite(&l->values,
                     term_eq(l->ctx, place, term_int(l->ctx, (int64_t)i)),
                     &a->parts[i], &v);
    return v;
}

sval_t lower_element(lower_t *l, vhdl_node_t n, const sval_t *a, term_t index)
{
    if (l->stop || a->bad)
        return sval_bad(NULL);
    if (a->type->kind == TYPE_STRING || !a->type->bounded)
        return lower_error(l, n, "not supported: an element of this array");
    lower_oblige(l, PROPERTY_INDEX, n, in_bounds(l, a->type, index),
                 "index out of range");
    if (a->type->kind == TYPE_VECTOR)
        return vector_element(l, n, a, index);
    if (a->whole)
        return lower_unpack(l, a->type->element,
                      term_select(l->ctx, a->term, index));
    return part_element(l, n, a, index);
}

term_t lower_index(lower_t *l, vhdl_node_t n, const sval_t *index)
{
    if (index->bad)
        return term_int(l->ctx, 0);
    if (index->type->kind == TYPE_INT || index->type->kind == TYPE_TIME)
        return index->term;
    if (index->type->kind == TYPE_ENUM) {
        const uint32_t count = sort_literal_count(l->ctx, index->type->sort);
        term_t t = term_int(l->ctx, (int64_t)count - 1);
        for (uint32_t i = count - 1; i-- > 0;)
            t = term_ite(l->ctx,
                         term_eq(l->ctx, index->term,
                                 term_literal(l->ctx, index->type->sort, i)),
                         term_int(l->ctx, i), t);
        return t;
    }
    if (index->type->kind == TYPE_BIT)
        return term_ite(l->ctx, index->term, term_int(l->ctx, 1),
                        term_int(l->ctx, 0));
    lower_error(l, n, "not supported: an index of this type");
    return term_int(l->ctx, 0);
}

static sval_t indexed(lower_t *l, vhdl_node_t n)
{
    const sval_t a = lower_name_value(l, vhdl_prefix(n));
    const vhdl_flist_t list = vhdl_index_list(n);
    if (l->stop)
        return sval_bad(NULL);
    if (vhdl_flist_length(list) != 1)
        return lower_error(l, n, "not supported: several indices");
    const vhdl_node_t at = vhdl_flist_at(list, 0);
    const sval_t index = lower_expr(l, at, NULL);
    return lower_element(l, at, &a, lower_index(l, at, &index));
}

// ---- slices ----

static sval_t array_slice(lower_t *l, vhdl_node_t n, const sval_t *a,
                          const range_t *r, const type_t *type)
{
    const type_t *t = a->type;
    int64_t from, count;
    const term_t place = t->ascending
        ? term_sub(l->ctx, r->left, t->left)
        : term_sub(l->ctx, t->left, r->left);
    if (a->whole) {
        sval_t v = *a; // the same elements, seen through other bounds
        v.type = type;
        return v;
    }
    if (!lower_number(l, place, n, "the bound of a slice", &from)
        || !lower_number(l, range_span(l, r), n, "the length of a slice",
                         &count))
        return sval_bad(NULL);
    if (count < 0)
        count = 0;
    if (from < 0 || (size_t)(from + count) > a->part_count)
        from = 0, count = count > (int64_t)a->part_count
            ? (int64_t)a->part_count : count;
    return (sval_t){.type = type, .parts = a->parts + from,
                    .part_count = (size_t)count};
}

// A slice of known length at a place that is not known now: one case per
// place.
static bool dynamic_slice(lower_t *l, const sval_t *a, term_t low, term_t span,
                          const type_t *type, sval_t *result)
{
    size_t width;
    int64_t count;
    const term_t *bits = vector_explode(&l->values, a, &width);
    if (bits == NULL || !sval_constant(&l->values, span, &count)
        || count <= 0 || (size_t)count > width)
        return false;
    for (size_t k = 0; k + (size_t)count <= width; k++) {
        const term_t *from = bits + (width - (size_t)count - k);
        const sval_t here = vector_bits(&l->values, type, from,
                                        (size_t)count);
        *result = k == 0 ? here
            : sval_ite(&l->values,
                       term_eq(l->ctx, low, term_int(l->ctx, (int64_t)k)),
                       &here, result);
    }
    return true;
}

static sval_t sliced(lower_t *l, vhdl_node_t n)
{
    const sval_t a = lower_name_value(l, vhdl_prefix(n));
    range_t r;
    if (l->stop || !lower_range(l, vhdl_suffix(n), &r))
        return sval_bad(NULL);
    const type_t *type = type_with_range(l, a.type, r.left, r.right,
                                         r.ascending);
    const term_t span = range_span(l, &r);
    const term_t null = term_le(l->ctx, span, term_int(l->ctx, 0));
    lower_oblige(l, PROPERTY_INDEX, n,
                 term_or(l->ctx, null,
                         term_and(l->ctx, in_bounds(l, a.type, r.left),
                                  in_bounds(l, a.type, r.right))),
                 "slice out of range");
    if (a.type->kind == TYPE_STRING)
        return lower_error(l, n, "not supported: a slice of a string");
    if (a.type->kind != TYPE_VECTOR)
        return array_slice(l, n, &a, &r, type);
    const term_t low = lower_offset(l, a.type, r.right);
    sval_t v;
    if (vector_slice(&l->values, &a, low, span, type, &v))
        return v;
    if (dynamic_slice(l, &a, low, span, type, &v))
        return v;
    lower_structural(l, term_add(l->ctx, term_add(l->ctx, low, span),
                                 vector_width(&l->values, &a)),
                     n, "the place of a slice");
    return sval_bad(NULL);
}

static sval_t selected(lower_t *l, vhdl_node_t n)
{
    const sval_t a = lower_name_value(l, vhdl_prefix(n));
    if (l->stop || a.bad)
        return sval_bad(NULL);
    const char *field = vhdl_identifier(vhdl_named_entity(n));
    for (size_t i = 0; i < a.type->field_count; i++)
        if (strcmp(ident_text(a.type->fields[i].name), field) == 0)
            return a.parts[i];
    return lower_error(l, n, "no field '%s'", field);
}

// ---- simple names ----

static sval_t enumeration_literal(lower_t *l, vhdl_node_t n, vhdl_node_t decl)
{
    const type_t *t = lower_type(l, vhdl_type(decl));
    if (l->stop)
        return sval_bad(NULL);
    const int32_t at = vhdl_enum_pos(decl);
    if (t->kind != TYPE_BIT)
        return sval_scalar(t, term_literal(l->ctx, t->sort, (uint32_t)at));
    if (t->bit != BIT_LOGIC)
        return sval_scalar(t, term_bool(l->ctx, at == 1));
    if (at == 2 || at == 3)
        return sval_scalar(t, term_bool(l->ctx, at == 3));
    sval_t v = lower_arbitrary(l, n, t, "a value other than '0' and '1'");
    v.type = t;
    return v;
}

// A constant that analysis has found out of range: whoever gets here fails.
static sval_t overflowed(lower_t *l, vhdl_node_t n)
{
    const type_t *t = lower_type(l, vhdl_type(n));
    if (l->stop || t->kind != TYPE_INT)
        return lower_unsupported(l, n);
    lower_oblige(l, PROPERTY_RANGE, n, term_false(l->ctx),
                 "a constant out of range");
    return sval_scalar(t, term_int(l->ctx, 0));
}

// A constant of a package: evaluated when first met, in its own scope.
static object_t *package_constant(lower_t *l, vhdl_node_t n, vhdl_node_t decl)
{
    vhdl_node_t value = vhdl_default_value(decl);
    if (!vhdl_exists(value) || vhdl_kind(vhdl_parent(decl))
            == VHDL_ARCHITECTURE_BODY) {
        lower_error(l, n, "'%s' has no value here", vhdl_identifier(decl));
        return NULL;
    }
    scope_t *scope = l->scope;
    const term_t path = l->path;
    frame_t *frame = l->frame;
    l->scope = l->globals;
    l->path = term_true(l->ctx);
    l->frame = NULL;
    const type_t *t = lower_object_type(l, decl);
    sval_t v = lower_expr(l, value, t);
    if (!l->stop)
        v = lower_convert(l, value, v, t);
    object_t *o = scope_bind_constant(l, decl, v);
    l->scope = scope;
    l->path = path;
    l->frame = frame;
    return o;
}

static sval_t object_value(lower_t *l, vhdl_node_t n, vhdl_node_t decl)
{
    object_t *o = scope_find(l, decl);
    if (o == NULL && vhdl_is(decl, VHDL_CONSTANT_DECLARATION))
        o = package_constant(l, n, decl);
    if (o == NULL)
        return l->stop ? sval_bad(NULL)
                       : lower_error(l, n, "'%s' cannot be used here",
                                     vhdl_identifier(decl));
    const sval_t *v = o->kind == BIND_VARIABLE ? &o->now : &o->value;
    if (v->bad)
        return lower_error(l, n, "'%s' cannot be used here: it has no known "
                           "value", vhdl_identifier(decl));
    if (o->kind == BIND_VARIABLE)
        return o->now;
    if (o->kind == BIND_SIGNAL && o->type->kind == TYPE_BIT && !l->connecting
        && !o->value.bad && term_kind(l->ctx, o->value.term) == TERM_LAST)
        map_put(l->data_inputs, term_var(l->ctx, o->value.term).id,
                (uint64_t)(uint32_t)n.id);
    return o->value;
}

static sval_t declared(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t decl = vhdl_declaration(n);
    if (!vhdl_exists(decl))
        return lower_unsupported(l, n);
    switch (vhdl_kind(decl)) {
    case VHDL_ENUMERATION_LITERAL:
        return enumeration_literal(l, n, decl);
    case VHDL_CONSTANT_DECLARATION: case VHDL_SIGNAL_DECLARATION:
    case VHDL_VARIABLE_DECLARATION: case VHDL_ITERATOR_DECLARATION:
    case VHDL_INTERFACE_CONSTANT_DECLARATION:
    case VHDL_INTERFACE_SIGNAL_DECLARATION:
    case VHDL_INTERFACE_VARIABLE_DECLARATION:
        return object_value(l, n, decl);
    case VHDL_FUNCTION_DECLARATION:
        return lower_call(l, n);
    case VHDL_OBJECT_ALIAS_DECLARATION:
        return lower_unsupported(l, decl);
    default:
        return lower_unsupported(l, decl);
    }
}

sval_t lower_name_value(lower_t *l, vhdl_node_t n)
{
    if (l->stop)
        return sval_bad(NULL);
    switch (vhdl_kind(n)) {
    case VHDL_SIMPLE_NAME: case VHDL_SELECTED_NAME:
    case VHDL_CHARACTER_LITERAL: case VHDL_REFERENCE_NAME:
        return declared(l, n);
    case VHDL_INDEXED_NAME: return indexed(l, n);
    case VHDL_SLICE_NAME: return sliced(l, n);
    case VHDL_SELECTED_ELEMENT: return selected(l, n);
    case VHDL_PARENTHESIS_EXPRESSION:
        return lower_name_value(l, vhdl_expression(n));
    default:
        return lower_expr(l, n, NULL);
    }
}

// ---- literals and conversions ----

static sval_t physical(lower_t *l, vhdl_node_t n, double number)
{
    static const struct {
        const char *name;
        double fs;
    } units[] = {{"fs", 1}, {"ps", 1e3}, {"ns", 1e6}, {"us", 1e9},
                 {"ms", 1e12}, {"sec", 1e15}, {"min", 60e15}, {"hr", 3600e15}};
    const type_t *t = lower_type(l, vhdl_type(n));
    const vhdl_node_t unit = vhdl_unit_name(n);
    const vhdl_node_t decl = vhdl_declaration(unit);
    const char *name = vhdl_identifier(vhdl_exists(decl) ? decl : unit);
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (strcmp(name, units[i].name) == 0 && t != NULL)
            return sval_scalar(t, term_int(l->ctx,
                                           (int64_t)(number * units[i].fs)));
    return lower_error(l, n, "not supported: a physical type but time");
}

static sval_t real_value(lower_t *l, const type_t *t, double number)
{
    (void)l;
    return (sval_t){.type = t, .real = number};
}

static sval_t convert_number(lower_t *l, vhdl_node_t n, const sval_t *v,
                             const type_t *type)
{
    if (v->type->kind == type->kind && type->kind != TYPE_REAL)
        return sval_scalar(type, v->term);
    if (type->kind == TYPE_REAL) {
        int64_t k;
        if (v->type->kind == TYPE_REAL)
            return real_value(l, type, v->real);
        if (!lower_number(l, v->term, n, "a number converted to real", &k))
            return sval_bad(type);
        return real_value(l, type, (double)k);
    }
    if (v->type->kind != TYPE_REAL)
        return lower_error(l, n, "not supported: this conversion");
    const double rounded = v->real < 0 ? -(double)(int64_t)(-v->real + 0.5)
                                       : (double)(int64_t)(v->real + 0.5);
    return sval_scalar(type, term_int(l->ctx, (int64_t)rounded));
}

static sval_t conversion(lower_t *l, vhdl_node_t n)
{
    const type_t *type = lower_type(l, vhdl_type_mark(n));
    const sval_t v = lower_expr(l, vhdl_expression(n), NULL);
    if (l->stop)
        return sval_bad(NULL);
    switch (type->kind) {
    case TYPE_INT: case TYPE_REAL: case TYPE_TIME: {
        const sval_t number = convert_number(l, n, &v, type);
        return l->stop ? number : lower_convert(l, n, number, type);
    }
    case TYPE_VECTOR: case TYPE_ARRAY: {
        if (type->bounded)
            return lower_convert(l, n, v, type);
        sval_t r = v; // the operand's bounds
        r.type = type_with_range(l, type, v.type->left, v.type->right,
                                 v.type->ascending);
        return r;
    }
    default: {
        sval_t r = v;
        r.type = type;
        return r;
    }
    }
}

static bool is_machine_bound(lower_t *l, term_t t)
{
    int64_t n;
    return sval_constant(&l->values, t, &n)
        && (n == INT32_MAX || n == INT32_MIN);
}

static sval_t convert_int(lower_t *l, vhdl_node_t n, sval_t v,
                          const type_t *type)
{
    v.type = type;
    if (!type->bounded)
        return v;
    const term_t low = type_low(type), high = type_high(type);
    term_t ok = term_true(l->ctx);
    if (!is_machine_bound(l, low))
        ok = term_and(l->ctx, ok, term_le(l->ctx, low, v.term));
    if (!is_machine_bound(l, high))
        ok = term_and(l->ctx, ok, term_le(l->ctx, v.term, high));
    lower_oblige(l, PROPERTY_RANGE, n, ok, "value out of range%s%s",
                 type->name ? " of " : "", type->name ? type->name : "");
    return v;
}

static term_t width_of(lower_t *l, const sval_t *v)
{
    if (v->type->kind == TYPE_VECTOR)
        return vector_width(&l->values, v);
    if (v->whole)
        return type_span(l->ctx, v->type);
    return term_int(l->ctx, (int64_t)v->part_count);
}

// A span below zero is a length of zero.
static term_t length_of(lower_t *l, const type_t *type)
{
    const term_t span = type_span(l->ctx, type), zero = term_int(l->ctx, 0);
    return sval_at_least(&l->values, span, 0)
        ? span : term_ite(l->ctx, term_le(l->ctx, zero, span), span, zero);
}

sval_t lower_convert(lower_t *l, vhdl_node_t n, sval_t v, const type_t *type)
{
    if (l->stop || v.bad || type == NULL)
        return v;
    if (type->kind != v.type->kind)
        return lower_error(l, n, "not supported: a value of another kind of "
                                 "type");
    switch (type->kind) {
    case TYPE_INT:
        return convert_int(l, n, v, type);
    case TYPE_VECTOR: case TYPE_ARRAY: {
        if (!type->bounded) {
            const type_t *t = v.type;
            v.type = t->bounded ? type_with_range(l, type, t->left, t->right,
                                                  t->ascending) : type;
            return v;
        }
        const term_t have = width_of(l, &v), want = length_of(l, type);
        lower_oblige(l, PROPERTY_LENGTH, n, term_eq(l->ctx, have, want),
                     "lengths differ");
        if (v.whole && !term_equal(v.type->left, type->left))
            v = lower_parts(l, n, &v);
        if (l->stop)
            return sval_bad(type);
        v.type = type;
        if (type->kind == TYPE_VECTOR && !term_equal(have, want)) {
            // Whatever follows a failed obligation is not looked at; only the
            // shape has to be right.
            v = vector_number(&l->values, type,
                              vector_natural(&l->values, &v), want);
        }
        return v;
    }
    default:
        v.type = type;
        return v;
    }
}

// ---- all expressions ----

static sval_t qualified(lower_t *l, vhdl_node_t n)
{
    const type_t *type = lower_type(l, vhdl_type_mark(n));
    const sval_t v = lower_expr(l, vhdl_expression(n), type);
    return lower_convert(l, n, v, type);
}

static sval_t expr_value(lower_t *l, vhdl_node_t n, const type_t *wanted)
{
    const vhdl_kind_t kind = vhdl_kind(n);
    switch (kind) {
    case VHDL_INTEGER_LITERAL:
        return sval_scalar(type_integer(l),
                           term_int(l->ctx, vhdl_value(n)));
    case VHDL_FLOATING_POINT_LITERAL:
        return real_value(l, lower_type(l, vhdl_type(n)), vhdl_fp_value(n));
    case VHDL_PHYSICAL_INT_LITERAL:
        return physical(l, n, (double)vhdl_value(n));
    case VHDL_PHYSICAL_FP_LITERAL:
        return physical(l, n, vhdl_fp_value(n));
    case VHDL_SIMPLE_NAME: case VHDL_SELECTED_NAME:
    case VHDL_CHARACTER_LITERAL: case VHDL_INDEXED_NAME:
    case VHDL_SLICE_NAME: case VHDL_SELECTED_ELEMENT:
    case VHDL_REFERENCE_NAME:
        return lower_name_value(l, n);
    case VHDL_ENUMERATION_LITERAL: // what analysis has folded
        return enumeration_literal(l, n, n);
    case VHDL_OVERFLOW_LITERAL: return overflowed(l, n);
    case VHDL_STRING_LITERAL8: return lower_string(l, n, wanted);
    case VHDL_AGGREGATE: return lower_aggregate(l, n, wanted);
    case VHDL_PARENTHESIS_EXPRESSION:
        return lower_expr(l, vhdl_expression(n), wanted);
    case VHDL_QUALIFIED_EXPRESSION: return qualified(l, n);
    case VHDL_TYPE_CONVERSION: return conversion(l, n);
    case VHDL_FUNCTION_CALL: return lower_call(l, n);
    default:
        if (lower_is_attribute(kind))
            return lower_attribute(l, n);
        if (kind >= VHDL_IDENTITY_OPERATOR
            && kind <= VHDL_EXPONENTIATION_OPERATOR)
            return lower_operator(l, n);
        return lower_unsupported(l, n);
    }
}

// A value without a meaning never goes on unreported.
sval_t lower_expr(lower_t *l, vhdl_node_t n, const type_t *wanted)
{
    if (l->stop)
        return sval_bad(wanted);
    const sval_t v = expr_value(l, n, wanted);
    if (!l->stop && (v.bad || v.type == NULL))
        return lower_error(l, n, "not supported: this expression has no one "
                                 "value for all generics");
    return v;
}
