// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_ARENA_H
#define CLAVE_CORE_ARENA_H

// Memory for one unit of work: allocate as you go, free it all in one call.
// Pieces are aligned for any type and stay where they are until the arena is
// cleared or freed.

#include "core/base.h"

typedef struct arena arena_t;

arena_t *arena_new(void);
void arena_free(arena_t *arena);

// Forgets every piece; the largest block is kept for reuse.
void arena_clear(arena_t *arena);

// Uninitialised memory that lives in the arena.
void *arena_alloc(arena_t *arena, size_t size);
// Zeroed memory for an array; the product is checked.
void *arena_calloc(arena_t *arena, size_t count, size_t size);
char *arena_strdup(arena_t *arena, const char *text);
char *arena_strndup(arena_t *arena, const char *text, size_t length);
char *arena_printf(arena_t *arena, const char *fmt, ...) PRINTF_LIKE(2, 3);

// Bytes handed out so far, padding included.
size_t arena_used(const arena_t *arena);

#endif
