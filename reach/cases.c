// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/cases.h"

#include "core/checked.h"

// Nested deeper, a term is no counter that we know how to read.
#define DEPTH 64

typedef struct {
    const context_t *ctx;
    size_t left; // calls
    size_t work; // nodes that may still be looked at
    case_fn fn;
    void *user;
    term_vec_t conditions;
} reader_t;

typedef struct {
    term_t term;
    int64_t factor;
} summand_t;

// A value under construction: what was added up, and what is still to add.
typedef struct {
    affine_t sum;
    summand_t pending[AFFINE_PARTS];
    unsigned count;
} partial_t;

static void read_partial(reader_t *r, partial_t p, unsigned depth);

// The literals of a conjunction that holds, or the negated conjunction.
static void push_condition(reader_t *r, term_t c)
{
    size_t next = r->conditions.len;
    vec_push(&r->conditions, c);
    while (next < r->conditions.len) {
        const term_t t = r->conditions.data[next];
        if (term_negated(t) || term_kind(r->ctx, t) != TERM_AND) {
            next++;
            continue;
        }
        r->conditions.data[next] = term_kid(r->ctx, t, 0);
        vec_push(&r->conditions, term_kid(r->ctx, t, 1));
    }
}

static void branch(reader_t *r, const partial_t *p, summand_t s, bool taken,
                   unsigned depth)
{
    const size_t mark = r->conditions.len;
    const term_t c = term_kid(r->ctx, s.term, 0);
    push_condition(r, taken ? c : term_not(c));
    partial_t next = *p;
    next.pending[next.count++] =
        (summand_t){term_kid(r->ctx, s.term, taken ? 1 : 2), s.factor};
    read_partial(r, next, depth + 1);
    r->conditions.len = mark;
}

// Takes a sum or a product apart; false if that is not possible.
static bool unfold(reader_t *r, partial_t *p, summand_t s)
{
    if (term_kind(r->ctx, s.term) == TERM_ADD) {
        if (p->count + 2 > AFFINE_PARTS)
            return false;
        for (unsigned i = 0; i < 2; i++)
            p->pending[p->count++] =
                (summand_t){term_kid(r->ctx, s.term, i), s.factor};
        return true;
    }
    if (term_kind(r->ctx, s.term) != TERM_MUL)
        return affine_add_term(r->ctx, &p->sum, s.term, s.factor);
    const term_t k = term_kid(r->ctx, s.term, 0);
    if (term_kind(r->ctx, k) != TERM_INT
        || !bigint_is_small(term_value(r->ctx, k))
        || !checked_mul_i64(s.factor, term_value(r->ctx, k).small,
                            &s.factor))
        return false;
    s.term = term_kid(r->ctx, s.term, 1);
    p->pending[p->count++] = s;
    return true;
}

static void read_partial(reader_t *r, partial_t p, unsigned depth)
{
    while (p.count > 0) {
        if (r->left == 0 || r->work == 0 || depth > DEPTH)
            return;
        r->work--;
        const summand_t s = p.pending[--p.count];
        if (term_kind(r->ctx, s.term) == TERM_ITE) {
            branch(r, &p, s, true, depth);
            branch(r, &p, s, false, depth);
            return;
        }
        if (!unfold(r, &p, s))
            return;
    }
    r->left--;
    r->fn(&(case_t){r->conditions.data, r->conditions.len, p.sum}, r->user);
}

void cases_of(const context_t *ctx, term_t t, size_t limit, case_fn fn,
              void *user)
{
    reader_t r = {.ctx = ctx, .left = limit, .work = 64 * limit, .fn = fn,
                  .user = user};
    read_partial(&r, (partial_t){.pending = {{t, 1}}, .count = 1}, 0);
    vec_release(&r.conditions);
}
