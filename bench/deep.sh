#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Deep counterexamples: how long `clave check` takes to find and confirm one,
# next to Spacer on our Horn export of the property that fails.  Fails if one
# is not found.
#
#   deep.sh          LIMIT=60: seconds for each
set -eu
export LC_ALL=C
build=${abs_top_builddir-$(pwd)}
source=${abs_top_srcdir-$(cd "$(dirname "$0")/.." && pwd)}
clave=$build/clave
limit=${LIMIT-60}
command -v ghdl >/dev/null || { echo "skipped: no ghdl"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source"/regress/designs/deep/*.vhd "$work"
cd "$work"
failed=0

now() {
    date +%s%N
}

# since START: seconds.
since() {
    awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.2f", (b - a) / 1e9 }'
}

# Spacer's answer and time on the Horn clauses of one property.
spacer() {  # spacer NAME CONDITION PROPERTY
    local start answer
    command -v z3 >/dev/null || { echo "-"; return; }
    "$clave" dump horn --property="$3" --assume-generic="$2" "$1.vhd" \
        >horn.smt2 2>/dev/null || { echo "-"; return; }
    start=$(now)
    answer=$(timeout "$limit" z3 horn.smt2 2>/dev/null | head -n1) || true
    case $answer in
        unsat) echo "$(since "$start") s" ;;
        *) echo "none in $(since "$start") s" ;;
    esac
}

deep() {    # deep NAME CONDITION
    local start line seconds property
    start=$(now)
    timeout $((2 * limit)) "$clave" check --timeout="$limit" \
        --assume-generic="$2" "$1.vhd" >report 2>&1 || true
    seconds=$(since "$start")
    line=$(grep -m1 '^violated.* confirmed ' report) ||
        { failed=1; line='violated - -: not found'; }
    property=$(echo "$line" | awk '{ sub(/:$/, "", $3); print $3 }')
    printf '%-14s %-14s %6s s  %-16s %s\n' "$1" "$2" "$seconds" \
        "$(spacer "$1" "$2" "$property")" \
        "$(echo "$line" | sed -e 's/.*: in/in/' -e 's/, confirmed.*(/, /' \
               -e 's/, [0-9.]* s)//' -e 's/from the [a-z]* start //')"
}

printf '%-14s %-14s %8s  %-16s %s\n' design generics clave Spacer found
deep fifo_no_full 'DEPTH >= 16'
deep fifo_no_full 'DEPTH >= 128'
deep fifo_no_full 'DEPTH >= 1000'
deep tick_percent 'PERIOD >= 1'
deep rate_ratio 'NUM >= 1'
exit $failed
