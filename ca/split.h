// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_SPLIT_H
#define CLAVE_CA_SPLIT_H

// Takes if-then-else terms apart by cases. Given conditions that must be true,
// values that must become constants, and values that must become free of
// if-then-else, it walks through all decisions about what they depend on
// (Boolean leaves, leaves of enumerations, comparisons) and tells each
// consistent outcome.

#include "core/term.h"

typedef struct {
    const term_t *literals; // comparisons that were decided, with their sign
    size_t literal_count;
    const term_t *constants; // of the values that must become constants
    const term_t *plain;     // the other values
} split_case_t;

typedef struct {
    context_t *ctx;
    term_t condition;
    const term_t *constants;
    size_t constant_count;
    const term_t *plain;
    size_t plain_count;
    // Can these be true together? Asked for each new comparison. May be NULL.
    bool (*possible)(const term_t *literals, size_t count, void *user);
    // One outcome, borrowed; false to stop.
    bool (*outcome)(const split_case_t *outcome, void *user);
    void *user;
} split_t;

// False if it was stopped. `impossible`, if given, counts the decisions that
// were found impossible.
bool split_run(const split_t *split, size_t *impossible);

#endif
