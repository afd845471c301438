# SPDX-License-Identifier: GPL-3.0-or-later
# clave ltl: each question in each form, and what is wrong with a formula.
try()
{
    echo "\$ clave ltl $*"
    "$CLAVE" ltl "$@" 2>&1
    echo "exit status $?"
}

cat >handshake.vcd <<'VCD'
$scope module top $end
$var wire 1 ! clk $end
$var wire 1 " req $end
$var wire 1 # ack $end
$upscope $end
$enddefinitions $end
#0
0! 1" 0#
#5
1!
#10
0!
#15
1! 1#
#20
0! 0" x#
VCD
cat >some.jsonl <<'JSON'
{"id": "right", "f": "(F (b p))", "ctx": "T", "word": [[], ["p"]], "loop": null, "holds": true}
{"id": "wrong", "f": "(X! 1 (b p))", "ctx": "c", "word": [["c"], ["c"]], "loop": 0, "holds": true}
{"id": "broken", "f": "(X! (b p))", "word": [], "holds": true}
JSON

try eval '(always (req -> next ack)) @ clk' --word '{clk, req}{req}{clk, ack}'
try eval --json 'p until! q' --word '{p}({p}{q})^w'
try eval 'req -> next[1] ack' --clock clk --vcd handshake.vcd
sed -i 's/x#/0#/' handshake.vcd
try eval 'req -> next[1] ack' --clock clk --vcd handshake.vcd
try eval 'always (rose(q) -> p)' --word '{p}{p, q}{q}'
try eval 'prev(p)' --word '{p}'
try eval 'next[N] p' --word '{}{}{p}' --count N=2
try eval 'next[N] p' --word '{}{}{p}'
try eval '{p[*2]; q} |-> r abort s' --word '{p}{p}{q}'
try rewrite --json '(p until! q) @ c'
try rewrite '(always (p -> next! q)) abort r' --clock c
try project c --word '{c, p}{q}({c}{p})^w'
try project 'next c' --word '{c}'
try equal 'always (p and q)' '(always p) and (always q)'
try equal --json 'p until q' 'p until! q'
try implies 'p until! q' 'p until q'
try implies 'p until q' 'p until! q'
try sat 'p! and (always (p -> next! not p)) and (always (not p -> next! p))'
try sat 'p! and not p'
try classify 'eventually! p'
try classify --json '(always p) or (eventually! q)'
try automaton 'eventually! {p; q}'
try automaton --json 'next p'
try automaton --dot 'always p'
try automaton 'always {p; q} |=> r' --as monitor
try automaton '(always (p -> next![N] q)) @ c' --as watch
try automaton 'eventually! (p and next[N] q)' --as watch
try automaton 'always (p -> next[500] q)' --as monitor
try vectors some.jsonl
try vectors missing.jsonl
try eval 'p' --word '{p'
try eval 'p'
try eval 'p and or q' --word ''
try eval '{p; q' --word ''
try eval 'count = 3' --word ''
try equal p
try guess p
