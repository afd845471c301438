# SPDX-License-Identifier: GPL-3.0-or-later
#
# For bench/table1, bench/param and bench/foreign: the same question to clave
# and to Z3. The data is that of $CLAVE_SHARED/bench; without it, skipped.
#
#   LIMIT    seconds for each question (20)
#   Z3S      Z3 programs to compare with (z3)

export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
build=${abs_top_builddir-$source/build}
data=${CLAVE_SHARED:-/nonexistent}/bench
limit=${LIMIT-20}
read -ra z3s <<<"${Z3S-z3}"
clave=$build/clave
bad=0

[ -d "$data" ] || { echo "skipped: no $data (set CLAVE_SHARED)"; exit 77; }
[ -x "$clave" ] && [ -x "$build/bench/compare" ] || {
    echo "build clave and bench/compare first, or set abs_top_builddir"
    exit 1
}
for z3 in "${z3s[@]}"; do
    command -v "$z3" >/dev/null || { echo "skipped: no $z3"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# calc EXPRESSION: its value, or for a comparison 1 or 0.
calc() { awk "BEGIN { printf \"%.3f\", $1 }"; }
holds() { [ "$(awk "BEGIN { print ($1) ? 1 : 0 }")" = 1 ]; }

fail()
{
    echo "FAILED: $*"
    bad=1
}

# run COMMAND...: sets wall, cpu, megabytes, status.
run()
{
    "$build/bench/compare" --answer "$work/answer" "$@" >"$work/usage" \
        2>"$work/errors"
    read -r wall cpu megabytes status <"$work/usage"
}

# ask_clave FILE OPTION...: sets answer to safe, unsafe or unknown.
ask_clave()
{
    run "$clave" check --timeout "$limit" "$@"
    case $status in
        0) answer=safe ;;
        1) answer=unsafe ;;
        *) answer=unknown ;;
    esac
}

# ask_z3 PROGRAM FILE
ask_z3()
{
    run "$1" -T:"$limit" "$2"
    case $(head -n 1 "$work/answer") in
        sat) answer=safe ;;
        unsat) answer=unsafe ;;
        *) answer=unknown ;;
    esac
}

# expected FILE: what the file itself says: safe, unsafe or "".
expected()
{
    sed -n 's/.*(set-info :expected \([a-z]*\)).*/\1/p
            s/.*(set-info :status sat).*/safe/p
            s/.*(set-info :status unsat).*/unsafe/p' "$1" | head -n 1
}

# horn FILE: sets `clauses` to a file of Horn clauses that asks the same.
horn()
{
    clauses=$1
    case $1 in
        *.vmt)
            clauses=$work/clauses.smt2
            "$clave" dump horn "$1" >"$clauses" 2>"$work/errors"
            ;;
    esac
}
