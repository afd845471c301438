// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/run.h"
#include "core/vcd.h"
#include "tests/core/sample-model.h"
#include "tests/tap.h"

#include <unistd.h>

static sample_t s;
static trace_t *trace;
static run_t *run;

static void set_int(size_t step, var_t var, int64_t n)
{
    value_t v = value_int(s.ctx, n);
    trace_set(trace, step, var, &v);
    value_release(&v);
}

static void set_bool(size_t step, var_t var, bool b)
{
    const value_t v = value_bool(s.ctx, b);
    trace_set(trace, step, var, &v);
}

static void set_inputs(size_t step, bool push, bool pop, bool tick)
{
    set_bool(step, s.clk, false);
    set_bool(step, s.push, push);
    set_bool(step, s.pop, pop);
    trace_set_edge(trace, step, s.clk, TERM_POSEDGE, tick);
    ck_assert(run_definitions(run, step));
}

// Three pushes at DEPTH = 2, then a pop.
static void setup(void)
{
    sample_init(&s);
    trace = trace_new(s.model);
    run = run_new(trace);
    set_int(0, s.depth, 2);
    ck_assert(run_start(run, model_start(s.model, 0)));
    set_bool(0, s.idle, true);
    set_inputs(0, true, false, true);
    for (size_t step = 1; step < 5; step++) {
        ck_assert(run_advance(run));
        set_inputs(step, step < 3, step == 3, true);
    }
}

static void teardown(void)
{
    run_free(run);
    trace_free(trace);
    sample_release(&s);
}

static int64_t count_at(size_t step)
{
    return trace_get(trace, step, s.count)->number.small;
}

START_TEST(states_follow_the_rules)
{
    const int64_t expected[] = {0, 1, 2, 2, 1};
    for (size_t i = 0; i < 5; i++)
        ck_assert_int_eq(count_at(i), expected[i]);
    ck_assert_uint_eq(trace_get(trace, 0, s.mode)->position, 0);
    ck_assert_uint_eq(trace_get(trace, 1, s.mode)->position, 1);
    ck_assert(trace_get(trace, 2, s.full)->boolean);
    const value_t *m = trace_get(trace, 4, s.memory);
    ck_assert_int_eq(value_select(m, bigint_of(2))->number.small, 4);
    ck_assert_int_eq(value_select(m, bigint_of(9))->number.small, -1);
}
END_TEST

START_TEST(properties_fail_where_they_do)
{
    const term_t bad =
        property_bad(s.model, model_property(s.model, s.never_full));
    for (size_t i = 0; i < 5; i++) {
        bool fails;
        ck_assert(run_holds(run, i, bad, &fails));
        ck_assert_int_eq(fails, i == 2);
    }
}
END_TEST

START_TEST(terms_have_values_in_steps)
{
    const term_t twice = term_mul(s.ctx, term_int(s.ctx, 2),
                                  term_last(s.ctx, s.count));
    value_t v;
    ck_assert(run_value(run, 3, twice, &v));
    ck_assert_int_eq(v.number.small, 4);
    value_release(&v);
    ck_assert(!run_value(run, 4, term_next(s.ctx, s.count), &v));
}
END_TEST

static run_fault_t validate(size_t *step)
{
    return run_validate(run, model_start(s.model, 0), step);
}

START_TEST(own_runs_are_runs)
{
    size_t step;
    ck_assert_int_eq(validate(&step), RUN_OK);
}
END_TEST

START_TEST(a_wrong_state_is_found)
{
    size_t step;
    set_int(3, s.count, 1);
    ck_assert_int_eq(validate(&step), RUN_BAD_STEP);
    ck_assert_uint_eq(step, 2);
}
END_TEST

START_TEST(a_wrong_start_is_found)
{
    size_t step;
    set_bool(0, s.idle, false);
    ck_assert_int_eq(validate(&step), RUN_BAD_START);
    set_bool(0, s.idle, true);
    set_int(0, s.count, 1);
    ck_assert_int_eq(validate(&step), RUN_BAD_START);
}
END_TEST

START_TEST(a_missing_edge_is_found)
{
    size_t step;
    trace_set_edge(trace, 1, s.clk, TERM_POSEDGE, false);
    ck_assert_int_eq(validate(&step), RUN_BAD_EDGES);
    ck_assert_uint_eq(step, 1);
}
END_TEST

START_TEST(a_broken_assumption_is_found)
{
    size_t step;
    const assumption_t no_pop = {.kind = ASSUME_INPUT,
                                 .term = term_not(term_last(s.ctx, s.pop))};
    model_add_assumption(s.model, &no_pop);
    ck_assert_int_eq(validate(&step), RUN_ASSUMPTION);
    ck_assert_uint_eq(step, 3);
}
END_TEST

// Something is pushed or popped in every step but the last.
START_TEST(the_last_step_is_no_step_of_the_relation)
{
    size_t step;
    assumption_t busy = {.kind = ASSUME_STEP,
                         .term = term_or(s.ctx, term_last(s.ctx, s.push),
                                         term_last(s.ctx, s.pop))};
    model_add_assumption(s.model, &busy);
    ck_assert_int_eq(validate(&step), RUN_OK);
    busy.kind = ASSUME_INPUT;
    model_add_assumption(s.model, &busy);
    ck_assert_int_eq(validate(&step), RUN_ASSUMPTION);
    ck_assert_uint_eq(step, 4);
}
END_TEST

START_TEST(a_missing_value_is_said)
{
    trace_t *empty = trace_new(s.model);
    run_t *other = run_new(empty);
    trace_add_step(empty);
    size_t step;
    ck_assert(!run_definitions(other, 0));
    ck_assert(!run_advance(other));
    ck_assert_int_eq(run_validate(other, model_start(s.model, 0), &step),
                     RUN_UNKNOWN);
    run_free(other);
    trace_free(empty);
}
END_TEST

START_TEST(the_table_is_readable)
{
    text_t text;
    text_init(&text);
    trace_format(trace, &text);
    const char *expected_start =
        "DEPTH = 2\n"
        "                                  0 ";
    ck_assert(strncmp(text_str(&text), expected_start, 10) == 0);
    ck_assert_ptr_nonnull(strstr(text_str(&text), "u_fifo.r.count"));
    ck_assert_ptr_nonnull(strstr(text_str(&text), "some"));
    text_release(&text);
}
END_TEST

// Reads the dump back with GTKWave's converters and counts what it says.
static void convert(const char *vcd, text_t *back)
{
    char in[] = "/tmp/clave-vcd-XXXXXX";
    const int fd = mkstemp(in);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, vcd, strlen(vcd)), (ssize_t)strlen(vcd));
    close(fd);
    char *command = xasprintf(
        "vcd2fst %s %s.fst >%s.log 2>&1 && fst2vcd -f %s.fst -o %s.vcd "
        ">>%s.log 2>&1", in, in, in, in, in, in);
    const int status = system(command);
    free(command);
    char *path = xasprintf("%s.%s", in, status == 0 ? "vcd" : "log");
    ck_assert(text_read_file(back, path, 1 << 20));
    free(path);
    char *clean = xasprintf("rm -f %s %s.fst %s.vcd %s.log", in, in, in, in);
    ck_assert_int_eq(system(clean), 0);
    free(clean);
    ck_assert_msg(status == 0, "vcd2fst: %s", text_str(back));
}

static size_t occurrences(const char *text, const char *word)
{
    size_t n = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        n++;
    return n;
}

START_TEST(the_dump_is_read_by_gtkwave)
{
    text_t vcd, back;
    text_init(&vcd);
    text_init(&back);
    vcd_write(trace, &vcd);
    convert(text_str(&vcd), &back);
    const char *t = text_str(&back);
    ck_assert_uint_eq(occurrences(t, "$scope"), 4); // fifo, u_fifo, r, u_other
    ck_assert_uint_eq(occurrences(t, "$upscope"), 4);
    // DEPTH clk push pop count mode full idle, memory(0..2), memory(others)
    ck_assert_uint_eq(occurrences(t, "$var"), 12);
    ck_assert_ptr_nonnull(strstr(t, "memory(2)"));
    ck_assert_ptr_nonnull(strstr(t, "ssome "));
    ck_assert_ptr_nonnull(strstr(t, "#50"));
    ck_assert_uint_eq(occurrences(t, "b11111111 "), 0);
    text_release(&vcd);
    text_release(&back);
}
END_TEST

TEST_SUITE_WITH(run, setup, teardown, states_follow_the_rules,
                properties_fail_where_they_do, terms_have_values_in_steps,
                own_runs_are_runs,
                a_wrong_state_is_found, a_wrong_start_is_found,
                a_missing_edge_is_found, a_broken_assumption_is_found,
                the_last_step_is_no_step_of_the_relation,
                a_missing_value_is_said, the_table_is_readable,
                the_dump_is_read_by_gtkwave)
