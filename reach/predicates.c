// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/predicates.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/lift.h"
#include "reach/linear.h"

#include <assert.h>

struct predicates {
    bdd_manager_t *m;
    const vocabulary_t *vocabulary;
    context_t *ctx;
    VEC(predicate_t) all;
    memo_t index; // of an atom's term, + 1
};

predicates_t *predicates_new(bdd_manager_t *m,
                             const vocabulary_t *vocabulary, context_t *ctx)
{
    predicates_t *p = xcalloc(1, sizeof *p);
    p->m = m;
    p->vocabulary = vocabulary;
    p->ctx = ctx;
    return p;
}

void predicates_free(predicates_t *p)
{
    if (p == NULL)
        return;
    vec_release(&p->all);
    memo_release(&p->index);
    free(p);
}

size_t predicates_count(const predicates_t *p)
{
    return p->all.len;
}

const predicate_t *predicates_at(const predicates_t *p, size_t i)
{
    assert(i < p->all.len);
    return &p->all.data[i];
}

static predicate_t *predicate_of(predicates_t *p, term_t atom)
{
    const uint32_t known = memo_get(&p->index, atom);
    if (known != 0)
        return &p->all.data[known - 1];
    predicate_t new = {.term = term_positive(atom)};
    new.of_state = vocabulary_can_say(p->vocabulary, atom);
    new.var = new.of_state ? bdd_new_pair(p->m) : bdd_new_var(p->m);
    vec_push(&p->all, new);
    memo_set(&p->index, atom, (uint32_t)p->all.len);
    return &vec_last(&p->all);
}

bool predicates_track(predicates_t *p, term_t atom)
{
    atom = linear_canonical(p->ctx, atom);
    if (term_is_constant(p->ctx, atom))
        return false;
    predicate_t *one = predicate_of(p, atom);
    const bool new = one->of_state && !one->tracked;
    one->tracked |= new;
    return new;
}

// ---- diagrams ----

typedef struct {
    memo_t index; // + 1
    VEC(bdd_t) diagrams;
} table_t;

static bdd_t operand(predicates_t *p, const table_t *t, term_t formula)
{
    const bdd_t d = t->diagrams.data[memo_get(&t->index, formula) - 1];
    return term_negated(formula) ? bdd_not(p->m, d) : bdd_ref(p->m, d);
}

static bool is_connective(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return kind == TERM_AND || kind == TERM_ITE
        || (kind == TERM_EQ
            && sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0)))
                == SORT_BOOL);
}

static bdd_t connect(predicates_t *p, const table_t *t, term_t formula)
{
    bdd_t kids[3] = {BDD_NONE, BDD_NONE, BDD_NONE};
    for (unsigned i = 0; i < term_arity(p->ctx, formula); i++)
        kids[i] = operand(p, t, term_kid(p->ctx, formula, i));
    const term_kind_t kind = term_kind(p->ctx, formula);
    const bdd_t result = kind == TERM_AND ? bdd_and(p->m, kids[0], kids[1])
        : kind == TERM_EQ ? bdd_iff(p->m, kids[0], kids[1])
        : bdd_ite(p->m, kids[0], kids[1], kids[2]);
    for (unsigned i = 0; i < 3; i++)
        bdd_unref(p->m, kids[i]);
    return result;
}

static bdd_t diagram_of(predicates_t *p, const table_t *t, term_t formula)
{
    if (term_kind(p->ctx, formula) == TERM_TRUE)
        return bdd_true(p->m);
    return is_connective(p->ctx, formula)
        ? connect(p, t, formula)
        : bdd_var(p->m, predicate_of(p, formula)->var);
}

// Boolean subterms below connectives, operands first. Those inside atoms do
// not count.
static void list_formulas(const context_t *ctx, term_t formula,
                          term_vec_t *order)
{
    term_vec_t stack = {0};
    memo_t seen; // 1: its operands are on the stack, 2: listed
    memo_init(&seen);
    vec_push(&stack, term_positive(formula));
    while (stack.len > 0) {
        const term_t t = vec_last(&stack);
        const uint32_t state = memo_get(&seen, t);
        if (state != 0) {
            (void)vec_pop(&stack);
            if (state == 1)
                vec_push(order, t);
            memo_set(&seen, t, 2);
            continue;
        }
        memo_set(&seen, t, 1);
        for (unsigned i = 0; is_connective(ctx, t) && i < term_arity(ctx, t);
             i++)
            if (memo_get(&seen, term_kid(ctx, t, i)) == 0)
                vec_push(&stack, term_positive(term_kid(ctx, t, i)));
    }
    memo_release(&seen);
    vec_release(&stack);
}

bdd_t predicates_diagram(predicates_t *p, term_t formula)
{
    formula = lift_conditions(p->ctx, formula);
    table_t t = {0};
    term_vec_t order = {0};
    list_formulas(p->ctx, formula, &order);
    for (size_t i = 0; i < order.len; i++) {
        vec_push(&t.diagrams, diagram_of(p, &t, order.data[i]));
        memo_set(&t.index, order.data[i], (uint32_t)t.diagrams.len);
    }
    const bdd_t result = operand(p, &t, formula);
    for (size_t i = 0; i < t.diagrams.len; i++)
        bdd_unref(p->m, t.diagrams.data[i]);
    vec_release(&t.diagrams);
    vec_release(&order);
    memo_release(&t.index);
    return result;
}
