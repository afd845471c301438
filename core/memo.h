// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_MEMO_H
#define CLAVE_CORE_MEMO_H

// A number per term, for walks over the DAG: a sparse array from the term's
// index (negation ignored) to 32 bits, 0 where nothing was set. Memory is in
// proportion to the parts of the table that are touched.

#include "core/term.h"

typedef struct {
    uint32_t **pages;
    size_t page_count;
} memo_t;

void memo_init(memo_t *memo);
void memo_release(memo_t *memo);
uint32_t memo_get(const memo_t *memo, term_t t);
void memo_set(memo_t *memo, term_t t, uint32_t value);

#endif
