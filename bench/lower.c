// SPDX-License-Identifier: GPL-3.0-or-later
//
// lower FILE: analyses and lowers the entity `top`, prints the seconds of
// processor time of both, the number of variables, different terms and
// properties of the model, and the megabytes used. For lowering.sh.

#include "config.h"

#include "core/walk.h"
#include "frontend/design.h"

#include <sys/resource.h>

static double seconds(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec)
         + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static void show(const diag_t *diag, void *user)
{
    text_t text = {0};
    diag_format(diag, user, false, &text);
    fputs(text_str(&text), stderr);
    text_release(&text);
}

static size_t term_count(const model_t *m)
{
    term_vec_t roots = {0};
    for (size_t i = 0; i < model_var_count(m); i++)
        vec_push(&roots, model_var(m, i)->term);
    for (size_t i = 0; i < model_property_count(m); i++) {
        vec_push(&roots, model_property(m, i)->reached);
        vec_push(&roots, model_property(m, i)->holds);
    }
    const size_t n = walk_size(model_context(m), roots.data, roots.len).nodes;
    vec_release(&roots);
    return n;
}

static void print_sizes(const model_t *m, double analysis, double lowering)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    printf("%.3f %.3f %zu %zu %zu %ld\n", analysis, lowering,
           model_var_count(m), term_count(m), model_property_count(m),
           r.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    static const ghdl_options_t ghdl_options = {.std = "08", .work = "work"};
    const design_options_t options = {.top = "top"};
    if (argc != 2)
        return 3;
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, show, sources);
    ghdl_t *ghdl = ghdl_start(&ghdl_options, sink);
    if (ghdl == NULL || !ghdl_analyse_file(ghdl, argv[1]))
        return 1;
    const double analysed = seconds();
    context_t *ctx = context_new();
    design_t *design = design_lower(ghdl, ctx, &options, sink);
    if (design == NULL || design_case_count(design) != 1)
        return 1;
    const double lowered = seconds();
    print_sizes(design_case(design, 0)->model, analysed, lowered - analysed);
    design_free(design);
    context_free(ctx);
    ghdl_free(ghdl);
    diag_sink_free(sink);
    sources_free(sources);
    return 0;
}
