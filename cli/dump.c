// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave dump: an intermediate stage as text.

#include "config.h"

#include "cli/command.h"
#include "cli/output.h"
#include "core/model-print.h"
#include "frontend/tree-dump.h"

enum { RECORD_TEXT };

typedef struct {
    const command_context_t *context;
    bool json, first;
    supervise_link_t *link; // in the child
    ghdl_t *ghdl;
    output_t *output; // in the parent
    void (*print)(const model_t *, const sources_t *, text_t *); // NULL: tree
} dump_job_t;

// ---- the child's side ----

static void send_text(const char *bytes, size_t length, void *user)
{
    dump_job_t *job = user;
    supervise_send(job->link, RECORD_TEXT, bytes, length);
}

static void send_tree(vhdl_node_t unit, void *user)
{
    dump_job_t *job = user;
    if (job->json)
        send_text(job->first ? "\n" : ",\n", job->first ? 1 : 2, job);
    job->first = false;
    tree_dump(job->ghdl, unit, job->json, send_text, job);
}

static void pass_over(vhdl_node_t unit, void *user)
{
    (void)unit;
    (void)user;
}

// Each case of the design, one after the other.
static void send_models(dump_job_t *job)
{
    context_t *ctx = context_new();
    const sources_t *sources = diag_sink_sources(supervise_sink(job->link));
    supervise_step(job->link, "clave", "lowering", "the design");
    design_t *design = command_lower(job->link, job->ghdl, ctx,
                                     job->context->options);
    text_t text;
    text_init(&text);
    for (size_t i = 0; design != NULL && i < design_case_count(design); i++)
        job->print(design_case(design, i)->model, sources, &text);
    send_text(text_str(&text), text.len, job);
    text_release(&text);
    design_free(design);
    context_free(ctx);
}

static void work(supervise_link_t *link, void *user)
{
    dump_job_t *job = user;
    job->link = link;
    job->ghdl = command_start_ghdl(link, job->context->options);
    if (job->ghdl == NULL)
        return;
    command_analyse_files(link, job->ghdl, job->context->options, 1,
                          job->print == NULL ? send_tree : pass_over, job);
    if (job->print != NULL && diag_count(supervise_sink(link), DIAG_ERROR) == 0)
        send_models(job);
    ghdl_free(job->ghdl);
}

// ---- the parent's side ----

static void take_text(uint32_t type, const char *bytes, size_t length,
                      void *user)
{
    dump_job_t *job = user;
    if (type == RECORD_TEXT)
        output_write(job->output, bytes, length);
}

static void write_text(dump_job_t *job, const char *text)
{
    if (job->json)
        output_write(job->output, text, strlen(text));
}

// A dump that is cut short in the middle of a tree is no JSON; then only
// standard output gets what there is.
static status_t dump_tree(dump_job_t *job)
{
    const supervise_job_t supervised = {
        .sink = job->context->sink,
        .limits = command_limits(job->context->options),
        .work = work,
        .record = take_text,
        .user = job,
        .interrupted = job->context->interrupted,
        .verbose = options_flag(job->context->options, OPTION_VERBOSE),
    };
    write_text(job, "{\"format\":\"clave-tree\",\"version\":1,\"units\":[");
    const supervise_result_t result = supervise(&supervised);
    if (result.complete)
        write_text(job, "\n]}\n");
    const bool ok = output_close(job->output, result.complete);
    return status_worse(result.status, ok ? STATUS_WELL : STATUS_INPUT);
}

typedef struct {
    const char *name;
    void (*print)(const model_t *, const sources_t *, text_t *);
} stage_t;

static const stage_t *find_stage(const char *name)
{
    static const stage_t stages[] = {{"tree", NULL}, {"model", model_print},
                                     {"rules", model_print_rules}};
    for (size_t i = 0; i < ARRAY_LEN(stages); i++)
        if (strcmp(name, stages[i].name) == 0)
            return &stages[i];
    return NULL;
}

static bool check_stage(const command_context_t *context)
{
    const options_t *options = context->options;
    if (options_operand_count(options) == 0)
        diag_error(context->sink, LOC_NONE,
                   "dump what? 'clave dump tree FILE...'");
    else if (find_stage(options_operand(options, 0)) == NULL)
        diag_error(context->sink, LOC_NONE,
                   "there is no stage '%s' to dump; there are: tree, model, "
                   "rules", options_operand(options, 0));
    else if (options_flag(options, OPTION_JSON)
             && strcmp(options_operand(options, 0), "tree") != 0)
        diag_error(context->sink, LOC_NONE, "only the tree has a --json form");
    else
        return true;
    return false;
}

status_t command_dump(const command_context_t *context)
{
    if (!check_stage(context) || !command_check_files(context, 1))
        return STATUS_INPUT;
    dump_job_t job = {
        .context = context,
        .json = options_flag(context->options, OPTION_JSON),
        .first = true,
        .print = find_stage(options_operand(context->options, 0))->print,
        .output = output_open(options_text(context->options, OPTION_OUTPUT),
                              context->sink),
    };
    return job.output != NULL ? dump_tree(&job) : STATUS_INPUT;
}
