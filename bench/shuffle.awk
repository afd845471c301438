# SPDX-License-Identifier: GPL-3.0-or-later
#
# awk -v seed=N -f shuffle.awk FILE.vmt: the same transition system with its
# variables renamed, declarations and operands of and, or, + and = in another
# order, and each integer state variable x replaced by x + k with a k of its
# own from -9 to 9. It has the same verdict.

function tokenise(text,    c, word)
{
    while (match(text, /^[ \t\r\n]+|^;[^\n]*\n?|^\(|^\)|^\|[^|]*\||^[^ \t\r\n()|;]+/)) {
        word = substr(text, 1, RLENGTH)
        text = substr(text, RLENGTH + 1)
        c = substr(word, 1, 1)
        if (c == "|")
            word = substr(word, 2, length(word) - 2)
        if (c !~ /[ \t\r\n;]/)
            token[++tokens] = word
    }
}

# Node n has kids[n] children child[n, 1], ...; an atom has atom[n].
function parse(    n)
{
    n = ++nodes
    if (token[++at] != "(") {
        atom[n] = token[at]
        kids[n] = 0
        return n
    }
    list[n] = 1
    kids[n] = 0
    while (token[at + 1] != ")")
        child[n, ++kids[n]] = parse()
    at++
    return n
}

function head(n) { return list[n] && kids[n] > 0 ? atom[child[n, 1]] : "" }

function below(n) { return int(rand() * n) }

# The children from the second on in random order.
function shuffle(n,    i, k, t)
{
    for (i = kids[n]; i > 2; i--) {
        k = 2 + below(i - 1)
        t = child[n, i]; child[n, i] = child[n, k]; child[n, k] = t
    }
}

function number(k) { return k < 0 ? "(- " (-k) ")" : k }

function renamed(name)
{
    if (!(name in fresh))
        fresh[name] = "v" (100 + below(900)) "x" (++names)
    return fresh[name]
}

# terms: inside a formula, where variables have their offset.
function show(n, terms,    i, s, h)
{
    if (!list[n]) {
        if (!(atom[n] in known))
            return atom[n]
        if (terms && (atom[n] in offset))
            return "(+ " renamed(atom[n]) " " number(offset[atom[n]]) ")"
        return renamed(atom[n])
    }
    h = head(n)
    if (h ~ /^(and|or|\+|=)$/)
        shuffle(n)
    # (! x :next y) names variables, it is no term
    if (h == "!" && kids[n] >= 4 && !list[child[n, 2]] \
        && atom[child[n, 3]] == ":next")
        terms = 0
    s = "("
    for (i = 1; i <= kids[n]; i++)
        s = s (i > 1 ? " " : "") show(child[n, i], terms)
    return s ")"
}

# Finds declared names, and integers with a next value.
function look(n,    body, k)
{
    if (head(n) == "declare-fun" || head(n) == "declare-const") {
        known[atom[child[n, 2]]] = 1
        is_int[atom[child[n, 2]]] = atom[child[n, kids[n]]] == "Int"
        return
    }
    if (head(n) != "define-fun")
        return
    known[atom[child[n, 2]]] = 1
    body = child[n, 5]
    if (head(body) == "!" && atom[child[body, 3]] == ":next") {
        known[atom[child[body, 4]]] = 1
        if (is_int[atom[child[body, 2]]]) {
            k = below(19) - 9
            offset[atom[child[body, 2]]] = k
            offset[atom[child[body, 4]]] = k
        }
    }
}

{ text = text $0 "\n" }

END {
    srand(seed)
    tokenise(text)
    while (at < tokens)
        top[++tops] = parse()
    for (i = 1; i <= tops; i++)
        look(top[i])
    for (i = 1; i <= tops; i++)
        if (head(top[i]) ~ /^declare/)
            declarations[++declared] = top[i]
    for (i = declared; i > 1; i--) {
        k = 1 + below(i)
        t = declarations[i]; declarations[i] = declarations[k]
        declarations[k] = t
    }
    for (i = 1; i <= declared; i++)
        print show(declarations[i], 0)
    for (i = 1; i <= tops; i++)
        if (head(top[i]) !~ /^declare/)
            print show(top[i], head(top[i]) == "define-fun")
}
