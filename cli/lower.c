// SPDX-License-Identifier: GPL-3.0-or-later
//
// From options to a lowered design.

#include "config.h"

#include "cli/command.h"

typedef VEC(design_setting_t) setting_vec_t;

// NAME=VALUE; the texts are owned by the vector.
static bool read_settings(const options_t *options, setting_vec_t *settings,
                          diag_sink_t *sink)
{
    for (size_t i = 0; i < options_list_count(options, OPTION_GENERIC); i++) {
        const char *text = options_list(options, OPTION_GENERIC, i);
        const size_t n = strcspn(text, "=");
        if (n == 0 || text[n] != '=') {
            diag_error(sink, LOC_NONE, "-g takes NAME=VALUE, not '%s'", text);
            return false;
        }
        const design_setting_t s = {xstrndup(text, n), xstrdup(text + n + 1)};
        vec_push(settings, s);
    }
    return true;
}

static void release_settings(setting_vec_t *settings)
{
    for (size_t i = 0; i < settings->len; i++) {
        free((char *)settings->data[i].name);
        free((char *)settings->data[i].value);
    }
    vec_release(settings);
}

// Gives structural generics their default. False if one has none.
static bool add_defaults(const design_t *design, setting_vec_t *settings,
                         diag_sink_t *sink)
{
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *g = design_generic(design, i);
        if (!g->structural || g->given != NULL)
            continue;
        if (g->standard == NULL) {
            diag_error(sink, g->loc, "the generic '%s' decides the structure "
                       "and has no default: give it a value with -g %s=...",
                       g->name, g->name);
            return false;
        }
        diag_emit(sink, diag_new(DIAG_NOTE, g->loc, "the generic '%s' decides "
                                 "the structure: looking at its default, %s",
                                 g->name, g->standard));
        const design_setting_t s = {xstrdup(g->name), xstrdup(g->standard)};
        vec_push(settings, s);
    }
    return true;
}

// The texts of a list option, borrowed.
static const char **texts_of(const options_t *options, option_t id)
{
    const size_t count = options_list_count(options, id);
    const char **texts = xnmalloc(count, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = options_list(options, id, i);
    return texts;
}

static design_t *lower_with(ghdl_t *ghdl, context_t *ctx,
                            const options_t *options, setting_vec_t *settings,
                            diag_sink_t *sink)
{
    const char **resets = texts_of(options, OPTION_RESET);
    const char **errors = texts_of(options, OPTION_ERROR);
    const char **assumed = texts_of(options, OPTION_ASSUME);
    const char **generic = texts_of(options, OPTION_ASSUME_GENERIC);
    design_t *design = NULL;
    map_t *functions = map_new();
    bool again = true;
    while (again) {
        const design_options_t o = {
            .top = options_text(options, OPTION_TOP),
            .architecture = options_text(options, OPTION_ARCHITECTURE),
            .settings = settings->data,
            .setting_count = settings->len,
            .resets = resets,
            .reset_count = options_list_count(options, OPTION_RESET),
            .errors = errors,
            .error_count = options_list_count(options, OPTION_ERROR),
            .assumptions = assumed,
            .assumption_count = options_list_count(options, OPTION_ASSUME),
            .generic_assumptions = generic,
            .generic_assumption_count =
                options_list_count(options, OPTION_ASSUME_GENERIC),
            .synthesis_sensitivity =
                options_flag(options, OPTION_SYNTHESIS_SENSITIVITY),
            .functions = functions,
        };
        design = design_lower(ghdl, ctx, &o, sink);
        again = design != NULL && design_needs_values(design);
        if (!again)
            break;
        again = add_defaults(design, settings, sink);
        design_free(design);
        design = NULL;
    }
    free(resets);
    free(errors);
    free(assumed);
    free(generic);
    map_free(functions);
    return design;
}

design_t *command_lower(supervise_link_t *link, ghdl_t *ghdl,
                        context_t *ctx, const options_t *options)
{
    setting_vec_t settings = {0};
    diag_sink_t *sink = supervise_sink(link);
    design_t *design = NULL;
    if (read_settings(options, &settings, sink))
        design = lower_with(ghdl, ctx, options, &settings, sink);
    release_settings(&settings);
    return design;
}
