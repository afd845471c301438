# SPDX-License-Identifier: GPL-3.0-or-later
# Command lines that are wrong, each with what to do about it.
try()
{
    echo "\$ clave $*"
    "$CLAVE" "$@" 2>&1
    echo "exit status $?"
}

try
try analise x.vhd
try analyse
try analyse --jsno x.vhd
try analyse --json=yes x.vhd
try analyse --std=2008 x.vhd
try analyse --std
try analyse -fexotic x.vhd
try analyse --timeout=soon x.vhd
cp "$REGRESS_DIR/bad-one-of-three/1-good.vhd" good.vhd
try analyse --work=9x good.vhd
try analyse --work=STD good.vhd
try analyse -P/nonexistent good.vhd
try dump
try dump forest x.vhd
try dump tree
try --json
try -
