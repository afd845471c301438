#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every header compiles alone, and twice.
. "$(dirname "$0")/lib.sh"

check()
{
    local header
    for header in $(find_in "$1" -name '*.h'); do
        printf '#include "%s"\n#include "%s"\nint here;\n' \
            "$header" "$header" >"$tmp/alone.c"
        ${CC:-cc} -std=gnu11 -Wall -Wextra -Werror -fsyntax-only \
            -D_GNU_SOURCE -I"$1" -I"$builddir" "$tmp/alone.c" ||
            echo "$header does not compile alone"
    done
}

expect_clean

rooms=core
copy_tree
echo 'arena_t *lean_on_the_includer(void);' >"$tmp/tree/core/lean.h"
expect_found "a header that needs another" "core/lean.h does not compile alone"

copy_tree
echo 'struct twice { int x; };' >"$tmp/tree/core/twice.h"
expect_found "a header without a guard" "core/twice.h does not compile alone"
exit $bad
