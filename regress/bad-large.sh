# SPDX-License-Identifier: GPL-3.0-or-later
# A file of 50 MB, as a generator could write it, then one of garbage. That
# clave says it is still waiting depends on the machine, so it is left out.
try()
{
    "$CLAVE" analyse "$1" 2>err
    echo "exit status $?"
    grep -vE 'no answer from|still waiting' err >&2
}

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
try large.vhd
rm -f large.vhd

yes 'x <= (' | head -c 50000000 >garbage.vhd
try garbage.vhd
rm -f garbage.vhd
exit 0
