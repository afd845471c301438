// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_DESIGN_H
#define CLAVE_FRONTEND_DESIGN_H

// From an analysed entity to models: elaboration with symbolic generics and
// lowering of all processes. A condition on a symbolic generic that decides
// structure splits the design into cases, each with a model of its own and a
// constraint on the generics (in the model's assumptions). A generic that
// decides more than conditions (a loop's or a generate's bound, the width of
// a bitwise operation) is structural: it needs a value.

#include "core/eval.h"
#include "core/hash.h"
#include "core/model.h"
#include "frontend/ghdl.h"
#include "frontend/sval.h"

typedef enum {
    OBJECT_GENERIC,
    OBJECT_INPUT,    // input ports of the top
    OBJECT_OUTPUT,   // output ports of the top
    OBJECT_PORT,     // ports of instances
    OBJECT_SIGNAL,
    OBJECT_VARIABLE, // process variables that keep their value
} object_class_t;

// Something with a value that a user knows by name.
typedef struct {
    const char *path;      // "u_fifo.count", "gen(3).q": lower case
    object_class_t class;
    const type_t *type;
    sval_t value;          // over current values of the model's variables
    vhdl_node_t node;      // its declaration
    loc_t loc;             // of the identifier
    const char *instance;  // path of the architecture around it, "" for the top
    const char *process;   // VARIABLE: the label of its process, or NULL
} design_object_t;

// A parameter whose value follows from the generics: ceil(log2(argument)).
typedef struct {
    var_t var;
    term_t argument;
} design_log2_t;

typedef struct {
    model_t *model;
    term_t constraint; // on the generics; true if there is one case only
    const design_object_t *objects;
    size_t object_count;
    const design_log2_t *log2s; // in an order in which they can be computed
    size_t log2_count;
} design_case_t;

typedef struct {
    const char *name;  // lower case
    const type_t *type;
    bool structural;   // needs a value, and `given` is the text of it or NULL
    const char *given; // as the user gave it, or NULL
    var_t var;         // if it has no value: the model's parameter
    const char *standard; // the default as written, or NULL
    loc_t loc;
} design_generic_t;

// `-g NAME=VALUE`: the value is a VHDL literal or expression.
typedef struct {
    const char *name, *value;
} design_setting_t;

typedef struct {
    const char *top;          // entity, or NULL for the last one analysed
    const char *architecture; // or NULL for the last one analysed
    const design_setting_t *settings;
    size_t setting_count;
    const char *const *resets; // "rst=1", or none to recognise them
    size_t reset_count;
    // A start that is wanted although it would not be there by itself:
    // "declared" (what has no declared value is arbitrary) or "any" (all
    // registers are arbitrary within their subtypes); NULL: none.
    const char *start;
    bool synthesis_sensitivity;
    // Conditions as VHDL text, resolved in the scope of the top's
    // architecture (frontend/given.c); errors in them point into the text, as
    // "-e:1:7". Each case's model gets
    //   for an error condition    a property of kind PROPERTY_ERROR, named as
    //       the text, that fails in a step where the condition is true; and a
    //       second one, "TEXT: has a value", if its evaluation may fail (an
    //       index out of range, ...), which does in a step where it fails;
    //   for an assumption         an ASSUME_INPUT with its text; a step in
    //       which it cannot be evaluated is not restricted by it;
    //   for one on the generics   an ASSUME_GENERIC with its text. A case that
    //       it excludes is left out: a design without cases whose generics
    //       all have values (design_needs_values) is excluded as a whole.
    const char *const *errors; // -e
    size_t error_count;
    const char *const *assumptions; // --assume
    size_t assumption_count;
    const char *const *generic_assumptions; // --assume-generic
    size_t generic_assumption_count;
    bool go_on; // after an error, to find further ones
    // What was found out about functions; give the same map to several calls
    // in one session and nothing is tried twice. NULL: forgotten at the end.
    map_t *functions;
} design_options_t;

typedef struct design design_t;

// NULL after errors. If structural generics have no value, the design has no
// cases and design_generic tells which.
design_t *design_lower(ghdl_t *ghdl, context_t *ctx,
                       const design_options_t *options, diag_sink_t *sink);
void design_free(design_t *design);

vhdl_node_t design_entity(const design_t *design);
vhdl_node_t design_architecture(const design_t *design);
size_t design_case_count(const design_t *design);
const design_case_t *design_case(const design_t *design, size_t i);
size_t design_generic_count(const design_t *design);
const design_generic_t *design_generic(const design_t *design, size_t i);
// Are there structural generics without a value?
bool design_needs_values(const design_t *design);

// The value under an assignment, as text that is the same for equal values
// and that VHDL accepts as an initial value: 12, '1', true, idle, "0101",
// and (v1, v2, ...) for arrays and records. A vector is written without its
// index range. False if it cannot be evaluated.
bool design_format_value(eval_t *eval, const sval_t *value, text_t *out)
    MUST_USE;

#endif
