// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_FORMULA_H
#define CLAVE_PSL_FORMULA_H

// Formulas of LTL@ with SEREs, hash-consed in a pool: equal nodes are the same
// number. Three sorts share the numbers:
//
//   Boolean  atoms, constants, not and or xor, prev, ended
//   SERE     regular expressions over Booleans, each with its clock if any
//   formula  b, b!, not, and, or, X!^m, X^m, U, W, @, {r}, {r}!, |->, #-#,
//            abort, sync_abort
//
// `{r} #-# f` is the dual of `{r} |-> f`: some prefix matches r and f holds
// at its last letter. Everything else of PSL is sugar (psl/sugar.h).
//
// Constructors keep one form of equal Boolean things, so that printing and
// parsing is the identity: the negation of a weak Boolean is the strong
// Boolean of its negation, conjunctions of weak (strong) Booleans are weak
// (strong) Booleans, `not not f` is f.

#include "core/base.h"

typedef uint32_t formula_t; // a node of the pool
#define FORMULA_NONE ((formula_t)0)

typedef uint32_t count_t; // a repetition count of the pool
#define COUNT_INF ((count_t)0xffffffff)
#define COUNT_SYMBOL ((count_t)0x40000000) // flag: an expression of generics
#define COUNT_MAX ((count_t)0x3fffffff)    // largest literal

typedef enum {
    FORMULA_KIND_NONE,
    B_TRUE,
    B_FALSE,
    B_ATOM,  // an atom; what it means is the resolver's business
    B_NOT,
    B_AND,
    B_OR,
    B_XOR,
    B_PREV,  // the operand lo ticks ago; b: its clock, NONE: the context
    B_ENDED, // a match of the SERE a ends here; b: its clock, NONE: context
    S_EMPTY, // [*0]
    S_BOOL,
    S_CONCAT,
    S_FUSION,
    S_OR,
    S_AND, // &&
    S_REPEAT, // a[*lo to hi]
    S_CLOCK,  // a @ b
    S_PREFIX, // prefixes of matches; made by rewriting only
    F_BOOL,   // b
    F_STRONG, // b!
    F_NOT,
    F_AND,
    F_OR,
    F_NEXT,  // X!^lo a
    F_WNEXT, // X^lo a
    F_UNTIL,
    F_WEAK, // a W b
    F_AT,   // a @ b
    F_SERE,        // {a}
    F_SERE_STRONG, // {a}!
    F_SUFFIX,      // {a} |-> b
    F_FOLLOW,      // {a} #-# b
    F_ABORT,       // a abort b
    F_SYNC_ABORT,
    FORMULA_KINDS
} formula_kind_t;

typedef enum { IS_BOOL, IS_SERE, IS_FORMULA } formula_sort_t;

typedef struct formula_pool formula_pool_t;

formula_pool_t *formula_pool_new(void);
void formula_pool_free(formula_pool_t *pool);
// Nodes made so far; numbers are below it.
uint32_t formula_count(const formula_pool_t *pool);

// Parts of a node.
formula_kind_t formula_kind(const formula_pool_t *pool, formula_t f);
formula_sort_t formula_sort(const formula_pool_t *pool, formula_t f);
formula_t formula_a(const formula_pool_t *pool, formula_t f);
formula_t formula_b(const formula_pool_t *pool, formula_t f);
count_t formula_lo(const formula_pool_t *pool, formula_t f);
count_t formula_hi(const formula_pool_t *pool, formula_t f);
// Longest path to a leaf.
uint32_t formula_depth(const formula_pool_t *pool, formula_t f);
// Nodes of the tree that it is when written out; at most UINT32_MAX.
uint32_t formula_size(const formula_pool_t *pool, formula_t f);
const char *formula_kind_name(formula_kind_t kind);

// Atoms are numbered 0, 1, ... by first use.
uint32_t formula_atom_count(const formula_pool_t *pool);
const char *formula_atom_text(const formula_pool_t *pool, uint32_t atom);
// The atom's number; the node must be a B_ATOM.
uint32_t formula_atom(const formula_pool_t *pool, formula_t f);
// False if no such atom was made.
bool formula_find_atom(const formula_pool_t *pool, const char *text,
                       uint32_t *atom);

// Counts. A literal above COUNT_MAX is a bug of the caller.
count_t count_literal(uint32_t value);
// The expression's text plus an offset.
count_t count_symbol(formula_pool_t *pool, const char *text, int32_t offset);
bool count_is_symbol(count_t count);
const char *count_text(const formula_pool_t *pool, count_t count);
int32_t count_offset(const formula_pool_t *pool, count_t count);
// count + k; COUNT_INF stays.
count_t count_add(formula_pool_t *pool, count_t count, int32_t k);

// Booleans.
formula_t bool_true(formula_pool_t *pool);
formula_t bool_false(formula_pool_t *pool);
formula_t bool_const(formula_pool_t *pool, bool value);
formula_t bool_atom(formula_pool_t *pool, const char *text);
formula_t bool_not(formula_pool_t *pool, formula_t b);
formula_t bool_and(formula_pool_t *pool, formula_t a, formula_t b);
formula_t bool_or(formula_pool_t *pool, formula_t a, formula_t b);
formula_t bool_xor(formula_pool_t *pool, formula_t a, formula_t b);
formula_t bool_prev(formula_pool_t *pool, formula_t b, count_t n,
                    formula_t clock);
formula_t bool_ended(formula_pool_t *pool, formula_t sere, formula_t clock);

// SEREs.
formula_t sere_empty(formula_pool_t *pool);
formula_t sere_bool(formula_pool_t *pool, formula_t b);
formula_t sere_concat(formula_pool_t *pool, formula_t r, formula_t s);
formula_t sere_fusion(formula_pool_t *pool, formula_t r, formula_t s);
formula_t sere_or(formula_pool_t *pool, formula_t r, formula_t s);
formula_t sere_and(formula_pool_t *pool, formula_t r, formula_t s);
formula_t sere_repeat(formula_pool_t *pool, formula_t r, count_t lo,
                      count_t hi);
formula_t sere_clock(formula_pool_t *pool, formula_t r, formula_t clock);
formula_t sere_prefix(formula_pool_t *pool, formula_t r);

// Formulas. `formula_not` is exact negation.
formula_t formula_bool(formula_pool_t *pool, formula_t b);
formula_t formula_strong(formula_pool_t *pool, formula_t b);
// Constants that hold on every word, the empty one included, or on none.
formula_t formula_true(formula_pool_t *pool);
formula_t formula_false(formula_pool_t *pool);
formula_t formula_not(formula_pool_t *pool, formula_t f);
formula_t formula_and(formula_pool_t *pool, formula_t f, formula_t g);
formula_t formula_or(formula_pool_t *pool, formula_t f, formula_t g);
formula_t formula_next(formula_pool_t *pool, bool strong, count_t m,
                       formula_t f);
formula_t formula_until(formula_pool_t *pool, formula_t f, formula_t g);
formula_t formula_weak(formula_pool_t *pool, formula_t f, formula_t g);
formula_t formula_at(formula_pool_t *pool, formula_t f, formula_t clock);
formula_t formula_sere(formula_pool_t *pool, bool strong, formula_t r);
formula_t formula_suffix(formula_pool_t *pool, formula_t r, formula_t f);
formula_t formula_follow(formula_pool_t *pool, formula_t r, formula_t f);
formula_t formula_abort(formula_pool_t *pool, bool sync, formula_t f,
                        formula_t b);

// A node like f with other children (same kind and counts).
formula_t formula_rebuild(formula_pool_t *pool, formula_t f, formula_t a,
                          formula_t b);
// Does f contain a node of the kind?
bool formula_has(const formula_pool_t *pool, formula_t f,
                 formula_kind_t kind);
// Does f contain a count that is an expression of generics?
bool formula_has_symbol(const formula_pool_t *pool, formula_t f);

// Gives numbers to the expressions of generics in counts; returns false if
// the text has none.
typedef bool (*formula_count_fn)(const char *text, int64_t *value,
                                 void *user);
// f with every symbolic count replaced by its number. NONE if a text has no
// number or a count would be negative or too large; *bad is then its text.
formula_t formula_instantiate(formula_pool_t *pool, formula_t f,
                              formula_count_fn fn, void *user,
                              const char **bad);

#endif
