// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_TYPE_H
#define CLAVE_FRONTEND_TYPE_H

// Elaborated types: what a VHDL (sub)type is once the generics around it are
// known or stand for themselves. Bounds are terms over parameters, constant
// where the generics are. Types live in the arena of the lowering and are
// compared by what they say, not by address.

#include "core/term.h"
#include "frontend/vhdl.h"

typedef enum {
    TYPE_BIT,    // std_ulogic, bit, boolean: a bool
    TYPE_ENUM,   // any other enumeration: a finite sort
    TYPE_INT,    // integers: an int
    TYPE_VECTOR, // one-dimensional arrays of TYPE_BIT
    TYPE_ARRAY,  // any other one-dimensional array
    TYPE_RECORD,
    TYPE_REAL,   // constants only
    TYPE_TIME,   // constants only, in femtoseconds
    TYPE_STRING, // constants only
} type_kind_t;

// How a bit is written.
typedef enum { BIT_LOGIC, BIT_BIT, BIT_BOOLEAN } bit_flavour_t;

// How numeric_std reads a vector; the vectors of std_logic_1164 and bit_vector
// have no sign.
typedef enum { VECTOR_LOGIC, VECTOR_UNSIGNED, VECTOR_SIGNED } vector_sign_t;

typedef struct type type_t;

typedef struct {
    ident_t name;
    const type_t *type;
} type_field_t;

struct type {
    type_kind_t kind;
    const char *name;   // as declared, for messages; may be NULL
    bit_flavour_t bit;  // BIT, and of a VECTOR's elements
    vector_sign_t sign; // VECTOR
    sort_t sort;        // ENUM
    // INT and ENUM (positions): the range, if it has one of its own.
    // VECTOR and ARRAY: the index range, if it is constrained.
    bool bounded;
    bool ascending;
    term_t left, right;
    const type_t *element;      // ARRAY
    const type_field_t *fields; // RECORD
    size_t field_count;
    vhdl_node_t node; // the type definition that it comes from
};

// The smaller and the larger bound, by the direction.
static inline term_t type_low(const type_t *t)
{
    return t->ascending ? t->left : t->right;
}
static inline term_t type_high(const type_t *t)
{
    return t->ascending ? t->right : t->left;
}

// high - low + 1, which is zero or negative for a null range.
term_t type_span(context_t *ctx, const type_t *t);

#endif
