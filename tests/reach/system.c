// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/system.h"

#include "tests/core/sample-model.h"
#include "tests/tap.h"
#include "tests/util.h"

static sample_t s;
static context_t *c;

static void setup(void)
{
    sample_init(&s);
    c = s.ctx;
}

static void teardown(void)
{
    sample_release(&s);
}

static const system_options_t everything = {.start = SIZE_MAX};

static term_t last(var_t var)
{
    return term_last(c, var);
}

static term_t number(int64_t n)
{
    return term_int(c, n);
}

static void add_assumption(model_t *model, assumption_kind_t kind, term_t t)
{
    const assumption_t a = {.kind = kind, .term = t};
    model_add_assumption(model, &a);
}

START_TEST(one_edge_of_one_clock_is_every_step)
{
    model_t *cone = model_cone_of(s.model, s.overflow);
    system_t *sys = system_new(cone, &everything);
    ck_assert_uint_eq(sys->edges.len, 0);
    ck_assert(term_equal(sys->sole_edge, term_posedge(c, s.clk)));
    ck_assert_uint_eq(sys->inputs.len, 2); // not the clock
    ck_assert_uint_eq(sys->parameters.len, 1);
    ck_assert_uint_eq(sys->states.len, 1);
    ck_assert_uint_eq(system_row_width(sys), 2);
    const term_t count = last(s.count);
    const term_t full = term_eq(c, count, last(s.depth));
    const term_t next = term_ite(
        c, term_and(c, last(s.push), term_not(full)),
        term_add(c, count, number(1)),
        term_ite(c, term_and(c, last(s.pop), term_lt(c, number(0), count)),
                 term_sub(c, count, number(1)), count));
    ck_assert(term_equal(sys->next.data[0], next));
    ck_assert(term_is_true(c, sys->valid));
    ck_assert(term_equal(sys->fixed, term_le(c, number(1), last(s.depth))));
    ck_assert(term_equal(sys->init, term_eq(c, count, number(0))));
    ck_assert(term_equal(sys->held, term_le(c, count, last(s.depth))));
    ck_assert_uint_eq(sys->targets.len, 1);
    ck_assert(term_equal(sys->targets.data[0].bad, term_not(sys->held)));
    ck_assert(term_equal(system_pre(sys, term_le(c, count, number(7))),
                         term_le(c, next, number(7))));
    trace_t *trace = trace_new(cone);
    trace_add_step(trace);
    system_set_sole_edge(sys, trace, 0);
    ck_assert(trace_edge(trace, 0, s.clk, TERM_POSEDGE));
    trace_free(trace);
    system_free(sys);
    model_free(cone);
}
END_TEST

START_TEST(edges_of_several_clocks_are_leaves)
{
    const var_t other = var_new(c, ident_new(context_idents(c), "clk2"),
                                sort_bool(c));
    model_add_input(s.model, other, LOC_NONE);
    model_add_clock(s.model, other, true, true);
    system_t *sys = system_new(s.model, &everything);
    ck_assert(term_is_true(c, sys->sole_edge));
    const term_t a = term_posedge(c, s.clk), b = term_posedge(c, other),
                 d = term_negedge(c, other);
    ck_assert_uint_eq(sys->edges.len, 3);
    ck_assert(term_equal(sys->valid,
                         term_and(c, term_or(c, term_or(c, a, b), d),
                                  term_not(term_and(c, d, b)))));
    term_vec_t leaves = {0};
    system_leaves(sys, &leaves);
    ck_assert_uint_eq(leaves.len, 1 + 4 + 2 + 3);
    ck_assert(term_equal(leaves.data[0], last(s.depth)));
    ck_assert(term_equal(leaves.data[1], last(s.count)));
    ck_assert(term_equal(leaves.data[5], last(s.push)));
    ck_assert(term_equal(leaves.data[7], a));
    vec_release(&leaves);
    system_free(sys);
}
END_TEST

START_TEST(an_empty_step_leaves_the_edge_free)
{
    model_allow_empty_step(s.model);
    system_t *sys = system_new(s.model, &everything);
    ck_assert_uint_eq(sys->edges.len, 1);
    ck_assert(term_is_true(c, sys->valid));
    system_free(sys);
}
END_TEST

START_TEST(what_ends_a_simulation_is_held)
{
    const property_t cover = {.name = "cover", .kind = PROPERTY_COVER,
                              .reached = last(s.push), .holds = last(s.pop)};
    const size_t at = model_add_property(s.model, &cover);
    system_options_t options = {.properties = &at, .property_count = 1,
                                .start = SIZE_MAX};
    system_t *sys = system_new(s.model, &options);
    ck_assert_uint_eq(sys->targets.len, 1);
    ck_assert_uint_eq(sys->targets.data[0].property, at);
    ck_assert(term_equal(sys->targets.data[0].bad,
                         term_and(c, last(s.push), last(s.pop))));
    const term_t full = term_eq(c, last(s.count), last(s.depth));
    ck_assert(term_equal(
        sys->held,
        term_and(c, term_le(c, last(s.count), last(s.depth)),
                 term_not(term_and(c, last(s.push), full)))));
    system_free(sys);
    options.without_held = true;
    sys = system_new(s.model, &options);
    ck_assert(term_is_true(c, sys->held));
    system_free(sys);
}
END_TEST

START_TEST(assumptions_go_where_they_belong)
{
    model_t *m = model_cone_of(s.model, s.overflow);
    add_assumption(m, ASSUME_AXIOM, term_le(c, last(s.depth), number(9)));
    add_assumption(m, ASSUME_INPUT, term_not(last(s.push)));
    add_assumption(m, ASSUME_INPUT,
                   term_le(c, term_next(c, s.count), number(3)));
    add_assumption(m, ASSUME_STEP, term_le(c, last(s.depth), number(8)));
    const system_options_t options = {.start = SIZE_MAX,
                                      .without_held = true};
    system_t *sys = system_new(m, &options);
    ck_assert(term_equal(sys->fixed,
                         term_and(c, term_le(c, number(1), last(s.depth)),
                                  term_le(c, last(s.depth), number(9)))));
    ck_assert(term_equal(sys->valid, term_not(last(s.push))));
    ck_assert(term_equal(sys->held,
                         term_and(c, term_le(c, sys->next.data[0], number(3)),
                                  term_le(c, last(s.depth), number(8)))));
    system_free(sys);
    model_free(m);
}
END_TEST

START_TEST(starts_are_chosen_or_joined)
{
    model_t *m = model_cone_of(s.model, s.overflow);
    const size_t second = model_add_start(m, "declared");
    model_start_value(m, second, s.count, last(s.depth));
    model_start_constrain(m, second, term_le(c, last(s.depth), number(4)));
    const term_t zero = term_eq(c, last(s.count), number(0));
    const term_t full = term_and(c, term_le(c, last(s.depth), number(4)),
                                 term_eq(c, last(s.count), last(s.depth)));
    system_t *sys = system_new(m, &everything);
    ck_assert(term_equal(sys->init, term_or(c, zero, full)));
    system_free(sys);
    const system_options_t only = {.start = second};
    sys = system_new(m, &only);
    ck_assert(term_equal(sys->init, full));
    system_free(sys);
    model_free(m);
}
END_TEST

static void assume_next_input(void *user)
{
    (void)user;
    add_assumption(s.model, ASSUME_INPUT, term_next(c, s.push));
    system_free(system_new(s.model, &everything));
}

START_TEST(next_values_of_inputs_are_refused)
{
    expect_abort(assume_next_input, NULL, "next value of push");
}
END_TEST

TEST_SUITE_WITH(system, setup, teardown, one_edge_of_one_clock_is_every_step,
                edges_of_several_clocks_are_leaves,
                an_empty_step_leaves_the_edge_free,
                what_ends_a_simulation_is_held,
                assumptions_go_where_they_belong, starts_are_chosen_or_joined,
                next_values_of_inputs_are_refused)
