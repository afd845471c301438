// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "bdd/bdd.h"

#include <assert.h>
#include <cudd.h>

// Nodes before which a better order is not worth looking for.
#define FIRST_REORDERING 50000

struct bdd_manager {
    DdManager *dd;
    bdd_status_t status;
};

static DdNode *node(bdd_t a)
{
    return a.node;
}

// CUDD's own handler would end the process.
static void out_of_memory(size_t size)
{
    (void)size;
}

bdd_manager_t *bdd_manager_new(size_t nodes)
{
    bdd_manager_t *m = xcalloc(1, sizeof *m);
    m->dd = Cudd_Init(0, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
    if (m->dd == NULL)
        BUG("no memory for a BDD manager");
    Cudd_RegisterOutOfMemoryCallback(m->dd, out_of_memory);
    if (nodes > 0)
        Cudd_SetMaxLive(m->dd, nodes < UINT32_MAX ? (unsigned)nodes
                                                  : UINT32_MAX);
    Cudd_SetNextReordering(m->dd, FIRST_REORDERING);
    bdd_allow_reordering(m, true);
    return m;
}

void bdd_manager_free(bdd_manager_t *m)
{
    if (m == NULL)
        return;
#ifndef NDEBUG
    const int left = Cudd_CheckZeroRef(m->dd);
    if (left != 0)
        BUG("%d BDD references were not given back", left);
#endif
    Cudd_Quit(m->dd);
    free(m);
}

void bdd_set_time(bdd_manager_t *m, uint64_t milliseconds)
{
    Cudd_UnsetTimeLimit(m->dd);
    Cudd_ResetStartTime(m->dd);
    if (milliseconds > 0)
        Cudd_SetTimeLimit(m->dd, milliseconds);
}

// ---- failures ----

static bdd_status_t status_of(Cudd_ErrorType error)
{
    switch (error) {
    case CUDD_TOO_MANY_NODES: return BDD_TOO_MANY_NODES;
    case CUDD_TIMEOUT_EXPIRED: return BDD_TIME_IS_UP;
    case CUDD_MEMORY_OUT:
    case CUDD_MAX_MEM_EXCEEDED: return BDD_OUT_OF_MEMORY;
    default: BUG("CUDD fails with code %d", (int)error);
    }
}

static void note_failure(bdd_manager_t *m)
{
    const Cudd_ErrorType error = Cudd_ReadErrorCode(m->dd);
    if (m->status == BDD_OK)
        m->status = status_of(error);
    Cudd_ClearErrorCode(m->dd);
}

// What CUDD returned, with the reference that the caller gets.
static bdd_t result(bdd_manager_t *m, DdNode *n)
{
    if (n == NULL)
        note_failure(m);
    else
        Cudd_Ref(n);
    return (bdd_t){n};
}

bdd_status_t bdd_status(const bdd_manager_t *m)
{
    return m->status;
}

void bdd_clear_status(bdd_manager_t *m)
{
    m->status = BDD_OK;
}

const char *bdd_status_name(bdd_status_t status)
{
    static const char *const names[] = {
        [BDD_OK] = "ok",
        [BDD_TOO_MANY_NODES] = "too many BDD nodes",
        [BDD_TIME_IS_UP] = "time is up",
        [BDD_OUT_OF_MEMORY] = "out of memory",
    };
    assert(status < ARRAY_LEN(names));
    return names[status];
}

// ---- variables ----

// Variables are made whatever the limits: there are few, and a number that
// does not come would have to be checked everywhere.
unsigned bdd_new_var(bdd_manager_t *m)
{
    const unsigned var = (unsigned)Cudd_ReadSize(m->dd);
    const bool timed = Cudd_TimeLimited(m->dd);
    const unsigned long time = Cudd_ReadTimeLimit(m->dd);
    const unsigned nodes = Cudd_ReadMaxLive(m->dd);
    Cudd_UnsetTimeLimit(m->dd);
    Cudd_SetMaxLive(m->dd, UINT32_MAX);
    if (Cudd_bddIthVar(m->dd, (int)var) == NULL)
        BUG("no memory for a BDD variable");
    Cudd_SetMaxLive(m->dd, nodes);
    if (timed)
        Cudd_SetTimeLimit(m->dd, time);
    return var;
}

unsigned bdd_var_count(const bdd_manager_t *m)
{
    return (unsigned)Cudd_ReadSize(m->dd);
}

unsigned bdd_new_pair(bdd_manager_t *m)
{
    const unsigned first = bdd_new_var(m);
    bdd_new_var(m);
    return first;
}

void bdd_allow_reordering(bdd_manager_t *m, bool allowed)
{
    if (allowed)
        Cudd_AutodynEnable(m->dd, CUDD_REORDER_SIFT);
    else
        Cudd_AutodynDisable(m->dd);
}

void bdd_reorder(bdd_manager_t *m)
{
    if (Cudd_ReduceHeap(m->dd, CUDD_REORDER_SIFT, 0) == 0)
        note_failure(m);
}

// ---- diagrams ----

bdd_t bdd_ref(bdd_manager_t *m, bdd_t a)
{
    (void)m;
    if (!bdd_is_none(a))
        Cudd_Ref(node(a));
    return a;
}

void bdd_unref(bdd_manager_t *m, bdd_t a)
{
    if (!bdd_is_none(a))
        Cudd_RecursiveDeref(m->dd, node(a));
}

void bdd_replace(bdd_manager_t *m, bdd_t *to, bdd_t by)
{
    bdd_unref(m, *to);
    *to = by;
}

bool bdd_is_true(const bdd_manager_t *m, bdd_t a)
{
    return node(a) == Cudd_ReadOne(m->dd);
}

bool bdd_is_false(const bdd_manager_t *m, bdd_t a)
{
    return node(a) == Cudd_ReadLogicZero(m->dd);
}

bool bdd_leq(bdd_manager_t *m, bdd_t a, bdd_t b)
{
    assert(!bdd_is_none(a) && !bdd_is_none(b));
    return Cudd_bddLeq(m->dd, node(a), node(b));
}

bdd_t bdd_true(bdd_manager_t *m)
{
    return result(m, Cudd_ReadOne(m->dd));
}

bdd_t bdd_false(bdd_manager_t *m)
{
    return result(m, Cudd_ReadLogicZero(m->dd));
}

bdd_t bdd_var(bdd_manager_t *m, unsigned var)
{
    assert(var < bdd_var_count(m));
    return result(m, Cudd_bddIthVar(m->dd, (int)var));
}

bdd_t bdd_not(bdd_manager_t *m, bdd_t a)
{
    return bdd_is_none(a) ? a : result(m, Cudd_Not(node(a)));
}

typedef DdNode *(*binary_fn)(DdManager *, DdNode *, DdNode *);

static bdd_t apply(bdd_manager_t *m, binary_fn fn, bdd_t a, bdd_t b)
{
    if (bdd_is_none(a) || bdd_is_none(b))
        return BDD_NONE;
    return result(m, fn(m->dd, node(a), node(b)));
}

bdd_t bdd_and(bdd_manager_t *m, bdd_t a, bdd_t b)
{
    return apply(m, Cudd_bddAnd, a, b);
}

bdd_t bdd_or(bdd_manager_t *m, bdd_t a, bdd_t b)
{
    return apply(m, Cudd_bddOr, a, b);
}

bdd_t bdd_xor(bdd_manager_t *m, bdd_t a, bdd_t b)
{
    return apply(m, Cudd_bddXor, a, b);
}

bdd_t bdd_iff(bdd_manager_t *m, bdd_t a, bdd_t b)
{
    return apply(m, Cudd_bddXnor, a, b);
}

bdd_t bdd_ite(bdd_manager_t *m, bdd_t c, bdd_t a, bdd_t b)
{
    if (bdd_is_none(c) || bdd_is_none(a) || bdd_is_none(b))
        return BDD_NONE;
    return result(m, Cudd_bddIte(m->dd, node(c), node(a), node(b)));
}

bdd_t bdd_cube(bdd_manager_t *m, const unsigned *vars, size_t count)
{
    bdd_t cube = bdd_true(m);
    for (size_t i = 0; i < count; i++) {
        bdd_t var = bdd_var(m, vars[i]);
        bdd_replace(m, &cube, bdd_and(m, cube, var));
        bdd_unref(m, var);
    }
    return cube;
}

bdd_t bdd_exists(bdd_manager_t *m, bdd_t a, bdd_t cube)
{
    return apply(m, Cudd_bddExistAbstract, a, cube);
}

bdd_t bdd_and_exists(bdd_manager_t *m, bdd_t a, bdd_t b, bdd_t cube)
{
    if (bdd_is_none(a) || bdd_is_none(b) || bdd_is_none(cube))
        return BDD_NONE;
    return result(m, Cudd_bddAndAbstract(m->dd, node(a), node(b),
                                         node(cube)));
}

bdd_t bdd_swap(bdd_manager_t *m, bdd_t a, const unsigned *vars,
               const unsigned *partners, size_t count)
{
    if (bdd_is_none(a))
        return a;
    DdNode **x = xnmalloc(count, sizeof(DdNode *));
    DdNode **y = xnmalloc(count, sizeof(DdNode *));
    for (size_t i = 0; i < count; i++) {
        x[i] = Cudd_bddIthVar(m->dd, (int)vars[i]);
        y[i] = Cudd_bddIthVar(m->dd, (int)partners[i]);
    }
    const bdd_t swapped = result(
        m, Cudd_bddSwapVariables(m->dd, node(a), x, y, (int)count));
    free(x);
    free(y);
    return swapped;
}

bdd_t bdd_minimise(bdd_manager_t *m, bdd_t a, bdd_t c)
{
    if (!bdd_is_none(c) && bdd_is_false(m, c))
        return bdd_false(m); // CUDD wants something to agree on
    return apply(m, Cudd_bddRestrict, a, c);
}

// ---- looking at them ----

size_t bdd_node_count(bdd_t a)
{
    return (size_t)Cudd_DagSize(node(a));
}

double bdd_count(bdd_manager_t *m, bdd_t a, unsigned variables)
{
    return Cudd_CountMinterm(m->dd, node(a), (int)variables);
}

void bdd_support(bdd_manager_t *m, bdd_t a, bdd_var_vec_t *vars)
{
    int *indices;
    const int count = Cudd_SupportIndices(m->dd, node(a), &indices);
    if (count == CUDD_OUT_OF_MEM)
        BUG("no memory for the support of a BDD");
    for (int i = 0; i < count; i++)
        vec_push(vars, (unsigned)indices[i]);
    if (count > 0)
        free(indices);
}

bool bdd_pick(bdd_manager_t *m, bdd_t a, char *values)
{
    assert(!bdd_is_none(a));
    return !bdd_is_false(m, a)
        && Cudd_bddPickOneCube(m->dd, node(a), values) == 1;
}

unsigned bdd_top(bdd_t a)
{
    return Cudd_NodeReadIndex(node(a));
}

static bdd_t branch(bdd_manager_t *m, bdd_t a, DdNode *kid)
{
    return result(m, Cudd_NotCond(kid, Cudd_IsComplement(node(a))));
}

bdd_t bdd_then(bdd_manager_t *m, bdd_t a)
{
    return branch(m, a, Cudd_T(node(a)));
}

bdd_t bdd_else(bdd_manager_t *m, bdd_t a)
{
    return branch(m, a, Cudd_E(node(a)));
}

bool bdd_cover(bdd_manager_t *m, bdd_t low, bdd_t high, bdd_cube_fn fn,
               void *user)
{
    assert(!bdd_is_none(low) && !bdd_is_none(high));
    if (bdd_is_false(m, low))
        return true;
    const unsigned count = bdd_var_count(m);
    char *values = xmalloc(count);
    int *cube;
    DdGen *gen = Cudd_FirstPrime(m->dd, node(low), node(high), &cube);
    bool going = gen != NULL;
    while (going && !Cudd_IsGenEmpty(gen)) {
        for (unsigned i = 0; i < count; i++)
            values[i] = (char)cube[i];
        going = fn(values, user) && Cudd_NextPrime(gen, &cube) >= 0;
    }
    const bool failed = Cudd_ReadErrorCode(m->dd) != CUDD_NO_ERROR;
    if (failed)
        note_failure(m);
    if (gen != NULL)
        Cudd_GenFree(gen);
    free(values);
    return going && !failed;
}
