// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_PORTFOLIO_H
#define CLAVE_REACH_PORTFOLIO_H

// All properties of a model, by all engines, in processes of their own: first
// everything together, since most properties fall with the invariants that
// are found for all; then each of the rest alone, with its cone of influence,
// by several engines side by side. What an engine answers counts only after
// it was accepted: a proof by reach/certificate.h and by `observe`, a
// violation by the evaluator on the model as it was given and by `confirm`.

#include "core/child.h"
#include "core/verdict.h"
#include "reach/engine.h"

typedef enum {
    CONFIRM_SHOWN,      // a simulation fails in the same way
    CONFIRM_REFUTED,    // it does not: an abstraction is to blame
    CONFIRM_IMPOSSIBLE, // it cannot be simulated
} confirm_t;

typedef enum {
    OBSERVE_TRUE,
    OBSERVE_FALSE,      // the model or the proof is wrong
    OBSERVE_IMPOSSIBLE, // nothing can be simulated
} observed_t;

// What others check about an answer. Both may be NULL, which accepts all;
// both run in a child, and append to the text why they do not accept.
typedef struct {
    // The run is one of the model as it was given, complete, and ends with
    // the step in which the property fails.
    confirm_t (*confirm)(const trace_t *run, size_t property, text_t *reason,
                         void *user);
    // Is every one of the conjuncts, over parameters and state of the model
    // as it was given, true in all steps of some simulations? Called for one
    // proof after the other in the same process.
    observed_t (*observe)(const term_t *invariant, size_t count,
                          text_t *reason, void *user);
    void *user;
} portfolio_checks_t;

typedef struct {
    const size_t *properties; // of the model; NULL: all
    size_t property_count;
    const engine_t *const *engines; // only these; NULL: all
    size_t engine_count;
    size_t jobs;             // processes at a time, at least 1
    uint64_t milliseconds;   // for all of it; 0: no limit
    uint64_t budget;         // milliseconds for one property; 0: no limit
    uint64_t bytes;          // of memory for each process; 0: no limit
    size_t start;            // of the model: which only; SIZE_MAX: any
    bool twice;              // a second engine is asked about each answer
    bool trusting;           // accept what engines claim: for tests only
    bool certificates;       // wanted with proofs
    portfolio_checks_t checks;
} portfolio_options_t;

typedef struct {
    // What is known about a property; may come several times: what comes
    // later replaces what came before. Borrowed for the call.
    void (*verdict)(const verdict_t *verdict, void *user);
    // Something to show while it runs: which engine works on which property
    // (SIZE_MAX: on several). May be NULL.
    void (*progress)(const char *engine, size_t property, void *user);
    // A process crashed, two engines contradict each other, or simulation
    // contradicts a proof.
    void (*failed)(const char *what, void *user);
    void *user;
} portfolio_hooks_t;

// Every property that is asked for gets at least one verdict.
void portfolio_run(const model_t *model, const portfolio_options_t *options,
                   const portfolio_hooks_t *hooks);

#endif
