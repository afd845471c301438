// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/walk.h"
#include "frontend/lower.h"

// Error conditions and assumptions that the user gives as text. They are no
// part of the design: where one of them cannot be evaluated, the design has
// no fault, so this is kept apart from the design's obligations.

typedef struct given {
    term_t evaluable;    // where the condition has a value
    const char *message; // why it may have none, or NULL
} given_t;

bool lower_given_needs(lower_t *l, term_t holds, const char *message)
{
    if (l->given == NULL)
        return false;
    l->given->evaluable = term_and(l->ctx, l->given->evaluable, holds);
    if (l->given->message == NULL)
        l->given->message = arena_strdup(l->arena, message);
    return true;
}

static term_t lower_one(lower_t *l, vhdl_node_t n, given_t *given)
{
    *given = (given_t){.evaluable = term_true(l->ctx)};
    l->given = given;
    const term_t t = lower_condition(l, n);
    l->given = NULL;
    return t;
}

// ---- error conditions ----

static void add_error(lower_t *l, vhdl_node_t n, const char *text)
{
    given_t given;
    const term_t t = lower_one(l, n, &given);
    if (l->stop)
        return;
    const property_t p = {.name = text, .kind = PROPERTY_ERROR,
                          .loc = lower_loc(l, n), .reached = given.evaluable,
                          .holds = term_not(t),
                          .message = "the error condition is true"};
    model_add_property(l->model, &p);
    if (term_is_true(l->ctx, given.evaluable))
        return;
    const property_t value = {
        .name = arena_printf(l->arena, "%s: has a value", text),
        .kind = PROPERTY_ERROR, .loc = p.loc, .reached = term_true(l->ctx),
        .holds = given.evaluable,
        .message = arena_printf(l->arena, "the error condition cannot be "
                                "evaluated: %s", given.message)};
    model_add_property(l->model, &value);
}

// ---- assumptions ----

static term_t assumed(lower_t *l, vhdl_node_t n)
{
    given_t given;
    const term_t t = lower_one(l, n, &given);
    return term_implies(l->ctx, given.evaluable, t);
}

static void add_assumption(lower_t *l, vhdl_node_t n, const char *text)
{
    const assumption_t a = {.kind = ASSUME_INPUT, .loc = lower_loc(l, n),
                            .term = assumed(l, n), .text = text};
    if (!l->stop)
        model_add_assumption(l->model, &a);
}

static void refuse_variable(lower_t *l, vhdl_node_t n, term_t t)
{
    var_vec_t vars = {0};
    walk_variables(l->ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len && !l->stop; i++)
        if (!lower_is_generic(l, term_last(l->ctx, vars.data[i])))
            lower_error(l, n, "'%s' is no generic: use --assume",
                        ident_text(var_name(l->ctx, vars.data[i])));
    vec_release(&vars);
}

static void add_generic_assumption(lower_t *l, vhdl_node_t n,
                                   const char *text)
{
    const assumption_t a = {.kind = ASSUME_GENERIC, .loc = lower_loc(l, n),
                            .term = assumed(l, n), .text = text};
    if (l->stop)
        return;
    refuse_variable(l, n, a.term);
    if (l->stop)
        return;
    l->excluded = term_is_false(l->ctx, a.term);
    l->stop = l->excluded;
    model_add_assumption(l->model, &a);
}

// ---- all of them ----

typedef void (*given_fn)(lower_t *l, vhdl_node_t n, const char *text);

static void each(lower_t *l, vhdl_node_t architecture, const char *option,
                 const char *const *texts, size_t count, given_fn fn)
{
    for (size_t i = 0; i < count && !l->stop; i++) {
        const vhdl_node_t n = ghdl_condition(l->ghdl, option, texts[i],
                                             architecture);
        l->stop = !vhdl_exists(n);
        if (!l->stop)
            fn(l, n, texts[i]);
    }
}

static void each_on_generics(lower_t *l, vhdl_node_t architecture,
                             given_fn fn)
{
    each(l, architecture, "--assume-generic",
         l->options->generic_assumptions,
         l->options->generic_assumption_count, fn);
}

static void each_other(lower_t *l, vhdl_node_t architecture,
                       given_fn assumption, given_fn error)
{
    const design_options_t *o = l->options;
    each(l, architecture, "--assume", o->assumptions, o->assumption_count,
         assumption);
    each(l, architecture, "-e", o->errors, o->error_count, error);
}

static void scan(lower_t *l, vhdl_node_t n, const char *text)
{
    (void)text;
    lower_scan(l, n);
}

void lower_given_scan(lower_t *l, vhdl_node_t architecture)
{
    each_on_generics(l, architecture, scan);
    each_other(l, architecture, scan, scan);
}

void lower_given_generics(lower_t *l, vhdl_node_t architecture)
{
    each_on_generics(l, architecture, add_generic_assumption);
}

void lower_given(lower_t *l, vhdl_node_t architecture)
{
    each_other(l, architecture, add_assumption, add_error);
}
