// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_AUTOMATON_H
#define CLAVE_CA_AUTOMATON_H

// Explicit counter automata A = (X, Q, q0, phi0, ->). Counters are the integer
// parameters and state variables of a system; locations are the valuations of
// its Boolean and enumeration state (the controls), and one error location
// for all of its targets. A transition goes from one location to another
// under a conjunction of literals over counters (and integer inputs), and
// gives each counter a new value; there is no if-then-else in it: each comes
// from one consistent subset of the behavioural rules. Boolean inputs, edges
// and inputs of enumerations are gone: there is a transition if some value of
// them allows it.
//
// Only locations that some chain of satisfiable transitions leads to are
// built. From the error location nothing leads on.

#include "core/system.h"

// Can the conjuncts be true together? In doubt, true. Whoever has a solver
// provides it; without one, guards are looked at one literal at a time.
typedef bool (*ca_possible_fn)(const term_t *conjuncts, size_t count,
                                      void *user);

typedef struct {
    ca_possible_fn possible; // or NULL
    void *user;
    bool all_locations;   // every valuation, reachable or not
    bool keep_steps;      // no compression: a run takes as many steps
    size_t limit;         // most transitions; 0: 100,000
} ca_options_t;

typedef struct {
    ident_t name;      // or NULL
    term_vec_t values; // of the controls, constants; none for start and error
} ca_location_t;

#define CA_NO_TARGET SIZE_MAX

typedef struct {
    size_t from, to;
    size_t target;      // that fails, on the way to the error
    term_vec_t guard;   // literals, ascending by number
    term_vec_t updates; // per counter: its next value
} ca_transition_t;

// What the error location stands for.
typedef struct {
    const char *name; // owned
    property_kind_t kind;
    loc_t loc;
} ca_target_t;

typedef struct {
    size_t locations, transitions, counters;
} ca_size_t;

typedef struct {
    const char *name;      // what was done
    ca_size_t size; // after it
} ca_stage_t;

typedef struct {
    context_t *ctx;
    const char *name; // owned
    var_vec_t controls, counters, inputs;
    size_t parameters; // so many counters at the front are parameters
    VEC(ca_target_t) targets;
    // If there are several initial valuations, a start without a valuation
    // comes first; then comes the error, then the others.
    VEC(ca_location_t) locations;
    VEC(ca_transition_t) transitions;
    size_t initial, error;
    term_t start;      // phi0, over counters
    term_t fixed;      // what of it is about parameters
    size_t impossible; // paths of rules that no counters allow
    VEC(ca_stage_t) stages;
} ca_t;

// The system is best made without `held` (system_options_t): a run may then
// go on behind a failed obligation. NULL after an error was emitted: arrays
// or other things that are neither counter nor control, or too many
// transitions. Owned by the caller.
ca_t *ca_new(const system_t *system,
                           const ca_options_t *options,
                           diag_sink_t *sink);
void ca_free(ca_t *automaton);

// For building one by other means: an automaton without locations, which is
// true of all counters in the beginning.
ca_t *ca_empty(context_t *ctx, const char *name);
// The values are those of the controls; their place.
size_t ca_add_location(ca_t *automaton, ident_t name, const term_t *values);
void ca_add_target(ca_t *automaton, const char *name, property_kind_t kind,
                   loc_t loc);
void ca_transition_release(ca_transition_t *transition);
void ca_transition_sort_guard(ca_transition_t *transition);

// The condition on the counters after the transition, if `before` is that on
// them before it. False if it cannot be said without further variables.
bool ca_after(const ca_t *automaton, term_t before,
              const ca_transition_t *transition, term_t *after) MUST_USE;

// All reductions, each of which keeps whether the error location can be
// reached; the stages tell what each saved.
//
//     duplicates    literals that follow from others; transitions that are
//                   there twice, that a weaker one covers, that differ in one
//                   literal and its negation, or that change nothing
//     start         locations that are left before anything is repeated
//     dead counters that no guard depends on
//     dead ends     locations from which no path leads to the error
//     equal         locations with the same transitions
//     compression   locations on the way between few others
void ca_reduce(ca_t *automaton,
                      const ca_options_t *options);

ca_size_t ca_size(const ca_t *automaton);

// The automaton as a model: its location is a state variable (if there are
// several), and an input chooses among transitions. Parameters may have
// become state or the other way round: a parameter is what no transition
// changes. Owned by the caller.
model_t *ca_model(const ca_t *automaton);

// "q3", "start" or "error"; the valuation as text, "" if there is none.
void ca_location_name(const ca_t *automaton, size_t location,
                             text_t *out);
void ca_location_text(const ca_t *automaton, size_t location,
                             text_t *out);

// ---- writing it (automaton-print.c, automaton-write.c) ----

void ca_print(const ca_t *automaton, text_t *out);
void ca_print_statistics(const ca_t *automaton, text_t *out);
// For graphviz.
void ca_dot(const ca_t *automaton, text_t *out);
// A predicate for each location.
void ca_write_horn(const ca_t *automaton, text_t *out);
// A numerical transition system with one process.
void ca_write_nts(const ca_t *automaton, text_t *out);

#endif
