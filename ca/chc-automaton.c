// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/chc-automaton.h"
#include "ca/relation.h"
#include "core/hash.h"
#include "core/walk.h"

// A counter that holds arguments of predicates.
typedef struct {
    var_t var;
} slot_t;

typedef struct {
    chc_t *chc;
    context_t *ctx;
    ca_t *automaton;
    VEC(slot_t) slots;
    VEC(bool) input_taken; // per input: in the clause that is translated
} builder_t;

void clause_release(clause_t *clause)
{
    vec_release(&clause->body.arguments);
    vec_release(&clause->head.arguments);
}

void chc_release(chc_t *chc)
{
    for (size_t i = 0; i < chc->clauses.len; i++)
        clause_release(&chc->clauses.data[i]);
    for (size_t i = 0; i < chc->predicates.len; i++) {
        vec_release(&chc->predicates.data[i].sorts);
        vec_release(&chc->predicates.data[i].slots);
    }
    vec_release(&chc->clauses);
    vec_release(&chc->predicates);
}

bool chc_has_query(const chc_t *chc)
{
    for (size_t i = 0; i < chc->clauses.len; i++)
        if (!chc->clauses.data[i].has_head)
            return true;
    return false;
}

static bool is_query(const clause_t *c)
{
    return !c->has_head;
}

// ---- slots ----

static bool name_is_free(const builder_t *b, ident_t name)
{
    for (size_t i = 0; i < b->slots.len; i++)
        if (var_name(b->ctx, b->slots.data[i].var) == name)
            return false;
    for (size_t i = 0; i < b->automaton->inputs.len; i++)
        if (var_name(b->ctx, b->automaton->inputs.data[i]) == name)
            return false;
    return true;
}

static ident_t slot_name(const builder_t *b, ident_t wish)
{
    ident_table_t *ids = context_idents(b->ctx);
    ident_t name = wish;
    for (unsigned i = 1; !name_is_free(b, name); i++)
        name = ident_printf(ids, "%s_%u", ident_text(wish), i);
    return name;
}

static bool uses_slot(const predicate_t *p, size_t slot)
{
    for (size_t i = 0; i < p->slots.len; i++)
        if (p->slots.data[i] == slot)
            return true;
    return false;
}

static bool slot_fits(const builder_t *b, const predicate_t *p, size_t slot,
                      sort_t sort)
{
    return slot < b->slots.len && !uses_slot(p, slot)
        && sort_equal(var_sort(b->ctx, b->slots.data[slot].var), sort);
}

static bool is_variable(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_LAST && !term_negated(t);
}

// The slot that holds the argument in the clause's body, if it is there.
static size_t slot_in_body(const builder_t *b, const clause_t *c,
                           term_t argument)
{
    if (!c->has_body || !is_variable(b->ctx, argument))
        return SIZE_MAX;
    const predicate_t *p = &b->chc->predicates.data[c->body.predicate];
    for (size_t i = 0; i < c->body.arguments.len; i++)
        if (term_equal(c->body.arguments.data[i], argument))
            return p->slots.data[i];
    return SIZE_MAX;
}

static size_t new_slot(builder_t *b, const predicate_t *p, size_t at,
                       term_t argument)
{
    const ident_t wish = is_variable(b->ctx, argument)
        ? var_name(b->ctx, term_var(b->ctx, argument))
        : ident_printf(context_idents(b->ctx), "%s_%zu", ident_text(p->name),
                       at);
    const slot_t slot = {var_new(b->ctx, slot_name(b, wish),
                                 p->sorts.data[at])};
    vec_push(&b->slots, slot);
    return b->slots.len - 1;
}

static size_t any_slot(const builder_t *b, const predicate_t *p, size_t at)
{
    const sort_t sort = p->sorts.data[at];
    if (slot_fits(b, p, at, sort))
        return at;
    for (size_t i = 0; i < b->slots.len; i++)
        if (slot_fits(b, p, i, sort))
            return i;
    return SIZE_MAX;
}

// The head's arguments get slots: first those that the clause passes on from
// its body, then the others, at the same place if that is free.
static void assign_slots(builder_t *b, const clause_t *c)
{
    predicate_t *p = &b->chc->predicates.data[c->head.predicate];
    for (size_t i = 0; i < p->sorts.len; i++) {
        const size_t slot = slot_in_body(b, c, c->head.arguments.data[i]);
        vec_push(&p->slots, slot != SIZE_MAX
                         && slot_fits(b, p, slot, p->sorts.data[i])
                     ? slot : SIZE_MAX);
    }
    for (size_t i = 0; i < p->sorts.len; i++) {
        if (p->slots.data[i] != SIZE_MAX)
            continue;
        const size_t slot = any_slot(b, p, i);
        p->slots.data[i] = slot != SIZE_MAX
            ? slot : new_slot(b, p, i, c->head.arguments.data[i]);
    }
    p->reached = true;
}

static bool body_reached(const builder_t *b, const clause_t *c)
{
    return !c->has_body
        || b->chc->predicates.data[c->body.predicate].reached;
}

// Only predicates that some chain of clauses derives become locations.
static void reach_predicates(builder_t *b)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < b->chc->clauses.len; i++) {
            const clause_t *c = &b->chc->clauses.data[i];
            if (is_query(c) || !body_reached(b, c)
                || b->chc->predicates.data[c->head.predicate].reached)
                continue;
            assign_slots(b, c);
            more = true;
        }
    }
}

// ---- predicates that only say that a query was met ----

// The one query whose body is this predicate, if nothing else uses it.
static clause_t *only_query(chc_t *chc, size_t predicate)
{
    clause_t *query = NULL;
    for (size_t i = 0; i < chc->clauses.len; i++) {
        clause_t *c = &chc->clauses.data[i];
        const bool in_head = c->has_head && c->head.predicate == predicate;
        const bool in_body = c->has_body && c->body.predicate == predicate;
        if (in_head && !c->has_body)
            return NULL;
        if (!in_body)
            continue;
        if (query != NULL || c->has_head
            || !term_is_true(chc->ctx, c->constraint))
            return NULL;
        query = c;
    }
    return query;
}

// `error -> false` with error without arguments: whatever leads to error is
// part of that query. The clauses keep their head; error_of finds them.
static const clause_t *error_of(chc_t *chc, const clause_t *c)
{
    if (!c->has_head
        || chc->predicates.data[c->head.predicate].sorts.len != 0)
        return NULL;
    return only_query(chc, c->head.predicate);
}

// ---- clauses as steps ----

typedef struct {
    builder_t *b;
    map_t *bound; // from a variable's number to the term for it
    term_vec_t unknowns;
    term_t formula;
} translation_t;

static term_t bound_leaf(context_t *ctx, term_t leaf, void *user)
{
    const translation_t *t = user;
    uint64_t term;
    if (!map_get(t->bound, term_var(ctx, leaf).id, &term))
        return leaf;
    return (term_t){(uint32_t)term};
}

static void bind(translation_t *t, term_t variable, term_t to)
{
    map_put(t->bound, term_var(t->b->ctx, variable).id, to.id);
}

static bool is_bound(const translation_t *t, term_t variable)
{
    uint64_t term;
    return map_get(t->bound, term_var(t->b->ctx, variable).id, &term);
}

// The arguments are what the predicate's slots hold.
static void bind_arguments(translation_t *t, const application_t *a)
{
    context_t *ctx = t->b->ctx;
    const predicate_t *p = &t->b->chc->predicates.data[a->predicate];
    for (size_t i = 0; i < a->arguments.len; i++) {
        const term_t held =
            term_last(ctx, t->b->slots.data[p->slots.data[i]].var);
        const term_t argument = a->arguments.data[i];
        if (is_variable(ctx, argument) && !is_bound(t, argument))
            bind(t, argument, held);
        else
            t->formula = term_and(ctx, t->formula,
                                  term_eq(ctx, held, argument));
    }
}

static void find_unknowns(translation_t *t, const term_t *roots, size_t count)
{
    var_vec_t vars = {0};
    walk_variables(t->b->ctx, roots, count, &vars);
    for (size_t i = 0; i < vars.len; i++) {
        const term_t leaf = term_last(t->b->ctx, vars.data[i]);
        if (is_bound(t, leaf))
            continue;
        bind(t, leaf, leaf);
        vec_push(&t->unknowns, leaf);
    }
    vec_release(&vars);
}

// An input that the clause does not use yet: of that name if it is given and
// there is one, else any.
static size_t free_input(const builder_t *b, sort_t sort, ident_t name)
{
    const var_vec_t *inputs = &b->automaton->inputs;
    for (size_t i = 0; i < inputs->len; i++)
        if (!b->input_taken.data[i]
            && sort_equal(var_sort(b->ctx, inputs->data[i]), sort)
            && (name == NULL || var_name(b->ctx, inputs->data[i]) == name))
            return i;
    return SIZE_MAX;
}

static size_t new_input(builder_t *b, sort_t sort, ident_t wish)
{
    const var_t var = var_new(b->ctx, slot_name(b, wish), sort);
    vec_push(&b->automaton->inputs, var);
    vec_push(&b->input_taken, false);
    return b->automaton->inputs.len - 1;
}

// Clauses share inputs, since a step takes one clause.
static term_t fresh_input(size_t unknown, void *user)
{
    const translation_t *t = user;
    builder_t *b = t->b;
    const bool choice = unknown == SIZE_MAX;
    const sort_t sort = choice
        ? sort_bool(b->ctx)
        : term_sort(b->ctx, t->unknowns.data[unknown]);
    const ident_t wish = choice
        ? ident_new(context_idents(b->ctx), "choice")
        : var_name(b->ctx, term_var(b->ctx, t->unknowns.data[unknown]));
    size_t at = free_input(b, sort, wish);
    if (at == SIZE_MAX)
        at = free_input(b, sort, NULL);
    if (at == SIZE_MAX)
        at = new_input(b, sort, wish);
    b->input_taken.data[at] = true;
    return term_last(b->ctx, b->automaton->inputs.data[at]);
}

// The clause's guard, and the arguments of its head, over slots and inputs.
// A fact is read as a step from where its head's slots hold anything.
static term_t translate(builder_t *b, const clause_t *c, term_vec_t *head)
{
    translation_t t = {.b = b, .bound = map_new(),
                       .formula = c->constraint};
    for (size_t i = 0; i < b->input_taken.len; i++)
        b->input_taken.data[i] = false;
    if (c->has_body)
        bind_arguments(&t, &c->body);
    else
        bind_arguments(&t, &c->head);
    if (c->has_head)
        for (size_t i = 0; i < c->head.arguments.len; i++)
            vec_push(head, c->head.arguments.data[i]);
    vec_push(head, t.formula);
    // Slots are variables, too: only the clause's own are unknown.
    for (size_t i = 0; i < b->slots.len; i++)
        bind(&t, term_last(b->ctx, b->slots.data[i].var),
             term_last(b->ctx, b->slots.data[i].var));
    find_unknowns(&t, head->data, head->len);
    walk_substitute_all(b->ctx, head->data, head->len, bound_leaf, &t);
    const term_t formula = vec_pop(head);
    term_t *values = xnmalloc(t.unknowns.len, sizeof *values);
    const relation_t r = {.ctx = b->ctx, .unknowns = t.unknowns.data,
                          .count = t.unknowns.len, .fresh = fresh_input,
                          .user = &t};
    const term_t guard = relation_solve(&r, formula, values);
    for (size_t i = 0; i < t.unknowns.len; i++)
        bind(&t, t.unknowns.data[i], values[i]);
    walk_substitute_all(b->ctx, head->data, head->len, bound_leaf, &t);
    free(values);
    vec_release(&t.unknowns);
    map_free(t.bound);
    return guard;
}

// ---- the automaton ----

// The start comes first, then the error, then the predicates.
enum { START, ERROR };

static void add_transition(builder_t *b, const clause_t *c, size_t to,
                           size_t target)
{
    term_vec_t head = {0};
    const predicate_t *p = c->has_head
        ? &b->chc->predicates.data[c->head.predicate] : NULL;
    ca_transition_t t = {
        .from = c->has_body
            ? b->chc->predicates.data[c->body.predicate].location : START,
        .to = to, .target = target};
    relation_conjuncts(b->ctx, translate(b, c, &head), &t.guard);
    ca_transition_sort_guard(&t);
    for (size_t i = 0; i < b->slots.len; i++)
        vec_push(&t.updates, term_last(b->ctx, b->slots.data[i].var));
    // A slot that the target does not use keeps its value.
    for (size_t i = 0; i < head.len && to != ERROR; i++)
        t.updates.data[p->slots.data[i]] = head.data[i];
    vec_release(&head);
    vec_push(&b->automaton->transitions, t);
}

static void add_locations(builder_t *b)
{
    ident_table_t *ids = context_idents(b->ctx);
    ca_t *a = b->automaton;
    a->initial = ca_add_location(a, ident_unique(ids, "start"), NULL);
    a->error = ca_add_location(a, NULL, NULL);
    for (size_t i = 0; i < b->chc->predicates.len; i++) {
        predicate_t *p = &b->chc->predicates.data[i];
        if (p->reached)
            p->location = ca_add_location(a, p->name, NULL);
    }
    for (size_t i = 0; i < b->slots.len; i++)
        vec_push(&a->counters, b->slots.data[i].var);
}

static void add_steps(builder_t *b)
{
    for (size_t i = 0; i < b->chc->clauses.len; i++) {
        const clause_t *c = &b->chc->clauses.data[i];
        if (c->has_head && body_reached(b, c)
            && error_of(b->chc, c) == NULL)
            add_transition(b, c,
                           b->chc->predicates.data[c->head.predicate].location,
                           CA_NO_TARGET);
    }
}

static void add_query(builder_t *b, const clause_t *query)
{
    const size_t number = b->automaton->targets.len;
    char *name = xasprintf("query %zu", number);
    ca_add_target(b->automaton, name, PROPERTY_ERROR, query->loc);
    free(name);
    if (body_reached(b, query))
        add_transition(b, query, ERROR, number);
    for (size_t i = 0; i < b->chc->clauses.len; i++) {
        const clause_t *c = &b->chc->clauses.data[i];
        if (error_of(b->chc, c) == query && body_reached(b, c))
            add_transition(b, c, ERROR, number);
    }
}

// Error predicates are no locations.
static void forget_errors(builder_t *b)
{
    for (size_t i = 0; i < b->chc->clauses.len; i++) {
        const clause_t *c = &b->chc->clauses.data[i];
        if (error_of(b->chc, c) != NULL)
            b->chc->predicates.data[c->head.predicate].reached = false;
    }
}

ca_t *chc_automaton(chc_t *chc, const char *name)
{
    builder_t b = {.chc = chc, .ctx = chc->ctx,
                   .automaton = ca_empty(chc->ctx, name)};
    reach_predicates(&b);
    forget_errors(&b);
    add_locations(&b);
    add_steps(&b);
    for (size_t i = 0; i < chc->clauses.len; i++)
        if (is_query(&chc->clauses.data[i]))
            add_query(&b, &chc->clauses.data[i]);
    vec_release(&b.slots);
    vec_release(&b.input_taken);
    return b.automaton;
}
