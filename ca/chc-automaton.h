// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CA_CHC_AUTOMATON_H
#define CLAVE_CA_CHC_AUTOMATON_H

// Linear Horn clauses as data, and the counter automaton that they are: a
// location for each predicate, a counter for each of the arguments, which
// predicates share.

#include "ca/automaton.h"

typedef VEC(size_t) slot_vec_t;

typedef struct {
    ident_t name;
    loc_t loc;
    VEC(sort_t) sorts;
    slot_vec_t slots;  // which state variable holds each argument
    bool reached;      // a chain of clauses leads from a start to it
    size_t location;
} predicate_t;

typedef struct {
    size_t predicate;
    var_t stands; // the Boolean that stood for it while it was read
    term_vec_t arguments;
} application_t;

// body and constraint -> head; no head: a query; no body: a start.
typedef struct {
    loc_t loc;
    bool has_body, has_head;
    application_t body, head;
    term_t constraint;
} clause_t;

typedef struct {
    context_t *ctx;
    VEC(predicate_t) predicates;
    VEC(clause_t) clauses;
} chc_t;

void clause_release(clause_t *clause);
void chc_release(chc_t *chc);
bool chc_has_query(const chc_t *chc);

// Owned by the caller. The clauses may be changed. Counters may be Boolean.
ca_t *chc_automaton(chc_t *chc, const char *name);

#endif
