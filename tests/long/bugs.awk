# SPDX-License-Identifier: GPL-3.0-or-later
#
# Lists the places at which an operator of bugs.sh applies:
#     FILE <tab> LINE <tab> OPERATOR <tab> the new line
# `generics` has the design's integer generics, as "NAME=DEFAULT ...".
# Strings, characters and comments are masked while looking.

function mask(s,    out, c, i)
{
    out = ""
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (c == "-" && substr(s, i, 2) == "--")
            break
        if (c == "'" && substr(s, i + 2, 1) == "'") {
            out = out "___"
            i += 2
        } else if (c == "\"") {
            do {
                out = out "_"
                i++
            } while (i <= length(s) && substr(s, i, 1) != "\"")
            out = out "_"
        } else
            out = out tolower(c)
    }
    return out
}

function site(operator, line)
{
    if (line != $0)
        printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, operator, line
}

# Every occurrence of `from` becomes `to`, one at a time; a word is not part of
# a longer one.
function swap(operator, from, to,    at, next_one, left, right)
{
    at = 1
    while ((next_one = index(substr(masked, at), from)) > 0) {
        at += next_one - 1
        left = at == 1 ? " " : substr(masked, at - 1, 1)
        right = substr(masked, at + length(from), 1)
        if (!(from ~ /^[a-z0-9_]/ && left ~ /[a-z0-9_.']/) &&
            !(from ~ /[a-z0-9_]$/ && right ~ /[a-z0-9_]/))
            site(operator, substr($0, 1, at - 1) to \
                 substr($0, at + length(from)))
        at += length(from)
    }
}

# A condition that is never true when the generic is 1.
function only_above_one(name,    cut)
{
    if (masked ~ /edge|reset|rst|clr|clear/ ||
        !(match(masked, /(^| )(if|elsif) .* then/) ||
          match(masked, / when .* else/)))
        return
    cut = RSTART + RLENGTH - 6
    site("one", substr($0, 1, cut) " and " name " > 1" substr($0, cut + 1))
}

# One of two conditions is forgotten.
function drop_condition(    cut, end)
{
    if (!match(masked, /(^| )(if|elsif) .* then/) || masked ~ /\(.* and /)
        return
    end = RSTART + RLENGTH - 5
    cut = index(masked, " and ")
    if (cut > 0)
        site("guard", substr($0, 1, cut - 1) substr($0, end))
}

BEGIN {
    count = split(generics, pairs, " ")
    for (i = 1; i <= count; i++) {
        split(pairs[i], pair, "=")
        names[i] = pair[1]
        defaults[i] = pair[2]
    }
}

FNR == 1 { inside = 0 }
{ masked = mask($0) }
masked ~ /^ *architecture / { inside = 1 }
!inside || masked ~ /^ *(type|subtype|signal|variable|use|assert|port) / {
    next
}

{
    for (i = 1; i <= count; i++) {
        name = tolower(names[i])
        swap("default", name, defaults[i])
        if (i > 1 && index(masked, name) == 0)
            continue
        only_above_one(names[i])
        swap("odd", name " - 1", names[i] " - 1 + " names[i] " mod 2")
        swap("odd", "'high", "'high + " names[i] " mod 2")
    }
    swap("step", "- 1", "- 2")
    swap("step", "+ 1", "+ 2")
    swap("order", " < ", " <= ")
    swap("order", " > ", " >= ")
    drop_condition()
}
