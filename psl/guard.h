// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_GUARD_H
#define CLAVE_PSL_GUARD_H

// Boolean functions of the atoms, as ordered decision diagrams: two guards of
// one table are equal exactly if they are the same number. The order is that
// of the atoms. They label the edges of automata.

#include "psl/formula.h"
#include "psl/word.h"

typedef uint32_t guard_t;
#define GUARD_FALSE ((guard_t)0)
#define GUARD_TRUE ((guard_t)1)

typedef struct guards guards_t;

// The pool is borrowed until the table is freed.
guards_t *guards_new(formula_pool_t *pool);
void guards_free(guards_t *gs);
formula_pool_t *guards_pool(const guards_t *gs);

// The Boolean must not contain prev and ended.
guard_t guard_of(guards_t *gs, formula_t b);
guard_t guard_ite(guards_t *gs, guard_t i, guard_t t, guard_t e);
guard_t guard_and(guards_t *gs, guard_t a, guard_t b);
guard_t guard_or(guards_t *gs, guard_t a, guard_t b);
guard_t guard_not(guards_t *gs, guard_t a);
bool guard_implies(guards_t *gs, guard_t a, guard_t b);

bool guard_holds(const guards_t *gs, guard_t g, const word_t *word,
                 size_t letter);
// Appends a letter that satisfies the guard, which is not false, with as few
// atoms as one path of the diagram asks for.
void guard_pick(const guards_t *gs, guard_t g, word_t *word);
// As a Boolean: the sum of the diagram's paths.
formula_t guard_formula(guards_t *gs, guard_t g);
// The topmost atom; the guard is no constant.
uint32_t guard_atom(const guards_t *gs, guard_t g);

#endif
