# SPDX-License-Identifier: GPL-3.0-or-later
# clave check: verdicts, scopes and exit status. Which engine is first, and how
# long it takes, is not compared.
cp "$REGRESS_DIR/../share/examples/fifo/"*.vhd .
cp "$REGRESS_DIR/designs/arb_round_robin.vhd" .

plain()
{
    sed -E -e 's/  \([a-z, ]*[0-9.]+ s\)$//' -e 's/"seconds": [0-9.e-]+/"seconds": 0/' \
        -e 's/"engine": "[a-z]+"/"engine": "some"/' "$1"
}

try()
{
    echo "\$ clave check $*"
    "$CLAVE" check "$@" >out 2>err
    status=$?
    plain out
    cat err
    echo "exit status $status"
}

try fifo.vhd
try fifo_late.vhd
try arb_round_robin.vhd
try -g N_PORTS=2..3 arb_round_robin.vhd
try -g N_PORTS=5 arb_round_robin.vhd

# Error conditions and assumptions.
cat >saturate.vhd <<'END'
entity saturate is
    generic (LIMIT : positive := 4);
    port (clk, up : in bit; at_limit : out boolean);
end;

architecture rtl of saturate is
    signal n : natural := 0;
begin
    process (clk) is
    begin
        if rising_edge(clk) then
            if up = '1' then
                n <= n + 1;
            end if;
        end if;
    end process;
    at_limit <= n >= LIMIT;
end;
END
try -e 'n > LIMIT' saturate.vhd
try -e 'n > LIMIT' --assume 'up = '\''0'\'' or n < LIMIT' saturate.vhd
try -e 'n = LIMIT' --assume-generic 'LIMIT > 3' saturate.vhd
try -e 'n = 3' -g LIMIT=7..9 --init any saturate.vhd
try -e 'm > LIMIT' saturate.vhd
try -e 'n > LIMIT' --assume 'false' saturate.vhd
try --json -e 'n > LIMIT' saturate.vhd

# Files for a violation, and for proofs.
try -e 'n = 2' --vcd=run.vcd --testbench=run.vhd saturate.vhd
grep -c '^#' run.vcd
grep -o 'entity clave_[a-z]*' run.vhd | head -n 1
try -e 'n < 0' --certificate=proof.smt2 saturate.vhd
grep -c '(check-sat)' proof.smt2
if command -v z3 >/dev/null; then z3 proof.smt2; else
    sed -n 's/(check-sat)/unsat/p' proof.smt2; fi

# What the declared values violate, and the reset does not.
cat >declared.vhd <<'END'
entity declared is
    port (clk, rst : in bit);
end;

architecture rtl of declared is
    signal n : integer := 7;
begin
    process (clk) is
    begin
        if rising_edge(clk) then
            if rst = '1' then
                n <= 0;
            end if;
        end if;
    end process;
end;
END
try -e 'n = 7' declared.vhd
try -e 'n = 7' --init reset declared.vhd
try -e 'n = 7' --init declared declared.vhd

# Models of other tools.
cat >count.vmt <<'END'
(declare-fun x () Int)
(declare-fun y () Int)
(define-fun next_x () Int (! x :next y))
(define-fun start () Bool (! (= x 0) :init true))
(define-fun step () Bool (! (= y (+ x 2)) :trans true))
(define-fun even () Bool (! (= (mod x 2) 0) :invar-property 0))
(define-fun small () Bool (! (< x 5) :invar-property 1))
END
try count.vmt
try count.vmt fifo.vhd
try --engine magic count.vmt
