// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/ident.h"
#include "core/arena.h"
#include "core/hash.h"

struct ident {
    uint32_t index;
    uint32_t length;
    uint64_t hash;
    char text[];
};

struct ident_table {
    arena_t *arena;
    ident_t *slots;
    size_t size; // a power of two
    uint32_t count;
};

ident_table_t *ident_table_new(void)
{
    ident_table_t *table = xcalloc(1, sizeof *table);
    table->arena = arena_new();
    table->size = 256;
    table->slots = xcalloc(table->size, sizeof(ident_t));
    return table;
}

void ident_table_free(ident_table_t *table)
{
    if (table == NULL)
        return;
    arena_free(table->arena);
    free(table->slots);
    free(table);
}

static ident_t *find(const ident_table_t *table, const char *bytes,
                     size_t length, uint64_t hash)
{
    const size_t mask = table->size - 1;
    size_t i = hash & mask;
    for (; table->slots[i] != NULL; i = (i + 1) & mask) {
        const ident_t id = table->slots[i];
        if (id->hash == hash && id->length == length
            && memcmp(id->text, bytes, length) == 0)
            break;
    }
    return &table->slots[i];
}

static void grow(ident_table_t *table)
{
    const size_t old_size = table->size;
    ident_t *old = table->slots;
    table->size *= 2;
    table->slots = xcalloc(table->size, sizeof(ident_t));
    for (size_t i = 0; i < old_size; i++)
        if (old[i] != NULL)
            *find(table, old[i]->text, old[i]->length, old[i]->hash) = old[i];
    free(old);
}

ident_t ident_newn(ident_table_t *table, const char *bytes, size_t length)
{
    if (length > UINT32_MAX)
        BUG("identifier of %zu bytes", length);
    const uint64_t hash = hash_bytes(bytes, length);
    ident_t *slot = find(table, bytes, length, hash);
    if (*slot != NULL)
        return *slot;
    struct ident *id = arena_alloc(table->arena, sizeof *id + length + 1);
    id->index = table->count++;
    id->length = (uint32_t)length;
    id->hash = hash;
    memcpy(id->text, bytes, length);
    id->text[length] = '\0';
    *slot = id;
    if (table->count * (size_t)2 > table->size)
        grow(table);
    return id;
}

ident_t ident_new(ident_table_t *table, const char *text)
{
    return ident_newn(table, text, strlen(text));
}

ident_t ident_printf(ident_table_t *table, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    const ident_t id = ident_new(table, text);
    free(text);
    return id;
}

ident_t ident_unique(ident_table_t *table, const char *base)
{
    if (ident_find(table, base) == NULL)
        return ident_new(table, base);
    for (unsigned i = 1;; i++) {
        char *text = xasprintf("%s_%u", base, i);
        const bool taken = ident_find(table, text) != NULL;
        const ident_t id = taken ? NULL : ident_new(table, text);
        free(text);
        if (!taken)
            return id;
    }
}

ident_t ident_find(const ident_table_t *table, const char *text)
{
    const size_t length = strlen(text);
    return *find(table, text, length, hash_bytes(text, length));
}

const char *ident_text(ident_t ident)
{
    return ident->text;
}

size_t ident_length(ident_t ident)
{
    return ident->length;
}

uint32_t ident_index(ident_t ident)
{
    return ident->index;
}
