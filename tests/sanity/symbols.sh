#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No two of our libraries define the same name, and none has a name of a static
# library that we link: the linker would take one of them without a word, and
# the callers of the other would call it.
. "$(dirname "$0")/lib.sh"

# The static libraries of others, as configured in the build tree $1.
foreign()
{
    [ ! -f "$1/Makefile" ] ||
        sed -n 's/^\(YICES\|CUDD\)_LIBS = //p' "$1/Makefile" | tr ' ' '\n' |
        grep '\.a$' | sort -u
}

check()
{
    local library
    (
        cd "$1" || exit 1
        for library in */lib*.a $(foreign "$1"); do
            nm -g --defined-only "$library" 2>"$tmp/nm" |
                awk -v lib="$library" 'NF == 3 { print $3, lib }' | sort -u
        done | sort | awk '
            $1 == name && (lib !~ /^\// || $2 !~ /^\//) { print name ": in " lib " and in " $2 }
            { name = $1; lib = $2 }'
    )
}

srcdir=$builddir expect_clean

mkdir -p "$tmp/tree/a" "$tmp/tree/b"
echo 'int twice(void); int twice(void) { return 0; }' >"$tmp/twice.c"
${CC:-cc} -c "$tmp/twice.c" -o "$tmp/twice.o"
ar cr "$tmp/tree/a/liba.a" "$tmp/twice.o"
ar cr "$tmp/tree/b/libb.a" "$tmp/twice.o"
expect_found "a name in two libraries" "twice: in a/liba.a and in b/libb.a"
mv "$tmp/tree/b/libb.a" "$tmp/libyices.a"
echo "YICES_LIBS = $tmp/libyices.a -lgmp" >"$tmp/tree/Makefile"
expect_found "a name of a library of others" "/libyices.a and in a/liba.a"
exit $bad
