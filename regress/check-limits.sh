# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever happens to clave check, it reports what is known, its exit status
# says what happened, and no process and no file is left.
cp "$REGRESS_DIR/designs/fifo_count.vhd" .
mkdir tmp
export TMPDIR=$PWD/tmp

cat >hard.vhd <<'END'
entity hard is
    port (clk, up : in bit; i : in natural range 0 to 1000);
end;

architecture rtl of hard is
    signal a, b, c : natural := 1;
    signal n : natural range 0 to 9 := 0;
begin
    process (clk) is
    begin
        if rising_edge(clk) then
            if n < 9 then
                n <= n + 1;
            else
                n <= 0;
            end if;
            a <= b * c + i;
            b <= a * a;
            c <= a + b * 3;
        end if;
    end process;
end;
END

look()
{
    grep -q '^proved .* range@13' out && echo "what is proved is reported"
    tail -n 1 out | grep -o '^[0-9]* properties'
    ls tmp
    pgrep -f "$PWD/hard.vhd" && echo "a process is left"
}

hard=(check --no-cosim -e 'a = b and b = 7919 * 7907' "$PWD/hard.vhd")

echo "a time limit"
"$CLAVE" "${hard[@]}" --timeout=2 >out 2>err
echo "exit status $?"
look

echo "interrupted"
env --default-signal=INT "$CLAVE" "${hard[@]}" >out 2>err &
pid=$!
sleep 3
kill -INT $pid
wait $pid
echo "exit status $?"
look

echo "all engines are killed"
"$CLAVE" "${hard[@]}" --timeout=30 --budget=5 -j1 >out 2>err &
pid=$!
for i in 1 2 3 4 5 6 7 8; do
    sleep 0.7
    worker=$(pgrep -P $pid) && for engine in $(pgrep -P "$worker"); do
        ((i > 2)) && kill -KILL "$engine"
    done
done
wait $pid
echo "exit status $?"
look

echo "the worker is killed"
env --default-signal=INT "$CLAVE" "${hard[@]}" >out 2>err &
pid=$!
sleep 3
kill -KILL "$(pgrep -P $pid)"
wait $pid
echo "exit status $?"
grep -c 'clave failed' err
look

echo "a memory limit"
"$CLAVE" check --memory=200 fifo_count.vhd >out 2>err
echo "exit status $?"
tail -n 1 out
ls tmp
