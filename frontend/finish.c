// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/memo.h"
#include "core/rules.h"
#include "core/walk.h"
#include "frontend/lower.h"

// From the value that each process gives a leaf to the model: a register, a
// latch, a register with an asynchronous part, or a definition.
//
// With t the value after the process and t0 that value without any edge:
//     t0 is the leaf itself      a register: x' = t
//     otherwise                  x is seen through: x = t0 with a stored
//                                value s in place of x, and s' = t
// A definition is the case in which t mentions neither an edge nor x.

// ---- looking at a value ----

static bool is_edge(const context_t *c, term_t t)
{
    const term_kind_t kind = term_kind(c, t);
    return kind == TERM_POSEDGE || kind == TERM_NEGEDGE;
}

static bool uses(lower_t *l, term_t t, var_t var)
{
    bool found = false;
    term_vec_t order = {0};
    walk_postorder(l->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len && !found; i++)
        found = term_kind(l->ctx, order.data[i]) == TERM_LAST
             && var_equal(term_var(l->ctx, order.data[i]), var);
    vec_release(&order);
    return found;
}

static term_t without_edges(context_t *c, term_t leaf, void *user)
{
    (void)user;
    return is_edge(c, leaf) ? term_false(c) : leaf;
}

term_t lower_without_edges(lower_t *l, term_t t)
{
    return walk_substitute(l->ctx, t, without_edges, NULL);
}

typedef struct {
    var_t from;
    term_t to;
} rename_t;

static term_t rename_leaf(context_t *c, term_t leaf, void *user)
{
    const rename_t *r = user;
    return term_kind(c, leaf) == TERM_LAST
            && var_equal(term_var(c, leaf), r->from) ? r->to : leaf;
}

// ---- looking at all values at once: processes share long computations ----

static void find_edges(lower_t *l, const term_vec_t *values,
                       const term_vec_t *order)
{
    const context_t *c = l->ctx;
    memo_t edges; // 1: mentions one
    memo_init(&edges);
    for (size_t i = 0; i < order->len; i++) {
        const term_t t = order->data[i];
        bool found = is_edge(c, t);
        for (unsigned k = 0; k < term_arity(c, t); k++)
            found |= memo_get(&edges, term_kid(c, t, k)) != 0;
        if (found)
            memo_set(&edges, t, 1);
    }
    for (size_t i = 0; i < values->len; i++)
        l->drivers.data[i].edges = memo_get(&edges, values->data[i]) != 0;
    memo_release(&edges);
}

// What reaches a term: nothing, one driver (its place + 1), or several.
enum { SEVERAL = UINT32_MAX };

static void mark(memo_t *owner, term_t t, uint32_t who)
{
    const uint32_t before = memo_get(owner, t);
    memo_set(owner, t, before == 0 || before == who ? who : SEVERAL);
}

static void mark_properties(lower_t *l, memo_t *owner, term_vec_t *roots)
{
    for (size_t i = 0; i < model_property_count(l->model); i++) {
        const property_t *p = model_property(l->model, i);
        mark(owner, p->reached, SEVERAL);
        mark(owner, p->holds, SEVERAL);
        vec_push(roots, p->reached);
        vec_push(roots, p->holds);
    }
}

// Variables that no other value mentions are not seen by anyone.
static void find_used(lower_t *l, const term_vec_t *values)
{
    term_vec_t roots = {0}, order = {0};
    memo_t owner;
    memo_init(&owner);
    for (size_t i = 0; i < values->len; i++) {
        vec_push(&roots, values->data[i]);
        mark(&owner, values->data[i], (uint32_t)i + 1);
    }
    mark_properties(l, &owner, &roots);
    walk_postorder(l->ctx, roots.data, roots.len, &order);
    for (size_t i = order.len; i-- > 0;) {
        const term_t t = order.data[i];
        const uint32_t who = memo_get(&owner, t);
        for (unsigned k = 0; k < term_arity(l->ctx, t); k++)
            mark(&owner, term_kid(l->ctx, t, k), who);
        uint64_t at;
        if (term_kind(l->ctx, t) != TERM_LAST)
            continue;
        const var_t var = term_var(l->ctx, t);
        if (!map_get(l->driver_of, var.id, &at) || who != at)
            map_put(l->used, var.id, 1);
    }
    memo_release(&owner);
    vec_release(&order);
    vec_release(&roots);
}

static void look_at_drivers(lower_t *l)
{
    term_vec_t values = {0}, order = {0};
    for (size_t i = 0; i < l->drivers.len; i++)
        vec_push(&values, l->drivers.data[i].value);
    walk_postorder(l->ctx, values.data, values.len, &order);
    find_edges(l, &values, &order);
    find_used(l, &values);
    walk_substitute_all(l->ctx, values.data, values.len, without_edges, NULL);
    for (size_t i = 0; i < values.len; i++)
        l->drivers.data[i].without_edges = values.data[i];
    vec_release(&order);
    vec_release(&values);
}

// ---- sensitivity lists ----

static bool in_list(const process_t *p, var_t var)
{
    for (size_t i = 0; i < p->sensitivity.len; i++)
        if (var_equal(p->sensitivity.data[i], var))
            return true;
    return false;
}

static const object_t *object_of(lower_t *l, var_t var)
{
    uint64_t o;
    return map_get(l->leaf_object, var.id, &o)
        ? (const object_t *)(uintptr_t)o : NULL;
}

// The drivers of a process follow each other.
static void check_clocks_listed(lower_t *l, const process_t *p, size_t first,
                                size_t end)
{
    term_vec_t values = {0}, order = {0};
    for (size_t i = first; i < end; i++) {
        const driver_t *d = &l->drivers.data[i];
        if (d->object->keeps)
            vec_push(&values, d->value);
    }
    walk_postorder(l->ctx, values.data, values.len, &order);
    for (size_t i = 0; i < order.len && !l->stop; i++) {
        if (!is_edge(l->ctx, order.data[i]))
            continue;
        const var_t var = term_var(l->ctx, order.data[i]);
        if (!in_list(p, var))
            lower_error(l, p->node, "incomplete sensitivity list: "
                        "the clock '%s' is not in it",
                        ident_text(var_name(l->ctx, var)));
    }
    vec_release(&order);
    vec_release(&values);
}

static bool needs_list(const process_t *p)
{
    return !p->sensitive_to_all && !p->clocked_wait;
}

static void check_all_clocks_listed(lower_t *l)
{
    for (size_t i = 0, end; i < l->drivers.len && !l->stop; i = end) {
        const process_t *p = l->drivers.data[i].process;
        for (end = i + 1; end < l->drivers.len; end++)
            if (l->drivers.data[end].process != p)
                break;
        if (needs_list(p))
            check_clocks_listed(l, p, i, end);
    }
}

static void report_unlisted(lower_t *l, const process_t *p, const char *names)
{
    if (l->options->synthesis_sensitivity) {
        diag_warning(l->sink, p->loc, "incomplete sensitivity list read as "
                     "complete: without %s", names);
        return;
    }
    diag_t *e = diag_new(DIAG_ERROR, p->loc, "incomplete sensitivity list: "
                         "add %s, which it reads", names);
    diag_add_note(e, LOC_NONE, "--synthesis-sensitivity reads the list as "
                               "complete");
    diag_emit(l->sink, e);
    l->stop = true;
}

// What the process does without an edge depends on listed signals only.
static void check_sensitivity(lower_t *l, const driver_t *d, term_t t0)
{
    const process_t *p = d->process;
    if (!needs_list(p))
        return;
    var_vec_t vars = {0};
    walk_variables(l->ctx, &t0, 1, &vars);
    text_t names;
    text_init(&names);
    const object_t *last = NULL;
    for (size_t i = 0; i < vars.len && !l->stop; i++) {
        const object_t *o = object_of(l, vars.data[i]);
        if (o == NULL || o->kind == BIND_VARIABLE || o == last
            || var_equal(vars.data[i], d->var)
            || in_list(p, vars.data[i]))
            continue;
        last = o;
        text_printf(&names, "%s'%s'", names.len > 0 ? ", " : "", o->path);
    }
    if (names.len > 0)
        report_unlisted(l, p, text_str(&names));
    text_release(&names);
    vec_release(&vars);
}

// ---- registers and definitions ----

static bool mentions(lower_t *l, term_t t, term_t self)
{
    return uses(l, t, term_var(l->ctx, self));
}

// Is the leaf only kept, so that the value settles at once? For a number: it
// is a branch of a choice. For a bit: it occurs without negation, outside
// conditions, so that as a function of it the value is constant or the bit.
static bool settles(lower_t *l, term_t t, term_t self)
{
    context_t *c = l->ctx;
    term_vec_t stack = {0};
    bool ok = true;
    vec_push(&stack, t);
    while (stack.len > 0 && ok) {
        const term_t top = vec_pop(&stack);
        const term_kind_t kind = term_kind(c, top);
        unsigned first = 0;
        if (term_equal(top, self) || !mentions(l, top, self))
            continue;
        ok = kind == TERM_ITE || kind == TERM_AND;
        if (kind == TERM_ITE) {
            ok = !mentions(l, term_kid(c, top, 0), self);
            first = 1;
        }
        for (unsigned i = first; ok && i < term_arity(c, top); i++) {
            const term_t k = term_kid(c, top, i);
            vec_push(&stack, term_negated(top) ? term_not(k) : k);
        }
    }
    vec_release(&stack);
    return ok;
}

#define MAX_PLACES 1000

typedef struct {
    model_t *model;
    var_t from;
} places_t;

// The stored value is assigned where the signal is.
static void copy_place(const rule_t *rule, void *user)
{
    const places_t *p = user;
    const loc_t loc = model_assignment_loc(p->model, p->from, rule->value);
    if (loc_known(loc))
        model_add_assignment(p->model, rule->var, rule->value, loc);
}

static void add_seen_through(lower_t *l, const driver_t *d, term_t t0)
{
    context_t *c = l->ctx;
    char *name = xasprintf("%s.stored", ident_text(var_name(c, d->var)));
    const var_t stored = var_new(c, ident_new(context_idents(c), name),
                                 var_sort(c, d->var));
    free(name);
    const rename_t r = {d->var, term_last(c, stored)};
    const loc_t loc = lower_loc(l, d->object->node);
    model_add_definition(l->model, d->var,
                         walk_substitute(c, t0, rename_leaf, (void *)&r),
                         loc);
    model_add_state(l->model, stored, loc);
    model_set_next(l->model, stored, d->value);
    places_t places = {l->model, d->var};
    (void)rules_of(l->model, stored, MAX_PLACES, copy_place, &places);
    model_allow_empty_step(l->model);
    map_put(l->leaf_object, stored.id, (uint64_t)(uintptr_t)d->object);
}

static void add_leaf(lower_t *l, const driver_t *d)
{
    context_t *c = l->ctx;
    const term_t self = term_last(c, d->var);
    const loc_t loc = lower_loc(l, d->object->node);
    const term_t t0 = d->without_edges;
    if (d->edges && term_equal(t0, self)) {
        model_add_state(l->model, d->var, loc);
        model_set_next(l->model, d->var, d->value);
        return;
    }
    check_sensitivity(l, d, t0);
    if (l->stop)
        return;
    if (!d->edges && !uses(l, t0, d->var)) {
        model_add_definition(l->model, d->var, d->value, loc);
        return;
    }
    if (!settles(l, t0, self)) {
        lower_error(l, d->process->node, "combinational cycle through '%s': "
                    "put a register into it", d->object->path);
        return;
    }
    add_seen_through(l, d, t0);
}

static void add_undriven(lower_t *l, const object_t *o, var_t var, term_t init)
{
    const loc_t loc = lower_loc(l, o->node);
    if (o->has_initial) {
        model_add_definition(l->model, var, init, loc);
        return;
    }
    model_add_state(l->model, var, loc); // arbitrary, but always the same
    const abstraction_t a = {.loc = loc, .var = var,
                             .text = "a signal without a driver or initial "
                                     "value is arbitrary"};
    model_add_abstraction(l->model, &a);
}

static bool is_used(lower_t *l, const object_t *o)
{
    term_vec_t own = {0};
    bool any = false;
    sval_terms(&o->value, &own);
    for (size_t i = 0; i < own.len && !any; i++)
        any = map_get(l->used, term_var(l->ctx, own.data[i]).id, NULL);
    vec_release(&own);
    return any;
}

static void drop_unused(lower_t *l)
{
    for (size_t i = 0; i < l->objects.len; i++) {
        object_t *o = l->objects.data[i];
        if (o->kind == BIND_VARIABLE && !is_used(l, o))
            o->keeps = false;
    }
}

static void add_object(lower_t *l, object_t *o)
{
    if (o->kind == BIND_VARIABLE && !o->keeps)
        return;
    term_vec_t own = {0}, init = {0};
    sval_terms(&o->value, &own);
    sval_terms(&o->initial, &init);
    for (size_t i = 0; i < own.len && !l->stop; i++) {
        if (term_kind(l->ctx, own.data[i]) != TERM_LAST)
            continue; // an input of an instance is what it is connected to
        const var_t var = term_var(l->ctx, own.data[i]);
        uint64_t at;
        if (model_find(l->model, var) != NULL)
            continue;
        const bool driven = map_get(l->driver_of, var.id, &at);
        if (driven)
            add_leaf(l, &l->drivers.data[at - 1]);
        else
            add_undriven(l, o, var, i < init.len ? init.data[i]
                                                 : own.data[i]);
    }
    vec_release(&own);
    vec_release(&init);
}

static void check_clocks(lower_t *l)
{
    for (size_t i = 0; i < model_clock_count(l->model) && !l->stop; i++) {
        const var_t var = model_clock(l->model, i)->var;
        uint64_t where;
        if (map_get(l->data_inputs, var.id, &where))
            lower_error(l, (vhdl_node_t){(int32_t)where},
                        "not supported: the clock '%s' is read as data",
                        ident_text(var_name(l->ctx, var)));
    }
}

// The definitions on a cycle through `at`, each used by the one before it.
static void find_cycle(lower_t *l, size_t at, place_vec_t *cycle)
{
    const size_t count = model_var_count(l->model);
    size_t *before = xnmalloc(count, sizeof *before);
    for (size_t i = 0; i < count; i++)
        before[i] = SIZE_MAX;
    place_vec_t work = {0};
    vec_push(&work, at);
    for (size_t i = 0; i < work.len && before[at] == SIZE_MAX; i++) {
        var_vec_t vars = {0};
        walk_variables(l->ctx, &model_var(l->model, work.data[i])->term, 1,
                       &vars);
        for (size_t k = 0; k < vars.len; k++) {
            const size_t to = model_index(l->model, vars.data[k]);
            if (to == SIZE_MAX || before[to] != SIZE_MAX
                || model_var(l->model, to)->class != VAR_DEFINITION)
                continue;
            before[to] = work.data[i];
            vec_push(&work, to);
        }
        vec_release(&vars);
    }
    size_t p = at;
    do {
        vec_push(cycle, p);
        p = before[p];
    } while (p != at && p != SIZE_MAX);
    vec_release(&work);
    free(before);
}

// Names the signals on the cycle, and where each gets its value.
static void report_cycle(lower_t *l, size_t at)
{
    place_vec_t cycle = {0};
    find_cycle(l, at, &cycle);
    text_t names;
    text_init(&names);
    loc_t loc = LOC_NONE;
    const object_t *last = NULL;
    for (size_t i = 0; i < cycle.len; i++) {
        const var_t var = model_var(l->model, cycle.data[i])->var;
        const object_t *o = object_of(l, var);
        uint64_t d;
        if (i == 0 && map_get(l->driver_of, var.id, &d))
            loc = l->drivers.data[d - 1].process->loc;
        if (o == last && o != NULL)
            continue;
        last = o;
        text_printf(&names, "%s'%s'", names.len > 0 ? ", " : "",
                    o != NULL ? o->path : ident_text(var_name(l->ctx, var)));
    }
    diag_error(l->sink, loc, "combinational cycle through %s: put a register "
               "into it", text_str(&names));
    l->stop = true;
    text_release(&names);
    vec_release(&cycle);
}

static void check_cycles(lower_t *l)
{
    place_vec_t order = {0};
    size_t cycle;
    if (!model_sort_definitions(l->model, &order, &cycle))
        report_cycle(l, cycle);
    vec_release(&order);
}

void lower_finish(lower_t *l)
{
    look_at_drivers(l);
    drop_unused(l);
    check_all_clocks_listed(l);
    lower_go_on(l);
    for (size_t i = 0; i < l->objects.len && !l->stop; i++) {
        object_t *o = l->objects.data[i];
        if (o->class != OBJECT_GENERIC && !o->value.bad)
            add_object(l, o);
        lower_go_on(l);
    }
    check_clocks(l);
    lower_go_on(l);
    if (!l->stop)
        check_cycles(l);
    if (!l->stop && !l->failed)
        lower_starts(l);
}
