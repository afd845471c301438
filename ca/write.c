// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/numeric.h"
#include "ca/write.h"
#include "core/print.h"

static const char *property_name(const system_t *s, size_t target)
{
    return model_property(s->model, s->targets.data[target].property)->name;
}

static void write_title(const system_t *s, const char *what, text_t *out)
{
    text_printf(out, "; %s: %s", model_name(s->model), what);
    for (size_t i = 0; i < s->targets.len; i++)
        text_printf(out, "\n; %zu: %s", i, property_name(s, i));
    text_char(out, '\n');
}

static void last(const system_t *s, var_t v, text_t *out)
{
    print_smt_variable(s->ctx, TERM_LAST, v, out);
}

static void next(const system_t *s, var_t v, text_t *out)
{
    print_smt_variable(s->ctx, TERM_NEXT, v, out);
}

// ---- VMT-LIB ----

static void declare(const system_t *s, term_kind_t reference, var_t v,
                    text_t *out)
{
    text_add(out, "(declare-fun ");
    print_smt_variable(s->ctx, reference, v, out);
    text_add(out, " () ");
    print_smt_sort(s->ctx, var_sort(s->ctx, v), out);
    text_add(out, ")\n");
}

static void vmt_state(const system_t *s, const var_vec_t *vars, text_t *out)
{
    for (size_t i = 0; i < vars->len; i++) {
        const var_t v = vars->data[i];
        char *name = xasprintf(".state.%s", ident_text(var_name(s->ctx, v)));
        declare(s, TERM_LAST, v, out);
        declare(s, TERM_NEXT, v, out);
        text_add(out, "(define-fun ");
        print_smt_symbol(name, out);
        text_add(out, " () ");
        print_smt_sort(s->ctx, var_sort(s->ctx, v), out);
        text_add(out, " (! ");
        last(s, v, out);
        text_add(out, " :next ");
        next(s, v, out);
        text_add(out, "))\n");
        free(name);
    }
}

static void vmt_formula(const system_t *s, const char *name, term_t t,
                        const char *attribute, text_t *out)
{
    text_printf(out, "(define-fun %s () Bool (! ", name);
    print_smt(s->ctx, t, out);
    text_printf(out, " %s))\n", attribute);
}

// The equations are written, not made as terms: those would be simplified,
// and who reads the file had to find the next values again.
static void vmt_trans(const system_t *s, text_t *out)
{
    text_add(out, "(define-fun .trans () Bool (! (and ");
    print_smt(s->ctx, term_and(s->ctx, s->valid, s->held), out);
    for (size_t i = 0; i < s->parameters.len; i++) {
        text_add(out, "\n  (= ");
        next(s, s->parameters.data[i], out);
        text_char(out, ' ');
        last(s, s->parameters.data[i], out);
        text_char(out, ')');
    }
    for (size_t i = 0; i < s->states.len; i++) {
        text_add(out, "\n  (= ");
        next(s, s->states.data[i], out);
        text_char(out, ' ');
        print_smt(s->ctx, s->next.data[i], out);
        text_char(out, ')');
    }
    text_add(out, ") :trans true))\n");
}

static void vmt_properties(const system_t *s, text_t *out)
{
    for (size_t i = 0; i < s->targets.len; i++) {
        const term_t bad = term_and(s->ctx, s->valid,
                                    s->targets.data[i].bad);
        char *name = xasprintf(".property.%zu", i);
        char *attribute = xasprintf(":invar-property %zu", i);
        vmt_formula(s, name, term_not(bad), attribute, out);
        free(name);
        free(attribute);
    }
}

bool write_vmt(const system_t *system, diag_sink_t *sink, text_t *out)
{
    system_t *s = numeric_system(system, sink);
    if (s == NULL)
        return false;
    write_title(s, "a transition system in VMT-LIB", out);
    vmt_state(s, &s->parameters, out);
    vmt_state(s, &s->states, out);
    for (size_t i = 0; i < s->inputs.len; i++)
        declare(s, TERM_LAST, s->inputs.data[i], out);
    vmt_formula(s, ".init", term_and(s->ctx, s->fixed, s->init), ":init true",
                out);
    vmt_trans(s, out);
    vmt_properties(s, out);
    system_free(s);
    return true;
}

// ---- Horn clauses ----

static void bind_all(const system_t *s, const var_vec_t *vars, text_t *out)
{
    for (size_t i = 0; i < vars->len; i++) {
        text_add(out, " (");
        last(s, vars->data[i], out);
        text_char(out, ' ');
        print_smt_sort(s->ctx, var_sort(s->ctx, vars->data[i]), out);
        text_char(out, ')');
    }
}

// (assert (forall (...) (=> ; an empty quantifier is none.
static void open_clause(const system_t *s, bool inputs, text_t *out)
{
    const bool some = s->parameters.len + s->states.len
        + (inputs ? s->inputs.len : 0) > 0;
    text_add(out, "(assert ");
    if (some) {
        text_add(out, "(forall (");
        bind_all(s, &s->parameters, out);
        bind_all(s, &s->states, out);
        if (inputs)
            bind_all(s, &s->inputs, out);
        text_add(out, ")\n  ");
    }
    text_add(out, "(=> ");
}

static void close_clause(const system_t *s, bool inputs, text_t *out)
{
    const bool some = s->parameters.len + s->states.len
        + (inputs ? s->inputs.len : 0) > 0;
    text_add(out, some ? ")))\n" : "))\n");
}

static bool has_arguments(const system_t *s)
{
    return s->parameters.len + s->states.len > 0;
}

// The predicate, with the next values or the current ones.
static void apply(const system_t *s, bool after, text_t *out)
{
    text_add(out, has_arguments(s) ? "(reached" : "reached");
    for (size_t i = 0; i < s->parameters.len; i++) {
        text_char(out, ' ');
        last(s, s->parameters.data[i], out);
    }
    for (size_t i = 0; i < s->states.len; i++) {
        text_char(out, ' ');
        if (after)
            print_smt(s->ctx, s->next.data[i], out);
        else
            last(s, s->states.data[i], out);
    }
    if (has_arguments(s))
        text_char(out, ')');
}

static void declare_predicate(const system_t *s, text_t *out)
{
    const var_vec_t *groups[] = {&s->parameters, &s->states};
    text_add(out, "(set-logic HORN)\n(declare-fun reached (");
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < groups[g]->len; i++) {
            text_add(out, g + i > 0 ? " " : "");
            print_smt_sort(s->ctx, var_sort(s->ctx, groups[g]->data[i]), out);
        }
    text_add(out, ") Bool)\n");
}

static void horn_start(const system_t *s, text_t *out)
{
    open_clause(s, false, out);
    print_smt(s->ctx, term_and(s->ctx, s->fixed, s->init), out);
    text_char(out, ' ');
    apply(s, false, out);
    close_clause(s, false, out);
}

static void horn_body(const system_t *s, term_t condition, text_t *out)
{
    open_clause(s, true, out);
    text_add(out, "(and ");
    apply(s, false, out);
    text_char(out, ' ');
    print_smt(s->ctx, condition, out);
    text_add(out, ") ");
}

bool write_horn(const system_t *system, diag_sink_t *sink, text_t *out)
{
    system_t *s = numeric_system(system, sink);
    if (s == NULL)
        return false;
    write_title(s, "Horn clauses", out);
    declare_predicate(s, out);
    horn_start(s, out);
    horn_body(s, term_and(s->ctx, s->valid, s->held), out);
    apply(s, true, out);
    close_clause(s, true, out);
    for (size_t i = 0; i < s->targets.len; i++) {
        horn_body(s, term_and(s->ctx, s->valid, s->targets.data[i].bad), out);
        text_add(out, "false");
        close_clause(s, true, out);
    }
    text_add(out, "(check-sat)\n");
    system_free(s);
    return true;
}
