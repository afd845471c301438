// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave cosim: the lowered design against GHDL.

#include "config.h"

#include "cli/command.h"
#include "cli/cosim-direct.h"
#include "cli/output.h"
#include "sim/cosim.h"
#include "sim/scratch.h"

enum { RECORD_TEXT, RECORD_DIFFERS };

typedef struct {
    const command_context_t *context;
    supervise_link_t *link; // in the child
    output_t *output;       // in the parent
    char *scratch;          // that the parent removes
    bool differs;
} cosim_job_t;

// ---- the child's side ----

typedef struct {
    const char **items;
    size_t count;
} list_t;

static list_t list_of(const options_t *options, option_t option)
{
    list_t list = {.count = options_list_count(options, option)};
    list.items = xnmalloc(list.count, sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = options_list(options, option, i);
    return list;
}

static void send_line(const char *line, void *user)
{
    cosim_job_t *job = user;
    supervise_send(job->link, RECORD_TEXT, line, strlen(line));
    supervise_send(job->link, RECORD_TEXT, "\n", 1);
}

static void say_run(uint64_t seed, void *user)
{
    cosim_job_t *job = user;
    char run[32];
    snprintf(run, sizeof run, "seed %llu", (unsigned long long)seed);
    supervise_step(job->link, "clave", "co-simulating with", run);
}

#define DIRECT_MS 120000 // for one model

static void direct(const model_t *model, const term_t *conditions,
                   size_t count, cosim_answer_fn answer, void *answers,
                   void *user)
{
    cosim_job_t *job = user;
    supervise_step(job->link, "clave", "looking for runs that fire",
                   "the other rules");
    cosim_direct(model, conditions, count, DIRECT_MS, answer, answers);
}

static double percent(size_t part, size_t whole)
{
    return whole == 0 ? 100.0 : 100.0 * (double)part / (double)whole;
}

static void send_figures(cosim_job_t *job, const cosim_result_t *r)
{
    const confront_count_t *n = &r->count;
    const coverage_count_t *c = &r->coverage;
    text_t text = {0};
    text_printf(&text,
                "%zu runs, %zu cycles, %zu models: %zu differences\n"
                "values     %zu compared, %.2f %% definite\n",
                r->runs, n->steps, r->models, n->differences, n->pairs,
                percent(n->definite, n->pairs));
    if (n->memory_pairs > 0)
        text_printf(&text, "memories   %zu compared, %.2f %% definite\n",
                    n->memory_pairs,
                    percent(n->memory_definite, n->memory_pairs));
    if (r->abstractions > 0)
        text_printf(&text, "model      %zu values left arbitrary\n",
                    r->abstractions);
    if (n->left_out > 0)
        text_printf(&text, "left out   %zu starts, where GHDL cannot begin\n",
                    n->left_out);
    if (n->unseen > 0)
        text_printf(&text, "not seen   %zu times an object\n", n->unseen);
    if (options_flag(job->context->options, OPTION_DIRECTED))
        text_printf(&text, "directed   %zu runs; %zu rules or bits are "
                           "impossible\n", r->directed, c->impossible);
    text_printf(&text, "failures   %zu in both, %zu glitches\n"
                       "asserts    %zu failed in both\n"
                       "rules      %zu of %zu fired\n"
                       "state bits %zu of %zu took both values\n",
                n->failures, n->glitches, n->asserts, c->fired, c->rules,
                c->both, c->bits);
    if (options_flag(job->context->options, OPTION_VERBOSE))
        text_addn(&text, text_str(&r->missing), r->missing.len);
    supervise_send(job->link, RECORD_TEXT, text_str(&text), text.len);
    text_release(&text);
}

#define SIMULATION_SECONDS 120

static void run_cosim(cosim_job_t *job, ghdl_t *ghdl)
{
    const options_t *o = job->context->options;
    const list_t generics = list_of(o, OPTION_GENERIC);
    const list_t resets = list_of(o, OPTION_RESET);
    const list_t biases = list_of(o, OPTION_BIAS);
    const list_t paths = list_of(o, OPTION_LIBRARY_PATH);
    const bool directed = options_flag(o, OPTION_DIRECTED);
    const cosim_options_t options = {
        .ghdl = ghdl,
        .ctx = context_new(),
        .sink = supervise_sink(job->link),
        .design = {.top = options_text(o, OPTION_TOP),
                   .architecture = options_text(o, OPTION_ARCHITECTURE),
                   .resets = resets.items,
                   .reset_count = resets.count,
                   .start = directed ? "any" : NULL,
                   .synthesis_sensitivity =
                       options_flag(o, OPTION_SYNTHESIS_SENSITIVITY)},
        .generics = generics.items,
        .generic_count = generics.count,
        .stimulus = {.biases = biases.items, .bias_count = biases.count,
                     .resets = resets.items, .reset_count = resets.count},
        .runner = {.std = options_text(o, OPTION_STD),
                   .work = options_text(o, OPTION_WORK),
                   .library_paths = paths.items,
                   .library_path_count = paths.count,
                   .synopsys = command_has_flavour(o, "synopsys"),
                   .relaxed = command_has_flavour(o, "relaxed"),
                   .seconds = SIMULATION_SECONDS,
                   .base = job->scratch},
        .runs = (size_t)options_number(o, OPTION_RUNS),
        .cycles = (size_t)options_number(o, OPTION_CYCLES),
        .seed = (uint64_t)options_number(o, OPTION_SEED),
        .line = send_line,
        .begin = say_run,
        .direct = directed ? direct : NULL,
        .user = job,
    };
    cosim_result_t result;
    const bool ok = cosim(&options, &result);
    if (ok || result.runs > 0)
        send_figures(job, &result);
    if (result.count.differences > 0)
        supervise_send(job->link, RECORD_DIFFERS, "", 0);
    text_release(&result.missing);
    context_free(options.ctx);
    free(generics.items);
    free(resets.items);
    free(biases.items);
    free(paths.items);
}

static void pass_over(vhdl_node_t unit, void *user)
{
    (void)unit;
    (void)user;
}

static void work(supervise_link_t *link, void *user)
{
    cosim_job_t *job = user;
    job->link = link;
    ghdl_t *ghdl = command_start_ghdl(link, job->context->options);
    if (ghdl == NULL)
        return;
    command_analyse_files(link, ghdl, job->context->options, 0, pass_over,
                          NULL);
    supervise_step(link, "clave", "co-simulating", "the design");
    if (diag_count(supervise_sink(link), DIAG_ERROR) == 0)
        run_cosim(job, ghdl);
    ghdl_free(ghdl);
}

// ---- the parent's side ----

static void take(uint32_t type, const char *bytes, size_t length, void *user)
{
    cosim_job_t *job = user;
    if (type == RECORD_TEXT)
        output_write(job->output, bytes, length);
    else if (type == RECORD_DIFFERS)
        job->differs = true;
}

status_t command_cosim(const command_context_t *context)
{
    if (!command_check_files(context, 0))
        return STATUS_INPUT;
    cosim_job_t job = {
        .context = context,
        .output = output_open(options_text(context->options, OPTION_OUTPUT),
                              context->sink),
    };
    if (job.output == NULL)
        return STATUS_INPUT;
    job.scratch = scratch_new(NULL, context->sink);
    if (job.scratch == NULL) {
        (void)output_close(job.output, false);
        return STATUS_INPUT;
    }
    const supervise_job_t supervised = {
        .sink = context->sink,
        .limits = command_limits(context->options),
        .work = work,
        .record = take,
        .user = &job,
        .interrupted = context->interrupted,
        .verbose = options_flag(context->options, OPTION_VERBOSE),
    };
    const supervise_result_t result = supervise(&supervised);
    scratch_free(job.scratch);
    const bool ok = output_close(job.output, result.complete);
    status_t status = status_worse(result.status,
                                   ok ? STATUS_WELL : STATUS_INPUT);
    if (job.differs)
        status = status_worse(status, STATUS_VIOLATED);
    return status;
}
