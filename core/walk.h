// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_WALK_H
#define CLAVE_CORE_WALK_H

// Walks over term DAGs. Each shared subterm is visited once, and none of these
// recurses, so depth is limited by memory only.

#include "core/term.h"

// Appends every different subterm of the roots to `order`, negations removed,
// operands before what they are operands of.
void walk_postorder(const context_t *ctx, const term_t *roots, size_t count,
                    term_vec_t *order);

// What stands for a leaf that refers to a variable (TERM_LAST, TERM_NEXT,
// TERM_POSEDGE, TERM_NEGEDGE); the leaf itself to keep it. It is asked once
// per leaf, and its answer has the leaf's sort.
typedef term_t (*walk_leaf_fn)(context_t *ctx, term_t leaf, void *user);

// `t` with its leaves replaced, simplified again on the way up.
term_t walk_substitute(context_t *ctx, term_t t, walk_leaf_fn leaf,
                       void *user);
// The same for several terms at once; work on shared parts is shared. The
// results replace the terms.
void walk_substitute_all(context_t *ctx, term_t *terms, size_t count,
                         walk_leaf_fn leaf, void *user);

// Appends the variables that the roots refer to, each once, in order of
// first occurrence.
void walk_variables(const context_t *ctx, const term_t *roots, size_t count,
                    var_vec_t *vars);

typedef struct {
    size_t nodes;              // different subterms
    size_t depth;              // longest path to a leaf; a leaf has 1
    double tree_size;          // nodes if nothing were shared
    size_t kinds[TERM_KINDS];  // how many of each
} walk_size_t;

walk_size_t walk_size(const context_t *ctx, const term_t *roots,
                      size_t count);

#endif
