// SPDX-License-Identifier: GPL-3.0-or-later
//
// The oracle, the rewritten formula, the automaton and the monitors agree on
// 200,000 random pairs of formula and word; prints what these were.

#include "config.h"

#include "tests/psl/agree.h"

int main(int argc, char **argv)
{
    const unsigned pairs =
        argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200000;
    agree_t a = agree_run(1000000, pairs);
    agree_print(&a);
    if (a.disagreement)
        printf("disagreement: %s\n", a.disagreement);
    const bool ok = !a.disagreement && a.holds * 10 >= a.pairs * 3
        && (a.pairs - a.holds) * 10 >= a.pairs * 3
        && a.clocks * 2 >= a.pairs && a.seres * 10 >= a.pairs * 3;
    free(a.disagreement);
    return ok ? 0 : 1;
}
