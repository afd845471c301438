// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/nonlinear.h"
#include "core/walk.h"

#include <assert.h>

// Operands at which an operation is to be exact.
typedef struct {
    term_t a, b;
} point_t;

typedef struct {
    nonlinear_op_t op;
    VEC(point_t) points;
} entry_t;

// A power in the pass at hand.
typedef struct {
    term_t exponent, power;
} power_t;

struct nonlinear {
    fresh_table_t *table;
    context_t *ctx;
    VEC(entry_t) entries; // of all passes
    map_t *place;         // of a variable's entry

    // Of one pass:
    rewrite_t *rewrite;
    VEC(power_t) powers;
    map_t *anchors; // from a base to the smallest offset + ANCHOR_ZERO
    map_t *bounds;  // from a parameter to its lower bound + BOUND_ZERO
};

// Offsets and bounds beyond these are not looked at.
#define MAX_OFFSET 1024
#define ANCHOR_ZERO 4096
#define BOUND_ZERO ((uint64_t)1 << 32)
// Exponents whose powers are exact from the beginning.
#define SMALL_EXPONENTS 8
// Powers up to this many are compared with each other, pair by pair.
#define COMPARED_POWERS 12
// Nested choices that are pulled out of exponents and factors.
#define MAX_CHOICES 4
// Quotients up to this size are worth a case of their own.
#define MAX_QUOTIENT 64

nonlinear_t *nonlinear_new(fresh_table_t *table)
{
    nonlinear_t *ops = xcalloc(1, sizeof *ops);
    ops->table = table;
    ops->place = map_new();
    return ops;
}

void nonlinear_free(nonlinear_t *ops)
{
    if (ops == NULL)
        return;
    for (size_t i = 0; i < ops->entries.len; i++)
        vec_release(&ops->entries.data[i].points);
    vec_release(&ops->entries);
    map_free(ops->place);
    free(ops);
}

// ---- what is there ----

static bool is_number(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_INT;
}

static bool is_operation(const context_t *ctx, term_t t)
{
    switch (term_kind(ctx, t)) {
    case TERM_POW2: return true;
    case TERM_MUL: return !is_number(ctx, term_kid(ctx, t, 0));
    case TERM_DIV:
    case TERM_MOD: return !is_number(ctx, term_kid(ctx, t, 1));
    default: return false;
    }
}

static void all_subterms(const model_t *m, term_vec_t *order)
{
    term_vec_t roots = {0};
    rewrite_roots(m, &roots);
    walk_postorder(model_context(m), roots.data, roots.len, order);
    vec_release(&roots);
}

bool nonlinear_needed(const model_t *model)
{
    term_vec_t order = {0};
    all_subterms(model, &order);
    bool needed = false;
    for (size_t i = 0; i < order.len && !needed; i++)
        needed = is_operation(model_context(model), order.data[i]);
    vec_release(&order);
    return needed;
}

const nonlinear_op_t *nonlinear_find(const nonlinear_t *ops, var_t var)
{
    uint64_t at;
    return map_get(ops->place, var.id, &at)
        ? &ops->entries.data[at].op : NULL;
}

// ---- shorthand ----

static term_t number(nonlinear_t *l, int64_t n)
{
    return term_int(l->ctx, n);
}

static term_t between(nonlinear_t *l, term_t low, term_t t, term_t below)
{
    return term_and(l->ctx, term_le(l->ctx, low, t),
                    term_lt(l->ctx, t, below));
}

static void axiom(nonlinear_t *l, term_t condition, term_t fact)
{
    rewrite_axiom(l->rewrite, term_implies(l->ctx, condition, fact));
}

static term_t constant_power(nonlinear_t *l, int64_t exponent)
{
    return term_pow2(l->ctx, number(l, exponent));
}

// A variable for an operation on images. Its axioms are to be added if it is
// new; the entry is borrowed until the next call.
static term_t operation(nonlinear_t *l, term_t op, const char *name,
                        const term_t operands[2], bool *is_new,
                        size_t *entry)
{
    const term_t leaf = rewrite_fresh(l->rewrite, op, name, is_new);
    const var_t var = term_var(l->ctx, leaf);
    uint64_t at;
    if (!map_get(l->place, var.id, &at)) {
        at = l->entries.len;
        map_put(l->place, var.id, at);
        const entry_t e = {.op = {.var = var}};
        vec_push(&l->entries, e);
    }
    nonlinear_op_t *known = &l->entries.data[at].op;
    known->kind = term_kind(l->ctx, op);
    known->operands[0] = operands[0];
    known->operands[1] = operands[1];
    *entry = at;
    return leaf;
}

// ---- powers of two ----

// The term without a constant summand; the rest is *offset.
static term_t split(const context_t *ctx, term_t t, int64_t *offset)
{
    *offset = 0;
    if (term_kind(ctx, t) != TERM_ADD || !is_number(ctx, term_kid(ctx, t, 1)))
        return t;
    const bigint_t k = term_value(ctx, term_kid(ctx, t, 1));
    if (!bigint_is_small(k) || k.small > MAX_OFFSET || k.small < -MAX_OFFSET)
        return t;
    *offset = k.small;
    return term_kid(ctx, t, 0);
}

static void scan_exponent(nonlinear_t *l, term_t e, unsigned depth)
{
    int64_t offset;
    const term_t base = split(l->ctx, e, &offset);
    if (term_kind(l->ctx, base) == TERM_ITE && depth < MAX_CHOICES) {
        for (unsigned i = 1; i <= 2; i++)
            scan_exponent(l, term_add(l->ctx, term_kid(l->ctx, base, i),
                                      number(l, offset)), depth + 1);
        return;
    }
    const uint64_t here = (uint64_t)(offset + ANCHOR_ZERO);
    uint64_t least;
    if (!map_get(l->anchors, base.id, &least) || here < least)
        map_put(l->anchors, base.id, here);
}

// The smallest power of each family is the one that gets a variable.
static void scan_powers(nonlinear_t *l, const model_t *from)
{
    term_vec_t order = {0};
    all_subterms(from, &order);
    for (size_t i = 0; i < order.len; i++)
        if (term_kind(l->ctx, order.data[i]) == TERM_POW2)
            scan_exponent(l, term_kid(l->ctx, order.data[i], 0), 0);
    vec_release(&order);
}

// Notes a condition that says that a parameter is at least a constant.
static void scan_bound(nonlinear_t *l, term_t t)
{
    if (term_kind(l->ctx, t) != TERM_LE)
        return;
    const bool flip = term_negated(t); // not (x <= k): x >= k + 1
    const term_t low = term_kid(l->ctx, t, flip ? 1 : 0);
    const term_t x = term_kid(l->ctx, t, flip ? 0 : 1);
    if (!is_number(l->ctx, low) || term_kind(l->ctx, x) != TERM_LAST
        || model_find(l->rewrite->from, term_var(l->ctx, x))->class
               != VAR_PARAMETER)
        return;
    const bigint_t k = term_value(l->ctx, low);
    if (!bigint_is_small(k) || k.small > MAX_OFFSET || k.small < -MAX_OFFSET)
        return;
    const uint64_t bound = BOUND_ZERO + (uint64_t)(k.small + (flip ? 1 : 0));
    uint64_t known;
    if (!map_get(l->bounds, x.id, &known) || bound > known)
        map_put(l->bounds, x.id, bound);
}

static void scan_bounds(nonlinear_t *l, const model_t *from)
{
    term_vec_t work = {0};
    for (size_t i = 0; i < model_assumption_count(from); i++)
        if (model_assumption(from, i)->kind != ASSUME_STEP)
            vec_push(&work, model_assumption(from, i)->term);
    while (work.len > 0) {
        const term_t t = vec_pop(&work);
        if (term_kind(l->ctx, t) == TERM_AND && !term_negated(t)) {
            vec_push(&work, term_kid(l->ctx, t, 0));
            vec_push(&work, term_kid(l->ctx, t, 1));
        } else {
            scan_bound(l, t);
        }
    }
    vec_release(&work);
}

// A number that the exponent is never below; false if none is known.
static bool lower_bound(nonlinear_t *l, term_t exponent, int64_t *bound)
{
    int64_t offset;
    const term_t base = split(l->ctx, exponent, &offset);
    uint64_t known;
    if (!map_get(l->bounds, base.id, &known))
        return false;
    *bound = (int64_t)(known - BOUND_ZERO) + offset;
    return true;
}

static void compare_powers(nonlinear_t *l, power_t a, power_t b)
{
    context_t *c = l->ctx;
    const term_t two = number(l, 2), zero = number(l, 0);
    axiom(l, term_le(c, a.exponent, b.exponent),
          term_le(c, a.power, b.power));
    axiom(l, between(l, zero, a.exponent, b.exponent),
          term_le(c, term_mul(c, two, a.power), b.power));
}

static void exact_power(nonlinear_t *l, power_t p, int64_t k)
{
    context_t *c = l->ctx;
    const term_t at = number(l, k);
    axiom(l, term_eq(c, p.exponent, at),
          term_eq(c, p.power, constant_power(l, k)));
}

static void power_axioms(nonlinear_t *l, power_t p, size_t entry)
{
    context_t *c = l->ctx;
    const term_t zero = number(l, 0), one = number(l, 1);
    rewrite_axiom(l->rewrite, term_le(c, one, p.power));
    axiom(l, term_le(c, p.exponent, zero), term_eq(c, p.power, one));
    axiom(l, term_le(c, zero, p.exponent),
          term_lt(c, p.exponent, p.power));
    for (int64_t k = 1; k <= SMALL_EXPONENTS; k++)
        exact_power(l, p, k);
    axiom(l, term_lt(c, number(l, SMALL_EXPONENTS), p.exponent),
          term_le(c, constant_power(l, SMALL_EXPONENTS + 1), p.power));
    for (size_t i = 0; i < l->entries.data[entry].points.len; i++) {
        const term_t at = l->entries.data[entry].points.data[i].a;
        const int64_t k = term_value(c, at).small;
        exact_power(l, p, k);
        axiom(l, term_lt(c, at, p.exponent),
              term_le(c, constant_power(l, k + 1), p.power));
        axiom(l, term_lt(c, p.exponent, at),
              term_le(c, p.power, constant_power(l, k - 1)));
    }
    if (l->powers.len > COMPARED_POWERS)
        return;
    for (size_t i = 0; i < l->powers.len; i++) {
        compare_powers(l, p, l->powers.data[i]);
        compare_powers(l, l->powers.data[i], p);
    }
}

static term_t power_variable(nonlinear_t *l, term_t exponent)
{
    const term_t operands[2] = {exponent, number(l, 0)};
    bool is_new;
    size_t entry;
    const power_t p = {
        exponent, operation(l, term_pow2(l->ctx, exponent), "power",
                            operands, &is_new, &entry)};
    if (is_new) {
        power_axioms(l, p, entry);
        vec_push(&l->powers, p);
    }
    return p.power;
}

// 2 ** (e + d) from p = 2 ** e, for d > 0; e may be negative, where p is 1.
static term_t shifted_power(nonlinear_t *l, term_t e, term_t p, int64_t d)
{
    context_t *c = l->ctx;
    int64_t bound = -d;
    lower_bound(l, e, &bound);
    term_t result = number(l, 1);
    for (int64_t k = bound > -d ? bound : -d; k < 0; k++)
        result = term_ite(c, term_eq(c, e, number(l, k)),
                          constant_power(l, d + k), result);
    const term_t product = term_mul(c, constant_power(l, d), p);
    return bound >= 0 ? product
                      : term_ite(c, term_le(c, number(l, 0), e), product,
                                 result);
}

static term_t power(nonlinear_t *l, term_t e, unsigned depth)
{
    context_t *c = l->ctx;
    const term_t whole = term_pow2(c, e);
    if (is_number(c, whole))
        return whole;
    int64_t offset;
    const term_t base = split(c, e, &offset);
    if (term_kind(c, base) == TERM_ITE && depth < MAX_CHOICES) {
        const term_t k = number(l, offset);
        return term_ite(
            c, term_kid(c, base, 0),
            power(l, term_add(c, term_kid(c, base, 1), k), depth + 1),
            power(l, term_add(c, term_kid(c, base, 2), k), depth + 1));
    }
    uint64_t anchor = (uint64_t)(offset + ANCHOR_ZERO);
    map_get(l->anchors, base.id, &anchor);
    const int64_t distance = offset + ANCHOR_ZERO - (int64_t)anchor;
    if (distance <= 0 || distance > SMALL_EXPONENTS)
        return power_variable(l, e);
    const term_t least = term_sub(c, e, number(l, distance));
    return shifted_power(l, least, power_variable(l, least), distance);
}

// ---- products ----

static void product_sign(nonlinear_t *l, term_t a, term_t b, term_t product)
{
    context_t *c = l->ctx;
    const term_t zero = number(l, 0);
    for (unsigned i = 0; i < 4; i++) {
        const term_t x = i & 1 ? term_le(c, a, zero) : term_le(c, zero, a);
        const term_t y = i & 2 ? term_le(c, b, zero) : term_le(c, zero, b);
        const bool same = (i & 1) == (i >> 1);
        axiom(l, term_and(c, x, y), same ? term_le(c, zero, product)
                                         : term_le(c, product, zero));
    }
}

// Exact where a = x or b = y; elsewhere on the right side of the plane that
// touches the product at (x, y): (a - x) * (b - y) has a sign.
static void product_at(nonlinear_t *l, term_t a, term_t b, term_t product,
                       term_t x, term_t y)
{
    context_t *c = l->ctx;
    const term_t ay = term_mul(c, a, y), xb = term_mul(c, x, b);
    axiom(l, term_eq(c, a, x), term_eq(c, product, xb));
    axiom(l, term_eq(c, b, y), term_eq(c, product, ay));
    const term_t plane = term_sub(c, term_add(c, ay, xb), term_mul(c, x, y));
    const term_t above = term_le(c, plane, product);
    const term_t below = term_le(c, product, plane);
    axiom(l, term_and(c, term_le(c, x, a), term_le(c, y, b)), above);
    axiom(l, term_and(c, term_le(c, a, x), term_le(c, b, y)), above);
    axiom(l, term_and(c, term_le(c, x, a), term_le(c, b, y)), below);
    axiom(l, term_and(c, term_le(c, a, x), term_le(c, y, b)), below);
}

static bool is_choice(const context_t *ctx, term_t t, unsigned depth)
{
    if (is_number(ctx, t))
        return true;
    return term_kind(ctx, t) == TERM_ITE && depth < MAX_CHOICES
        && is_choice(ctx, term_kid(ctx, t, 1), depth + 1)
        && is_choice(ctx, term_kid(ctx, t, 2), depth + 1);
}

static term_t choose_product(nonlinear_t *l, term_t choice, term_t b)
{
    if (is_number(l->ctx, choice))
        return term_mul(l->ctx, choice, b);
    const term_t c = term_kid(l->ctx, choice, 0);
    return term_ite(l->ctx, c,
                    choose_product(l, term_kid(l->ctx, choice, 1), b),
                    choose_product(l, term_kid(l->ctx, choice, 2), b));
}

static term_t product(nonlinear_t *l, term_t a, term_t b)
{
    if (is_choice(l->ctx, a, 0))
        return choose_product(l, a, b);
    if (is_choice(l->ctx, b, 0))
        return choose_product(l, b, a);
    const term_t operands[2] = {a, b};
    bool is_new;
    size_t entry;
    const term_t p = operation(l, term_mul(l->ctx, a, b), "product",
                               operands, &is_new, &entry);
    if (!is_new)
        return p;
    product_sign(l, a, b, p);
    product_at(l, a, b, p, number(l, 0), number(l, 0));
    product_at(l, a, b, p, number(l, 1), number(l, 1));
    for (size_t i = 0; i < l->entries.data[entry].points.len; i++) {
        const point_t at = l->entries.data[entry].points.data[i];
        product_at(l, a, b, p, at.a, at.b);
    }
    return p;
}

// ---- divisions ----

static void division_axioms(nonlinear_t *l, term_t t, term_t m, term_t q,
                            term_t r)
{
    context_t *c = l->ctx;
    const term_t zero = number(l, 0), one = number(l, 1), two = number(l, 2);
    const term_t positive = term_lt(c, zero, m), up = term_le(c, zero, t);
    const term_t zero_m = term_eq(c, m, zero), down = term_not(up);
    axiom(l, positive, between(l, zero, r, m));
    axiom(l, term_lt(c, m, zero), between(l, zero, r, term_neg(c, m)));
    axiom(l, zero_m, term_and(c, term_eq(c, r, t), term_eq(c, q, zero)));
    axiom(l, term_eq(c, m, one), term_eq(c, q, t));
    axiom(l, term_and(c, positive, up),
          term_and(c, term_le(c, zero, q), term_le(c, q, t)));
    axiom(l, term_and(c, positive, down),
          term_and(c, term_le(c, t, q), term_lt(c, q, zero)));
    const term_t twice = term_mul(c, two, q);
    const term_t large = term_le(c, two, m);
    axiom(l, term_and(c, large, up), term_le(c, twice, t));
    axiom(l, term_and(c, large, down), term_lt(c, t, term_add(c, twice,
                                                              two)));
}

// The quotient is on the same side of k as the dividend is of k times the
// divisor.
static void quotient_side(nonlinear_t *l, term_t t, term_t m, term_t q,
                          term_t k)
{
    context_t *c = l->ctx;
    const term_t positive = term_lt(c, number(l, 0), m);
    const term_t reached = term_le(c, term_mul(c, k, m), t);
    axiom(l, positive, term_eq(c, reached, term_le(c, k, q)));
}

typedef struct {
    term_t t, m;          // dividend and divisor
    term_t q, r;          // variables for the result
    size_t entries[2];    // of these
} division_t;

// At a divisor the whole relation is linear.
static void exact_divisor(nonlinear_t *l, const division_t *d, term_t m)
{
    context_t *c = l->ctx;
    axiom(l, term_eq(c, d->m, m),
          term_eq(c, d->t, term_add(c, term_mul(c, m, d->q), d->r)));
}

static division_t division(nonlinear_t *l, term_t t, term_t m)
{
    const term_t operands[2] = {t, m};
    division_t d = {.t = t, .m = m};
    bool is_new, also;
    d.q = operation(l, term_div(l->ctx, t, m), "quotient", operands, &is_new,
                    &d.entries[0]);
    d.r = operation(l, term_mod(l->ctx, t, m), "remainder", operands, &also,
                    &d.entries[1]);
    if (!is_new && !also)
        return d;
    division_axioms(l, t, m, d.q, d.r);
    for (int64_t k = -1; k <= 2; k++)
        quotient_side(l, t, m, d.q, number(l, k));
    for (unsigned k = 0; k < 2; k++)
        for (size_t i = 0; i < l->entries.data[d.entries[k]].points.len;
             i++) {
            const point_t at = l->entries.data[d.entries[k]].points.data[i];
            exact_divisor(l, &d, at.b);
            quotient_side(l, t, m, d.q, term_div(l->ctx, at.a, at.b));
        }
    return d;
}

// The result where the quotient is k, otherwise `rest`.
static term_t quotient_case(nonlinear_t *l, const division_t *d, bool want_rest,
                            term_t k, term_t rest)
{
    context_t *c = l->ctx;
    const term_t low = term_mul(c, k, d->m);
    const term_t high = term_add(c, low, d->m);
    return term_ite(c, between(l, low, d->t, high),
                    want_rest ? term_sub(c, d->t, low) : k, rest);
}

// Quotients near zero are cases; a case holds only for positive divisors.
static term_t divide(nonlinear_t *l, term_t t, term_t m, bool want_rest)
{
    context_t *c = l->ctx;
    const term_t whole = want_rest ? term_mod(c, t, m) : term_div(c, t, m);
    if (!is_operation(c, whole))
        return whole;
    const division_t d = division(l, t, m);
    term_t result = want_rest ? d.r : d.q;
    for (unsigned k = 0; k < 2; k++) {
        const entry_t *e = &l->entries.data[d.entries[k]];
        for (size_t i = 0; i < e->points.len; i++) {
            const term_t q = term_div(c, e->points.data[i].a,
                                      e->points.data[i].b);
            const bigint_t n = term_value(c, q);
            if (bigint_is_small(n) && n.small <= MAX_QUOTIENT
                && n.small >= -MAX_QUOTIENT)
                result = quotient_case(l, &d, want_rest, q, result);
        }
    }
    result = quotient_case(l, &d, want_rest, number(l, -1), result);
    result = quotient_case(l, &d, want_rest, number(l, 1), result);
    return quotient_case(l, &d, want_rest, number(l, 0), result);
}

// ---- the pass ----

static term_t nonlinear_node(rewrite_t *rewrite, term_t t, const term_t *kids,
                          void *user)
{
    nonlinear_t *l = user;
    switch (term_kind(rewrite->ctx, t)) {
    case TERM_POW2: return power(l, kids[0], 0);
    case TERM_MUL:
        if (is_number(l->ctx, kids[0]) || is_number(l->ctx, kids[1]))
            break;
        return product(l, kids[0], kids[1]);
    case TERM_DIV: return divide(l, kids[0], kids[1], false);
    case TERM_MOD: return divide(l, kids[0], kids[1], true);
    default: break;
    }
    return term_rebuild(rewrite->ctx, t, kids);
}

model_t *nonlinear_apply(nonlinear_t *ops, const model_t *from)
{
    rewrite_t rewrite;
    ops->ctx = model_context(from);
    ops->rewrite = &rewrite;
    ops->anchors = map_new();
    ops->bounds = map_new();
    rewrite_begin(&rewrite, from, ops->table, nonlinear_node, ops);
    scan_powers(ops, from);
    scan_bounds(ops, from);
    const term_vec_t none = {0};
    rewrite_all(&rewrite, &none);
    model_t *to = rewrite_model(&rewrite, false);
    rewrite_end(&rewrite);
    map_free(ops->anchors);
    map_free(ops->bounds);
    vec_release(&ops->powers);
    ops->rewrite = NULL;
    return to;
}

// ---- learning ----

static bool is_known(const entry_t *e, point_t p)
{
    for (size_t i = 0; i < e->points.len; i++)
        if (term_equal(e->points.data[i].a, p.a)
            && term_equal(e->points.data[i].b, p.b))
            return true;
    return false;
}

bool nonlinear_learn(nonlinear_t *ops, var_t var, bigint_t a, bigint_t b)
{
    uint64_t at;
    if (!map_get(ops->place, var.id, &at))
        return false;
    entry_t *e = &ops->entries.data[at];
    const point_t p = {term_bigint(ops->ctx, a),
                       term_bigint(ops->ctx, b)};
    if (is_known(e, p))
        return false;
    if (e->op.kind == TERM_POW2
        && (!bigint_is_small(a) || a.small <= 0
            || a.small >= CLAVE_MAX_EXPONENT))
        return false;
    vec_push(&e->points, p);
    return true;
}
