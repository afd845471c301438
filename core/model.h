// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_MODEL_H
#define CLAVE_CORE_MODEL_H

// The model M = (V, T, B): variables with sorts, and for each state variable
// its next value as one term, from which the behavioural rules `c -> v := e`
// are read off (core/rules.h). Definitions name terms over the current step.
// Terms of a model refer to
//
//     TERM_LAST      everywhere: the values of the current step
//     TERM_POSEDGE,
//     TERM_NEGEDGE   of clocks only: which edges this step has
//     TERM_NEXT      in assumptions only
//
// A step goes from one stable state to the next; what is sampled in step i is
// (state i, inputs i, edges i). Source positions belong to what is added here,
// not to terms. Everything is kept in the order in which it was added.

#include "core/diag.h"
#include "core/term.h"

typedef struct model model_t;

typedef enum {
    VAR_PARAMETER,  // generics and what depends only on them: never changes
    VAR_INPUT,      // any value in each step
    VAR_STATE,      // has a next value
    VAR_DEFINITION, // a name for a term
    VAR_CLASSES
} var_class_t;

// What is checked. The kinds up to PROPERTY_ELABORATION are obligations:
// checked without being asked.
typedef enum {
    PROPERTY_INDEX,
    PROPERTY_RANGE,
    PROPERTY_OVERFLOW,
    PROPERTY_LENGTH,
    PROPERTY_DIVISION,
    PROPERTY_CHOICE,
    PROPERTY_ELABORATION,
    PROPERTY_ASSERT,
    PROPERTY_PSL,
    PROPERTY_COVER,
    PROPERTY_ERROR,
    PROPERTY_KINDS
} property_kind_t;

typedef enum {
    ASSUME_GENERIC, // a constraint on parameters
    ASSUME_AXIOM,   // true by the meaning of the terms, as w < 2 ** w
    ASSUME_INPUT,   // the environment keeps to it, in every step
    ASSUME_STEP,    // ... in every step but a run's last: a transition relation
    ASSUME_KINDS
} assumption_kind_t;

typedef struct {
    var_t var;
    var_class_t class;
    loc_t loc;
    // STATE: the next value; DEFINITION: the value; otherwise the variable
    // itself, or what it stands for (model_set_meaning).
    term_t term;
} model_var_t;

typedef struct {
    var_t var; // a Boolean input
    bool posedge, negedge; // which edges the model uses
} model_clock_t;

// An assignment of the source, kept so that a rule can say where it is from.
typedef struct {
    var_t var;
    term_t value;
    loc_t loc;
} model_assignment_t;

// One way to begin: a value for some state variables (the others start
// arbitrary), and a constraint over parameters and state.
typedef struct {
    const char *name; // "reset", "declared", ...
    term_t constraint;
    var_vec_t vars;
    term_vec_t values; // over parameters
} model_start_t;

// A property fails in a step where `reached` is true and `holds` is false; a
// cover is met in a step where both are true.
typedef struct {
    const char *name;
    property_kind_t kind;
    loc_t loc;
    term_t reached, holds;
    const char *message; // what is wrong when it fails, or NULL
} property_t;

typedef struct {
    assumption_kind_t kind;
    loc_t loc;
    term_t term;
    const char *text; // as the user knows it, or NULL
} assumption_t;

// An element of a memory that is followed instead of the whole: the variable
// `element` is what the memory `array` (which is not in the model any more)
// has at `index`, a parameter.
typedef struct {
    var_t index, element, array;
} model_slot_t;

// A definite value of VHDL that the model leaves arbitrary.
typedef struct {
    loc_t loc;
    var_t var; // the input that stands for it
    const char *text;
} abstraction_t;

// The context is borrowed until the model is freed.
model_t *model_new(context_t *ctx, const char *name);
void model_free(model_t *model);
context_t *model_context(const model_t *model);
const char *model_name(const model_t *model);

// ---- building ----

void model_add_parameter(model_t *model, var_t var, loc_t loc);
void model_add_input(model_t *model, var_t var, loc_t loc);
// The next value may be set later; until then it is the current one.
void model_add_state(model_t *model, var_t var, loc_t loc);
void model_set_next(model_t *model, var_t var, term_t next);
void model_add_definition(model_t *model, var_t var, term_t value, loc_t loc);
// A parameter or an input that stands for a term that engines cannot work on,
// as a power of two: in runs of the design it has this value, but the model
// says no more about it than its assumptions do. Whoever picks a value, picks
// this one.
void model_set_meaning(model_t *model, var_t var, term_t meaning);
void model_add_slot(model_t *model, const model_slot_t *slot);
void model_add_assignment(model_t *model, var_t var, term_t value, loc_t loc);
// The variable is an input already; edges add up over calls.
void model_add_clock(model_t *model, var_t var, bool posedge, bool negedge);
// With asynchronous resets or latches, no edge at all is a step, too.
void model_allow_empty_step(model_t *model);
// Texts are copied. Returns its index.
size_t model_add_start(model_t *model, const char *name);
void model_start_value(model_t *model, size_t start, var_t var, term_t value);
void model_start_constrain(model_t *model, size_t start, term_t constraint);
size_t model_add_property(model_t *model, const property_t *property);
void model_add_assumption(model_t *model, const assumption_t *assumption);
void model_add_abstraction(model_t *model, const abstraction_t *abstraction);

// ---- reading ----

size_t model_var_count(const model_t *model);
const model_var_t *model_var(const model_t *model, size_t i);
// NULL if the variable is not of this model; borrowed until the next change.
const model_var_t *model_find(const model_t *model, var_t var);
// Its place in 0 .. model_var_count - 1; SIZE_MAX if it has none.
size_t model_index(const model_t *model, var_t var);
// Does it stand for a term that is not itself?
bool model_has_meaning(const model_t *model, const model_var_t *v);
size_t model_slot_count(const model_t *model);
const model_slot_t *model_slot(const model_t *model, size_t i);
size_t model_clock_count(const model_t *model);
const model_clock_t *model_clock(const model_t *model, size_t i);
bool model_has_empty_step(const model_t *model);
size_t model_start_count(const model_t *model);
const model_start_t *model_start(const model_t *model, size_t i);
size_t model_property_count(const model_t *model);
const property_t *model_property(const model_t *model, size_t i);
size_t model_assumption_count(const model_t *model);
const assumption_t *model_assumption(const model_t *model, size_t i);
size_t model_abstraction_count(const model_t *model);
const abstraction_t *model_abstraction(const model_t *model, size_t i);
// Where the source assigns this value to this variable, or LOC_NONE.
loc_t model_assignment_loc(const model_t *model, var_t var, term_t value);
// Adds the assignments to variables that `to` has, too.
void model_copy_assignments(const model_t *from, model_t *to);

// The condition under which a property fails (or a cover is met).
term_t property_bad(const model_t *model, const property_t *property);
bool property_is_obligation(property_kind_t kind);
// Is a run looked at up to the first failure of this kind only?
bool property_ends_run(property_kind_t kind);
// "index", "range", ...
const char *property_kind_name(property_kind_t kind);
const char *var_class_name(var_class_t class);
const char *assumption_kind_name(assumption_kind_t kind);

// ---- working on it ----

// Appends the places of all definitions, each after those that it uses.
// False if they have a cycle; *cycle is then the place of one on it.
typedef VEC(size_t) place_vec_t;
bool model_sort_definitions(const model_t *model, place_vec_t *order,
                            size_t *cycle) MUST_USE;

// Definitions replaced by what they stand for, in every one of the terms;
// sharing is kept.
void model_inline(const model_t *model, term_t *terms, size_t count);

// Cone of influence: a model with the variables that the roots depend on, by
// next values, definitions, and assumptions that speak about them, and with
// the property at index `property` only (SIZE_MAX: none). An ASSUME_STEP is
// always in: a run may end where it cannot be kept. Owned by the caller;
// terms and context are shared.
model_t *model_cone(const model_t *model, const term_t *roots, size_t count,
                    size_t property);
// The cone of one property.
model_t *model_cone_of(const model_t *model, size_t property);

// Is it well formed: sorts fit, terms refer to variables of the model, edges
// are of clocks, definitions have no cycle? Says what is wrong.
bool model_check(const model_t *model, diag_sink_t *sink) MUST_USE;

#endif
