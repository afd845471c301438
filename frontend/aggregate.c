// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Aggregates and string literals.

// ---- strings ----

// libghdl keeps positions in the element type: of std_ulogic, '0' is the third
// literal.
int lower_string_bit(vhdl_node_t n, int32_t i, bit_flavour_t bit)
{
    const int at = vhdl_string_char(n, i) - (bit == BIT_LOGIC ? 2 : 0);
    return at == 0 || at == 1 ? at : -1;
}

static sval_t bit_string(lower_t *l, vhdl_node_t n, const type_t *type)
{
    const int32_t count = vhdl_string_length(n);
    term_t *bits = arena_calloc(l->arena, (size_t)count + 1, sizeof *bits);
    for (int32_t i = 0; i < count && !l->stop; i++) {
        const int bit = lower_string_bit(n, i, type->bit);
        bits[i] = bit >= 0
            ? term_bool(l->ctx, bit == 1)
            : lower_arbitrary(l, n, type->element,
                              "a value other than '0' and '1'").term;
    }
    const type_t *t = type->bounded ? type
        : type_of_width(l, type, term_int(l->ctx, count), true);
    return vector_bits(&l->values, t, bits, (size_t)count);
}

sval_t lower_string(lower_t *l, vhdl_node_t n, const type_t *wanted)
{
    const type_t *type = wanted != NULL
            && (wanted->kind == TYPE_VECTOR || wanted->kind == TYPE_STRING)
        ? wanted : lower_type(l, vhdl_type(n));
    if (l->stop)
        return sval_bad(NULL);
    const int32_t count = vhdl_string_length(n);
    if (type->kind == TYPE_VECTOR) {
        const sval_t v = bit_string(l, n, type);
        if (wanted == NULL && type->bounded)
            return v;
        return wanted != NULL ? lower_convert(l, n, v, wanted) : v;
    }
    if (type->kind != TYPE_STRING)
        return lower_error(l, n, "not supported: a string of this type");
    char *text = arena_alloc(l->arena, (size_t)count + 1);
    for (int32_t i = 0; i < count; i++)
        text[i] = vhdl_string_char(n, i);
    text[count] = '\0';
    return (sval_t){.type = type, .string = text,
                    .string_length = (size_t)count};
}

// ---- array aggregates ----

typedef struct {
    const type_t *type;
    const type_t *element;
    sval_t *elements; // from the left, if their number is known
    bool *set;
    size_t count;
    bool has_others;
    sval_t others;
    bool others_only;
} gather_t;

static void put(lower_t *l, gather_t *g, vhdl_node_t n, int64_t at,
                const sval_t *v)
{
    if (l->stop)
        return;
    if (at < 0 || (size_t)at >= g->count) {
        lower_oblige(l, PROPERTY_INDEX, n, term_false(l->ctx),
                     "aggregate element out of range");
        return;
    }
    g->elements[at] = *v;
    g->set[at] = true;
}

static bool place_of(lower_t *l, gather_t *g, vhdl_node_t n, term_t index,
                     int64_t *at)
{
    const type_t *t = g->type;
    const term_t place = t->ascending ? term_sub(l->ctx, index, t->left)
                                      : term_sub(l->ctx, t->left, index);
    return lower_number(l, place, n, "the index of an aggregate's element",
                        at);
}

// VHDL-2008: a choice may stand for a slice, and the value for several
// elements.
static bool is_slice(const gather_t *g, const sval_t *v)
{
    return v->type->kind == g->type->kind
        && v->type->kind != g->element->kind;
}

// The elements of a slice, from the left.
static const sval_t *slice_elements(lower_t *l, gather_t *g, vhdl_node_t n,
                                    const sval_t *v, size_t *count)
{
    if (v->type->kind != TYPE_VECTOR) {
        const sval_t parts = lower_parts(l, n, v);
        *count = parts.part_count;
        return parts.parts;
    }
    const term_t *bits = vector_explode(&l->values, v, count);
    if (bits == NULL) {
        lower_structural(l, vector_width(&l->values, v), n,
                         "the length of a slice in an aggregate");
        *count = 0;
        return NULL;
    }
    sval_t *elements = arena_calloc(l->arena, *count + 1, sizeof *elements);
    for (size_t i = 0; i < *count; i++)
        elements[i] = sval_scalar(g->element, bits[i]);
    return elements;
}

static void put_slice(lower_t *l, gather_t *g, vhdl_node_t choice, int64_t at,
                      int64_t places, const sval_t *v)
{
    size_t count;
    const sval_t *elements = slice_elements(l, g, choice, v, &count);
    if (l->stop)
        return;
    lower_oblige(l, PROPERTY_LENGTH, choice,
                 term_bool(l->ctx, (int64_t)count == places),
                 "lengths differ");
    for (size_t i = 0; i < count && (int64_t)i < places; i++)
        put(l, g, choice, at + (int64_t)i, &elements[i]);
}

static void put_range(lower_t *l, gather_t *g, vhdl_node_t choice,
                      const sval_t *v)
{
    range_t r;
    int64_t a, b;
    if (!lower_range(l, vhdl_choice_range(choice), &r)
        || !place_of(l, g, choice, r.left, &a)
        || !place_of(l, g, choice, r.right, &b))
        return;
    if (r.ascending != g->type->ascending) {
        const int64_t swap = a;
        a = b;
        b = swap;
    }
    if (is_slice(g, v)) {
        put_slice(l, g, choice, a, b - a + 1, v);
        return;
    }
    for (int64_t i = a; i <= b && !l->stop; i++)
        put(l, g, choice, i, v);
}

static void put_choice(lower_t *l, gather_t *g, vhdl_node_t choice,
                       int64_t *position, const sval_t *v)
{
    int64_t at;
    switch (vhdl_kind(choice)) {
    case VHDL_CHOICE_BY_NONE:
        if (is_slice(g, v)) {
            size_t count;
            slice_elements(l, g, choice, v, &count);
            put_slice(l, g, choice, *position, (int64_t)count, v);
            *position += (int64_t)count;
        } else {
            put(l, g, choice, (*position)++, v);
        }
        break;
    case VHDL_CHOICE_BY_OTHERS:
        g->has_others = true;
        g->others = *v;
        break;
    case VHDL_CHOICE_BY_EXPRESSION: {
        const vhdl_node_t e = vhdl_choice_expression(choice);
        const sval_t index = lower_expr(l, e, NULL);
        if (!l->stop && place_of(l, g, e, lower_index(l, e, &index), &at))
            put(l, g, choice, at, v);
        break;
    }
    case VHDL_CHOICE_BY_RANGE:
        put_range(l, g, choice, v);
        break;
    default:
        lower_unsupported(l, choice);
        break;
    }
}

static void gather(lower_t *l, gather_t *g, vhdl_node_t n)
{
    int64_t position = 0;
    sval_t v = sval_bad(g->element);
    VHDL_EACH(choice, vhdl_association_choices_chain(n)) {
        if (!vhdl_same_alternative_flag(choice)) {
            const vhdl_node_t e = vhdl_associated_expr(choice);
            v = lower_expr(l, e, g->element);
            if (!l->stop && !is_slice(g, &v))
                v = lower_convert(l, e, v, g->element);
        }
        if (l->stop)
            return;
        put_choice(l, g, choice, &position, &v);
    }
}

static size_t choice_count(vhdl_node_t n, bool *others_only, bool *positional)
{
    size_t count = 0;
    *others_only = true;
    *positional = true;
    VHDL_EACH(choice, vhdl_association_choices_chain(n)) {
        count++;
        *others_only &= vhdl_is(choice, VHDL_CHOICE_BY_OTHERS);
        *positional &= vhdl_is(choice, VHDL_CHOICE_BY_NONE);
    }
    return count;
}

// (others => v) of any length.
static sval_t filled(lower_t *l, const type_t *type, const sval_t *v)
{
    context_t *c = l->ctx;
    const term_t span = type_span(c, type), zero = term_int(c, 0);
    const term_t width = sval_at_least(&l->values, span, 0) ? span
        : term_ite(c, term_le(c, zero, span), span, zero);
    if (type->kind == TYPE_VECTOR) {
        const term_t ones = term_sub(c, term_pow2(c, width), term_int(c, 1));
        return vector_number(&l->values, type,
                             term_ite(c, v->term, ones, zero), width);
    }
    sort_t sort = v->type->kind == TYPE_VECTOR ? sort_int(c)
                                               : term_sort(c, v->term);
    return (sval_t){.type = type, .whole = true,
                    .term = term_fill(c, sort_array(c, sort),
                                      lower_pack(l, v))};
}

// (x'range => v): the choice gives the bounds.
static bool bounds_from_choice(lower_t *l, vhdl_node_t n, gather_t *g)
{
    const vhdl_node_t first = vhdl_association_choices_chain(n);
    range_t r;
    if (!vhdl_is(first, VHDL_CHOICE_BY_RANGE)
        || vhdl_exists(vhdl_chain(first))) {
        lower_error(l, n, "an aggregate without a known length");
        return false;
    }
    if (!lower_range(l, vhdl_choice_range(first), &r))
        return false;
    g->type = type_with_range(l, g->type, r.left, r.right, r.ascending);
    return true;
}

static bool packs(const type_t *t)
{
    return t->kind == TYPE_BIT || t->kind == TYPE_INT || t->kind == TYPE_ENUM
        || t->kind == TYPE_VECTOR;
}

// One choice that is the whole range.
static bool covers_all(lower_t *l, vhdl_node_t choice, const type_t *type)
{
    range_t r;
    return vhdl_is(choice, VHDL_CHOICE_BY_RANGE)
        && lower_range(l, vhdl_choice_range(choice), &r)
        && term_equal(r.left, type->left) && term_equal(r.right, type->right);
}

#define MANY_ELEMENTS 64

static sval_t array_aggregate(lower_t *l, vhdl_node_t n, const type_t *type)
{
    gather_t g = {.type = type, .element = type->element};
    bool positional;
    const size_t choices = choice_count(n, &g.others_only, &positional);
    if (!type->bounded && positional)
        g.type = type_of_width(l, type, term_int(l->ctx, (int64_t)choices),
                               true);
    else if (!type->bounded && !bounds_from_choice(l, n, &g))
        return sval_bad(type);
    int64_t count;
    const bool known = sval_constant(&l->values, type_span(l->ctx, g.type),
                                     &count);
    const vhdl_node_t first = vhdl_association_choices_chain(n);
    if (!known && choices == 1 && packs(g.element)
        && covers_all(l, first, g.type)) {
        const sval_t v = lower_expr(l, vhdl_associated_expr(first),
                                    g.element);
        return l->stop ? sval_bad(type) : filled(l, g.type, &v);
    }
    if (g.others_only && packs(g.element)
        && (!known || (type->kind == TYPE_ARRAY && count > MANY_ELEMENTS))) {
        gather(l, &g, n);
        return l->stop ? sval_bad(type) : filled(l, g.type, &g.others);
    }
    if (!lower_number(l, type_span(l->ctx, g.type), n,
                      "the length of an aggregate", &count))
        return sval_bad(type);
    g.count = count > 0 ? (size_t)count : 0;
    g.elements = arena_calloc(l->arena, g.count + 1, sizeof *g.elements);
    g.set = arena_calloc(l->arena, g.count + 1, sizeof *g.set);
    gather(l, &g, n);
    for (size_t i = 0; i < g.count && !l->stop; i++) {
        if (g.set[i])
            continue;
        if (g.has_others) {
            g.elements[i] = g.others;
            continue;
        }
        lower_oblige(l, PROPERTY_LENGTH, n, term_false(l->ctx),
                     "aggregate with missing elements");
        return lower_error(l, n, "an aggregate with missing elements");
    }
    if (l->stop)
        return sval_bad(type);
    if (type->kind == TYPE_ARRAY)
        return (sval_t){.type = g.type, .parts = g.elements,
                        .part_count = g.count};
    term_t *bits = arena_calloc(l->arena, g.count + 1, sizeof *bits);
    for (size_t i = 0; i < g.count; i++)
        bits[i] = g.elements[i].term;
    return vector_bits(&l->values, g.type, bits, g.count);
}

// ---- records ----

static void put_field(lower_t *l, const type_t *type, sval_t *parts,
                      vhdl_node_t choice, size_t *position)
{
    const vhdl_node_t e = vhdl_associated_expr(choice);
    for (size_t i = 0; i < type->field_count && !l->stop; i++) {
        const bool here = vhdl_is(choice, VHDL_CHOICE_BY_NONE)
            ? i == *position
            : vhdl_is(choice, VHDL_CHOICE_BY_NAME)
                ? strcmp(ident_text(type->fields[i].name),
                         vhdl_identifier(vhdl_declaration(
                             vhdl_choice_name(choice)))) == 0
                : parts[i].type == NULL;
        if (!here)
            continue;
        const sval_t v = lower_expr(l, e, type->fields[i].type);
        parts[i] = lower_convert(l, e, v, type->fields[i].type);
    }
    ++*position;
}

static sval_t record_aggregate(lower_t *l, vhdl_node_t n, const type_t *type)
{
    sval_t *parts = arena_calloc(l->arena, type->field_count + 1,
                                 sizeof *parts);
    size_t position = 0;
    VHDL_EACH(choice, vhdl_association_choices_chain(n))
        if (!l->stop)
            put_field(l, type, parts, choice, &position);
    if (l->stop)
        return sval_bad(type);
    return (sval_t){.type = type, .parts = parts,
                    .part_count = type->field_count};
}

sval_t lower_aggregate(lower_t *l, vhdl_node_t n, const type_t *wanted)
{
    const type_t *type = wanted != NULL ? wanted
                                        : lower_type(l, vhdl_type(n));
    if (l->stop)
        return sval_bad(NULL);
    if (type->kind == TYPE_RECORD)
        return record_aggregate(l, n, type);
    if (type->kind != TYPE_VECTOR && type->kind != TYPE_ARRAY)
        return lower_error(l, n, "not supported: an aggregate of this type");
    return array_aggregate(l, n, type);
}
