// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "core/hash.h"
#include "core/memo.h"
#include "core/print.h"
#include "core/walk.h"

#include <ctype.h>

// ---- Horn clauses ----

// No name of VHDL has a '!'.
static void location_symbol(const ca_t *a, size_t location, text_t *out)
{
    text_add(out, "at!");
    ca_location_name(a, location, out);
}

static void bind(const ca_t *a, const var_vec_t *vars, text_t *out)
{
    for (size_t i = 0; i < vars->len; i++) {
        text_add(out, " (");
        print_smt_variable(a->ctx, TERM_LAST, vars->data[i], out);
        text_add(out, " Int)");
    }
}

// With `updates`: the counters' values after the transition.
static void apply(const ca_t *a, size_t location,
                  const term_vec_t *updates, text_t *out)
{
    text_add(out, a->counters.len > 0 ? "(" : "");
    location_symbol(a, location, out);
    for (size_t i = 0; i < a->counters.len; i++) {
        text_char(out, ' ');
        if (updates != NULL)
            print_smt(a->ctx, updates->data[i], out);
        else
            print_smt_variable(a->ctx, TERM_LAST, a->counters.data[i], out);
    }
    text_add(out, a->counters.len > 0 ? ")" : "");
}

static void open_clause(const ca_t *a, text_t *out)
{
    text_add(out, "(assert ");
    if (a->counters.len + a->inputs.len > 0) {
        text_add(out, "(forall (");
        bind(a, &a->counters, out);
        bind(a, &a->inputs, out);
        text_add(out, ")\n  ");
    }
    text_add(out, "(=> (and true ");
}

static void close_clause(const ca_t *a, text_t *out)
{
    text_add(out, a->counters.len + a->inputs.len > 0 ? ")))\n" : "))\n");
}

static void horn_transition(const ca_t *a, const ca_transition_t *t,
                            text_t *out)
{
    open_clause(a, out);
    apply(a, t->from, NULL, out);
    for (size_t i = 0; i < t->guard.len; i++) {
        text_char(out, ' ');
        print_smt(a->ctx, t->guard.data[i], out);
    }
    text_add(out, ") ");
    if (t->to == a->error)
        location_symbol(a, a->error, out);
    else
        apply(a, t->to, &t->updates, out);
    close_clause(a, out);
}

void ca_write_horn(const ca_t *a, text_t *out)
{
    text_printf(out, "; %s: a counter automaton as Horn clauses\n"
                     "(set-logic HORN)\n", a->name);
    for (size_t i = 0; i < a->locations.len; i++) {
        text_add(out, "(declare-fun ");
        location_symbol(a, i, out);
        text_add(out, " (");
        for (size_t k = 0; i != a->error && k < a->counters.len; k++)
            text_add(out, k > 0 ? " Int" : "Int");
        text_add(out, ") Bool)\n");
    }
    open_clause(a, out);
    print_smt(a->ctx, a->start, out);
    text_add(out, ") ");
    apply(a, a->initial, NULL, out);
    close_clause(a, out);
    for (size_t i = 0; i < a->transitions.len; i++)
        horn_transition(a, &a->transitions.data[i], out);
    text_add(out, "(assert (=> ");
    location_symbol(a, a->error, out);
    text_add(out, " false))\n(check-sat)\n");
}

// ---- numerical transition systems ----

// Names are a letter, then letters, digits and '_', and no keyword.
typedef struct {
    const ca_t *a;
    map_t *names; // from a variable's number to its place in `texts`
    VEC(char *) texts;
    text_t *out;
} nts_t;

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "forall", "exists", "int", "real", "bool", "true", "false", "and",
        "or", "imply", "equiv", "not", "par", "in", "out", "tid", "initial",
        "final", "error", "havoc", "string", "formula", "instances", "nts",
        "init", "states", "main", "start"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

static bool is_taken(const nts_t *n, const char *name)
{
    for (size_t i = 0; i < n->texts.len; i++)
        if (strcmp(n->texts.data[i], name) == 0)
            return true;
    return is_keyword(name);
}

static char *nts_identifier(const nts_t *n, const char *name)
{
    text_t text = {0};
    if (!isalpha((unsigned char)name[0]))
        text_add(&text, "v_");
    for (; *name != '\0'; name++)
        text_char(&text, isalnum((unsigned char)*name) ? *name : '_');
    const size_t length = text.len;
    for (unsigned i = 1; is_taken(n, text_str(&text)); i++) {
        text.len = length;
        text_printf(&text, "_%u", i);
    }
    return text_steal(&text);
}

static void name_variables(nts_t *n, const var_vec_t *vars)
{
    for (size_t i = 0; i < vars->len; i++) {
        const char *name = ident_text(var_name(n->a->ctx, vars->data[i]));
        map_put(n->names, vars->data[i].id, n->texts.len);
        vec_push(&n->texts, nts_identifier(n, name));
    }
}

static const char *nts_name(const nts_t *n, var_t v)
{
    uint64_t at = 0;
    if (!map_get(n->names, v.id, &at))
        BUG("%s is no counter", ident_text(var_name(n->a->ctx, v)));
    return n->texts.data[at];
}

static const char *nts_operator(const context_t *ctx, term_t t)
{
    switch (term_kind(ctx, t)) {
    case TERM_AND: return term_negated(t) ? "or" : "and";
    case TERM_EQ: return term_negated(t) ? "!=" : "=";
    case TERM_LE: return term_negated(t) ? ">" : "<=";
    case TERM_ADD: return "+";
    case TERM_MUL: return "*";
    case TERM_DIV: return "/";
    case TERM_MOD: return "%";
    default: BUG("no operator of a guard: %s",
                 term_kind_name(term_kind(ctx, t)));
    }
}

// Literals and counters' values are small; the recursion is as deep as they
// are nested.
static void nts_term(nts_t *n, term_t t)
{
    const context_t *ctx = n->a->ctx;
    if (term_kind(ctx, t) == TERM_TRUE) {
        text_add(n->out, term_negated(t) ? "false" : "true");
    } else if (term_kind(ctx, t) == TERM_LAST) {
        text_add(n->out, nts_name(n, term_var(ctx, t)));
    } else if (term_kind(ctx, t) == TERM_INT) {
        const bool below = bigint_sign(term_value(ctx, t)) < 0;
        text_add(n->out, below ? "(" : "");
        bigint_format(term_value(ctx, t), n->out);
        text_add(n->out, below ? ")" : "");
    } else {
        const bool flip = term_kind(ctx, t) == TERM_AND && term_negated(t);
        const term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
        text_char(n->out, '(');
        nts_term(n, flip ? term_not(a) : a);
        text_printf(n->out, " %s ", nts_operator(ctx, t));
        nts_term(n, flip ? term_not(b) : b);
        text_char(n->out, ')');
    }
}

// Everything that is not listed keeps its value; inputs never do.
static void nts_havoc(nts_t *n, const ca_transition_t *t)
{
    const ca_t *a = n->a;
    bool some = false;
    text_add(n->out, "havoc(");
    for (size_t i = a->parameters; t != NULL && i < a->counters.len; i++) {
        const var_t v = a->counters.data[i];
        if (term_equal(t->updates.data[i], term_last(a->ctx, v)))
            continue;
        text_printf(n->out, "%s%s", some ? ", " : "", nts_name(n, v));
        some = true;
    }
    for (size_t i = 0; i < a->inputs.len; i++) {
        text_printf(n->out, "%s%s", some ? ", " : "",
                    nts_name(n, a->inputs.data[i]));
        some = true;
    }
    text_char(n->out, ')');
}

static void nts_location(nts_t *n, size_t location)
{
    if (location == n->a->error)
        text_add(n->out, "qerror");
    else if (location < n->a->error)
        text_add(n->out, "qstart");
    else
        ca_location_name(n->a, location, n->out);
}

static void nts_transition(nts_t *n, const ca_transition_t *t)
{
    const ca_t *a = n->a;
    text_add(n->out, "  ");
    nts_location(n, t->from);
    text_add(n->out, " -> ");
    nts_location(n, t->to);
    text_add(n->out, " { ");
    for (size_t i = 0; i < t->guard.len; i++) {
        nts_term(n, t->guard.data[i]);
        text_add(n->out, " and ");
    }
    for (size_t i = a->parameters; i < a->counters.len; i++) {
        const var_t v = a->counters.data[i];
        if (term_equal(t->updates.data[i], term_last(a->ctx, v)))
            continue;
        text_printf(n->out, "%s' = ", nts_name(n, v));
        nts_term(n, t->updates.data[i]);
        text_add(n->out, " and ");
    }
    nts_havoc(n, t);
    text_add(n->out, " }\n");
}

static void nts_declare(nts_t *n, const var_vec_t *vars, size_t from,
                        size_t to, const char *before)
{
    for (size_t i = from; i < to; i++)
        text_printf(n->out, "%s%s", i == from ? before : ", ",
                    nts_name(n, vars->data[i]));
    text_add(n->out, to > from ? " : int;\n" : "");
}

static void nts_body(nts_t *n)
{
    const ca_t *a = n->a;
    text_add(n->out, "main {\n");
    nts_declare(n, &a->counters, a->parameters, a->counters.len, "  ");
    nts_declare(n, &a->inputs, 0, a->inputs.len, "  ");
    text_add(n->out, "  initial qinit;\n  error qerror;\n  qinit -> ");
    nts_location(n, a->initial);
    text_add(n->out, " { ");
    nts_term(n, a->start);
    text_add(n->out, " and ");
    nts_havoc(n, NULL);
    text_add(n->out, " }\n");
    for (size_t i = 0; i < a->transitions.len; i++)
        nts_transition(n, &a->transitions.data[i]);
    text_add(n->out, "}\n");
}

void ca_write_nts(const ca_t *a, text_t *out)
{
    nts_t n = {.a = a, .names = map_new(), .out = out};
    name_variables(&n, &a->counters);
    name_variables(&n, &a->inputs);
    char *name = nts_identifier(&n, a->name);
    text_printf(out, "nts %s;\n", name);
    nts_declare(&n, &a->counters, 0, a->parameters, "par ");
    nts_body(&n);
    free(name);
    for (size_t i = 0; i < n.texts.len; i++)
        free(n.texts.data[i]);
    vec_release(&n.texts);
    map_free(n.names);
}
