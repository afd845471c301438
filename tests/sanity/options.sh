#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The table of options, the man page, the completion and the program agree,
# and every option has an effect somewhere.
. "$(dirname "$0")/lib.sh"

print=$builddir/print-options
clave=$builddir/clave
"$print" names | sort >"$tmp/names" || exit 1
grep -v '^-' "$tmp/names" >"$tmp/commands"

# same WHAT FILE FILE
same()
{
    if diff -u "$2" "$3" >"$tmp/diff"; then
        echo "ok: $1"
    else
        echo "$1:"
        tail -n +3 "$tmp/diff"
        bad=1
    fi
}

# What a man page documents: the .It lines of its lists, one name a line.
man_names()
{
    sed -n -e '/^\.Sh EXIT/q' -e 's/^\.It //p' "$1" |
        grep -oE '(Fl -?[a-zA-Z][a-z-]*|^Cm [a-z]+)' |
        sed -e 's/^Fl /-/' -e 's/^Cm //' | sort
}

# What `clave --help` shows: the first word or two of each line.
help_names()
{
    {
        "$@" help
        while read -r command; do
            "$@" help "$command"
        done <"$tmp/commands"
    } | sed -n -E -e 's/^  (-[a-zA-Z]), (--[a-z-]+).*/\1\n\2/p' \
        -e 's/^  (-[a-zA-Z])[^,].*/\1/p' -e 's/^      (--[a-z-]+).*/\1/p' |
        sort -u
}

man_names "$srcdir/man/clave.1" >"$tmp/man"
same "the man page lists what the table has" "$tmp/names" "$tmp/man"

grep '^-' "$tmp/names" >"$tmp/options"
help_names "$print" >"$tmp/help"
same "--help lists what the table has" "$tmp/options" "$tmp/help"

"$print" completion >"$tmp/completion"
same "the completion is current (make update-completion)" \
    "$srcdir/completions/clave" "$tmp/completion"
bash -n "$srcdir/completions/clave" || bad=1

# The program prints what the table says.
"$print" help >"$tmp/expected"
"$clave" --help >"$tmp/printed" || bad=1
same "clave --help" "$tmp/expected" "$tmp/printed"
while read -r command; do
    "$print" help "$command" >"$tmp/expected"
    "$clave" "$command" --help >"$tmp/printed" || bad=1
    same "clave $command --help" "$tmp/expected" "$tmp/printed"
done <"$tmp/commands"

# An option that nothing reads would be a promise that is not kept.
unused()
{
    local id
    for id in $(sed -n 's/^OPTION(\([A-Z_]*\),.*/\1/p' "$1/core/options.def")
    do
        (cd "$1" && grep -qsw "OPTION_$id" cli/*.c frontend/*.c sim/*.c \
            reach/*.c) || echo "OPTION_$id is used nowhere"
    done
}
check()
{
    unused "$1"
}
expect_clean
copy_tree
echo 'OPTION(NEW, "new", 0, FLAG, NULL, NULL, 0, 0, IN_ALL, "x")' \
    >>"$tmp/tree/core/options.def"
expect_found "an unused option" "OPTION_NEW is used nowhere"

# Completion in a shell: WORD... become what is expected.
completes()
{
    local expected=$1
    shift
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        compopt() { :; }; _clave; echo "${COMPREPLY[*]}"' \
        bash "$srcdir/completions/clave" "$@" >"$tmp/seen"
    echo "$expected" >"$tmp/expected"
    same "the completion of '$*'" "$tmp/expected" "$tmp/seen"
}
completes analyse clave ana
completes --json clave analyse --js
completes --std= clave analyse --st
completes '87 93 93c 02 08' clave analyse --std =
completes '93 93c' clave analyse --std = 9
completes -fsynopsys clave analyse -fs
completes dump clave --colour = never du
completes '' clave analyse some
completes '' clave analyse --output = some

# The man page is good mdoc.
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning "$srcdir/man/clave.1" && echo "ok: mandoc" ||
        bad=1
fi
exit $bad
