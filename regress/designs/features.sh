#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which language feature occurs in which regression design.  Prints one line
# per feature and fails if a feature occurs in fewer than two designs.
#
#   features.sh            the table
#   features.sh DESIGN     the features of one design
#
# A design is a file NAME.vhd or a folder NAME here.  Its text is searched
# without comments, in lower case, with strings emptied unless they consist of
# digits.  Three forms of it are made:
#   all    the whole text on one line
#   stm    a line per statement or declaration (cut at ";"), which begins with
#          "P " inside a process, "K " inside a package and "C " elsewhere
#   list   the design's lines of the file "list"
#
# GHDL 2.0.0 does not analyse sequential selected assignments (VHDL-2008), so
# no design has one.

set -eu
LC_ALL=C
export LC_ALL

here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/features.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# Comments out, strings emptied, characters kept, blanks squeezed.
squeeze () {
    awk '
    {
        out = ""; s = tolower($0); n = length(s)
        for (i = 1; i <= n; i++) {
            c = substr(s, i, 1)
            if (c == "-" && substr(s, i, 2) == "--")
                break
            if (c == "\047" && substr(s, i + 2, 1) == "\047") {
                out = out substr(s, i, 3); i += 2
            } else if (c == "\"") {
                j = index(substr(s, i + 1), "\"")
                if (j == 0) break
                str = substr(s, i + 1, j - 1)
                out = out "\"" (str ~ /^[0-9a-f_]*$/ ? str : "") "\""
                i += j
            } else
                out = out c
        }
        printf "%s ", out
    }
    END { print "" }' "$@" |
    sed 's/[[:space:]][[:space:]]*/ /g; s/( /(/g; s/ )/)/g;
         s/\([a-z0-9_]\) (/\1(/g; s/ ;/;/g'
}

# One statement per line, marked by where it stands.
statements () {
    tr ';' '\n' | awk '
    {
        sub(/^ /, "")
        if ($0 ~ /(^|[: ])process($|[( ])/ && $0 !~ /^end /) mark = "P "
        if ($0 ~ /(^| )package (body )?[a-z0-9_]+ is/) mark = "K "
        print (mark ? mark : "C ") $0
        if ($0 ~ /^end (process|package)/) mark = ""
    }'
}

designs=
for path in "$here"/*; do
    name=$(basename "$path" .vhd)
    if [ -d "$path" ]; then
        squeeze "$path"/*.vhd > "$tmp/$name.all"
        grep "files=$name/" "$here/list" > "$tmp/$name.list"
    elif [ "$path" != "${path%.vhd}" ]; then
        squeeze "$path" > "$tmp/$name.all"
        grep "files=$name\\.vhd" "$here/list" > "$tmp/$name.list"
    else
        continue
    fi
    statements < "$tmp/$name.all" > "$tmp/$name.stm"
    designs="$designs $name"
done

# Implicit conversion to Boolean: an if condition that begins with an object
# declared as std_logic and goes on without a relation.
implicit_boolean () {
    awk '
    NR == FNR {
        if (match($0, /[a-z0-9_, ]+ : ((in|out) )?std_u?logic($| |\))/)) {
            d = substr($0, RSTART)
            sub(/^.*\(/, "", d); sub(/^.*(signal|variable) /, "", d)
            sub(/ :.*/, "", d); gsub(/ /, "", d)
            k = split(d, name, ",")
            for (i = 1; i <= k; i++) logic[name[i]] = 1
        }
        if (match($0, /[a-z0-9_]+ : (boolean)/)) {
            d = substr($0, RSTART)
            sub(/ :.*/, "", d)
            other[d] = 1
        }
        next
    }
    {
        s = $0
        while (match(s, /(^| )(if|elsif) (not )?[a-z0-9_]+ (then|and|or) /)) {
            c = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH)
            sub(/^ /, "", c)
            k = split(c, w, " ")
            if (w[k - 1] in logic && !(w[k - 1] in other)) found = 1
        }
    }
    END { exit !found }' "$1" "$1"
}

# feature | form | extended regular expression
cat > "$tmp/features" <<'TABLE'
several architectures|all|architecture [a-z0-9_]+ of ([a-z0-9_]+) is .*architecture [a-z0-9_]+ of \1 is 
choice of an architecture|stm|: entity work\.[a-z0-9_]+\([a-z]
direct instantiation|stm|: entity work\.
component instantiation|all|component ([a-z0-9_]+) .* : (component )?\1 (generic|port) map
generic map|stm|generic map
expression in a generic map|stm|generic map\([^;]*=> [^,]*[-+*/]
expression in a port map|stm|port map\([^;]*=> (not [a-z]|[a-z0-9_]+ (and|or) )
open association|stm|port map\([^;]*(=>|,) open[,)]
partial association|stm|port map\([^;]*[(, ][a-z0-9_]+\([0-9][a-z0-9_ ]*\) =>
slice as actual|stm|port map\([^;]*(=>|,) [a-z0-9_]+\([^()]* (downto|to) [^()]*\)[,)]
conversion in a port map|stm|port map\([^;]*(std_logic_vector|unsigned|signed)\([^;]*\) =>
package|stm|(^| )package [a-z0-9_]+ is
package body|stm|(^| )package body [a-z0-9_]+ is
if generate|stm| : if .* generate
case generate|stm| : case .* generate
for generate|stm| : for .* generate
else generate|stm|(^| )else generate
attribute length|all|'length
attribute range|all|'range
attribute high|all|'high
attribute low|all|'low
attribute left|all|'left
attribute right|all|'right
attribute event|all|'event
attribute ascending|all|'ascending
subtype|stm|subtype [a-z0-9_]+ is
enumeration|stm|type [a-z0-9_]+ is\([a-z]
array of vectors|all|(array\([^;]* of (std_u?logic_vector|unsigned|signed)\(|subtype ([a-z0-9_]+) is std_u?logic_vector\(.* array\([^;]* of \3)
constant by a function|stm|constant [a-z0-9_]+ : (natural|positive|integer) := ([a-hj-z]|i[a-mo-z])[a-z0-9_]*\(
unconstrained port|stm|: (in|out) (std_u?logic_vector|unsigned|signed)$
string generic|stm|[a-z0-9_]+ : string($| :=)
time generic|stm|[a-z0-9_]+ : time($| :=)
real generic|stm|[a-z0-9_]+ : real($| :=)
simple concurrent assignment|stm|^C (.*(begin|generate) )?[a-z0-9_]+ <= [a-z0-9_()]+( (and|or|xor|not|&|[-+]) [a-z0-9_()]+)*$
conditional concurrent assignment|stm|^C .*<= .* when .* else 
selected concurrent assignment|stm|^C .*with [a-z0-9_]+ select
simple sequential assignment|stm|^P [a-z0-9_]+ <= [a-z0-9_]+$
conditional sequential assignment|stm|^P .*(<=|:=) .* when .* else 
process with sensitivity list|stm|process\(([^a]|a[^l]|al[^l])
process(all)|stm|process\(all\)
wait until|stm|wait until
asynchronous reset|stm|elsif (rising_edge\(|falling_edge\(|[a-z0-9_]+'event)
synchronous reset|stm|(^P |then )if (s?rst|rst_i|reset|resetn|src_rst)( = '[01]')? then
clock enable|stm|if (en|ena|ena_i|ce|pix_en|enable|tick)( = '1')? then
several clocks|list|clocks=[A-Za-z0-9_]+,
rising and falling edge|all|rising_edge\(.*falling_edge\(|falling_edge\(.*rising_edge\(
clk'event and clk = '1'|all|([a-z0-9_]+)'event and \1 = '1'
variable|stm|^P (.* )?variable
variable as state|stm|^P (.* )?variable [^;]* := 
if|stm|(^| )if .* then
case|stm|(^| )case .* is when
for loop|stm|(^| )for [a-z0-9_]+ in .* loop
while loop|stm|(^| )while .* loop
plain loop|stm|(^[PC]|begin|then|else) loop 
exit|stm|(^| )exit( when|$)
next|stm|(^| )next( when|$)
return|stm|(^| )return 
null|stm|(^| )null$
local function|stm|^C (.* )?function [a-z0-9_]+
package function|stm|^K (.* )?function [a-z0-9_]+
overloaded function|all|function ([a-z0-9_]+)\([^)]*\) return [a-z_]+ is .*function \1\([^)]*\) return [a-z_]+ is
recursive function|all|function ([a-z0-9_]+)\([^)]*\) return [a-z_]+ is .*return [^;]*[^a-z0-9_]\1\(.*end function \1
unconstrained argument|stm|(^[CK] |function [^)]*)\(?[a-z0-9_, ]+ : (std_u?logic_vector|unsigned|signed|int_vector)(\)|$)
slice as target|stm|(^[PC]|then|else|begin|loop|=>) [a-z0-9_]+\(([^()]|\([^()]*\))* (downto|to) ([^()]|\([^()]*\))*\) (<=|:=)
index as target|stm|(^[PC]|then|else|begin|loop|=>|generate) [a-z0-9_]+\([a-z0-9_]+(\([a-z0-9_]+\)+)?( [-+*] [a-z0-9_]+)*\) <=
positional aggregate|all|\(('[01]'|"[01]*"|[0-9]+), ('[01]'|"[01]*"|[0-9]+), [^()]*\);
named aggregate|all|\([0-9]+( \| [0-9]+)* => 
others aggregate|all|\(others => 
range in an aggregate|all|[(,] ?([a-z0-9_]+'range|[0-9]+ (downto|to) [0-9]+) => ['a-z]
concatenation|stm|(<=|:=|return) [^"]* & 
mod|all| mod 
rem|all| rem 
integer division|stm|[a-z0-9_] / [a-z0-9]
**|all|[0-9)] ?\*\* ?[a-z(]
abs|all|[^a-z0-9_]abs[ (]
shift_left, shift_right|all|shift_(left|right)\(
sll and relatives|all| (sll|srl|rol|ror|sla|sra) |rotate_(left|right)\(
resize|all|resize\(
to_integer|all|to_integer\(
to_unsigned|all|to_unsigned\(
to_signed|all|to_signed\(
reduction operator|all|(<=|=>|:=|return|\() ?(and|or|xor|nand|nor|xnor) [a-z(]
implicit Boolean conversion|implicit|
math_real: log2|all|log2\(real
math_real: ceil|all|[^a-z]ceil\(
assert|stm|(^| )assert .*report
assert in a process|stm|^P (.* )?assert 
report|stm|report "
initial value of a signal|stm|signal [^;]* := 
TABLE

has () {    # design, form, expression
    case $2 in
    implicit) implicit_boolean "$tmp/$1.stm" ;;
    *) grep -Eq -e "$3" "$tmp/$1.$2" ;;
    esac
}

status=0
while IFS= read -r line; do
    feature=${line%%|*}
    rest=${line#*|}
    form=${rest%%|*}
    regex=${rest#*|}
    found= count=0
    for d in $designs; do
        if has "$d" "$form" "$regex"; then
            found="$found $d"
            count=$((count + 1))
        fi
    done
    if [ $# -gt 0 ]; then
        case " $found " in *" $1 "*) echo "$feature" ;; esac
        continue
    fi
    printf '%-34s %3d %s\n' "$feature" "$count" "$found"
    if [ "$count" -lt 2 ]; then
        echo "features.sh: fewer than two designs: $feature" >&2
        status=1
    fi
done < "$tmp/features"
exit $status
