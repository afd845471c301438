// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"
#include "reach/lift.h"
#include "reach/solver.h"
#include "tests/reach/random-system.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

START_TEST(agrees_with_all_states)
{
    // How many it decides depends on the machine.
    random_systems_agree(engine_predabs, 20, 10 * RANDOM_SYSTEM_TARGETS);
}
END_TEST

static const small_case_t cases[] = {
    {"(parameter N Int) (generic (<= 1 N)) (input up Bool)"
     "(state x Int 0 (ite (= x N) 0 (ite up (+ x 1) x)))"
     "(error (or (< N x) (< x 0))) (error (= x 5))", "+-", 6, -1},
    // Held: after the assertion failed, nothing counts.
    {"(state x Int 0 (+ x 1)) (assert (< x 5)) (error (< 5 x))", "-+", 6, -1},
    {"(enum mode idle busy done) (input go Bool)"
     "(state m mode idle (ite (= m idle) (ite go busy idle) (ite (= m busy)"
     " done m)))"
     "(state n Int 0 (ite (= m busy) (+ n 1) n))"
     "(error (< 1 n)) (error (and (= m idle) (< 0 n)))", "++", 0, -1},
    // A predicate that is found on the way: y <= N, from x <= N.
    {"(parameter N Int) (generic (<= 0 N)) (input i Int)"
     "(assume (and (<= 0 i) (<= i N)))"
     "(state y Int 0 i) (state x Int 0 y) (state z Int 0 x)"
     "(error (< N z))", "+", 0, -1},
    // Nothing is known of the first state, but that it is even.
    {"(state x Int any (+ x 2)) (start (= (mod x 2) 0))"
     "(error (= (mod x 2) 1)) (error (= (mod x 2) 0))", "+-", 1, -1},
};

START_TEST(answers)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        small_run(&cases[i], engine_predabs, 20000);
}
END_TEST

// A token that goes round: as many states as registers reached of two to that
// power, and no two tokens ever.
START_TEST(wide_boolean_control)
{
    enum { WIDTH = 24 };
    text_t text = {0};
    text_add(&text, "(input go Bool)");
    for (unsigned i = 0; i < WIDTH; i++)
        text_printf(&text, "(state r%u Bool %s (ite go r%u r%u))", i,
                    i == 0 ? "true" : "false", (i + WIDTH - 1) % WIDTH, i);
    text_add(&text, "(error (and r3 r17)) (error r9) (error (not (or");
    for (unsigned i = 0; i < WIDTH; i++)
        text_printf(&text, " r%u", i);
    text_add(&text, ")))");
    const small_case_t token = {text_str(&text), "+-+", 10, -1};
    small_run(&token, engine_predabs, 20000);
    text_release(&text);
}
END_TEST

// ---- conditions out of comparisons ----

static void expect_lifted(const small_t *s, const char *formula,
                          const char *expected)
{
    const term_t t = small_term(s, formula);
    ck_assert(term_equal(lift_conditions(s->ctx, t),
                         small_term(s, expected)));
}

START_TEST(conditions_are_lifted)
{
    small_t s;
    small_init(&s, "(input b Bool) (input c Bool) (state x Int 0 x)"
                   "(state y Int 0 y) (error b)");
    expect_lifted(&s, "(<= (ite b x y) 3)", "(ite b (<= x 3) (<= y 3))");
    // The same condition is asked once, and conditions have conditions.
    expect_lifted(&s, "(<= (+ (ite b x y) (ite b 1 2)) 3)",
                  "(ite b (<= x 2) (<= y 1))");
    expect_lifted(&s, "(not (= (ite (<= (ite c x y) 0) x 1) 1))",
                  "(not (=> (ite c (<= x 0) (<= y 0)) (= x 1)))");
    expect_lifted(&s, "(and b (<= x y))", "(and b (<= x y))");
    small_release(&s);
}
END_TEST

START_TEST(lifted_formulas_are_equivalent)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        random_system_t *r = random_system_new(seed);
        solver_t *solver = solver_new(r->system);
        for (size_t i = 0; i < RANDOM_SYSTEM_TARGETS; i++) {
            const term_t t = system_pre(r->system,
                                        r->system->targets.data[i].bad);
            const term_t same = term_eq(r->ctx, t,
                                        lift_conditions(r->ctx, t));
            solver_push(solver);
            solver_set_limit(solver, 1000);
            solver_assert(solver, term_not(same), 0);
            ck_assert(solver_check(solver) != SOLVER_SAT);
            solver_pop(solver);
        }
        ck_assert_uint_lt(solver_timeouts(solver), 2);
        solver_free(solver);
        random_system_free(r);
    }
}
END_TEST

TEST_SUITE(predabs, agrees_with_all_states, answers, wide_boolean_control,
           conditions_are_lifted, lifted_formulas_are_equivalent)
