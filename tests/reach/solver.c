// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/solver.h"

#include "core/eval.h"
#include "tests/reach/random-linear.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { P, X, Y, B, C, X_NEXT, LEAVES };

typedef struct {
    context_t *ctx;
    model_t *model;
    system_t *system;
    term_t leaves[LEAVES];
    solver_t *solver;
} fixture_t;

static fixture_t f;

static var_t new_var(const char *name, sort_t sort)
{
    return var_new(f.ctx, ident_new(context_idents(f.ctx), name), sort);
}

static void setup(void)
{
    f.ctx = context_new();
    f.model = model_new(f.ctx, "small");
    ident_table_t *ids = context_idents(f.ctx);
    const ident_t colours[] = {ident_new(ids, "red"), ident_new(ids, "green"),
                               ident_new(ids, "blue")};
    const sort_t colour = sort_enum(f.ctx, ident_new(ids, "colour"), colours,
                                    3);
    const var_t p = new_var("p", sort_int(f.ctx));
    const var_t x = new_var("x", sort_int(f.ctx));
    const var_t y = new_var("y", sort_int(f.ctx));
    const var_t b = new_var("b", sort_bool(f.ctx));
    const var_t c = new_var("c", colour);
    model_add_parameter(f.model, p, LOC_NONE);
    model_add_state(f.model, x, LOC_NONE);
    model_add_state(f.model, y, LOC_NONE);
    model_add_input(f.model, b, LOC_NONE);
    model_add_state(f.model, c, LOC_NONE);
    model_set_next(f.model, x, term_add(f.ctx, term_last(f.ctx, x),
                                        term_last(f.ctx, p)));
    const system_options_t all = {.start = SIZE_MAX};
    f.system = system_new(f.model, &all);
    f.leaves[P] = term_last(f.ctx, p);
    f.leaves[X] = term_last(f.ctx, x);
    f.leaves[Y] = term_last(f.ctx, y);
    f.leaves[B] = term_last(f.ctx, b);
    f.leaves[C] = term_last(f.ctx, c);
    f.leaves[X_NEXT] = term_next(f.ctx, x);
    f.solver = solver_new(f.system);
}

static void teardown(void)
{
    solver_free(f.solver);
    system_free(f.system);
    model_free(f.model);
    context_free(f.ctx);
}

static term_t number(int64_t n)
{
    return term_int(f.ctx, n);
}

static int64_t int_value(term_t leaf, unsigned frame)
{
    value_t v = solver_value(f.solver, leaf, frame);
    ck_assert(bigint_is_small(v.number));
    const int64_t n = v.number.small;
    value_release(&v);
    return n;
}

// ---- against brute force ----

typedef struct {
    int64_t values[LEAVES];
} point_t;

static const int low[LEAVES] = {0, -1, 0, 0, 0, -1};
static const int high[LEAVES] = {2, 2, 1, 1, 2, 1};

static value_t point_leaf(context_t *ctx, term_t leaf, void *user)
{
    const point_t *point = user;
    for (unsigned i = 0; i < LEAVES; i++)
        if (term_equal(leaf, f.leaves[i]))
            return i == B ? value_bool(ctx, point->values[i])
                : i == C ? value_literal(term_sort(ctx, leaf),
                                         (uint32_t)point->values[i])
                         : value_int(ctx, point->values[i]);
    ck_abort_msg("a leaf of nobody");
    return value_bool(ctx, false);
}

static bool next_point(point_t *point)
{
    for (unsigned i = 0; i < LEAVES; i++) {
        if (point->values[i]++ < high[i])
            return true;
        point->values[i] = low[i];
    }
    return false;
}

static bool satisfied(point_t *point, const framed_t *terms, size_t count)
{
    eval_t *eval = eval_new(f.ctx, point_leaf, point);
    bool all = true;
    for (size_t i = 0; i < count && all; i++)
        ck_assert(eval_bool(eval, terms[i].term, &all));
    eval_free(eval);
    return all;
}

static bool satisfiable(const framed_t *terms, size_t count)
{
    point_t point;
    for (unsigned i = 0; i < LEAVES; i++)
        point.values[i] = low[i];
    do
        if (satisfied(&point, terms, count))
            return true;
    while (next_point(&point));
    return false;
}

static void assert_bounds(solver_t *s)
{
    for (unsigned i = 0; i < LEAVES; i++)
        if (i != B && i != C) {
            solver_assert(s, term_le(f.ctx, number(low[i]), f.leaves[i]), 0);
            solver_assert(s, term_le(f.ctx, f.leaves[i], number(high[i])), 0);
        }
}

static point_t point_of_solver(void)
{
    point_t point;
    for (unsigned i = 0; i < LEAVES; i++) {
        value_t v = solver_value(f.solver, f.leaves[i], 0);
        point.values[i] = i == B ? v.boolean
            : i == C ? (int64_t)v.position : v.number.small;
        ck_assert_int_ge(point.values[i], low[i]);
        ck_assert_int_le(point.values[i], high[i]);
        value_release(&v);
    }
    return point;
}

typedef struct {
    framed_t terms[64];
    size_t count;            // asserted, then `assumed` more
    size_t assumed;
    size_t levels[16];       // the count at each push
    size_t depth;
    size_t answers[3], cores;
} session_t;

static void check_core(session_t *w)
{
    index_vec_t core = {0};
    framed_t needed[64];
    memcpy(needed, w->terms, w->count * sizeof needed[0]);
    size_t count = w->count;
    solver_core(f.solver, &core);
    for (size_t i = 0; i < core.len; i++) {
        ck_assert_uint_lt(core.data[i], w->assumed);
        needed[count++] = w->terms[w->count + core.data[i]];
    }
    ck_assert(!satisfiable(needed, count));
    w->cores += core.len > 0 && core.len < w->assumed;
    vec_release(&core);
}

static void check_session(session_t *w)
{
    const size_t count = w->count + w->assumed;
    const solver_result_t result =
        w->assumed == 0 ? solver_check(f.solver)
                        : solver_check_assuming(f.solver, w->terms + w->count,
                                                w->assumed);
    w->answers[result]++;
    ck_assert(result == (satisfiable(w->terms, count) ? SOLVER_SAT
                                                      : SOLVER_UNSAT));
    if (result == SOLVER_UNSAT) {
        check_core(w);
        return;
    }
    point_t point = point_of_solver();
    ck_assert(satisfied(&point, w->terms, count));
    for (size_t i = 0; i < count; i++)
        ck_assert(solver_holds(f.solver, w->terms[i].term, 0));
}

static void move(session_t *w, random_linear_t *r)
{
    w->assumed = 0;
    const uint64_t which = random_linear_draw(r, 10);
    if (which < 2 && w->depth < 8) {
        w->levels[w->depth++] = w->count;
        solver_push(f.solver);
    } else if (which < 4 && w->depth > 0) {
        w->count = w->levels[--w->depth];
        solver_pop(f.solver);
    } else if (which < 7 && w->count < 40) {
        w->terms[w->count].frame = 0;
        w->terms[w->count].term = random_linear_bool(r);
        solver_assert(f.solver, w->terms[w->count++].term, 0);
    } else {
        w->assumed = random_linear_draw(r, 6);
        for (size_t i = 0; i < w->assumed; i++)
            w->terms[w->count + i] = (framed_t){random_linear_bool(r), 0};
        check_session(w);
    }
}

START_TEST(random_sessions_agree_with_enumeration)
{
    session_t w = {0};
    for (unsigned round = 0; round < 25; round++) {
        random_linear_t *r = random_linear_new(
            f.ctx, round, f.leaves, LEAVES);
        w.count = w.depth = 0;
        assert_bounds(f.solver);
        for (unsigned i = 0; i < 50; i++)
            move(&w, r);
        random_linear_free(r);
        solver_free(f.solver);
        f.solver = solver_new(f.system);
    }
    ck_assert_uint_gt(w.answers[SOLVER_SAT], 20);
    ck_assert_uint_gt(w.answers[SOLVER_UNSAT], 20);
    ck_assert_uint_gt(w.cores, 5);
}
END_TEST

// ---- single points ----

START_TEST(division_is_euclidean)
{
    const int64_t divisors[] = {3, -3, 1, -1, 0};
    for (unsigned i = 0; i < ARRAY_LEN(divisors); i++) {
        const term_t d = number(divisors[i]);
        const term_t q = term_div(f.ctx, f.leaves[X], d);
        const term_t m = term_mod(f.ctx, f.leaves[X], d);
        for (int64_t n = -7; n <= 7; n++) {
            const term_t wrong = term_not(term_and(
                f.ctx, term_eq(f.ctx, q, term_div(f.ctx, number(n), d)),
                term_eq(f.ctx, m, term_mod(f.ctx, number(n), d))));
            const framed_t assumed[] = {
                {term_eq(f.ctx, f.leaves[X], number(n)), 0}, {wrong, 0}};
            ck_assert_int_eq(solver_check_assuming(f.solver, assumed, 2),
                             SOLVER_UNSAT);
            ck_assert_int_eq(solver_check_assuming(f.solver, assumed, 1),
                             SOLVER_SAT);
        }
    }
}
END_TEST

START_TEST(large_numbers_go_in_and_out)
{
    bigint_t n = bigint_pow2(300), minus = bigint_neg(n);
    const bigint_t numbers[] = {n, minus};
    for (unsigned i = 0; i < 2; i++) {
        const framed_t big = {term_eq(f.ctx, f.leaves[X],
                                      term_bigint(f.ctx, numbers[i])), 0};
        ck_assert_int_eq(solver_check_assuming(f.solver, &big, 1),
                         SOLVER_SAT);
        value_t v = solver_value(f.solver, f.leaves[X], 0);
        ck_assert(bigint_equal(v.number, numbers[i]));
        value_release(&v);
    }
    bigint_release(&n);
    bigint_release(&minus);
}
END_TEST

START_TEST(parameters_are_the_same_in_all_frames)
{
    solver_assert(f.solver, term_eq(f.ctx, f.leaves[P], number(5)), 0);
    solver_assert(f.solver, term_eq(f.ctx, f.leaves[X], number(1)), 0);
    for (unsigned i = 0; i < 3; i++)
        solver_assert_step(f.solver, i);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_SAT);
    ck_assert_int_eq(int_value(f.leaves[P], 7), 5);
    ck_assert_int_eq(int_value(f.leaves[X], 3), 16);
    ck_assert_int_eq(int_value(f.leaves[X_NEXT], 2), 16);
    trace_t *trace = solver_trace(f.solver, 3);
    ck_assert_uint_eq(trace_length(trace), 3);
    ck_assert_int_eq(trace_get(trace, 0, term_var(f.ctx, f.leaves[P]))
                         ->number.small, 5);
    ck_assert_ptr_null(trace_get(trace, 1, term_var(f.ctx, f.leaves[X])));
    trace_free(trace);
}
END_TEST

START_TEST(ranges_of_enumerations_outlive_a_pop)
{
    solver_push(f.solver);
    const sort_t colour = term_sort(f.ctx, f.leaves[C]);
    term_t none = term_true(f.ctx);
    for (uint32_t i = 0; i < 3; i++)
        none = term_and(f.ctx, none,
                        term_ne(f.ctx, f.leaves[C],
                                term_literal(f.ctx, colour, i)));
    const framed_t out = {none, 0};
    ck_assert_int_eq(solver_check_assuming(f.solver, &out, 1), SOLVER_UNSAT);
    solver_pop(f.solver);
    ck_assert_int_eq(solver_check_assuming(f.solver, &out, 1), SOLVER_UNSAT);
}
END_TEST

START_TEST(a_refuted_context_can_be_pushed_and_popped)
{
    solver_push(f.solver);
    solver_assert(f.solver, term_le(f.ctx, number(1), f.leaves[X]), 0);
    solver_assert(f.solver, term_le(f.ctx, f.leaves[X], number(0)), 0);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_UNSAT);
    solver_push(f.solver);
    solver_push(f.solver);
    solver_assert(f.solver, f.leaves[B], 0);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_UNSAT);
    index_vec_t core = {0};
    solver_core(f.solver, &core);
    ck_assert_uint_eq(core.len, 0);
    vec_release(&core);
    solver_pop(f.solver);
    solver_pop(f.solver);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_UNSAT);
    solver_pop(f.solver);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_SAT);
}
END_TEST

START_TEST(a_deep_term_is_no_problem_of_ours)
{
    term_t t = f.leaves[X];
    for (unsigned i = 0; i < 5000; i++)
        t = term_ite(f.ctx, term_eq(f.ctx, f.leaves[Y], number((int64_t)i)),
                     term_int(f.ctx, (int64_t)i * 3), t);
    const framed_t some = {term_eq(f.ctx, t, number(3000)), 0};
    solver_set_limit(f.solver, 20000);
    ck_assert_int_eq(solver_check_assuming(f.solver, &some, 1), SOLVER_SAT);
    ck_assert(solver_holds(f.solver, some.term, 0));
}
END_TEST

// Pigeons in holes, as distinct numbers: small, and exponential for the
// solver.
static void assert_hard(void)
{
    enum { PIGEONS = 14 };
    term_t pigeons[PIGEONS];
    for (unsigned i = 0; i < PIGEONS; i++) {
        pigeons[i] = term_last(f.ctx, new_var("pigeon", sort_int(f.ctx)));
        solver_assert(f.solver, term_le(f.ctx, number(1), pigeons[i]), 0);
        solver_assert(f.solver, term_lt(f.ctx, pigeons[i], number(PIGEONS)),
                      0);
        for (unsigned k = 0; k < i; k++)
            solver_assert(f.solver, term_ne(f.ctx, pigeons[i], pigeons[k]),
                          0);
    }
}

static void check_hard(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_UNKNOWN);
    clock_gettime(CLOCK_MONOTONIC, &after);
    ck_assert_int_lt(after.tv_sec - before.tv_sec, 3);
}

START_TEST(a_check_has_a_limit_and_the_solver_goes_on)
{
    solver_set_limit(f.solver, 50);
    solver_push(f.solver);
    assert_hard();
    check_hard();
    check_hard();
    ck_assert_uint_eq(solver_timeouts(f.solver), 2);
    solver_pop(f.solver);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_SAT);
    ck_assert_uint_eq(solver_checks(f.solver), 3);
}
END_TEST

static solver_result_t check_x(int64_t x)
{
    const framed_t is = {term_eq(f.ctx, f.leaves[X], number(x)), 0};
    return solver_check_assuming(f.solver, &is, 1);
}

START_TEST(what_was_asserted_outlives_a_stopped_check)
{
    solver_set_limit(f.solver, 50);
    solver_assert(f.solver, term_le(f.ctx, number(4), f.leaves[X]), 0);
    solver_push(f.solver);
    solver_push(f.solver);
    solver_assert(f.solver, term_le(f.ctx, f.leaves[X], number(6)), 0);
    solver_push(f.solver);
    assert_hard();
    check_hard();
    solver_pop(f.solver);
    ck_assert_int_eq(check_x(7), SOLVER_UNSAT);
    ck_assert_int_eq(check_x(5), SOLVER_SAT);
    solver_pop(f.solver);
    ck_assert_int_eq(check_x(7), SOLVER_SAT);
    ck_assert_int_eq(check_x(3), SOLVER_UNSAT);
    solver_pop(f.solver);
    ck_assert_int_eq(check_x(3), SOLVER_UNSAT);
    ck_assert_uint_eq(solver_timeouts(f.solver), 1);
}
END_TEST

START_TEST(a_child_goes_on_with_the_solver)
{
    solver_set_limit(f.solver, 50);
    solver_assert(f.solver, term_le(f.ctx, number(4), f.leaves[X]), 0);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_SAT);
    const pid_t child = fork();
    if (child == 0) {
        solver_push(f.solver);
        assert_hard();
        const bool stopped = solver_check(f.solver) == SOLVER_UNKNOWN;
        solver_pop(f.solver);
        const bool found = solver_check(f.solver) == SOLVER_SAT
            && int_value(f.leaves[X], 0) >= 4;
        _exit(stopped && found ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(solver_check(f.solver), SOLVER_SAT);
}
END_TEST

static void assert_product(void *user)
{
    (void)user;
    solver_assert(f.solver, term_eq(f.ctx, number(6),
                                    term_mul(f.ctx, f.leaves[X],
                                             f.leaves[Y])), 0);
}

static void ask_without_model(void *user)
{
    (void)user;
    solver_assert(f.solver, f.leaves[B], 0);
    value_t v = solver_value(f.solver, f.leaves[B], 0);
    value_release(&v);
}

START_TEST(misuse_is_found)
{
    expect_abort(assert_product, NULL, "product of two unknowns");
    expect_abort(ask_without_model, NULL, "without a satisfiable check");
}
END_TEST

TEST_SUITE_WITH(solver, setup, teardown,
                random_sessions_agree_with_enumeration, division_is_euclidean,
                large_numbers_go_in_and_out,
                parameters_are_the_same_in_all_frames,
                ranges_of_enumerations_outlive_a_pop,
                a_refuted_context_can_be_pushed_and_popped,
                a_deep_term_is_no_problem_of_ours,
                a_check_has_a_limit_and_the_solver_goes_on,
                what_was_asserted_outlives_a_stopped_check,
                a_child_goes_on_with_the_solver, misuse_is_found)
