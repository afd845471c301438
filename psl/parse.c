// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/parse-priv.h"

#include "psl/sugar.h"

#include <assert.h>
#include <ctype.h>

// Tokens

bool parse_is_at(const parse_t *p, size_t i, const char *text)
{
    return tokens_is(p->tokens, i, text);
}

bool parse_is(const parse_t *p, const char *text)
{
    return parse_is_at(p, p->at, text);
}

bool parse_accept(parse_t *p, const char *text)
{
    const bool found = parse_is(p, text);
    p->at += found;
    return found;
}

loc_t parse_here(const parse_t *p)
{
    return tokens_get(p->tokens, p->at)->loc;
}

const char *parse_text(parse_t *p, size_t i)
{
    const token_t *t = tokens_get(p->tokens, i);
    char *text = arena_strndup(p->arena, tokens_text(p->tokens, i),
                               t->length);
    if (t->kind == TK_NAME && !p->options.propositions && text[0] != '\\')
        for (char *c = text; *c; c++)
            *c = (char)tolower((unsigned char)*c);
    return text;
}

formula_t parse_fail(parse_t *p, loc_t loc, const char *fmt, ...)
{
    if (p->failed)
        return FORMULA_NONE;
    p->failed = true;
    va_list ap;
    va_start(ap, fmt);
    char *message = xvasprintf(fmt, ap);
    va_end(ap);
    diag_error(p->sink, loc, "%s", message);
    free(message);
    return FORMULA_NONE;
}

static formula_t unexpected(parse_t *p, const char *wanted)
{
    const token_t *t = tokens_get(p->tokens, p->at);
    if (t->kind == TK_END)
        return parse_fail(p, t->loc, "expected %s at the end", wanted);
    const int length = t->length > 40 ? 40 : (int)t->length;
    return parse_fail(p, t->loc, "expected %s before '%.*s'", wanted, length,
                      tokens_text(p->tokens, p->at));
}

bool parse_expect(parse_t *p, const char *text)
{
    if (parse_accept(p, text))
        return true;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "'%s'", text);
    unexpected(p, wanted);
    return false;
}

// Nesting: of the text, and of what was built from it.

bool parse_enter(parse_t *p)
{
    if (++p->depth <= PARSE_MAX_DEPTH)
        return true;
    parse_fail(p, parse_here(p), "operators are nested more than %d deep",
               PARSE_MAX_DEPTH);
    return false;
}

formula_t parse_leave(parse_t *p, formula_t f, loc_t loc)
{
    p->depth--;
    if (!f || p->failed)
        return FORMULA_NONE;
    if (formula_depth(p->pool, f) > 2 * PARSE_MAX_DEPTH)
        return parse_fail(p, loc, "operators are nested more than %d deep",
                          2 * PARSE_MAX_DEPTH);
    if (formula_size(p->pool, f) > PARSE_MAX_SIZE)
        return parse_fail(p, loc, "written out, the formula has more than "
                                  "%d operators", PARSE_MAX_SIZE);
    if (!map_get(p->locs, f, NULL)) {
        uint64_t packed;
        memcpy(&packed, &loc, sizeof packed);
        map_put(p->locs, f, packed);
    }
    return f;
}

// Sorts

static formula_sort_t sort_of(const parse_t *p, formula_t f)
{
    return formula_sort(p->pool, f);
}

formula_t parse_as_formula(parse_t *p, formula_t f)
{
    if (!f || sort_of(p, f) == IS_FORMULA)
        return f;
    return sort_of(p, f) == IS_BOOL ? formula_bool(p->pool, f)
                                    : formula_sere(p->pool, false, f);
}

formula_t parse_as_bool(parse_t *p, formula_t f, loc_t loc)
{
    if (!f || sort_of(p, f) == IS_BOOL)
        return f;
    return parse_fail(p, loc, "a Boolean is needed here, this is a %s",
                      sort_of(p, f) == IS_SERE ? "sequence"
                                               : "temporal formula");
}

formula_t parse_as_sere(parse_t *p, formula_t f, loc_t loc)
{
    if (!f || sort_of(p, f) == IS_SERE)
        return f;
    if (sort_of(p, f) == IS_BOOL)
        return sere_bool(p->pool, f);
    return parse_fail(p, loc, "a sequence cannot contain a temporal formula");
}

// Formulas. Each level returns a Boolean, a SERE or a formula; the operator
// that takes it decides what it must be.

static formula_t next_level(parse_t *p);

static bool is_ltl(const parse_t *p, const char *letter)
{
    const token_t *t = tokens_get(p->tokens, p->at);
    if (t->length != strlen(letter)
        || memcmp(tokens_text(p->tokens, p->at), letter, t->length) != 0)
        return false;
    if (p->options.propositions)
        return true;
    return letter[0] == 'X'
        && (letter[1] || parse_is_at(p, p->at + 1, "["));
}

static bool at_invariance(const parse_t *p)
{
    return parse_is(p, "always") || parse_is(p, "never")
        || parse_is(p, "forall") || is_ltl(p, "G");
}

// The operand of an operator that binds more tightly than always: an
// `always` there is unambiguous all the same.
static formula_t operand(parse_t *p, formula_t (*level)(parse_t *))
{
    return parse_as_formula(p, at_invariance(p) ? parse_property(p)
                                                : level(p));
}

static formula_t strong(parse_t *p, formula_t f, loc_t loc)
{
    if (sort_of(p, f) == IS_BOOL)
        return formula_strong(p->pool, f);
    if (sort_of(p, f) == IS_SERE)
        return formula_sere(p->pool, true, f);
    return parse_fail(p, loc, "'!' makes a Boolean or a sequence strong, "
                              "not a temporal formula");
}

static formula_t parenthesised(parse_t *p)
{
    p->at++;
    const unsigned braces = p->braces;
    p->braces = 0;
    formula_t f = parse_property(p);
    p->braces = braces;
    if (!f || !parse_expect(p, ")"))
        return FORMULA_NONE;
    return sort_of(p, f) == IS_SERE ? parse_as_formula(p, f) : f;
}

static formula_t braced(parse_t *p)
{
    p->at++;
    p->braces++;
    const formula_t r = parse_sere_body(p);
    p->braces--;
    return r && parse_expect(p, "}") ? r : FORMULA_NONE;
}

static formula_t repetition(parse_t *p, formula_t r, loc_t loc);

static formula_t primary(parse_t *p)
{
    const loc_t loc = parse_here(p);
    formula_t f;
    if (parse_is(p, "(") && !parse_at_relation(p))
        f = parenthesised(p);
    else if (parse_is(p, "{")) {
        f = braced(p);
        while (f && parse_is(p, "["))
            f = repetition(p, f, loc);
    } else
        f = parse_leaf_expression(p);
    if (f && parse_accept(p, "!"))
        f = strong(p, f, loc);
    return f;
}

static bool at_temporal_prefix(const parse_t *p)
{
    static const char *const names[] = {
        "next", "next!", "eventually!", "next_a", "next_a!", "next_e",
        "next_e!", "next_event", "next_event!", "next_event_a",
        "next_event_a!", "next_event_e", "next_event_e!",
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (parse_is(p, names[i]))
            return true;
    return is_ltl(p, "X") || is_ltl(p, "X!") || is_ltl(p, "F");
}

static formula_t unary(parse_t *p)
{
    // an operator without parentheses takes all that it can
    if (at_temporal_prefix(p) || at_invariance(p))
        return operand(p, next_level);
    if (!parse_accept(p, "not") && !parse_accept(p, "!"))
        return primary(p);
    const loc_t loc = parse_here(p);
    if (!parse_enter(p))
        return FORMULA_NONE;
    formula_t f = unary(p);
    if (f && sort_of(p, f) == IS_BOOL)
        f = bool_not(p->pool, f);
    else if (f)
        f = formula_not(p->pool, parse_as_formula(p, f));
    return parse_leave(p, f, loc);
}

typedef enum { LOGIC_AND, LOGIC_OR, LOGIC_XOR } logic_t;

typedef struct {
    const char *name;
    logic_t op;
    bool negated, word;
} logic_op_t;

static const logic_op_t and_ops[] = {
    {"and", LOGIC_AND, false, true},
    {"nand", LOGIC_AND, true, true},
    {"&&", LOGIC_AND, false, false},
};

static const logic_op_t or_ops[] = {
    {"or", LOGIC_OR, false, true},   {"nor", LOGIC_OR, true, true},
    {"xor", LOGIC_XOR, false, true}, {"xnor", LOGIC_XOR, true, true},
    {"||", LOGIC_OR, false, false},
};

// Inside braces && is an operator of SEREs.
static const logic_op_t *logic_op(parse_t *p, const logic_op_t *ops, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (parse_is(p, ops[i].name)
            && (ops[i].word || !p->braces || ops[i].op == LOGIC_OR))
            return &ops[i];
    return NULL;
}

static formula_t combine_bools(parse_t *p, const logic_op_t *op, formula_t a,
                               formula_t b)
{
    formula_t f;
    if (op->op == LOGIC_AND)
        f = bool_and(p->pool, a, b);
    else if (op->op == LOGIC_OR)
        f = bool_or(p->pool, a, b);
    else
        f = bool_xor(p->pool, a, b);
    return op->negated ? bool_not(p->pool, f) : f;
}

static formula_t combine(parse_t *p, const logic_op_t *op, formula_t a,
                         formula_t b)
{
    if (sort_of(p, a) == IS_BOOL && sort_of(p, b) == IS_BOOL)
        return combine_bools(p, op, a, b);
    a = parse_as_formula(p, a);
    b = parse_as_formula(p, b);
    formula_t f;
    if (op->op == LOGIC_AND)
        f = formula_and(p->pool, a, b);
    else if (op->op == LOGIC_OR)
        f = formula_or(p->pool, a, b);
    else
        f = formula_not(p->pool, sugar_iff(p->pool, a, b));
    return op->negated ? formula_not(p->pool, f) : f;
}

// VHDL has no precedence among its logical operators: a chain has one.
static bool same_word(parse_t *p, const char **chain, const logic_op_t *op)
{
    if (!op->word)
        return true;
    if (*chain && strcmp(*chain, op->name) != 0) {
        parse_fail(p, parse_here(p),
                   "'%s' after '%s' needs parentheses", op->name, *chain);
        return false;
    }
    *chain = op->name;
    return true;
}

static formula_t logic_chain(parse_t *p, const logic_op_t *ops, size_t n,
                             formula_t (*level)(parse_t *, const char **),
                             const char **chain)
{
    const loc_t loc = parse_here(p);
    formula_t f = level(p, chain);
    const logic_op_t *op;
    while (f && (op = logic_op(p, ops, n))) {
        if (!same_word(p, chain, op))
            return FORMULA_NONE;
        p->at++;
        const formula_t g = level(p, chain);
        if (!g)
            return g;
        p->depth++;
        f = parse_leave(p, combine(p, op, f, g), loc);
    }
    return f;
}

static formula_t unary_level(parse_t *p, const char **chain)
{
    (void)chain;
    return unary(p);
}

static formula_t and_level(parse_t *p, const char **chain)
{
    return logic_chain(p, and_ops, ARRAY_LEN(and_ops), unary_level, chain);
}

formula_t parse_logic(parse_t *p)
{
    const char *chain = NULL;
    return logic_chain(p, or_ops, ARRAY_LEN(or_ops), and_level, &chain);
}

static formula_t clock_operand(parse_t *p)
{
    const loc_t loc = parse_here(p);
    return parse_as_bool(p, parse_is(p, "(") ? parenthesised(p)
                                             : parse_leaf_expression(p),
                         loc);
}

static formula_t clock_level(parse_t *p)
{
    formula_t f = parse_logic(p);
    while (f && parse_accept(p, "@")) {
        const loc_t loc = parse_here(p);
        const formula_t c = clock_operand(p);
        if (!c)
            return c;
        if (sort_of(p, f) == IS_SERE)
            f = sere_clock(p->pool, f, c);
        else
            f = formula_at(p->pool, parse_as_formula(p, f), c);
        if (sort_of(p, f) == IS_SERE && parse_accept(p, "!"))
            f = strong(p, f, loc);
    }
    return f;
}

static formula_t abort_level(parse_t *p)
{
    formula_t f = clock_level(p);
    while (f) {
        const bool sync = parse_is(p, "sync_abort");
        if (!sync && !parse_is(p, "abort") && !parse_is(p, "async_abort"))
            break;
        p->at++;
        const loc_t loc = parse_here(p);
        const formula_t b = parse_as_bool(p, parse_logic(p), loc);
        if (!b)
            return b;
        f = formula_abort(p->pool, sync, parse_as_formula(p, f), b);
    }
    return f;
}

// next, next[n], X and relatives.

static bool optional_range(parse_t *p, count_t *lo, count_t *hi)
{
    *lo = *hi = 1;
    return !parse_accept(p, "[") || parse_count_range(p, lo, hi);
}

static formula_t next_operator(parse_t *p, bool is_strong)
{
    count_t lo, hi;
    const loc_t loc = parse_here(p);
    if (parse_accept(p, "^")) {
        lo = hi = parse_count(p);
    } else if (!optional_range(p, &lo, &hi))
        return FORMULA_NONE;
    if (!p->failed && lo != hi)
        return parse_fail(p, loc, "'next' takes one number; a range needs "
                                  "next_a or next_e");
    const formula_t f = operand(p, next_level);
    return f ? formula_next(p->pool, is_strong, lo, f) : f;
}

static formula_t next_range(parse_t *p, bool is_strong, bool all)
{
    count_t lo, hi;
    if (!parse_expect(p, "[") || !parse_count_range(p, &lo, &hi))
        return FORMULA_NONE;
    const formula_t f = operand(p, next_level);
    return f ? sugar_next_range(p->pool, is_strong, all, lo, hi, f) : f;
}

static formula_t next_event(parse_t *p, bool is_strong, bool all)
{
    count_t lo, hi;
    const loc_t loc = parse_here(p);
    if (!parse_is(p, "(")) {
        parse_expect(p, "(");
        return FORMULA_NONE;
    }
    const formula_t b = parse_as_bool(p, parenthesised(p), loc);
    const loc_t count_loc = parse_here(p);
    if (!b || !optional_range(p, &lo, &hi))
        return FORMULA_NONE;
    if (lo == 0)
        return parse_fail(p, count_loc, "occurrences are counted from 1");
    const formula_t f = operand(p, next_level);
    return f ? sugar_next_event(p->pool, is_strong, all, b, lo, hi, f) : f;
}

static formula_t prefix_operator(parse_t *p)
{
    const size_t at = p->at++;
    const char *name = parse_text(p, at);
    const size_t n = strlen(name);
    const bool is_strong = name[n - 1] == '!';
    const bool some = strstr(name, "_e!")
        || (n > 2 && strcasecmp(name + n - 2, "_e") == 0);
    if (name[0] == 'F' || name[0] == 'e' || name[0] == 'E') {
        const formula_t f = operand(p, next_level);
        return f ? sugar_eventually(p->pool, f) : f;
    }
    if (n <= 5)
        return next_operator(p, is_strong);
    if (n <= 7)
        return next_range(p, is_strong, !some);
    return next_event(p, is_strong, !some);
}

static formula_t next_level(parse_t *p)
{
    if (!at_temporal_prefix(p))
        return abort_level(p);
    const loc_t loc = parse_here(p);
    if (!parse_enter(p))
        return FORMULA_NONE;
    return parse_leave(p, prefix_operator(p), loc);
}

typedef struct {
    const char *name;
    bool before;
    unsigned flags;
} bounding_t;

static const bounding_t *bounding_op(const parse_t *p)
{
    static const bounding_t ops[] = {
        {"until", false, 0},
        {"until!", false, SUGAR_STRONG},
        {"until_", false, SUGAR_INCLUSIVE},
        {"until!_", false, SUGAR_STRONG | SUGAR_INCLUSIVE},
        {"before", true, 0},
        {"before!", true, SUGAR_STRONG},
        {"before_", true, SUGAR_INCLUSIVE},
        {"before!_", true, SUGAR_STRONG | SUGAR_INCLUSIVE},
    };
    static const bounding_t u = {"U", false, SUGAR_STRONG};
    static const bounding_t w = {"W", false, 0};
    for (size_t i = 0; i < ARRAY_LEN(ops); i++)
        if (parse_is(p, ops[i].name))
            return &ops[i];
    if (is_ltl(p, "U"))
        return &u;
    return is_ltl(p, "W") ? &w : NULL;
}

static formula_t until_level(parse_t *p)
{
    const loc_t loc = parse_here(p);
    formula_t f = next_level(p);
    const bounding_t *op;
    while (f && (op = bounding_op(p))) {
        p->at++;
        f = parse_as_formula(p, f);
        const formula_t g = operand(p, next_level);
        if (!g)
            return g;
        p->depth++;
        f = parse_leave(p, op->before
                               ? sugar_before(p->pool, op->flags, f, g)
                               : sugar_until(p->pool, op->flags, f, g),
                        loc);
    }
    return f;
}

static formula_t suffix_level(parse_t *p)
{
    const loc_t loc = parse_here(p);
    const formula_t r = until_level(p);
    if (!r)
        return r;
    const bool follow = parse_is(p, "#-#"), later = parse_is(p, "|=>");
    if (!follow && !later && !parse_is(p, "|->"))
        return r;
    if (sort_of(p, r) != IS_SERE)
        return parse_fail(p, loc, "'%s' needs a sequence in braces on its "
                                  "left", parse_text(p, p->at));
    p->at++;
    if (!parse_enter(p))
        return FORMULA_NONE;
    formula_t f = operand(p, suffix_level);
    if (f && follow)
        f = formula_follow(p->pool, r, f);
    else if (f)
        f = later ? sugar_suffix_next(p->pool, r, f)
                  : formula_suffix(p->pool, r, f);
    return parse_leave(p, f, loc);
}

static formula_t implication(parse_t *p, formula_t f, formula_t g, bool iff)
{
    if (sort_of(p, f) == IS_BOOL && sort_of(p, g) == IS_BOOL) {
        if (iff)
            return bool_not(p->pool, bool_xor(p->pool, f, g));
        return bool_or(p->pool, bool_not(p->pool, f), g);
    }
    f = parse_as_formula(p, f);
    g = parse_as_formula(p, g);
    return iff ? sugar_iff(p->pool, f, g) : sugar_implies(p->pool, f, g);
}

static formula_t implies_level(parse_t *p)
{
    const loc_t loc = parse_here(p);
    formula_t f = suffix_level(p);
    if (!f || (!parse_is(p, "->") && !parse_is(p, "<->")))
        return f;
    const bool iff = parse_is(p, "<->");
    p->at++;
    if (!parse_enter(p))
        return FORMULA_NONE;
    const formula_t g = parse_property(p);
    return parse_leave(p, g ? implication(p, f, g, iff) : g, loc);
}

static formula_t invariance(parse_t *p)
{
    if (parse_is(p, "forall"))
        return parse_forall(p);
    const bool never = parse_is(p, "never");
    p->at++;
    const formula_t f = parse_as_formula(p, parse_property(p));
    if (!f)
        return f;
    return never ? sugar_never(p->pool, f) : sugar_always(p->pool, f);
}

formula_t parse_property(parse_t *p)
{
    const loc_t loc = parse_here(p);
    if (p->failed || !parse_enter(p))
        return FORMULA_NONE;
    return parse_leave(p, at_invariance(p) ? invariance(p)
                                           : implies_level(p), loc);
}

// SEREs, from loose to tight: ; : | & && within, repetitions.

typedef formula_t (*sere_fn)(formula_pool_t *, formula_t, formula_t);

static formula_t clock_of_sere(parse_t *p, formula_t r)
{
    while (r && parse_accept(p, "@")) {
        const formula_t c = clock_operand(p);
        r = c ? sere_clock(p->pool, r, c) : c;
    }
    return r;
}

// [*..] [+] [=..] [->..] behind r.
static formula_t repetition(parse_t *p, formula_t r, loc_t loc)
{
    count_t lo = 0, hi = COUNT_INF;
    p->at++;
    if (parse_accept(p, "+"))
        return parse_expect(p, "]") ? sere_repeat(p->pool, r, 1, hi)
                                    : FORMULA_NONE;
    const bool times = parse_is(p, "="), once = parse_is(p, "->");
    if (!times && !once && !parse_is(p, "*"))
        return unexpected(p, "'*', '+', '=' or '->'");
    p->at++;
    if (once)
        lo = hi = 1;
    if (parse_is(p, "]"))
        p->at++;
    else if (!parse_count_range(p, &lo, &hi))
        return FORMULA_NONE;
    if (!times && !once)
        return sere_repeat(p->pool, r, lo, hi);
    if (formula_kind(p->pool, r) != S_BOOL)
        return parse_fail(p, loc, "[%s] repeats a Boolean, not a sequence",
                          times ? "=" : "->");
    if (once && lo == 0)
        return parse_fail(p, loc, "[->] counts occurrences from 1");
    const formula_t b = formula_a(p->pool, r);
    return times ? sugar_times(p->pool, b, lo, hi)
                 : sugar_goto(p->pool, b, lo, hi);
}

// [*n] alone repeats true.
static formula_t sere_primary(parse_t *p)
{
    const loc_t loc = parse_here(p);
    formula_t r;
    if (parse_is(p, "["))
        r = repetition(p, sere_bool(p->pool, bool_true(p->pool)), loc);
    else if (parse_is(p, "{"))
        r = braced(p);
    else
        r = parse_as_sere(p, parse_logic(p), loc);
    r = clock_of_sere(p, r);
    while (r && parse_is(p, "["))
        r = clock_of_sere(p, repetition(p, r, loc));
    return r;
}

static formula_t sere_chain(parse_t *p, const char *const *names,
                            const sere_fn *make, size_t n,
                            formula_t (*level)(parse_t *))
{
    const loc_t loc = parse_here(p);
    formula_t r = level(p);
    for (size_t i = 0; r && i < n; i++) {
        if (!parse_is(p, names[i]))
            continue;
        p->at++;
        const formula_t s = level(p);
        if (!s)
            return s;
        p->depth++;
        r = parse_leave(p, make[i](p->pool, r, s), loc);
        i = SIZE_MAX; // look for another one, from the start
    }
    return r;
}

static formula_t within_level(parse_t *p)
{
    static const char *const names[] = {"within"};
    static const sere_fn make[] = {sugar_within};
    return sere_chain(p, names, make, 1, sere_primary);
}

static formula_t sere_and_level(parse_t *p)
{
    static const char *const names[] = {"&&", "&"};
    static const sere_fn make[] = {sere_and, sugar_sere_and};
    return sere_chain(p, names, make, 2, within_level);
}

static formula_t sere_or_level(parse_t *p)
{
    static const char *const names[] = {"|"};
    static const sere_fn make[] = {sere_or};
    return sere_chain(p, names, make, 1, sere_and_level);
}

static formula_t fusion_level(parse_t *p)
{
    static const char *const names[] = {":"};
    static const sere_fn make[] = {sere_fusion};
    return sere_chain(p, names, make, 1, sere_or_level);
}

formula_t parse_sere_body(parse_t *p)
{
    static const char *const names[] = {";"};
    static const sere_fn make[] = {sere_concat};
    const loc_t loc = parse_here(p);
    if (p->failed || !parse_enter(p))
        return FORMULA_NONE;
    return parse_leave(p, sere_chain(p, names, make, 1, fusion_level), loc);
}

// Entry points

parse_t *parse_new(formula_pool_t *pool, diag_sink_t *sink,
                   parse_options_t options)
{
    parse_t *p = xcalloc(1, sizeof *p);
    p->pool = pool;
    p->sink = sink;
    p->options = options;
    p->arena = arena_new();
    p->locs = map_new();
    return p;
}

static void unit_record_free(unit_record_t *u)
{
    vec_release(&u->declarations);
    vec_release(&u->inherits);
    vec_release(&u->directives);
    free(u);
}

void parse_free(parse_t *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->sources.len; i++)
        tokens_free(p->sources.data[i]);
    for (size_t i = 0; i < p->units.len; i++)
        unit_record_free(p->units.data[i]);
    vec_release(&p->sources);
    vec_release(&p->units);
    vec_release(&p->leaves);
    map_free(p->locs);
    arena_free(p->arena);
    free(p);
}

static bool start(parse_t *p, const char *name, const char *text,
                  size_t length)
{
    const uint16_t file = sources_add_text(diag_sink_sources(p->sink), name,
                                           text, length);
    p->tokens = tokens_new(text, length, file, p->sink);
    if (!p->tokens)
        return false;
    vec_push(&p->sources, p->tokens);
    p->at = 0;
    p->failed = false;
    p->depth = p->expansions = p->braces = 0;
    return true;
}

static formula_t to_the_end(parse_t *p, formula_t f)
{
    if (f && tokens_get(p->tokens, p->at)->kind != TK_END)
        return unexpected(p, "an operator");
    return p->failed ? FORMULA_NONE : f;
}

formula_t parse_formula(parse_t *p, const char *name, const char *text,
                        size_t length)
{
    if (!start(p, name, text, length))
        return FORMULA_NONE;
    return parse_as_formula(p, to_the_end(p, parse_property(p)));
}

formula_t parse_boolean(parse_t *p, const char *name, const char *text,
                        size_t length)
{
    if (!start(p, name, text, length))
        return FORMULA_NONE;
    const loc_t loc = parse_here(p);
    return to_the_end(p, parse_as_bool(p, parse_property(p), loc));
}

size_t parse_leaf_count(const parse_t *p)
{
    return p->leaves.len;
}

leaf_t parse_leaf(const parse_t *p, size_t i)
{
    assert(i < p->leaves.len);
    return p->leaves.data[i];
}

loc_t parse_loc(const parse_t *p, formula_t f)
{
    uint64_t packed;
    loc_t loc = LOC_NONE;
    if (map_get(p->locs, f, &packed))
        memcpy(&loc, &packed, sizeof loc);
    return loc;
}
