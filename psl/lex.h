// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_LEX_H
#define CLAVE_PSL_LEX_H

// PSL text to tokens, in the VHDL flavour: `--` and `/* */` comments, names
// in any case, '0' and "01" literals. Brackets are paired here, so that the
// parser can look past them and an unpaired one is reported where it is.

#include "core/diag.h"

// Files and formulas larger than this are refused.
#define LEX_MAX_BYTES ((size_t)16 << 20)
// Brackets nested more deeply are refused.
#define LEX_MAX_NESTING 1000

typedef enum {
    TK_END,
    TK_NAME,   // keywords too; next!, until!_ and the like are one name
    TK_NUMBER,
    TK_CHAR,   // '0'
    TK_STRING, // "01"
    TK_OP,     // everything else
} token_kind_t;

typedef struct {
    token_kind_t kind;
    uint32_t start, length; // in the text
    loc_t loc;
    uint32_t match; // for a bracket: the token that pairs with it
} token_t;

typedef struct tokens tokens_t;

// NULL after a diagnostic. The text is copied; owned by the caller.
tokens_t *tokens_new(const char *text, size_t length, uint16_t file,
                     diag_sink_t *sink);
void tokens_free(tokens_t *tokens);

// The last one is TK_END.
size_t tokens_count(const tokens_t *tokens);
const token_t *tokens_get(const tokens_t *tokens, size_t i);
// Borrowed until the tokens are freed; not terminated.
const char *tokens_text(const tokens_t *tokens, size_t i);
// Is token i this operator, or this name in any case?
bool tokens_is(const tokens_t *tokens, size_t i, const char *text);

#endif
