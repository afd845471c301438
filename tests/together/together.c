// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three big libraries in one process: each starts, computes something
// whose result is known, and stops, while the others are there.

#include "config.h"

#include "tests/tap.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cudd.h>
#include <gmp.h>
#include <yices.h>

// libghdl ships no header for these.
void libghdl_init(void);
void errorout__memory__install_handler(void);
void libghdl__set_hooks_for_analysis(void);
int libghdl__set_option(const char *text, int length);
int32_t name_table__get_identifier_with_len(const char *text, int length);
const char *name_table__get_name_ptr(int32_t id);

// libghdl takes over these signals; Check and ASan want them back.
static const int taken[] = { SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL };
enum { N_TAKEN = sizeof taken / sizeof taken[0] };

static void start_ghdl(void)
{
    struct sigaction saved[N_TAKEN];
    for (size_t i = 0; i < N_TAKEN; i++)
        sigaction(taken[i], NULL, &saved[i]);

    libghdl_init();
    errorout__memory__install_handler();
    libghdl__set_hooks_for_analysis();

    for (size_t i = 0; i < N_TAKEN; i++)
        sigaction(taken[i], &saved[i], NULL);
}

static void use_ghdl(void)
{
    static const char std[] = "--std=08";
    ck_assert_int_eq(libghdl__set_option(std, strlen(std)), 0);

    static const char name[] = "fifo";
    int32_t id = name_table__get_identifier_with_len(name, strlen(name));
    ck_assert_str_eq(name_table__get_name_ptr(id), name);
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

START_TEST(in_any_order)
{
    yices_init();
    start_ghdl();
    DdManager *dd = Cudd_Init(2, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);

    for (int round = 0; round < 2; round++) {
        use_ghdl();
        use_cudd(dd);
        use_yices();
    }

    ck_assert_int_eq(Cudd_CheckZeroRef(dd), 0);
    Cudd_Quit(dd);
    yices_exit();
}
END_TEST

TEST_SUITE(together, in_any_order)
