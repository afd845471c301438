// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_ORIGIN_H
#define CLAVE_REACH_ORIGIN_H

// At which addresses of memories was read what a property looks at? Directly,
// or in an earlier step, where a register has kept the value since: then a
// second register keeps the address beside it. These history registers are
// functions of the run and change nothing in it.

#include "core/model.h"

typedef struct origins origins_t;

typedef struct {
    var_t var;   // an integer; arbitrary at first
    term_t next; // over variables of the model and history registers
} history_t;

// The model is borrowed.
origins_t *origins_new(const model_t *model);
void origins_free(origins_t *origins);

// NULL if the variable is no history register.
const history_t *origins_find(const origins_t *origins, var_t var);
// All that there are so far.
size_t origins_count(const origins_t *origins);
const history_t *origins_at(const origins_t *origins, size_t i);

// Appends the addresses of the reads that the property depends on in the
// step in which it is looked at; those of its own reads first.
void origins_of(origins_t *origins, size_t property, term_vec_t *addresses);
// What the term was so many steps ago.
term_t origins_delayed(origins_t *origins, term_t t, unsigned steps);

#endif
