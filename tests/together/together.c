// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three big libraries in one process: each starts, computes something
// whose result is known, and stops, while the others are there.

#include "config.h"

#include "core/child.h"
#include "frontend/ghdl.h"
#include "tests/tap.h"

#include <cudd.h>
#include <gmp.h>
#include <yices.h>

static ghdl_t *start_ghdl(diag_sink_t *sink)
{
    static const ghdl_options_t options = {.std = "08", .work = "work"};
    ghdl_t *ghdl = ghdl_start(&options, sink);
    ck_assert_ptr_nonnull(ghdl);
    return ghdl;
}

// Each text has one entity and its architecture.
static void use_ghdl(ghdl_t *ghdl)
{
    const size_t before = ghdl_unit_count(ghdl);
    ck_assert(ghdl_analyse_text(
        ghdl, "text.vhd",
        "library ieee; use ieee.std_logic_1164.all;\n"
        "entity both is port (x, y : in std_logic; z : out std_logic); end;\n"
        "architecture rtl of both is begin z <= x and y; end;\n"));
    ck_assert_uint_eq(ghdl_unit_count(ghdl), before + 2);
    const vhdl_node_t arch = vhdl_library_unit(ghdl_unit(ghdl, before + 1));
    ck_assert_int_eq(vhdl_kind(arch), VHDL_ARCHITECTURE_BODY);
    ck_assert_str_eq(vhdl_identifier(arch), "rtl");
}

// x and y has exactly one of four assignments.
static void use_cudd(DdManager *dd)
{
    DdNode *x = Cudd_bddIthVar(dd, 0);
    DdNode *y = Cudd_bddIthVar(dd, 1);
    DdNode *both = Cudd_bddAnd(dd, x, y);
    Cudd_Ref(both);
    ck_assert(Cudd_CountMinterm(dd, both, 2) == 1.0);
    Cudd_RecursiveDeref(dd, both);
}

// x * x = 2 has a solution over the reals, but none over the integers; that
// takes MCSAT, hence libpoly.
static smt_status_t square_is_two(type_t type)
{
    ctx_config_t *config = yices_new_config();
    ck_assert_int_eq(yices_set_config(config, "solver-type", "mcsat"), 0);
    context_t *context = yices_new_context(config);
    ck_assert_ptr_nonnull(context);

    term_t x = yices_new_uninterpreted_term(type);
    term_t two = yices_int32(2);
    yices_assert_formula(context,
                         yices_arith_eq_atom(yices_square(x), two));
    smt_status_t status = yices_check_context(context, NULL);

    yices_free_context(context);
    yices_free_config(config);
    return status;
}

static void use_yices(void)
{
    ck_assert(yices_has_mcsat());
    ck_assert_int_eq(square_is_two(yices_real_type()), STATUS_SAT);
    ck_assert_int_eq(square_is_two(yices_int_type()), STATUS_UNSAT);
}

typedef struct {
    ghdl_t *ghdl;
    DdManager *dd;
} all_t;

static void use_all(const all_t *all)
{
    use_ghdl(all->ghdl);
    use_cudd(all->dd);
    use_yices();
}

static void use_all_in_child(child_link_t *link, void *user)
{
    use_all(user);
    child_send(link, 1, "well", 4);
}

static void count_record(uint32_t type, const char *bytes, size_t length,
                         void *user)
{
    (void)type, (void)bytes;
    *(size_t *)user += length;
}

static void check_children(all_t *all)
{
    child_t *children[2];
    size_t bytes = 0, running = 2;
    for (size_t i = 0; i < 2; i++)
        children[i] = child_start((child_limits_t){0, 0}, use_all_in_child,
                                  all);
    while (running > 0) {
        child_wait(children, 2, -1);
        running = 0;
        for (size_t i = 0; i < 2; i++)
            running += child_pump(children[i], count_record, &bytes)
                       == CHILD_RUNNING;
    }
    for (size_t i = 0; i < 2; i++) {
        ck_assert_msg(child_state(children[i]) == CHILD_DONE, "%s",
                      child_output(children[i]));
        child_free(children[i]);
    }
    ck_assert_uint_eq(bytes, 8);
}

// In one process, then in two children that inherit all three, then again.
START_TEST(in_one_process_and_after_fork)
{
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, NULL, NULL);
    yices_init();
    all_t all = {start_ghdl(sink), NULL};
    all.dd = Cudd_Init(2, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);

    use_all(&all);
    check_children(&all);
    use_all(&all);

    ck_assert_int_eq(Cudd_CheckZeroRef(all.dd), 0);
    Cudd_Quit(all.dd);
    yices_exit();
    ghdl_free(all.ghdl);
    diag_sink_free(sink);
    sources_free(sources);
}
END_TEST

TEST_SUITE(together, in_one_process_and_after_fork)
