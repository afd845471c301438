// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/dump-system.h"

#include "ca/automaton.h"
#include "ca/write.h"
#include "cli/graph.h"
#include "reach/possible.h"
#include "reach/reduce.h"

// ---- which properties ----

static bool is_named(const options_t *options, const char *name)
{
    for (size_t i = 0; i < options_list_count(options, OPTION_PROPERTY); i++)
        if (strcmp(options_list(options, OPTION_PROPERTY, i), name) == 0)
            return true;
    return false;
}

// Those that are named; without names, what the user wrote, or the automatic
// obligations if there is nothing of that. Covers are no errors.
static bool is_wanted(const model_t *model, const options_t *options,
                      size_t property, bool obligations)
{
    const property_t *p = model_property(model, property);
    if (options_list_count(options, OPTION_PROPERTY) > 0)
        return is_named(options, p->name);
    return p->kind != PROPERTY_COVER
        && property_is_obligation(p->kind) == obligations;
}

static void choose(const model_t *model, const options_t *options,
                   place_vec_t *chosen)
{
    for (int obligations = 0; obligations < 2 && chosen->len == 0;
         obligations++)
        for (size_t i = 0; i < model_property_count(model); i++)
            if (is_wanted(model, options, i, obligations))
                vec_push(chosen, i);
}

static bool names_exist(const model_t *model, const options_t *options,
                        diag_sink_t *sink)
{
    bool ok = true;
    for (size_t i = 0; i < options_list_count(options, OPTION_PROPERTY); i++) {
        const char *name = options_list(options, OPTION_PROPERTY, i);
        bool found = false;
        for (size_t k = 0; k < model_property_count(model); k++)
            found |= strcmp(model_property(model, k)->name, name) == 0;
        if (!found)
            diag_error(sink, LOC_NONE, "there is no property '%s'", name);
        ok &= found;
    }
    return ok;
}

// A model with what the chosen properties depend on.
static model_t *cone_of(const model_t *model, const place_vec_t *chosen)
{
    term_vec_t roots = {0};
    for (size_t i = 0; i < chosen->len; i++) {
        vec_push(&roots, model_property(model, chosen->data[i])->reached);
        vec_push(&roots, model_property(model, chosen->data[i])->holds);
    }
    model_t *cone = model_cone(model, roots.data, roots.len, SIZE_MAX);
    for (size_t i = 0; i < chosen->len; i++)
        model_add_property(cone, model_property(model, chosen->data[i]));
    vec_release(&roots);
    return cone;
}

// ---- counter automata ----

static bool put_picture(const ca_t *a, const options_t *options,
                        diag_sink_t *sink, text_t *out)
{
    text_t dot = {0};
    ca_dot(a, &dot);
    bool ok = true;
    if (options_flag(options, OPTION_SVG))
        ok = graph_draw(text_str(&dot), sink, out);
    else
        text_add(out, text_str(&dot));
    text_release(&dot);
    return ok;
}

static bool put_automaton(const ca_t *a, dump_format_t format,
                          const options_t *options, diag_sink_t *sink,
                          text_t *out)
{
    if (format == DUMP_HORN)
        ca_write_horn(a, out);
    else if (format == DUMP_NTS)
        ca_write_nts(a, out);
    else if (options_flag(options, OPTION_SVG)
             || options_flag(options, OPTION_DOT))
        return put_picture(a, options, sink, out);
    else {
        ca_print(a, out);
        ca_print_statistics(a, out);
    }
    return true;
}

static bool dump_automaton(dump_format_t format, const system_t *system,
                           const options_t *options, diag_sink_t *sink,
                           text_t *out)
{
    solver_t *solver = solver_new(system);
    solver_set_limit(solver, 1000);
    const bool all = options_flag(options, OPTION_ALL_LOCATIONS);
    const ca_options_t o = {.possible = possible_together, .user = solver,
                            .all_locations = all};
    ca_t *a = ca_new(system, &o, sink);
    if (a != NULL && !all)
        ca_reduce(a, &o);
    const bool ok = a != NULL && put_automaton(a, format, options, sink, out);
    ca_free(a);
    solver_free(solver);
    return ok;
}

// ---- any of them ----

static bool put_system(dump_format_t format, const model_t *model,
                       const options_t *options, diag_sink_t *sink,
                       text_t *out)
{
    // A run that ends at its first failing obligation is for verdicts; an
    // automaton goes on, as in the paper.
    const bool automaton = format == DUMP_CA || format == DUMP_NTS
        || (format == DUMP_HORN && options_flag(options, OPTION_EXPLICIT));
    const system_options_t o = {.start = SIZE_MAX, .without_held = automaton};
    system_t *system = system_new(model, &o);
    const bool ok = automaton
        ? dump_automaton(format, system, options, sink, out)
        : (format == DUMP_VMT ? write_vmt : write_horn)(system, sink, out);
    system_free(system);
    return ok;
}

bool dump_system(dump_format_t format, const model_t *model,
                 const options_t *options, diag_sink_t *sink, text_t *out)
{
    place_vec_t chosen = {0};
    if (!names_exist(model, options, sink))
        return false;
    choose(model, options, &chosen);
    model_t *cone = cone_of(model, &chosen);
    reduction_t *reduction = reduce_new(cone, SIZE_MAX);
    if (!reduce_is_exact(reduction))
        diag_warning(sink, LOC_NONE,
                     "%s: memories, powers of two or products are written as "
                     "what engines take them for: it has more runs",
                     model_name(model));
    const bool ok = put_system(format, reduce_model(reduction), options, sink,
                               out);
    reduce_free(reduction);
    model_free(cone);
    vec_release(&chosen);
    return ok;
}
