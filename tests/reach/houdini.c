// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/candidates.h"
#include "reach/compile.h"
#include "reach/copies.h"
#include "reach/engine.h"
#include "reach/shape.h"
#include "reach/simulate.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

#define LIMIT 20000

static void expect(const char *text, const char *verdicts)
{
    const small_case_t c = {text, verdicts, 0, -1};
    small_run(&c, engine_houdini, LIMIT);
}

// Pointers and a count; the pointers start at `first`, and wrap there.
#define FIFO(first, last, full)                                               \
    "(parameter D Int) (generic (>= D 1))"                                    \
    "(input wr Bool) (input rd Bool) (input rst Bool)"                        \
    "(state w Int " first " (ite rst " first                                  \
    "  (ite (and wr " full ") (ite (= w " last ") " first " (+ w 1)) w)))"    \
    "(state r Int " first " (ite rst " first                                  \
    "  (ite (and rd (> n 0)) (ite (= r " last ") " first " (+ r 1)) r)))"     \
    "(state n Int 0 (ite rst 0 (+ n (ite (and wr " full ") 1 0)"              \
    "  (ite (and rd (> n 0)) (- 1) 0))))"                                     \
    "(error (or (< n 0) (> n D)))"                                            \
    "(error (and (= w r) (not (= n 0)) (not (= n D))))"                       \
    "(error (and (not (= w r)) (or (= n 0) (= n D))))"

START_TEST(fifo_is_proved)
{
    expect(FIFO("0", "(- D 1)", "(< n D)"), "+++");
}
END_TEST

START_TEST(an_offset_of_pointers_does_not_matter)
{
    expect(FIFO("(- 17)", "(- D 18)", "(< n D)"), "+++");
}
END_TEST

START_TEST(fifo_without_full_is_not_proved)
{
    expect(FIFO("0", "(- D 1)", "true"), "???");
}
END_TEST

START_TEST(fifo_that_wraps_too_late_is_not_proved)
{
    expect(FIFO("0", "(ite (= D 3) 3 (- D 1))", "(< n D)"), "+??");
}
END_TEST

START_TEST(pointers_and_a_flag)
{
    expect("(parameter D Int) (generic (>= D 1))"
           "(input wr Bool) (input rd Bool)"
           "(state w Int 0 (ite (and wr (not full))"
           "  (ite (= w (- D 1)) 0 (+ w 1)) w))"
           "(state r Int 0 (ite (and rd (not (and (= w r) (not full))))"
           "  (ite (= r (- D 1)) 0 (+ r 1)) r))"
           "(state full Bool false (ite (and rd (not (and (= w r)"
           "  (not full)))) false (or full (and wr"
           "  (= r (ite (= w (- D 1)) 0 (+ w 1)))))))"
           "(state n Int 0 (+ n (ite (and wr (not full)) 1 0)"
           "  (ite (and rd (not (and (= w r) (not full)))) (- 1) 0)))"
           "(error (or (< n 0) (> n D)))"
           "(error (and full (not (= n D))))"
           "(error (and full (= n (- D 1))))",
           "+++");
}
END_TEST

START_TEST(sums_are_found)
{
    expect("(parameter M Int) (generic (>= M 1))"
           "(input v Bool) (input c Bool) (input a Bool)"
           "(state credits Int M (+ credits (ite (and v (> credits 0)) (- 1)"
           "  0) (ite (and c (> pending 0)) 1 0)))"
           "(state sent Int 0 (+ sent (ite (and v (> credits 0)) 1 0)"
           "  (ite (and a (> sent 0)) (- 1) 0)))"
           "(state pending Int 0 (+ pending (ite (and a (> sent 0)) 1 0)"
           "  (ite (and c (> pending 0)) (- 1) 0)))"
           "(error (> sent M)) (error (< credits 0)) (error (> credits M))"
           "(error (>= sent M))",
           "+++?");
}
END_TEST

START_TEST(equalities_depend_on_the_mode)
{
    expect("(enum mode head body tail)"
           "(parameter H Int) (generic (>= H 1))"
           "(parameter P Int) (generic (>= P 1))"
           "(input v Bool)"
           "(state m mode head (ite (not v) m"
           "  (ite (= m head) (ite (= k (- H 1)) body head)"
           "  (ite (= m body) (ite (= k (- P 1)) tail body) head))))"
           "(state k Int 0 (ite (not v) k (ite (or (= m tail)"
           "  (and (= m head) (= k (- H 1))) (and (= m body) (= k (- P 1))))"
           "  0 (+ k 1))))"
           "(state total Int 0 (ite (not v) total (ite (= m tail) 0"
           "  (+ total 1))))"
           "(error (and (= m tail) (not (= total (+ H P)))))"
           "(error (> total (+ H P)))"
           "(error (and (= m body) (= total H)))",
           "++?");
}
END_TEST

START_TEST(parity_is_found)
{
    expect("(parameter K Int) (generic (>= K 1)) (input en Bool)"
           "(state c Int 7 (ite en (ite (= c (+ (* 2 K) 5)) 7 (+ c 2)) c))"
           "(error (= c (+ (* 2 K) 6)))"
           "(error (> c (+ (* 2 K) 5)))",
           "++");
}
END_TEST

START_TEST(flags_that_exclude_each_other)
{
    expect("(input go Bool) (input stop Bool)"
           "(state a Bool true (ite a (not go) (and c stop)))"
           "(state b Bool false (ite b (not go) (and a go)))"
           "(state c Bool false (ite c (not stop) (and b go)))"
           "(error (and a b)) (error (and b c))"
           "(error (not (or a b c))) (error c)",
           "+++?");
}
END_TEST

// The inputs of the bad step matter; what is bad ends the run.
START_TEST(bad_steps_depend_on_inputs)
{
    expect("(parameter N Int) (generic (>= N 1)) (input i Int)"
           "(assume (and (<= 0 i) (< i N))) (input en Bool)"
           "(state x Int 0 (ite en i x))"
           "(error (>= (+ x i) (- (* 2 N) 1)))"
           "(error (>= (+ x i) (- (* 2 N) 2)))"
           "(assert (< x N)) (error (> x N))",
           "+?++");
}
END_TEST

START_TEST(integers_without_bounds)
{
    expect("(parameter D Int) (generic (>= D 1)) (input a Bool)"
           "(input b Bool) (input wr Bool) (input rd Bool)"
           "(state w Int 0 (ite (and a wr (< (- w rs) D)) (+ w 1) w))"
           "(state r Int 0 (ite (and b rd (not (= r ws))) (+ r 1) r))"
           "(state wm Int 0 (ite b w wm)) (state ws Int 0 (ite b wm ws))"
           "(state rm Int 0 (ite a r rm)) (state rs Int 0 (ite a rm rs))"
           "(error (> (- w r) D)) (error (< w r)) (error (= (- w r) D))",
           "++?");
}
END_TEST

// Two clocks, pointers that run twice around, two registers each way.
START_TEST(pointers_between_clocks)
{
    expect("(parameter D Int) (generic (>= D 1)) (input a Bool)"
           "(input b Bool) (input wr Bool) (input rd Bool)"
           "(state w Int 0 (ite (and a wr (not (= D (ite (<= rs w) (- w rs)"
           "  (+ (- w rs) (* 2 D)))))) (ite (= w (- (* 2 D) 1)) 0 (+ w 1))"
           "  w))"
           "(state r Int 0 (ite (and b rd (not (= r ws)))"
           "  (ite (= r (- (* 2 D) 1)) 0 (+ r 1)) r))"
           "(state wm Int 0 (ite b w wm)) (state ws Int 0 (ite b wm ws))"
           "(state rm Int 0 (ite a r rm)) (state rs Int 0 (ite a rm rs))"
           "(error (> (ite (<= r w) (- w r) (+ (- w r) (* 2 D))) D))"
           "(error (= (ite (<= r w) (- w r) (+ (- w r) (* 2 D))) D))",
           "+?");
}
END_TEST

// A memory followed at s, and a checker that follows one item; the pointers
// are off by a constant each, and so is the index.
#define DATA_FIFO(last)                                                       \
    "(parameter D Int) (generic (>= D 1)) (parameter s Int)"                  \
    "(input wr Bool) (input rd Bool) (input pick Bool) (input din Int)"       \
    "(state w Int 7 (ite (and wr (< n D)) (ite (= w " last ") 7 (+ w 1))"     \
    "  w))"                                                                   \
    "(state r Int 0 (ite (and rd (> n 0)) (ite (= r (- D 1)) 0 (+ r 1))"      \
    "  r))"                                                                   \
    "(state n Int 0 (+ n (ite (and wr (< n D)) 1 0)"                          \
    "  (ite (and rd (> n 0)) (- 1) 0)))"                                      \
    "(state m Int any (ite (and wr (< n D) (= w (+ s 30))) din m))"           \
    "(state t Bool false (ite (and wr (< n D) pick (not t)) true"             \
    "  (and t (not (and rd (> n 0) (= k 0))))))"                              \
    "(state v Int any (ite (and wr (< n D) pick (not t)) din v))"             \
    "(state k Int 0 (ite (and wr (< n D) pick (not t))"                       \
    "  (- n (ite (and rd (> n 0)) 1 0))"                                      \
    "  (ite (and t rd (> n 0)) (- k 1) k)))"                                  \
    "(error (and t (= k 0) (> n 0) (= r (+ s 23)) (not (= m v))))"

START_TEST(data_in_a_memory)
{
    expect(DATA_FIFO("(+ D 6)"), "+");
}
END_TEST

START_TEST(data_in_a_memory_that_wraps_too_late)
{
    expect(DATA_FIFO("(ite (= D 3) 9 (+ D 5))"), "?");
}
END_TEST

// A stack with a registered read: a history register has its address.
START_TEST(data_in_a_stack)
{
    expect("(parameter D Int) (generic (>= D 1)) (parameter s Int)"
           "(input push Bool) (input pop Bool) (input pick Bool)"
           "(input din Int) (input other Int)"
           "(state p Int 0 (ite (and push (< p D)) (+ p 1)"
           "  (ite (and pop (not push) (> p 0)) (- p 1) p)))"
           "(state m Int any (ite (and push (< p D) (= p s)) din m))"
           "(state t Bool false (or (and push (< p D) pick (not t))"
           "  (and t (not (and pop (not push) (> p 0) (= k 0))))))"
           "(state v Int any (ite (and push (< p D) pick (not t)) din v))"
           "(state k Int 0 (ite (and push (< p D) pick (not t)) 0"
           "  (ite (and t push (< p D)) (+ k 1)"
           "  (ite (and t pop (not push) (> p 0)) (- k 1) k))))"
           "(state out Bool false (and t pop (not push) (> p 0) (= k 0)))"
           "(state q Int any (ite (and pop (not push) (> p 0))"
           "  (ite (= (- p 1) s) m other) q))"
           "(state qa Int any (ite (and pop (not push) (> p 0)) (- p 1) qa))"
           "(error (and out (= qa s) (not (= q v))))"
           "(error (and out (not (= q v))))",
           "+?");
}
END_TEST

// Everybody reads a register with an asynchronous reset as (0 when rst else
// r), also where it wraps around.
START_TEST(registers_with_asynchronous_reset)
{
    expect("(parameter D Int) (generic (>= D 1)) (input rst Bool)"
           "(input wr Bool) (input rd Bool)"
           "(state w Int 0 (ite (and wr (not rst) (< (ite rst 0 n) D))"
           "  (ite (= (ite rst 0 w) (- (* 3 D) 1)) 0 (+ (ite rst 0 w) 1))"
           "  (ite rst 0 w)))"
           "(state r Int 0 (ite (and rd (not rst) (> (ite rst 0 n) 0))"
           "  (ite (= (ite rst 0 r) (- (* 3 D) 1)) 0 (+ (ite rst 0 r) 1))"
           "  (ite rst 0 r)))"
           "(state n Int 0 (+ (ite rst 0 n)"
           "  (ite (and wr (not rst) (< (ite rst 0 n) D)) 1 0)"
           "  (ite (and rd (not rst) (> (ite rst 0 n) 0)) (- 1) 0)))"
           "(error (>= (ite rst 0 w) (* 3 D)))"
           "(error (and (= (ite rst 0 w) (ite rst 0 r))"
           "  (not (= (ite rst 0 n) 0))))"
           "(error (>= (ite rst 0 w) (- (* 3 D) 1)))",
           "++?");
}
END_TEST

// ---- parts ----

static const copy_t *find_copy(const copy_vec_t *copies, term_t leaf)
{
    for (size_t i = 0; i < copies->len; i++)
        if (term_equal(copies->data[i].leaf, leaf))
            return &copies->data[i];
    return NULL;
}

START_TEST(families_of_data)
{
    small_t s;
    small_init(&s, "(input d Int) (input e Bool) (input b Bool)"
                   "(state x Int 0 (ite e d x))"
                   "(state y Int 0 (ite e (+ x 3) (ite b (+ d 3) y)))"
                   "(state z Int 0 (ite e (+ z 1) d))"
                   "(state c Int 0 (ite e z c))"
                   "(state u Int 0 (ite e x (ite b (+ x 1) u)))"
                   "(state f Bool false (ite e b f))"
                   "(state g Bool false (ite b f g))"
                   "(state h Bool false (or e b))");
    copy_vec_t copies = {0};
    copies_of(s.system, &copies);
    const copy_t *x = find_copy(&copies, small_term(&s, "x"));
    const copy_t *y = find_copy(&copies, small_term(&s, "y"));
    const copy_t *f = find_copy(&copies, small_term(&s, "f"));
    const copy_t *g = find_copy(&copies, small_term(&s, "g"));
    ck_assert(x != NULL && y != NULL && f != NULL && g != NULL);
    ck_assert_uint_eq(x->family, y->family);
    ck_assert_int_eq(y->offset - x->offset, 3);
    ck_assert_uint_eq(f->family, g->family);
    ck_assert_uint_ne(f->family, x->family);
    ck_assert_uint_eq(copies.len, 4);
    vec_release(&copies);
    small_release(&s);
}
END_TEST


// Every candidate is true on every sample.
START_TEST(candidates_are_true_on_samples)
{
    small_t s;
    small_init(&s, FIFO("5", "(+ D 4)", "(< n D)"));
    task_t *task = task_new(s.system, NULL);
    simulate_samples(task);
    const samples_t *samples = task_samples(task);
    const size_t rows = samples->cells.len / samples->width;
    ck_assert_uint_ge(rows, 50);
    term_vec_t candidates = {0}, leaves = {0};
    candidates_make(task, CANDIDATES_ALL, &candidates);
    ck_assert_uint_ge(candidates.len, 20);
    system_leaves(s.system, &leaves);
    program_t *program = program_new(s.ctx, leaves.data, samples->width,
                                     candidates.data, candidates.len);
    int64_t *truth = xcalloc(candidates.len, sizeof *truth);
    for (size_t i = 0; i < rows; i++) {
        ck_assert(program_run(program,
                              samples->cells.data + i * samples->width,
                              truth));
        for (size_t k = 0; k < candidates.len; k++)
            ck_assert_int_eq(truth[k], 1);
    }
    free(truth);
    program_free(program);
    vec_release(&candidates);
    vec_release(&leaves);
    task_free(task);
    small_release(&s);
}
END_TEST

static void expect_member(const small_t *s, const ring_t *ring, size_t i,
                          const char *counter, int64_t bottom)
{
    const term_t t = small_term(s, counter);
    ck_assert(term_equal(ring->members.data[i].counter, t));
    const affine_t expected = affine_constant(bottom);
    ck_assert(affine_equal(&ring->members.data[i].bottom, &expected));
}

START_TEST(rings_are_recognised)
{
    small_t s;
    small_init(&s, "(parameter N Int) (input up Bool) (input cp Bool)"
                   "(state a Int 3 (ite up (ite (= a (+ N 2)) 3 (+ a 1)) a))"
                   "(state b Int 0 (ite up b (ite (= b 0) (- N 1)"
                   "  (- b 1))))"
                   "(state c Int 5 (ite cp (+ a 2) c))"
                   "(state d Int 0 (+ d 1))");
    shape_t *shape = shape_new(s.system);
    ck_assert_uint_eq(shape->rings.len, 1);
    const ring_t *ring = &shape->rings.data[0];
    affine_t size = affine_constant(0);
    ck_assert(affine_add_term(s.ctx, &size, small_term(&s, "N"), 1));
    ck_assert(affine_equal(&ring->size, &size));
    ck_assert_uint_eq(ring->members.len, 3);
    expect_member(&s, ring, 0, "a", 3);
    expect_member(&s, ring, 1, "b", 0);
    expect_member(&s, ring, 2, "c", 5);
    shape_free(shape);
    small_release(&s);
}
END_TEST

START_TEST(affine_forms)
{
    small_t s;
    small_init(&s, "(parameter p Int) (state x Int 0 x) (state y Int 0 y)"
                   "(input b Bool)");
    affine_t a = affine_constant(0), b = affine_constant(0);
    ck_assert(affine_add_term(s.ctx, &a,
                              small_term(&s, "(+ (* 3 x) (- p) (* 2 y) 4)"),
                              1));
    ck_assert_uint_eq(a.count, 3);
    ck_assert_int_eq(affine_factor(&a, small_term(&s, "x")), 3);
    ck_assert_int_eq(affine_factor(&a, small_term(&s, "p")), -1);
    ck_assert_int_eq(a.constant, 4);
    ck_assert(affine_add(&b, &a, -1));
    ck_assert(affine_add(&b, &a, 1));
    ck_assert_uint_eq(b.count, 0);
    ck_assert_int_eq(b.constant, 0);
    ck_assert(!affine_add_term(s.ctx, &b, small_term(&s, "(ite b x y)"), 1));
    ck_assert(term_equal(affine_le(s.ctx, &a),
                         small_term(&s, "(<= (+ (* 3 x) (* 2 y) 4) p)")));
    small_release(&s);
}
END_TEST

TEST_SUITE(houdini, fifo_is_proved, an_offset_of_pointers_does_not_matter,
           fifo_without_full_is_not_proved,
           fifo_that_wraps_too_late_is_not_proved, pointers_and_a_flag,
           sums_are_found, equalities_depend_on_the_mode, parity_is_found,
           flags_that_exclude_each_other, bad_steps_depend_on_inputs,
           integers_without_bounds, pointers_between_clocks,
           data_in_a_memory, data_in_a_memory_that_wraps_too_late,
           data_in_a_stack, registers_with_asynchronous_reset,
           families_of_data, candidates_are_true_on_samples,
           rings_are_recognised, affine_forms)
