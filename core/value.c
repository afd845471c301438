// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/value.h"

#include <assert.h>

value_t value_bool(context_t *ctx, bool b)
{
    return (value_t){.sort = sort_bool(ctx), .boolean = b};
}

value_t value_int(context_t *ctx, int64_t n)
{
    return (value_t){.sort = sort_int(ctx), .number = bigint_of(n)};
}

value_t value_bigint(context_t *ctx, bigint_t n)
{
    return (value_t){.sort = sort_int(ctx), .number = bigint_copy(n)};
}

value_t value_literal(sort_t sort, uint32_t position)
{
    return (value_t){.sort = sort, .position = position};
}

static value_t *boxed(const value_t *v)
{
    value_t *copy = xmalloc(sizeof *copy);
    *copy = value_copy(v);
    return copy;
}

static void unbox(value_t *v)
{
    value_release(v);
    free(v);
}

value_t value_fill(sort_t array, const value_t *element)
{
    return (value_t){.sort = array, .rest = boxed(element)};
}

value_t value_default(context_t *ctx, sort_t sort)
{
    if (sort_kind(ctx, sort) != SORT_ARRAY)
        return (value_t){.sort = sort};
    value_t element = value_default(ctx, sort_element(ctx, sort));
    const value_t array = value_fill(sort, &element);
    value_release(&element);
    return array;
}

value_t value_copy(const value_t *v)
{
    value_t copy = *v;
    copy.number = bigint_copy(v->number);
    if (v->rest == NULL)
        return copy;
    copy.rest = boxed(v->rest);
    copy.entries = xnmalloc(v->entry_count, sizeof *copy.entries);
    for (size_t i = 0; i < v->entry_count; i++)
        copy.entries[i] = (value_entry_t){bigint_copy(v->entries[i].index),
                                          boxed(v->entries[i].element)};
    return copy;
}

void value_release(value_t *v)
{
    bigint_release(&v->number);
    if (v->rest != NULL)
        unbox(v->rest);
    for (size_t i = 0; i < v->entry_count; i++) {
        bigint_release(&v->entries[i].index);
        unbox(v->entries[i].element);
    }
    free(v->entries);
    *v = (value_t){.sort = v->sort};
}

bool value_equal(const value_t *a, const value_t *b)
{
    if (!sort_equal(a->sort, b->sort) || a->boolean != b->boolean
        || a->position != b->position || !bigint_equal(a->number, b->number)
        || (a->rest == NULL) != (b->rest == NULL)
        || a->entry_count != b->entry_count)
        return false;
    if (a->rest != NULL && !value_equal(a->rest, b->rest))
        return false;
    for (size_t i = 0; i < a->entry_count; i++)
        if (!bigint_equal(a->entries[i].index, b->entries[i].index)
            || !value_equal(a->entries[i].element, b->entries[i].element))
            return false;
    return true;
}

// The first entry whose index is not below `index`.
static size_t find_entry(const value_t *array, bigint_t index)
{
    size_t low = 0, high = array->entry_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (bigint_compare(array->entries[middle].index, index) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_entry(const value_t *array, size_t at, bigint_t index)
{
    return at < array->entry_count
        && bigint_equal(array->entries[at].index, index);
}

const value_t *value_select(const value_t *array, bigint_t index)
{
    assert(array->rest != NULL);
    const size_t at = find_entry(array, index);
    return has_entry(array, at, index) ? array->entries[at].element
                                       : array->rest;
}

static void remove_entry(value_t *array, size_t at)
{
    bigint_release(&array->entries[at].index);
    unbox(array->entries[at].element);
    array->entry_count--;
    memmove(array->entries + at, array->entries + at + 1,
            (array->entry_count - at) * sizeof *array->entries);
}

value_t value_store(const value_t *array, bigint_t index,
                    const value_t *element)
{
    assert(array->rest != NULL);
    value_t copy = value_copy(array);
    const size_t at = find_entry(&copy, index);
    if (has_entry(&copy, at, index))
        remove_entry(&copy, at);
    if (value_equal(copy.rest, element))
        return copy;
    copy.entries = xnrealloc(copy.entries, copy.entry_count + 1,
                             sizeof *copy.entries);
    memmove(copy.entries + at + 1, copy.entries + at,
            (copy.entry_count - at) * sizeof *copy.entries);
    copy.entries[at] = (value_entry_t){bigint_copy(index), boxed(element)};
    copy.entry_count++;
    return copy;
}

term_t value_term(context_t *ctx, const value_t *v)
{
    switch (sort_kind(ctx, v->sort)) {
    case SORT_BOOL: return term_bool(ctx, v->boolean);
    case SORT_INT: return term_bigint(ctx, v->number);
    case SORT_ENUM: return term_literal(ctx, v->sort, v->position);
    case SORT_ARRAY: break;
    }
    term_t t = term_fill(ctx, v->sort, value_term(ctx, v->rest));
    for (size_t i = 0; i < v->entry_count; i++)
        t = term_store(ctx, t, term_bigint(ctx, v->entries[i].index),
                       value_term(ctx, v->entries[i].element));
    return t;
}

static void format_array(const context_t *ctx, const value_t *v, text_t *out)
{
    text_char(out, '(');
    for (size_t i = 0; i < v->entry_count; i++) {
        bigint_format(v->entries[i].index, out);
        text_add(out, " => ");
        value_format(ctx, v->entries[i].element, out);
        text_add(out, ", ");
    }
    text_add(out, "others => ");
    value_format(ctx, v->rest, out);
    text_char(out, ')');
}

void value_format(const context_t *ctx, const value_t *v, text_t *out)
{
    switch (sort_kind(ctx, v->sort)) {
    case SORT_BOOL:
        text_add(out, v->boolean ? "true" : "false");
        break;
    case SORT_INT:
        bigint_format(v->number, out);
        break;
    case SORT_ENUM:
        text_add(out, ident_text(sort_literal(ctx, v->sort, v->position)));
        break;
    case SORT_ARRAY:
        format_array(ctx, v, out);
        break;
    }
}
