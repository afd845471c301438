#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The rules of HACKING.md, "How code looks", that a script can see.
. "$(dirname "$0")/lib.sh"

check_lines()
{
    awk '
        function say(what) { print FILENAME ":" FNR ": " what }
        /\t/ { say("tab") }
        /[ \t]$/ { say("trailing space") }
        length($0) > 80 && FILENAME !~ /\.def$/ { say("longer than 80 columns") }
        /^ *# *if +0/ { say("#if 0") }
        /(^|[^a-zA-Z0-9_])(strcpy|strcat|sprintf|strtok|atoi|strncpy|gets) *\(/ &&
            FILENAME != "core/base.h" { say("banned function") }
        FNR == 1 { spdx = 0 }
        FNR <= 3 && /SPDX-License-Identifier: GPL-3.0-or-later/ { spdx = 1 }
        FNR == 4 && !spdx { say("no SPDX line") }
        FNR == 1001 { say("more than 1000 lines: split the file") }
    ' "$@"
}

# From the line after a column-0 line that ends a signature up to "}".  A
# function that is one flat switch says so: "// One flat switch".
check_functions()
{
    awk '
        FNR == 1 { start = 0 }
        /^[a-z_].*\(/ && !/;$/ { start = FNR; name = $0; flat = 0 }
        /One flat switch/ { flat = 1 }
        /^}/ && start {
            if (FNR - start + 1 > 100 && !flat)
                print FILENAME ":" start ": function of " FNR - start + 1 \
                    " lines: " name
            start = 0
        }
    ' "$@"
}

check_guards()
{
    local header guard
    for header; do
        guard=CLAVE_$(echo "${header%.h}" | tr 'a-z/-' 'A-Z__')_H
        grep -qx "#ifndef $guard" "$header" &&
            grep -qx "#define $guard" "$header" ||
            echo "$header: the guard is not $guard"
    done
}

# config.h decides what the system headers show, so it comes first.
check_config()
{
    local file
    for file; do
        [ "$(grep -m1 '^#include' "$file")" = '#include "config.h"' ] ||
            echo "$file: config.h is not the first include"
    done
}

check()
{
    (
        cd "$1" || exit 1
        check_lines $(find_in . -name '*.[ch]' -o -name '*.def')
        check_functions $(find_in . -name '*.c')
        check_guards $(find_in . -name '*.h')
        check_config $(find_in . -name '*.c' ! -name lsan.c)
    )
}

# plant LINES EXPECTED WHAT: in a new file of core.
plant()
{
    copy_tree
    printf '// SPDX-License-Identifier: GPL-3.0-or-later\n%b' \
        "#include \"config.h\"\n\n$1\n" >"$tmp/tree/core/new.c"
    expect_found "$3" "core/new.c:$2"
}

expect_clean
rooms=core
plant '\tint x;' '4: tab' "a tab"
plant 'int x; ' '4: trailing space' "a trailing space"
plant "// $(printf '%078d' 0)" '4: longer than 80' "a long line"
plant '#if 0' '4: #if 0' "#if 0"
plant '    strcpy(a, b);' '4: banned function' "a banned function"
plant "$(printf ';\\n%.0s' {1..1000})" '1001: more than 1000' "a long file"
plant "int f(void)\\n{$(printf '\\n    ;%.0s' {1..98})\\n}" '4: function of 101' \
    "a long function"
copy_tree
printf '\n\n\n\n' >"$tmp/tree/core/new.h"
expect_found "a file without SPDX" "core/new.h:4: no SPDX line"
expect_found "a header without guard" "guard is not CLAVE_CORE_NEW_H"
copy_tree
sed -i '/config.h/d' "$tmp/tree/core/arena.c"
expect_found "a file without config.h" "core/arena.c: config.h is not"
exit $bad
