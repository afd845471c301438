// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/relation.h"
#include "ca/vmt.h"
#include "core/hash.h"
#include "core/smt-read.h"
#include "core/walk.h"

typedef struct {
    var_t var;
    loc_t loc;
    const char *next; // the symbol of its next value, or NULL
    bool is_next;     // declared, but as the next value of another
} declared_t;

typedef struct {
    const char *name;
    loc_t loc;
    term_t holds;
} invariant_t;

typedef struct {
    context_t *ctx;
    diag_sink_t *sink;
    map_t *symbols; // from an identifier's index to a term
    map_t *places;  // from an identifier's index to its declaration
    VEC(declared_t) declared;
    VEC(invariant_t) invariants;
    term_t init, trans;
    const sexpr_t *init_at, *trans_at; // where they were given
} vmt_t;

static bool fail(vmt_t *v, const sexpr_t *s, const char *what)
{
    diag_error(v->sink, s->loc, "%s", what);
    return false;
}

static ident_t ident_of(vmt_t *v, const char *text)
{
    return ident_new(context_idents(v->ctx), text);
}

// ---- symbols ----

static bool lookup(context_t *ctx, const char *name, term_t *result,
                   void *user)
{
    const vmt_t *v = user;
    const ident_t id = ident_find(context_idents(ctx), name);
    uint64_t term;
    if (id == NULL || !map_get(v->symbols, ident_index(id), &term))
        return false;
    *result = (term_t){(uint32_t)term};
    return true;
}

static bool enter(vmt_t *v, const sexpr_t *s, term_t t)
{
    const ident_t id = ident_of(v, s->text);
    uint64_t old;
    if (map_get(v->symbols, ident_index(id), &old)) {
        diag_error(v->sink, s->loc, "'%s' is declared twice", s->text);
        return false;
    }
    map_put(v->symbols, ident_index(id), t.id);
    return true;
}

static bool read_sort(vmt_t *v, const sexpr_t *s, sort_t *sort)
{
    if (!smt_read_sort(v->ctx, s, NULL, NULL, v->sink, sort))
        return false;
    if (sort_kind(v->ctx, *sort) == SORT_ARRAY)
        return fail(v, s, "arrays are not supported in transition systems");
    return true;
}

// ---- the first pass: variables and their next values ----

// (declare-fun x () Int), (declare-const x Int)
static bool declare(vmt_t *v, const sexpr_t *c)
{
    const bool function = sexpr_is(c->first, "declare-fun");
    const sexpr_t *name = sexpr_at(c, 1);
    const sexpr_t *sort_at = sexpr_at(c, function ? 3 : 2);
    if (c->count != (function ? 4 : 3) || name->kind != SEXPR_SYMBOL)
        return fail(v, c, "a declaration is (declare-fun name () sort)");
    if (function && (sexpr_at(c, 2)->kind != SEXPR_LIST
                     || sexpr_at(c, 2)->count != 0))
        return fail(v, c, "uninterpreted functions are not supported");
    sort_t sort;
    if (!read_sort(v, sort_at, &sort))
        return false;
    const ident_t id = ident_of(v, name->text);
    const declared_t d = {.var = var_new(v->ctx, id, sort),
                          .loc = name->loc};
    if (!enter(v, name, term_last(v->ctx, d.var)))
        return false;
    map_put(v->places, ident_index(id), v->declared.len);
    vec_push(&v->declared, d);
    return true;
}

static declared_t *find_declared(vmt_t *v, const char *name)
{
    const ident_t id = ident_find(context_idents(v->ctx), name);
    uint64_t at;
    if (id == NULL || !map_get(v->places, ident_index(id), &at))
        return NULL;
    return &v->declared.data[at];
}

// x :next y
static bool pair(vmt_t *v, const sexpr_t *of, const sexpr_t *next)
{
    declared_t *x = of->kind == SEXPR_SYMBOL ? find_declared(v, of->text)
                                             : NULL;
    if (x == NULL)
        return fail(v, of, "what has a next value is a declared variable");
    if (next == NULL || next->kind != SEXPR_SYMBOL)
        return fail(v, of, ":next needs the name of a variable");
    if (x->next != NULL && strcmp(x->next, next->text) != 0)
        return fail(v, next, "a second :next of the same variable");
    if (x->is_next)
        return fail(v, of, "a next value has no next value");
    declared_t *y = find_declared(v, next->text);
    if (y != NULL && (y->is_next ? x->next == NULL : y->next != NULL))
        return fail(v, next, "it is the :next of two variables, or has one");
    if (y != NULL && !sort_equal(var_sort(v->ctx, x->var),
                                 var_sort(v->ctx, y->var)))
        return fail(v, next, "a next value of another sort");
    if (y != NULL)
        y->is_next = true;
    x->next = next->text;
    map_put(v->symbols, ident_index(ident_of(v, next->text)),
            term_next(v->ctx, x->var).id);
    return true;
}

// The body of (define-fun name () sort body), or NULL for other commands.
static const sexpr_t *body_of(const sexpr_t *c)
{
    return sexpr_headed(c, "define-fun") && c->count == 5 ? sexpr_at(c, 4)
                                                          : NULL;
}

// Calls `take` for each attribute of (! term attribute...).
typedef bool (*attribute_fn)(vmt_t *v, const sexpr_t *command,
                             const sexpr_t *attribute, const sexpr_t *value);

static bool attributes(vmt_t *v, const sexpr_t *c, attribute_fn take)
{
    const sexpr_t *body = body_of(c);
    if (body == NULL || !sexpr_headed(body, "!") || body->count < 2)
        return true;
    for (const sexpr_t *a = sexpr_at(body, 2); a != NULL; a = a->next) {
        if (a->kind != SEXPR_KEYWORD)
            continue;
        const sexpr_t *value = a->next != NULL
                && a->next->kind != SEXPR_KEYWORD ? a->next : NULL;
        if (!take(v, c, a, value))
            return false;
    }
    return true;
}

static bool take_next(vmt_t *v, const sexpr_t *c, const sexpr_t *attribute,
                      const sexpr_t *value)
{
    if (!sexpr_is(attribute, ":next"))
        return true;
    return pair(v, sexpr_at(body_of(c), 1), value);
}

// ---- the second pass: definitions ----

static bool is_significant(const sexpr_t *s)
{
    static const char *const names[] = {":next", ":init", ":trans",
                                        ":invar-property", ":live-property"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (sexpr_is(s, names[i]))
            return true;
    return false;
}

// An attribute that counts may stand at the top of a definition only; one
// that was overlooked would change what the file says.
static bool check_attributes(vmt_t *v, const sexpr_t *command,
                             const sexpr_t *top)
{
    VEC(const sexpr_t *) stack = {0};
    bool ok = true;
    for (const sexpr_t *s = command->first; s != NULL; s = s->next)
        if (s->kind == SEXPR_LIST)
            vec_push(&stack, s);
    while (stack.len > 0 && ok) {
        const sexpr_t *list = vec_pop(&stack);
        for (const sexpr_t *s = list->first; s != NULL; s = s->next) {
            if (s->kind == SEXPR_LIST)
                vec_push(&stack, s);
            else if (list != top && is_significant(s))
                ok = fail(v, s, "this attribute belongs to the top of a "
                                "definition");
        }
    }
    vec_release(&stack);
    return ok;
}

static bool is_true(const sexpr_t *value)
{
    return value == NULL || sexpr_is(value, "true");
}

static bool take_formula(vmt_t *v, const sexpr_t *c, const sexpr_t *attribute,
                         const sexpr_t *value, const sexpr_t **at,
                         term_t *formula)
{
    term_t t;
    if (!is_true(value))
        return fail(v, attribute, "the value of this attribute is true");
    if (!lookup(v->ctx, sexpr_at(c, 1)->text, &t, v)
        || sort_kind(v->ctx, term_sort(v->ctx, t)) != SORT_BOOL)
        return fail(v, c, "a Boolean is needed here");
    if (*at != NULL) {
        diag_t *d = diag_new(DIAG_ERROR, attribute->loc,
                             "a second formula with this attribute");
        diag_add_note(d, (*at)->loc, "the first is here");
        diag_emit(v->sink, d);
        return false;
    }
    *at = attribute;
    *formula = t;
    return true;
}

static bool take_invariant(vmt_t *v, const sexpr_t *c,
                           const sexpr_t *attribute, const sexpr_t *value)
{
    invariant_t p = {.name = value != NULL ? value->text : NULL,
                     .loc = attribute->loc};
    if (p.name == NULL)
        return fail(v, attribute, ":invar-property needs a number");
    if (!lookup(v->ctx, sexpr_at(c, 1)->text, &p.holds, v)
        || sort_kind(v->ctx, term_sort(v->ctx, p.holds)) != SORT_BOOL)
        return fail(v, c, "a Boolean is needed here");
    for (size_t i = 0; i < v->invariants.len; i++)
        if (strcmp(v->invariants.data[i].name, p.name) == 0)
            return fail(v, value, "a second property of this number");
    vec_push(&v->invariants, p);
    return true;
}

static bool take_meaning(vmt_t *v, const sexpr_t *c, const sexpr_t *attribute,
                         const sexpr_t *value)
{
    if (sexpr_is(attribute, ":init"))
        return take_formula(v, c, attribute, value, &v->init_at, &v->init);
    if (sexpr_is(attribute, ":trans"))
        return take_formula(v, c, attribute, value, &v->trans_at, &v->trans);
    if (sexpr_is(attribute, ":invar-property"))
        return take_invariant(v, c, attribute, value);
    if (sexpr_is(attribute, ":live-property"))
        return fail(v, attribute, "of properties, only invariants "
                                  "(:invar-property) are supported");
    return true;
}

static bool define(vmt_t *v, const sexpr_t *c)
{
    const sexpr_t *body = body_of(c), *name = sexpr_at(c, 1);
    if (body == NULL || name->kind != SEXPR_SYMBOL
        || sexpr_at(c, 2)->kind != SEXPR_LIST)
        return fail(v, c, "a definition is (define-fun name () sort term)");
    if (sexpr_at(c, 2)->count != 0)
        return fail(v, c, "functions with arguments are not supported");
    sort_t sort;
    term_t t;
    if (!check_attributes(v, c, sexpr_headed(body, "!") ? body : NULL)
        || !read_sort(v, sexpr_at(c, 3), &sort)
        || !smt_read_term(v->ctx, body, lookup, v, v->sink, &t))
        return false;
    if (!sort_equal(sort, term_sort(v->ctx, t)))
        return fail(v, c, "the term is of another sort than the definition");
    return enter(v, name, t) && attributes(v, c, take_meaning);
}

static bool is_ignored(const sexpr_t *c)
{
    static const char *const names[] = {
        "set-info", "set-logic", "set-option", "check-sat", "exit",
        "get-model", "get-info"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (sexpr_headed(c, names[i]))
            return true;
    return false;
}

static bool first_pass(vmt_t *v, const sexpr_t *c)
{
    if (sexpr_headed(c, "declare-fun") || sexpr_headed(c, "declare-const"))
        return declare(v, c);
    return true;
}

static bool second_pass(vmt_t *v, const sexpr_t *c)
{
    if (sexpr_headed(c, "declare-fun") || sexpr_headed(c, "declare-const")
        || is_ignored(c))
        return true;
    if (sexpr_headed(c, "define-fun"))
        return define(v, c);
    if (sexpr_headed(c, "assert") && c->count == 2
        && sexpr_is(sexpr_at(c, 1), "true"))
        return true;
    return fail(v, c, "this command is not understood");
}

static bool read_commands(vmt_t *v, const sexpr_t *commands)
{
    for (const sexpr_t *c = commands->first; c != NULL; c = c->next)
        if (!first_pass(v, c))
            return false;
    for (const sexpr_t *c = commands->first; c != NULL; c = c->next)
        if (!attributes(v, c, take_next))
            return false;
    for (const sexpr_t *c = commands->first; c != NULL; c = c->next)
        if (!second_pass(v, c))
            return false;
    return true;
}

// ---- the model ----

// What a formula may speak about: next values, inputs?
static bool check_scope(vmt_t *v, term_t t, loc_t loc, const char *what)
{
    term_vec_t order = {0};
    bool ok = true;
    walk_postorder(v->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len && ok; i++)
        ok = term_kind(v->ctx, order.data[i]) != TERM_NEXT;
    vec_release(&order);
    if (!ok)
        diag_error(v->sink, loc, "a next value in %s", what);
    return ok;
}

static bool check_formulas(vmt_t *v, const sexpr_t *commands)
{
    if (v->init_at == NULL)
        return fail(v, commands, "no formula has the attribute :init");
    if (v->trans_at == NULL)
        return fail(v, commands, "no formula has the attribute :trans");
    if (v->invariants.len == 0)
        return fail(v, commands, "no property (:invar-property)");
    bool ok = check_scope(v, v->init, v->init_at->loc, "the initial states");
    for (size_t i = 0; i < v->invariants.len && ok; i++)
        ok = check_scope(v, v->invariants.data[i].holds,
                         v->invariants.data[i].loc, "a property");
    return ok;
}

typedef struct {
    vmt_t *vmt;
    model_t *model;
    const term_t *unknowns;
} building_t;

static term_t fresh_input(size_t unknown, void *user)
{
    building_t *b = user;
    context_t *ctx = b->vmt->ctx;
    const bool choice = unknown == SIZE_MAX;
    const var_t of = choice ? (var_t){0}
                            : term_var(ctx, b->unknowns[unknown]);
    char *base = choice ? xstrdup("choice")
                        : xasprintf("%s_next", ident_text(var_name(ctx, of)));
    const ident_t name = ident_unique(context_idents(ctx), base);
    free(base);
    const var_t var = var_new(ctx, name,
                              choice ? sort_bool(ctx) : var_sort(ctx, of));
    model_add_input(b->model, var, b->vmt->trans_at->loc);
    return term_last(ctx, var);
}

// State that the relation keeps is a parameter.
static void add_state(building_t *b, const declared_t *d, term_t next)
{
    if (term_equal(next, term_last(b->vmt->ctx, d->var))) {
        model_add_parameter(b->model, d->var, d->loc);
        return;
    }
    model_add_state(b->model, d->var, d->loc);
    model_set_next(b->model, d->var, next);
}

static bool speaks_of(vmt_t *v, term_t t, var_t var)
{
    var_vec_t vars = {0};
    bool found = false;
    walk_variables(v->ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len; i++)
        found |= var_equal(vars.data[i], var);
    vec_release(&vars);
    return found;
}

// An input that the initial condition speaks about is state whose next value
// is anything.
static bool is_state(vmt_t *v, const declared_t *d)
{
    return !d->is_next
        && (d->next != NULL || speaks_of(v, v->init, d->var));
}

static void add_variables(building_t *b)
{
    vmt_t *v = b->vmt;
    term_vec_t unknowns = {0};
    for (size_t i = 0; i < v->declared.len; i++) {
        const declared_t *d = &v->declared.data[i];
        if (is_state(v, d))
            vec_push(&unknowns, term_next(v->ctx, d->var));
        else if (!d->is_next)
            model_add_input(b->model, d->var, d->loc);
    }
    b->unknowns = unknowns.data;
    term_t *values = xnmalloc(unknowns.len, sizeof *values);
    const relation_t r = {.ctx = v->ctx, .unknowns = unknowns.data,
                          .count = unknowns.len, .fresh = fresh_input,
                          .user = b};
    const term_t rest = relation_solve(&r, v->trans, values);
    size_t at = 0;
    for (size_t i = 0; i < v->declared.len; i++)
        if (is_state(v, &v->declared.data[i]))
            add_state(b, &v->declared.data[i], values[at++]);
    const assumption_t step = {.kind = ASSUME_STEP, .term = rest,
                               .loc = v->trans_at->loc};
    if (!term_is_true(v->ctx, rest))
        model_add_assumption(b->model, &step);
    free(values);
    vec_release(&unknowns);
}

static model_t *build(vmt_t *v, const char *name)
{
    building_t b = {.vmt = v, .model = model_new(v->ctx, name)};
    add_variables(&b);
    relation_add_start(b.model, v->init);
    for (size_t i = 0; i < v->invariants.len; i++) {
        const invariant_t *p = &v->invariants.data[i];
        char *title = xasprintf("property %s", p->name);
        const property_t property = {
            .name = title, .kind = PROPERTY_ERROR, .loc = p->loc,
            .reached = term_true(v->ctx), .holds = p->holds};
        model_add_property(b.model, &property);
        free(title);
    }
    return b.model;
}

model_t *vmt_read(context_t *ctx, const char *name, const sexpr_t *commands,
                  diag_sink_t *sink)
{
    vmt_t v = {.ctx = ctx, .sink = sink, .symbols = map_new(),
               .places = map_new()};
    model_t *model = NULL;
    if (read_commands(&v, commands) && check_formulas(&v, commands))
        model = build(&v, name);
    map_free(v.symbols);
    map_free(v.places);
    vec_release(&v.declared);
    vec_release(&v.invariants);
    return model;
}
