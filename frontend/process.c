// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/walk.h"
#include "frontend/lower.h"

// Processes and concurrent statements: execution collects, for each leaf of a
// signal or variable, the value after the process has run. finish.c makes
// registers and definitions of them.

// ---- sensitivity ----

static void add_sensitivity(lower_t *l, process_t *p, vhdl_node_t name)
{
    const vhdl_node_t decl = vhdl_base_object(name);
    const object_t *o = vhdl_exists(decl) ? scope_find(l, decl) : NULL;
    if (o == NULL || o->value.bad)
        return;
    term_vec_t terms = {0};
    sval_terms(&o->value, &terms);
    walk_variables(l->ctx, terms.data, terms.len, &p->sensitivity);
    vec_release(&terms);
}

static process_t *new_process(lower_t *l, vhdl_node_t n)
{
    process_t *p = arena_calloc(l->arena, 1, sizeof *p);
    p->node = n;
    p->loc = lower_loc(l, n);
    const char *label = vhdl_has_label(n) ? vhdl_label(n) : "";
    p->label = arena_strdup(l->arena, label != NULL ? label : "");
    if (vhdl_has_postponed_flag(n) && vhdl_postponed_flag(n)
        && !vhdl_is(n, VHDL_CONCURRENT_ASSERTION_STATEMENT))
        lower_error(l, n, "not supported: postponed: leave the word out");
    if (vhdl_has_guard(n) && vhdl_exists(vhdl_guard(n)))
        lower_error(l, n, "not supported: guarded assignment: write the "
                          "condition with when");
    vec_push(&l->processes, p);
    return p;
}

// ---- drivers ----

static void add_driver(lower_t *l, const process_t *p, const object_t *o,
                       var_t var, term_t value)
{
    uint64_t at;
    if (map_get(l->driver_of, var.id, &at)) {
        const driver_t *other = &l->drivers.data[at - 1];
        if (!l->stop) {
            diag_t *d = diag_new(DIAG_ERROR, p->loc,
                                 "several drivers of '%s': assign it in "
                                 "one process only", o->path);
            diag_add_note(d, other->process->loc, "the other one is here");
            diag_emit(l->sink, d);
        }
        l->stop = true;
        return;
    }
    const driver_t d = {.var = var, .value = value, .process = p,
                        .object = o};
    vec_push(&l->drivers, d);
    map_put(l->driver_of, var.id, l->drivers.len);
}

// Everything that the process has changed, leaf by leaf.
static void collect_drivers(lower_t *l, const process_t *p)
{
    const uint64_t stamp = ++l->stamps;
    for (size_t i = 0; i < l->undo.len && !l->stop; i++) {
        object_t *o = l->undo.data[i].object;
        if (o->stamp == stamp || !o->keeps)
            continue;
        o->stamp = stamp;
        term_vec_t own = {0}, now = {0};
        sval_terms(&o->value, &own);
        sval_terms(&o->now, &now);
        for (size_t k = 0; k < own.len && k < now.len; k++)
            if (!term_equal(own.data[k], now.data[k])
                && term_kind(l->ctx, own.data[k]) == TERM_LAST)
                add_driver(l, p, o, term_var(l->ctx, own.data[k]),
                           now.data[k]);
        vec_release(&own);
        vec_release(&now);
    }
    for (size_t i = 0; i < l->undo.len; i++)
        l->undo.data[i].object->active = NULL;
    l->undo.len = 0;
}

static void run_process(lower_t *l, process_t *p, void (*body)(lower_t *,
                                                               vhdl_node_t))
{
    frame_t frame = {.returned = term_false(l->ctx)};
    l->process = p;
    l->frame = &frame;
    l->path = term_true(l->ctx);
    body(l, p->node);
    if (!l->stop)
        collect_drivers(l, p);
    l->undo.len = 0;
    vec_release(&frame.loops);
    l->frame = NULL;
    l->process = NULL;
}

// ---- process statements ----

// `wait until edge` as the first statement: the rest runs under it.
static bool waits_first(lower_t *l, vhdl_node_t n, vhdl_node_t *rest)
{
    const vhdl_node_t first = vhdl_sequential_statement_chain(n);
    if (!vhdl_is(first, VHDL_WAIT_STATEMENT)) {
        lower_error(l, n, "not supported: process that does not wait in its "
                          "first statement: give it a sensitivity list");
        return false;
    }
    vhdl_node_vec_t on = {0};
    vhdl_list_collect(vhdl_sensitivity_list(first), &on);
    const bool listed = on.len > 0;
    vec_release(&on);
    if (!vhdl_exists(vhdl_condition_clause(first)) || listed
        || vhdl_exists(vhdl_timeout_clause(first))) {
        lower_error(l, first, "not supported: %s: write 'wait until "
                    "rising_edge(clk)'",
                    vhdl_exists(vhdl_timeout_clause(first))
                        ? "wait for a time"
                        : listed ? "wait on" : "wait without a condition");
        return false;
    }
    *rest = vhdl_chain(first);
    VHDL_EACH(s, *rest)
        if (vhdl_is(s, VHDL_WAIT_STATEMENT)) {
            lower_error(l, s, "not supported: several waits in a process: use "
                        "an enumerated state");
            return false;
        }
    return true;
}

// A condition that can become true without an edge would be looked at with
// each event of what it mentions.
static term_t wait_condition(lower_t *l, vhdl_node_t n)
{
    term_t c;
    if (lower_level_edge(l, n, &c))
        return c;
    const sval_t v = lower_expr(l, n, NULL);
    if (l->stop)
        return term_false(l->ctx);
    if (!term_is_false(l->ctx, lower_without_edges(l, v.term)))
        lower_error(l, n, "not supported: wait until other than an edge: "
                          "write 'wait until rising_edge(clk)'");
    return v.term;
}

static void waiting_body(lower_t *l, vhdl_node_t n)
{
    vhdl_node_t rest;
    if (!waits_first(l, n, &rest))
        return;
    const vhdl_node_t wait = vhdl_sequential_statement_chain(n);
    const term_t c = wait_condition(l, vhdl_condition_clause(wait));
    if (l->stop)
        return;
    // As `if c then ... end if`, with all objects merged by the condition.
    l->path = c;
    lower_statements(l, rest);
    if (l->stop)
        return;
    const size_t mark = l->undo.len;
    const uint64_t stamp = ++l->stamps;
    for (size_t i = 0; i < mark; i++) {
        object_t *o = l->undo.data[i].object;
        if (o->stamp == stamp || !o->keeps)
            continue;
        o->stamp = stamp;
        lower_set(l, o, sval_ite(&l->values, c, &o->now, &o->value));
    }
}

static void sensitised_body(lower_t *l, vhdl_node_t n)
{
    lower_statements(l, vhdl_sequential_statement_chain(n));
}

void lower_process(lower_t *l, vhdl_node_t n)
{
    process_t *p = new_process(l, n);
    const bool listed = vhdl_is(n, VHDL_SENSITIZED_PROCESS_STATEMENT);
    scope_push(l, l->scope->path);
    l->process = p;
    lower_declarations(l, vhdl_declaration_chain(n), true);
    if (listed && vhdl_is_sensitive_to_all(n)) {
        p->sensitive_to_all = true;
    } else if (listed) {
        vhdl_node_vec_t names = {0};
        vhdl_list_collect(vhdl_sensitivity_list(n), &names);
        for (size_t i = 0; i < names.len; i++)
            add_sensitivity(l, p, names.data[i]);
        vec_release(&names);
    } else {
        p->clocked_wait = true;
    }
    if (!l->stop)
        run_process(l, p, listed ? sensitised_body : waiting_body);
    scope_pop(l);
}

// ---- concurrent statements ----

static void concurrent_body(lower_t *l, vhdl_node_t n)
{
    if (vhdl_is(n, VHDL_CONCURRENT_ASSERTION_STATEMENT))
        lower_concurrent_assert(l, n);
    else
        lower_concurrent_assignment(l, n);
}

void lower_concurrent(lower_t *l, vhdl_node_t n)
{
    process_t *p = new_process(l, n);
    p->sensitive_to_all = true;
    if (!l->stop)
        run_process(l, p, concurrent_body);
}

term_t lower_condition(lower_t *l, vhdl_node_t n)
{
    frame_t frame = {.returned = term_false(l->ctx)};
    process_t *p = new_process(l, n);
    p->sensitive_to_all = true;
    l->process = p;
    l->frame = &frame;
    l->path = term_true(l->ctx);
    const sval_t v = lower_expr(l, n, NULL);
    l->undo.len = 0;
    vec_release(&frame.loops);
    l->frame = NULL;
    l->process = NULL;
    return l->stop || v.bad ? term_false(l->ctx) : v.term;
}

// An output of an instance drives what it is connected to.
void lower_drive(lower_t *l, vhdl_node_t n, vhdl_node_t target, sval_t value)
{
    process_t *p = new_process(l, n);
    p->sensitive_to_all = true;
    frame_t frame = {.returned = term_false(l->ctx)};
    l->process = p;
    l->frame = &frame;
    l->path = term_true(l->ctx);
    lower_assign(l, target, target, &value);
    if (!l->stop)
        collect_drivers(l, p);
    l->undo.len = 0;
    l->frame = NULL;
    l->process = NULL;
}
