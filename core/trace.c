// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/trace.h"

#include <assert.h>

typedef struct {
    value_t value;
    bool known;
    bool posedge, negedge;
} cell_t;

struct trace {
    const model_t *model;
    size_t width;     // variables of the model
    cell_t *fixed;    // parameters
    VEC(cell_t *) steps;
};

trace_t *trace_new(const model_t *model)
{
    trace_t *trace = xcalloc(1, sizeof *trace);
    trace->model = model;
    trace->width = model_var_count(model);
    trace->fixed = xcalloc(trace->width, sizeof(cell_t));
    return trace;
}

static void free_row(const trace_t *trace, cell_t *row)
{
    for (size_t i = 0; i < trace->width; i++)
        if (row[i].known)
            value_release(&row[i].value);
    free(row);
}

void trace_free(trace_t *trace)
{
    if (trace == NULL)
        return;
    free_row(trace, trace->fixed);
    for (size_t i = 0; i < trace->steps.len; i++)
        free_row(trace, trace->steps.data[i]);
    vec_release(&trace->steps);
    free(trace);
}

static void copy_row(const trace_t *trace, cell_t *to, const cell_t *from)
{
    for (size_t i = 0; i < trace->width; i++) {
        to[i] = from[i];
        if (from[i].known)
            to[i].value = value_copy(&from[i].value);
    }
}

trace_t *trace_copy(const trace_t *trace)
{
    trace_t *copy = trace_new(trace->model);
    copy_row(trace, copy->fixed, trace->fixed);
    for (size_t i = 0; i < trace->steps.len; i++) {
        trace_add_step(copy);
        copy_row(trace, copy->steps.data[i], trace->steps.data[i]);
    }
    return copy;
}

const model_t *trace_model(const trace_t *trace)
{
    return trace->model;
}

size_t trace_length(const trace_t *trace)
{
    return trace->steps.len;
}

size_t trace_add_step(trace_t *trace)
{
    cell_t *row = xcalloc(trace->width, sizeof(cell_t));
    vec_push(&trace->steps, row);
    return trace->steps.len - 1;
}

static cell_t *cell(const trace_t *trace, size_t step, var_t var)
{
    const size_t at = model_index(trace->model, var);
    assert(at != SIZE_MAX);
    if (model_var(trace->model, at)->class == VAR_PARAMETER)
        return &trace->fixed[at];
    assert(step < trace->steps.len);
    return &trace->steps.data[step][at];
}

void trace_set(trace_t *trace, size_t step, var_t var, const value_t *value)
{
    cell_t *c = cell(trace, step, var);
    const value_t copy = value_copy(value);
    if (c->known)
        value_release(&c->value);
    c->value = copy;
    c->known = true;
}

const value_t *trace_get(const trace_t *trace, size_t step, var_t var)
{
    const cell_t *c = cell(trace, step, var);
    return c->known ? &c->value : NULL;
}

void trace_set_edge(trace_t *trace, size_t step, var_t clock,
                    term_kind_t edge, bool happens)
{
    cell_t *c = cell(trace, step, clock);
    if (edge == TERM_POSEDGE)
        c->posedge = happens;
    else
        c->negedge = happens;
}

bool trace_edge(const trace_t *trace, size_t step, var_t clock,
                term_kind_t edge)
{
    const cell_t *c = cell(trace, step, clock);
    return edge == TERM_POSEDGE ? c->posedge : c->negedge;
}

// ---- the table ----

static bool is_clock(const model_t *model, var_t var)
{
    for (size_t i = 0; i < model_clock_count(model); i++)
        if (var_equal(model_clock(model, i)->var, var))
            return true;
    return false;
}

static void format_cell(const trace_t *trace, size_t step, var_t var,
                        text_t *out)
{
    const cell_t *c = cell(trace, step, var);
    if (is_clock(trace->model, var))
        text_add(out, c->posedge ? "/" : c->negedge ? "\\" : "-");
    else if (!c->known)
        text_char(out, '?');
    else if (sort_kind(model_context(trace->model), c->value.sort)
             == SORT_BOOL)
        text_char(out, c->value.boolean ? '1' : '0');
    else
        value_format(model_context(trace->model), &c->value, out);
}

// Columns are as wide as their widest cell, the step number included.
static size_t column_width(const trace_t *trace, size_t step)
{
    text_t text;
    text_init(&text);
    text_printf(&text, "%zu", step);
    size_t width = text.len;
    for (size_t i = 0; i < trace->width; i++) {
        const model_var_t *v = model_var(trace->model, i);
        if (v->class == VAR_PARAMETER)
            continue;
        text_clear(&text);
        format_cell(trace, step, v->var, &text);
        if (text.len > width)
            width = text.len;
    }
    text_release(&text);
    return width;
}

static void pad_left(text_t *out, size_t start, size_t width)
{
    const size_t n = out->len - start;
    if (n >= width)
        return;
    text_fill(out, ' ', width - n);
    memmove(out->data + start + width - n, out->data + start, n);
    memset(out->data + start, ' ', width - n);
}

static void format_row(const trace_t *trace, const model_var_t *v,
                       const size_t *widths, size_t name_width, text_t *out)
{
    const size_t start = out->len;
    if (v != NULL)
        text_add(out, ident_text(var_name(model_context(trace->model),
                                          v->var)));
    text_fill(out, ' ', name_width - (out->len - start));
    for (size_t s = 0; s < trace->steps.len; s++) {
        text_add(out, "  ");
        const size_t at = out->len;
        if (v != NULL)
            format_cell(trace, s, v->var, out);
        else
            text_printf(out, "%zu", s);
        pad_left(out, at, widths[s]);
    }
    text_char(out, '\n');
}

static void format_parameters(const trace_t *trace, text_t *out)
{
    context_t *ctx = model_context(trace->model);
    for (size_t i = 0; i < trace->width; i++) {
        const model_var_t *v = model_var(trace->model, i);
        if (v->class != VAR_PARAMETER)
            continue;
        text_printf(out, "%s = ", ident_text(var_name(ctx, v->var)));
        if (trace->fixed[i].known)
            value_format(ctx, &trace->fixed[i].value, out);
        else
            text_char(out, '?');
        text_char(out, '\n');
    }
}

void trace_format(const trace_t *trace, text_t *out)
{
    context_t *ctx = model_context(trace->model);
    format_parameters(trace, out);
    size_t *widths = xnmalloc(trace->steps.len, sizeof *widths);
    for (size_t s = 0; s < trace->steps.len; s++)
        widths[s] = column_width(trace, s);
    size_t names = 0;
    for (size_t i = 0; i < trace->width; i++) {
        const size_t n =
            ident_length(var_name(ctx, model_var(trace->model, i)->var));
        names = n > names ? n : names;
    }
    format_row(trace, NULL, widths, names, out);
    for (size_t i = 0; i < trace->width; i++)
        if (model_var(trace->model, i)->class != VAR_PARAMETER)
            format_row(trace, model_var(trace->model, i), widths, names, out);
    free(widths);
}
