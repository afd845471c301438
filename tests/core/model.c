// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/model-print.h"
#include "core/rules.h"
#include "core/verdict.h"
#include "core/walk.h"
#include "tests/core/sample-model.h"
#include "tests/tap.h"
#include "tests/util.h"

static sample_t s;

static void setup(void)
{
    sample_init(&s);
}

static void teardown(void)
{
    sample_release(&s);
}

static bool well_formed(const model_t *model)
{
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, NULL, NULL);
    const bool ok = model_check(model, sink);
    ck_assert(ok == (diag_count(sink, DIAG_ERROR) == 0));
    diag_sink_free(sink);
    sources_free(sources);
    return ok;
}

START_TEST(sample_is_well_formed)
{
    ck_assert(well_formed(s.model));
}
END_TEST

START_TEST(foreign_variables_are_found)
{
    const var_t other = var_new(s.ctx, ident_new(context_idents(s.ctx), "o"),
                                sort_int(s.ctx));
    model_set_next(s.model, s.count, term_last(s.ctx, other));
    ck_assert(!well_formed(s.model));
}
END_TEST

START_TEST(wrong_sorts_are_found)
{
    model_set_next(s.model, s.count, term_true(s.ctx));
    ck_assert(!well_formed(s.model));
}
END_TEST

START_TEST(edges_of_no_clock_are_found)
{
    model_set_next(s.model, s.idle, term_posedge(s.ctx, s.push));
    ck_assert(!well_formed(s.model));
    model_set_next(s.model, s.idle, term_negedge(s.ctx, s.clk));
    ck_assert(!well_formed(s.model));
}
END_TEST

START_TEST(next_values_in_next_values_are_found)
{
    model_set_next(s.model, s.idle, term_next(s.ctx, s.push));
    ck_assert(!well_formed(s.model));
}
END_TEST

START_TEST(cycles_of_definitions_are_found)
{
    ident_table_t *ids = context_idents(s.ctx);
    const var_t a = var_new(s.ctx, ident_new(ids, "a"), sort_bool(s.ctx));
    const var_t b = var_new(s.ctx, ident_new(ids, "b"), sort_bool(s.ctx));
    model_add_definition(s.model, a, term_last(s.ctx, b), LOC_NONE);
    model_add_definition(s.model, b, term_not(term_last(s.ctx, a)), LOC_NONE);
    ck_assert(!well_formed(s.model));
}
END_TEST

START_TEST(inlining_leaves_no_definition)
{
    term_t t = model_find(s.model, s.count)->term;
    model_inline(s.model, &t, 1);
    var_vec_t vars = {0};
    walk_variables(s.ctx, &t, 1, &vars);
    ck_assert_uint_gt(vars.len, 3);
    for (size_t i = 0; i < vars.len; i++)
        ck_assert_int_ne(model_find(s.model, vars.data[i])->class,
                         VAR_DEFINITION);
    vec_release(&vars);
}
END_TEST

START_TEST(cone_has_what_matters_and_no_more)
{
    model_t *cone = model_cone_of(s.model, s.overflow);
    ck_assert(well_formed(cone));
    ck_assert_ptr_nonnull(model_find(cone, s.count));
    ck_assert_ptr_nonnull(model_find(cone, s.depth));
    ck_assert_ptr_nonnull(model_find(cone, s.full));
    ck_assert_ptr_nonnull(model_find(cone, s.clk));
    ck_assert_ptr_null(model_find(cone, s.memory));
    ck_assert_ptr_null(model_find(cone, s.mode));
    ck_assert_ptr_null(model_find(cone, s.idle));
    ck_assert_uint_eq(model_assumption_count(cone), 1);
    ck_assert_uint_eq(model_abstraction_count(cone), 1);
    ck_assert_uint_eq(model_property_count(cone), 1);
    ck_assert_uint_eq(model_start(cone, 0)->vars.len, 1);
    ck_assert(!model_has_empty_step(cone));
    model_free(cone);
}
END_TEST

START_TEST(cone_without_a_clock_steps_without_an_edge)
{
    const term_t root = term_last(s.ctx, s.idle);
    model_t *cone = model_cone(s.model, &root, 1, SIZE_MAX);
    ck_assert_uint_eq(model_var_count(cone), 1);
    ck_assert_uint_eq(model_clock_count(cone), 0);
    ck_assert(model_has_empty_step(cone));
    ck_assert(!term_is_true(s.ctx, model_start(cone, 0)->constraint));
    model_free(cone);
}
END_TEST

START_TEST(assumptions_pull_variables_in)
{
    const assumption_t tie = {
        .kind = ASSUME_INPUT,
        .term = term_implies(s.ctx, term_last(s.ctx, s.pop),
                             term_last(s.ctx, s.idle))};
    model_add_assumption(s.model, &tie);
    model_t *cone = model_cone_of(s.model, s.overflow);
    ck_assert_ptr_nonnull(model_find(cone, s.idle));
    ck_assert_uint_eq(model_assumption_count(cone), 2);
    model_free(cone);
}
END_TEST

START_TEST(a_step_relation_is_in_every_cone)
{
    const assumption_t stuck = {.kind = ASSUME_STEP,
                                .term = term_last(s.ctx, s.idle)};
    model_add_assumption(s.model, &stuck);
    model_t *cone = model_cone_of(s.model, s.overflow);
    ck_assert_ptr_nonnull(model_find(cone, s.idle));
    model_free(cone);
}
END_TEST

START_TEST(cones_keep_meanings_and_slots)
{
    const term_t power = term_pow2(s.ctx, term_last(s.ctx, s.depth));
    ident_table_t *ids = context_idents(s.ctx);
    const var_t p = var_new(s.ctx, ident_new(ids, "power"),
                            sort_int(s.ctx));
    model_add_parameter(s.model, p, LOC_NONE);
    ck_assert(!model_has_meaning(s.model, model_find(s.model, p)));
    model_set_meaning(s.model, p, power);
    const model_slot_t slot = {.index = p, .element = s.count,
                               .array = s.memory};
    model_add_slot(s.model, &slot);
    ck_assert(well_formed(s.model));
    const term_t root = term_last(s.ctx, p);
    model_t *cone = model_cone(s.model, &root, 1, SIZE_MAX);
    ck_assert(model_has_meaning(cone, model_find(cone, p)));
    ck_assert_ptr_nonnull(model_find(cone, s.depth));
    ck_assert_uint_eq(model_slot_count(cone), 0);
    model_free(cone);
    const term_t roots[] = {root, term_last(s.ctx, s.count)};
    cone = model_cone(s.model, roots, 2, SIZE_MAX);
    ck_assert_uint_eq(model_slot_count(cone), 1);
    ck_assert(var_equal(model_slot(cone, 0)->index, p));
    sources_t *sources = sources_new();
    sources_add(sources, "fifo.vhd");
    text_t text;
    text_init(&text);
    model_print(cone, sources, &text);
    ck_assert_ptr_nonnull(strstr(text_str(&text),
                                 "power stands for 2 ** DEPTH"));
    ck_assert_ptr_nonnull(strstr(text_str(&text),
                                 "slot u_fifo.r.count: u_fifo.memory"
                                 " at power"));
    text_release(&text);
    sources_free(sources);
    model_free(cone);
}
END_TEST

static void count_rule(const rule_t *rule, void *user)
{
    size_t *counts = user;
    counts[0]++;
    counts[1] += !term_is_true(s.ctx, rule->trigger);
    counts[2] += loc_known(rule->loc);
}

START_TEST(rules_are_the_paths)
{
    size_t counts[3] = {0};
    ck_assert(rules_of(s.model, s.count, 100, count_rule, counts));
    ck_assert_uint_eq(counts[0], 4); // push, pop, neither, no edge
    ck_assert_uint_eq(counts[1], 3);
    ck_assert_uint_eq(counts[2], 1);
    ck_assert(!rules_of(s.model, s.count, 2, count_rule, counts));
}
END_TEST

START_TEST(printed_rules)
{
    sources_t *sources = sources_new();
    sources_add(sources, "fifo.vhd");
    text_t text;
    text_init(&text);
    model_t *cone = model_cone_of(s.model, s.overflow);
    model_print_rules(cone, sources, &text);
    ck_assert_str_eq(
        text_str(&text),
        "model fifo\n"
        "parameter DEPTH : int  -- fifo.vhd:3\n"
        "input clk : bool  -- fifo.vhd:3\n"
        "input push : bool  -- fifo.vhd:3\n"
        "input pop : bool  -- fifo.vhd:3\n"
        "state u_fifo.r.count : int  -- fifo.vhd:3\n"
        "definition full : bool\n"
        "clock clk posedge\n"
        "clk\n"
        "    tau: -> clk := random\n"
        "push\n"
        "    tau: -> push := random\n"
        "pop\n"
        "    tau: -> pop := random\n"
        "u_fifo.r.count\n"
        "    posedge(clk): push, not full"
        " -> u_fifo.r.count := u_fifo.r.count + 1  -- fifo.vhd:20\n"
        "    posedge(clk): not push or full,"
        " pop, u_fifo.r.count > 0"
        " -> u_fifo.r.count := u_fifo.r.count - 1\n"
        "    posedge(clk): not push or full,"
        " not pop or u_fifo.r.count <= 0"
        " -> u_fifo.r.count := u_fifo.r.count\n"
        "    tau: not posedge(clk) -> u_fifo.r.count := u_fifo.r.count\n"
        "full\n"
        "    tau: -> full := DEPTH = u_fifo.r.count\n"
        "start reset\n"
        "    u_fifo.r.count := 0\n"
        "assume generic: DEPTH >= 1\n"
        "property range overflow: u_fifo.r.count <= DEPTH  -- fifo.vhd:9\n"
        "abstraction pop: an arbitrary pop\n");
    model_free(cone);
    text_release(&text);
    sources_free(sources);
}
END_TEST

START_TEST(verdicts_have_names)
{
    ck_assert_str_eq(verdict_name(VERDICT_PROVED), "proved");
    ck_assert_str_eq(verdict_name(VERDICT_VIOLATED), "violated");
    ck_assert_str_eq(verdict_name(VERDICT_UNSUPPORTED), "unsupported");
}
END_TEST

TEST_SUITE_WITH(model, setup, teardown, sample_is_well_formed,
                foreign_variables_are_found, wrong_sorts_are_found,
                edges_of_no_clock_are_found,
                next_values_in_next_values_are_found,
                cycles_of_definitions_are_found,
                inlining_leaves_no_definition,
                cone_has_what_matters_and_no_more,
                cone_without_a_clock_steps_without_an_edge,
                assumptions_pull_variables_in,
                a_step_relation_is_in_every_cone,
                cones_keep_meanings_and_slots, rules_are_the_paths,
                printed_rules, verdicts_have_names)
