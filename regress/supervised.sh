# SPDX-License-Identifier: GPL-3.0-or-later
# libghdl may crash, hang or eat memory; what was found before is reported,
# with one diagnostic that says what happened. What the exception is called
# depends on libghdl and on the sanitizers, so that line is not compared.
cp "$REGRESS_DIR/bad-one-of-three/3-good.vhd" good.vhd
cat >crash.vhd <<'END'
entity crash is
    port (clk, a, b : in bit);
end;

architecture rtl of crash is
begin
    default clock is rising_edge(clk);
    assert always {a = '1'; b = '1'}!;
end;
END

try()
{
    echo "\$ clave $*"
    "$CLAVE" "$@" >out 2>err
    status=$?
    cat out
    grep -v '^       = exception' err
    echo "exit status $status"
}

try analyse good.vhd crash.vhd good.vhd
try analyse --json crash.vhd
try dump tree crash.vhd -o tree
ls tree* 2>/dev/null

# The parser of libghdl 2.0.0 does not come back from this one; a fuzzer
# found it.
cat >hang.vhd <<'END'
architecture rtl of e is
        loop
    end function f;
      range 0 to 2 * MODULUS - 1;
            if rst = use work.x.all;'1' then
                if sum >= MODULUS then
    end process advance;
END
try analyse --timeout=1 good.vhd hang.vhd

{
    echo "entity large is end;"
    yes -- "-- all of this is kept in memory" | head -n 2000000
} >large.vhd
try analyse --memory=30 good.vhd large.vhd
