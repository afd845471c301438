// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_TABLE_H
#define CLAVE_PSL_TABLE_H

// What a formula and each of its parts say at each step of a word, and why it
// fails: for reports.

#include "core/text.h"
#include "psl/formula.h"
#include "psl/word.h"

typedef struct {
    formula_t formula, clock; // a part of the formula, and its context
    unsigned depth;           // 0 for the formula itself
    const bool *values;       // per step
    const bool *ticks;        // of the context, per step
} table_row_t;

typedef struct table table_t;

// Everything is borrowed until the table is freed. The formula has literal
// counts and no prev and ended.
table_t *table_new(formula_pool_t *pool, formula_t f, formula_t clock,
                   const word_t *word);
void table_free(table_t *table);

bool table_holds(const table_t *table);
size_t table_row_count(const table_t *table);
// Parts come after what they are parts of.
table_row_t table_row(const table_t *table, size_t i);
// After how many letters every continuation agrees; SIZE_MAX if that is not
// known or never so.
size_t table_decided(const table_t *table);
// Why it fails, one reason a line, from the whole to its parts; nothing if
// it holds.
void table_explain(const table_t *table, text_t *out);

#endif
