// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_TEXT_H
#define CLAVE_CORE_TEXT_H

// A text buffer: append, then use `data`, which is always NUL-terminated
// once anything was appended (text_str covers the empty case).

#include "core/base.h"

typedef struct {
    char *data;
    size_t len, cap;
} text_t;

void text_init(text_t *text);
void text_release(text_t *text);
// Empties the text and keeps its memory.
void text_clear(text_t *text);

void text_char(text_t *text, char c);
void text_add(text_t *text, const char *string);
void text_addn(text_t *text, const char *bytes, size_t length);
void text_printf(text_t *text, const char *fmt, ...) PRINTF_LIKE(2, 3);
void text_vprintf(text_t *text, const char *fmt, va_list ap);
// `count` copies of c.
void text_fill(text_t *text, char c, size_t count);

// Borrowed until the next change; "" for an empty text.
const char *text_str(const text_t *text);
// The buffer, owned by the caller; the text is empty afterwards.
char *text_steal(text_t *text);

// A whole file (or "-" for standard input). Returns false and sets errno on
// failure; EFBIG if it is larger than `limit` bytes, EISDIR for a directory.
bool text_read_file(text_t *text, const char *path, size_t limit) MUST_USE;

#endif
