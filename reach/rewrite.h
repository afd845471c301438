// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_REWRITE_H
#define CLAVE_REACH_REWRITE_H

// A model rewritten term by term into another one, with new variables that
// stand for what was given up: the two passes of reach/reduce.c.

#include "core/hash.h"
#include "core/memo.h"
#include "core/model.h"

// New variables and what they mean, a term over the variables of the model
// before all passes. The same meaning gives the same variable again, however
// often a model is rewritten: invariants stay meaningful.
typedef struct {
    var_t var;
    term_t meaning;
} fresh_t;

typedef struct fresh_table fresh_table_t;

fresh_table_t *fresh_table_new(context_t *ctx);
void fresh_table_free(fresh_table_t *table);
// The variable that means this, named after `base` if it is new.
var_t fresh_var(fresh_table_t *table, term_t meaning, const char *base);
// NULL if the variable is none of the table.
const fresh_t *fresh_find(const fresh_table_t *table, var_t var);
// A term with all variables of the table replaced by what they mean.
term_t fresh_meaning(const fresh_table_t *table, term_t t);

// One pass. The image of a term is what `node` makes of it from the images of
// its operands; it is asked once per different subterm, operands first, and
// sees no negations.
typedef struct rewrite rewrite_t;
typedef term_t (*rewrite_fn)(rewrite_t *rewrite, term_t t,
                             const term_t *kids, void *user);

struct rewrite {
    context_t *ctx;
    const model_t *from;
    fresh_table_t *table;
    rewrite_fn node; // NULL: nothing is replaced
    void *user;
    memo_t image;
    var_vec_t added;       // parameters and inputs that the pass introduced
    term_vec_t stands_for; // what they stand for, over variables of `from`
    map_t *place;          // of a variable in these two
    term_vec_t axioms;     // that hold for them
    const term_t *tied;    // per property, a further condition for reaching
                           // it, over variables of the result; NULL: none
};

// Appends every term that the model has.
void rewrite_roots(const model_t *model, term_vec_t *roots);

// The model is borrowed until the end of the pass. All its terms, and those
// in `extra`, have an image afterwards.
void rewrite_begin(rewrite_t *rewrite, const model_t *from,
                   fresh_table_t *table, rewrite_fn node, void *user);
void rewrite_all(rewrite_t *rewrite, const term_vec_t *extra);
term_t rewrite_image(const rewrite_t *rewrite, term_t t);
// The rewritten model, owned by the caller, without the variables of array
// sort if `without_arrays`. The caller may add to it.
model_t *rewrite_model(rewrite_t *rewrite, bool without_arrays);
void rewrite_end(rewrite_t *rewrite);

// For `node`: a variable for this term, over variables of `from` and added
// ones; a parameter if it depends on parameters only, otherwise an input.
// *is_new tells whether this pass sees it for the first time.
term_t rewrite_fresh(rewrite_t *rewrite, term_t t, const char *base,
                     bool *is_new);
// Holds in every run, given what the added variables mean.
void rewrite_axiom(rewrite_t *rewrite, term_t axiom);

#endif
