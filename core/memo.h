// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_MEMO_H
#define CLAVE_CORE_MEMO_H

// A number per term, for walks over the DAG: from the term's index (negation
// ignored) to 32 bits, 0 where nothing was set. Memory is in proportion to
// the terms that were set, not to the context.

#include "core/term.h"

typedef struct {
    uint32_t key; // the term's index + 1; 0: empty
    uint32_t value;
} memo_slot_t;

typedef struct {
    memo_slot_t *slots;
    size_t size; // a power of two, or 0
    size_t used;
} memo_t;

void memo_init(memo_t *memo);
void memo_release(memo_t *memo);
uint32_t memo_get(const memo_t *memo, term_t t);
void memo_set(memo_t *memo, term_t t, uint32_t value);

#endif
