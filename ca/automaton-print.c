// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "core/print.h"

// Labels of the drawing: at most so many transitions between two locations
// are written on it, each cut at so many characters.
enum { MAX_LINES = 4, MAX_CHARS = 60 };

static void name_of(const ca_t *a, var_t v, text_t *out)
{
    text_add(out, ident_text(var_name(a->ctx, v)));
}

void ca_location_name(const ca_t *a, size_t location,
                             text_t *out)
{
    const ident_t name = a->locations.data[location].name;
    if (name != NULL)
        text_add(out, ident_text(name));
    else if (location == a->error)
        text_add(out, "error");
    else if (location < a->error)
        text_add(out, "start");
    else
        text_printf(out, "q%zu", location - a->error - 1);
}

// Booleans by name, negated where false; enumerations with their value.
void ca_location_text(const ca_t *a, size_t location,
                             text_t *out)
{
    const ca_location_t *l = &a->locations.data[location];
    for (size_t i = 0; i < l->values.len; i++) {
        const term_t v = l->values.data[i];
        text_add(out, i > 0 ? ", " : "");
        if (term_is_false(a->ctx, v))
            text_add(out, "not ");
        name_of(a, a->controls.data[i], out);
        if (sort_kind(a->ctx, term_sort(a->ctx, v)) == SORT_ENUM) {
            text_add(out, " = ");
            print_vhdl(a->ctx, v, out);
        }
    }
}

static void guard_text(const ca_t *a, const ca_transition_t *t,
                       text_t *out)
{
    for (size_t i = 0; i < t->guard.len; i++) {
        text_add(out, i > 0 ? " and " : "");
        print_vhdl(a->ctx, t->guard.data[i], out);
    }
}

static void update_text(const ca_t *a, const ca_transition_t *t,
                        text_t *out)
{
    bool some = false;
    for (size_t i = 0; i < a->counters.len; i++) {
        const var_t v = a->counters.data[i];
        if (term_equal(t->updates.data[i], term_last(a->ctx, v)))
            continue;
        text_add(out, some ? ", " : "");
        name_of(a, v, out);
        text_add(out, " := ");
        print_vhdl(a->ctx, t->updates.data[i], out);
        some = true;
    }
}

static void counters_text(const ca_t *a, text_t *out)
{
    for (size_t i = 0; i < a->counters.len; i++) {
        text_add(out, i == 0 ? "counters " : ", ");
        name_of(a, a->counters.data[i], out);
        text_add(out, i < a->parameters ? " (parameter)" : "");
    }
    text_add(out, a->counters.len > 0 ? "\n" : "");
    for (size_t i = 0; i < a->inputs.len; i++) {
        text_add(out, i == 0 ? "inputs " : ", ");
        name_of(a, a->inputs.data[i], out);
    }
    text_add(out, a->inputs.len > 0 ? "\n" : "");
}

static void transition_text(const ca_t *a, const ca_transition_t *t,
                            text_t *out)
{
    text_t guard = {0}, update = {0};
    guard_text(a, t, &guard);
    update_text(a, t, &update);
    text_add(out, "    -> ");
    ca_location_name(a, t->to, out);
    if (t->target != CA_NO_TARGET && a->targets.len > 1)
        text_printf(out, " (%s)", a->targets.data[t->target].name);
    if (guard.len > 0)
        text_printf(out, " when %s", text_str(&guard));
    if (update.len > 0)
        text_printf(out, " do %s", text_str(&update));
    text_char(out, '\n');
    text_release(&guard);
    text_release(&update);
}

static void location_print(const ca_t *a, size_t location, text_t *out)
{
    text_t values = {0};
    ca_location_text(a, location, &values);
    text_add(out, "location ");
    ca_location_name(a, location, out);
    if (values.len > 0)
        text_printf(out, ": %s", text_str(&values));
    text_char(out, '\n');
    text_release(&values);
    for (size_t i = 0; i < a->transitions.len; i++)
        if (a->transitions.data[i].from == location)
            transition_text(a, &a->transitions.data[i], out);
}

void ca_print(const ca_t *a, text_t *out)
{
    text_printf(out, "automaton %s\n", a->name);
    counters_text(a, out);
    text_add(out, "initial ");
    ca_location_name(a, a->initial, out);
    if (!term_is_true(a->ctx, a->start)) {
        text_add(out, " with ");
        print_vhdl(a->ctx, a->start, out);
    }
    text_char(out, '\n');
    for (size_t i = 0; i < a->locations.len; i++)
        location_print(a, i, out);
}

void ca_print_statistics(const ca_t *a, text_t *out)
{
    text_printf(out, "%-18s %9s %11s %8s\n", "", "locations", "transitions",
                "counters");
    for (size_t i = 0; i < a->stages.len; i++) {
        const ca_stage_t *s = &a->stages.data[i];
        text_printf(out, "%-18s %9zu %11zu %8zu\n", s->name,
                    s->size.locations, s->size.transitions, s->size.counters);
    }
    text_printf(out, "%zu impossible combinations of rules were left out\n",
                a->impossible);
}

// ---- the drawing ----

static void quoted(const char *text, size_t limit, text_t *out)
{
    for (size_t i = 0; text[i] != '\0' && i < limit; i++) {
        if (text[i] == '"' || text[i] == '\\')
            text_char(out, '\\');
        text_char(out, text[i]);
    }
    if (strlen(text) > limit)
        text_add(out, "...");
}

static void dot_location(const ca_t *a, size_t location, text_t *out)
{
    text_t name = {0}, values = {0};
    ca_location_name(a, location, &name);
    ca_location_text(a, location, &values);
    text_printf(out, "  l%zu [label=\"%s", location, text_str(&name));
    if (values.len > 0 && values.len <= MAX_CHARS) {
        text_add(out, "\\n");
        quoted(text_str(&values), MAX_CHARS, out);
    }
    text_add(out, "\" tooltip=\"");
    quoted(text_str(&values), SIZE_MAX - 1, out);
    text_printf(out, "\"%s];\n",
                location == a->error ? " shape=doubleoctagon color=red" : "");
    text_release(&name);
    text_release(&values);
}

static void edge_line(const ca_t *a, const ca_transition_t *t,
                      text_t *out)
{
    text_t update = {0};
    guard_text(a, t, out);
    update_text(a, t, &update);
    if (update.len > 0)
        text_printf(out, "%s/ %s", out->len > 0 ? " " : "",
                    text_str(&update));
    text_release(&update);
}

// One arrow for all transitions between two locations: a person looks at
// where it leads first.
static void dot_edge(const ca_t *a, size_t from, size_t to, text_t *out)
{
    text_t label = {0}, all = {0};
    size_t count = 0;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->from != from || t->to != to)
            continue;
        text_t line = {0};
        edge_line(a, t, &line);
        if (count < MAX_LINES) {
            quoted(text_str(&line), MAX_CHARS, &label);
            text_add(&label, "\\l");
        }
        quoted(text_str(&line), SIZE_MAX - 1, &all);
        text_add(&all, "&#10;");
        text_release(&line);
        count++;
    }
    if (count > MAX_LINES)
        text_printf(&label, "and %zu more\\l", count - MAX_LINES);
    if (count > 0)
        text_printf(out, "  l%zu -> l%zu [label=\"%s\" edgetooltip=\"%s\" "
                         "labeltooltip=\"%s\"];\n",
                    from, to, text_str(&label), text_str(&all),
                    text_str(&all));
    text_release(&label);
    text_release(&all);
}

void ca_dot(const ca_t *a, text_t *out)
{
    const ca_size_t size = ca_size(a);
    text_t start = {0};
    if (!term_is_true(a->ctx, a->start))
        print_vhdl(a->ctx, a->start, &start);
    text_add(out, "digraph automaton {\n  label=\"");
    quoted(a->name, SIZE_MAX - 1, out);
    text_printf(out, "\\n%zu locations, %zu transitions, %zu counters\";\n",
                size.locations, size.transitions, size.counters);
    text_add(out, "  node [shape=box style=rounded "
                  "fontname=\"sans-serif\"];\n"
                  "  edge [fontname=\"monospace\" fontsize=10];\n"
                  "  begin [shape=point];\n");
    text_printf(out, "  begin -> l%zu [label=\"", a->initial);
    quoted(text_str(&start), MAX_CHARS, out);
    text_add(out, "\"];\n");
    for (size_t i = 0; i < a->locations.len; i++)
        dot_location(a, i, out);
    for (size_t i = 0; i < a->locations.len; i++)
        for (size_t k = 0; k < a->locations.len; k++)
            dot_edge(a, i, k, out);
    text_add(out, "}\n");
    text_release(&start);
}
