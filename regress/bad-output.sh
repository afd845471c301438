# SPDX-License-Identifier: GPL-3.0-or-later
# Where the result cannot be written, that is an error, and no other.
cp "$REGRESS_DIR/bad-one-of-three/3-good.vhd" good.vhd

try()
{
    echo "\$ clave $*"
    "$CLAVE" "$@" 2>&1
    echo "exit status $?"
}

try analyse -o /nonexistent/x good.vhd
try analyse -o . good.vhd
try analyse -o /dev/full good.vhd
try analyse --json -o /dev/full good.vhd
try dump tree -o /dev/full good.vhd

echo '$ clave analyse good.vhd >/dev/full'
"$CLAVE" analyse good.vhd 2>&1 >/dev/full
echo "exit status $?"
echo '$ clave --help >/dev/full'
"$CLAVE" --help 2>&1 >/dev/full
echo "exit status $?"
echo '$ clave analyse good.vhd >&-'
"$CLAVE" analyse good.vhd 2>&1 1>&-
echo "exit status $?"

# A file that is there is not lost when the input turns out to be wrong.
echo precious >kept
try analyse -o kept missing.vhd
cat kept
try analyse -o written good.vhd
cat written
