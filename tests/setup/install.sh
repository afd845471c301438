#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# "make install" puts everything in place, the installed program works without
# the build tree's environment, and "make uninstall" leaves nothing behind.

set -eu
: "${abs_top_builddir:?is set by make check}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CLAVE_DATADIR MAKEFLAGS MFLAGS MAKELEVEL

fail() {
    echo "$*"
    exit 1
}

install_or_not() {
    make -C "$abs_top_builddir" -s "$1" DESTDIR="$work" prefix=/opt/clave \
         >"$work.log" 2>&1 || fail "make $1: $(cat "$work.log")"
    rm -f "$work.log"
}

install_or_not install
there=$work/opt/clave
for file in bin/clave share/man/man1/clave.1 \
            share/bash-completion/completions/clave \
            share/clave/examples/fifo/fifo.vhd; do
    [ -s "$there/$file" ] || fail "not installed: $file"
done

cd /
"$there/bin/clave" --version >/dev/null || fail 'clave --version'
"$there/bin/clave" analyse "$there/share/clave/examples/fifo/fifo.vhd" \
    >/dev/null || fail 'clave analyse'

install_or_not uninstall
left=$(find "$work" -type f)
[ -z "$left" ] || fail "left behind: $left"
