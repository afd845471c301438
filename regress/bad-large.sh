# SPDX-License-Identifier: GPL-3.0-or-later
# A file of 50 MB, as a generator could write it, then one of garbage.
{
    echo 'entity large is'
    echo '  port (a, b : in bit; y : out bit_vector(0 to 999999));'
    echo 'end entity large;'
    echo 'architecture flat of large is'
    echo 'begin'
    awk 'BEGIN { for (i = 0; i < 1000000; i++)
        printf "  y(%d) <= a and not b; -- the next one, and so on\n", i }'
    echo 'end architecture flat;'
} >large.vhd
[ "$(wc -c <large.vhd)" -gt 50000000 ] || echo "the file is too small"
"$CLAVE" analyse large.vhd
echo "exit status $?"

yes 'x <= (' | head -c 50000000 >garbage.vhd
"$CLAVE" analyse garbage.vhd
echo "exit status $?"
rm -f large.vhd garbage.vhd
