#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The median of 30 runs of "clave analyse" on a file with one entity, against
# that of "ghdl -a" on the same file in the same run.  Fails above 1.5.
set -eu
build=${abs_top_builddir-$(pwd)}
source=${abs_top_srcdir-$(cd "$(dirname "$0")/.." && pwd)}
command -v ghdl >/dev/null || { echo "skipped: no ghdl"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source/share/examples/fifo/fifo.vhd" "$work"
cd "$work"
result=$("$build/bench/compare" "${RUNS-30}" \
             "$build/clave" analyse fifo.vhd -- ghdl -a --std=08 fifo.vhd)
echo "clave analyse, ghdl -a: $result"
echo "$result" | awk '{ exit !($NF <= 1.5) }'
