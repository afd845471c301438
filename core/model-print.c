// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/model-print.h"
#include "core/print.h"
#include "core/rules.h"

#define MAX_RULES 10000 // printed per variable

typedef struct {
    const model_t *model;
    const sources_t *sources;
    text_t *out;
} printer_t;

static void print_loc(const printer_t *p, loc_t loc)
{
    if (!loc_known(loc))
        return;
    text_printf(p->out, "  -- %s", sources_path(p->sources, loc.file));
    if (loc.line > 0)
        text_printf(p->out, ":%u", (unsigned)loc.line);
}

static void print_term(const printer_t *p, term_t t)
{
    print_vhdl(model_context(p->model), t, p->out);
}

static const char *name_of(const printer_t *p, var_t var)
{
    return ident_text(var_name(model_context(p->model), var));
}

static void print_declaration(const printer_t *p, const model_var_t *v)
{
    text_printf(p->out, "%s %s : ", var_class_name(v->class),
                name_of(p, v->var));
    print_vhdl_sort(model_context(p->model),
                    var_sort(model_context(p->model), v->var), p->out);
}

static void print_declarations(const printer_t *p)
{
    text_printf(p->out, "model %s\n", model_name(p->model));
    for (size_t i = 0; i < model_var_count(p->model); i++) {
        print_declaration(p, model_var(p->model, i));
        print_loc(p, model_var(p->model, i)->loc);
        text_char(p->out, '\n');
    }
    for (size_t i = 0; i < model_clock_count(p->model); i++) {
        const model_clock_t *c = model_clock(p->model, i);
        text_printf(p->out, "clock %s%s%s\n", name_of(p, c->var),
                    c->posedge ? " posedge" : "",
                    c->negedge ? " negedge" : "");
    }
    if (model_has_empty_step(p->model))
        text_add(p->out, "step without an edge\n");
}

static void print_start(const printer_t *p, const model_start_t *start)
{
    text_printf(p->out, "start %s\n", start->name);
    for (size_t i = 0; i < start->vars.len; i++) {
        text_printf(p->out, "    %s := ", name_of(p, start->vars.data[i]));
        print_term(p, start->values.data[i]);
        text_char(p->out, '\n');
    }
    if (!term_is_true(model_context(p->model), start->constraint)) {
        text_add(p->out, "    with ");
        print_term(p, start->constraint);
        text_char(p->out, '\n');
    }
}

static void print_property(const printer_t *p, const property_t *property)
{
    text_printf(p->out, "property %s %s: ",
                property_kind_name(property->kind), property->name);
    if (!term_is_true(model_context(p->model), property->reached)) {
        print_term(p, property->reached);
        text_add(p->out, " -> ");
    }
    print_term(p, property->holds);
    print_loc(p, property->loc);
    text_char(p->out, '\n');
}

// Starts, assumptions, properties, abstractions.
static void print_rest(const printer_t *p)
{
    const model_t *m = p->model;
    for (size_t i = 0; i < model_start_count(m); i++)
        print_start(p, model_start(m, i));
    for (size_t i = 0; i < model_assumption_count(m); i++) {
        const assumption_t *a = model_assumption(m, i);
        text_printf(p->out, "assume %s: ", assumption_kind_name(a->kind));
        print_term(p, a->term);
        print_loc(p, a->loc);
        text_char(p->out, '\n');
    }
    for (size_t i = 0; i < model_property_count(m); i++)
        print_property(p, model_property(m, i));
    for (size_t i = 0; i < model_slot_count(m); i++) {
        const model_slot_t *s = model_slot(m, i);
        text_printf(p->out, "slot %s: %s at %s\n", name_of(p, s->element),
                    name_of(p, s->array), name_of(p, s->index));
    }
    for (size_t i = 0; i < model_abstraction_count(m); i++) {
        const abstraction_t *a = model_abstraction(m, i);
        text_printf(p->out, "abstraction %s: %s", name_of(p, a->var), a->text);
        print_loc(p, a->loc);
        text_char(p->out, '\n');
    }
}

void model_print(const model_t *model, const sources_t *sources, text_t *out)
{
    const printer_t p = {model, sources, out};
    print_declarations(&p);
    for (size_t i = 0; i < model_var_count(model); i++) {
        const model_var_t *v = model_var(model, i);
        const bool known = v->class == VAR_STATE
            || v->class == VAR_DEFINITION;
        if (!known && !model_has_meaning(model, v))
            continue;
        text_printf(out, "%s%s %s ", name_of(&p, v->var),
                    v->class == VAR_STATE ? "'" : "",
                    known ? "=" : "stands for");
        print_term(&p, v->term);
        text_char(out, '\n');
    }
    print_rest(&p);
}

static void print_rule(const rule_t *rule, void *user)
{
    const printer_t *p = user;
    context_t *ctx = model_context(p->model);
    text_add(p->out, "    ");
    if (term_is_true(ctx, rule->trigger))
        text_add(p->out, "tau");
    else
        print_term(p, rule->trigger);
    text_add(p->out, ": ");
    size_t printed = 0;
    for (size_t i = 0; i < rule->condition_count; i++) {
        if (term_equal(rule->conditions[i], rule->trigger))
            continue;
        text_add(p->out, printed++ > 0 ? ", " : "");
        print_term(p, rule->conditions[i]);
    }
    text_printf(p->out, "%s-> %s := ", printed > 0 ? " " : "",
                name_of(p, rule->var));
    print_term(p, rule->value);
    print_loc(p, rule->loc);
    text_char(p->out, '\n');
}

void model_print_rules(const model_t *model, const sources_t *sources,
                       text_t *out)
{
    printer_t p = {model, sources, out};
    print_declarations(&p);
    for (size_t i = 0; i < model_var_count(model); i++) {
        const model_var_t *v = model_var(model, i);
        if (v->class == VAR_PARAMETER)
            continue;
        text_printf(out, "%s\n", name_of(&p, v->var));
        if (v->class == VAR_INPUT)
            text_printf(out, "    tau: -> %s := random\n",
                        name_of(&p, v->var));
        else if (!rules_of(model, v->var, MAX_RULES, print_rule, &p))
            text_printf(out, "    ... more than %d rules\n", MAX_RULES);
    }
    print_rest(&p);
}
