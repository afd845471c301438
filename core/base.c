// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/base.h"
#include "core/checked.h"

#include <time.h>

_Noreturn void bug_at(const char *file, int line, const char *fmt, ...)
{
    va_list ap;
    fflush(stdout);
    fprintf(stderr, "clave: internal error at %s:%d: ", file, line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}

uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "clave: out of memory (%zu bytes asked for)\n", size);
    abort();
}

void *xmalloc(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (p == NULL)
        out_of_memory(size);
    return p;
}

void *xcalloc(size_t count, size_t size)
{
    if (count == 0 || size == 0)
        count = size = 1;
    void *p = calloc(count, size);
    if (p == NULL)
        out_of_memory(count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

void *xrealloc(void *old, size_t size)
{
    void *p = realloc(old, size ? size : 1);
    if (p == NULL)
        out_of_memory(size);
    return p;
}

static size_t product(size_t count, size_t size)
{
    size_t bytes;
    if (!checked_mul_size(count, size, &bytes))
        out_of_memory(SIZE_MAX);
    return bytes;
}

void *xnmalloc(size_t count, size_t size)
{
    return xmalloc(product(count, size));
}

void *xnrealloc(void *old, size_t count, size_t size)
{
    return xrealloc(old, product(count, size));
}

char *xstrdup(const char *text)
{
    return xstrndup(text, strlen(text));
}

char *xstrndup(const char *text, size_t length)
{
    char *copy = xmalloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *xasprintf(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    return text;
}

char *xvasprintf(const char *fmt, va_list ap)
{
    char *text;
    if (vasprintf(&text, fmt, ap) < 0)
        out_of_memory(0);
    return text;
}
