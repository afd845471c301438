// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/foreign.h"
#include "ca/numeric.h"
#include "ca/write.h"
#include "core/eval.h"
#include "tests/tap.h"
#include "tests/util.h"

#include <unistd.h>

// What is written is read back and compared with what was written: next
// values, conditions and properties at random points.

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

// ---- a model with all that is to be translated ----

static var_t add(const char *name, sort_t sort)
{
    return var_new(ctx, ident_new(context_idents(ctx), name), sort);
}

typedef struct {
    model_t *model;
    var_t depth, a, b, mode, count, push, data;
    sort_t modes;
} sample_t;

static void declare(sample_t *s)
{
    ident_table_t *ids = context_idents(ctx);
    const ident_t names[] = {ident_new(ids, "idle"), ident_new(ids, "busy"),
                             ident_new(ids, "done")};
    s->modes = sort_enum(ctx, ident_new(ids, "mode_t"), names, 3);
    s->depth = add("DEPTH", sort_int(ctx));
    s->a = add("clk a", sort_bool(ctx));
    s->b = add("clk_b", sort_bool(ctx));
    s->push = add("push", s->modes);
    s->data = add("data", sort_int(ctx));
    s->mode = add("u.mode", s->modes);
    s->count = add("u.count", sort_int(ctx));
    model_add_parameter(s->model, s->depth, LOC_NONE);
    model_add_input(s->model, s->a, LOC_NONE);
    model_add_input(s->model, s->b, LOC_NONE);
    model_add_input(s->model, s->push, LOC_NONE);
    model_add_input(s->model, s->data, LOC_NONE);
    model_add_state(s->model, s->mode, LOC_NONE);
    model_add_state(s->model, s->count, LOC_NONE);
    model_add_clock(s->model, s->a, true, false);
    model_add_clock(s->model, s->b, true, true);
}

static void behave(sample_t *s)
{
    const term_t mode = term_last(ctx, s->mode), push = term_last(ctx, s->push);
    const term_t count = term_last(ctx, s->count);
    const term_t busy = term_literal(ctx, s->modes, 1);
    model_set_next(s->model, s->mode,
                   term_ite(ctx, term_posedge(ctx, s->a), push, mode));
    model_set_next(
        s->model, s->count,
        term_ite(ctx, term_negedge(ctx, s->b),
                 term_ite(ctx, term_eq(ctx, mode, busy),
                          term_add(ctx, count, term_last(ctx, s->data)),
                          term_mod(ctx, count, term_int(ctx, 3))), count));
}

static void assume(sample_t *s, assumption_kind_t kind, term_t t)
{
    const assumption_t a = {.kind = kind, .term = t};
    model_add_assumption(s->model, &a);
}

static void expect(sample_t *s)
{
    const term_t count = term_last(ctx, s->count), zero = term_int(ctx, 0);
    const term_t depth = term_last(ctx, s->depth);
    const size_t start = model_add_start(s->model, "reset");
    model_start_value(s->model, start, s->count, zero);
    model_start_constrain(s->model, start,
                          term_ne(ctx, term_last(ctx, s->mode),
                                  term_literal(ctx, s->modes, 2)));
    assume(s, ASSUME_GENERIC, term_le(ctx, zero, depth));
    assume(s, ASSUME_INPUT, term_le(ctx, zero, term_last(ctx, s->data)));
    assume(s, ASSUME_STEP, term_lt(ctx, count, depth));
    const property_t p = {
        .name = "low", .kind = PROPERTY_ERROR,
        .reached = term_ne(ctx, term_last(ctx, s->push),
                           term_literal(ctx, s->modes, 0)),
        .holds = term_le(ctx, count, depth)};
    model_add_property(s->model, &p);
}

static void sample_init(sample_t *s)
{
    s->model = model_new(ctx, "sample");
    declare(s);
    behave(s);
    expect(s);
}

// ---- comparing ----

typedef struct {
    const system_t *system;
    int64_t values[64]; // of parameters, states, inputs
    const var_vec_t *groups[3];
} point_t;

static void point_init(point_t *p, const system_t *s)
{
    *p = (point_t){.system = s,
                   .groups = {&s->parameters, &s->states, &s->inputs}};
}

static void draw_point(point_t *p)
{
    for (size_t i = 0; i < ARRAY_LEN(p->values); i++)
        p->values[i] = (int64_t)draw(6) - 1;
}

// By name, so that a point of one system is one of the other.
static value_t leaf_value(context_t *c, term_t leaf, void *user)
{
    const point_t *p = user;
    const char *name = ident_text(var_name(c, term_var(c, leaf)));
    size_t at = 0;
    for (size_t g = 0; g < 3; g++)
        for (size_t i = 0; i < p->groups[g]->len; i++, at++)
            if (strcmp(ident_text(var_name(c, p->groups[g]->data[i])), name)
                == 0)
                return sort_kind(c, term_sort(c, leaf)) == SORT_BOOL
                    ? value_bool(c, p->values[at] > 1)
                    : value_int(c, p->values[at]);
    ck_abort_msg("%s is not in what was written", name);
    return value_bool(c, false);
}

static size_t find_state(const system_t *s, const char *name)
{
    for (size_t i = 0; i < s->states.len; i++)
        if (strcmp(ident_text(var_name(ctx, s->states.data[i])), name) == 0)
            return i;
    ck_abort_msg("%s is lost", name);
    return 0;
}

static void expect_same(point_t *p, term_t a, term_t b)
{
    eval_t *eval = eval_new(ctx, leaf_value, p);
    value_t x, y;
    ck_assert(eval_term(eval, a, &x) && eval_term(eval, b, &y));
    ck_assert(value_equal(&x, &y));
    value_release(&x);
    value_release(&y);
    eval_free(eval);
}

static void compare(const system_t *a, const system_t *b)
{
    point_t p;
    point_init(&p, a);
    ck_assert_uint_eq(a->states.len, b->states.len);
    ck_assert_uint_eq(a->parameters.len, b->parameters.len);
    ck_assert_uint_eq(a->targets.len, b->targets.len);
    for (int n = 0; n < 2000; n++) {
        draw_point(&p);
        expect_same(&p, term_and(ctx, a->fixed, a->init),
                    term_and(ctx, b->fixed, b->init));
        expect_same(&p, term_and(ctx, a->valid, a->held),
                    term_and(ctx, b->valid, b->held));
        for (size_t i = 0; i < a->states.len; i++) {
            const char *name = ident_text(var_name(ctx, a->states.data[i]));
            expect_same(&p, a->next.data[i],
                        b->next.data[find_state(b, name)]);
        }
        for (size_t i = 0; i < a->targets.len; i++)
            expect_same(&p, term_and(ctx, a->valid, a->targets.data[i].bad),
                        term_and(ctx, b->valid, b->targets.data[i].bad));
    }
}

typedef bool (*write_fn)(const system_t *, diag_sink_t *, text_t *);

static void round_trip(const model_t *model, write_fn write)
{
    const system_options_t options = {.start = SIZE_MAX};
    system_t *system = system_new(model, &options);
    system_t *numeric = numeric_system(system, collector_sink(diags));
    text_t text = {0};
    ck_assert(write(system, collector_sink(diags), &text));
    char *path = temporary_file(text_str(&text), text.len);
    model_t *back = foreign_read(ctx, path, collector_sink(diags));
    expect_no_diags(diags);
    ck_assert_ptr_nonnull(back);
    ck_assert(model_check(back, collector_sink(diags)));
    system_t *again = system_new(back, &options);
    compare(numeric, again);
    unlink(path);
    free(path);
    system_free(again);
    model_free(back);
    system_free(numeric);
    system_free(system);
    text_release(&text);
}

START_TEST(vmt_is_read_back)
{
    sample_t s;
    sample_init(&s);
    round_trip(s.model, write_vmt);
    model_free(s.model);
}
END_TEST

START_TEST(horn_clauses_are_read_back)
{
    sample_t s;
    sample_init(&s);
    round_trip(s.model, write_horn);
    model_free(s.model);
}
END_TEST

START_TEST(what_cannot_be_said_is_refused)
{
    sample_t s;
    sample_init(&s);
    model_set_next(s.model, s.count,
                   term_pow2(ctx, term_last(ctx, s.depth)));
    const system_options_t options = {.start = SIZE_MAX};
    system_t *system = system_new(s.model, &options);
    text_t text = {0};
    ck_assert(!write_vmt(system, collector_sink(diags), &text));
    expect_diags(diags, {0, "powers of two"});
    ck_assert(!write_horn(system, collector_sink(diags), &text));
    expect_diags(diags, {0, "powers of two"});
    text_release(&text);
    system_free(system);
    model_free(s.model);
}
END_TEST

TEST_SUITE_WITH(write, setup, teardown, vmt_is_read_back,
                horn_clauses_are_read_back, what_cannot_be_said_is_refused)
