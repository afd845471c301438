// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/chc-model.h"
#include "ca/relation.h"
#include "core/hash.h"
#include "core/walk.h"

typedef struct {
    var_t var;
    loc_t loc;
} slot_t;

// A step between locations. A slot that the target does not use keeps its
// value.
typedef struct {
    size_t from, to; // predicates; from START for a start of its own
    term_t guard;
    term_vec_t values; // per slot
} edge_t;

#define START SIZE_MAX

typedef VEC(size_t) edge_vec_t;

typedef struct {
    chc_t *chc;
    context_t *ctx;
    model_t *model;
    VEC(slot_t) slots;
    VEC(edge_t) edges;
    VEC(var_t) inputs;     // shared by all clauses
    VEC(bool) input_taken; // in the clause that is being translated
    size_t inputs_used;    // by it
    loc_t loc;             // of it
    bool has_location, has_start;
    var_t location, rule;
    sort_t locations, rules;
    term_t init;
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

static bool is_fact(const clause_t *c)
{
    return c->has_head && !c->has_body;
}

// ---- slots ----

static bool name_is_free(const builder_t *b, ident_t name)
{
    for (size_t i = 0; i < b->slots.len; i++)
        if (var_name(b->ctx, b->slots.data[i].var) == name)
            return false;
    for (size_t i = 0; i < b->inputs.len; i++)
        if (var_name(b->ctx, b->inputs.data[i]) == name)
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
                                 p->sorts.data[at]), p->loc};
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
    for (size_t i = 0; i < b->inputs.len; i++)
        if (!b->input_taken.data[i]
            && sort_equal(var_sort(b->ctx, b->inputs.data[i]), sort)
            && (name == NULL || var_name(b->ctx, b->inputs.data[i]) == name))
            return i;
    return SIZE_MAX;
}

static size_t new_input(builder_t *b, sort_t sort, ident_t wish)
{
    const var_t var = var_new(b->ctx, slot_name(b, wish), sort);
    model_add_input(b->model, var, b->loc);
    vec_push(&b->inputs, var);
    vec_push(&b->input_taken, false);
    return b->inputs.len - 1;
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
    b->inputs_used++;
    b->input_taken.data[at] = true;
    return term_last(b->ctx, b->inputs.data[at]);
}

static void start_clause(builder_t *b, const clause_t *c)
{
    b->loc = c->loc;
    b->inputs_used = 0;
    for (size_t i = 0; i < b->input_taken.len; i++)
        b->input_taken.data[i] = false;
}

// The clause's guard, and the arguments of its head, over slots and inputs.
// A fact is read as a step from where its head's slots hold anything.
static term_t translate(builder_t *b, const clause_t *c, term_vec_t *head)
{
    translation_t t = {.b = b, .bound = map_new(),
                       .formula = c->constraint};
    start_clause(b, c);
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

static void add_edge(builder_t *b, const clause_t *c)
{
    term_vec_t head = {0};
    const predicate_t *p = &b->chc->predicates.data[c->head.predicate];
    edge_t e = {.from = c->has_body ? c->body.predicate : START,
                .to = c->head.predicate, .guard = translate(b, c, &head)};
    for (size_t i = 0; i < b->slots.len; i++)
        vec_push(&e.values, term_last(b->ctx, b->slots.data[i].var));
    for (size_t i = 0; i < head.len; i++)
        e.values.data[p->slots.data[i]] = head.data[i];
    vec_release(&head);
    if (term_is_false(b->ctx, e.guard))
        vec_release(&e.values);
    else
        vec_push(&b->edges, e);
}

// ---- locations ----

static void add_location(builder_t *b)
{
    ident_table_t *ids = context_idents(b->ctx);
    VEC(ident_t) names = {0};
    for (size_t i = 0; i < b->chc->predicates.len; i++) {
        predicate_t *p = &b->chc->predicates.data[i];
        if (!p->reached)
            continue;
        p->position = (uint32_t)names.len;
        vec_push(&names, p->name);
    }
    if (b->has_start)
        vec_push(&names, ident_unique(ids, "start"));
    b->has_location = names.len > 1;
    if (b->has_location) {
        b->locations = sort_enum(b->ctx, ident_new(ids, "location_t"),
                                 names.data, (uint32_t)names.len);
        b->location = var_new(b->ctx, slot_name(b, ident_new(ids,
                                                             "location")),
                              b->locations);
    }
    vec_release(&names);
}

static term_t literal_of(const builder_t *b, size_t predicate)
{
    const uint32_t position = predicate == START
        ? sort_literal_count(b->ctx, b->locations) - 1
        : b->chc->predicates.data[predicate].position;
    return term_literal(b->ctx, b->locations, position);
}

static term_t at(const builder_t *b, size_t predicate)
{
    if (!b->has_location)
        return term_true(b->ctx);
    return term_eq(b->ctx, term_last(b->ctx, b->location),
                   literal_of(b, predicate));
}

// ---- which edge is taken ----

static void edges_from(const builder_t *b, size_t from, edge_vec_t *out)
{
    for (size_t i = 0; i < b->edges.len; i++)
        if (b->edges.data[i].from == from)
            vec_push(out, i);
}

// Do the guards decide which one is taken?
static bool guards_decide(const builder_t *b, const edge_vec_t *edges)
{
    for (size_t i = 0; i < edges->len; i++)
        for (size_t k = 0; k < i; k++)
            if (!relation_excludes(b->ctx, b->edges.data[edges->data[i]].guard,
                                   b->edges.data[edges->data[k]].guard))
                return false;
    return true;
}

static size_t most_rules(const builder_t *b)
{
    size_t most = 0;
    for (size_t p = 0; p <= b->chc->predicates.len; p++) {
        edge_vec_t edges = {0};
        edges_from(b, p == b->chc->predicates.len ? START : p, &edges);
        if (!guards_decide(b, &edges) && edges.len > most)
            most = edges.len;
        vec_release(&edges);
    }
    return most;
}

// An input that chooses among the clauses that may be taken.
static void add_rule_input(builder_t *b)
{
    ident_table_t *ids = context_idents(b->ctx);
    const size_t count = most_rules(b);
    if (count == 0)
        return;
    VEC(ident_t) names = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&names, ident_printf(ids, "rule%zu", i));
    b->rules = sort_enum(b->ctx, ident_printf(ids, "rule%zu_t", count),
                         names.data, (uint32_t)count);
    b->rule = var_new(b->ctx, slot_name(b, ident_new(ids, "rule")), b->rules);
    model_add_input(b->model, b->rule, LOC_NONE);
    vec_release(&names);
}

// What decides for the i-th of several edges.
static term_t decides(const builder_t *b, const edge_vec_t *edges, size_t i,
                      bool by_guard)
{
    if (by_guard)
        return b->edges.data[edges->data[i]].guard;
    return term_eq(b->ctx, term_last(b->ctx, b->rule),
                   term_literal(b->ctx, b->rules, (uint32_t)i));
}

// A term per edge, by the edge that is taken; the last of them is the rest.
static term_t by_edge(const builder_t *b, const edge_vec_t *edges,
                      const term_t *terms)
{
    const bool by_guard = guards_decide(b, edges);
    term_t t = terms[edges->len - 1];
    for (size_t i = edges->len - 1; i-- > 0;)
        t = term_ite(b->ctx, decides(b, edges, i, by_guard), terms[i], t);
    return t;
}

// In a location without edges nothing changes, and no step is taken.
static term_t slot_next(const builder_t *b, const edge_vec_t *edges,
                        size_t slot)
{
    const term_t keep = term_last(b->ctx, b->slots.data[slot].var);
    term_vec_t terms = {0};
    for (size_t i = 0; i < edges->len; i++)
        vec_push(&terms, b->edges.data[edges->data[i]].values.data[slot]);
    const term_t t = edges->len == 0 ? keep : by_edge(b, edges, terms.data);
    vec_release(&terms);
    return t;
}

static term_t location_next(const builder_t *b, const edge_vec_t *edges,
                            size_t from)
{
    term_vec_t terms = {0};
    for (size_t i = 0; i < edges->len; i++)
        vec_push(&terms, literal_of(b, b->edges.data[edges->data[i]].to));
    const term_t t = edges->len == 0 ? literal_of(b, from)
                                     : by_edge(b, edges, terms.data);
    vec_release(&terms);
    return t;
}

static term_t step_taken(const builder_t *b, const edge_vec_t *edges)
{
    term_vec_t terms = {0};
    term_t some = term_false(b->ctx);
    for (size_t i = 0; i < edges->len; i++) {
        vec_push(&terms, b->edges.data[edges->data[i]].guard);
        some = term_or(b->ctx, some, terms.data[i]);
    }
    if (edges->len > 1 && !guards_decide(b, edges))
        some = by_edge(b, edges, terms.data);
    vec_release(&terms);
    return some;
}

// ---- the model ----

typedef struct {
    term_vec_t slots; // next values
    term_t location, step;
} next_t;

// Adds what happens in one location to what happens elsewhere.
static void add_case(const builder_t *b, next_t *next, size_t from, bool first)
{
    edge_vec_t edges = {0};
    edges_from(b, from, &edges);
    const term_t here = first ? term_true(b->ctx) : at(b, from);
    for (size_t i = 0; i < b->slots.len; i++)
        next->slots.data[i] = term_ite(b->ctx, here, slot_next(b, &edges, i),
                                       next->slots.data[i]);
    next->step = term_ite(b->ctx, here, step_taken(b, &edges), next->step);
    if (b->has_location)
        next->location = term_ite(b->ctx, here, location_next(b, &edges, from),
                                  next->location);
    vec_release(&edges);
}

static next_t all_cases(const builder_t *b)
{
    next_t next = {.step = term_false(b->ctx)};
    for (size_t i = 0; i < b->slots.len; i++)
        vec_push(&next.slots, term_last(b->ctx, b->slots.data[i].var));
    if (b->has_location)
        next.location = term_last(b->ctx, b->location);
    bool first = true;
    for (size_t i = 0; i < b->chc->predicates.len; i++)
        if (b->chc->predicates.data[i].reached) {
            add_case(b, &next, i, first);
            first = false;
        }
    if (b->has_start)
        add_case(b, &next, START, first);
    return next;
}

static void add_state(builder_t *b)
{
    next_t next = all_cases(b);
    if (b->has_location) {
        model_add_state(b->model, b->location, LOC_NONE);
        model_set_next(b->model, b->location, next.location);
    }
    for (size_t i = 0; i < b->slots.len; i++) {
        const slot_t *s = &b->slots.data[i];
        if (term_equal(next.slots.data[i], term_last(b->ctx, s->var))) {
            model_add_parameter(b->model, s->var, s->loc);
            continue;
        }
        model_add_state(b->model, s->var, s->loc);
        model_set_next(b->model, s->var, next.slots.data[i]);
    }
    const assumption_t step = {.kind = ASSUME_STEP, .term = next.step};
    if (!term_is_true(b->ctx, next.step))
        model_add_assumption(b->model, &step);
    vec_release(&next.slots);
}

// Without inputs the facts are initial states. Otherwise the run begins in a
// location of its own, from which the facts are steps.
static void add_facts(builder_t *b)
{
    for (size_t i = 0; i < b->chc->clauses.len; i++)
        if (is_fact(&b->chc->clauses.data[i])) {
            add_edge(b, &b->chc->clauses.data[i]);
            b->has_start |= b->inputs_used > 0;
        }
}

static void drop_facts(builder_t *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->edges.len; i++) {
        edge_t *e = &b->edges.data[i];
        if (e->from == START) {
            b->init = term_or(b->ctx, b->init,
                              term_and(b->ctx, at(b, e->to), e->guard));
            vec_release(&e->values);
        } else {
            b->edges.data[kept++] = *e;
        }
    }
    b->edges.len = kept;
}

static void add_edges(builder_t *b)
{
    add_facts(b);
    for (size_t i = 0; i < b->chc->clauses.len; i++) {
        const clause_t *c = &b->chc->clauses.data[i];
        if (c->has_body && c->has_head && body_reached(b, c)
            && error_of(b->chc, c) == NULL)
            add_edge(b, c);
    }
    add_location(b);
    b->init = term_false(b->ctx);
    if (b->has_start)
        b->init = at(b, START);
    else
        drop_facts(b);
}

// The states in which the body of the clause is true.
static term_t met(builder_t *b, const clause_t *c)
{
    if (!body_reached(b, c))
        return term_false(b->ctx);
    term_vec_t head = {0};
    const term_t guard = translate(b, c, &head);
    vec_release(&head);
    return term_and(b->ctx, at(b, c->body.predicate), guard);
}

static void add_query(builder_t *b, const clause_t *query, size_t number)
{
    term_t bad = met(b, query);
    for (size_t i = 0; i < b->chc->clauses.len; i++) {
        const clause_t *c = &b->chc->clauses.data[i];
        if (error_of(b->chc, c) == query)
            bad = term_or(b->ctx, bad, met(b, c));
    }
    char *name = xasprintf("query %zu", number);
    const property_t p = {.name = name, .kind = PROPERTY_ERROR,
                          .loc = query->loc, .reached = term_true(b->ctx),
                          .holds = term_not(bad)};
    model_add_property(b->model, &p);
    free(name);
}

static void add_queries(builder_t *b)
{
    size_t number = 0;
    for (size_t i = 0; i < b->chc->clauses.len; i++)
        if (is_query(&b->chc->clauses.data[i]))
            add_query(b, &b->chc->clauses.data[i], number++);
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

model_t *chc_model(chc_t *chc, const char *name)
{
    builder_t b = {.chc = chc, .ctx = chc->ctx,
                   .model = model_new(chc->ctx, name)};
    reach_predicates(&b);
    forget_errors(&b);
    add_edges(&b);
    add_rule_input(&b);
    add_state(&b);
    relation_add_start(b.model, b.init);
    add_queries(&b);
    for (size_t i = 0; i < b.edges.len; i++)
        vec_release(&b.edges.data[i].values);
    vec_release(&b.edges);
    vec_release(&b.slots);
    vec_release(&b.inputs);
    vec_release(&b.input_taken);
    return b.model;
}
