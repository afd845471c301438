// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_VECTORS_H
#define CLAVE_PSL_VECTORS_H

// Batches of (formula, context, word, verdict), one JSON object a line:
//
//   {"id": "r1", "f": "(X! 1 (b q))", "ctx": "c2",
//    "word": [["c1", "p"], []], "loop": null, "holds": true}
//
// Members may come in any order; others are skipped.

#include "psl/formula.h"
#include "psl/word.h"

typedef struct {
    size_t line;       // from 1
    const char *id;    // "" if it has none
    const char *error; // NULL, or why the line was not understood
    formula_pool_t *pool;
    formula_t formula, clock;
    const word_t *word;
    bool expected, holds; // what the line says, what the evaluator says
} vector_t;

// Everything in it is borrowed for the call.
typedef void (*vector_fn)(const vector_t *vector, void *user);

// Evaluates each line of the text and hands it over, in order.
void vectors_run(const char *text, vector_fn fn, void *user);

#endif
