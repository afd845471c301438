// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_IDENT_H
#define CLAVE_CORE_IDENT_H

// Interned identifiers: two of one table are equal exactly if they are the
// same pointer. The text is NUL-terminated and lives as long as the table.

#include "core/base.h"

typedef struct ident_table ident_table_t;
typedef const struct ident *ident_t;

ident_table_t *ident_table_new(void);
void ident_table_free(ident_table_t *table);

ident_t ident_new(ident_table_t *table, const char *text);
ident_t ident_newn(ident_table_t *table, const char *bytes, size_t length);
ident_t ident_printf(ident_table_t *table, const char *fmt, ...)
    PRINTF_LIKE(2, 3);
// The identifier `base` if it is not interned yet, otherwise the first of
// base_1, base_2, ... that is not.
ident_t ident_unique(ident_table_t *table, const char *base);
// NULL if the text was never interned.
ident_t ident_find(const ident_table_t *table, const char *text);

const char *ident_text(ident_t ident);
size_t ident_length(ident_t ident);
// 0, 1, 2, ... in the order of creation.
uint32_t ident_index(ident_t ident);

#endif
