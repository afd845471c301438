// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_SCAN_H
#define CLAVE_SIM_SCAN_H

// The tokens of a VHDL text with their places, comments left out: enough to
// find the ends of a declaration in a source that libghdl has accepted.

#include "core/text.h"
#include "core/vec.h"

typedef struct {
    size_t at, end; // bytes of the text
} token_t;

typedef struct {
    const char *text; // borrowed
    size_t length;
    VEC(token_t) tokens;
} scan_t;

void scan_init(scan_t *scan, const char *text, size_t length);
void scan_release(scan_t *scan);

// The first token that ends behind this byte; the number of tokens if there
// is none.
size_t scan_find(const scan_t *scan, size_t at);
// Is token i this word (in any case) or delimiter? False behind the end.
bool scan_is(const scan_t *scan, size_t i, const char *word);
// Is it one of a list that ends with NULL?
bool scan_is_one(const scan_t *scan, size_t i, const char *const *words);
// The first token from i on, outside of parentheses, that is `word` or `or`
// (may be NULL); a parenthesis that closes more than was opened ends the
// search, too. The number of tokens if there is none.
size_t scan_until(const scan_t *scan, size_t i, const char *word,
                  const char *or);
// The token behind the semicolon that ends the declaration which begins
// at i: also of a record type and of a subprogram with its body.
size_t scan_declaration(const scan_t *scan, size_t i);

// `signal a, b : t := v`, or `a, b : out t := v` in a list of ports.
typedef struct {
    size_t start;       // the keyword; the first name if there is none
    size_t names;       // name, comma, name, ...
    size_t colon;
    size_t type;        // behind the mode of a port
    size_t type_end;
    size_t value, stop; // the default; both are `type_end` without one
} scan_object_t;
// The declaration around the identifier that is token i.
scan_object_t scan_object(const scan_t *scan, size_t i);

// Appends the tokens from..to - 1, a blank for whatever was between two.
void scan_join(const scan_t *scan, size_t from, size_t to, text_t *out);
// How many lines end in a piece of the text.
size_t scan_lines(const scan_t *scan, size_t at, size_t end);

#endif
