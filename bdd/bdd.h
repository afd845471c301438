// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_BDD_BDD_H
#define CLAVE_BDD_BDD_H

// Binary decision diagrams in CUDD, which is included in this folder only.
//
// References: every function that returns a bdd_t gives the caller one, which
// bdd_unref takes back; arguments are borrowed. In debugging builds, freeing a
// manager with references left is a bug.
//
// Limits: when there are more nodes than allowed, or time is up, operations
// fail. A failed result is BDD_NONE, and so is that of every operation with
// BDD_NONE among its operands; so a computation needs to be looked at only
// where it ends. bdd_status says why.

#include "core/base.h"
#include "core/vec.h"

typedef struct bdd_manager bdd_manager_t;

typedef struct {
    void *node;
} bdd_t;

#define BDD_NONE ((bdd_t){NULL})

typedef enum {
    BDD_OK,
    BDD_TOO_MANY_NODES,
    BDD_TIME_IS_UP,
    BDD_OUT_OF_MEMORY,
} bdd_status_t;

typedef VEC(unsigned) bdd_var_vec_t;

// At most that many live nodes; 0: no limit.
bdd_manager_t *bdd_manager_new(size_t nodes);
void bdd_manager_free(bdd_manager_t *m);
// From now on; 0: no limit.
void bdd_set_time(bdd_manager_t *m, uint64_t milliseconds);
// The first failure since the start or the last bdd_clear_status.
bdd_status_t bdd_status(const bdd_manager_t *m);
void bdd_clear_status(bdd_manager_t *m);
const char *bdd_status_name(bdd_status_t status);

// ---- variables ----

// Variables are numbered as they are made; a new one is last in the order.
unsigned bdd_new_var(bdd_manager_t *m);
unsigned bdd_var_count(const bdd_manager_t *m);
// Two new variables, neighbours in the order until it changes: the one
// returned and the one after it. For a value before and after a step.
unsigned bdd_new_pair(bdd_manager_t *m);
// May the order change whenever diagrams have grown much? At first it may.
void bdd_allow_reordering(bdd_manager_t *m, bool allowed);
// Looks for a better order now.
void bdd_reorder(bdd_manager_t *m);

// ---- diagrams ----

bdd_t bdd_ref(bdd_manager_t *m, bdd_t a);
void bdd_unref(bdd_manager_t *m, bdd_t a);
// *to gets the new diagram, whose reference it takes over from the caller,
// and gives up the one it had.
void bdd_replace(bdd_manager_t *m, bdd_t *to, bdd_t by);

static inline bool bdd_is_none(bdd_t a)
{
    return a.node == NULL;
}
// Diagrams are equal if and only if the functions are.
static inline bool bdd_equal(bdd_t a, bdd_t b)
{
    return a.node == b.node;
}
bool bdd_is_true(const bdd_manager_t *m, bdd_t a);
bool bdd_is_false(const bdd_manager_t *m, bdd_t a);
// Does a imply b? Neither is BDD_NONE.
bool bdd_leq(bdd_manager_t *m, bdd_t a, bdd_t b);

bdd_t bdd_true(bdd_manager_t *m);
bdd_t bdd_false(bdd_manager_t *m);
bdd_t bdd_var(bdd_manager_t *m, unsigned var);
bdd_t bdd_not(bdd_manager_t *m, bdd_t a);
bdd_t bdd_and(bdd_manager_t *m, bdd_t a, bdd_t b);
bdd_t bdd_or(bdd_manager_t *m, bdd_t a, bdd_t b);
bdd_t bdd_xor(bdd_manager_t *m, bdd_t a, bdd_t b);
bdd_t bdd_iff(bdd_manager_t *m, bdd_t a, bdd_t b);
bdd_t bdd_ite(bdd_manager_t *m, bdd_t c, bdd_t a, bdd_t b);
// The conjunction of variables, for the two below.
bdd_t bdd_cube(bdd_manager_t *m, const unsigned *vars, size_t count);
bdd_t bdd_exists(bdd_manager_t *m, bdd_t a, bdd_t cube);
bdd_t bdd_and_exists(bdd_manager_t *m, bdd_t a, bdd_t b, bdd_t cube);
// Each of the variables replaced by its partner, and the other way round.
bdd_t bdd_swap(bdd_manager_t *m, bdd_t a, const unsigned *vars,
               const unsigned *partners, size_t count);
// Some diagram, hopefully small, that agrees with a where c is true.
bdd_t bdd_minimise(bdd_manager_t *m, bdd_t a, bdd_t c);

// ---- looking at them ----

// Not for BDD_NONE, any of these.
size_t bdd_node_count(bdd_t a);
// Of assignments to that many variables.
double bdd_count(bdd_manager_t *m, bdd_t a, unsigned variables);
// Appends the variables that it depends on, ascending.
void bdd_support(bdd_manager_t *m, bdd_t a, bdd_var_vec_t *vars);
// One assignment that makes it true, an entry for each variable of the
// manager: 0, 1, or 2 where either will do. False if there is none.
bool bdd_pick(bdd_manager_t *m, bdd_t a, char *values) MUST_USE;
// The top variable of a diagram that is not constant, and its branches.
unsigned bdd_top(bdd_t a);
bdd_t bdd_then(bdd_manager_t *m, bdd_t a);
bdd_t bdd_else(bdd_manager_t *m, bdd_t a);

// Prime cubes whose disjunction lies between low and high (low implies high),
// each as in bdd_pick, until the function returns false. False if not all
// were given.
typedef bool (*bdd_cube_fn)(const char *values, void *user);
bool bdd_cover(bdd_manager_t *m, bdd_t low, bdd_t high, bdd_cube_fn fn,
               void *user) MUST_USE;

#endif
