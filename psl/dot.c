// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/automaton.h"

#include "psl/print.h"

static void quoted(const char *text, text_t *out)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            text_char(out, '\\');
        text_char(out, *text);
    }
}

static void bound(const automaton_t *a, count_t n, text_t *out)
{
    print_count(guards_pool(a->guards), n, out);
}

static void step_text(const automaton_t *a, const step_t *s, text_t *out)
{
    const unsigned k = s->counter;
    switch (s->kind) {
    case STEP_SET: text_printf(out, "k%u := 1", k); return;
    case STEP_INC: text_printf(out, "k%u := k%u + 1", k, k); return;
    case STEP_BELOW: text_printf(out, "k%u < ", k); break;
    case STEP_FROM: text_printf(out, "k%u >= ", k); break;
    case STEP_ONE_BELOW: text_add(out, "1 < "); break;
    case STEP_ONE_FROM: text_add(out, "1 >= "); break;
    case STEP_NONE: text_add(out, "0 >= "); break;
    }
    bound(a, s->bound, out);
}

void automaton_steps_text(const automaton_t *a, const steps_t *steps,
                          text_t *out)
{
    for (unsigned i = 0; i < steps->count; i++) {
        if (i)
            text_add(out, ", ");
        step_text(a, &steps->list[i], out);
    }
}

static void edge(automaton_t *a, size_t q, const automaton_edge_t *e,
                 text_t *out)
{
    formula_pool_t *pool = guards_pool(a->guards);
    char *guard = print_string(pool, guard_formula(a->guards, e->guard));
    text_printf(out, "  s%zu -> s%u [label=\"", q, e->to);
    quoted(guard, out);
    if (e->steps.count) {
        text_add(out, "\\n");
        automaton_steps_text(a, &e->steps, out);
    }
    if (a->sets && e->accept) {
        text_add(out, "\\n{");
        for (unsigned i = 0; i < a->sets; i++)
            if (e->accept >> i & 1)
                text_printf(out, " %u", i);
        text_add(out, " }");
    }
    text_add(out, "\"];\n");
    free(guard);
}

void automaton_dot(automaton_t *a, const char *title, text_t *out)
{
    text_add(out, "digraph automaton {\n  rankdir=LR;\n  label=\"");
    quoted(title, out);
    text_printf(out, "\\n%u acceptance set%s\";\n", a->sets,
                a->sets == 1 ? "" : "s");
    text_add(out, "  node [shape=circle fontname=\"sans-serif\"];\n"
                  "  edge [fontname=\"sans-serif\" fontsize=11];\n"
                  "  start [shape=point];\n  start -> s0;\n");
    for (size_t q = 0; q < a->states.len; q++) {
        const automaton_state_t *s = &a->states.data[q];
        text_printf(out, "  s%zu [label=\"%zu\"%s", q, q,
                    s->final ? " shape=doublecircle" : "");
        if (s->label) {
            text_add(out, " tooltip=\"");
            quoted(s->label, out);
            text_char(out, '"');
        }
        text_add(out, "];\n");
    }
    for (size_t q = 0; q < a->states.len; q++)
        for (size_t i = 0; i < a->states.data[q].edges.len; i++)
            edge(a, q, &a->states.data[q].edges.data[i], out);
    text_add(out, "}\n");
}
