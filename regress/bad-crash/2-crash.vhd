-- SPDX-License-Identifier: GPL-3.0-or-later
-- libghdl 2.0.0 raises an exception on this, found by fuzz/vhdl.
architecture ;rising';
