// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "ca/relation.h"
#include "core/walk.h"

// ---- conditions after a transition ----

typedef struct {
    const ca_t *a;
    const ca_transition_t *transition;
    term_vec_t before; // per counter: what stands for its value before
    term_vec_t unknowns;
    bool failed;
} step_t;

static size_t counter_place(const ca_t *a, var_t v)
{
    for (size_t i = 0; i < a->counters.len; i++)
        if (var_equal(a->counters.data[i], v))
            return i;
    return SIZE_MAX;
}

static term_t value_before(context_t *ctx, term_t leaf, void *user)
{
    const step_t *s = user;
    const size_t at = counter_place(s->a, term_var(ctx, leaf));
    return at == SIZE_MAX ? leaf : s->before.data[at];
}

static term_t no_input(size_t unknown, void *user)
{
    step_t *s = user;
    s->failed = true;
    return unknown == SIZE_MAX ? term_true(s->a->ctx)
                               : s->unknowns.data[unknown];
}

static bool is_kept(const step_t *s, size_t counter)
{
    return term_equal(s->transition->updates.data[counter],
                      term_last(s->a->ctx, s->a->counters.data[counter]));
}

// Counters that change have a variable for the value before; inputs are
// unknown, too.
static void name_unknowns(step_t *s)
{
    const ca_t *a = s->a;
    for (size_t i = 0; i < a->counters.len; i++) {
        const var_t v = a->counters.data[i];
        const var_t old = is_kept(s, i)
            ? v : var_new(a->ctx, var_name(a->ctx, v), var_sort(a->ctx, v));
        vec_push(&s->before, term_last(a->ctx, old));
        if (!var_equal(old, v))
            vec_push(&s->unknowns, term_last(a->ctx, old));
    }
    for (size_t i = 0; i < a->inputs.len; i++)
        vec_push(&s->unknowns, term_last(a->ctx, a->inputs.data[i]));
}

static term_t step_formula(step_t *s, term_t before)
{
    const ca_t *a = s->a;
    const ca_transition_t *t = s->transition;
    for (size_t i = 0; i < t->guard.len; i++)
        before = term_and(a->ctx, before, t->guard.data[i]);
    term_t formula = walk_substitute(a->ctx, before, value_before, s);
    for (size_t i = 0; i < a->counters.len; i++)
        if (!is_kept(s, i))
            formula = term_and(
                a->ctx, formula,
                term_eq(a->ctx, term_last(a->ctx, a->counters.data[i]),
                        walk_substitute(a->ctx, t->updates.data[i],
                                        value_before, s)));
    return formula;
}

// Only unknowns that the formula speaks about need a value.
static void drop_unused(const ca_t *a, term_t formula, term_vec_t *unknowns)
{
    var_vec_t vars = {0};
    size_t kept = 0;
    walk_variables(a->ctx, &formula, 1, &vars);
    for (size_t i = 0; i < unknowns->len; i++)
        for (size_t k = 0; k < vars.len; k++)
            if (var_equal(vars.data[k], term_var(a->ctx, unknowns->data[i])))
                unknowns->data[kept++] = unknowns->data[i];
    unknowns->len = kept;
    vec_release(&vars);
}

bool ca_after(const ca_t *a, term_t before, const ca_transition_t *t,
              term_t *after)
{
    step_t s = {.a = a, .transition = t};
    name_unknowns(&s);
    const term_t formula = step_formula(&s, before);
    drop_unused(a, formula, &s.unknowns);
    const relation_t r = {.ctx = a->ctx, .unknowns = s.unknowns.data,
                          .count = s.unknowns.len, .fresh = no_input,
                          .user = &s};
    term_t *values = xnmalloc(s.unknowns.len, sizeof *values);
    const term_t rest = relation_solve(&r, formula, values);
    if (!s.failed)
        *after = rest;
    free(values);
    vec_release(&s.unknowns);
    vec_release(&s.before);
    return !s.failed;
}

// ---- the automaton as a model ----

typedef VEC(size_t) step_vec_t;

typedef struct {
    const ca_t *a;
    context_t *ctx;
    model_t *model;
    bool has_location, drops_start;
    sort_t locations, rules;
    var_t location, rule;
    uint32_t *positions; // of the locations
    term_t init;
} builder_t;

static bool name_is_free(const builder_t *b, ident_t name)
{
    const var_vec_t *groups[] = {&b->a->counters, &b->a->inputs};
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < groups[g]->len; i++)
            if (var_name(b->ctx, groups[g]->data[i]) == name)
                return false;
    return true;
}

static var_t new_var(const builder_t *b, const char *wish, sort_t sort)
{
    ident_table_t *ids = context_idents(b->ctx);
    ident_t name = ident_new(ids, wish);
    for (unsigned i = 1; !name_is_free(b, name); i++)
        name = ident_printf(ids, "%s_%u", wish, i);
    return var_new(b->ctx, name, sort);
}

static bool is_left_out(const builder_t *b, size_t location)
{
    return location == b->a->error
        || (b->drops_start && location == b->a->initial);
}

static void name_locations(builder_t *b)
{
    ident_table_t *ids = context_idents(b->ctx);
    VEC(ident_t) names = {0};
    b->positions = xcalloc(b->a->locations.len, sizeof *b->positions);
    for (size_t i = 0; i < b->a->locations.len; i++) {
        if (is_left_out(b, i))
            continue;
        text_t name = {0};
        ca_location_name(b->a, i, &name);
        b->positions[i] = (uint32_t)names.len;
        vec_push(&names, ident_new(ids, text_str(&name)));
        text_release(&name);
    }
    b->has_location = names.len > 1;
    if (b->has_location) {
        b->locations = sort_enum(b->ctx, ident_new(ids, "location_t"),
                                 names.data, (uint32_t)names.len);
        b->location = new_var(b, "location", b->locations);
    }
    vec_release(&names);
}

static term_t literal_of(const builder_t *b, size_t location)
{
    return term_literal(b->ctx, b->locations, b->positions[location]);
}

static term_t at(const builder_t *b, size_t location)
{
    if (!b->has_location)
        return term_true(b->ctx);
    return term_eq(b->ctx, term_last(b->ctx, b->location),
                   literal_of(b, location));
}

static term_t guard_of(const builder_t *b, size_t transition)
{
    const term_vec_t *guard = &b->a->transitions.data[transition].guard;
    term_t t = term_true(b->ctx);
    for (size_t i = 0; i < guard->len; i++)
        t = term_and(b->ctx, t, guard->data[i]);
    return t;
}

// ---- which transition is taken ----

static void steps_from(const builder_t *b, size_t from, step_vec_t *out)
{
    for (size_t i = 0; i < b->a->transitions.len; i++) {
        const ca_transition_t *t = &b->a->transitions.data[i];
        if (t->from == from && t->to != b->a->error)
            vec_push(out, i);
    }
}

// Do the guards decide which one is taken?
static bool guards_decide(const builder_t *b, const step_vec_t *steps)
{
    for (size_t i = 0; i < steps->len; i++)
        for (size_t k = 0; k < i; k++)
            if (!relation_excludes(b->ctx, guard_of(b, steps->data[i]),
                                   guard_of(b, steps->data[k])))
                return false;
    return true;
}

static size_t most_rules(const builder_t *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->a->locations.len; i++) {
        if (is_left_out(b, i))
            continue;
        step_vec_t steps = {0};
        steps_from(b, i, &steps);
        if (steps.len > most && !guards_decide(b, &steps))
            most = steps.len;
        vec_release(&steps);
    }
    return most;
}

// An input that chooses among the transitions that may be taken.
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
    b->rule = new_var(b, "rule", b->rules);
    model_add_input(b->model, b->rule, LOC_NONE);
    vec_release(&names);
}

// A term per transition, by the one that is taken; the last is the rest.
static term_t by_transition(const builder_t *b, const step_vec_t *steps,
                            bool by_guard, const term_t *terms)
{
    term_t t = terms[steps->len - 1];
    for (size_t i = steps->len - 1; i-- > 0;) {
        const term_t decides = by_guard
            ? guard_of(b, steps->data[i])
            : term_eq(b->ctx, term_last(b->ctx, b->rule),
                      term_literal(b->ctx, b->rules, (uint32_t)i));
        t = term_ite(b->ctx, decides, terms[i], t);
    }
    return t;
}

// ---- next values ----

typedef struct {
    term_vec_t counters;
    term_t location, step;
} next_t;

// In a location that nothing leaves, nothing changes, and no step is taken.
static void add_case(const builder_t *b, next_t *next, size_t from, term_t here)
{
    const ca_t *a = b->a;
    step_vec_t steps = {0};
    steps_from(b, from, &steps);
    const bool by_guard = guards_decide(b, &steps);
    term_t *terms = xnmalloc(steps.len, sizeof *terms);
    for (size_t k = 0; k < a->counters.len && steps.len > 0; k++) {
        for (size_t i = 0; i < steps.len; i++)
            terms[i] = a->transitions.data[steps.data[i]].updates.data[k];
        next->counters.data[k] = term_ite(
            b->ctx, here, by_transition(b, &steps, by_guard, terms),
            next->counters.data[k]);
    }
    if (b->has_location) {
        term_t to = literal_of(b, from);
        for (size_t i = 0; i < steps.len; i++)
            terms[i] = literal_of(b, a->transitions.data[steps.data[i]].to);
        if (steps.len > 0)
            to = by_transition(b, &steps, by_guard, terms);
        next->location = term_ite(b->ctx, here, to, next->location);
    }
    term_t some = term_false(b->ctx);
    for (size_t i = 0; i < steps.len; i++) {
        terms[i] = guard_of(b, steps.data[i]);
        some = term_or(b->ctx, some, terms[i]);
    }
    if (!by_guard)
        some = by_transition(b, &steps, by_guard, terms);
    next->step = term_ite(b->ctx, here, some, next->step);
    free(terms);
    vec_release(&steps);
}

static next_t all_cases(const builder_t *b)
{
    next_t next = {.step = term_false(b->ctx)};
    for (size_t i = 0; i < b->a->counters.len; i++)
        vec_push(&next.counters, term_last(b->ctx, b->a->counters.data[i]));
    if (b->has_location)
        next.location = term_last(b->ctx, b->location);
    bool first = true;
    for (size_t i = 0; i < b->a->locations.len; i++) {
        if (is_left_out(b, i))
            continue;
        add_case(b, &next, i, first ? term_true(b->ctx) : at(b, i));
        first = false;
    }
    return next;
}

static void add_state(builder_t *b)
{
    next_t next = all_cases(b);
    if (b->has_location) {
        model_add_state(b->model, b->location, LOC_NONE);
        model_set_next(b->model, b->location, next.location);
    }
    for (size_t i = 0; i < b->a->counters.len; i++) {
        const var_t v = b->a->counters.data[i];
        if (term_equal(next.counters.data[i], term_last(b->ctx, v))) {
            model_add_parameter(b->model, v, LOC_NONE);
            continue;
        }
        model_add_state(b->model, v, LOC_NONE);
        model_set_next(b->model, v, next.counters.data[i]);
    }
    const assumption_t step = {.kind = ASSUME_STEP, .term = next.step};
    if (!term_is_true(b->ctx, next.step))
        model_add_assumption(b->model, &step);
    vec_release(&next.counters);
}

// ---- the start ----

// If the start is left for good, and what holds after each transition from it
// can be said, runs begin behind it.
static void skip_start(builder_t *b)
{
    const ca_t *a = b->a;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        term_t after;
        if (t->to == a->initial
            || (t->from == a->initial
                && (t->to == a->error || !ca_after(a, a->start, t, &after))))
            return;
    }
    b->drops_start = true;
}

static void find_init(builder_t *b)
{
    const ca_t *a = b->a;
    b->init = b->drops_start ? term_false(b->ctx)
                             : term_and(b->ctx, at(b, a->initial), a->start);
    for (size_t i = 0; b->drops_start && i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        term_t after;
        if (t->from == a->initial && ca_after(a, a->start, t, &after))
            b->init = term_or(b->ctx, b->init,
                              term_and(b->ctx, at(b, t->to), after));
    }
}

// ---- what is checked ----

static void add_property(builder_t *b, size_t target)
{
    const ca_target_t *t = &b->a->targets.data[target];
    term_t bad = term_false(b->ctx);
    for (size_t i = 0; i < b->a->transitions.len; i++) {
        const ca_transition_t *e = &b->a->transitions.data[i];
        if (e->to == b->a->error && e->target == target)
            bad = term_or(b->ctx, bad, term_and(b->ctx, at(b, e->from),
                                                guard_of(b, i)));
    }
    const property_t p = {.name = t->name, .kind = t->kind, .loc = t->loc,
                          .reached = term_true(b->ctx),
                          .holds = term_not(bad)};
    model_add_property(b->model, &p);
}

model_t *ca_model(const ca_t *a)
{
    builder_t b = {.a = a, .ctx = a->ctx,
                   .model = model_new(a->ctx, a->name)};
    for (size_t i = 0; i < a->inputs.len; i++)
        model_add_input(b.model, a->inputs.data[i], LOC_NONE);
    skip_start(&b);
    name_locations(&b);
    add_rule_input(&b);
    add_state(&b);
    find_init(&b);
    relation_add_start(b.model, b.init);
    for (size_t i = 0; i < a->targets.len; i++)
        add_property(&b, i);
    free(b.positions);
    return b.model;
}
