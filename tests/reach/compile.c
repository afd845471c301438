// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/eval.h"
#include "core/hash.h"
#include "core/walk.h"
#include "reach/compile.h"
#include "tests/core/random-term.h"
#include "tests/tap.h"

// One random term with an assignment of its leaves.
typedef struct {
    context_t *ctx;
    term_t root;
    term_vec_t order, leaves;
    VEC(int64_t) cells;
} drawn_t;

static bool is_leaf(const context_t *ctx, term_t t)
{
    return term_arity(ctx, t) == 0 && !term_is_constant(ctx, t);
}

static void drawn_init(drawn_t *d, context_t *ctx, term_t root)
{
    *d = (drawn_t){.ctx = ctx, .root = root};
    walk_postorder(ctx, &root, 1, &d->order);
    for (size_t i = 0; i < d->order.len; i++)
        if (is_leaf(ctx, d->order.data[i]))
            vec_push(&d->leaves, d->order.data[i]);
}

static void drawn_release(drawn_t *d)
{
    vec_release(&d->order);
    vec_release(&d->leaves);
    vec_release(&d->cells);
}

static int64_t draw_cell(const context_t *ctx, sort_t sort, uint64_t h)
{
    static const int64_t odd[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX, 62, 63,
                                  INT32_MAX, (int64_t)1 << 62, -1, 0, 1};
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: return h & 1;
    case SORT_ENUM: return h % 3;
    default:
        return h % 4 == 0 ? odd[h / 4 % ARRAY_LEN(odd)]
                          : (int64_t)(h % 41) - 20;
    }
}

static void drawn_assign(drawn_t *d, uint64_t seed)
{
    d->cells.len = 0;
    for (size_t i = 0; i < d->leaves.len; i++)
        vec_push(&d->cells,
                 draw_cell(d->ctx, term_sort(d->ctx, d->leaves.data[i]),
                           hash_mix(seed, d->leaves.data[i].id)));
}

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    const drawn_t *d = user;
    size_t i = 0;
    while (!term_equal(d->leaves.data[i], leaf))
        i++;
    return cell_value(ctx, term_sort(ctx, leaf), d->cells.data[i]);
}

// Does every subterm fit in 64 bits?
static bool is_small(eval_t *eval, const drawn_t *d)
{
    for (size_t i = 0; i < d->order.len; i++) {
        const value_t *v = eval_positive(eval, d->order.data[i]);
        if (v == NULL || !bigint_is_small(v->number))
            return false;
    }
    return true;
}

typedef VEC(size_t) index_vec_t;

// Counts what ran and what ran although some part did not fit.
typedef struct {
    size_t ran, ran_large, refused;
} tally_t;

// A power that is too large even for the evaluator has no value to compare.
static void expect_value(eval_t *eval, const drawn_t *d, int64_t result)
{
    value_t expected;
    if (!eval_term(eval, d->root, &expected))
        return;
    value_t got = cell_value(d->ctx, expected.sort, result);
    ck_assert(value_equal(&expected, &got));
    value_release(&expected);
    value_release(&got);
}

static void compare(program_t *program, drawn_t *d, tally_t *tally)
{
    eval_t *eval = eval_new(d->ctx, leaf_value, d);
    const bool small = is_small(eval, d);
    int64_t result;
    if (program_run(program, d->cells.data, &result)) {
        expect_value(eval, d, result);
        tally->ran++;
        tally->ran_large += !small;
    } else {
        ck_assert_msg(!small, "refused, and everything fits");
        tally->refused++;
    }
    eval_free(eval);
}

static void try_term(context_t *ctx, term_t root, uint64_t seed,
                     tally_t *tally)
{
    drawn_t d;
    drawn_init(&d, ctx, root);
    program_t *program = program_new(ctx, d.leaves.data, d.leaves.len, &root,
                                     1);
    for (uint64_t i = 0; i < 5; i++) {
        drawn_assign(&d, hash_mix(seed, i));
        compare(program, &d, tally);
    }
    program_free(program);
    drawn_release(&d);
}

START_TEST(programs_agree_with_the_evaluator)
{
    tally_t tally = {0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        context_t *ctx = context_new();
        random_terms_t *terms = random_terms_new_scalar(ctx, seed);
        for (size_t i = 0; i < 150; i++)
            try_term(ctx, random_terms_draw(terms)->term, seed, &tally);
        random_terms_free(terms);
        context_free(ctx);
    }
    // Each of the three cases was met often enough to mean something.
    ck_assert_uint_gt(tally.ran, 5000);
    ck_assert_uint_gt(tally.ran_large, 100);
    ck_assert_uint_gt(tally.refused, 100);
}
END_TEST

static void load(program_t *program, const drawn_t *d, const bool *open)
{
    program_load(program, d->cells.data, open, 0);
}

// A result that is known does not depend on the leaves that are open.
static void expect_open_soundness(program_t *program, drawn_t *d,
                                  const bool *open, uint64_t seed,
                                  tally_t *tally)
{
    const result_t result = program_result(program, 0);
    if (result.state == RESULT_OPEN) {
        ck_assert(open[result.leaf]);
        ck_assert(!result.copy
                  || sort_equal(term_sort(d->ctx, d->leaves.data[result.leaf]),
                                term_sort(d->ctx, d->root)));
    }
    for (uint64_t i = 0; i < 4; i++) {
        drawn_t other = *d;
        other.cells.data = xnmalloc(d->leaves.len + 1, sizeof(int64_t));
        for (size_t k = 0; k < d->leaves.len; k++)
            other.cells.data[k] = !open[k] ? d->cells.data[k]
                : draw_cell(d->ctx, term_sort(d->ctx, d->leaves.data[k]),
                            hash_mix(seed + i, k));
        program_t *whole = program_new(d->ctx, d->leaves.data, d->leaves.len,
                                       &d->root, 1);
        int64_t value;
        if (program_run(whole, other.cells.data, &value)) {
            ck_assert(result.state != RESULT_LOST);
            if (result.state == RESULT_KNOWN)
                ck_assert_int_eq(value, result.value);
            else if (result.copy)
                ck_assert_int_eq(value, other.cells.data[result.leaf]);
            tally->ran++;
        }
        program_free(whole);
        free(other.cells.data);
    }
}

static void expect_same(program_t *a, program_t *b)
{
    const result_t x = program_result(a, 0), y = program_result(b, 0);
    ck_assert_int_eq(x.state, y.state);
    if (x.state == RESULT_KNOWN)
        ck_assert_int_eq(x.value, y.value);
    if (x.state == RESULT_OPEN)
        ck_assert(x.leaf == y.leaf && x.copy == y.copy);
}

// Chooses an open leaf, or opens what was chosen last.
static void choose_or_reopen(program_t *p, const drawn_t *d, bool *open,
                             index_vec_t *chosen, uint64_t random)
{
    size_t leaf = random % d->leaves.len;
    if (open[leaf]) {
        program_choose(p, leaf, d->cells.data[leaf]);
        vec_push(chosen, leaf);
    } else if (chosen->len > 0) {
        program_reopen(p);
        leaf = vec_pop(chosen);
    } else {
        return;
    }
    open[leaf] = !open[leaf];
}

// The result after choices is what a fresh program has.
static void try_open(context_t *ctx, term_t root, uint64_t seed,
                     tally_t *tally)
{
    drawn_t d;
    drawn_init(&d, ctx, root);
    drawn_assign(&d, seed);
    bool *open = xcalloc(d.leaves.len + 1, sizeof *open);
    for (size_t i = 0; i < d.leaves.len; i++)
        open[i] = hash_mix(seed, i) % 4 != 0;
    program_t *p = program_new(ctx, d.leaves.data, d.leaves.len, &root, 1);
    load(p, &d, open);
    index_vec_t chosen = {0};
    for (uint64_t i = 0; i < 3 * d.leaves.len; i++) {
        choose_or_reopen(p, &d, open, &chosen, hash_mix(~seed, i));
        program_t *fresh = program_new(ctx, d.leaves.data, d.leaves.len,
                                       &root, 1);
        load(fresh, &d, open);
        expect_same(p, fresh);
        program_free(fresh);
        expect_open_soundness(p, &d, open, hash_mix(seed, ~i), tally);
    }
    program_free(p);
    vec_release(&chosen);
    free(open);
    drawn_release(&d);
}

START_TEST(open_leaves_leave_results_open_only_if_they_matter)
{
    tally_t tally = {0};
    for (uint64_t seed = 100; seed < 115; seed++) {
        context_t *ctx = context_new();
        random_terms_t *terms = random_terms_new_scalar(ctx, seed);
        for (size_t i = 0; i < 60; i++)
            try_open(ctx, random_terms_draw(terms)->term, seed + i, &tally);
        random_terms_free(terms);
        context_free(ctx);
    }
    ck_assert_uint_gt(tally.ran, 5000);
}
END_TEST

// x, y: int; b: bool.
typedef struct {
    context_t *ctx;
    term_t leaves[3];
    term_t x, y, b;
} xyb_t;

static void xyb_init(xyb_t *v)
{
    v->ctx = context_new();
    ident_table_t *ids = context_idents(v->ctx);
    const char *const names[] = {"x", "y", "b"};
    for (unsigned i = 0; i < 3; i++)
        v->leaves[i] = term_last(
            v->ctx, var_new(v->ctx, ident_new(ids, names[i]),
                            i == 2 ? sort_bool(v->ctx) : sort_int(v->ctx)));
    v->x = v->leaves[0];
    v->y = v->leaves[1];
    v->b = v->leaves[2];
}

static bool run_one(const xyb_t *v, term_t root, int64_t x, int64_t y, bool b,
                    int64_t *result)
{
    program_t *program = program_new(v->ctx, v->leaves, 3, &root, 1);
    const int64_t cells[] = {x, y, b};
    const bool fits = program_run(program, cells, result);
    program_free(program);
    return fits;
}

START_TEST(a_branch_not_taken_may_overflow)
{
    xyb_t v;
    xyb_init(&v);
    const term_t huge = term_mul(v.ctx, v.x, v.x);
    const term_t t = term_ite(v.ctx, v.b, huge, v.y);
    int64_t result;
    ck_assert(run_one(&v, t, INT64_MAX, 7, false, &result));
    ck_assert_int_eq(result, 7);
    ck_assert(!run_one(&v, t, INT64_MAX, 7, true, &result));
    ck_assert(run_one(&v, t, 3, 7, true, &result));
    ck_assert_int_eq(result, 9);
    // A false operand decides a conjunction.
    const term_t c = term_and(v.ctx, v.b, term_le(v.ctx, huge, v.y));
    ck_assert(run_one(&v, c, INT64_MAX, 7, false, &result));
    ck_assert_int_eq(result, 0);
    ck_assert(!run_one(&v, c, INT64_MAX, 7, true, &result));
    context_free(v.ctx);
}
END_TEST

START_TEST(large_constants_are_lost_only_where_they_count)
{
    xyb_t v;
    xyb_init(&v);
    const bigint_t n = bigint_pow2(70);
    const term_t big = term_bigint(v.ctx, n);
    const term_t t = term_ite(v.ctx, v.b, big, v.y);
    int64_t result;
    ck_assert(run_one(&v, t, 0, 5, false, &result));
    ck_assert_int_eq(result, 5);
    ck_assert(!run_one(&v, t, 0, 5, true, &result));
    bigint_t owned = n;
    bigint_release(&owned);
    context_free(v.ctx);
}
END_TEST

START_TEST(powers_of_two_fit_up_to_62)
{
    xyb_t v;
    xyb_init(&v);
    const term_t t = term_pow2(v.ctx, v.x);
    int64_t result;
    ck_assert(run_one(&v, t, -3, 0, false, &result));
    ck_assert_int_eq(result, 1);
    ck_assert(run_one(&v, t, 62, 0, false, &result));
    ck_assert_int_eq(result, (int64_t)1 << 62);
    ck_assert(!run_one(&v, t, 63, 0, false, &result));
    context_free(v.ctx);
}
END_TEST

static result_t look(const xyb_t *v, term_t root, const bool *open)
{
    program_t *program = program_new(v->ctx, v->leaves, 3, &root, 1);
    const int64_t cells[] = {3, 4, true};
    program_load(program, cells, open, 0);
    const result_t result = program_result(program, 0);
    program_free(program);
    return result;
}

START_TEST(a_known_operand_decides)
{
    xyb_t v;
    xyb_init(&v);
    const bool x_open[] = {true, false, false};
    const bool b_open[] = {false, false, true};
    const term_t less = term_le(v.ctx, v.x, v.y);
    // x does not matter where b is false.
    const term_t both = term_and(v.ctx, term_not(v.b), less);
    result_t r = look(&v, both, x_open);
    ck_assert(r.state == RESULT_KNOWN && r.value == 0);
    // Nor b where both branches are the same.
    const term_t chosen = term_ite(v.ctx, v.b, less,
                                   term_le(v.ctx, v.x, term_int(v.ctx, 9)));
    r = look(&v, chosen, b_open);
    ck_assert(r.state == RESULT_KNOWN && r.value == 1);
    // A branch that is taken hands on an open leaf as it is.
    r = look(&v, term_ite(v.ctx, v.b, v.x, v.y), x_open);
    ck_assert(r.state == RESULT_OPEN && r.leaf == 0 && r.copy);
    r = look(&v, term_add(v.ctx, v.x, v.y), x_open);
    ck_assert(r.state == RESULT_OPEN && r.leaf == 0 && !r.copy);
    r = look(&v, term_not(v.b), b_open);
    ck_assert(r.state == RESULT_OPEN && r.leaf == 2 && !r.copy);
    context_free(v.ctx);
}
END_TEST

TEST_SUITE(compile, programs_agree_with_the_evaluator,
           open_leaves_leave_results_open_only_if_they_matter,
           a_known_operand_decides,
           a_branch_not_taken_may_overflow,
           large_constants_are_lost_only_where_they_count,
           powers_of_two_fit_up_to_62)
