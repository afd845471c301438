#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Do the tests notice a wrong lowering or evaluator?  One place at a time is
# changed in a copy of the sources; a change that compiles is a mutant, and it
# is killed if a unit test, the regression tests of what is refused, or a short
# co-simulation (small designs, random ones, the regression designs) fails.
#
#   mutate.sh [--count N] [--seed S] [--least PERCENT] [--keep DIR] [FILE...]
#
# Operators (mutate.awk applies them, one occurrence at a time):
#   equality    == and != swapped            arithmetic  + and - swapped
#   order       < and <=, > and >=           truth       true and false
#   connective  && and || swapped            constant    1 to 0, n to n + 1
#   term        term_and/or, lt/le, add/sub, div/mod, true/false swapped
#   not         term_not(t) becomes t        negate      a condition negated
#   arguments   the last two swapped         drop        a statement removed
# Lines that only free memory, assert or report an error are left alone.
#
# Exit status 1 if fewer than --least (95) percent are killed.  Each survivor
# is printed with its difference; those of mutate.known are equivalent, with
# the reason beside them, and are not counted.

set -eu
export LC_ALL=C
top=${abs_top_srcdir-$(cd "$(dirname "$0")/../.." && pwd)}
build=${abs_top_builddir-$top/build}
count=${MUTANTS-20} seed=1 least=95 keep='' files=()
while (($# > 0)); do
    case $1 in
        --count) count=$2; shift ;;
        --seed) seed=$2; shift ;;
        --least) least=$2; shift ;;
        --keep) keep=$2; shift ;;
        *) files+=("$1") ;;
    esac
    shift
done
command -v ghdl >/dev/null || { echo "skipped: no ghdl"; exit 77; }
if ((${#files[@]} == 0)); then
    files=(core/{eval,simplify,run}.c
           frontend/{aggregate,attribute,call,design,elaborate,elabtype}.c
           frontend/{exec,expr,finish,lower,process,scan,shape,starts}.c
           frontend/{sval,target}.c frontend/predefined*.c)
fi

work=${keep:-$(mktemp -d)}
[ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
src=$work/src out=$work/out
rm -rf "$src" "$out"
mkdir -p "$src" "$out"
(cd "$top" && tar -cf - --exclude=./build --exclude='./build-[!a]*' \
     --exclude=./.git .) | tar -xf - -C "$src"

make_all() {
    make -C "$out" clave core.tap frontend.tap sim.tap \
        tests/random/print-vhdl
}

cd "$out"
eval "\"\$src/configure\" $("$build/config.status" --config)" \
     "CFLAGS=-O0" >configure.log
make_all >make.log 2>&1 || { tail "$out/make.log"; exit 1; }

# ---- the killers ----

declare -a designs=()
export CLAVE=$out/clave
limits="ulimit -v 4000000; ulimit -c 0"

cosim() {
    (eval "$limits"
     cd "$src/regress/designs"
     eval "timeout -k 1 60 $1") >"$work/said" 2>&1 </dev/null
}

unit_test() {
    (eval "$limits"
     cd "$out"
     export abs_top_srcdir=$src abs_top_builddir=$out
     CK_DEFAULT_TIMEOUT=20 CK_VERBOSITY=silent timeout -k 1 120 "./$1") \
        >"$work/said" 2>&1
}

regress_test() {
    (eval "$limits"
     timeout -k 1 120 "$src/regress/run" "$1") >"$work/said" 2>&1 </dev/null
}

random_test() {
    (eval "$limits"
     abs_top_builddir=$out timeout -k 1 120 "$src/tests/random/cosim.sh" 12) \
        >"$work/said" 2>&1 </dev/null
}

# killer: prints who kills the mutant, fails if nobody does.
killer() {
    local d s
    unit_test frontend.tap || { echo frontend.tap; return; }
    for s in term model run; do
        CK_RUN_SUITE=$s unit_test core.tap || { echo "core.tap $s"; return; }
    done
    CK_RUN_SUITE=cosim unit_test sim.tap || { echo sim.tap; return; }
    for s in unsupported supported rules-counter rules-register rules-lifo \
        rules-afifo; do
        regress_test "$s" || { echo "regress $s"; return; }
    done
    random_test || { echo random; return; }
    for d in "${designs[@]}"; do
        cosim "${d#* }" || { echo "cosim ${d%% *}"; return; }
    done
    return 1
}

while read -r name _; do
    [[ -n $name && $name != \#* ]] || continue
    line=$("$src/regress/cosim" --command --runs 2 --cycles 60 "$name")
    if cosim "$line"; then
        designs+=("$name $line")
    else
        echo "left out, fails without a mutation: $name"
    fi
done <"$src/regress/designs/list"
designs_kept=("${designs[@]}") designs=()
! killer || { cat "$work/said"; exit 1; }
designs=("${designs_kept[@]}")

# ---- the mutants ----

cd "$src"
awk -f tests/long/mutate.awk "${files[@]}" |
    awk -v x="$((seed * 7919))" '{ x = x * 16807 % 2147483647
                                   print x "\t" $0 }' |
    sort -n | cut -f2- >"$work/sites"
echo "$(wc -l <"$work/sites") places, ${#designs[@]} designs, seed $seed"

made=0 killed=0 known=0
while IFS=$'\t' read -r file line operator text; do
    ((made < count)) || break
    cp -p "$file" "$work/original"
    TEXT=$text awk -v n="$line" 'NR == n { $0 = ENVIRON["TEXT"] } { print }' \
        "$work/original" >"$file"
    if make_all >"$out/make.log" 2>&1; then
        made=$((made + 1))
        if who=$(killer); then
            killed=$((killed + 1))
            echo "killed $file:$line $operator by $who"
        elif was=$(sed -n "${line}p" "$work/original") &&
             grep -qxF -- "$file: $was -> $text" \
                  "$src/tests/long/mutate.known"; then
            known=$((known + 1))
            echo "equivalent $file:$line $operator"
        else
            echo "survived $file:$line $operator"
            diff "$work/original" "$file" | sed 's/^/    /' || true
        fi
    fi
    cp "$work/original" "$file"
done <"$work/sites"

counted=$((made - known))
echo "$killed of $counted mutants killed, $known equivalent"
((killed * 100 >= least * counted))
