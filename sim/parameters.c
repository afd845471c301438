// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/parameters.h"

static value_t parameter_value(context_t *ctx, term_t leaf, void *user)
{
    const trace_t *trace = user;
    const var_t var = term_var(ctx, leaf);
    const value_t *v = model_find(trace_model(trace), var) != NULL
        ? trace_get(trace, 0, var) : NULL;
    return v != NULL ? value_copy(v)
                     : value_default(ctx, term_sort(ctx, leaf));
}

static eval_t *evaluator(const trace_t *trace)
{
    return eval_new(model_context(trace_model(trace)), parameter_value,
                    (void *)trace);
}

static bool set_generics(const design_t *design, const generics_t *generics,
                         trace_t *trace, diag_sink_t *sink)
{
    context_t *ctx = model_context(trace_model(trace));
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *g = design_generic(design, i);
        value_t v;
        if (g->given != NULL || model_find(trace_model(trace), g->var) == NULL)
            continue;
        if (!generics_value(generics, ctx, g, &v)) {
            diag_error(sink, g->loc,
                       "generic '%s' needs a value: set it with -g", g->name);
            return false;
        }
        trace_set(trace, 0, g->var, &v);
        value_release(&v);
    }
    return true;
}

// The smallest L with n <= 2^L.
static value_t log2_value(context_t *ctx, const value_t *argument)
{
    int64_t l = 0;
    for (;; l++) {
        bigint_t power = bigint_pow2(l);
        const bool enough = bigint_compare(argument->number, power) <= 0;
        bigint_release(&power);
        if (enough)
            return value_int(ctx, l);
    }
}

static bool set_logarithms(const design_case_t *c, trace_t *trace)
{
    for (size_t i = 0; i < c->log2_count; i++) {
        if (model_find(c->model, c->log2s[i].var) == NULL)
            continue;
        eval_t *eval = evaluator(trace);
        value_t argument;
        const bool ok = eval_term(eval, c->log2s[i].argument, &argument);
        eval_free(eval);
        if (!ok)
            return false;
        value_t v = log2_value(model_context(c->model), &argument);
        trace_set(trace, 0, c->log2s[i].var, &v);
        value_release(&v);
        value_release(&argument);
    }
    return true;
}

bool parameters_set(const design_t *design, const design_case_t *c,
                    const generics_t *generics, trace_t *trace,
                    diag_sink_t *sink)
{
    return set_generics(design, generics, trace, sink)
        && set_logarithms(c, trace);
}

static bool holds(eval_t *eval, term_t t)
{
    bool result;
    return eval_bool(eval, t, &result) && result;
}

static bool are_legal(const design_case_t *c, eval_t *eval)
{
    if (!holds(eval, c->constraint))
        return false;
    for (size_t i = 0; i < model_assumption_count(c->model); i++) {
        const assumption_t *a = model_assumption(c->model, i);
        if (a->kind == ASSUME_GENERIC && !holds(eval, a->term))
            return false;
    }
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        const property_t *p = model_property(c->model, i);
        if (p->kind == PROPERTY_ELABORATION
            && holds(eval, property_bad(c->model, p)))
            return false;
    }
    return true;
}

bool parameters_legal(const design_case_t *c, const trace_t *trace)
{
    eval_t *eval = evaluator(trace);
    const bool legal = are_legal(c, eval);
    eval_free(eval);
    return legal;
}
