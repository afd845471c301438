// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_SMT_READ_H
#define CLAVE_CORE_SMT_READ_H

// From s-expressions to terms: the operators of SMT-LIB's Booleans, integers
// and arrays over Int, `let`, `!` (attributes are the caller's business), and
// pow2. Anything else is a located error. Reading does not recurse.

#include "core/sexpr.h"
#include "core/term.h"

// The term of a free symbol (a variable, a literal, a defined name); false if
// there is none.
typedef bool (*smt_lookup_fn)(context_t *ctx, const char *name,
                              term_t *result, void *user);

// False after an error was emitted.
bool smt_read_term(context_t *ctx, const sexpr_t *s, smt_lookup_fn lookup,
                   void *user, diag_sink_t *sink, term_t *result) MUST_USE;

// The same with names that are applied to operands: a predicate, a function
// with arguments. `apply` is asked before the operators of SMT-LIB are.
typedef enum { SMT_NOT_MINE, SMT_DONE, SMT_FAILED } smt_applied_t;
typedef smt_applied_t (*smt_apply_fn)(context_t *ctx, const sexpr_t *list,
                                      const term_t *operands, size_t count,
                                      term_t *result, void *user);
typedef struct {
    smt_lookup_fn lookup;
    smt_apply_fn apply; // SMT_FAILED after it emitted an error; or NULL
    void *user;
} smt_names_t;
bool smt_read_term_with(context_t *ctx, const sexpr_t *s,
                        const smt_names_t *names, diag_sink_t *sink,
                        term_t *result) MUST_USE;

// Bool, Int, (Array Int S), or a name that `lookup` resolves.
typedef bool (*smt_sort_lookup_fn)(context_t *ctx, const char *name,
                                   sort_t *result, void *user);
bool smt_read_sort(context_t *ctx, const sexpr_t *s,
                   smt_sort_lookup_fn lookup, void *user, diag_sink_t *sink,
                   sort_t *result) MUST_USE;

#endif
