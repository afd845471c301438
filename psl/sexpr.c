// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/print.h"

#include "psl/sugar.h"

#include <ctype.h>

#define SEXPR_MAX_DEPTH 2000

static void count_out(const formula_pool_t *pool, count_t c, text_t *out)
{
    text_char(out, ' ');
    print_count(pool, c, out);
}

// One shape for all: (name [counts] [children]).
void print_sexpr(const formula_pool_t *pool, formula_t f, text_t *out)
{
    const formula_kind_t kind = formula_kind(pool, f);
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (kind) {
    case B_TRUE: text_char(out, 'T'); return;
    case B_FALSE: text_char(out, 'F'); return;
    case B_ATOM:
        text_add(out, formula_atom_text(pool, formula_atom(pool, f)));
        return;
    case B_NOT:
        if (formula_kind(pool, a) == B_ATOM) {
            text_char(out, '!');
            print_sexpr(pool, a, out);
            return;
        }
        break;
    case S_BOOL: print_sexpr(pool, a, out); return;
    case S_EMPTY: text_add(out, "eps"); return;
    default: break;
    }
    text_printf(out, "(%s", kind == S_REPEAT ? "*" : formula_kind_name(kind));
    if (kind == S_REPEAT || kind == B_PREV || kind == F_NEXT
        || kind == F_WNEXT)
        count_out(pool, formula_lo(pool, f), out);
    if (kind == S_REPEAT)
        count_out(pool, formula_hi(pool, f), out);
    if (a) {
        text_char(out, ' ');
        print_sexpr(pool, a, out);
    }
    if (b) {
        text_char(out, ' ');
        print_sexpr(pool, b, out);
    }
    text_char(out, ')');
}

typedef struct {
    formula_pool_t *pool;
    const char *at;
    char *error;
} reader_t;

typedef formula_t (*read_fn)(reader_t *r);

static formula_t read_formula(reader_t *r);
static formula_t read_sere(reader_t *r);
static formula_t read_bool(reader_t *r);

static formula_t fail(reader_t *r, const char *what)
{
    if (!r->error)
        r->error = xasprintf("%s at \"%.20s\"", what, r->at);
    return FORMULA_NONE;
}

static void space(reader_t *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

// The next word (up to 63 characters); empty if there is none.
static void word(reader_t *r, char *buffer)
{
    size_t n = 0;
    space(r);
    while (*r->at && !isspace((unsigned char)*r->at) && *r->at != '('
           && *r->at != ')' && n < 63)
        buffer[n++] = *r->at++;
    buffer[n] = '\0';
}

static bool closing(reader_t *r)
{
    space(r);
    if (*r->at != ')') {
        fail(r, "expected )");
        return false;
    }
    r->at++;
    return true;
}

static count_t read_count(reader_t *r)
{
    char text[64];
    word(r, text);
    if (strcmp(text, "inf") == 0)
        return COUNT_INF;
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (!*text || *end || n > COUNT_MAX) {
        fail(r, "expected a count");
        return 0;
    }
    return (count_t)n;
}

static formula_t read_bool(reader_t *r)
{
    char text[64];
    space(r);
    if (*r->at != '(') {
        word(r, text);
        const bool negated = text[0] == '!' && text[1];
        const char *name = text + negated;
        if (!*name)
            return fail(r, "expected a Boolean");
        if (strlen(name) > 62) // room for the "!" that printing may add
            return fail(r, "a name is longer than 62 characters");
        formula_t b = bool_atom(r->pool, name);
        if (strcmp(name, "T") == 0)
            b = bool_true(r->pool);
        else if (strcmp(name, "F") == 0)
            b = bool_false(r->pool);
        return negated ? bool_not(r->pool, b) : b;
    }
    r->at++;
    word(r, text);
    const formula_t a = read_bool(r);
    if (!a)
        return a;
    if (strcmp(text, "!") == 0)
        return closing(r) ? bool_not(r->pool, a) : FORMULA_NONE;
    const formula_t b = read_bool(r);
    if (!b || !closing(r))
        return FORMULA_NONE;
    if (strcmp(text, "and") == 0)
        return bool_and(r->pool, a, b);
    if (strcmp(text, "or") == 0)
        return bool_or(r->pool, a, b);
    if (strcmp(text, "xor") == 0)
        return bool_xor(r->pool, a, b);
    return fail(r, "unknown Boolean operator");
}

static formula_t read_sere(reader_t *r)
{
    static const struct {
        const char *name;
        formula_t (*make)(formula_pool_t *, formula_t, formula_t);
        read_fn second;
    } ops[] = {
        {";", sere_concat, read_sere}, {":", sere_fusion, read_sere},
        {"|", sere_or, read_sere},     {"&&", sere_and, read_sere},
        {"@", sere_clock, read_bool},
    };
    char name[64];
    space(r);
    const char *start = r->at;
    if (*r->at != '(') {
        word(r, name);
        if (strcmp(name, "eps") == 0)
            return sere_empty(r->pool);
        r->at = start;
        const formula_t b = read_bool(r);
        return b ? sere_bool(r->pool, b) : b;
    }
    r->at++;
    word(r, name);
    if (strcmp(name, "*") == 0) {
        const count_t lo = read_count(r), hi = read_count(r);
        const formula_t a = read_sere(r);
        if (!a || r->error || !closing(r))
            return FORMULA_NONE;
        return sere_repeat(r->pool, a, lo, hi);
    }
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        if (strcmp(name, ops[i].name) != 0)
            continue;
        const formula_t a = read_sere(r);
        const formula_t b = a ? ops[i].second(r) : a;
        return b && closing(r) ? ops[i].make(r->pool, a, b) : FORMULA_NONE;
    }
    r->at = start;
    const formula_t b = read_bool(r);
    return b ? sere_bool(r->pool, b) : b;
}

static formula_t make_abort(formula_pool_t *pool, formula_t f, formula_t b)
{
    return formula_abort(pool, false, f, b);
}

static formula_t make_sync(formula_pool_t *pool, formula_t f, formula_t b)
{
    return formula_abort(pool, true, f, b);
}

static formula_t make_sere(formula_pool_t *pool, formula_t r)
{
    return formula_sere(pool, false, r);
}

static formula_t make_sere_strong(formula_pool_t *pool, formula_t r)
{
    return formula_sere(pool, true, r);
}

typedef struct {
    const char *name;
    read_fn first, second;
    formula_t (*make1)(formula_pool_t *, formula_t);
    formula_t (*make2)(formula_pool_t *, formula_t, formula_t);
} op_t;

static const op_t formula_ops[] = {
    {"b", read_bool, NULL, formula_bool, NULL},
    {"b!", read_bool, NULL, formula_strong, NULL},
    {"not", read_formula, NULL, formula_not, NULL},
    {"F", read_formula, NULL, sugar_eventually, NULL},
    {"G", read_formula, NULL, sugar_always, NULL},
    {"{}", read_sere, NULL, make_sere, NULL},
    {"{}!", read_sere, NULL, make_sere_strong, NULL},
    {"and", read_formula, read_formula, NULL, formula_and},
    {"or", read_formula, read_formula, NULL, formula_or},
    {"U", read_formula, read_formula, NULL, formula_until},
    {"W", read_formula, read_formula, NULL, formula_weak},
    {"@", read_formula, read_bool, NULL, formula_at},
    {"|->", read_sere, read_formula, NULL, formula_suffix},
    {"#-#", read_sere, read_formula, NULL, formula_follow},
    {"abort", read_formula, read_bool, NULL, make_abort},
    {"sync_abort", read_formula, read_bool, NULL, make_sync},
};

static formula_t read_next(reader_t *r, bool strong)
{
    const count_t m = read_count(r);
    const formula_t f = read_formula(r);
    if (!f || r->error || !closing(r))
        return FORMULA_NONE;
    if (m == COUNT_INF)
        return fail(r, "inf is no count here");
    return formula_next(r->pool, strong, m, f);
}

static formula_t read_op(reader_t *r, const op_t *op)
{
    const formula_t a = op->first(r);
    if (!a)
        return a;
    const formula_t b = op->second ? op->second(r) : a;
    if (!b || !closing(r))
        return FORMULA_NONE;
    return op->make1 ? op->make1(r->pool, a) : op->make2(r->pool, a, b);
}

static formula_t read_named(reader_t *r)
{
    char name[64];
    word(r, name);
    if (strcmp(name, "X!") == 0 || strcmp(name, "X") == 0)
        return read_next(r, name[1] == '!');
    for (size_t i = 0; i < ARRAY_LEN(formula_ops); i++)
        if (strcmp(name, formula_ops[i].name) == 0)
            return read_op(r, &formula_ops[i]);
    return fail(r, "unknown operator");
}

static formula_t read_formula(reader_t *r)
{
    space(r);
    if (*r->at != '(')
        return fail(r, "expected (");
    r->at++;
    return read_named(r);
}

// The readers recurse on parentheses.
static bool too_deep(const char *text)
{
    int depth = 0;
    for (; *text && depth <= SEXPR_MAX_DEPTH; text++)
        depth += (*text == '(') - (*text == ')');
    return depth > SEXPR_MAX_DEPTH;
}

formula_t read_sexpr(formula_pool_t *pool, const char *text, char **error)
{
    reader_t r = {pool, text, NULL};
    formula_t f = too_deep(text) ? fail(&r, "nested too deeply")
                                 : read_formula(&r);
    space(&r);
    if (f && *r.at)
        f = fail(&r, "text after the formula");
    *error = r.error;
    return f;
}
