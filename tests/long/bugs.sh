#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Are bugs found that no simulation at the default generics shows?  One line of
# a regression design is changed; the change counts as a bug if GHDL never
# complains at the default generics, and stops with a failed check at some of
# the generics of regress/designs/list.  `clave check` does not take part in
# the choice.  It then has to report a violated obligation, with small
# generics, confirmed in simulation; what is written in the design as an assert
# does not count.
#
#   bugs.sh [--count N] [--seed S] [--keep DIR] [NAME...]
#
# One bug per entity, N entities, at most a fifth of them by one operator.
# Operators (bugs.awk applies them, one occurrence at a time), after what was
# seen in published components:
#   default  a generic becomes its default: a wrap or an index that is right
#            for the usual depth only
#   odd      a limit is one too large when a generic is odd: nobody tried a
#            depth that is not a power of two
#   one      a condition is never true when a generic is 1: full or empty is
#            wrong at the smallest depth
#   step     +1 and -1 become +2 and -2: an element -1 is read
#   order    < and > become <= and >=: a counter leaves its range
#   guard    one of two conditions is forgotten: the same
#
# Exit status 1 if one is not found, or fewer than N can be placed.

set -euf
export LC_ALL=C
top=${abs_top_srcdir-$(cd "$(dirname "$0")/../.." && pwd)}
build=${abs_top_builddir-$top/build}
export CLAVE=${CLAVE-$build/clave}
count=${BUGS-10} seed=1 keep='' names=()
limit=60        # seconds for a check
small=16        # generics of a counterexample are at most this
tries=30        # places in one design
while (($# > 0)); do
    case $1 in
        --count) count=$2; shift ;;
        --seed) seed=$2; shift ;;
        --keep) keep=$2; shift ;;
        *) names+=("$1") ;;
    esac
    shift
done
command -v ghdl >/dev/null || { echo "skipped: no ghdl"; exit 77; }

work=${keep:-$(mktemp -d)}
[ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
rm -rf "$work/designs"
mkdir -p "$work"
cp -r "$top/regress/designs" "$work/designs"
cd "$work/designs"
. "$top/regress/designs.lib"

field() {   # field NAME LINE: what stands behind NAME=
    local word
    for word in $2; do
        [[ $word != "$1="* ]] || { echo "${word#*=}"; return; }
    done
}

# The integer generics that the list gives ranges for, with their defaults.
defaults() {
    local item name value file files
    IFS=, read -ra files <<<"$(field files "$1")"
    for item in $(field generics "$1" | tr ',' ' '); do
        name=${item%%:*}
        [[ $item =~ :[0-9]+\.\.[0-9]+$ ]] || continue
        value=$(sed -n "s/^ *$name *:[^:]*:= *\([0-9][0-9]*\).*/\1/Ip" \
                    "${files[@]}" | tail -n1)
        [ -z "$value" ] || echo "$name=$value"
    done
}

shuffle() {
    awk -v x="$((seed * 7919 + 1))" '{ x = x * 16807 % 2147483647
                                       print x "\t" $0 }' |
        sort -n | cut -f2-
}

# ---- what GHDL says ----

# complaints PATTERN COMMAND...: how often GHDL did in the runs of a
# co-simulation; fails if that does not agree with GHDL.
complaints() {
    timeout -k 1 120 "${@:2}" >"$work/said" 2>&1 || return 1
    awk -v pattern="$1" '$1 ~ pattern { n += $2 } END { print n + 0 }' \
        "$work/said"
}

# The command that co-simulates a design, without generics.
set_plain() {   # set_plain NAME
    local word skip=no
    eval "command=($("$top/regress/cosim" --command --runs 8 --cycles 300 \
                         --seed "$seed" "$1"))"
    plain=()
    for word in "${command[@]}"; do
        case $skip$word in
            no-g) skip=yes ;;
            no*) plain+=("$word") ;;
            *) skip=no ;;
        esac
    done
}

is_hidden() {   # is_hidden NAME DEFAULT...: nothing to see at the defaults
    local n word
    set_plain "$1"
    for word in "${@:2}"; do
        plain+=(-g "$word")
    done
    n=$(complaints '^(failures|asserts)$' "${plain[@]}") && ((n == 0))
}

# At some generics of the list, GHDL stops (failures), or also: an assert fails
# (failures|asserts).
is_broken() {   # is_broken NAME PATTERN
    local n
    set_plain "$1"
    n=$(complaints "^($2)\$" "${command[@]}") && ((n > 0))
}

# ---- what clave check says ----

# The violated obligation with the shortest run among those that simulation
# confirmed, if its generics are small:
#   violated   FILE:LINE  KIND@LINE:COLUMN: in N cycles ... with A = 1, B = 2,
#   confirmed  (ENGINE, SECONDS s)
find_bug() {    # find_bug WORD...: of the design's line
    design_options "$@"
    timeout -k 1 $((2 * limit)) "$CLAVE" check --timeout="$limit" \
        "${options[@]}" >"$work/report" 2>"$work/said" || true
    awk -v small="$small" '
        $1 == "violated" && / confirmed / &&
        $3 ~ /^(index|range|length|division|choice|elaboration)@/ {
            large = 0
            for (i = 4; i <= NF; i++) {
                if ($i == "=" && $(i + 1) + 0 > small)
                    large = 1
                if ($i == "in" && $(i + 2) ~ /^cycle/)
                    cycles = $(i + 1)
            }
            if (!large && (best == "" || cycles < fewest)) {
                fewest = cycles
                best = $0
            }
        }
        END { if (best != "") print best }' "$work/report"
}

# ---- placing ----

declare -A used=() done=()  # by operator, by entity
placed=0 found=0
most=$(((count + 4) / 5))

# Is the change of one line a bug, and is it found?
try() {     # try NAME LINE FILE AT OPERATOR
    is_hidden "$1" "${values[@]}" && is_broken "$1" failures || return 1
    placed=$((placed + 1))
    used[$5]=$((${used[$5]-0} + 1))
    said=$(find_bug $2)
    if [ -n "$said" ]; then
        found=$((found + 1))
        echo "found $1 $3:$4 $5"
        echo "    $said"
    else
        echo "missed $1 $3:$4 $5"
        sed 's/^/    /' "$work/report" "$work/said"
    fi
    diff "$work/original" "$3" | sed 's/^/    /' || true
}

place() {   # place NAME LINE: at most one bug in this design
    local file at operator text left=$tries
    mapfile -t values < <(defaults "$2")
    ((${#values[@]} > 0)) && ! is_broken "$1" 'failures|asserts' || return 1
    while ((left-- > 0)) && IFS=$'\t' read -r file at operator text; do
        ((${used[$operator]-0} < most)) || continue
        cp "$file" "$work/original"
        TEXT=$text awk -v n="$at" 'NR == n { $0 = ENVIRON["TEXT"] }
                                   { print }' "$work/original" >"$file"
        try "$1" "$2" "$file" "$at" "$operator" && left=-1
        cp "$work/original" "$file"
        ((left >= 0)) || return 0
    done < <(awk -v generics="${values[*]}" -f "$top/tests/long/bugs.awk" \
                 $(field files "$2" | tr ',' ' ') | shuffle)
    return 1
}

while read -r name line; do
    ((placed < count)) || break
    entity=$(field top "$line")
    entity=${entity%%\(*}
    [ -n "${done[$entity]-}" ] || ! place "$name" "$line" || done[$entity]=yes
done < <(grep -v '^#' list | { ((${#names[@]} == 0)) && cat ||
             grep -wE "^($(IFS='|'; echo "${names[*]}"))"; } | shuffle)

echo "$found of $placed bugs found, $count asked for"
((found == placed && placed == count))
