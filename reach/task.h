// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_TASK_H
#define CLAVE_REACH_TASK_H

// What an engine is given and how it answers. A task has a system, its
// targets (each open, proved or violated), invariants known so far, and
// sampled states. An engine works until all targets that it can decide are
// decided or task_expired; whoever runs it decides where answers go.

#include "core/trace.h"
#include "reach/system.h"

typedef struct task task_t;

typedef enum {
    TARGET_OPEN,
    TARGET_PROVED,
    TARGET_VIOLATED,
} target_state_t;

// Reached states of a system: rows of system_row_width numbers.
typedef struct {
    size_t width;
    VEC(int64_t) cells;
} samples_t;

typedef struct {
    // A run that ends in a bad step of the target, complete and valid for the
    // system's model. True if it is accepted; false if it is none of the
    // design (an abstraction is to blame): the engine goes on.
    bool (*violated)(task_t *task, size_t target, const trace_t *trace,
                     void *user);
    // The conjuncts and the parameters' constraint are together initially
    // true, inductive, and exclude the bad condition. False if not accepted.
    bool (*proved)(task_t *task, size_t target, const term_t *invariant,
                   size_t count, void *user);
    // A new invariant: true in every step of every run of the system, relative
    // to the lemmas before it.
    void (*lemma)(task_t *task, term_t lemma, void *user);
    // Nothing is bad in the first `steps` steps of any run.
    void (*bounded)(task_t *task, size_t target, size_t steps, void *user);
    // Lets whoever runs the engine add lemmas of others; often called.
    void (*poll)(task_t *task, void *user);
    void *user;
} task_hooks_t;

// Hooks may be NULL: what they would say is then taken as accepted.
task_t *task_new(const system_t *system, const task_hooks_t *hooks);
void task_free(task_t *task);
const system_t *task_system(const task_t *task);

// ---- for engines ----

size_t task_target_count(const task_t *task);
target_state_t task_target(const task_t *task, size_t target);
bool task_all_decided(const task_t *task);
// Time is up, or nothing is left to decide. Polls.
bool task_expired(task_t *task);
// Milliseconds left, at most `most`: for the limit of a check.
uint64_t task_time_left(task_t *task, uint64_t most);

size_t task_lemma_count(const task_t *task);
term_t task_lemma_at(const task_t *task, size_t i);
const samples_t *task_samples(const task_t *task);
samples_t *task_new_samples(task_t *task); // to be filled by an engine
// Atoms that may be useful in invariants, though no candidate with them was
// inductive: the vocabulary of the CEGAR loop.
void task_add_atom(task_t *task, term_t atom);
size_t task_atom_count(const task_t *task);
term_t task_atom_at(const task_t *task, size_t i);

// Answers; each changes the target's state if the hook accepts it. A trace
// need only have parameters, the first state, inputs and edges: the rest is
// computed, and the run is checked with the evaluator. It is freed. False if
// it is no run that ends bad, or the hook refuses it.
bool task_violated(task_t *task, size_t target, trace_t *trace);
bool task_proved(task_t *task, size_t target, const term_t *invariant,
                 size_t count);
void task_lemma(task_t *task, term_t lemma);
void task_bounded(task_t *task, size_t target, size_t steps);
size_t task_bound(const task_t *task, size_t target);

// ---- for whoever runs engines ----

// From now on; 0: none.
void task_set_deadline(task_t *task, uint64_t milliseconds);
void task_stop(task_t *task);
void task_close(task_t *task, size_t target, target_state_t state);
// Added by others: not told to the lemma hook.
void task_add_lemma(task_t *task, term_t lemma);

#endif
