// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_LOWER_H
#define CLAVE_FRONTEND_LOWER_H

// What the files of the lowering share; nothing outside frontend/ includes it.
//
//     design.c      generics, cases, restarts: the outline of it all
//     elaborate.c   declarations, instances, generates, concurrent statements
//     process.c     processes: what each gives its signals
//     finish.c      from that to registers and definitions
//     starts.c      declared values and resets
//     given.c       conditions that the user gives as text
//     exec.c        sequential statements
//     target.c      what stands left of an assignment
//     expr.c        expressions and names
//     attribute.c   attributes
//     aggregate.c   aggregates and string literals
//     shape.c       one value in the shape of another
//     predefined.c  operators and functions of the language and of ieee
//     call.c        functions of the user
//     elabtype.c    types
//
// Errors are reported where they are found; the value that follows is `bad`,
// and `stop` ends the pass. A generic that turns out structural also stops
// it: design.c starts again with a value for that generic.

#include "frontend/design.h"

#include "core/hash.h"

typedef struct object object_t;
typedef struct scope scope_t;
typedef struct frame frame_t;
typedef struct process process_t;

typedef enum { BIND_CONSTANT, BIND_SIGNAL, BIND_VARIABLE } binding_t;

struct object {
    binding_t kind;
    object_class_t class;
    const char *path;
    const char *process;  // label around a variable
    const char *instance;
    vhdl_node_t node;
    const type_t *type;
    sval_t value;         // CONSTANT: it; else what readers see before
    bool has_initial;
    sval_t initial;       // of the shape of `value`
    bool keeps;           // a signal, or a variable of a process
    // While a process is executed: the variable's value, or what the signal
    // is going to be; valid if `active` is that process.
    sval_t now;
    const process_t *active;
    uint64_t stamp;
};

struct scope {
    scope_t *parent;
    map_t *objects;   // from a declaration to an object
    const char *path; // of the instance around it, with a dot at its end
};

typedef struct {
    vhdl_node_t statement;
    term_t exited, skipped;
} loop_t;

// A function call, or the process itself.
struct frame {
    frame_t *caller;
    term_t base; // under which the call is reached
    term_t returned;
    bool has_result;
    sval_t result;
    const type_t *result_type;
    VEC(loop_t) loops;
};

struct process {
    vhdl_node_t node;     // process or concurrent statement
    const char *label;
    loc_t loc;
    bool clocked_wait;    // `wait until`
    bool sensitive_to_all;
    var_vec_t sensitivity;
};

typedef struct {
    object_t *object;
    sval_t before;
    const process_t *active;
} undo_t;

// One leaf of a signal, driven by one process.
typedef struct {
    var_t var;
    term_t value;
    const process_t *process;
    const object_t *object;
    // Once all processes are executed.
    bool edges;           // does the value depend on any?
    term_t without_edges;
} driver_t;

typedef struct lower {
    ghdl_t *ghdl;
    context_t *ctx;
    diag_sink_t *sink;
    const design_options_t *options;
    arena_t *arena;
    arena_t *scratch; // of trials
    values_t values;
    model_t *model;
    bool stop;
    bool failed;             // an error was passed over: options->go_on

    // What makes design.c start again.
    var_vec_t structural;
    bool split;
    term_t split_on;
    const term_t *decided; // conditions that this case takes for true
    size_t decided_count;

    scope_t *globals;
    scope_t *scope;
    VEC(object_t *) objects; // all that keep values, and generics
    VEC(scope_t *) scopes;   // to be freed
    VEC(process_t *) processes;
    VEC(driver_t) drivers;
    vhdl_node_t directive;   // the first of PSL, or none
    map_t *driver_of;        // from a variable to its driver + 1
    map_t *used;             // variables that more than their own value uses
    map_t *leaf_object;      // from a variable to its object
    map_t *split_nodes;      // declarations that are taken apart
    map_t *array_nodes;      // declarations indexed by what is no constant
    map_t *obligations;      // hashes of those that the model has, + 1
    map_t *clock_inputs;     // inputs used as clocks
    map_t *data_inputs;      // inputs read as data
    VEC(design_log2_t) log2s;
    map_t *log2_functions;   // 0: unknown, else 1 + a closed form

    // Execution.
    process_t *process;
    frame_t *frame;
    vhdl_node_t assigning;   // the conditional or selected assignment
    term_t path;             // under which the statement is reached
    VEC(undo_t) undo;
    uint64_t stamps;
    unsigned depth;          // of calls
    uint64_t work;           // statements executed, to stop endless loops
    bool connecting;         // names stand in a port map
    bool in_static;          // no obligations: a trial evaluation
    struct given *given;     // the user's condition that is lowered, or NULL
    bool excluded;           // an assumption of the user is false
} lower_t;

// ---- talking (lower.c) ----

loc_t lower_loc(lower_t *l, vhdl_node_t n);
// Reports, stops the pass, returns a bad value.
sval_t lower_error(lower_t *l, vhdl_node_t n, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
sval_t lower_unsupported(lower_t *l, vhdl_node_t n);
// After an error, with the option to go on: the next statement is lowered
// nevertheless, to find what is wrong in it; the pass fails at its end.
void lower_go_on(lower_t *l);
// The number of a term that has to be one; otherwise the generics that it
// depends on become structural (or it is an error), and false is returned.
bool lower_number(lower_t *l, term_t t, vhdl_node_t n, const char *what,
                  int64_t *number);
bool lower_truth(lower_t *l, term_t t, vhdl_node_t n, const char *what,
                 bool *truth);
void lower_structural(lower_t *l, term_t t, vhdl_node_t n, const char *what);
// An obligation of the current path.
void lower_oblige(lower_t *l, property_kind_t kind, vhdl_node_t n, term_t holds,
                  const char *fmt, ...) PRINTF_LIKE(5, 6);
// In a condition of the user, it has no value where this is false, and true is
// returned; elsewhere false.
bool lower_given_needs(lower_t *l, term_t holds, const char *message);
// An arbitrary value in place of a definite one.
sval_t lower_arbitrary(lower_t *l, vhdl_node_t n, const type_t *type,
                       const char *why);
// Does the term depend on parameters only?
bool lower_is_generic(lower_t *l, term_t t);
// Path condition since the call (or in the process), and no escape from it.
term_t lower_reached(lower_t *l);
// The same, and the call is reached.
term_t lower_context(lower_t *l);

// ---- scopes and objects (lower.c) ----

scope_t *scope_push(lower_t *l, const char *path);
void scope_pop(lower_t *l);
object_t *scope_find(lower_t *l, vhdl_node_t decl);
object_t *scope_bind(lower_t *l, vhdl_node_t decl, binding_t kind,
                     const type_t *type);
object_t *scope_bind_constant(lower_t *l, vhdl_node_t decl, sval_t value);
// A signal or process variable with variables of the model for its leaves.
object_t *scope_bind_storage(lower_t *l, vhdl_node_t decl, binding_t kind,
                             const type_t *type, object_class_t class,
                             const char *name);
// The lower-case identifier.
const char *lower_name(lower_t *l, vhdl_node_t decl);
// A value of that shape whose terms are new variables, path.suffix.
sval_t lower_variables(lower_t *l, vhdl_node_t decl, const type_t *type,
                       const char *path);

// ---- types (elabtype.c) ----

// Of a type or subtype definition, a type mark, or what has a type.
const type_t *lower_type(lower_t *l, vhdl_node_t type);
const type_t *lower_object_type(lower_t *l, vhdl_node_t decl);
const type_t *type_boolean(lower_t *l);
const type_t *type_integer(lower_t *l);
// The same with other index bounds.
const type_t *type_with_range(lower_t *l, const type_t *t, term_t left,
                              term_t right, bool ascending);
// A vector or array type for a value of that length: 0 to n - 1, or n - 1
// downto 0.
const type_t *type_of_width(lower_t *l, const type_t *like, term_t width,
                            bool ascending);
typedef struct {
    term_t left, right;
    bool ascending;
    const type_t *type; // of the bounds, if known
} range_t;
// A range expression, a 'range attribute, or a discrete subtype.
bool lower_range(lower_t *l, vhdl_node_t n, range_t *range);
// What a loop or generate runs through.
bool lower_iterator_range(lower_t *l, vhdl_node_t iterator, range_t *range);
// Is the term within the range?
term_t range_contains(lower_t *l, const range_t *range, term_t t);
term_t range_span(lower_t *l, const range_t *range);

// ---- expressions ----

sval_t lower_expr(lower_t *l, vhdl_node_t n, const type_t *wanted);
sval_t lower_name_value(lower_t *l, vhdl_node_t n);
sval_t lower_attribute(lower_t *l, vhdl_node_t n);
bool lower_is_attribute(vhdl_kind_t kind);
// A literal with a value other than '0' and '1', which equals nothing.
bool lower_is_metavalue(lower_t *l, vhdl_node_t n);
// A character of a bit string: 0, 1, or -1 for any other value.
int lower_string_bit(vhdl_node_t n, int32_t i, bit_flavour_t bit);
sval_t lower_aggregate(lower_t *l, vhdl_node_t n, const type_t *wanted);
sval_t lower_string(lower_t *l, vhdl_node_t n, const type_t *wanted);
sval_t lower_call(lower_t *l, vhdl_node_t n);
sval_t lower_operator(lower_t *l, vhdl_node_t n);
sval_t lower_predefined(lower_t *l, vhdl_node_t n, vhdl_predefined_t which,
                        const sval_t *args, size_t count);
sval_t lower_user_call(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                       const sval_t *args, size_t count);
// Fits a value to a type: lengths and ranges become obligations.
sval_t lower_convert(lower_t *l, vhdl_node_t n, sval_t value,
                     const type_t *type);
// Element of an array or vector at an index value, with its obligation.
sval_t lower_element(lower_t *l, vhdl_node_t n, const sval_t *array,
                     term_t index);
// An element as the term that a whole array holds, and back.
term_t lower_pack(lower_t *l, const sval_t *element);
sval_t lower_unpack(lower_t *l, const type_t *element, term_t t);
// An array as its elements; its length becomes structural.
sval_t lower_parts(lower_t *l, vhdl_node_t n, const sval_t *array);
// The value in the shape of another one of the same type.
sval_t lower_shape(lower_t *l, vhdl_node_t n, const sval_t *value,
                   const sval_t *like);
// An index as an integer: that of an enumeration is its position.
term_t lower_index(lower_t *l, vhdl_node_t n, const sval_t *index);
// Position from the right of an index of a vector or array type.
term_t lower_offset(lower_t *l, const type_t *type, term_t index);

// ---- statements ----

void lower_statements(lower_t *l, vhdl_node_t chain);
void lower_declarations(lower_t *l, vhdl_node_t chain, bool in_process);
// Assigns to a variable or signal name (or aggregate).
void lower_assign(lower_t *l, vhdl_node_t target, vhdl_node_t value_node,
                  const sval_t *value);
const type_t *lower_target_type(lower_t *l, vhdl_node_t target);
void lower_set(lower_t *l, object_t *object, sval_t value);
// The variable's value, or what the signal is going to be.
sval_t lower_current(const lower_t *l, const object_t *object);

// ---- processes and hierarchy ----

// Does this case take the condition (on generics) for true or false? Asks for
// a split if that is open.
bool lower_decide(lower_t *l, term_t t, vhdl_node_t n, bool *truth);
// The parameter that stands for ceil(log2(argument)).
term_t lower_log2(lower_t *l, vhdl_node_t n, term_t argument);

// `clk = '1'` as the edge that it is in a `wait until`; false if it is none.
bool lower_level_edge(lower_t *l, vhdl_node_t n, term_t *edge);
// The term while no clock has an edge.
term_t lower_without_edges(lower_t *l, term_t t);

void lower_process(lower_t *l, vhdl_node_t n);
// A condition evaluated on its own in every step.
term_t lower_condition(lower_t *l, vhdl_node_t n);
// The conditions that the user gave as text: what they take apart; those on
// generics; the others.
void lower_given_scan(lower_t *l, vhdl_node_t architecture);
void lower_given_generics(lower_t *l, vhdl_node_t architecture);
void lower_given(lower_t *l, vhdl_node_t architecture);
void lower_concurrent(lower_t *l, vhdl_node_t n);
void lower_concurrent_assignment(lower_t *l, vhdl_node_t n);
void lower_concurrent_assert(lower_t *l, vhdl_node_t n);
void lower_drive(lower_t *l, vhdl_node_t n, vhdl_node_t target, sval_t value);
// Registers, definitions, starts: once all processes are executed.
void lower_finish(lower_t *l);
void lower_starts(lower_t *l);
// The entity and architecture of an instance; none if they are not there.
void lower_find_unit(const ghdl_t *ghdl, vhdl_node_t n, vhdl_node_t *entity,
                     vhdl_node_t *architecture);
void lower_architecture(lower_t *l, vhdl_node_t architecture);
// Ports, statements and all below, with the generics bound already.
void lower_top(lower_t *l, vhdl_node_t entity, vhdl_node_t architecture);
// Marks what is taken apart and what is indexed by a signal.
void lower_scan(lower_t *l, vhdl_node_t unit);

#endif
