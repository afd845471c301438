// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "core/text.h"
#include "reach/certificate.h"
#include "reach/compile.h"
#include "reach/engine.h"
#include "reach/expand.h"
#include "tests/reach/small.h"
#include "tests/tap.h"

// What the engine said about a toy's first target.
typedef struct {
    small_t toy;
    task_t *task;
    size_t length;   // of the run, 0: none
    const char *parameter;
    int64_t value;   // of that parameter in the run
    size_t reports;
    bool refuse;
    term_t invariant;
} outcome_t;

static var_t var_of(const small_t *toy, const char *name)
{
    return term_var(toy->ctx, small_term(toy, name));
}

// The place of a parameter or a state in a sample's row.
static size_t column_of(const small_t *toy, const char *name)
{
    const term_t leaf = small_term(toy, name);
    term_vec_t leaves = {0};
    system_leaves(toy->system, &leaves);
    size_t i = 0;
    while (!term_equal(leaves.data[i], leaf))
        i++;
    vec_release(&leaves);
    return i;
}

static bool on_violated(task_t *task, size_t target, const trace_t *trace,
                        void *user)
{
    (void)task;
    outcome_t *o = user;
    if (target > 0)
        return true;
    o->reports++;
    o->length = trace_length(trace);
    if (o->parameter != NULL)
        o->value = trace_get(trace, 0, var_of(&o->toy, o->parameter))
                       ->number.small;
    return !o->refuse;
}

static bool on_proved(task_t *task, size_t target, const term_t *invariant,
                      size_t count, void *user)
{
    outcome_t *o = user;
    ck_assert_uint_eq(count, 1);
    o->invariant = invariant[0];
    const certificate_t c = {task_system(task), target, invariant, count};
    text_t reason = {0};
    ck_assert_msg(certificate_check(&c, 0, &reason) == 1, "%s",
                  text_str(&reason));
    text_release(&reason);
    return true;
}

static void outcome_init(outcome_t *o, const char *text)
{
    small_init(&o->toy, text);
    const task_hooks_t hooks = {.violated = on_violated, .proved = on_proved,
                                .user = o};
    o->task = task_new(o->toy.system, &hooks);
    engine_explicit(o->task);
}

static void outcome_release(outcome_t *o)
{
    task_free(o->task);
    small_release(&o->toy);
}

// Violated by a run of this length with this value of N.
static void expect_violated(const char *text, size_t length, int64_t n)
{
    outcome_t o = {.parameter = "N"};
    outcome_init(&o, text);
    ck_assert_int_eq(task_target(o.task, 0), TARGET_VIOLATED);
    ck_assert_uint_eq(o.length, length);
    ck_assert_int_eq(o.value, n);
    outcome_release(&o);
}

static void expect_open(const char *text)
{
    outcome_t o = {0};
    outcome_init(&o, text);
    ck_assert_int_eq(task_target(o.task, 0), TARGET_OPEN);
    ck_assert_uint_eq(o.reports, 0);
    outcome_release(&o);
}

START_TEST(a_bug_is_found_with_small_parameters_in_few_steps)
{
    expect_violated("(parameter N Int) (generic (>= N 2)) (input push Bool)"
                    "(state x Int 0 (ite push (+ x 1) x))"
                    "(error (> x N))", 4, 2);
}
END_TEST

START_TEST(constants_of_the_design_are_tried_for_parameters)
{
    // Needs N = 100, which is next to a constant.
    expect_violated("(parameter N Int) (generic (>= N 0)) (input go Bool)"
                    "(state b Bool false (ite (and go (> N 99)) true b))"
                    "(error b)", 2, 100);
}
END_TEST

START_TEST(what_a_walk_finds_is_made_small)
{
    // Ten parameters that play no part keep the search from larger N.
    text_t text = {0};
    text_add(&text, "(parameter N Int) (generic (>= N 0)) (input go Bool)"
                    "(state x Int 0 (ite go (+ x 1) 0))"
                    "(error (and (> (* 2 N) 15) (>= x 2)))");
    for (unsigned i = 0; i < 10; i++)
        text_printf(&text, "(parameter P%u Int) (generic (>= P%u 0))", i, i);
    expect_violated(text_str(&text), 3, 8);
    text_release(&text);
}
END_TEST

START_TEST(a_relation_of_parameters_is_solved)
{
    expect_violated("(parameter N Int) (parameter M Int) (generic (>= N 1))"
                    "(generic (= M (+ (* 3 N) 50)))"
                    "(state b Bool false (= M 56))"
                    "(error b)", 2, 2);
}
END_TEST

START_TEST(inputs_that_do_not_matter_are_not_enumerated)
{
    // Forty inputs, each kept in a register that only the next one looks at.
    text_t text = {0};
    text_add(&text, "(parameter N Int) (generic (>= N 3))"
                       "(state x Int 0 (+ x 1)) (error (and (= x N) r39))");
    for (unsigned i = 0; i < 40; i++)
        text_printf(&text, "(input i%u Bool) (state r%u Bool false i%u)", i, i,
                    i);
    expect_violated(text_str(&text), 4, 3);
    text_release(&text);
}
END_TEST

START_TEST(a_value_is_chosen_when_it_is_compared)
{
    // The input is stored first, and compared two steps later.
    expect_violated("(parameter N Int) (generic (>= N 1)) (input d Int)"
                    "(state a Int 0 d) (state b Int 0 a)"
                    "(error (= (- b 7) (* 3 N)))", 3, 1);
    // The same where the domain of the input has to be kept to.
    expect_open("(parameter N Int) (generic (>= N 1)) (input d Int)"
                "(assume (and (<= 0 d) (< d (* 3 N))))"
                "(state a Int 0 d) (state b Int 0 a)"
                "(error (= b (* 3 N)))");
    // One value, kept twice, is the same value.
    expect_open("(input d Int) (state a Int 0 d) (state b Int 0 d)"
                "(error (not (= a b)))");
}
END_TEST

START_TEST(any_first_state_within_its_constraint)
{
    expect_violated("(parameter N Int) (generic (>= N 1))"
                    "(state x Int any x) (state y Int any (+ y 1))"
                    "(start (and (>= x 0) (< x N) (<= y x)))"
                    "(error (and (= x (- N 1)) (> y x)))", 2, 1);
    expect_open("(parameter N Int) (generic (>= N 1))"
                "(state x Int any x) (start (and (>= x 0) (< x N)))"
                "(error (or (< x 0) (>= x N)))");
    // Nothing at all can start.
    expect_open("(parameter N Int) (generic (> N 0)) (state x Int any x)"
                "(start (and (> x N) (< x 0))) (error true)");
}
END_TEST

START_TEST(a_run_ends_where_an_obligation_fails)
{
    expect_open("(parameter N Int) (state x Int 0 (+ x 1)) (error (> x 3))"
                "(assert (<= x 2)) (generic (> N 0))");
    expect_violated("(parameter N Int) (generic (= N 0))"
                    "(state x Int 0 (+ x 1)) (error (> x 3))"
                    "(assert (<= x 3))", 5, 0);
}
END_TEST

START_TEST(refused_runs_do_not_end_the_search)
{
    outcome_t o = {.refuse = true};
    outcome_init(&o, "(input i Bool) (state x Int 0 (ite i (+ x 1) 0))"
                     "(error (> x 1))");
    ck_assert_int_eq(task_target(o.task, 0), TARGET_OPEN);
    ck_assert_uint_gt(o.reports, 1);
    outcome_release(&o);
}
END_TEST

// ---- proofs ----

START_TEST(few_states_are_a_proof)
{
    outcome_t o = {0};
    outcome_init(&o, "(enum colour red green)"
                     "(input i Bool) (input k Int) (assume (<= 0 k 3))"
                     "(state x Int 0 (ite i (mod (+ x 1) 6) x))"
                     "(state c colour red (ite (= k 2) green red))"
                     "(error (> x 5))");
    ck_assert_int_eq(task_target(o.task, 0), TARGET_PROVED);
    context_t *ctx = o.toy.ctx;
    const term_t leaves[] = {term_last(ctx, var_of(&o.toy, "x")),
                             term_last(ctx, var_of(&o.toy, "c"))};
    program_t *p = program_new(ctx, leaves, 2, &o.invariant, 1);
    for (int64_t x = -2; x < 9; x++)
        for (int64_t c = 0; c < 2; c++) {
            const int64_t cells[] = {x, c};
            int64_t holds;
            ck_assert(program_run(p, cells, &holds));
            ck_assert_int_eq(holds, 0 <= x && x <= 5);
        }
    program_free(p);
    outcome_release(&o);
}
END_TEST

START_TEST(what_was_not_tried_is_no_proof)
{
    // Not all integers are tried.
    expect_open("(input k Int)"
                "(state b Bool false (= (mod (* k k) 1009) 17)) (error b)");
    // There are other parameters.
    expect_open("(parameter N Int) (state x Int 0 (mod (+ x 1) 3))"
                "(error (> x N)) (generic (> N 2))");
}
END_TEST

// ---- samples ----

static const char fifo[] =
    "(parameter D Int) (generic (>= D 1)) (input push Bool) (input pop Bool)"
    "(state n Int 0 (ite (and push (not pop) (< n D)) (+ n 1)"
    "                    (ite (and pop (not push) (> n 0)) (- n 1) n)))"
    "(state w Int 0 (ite (and push (< n D)) (ite (= w (- D 1)) 0 (+ w 1)) w))"
    "(state full Bool false (= n D))"
    "(error (> n D))";

static int64_t at(const samples_t *s, size_t row, size_t column)
{
    return s->cells.data[row * s->width + column];
}

START_TEST(samples_are_reached_states_of_many_kinds)
{
    outcome_t o = {0};
    outcome_init(&o, fifo);
    const samples_t *s = task_samples(o.task);
    const size_t d = column_of(&o.toy, "D"), n = column_of(&o.toy, "n"),
                 w = column_of(&o.toy, "w"), full = column_of(&o.toy, "full");
    const size_t rows = s->cells.len / s->width;
    ck_assert_uint_gt(rows, 50);
    ck_assert_uint_le(rows, 300);
    size_t large = 0, filled = 0;
    for (size_t i = 0; i < rows; i++) {
        ck_assert_int_ge(at(s, i, d), 1);
        ck_assert(0 <= at(s, i, n) && at(s, i, n) <= at(s, i, d));
        ck_assert(0 <= at(s, i, w) && at(s, i, w) < at(s, i, d));
        large += at(s, i, d) > 5;
        filled += at(s, i, full) && at(s, i, d) > 1;
    }
    ck_assert_uint_gt(large, 10);
    ck_assert_uint_gt(filled, 10);
    outcome_release(&o);
}
END_TEST

START_TEST(the_same_samples_each_time)
{
    outcome_t a = {0}, b = {0};
    outcome_init(&a, fifo);
    outcome_init(&b, fifo);
    const samples_t *x = task_samples(a.task), *y = task_samples(b.task);
    ck_assert_uint_eq(x->cells.len, y->cells.len);
    ck_assert_mem_eq(x->cells.data, y->cells.data,
                     x->cells.len * sizeof *x->cells.data);
    outcome_release(&a);
    outcome_release(&b);
}
END_TEST

// ---- against exhaustive search ----

static uint64_t generator;

static uint64_t draw(uint64_t below)
{
    return hash_u64(generator++) % below;
}

static void draw_int(text_t *text, unsigned depth);

static void draw_bool(text_t *text, unsigned depth)
{
    static const char *const leaves[] = {"a", "b", "i", "j", "true"};
    static const char *const compare[] = {"=", "<=", "<"};
    static const char *const connect[] = {"and", "or", "=", "=>"};
    if (depth == 0) {
        text_add(text, leaves[draw(ARRAY_LEN(leaves))]);
    } else if (draw(4) == 0) {
        text_add(text, "(not ");
        draw_bool(text, depth - 1);
        text_add(text, ")");
    } else if (draw(2)) {
        text_printf(text, "(%s ", compare[draw(ARRAY_LEN(compare))]);
        draw_int(text, depth - 1);
        text_add(text, " ");
        draw_int(text, depth - 1);
        text_add(text, ")");
    } else {
        text_printf(text, "(%s ", connect[draw(ARRAY_LEN(connect))]);
        draw_bool(text, depth - 1);
        text_add(text, " ");
        draw_bool(text, depth - 1);
        text_add(text, ")");
    }
}

static void draw_int(text_t *text, unsigned depth)
{
    static const char *const leaves[] = {"x", "y", "k", "0", "1", "2", "3"};
    if (depth == 0) {
        text_add(text, leaves[draw(ARRAY_LEN(leaves))]);
    } else if (draw(2)) {
        text_add(text, "(ite ");
        draw_bool(text, depth - 1);
        text_add(text, " ");
        draw_int(text, depth - 1);
        text_add(text, " ");
        draw_int(text, depth - 1);
        text_add(text, ")");
    } else {
        text_add(text, "(+ ");
        draw_int(text, depth - 1);
        text_add(text, " ");
        draw_int(text, depth - 1);
        text_add(text, ")");
    }
}

// Two Booleans, two numbers modulo 4, one of each arbitrary at first.
static void draw_toy(text_t *text)
{
    text_add(text, "(input i Bool) (input j Bool) (input k Int)"
                      "(assume (<= 0 k 3)) (start (<= 0 y 3))"
                      "(state a Bool false ");
    draw_bool(text, 3);
    text_add(text, ") (state b Bool any ");
    draw_bool(text, 3);
    text_add(text, ") (state x Int 0 (mod ");
    draw_int(text, 3);
    text_add(text, " 4)) (state y Int any (mod ");
    draw_int(text, 3);
    text_add(text, " 4)) (assume (or (= k 1) ");
    draw_bool(text, 2);
    text_add(text, ")) (error (and ");
    draw_bool(text, 1);
    text_add(text, " (= x 3) (= y 2) ");
    draw_bool(text, 2);
    text_add(text, "))");
}

enum { STATES = 64, INPUTS = 16 };

static void decode(unsigned state, unsigned input, int64_t *cells)
{
    cells[0] = state & 1;
    cells[1] = state >> 1 & 1;
    cells[2] = state >> 2 & 3;
    cells[3] = state >> 4;
    cells[4] = input & 1;
    cells[5] = input >> 1 & 1;
    cells[6] = input >> 2;
}

// The length of a shortest run to a bad step, 0 if there is none.
static size_t shortest(const small_t *toy)
{
    const system_t *s = toy->system;
    term_vec_t leaves = {0}, roots = {0};
    static const char *const names[] = {"a", "b", "x", "y", "i", "j", "k"};
    for (unsigned i = 0; i < 7; i++)
        vec_push(&leaves, term_last(toy->ctx, var_of(toy, names[i])));
    vec_push(&roots, s->valid);
    vec_push(&roots, s->targets.data[0].bad);
    for (size_t i = 0; i < 4; i++)
        vec_push(&roots, s->next.data[i]);
    program_t *p = program_new(toy->ctx, leaves.data, 7, roots.data, 6);
    bool seen[STATES] = {0};
    unsigned queue[STATES], count = 0;
    size_t depth[STATES] = {0}, found = 0;
    for (unsigned y = 0; y < 4; y++)
        for (unsigned b = 0; b < 2; b++) {
            const unsigned first = y << 4 | b << 1;
            seen[first] = true;
            depth[count] = 1;
            queue[count++] = first;
        }
    for (unsigned n = 0; n < count && found == 0; n++)
        for (unsigned input = 0; input < INPUTS; input++) {
            int64_t cells[7], r[6];
            decode(queue[n], input, cells);
            ck_assert(program_run(p, cells, r));
            if (!r[0])
                continue;
            if (r[1]) {
                found = depth[n];
                break;
            }
            const unsigned next = (unsigned)(r[2] | r[3] << 1 | r[4] << 2
                                             | r[5] << 4);
            if (!seen[next]) {
                seen[next] = true;
                depth[count] = depth[n] + 1;
                queue[count++] = next;
            }
        }
    program_free(p);
    vec_release(&leaves);
    vec_release(&roots);
    return found;
}

START_TEST(random_systems_get_the_answer_of_exhaustive_search)
{
    size_t violated = 0, long_runs = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        generator = seed << 20;
        text_t text = {0};
        draw_toy(&text);
        outcome_t o = {0};
        outcome_init(&o, text_str(&text));
        ck_assert_msg(o.length == shortest(&o.toy), "%s: %zu, not %zu",
                      text_str(&text), o.length, shortest(&o.toy));
        if (o.length == 0)
            ck_assert_msg(task_target(o.task, 0) == TARGET_PROVED,
                          "%s: not proved", text_str(&text));
        violated += o.length > 0;
        long_runs += o.length > 3;
        outcome_release(&o);
        text_release(&text);
    }
    ck_assert(violated > 50 && violated < 350 && long_runs > 10);
}
END_TEST

TEST_SUITE(explicit, a_bug_is_found_with_small_parameters_in_few_steps,
           constants_of_the_design_are_tried_for_parameters,
           what_a_walk_finds_is_made_small,
           a_relation_of_parameters_is_solved,
           inputs_that_do_not_matter_are_not_enumerated,
           a_value_is_chosen_when_it_is_compared,
           any_first_state_within_its_constraint,
           a_run_ends_where_an_obligation_fails,
           refused_runs_do_not_end_the_search, few_states_are_a_proof,
           what_was_not_tried_is_no_proof,
           samples_are_reached_states_of_many_kinds,
           the_same_samples_each_time,
           random_systems_get_the_answer_of_exhaustive_search)
