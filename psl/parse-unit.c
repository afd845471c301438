// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/parse-priv.h"
#include "psl/print.h"

#include <assert.h>

static const char *const directive_names[DIRECTIVES] = {
    [DIRECTIVE_ASSERT] = "assert",
    [DIRECTIVE_ASSUME] = "assume",
    [DIRECTIVE_COVER] = "cover",
    [DIRECTIVE_RESTRICT] = "restrict",
    [DIRECTIVE_FAIRNESS] = "fairness",
};

const char *directive_kind_name(directive_kind_t kind)
{
    assert(kind < DIRECTIVES);
    return directive_names[kind];
}

size_t parse_unit_count(const parse_t *p)
{
    return p->units.len;
}

const unit_t *parse_unit(const parse_t *p, size_t i)
{
    assert(i < p->units.len);
    return &p->units.data[i]->unit;
}

// Names

const binding_t *parse_find_binding(const parse_t *p, const char *name)
{
    if (!p->scope)
        return NULL;
    for (size_t i = p->scope->len; i-- > 0;)
        if (strcmp(p->scope->data[i].name, name) == 0)
            return &p->scope->data[i];
    return NULL;
}

declaration_t *parse_find_declaration(const parse_t *p, const char *name)
{
    if (!p->declarations)
        return NULL;
    for (size_t i = p->declarations->len; i-- > 0;)
        if (strcmp(p->declarations->data[i]->name, name) == 0)
            return p->declarations->data[i];
    return NULL;
}

static const char *expect_name(parse_t *p, const char *what)
{
    if (tokens_get(p->tokens, p->at)->kind == TK_NAME)
        return parse_text(p, p->at++);
    parse_fail(p, parse_here(p), "expected %s", what);
    return NULL;
}

static bool expansion(parse_t *p, loc_t loc)
{
    if (++p->expansions <= PARSE_MAX_EXPANSIONS)
        return true;
    parse_fail(p, loc, "more than %d instances", PARSE_MAX_EXPANSIONS);
    return false;
}

// Instances: each argument is parsed in the scope of the use, the body in a
// scope of its own.

static bool argument(parse_t *p, const param_t *param, scope_t *scope)
{
    const loc_t loc = parse_here(p);
    binding_t b = {param->name, param->kind, FORMULA_NONE, NULL};
    const size_t first = p->at;
    if (param->kind == PARAM_CONST) {
        const count_t n = parse_count(p);
        text_t text;
        text_init(&text);
        print_count(p->pool, n, &text);
        b.text = arena_strdup(p->arena, text_str(&text));
        text_release(&text);
    } else {
        b.value = parse_property(p);
        if (param->kind == PARAM_BOOLEAN) {
            b.value = parse_as_bool(p, b.value, loc);
            if (p->at == first + 1)
                b.text = parse_text(p, first);
        } else if (param->kind == PARAM_SEQUENCE)
            b.value = parse_as_sere(p, b.value, loc);
    }
    vec_push(scope, b);
    return !p->failed;
}

static bool argument_list(parse_t *p, const declaration_t *d, scope_t *scope)
{
    if (d->param_count == 0) {
        // `p()` is not VHDL, but harmless
        return !parse_accept(p, "(") || parse_expect(p, ")");
    }
    if (!parse_expect(p, "("))
        return false;
    for (size_t i = 0; i < d->param_count; i++) {
        if (i > 0 && !parse_expect(p, ","))
            return false;
        if (!argument(p, &d->params[i], scope))
            return false;
    }
    return parse_expect(p, ")");
}

static formula_t body(parse_t *p, const declaration_t *d, scope_t *scope)
{
    tokens_t *const tokens = p->tokens;
    scope_t *const outer = p->scope;
    const size_t at = p->at;
    const unsigned braces = p->braces;
    p->tokens = d->tokens;
    p->scope = scope;
    p->at = d->body;
    p->braces = 0;
    const loc_t loc = parse_here(p);
    formula_t f = parse_property(p);
    if (d->kind == PARAM_SEQUENCE)
        f = parse_as_sere(p, f, loc);
    p->tokens = tokens;
    p->scope = outer;
    p->at = at;
    p->braces = braces;
    return f;
}

formula_t parse_instance(parse_t *p, declaration_t *d)
{
    const loc_t loc = parse_here(p);
    scope_t scope = {0};
    formula_t f = FORMULA_NONE;
    if (d->active)
        return parse_fail(p, loc, "'%s' uses itself", d->name);
    p->at++;
    d->active = true;
    if (parse_enter(p) && expansion(p, loc) && argument_list(p, d, &scope))
        f = body(p, d, &scope);
    d->active = false;
    vec_release(&scope);
    if (f && d->endpoint)
        f = bool_ended(p->pool, f, FORMULA_NONE);
    return parse_leave(p, f, loc);
}

// forall i in {lo to hi} : f, or in boolean.

static bool forall_range(parse_t *p, int64_t *lo, int64_t *hi)
{
    if (parse_accept(p, "boolean")) {
        *lo = 0;
        *hi = 1;
        return true;
    }
    if (!parse_expect(p, "{") || !parse_static_number(p, lo))
        return false;
    *hi = *lo;
    if ((parse_accept(p, "to") || parse_accept(p, ":")
         || parse_accept(p, ".."))
        && !parse_static_number(p, hi))
        return false;
    return parse_expect(p, "}");
}

static formula_t forall_copies(parse_t *p, const char *name, int64_t lo,
                               int64_t hi)
{
    scope_t empty = {0}, *scope = p->scope ? p->scope : &empty;
    scope_t *const outer = p->scope;
    const size_t at = p->at;
    const loc_t loc = parse_here(p);
    formula_t all = FORMULA_NONE;
    p->scope = scope;
    for (int64_t i = lo; i <= hi && !p->failed; i++) {
        if (!expansion(p, loc))
            break;
        p->at = at;
        const char *value = arena_printf(p->arena, "%lld", (long long)i);
        vec_push(scope, ((binding_t){name, PARAM_CONST, 0, value}));
        const formula_t f = parse_as_formula(p, parse_property(p));
        scope->len--;
        if (f)
            all = all ? formula_and(p->pool, all, f) : f;
    }
    p->scope = outer;
    vec_release(&empty);
    return p->failed ? FORMULA_NONE : all;
}

formula_t parse_forall(parse_t *p)
{
    int64_t lo, hi;
    p->at++;
    const loc_t loc = parse_here(p);
    const char *name = expect_name(p, "a name after 'forall'");
    if (!name || !parse_expect(p, "in") || !forall_range(p, &lo, &hi)
        || !parse_expect(p, ":"))
        return FORMULA_NONE;
    if (lo > hi)
        return parse_fail(p, loc, "the range is empty");
    return forall_copies(p, name, lo, hi);
}

// Declarations

static bool param_kind(parse_t *p, param_kind_t *kind)
{
    static const struct {
        const char *name;
        param_kind_t kind;
    } kinds[] = {
        {"const", PARAM_CONST},       {"numeric", PARAM_CONST},
        {"boolean", PARAM_BOOLEAN},   {"bit", PARAM_BOOLEAN},
        {"sequence", PARAM_SEQUENCE}, {"property", PARAM_PROPERTY},
    };
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (parse_accept(p, kinds[i].name)) {
            *kind = kinds[i].kind;
            return true;
        }
    parse_fail(p, parse_here(p), "expected the kind of a parameter: boolean, "
                                 "sequence, property or const");
    return false;
}

typedef VEC(param_t) params_t;

static bool param_group(parse_t *p, params_t *params)
{
    param_kind_t kind;
    if (!param_kind(p, &kind))
        return false;
    if (kind == PARAM_CONST)
        parse_accept(p, "numeric");
    do {
        const char *name = expect_name(p, "the name of a parameter");
        if (!name)
            return false;
        vec_push(params, ((param_t){name, kind}));
    } while (parse_accept(p, ","));
    return true;
}

static bool param_list(parse_t *p, declaration_t *d)
{
    params_t params = {0};
    bool ok = true;
    if (parse_accept(p, "(")) {
        do
            ok = param_group(p, &params);
        while (ok && parse_accept(p, ";"));
        ok = ok && parse_expect(p, ")");
    }
    d->param_count = params.len;
    param_t *copy = arena_calloc(p->arena, params.len + 1, sizeof *copy);
    if (params.len)
        memcpy(copy, params.data, params.len * sizeof *copy);
    d->params = copy;
    vec_release(&params);
    return ok;
}

// The `;` that ends the item; those inside brackets do not count.
static size_t item_end(const parse_t *p)
{
    size_t i = p->at;
    for (;; i++) {
        const token_t *t = tokens_get(p->tokens, i);
        if (t->kind == TK_END || parse_is_at(p, i, ";")
            || parse_is_at(p, i, "}") || parse_is_at(p, i, ")"))
            return i;
        if (t->kind == TK_OP && t->match > i)
            i = t->match;
    }
}

// With parameters the body is checked when it is used; without, now.
static void check_body(parse_t *p, declaration_t *d)
{
    if (d->param_count > 0)
        return;
    scope_t scope = {0};
    d->active = true;
    body(p, d, &scope);
    d->active = false;
}

static void declaration(parse_t *p, unit_record_t *u, param_kind_t kind,
                        bool endpoint)
{
    p->at++;
    declaration_t *d = arena_calloc(p->arena, 1, sizeof *d);
    d->kind = kind;
    d->endpoint = endpoint;
    d->tokens = p->tokens;
    d->loc = parse_here(p);
    d->name = expect_name(p, "the name of the declaration");
    if (!d->name || !param_list(p, d))
        return;
    if (!parse_accept(p, "=") && !parse_expect(p, "is"))
        return;
    if (parse_find_declaration(p, d->name)) {
        parse_fail(p, d->loc, "'%s' is declared twice", d->name);
        return;
    }
    d->body = p->at;
    check_body(p, d);
    vec_push(&u->declarations, d);
    p->at = item_end(p);
    if (!p->failed)
        parse_expect(p, ";");
}

static void default_clock(parse_t *p, unit_record_t *u)
{
    p->at++;
    if (!parse_expect(p, "clock"))
        return;
    if (!parse_accept(p, "=") && !parse_expect(p, "is"))
        return;
    const loc_t loc = parse_here(p);
    u->clock = parse_as_bool(p, parse_logic(p), loc);
    if (u->clock)
        parse_expect(p, ";");
}

// Directives

// Does f bring its own clock? `always` looks at every letter, and finds the
// ticks of what is below it.
static bool is_clocked(const formula_pool_t *pool, formula_t f)
{
    const formula_t a = formula_a(pool, f), b = formula_b(pool, f);
    switch (formula_kind(pool, f)) {
    case F_AT: case S_CLOCK: return true;
    case F_NOT: case F_SERE: case F_SERE_STRONG: case F_ABORT:
        return is_clocked(pool, a);
    case F_AND: case F_OR: case F_SUFFIX: case F_FOLLOW:
        return is_clocked(pool, a) && is_clocked(pool, b);
    case F_WEAK:
        return is_clocked(pool, a) && formula_kind(pool, b) == F_BOOL
            && formula_kind(pool, formula_a(pool, b)) == B_FALSE;
    default: return false;
    }
}

static formula_t clocked(parse_t *p, const unit_record_t *u, formula_t f,
                         loc_t loc)
{
    if (!f || formula_kind(p->pool, f) == F_AT)
        return f;
    if (u->clock)
        return formula_at(p->pool, f, u->clock);
    if (is_clocked(p->pool, f))
        return f;
    return parse_fail(p, loc, "no clock: add '@' and a clock to the "
                              "property, or 'default clock is ...;' "
                              "before it");
}

static bool directive_kind(parse_t *p, directive_kind_t *kind)
{
    for (int i = 0; i < DIRECTIVES; i++)
        if (parse_accept(p, directive_names[i])) {
            *kind = (directive_kind_t)i;
            return true;
        }
    return false;
}

static const char *report(parse_t *p)
{
    if (!parse_accept(p, "report"))
        return NULL;
    const token_t *t = tokens_get(p->tokens, p->at);
    if (t->kind != TK_STRING) {
        parse_fail(p, t->loc, "expected a string after 'report'");
        return NULL;
    }
    return arena_strndup(p->arena, tokens_text(p->tokens, p->at++) + 1,
                         t->length - 2);
}

static formula_t directive_formula(parse_t *p, directive_kind_t kind)
{
    const loc_t loc = parse_here(p);
    formula_t f = parse_property(p);
    if (kind == DIRECTIVE_COVER || kind == DIRECTIVE_RESTRICT)
        f = parse_as_sere(p, f, loc);
    if (f && kind == DIRECTIVE_COVER)
        return formula_sere(p->pool, true, f);
    return parse_as_formula(p, f);
}

static void directive(parse_t *p, unit_record_t *u, const char *label,
                      loc_t loc)
{
    directive_t d = {.label = label, .loc = loc};
    if (!directive_kind(p, &d.kind)) {
        parse_fail(p, parse_here(p),
                   "expected a directive, a declaration or 'default clock' "
                   "(VHDL declarations and statements in a vunit are not "
                   "supported)");
        return;
    }
    d.formula = clocked(p, u, directive_formula(p, d.kind), loc);
    d.report = p->failed ? NULL : report(p);
    if (p->failed || !parse_expect(p, ";"))
        return;
    vec_push(&u->directives, d);
}

static unit_record_t *find_unit(const parse_t *p, const char *name)
{
    for (size_t i = 0; i < p->units.len; i++)
        if (strcmp(p->units.data[i]->unit.name, name) == 0)
            return p->units.data[i];
    return NULL;
}

static void inherit(parse_t *p, unit_record_t *u)
{
    p->at++;
    do {
        const loc_t loc = parse_here(p);
        const char *name = expect_name(p, "the name of a vunit");
        if (!name)
            return;
        unit_record_t *from = find_unit(p, name);
        if (!from) {
            parse_fail(p, loc, "no vunit '%s' has been read", name);
            return;
        }
        for (size_t i = 0; i < from->declarations.len; i++)
            vec_push(&u->declarations, from->declarations.data[i]);
        if (from->clock)
            u->clock = from->clock;
        vec_push(&u->inherits, name);
    } while (parse_accept(p, ","));
    parse_expect(p, ";");
}

static void item(parse_t *p, unit_record_t *u)
{
    const loc_t loc = parse_here(p);
    const char *label = NULL;
    if (tokens_get(p->tokens, p->at)->kind == TK_NAME
        && parse_is_at(p, p->at + 1, ":")) {
        label = parse_text(p, p->at);
        p->at += 2;
    }
    if (parse_is(p, "inherit"))
        inherit(p, u);
    else if (parse_is(p, "default"))
        default_clock(p, u);
    else if (parse_is(p, "property"))
        declaration(p, u, PARAM_PROPERTY, false);
    else if (parse_is(p, "sequence"))
        declaration(p, u, PARAM_SEQUENCE, false);
    else if (parse_is(p, "endpoint"))
        declaration(p, u, PARAM_SEQUENCE, true);
    else
        directive(p, u, label, loc);
}

// After an error: on with the next item.
static bool recover(parse_t *p)
{
    if (!p->failed)
        return true;
    p->failed = false;
    p->depth = 0;
    p->braces = 0;
    p->at = item_end(p);
    parse_accept(p, ";");
    return false;
}

static bool at_unit(const parse_t *p)
{
    return parse_is(p, "vunit") || parse_is(p, "vprop")
        || parse_is(p, "vmode");
}

static unit_record_t *unit_new(parse_t *p)
{
    unit_record_t *u = xcalloc(1, sizeof *u);
    u->unit = (unit_t){.name = "", .kind = "vunit", .target = "",
                       .loc = parse_here(p)};
    p->declarations = &u->declarations;
    return u;
}

static void unit_add(parse_t *p, unit_record_t *u)
{
    u->unit.inherits = u->inherits.data;
    u->unit.inherit_count = u->inherits.len;
    u->unit.directives = u->directives.data;
    u->unit.directive_count = u->directives.len;
    vec_push(&p->units, u);
    p->declarations = NULL;
}

// vunit NAME [(ENTITY[(ARCHITECTURE)])] {
static bool unit_head(parse_t *p, unit_record_t *u)
{
    u->unit.kind = parse_text(p, p->at++);
    const char *name = expect_name(p, "the name of the vunit");
    if (!name)
        return false;
    u->unit.name = name;
    if (parse_is(p, "(")) {
        const size_t end = tokens_get(p->tokens, p->at)->match;
        text_t text;
        text_init(&text);
        for (size_t i = p->at + 1; i < end; i++)
            text_add(&text, parse_text(p, i));
        u->unit.target = arena_strdup(p->arena, text_str(&text));
        text_release(&text);
        p->at = end + 1;
    }
    return parse_expect(p, "{");
}

static bool unit(parse_t *p)
{
    unit_record_t *u = unit_new(p);
    bool ok = true;
    if (unit_head(p, u)) {
        const size_t end = tokens_get(p->tokens, p->at - 1)->match;
        while (p->at < end) {
            const size_t before = p->at;
            item(p, u);
            ok = recover(p) && ok;
            if (p->at == before)
                p->at++;
        }
        p->at = end + 1;
    }
    unit_add(p, u);
    return recover(p) && ok;
}

// Directives outside of any vunit.
static bool bare_items(parse_t *p)
{
    unit_record_t *u = unit_new(p);
    bool ok = true;
    while (tokens_get(p->tokens, p->at)->kind != TK_END && !at_unit(p)) {
        const size_t before = p->at;
        item(p, u);
        ok = recover(p) && ok;
        if (p->at == before)
            p->at++; // a stray bracket
    }
    unit_add(p, u);
    return ok;
}

bool parse_units(parse_t *p, const char *path, const char *text,
                 size_t length)
{
    const uint16_t file = sources_add_text(diag_sink_sources(p->sink), path,
                                           text, length);
    p->tokens = tokens_new(text, length, file, p->sink);
    if (!p->tokens)
        return false;
    vec_push(&p->sources, p->tokens);
    p->at = 0;
    p->failed = false;
    p->depth = p->expansions = p->braces = 0;
    bool ok = true;
    while (tokens_get(p->tokens, p->at)->kind != TK_END)
        ok = (at_unit(p) ? unit(p) : bare_items(p)) && ok;
    return ok;
}
