// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/guess.h"

// The conditions under which other candidates are looked for, and clauses of
// two of them.

#define MAX_VALUATIONS 12
#define MAX_GUARDS 96
#define MAX_CLAUSES 500

static bool is_bool(const guess_t *guess, term_t t)
{
    return sort_kind(guess->ctx, term_sort(guess->ctx, t)) == SORT_BOOL;
}

static void add_literals(guess_t *guess, term_t control)
{
    if (is_bool(guess, control)) {
        guess_add_guard(guess, control, GUARD_LITERAL);
        guess_add_guard(guess, term_not(control), GUARD_LITERAL);
        return;
    }
    const sort_t sort = term_sort(guess->ctx, control);
    for (uint32_t i = 0; i < sort_literal_count(guess->ctx, sort); i++)
        if (guess->guards.len < MAX_GUARDS)
            guess_add_guard(guess,
                            term_eq(guess->ctx, control,
                                    term_literal(guess->ctx, sort, i)),
                            GUARD_LITERAL);
}

// What the control state is in a row, as a conjunction.
static term_t valuation_of(guess_t *guess, size_t row)
{
    term_t all = term_true(guess->ctx);
    for (size_t i = 0; i < guess->controls.len; i++) {
        const column_t *c = &guess->controls.data[i];
        const int64_t value = c->values[row];
        const term_t is = is_bool(guess, c->term)
            ? (value ? c->term : term_not(c->term))
            : term_eq(guess->ctx, c->term,
                      term_literal(guess->ctx,
                                   term_sort(guess->ctx, c->term),
                                   (uint32_t)value));
        all = term_and(guess->ctx, all, is);
    }
    return all;
}

static bool contains(const term_vec_t *terms, term_t t)
{
    for (size_t i = 0; i < terms->len; i++)
        if (term_equal(terms->data[i], t))
            return true;
    return false;
}

// The different valuations of the control state, if they are few.
static bool list_valuations(guess_t *guess, term_vec_t *valuations)
{
    for (size_t row = 0; row < guess->rows; row++) {
        const term_t v = valuation_of(guess, row);
        if (contains(valuations, v))
            continue;
        if (valuations->len == MAX_VALUATIONS)
            return false;
        vec_push(valuations, v);
    }
    return true;
}

static void add_valuations(guess_t *guess)
{
    term_vec_t valuations = {0};
    if (guess->controls.len >= 2 && list_valuations(guess, &valuations)) {
        term_t any = term_false(guess->ctx);
        for (size_t i = 0; i < valuations.len; i++) {
            guess_add_guard(guess, valuations.data[i], GUARD_VALUATION);
            any = term_or(guess->ctx, any, valuations.data[i]);
        }
        guess_add(guess, 0, any, 24);
    }
    vec_release(&valuations);
}

static void add_true(guess_t *guess)
{
    guard_t guard = {.term = term_true(guess->ctx), .kind = GUARD_TRUE,
                     .holds = xmalloc(guess->rows + 1), .count = guess->rows};
    memset(guard.holds, 1, guess->rows);
    vec_push(&guess->guards, guard);
}

// A condition of the design that is always or never true is a candidate; the
// others are guards.
static void add_predicates(guess_t *guess)
{
    const term_vec_t *predicates = &guess->shape->predicates;
    column_vec_t columns = {0};
    guess_columns(guess, predicates->data, predicates->len, &columns);
    for (size_t i = 0; i < columns.len; i++) {
        const term_t t = columns.data[i].term;
        size_t count = 0;
        for (size_t row = 0; row < guess->rows; row++)
            count += columns.data[i].values[row] != 0;
        if (count == 0 || count == guess->rows)
            guess_add(guess, 0, count == 0 ? term_not(t) : t, 12);
        else if (guess->level >= CANDIDATES_GUARDED
                 && guess->guards.len + 1 < MAX_GUARDS) {
            guess_add_guard(guess, t, GUARD_PREDICATE);
            guess_add_guard(guess, term_not(t), GUARD_PREDICATE);
        }
    }
    guess_release_columns(&columns);
}

void guess_guards(guess_t *guess)
{
    add_true(guess);
    for (size_t i = 0; i < guess->controls.len; i++)
        add_literals(guess, guess->controls.data[i].term);
    add_valuations(guess);
    add_predicates(guess);
}

static bool exclude(const guess_t *guess, const guard_t *a, const guard_t *b)
{
    for (size_t i = 0; i < guess->rows; i++)
        if (a->holds[i] && b->holds[i])
            return false;
    return true;
}

// Two values of one enumeration exclude each other anyway.
static bool same_enumeration(const context_t *ctx, term_t a, term_t b)
{
    return term_kind(ctx, a) == TERM_EQ && term_kind(ctx, b) == TERM_EQ
        && !term_negated(a) && !term_negated(b)
        && term_equal(term_kid(ctx, a, 0), term_kid(ctx, b, 0))
        && term_kind(ctx, term_kid(ctx, a, 1)) == TERM_LITERAL;
}

static bool in_clauses(const guard_t *a, const guard_t *b)
{
    return (a->kind == GUARD_LITERAL || a->kind == GUARD_PREDICATE)
        && (b->kind == GUARD_LITERAL || b->kind == GUARD_PREDICATE)
        && (a->kind == GUARD_LITERAL || b->kind == GUARD_LITERAL);
}

void guess_clauses(guess_t *guess)
{
    size_t left = MAX_CLAUSES;
    for (size_t i = 1; i < guess->guards.len; i++)
        for (size_t j = 1; j < i && left > 0; j++) {
            const guard_t *a = &guess->guards.data[i];
            const guard_t *b = &guess->guards.data[j];
            if (!in_clauses(a, b) || !exclude(guess, a, b)
                || same_enumeration(guess->ctx, a->term, b->term))
                continue;
            guess_add(guess, 0,
                      term_not(term_and(guess->ctx, a->term, b->term)),
                      a->kind == b->kind ? 18 : 28);
            left--;
        }
}
