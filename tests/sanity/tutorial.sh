#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What doc/tutorial-clocks.md shows is what the program prints, and its
# pictures are those that it draws.
. "$(dirname "$0")/lib.sh"

check()
{
    "$srcdir/doc/fill-examples" "$builddir/clave" <"$1" >"$tmp/now"
    diff -u "$1" "$tmp/now"
}

picture()
{
    local file=$1
    shift
    "$builddir/clave" ltl eval --svg "$@" >"$tmp/picture"
    cmp "$srcdir/doc/$file" "$tmp/picture" || bad=1
}

check "$srcdir/doc/tutorial-clocks.md" || bad=1
picture until-two-clocks.svg 'p until! (q @ clkq)' --clock c \
    --word '{clkq, q}{c, clkq}'
picture response-one-clock.svg '(always (req -> next! ack)) @ clk' \
    --word '{clk, req}{}{clk, ack, req}{}{}({clk, req}{req})^w'
sed 's/equal       yes/equal       no/' "$srcdir/doc/tutorial-clocks.md" \
    >"$tmp/wrong.md"
if check "$tmp/wrong.md" >"$tmp/found"; then
    echo "a wrong example was not found"
    bad=1
fi
exit $bad
