// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/eval.h"
#include "core/print.h"
#include "core/smt-read.h"
#include "core/walk.h"
#include "tests/core/random-term.h"
#include "tests/tap.h"

static context_t *ctx;
static sources_t *sources;
static diag_sink_t *sink;

static void setup(void)
{
    ctx = context_new();
    sources = sources_new();
    sink = diag_sink_new(sources, NULL, NULL);
}

static void teardown(void)
{
    diag_sink_free(sink);
    sources_free(sources);
    context_free(ctx);
}

static var_t make_var(const char *name, sort_t sort)
{
    return var_new(ctx, ident_new(context_idents(ctx), name), sort);
}

static term_t int_var(const char *name)
{
    return term_last(ctx, make_var(name, sort_int(ctx)));
}

static term_t bool_var(const char *name)
{
    return term_last(ctx, make_var(name, sort_bool(ctx)));
}

#define assert_same(a, b) ck_assert_uint_eq((a).id, (b).id)

START_TEST(equal_terms_are_one)
{
    const term_t x = int_var("x"), y = int_var("y"), p = bool_var("p");
    assert_same(term_add(ctx, x, y), term_add(ctx, y, x));
    assert_same(term_eq(ctx, x, y), term_eq(ctx, y, x));
    assert_same(term_not(term_not(p)), p);
    ck_assert(!term_equal(term_le(ctx, x, y), term_le(ctx, y, x)));
    const size_t before = context_term_count(ctx);
    term_add(ctx, x, y);
    ck_assert_uint_eq(context_term_count(ctx), before);
}
END_TEST

START_TEST(booleans_simplify)
{
    const term_t p = bool_var("p"), q = bool_var("q"), t = term_true(ctx);
    const term_t pq = term_and(ctx, p, q);
    assert_same(term_and(ctx, p, t), p);
    assert_same(term_and(ctx, p, term_not(p)), term_false(ctx));
    assert_same(term_and(ctx, p, pq), pq);
    assert_same(term_and(ctx, term_not(q), pq), term_false(ctx));
    assert_same(term_and(ctx, p, term_not(pq)),
                term_and(ctx, p, term_not(q)));
    assert_same(term_or(ctx, p, pq), p);
    assert_same(term_ite(ctx, term_not(p), q, pq), term_ite(ctx, p, pq, q));
    assert_same(term_ite(ctx, p, term_not(q), q), term_ne(ctx, p, q));
    assert_same(term_eq(ctx, p, term_not(q)),
                term_not(term_eq(ctx, p, q)));
}
END_TEST

START_TEST(sums_simplify)
{
    const term_t x = int_var("x"), y = int_var("y");
    const term_t one = term_int(ctx, 1), three = term_int(ctx, 3);
    const term_t x1 = term_add(ctx, x, one);
    assert_same(term_sub(ctx, x1, one), x);
    assert_same(term_sub(ctx, x, x), term_int(ctx, 0));
    assert_same(term_sub(ctx, term_add(ctx, x, y), x), y);
    assert_same(term_add(ctx, x1, three),
                term_add(ctx, x, term_int(ctx, 4)));
    assert_same(term_lt(ctx, x, x1), term_true(ctx));
    assert_same(term_le(ctx, x1, term_add(ctx, y, three)),
                term_le(ctx, x, term_add(ctx, y, term_int(ctx, 2))));
    assert_same(term_eq(ctx, x1, three), term_eq(ctx, x, term_int(ctx, 2)));
    assert_same(term_mul(ctx, three, x1),
                term_add(ctx, term_mul(ctx, three, x), three));
}
END_TEST

START_TEST(large_numbers_fold)
{
    const term_t big = term_pow2(ctx, term_int(ctx, 200));
    assert_same(big, term_mul(ctx, term_pow2(ctx, term_int(ctx, 120)),
                              term_pow2(ctx, term_int(ctx, 80))));
    assert_same(term_sub(ctx, big, big), term_int(ctx, 0));
    assert_same(term_sub(ctx, term_add(ctx, big, term_int(ctx, 7)), big),
                term_int(ctx, 7));
    assert_same(term_pow2(ctx, term_int(ctx, -3)), term_int(ctx, 1));
    const term_t huge = term_pow2(ctx, term_int(ctx, 1000000));
    ck_assert_int_eq(term_kind(ctx, huge), TERM_POW2);
}
END_TEST

START_TEST(arrays_simplify)
{
    const sort_t memory = sort_array(ctx, sort_int(ctx));
    const term_t m = term_last(ctx, make_var("m", memory));
    const term_t i = int_var("i"), j = int_var("j"), v = int_var("v");
    const term_t w = term_store(ctx, m, i, v);
    assert_same(term_select(ctx, w, i), v);
    ck_assert_int_eq(term_kind(ctx, term_select(ctx, w, j)), TERM_SELECT);
    assert_same(term_store(ctx, w, i, j), term_store(ctx, m, i, j));
    assert_same(term_store(ctx, m, i, term_select(ctx, m, i)), m);
    assert_same(term_select(ctx, term_fill(ctx, memory, v), j), v);
    const term_t k = term_store(ctx, m, term_int(ctx, 1), v);
    assert_same(term_select(ctx, k, term_int(ctx, 2)),
                term_select(ctx, m, term_int(ctx, 2)));
}
END_TEST

START_TEST(constant_choices_of_an_ite_are_its_condition)
{
    ident_table_t *ids = context_idents(ctx);
    const ident_t names[] = {ident_new(ids, "idle"), ident_new(ids, "busy"),
                             ident_new(ids, "done")};
    const sort_t state = sort_enum(ctx, ident_new(ids, "state"), names, 3);
    const term_t p = bool_var("p");
    const term_t idle = term_literal(ctx, state, 0),
                 busy = term_literal(ctx, state, 1),
                 done = term_literal(ctx, state, 2);
    const term_t s = term_ite(ctx, p, idle, busy);
    assert_same(term_eq(ctx, s, idle), p);
    assert_same(term_eq(ctx, s, busy), term_not(p));
    assert_same(term_eq(ctx, s, done), term_false(ctx));
    assert_same(sort_enum(ctx, ident_new(ids, "state"), names, 3), state);
}
END_TEST

// The value that the operators' meaning gives, the evaluator's value of the
// simplified term, and the value after a trip through SMT-LIB are one.
static void check_one(random_terms_t *r, eval_t *eval, size_t i)
{
    const random_term_t *one = random_terms_at(r, i);
    value_t v;
    ck_assert(eval_term(eval, one->term, &v));
    if (!value_equal(&v, &one->value)) {
        text_t text;
        text_init(&text);
        print_vhdl(ctx, one->term, &text);
        ck_abort_msg("%s", text_str(&text));
    }
    value_release(&v);
}

static void check_trip(random_terms_t *r, term_t t)
{
    text_t text;
    text_init(&text);
    print_smt(ctx, t, &text);
    arena_t *arena = arena_new();
    const sexpr_t *s = sexpr_read(arena, text_str(&text), text.len, 0, sink);
    ck_assert_ptr_nonnull(s);
    ck_assert_uint_eq(s->count, 1);
    term_t back;
    ck_assert(smt_read_term(ctx, s->first, random_terms_lookup, r, sink,
                            &back));
    ck_assert_msg(term_equal(back, t), "%s", text_str(&text));
    arena_free(arena);
    text_release(&text);
}

START_TEST(random_terms_mean_what_they_say)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        random_terms_t *r = random_terms_new(ctx, seed);
        eval_t *eval = eval_new(ctx, random_terms_leaf, r);
        for (size_t i = 0; i < 2000; i++) {
            random_terms_draw(r);
            check_one(r, eval, random_terms_count(r) - 1);
        }
        eval_free(eval);
        random_terms_free(r);
    }
}
END_TEST

START_TEST(random_terms_survive_smt_lib)
{
    for (uint64_t seed = 100; seed < 105; seed++) {
        random_terms_t *r = random_terms_new(ctx, seed);
        for (size_t i = 0; i < 300; i++)
            check_trip(r, random_terms_draw(r)->term);
        random_terms_free(r);
    }
}
END_TEST

static term_t keep(context_t *c, term_t leaf, void *user)
{
    (void)c;
    (void)user;
    return leaf;
}

START_TEST(rebuilding_changes_nothing)
{
    random_terms_t *r = random_terms_new(ctx, 5);
    for (size_t i = 0; i < 2000; i++) {
        const term_t t = random_terms_draw(r)->term;
        assert_same(walk_substitute(ctx, t, keep, NULL), t);
    }
    random_terms_free(r);
}
END_TEST

// Substituting each leaf by its value leaves the constant that the term is.
static term_t by_value(context_t *c, term_t leaf, void *user)
{
    value_t v = random_terms_leaf(c, leaf, user);
    const term_t t = value_term(c, &v);
    value_release(&v);
    return t;
}

START_TEST(substituting_values_evaluates)
{
    random_terms_t *r = random_terms_new(ctx, 9);
    size_t folded = 0, scalar = 0;
    for (size_t i = 0; i < 2000; i++) {
        const random_term_t *one = random_terms_draw(r);
        if (sort_kind(ctx, one->value.sort) == SORT_ARRAY)
            continue; // a constant array has several terms
        scalar++;
        const term_t t = walk_substitute(ctx, one->term, by_value, r);
        if (term_is_constant(ctx, t)) {
            assert_same(t, value_term(ctx, &one->value));
            folded++;
        } else { // equations between arrays do not fold
            const walk_size_t size = walk_size(ctx, &t, 1);
            ck_assert_uint_gt(size.kinds[TERM_FILL], 0);
        }
    }
    ck_assert_uint_gt(folded * 2, scalar);
    random_terms_free(r);
}
END_TEST

static value_t all_one(context_t *c, term_t leaf, void *user)
{
    (void)leaf;
    (void)user;
    return value_int(c, 1);
}

START_TEST(depth_does_not_overflow_the_stack)
{
    const size_t n = 1000000;
    const term_t x = int_var("x"), y = int_var("y");
    term_t t = x;
    for (size_t i = 0; i < n; i++)
        t = term_add(ctx, i % 2 ? y : term_mul(ctx, y, y), t);
    const walk_size_t size = walk_size(ctx, &t, 1);
    ck_assert_uint_gt(size.depth, n);
    eval_t *eval = eval_new(ctx, all_one, NULL);
    value_t v;
    ck_assert(eval_term(eval, t, &v));
    ck_assert_int_eq(v.number.small, (int64_t)n + 1);
    eval_free(eval);
    assert_same(walk_substitute(ctx, t, keep, NULL), t);
    text_t text;
    text_init(&text);
    print_smt(ctx, t, &text);
    arena_t *arena = arena_new();
    ck_assert_ptr_nonnull(sexpr_read(arena, text_str(&text), text.len, 0,
                                     sink));
    arena_free(arena);
    text_clear(&text);
    print_vhdl(ctx, t, &text);
    ck_assert_uint_gt(text.len, n);
    text_release(&text);
    var_vec_t vars = {0};
    walk_variables(ctx, &t, 1, &vars);
    ck_assert_uint_eq(vars.len, 2);
    vec_release(&vars);
}
END_TEST

START_TEST(sharing_is_printed_once)
{
    term_t t = int_var("x");
    for (unsigned i = 0; i < 200; i++)
        t = term_mul(ctx, t, t); // as a tree, 2^200 nodes
    text_t text;
    text_init(&text);
    print_smt(ctx, t, &text);
    ck_assert_uint_lt(text.len, 20000);
    text_clear(&text);
    print_vhdl(ctx, t, &text);
    ck_assert_uint_lt(text.len, 20000);
    text_release(&text);
}
END_TEST

static void check_vhdl(term_t t, const char *expected)
{
    text_t text;
    text_init(&text);
    print_vhdl(ctx, t, &text);
    ck_assert_str_eq(text_str(&text), expected);
    text_release(&text);
}

START_TEST(vhdl_reads_like_vhdl)
{
    const term_t a = bool_var("a"), b = bool_var("b"), c = bool_var("c");
    const term_t n = int_var("n"), d = int_var("DEPTH");
    const term_t one = term_int(ctx, 1);
    const term_t m =
        term_last(ctx, make_var("mem", sort_array(ctx, sort_int(ctx))));
    check_vhdl(term_and(ctx, term_or(ctx, a, b), term_not(c)),
               "not c and (a or b)");
    check_vhdl(term_le(ctx, n, term_sub(ctx, d, one)), "n + 1 <= DEPTH");
    check_vhdl(term_lt(ctx, n, term_int(ctx, 4)), "n < 4");
    check_vhdl(term_ne(ctx, n, d), "n /= DEPTH");
    check_vhdl(term_sub(ctx, n, d), "n - DEPTH");
    check_vhdl(term_sub(ctx, n, term_add(ctx, d, n)), "n - (n + DEPTH)");
    check_vhdl(term_mul(ctx, term_add(ctx, n, d), n), "n * (n + DEPTH)");
    check_vhdl(term_sub(ctx, n, one), "n - 1");
    check_vhdl(term_ite(ctx, a, n, d), "(n when a else DEPTH)");
    check_vhdl(term_not(term_select(ctx, term_last(ctx,
                   make_var("flag", sort_array(ctx, sort_bool(ctx)))), n)),
               "not flag(n)");
    check_vhdl(term_store(ctx, m, n, one), "(mem with n => 1)");
    check_vhdl(term_pow2(ctx, term_add(ctx, n, one)), "2 ** (n + 1)");
    check_vhdl(term_next(ctx, make_var("q", sort_int(ctx))), "q'");
}
END_TEST

TEST_SUITE_WITH(term, setup, teardown, equal_terms_are_one, booleans_simplify,
                sums_simplify, large_numbers_fold, arrays_simplify,
                constant_choices_of_an_ite_are_its_condition,
                random_terms_mean_what_they_say,
                random_terms_survive_smt_lib, rebuilding_changes_nothing,
                substituting_values_evaluates,
                depth_does_not_overflow_the_stack, sharing_is_printed_once,
                vhdl_reads_like_vhdl)
