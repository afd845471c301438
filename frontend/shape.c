// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// The same value can be held in several ways: a vector in pieces or as a
// number, an array as its elements or as one term. An object has one of them,
// and what is assigned to it is brought into that shape.

term_t lower_pack(lower_t *l, const sval_t *element)
{
    return element->type->kind == TYPE_VECTOR
        ? vector_natural(&l->values, element) : element->term;
}

sval_t lower_unpack(lower_t *l, const type_t *element, term_t t)
{
    if (element->kind != TYPE_VECTOR)
        return sval_scalar(element, t);
    return vector_number(&l->values, element, t, type_span(l->ctx, element));
}

static term_t index_of(lower_t *l, const type_t *type, size_t place)
{
    const term_t k = term_int(l->ctx, (int64_t)place);
    return type->ascending ? term_add(l->ctx, type->left, k)
                           : term_sub(l->ctx, type->left, k);
}

sval_t lower_parts(lower_t *l, vhdl_node_t n, const sval_t *a)
{
    int64_t count;
    if (!a->whole)
        return *a;
    if (!lower_number(l, type_span(l->ctx, a->type), n,
                      "the length of an array", &count))
        return sval_bad(a->type);
    sval_t r = {.type = a->type, .part_count = count > 0 ? (size_t)count : 0};
    sval_t *parts = arena_calloc(l->arena, r.part_count + 1, sizeof *parts);
    for (size_t i = 0; i < r.part_count; i++)
        parts[i] = lower_unpack(l, a->type->element,
                                term_select(l->ctx, a->term,
                                            index_of(l, a->type, i)));
    r.parts = parts;
    return r;
}

static sval_t to_whole(lower_t *l, const sval_t *value, const sval_t *like)
{
    const sort_t sort = term_sort(l->ctx, like->term);
    sval_t r = *like;
    if (value->part_count == 0)
        return r;
    // Most arrays are filled with one value: start from the last.
    r.term = term_fill(l->ctx, sort,
                       lower_pack(l, &value->parts[value->part_count - 1]));
    for (size_t i = 0; i < value->part_count; i++)
        r.term = term_store(l->ctx, r.term, index_of(l, like->type, i),
                            lower_pack(l, &value->parts[i]));
    return r;
}

static sval_t to_parts(lower_t *l, vhdl_node_t n, const sval_t *value,
                       const sval_t *like)
{
    sval_t r = *like;
    sval_t *parts = arena_calloc(l->arena, like->part_count + 1,
                                 sizeof *parts);
    for (size_t i = 0; i < like->part_count; i++) {
        sval_t element;
        if (value->whole)
            element = lower_unpack(l, like->type->element,
                                   term_select(l->ctx, value->term,
                                               index_of(l, value->type, i)));
        else if (i < value->part_count)
            element = value->parts[i];
        else
            return *like; // a length obligation has failed before
        parts[i] = lower_shape(l, n, &element, &like->parts[i]);
    }
    r.parts = parts;
    return r;
}

sval_t lower_shape(lower_t *l, vhdl_node_t n, const sval_t *value,
                   const sval_t *like)
{
    if (l->stop || value->bad || like->bad)
        return sval_bad(like->type);
    sval_t r = *value;
    switch (like->type->kind) {
    case TYPE_VECTOR:
        if (vector_conform(&l->values, value, like, &r))
            return r;
        lower_structural(l, term_add(l->ctx, vector_width(&l->values, like),
                                     vector_width(&l->values, value)),
                         n, "the width of a vector that is taken apart");
        return sval_bad(like->type);
    case TYPE_ARRAY:
        if (like->whole && value->whole) {
            r.type = like->type;
            return r;
        }
        return like->whole ? to_whole(l, value, like)
                           : to_parts(l, n, value, like);
    case TYPE_RECORD:
        return to_parts(l, n, value, like);
    default:
        r.type = like->type;
        return r;
    }
}
