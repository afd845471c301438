// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "core/checked.h"
#include "psl/parse-priv.h"
#include "psl/sugar.h"

#include <ctype.h>

static token_kind_t kind_at(const parse_t *p, size_t i)
{
    return tokens_get(p->tokens, i)->kind;
}

static bool one_of(const parse_t *p, size_t i, const char *const *names,
                   size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (parse_is_at(p, i, names[k]))
            return true;
    return false;
}

// Words that no leaf contains.
static bool is_reserved(const parse_t *p, size_t i)
{
    static const char *const names[] = {
        "always", "never", "next", "next!", "next_a", "next_a!", "next_e",
        "next_e!", "next_event", "next_event!", "next_event_a",
        "next_event_a!", "next_event_e", "next_event_e!", "eventually!",
        "until", "until!", "until_", "until!_", "before", "before!",
        "before_", "before!_", "abort", "sync_abort", "async_abort",
        "within", "and", "or", "not", "nand", "nor", "xor", "xnor", "forall",
        "is", "to", "report", "assert", "assume", "cover", "restrict",
        "vunit", "vprop", "vmode", "inherit",
    };
    return kind_at(p, i) == TK_NAME && one_of(p, i, names, ARRAY_LEN(names));
}

// An operator of VHDL that binds more tightly than the logical ones.
static bool is_arithmetic(const parse_t *p, size_t i)
{
    static const char *const ops[] = {
        "=", "/=", "<", "<=", ">", ">=", "+", "-", "*", "/", "**", "mod",
        "rem", "sll", "srl", "sla", "sra", "rol", "ror",
    };
    if (parse_is_at(p, i, "&"))
        return p->braces == 0;
    return one_of(p, i, ops, ARRAY_LEN(ops));
}

static size_t skip_suffixes(const parse_t *p, size_t i)
{
    for (;;) {
        if (parse_is_at(p, i, "("))
            i = tokens_get(p->tokens, i)->match + 1;
        else if (parse_is_at(p, i, ".") && kind_at(p, i + 1) == TK_NAME)
            i += 2;
        else if (parse_is_at(p, i, "'") && kind_at(p, i + 1) == TK_NAME)
            i += 2;
        else if (parse_is_at(p, i, "'") && parse_is_at(p, i + 1, "("))
            i++;
        else
            return i;
    }
}

// The token after the operand at i; i itself if there is no operand.
static size_t skip_operand(const parse_t *p, size_t i)
{
    size_t at = i;
    while (parse_is_at(p, at, "-") || parse_is_at(p, at, "+")
           || parse_is_at(p, at, "abs"))
        at++;
    if (parse_is_at(p, at, "("))
        return skip_suffixes(p, at);
    switch (kind_at(p, at)) {
    case TK_NUMBER: return at + 1 + (kind_at(p, at + 1) == TK_NAME
                                     && !is_reserved(p, at + 1)
                                     && parse_is_at(p, at + 1, "ns"));
    case TK_CHAR: return at + 1;
    case TK_NAME: return is_reserved(p, at) ? i : skip_suffixes(p, at + 1);
    case TK_STRING: return at + 1;
    default: return i;
    }
}

bool parse_at_relation(parse_t *p)
{
    const size_t end = skip_operand(p, p->at);
    return end != p->at && is_arithmetic(p, end);
}

// Text of leaves

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

static void add_token(parse_t *p, size_t i, text_t *out)
{
    const char *text = parse_text(p, i);
    const binding_t *b =
        kind_at(p, i) == TK_NAME ? parse_find_binding(p, text) : NULL;
    if (!b || !b->text)
        text_add(out, text);
    else if (is_plain(b->text))
        text_add(out, b->text);
    else
        text_printf(out, "(%s)", b->text);
}

static bool spaced(const parse_t *p, size_t i)
{
    return is_arithmetic(p, i) || is_reserved(p, i)
        || parse_is_at(p, i, "&") || parse_is_at(p, i, "=>")
        || parse_is_at(p, i, "downto");
}

// Would the two characters side by side be read as one token?
static bool joins(char before, char after)
{
    static const char marks[] = "+-*/<>=:&|?!";
    const bool word = isalnum((unsigned char)before) || before == '_';
    if (word)
        return isalnum((unsigned char)after) || after == '_';
    return strchr(marks, before) != NULL && strchr(marks, after) != NULL;
}

static const char *span_text(parse_t *p, size_t from, size_t to)
{
    text_t out, token;
    text_init(&out);
    text_init(&token);
    for (size_t i = from; i < to; i++) {
        const bool sign = i == from || parse_is_at(p, i - 1, "(")
            || spaced(p, i - 1);
        const bool infix = spaced(p, i) && !sign;
        text_clear(&token);
        add_token(p, i, &token);
        if (infix
            || (out.len > 0 && token.len > 0
                && joins(out.data[out.len - 1], token.data[0])))
            text_char(&out, ' ');
        text_addn(&out, text_str(&token), token.len);
        if (infix || parse_is_at(p, i, ",")
            || (is_reserved(p, i) && i + 1 < to))
            text_char(&out, ' ');
    }
    const char *result = arena_strdup(p->arena, text_str(&out));
    text_release(&out);
    text_release(&token);
    return result;
}

static bool resolve(parse_t *p, const char *text, parse_use_t use, loc_t loc)
{
    vec_push(&p->leaves, ((leaf_t){text, use, loc}));
    if (!p->options.resolve
        || p->options.resolve(text, use, loc, p->sink, p->options.user))
        return true;
    p->failed = true;
    return false;
}

static formula_t atom(parse_t *p, size_t end)
{
    const loc_t loc = parse_here(p);
    const char *text = span_text(p, p->at, end);
    p->at = end;
    if (!resolve(p, text, PARSE_BOOLEAN, loc))
        return FORMULA_NONE;
    return bool_atom(p->pool, text);
}

static formula_t relation(parse_t *p)
{
    size_t end = skip_operand(p, p->at);
    while (is_arithmetic(p, end)) {
        const size_t next = skip_operand(p, end + 1);
        if (next == end + 1) {
            const char *op = parse_text(p, end);
            p->at = end + 1;
            return parse_fail(p, parse_here(p),
                              "expected an operand after '%s'", op);
        }
        end = next;
    }
    return atom(p, end);
}

// Functions

static formula_t boolean_argument(parse_t *p)
{
    const loc_t loc = parse_here(p);
    return parse_as_bool(p, parse_property(p), loc);
}

// A clock as a last argument, then the parenthesis.
static bool optional_clock(parse_t *p, formula_t *clock)
{
    *clock = FORMULA_NONE;
    if (parse_accept(p, ",") && !(*clock = boolean_argument(p)))
        return false;
    return parse_expect(p, ")");
}

static formula_t prev(parse_t *p)
{
    count_t n = 1;
    formula_t clock = FORMULA_NONE;
    const formula_t b = boolean_argument(p);
    if (!b)
        return b;
    if (parse_accept(p, ",")) {
        n = parse_count(p);
        if (p->failed)
            return FORMULA_NONE;
    }
    if (!optional_clock(p, &clock))
        return FORMULA_NONE;
    return bool_prev(p->pool, b, n, clock);
}

static formula_t edge(parse_t *p, const char *name)
{
    formula_t clock;
    const formula_t b = boolean_argument(p);
    if (!b || !optional_clock(p, &clock))
        return FORMULA_NONE;
    const formula_t old = bool_prev(p->pool, b, 1, clock);
    if (strcasecmp(name, "rose") == 0)
        return bool_and(p->pool, b, bool_not(p->pool, old));
    if (strcasecmp(name, "fell") == 0)
        return bool_and(p->pool, bool_not(p->pool, b), old);
    return bool_not(p->pool, bool_xor(p->pool, b, old));
}

static formula_t ended(parse_t *p)
{
    formula_t clock;
    const loc_t loc = parse_here(p);
    const formula_t r = parse_as_sere(p, parse_logic(p), loc);
    if (!r || !optional_clock(p, &clock))
        return FORMULA_NONE;
    return bool_ended(p->pool, r, clock);
}

static formula_t prefix(parse_t *p)
{
    const loc_t loc = parse_here(p);
    const formula_t r = parse_as_sere(p, parse_logic(p), loc);
    return r && parse_expect(p, ")") ? sere_prefix(p->pool, r)
                                     : FORMULA_NONE;
}

#define MAX_ARGUMENTS 256

static size_t arguments(parse_t *p, formula_t *list)
{
    size_t n = 0;
    do {
        if (n == MAX_ARGUMENTS) {
            parse_fail(p, parse_here(p), "more than %d arguments",
                       MAX_ARGUMENTS);
            return 0;
        }
        if (!(list[n++] = boolean_argument(p)))
            return 0;
    } while (parse_accept(p, ","));
    return parse_expect(p, ")") ? n : 0;
}

static formula_t compare_ones(parse_t *p, const formula_t *list, size_t n)
{
    static const char *const ops[] = {"=", "/=", "<", "<=", ">", ">="};
    size_t op = 0;
    while (op < ARRAY_LEN(ops) && !parse_is(p, ops[op]))
        op++;
    if (op == ARRAY_LEN(ops))
        return parse_fail(p, parse_here(p), "countones(...) is a number: "
                                            "compare it with another");
    p->at++;
    const loc_t loc = parse_here(p);
    const unsigned long k = strtoul(parse_text(p, p->at), NULL, 10);
    if (kind_at(p, p->at) != TK_NUMBER || k > MAX_ARGUMENTS)
        return parse_fail(p, loc, "expected a number up to %d",
                          MAX_ARGUMENTS);
    p->at++;
    formula_t f = bool_false(p->pool);
    for (size_t i = 0; i <= n; i++) {
        const bool in[] = {i == k, i != k, i < k, i <= k, i > k, i >= k};
        if (in[op])
            f = bool_or(p->pool, f, sugar_exactly(p->pool, list, n, i));
    }
    return f;
}

// onehot and relatives of propositions; of VHDL vectors they are atoms.
static formula_t ones(parse_t *p, const char *name)
{
    formula_t list[MAX_ARGUMENTS];
    const size_t n = arguments(p, list);
    if (n == 0)
        return FORMULA_NONE;
    if (strcasecmp(name, "countones") == 0)
        return compare_ones(p, list, n);
    if (strcasecmp(name, "onehot") == 0)
        return sugar_exactly(p->pool, list, n, 1);
    return sugar_at_most(p->pool, list, n, 1);
}

static formula_t function(parse_t *p, const char *name)
{
    p->at += 2; // name and parenthesis
    if (strcasecmp(name, "prev") == 0)
        return prev(p);
    if (strcasecmp(name, "ended") == 0)
        return ended(p);
    if (strcasecmp(name, "prefix") == 0)
        return prefix(p);
    if (strncasecmp(name, "onehot", 6) == 0
        || strcasecmp(name, "countones") == 0)
        return ones(p, name);
    return edge(p, name);
}

static bool is_function(const parse_t *p)
{
    static const char *const always[] = {
        "prev", "rose", "fell", "stable", "ended",
    };
    static const char *const of_propositions[] = {
        "onehot", "onehot0", "countones",
    };
    if (!parse_is_at(p, p->at + 1, "("))
        return false;
    if (one_of(p, p->at, always, ARRAY_LEN(always)))
        return true;
    if (parse_is_at(p, p->at, "prefix") && parse_is_at(p, p->at + 2, "{"))
        return true;
    return p->options.propositions
        && one_of(p, p->at, of_propositions, ARRAY_LEN(of_propositions));
}

static bool is_countones(const parse_t *p)
{
    return p->options.propositions && parse_is(p, "countones")
        && parse_is_at(p, p->at + 1, "(");
}

// Names

static formula_t bound(parse_t *p, const binding_t *b)
{
    if (b->kind != PARAM_CONST) {
        p->at++;
        return b->value;
    }
    return atom(p, skip_operand(p, p->at));
}

static formula_t name(parse_t *p)
{
    const char *text = parse_text(p, p->at);
    if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
        p->at++;
        return bool_const(p->pool, tolower((unsigned char)*text) == 't');
    }
    if (is_function(p))
        return function(p, text);
    const binding_t *b = parse_find_binding(p, text);
    if (b)
        return bound(p, b);
    declaration_t *d = parse_find_declaration(p, text);
    if (d)
        return parse_instance(p, d);
    return atom(p, skip_operand(p, p->at));
}

static formula_t number(parse_t *p)
{
    const char *text = parse_text(p, p->at);
    const bool one = strcmp(text, "1") == 0;
    if (!one && strcmp(text, "0") != 0)
        return parse_fail(p, parse_here(p), "the number %s is no Boolean",
                          text);
    p->at++;
    return bool_const(p->pool, one);
}

static formula_t nothing(parse_t *p)
{
    const token_t *t = tokens_get(p->tokens, p->at);
    if (t->kind == TK_END)
        return parse_fail(p, t->loc, "expected a formula at the end");
    return parse_fail(p, t->loc, "expected a formula before '%.*s'",
                      t->length > 40 ? 40 : (int)t->length,
                      tokens_text(p->tokens, p->at));
}

formula_t parse_leaf_expression(parse_t *p)
{
    if (!is_countones(p) && parse_at_relation(p))
        return relation(p);
    if (p->options.propositions && kind_at(p, p->at) == TK_NUMBER)
        return number(p);
    if (kind_at(p, p->at) == TK_NAME && !is_reserved(p, p->at))
        return name(p);
    if (kind_at(p, p->at) == TK_CHAR || kind_at(p, p->at) == TK_STRING)
        return atom(p, p->at + 1);
    return nothing(p);
}

// Numbers: constant expressions are computed, others stay expressions.

typedef struct {
    parse_t *p;
    size_t at, end;
    bool constant;
} static_t;

static int64_t static_sum(static_t *s);

static bool static_accept(static_t *s, const char *op)
{
    const bool found = s->at < s->end && parse_is_at(s->p, s->at, op);
    s->at += found;
    return found;
}

static int64_t static_number(static_t *s, const char *text)
{
    char *end;
    const long long value = strtoll(text, &end, 10);
    if (end == text || *end || value > COUNT_MAX)
        s->constant = false;
    return value;
}

static int64_t static_factor(static_t *s)
{
    if (s->at >= s->end) {
        s->constant = false;
        return 0;
    }
    if (static_accept(s, "-"))
        return -static_factor(s);
    if (static_accept(s, "(")) {
        const int64_t value = static_sum(s);
        if (!static_accept(s, ")"))
            s->constant = false;
        return value;
    }
    const char *text = parse_text(s->p, s->at);
    const token_kind_t kind = kind_at(s->p, s->at++);
    if (kind == TK_NUMBER)
        return static_number(s, text);
    const binding_t *b =
        kind == TK_NAME ? parse_find_binding(s->p, text) : NULL;
    if (b && b->kind == PARAM_CONST)
        return static_number(s, b->text);
    s->constant = false;
    return 0;
}

static int64_t static_product(static_t *s)
{
    int64_t value = static_factor(s);
    while (s->constant && static_accept(s, "*"))
        if (!checked_mul_i64(value, static_factor(s), &value))
            s->constant = false;
    return value;
}

static int64_t static_sum(static_t *s)
{
    int64_t value = static_product(s);
    while (s->constant) {
        const bool plus = static_accept(s, "+");
        if (!plus && !static_accept(s, "-"))
            break;
        const int64_t next = static_product(s);
        if (!(plus ? checked_add_i64(value, next, &value)
                   : checked_sub_i64(value, next, &value)))
            s->constant = false;
    }
    return value;
}

// The end of the expression that starts here.
static size_t count_end(const parse_t *p)
{
    static const char *const stops[] = {"]", "to", "..", ":", ",", ")", "}",
                                        ";"};
    size_t i = p->at;
    while (kind_at(p, i) != TK_END && !one_of(p, i, stops, ARRAY_LEN(stops)))
        i = parse_is_at(p, i, "(") ? tokens_get(p->tokens, i)->match + 1
                                   : i + 1;
    return i;
}

static bool static_value(parse_t *p, size_t end, int64_t *value)
{
    static_t s = {p, p->at, end, true};
    *value = static_sum(&s);
    return s.constant && s.at == end;
}

bool parse_static_number(parse_t *p, int64_t *value)
{
    const size_t end = count_end(p);
    if (!static_value(p, end, value)) {
        parse_fail(p, parse_here(p), "expected a constant number");
        return false;
    }
    p->at = end;
    return true;
}

// "N + 1" is the expression N with the offset 1.
static count_t symbolic(parse_t *p, size_t end)
{
    const loc_t loc = parse_here(p);
    int64_t offset = 0;
    while (end >= p->at + 3 && kind_at(p, end - 1) == TK_NUMBER
           && (parse_is_at(p, end - 2, "+") || parse_is_at(p, end - 2, "-"))) {
        const unsigned long n = strtoul(parse_text(p, end - 1), NULL, 10);
        if (n > 1000000)
            break;
        offset += parse_is_at(p, end - 2, "+") ? (int64_t)n : -(int64_t)n;
        end -= 2;
    }
    const char *text = span_text(p, p->at, end);
    if (!resolve(p, text, PARSE_COUNT, loc))
        return 0;
    return count_symbol(p->pool, text, (int32_t)offset);
}

count_t parse_count(parse_t *p)
{
    const size_t end = count_end(p);
    int64_t value;
    if (end == p->at) {
        parse_fail(p, parse_here(p), "expected a number");
        return 0;
    }
    if (parse_is_at(p, p->at - 1, "^")) {
        if (kind_at(p, p->at) != TK_NUMBER)
            parse_fail(p, parse_here(p), "expected a number after '^'");
        const unsigned long n = strtoul(parse_text(p, p->at++), NULL, 10);
        return n > COUNT_MAX ? COUNT_MAX : (count_t)n;
    }
    if (!static_value(p, end, &value)) {
        const count_t count = symbolic(p, end);
        p->at = end;
        return count;
    }
    if (value < 0 || value > COUNT_MAX) {
        parse_fail(p, parse_here(p), "a count must be between 0 and %u",
                   COUNT_MAX);
        return 0;
    }
    p->at = end;
    return (count_t)value;
}

bool parse_count_range(parse_t *p, count_t *lo, count_t *hi)
{
    const loc_t loc = parse_here(p);
    *lo = *hi = parse_count(p);
    if (p->failed)
        return false;
    if (parse_accept(p, "to") || parse_accept(p, "..")
        || parse_accept(p, ":"))
        *hi = parse_accept(p, "inf") ? COUNT_INF : parse_count(p);
    if (p->failed || !parse_expect(p, "]"))
        return false;
    if (!count_is_symbol(*lo) && !count_is_symbol(*hi) && *lo > *hi) {
        parse_fail(p, loc, "the range is empty: %u is above %u", *lo, *hi);
        return false;
    }
    return true;
}

bool parse_proposition(const char *text, parse_use_t use, loc_t loc,
                       diag_sink_t *sink, void *user)
{
    (void)user;
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || strchr("_.$", text[n])) {
        if (!text[n])
            return true;
        n++;
    }
    if (use == PARSE_BOOLEAN && n > 0 && text[n] == '('
        && text[strlen(text) - 1] == ')')
        return true;
    diag_error(sink, loc,
               use == PARSE_BOOLEAN
                   ? "'%s' is no proposition: a name, or a name with "
                     "arguments, is expected"
                   : "'%s' is no count: a number or a name is expected",
               text);
    return false;
}
