// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_RESIDUAL_H
#define CLAVE_PSL_RESIDUAL_H

// What of a SERE is left to match after some letters: its derivatives, kept
// hash-consed up to the laws of `|`, so that a SERE has finitely many. The
// clock of each Boolean is part of the residual.
//
// Besides letters there is the letter TOP, which satisfies every Boolean, a
// contradiction included: a residual is `live` if some number of TOPs
// completes the match. This is how weak SEREs and abort are defined.

#include "psl/formula.h"
#include "psl/word.h"

typedef uint32_t residual_t;
#define RESIDUAL_FAIL ((residual_t)0) // nothing matches

typedef struct residuals residuals_t;

// The pool is borrowed until the residuals are freed.
residuals_t *residuals_new(const formula_pool_t *pool);
void residuals_free(residuals_t *rs);

// The SERE in the clock context.
residual_t residual_of(residuals_t *rs, formula_t sere, formula_t clock);
// After the letter.
residual_t residual_step(residuals_t *rs, residual_t r, const word_t *word,
                         size_t letter);
// Is the match complete?
bool residual_done(residuals_t *rs, residual_t r);
bool residual_live(residuals_t *rs, residual_t r);

#endif
