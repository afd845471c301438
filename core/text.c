// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/text.h"
#include "core/vec.h"

#include <errno.h>
#include <sys/stat.h>

void text_init(text_t *text)
{
    *text = (text_t){0};
}

void text_release(text_t *text)
{
    vec_release(text);
}

void text_clear(text_t *text)
{
    text->len = 0;
    if (text->data != NULL)
        text->data[0] = '\0';
}

void text_char(text_t *text, char c)
{
    text_addn(text, &c, 1);
}

void text_add(text_t *text, const char *string)
{
    text_addn(text, string, strlen(string));
}

void text_addn(text_t *text, const char *bytes, size_t length)
{
    vec_reserve(text, text->len + length + 1);
    if (length > 0)
        memcpy(text->data + text->len, bytes, length);
    text->len += length;
    text->data[text->len] = '\0';
}

void text_printf(text_t *text, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_vprintf(text, fmt, ap);
    va_end(ap);
}

void text_vprintf(text_t *text, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    const int need = vsnprintf(NULL, 0, fmt, ap);
    if (need < 0)
        BUG("bad format '%s'", fmt);
    vec_reserve(text, text->len + (size_t)need + 1);
    vsnprintf(text->data + text->len, (size_t)need + 1, fmt, again);
    va_end(again);
    text->len += (size_t)need;
}

size_t text_char_length(const char *p, size_t n)
{
    const unsigned char first = (unsigned char)*p;
    const size_t length = first < 0xc2 ? 1 : first < 0xe0 ? 2
        : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
    if (length > n)
        return 1;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)p[i] & 0xc0) != 0x80)
            return 1;
    return length;
}

void text_add_utf8(text_t *text, const char *bytes, size_t length)
{
    for (size_t i = 0, step; i < length; i += step) {
        const unsigned char c = (unsigned char)bytes[i];
        step = text_char_length(bytes + i, length - i);
        if (step > 1 || c < 128) {
            text_addn(text, bytes + i, step);
        } else {
            text_char(text, (char)(0xc0 | c >> 6));
            text_char(text, (char)(0x80 | (c & 0x3f)));
        }
    }
}

void text_fill(text_t *text, char c, size_t count)
{
    vec_reserve(text, text->len + count + 1);
    memset(text->data + text->len, c, count);
    text->len += count;
    text->data[text->len] = '\0';
}

const char *text_str(const text_t *text)
{
    return text->data != NULL ? text->data : "";
}

char *text_steal(text_t *text)
{
    char *data = text->data != NULL ? text->data : xstrdup("");
    text_init(text);
    return data;
}

static bool read_stream(text_t *text, FILE *stream, size_t limit)
{
    char chunk[65536];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        if (text->len + got > limit) {
            errno = EFBIG;
            return false;
        }
        text_addn(text, chunk, got);
    }
    return !ferror(stream);
}

bool text_read_file(text_t *text, const char *path, size_t limit)
{
    if (strcmp(path, "-") == 0)
        return read_stream(text, stdin, limit);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    struct stat st;
    if (fstat(fileno(stream), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(stream);
        errno = EISDIR;
        return false;
    }
    const bool ok = read_stream(text, stream, limit);
    const int saved = errno;
    fclose(stream);
    errno = saved;
    return ok;
}
