// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/arena.h"
#include "core/checked.h"

#include <stdalign.h>

#define FIRST_BLOCK 4096
#define LARGEST_BLOCK ((size_t)1 << 20)

typedef struct block {
    struct block *older;
    size_t size;
    alignas(max_align_t) char data[];
} block_t;

struct arena {
    block_t *newest;
    size_t left;
    size_t used;
};

arena_t *arena_new(void)
{
    return xcalloc(1, sizeof(arena_t));
}

void arena_free(arena_t *arena)
{
    if (arena == NULL)
        return;
    for (block_t *b = arena->newest, *older; b != NULL; b = older) {
        older = b->older;
        free(b);
    }
    free(arena);
}

void arena_clear(arena_t *arena)
{
    block_t *keep = NULL;
    for (block_t *b = arena->newest, *older; b != NULL; b = older) {
        older = b->older;
        if (keep == NULL || b->size > keep->size) {
            free(keep);
            keep = b;
        } else {
            free(b);
        }
    }
    if (keep != NULL)
        keep->older = NULL;
    arena->newest = keep;
    arena->left = keep != NULL ? keep->size : 0;
    arena->used = 0;
}

static void add_block(arena_t *arena, size_t need)
{
    size_t size = arena->newest ? arena->newest->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < need)
        size = need;
    if (size > SIZE_MAX - sizeof(block_t))
        BUG("arena block of %zu bytes", size);
    block_t *b = xmalloc(sizeof(block_t) + size);
    b->size = size;
    b->older = arena->newest;
    arena->newest = b;
    arena->left = size;
}

void *arena_alloc(arena_t *arena, size_t size)
{
    const size_t unit = alignof(max_align_t);
    if (size > SIZE_MAX - unit)
        BUG("arena piece of %zu bytes", size);
    size = (size + unit - 1) / unit * unit;
    if (size > arena->left || arena->newest == NULL)
        add_block(arena, size);
    block_t *b = arena->newest;
    void *piece = b->data + (b->size - arena->left);
    arena->left -= size;
    arena->used += size;
    return piece;
}

void *arena_calloc(arena_t *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!checked_mul_size(count, size, &bytes))
        BUG("arena array of %zu times %zu bytes", count, size);
    return memset(arena_alloc(arena, bytes), 0, bytes);
}

char *arena_strdup(arena_t *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_strndup(arena_t *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *arena_printf(arena_t *arena, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    char *copy = arena_strdup(arena, text);
    free(text);
    return copy;
}

size_t arena_used(const arena_t *arena)
{
    return arena->used;
}
