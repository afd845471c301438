// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_TERM_H
#define CLAVE_CORE_TERM_H

// Hash-consed terms. A term is 32 bits: an index into a table of its context,
// and in bit 0, for Boolean terms, a negation; so `not` is free, and two terms
// are equal exactly if their numbers are. Nothing is ever removed from a
// context; freeing it frees all.
//
// Terms are made by the constructors below and nowhere else. Each simplifies:
// it never builds what constant folding, neutral and absorbing elements, or
// one look at the operands reduces. All are total; each costs a bounded amount
// of work, whatever the depth of its operands. There is no `or`, `<`, `>`,
// `/=` or unary minus: they are built from what is there, and the printers
// show them again.
//
//     kind           sort     operands
//     TERM_TRUE      bool
//     TERM_LAST      any      a variable's value in the current state
//     TERM_NEXT      any      ... in the next state
//     TERM_POSEDGE   bool     a Boolean variable rises in this step
//     TERM_NEGEDGE   bool     ... falls
//     TERM_INT       int      a number
//     TERM_LITERAL   enum     a position in the enumeration
//     TERM_AND       bool     bool, bool
//     TERM_EQ        bool     two of the same sort
//     TERM_LE        bool     int, int
//     TERM_ITE       any      bool, two of that sort
//     TERM_ADD       int      int, int; a constant stands second
//     TERM_MUL       int      int, int; a constant stands first
//     TERM_DIV       int      int, int   (Euclidean; by zero: 0)
//     TERM_MOD       int      int, int   (Euclidean; by zero: the dividend)
//     TERM_POW2      int      int        (1 for an exponent below 0)
//     TERM_SELECT    element  array, int
//     TERM_STORE     array    array, int, element
//     TERM_FILL      array    element: that value at every index

#include "core/bigint.h"
#include "core/sort.h"
#include "core/vec.h"

typedef struct {
    uint32_t id;
} term_t;

typedef struct {
    uint32_t id;
} var_t;

typedef VEC(term_t) term_vec_t;
typedef VEC(var_t) var_vec_t;

typedef enum {
    TERM_TRUE,
    TERM_LAST,
    TERM_NEXT,
    TERM_POSEDGE,
    TERM_NEGEDGE,
    TERM_INT,
    TERM_LITERAL,
    TERM_AND,
    TERM_EQ,
    TERM_LE,
    TERM_ITE,
    TERM_ADD,
    TERM_MUL,
    TERM_DIV,
    TERM_MOD,
    TERM_POW2,
    TERM_SELECT,
    TERM_STORE,
    TERM_FILL,
    TERM_KINDS
} term_kind_t;

#define CLAVE_MAX_TERMS ((size_t)1 << 31)
// A constant power of two above this exponent stays a TERM_POW2.
#define CLAVE_MAX_EXPONENT 65536

// ---- contexts ----

context_t *context_new(void);
void context_free(context_t *ctx);
ident_table_t *context_idents(context_t *ctx);
// How many different terms there are, and the bytes that they take, hash
// table and large numbers included.
size_t context_term_count(const context_t *ctx);
size_t context_term_bytes(const context_t *ctx);

// ---- variables ----

// A new variable; names need not differ, but printers show only names.
var_t var_new(context_t *ctx, ident_t name, sort_t sort);
ident_t var_name(const context_t *ctx, var_t var);
sort_t var_sort(const context_t *ctx, var_t var);
uint32_t var_count(const context_t *ctx);
static inline bool var_equal(var_t a, var_t b)
{
    return a.id == b.id;
}

// ---- constructors ----

term_t term_true(context_t *ctx);
term_t term_false(context_t *ctx);
term_t term_bool(context_t *ctx, bool value);
term_t term_last(context_t *ctx, var_t var);
term_t term_next(context_t *ctx, var_t var);
term_t term_posedge(context_t *ctx, var_t var);
term_t term_negedge(context_t *ctx, var_t var);
term_t term_int(context_t *ctx, int64_t value);
term_t term_bigint(context_t *ctx, bigint_t value);
term_t term_literal(context_t *ctx, sort_t sort, uint32_t position);

static inline term_t term_not(term_t a)
{
    return (term_t){a.id ^ 1};
}
term_t term_and(context_t *ctx, term_t a, term_t b);
term_t term_or(context_t *ctx, term_t a, term_t b);
term_t term_implies(context_t *ctx, term_t a, term_t b);
term_t term_eq(context_t *ctx, term_t a, term_t b);
term_t term_ne(context_t *ctx, term_t a, term_t b);
term_t term_le(context_t *ctx, term_t a, term_t b);
term_t term_lt(context_t *ctx, term_t a, term_t b);
term_t term_ite(context_t *ctx, term_t c, term_t a, term_t b);

term_t term_add(context_t *ctx, term_t a, term_t b);
term_t term_sub(context_t *ctx, term_t a, term_t b);
term_t term_neg(context_t *ctx, term_t a);
term_t term_mul(context_t *ctx, term_t a, term_t b);
term_t term_div(context_t *ctx, term_t a, term_t b);
term_t term_mod(context_t *ctx, term_t a, term_t b);
term_t term_pow2(context_t *ctx, term_t a);
// VHDL's operators for any signs, built from the above: `/` truncates, `rem`
// takes the sign of a, `mod` the sign of b.
term_t term_vhdl_div(context_t *ctx, term_t a, term_t b);
term_t term_vhdl_rem(context_t *ctx, term_t a, term_t b);
term_t term_vhdl_mod(context_t *ctx, term_t a, term_t b);

term_t term_select(context_t *ctx, term_t array, term_t index);
term_t term_store(context_t *ctx, term_t array, term_t index, term_t value);
term_t term_fill(context_t *ctx, sort_t array, term_t value);

// The same kind of term with other operands, through the constructor above:
// negation and leaves are kept. `kids` has term_arity(t) entries.
term_t term_rebuild(context_t *ctx, term_t t, const term_t *kids);

// ---- looking at terms ----

static inline bool term_equal(term_t a, term_t b)
{
    return a.id == b.id;
}
static inline bool term_negated(term_t a)
{
    return a.id & 1;
}
static inline term_t term_positive(term_t a)
{
    return (term_t){a.id & ~1u};
}
// The kind of what is below the negation.
term_kind_t term_kind(const context_t *ctx, term_t t);
sort_t term_sort(const context_t *ctx, term_t t);
unsigned term_arity(const context_t *ctx, term_t t);
term_t term_kid(const context_t *ctx, term_t t, unsigned i);
// Of TERM_LAST, TERM_NEXT, TERM_POSEDGE, TERM_NEGEDGE.
var_t term_var(const context_t *ctx, term_t t);
// Of TERM_INT; borrowed until the context is freed.
bigint_t term_value(const context_t *ctx, term_t t);
// Of TERM_LITERAL.
uint32_t term_position(const context_t *ctx, term_t t);
bool term_is_true(const context_t *ctx, term_t t);
bool term_is_false(const context_t *ctx, term_t t);
// true, false, a number or a literal.
bool term_is_constant(const context_t *ctx, term_t t);
// "and", "ite", ... : as in SMT-LIB where it has the operator.
const char *term_kind_name(term_kind_t kind);

#endif
