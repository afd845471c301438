// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/rows.h"

#include "reach/compile.h"

static void set_values(const system_t *s, trace_t *trace, size_t step,
                       const var_vec_t *vars, const int64_t *cells)
{
    for (size_t i = 0; i < vars->len; i++) {
        const var_t var = vars->data[i];
        value_t v = cell_value(s->ctx, var_sort(s->ctx, var), cells[i]);
        trace_set(trace, step, var, &v);
        value_release(&v);
    }
}

static void set_edges(const system_t *s, trace_t *trace, size_t step,
                      const int64_t *cells)
{
    for (size_t i = 0; i < s->edges.len; i++)
        trace_set_edge(trace, step, term_var(s->ctx, s->edges.data[i]),
                       term_kind(s->ctx, s->edges.data[i]), cells[i] != 0);
}

trace_t *rows_trace(const system_t *s, const int64_t *const *rows,
                    size_t count)
{
    trace_t *trace = trace_new(s->model);
    for (size_t k = 0; k < count; k++) {
        const int64_t *inputs = rows[k] + system_row_width(s);
        trace_add_step(trace);
        set_values(s, trace, k, &s->inputs, inputs);
        set_edges(s, trace, k, inputs + s->inputs.len);
    }
    set_values(s, trace, 0, &s->parameters, rows[0]);
    set_values(s, trace, 0, &s->states, rows[0] + s->parameters.len);
    return trace;
}
