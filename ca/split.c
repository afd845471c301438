// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/split.h"
#include "core/memo.h"
#include "core/walk.h"

#include <assert.h>

// The terms under the decisions so far: the condition, then the constants,
// then the plain values.
typedef struct {
    const split_t *split;
    size_t count;
    term_vec_t literals;
    size_t *impossible;
} splitter_t;

// ---- what to decide next ----

// The outermost if-then-else in arithmetic, if there is one: all that is
// below a condition comes before it.
static bool find_ite(const context_t *ctx, term_t t, term_t *ite)
{
    term_vec_t order = {0};
    bool found = false;
    walk_postorder(ctx, &t, 1, &order);
    for (size_t i = order.len; i-- > 0 && !found;) {
        found = term_kind(ctx, order.data[i]) == TERM_ITE;
        if (found)
            *ite = order.data[i];
    }
    vec_release(&order);
    return found;
}

// A leaf of an enumeration, or a comparison without if-then-else.
static term_t decision_in_comparison(const context_t *ctx, term_t t,
                                     bool *inside)
{
    const term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    term_t ite;
    *inside = find_ite(ctx, a, &ite) || find_ite(ctx, b, &ite);
    if (*inside)
        return term_kid(ctx, ite, 0);
    if (sort_kind(ctx, term_sort(ctx, a)) == SORT_ENUM)
        return term_kind(ctx, a) == TERM_LAST ? a : b;
    return t;
}

// What a Boolean that is no constant depends on first.
static term_t decision_in(const context_t *ctx, term_t t)
{
    for (;;) {
        t = term_positive(t);
        const term_kind_t kind = term_kind(ctx, t);
        bool inside = true;
        if (kind == TERM_AND || kind == TERM_ITE
            || (kind == TERM_EQ
                && sort_kind(ctx, term_sort(ctx, term_kid(ctx, t, 0)))
                    == SORT_BOOL))
            t = term_kid(ctx, t, 0);
        else if (kind == TERM_EQ || kind == TERM_LE)
            t = decision_in_comparison(ctx, t, &inside);
        else
            return t;
        if (!inside)
            return t;
    }
}

// What a value depends on, of any sort; false if there is nothing to decide.
static bool decision_of(const context_t *ctx, term_t t, bool constant,
                        term_t *decision)
{
    term_t ite;
    if (term_is_constant(ctx, t))
        return false;
    const bool boolean = sort_kind(ctx, term_sort(ctx, t)) == SORT_BOOL;
    if (!boolean && find_ite(ctx, t, &ite))
        *decision = decision_in(ctx, term_kid(ctx, ite, 0));
    else if (boolean)
        *decision = decision_in(ctx, t);
    else if (constant)
        *decision = t;
    else
        return false;
    return true;
}

static bool next_decision(const splitter_t *s, const term_t *terms,
                          term_t *decision)
{
    const context_t *ctx = s->split->ctx;
    for (size_t i = 0; i < s->count; i++)
        if (decision_of(ctx, terms[i], i <= s->split->constant_count,
                        decision))
            return true;
    return false;
}

// ---- deciding ----

typedef struct {
    term_t what, value;
} decided_t;

static term_t replaced(const memo_t *done, term_t t)
{
    const term_t r = {memo_get(done, t) - 1};
    return term_negated(t) ? term_not(r) : r;
}

// The terms with one subterm replaced.
static void decide(context_t *ctx, const term_t *from, size_t count,
                   decided_t d, term_t *to)
{
    term_vec_t order = {0};
    memo_t done;
    memo_init(&done);
    walk_postorder(ctx, from, count, &order);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        term_t kids[3], result = t;
        for (unsigned k = 0; k < term_arity(ctx, t); k++)
            kids[k] = replaced(&done, term_kid(ctx, t, k));
        if (term_equal(t, d.what))
            result = d.value;
        else if (term_arity(ctx, t) > 0)
            result = term_rebuild(ctx, t, kids);
        memo_set(&done, t, result.id + 1);
    }
    for (size_t i = 0; i < count; i++)
        to[i] = replaced(&done, from[i]);
    memo_release(&done);
    vec_release(&order);
}

static bool is_comparison(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_EQ || term_kind(ctx, t) == TERM_LE;
}

static bool walk(splitter_t *s, const term_t *terms);

static bool possible(const splitter_t *s)
{
    if (s->split->possible == NULL)
        return true;
    return s->split->possible(s->literals.data, s->literals.len,
                              s->split->user);
}

static bool try_value(splitter_t *s, const term_t *terms, term_t what,
                      term_t value)
{
    context_t *ctx = s->split->ctx;
    const decided_t d = {what, value};
    const size_t before = s->literals.len;
    if (is_comparison(ctx, what)) {
        vec_push(&s->literals, term_is_true(ctx, value) ? what
                                                        : term_not(what));
        if (!possible(s)) {
            s->literals.len = before;
            ++*s->impossible;
            return true;
        }
    }
    term_t *under = xnmalloc(s->count, sizeof *under);
    decide(ctx, terms, s->count, d, under);
    const bool go_on = walk(s, under);
    free(under);
    s->literals.len = before;
    return go_on;
}

static bool try_all(splitter_t *s, const term_t *terms, term_t what)
{
    context_t *ctx = s->split->ctx;
    const sort_t sort = term_sort(ctx, what);
    if (sort_kind(ctx, sort) == SORT_BOOL)
        return try_value(s, terms, what, term_true(ctx))
            && try_value(s, terms, what, term_false(ctx));
    assert(sort_kind(ctx, sort) == SORT_ENUM);
    for (uint32_t i = 0; i < sort_literal_count(ctx, sort); i++)
        if (!try_value(s, terms, what, term_literal(ctx, sort, i)))
            return false;
    return true;
}

// As deep as there are decisions on a path, which are few beside its cases.
static bool walk(splitter_t *s, const term_t *terms)
{
    term_t what;
    if (term_is_false(s->split->ctx, terms[0]))
        return true;
    if (next_decision(s, terms, &what))
        return try_all(s, terms, what);
    const split_case_t outcome = {
        .literals = s->literals.data, .literal_count = s->literals.len,
        .constants = terms + 1,
        .plain = terms + 1 + s->split->constant_count};
    return s->split->outcome(&outcome, s->split->user);
}

bool split_run(const split_t *split, size_t *impossible)
{
    size_t ignored = 0;
    splitter_t s = {.split = split,
                    .count = 1 + split->constant_count + split->plain_count,
                    .impossible = impossible != NULL ? impossible : &ignored};
    term_t *terms = xnmalloc(s.count, sizeof *terms);
    terms[0] = split->condition;
    for (size_t i = 0; i < split->constant_count; i++)
        terms[1 + i] = split->constants[i];
    for (size_t i = 0; i < split->plain_count; i++)
        terms[1 + split->constant_count + i] = split->plain[i];
    const bool done = walk(&s, terms);
    free(terms);
    vec_release(&s.literals);
    return done;
}
