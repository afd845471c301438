#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A source or test that no module.am names would silently never run.
. "$(dirname "$0")/lib.sh"

check()
{
    local file list
    for file in $(find_in "$1" -name '*.[ch]' -o -name '*.sh' -o -name '*.tap')
    do
        list=$1/$(dirname "$file")/module.am
        [ -f "$list" ] || list=$1/${file%%/*}/module.am
        grep -qE "(^|[ 	/])$(basename "$file")( |$)" "$list" ||
            echo "$file: listed in no module.am"
    done
}

expect_clean
copy_tree
touch "$tmp/tree/tests/core/forgotten.c"
expect_found "a forgotten test" "tests/core/forgotten.c: listed in no"
copy_tree
touch "$tmp/tree/tests/sanity/forgotten.sh"
expect_found "a forgotten script" "tests/sanity/forgotten.sh: listed in no"

# The regression tests have their own list.
"$srcdir/regress/run" --orphans || bad=1
"$srcdir/regress/update-dist" -n || {
    echo "regress/dist.am is not current: run regress/update-dist"
    bad=1
}
exit $bad
