#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Who may include whom (HACKING.md, "Where things are").
. "$(dirname "$0")/lib.sh"

declare -A may=(
    [core]="core"
    [psl]="psl core"
    [frontend]="frontend psl core"
    [ca]="ca core"
    [bdd]="bdd core"
    [reach]="reach ca bdd core"
    [sim]="sim frontend core"
    [cli]="cli sim frontend psl reach ca bdd core"
    [random]="sim core"
    [together]="frontend psl reach ca bdd core"
    [fuzz]="fuzz frontend psl reach ca bdd core"
    [bench]="bench frontend psl reach ca bdd core"
)

# The folders that file $1 may include.
allowed()
{
    local room=${1%%/*} rest=${1#*/}
    if [ "$room" != tests ]; then
        echo "${may[$room]}"
    elif [ "$rest" != "${rest#*/}" ]; then
        echo "tests ${may[${rest%%/*}]-core}"
    else
        echo "tests core"
    fi
}

# The one place (a shell pattern) for each header of a library.
place_of()
{
    case $1 in
        cudd.h | cuddObj.hh | mtr.h | epd.h | dddmp.h) echo "bdd/*" ;;
        yices*.h) echo "reach/*" ;;
        gmp.h) echo "core/bigint.*" ;;
        jansson.h) echo "cli/*" ;;
        check.h) echo "tests/*" ;;
    esac
}

# One #include of file $1 at line $2; $3 is what stands behind it.
check_include()
{
    local file=$1 line=$2 what=$3 path place
    case $what in
        '"'*)
            path=${what#\"}
            path=${path%%\"*}
            [ "$path" = config.h ] && return
            case $path in
                */*) ;;
                *)
                    echo "$file:$line: \"$path\" is not written from the" \
                        "source root"
                    return
                    ;;
            esac
            case " $(allowed "$file") " in
                *" ${path%%/*} "*) ;;
                *) echo "$file:$line: ${file%/*} must not include \"$path\"" ;;
            esac
            ;;
        '<'*)
            path=${what#<}
            path=${path%%>*}
            place=$(place_of "$path")
            case $file in
                ${place:-*}) ;;
                tests/together/*) ;;
                *) echo "$file:$line: <$path> belongs to $place" ;;
            esac
            ;;
    esac
}

# libghdl has no headers: its names have two underscores in the middle.
check_ghdl()
{
    (cd "$1" && grep -nE '\<(libghdl_|[a-z][a-z0-9_]*__)[a-z0-9_]* *\(' $2) |
        grep -vE '^(frontend|tests/frontend|tests/together)/' |
        sed 's/:\([0-9]*\):.*/:\1: libghdl is declared and called in frontend only/'
}

check()
{
    local files file line what
    files=$(find_in "$1" -name '*.[ch]')
    (cd "$1" && grep -nE '^ *# *include' $files) |
        sed 's/^\([^:]*\):\([0-9]*\): *# *include */\1 \2 /' |
        while read -r file line what; do
            check_include "$file" "$line" "$what"
        done
    check_ghdl "$1" "$files"
}

# plant FILE TEXT WHAT: the text as a new last line must be found there.
plant()
{
    local lines
    copy_tree
    mkdir -p "$tmp/tree/$(dirname "$1")"
    touch "$tmp/tree/$1"
    lines=$(wc -l <"$tmp/tree/$1")
    echo "$2" >>"$tmp/tree/$1"
    expect_found "$3" "$1:$((lines + 1)): "
}

expect_clean
plant core/arena.h '#include "psl/nodes.h"' "core that includes psl"
plant core/new.c '#include "cli/report.h"' "core that includes cli"
plant psl/new.c '#include "frontend/ghdl.h"' "psl that includes frontend"
plant ca/new.c '#include "bdd/set.h"' "ca that includes bdd"
plant tests/core/new.c '#include "psl/nodes.h"' "a test that includes upwards"
plant core/new.c '#include "arena.h"' "an include without its folder"
plant reach/new.c '#include <cudd.h>' "cudd.h outside bdd"
plant psl/new.h '  #  include <yices.h>' "yices.h outside reach"
plant core/term.c '#include <gmp.h>' "gmp.h outside core/bigint"
plant core/new.c '#include <jansson.h>' "jansson.h outside cli"
plant cli/new.c '#include <check.h>' "check.h outside tests"
plant cli/new.c 'int32_t vhdl__nodes__get_kind(int32_t n);' "libghdl in cli"
exit $bad
