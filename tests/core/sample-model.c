// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/core/sample-model.h"

static var_t make_var(sample_t *s, const char *name, sort_t sort)
{
    return var_new(s->ctx, ident_new(context_idents(s->ctx), name), sort);
}

static void declare(sample_t *s)
{
    context_t *c = s->ctx;
    ident_table_t *ids = context_idents(c);
    const sort_t boolean = sort_bool(c), integer = sort_int(c);
    const ident_t names[] = {ident_new(ids, "empty"), ident_new(ids, "some")};
    s->modes = sort_enum(c, ident_new(ids, "mode_t"), names, 2);
    s->depth = make_var(s, "DEPTH", integer);
    s->clk = make_var(s, "clk", boolean);
    s->push = make_var(s, "push", boolean);
    s->pop = make_var(s, "pop", boolean);
    s->count = make_var(s, "u_fifo.r.count", integer);
    s->mode = make_var(s, "u_fifo.mode", s->modes);
    s->memory = make_var(s, "u_fifo.memory", sort_array(c, integer));
    s->full = make_var(s, "full", boolean);
    s->idle = make_var(s, "u_other.idle", boolean);
    const loc_t here = {3, 1, 1};
    model_add_parameter(s->model, s->depth, here);
    model_add_input(s->model, s->clk, here);
    model_add_input(s->model, s->push, here);
    model_add_input(s->model, s->pop, here);
    model_add_state(s->model, s->count, here);
    model_add_state(s->model, s->mode, here);
    model_add_state(s->model, s->memory, here);
    model_add_state(s->model, s->idle, here);
    model_add_clock(s->model, s->clk, true, false);
}

static void define_behaviour(sample_t *s)
{
    context_t *c = s->ctx;
    const term_t count = term_last(c, s->count), one = term_int(c, 1);
    const term_t push = term_last(c, s->push), pop = term_last(c, s->pop);
    const term_t full = term_last(c, s->full);
    const term_t tick = term_posedge(c, s->clk);
    model_add_definition(s->model, s->full,
                         term_eq(c, count, term_last(c, s->depth)),
                         LOC_NONE);
    const term_t up = term_add(c, count, one), down = term_sub(c, count, one);
    const term_t pushed =
        term_ite(c, term_and(c, push, term_not(full)), up,
                 term_ite(c, term_and(c, pop, term_lt(c, term_int(c, 0),
                                                      count)),
                          down, count));
    model_set_next(s->model, s->count, term_ite(c, tick, pushed, count));
    model_add_assignment(s->model, s->count, up, (loc_t){20, 1, 1});
    model_set_next(s->model, s->mode,
                   term_ite(c, tick, term_ite(c, push,
                                              term_literal(c, s->modes, 1),
                                              term_last(c, s->mode)),
                            term_last(c, s->mode)));
    const term_t memory = term_last(c, s->memory);
    model_set_next(s->model, s->memory,
                   term_ite(c, tick, term_store(c, memory, count,
                                                term_mul(c, count, count)),
                            memory));
    model_set_next(s->model, s->idle, term_not(term_last(c, s->idle)));
}

static void state_properties(sample_t *s)
{
    context_t *c = s->ctx;
    const size_t reset = model_add_start(s->model, "reset");
    model_start_value(s->model, reset, s->count, term_int(c, 0));
    model_start_value(s->model, reset, s->mode,
                      term_literal(c, s->modes, 0));
    model_start_value(s->model, reset, s->memory,
                      term_fill(c, var_sort(c, s->memory), term_int(c, -1)));
    model_start_constrain(s->model, reset, term_last(c, s->idle));
    const assumption_t generic = {
        .kind = ASSUME_GENERIC,
        .term = term_le(c, term_int(c, 1), term_last(c, s->depth)),
        .text = "DEPTH >= 1"};
    model_add_assumption(s->model, &generic);
    const property_t holds = {
        .name = "overflow", .kind = PROPERTY_RANGE, .loc = {9, 5, 1},
        .reached = term_true(c),
        .holds = term_le(c, term_last(c, s->count),
                         term_last(c, s->depth))};
    s->overflow = model_add_property(s->model, &holds);
    const property_t fails = {
        .name = "never_full", .kind = PROPERTY_ASSERT, .loc = {10, 5, 1},
        .reached = term_last(c, s->push),
        .holds = term_not(term_last(c, s->full)),
        .message = "full"};
    s->never_full = model_add_property(s->model, &fails);
    const abstraction_t a = {.var = s->pop, .text = "an arbitrary pop"};
    model_add_abstraction(s->model, &a);
}

void sample_init(sample_t *s)
{
    s->ctx = context_new();
    s->model = model_new(s->ctx, "fifo");
    declare(s);
    define_behaviour(s);
    state_properties(s);
}

void sample_release(sample_t *s)
{
    model_free(s->model);
    context_free(s->ctx);
}
