// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Assignment to a name: an element, slice or field is assigned by giving the
// whole a value in which that part is replaced.

static sval_t target_value(lower_t *l, vhdl_node_t n);
static void assign_to(lower_t *l, vhdl_node_t n, vhdl_node_t from, sval_t v);

static object_t *target_object(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t decl = vhdl_declaration(n);
    object_t *o = vhdl_exists(decl) ? scope_find(l, decl) : NULL;
    if (o == NULL || o->kind == BIND_CONSTANT
        || (o->keeps && o->value.bad))
        lower_error(l, n, "this cannot be assigned to");
    return l->stop ? NULL : o;
}

static term_t target_index(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t at = vhdl_flist_at(vhdl_index_list(n), 0);
    const sval_t index = lower_expr(l, at, NULL);
    return lower_index(l, at, &index);
}

static size_t field_index(const type_t *t, vhdl_node_t n)
{
    const char *name = vhdl_identifier(vhdl_named_entity(n));
    for (size_t i = 0; i < t->field_count; i++)
        if (strcmp(ident_text(t->fields[i].name), name) == 0)
            return i;
    BUG("no field %s", name);
}

// What the target is before the assignment: of a signal, what it is going to
// be.
static sval_t target_value(lower_t *l, vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_INDEXED_NAME: {
        const sval_t a = target_value(l, vhdl_prefix(n));
        if (l->stop)
            return sval_bad(NULL);
        return lower_element(l, vhdl_flist_at(vhdl_index_list(n), 0), &a,
                             target_index(l, n));
    }
    case VHDL_SELECTED_ELEMENT: {
        const sval_t a = target_value(l, vhdl_prefix(n));
        return l->stop ? a : a.parts[field_index(a.type, n)];
    }
    case VHDL_SLICE_NAME: {
        // Only its type is asked for.
        const sval_t a = target_value(l, vhdl_prefix(n));
        range_t r;
        if (l->stop || !lower_range(l, vhdl_suffix(n), &r))
            return sval_bad(NULL);
        sval_t v = a;
        v.type = type_with_range(l, a.type, r.left, r.right, r.ascending);
        return v;
    }
    default: {
        const object_t *o = target_object(l, n);
        if (o == NULL)
            return sval_bad(NULL);
        return lower_current(l, o);
    }
    }
}

const type_t *lower_target_type(lower_t *l, vhdl_node_t target)
{
    const vhdl_node_t decl = vhdl_declaration(target);
    const object_t *o = vhdl_exists(decl) ? scope_find(l, decl) : NULL;
    if (o != NULL)
        return o->type;
    // Obligations of the indices come with the assignment itself.
    const bool in_static = l->in_static;
    l->in_static = true;
    const sval_t v = target_value(l, target);
    l->in_static = in_static;
    if (l->stop && !in_static)
        l->stop = false, target_value(l, target);
    return l->stop ? NULL : v.type;
}

// ---- replacing a part ----

static sval_t replace_bits(lower_t *l, vhdl_node_t n, const sval_t *a,
                           term_t low, const sval_t *part)
{
    const term_t width = vector_width(&l->values, part);
    const term_t top = term_add(l->ctx, low, width);
    const term_t rest = term_sub(l->ctx, vector_width(&l->values, a), top);
    sval_t above, below;
    if (!vector_slice(&l->values, a, top, rest, a->type, &above)
        || !vector_slice(&l->values, a, term_int(l->ctx, 0), low, a->type,
                         &below)) {
        lower_structural(l, term_add(l->ctx, top,
                                     vector_width(&l->values, a)),
                         n, "the place of an assigned slice");
        return sval_bad(a->type);
    }
    const sval_t right = vector_concat(&l->values, a->type, part, &below);
    return vector_concat(&l->values, a->type, &above, &right);
}

static sval_t replace_dynamic_bit(lower_t *l, vhdl_node_t n, const sval_t *a,
                                  term_t offset, term_t bit)
{
    size_t count;
    const term_t *old = vector_explode(&l->values, a, &count);
    if (old == NULL) {
        lower_structural(l, vector_width(&l->values, a), n,
                         "the width of a vector indexed by a signal");
        return sval_bad(a->type);
    }
    term_t *bits = arena_calloc(l->arena, count + 1, sizeof *bits);
    for (size_t i = 0; i < count; i++) {
        const term_t at = term_int(l->ctx, (int64_t)(count - 1 - i));
        bits[i] = term_ite(l->ctx, term_eq(l->ctx, offset, at), bit, old[i]);
    }
    return vector_bits(&l->values, a->type, bits, count);
}

static bool is_static_place(lower_t *l, const sval_t *a, term_t offset)
{
    int64_t k;
    if (sval_constant(&l->values, offset, &k))
        return true;
    sval_t bit;
    return vector_slice(&l->values, a, offset, term_int(l->ctx, 1), a->type,
                        &bit);
}

static sval_t replace_part(lower_t *l, const sval_t *a, term_t index,
                           const sval_t *v, vhdl_node_t n)
{
    const type_t *t = a->type;
    const term_t place = t->ascending ? term_sub(l->ctx, index, t->left)
                                      : term_sub(l->ctx, t->left, index);
    sval_t r = *a;
    sval_t *parts = arena_calloc(l->arena, a->part_count + 1, sizeof *parts);
    for (size_t i = 0; i < a->part_count && !l->stop; i++) {
        const sval_t fit = lower_shape(l, n, v, &a->parts[i]);
        const term_t here = term_eq(l->ctx, place,
                                    term_int(l->ctx, (int64_t)i));
        parts[i] = sval_ite(&l->values, here, &fit, &a->parts[i]);
    }
    r.parts = parts;
    return r;
}

static sval_t replace_element(lower_t *l, vhdl_node_t n, const sval_t *a,
                              term_t index, const sval_t *v)
{
    const range_t bounds = {a->type->left, a->type->right,
                            a->type->ascending, NULL};
    lower_oblige(l, PROPERTY_INDEX, vhdl_flist_at(vhdl_index_list(n), 0),
                 range_contains(l, &bounds, index), "index out of range");
    if (a->type->kind == TYPE_VECTOR) {
        const term_t offset = lower_offset(l, a->type, index);
        int64_t k;
        size_t width;
        if (sval_constant(&l->values, offset, &k)
            && vector_constant_width(&l->values, a, &width)
            && (k < 0 || k >= (int64_t)width))
            return *a; // the obligation has failed
        if (!is_static_place(l, a, offset))
            return replace_dynamic_bit(l, n, a, offset, v->term);
        const sval_t bit = vector_bits(&l->values, a->type, &v->term, 1);
        return replace_bits(l, n, a, offset, &bit);
    }
    if (!a->whole)
        return replace_part(l, a, index, v, n);
    sval_t r = *a;
    r.term = term_store(l->ctx, a->term, index, lower_pack(l, v));
    return r;
}

static void assign_element(lower_t *l, vhdl_node_t n, vhdl_node_t from,
                           sval_t v)
{
    const sval_t a = target_value(l, vhdl_prefix(n));
    if (l->stop)
        return;
    const term_t index = target_index(l, n);
    if (l->stop)
        return;
    v = lower_convert(l, from, v, a.type->element);
    const sval_t r = replace_element(l, n, &a, index, &v);
    if (!l->stop)
        assign_to(l, vhdl_prefix(n), from, r);
}

static sval_t replace_array_slice(lower_t *l, vhdl_node_t n, const sval_t *a,
                                  const range_t *r, const sval_t *v)
{
    int64_t span;
    if (!lower_number(l, range_span(l, r), n, "the length of a slice", &span))
        return sval_bad(a->type);
    sval_t result = *a;
    for (int64_t i = 0; i < span && !l->stop; i++) {
        const term_t k = term_int(l->ctx, i);
        const term_t at = r->ascending ? term_add(l->ctx, r->left, k)
                                       : term_sub(l->ctx, r->left, k);
        const term_t from = v->type->ascending
            ? term_add(l->ctx, v->type->left, k)
            : term_sub(l->ctx, v->type->left, k);
        const sval_t element = v->whole
            ? lower_unpack(l, a->type->element,
                           term_select(l->ctx, v->term, from))
            : v->parts[i];
        if (result.whole)
            result.term = term_store(l->ctx, result.term, at,
                                     lower_pack(l, &element));
        else
            result = replace_part(l, &result, at, &element, n);
    }
    return result;
}

static void assign_slice(lower_t *l, vhdl_node_t n, vhdl_node_t from,
                         sval_t v)
{
    const sval_t a = target_value(l, vhdl_prefix(n));
    range_t r;
    if (l->stop || !lower_range(l, vhdl_suffix(n), &r))
        return;
    const range_t bounds = {a.type->left, a.type->right, a.type->ascending,
                            NULL};
    const term_t null = term_le(l->ctx, range_span(l, &r),
                                term_int(l->ctx, 0));
    lower_oblige(l, PROPERTY_INDEX, n,
                 term_or(l->ctx, null,
                         term_and(l->ctx, range_contains(l, &bounds, r.left),
                                  range_contains(l, &bounds, r.right))),
                 "slice out of range");
    const type_t *type = type_with_range(l, a.type, r.left, r.right,
                                         r.ascending);
    v = lower_convert(l, from, v, type);
    if (l->stop)
        return;
    const sval_t result = a.type->kind == TYPE_VECTOR
        ? replace_bits(l, n, &a, lower_offset(l, a.type, r.right), &v)
        : replace_array_slice(l, n, &a, &r, &v);
    if (!l->stop)
        assign_to(l, vhdl_prefix(n), from, result);
}

static void assign_field(lower_t *l, vhdl_node_t n, vhdl_node_t from,
                         sval_t v)
{
    const sval_t a = target_value(l, vhdl_prefix(n));
    if (l->stop)
        return;
    const size_t at = field_index(a.type, n);
    v = lower_convert(l, from, v, a.type->fields[at].type);
    if (l->stop)
        return;
    sval_t r = a;
    sval_t *parts = arena_calloc(l->arena, a.part_count + 1, sizeof *parts);
    memcpy(parts, a.parts, a.part_count * sizeof *parts);
    parts[at] = lower_shape(l, n, &v, &a.parts[at]);
    r.parts = parts;
    assign_to(l, vhdl_prefix(n), from, r);
}

// ---- the whole ----

static void assign_object(lower_t *l, vhdl_node_t n, vhdl_node_t from,
                          sval_t v)
{
    object_t *o = target_object(l, n);
    if (o == NULL)
        return;
    const sval_t before = lower_current(l, o);
    v = lower_convert(l, from, v, o->type);
    if (l->stop)
        return;
    // A variable of a function takes the shape of what it gets.
    if (o->keeps)
        v = lower_shape(l, n, &v, &o->value);
    else if (!before.bad && before.type != NULL
             && (before.type->kind == TYPE_ARRAY
                 || before.type->kind == TYPE_RECORD))
        v = lower_shape(l, n, &v, &before);
    if (l->stop)
        return;
    const term_t live = l->frame != NULL
        ? term_implies(l->ctx, l->path, lower_reached(l))
        : term_true(l->ctx);
    if (!term_is_true(l->ctx, live)) {
        if (before.bad || before.type == NULL) {
            lower_error(l, n, "a variable without a value");
            return;
        }
        v = sval_ite(&l->values, live, &v, &before);
    }
    if (v.bad) {
        lower_error(l, n, "not supported: this assignment under a condition "
                          "that is not constant");
        return;
    }
    lower_set(l, o, v);
    if (o->keeps && !l->in_static) {
        term_vec_t own = {0}, now = {0};
        sval_terms(&o->value, &own);
        sval_terms(&v, &now);
        for (size_t i = 0; i < own.len && i < now.len; i++)
            if (!term_equal(own.data[i], now.data[i]))
                model_add_assignment(l->model, term_var(l->ctx, own.data[i]),
                                     now.data[i], lower_loc(l, n));
        vec_release(&own);
        vec_release(&now);
    }
}

static void assign_to(lower_t *l, vhdl_node_t n, vhdl_node_t from, sval_t v)
{
    if (l->stop)
        return;
    switch (vhdl_kind(n)) {
    case VHDL_INDEXED_NAME: assign_element(l, n, from, v); break;
    case VHDL_SLICE_NAME: assign_slice(l, n, from, v); break;
    case VHDL_SELECTED_ELEMENT: assign_field(l, n, from, v); break;
    case VHDL_SIMPLE_NAME: case VHDL_SELECTED_NAME:
    case VHDL_REFERENCE_NAME:
        assign_object(l, n, from, v);
        break;
    case VHDL_PARENTHESIS_EXPRESSION:
        assign_to(l, vhdl_expression(n), from, v);
        break;
    default:
        if (vhdl_exists(vhdl_declaration(n)))
            assign_object(l, n, from, v);
        else
            lower_unsupported(l, n);
        break;
    }
}

// (a, b) <= v: from the left.
static void assign_aggregate(lower_t *l, vhdl_node_t n, vhdl_node_t from,
                             const sval_t *v)
{
    if (v->type->kind != TYPE_VECTOR) {
        lower_error(l, n, "not supported: this aggregate as a target");
        return;
    }
    term_t left = vector_width(&l->values, v);
    VHDL_EACH(choice, vhdl_association_choices_chain(n)) {
        if (!vhdl_is(choice, VHDL_CHOICE_BY_NONE)) {
            lower_unsupported(l, choice);
            return;
        }
        const vhdl_node_t part = vhdl_associated_expr(choice);
        const type_t *t = lower_target_type(l, part);
        if (l->stop)
            return;
        const term_t width = t->kind == TYPE_VECTOR
            ? type_span(l->ctx, t) : term_int(l->ctx, 1);
        left = term_sub(l->ctx, left, width);
        sval_t slice;
        if (!vector_slice(&l->values, v, left, width, v->type, &slice)) {
            lower_structural(l, vector_width(&l->values, v), n,
                             "the width of an assigned aggregate");
            return;
        }
        slice.type = type_of_width(l, v->type, width, false);
        if (t->kind == TYPE_BIT) {
            size_t count;
            const term_t *bits = vector_explode(&l->values, &slice, &count);
            slice = sval_scalar(t, bits != NULL && count == 1
                                       ? bits[0] : term_false(l->ctx));
        }
        assign_to(l, part, from, slice);
    }
}

void lower_assign(lower_t *l, vhdl_node_t target, vhdl_node_t from,
                  const sval_t *value)
{
    if (vhdl_is(target, VHDL_AGGREGATE))
        assign_aggregate(l, target, from, value);
    else
        assign_to(l, target, from, *value);
}
