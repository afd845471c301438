// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/print.h"

#include <ctype.h>

// What an operand's context takes without parentheses.
typedef enum {
    LEVEL_PROPERTY,  // always, never
    LEVEL_IMPLIES,   // -> <->
    LEVEL_SUFFIX,    // |-> |=>
    LEVEL_UNTIL,     // until, before
    LEVEL_NEXT,      // next, eventually!
    LEVEL_ABORT,     // abort
    LEVEL_CLOCK,     // @
    LEVEL_LOGIC,     // and or xor
    LEVEL_NOT,       // not
    LEVEL_PRIMARY,
} level_t;

typedef struct {
    const formula_pool_t *pool;
    text_t *out;
} printer_t;

static void formula(printer_t *p, formula_t f, level_t level);
static void sere(printer_t *p, formula_t r, level_t level);

static formula_kind_t kind(const printer_t *p, formula_t f)
{
    return formula_kind(p->pool, f);
}

static formula_t left(const printer_t *p, formula_t f)
{
    return formula_a(p->pool, f);
}

static formula_t right(const printer_t *p, formula_t f)
{
    return formula_b(p->pool, f);
}

void print_count(const formula_pool_t *pool, count_t count, text_t *out)
{
    if (count == COUNT_INF)
        text_add(out, "inf");
    else if (!count_is_symbol(count))
        text_printf(out, "%u", count);
    else {
        const int32_t offset = count_offset(pool, count);
        text_add(out, count_text(pool, count));
        if (offset)
            text_printf(out, " %c %d", offset < 0 ? '-' : '+', abs(offset));
    }
}

void print_range(const formula_pool_t *pool, const char *mark, count_t lo,
                 count_t hi, text_t *out)
{
    text_printf(out, "[%s", mark);
    print_count(pool, lo, out);
    if (lo != hi) {
        text_add(out, " to ");
        print_count(pool, hi, out);
    }
    text_char(out, ']');
}

// A name, or a name with arguments: needs no parentheses.
static bool is_plain(const char *text)
{
    size_t i = 0;
    while (isalnum((unsigned char)text[i]) || text[i] == '_'
           || text[i] == '.' || text[i] == '$')
        i++;
    if (i == 0 || !text[i])
        return i > 0;
    if (text[i] != '(')
        return false;
    int depth = 0;
    for (; text[i]; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (depth == 0)
            return text[i + 1] == '\0';
    }
    return false;
}

static void atom(printer_t *p, const char *text)
{
    if (is_plain(text))
        text_add(p->out, text);
    else
        text_printf(p->out, "(%s)", text);
}

static void logic(printer_t *p, formula_t f, const char *op)
{
    const formula_t a = left(p, f);
    formula(p, a, kind(p, a) == kind(p, f) ? LEVEL_LOGIC : LEVEL_NOT);
    text_printf(p->out, " %s ", op);
    formula(p, right(p, f), LEVEL_NOT);
}

static void prev(printer_t *p, formula_t f)
{
    text_add(p->out, "prev(");
    formula(p, left(p, f), LEVEL_PROPERTY);
    const count_t n = formula_lo(p->pool, f);
    if (n != 1 || right(p, f)) {
        text_add(p->out, ", ");
        print_count(p->pool, n, p->out);
    }
    if (right(p, f)) {
        text_add(p->out, ", ");
        formula(p, right(p, f), LEVEL_PROPERTY);
    }
    text_char(p->out, ')');
}

static void braces(printer_t *p, formula_t r)
{
    text_char(p->out, '{');
    sere(p, r, LEVEL_PROPERTY);
    text_char(p->out, '}');
}

static void ended(printer_t *p, formula_t f)
{
    text_add(p->out, "ended(");
    braces(p, left(p, f));
    if (right(p, f)) {
        text_add(p->out, ", ");
        formula(p, right(p, f), LEVEL_PROPERTY);
    }
    text_char(p->out, ')');
}

static void clock(printer_t *p, formula_t c)
{
    text_add(p->out, " @ ");
    formula(p, c, LEVEL_PRIMARY);
}

static void boolean(printer_t *p, formula_t f)
{
    switch (kind(p, f)) {
    case B_TRUE: text_add(p->out, "true"); break;
    case B_FALSE: text_add(p->out, "false"); break;
    case B_ATOM:
        atom(p, formula_atom_text(p->pool, formula_atom(p->pool, f)));
        break;
    case B_NOT:
        text_add(p->out, "not ");
        formula(p, left(p, f), LEVEL_PRIMARY);
        break;
    case B_AND: logic(p, f, "and"); break;
    case B_OR: logic(p, f, "or"); break;
    case B_XOR: logic(p, f, "xor"); break;
    case B_PREV: prev(p, f); break;
    case B_ENDED: ended(p, f); break;
    default: BUG("not a Boolean: %s", formula_kind_name(kind(p, f)));
    }
}

// f as `g -> h`? g is not given as a node: it may be a Boolean.
static formula_t premise(const printer_t *p, formula_t f)
{
    const formula_t a = left(p, f);
    if (kind(p, a) == F_NOT)
        return left(p, a);
    if (kind(p, a) == F_BOOL && kind(p, left(p, a)) == B_NOT)
        return left(p, left(p, a));
    return FORMULA_NONE;
}

static bool is_always(const printer_t *p, formula_t f)
{
    const formula_t b = right(p, f);
    return kind(p, f) == F_WEAK && kind(p, b) == F_BOOL
        && kind(p, left(p, b)) == B_FALSE;
}

static bool is_eventually(const printer_t *p, formula_t f)
{
    const formula_t a = left(p, f);
    return kind(p, f) == F_UNTIL && kind(p, a) == F_BOOL
        && kind(p, left(p, a)) == B_TRUE
        && kind(p, right(p, f)) != F_SERE;
}

static level_t level_of(const printer_t *p, formula_t f)
{
    switch (kind(p, f)) {
    case B_NOT: case F_NOT: return LEVEL_NOT;
    case B_AND: case B_OR: case B_XOR: case F_AND: return LEVEL_LOGIC;
    case F_OR: return premise(p, f) ? LEVEL_IMPLIES : LEVEL_LOGIC;
    case F_BOOL: return level_of(p, left(p, f));
    case F_NEXT: case F_WNEXT: return LEVEL_NEXT;
    case F_UNTIL: return is_eventually(p, f) ? LEVEL_NEXT : LEVEL_UNTIL;
    case F_WEAK: return is_always(p, f) ? LEVEL_PROPERTY : LEVEL_UNTIL;
    case F_AT: return LEVEL_CLOCK;
    case F_SUFFIX: case F_FOLLOW: return LEVEL_SUFFIX;
    case F_ABORT: case F_SYNC_ABORT: return LEVEL_ABORT;
    default: return LEVEL_PRIMARY;
    }
}

static void infix(printer_t *p, formula_t f, const char *op)
{
    formula(p, left(p, f), LEVEL_NEXT);
    text_printf(p->out, " %s ", op);
    formula(p, right(p, f), LEVEL_NEXT);
}

static void next(printer_t *p, formula_t f, const char *name)
{
    const count_t m = formula_lo(p->pool, f);
    text_add(p->out, name);
    if (m != 1)
        print_range(p->pool, "", m, m, p->out);
    text_char(p->out, ' ');
    formula(p, left(p, f), LEVEL_NEXT);
}

static void prefix(printer_t *p, const char *op, formula_t f, level_t level)
{
    text_add(p->out, op);
    formula(p, f, level);
}

static void suffix(printer_t *p, formula_t f, const char *op)
{
    braces(p, left(p, f));
    text_printf(p->out, " %s ", op);
    formula(p, right(p, f), LEVEL_SUFFIX);
}

static void or_or_implies(printer_t *p, formula_t f)
{
    const formula_t g = premise(p, f);
    if (!g) {
        logic(p, f, "or");
        return;
    }
    formula(p, g, LEVEL_SUFFIX);
    text_add(p->out, " -> ");
    formula(p, right(p, f), LEVEL_IMPLIES);
}

static void aborted(printer_t *p, formula_t f, const char *op)
{
    formula(p, left(p, f), LEVEL_CLOCK);
    text_printf(p->out, " %s ", op);
    formula(p, right(p, f), LEVEL_PRIMARY);
}

static void temporal(printer_t *p, formula_t f)
{
    const formula_t a = left(p, f);
    switch (kind(p, f)) {
    case F_BOOL: boolean(p, a); break;
    case F_STRONG:
        formula(p, a, LEVEL_PRIMARY);
        text_char(p->out, '!');
        break;
    case F_NOT: prefix(p, "not ", a, LEVEL_PRIMARY); break;
    case F_AND: logic(p, f, "and"); break;
    case F_OR: or_or_implies(p, f); break;
    case F_NEXT: next(p, f, "next!"); break;
    case F_WNEXT: next(p, f, "next"); break;
    case F_UNTIL:
        if (is_eventually(p, f))
            prefix(p, "eventually! ", right(p, f), LEVEL_NEXT);
        else
            infix(p, f, "until!");
        break;
    case F_WEAK:
        if (is_always(p, f))
            prefix(p, "always ", a, LEVEL_PROPERTY);
        else
            infix(p, f, "until");
        break;
    case F_AT:
        formula(p, a, kind(p, a) == F_SERE ? LEVEL_PRIMARY + 1
                                           : LEVEL_PRIMARY);
        clock(p, right(p, f));
        break;
    case F_SERE: braces(p, a); break;
    case F_SERE_STRONG:
        braces(p, a);
        text_char(p->out, '!');
        break;
    case F_SUFFIX: suffix(p, f, "|->"); break;
    case F_FOLLOW: suffix(p, f, "#-#"); break;
    case F_ABORT: aborted(p, f, "abort"); break;
    case F_SYNC_ABORT: aborted(p, f, "sync_abort"); break;
    default: BUG("not a formula: %s", formula_kind_name(kind(p, f)));
    }
}

static void formula(printer_t *p, formula_t f, level_t level)
{
    const bool parens = level_of(p, f) < level;
    if (parens)
        text_char(p->out, '(');
    if (formula_sort(p->pool, f) == IS_BOOL)
        boolean(p, f);
    else
        temporal(p, f);
    if (parens)
        text_char(p->out, ')');
}

// SEREs: an operand that is not a Boolean is in braces, except for the left
// one of a chain.

static void sere_infix(printer_t *p, formula_t r, const char *op)
{
    const formula_t a = left(p, r);
    sere(p, a, kind(p, a) == kind(p, r) ? LEVEL_PROPERTY : LEVEL_LOGIC);
    text_printf(p->out, " %s ", op);
    sere(p, right(p, r), LEVEL_LOGIC);
}

static void repeat(printer_t *p, formula_t r)
{
    const count_t lo = formula_lo(p->pool, r), hi = formula_hi(p->pool, r);
    sere(p, left(p, r), LEVEL_PRIMARY);
    if (lo == 0 && hi == COUNT_INF)
        text_add(p->out, "[*]");
    else if (lo == 1 && hi == COUNT_INF)
        text_add(p->out, "[+]");
    else
        print_range(p->pool, "*", lo, hi, p->out);
}

static bool sere_is_closed(const printer_t *p, formula_t r, level_t level)
{
    const formula_kind_t k = kind(p, r);
    if (k == S_BOOL || k == S_EMPTY || k == S_PREFIX)
        return true;
    return level == LEVEL_PROPERTY
        || (k == S_REPEAT && level < LEVEL_PRIMARY);
}

static void sere_bare(printer_t *p, formula_t r, level_t level)
{
    switch (kind(p, r)) {
    case S_EMPTY: text_add(p->out, "[*0]"); break;
    case S_BOOL: formula(p, left(p, r), level); break;
    case S_CONCAT: sere_infix(p, r, ";"); break;
    case S_FUSION: sere_infix(p, r, ":"); break;
    case S_OR: sere_infix(p, r, "|"); break;
    case S_AND: sere_infix(p, r, "&&"); break;
    case S_REPEAT: repeat(p, r); break;
    case S_CLOCK:
        braces(p, left(p, r));
        clock(p, right(p, r));
        break;
    case S_PREFIX:
        text_add(p->out, "prefix(");
        braces(p, left(p, r));
        text_char(p->out, ')');
        break;
    default: BUG("not a SERE: %s", formula_kind_name(kind(p, r)));
    }
}

static void sere(printer_t *p, formula_t r, level_t level)
{
    if (sere_is_closed(p, r, level))
        sere_bare(p, r, level);
    else
        braces(p, r);
}

void print_formula(const formula_pool_t *pool, formula_t f, text_t *out)
{
    printer_t p = {pool, out};
    if (formula_sort(pool, f) == IS_SERE)
        braces(&p, f);
    else
        formula(&p, f, LEVEL_PROPERTY);
}

char *print_string(const formula_pool_t *pool, formula_t f)
{
    text_t text;
    text_init(&text);
    print_formula(pool, f, &text);
    return text_steal(&text);
}
