#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The project speaks of itself alone: a reader has this tree and nothing else.
. "$(dirname "$0")/lib.sh"

pattern='[Hh]and-?outs?\>|\<[Aa]gents?\>|\.\./shared|\<[Ii]ssue [0-9#]'
pattern="$pattern|\<TODO\>|\<FIXME\>|\<XXX\>"

check()
{
    (
        cd "$1" || exit 1
        find . -type f ! -path './build*' ! -path './.git/*' \
            ! -path './autom4te.cache/*' ! -name 'words.sh' \
            \( -name '*.[ch1]' -o -name '*.md' -o -name '*.am' -o -name '*.sh' \
            -o -name '*.def' -o -name '*.vhd' -o -name bootstrap \) |
            sort | xargs grep -nE "$pattern" /dev/null |
            grep -v 'abs_top_srcdir)/\.\./shared' | sed 's|^\./||'
    )
    return 0
}

expect_clean
copy_tree
echo '// as the hand-out says' >>"$tmp/tree/core/arena.c"
expect_found "a reference to what is not here" "core/arena.c:"
exit $bad
