// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/eval.h"
#include "core/memo.h"

#include <assert.h>

struct eval {
    context_t *ctx;
    eval_leaf_fn leaf;
    void *user;
    memo_t place;          // index into values + 1
    VEC(value_t) values;
    term_vec_t stack;
};

eval_t *eval_new(context_t *ctx, eval_leaf_fn leaf, void *user)
{
    eval_t *eval = xcalloc(1, sizeof *eval);
    eval->ctx = ctx;
    eval->leaf = leaf;
    eval->user = user;
    memo_init(&eval->place);
    return eval;
}

void eval_clear(eval_t *eval)
{
    for (size_t i = 0; i < eval->values.len; i++)
        value_release(&eval->values.data[i]);
    eval->values.len = 0;
    memo_release(&eval->place);
}

void eval_free(eval_t *eval)
{
    if (eval == NULL)
        return;
    eval_clear(eval);
    vec_release(&eval->values);
    vec_release(&eval->stack);
    free(eval);
}

context_t *eval_context(const eval_t *eval)
{
    return eval->ctx;
}

static const value_t *known(const eval_t *eval, term_t t)
{
    const uint32_t at = memo_get(&eval->place, t);
    return at != 0 ? &eval->values.data[at - 1] : NULL;
}

static const value_t *kid_value(const eval_t *eval, term_t t, unsigned i)
{
    const value_t *v = known(eval, term_kid(eval->ctx, t, i));
    assert(v != NULL);
    return v;
}

// The value of a Boolean operand, its negation applied.
static bool kid_bool(const eval_t *eval, term_t t, unsigned i)
{
    return kid_value(eval, t, i)->boolean
        != term_negated(term_kid(eval->ctx, t, i));
}

static value_t signed_copy(const value_t *v, term_t sign)
{
    value_t copy = value_copy(v);
    copy.boolean ^= term_negated(sign);
    return copy;
}

static value_t kid_copy(const eval_t *eval, term_t t, unsigned i)
{
    return signed_copy(kid_value(eval, t, i), term_kid(eval->ctx, t, i));
}

static bool kids_equal(const eval_t *eval, term_t t)
{
    value_t a = kid_copy(eval, t, 0), b = kid_copy(eval, t, 1);
    const bool equal = value_equal(&a, &b);
    value_release(&a);
    value_release(&b);
    return equal;
}

typedef bigint_t (*bigint_fn)(bigint_t, bigint_t);

static value_t arithmetic(const eval_t *eval, term_t t, bigint_fn fn)
{
    return (value_t){.sort = term_sort(eval->ctx, t),
                     .number = fn(kid_value(eval, t, 0)->number,
                                  kid_value(eval, t, 1)->number)};
}

static bool power(const eval_t *eval, term_t t, value_t *result)
{
    const bigint_t n = kid_value(eval, t, 0)->number;
    if (bigint_compare(n, bigint_of(CLAVE_MAX_EXPONENT)) > 0)
        return false;
    *result = (value_t){.sort = term_sort(eval->ctx, t),
                        .number = bigint_sign(n) <= 0 ? bigint_of(1)
                                                      : bigint_pow2(n.small)};
    return true;
}

static value_t select_value(const eval_t *eval, term_t t)
{
    return value_copy(value_select(kid_value(eval, t, 0),
                                   kid_value(eval, t, 1)->number));
}

static value_t store_value(const eval_t *eval, term_t t)
{
    value_t element = kid_copy(eval, t, 2);
    const value_t array = value_store(kid_value(eval, t, 0),
                                      kid_value(eval, t, 1)->number, &element);
    value_release(&element);
    return array;
}

static value_t fill_value(const eval_t *eval, term_t t)
{
    value_t element = kid_copy(eval, t, 0);
    const value_t array = value_fill(term_sort(eval->ctx, t), &element);
    value_release(&element);
    return array;
}

// All operands are known.
static bool compute(const eval_t *eval, term_t t, value_t *v)
{
    context_t *ctx = eval->ctx;
    switch (term_kind(ctx, t)) {
    case TERM_TRUE:
        *v = value_bool(ctx, true);
        break;
    case TERM_LAST: case TERM_NEXT: case TERM_POSEDGE: case TERM_NEGEDGE:
        *v = eval->leaf(ctx, t, eval->user);
        assert(sort_equal(v->sort, term_sort(ctx, t)));
        break;
    case TERM_INT:
        *v = value_bigint(ctx, term_value(ctx, t));
        break;
    case TERM_LITERAL:
        *v = value_literal(term_sort(ctx, t), term_position(ctx, t));
        break;
    case TERM_AND:
        *v = value_bool(ctx, kid_bool(eval, t, 0) && kid_bool(eval, t, 1));
        break;
    case TERM_EQ:
        *v = value_bool(ctx, kids_equal(eval, t));
        break;
    case TERM_LE:
        *v = value_bool(ctx, bigint_compare(kid_value(eval, t, 0)->number,
                                            kid_value(eval, t, 1)->number)
                                 <= 0);
        break;
    case TERM_ITE:
        *v = kid_copy(eval, t, kid_bool(eval, t, 0) ? 1 : 2);
        break;
    case TERM_ADD: *v = arithmetic(eval, t, bigint_add); break;
    case TERM_MUL: *v = arithmetic(eval, t, bigint_mul); break;
    case TERM_DIV: *v = arithmetic(eval, t, bigint_div); break;
    case TERM_MOD: *v = arithmetic(eval, t, bigint_mod); break;
    case TERM_POW2: return power(eval, t, v);
    case TERM_SELECT: *v = select_value(eval, t); break;
    case TERM_STORE: *v = store_value(eval, t); break;
    case TERM_FILL: *v = fill_value(eval, t); break;
    case TERM_KINDS: BUG("no such term");
    }
    return true;
}

// The branch of an if-then-else that is not taken is not evaluated, so that
// a huge power in a dead branch does no harm. Returns false when an operand
// was pushed that has to come first.
static bool operands_known(eval_t *eval, term_t t)
{
    const context_t *ctx = eval->ctx;
    const size_t before = eval->stack.len;
    if (term_kind(ctx, t) == TERM_ITE) {
        const term_t c = term_kid(ctx, t, 0);
        if (known(eval, c) == NULL) {
            vec_push(&eval->stack, term_positive(c));
            return false;
        }
        const term_t branch = term_kid(ctx, t, kid_bool(eval, t, 0) ? 1 : 2);
        if (known(eval, branch) == NULL)
            vec_push(&eval->stack, term_positive(branch));
    } else {
        for (unsigned i = 0; i < term_arity(ctx, t); i++)
            if (known(eval, term_kid(ctx, t, i)) == NULL)
                vec_push(&eval->stack, term_positive(term_kid(ctx, t, i)));
    }
    return eval->stack.len == before;
}

const value_t *eval_positive(eval_t *eval, term_t t)
{
    t = term_positive(t);
    eval->stack.len = 0;
    vec_push(&eval->stack, t);
    while (eval->stack.len > 0) {
        const term_t top = vec_last(&eval->stack);
        if (known(eval, top) != NULL) {
            eval->stack.len--;
        } else if (operands_known(eval, top)) {
            value_t v;
            if (!compute(eval, top, &v))
                return NULL;
            vec_push(&eval->values, v);
            memo_set(&eval->place, top, (uint32_t)eval->values.len);
        }
    }
    return known(eval, t);
}

bool eval_term(eval_t *eval, term_t t, value_t *result)
{
    const value_t *v = eval_positive(eval, t);
    if (v != NULL)
        *result = signed_copy(v, t);
    return v != NULL;
}

bool eval_bool(eval_t *eval, term_t t, bool *result)
{
    const value_t *v = eval_positive(eval, t);
    if (v != NULL)
        *result = v->boolean != term_negated(t);
    return v != NULL;
}
