#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random entities (print-vhdl) through co-simulation.  They use only what is
# claimed to be supported, so anything but agreement is a failure, except a
# design for which no generics are legal.
#
#   cosim.sh [COUNT [FIRST-SEED]]

set -u
export LC_ALL=C
count=${1:-${CLAVE_RANDOM_DESIGNS:-30}} first=${2:-1}
build=${abs_top_builddir:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 none=0
for ((seed = first; seed < first + count; seed++)); do
    "$build/tests/random/print-vhdl" "$seed" >"$work/top.vhd"
    (cd "$work" && timeout -k 1 120 "$build/clave" cosim top.vhd -t top \
        --runs 3 --cycles 60 --seed "$seed") >"$work/said" 2>&1 </dev/null
    status=$?
    if grep -q 'no legal generics' "$work/said"; then
        none=$((none + 1))
    elif [ $status -ne 0 ]; then
        echo "seed $seed: status $status"
        head -n 5 "$work/said"
        failed=$((failed + 1))
    fi
done
echo "$count random designs: $failed failed, $none without legal generics"
[ $failed -eq 0 ] && [ $((none * 10)) -le "$count" ]
