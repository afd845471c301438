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
// As UTF-8: VHDL files are Latin-1 by the book and UTF-8 in practice, so what
// is not UTF-8 is taken as Latin-1.
void text_add_utf8(text_t *text, const char *bytes, size_t length);
// How many of the n > 0 bytes at p the first character has; 1 if they are no
// UTF-8.
size_t text_char_length(const char *p, size_t n);
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
