#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each fuzz target on the inputs that are kept for it.
set -u
cd "$abs_top_srcdir/fuzz/corpus" || exit 1
bad=0
for target in *; do
    if "$abs_top_builddir/fuzz/$target" "$target"/*; then
        echo "ok: $target"
    else
        echo "$target failed"
        bad=1
    fi
done
exit $bad
