// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/context.h"

#include <assert.h>

static sort_t add_sort(context_t *ctx, sort_info_t info)
{
    if (ctx->sorts.len >= CLAVE_MAX_SORTS)
        BUG("more than %d sorts", CLAVE_MAX_SORTS);
    vec_push(&ctx->sorts, info);
    return (sort_t){(uint16_t)(ctx->sorts.len - 1)};
}

// Bool and int are always numbers 0 and 1.
static sort_t fixed_sort(context_t *ctx, sort_kind_t kind)
{
    while (ctx->sorts.len <= (size_t)kind)
        add_sort(ctx, (sort_info_t){.kind = (sort_kind_t)ctx->sorts.len});
    return (sort_t){(uint16_t)kind};
}

sort_t sort_bool(context_t *ctx)
{
    return fixed_sort(ctx, SORT_BOOL);
}

sort_t sort_int(context_t *ctx)
{
    return fixed_sort(ctx, SORT_INT);
}

static bool same_enum(const sort_info_t *s, ident_t name,
                      const ident_t *literals, uint32_t count)
{
    return s->kind == SORT_ENUM && s->name == name && s->count == count
        && memcmp(s->literals, literals, count * sizeof *literals) == 0;
}

sort_t sort_enum(context_t *ctx, ident_t name, const ident_t *literals,
                 uint32_t count)
{
    assert(count > 0);
    sort_int(ctx);
    for (size_t i = 0; i < ctx->sorts.len; i++)
        if (same_enum(&ctx->sorts.data[i], name, literals, count))
            return (sort_t){(uint16_t)i};
    ident_t *copy = arena_calloc(ctx->arena, count, sizeof *copy);
    memcpy(copy, literals, count * sizeof *copy);
    return add_sort(ctx, (sort_info_t){.kind = SORT_ENUM, .name = name,
                                       .literals = copy, .count = count});
}

sort_t sort_array(context_t *ctx, sort_t element)
{
    sort_int(ctx);
    for (size_t i = 0; i < ctx->sorts.len; i++)
        if (ctx->sorts.data[i].kind == SORT_ARRAY
            && sort_equal(ctx->sorts.data[i].element, element))
            return (sort_t){(uint16_t)i};
    return add_sort(ctx, (sort_info_t){.kind = SORT_ARRAY,
                                       .element = element});
}

size_t sort_count(const context_t *ctx)
{
    return ctx->sorts.len;
}

static const sort_info_t *info(const context_t *ctx, sort_t sort)
{
    assert(sort.id < ctx->sorts.len);
    return &ctx->sorts.data[sort.id];
}

sort_kind_t sort_kind(const context_t *ctx, sort_t sort)
{
    return info(ctx, sort)->kind;
}

ident_t sort_name(const context_t *ctx, sort_t sort)
{
    assert(info(ctx, sort)->kind == SORT_ENUM);
    return info(ctx, sort)->name;
}

uint32_t sort_literal_count(const context_t *ctx, sort_t sort)
{
    assert(info(ctx, sort)->kind == SORT_ENUM);
    return info(ctx, sort)->count;
}

ident_t sort_literal(const context_t *ctx, sort_t sort, uint32_t i)
{
    assert(info(ctx, sort)->kind == SORT_ENUM && i < info(ctx, sort)->count);
    return info(ctx, sort)->literals[i];
}

sort_t sort_element(const context_t *ctx, sort_t sort)
{
    assert(info(ctx, sort)->kind == SORT_ARRAY);
    return info(ctx, sort)->element;
}
