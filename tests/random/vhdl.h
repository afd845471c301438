// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_RANDOM_VHDL_H
#define CLAVE_TESTS_RANDOM_VHDL_H

// A random generic entity, in what clave claims to support, for co-simulation.
// vhdl.c has declarations and processes, vhdl-expr.c expressions, vhdl-stmt.c
// statements. Every register has an initial value, no combinational cycle is
// made, and most values that could leave their range are brought back into
// it: a run ends at the first failure, and should be long enough to see
// something.

#include "core/text.h"
#include "core/vec.h"
#include "sim/random.h"

typedef enum {
    KIND_BIT,
    KIND_BOOL,
    KIND_INT,
    KIND_ENUM,
    KIND_UNSIGNED,
    KIND_SIGNED,
    KIND_VECTOR, // std_logic_vector
    KIND_ARRAY,  // of what `element` says
    KIND_RECORD, // of a bit, a number and a vector
    KINDS
} kind_t;

typedef struct {
    kind_t kind;
    int width;         // of vectors; 0: the generic `symbol`
    const char *symbol;
    int low, high;     // of numbers; indices of arrays
    bool ascending;    // of vectors
    kind_t element;    // of arrays: numbers or vectors as below
    const char *name;  // of enumerations, arrays and records
} rtype_t;

typedef struct {
    char name[16];
    rtype_t type;
    bool variable;   // assigned by :=
    bool writable;   // by the statements made now
} robject_t;

typedef struct {
    random_t random;
    text_t *out;
    VEC(robject_t) objects; // that can be read now
    int indent;
    int loops;       // how many are around
    int fresh;       // for names
    bool functions;  // may be called
} gen_t;

void random_vhdl(uint64_t seed, text_t *out);

// ---- between the files ----

#define ARRAY_TOP 3 // arrays are 0 to this
int pick(gen_t *g, int n);           // 0 .. n - 1
bool chance(gen_t *g, unsigned percent);
rtype_t random_type(gen_t *g, bool composite);
rtype_t int_type(int low, int high);
rtype_t vector_type(kind_t kind, int width, const char *symbol);
bool is_vector(kind_t kind);
// "3 downto 0", "w - 1 downto 0", "0 to 3"
void print_range(gen_t *g, const rtype_t *type);
void print_type(gen_t *g, const rtype_t *type);
// A constant of the type, for initial values.
void print_constant(gen_t *g, const rtype_t *type);

// Any value of the type; a number may be out of its range.
void print_expr(gen_t *g, const rtype_t *type, int depth);
void print_bool(gen_t *g, int depth);
void print_int(gen_t *g, int depth);
// A number from 0 to top.
void print_index(gen_t *g, int top, int depth);
// One of those with this type, or NULL.
const robject_t *find_object(gen_t *g, const rtype_t *type);

void print_statements(gen_t *g, int count, int depth);
void new_line(gen_t *g);

#endif
