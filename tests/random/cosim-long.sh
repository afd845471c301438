#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A thousand random designs, for "make check-long".
exec "$abs_top_srcdir/tests/random/cosim.sh" 1000 1000
