# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shared by the sanity tests, which source it: where things are, and how a
# test shows that it can fail.

set -u
export LC_ALL=C.UTF-8
srcdir=${abs_top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${abs_top_builddir:-$srcdir/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The folders with C in them.
rooms="core psl frontend ca bdd reach sim cli tests fuzz bench"

# Names below the tree $1 that match the find expression $2...
find_in()
{
    local tree=$1 dir
    shift
    (
        cd "$tree" || exit 1
        for dir in $rooms; do
            [ ! -d "$dir" ] || find "$dir" "$@"
        done | sort
    )
}

# A copy of the rooms that the self-tests may spoil, in $tmp/tree.
copy_tree()
{
    local dir
    rm -rf "$tmp/tree"
    mkdir "$tmp/tree"
    for dir in $rooms; do
        [ ! -d "$srcdir/$dir" ] || cp -R "$srcdir/$dir" "$tmp/tree"
    done
    chmod -R u+w "$tmp/tree"
}

# Both print their findings; one must find nothing in the sources, the other
# must find $2 in the spoiled tree.  The function `check` is the test's own.
expect_clean()
{
    if check "$srcdir" >"$tmp/found" 2>&1 && [ ! -s "$tmp/found" ]; then
        echo "ok: the sources"
    else
        cat "$tmp/found"
        bad=1
    fi
}

expect_found()
{
    check "$tmp/tree" >"$tmp/found" 2>&1
    if grep -qF -- "$2" "$tmp/found"; then
        echo "ok: $1 is found"
    else
        echo "$1 was not found; instead:"
        head -20 "$tmp/found"
        bad=1
    fi
}

bad=0
