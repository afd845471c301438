# SPDX-License-Identifier: GPL-3.0-or-later
#
# Lists the places at which an operator of mutate.sh applies:
#     FILE <tab> LINE <tab> OPERATOR <tab> the new line
# Strings and characters are masked while looking, so that only code changes.

function mask(s,    out, c, i, quote)
{
    out = ""
    quote = ""
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (quote != "") {
            if (c == "\\") {
                out = out "__"
                i++
                continue
            }
            if (c == quote)
                quote = ""
            out = out "_"
        } else if (c == "\"" || c == "'") {
            quote = c
            out = out "_"
        } else if (c == "/" && substr(s, i + 1, 1) == "/")
            break
        else
            out = out c
    }
    return out
}

function site(operator, line)
{
    if (line != $0)
        printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, operator, line
}

# Every occurrence of `from` (a plain string) becomes `to`, one at a time.
function swap(operator, from, to,    at, rest)
{
    at = 1
    while ((rest = index(substr(code, at), from)) > 0) {
        at += rest - 1
        site(operator, substr($0, 1, at - 1) to substr($0, at + length(from)))
        at += length(from)
    }
}

function both(operator, a, b)
{
    swap(operator, a, b)
    swap(operator, b, a)
}

function constants(    at, n, before, after)
{
    at = 1
    while (match(substr(code, at), /[0-9]+/)) {
        at += RSTART - 1
        n = substr(code, at, RLENGTH)
        before = substr(code, at - 1, 1)
        after = substr(code, at + RLENGTH, 1)
        if (before !~ /[A-Za-z0-9_.]/ && after !~ /[A-Za-z0-9_.]/)
            site("constant", substr($0, 1, at - 1) (n + 0 == 1 ? 0 : n + 1) \
                 substr($0, at + RLENGTH))
        at += RLENGTH
    }
}

function balanced(s,    i, n)
{
    n = 0
    for (i = 1; i <= length(s); i++)
        n += substr(s, i, 1) == "(" ? 1 : substr(s, i, 1) == ")" ? -1 : 0
    return n == 0
}

function conditions(    head)
{
    if (code !~ /(if|while) \(.*\)( \{)?$/ || !balanced(code))
        return
    match(code, /(if|while) \(/)
    head = RSTART + RLENGTH - 1
    tail = match(code, /\)( \{)?$/)
    site("negate", substr($0, 1, head) "!(" \
         substr($0, head + 1, tail - head - 1) ")" substr($0, tail))
}

function arguments(    s, names, one)
{
    if (!match(code, /, [a-z_0-9]+, [a-z_0-9]+\)/))
        return
    s = substr($0, RSTART + 2, RLENGTH - 3)
    split(s, names, ", ")
    site("arguments", substr($0, 1, RSTART + 1) names[2] ", " names[1] \
         substr($0, RSTART + RLENGTH - 1))
}

function statements()
{
    if (code ~ /^ +(return|goto|const|static|else|case|for|if|while)/ \
        || code ~ /^ +[a-z_]+_t [*a-z]/ || code ~ /^ +(bool|int|char|size_t) / \
        || !balanced(code) || last !~ /[;{})]$|^$/)
        return
    if (code ~ /^ +[a-z_0-9]+\(.*\);$/ || code ~ /^ +(break|continue);$/ \
        || code ~ /^ +[*]*[a-z][a-z_0-9>.&|\[\]-]* [|&+*-]?= .*;$/)
        site("drop", "    ;")
}

{
    code = mask($0)
    # Rooms that change no result: memory, assertions, declarations.
    skip = code ~ /^#|^[a-z}{]|assert|release|free\(|va_|BUG|_error\(|^ *$/
    if (!skip) {
        both("equality", " == ", " != ")
        swap("order", " < ", " <= ")
        swap("order", " <= ", " < ")
        swap("order", " > ", " >= ")
        swap("order", " >= ", " > ")
        both("connective", " && ", " || ")
        both("arithmetic", " + ", " - ")
        both("truth", "true;", "false;")
        both("term", "term_and(", "term_or(")
        both("term", "term_lt(", "term_le(")
        both("term", "term_add(", "term_sub(")
        both("term", "term_div(", "term_mod(")
        both("term", "term_true(", "term_false(")
        swap("not", "term_not(", "(")
        constants()
        conditions()
        arguments()
        statements()
    }
    last = code
}
