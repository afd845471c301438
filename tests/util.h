// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_UTIL_H
#define CLAVE_TESTS_UTIL_H

// What tests of several folders need: diagnostics compared with a table, and
// functions that must abort.

#include "core/diag.h"

#include <check.h>

// A table of sources and a sink that keeps what it is given.
typedef struct collector collector_t;

collector_t *collector_new(void);
// Fails the test if something was collected that no expect_diags looked at.
void collector_free(collector_t *collector);
sources_t *collector_sources(collector_t *collector);
diag_sink_t *collector_sink(collector_t *collector);

// A diagnostic on this line (0: without a place) whose message, or one of
// whose notes, contains the fragment.
typedef struct {
    unsigned line;
    const char *fragment;
} expected_diag_t;

// What was collected since the last call is exactly this, in this order:
//     expect_diags(c, {3, "no such name"}, {7, "length"});
#define expect_diags(collector, ...)                                          \
    expect_diag_list(collector, __FILE__, __LINE__,                           \
                     (const expected_diag_t[]){__VA_ARGS__, {0, NULL}})
#define expect_no_diags(collector)                                            \
    expect_diag_list(collector, __FILE__, __LINE__,                           \
                     (const expected_diag_t[]){{0, NULL}})
void expect_diag_list(collector_t *collector, const char *file, int line,
                      const expected_diag_t *expected);

// Runs fn(arg) in a process of its own, which must abort and say `fragment`
// on its standard error.
#define expect_abort(fn, arg, fragment)                                       \
    expect_abort_at(fn, arg, fragment, __FILE__, __LINE__)
void expect_abort_at(void (*fn)(void *), void *arg, const char *fragment,
                     const char *file, int line);

// A new file with these bytes; the path is owned by the caller, who also
// unlinks the file.
char *temporary_file(const char *bytes, size_t length);

#endif
