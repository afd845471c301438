// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/reach/random-model.h"
#include "core/hash.h"
#include "core/run.h"

#include <check.h>

int64_t random_model_number(random_model_t *m, int64_t low, int64_t high)
{
    m->state = hash_u64(m->state + 0x9e3779b97f4a7c15u);
    return low + (int64_t)(m->state % (uint64_t)(high - low + 1));
}

static bool coin(random_model_t *m)
{
    return random_model_number(m, 0, 1) == 1;
}

static term_t number(random_model_t *m, int64_t low, int64_t high)
{
    return term_int(m->ctx, random_model_number(m, low, high));
}

static term_t draw_int(random_model_t *m, unsigned depth);
static term_t draw_bool(random_model_t *m, unsigned depth);

static term_t draw_var(random_model_t *m, const var_vec_t *vars)
{
    const size_t i =
        (size_t)random_model_number(m, 0, (int64_t)vars->len - 1);
    return term_last(m->ctx, vars->data[i]);
}

static term_t draw_array(random_model_t *m, unsigned depth)
{
    if (depth == 0)
        return draw_var(m, &m->memories);
    const sort_t sort = var_sort(m->ctx, m->memories.data[0]);
    switch (random_model_number(m, 0, 5)) {
    case 0:
        return term_fill(m->ctx, sort, draw_int(m, depth - 1));
    case 1:
        return term_ite(m->ctx, draw_bool(m, depth - 1),
                        draw_array(m, depth - 1), draw_array(m, depth - 1));
    case 2:
        return draw_var(m, &m->memories);
    default:
        return term_store(m->ctx, draw_array(m, depth - 1),
                          draw_int(m, depth - 1), draw_int(m, depth - 1));
    }
}

// Exponents stay small enough to be evaluated.
static term_t draw_power(random_model_t *m, unsigned depth)
{
    const term_t shift = number(m, -3, 4);
    if (coin(m))
        return term_pow2(m->ctx,
                         term_add(m->ctx, m->fixed.data[random_model_number(
                                              m, 0, (int64_t)m->fixed.len
                                                        - 1)], shift));
    const term_t small = term_mod(m->ctx, draw_int(m, depth - 1),
                                  term_int(m->ctx, 7));
    return term_pow2(m->ctx, term_add(m->ctx, small, shift));
}

static term_t draw_int(random_model_t *m, unsigned depth)
{
    context_t *c = m->ctx;
    if (depth == 0)
        return coin(m) ? number(m, -3, 5) : draw_var(m, &m->ints);
    if (m->arrays && random_model_number(m, 0, 3) == 0)
        return term_select(c, draw_array(m, depth - 1),
                           draw_int(m, depth - 1));
    const term_t a = draw_int(m, depth - 1), b = draw_int(m, depth - 1);
    switch (random_model_number(m, 0, 8)) {
    case 0: return term_add(c, a, b);
    case 1: return term_sub(c, a, b);
    case 2: return term_mul(c, a, b);
    case 3: return term_div(c, a, b);
    case 4: return term_mod(c, a, b);
    case 5: return draw_power(m, depth);
    case 6: return draw_var(m, &m->ints);
    default: return term_ite(c, draw_bool(m, depth - 1), a, b);
    }
}

static term_t draw_bool(random_model_t *m, unsigned depth)
{
    context_t *c = m->ctx;
    if (depth == 0)
        return draw_var(m, &m->bools);
    switch (random_model_number(m, 0, m->arrays ? 5 : 4)) {
    case 0: return term_not(draw_bool(m, depth - 1));
    case 1: return term_and(c, draw_bool(m, depth - 1),
                            draw_bool(m, depth - 1));
    case 2: return term_eq(c, draw_int(m, depth - 1), draw_int(m, depth - 1));
    case 5: return term_eq(c, draw_array(m, depth - 1),
                           draw_array(m, depth - 1));
    default: return term_le(c, draw_int(m, depth - 1),
                            draw_int(m, depth - 1));
    }
}

// ---- the model ----

static var_t new_var(random_model_t *m, const char *name, sort_t sort)
{
    return var_new(m->ctx, ident_new(context_idents(m->ctx), name), sort);
}

static void add_parameters(random_model_t *m)
{
    const char *const names[] = {"W", "N"};
    for (size_t i = 0; i < 2; i++) {
        const var_t p = new_var(m, names[i], sort_int(m->ctx));
        model_add_parameter(m->model, p, LOC_NONE);
        vec_push(&m->ints, p);
        vec_push(&m->fixed, term_last(m->ctx, p));
        if (coin(m))
            continue;
        const assumption_t a = {
            .kind = ASSUME_GENERIC,
            .term = term_le(m->ctx, number(m, -2, 2), term_last(m->ctx, p))};
        model_add_assumption(m->model, &a);
    }
}

static void add_variables(random_model_t *m, var_vec_t *states)
{
    const sort_t integer = sort_int(m->ctx), boolean = sort_bool(m->ctx);
    const var_t clk = new_var(m, "clk", boolean);
    model_add_input(m->model, clk, LOC_NONE);
    model_add_clock(m->model, clk, true, false);
    const var_t x = new_var(m, "x", integer), b = new_var(m, "b", boolean);
    model_add_input(m->model, x, LOC_NONE);
    model_add_input(m->model, b, LOC_NONE);
    vec_push(states, new_var(m, "c", integer));
    vec_push(states, new_var(m, "d", integer));
    vec_push(&m->ints, x);
    vec_push(&m->ints, states->data[0]);
    vec_push(&m->ints, states->data[1]);
    vec_push(states, new_var(m, "f", boolean));
    vec_push(&m->bools, b);
    vec_push(&m->bools, states->data[2]);
    if (!m->arrays)
        return;
    const sort_t array = sort_array(m->ctx, integer);
    for (unsigned i = 0; i < 2; i++) {
        vec_push(states, new_var(m, i == 0 ? "mem" : "other", array));
        vec_push(&m->memories, vec_last(states));
    }
    const var_t in = new_var(m, "bus", array);
    model_add_input(m->model, in, LOC_NONE);
    vec_push(&m->memories, in);
}

static term_t draw(random_model_t *m, sort_t sort, unsigned depth)
{
    switch (sort_kind(m->ctx, sort)) {
    case SORT_BOOL: return draw_bool(m, depth);
    case SORT_ARRAY: return draw_array(m, depth);
    default: break;
    }
    // Numbers of the state stay small.
    return term_sub(m->ctx, term_mod(m->ctx, draw_int(m, depth),
                                     term_int(m->ctx, 13)),
                    term_int(m->ctx, 4));
}

static void add_definitions(random_model_t *m)
{
    const var_t e = new_var(m, "e", sort_int(m->ctx));
    model_add_definition(m->model, e, draw_int(m, 2), LOC_NONE);
    vec_push(&m->ints, e);
    if (!m->arrays)
        return;
    const var_t a = new_var(m, "seen",
                            var_sort(m->ctx, m->memories.data[0]));
    model_add_definition(m->model, a, draw_array(m, 2), LOC_NONE);
    vec_push(&m->memories, a);
}

static void add_start(random_model_t *m, const var_vec_t *states)
{
    const size_t start = model_add_start(m->model, "reset");
    for (size_t i = 0; i < states->len; i++) {
        const sort_t sort = var_sort(m->ctx, states->data[i]);
        const term_t k = m->fixed.data[0];
        if (coin(m))
            continue;
        if (sort_kind(m->ctx, sort) == SORT_ARRAY)
            model_start_value(
                m->model, start, states->data[i],
                term_store(m->ctx, term_fill(m->ctx, sort, k),
                           number(m, -1, 3), m->fixed.data[1]));
        else if (sort_kind(m->ctx, sort) == SORT_INT)
            model_start_value(m->model, start, states->data[i],
                              term_pow2(m->ctx, k));
    }
}

void random_model_init(random_model_t *m, uint64_t seed, bool arrays)
{
    *m = (random_model_t){.ctx = context_new(), .state = hash_u64(seed),
                          .arrays = arrays};
    m->model = model_new(m->ctx, "random");
    var_vec_t states = {0};
    add_parameters(m);
    add_variables(m, &states);
    for (size_t i = 0; i < states.len; i++)
        model_add_state(m->model, states.data[i], LOC_NONE);
    add_definitions(m);
    const term_t tick = term_posedge(m->ctx,
                                     model_clock(m->model, 0)->var);
    for (size_t i = 0; i < states.len; i++) {
        const var_t v = states.data[i];
        const term_t next = draw(m, var_sort(m->ctx, v), 3);
        model_set_next(m->model, v, term_ite(m->ctx, tick, next,
                                             term_last(m->ctx, v)));
    }
    add_start(m, &states);
    const property_t p = {.name = "p", .kind = PROPERTY_ASSERT,
                          .reached = draw_bool(m, 2),
                          .holds = draw_bool(m, 3)};
    model_add_property(m->model, &p);
    vec_release(&states);
}

void random_model_release(random_model_t *m)
{
    vec_release(&m->ints);
    vec_release(&m->bools);
    vec_release(&m->memories);
    vec_release(&m->fixed);
    model_free(m->model);
    context_free(m->ctx);
}

// ---- runs ----

static value_t draw_value(random_model_t *m, sort_t sort)
{
    switch (sort_kind(m->ctx, sort)) {
    case SORT_BOOL: return value_bool(m->ctx, coin(m));
    case SORT_INT:
        return value_int(m->ctx, random_model_number(m, -4, 8));
    default: break;
    }
    value_t v = value_default(m->ctx, sort);
    for (int64_t i = -3; i < 6; i++) {
        value_t element = draw_value(m, sort_element(m->ctx, sort));
        value_t stored = value_store(&v, bigint_of(i), &element);
        value_release(&v);
        value_release(&element);
        v = stored;
    }
    return v;
}

static void set_random(random_model_t *m, trace_t *trace, size_t step,
                       var_class_t class)
{
    for (size_t i = 0; i < model_var_count(m->model); i++) {
        const model_var_t *v = model_var(m->model, i);
        if (v->class != class || trace_get(trace, step, v->var) != NULL)
            continue;
        value_t value = draw_value(m, var_sort(m->ctx, v->var));
        trace_set(trace, step, v->var, &value);
        value_release(&value);
    }
}

static bool run_steps(random_model_t *m, run_t *run, trace_t *trace,
                      size_t length)
{
    const var_t clk = model_clock(m->model, 0)->var;
    if (!run_start(run, model_start(m->model, 0)))
        return false;
    set_random(m, trace, 0, VAR_STATE);
    for (size_t s = 0;; s++) {
        set_random(m, trace, s, VAR_INPUT);
        trace_set_edge(trace, s, clk, TERM_POSEDGE, true);
        if (!run_definitions(run, s))
            return false;
        if (s + 1 == length)
            break;
        if (!run_advance(run))
            return false;
    }
    size_t step;
    return run_validate(run, model_start(m->model, 0), &step) == RUN_OK;
}

trace_t *random_model_run(random_model_t *m, size_t length)
{
    trace_t *trace = trace_new(m->model);
    set_random(m, trace, 0, VAR_PARAMETER);
    run_t *run = run_new(trace);
    const bool ok = run_steps(m, run, trace, length);
    run_free(run);
    if (ok)
        return trace;
    trace_free(trace);
    return NULL;
}
