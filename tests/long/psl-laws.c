// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each law of clocked LTL on 100,000 random cases; the wrong ones with a
// witness.

#include "config.h"

#include "tests/psl/laws.h"

int main(int argc, char **argv)
{
    const unsigned cases =
        argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
    bool ok = true;
    for (size_t i = 0; i < law_count(); i++) {
        char *witness = law_try(i, 0, cases);
        printf("%-14s %s\n", witness ? "fails" : "holds", law_name(i));
        if (witness)
            printf("    %s\n", witness);
        ok &= (witness == NULL) == law_is_right(i);
        free(witness);
    }
    return ok ? 0 : 1;
}
