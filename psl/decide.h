// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_DECIDE_H
#define CLAVE_PSL_DECIDE_H

// Questions about all words, answered by automata; every witness has been
// confirmed by the oracle before it is returned.

#include "psl/formula.h"
#include "psl/word.h"

typedef enum {
    DECIDE_NO,
    DECIDE_YES,
    DECIDE_UNKNOWN, // see the reason
} answer_t;

typedef struct {
    answer_t answer;
    word_t *word;    // the witness, or NULL; owned by the caller
    formula_t clock; // the context it is for
    bool left;       // for decide_equal: the first formula holds on it
    char *reason;    // for UNKNOWN; owned by the caller
} decision_t;

void decision_release(decision_t *d);

// The name of the proposition that stands for any clock context.
#define DECIDE_CONTEXT "context"

// Is there a word on which f holds in the context? Counts must be literals.
decision_t decide_sat(formula_pool_t *pool, formula_t f, formula_t clock);
// Does g hold on every word where f holds? With the clock NONE: in every
// context; the witness then has a proposition DECIDE_CONTEXT for it.
decision_t decide_implies(formula_pool_t *pool, formula_t f, formula_t g,
                          formula_t clock);
// Do they hold on the same words?
decision_t decide_equal(formula_pool_t *pool, formula_t f, formula_t g,
                        formula_t clock);

// What f says about infinite words. `obligation` is found by the form of the
// formula, and so may be missed; the others are exact.
typedef struct {
    bool known; // else see the reason; owned by the caller
    bool safety, guarantee, liveness, obligation;
    char *reason;
} class_info_t;

class_info_t decide_class(formula_pool_t *pool, formula_t f,
                          formula_t clock);

#endif
