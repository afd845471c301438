// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "ca/split.h"
#include "core/walk.h"

#define DEFAULT_LIMIT 100000
#define MAX_VALUATIONS 65536

typedef struct {
    ca_t *a;
    const system_t *system;
    const ca_options_t *options;
    diag_sink_t *sink;
    size_t limit;
    size_t from;         // the location whose transitions are being built
    size_t target;       // whose errors they are, or CA_NO_TARGET
    term_vec_t controls; // next values of the controls, then ...
    term_vec_t counters; // ... of the counters
    term_vec_t bad;      // of each target
    term_t step, fixed;
} builder_t;

// ---- locations ----

static bool same_values(const ca_location_t *l, const term_t *values,
                        size_t count)
{
    if (l->values.len != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!term_equal(l->values.data[i], values[i]))
            return false;
    return true;
}

size_t ca_add_location(ca_t *a, ident_t name, const term_t *values)
{
    ca_location_t l = {.name = name};
    for (size_t i = 0; values != NULL && i < a->controls.len; i++)
        vec_push(&l.values, values[i]);
    vec_push(&a->locations, l);
    return a->locations.len - 1;
}

// The location of a valuation, new or not. The first ones are the start and
// the error, which have none.
static size_t location_of(ca_t *a, const term_t *values)
{
    for (size_t i = a->error + 1; i < a->locations.len; i++)
        if (same_values(&a->locations.data[i], values, a->controls.len))
            return i;
    return ca_add_location(a, NULL, values);
}

// ---- transitions ----

void ca_transition_release(ca_transition_t *t)
{
    vec_release(&t->guard);
    vec_release(&t->updates);
}

static int by_number(const void *a, const void *b)
{
    const term_t x = *(const term_t *)a, y = *(const term_t *)b;
    return x.id < y.id ? -1 : x.id > y.id;
}

void ca_transition_sort_guard(ca_transition_t *t)
{
    if (t->guard.len > 1)
        qsort(t->guard.data, t->guard.len, sizeof *t->guard.data, by_number);
}

static void add_transition(builder_t *b, const split_case_t *outcome,
                           size_t to)
{
    ca_t *a = b->a;
    ca_transition_t t = {.from = b->from, .to = to, .target = b->target};
    const bool keep = b->target != CA_NO_TARGET;
    for (size_t i = 0; i < outcome->literal_count; i++)
        vec_push(&t.guard, outcome->literals[i]);
    ca_transition_sort_guard(&t);
    for (size_t i = 0; i < a->counters.len; i++)
        vec_push(&t.updates, keep || i < a->parameters
                     ? term_last(a->ctx, a->counters.data[i])
                     : outcome->plain[i - a->parameters]);
    vec_push(&a->transitions, t);
}

static bool take_outcome(const split_case_t *outcome, void *user)
{
    builder_t *b = user;
    const size_t to = b->target != CA_NO_TARGET
        ? b->a->error : location_of(b->a, outcome->constants);
    add_transition(b, outcome, to);
    return b->a->transitions.len <= b->limit;
}

// The parameters' constraint goes with every question.
static bool is_possible(const term_t *literals, size_t count, void *user)
{
    const builder_t *b = user;
    if (b->options->possible == NULL)
        return true;
    term_vec_t all = {0};
    vec_push(&all, b->fixed);
    for (size_t i = 0; i < count; i++)
        vec_push(&all, literals[i]);
    const bool result = b->options->possible(all.data, all.len,
                                             b->options->user);
    vec_release(&all);
    return result;
}

static bool split_terms(builder_t *b, term_t condition,
                        const term_vec_t *controls,
                        const term_vec_t *counters)
{
    const split_t split = {
        .ctx = b->a->ctx, .condition = condition,
        .constants = controls != NULL ? controls->data : NULL,
        .constant_count = controls != NULL ? controls->len : 0,
        .plain = counters != NULL ? counters->data : NULL,
        .plain_count = counters != NULL ? counters->len : 0,
        .possible = is_possible, .outcome = take_outcome, .user = b};
    return split_run(&split, &b->a->impossible);
}

// ---- one location ----

static term_t valued_leaf(context_t *ctx, term_t leaf, void *user)
{
    const builder_t *b = user;
    const ca_location_t *l = &b->a->locations.data[b->from];
    if (term_kind(ctx, leaf) != TERM_LAST)
        return leaf;
    for (size_t i = 0; i < b->a->controls.len; i++)
        if (var_equal(b->a->controls.data[i], term_var(ctx, leaf)))
            return l->values.data[i];
    return leaf;
}

// The system's terms where the controls have the location's values.
static bool build_location(builder_t *b, size_t location)
{
    term_vec_t terms = {0}, controls = {0}, counters = {0};
    b->from = location;
    vec_push(&terms, b->step);
    for (size_t i = 0; i < b->controls.len; i++)
        vec_push(&terms, b->controls.data[i]);
    for (size_t i = 0; i < b->counters.len; i++)
        vec_push(&terms, b->counters.data[i]);
    for (size_t i = 0; i < b->bad.len; i++)
        vec_push(&terms, b->bad.data[i]);
    walk_substitute_all(b->a->ctx, terms.data, terms.len, valued_leaf, b);
    for (size_t i = 0; i < b->controls.len; i++)
        vec_push(&controls, terms.data[1 + i]);
    for (size_t i = 0; i < b->counters.len; i++)
        vec_push(&counters, terms.data[1 + b->controls.len + i]);
    b->target = CA_NO_TARGET;
    bool ok = split_terms(b, terms.data[0], &controls, &counters);
    for (b->target = 0; ok && b->target < b->bad.len; b->target++)
        ok = split_terms(b, terms.data[terms.len - b->bad.len + b->target],
                         NULL, NULL);
    vec_release(&terms);
    vec_release(&controls);
    vec_release(&counters);
    return ok;
}

// ---- starts ----

// Transitions from the start to each initial location, nothing changes on.
static bool build_start(builder_t *b)
{
    ca_t *a = b->a;
    term_vec_t controls = {0}, counters = {0};
    for (size_t i = 0; i < a->controls.len; i++)
        vec_push(&controls, term_last(a->ctx, a->controls.data[i]));
    for (size_t i = a->parameters; i < a->counters.len; i++)
        vec_push(&counters, term_last(a->ctx, a->counters.data[i]));
    b->from = a->initial;
    b->target = CA_NO_TARGET;
    const bool ok = split_terms(b, b->system->init, &controls, &counters);
    vec_release(&controls);
    vec_release(&counters);
    return ok;
}

// With one initial valuation the run begins there.
static void settle_start(ca_t *a)
{
    if (a->transitions.len != 1)
        return;
    ca_transition_t *t = &a->transitions.data[0];
    for (size_t i = 0; i < t->guard.len; i++)
        a->start = term_and(a->ctx, a->start, t->guard.data[i]);
    ca_transition_release(t);
    a->transitions.len = 0;
    vec_release(&a->locations.data[0].values);
    for (size_t i = 1; i < a->locations.len; i++)
        a->locations.data[i - 1] = a->locations.data[i];
    a->locations.len--;
    a->error = 0;
    a->initial = 1;
}

static void add_all_locations(ca_t *a)
{
    const size_t n = a->controls.len;
    term_t *values = xnmalloc(n, sizeof *values);
    uint32_t *at = xcalloc(n, sizeof *at);
    for (bool more = true; more;) {
        for (size_t i = 0; i < n; i++) {
            const sort_t sort = var_sort(a->ctx, a->controls.data[i]);
            values[i] = sort_kind(a->ctx, sort) == SORT_BOOL
                ? term_bool(a->ctx, at[i] != 0)
                : term_literal(a->ctx, sort, at[i]);
        }
        location_of(a, values);
        more = false;
        for (size_t i = 0; i < n && !more; i++) {
            const sort_t sort = var_sort(a->ctx, a->controls.data[i]);
            const uint32_t count = sort_kind(a->ctx, sort) == SORT_BOOL
                ? 2 : sort_literal_count(a->ctx, sort);
            more = ++at[i] < count;
            at[i] = more ? at[i] : 0;
        }
    }
    free(values);
    free(at);
}

// ---- all of it ----

static void sort_states(builder_t *b)
{
    const system_t *s = b->system;
    ca_t *a = b->a;
    for (size_t i = 0; i < s->parameters.len; i++)
        vec_push(&a->counters, s->parameters.data[i]);
    a->parameters = a->counters.len;
    for (size_t i = 0; i < s->states.len; i++) {
        const bool counter = sort_kind(a->ctx, var_sort(a->ctx,
                                                        s->states.data[i]))
            == SORT_INT;
        vec_push(counter ? &a->counters : &a->controls, s->states.data[i]);
        vec_push(counter ? &b->counters : &b->controls, s->next.data[i]);
    }
    for (size_t i = 0; i < s->inputs.len; i++)
        if (sort_kind(a->ctx, var_sort(a->ctx, s->inputs.data[i]))
            == SORT_INT)
            vec_push(&a->inputs, s->inputs.data[i]);
    b->step = term_and(a->ctx, s->valid, s->held);
    for (size_t i = 0; i < s->targets.len; i++) {
        const property_t *p = model_property(s->model,
                                             s->targets.data[i].property);
        ca_add_target(a, p->name, p->kind, p->loc);
        vec_push(&b->bad, term_and(a->ctx, s->valid,
                                   s->targets.data[i].bad));
    }
    b->fixed = s->fixed;
}

static bool is_control_or_counter(const context_t *ctx, var_t v)
{
    return sort_kind(ctx, var_sort(ctx, v)) != SORT_ARRAY;
}

static double valuations(const ca_t *a)
{
    double count = 1;
    for (size_t i = 0; i < a->controls.len; i++) {
        const sort_t sort = var_sort(a->ctx, a->controls.data[i]);
        count *= sort_kind(a->ctx, sort) == SORT_BOOL
            ? 2 : sort_literal_count(a->ctx, sort);
    }
    return count;
}

static bool check(const builder_t *b)
{
    const system_t *s = b->system;
    for (size_t i = 0; i < s->states.len; i++)
        if (!is_control_or_counter(s->ctx, s->states.data[i])) {
            diag_error(b->sink, LOC_NONE,
                       "%s is an array: neither counter nor location",
                       ident_text(var_name(s->ctx, s->states.data[i])));
            return false;
        }
    for (size_t i = 0; i < s->parameters.len; i++)
        if (sort_kind(s->ctx, var_sort(s->ctx, s->parameters.data[i]))
            != SORT_INT) {
            diag_error(b->sink, LOC_NONE,
                       "the parameter %s is no integer: give it a value",
                       ident_text(var_name(s->ctx, s->parameters.data[i])));
            return false;
        }
    if (b->options->all_locations && valuations(b->a) > MAX_VALUATIONS) {
        diag_error(b->sink, LOC_NONE, "too many valuations of %zu controls "
                                      "to build all of them",
                   b->a->controls.len);
        return false;
    }
    return true;
}

static bool build(builder_t *b)
{
    ca_t *a = b->a;
    a->initial = ca_add_location(a, NULL, NULL);
    a->error = ca_add_location(a, NULL, NULL);
    a->start = a->fixed = b->fixed;
    bool ok = !is_possible(NULL, 0, b) || build_start(b);
    settle_start(a);
    if (b->options->all_locations)
        add_all_locations(a);
    for (size_t i = a->error + 1; i < a->locations.len && ok; i++)
        ok = build_location(b, i);
    if (!ok)
        diag_error(b->sink, LOC_NONE,
                   "the automaton has more than %zu transitions", b->limit);
    return ok;
}

ca_t *ca_empty(context_t *ctx, const char *name)
{
    ca_t *a = xcalloc(1, sizeof *a);
    a->ctx = ctx;
    a->name = xstrdup(name);
    a->start = a->fixed = term_true(ctx);
    return a;
}

void ca_add_target(ca_t *a, const char *name, property_kind_t kind, loc_t loc)
{
    const ca_target_t t = {xstrdup(name), kind, loc};
    vec_push(&a->targets, t);
}

ca_t *ca_new(const system_t *system,
                           const ca_options_t *options,
                           diag_sink_t *sink)
{
    ca_t *a = ca_empty(system->ctx, model_name(system->model));
    builder_t b = {.a = a, .system = system, .options = options,
                   .sink = sink,
                   .limit = options->limit ? options->limit : DEFAULT_LIMIT};
    sort_states(&b);
    const bool ok = check(&b) && build(&b);
    vec_release(&b.controls);
    vec_release(&b.counters);
    vec_release(&b.bad);
    if (ok) {
        const ca_stage_t stage = {"built", ca_size(a)};
        vec_push(&a->stages, stage);
        return a;
    }
    ca_free(a);
    return NULL;
}

void ca_free(ca_t *a)
{
    if (a == NULL)
        return;
    for (size_t i = 0; i < a->locations.len; i++)
        vec_release(&a->locations.data[i].values);
    for (size_t i = 0; i < a->transitions.len; i++)
        ca_transition_release(&a->transitions.data[i]);
    vec_release(&a->locations);
    vec_release(&a->transitions);
    vec_release(&a->controls);
    vec_release(&a->counters);
    vec_release(&a->inputs);
    vec_release(&a->stages);
    for (size_t i = 0; i < a->targets.len; i++)
        free((char *)a->targets.data[i].name);
    vec_release(&a->targets);
    free((char *)a->name);
    free(a);
}

ca_size_t ca_size(const ca_t *a)
{
    return (ca_size_t){a->locations.len, a->transitions.len,
                              a->counters.len};
}
