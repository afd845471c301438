#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Processor time, memory and model size of lowering as designs grow, next to
# "ghdl -a" on the same file in the same run.  Fails if the time per statement
# of the largest is more than GROWTH (2) times that of one a quarter of its
# size, or if "clave dump model" of 100,000 lines takes more than 30 times
# "ghdl -a" or more than 2 GB.
#
#   process      N statements in one clocked process
#   chain        N statements that each use what the one before computes
#   shared       a chain of N / 2, then N / 2 registers that all use it
#   obligations  N statements with ranges to be shown
#   listed       a decoder of N signals, all in the sensitivity list
#   copies       N / 2 processes of a generate, and a loop unrolled N / 2 times
#   signals      N signals, each with a process or assignment of its own
#   instances    N statements in instances of one entity
#   lines        N lines: different entities, one instance each
#
# The text of a model repeats what next values share, so this measures without
# printing, but for the lines.  Not linear: an array that is held in pieces
# costs its length at every assignment to it.

set -eu
export LC_ALL=C
build=${abs_top_builddir-$(pwd)}
here=$(cd "$(dirname "$0")" && pwd)
command -v ghdl >/dev/null || { echo "skipped: no ghdl"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
bad=0

# timed COMMAND...: sets `seconds` and `megabytes` (the largest process).
timed() {
    "$build/bench/compare" --usage "$@" >usage
    read -r seconds megabytes <usage
}

# design KIND N: makes design.vhd and sets `ghdl` to the time for "ghdl -a".
design() {
    local n=$2
    [ "$1" != instances ] || n=$(($2 / 100))
    awk -v kind="$1" -v n="$n" -f "$here/lowering.awk" >design.vhd
    timed ghdl -a --std=08 design.vhd
    ghdl=$seconds
    rm -f ./*.cf
}

# measure KIND N: a line of the table; sets `each`.
measure() {
    local analysis lowering vars terms properties megabytes
    design "$1" "$2"
    "$build/bench/lower" design.vhd >usage
    read -r analysis lowering vars terms properties megabytes <usage
    each=$(awk "BEGIN { printf \"%.1f\", 1e6 * $lowering / $2 }")
    ratio=$(awk "BEGIN { printf \"%.1f\",
                         ($analysis + $lowering) / $ghdl }")
    printf '%-12s%8d%8d%9.3f%9.3f%7s%9s%6s%8d%8d%8d\n' "$1" "$2" \
           "$(wc -l <design.vhd)" "$lowering" "$ghdl" "$ratio" "$each" \
           "$megabytes" "$vars" "$terms" "$properties"
}

fail() {
    echo "    $*"
    bad=1
}

printf '%-12s%8s%8s%9s%9s%7s%9s%6s%8s%8s%8s\n' design N lines 'lower s' \
       'ghdl s' ratio 'us each' MB vars terms checks
for kind in process chain shared obligations listed copies signals instances
do
    for n in 625 1250 2500 5000 10000; do
        measure $kind "$n"
        [ "$n" != 2500 ] || quarter=$each
    done
    awk "BEGIN { exit !($each <= ${GROWTH-2} * $quarter) }" ||
        fail "$kind: $each us for each of 10000, $quarter for each of 2500"
done
measure lines 100000
timed "$build/clave" dump model -t top -o model design.vhd
awk "BEGIN { printf \"clave dump model: %.3f s, %.1f times ghdl -a, %d MB\n\",
             $seconds, $seconds / $ghdl, $megabytes
             exit !($seconds <= 30 * $ghdl && $megabytes <= 2048) }" ||
    fail "above 30 times ghdl -a, or above 2 GB"
exit $bad
