// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_PROVE_H
#define CLAVE_REACH_PROVE_H

// Some engines, one after the other, on some properties of a model, in this
// process: the reduction, its refinement by runs that are none of the model,
// and the acceptance of what engines answer (see reach/portfolio.h).

#include "reach/portfolio.h"

typedef struct {
    const model_t *model;
    const size_t *properties; // what is asked for
    size_t property_count;
    size_t start;
    const engine_t *const *engines; // in this order
    size_t engine_count;
    uint64_t milliseconds; // 0: no limit
    portfolio_checks_t checks;
    bool certificates; // wanted with proofs
    bool trusting;     // accept what engines claim: for tests only
    // Each verdict as soon as there is one, and at the end an unknown one for
    // what is left. Borrowed for the call.
    void (*verdict)(const verdict_t *verdict, void *user);
    void (*progress)(const char *engine, size_t property, void *user);
    // An invariant of the system, and a chance to add with task_add_lemma
    // what others have found about the same one; the second is often called.
    // Neither is any more once the reduction was refined: from then on the
    // system is another one than that of others. Both may be NULL.
    void (*lemma)(term_t lemma, void *user);
    void (*poll)(task_t *task, void *user);
    void *user;
} prove_t;

void prove(const prove_t *job);

#endif
