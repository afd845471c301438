#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Everything that git tracks is distributed, except files for git and editors.
. "$(dirname "$0")/lib.sh"

if [ ! -e "$srcdir/.git" ] || ! git -C "$srcdir" ls-files >"$tmp/tracked" \
    2>"$tmp/why"; then
    echo "skipped: not a git checkout"
    exit 77
fi

MAKEFLAGS= ${MAKE:-make} -s -C "$builddir" print-distfiles |
    sed "s|^$srcdir/||; s|^\.\./||" | sort -u >"$tmp/distributed"
grep -vE '^\.|/\.' "$tmp/tracked" | sort >"$tmp/wanted"
comm -23 "$tmp/wanted" "$tmp/distributed" >"$tmp/missing"
if [ -s "$tmp/missing" ] || [ ! -s "$tmp/distributed" ]; then
    echo "not in the distribution (add them to a module.am):"
    cat "$tmp/missing"
    exit 1
fi
