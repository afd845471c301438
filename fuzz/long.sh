#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A minute of fuzzing for each target; `fuzz/run 600` takes its time.
exec "$abs_top_srcdir/fuzz/run" "${FUZZ_SECONDS:-60}"
