// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "psl/wave.h"
#include "tests/tap.h"
#include "tests/util.h"

static const char dump[] =
    "$date today $end\n"
    "$timescale 1 ns $end\n"
    "$scope module top $end\n"
    "$var reg 1 ! clk $end\n"
    "$var reg 4 \" count $end\n"
    "$scope module u1 $end\n"
    "$var wire 1 # ack $end\n"
    "$var wire 1 ! clk $end\n"
    "$upscope $end\n"
    "$scope module u2 $end\n"
    "$var wire 1 $ ack $end\n"
    "$upscope $end\n"
    "$upscope $end\n"
    "$enddefinitions $end\n"
    "#0\n$dumpvars\n0!\nb0000 \"\nx#\n0$\n$end\n"
    "#5\n1!\n1#\n"
    "#10\n0!\nb0001 \"\n1$\n"
    "#15\n1!\n0#\n";

static collector_t *collector;
static formula_pool_t *pool;

static void setup(void)
{
    collector = collector_new();
    pool = formula_pool_new();
}

static void teardown(void)
{
    formula_pool_free(pool);
    collector_free(collector);
}

static word_t *read_with(const char *atom, const char *text)
{
    bool_atom(pool, atom);
    return wave_read(pool, "x.vcd", text, strlen(text),
                     collector_sink(collector));
}

START_TEST(each_time_is_a_letter)
{
    bool_atom(pool, "clk");
    word_t *word = read_with("top.u2.ack", dump);
    expect_no_diags(collector);
    text_t text = {0};
    word_print(pool, word, formula_atom_count(pool), &text);
    ck_assert_str_eq(text_str(&text),
                     "{}{clk}{top.u2.ack}{clk, top.u2.ack}");
    text_release(&text);
    word_free(word);
}
END_TEST

START_TEST(what_is_no_bit_is_refused)
{
    ck_assert_ptr_null(read_with("req", dump));
    expect_diags(collector, {14, "no signal 'req'"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("ack", dump));
    expect_diags(collector, {14, "2 signals 'ack'"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("count", dump));
    expect_diags(collector, {14, "4 bits wide"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("top.u1.ack", dump));
    expect_diags(collector, {22, "neither 0 nor 1"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("clk", "$var wire 1 !"));
    expect_diags(collector, {1, "ends inside $var"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("clk", "hello"));
    expect_diags(collector, {1, "before 'hello'"});
    teardown();
    setup();
    ck_assert_ptr_null(read_with("clk", ""));
    expect_diags(collector, {1, "no $enddefinitions"});
}
END_TEST

TEST_SUITE_WITH(wave, setup, teardown, each_time_is_a_letter,
                what_is_no_bit_is_refused)
