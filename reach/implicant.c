// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/implicant.h"
#include "reach/linear.h"

#include <assert.h>

// Quotients inside quotients: the one place that recurses.
#define MAX_NESTING 100

// sum <= 0, or sum = 0.
typedef struct {
    bool equal;
    linear_t sum;
} constraint_t;

typedef struct {
    context_t *ctx;
    eval_t *eval;
    const memo_t *eliminate;
    term_vec_t todo; // formulas, true, still to be implied
    memo_t seen;     // those that were in `todo`
    VEC(constraint_t) constraints;
    term_vec_t literals; // all others
    bool failed;
} job_t;

static const value_t *value_of(job_t *job, term_t t)
{
    const value_t *v = eval_positive(job->eval, t);
    job->failed |= v == NULL;
    return v;
}

static bool is_true(job_t *job, term_t t)
{
    const value_t *v = value_of(job, t);
    return v != NULL && v->boolean != term_negated(t);
}

// Whichever of the term and its negation is true is to be implied.
static void require(job_t *job, term_t t)
{
    const term_t literal = is_true(job, t) ? t : term_not(t);
    if (memo_get(&job->seen, literal))
        return;
    memo_set(&job->seen, literal, 1);
    vec_push(&job->todo, literal);
}

// What a conditional value is under the assignment.
static term_t chosen(job_t *job, term_t ite)
{
    const term_t c = term_kid(job->ctx, ite, 0);
    require(job, c);
    return term_kid(job->ctx, ite, is_true(job, c) ? 1 : 2);
}

// ---- integers ----

static void linearise(job_t *job, bigint_t factor, term_t t, linear_t *sum,
                      unsigned nesting);

static void constrain(job_t *job, linear_t sum, bool equal)
{
    const constraint_t c = {equal, sum};
    vec_push(&job->constraints, c);
}

static bool has_eliminated(const job_t *job, const linear_t *sum)
{
    for (size_t i = 0; i < sum->parts.len; i++)
        if (memo_get(job->eliminate, sum->parts.data[i].term))
            return true;
    return false;
}

// 0 <= dividend - divisor * quotient <= |divisor| - 1; the middle is
// `remainder`.
static void fix_quotient(job_t *job, const linear_t *remainder,
                         bigint_t divisor)
{
    linear_t low, high;
    linear_init(&low);
    linear_add_all(job->ctx, &low, bigint_of(-1), remainder);
    constrain(job, low, false);
    linear_copy(&high, remainder);
    bigint_t limit = bigint_sign(divisor) < 0 ? bigint_copy(divisor)
                                              : bigint_neg(divisor);
    linear_add_constant(&high, limit);
    linear_add_constant(&high, bigint_of(1));
    bigint_release(&limit);
    constrain(job, high, false);
}

static linear_t map_factors(const context_t *ctx, const linear_t *sum,
                            bigint_t (*fn)(bigint_t, bigint_t), bigint_t by)
{
    linear_t result;
    linear_init(&result);
    for (size_t i = 0; i < sum->parts.len; i++) {
        bigint_t factor = fn(sum->parts.data[i].factor, by);
        linear_add(ctx, &result, factor, sum->parts.data[i].term);
        bigint_release(&factor);
    }
    bigint_t constant = fn(sum->constant, by);
    linear_add_constant(&result, constant);
    bigint_release(&constant);
    return result;
}

// Multiples of the divisor are taken out of the dividend, so that one
// remainder has one form.
static void add_opaque(job_t *job, bigint_t factor, bool is_mod,
                       const linear_t *dividend, term_t divisor,
                       linear_t *sum)
{
    context_t *ctx = job->ctx;
    const bigint_t by = term_value(ctx, divisor);
    linear_t rest = map_factors(ctx, dividend, bigint_mod, by);
    const term_t inner = linear_term(ctx, &rest);
    linear_release(&rest);
    if (is_mod) {
        linear_add(ctx, sum, factor, term_mod(ctx, inner, divisor));
        return;
    }
    linear_t whole = map_factors(ctx, dividend, bigint_div, by);
    linear_add_all(ctx, sum, factor, &whole);
    linear_release(&whole);
    linear_add(ctx, sum, factor, term_div(ctx, inner, divisor));
}

static bool is_near_zero(bigint_t a, int64_t limit)
{
    return bigint_is_small(a) && -limit <= a.small && a.small <= limit;
}

// A counter that wraps at a large constant is in its first round, or just
// past it: bounds are the better literals. Small divisors are about parity
// and the like, where the quotient says nothing.
static bool better_fixed(const job_t *job, const linear_t *dividend,
                         bigint_t divisor, bigint_t quotient)
{
    return has_eliminated(job, dividend)
        || (!is_near_zero(divisor, 4) && is_near_zero(quotient, 1));
}

static void add_fixed(job_t *job, bigint_t factor, bool is_mod,
                      const linear_t *dividend, bigint_t divisor,
                      bigint_t quotient, linear_t *sum)
{
    linear_t remainder;
    linear_copy(&remainder, dividend);
    bigint_t product = bigint_mul(divisor, quotient);
    bigint_t minus = bigint_neg(product);
    linear_add_constant(&remainder, minus);
    fix_quotient(job, &remainder, divisor);
    if (is_mod)
        linear_add_all(job->ctx, sum, factor, &remainder);
    else {
        bigint_t value = bigint_mul(factor, quotient);
        linear_add_constant(sum, value);
        bigint_release(&value);
    }
    bigint_release(&minus);
    bigint_release(&product);
    linear_release(&remainder);
}

static void add_division(job_t *job, bigint_t factor, term_t t,
                         linear_t *sum, unsigned nesting)
{
    const context_t *ctx = job->ctx;
    const bool is_mod = term_kind(ctx, t) == TERM_MOD;
    const term_t divisor = term_kid(ctx, t, 1);
    const value_t *v = value_of(job, term_kid(ctx, t, 0));
    if (v == NULL || nesting >= MAX_NESTING
        || term_kind(ctx, divisor) != TERM_INT) {
        job->failed = true;
        return;
    }
    linear_t dividend;
    linear_init(&dividend);
    linearise(job, bigint_of(1), term_kid(ctx, t, 0), &dividend, nesting + 1);
    const bigint_t by = term_value(ctx, divisor);
    bigint_t quotient = bigint_div(v->number, by);
    if (better_fixed(job, &dividend, by, quotient))
        add_fixed(job, factor, is_mod, &dividend, by, quotient, sum);
    else
        add_opaque(job, factor, is_mod, &dividend, divisor, sum);
    bigint_release(&quotient);
    linear_release(&dividend);
}

// One monomial of the terms still open: what it is made of is open in turn.
static void expand(job_t *job, const monomial_t *part, linear_t *open,
                   linear_t *sum, unsigned nesting)
{
    const context_t *ctx = job->ctx;
    const term_t t = part->term;
    switch (term_kind(ctx, t)) {
    case TERM_LAST:
    case TERM_NEXT:
        linear_add(ctx, sum, part->factor, t);
        break;
    case TERM_ITE:
        linear_add(ctx, open, part->factor, chosen(job, t));
        break;
    case TERM_ADD:
        linear_add(ctx, open, part->factor, term_kid(ctx, t, 0));
        linear_add(ctx, open, part->factor, term_kid(ctx, t, 1));
        break;
    case TERM_DIV:
    case TERM_MOD:
        add_division(job, part->factor, t, sum, nesting);
        break;
    case TERM_MUL:
        if (term_kind(ctx, term_kid(ctx, t, 0)) == TERM_INT) {
            bigint_t factor = bigint_mul(
                part->factor, term_value(ctx, term_kid(ctx, t, 0)));
            linear_add(ctx, open, factor, term_kid(ctx, t, 1));
            bigint_release(&factor);
            break;
        }
        // fall through
    default:
        job->failed = true;
        break;
    }
}

// Adds factor * t. The largest term is taken first, as in linear_add_term.
static void linearise(job_t *job, bigint_t factor, term_t t, linear_t *sum,
                      unsigned nesting)
{
    linear_t open;
    linear_init(&open);
    linear_add(job->ctx, &open, factor, t);
    while (open.parts.len > 0) {
        monomial_t part = vec_pop(&open.parts);
        expand(job, &part, &open, sum, nesting);
        bigint_release(&part.factor);
    }
    linear_add_constant(sum, open.constant);
    linear_release(&open);
}

// sign * (a - b) + constant <= 0 (or = 0), for the operands of a comparison.
static void require_order(job_t *job, term_t t, int sign, int64_t constant,
                          bool equal)
{
    linear_t sum;
    linear_init(&sum);
    linearise(job, bigint_of(sign), term_kid(job->ctx, t, 0), &sum, 0);
    linearise(job, bigint_of(-sign), term_kid(job->ctx, t, 1), &sum, 0);
    linear_add_constant(&sum, bigint_of(constant));
    constrain(job, sum, equal);
}

static void require_int_equality(job_t *job, term_t t)
{
    if (!term_negated(t)) {
        require_order(job, t, 1, 0, true);
        return;
    }
    const value_t *a = value_of(job, term_kid(job->ctx, t, 0));
    const value_t *b = value_of(job, term_kid(job->ctx, t, 1));
    if (a != NULL && b != NULL)
        require_order(job, t, bigint_compare(a->number, b->number) < 0
                                  ? 1 : -1, 1, false);
}

// ---- Booleans and enumerations ----

// A side of an equality of enumerations: a leaf that stays, or a literal.
static term_t resolve(job_t *job, term_t t)
{
    while (term_kind(job->ctx, t) == TERM_ITE)
        t = chosen(job, t);
    if (term_kind(job->ctx, t) == TERM_LITERAL)
        return t;
    if (term_kind(job->ctx, t) != TERM_LAST
        && term_kind(job->ctx, t) != TERM_NEXT)
        job->failed = true;
    if (!memo_get(job->eliminate, t))
        return t;
    const value_t *v = value_of(job, t);
    return v == NULL ? t : value_term(job->ctx, v);
}

static void add_literal(job_t *job, term_t literal)
{
    if (!term_is_constant(job->ctx, literal))
        vec_push(&job->literals, literal);
}

static void require_equality(job_t *job, term_t t)
{
    context_t *ctx = job->ctx;
    const term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    switch (sort_kind(ctx, term_sort(ctx, a))) {
    case SORT_BOOL:
        require(job, a);
        require(job, b);
        break;
    case SORT_INT:
        require_int_equality(job, t);
        break;
    case SORT_ENUM: {
        const term_t eq = term_eq(ctx, resolve(job, a), resolve(job, b));
        add_literal(job, term_negated(t) ? term_not(eq) : eq);
        break;
    }
    case SORT_ARRAY:
        job->failed = true;
        break;
    }
}

// Of the operands of a false conjunction, one that is false: rather one that
// was required already, then one that is eliminated anyway.
static void require_one_false(job_t *job, term_t conjunction)
{
    const term_t a = term_kid(job->ctx, conjunction, 0);
    const term_t b = term_kid(job->ctx, conjunction, 1);
    const bool can_a = !is_true(job, a), can_b = !is_true(job, b);
    const bool easy_b = memo_get(&job->seen, b)
        || (memo_get(job->eliminate, b) && !memo_get(&job->seen, a));
    require(job, !can_a || (can_b && easy_b) ? b : a);
}

static void require_parts(job_t *job, term_t t)
{
    const context_t *ctx = job->ctx;
    switch (term_kind(ctx, t)) {
    case TERM_TRUE:
        break;
    case TERM_LAST:
    case TERM_NEXT:
    case TERM_POSEDGE:
    case TERM_NEGEDGE:
        if (!memo_get(job->eliminate, t))
            add_literal(job, t);
        break;
    case TERM_AND:
        if (term_negated(t)) {
            require_one_false(job, t);
            break;
        }
        require(job, term_kid(ctx, t, 0));
        require(job, term_kid(ctx, t, 1));
        break;
    case TERM_EQ:
        require_equality(job, t);
        break;
    case TERM_LE:
        if (term_negated(t))
            require_order(job, t, -1, 1, false);
        else
            require_order(job, t, 1, 0, false);
        break;
    case TERM_ITE:
        require(job, chosen(job, t));
        break;
    default:
        job->failed = true;
        break;
    }
}

// ---- elimination ----

// Under the assignment; owned by the caller.
static bigint_t sum_value(job_t *job, const linear_t *sum)
{
    bigint_t total = bigint_copy(sum->constant);
    for (size_t i = 0; i < sum->parts.len; i++) {
        const value_t *v = value_of(job, sum->parts.data[i].term);
        if (v == NULL)
            break;
        bigint_t product = bigint_mul(sum->parts.data[i].factor, v->number);
        bigint_t next = bigint_add(total, product);
        bigint_release(&product);
        bigint_release(&total);
        total = next;
    }
    return total;
}

static bool uses(const constraint_t *c, term_t leaf)
{
    return bigint_sign(linear_factor(&c->sum, leaf)) != 0;
}

// The constraint with the leaf replaced; owned by the caller.
static linear_t replaced(const job_t *job, const constraint_t *c, term_t leaf,
                         const linear_t *by)
{
    linear_t sum;
    linear_copy(&sum, &c->sum);
    bigint_t factor = bigint_copy(linear_factor(&sum, leaf));
    bigint_t minus = bigint_neg(factor);
    linear_add(job->ctx, &sum, minus, leaf);
    linear_add_all(job->ctx, &sum, factor, by);
    bigint_release(&factor);
    bigint_release(&minus);
    return sum;
}

static bool stays_true(job_t *job, term_t leaf, const linear_t *by)
{
    for (size_t i = 0; i < job->constraints.len; i++) {
        const constraint_t *c = &job->constraints.data[i];
        if (!uses(c, leaf))
            continue;
        linear_t sum = replaced(job, c, leaf, by);
        bigint_t value = sum_value(job, &sum);
        const int sign = bigint_sign(value);
        bigint_release(&value);
        linear_release(&sum);
        if (c->equal ? sign != 0 : sign > 0)
            return false;
    }
    return true;
}

static void replace(job_t *job, term_t leaf, const linear_t *by)
{
    for (size_t i = 0; i < job->constraints.len; i++) {
        constraint_t *c = &job->constraints.data[i];
        if (!uses(c, leaf))
            continue;
        const linear_t sum = replaced(job, c, leaf, by);
        linear_release(&c->sum);
        c->sum = sum;
    }
}

// The constraint's bound on the leaf, which has the factor 1 or -1 in it.
static linear_t bound_on(const job_t *job, const constraint_t *c, term_t leaf)
{
    const bigint_t factor = linear_factor(&c->sum, leaf);
    linear_t bound;
    linear_init(&bound);
    linear_add_all(job->ctx, &bound, bigint_of(-factor.small), &c->sum);
    linear_add(job->ctx, &bound, bigint_of(1), leaf);
    return bound;
}

// Tries the bounds of the constraints with this factor for the leaf.
static bool replace_by_bound(job_t *job, term_t leaf, bool equal,
                             int64_t factor)
{
    for (size_t i = 0; i < job->constraints.len; i++) {
        const constraint_t *c = &job->constraints.data[i];
        const bigint_t f = linear_factor(&c->sum, leaf);
        if (c->equal != equal || !bigint_is_small(f) || f.small != factor)
            continue;
        linear_t bound = bound_on(job, c, leaf);
        const bool good = stays_true(job, leaf, &bound);
        if (good)
            replace(job, leaf, &bound);
        linear_release(&bound);
        if (good)
            return true;
    }
    return false;
}

typedef struct {
    size_t equal, above, below; // equalities, upper bounds, lower bounds
} bounds_t;

static bounds_t count_bounds(const job_t *job, term_t leaf)
{
    bounds_t n = {0};
    for (size_t i = 0; i < job->constraints.len; i++) {
        const constraint_t *c = &job->constraints.data[i];
        const int sign = bigint_sign(linear_factor(&c->sum, leaf));
        n.equal += c->equal && sign != 0;
        n.above += !c->equal && sign > 0;
        n.below += !c->equal && sign < 0;
    }
    return n;
}

static void remove_constraint(job_t *job, size_t i)
{
    linear_release(&job->constraints.data[i].sum);
    job->constraints.data[i] = vec_pop(&job->constraints);
}

static void remove_uses(job_t *job, term_t leaf)
{
    for (size_t i = job->constraints.len; i-- > 0;)
        if (uses(&job->constraints.data[i], leaf))
            remove_constraint(job, i);
}

static void replace_by_value(job_t *job, term_t leaf)
{
    const value_t *v = value_of(job, leaf);
    if (v == NULL)
        return;
    linear_t constant;
    linear_init(&constant);
    linear_add_constant(&constant, v->number);
    replace(job, leaf, &constant);
    linear_release(&constant);
}

static void eliminate(job_t *job, term_t leaf)
{
    const bounds_t n = count_bounds(job, leaf);
    if (n.equal == 0 && (n.above == 0 || n.below == 0)) {
        remove_uses(job, leaf); // far enough out, all are true
        return;
    }
    const int64_t few = n.above < n.below ? 1 : -1;
    if (!replace_by_bound(job, leaf, true, 1)
        && !replace_by_bound(job, leaf, true, -1)
        && !replace_by_bound(job, leaf, false, few)
        && !replace_by_bound(job, leaf, false, -few))
        replace_by_value(job, leaf);
}

static void eliminate_all(job_t *job)
{
    for (size_t i = 0; i < job->constraints.len && !job->failed;) {
        const linear_t *sum = &job->constraints.data[i].sum;
        size_t k = 0;
        while (k < sum->parts.len
               && !memo_get(job->eliminate, sum->parts.data[k].term))
            k++;
        if (k == sum->parts.len)
            i++;
        else { // others move when constraints go: look again from the start
            eliminate(job, sum->parts.data[k].term);
            i = 0;
        }
    }
}

// ---- the result ----

static bool same_parts(const linear_t *a, const linear_t *b)
{
    if (a->parts.len != b->parts.len)
        return false;
    for (size_t i = 0; i < a->parts.len; i++)
        if (!term_equal(a->parts.data[i].term, b->parts.data[i].term)
            || !bigint_equal(a->parts.data[i].factor,
                             b->parts.data[i].factor))
            return false;
    return true;
}

// An equality as two bounds, so that either can be dropped alone.
static void split_equalities(job_t *job)
{
    for (size_t i = job->constraints.len; i-- > 0;) {
        if (!job->constraints.data[i].equal)
            continue;
        job->constraints.data[i].equal = false;
        linear_t minus;
        linear_init(&minus);
        linear_add_all(job->ctx, &minus, bigint_of(-1),
                       &job->constraints.data[i].sum);
        constrain(job, minus, false);
    }
}

// Is there a stronger bound on the same sum (or an equal one before it)?
static bool is_superfluous(const job_t *job, size_t i)
{
    const linear_t *sum = &job->constraints.data[i].sum;
    for (size_t k = 0; k < job->constraints.len; k++) {
        const linear_t *other = &job->constraints.data[k].sum;
        if (k == i || !same_parts(sum, other))
            continue;
        const int order = bigint_compare(other->constant, sum->constant);
        if (order > 0 || (order == 0 && k < i))
            return true;
    }
    return false;
}

static void deliver(job_t *job, term_vec_t *cube)
{
    split_equalities(job);
    for (size_t i = 0; i < job->constraints.len; i++)
        if (!is_superfluous(job, i))
            add_literal(job, linear_le(job->ctx,
                                       &job->constraints.data[i].sum));
    memo_t given;
    memo_init(&given);
    for (size_t i = 0; i < job->literals.len; i++) {
        const term_t literal = job->literals.data[i];
        assert(is_true(job, literal));
        if (!memo_get(&given, literal))
            vec_push(cube, literal);
        memo_set(&given, literal, 1);
    }
    memo_release(&given);
}

bool implicant(eval_t *eval, const memo_t *eliminate, const term_t *formulas,
               size_t count, term_vec_t *cube)
{
    job_t job = {.ctx = eval_context(eval), .eval = eval,
                 .eliminate = eliminate};
    for (size_t i = 0; i < count; i++) {
        assert(is_true(&job, formulas[i]) || job.failed);
        require(&job, formulas[i]);
    }
    while (job.todo.len > 0 && !job.failed)
        require_parts(&job, vec_pop(&job.todo));
    if (!job.failed)
        eliminate_all(&job);
    if (!job.failed)
        deliver(&job, cube);
    while (job.constraints.len > 0)
        remove_constraint(&job, job.constraints.len - 1);
    vec_release(&job.constraints);
    vec_release(&job.literals);
    vec_release(&job.todo);
    memo_release(&job.seen);
    return !job.failed;
}
