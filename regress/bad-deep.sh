# SPDX-License-Identifier: GPL-3.0-or-later
# Nesting that overflows the stack of libghdl: one message, no traceback, and
# the file before it is still reported.
cp "$REGRESS_DIR/bad-one-of-three/1-good.vhd" good.vhd
{
    printf 'package deep is constant c : integer := '
    awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "("; printf "1"
        for (i = 0; i < 1000000; i++) printf ")" }'
    printf '; end package;\n'
} >deep.vhd
"$CLAVE" analyse good.vhd deep.vhd
echo "exit status $?"
