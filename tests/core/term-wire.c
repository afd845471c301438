// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/run.h"
#include "core/term-wire.h"
#include "tests/core/random-term.h"
#include "tests/core/sample-model.h"
#include "tests/tap.h"

START_TEST(terms_come_back_the_same)
{
    context_t *ctx = context_new();
    random_terms_t *random = random_terms_new(ctx, 7);
    term_vec_t sent = {0}, got = {0};
    text_t bytes = {0};
    arena_t *arena = arena_new();
    wire_t w;
    bool strange = false;
    for (size_t i = 0; i < 3000; i++)
        vec_push(&sent, random_terms_draw(random)->term);
    wire_init_write(&w, &bytes, NULL);
    wire_terms(&w, ctx, &sent, NULL);
    wire_init_read(&w, bytes.data, bytes.len, arena, NULL);
    wire_terms(&w, ctx, &got, &strange);
    ck_assert(wire_ok(&w));
    ck_assert(!strange);
    ck_assert_uint_eq(got.len, sent.len);
    for (size_t i = 0; i < got.len; i++)
        ck_assert_uint_eq(got.data[i].id, sent.data[i].id);
    for (size_t n = 0; n < bytes.len; n += 97) {
        got.len = 0;
        wire_init_read(&w, bytes.data, n, arena, NULL);
        wire_terms(&w, ctx, &got, NULL);
        ck_assert(!wire_ok(&w));
    }
    vec_release(&sent);
    vec_release(&got);
    text_release(&bytes);
    arena_free(arena);
    random_terms_free(random);
    context_free(ctx);
}
END_TEST

static term_t named(context_t *ctx, const char *name)
{
    const ident_t ident = ident_new(context_idents(ctx), name);
    return term_last(ctx, var_new(ctx, ident, sort_int(ctx)));
}

// The sender has made a variable that the receiver lacks, or has another one
// under its number.
START_TEST(new_variables_are_made)
{
    context_t *from = context_new(), *to = context_new();
    arena_t *arena = arena_new();
    text_t bytes = {0};
    term_vec_t sent = {0}, got = {0};
    wire_t w;
    bool strange = false;
    const term_t x = named(from, "x"), y = named(from, "y");
    named(to, "x");
    const term_t other = named(to, "z");
    vec_push(&sent, term_le(from, y, x));
    vec_push(&sent, term_eq(from, y, term_int(from, 3)));
    wire_init_write(&w, &bytes, NULL);
    wire_terms(&w, from, &sent, NULL);
    wire_init_read(&w, bytes.data, bytes.len, arena, NULL);
    wire_terms(&w, to, &got, &strange);
    ck_assert(wire_ok(&w));
    ck_assert(strange);
    ck_assert_uint_eq(var_count(to), 3);
    ck_assert(!term_equal(got.data[1],
                          term_eq(to, other, term_int(to, 3))));
    vec_release(&sent);
    vec_release(&got);
    text_release(&bytes);
    arena_free(arena);
    context_free(from);
    context_free(to);
}
END_TEST

static void make_run(const sample_t *s, trace_t *trace)
{
    run_t *run = run_new(trace);
    value_t depth = value_int(s->ctx, 2);
    const value_t yes = value_bool(s->ctx, true);
    trace_set(trace, 0, s->depth, &depth);
    ck_assert(run_start(run, model_start(s->model, 0)));
    trace_set(trace, 0, s->push, &yes);
    trace_set_edge(trace, 0, s->clk, TERM_POSEDGE, true);
    trace_add_step(trace);
    value_release(&depth);
    run_free(run);
}

START_TEST(runs_travel)
{
    sample_t s;
    sample_init(&s);
    trace_t *sent = trace_new(s.model), *got = NULL;
    text_t bytes = {0}, before = {0}, after = {0};
    arena_t *arena = arena_new();
    wire_t w;
    make_run(&s, sent);
    wire_init_write(&w, &bytes, NULL);
    wire_trace(&w, s.model, &sent);
    trace_t *none = NULL;
    wire_trace(&w, s.model, &none);
    wire_init_read(&w, bytes.data, bytes.len, arena, NULL);
    wire_trace(&w, s.model, &got);
    none = sent;
    wire_trace(&w, s.model, &none);
    ck_assert(wire_ok(&w));
    ck_assert_ptr_null(none);
    ck_assert_uint_eq(trace_length(got), 2);
    ck_assert(trace_edge(got, 0, s.clk, TERM_POSEDGE));
    ck_assert(!trace_edge(got, 1, s.clk, TERM_POSEDGE));
    trace_format(sent, &before);
    trace_format(got, &after);
    ck_assert_str_eq(text_str(&before), text_str(&after));
    trace_free(got);
    for (size_t n = 0; n + 2 < bytes.len; n++) {
        wire_init_read(&w, bytes.data, n, arena, NULL);
        wire_trace(&w, s.model, &got);
        ck_assert_ptr_null(got);
    }
    text_release(&before);
    text_release(&after);
    text_release(&bytes);
    arena_free(arena);
    trace_free(sent);
    sample_release(&s);
}
END_TEST

TEST_SUITE(term_wire, terms_come_back_the_same, new_variables_are_made,
           runs_travel)
