#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What README.md shows is what the program prints: each "$ build/clave ..."
# is run, and its output compared with the lines below it.
. "$(dirname "$0")/lib.sh"

check()
{
    local line file=$1
    cd "$srcdir" || exit 1
    while IFS= read -r line; do
        case $line in
            '    $ build/clave '*)
                echo "${line#    }"
                eval "set -- ${line#    \$ build/clave }"
                "$builddir/clave" "$@" 2>&1
                ;;
        esac
    done <"$file" >"$tmp/printed"
    awk '/^    \$ build\/clave / { here = 1 } !/^    / { here = 0 }
         here { print substr($0, 5) }' "$file" >"$tmp/shown"
    [ -s "$tmp/shown" ] || echo "there are no examples"
    diff -u "$tmp/shown" "$tmp/printed"
}

(
    check "$srcdir/README.md"
) || bad=1
sed 's/generic DEPTH/generic DEEP/' "$srcdir/README.md" >"$tmp/wrong.md"
if (check "$tmp/wrong.md") >"$tmp/found"; then
    echo "a wrong example was not found"
    bad=1
fi
exit $bad
