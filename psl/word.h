// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_WORD_H
#define CLAVE_PSL_WORD_H

// Words over sets of atoms: empty, finite, or lasso-shaped (after the last
// letter the word goes back to letter `loop`, for ever).
//
// As text, a letter is `{p, q}` and a loop is `( ... )^w` at the end:
// `{p}{}({q}{p, q})^w`. The empty text is the empty word.

#include "core/text.h"
#include "psl/formula.h"

#define WORD_NO_LOOP SIZE_MAX

typedef struct word word_t;

word_t *word_new(void);
void word_free(word_t *word);
word_t *word_copy(const word_t *word);

size_t word_length(const word_t *word);
// WORD_NO_LOOP for a finite word.
size_t word_loop(const word_t *word);
// The loop's first letter must exist (or WORD_NO_LOOP).
void word_set_loop(word_t *word, size_t loop);
// Appends an empty letter.
void word_push(word_t *word);
// Puts the atom into the letter or takes it out.
void word_set(word_t *word, size_t letter, uint32_t atom, bool value);
bool word_get(const word_t *word, size_t letter, uint32_t atom);
// After the letter: the next one, or word_length if there is none.
size_t word_next(const word_t *word, size_t letter);
// Adds the letter of another word.
void word_push_letter(word_t *word, const word_t *from, size_t letter);

// Does the Boolean, without prev and ended, hold at the letter?
bool word_holds(const formula_pool_t *pool, const word_t *word,
                size_t letter, formula_t b);
// The letters where the clock holds. A loop without one vanishes.
word_t *word_project(const formula_pool_t *pool, const word_t *word,
                     formula_t clock);

// NULL and a message (owned by the caller) with the column, from 1, of the
// fault. Atoms that the pool does not know are added to it.
word_t *word_parse(formula_pool_t *pool, const char *text, char **error,
                   size_t *column);
// Only atoms below `atoms` are printed.
void word_print(const formula_pool_t *pool, const word_t *word,
                uint32_t atoms, text_t *out);

#endif
