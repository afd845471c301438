// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "ca/foreign.h"
#include "core/eval.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

// Automata are compared with the system that they come from: each of its
// steps, from random states with all inputs, is a transition, and each
// transition that counters allow is one of its steps.

static context_t *ctx;
static collector_t *diags;
static uint64_t seed;

static void setup(void)
{
    ctx = context_new();
    diags = collector_new();
    seed = 1;
}

static void teardown(void)
{
    collector_free(diags);
    context_free(ctx);
}

static uint64_t draw(uint64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % below;
}

// A buffer with two flags and two inputs.
static const char buffer[] =
    "(declare-fun N () Int)\n"
    "(declare-fun c () Int)\n"
    "(declare-fun d () Int)\n"
    "(declare-fun full () Bool)\n"
    "(declare-fun odd () Bool)\n"
    "(declare-fun push () Bool)\n"
    "(declare-fun pop () Bool)\n"
    "(define-fun s1 () Int (! N :next N1))\n"
    "(define-fun s2 () Int (! c :next c1))\n"
    "(define-fun s3 () Bool (! full :next f1))\n"
    "(define-fun s4 () Bool (! odd :next o1))\n"
    "(define-fun s5 () Int (! d :next d1))\n"
    "(define-fun i () Bool (! (and (<= 1 N) (= c 0) (not full) (not odd))\n"
    "  :init true))\n"
    "(define-fun go () Bool (and push (not full)))\n"
    "(define-fun t () Bool (! (and (= N1 N)\n"
    "  (= c1 (ite go (+ c 1) (ite (and pop (> c 0)) (- c 1) c)))\n"
    "  (= f1 (ite go (= (+ c 1) N) (and full (not pop))))\n"
    "  (= d1 (ite odd (+ d c) d))\n"
    "  (= o1 (xor odd push))) :trans true))\n"
    "(define-fun p () Bool (! (and (<= c N) (=> full (= c N)))\n"
    "  :invar-property 0))\n";

static model_t *read_string(const char *text)
{
    char *path = temporary_file(text, strlen(text));
    model_t *model = foreign_read(ctx, path, collector_sink(diags));
    expect_no_diags(diags);
    ck_assert_ptr_nonnull(model);
    unlink(path);
    free(path);
    return model;
}

// ---- evaluation ----

#define MAX_LEAVES 16

typedef struct {
    const system_t *system;
    term_vec_t leaves;
    int64_t values[MAX_LEAVES];
    eval_t *eval;
} point_t;

static value_t leaf_value(context_t *c, term_t leaf, void *user)
{
    const point_t *p = user;
    for (size_t i = 0; i < p->leaves.len; i++)
        if (term_equal(p->leaves.data[i], leaf))
            return sort_kind(c, term_sort(c, leaf)) == SORT_BOOL
                ? value_bool(c, p->values[i] & 1)
                : value_int(c, p->values[i]);
    ck_abort_msg("an unknown leaf");
    return value_bool(c, false);
}

static void point_init(point_t *p, const system_t *s)
{
    *p = (point_t){.system = s};
    system_leaves(s, &p->leaves);
    ck_assert_uint_le(p->leaves.len, MAX_LEAVES);
    p->eval = eval_new(ctx, leaf_value, p);
}

static void point_release(point_t *p)
{
    eval_free(p->eval);
    vec_release(&p->leaves);
}

static void draw_point(point_t *p)
{
    for (size_t i = 0; i < p->leaves.len; i++)
        p->values[i] = (int64_t)draw(7) - 1;
    eval_clear(p->eval);
}

static bool holds(point_t *p, term_t t)
{
    bool result;
    ck_assert(eval_bool(p->eval, t, &result));
    return result;
}

static bool same(point_t *p, term_t a, term_t b)
{
    return holds(p, term_eq(ctx, a, b));
}

// ---- the automaton at a point ----

static size_t location_at(const ca_t *a, point_t *p, const term_t *values)
{
    for (size_t i = a->error + 1; i < a->locations.len; i++) {
        bool here = true;
        for (size_t k = 0; k < a->controls.len; k++)
            here &= same(p, values[k], a->locations.data[i].values.data[k]);
        if (here)
            return i;
    }
    return SIZE_MAX;
}

static bool is_enabled(point_t *p, const ca_transition_t *t)
{
    bool enabled = true;
    for (size_t i = 0; i < t->guard.len; i++)
        enabled &= holds(p, t->guard.data[i]);
    return enabled;
}

static term_t next_of(const system_t *s, var_t v)
{
    for (size_t i = 0; i < s->states.len; i++)
        if (var_equal(s->states.data[i], v))
            return s->next.data[i];
    return term_last(ctx, v);
}

static bool has_effect(const ca_t *a, point_t *p, const ca_transition_t *t)
{
    bool all = true;
    for (size_t i = 0; i < a->counters.len; i++)
        all &= same(p, t->updates.data[i],
                    next_of(p->system, a->counters.data[i]));
    return all;
}

static bool changes(const ca_t *a, point_t *p, size_t from, size_t to)
{
    bool any = from != to;
    for (size_t i = 0; i < a->counters.len; i++)
        any |= !same(p, term_last(ctx, a->counters.data[i]),
                     next_of(p->system, a->counters.data[i]));
    return any;
}

static void ends(const ca_t *a, point_t *p, size_t *from, size_t *to)
{
    term_vec_t now = {0}, next = {0};
    for (size_t i = 0; i < a->controls.len; i++) {
        vec_push(&now, term_last(ctx, a->controls.data[i]));
        vec_push(&next, next_of(p->system, a->controls.data[i]));
    }
    *from = location_at(a, p, now.data);
    *to = location_at(a, p, next.data);
    vec_release(&now);
    vec_release(&next);
}

// The step of the point, if its location was built, is a transition; and so
// is an error.
static void find_step(const ca_t *a, point_t *p)
{
    size_t from, to;
    bool step = false, error = false;
    ends(a, p, &from, &to);
    if (from == SIZE_MAX || !holds(p, p->system->fixed))
        return;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->from != from || !is_enabled(p, t))
            continue;
        step |= t->to == to && has_effect(a, p, t);
        error |= t->to == a->error;
    }
    ck_assert(step || !changes(a, p, from, to));
    ck_assert(error == holds(p, p->system->targets.data[0].bad));
}

// Some inputs make the system do what the transition does.
static void find_inputs(const ca_t *a, point_t *p)
{
    size_t from, to;
    const size_t inputs = p->system->inputs.len;
    const size_t first = p->leaves.len - inputs;
    ends(a, p, &from, &to);
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->from != from || t->to == a->error || !is_enabled(p, t))
            continue;
        bool found = false;
        for (size_t bits = 0; bits < (size_t)1 << inputs; bits++) {
            for (size_t k = 0; k < inputs; k++)
                p->values[first + k] = bits >> k & 1;
            eval_clear(p->eval);
            ends(a, p, &from, &to);
            found |= t->to == to && has_effect(a, p, t);
        }
        ck_assert(found);
    }
}

static void compare(const ca_t *a, const system_t *s)
{
    point_t p;
    point_init(&p, s);
    for (int i = 0; i < 1500; i++) {
        draw_point(&p);
        find_step(a, &p);
        find_inputs(a, &p);
    }
    point_release(&p);
}

static system_t *system_of(const model_t *model)
{
    const system_options_t options = {.start = SIZE_MAX,
                                      .without_held = true};
    return system_new(model, &options);
}

START_TEST(transitions_are_the_steps)
{
    model_t *model = read_string(buffer);
    system_t *s = system_of(model);
    const ca_options_t options = {0};
    ca_t *a = ca_new(s, &options, collector_sink(diags));
    ck_assert_ptr_nonnull(a);
    ck_assert_uint_eq(a->controls.len, 2);
    ck_assert_uint_eq(a->counters.len, 3);
    compare(a, s);
    ca_free(a);
    system_free(s);
    model_free(model);
}
END_TEST

// full and odd: all four valuations can be reached.
START_TEST(all_locations_are_all_valuations)
{
    model_t *model = read_string(buffer);
    system_t *s = system_of(model);
    const ca_options_t options = {.all_locations = true};
    ca_t *a = ca_new(s, &options, collector_sink(diags));
    ck_assert_uint_eq(ca_size(a).locations, 5);
    compare(a, s);
    ca_free(a);
    system_free(s);
    model_free(model);
}
END_TEST

// d is in no guard, without it `odd` makes no difference, and what happens in
// the location `full` happens on the way through it.
START_TEST(reductions_save_what_nothing_depends_on)
{
    model_t *model = read_string(buffer);
    system_t *s = system_of(model);
    const ca_options_t options = {0};
    ca_t *a = ca_new(s, &options, collector_sink(diags));
    ca_reduce(a, &options);
    ck_assert_uint_eq(a->counters.len, 2);
    text_t text = {0};
    free((char *)a->name);
    a->name = xstrdup("buffer");
    ca_print(a, &text);
    ck_assert_str_eq(
        text_str(&text),
        "automaton buffer\n"
        "counters N (parameter), c\n"
        "initial q0 with N >= 1 and c = 0\n"
        "location error\n"
        "location q0: not full, not odd\n"
        "    -> error when c > N\n"
        "    -> error when N = c + 1 and c + 1 > N do c := c + 1\n"
        "    -> q0 when N /= c + 1 do c := c + 1\n"
        "    -> q0 when N = c + 1 and c <= -1 do c := c + 1\n"
        "    -> q0 when c > 0 do c := c - 1\n");
    text_release(&text);
    ca_free(a);
    system_free(s);
    model_free(model);
}
END_TEST

START_TEST(the_limit_is_kept)
{
    model_t *model = read_string(buffer);
    system_t *s = system_of(model);
    const ca_options_t options = {.limit = 3};
    ck_assert_ptr_null(ca_new(s, &options, collector_sink(diags)));
    expect_diags(diags, {0, "more than 3 transitions"});
    system_free(s);
    model_free(model);
}
END_TEST

// The initial locations are told by a formula.
START_TEST(several_starts_have_one_before_them)
{
    model_t *model = read_string(
        "(declare-fun x () Int)\n"
        "(declare-fun b () Bool)\n"
        "(define-fun s1 () Int (! x :next x1))\n"
        "(define-fun s2 () Bool (! b :next b1))\n"
        "(define-fun i () Bool (! (= b (> x 3)) :init true))\n"
        "(define-fun t () Bool (! (and (= x1 (ite b (+ x 1) x)) (= b1 b))\n"
        "  :trans true))\n"
        "(define-fun p () Bool (! (<= x 9) :invar-property 0))\n");
    system_t *s = system_of(model);
    const ca_options_t options = {0};
    // b is kept by every step, so it is a parameter that is no integer.
    ck_assert_ptr_null(ca_new(s, &options, collector_sink(diags)));
    expect_diags(diags, {0, "no integer"});
    system_free(s);
    model_free(model);
}
END_TEST

// ---- writing ----

static void expect_text(void (*write)(const ca_t *, text_t *),
                        const char *expected)
{
    model_t *model = read_string(
        "(declare-fun N () Int)\n"
        "(declare-fun x.y () Int)\n"
        "(declare-fun on () Bool)\n"
        "(declare-fun in () Int)\n"
        "(define-fun s0 () Int (! N :next N1))\n"
        "(define-fun s1 () Int (! x.y :next x1))\n"
        "(define-fun s2 () Bool (! on :next b1))\n"
        "(define-fun i () Bool (! (and (= x.y 0) (not on)) :init true))\n"
        "(define-fun t () Bool (! (and (= x1 (ite on (- x.y 2) in))\n"
        "  (= b1 (not on)) (= N1 N)) :trans true))\n"
        "(define-fun p () Bool (! (<= x.y N) :invar-property 0))\n");
    system_t *s = system_of(model);
    const ca_options_t options = {0};
    ca_t *a = ca_new(s, &options, collector_sink(diags));
    text_t text = {0};
    free((char *)a->name);
    a->name = xstrdup("sample"); // not that of a temporary file
    write(a, &text);
    ck_assert_str_eq(text_str(&text), expected);
    text_release(&text);
    ca_free(a);
    system_free(s);
    model_free(model);
}

START_TEST(numerical_transition_systems_are_written)
{
    expect_text(ca_write_nts,
                "nts sample;\n"
                "par N : int;\n"
                "main {\n"
                "  x_y : int;\n"
                "  in_1 : int;\n"
                "  initial qinit;\n"
                "  error qerror;\n"
                "  qinit -> q0 { (x_y = 0) and havoc(in_1) }\n"
                "  q0 -> q1 { x_y' = in_1 and havoc(x_y, in_1) }\n"
                "  q0 -> qerror { (x_y > N) and havoc(in_1) }\n"
                "  q1 -> q0 { x_y' = (x_y + (-2)) and havoc(x_y, in_1) }\n"
                "  q1 -> qerror { (x_y > N) and havoc(in_1) }\n"
                "}\n");
}
END_TEST

START_TEST(explicit_horn_clauses_are_written)
{
    expect_text(
        ca_write_horn,
        "; sample: a counter automaton as Horn clauses\n"
        "(set-logic HORN)\n"
        "(declare-fun at!error () Bool)\n"
        "(declare-fun at!q0 (Int Int) Bool)\n"
        "(declare-fun at!q1 (Int Int) Bool)\n"
        "(assert (forall ( (N Int) (x.y Int) (in Int))\n"
        "  (=> (and true (= x.y 0)) (at!q0 N x.y))))\n"
        "(assert (forall ( (N Int) (x.y Int) (in Int))\n"
        "  (=> (and true (at!q0 N x.y)) (at!q1 N in))))\n"
        "(assert (forall ( (N Int) (x.y Int) (in Int))\n"
        "  (=> (and true (at!q0 N x.y) (not (<= x.y N))) at!error)))\n"
        "(assert (forall ( (N Int) (x.y Int) (in Int))\n"
        "  (=> (and true (at!q1 N x.y)) (at!q0 N (+ x.y (- 2))))))\n"
        "(assert (forall ( (N Int) (x.y Int) (in Int))\n"
        "  (=> (and true (at!q1 N x.y) (not (<= x.y N))) at!error)))\n"
        "(assert (=> at!error false))\n"
        "(check-sat)\n");
}
END_TEST

TEST_SUITE_WITH(automaton, setup, teardown, transitions_are_the_steps,
                all_locations_are_all_valuations,
                reductions_save_what_nothing_depends_on, the_limit_is_kept,
                several_starts_have_one_before_them,
                numerical_transition_systems_are_written,
                explicit_horn_clauses_are_written)
