// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/vocabulary.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/linear.h"

#include <assert.h>

struct vocabulary {
    const system_t *system;
    term_vec_t atoms;
    memo_t known;  // atoms
    memo_t states; // leaves: parameters and state
};

static size_t add_one(vocabulary_t *v, term_t atom)
{
    atom = term_positive(atom);
    if (term_is_constant(v->system->ctx, atom) || memo_get(&v->known, atom))
        return 0;
    memo_set(&v->known, atom, 1);
    vec_push(&v->atoms, atom);
    return 1;
}

static bool is_int_equality(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_EQ
        && sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0))) == SORT_INT;
}

size_t vocabulary_add(vocabulary_t *v, term_t atom)
{
    context_t *ctx = v->system->ctx;
    size_t added = add_one(v, linear_canonical(ctx, atom));
    if (added == 0 || !is_int_equality(ctx, atom))
        return added;
    const term_t a = term_kid(ctx, atom, 0), b = term_kid(ctx, atom, 1);
    added += add_one(v, linear_canonical(ctx, term_le(ctx, a, b)));
    added += add_one(v, linear_canonical(ctx, term_le(ctx, b, a)));
    return added;
}

static bool is_reference(const context_t *ctx, term_t t)
{
    switch (term_kind(ctx, t)) {
    case TERM_LAST: case TERM_NEXT: case TERM_POSEDGE: case TERM_NEGEDGE:
        return true;
    default:
        return false;
    }
}

// Does it depend on nothing but parameters and state? `of_states` knows the
// operands already.
static bool is_of_states(const vocabulary_t *v, const memo_t *of_states,
                         term_t t)
{
    const context_t *ctx = v->system->ctx;
    if (is_reference(ctx, t))
        return memo_get(&v->states, t);
    for (unsigned i = 0; i < term_arity(ctx, t); i++)
        if (!memo_get(of_states, term_kid(ctx, t, i)))
            return false;
    return true;
}

static bool is_atom(const context_t *ctx, term_t t)
{
    if (sort_kind(ctx, term_sort(ctx, t)) != SORT_BOOL)
        return false;
    const term_kind_t kind = term_kind(ctx, t);
    return is_reference(ctx, t) || kind == TERM_LE
        || (kind == TERM_EQ
            && sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0)))
                != SORT_BOOL);
}

static void add_formulas(vocabulary_t *v, const term_vec_t *formulas)
{
    term_vec_t order = {0};
    memo_t of_states;
    memo_init(&of_states);
    walk_postorder(v->system->ctx, formulas->data, formulas->len, &order);
    for (size_t i = 0; i < order.len; i++) {
        if (!is_of_states(v, &of_states, order.data[i]))
            continue;
        memo_set(&of_states, order.data[i], 1);
        if (is_atom(v->system->ctx, order.data[i]))
            vocabulary_add(v, order.data[i]);
    }
    memo_release(&of_states);
    vec_release(&order);
}

bool vocabulary_can_say(const vocabulary_t *v, term_t t)
{
    term_vec_t order = {0};
    bool can = true;
    walk_postorder(v->system->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len; i++)
        can &= !is_reference(v->system->ctx, order.data[i])
            || memo_get(&v->states, order.data[i]);
    vec_release(&order);
    return can;
}

void vocabulary_add_formula(vocabulary_t *v, term_t formula)
{
    term_vec_t one = {0};
    vec_push(&one, formula);
    add_formulas(v, &one);
    vec_release(&one);
}

static void mark_states(vocabulary_t *v, const var_vec_t *vars)
{
    for (size_t i = 0; i < vars->len; i++)
        memo_set(&v->states, term_last(v->system->ctx, vars->data[i]), 1);
}

vocabulary_t *vocabulary_new(const system_t *system)
{
    vocabulary_t *v = xcalloc(1, sizeof *v);
    v->system = system;
    mark_states(v, &system->parameters);
    mark_states(v, &system->states);
    term_vec_t formulas = {0};
    vec_push(&formulas, system->init);
    vec_push(&formulas, system->held);
    vec_push(&formulas, system->valid);
    for (size_t i = 0; i < system->next.len; i++) {
        vec_push(&formulas, term_last(system->ctx, system->states.data[i]));
        vec_push(&formulas, system->next.data[i]);
    }
    for (size_t i = 0; i < system->targets.len; i++)
        vec_push(&formulas, system->targets.data[i].bad);
    add_formulas(v, &formulas);
    vec_release(&formulas);
    return v;
}

void vocabulary_free(vocabulary_t *v)
{
    if (v == NULL)
        return;
    vec_release(&v->atoms);
    memo_release(&v->known);
    memo_release(&v->states);
    free(v);
}

size_t vocabulary_count(const vocabulary_t *v)
{
    return v->atoms.len;
}

term_t vocabulary_at(const vocabulary_t *v, size_t i)
{
    assert(i < v->atoms.len);
    return v->atoms.data[i];
}
