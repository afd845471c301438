// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/chc-automaton.h"
#include "ca/chc.h"
#include "ca/relation.h"
#include "core/hash.h"
#include "core/smt-read.h"
#include "core/walk.h"

// Reading: an application of a predicate is a Boolean variable that stands
// for it, so a clause in whatever form is one Boolean term; the conjuncts of
// its negation are the body and the negated head.

typedef struct {
    chc_t *chc;
    diag_sink_t *sink;
    map_t *predicates; // from an identifier's index to its place
    map_t *variables;  // of the current clause: to the term
    map_t *standing;   // from a variable that stands for an application
    VEC(application_t) applications; // of the current clause
    bool trivial;      // there was a clause that says nothing
} reader_t;

static bool fail(reader_t *r, const sexpr_t *s, const char *what)
{
    diag_error(r->sink, s->loc, "%s", what);
    return false;
}

static ident_t ident_of(reader_t *r, const char *text)
{
    return ident_new(context_idents(r->chc->ctx), text);
}

static bool read_sort(reader_t *r, const sexpr_t *s, sort_t *sort)
{
    if (!smt_read_sort(r->chc->ctx, s, NULL, NULL, r->sink, sort))
        return false;
    if (sort_kind(r->chc->ctx, *sort) == SORT_ARRAY)
        return fail(r, s, "arrays are not supported in Horn clauses");
    return true;
}

// ---- predicates ----

static bool declare(reader_t *r, const sexpr_t *c)
{
    const bool function = sexpr_is(c->first, "declare-fun");
    const sexpr_t *name = sexpr_at(c, 1);
    if (c->count != (function ? 4 : 3) || name->kind != SEXPR_SYMBOL
        || (function && sexpr_at(c, 2)->kind != SEXPR_LIST))
        return fail(r, c, "a declaration is (declare-fun name (sort ...) "
                          "Bool)");
    if (!sexpr_is(sexpr_at(c, function ? 3 : 2), "Bool"))
        return fail(r, c, "only predicates are declared among Horn clauses");
    const ident_t id = ident_of(r, name->text);
    uint64_t old;
    if (map_get(r->predicates, ident_index(id), &old))
        return fail(r, name, "a second predicate of this name");
    predicate_t p = {.name = id, .loc = name->loc};
    const sexpr_t *sorts = function ? sexpr_at(c, 2)->first : NULL;
    for (const sexpr_t *s = sorts; s != NULL; s = s->next) {
        sort_t sort;
        if (!read_sort(r, s, &sort)) {
            vec_release(&p.sorts);
            return false;
        }
        vec_push(&p.sorts, sort);
    }
    map_put(r->predicates, ident_index(id), r->chc->predicates.len);
    vec_push(&r->chc->predicates, p);
    return true;
}

static bool same_application(const application_t *a, size_t predicate,
                             const term_t *arguments)
{
    if (a->predicate != predicate)
        return false;
    for (size_t i = 0; i < a->arguments.len; i++)
        if (!term_equal(a->arguments.data[i], arguments[i]))
            return false;
    return true;
}

// The Boolean that stands for the application.
static term_t stand_for(reader_t *r, size_t predicate,
                        const term_t *arguments, size_t count)
{
    context_t *ctx = r->chc->ctx;
    for (size_t i = 0; i < r->applications.len; i++)
        if (same_application(&r->applications.data[i], predicate, arguments))
            return term_last(ctx, r->applications.data[i].stands);
    application_t a = {
        .predicate = predicate,
        .stands = var_new(ctx, r->chc->predicates.data[predicate].name,
                          sort_bool(ctx))};
    for (size_t i = 0; i < count; i++)
        vec_push(&a.arguments, arguments[i]);
    map_put(r->standing, a.stands.id, r->applications.len);
    vec_push(&r->applications, a);
    return term_last(ctx, a.stands);
}

static size_t find_predicate(const reader_t *r, const char *name)
{
    const ident_t id = ident_find(context_idents(r->chc->ctx), name);
    uint64_t at;
    if (id == NULL || !map_get(r->predicates, ident_index(id), &at))
        return SIZE_MAX;
    return at;
}

static smt_applied_t apply(context_t *ctx, const sexpr_t *list,
                           const term_t *operands, size_t count,
                           term_t *result, void *user)
{
    reader_t *r = user;
    const size_t at = find_predicate(r, list->first->text);
    if (at == SIZE_MAX)
        return SMT_NOT_MINE;
    const predicate_t *p = &r->chc->predicates.data[at];
    bool fits = p->sorts.len == count;
    for (size_t i = 0; i < count && fits; i++)
        fits = sort_equal(p->sorts.data[i], term_sort(ctx, operands[i]));
    if (!fits) {
        fail(r, list, "arguments of the wrong sort or number");
        return SMT_FAILED;
    }
    *result = stand_for(r, at, operands, count);
    return SMT_DONE;
}

static bool lookup(context_t *ctx, const char *name, term_t *result,
                   void *user)
{
    reader_t *r = user;
    const ident_t id = ident_find(context_idents(ctx), name);
    uint64_t term;
    if (id == NULL)
        return false;
    if (map_get(r->variables, ident_index(id), &term)) {
        *result = (term_t){(uint32_t)term};
        return true;
    }
    const size_t at = find_predicate(r, name);
    if (at == SIZE_MAX || r->chc->predicates.data[at].sorts.len != 0)
        return false;
    *result = stand_for(r, at, NULL, 0);
    return true;
}

// ---- clauses ----

static bool bind(reader_t *r, const sexpr_t *list)
{
    if (list == NULL || list->kind != SEXPR_LIST)
        return false;
    for (const sexpr_t *b = list->first; b != NULL; b = b->next) {
        sort_t sort;
        if (b->kind != SEXPR_LIST || b->count != 2
            || b->first->kind != SEXPR_SYMBOL)
            return fail(r, b, "a quantifier binds (name sort)");
        if (!read_sort(r, sexpr_at(b, 1), &sort))
            return false;
        const ident_t id = ident_of(r, b->first->text);
        const var_t var = var_new(r->chc->ctx, id, sort);
        map_put(r->variables, ident_index(id),
                term_last(r->chc->ctx, var).id);
    }
    return true;
}

// Strips quantifiers: forall, and exists below one negation.
static bool strip(reader_t *r, const sexpr_t **s, bool *negated)
{
    *negated = false;
    for (;;) {
        const sexpr_t *inner = sexpr_at(*s, 1);
        const bool negation = sexpr_headed(*s, "not") && (*s)->count == 2
            && !*negated && sexpr_headed(inner, "exists");
        const bool quantifier =
            sexpr_headed(*s, *negated ? "exists" : "forall");
        if (!negation && !quantifier)
            return true;
        if (quantifier && ((*s)->count != 3 || !bind(r, inner)))
            return fail(r, *s, "a quantifier is (forall ((name sort) ...) "
                               "term)");
        *s = negation ? inner : sexpr_at(*s, 2);
        *negated |= negation;
    }
}

static application_t *application_of(reader_t *r, term_t t)
{
    uint64_t at;
    if (term_kind(r->chc->ctx, t) != TERM_LAST
        || !map_get(r->standing, term_var(r->chc->ctx, t).id, &at))
        return NULL;
    return &r->applications.data[at];
}

static bool has_application(reader_t *r, term_t t)
{
    term_vec_t order = {0};
    bool found = false;
    walk_postorder(r->chc->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len && !found; i++)
        found = application_of(r, order.data[i]) != NULL;
    vec_release(&order);
    return found;
}

static void move_application(application_t *from, application_t *to)
{
    *to = *from;
    from->arguments = (term_vec_t){0};
}

// One conjunct of the negated clause.
static bool take_part(reader_t *r, clause_t *clause, term_t part,
                      const sexpr_t *s)
{
    application_t *a = application_of(r, term_positive(part));
    if (a == NULL) {
        if (has_application(r, part))
            return fail(r, s, "not a Horn clause: a predicate below another "
                              "connective than the implication's");
        clause->constraint = term_and(r->chc->ctx, clause->constraint, part);
        return true;
    }
    if (term_negated(part) && clause->has_head)
        return fail(r, s, "not a Horn clause: two predicates in the head");
    if (!term_negated(part) && clause->has_body)
        return fail(r, s, "a nonlinear clause: two predicates in the body");
    if (term_negated(part)) {
        clause->has_head = true;
        move_application(a, &clause->head);
    } else {
        clause->has_body = true;
        move_application(a, &clause->body);
    }
    return true;
}

static bool take_clause(reader_t *r, term_t negated, const sexpr_t *s)
{
    clause_t clause = {.loc = s->loc, .constraint = term_true(r->chc->ctx)};
    term_vec_t parts = {0};
    relation_conjuncts(r->chc->ctx, negated, &parts);
    bool ok = true;
    for (size_t i = 0; i < parts.len && ok; i++)
        ok = take_part(r, &clause, parts.data[i], s);
    vec_release(&parts);
    if (ok && !clause.has_head && !clause.has_body)
        ok = fail(r, s, "a clause without a predicate");
    if (ok)
        vec_push(&r->chc->clauses, clause);
    else
        clause_release(&clause);
    return ok;
}

static void forget_clause(reader_t *r)
{
    for (size_t i = 0; i < r->applications.len; i++)
        vec_release(&r->applications.data[i].arguments);
    r->applications.len = 0;
    map_free(r->variables);
    map_free(r->standing);
    r->variables = map_new();
    r->standing = map_new();
}

static bool read_clause(reader_t *r, const sexpr_t *command)
{
    const smt_names_t names = {lookup, apply, r};
    const sexpr_t *s = sexpr_at(command, 1);
    bool negated;
    term_t t;
    if (command->count != 2)
        return fail(r, command, "an assertion is (assert term)");
    if (!strip(r, &s, &negated)
        || !smt_read_term_with(r->chc->ctx, s, &names, r->sink, &t))
        return false;
    if (sort_kind(r->chc->ctx, term_sort(r->chc->ctx, t)) != SORT_BOOL)
        return fail(r, s, "a Boolean is needed here");
    t = negated ? t : term_not(t);
    const bool trivial = term_is_false(r->chc->ctx, t);
    r->trivial |= trivial;
    const bool ok = trivial || take_clause(r, t, command);
    forget_clause(r);
    return ok;
}

static bool is_ignored(const sexpr_t *c)
{
    static const char *const names[] = {"set-info", "set-logic", "set-option",
                                        "check-sat", "exit", "get-model",
                                        "get-info", "get-proof"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (sexpr_headed(c, names[i]))
            return true;
    return false;
}

static bool read_command(reader_t *r, const sexpr_t *c)
{
    if (is_ignored(c))
        return true;
    if (sexpr_headed(c, "declare-fun") || sexpr_headed(c, "declare-const"))
        return declare(r, c);
    if (sexpr_headed(c, "assert"))
        return read_clause(r, c);
    return fail(r, c, "this command is not understood");
}

// Files that tools wrote have many locations that do the same.
static model_t *build(chc_t *chc, const char *name)
{
    const ca_options_t options = {.keep_steps = true};
    ca_t *automaton = chc_automaton(chc, name);
    ca_reduce(automaton, &options);
    model_t *model = ca_model(automaton);
    ca_free(automaton);
    return model;
}

model_t *chc_read(context_t *ctx, const char *name, const sexpr_t *commands,
                  diag_sink_t *sink)
{
    chc_t chc = {.ctx = ctx};
    reader_t r = {.chc = &chc, .sink = sink, .predicates = map_new(),
                  .variables = map_new(), .standing = map_new()};
    bool ok = true;
    for (const sexpr_t *c = commands->first; c != NULL && ok; c = c->next)
        ok = read_command(&r, c);
    if (ok && !r.trivial && !chc_has_query(&chc))
        ok = fail(&r, commands, "no query: no clause has the head false");
    forget_clause(&r);
    map_free(r.predicates);
    map_free(r.variables);
    map_free(r.standing);
    vec_release(&r.applications);
    model_t *model = ok ? build(&chc, name) : NULL;
    chc_release(&chc);
    return model;
}
