// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_SEXPR_H
#define CLAVE_CORE_SEXPR_H

// A reader of s-expressions as SMT-LIB has them: lists, symbols, |quoted
// symbols|, numerals, decimals, "strings" with "" for a quote, :keywords, and
// comments from ';' to the end of the line. Reading does not recurse.

#include "core/arena.h"
#include "core/diag.h"

typedef enum {
    SEXPR_LIST,
    SEXPR_SYMBOL,  // without its bars
    SEXPR_NUMBER,  // digits, or digits.digits
    SEXPR_STRING,  // without its quotes
    SEXPR_KEYWORD, // with its colon
} sexpr_kind_t;

typedef struct sexpr sexpr_t;

struct sexpr {
    sexpr_kind_t kind;
    loc_t loc;
    const char *text;   // NULL for a list
    const sexpr_t *first; // of a list
    const sexpr_t *next;  // in the list around it
    uint32_t count;     // of a list
};

// Reads all of the text as one list of what stands on the top level. The
// result lives in the arena. NULL after an error was emitted.
const sexpr_t *sexpr_read(arena_t *arena, const char *text, size_t length,
                          uint16_t file, diag_sink_t *sink);

// Is it this symbol (or keyword)?
bool sexpr_is(const sexpr_t *s, const char *symbol);
// Is it a list whose first element is this symbol?
bool sexpr_headed(const sexpr_t *s, const char *symbol);
// The i-th element of a list, or NULL.
const sexpr_t *sexpr_at(const sexpr_t *list, uint32_t i);

#endif
