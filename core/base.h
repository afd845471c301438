// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_BASE_H
#define CLAVE_CORE_BASE_H

// What every file may rely on: allocation that never returns NULL, the one
// way to stop on a bug of ours, and the functions of libc that we do without.

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define MUST_USE __attribute__((warn_unused_result))
// A static function that only assertions call.
#define FOR_ASSERT __attribute__((unused))
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

// A defect of clave itself, never of its input: says where, then aborts.
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug_at(const char *file, int line, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

// Milliseconds on a clock that only goes forward.
uint64_t now_ms(void);

// Memory owned by the caller, freed with free(). Out of memory aborts with a
// message; a request for zero bytes gives a valid pointer.
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
// The product is checked for overflow.
void *xnmalloc(size_t count, size_t size);
void *xnrealloc(void *old, size_t count, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length);
char *xasprintf(const char *fmt, ...) PRINTF_LIKE(1, 2);
char *xvasprintf(const char *fmt, va_list ap);

// Yices has functions of these names, and as a static library it would be
// linked with ours. For the linker, ours are called something else
// (tests/sanity/symbols.sh finds such names).
#define arena_alloc clave_arena_alloc
#define model_print clave_model_print
#define term_is_true clave_term_is_true
#define term_is_false clave_term_is_false

#undef strcpy
#undef strcat
#undef sprintf
#undef vsprintf
#undef strtok
#undef atoi
#undef strncpy
#define strcpy(...) banned_strcpy
#define strcat(...) banned_strcat
#define sprintf(...) banned_sprintf
#define vsprintf(...) banned_vsprintf
#define strtok(...) banned_strtok
#define atoi(...) banned_atoi
#define strncpy(...) banned_strncpy

#endif
