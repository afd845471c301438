// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave dump: an intermediate stage as text.

#include "config.h"

#include "ca/foreign.h"
#include "cli/command.h"
#include "cli/dump-system.h"
#include "cli/output.h"
#include "core/model-print.h"
#include "frontend/tree-dump.h"

enum { RECORD_TEXT };

// A stage has a printer, or a format of what engines work on; the tree has
// neither.
typedef struct {
    const char *name;
    void (*print)(const model_t *, const sources_t *, text_t *);
    bool is_system;
    dump_format_t format;
} stage_t;

static const stage_t stages[] = {
    {.name = "tree"},
    {.name = "model", .print = model_print},
    {.name = "rules", .print = model_print_rules},
    {.name = "ca", .is_system = true, .format = DUMP_CA},
    {.name = "vmt", .is_system = true, .format = DUMP_VMT},
    {.name = "horn", .is_system = true, .format = DUMP_HORN},
    {.name = "nts", .is_system = true, .format = DUMP_NTS},
};

typedef struct {
    const command_context_t *context;
    bool json, first;
    supervise_link_t *link; // in the child
    ghdl_t *ghdl;
    output_t *output; // in the parent
    const stage_t *stage;
} dump_job_t;

static bool is_tree(const stage_t *stage)
{
    return stage->print == NULL && !stage->is_system;
}

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

static void send_model(dump_job_t *job, const model_t *model)
{
    diag_sink_t *sink = supervise_sink(job->link);
    text_t text = {0};
    bool ok = true;
    if (job->stage->is_system)
        ok = dump_system(job->stage->format, model, job->context->options,
                         sink, &text);
    else
        job->stage->print(model, diag_sink_sources(sink), &text);
    if (ok)
        send_text(text_str(&text), text.len, job);
    text_release(&text);
}

// One file of another format is about one model.
static bool is_one_model(const dump_job_t *job, const design_t *design)
{
    if (!job->stage->is_system || design_case_count(design) == 1)
        return true;
    diag_error(supervise_sink(job->link), LOC_NONE,
               "the design is split into %zu cases by its generics: give "
               "values with -g", design_case_count(design));
    return false;
}

// Each case of the design, one after the other.
static void send_models(dump_job_t *job)
{
    context_t *ctx = context_new();
    supervise_step(job->link, "clave", "lowering", "the design");
    design_t *design = command_lower(job->link, job->ghdl, ctx,
                                     job->context->options);
    if (design != NULL && is_one_model(job, design))
        for (size_t i = 0; i < design_case_count(design); i++)
            send_model(job, design_case(design, i)->model);
    design_free(design);
    context_free(ctx);
}

static void work_on_design(dump_job_t *job)
{
    supervise_link_t *link = job->link;
    job->ghdl = command_start_ghdl(link, job->context->options);
    if (job->ghdl == NULL)
        return;
    command_analyse_files(link, job->ghdl, job->context->options, 1,
                          is_tree(job->stage) ? send_tree : pass_over, job);
    if (!is_tree(job->stage)
        && diag_count(supervise_sink(link), DIAG_ERROR) == 0)
        send_models(job);
    ghdl_free(job->ghdl);
}

// A transition system or Horn clauses instead of a design.
static void work_on_foreign(dump_job_t *job)
{
    context_t *ctx = context_new();
    model_t *model = foreign_read(ctx,
                                  options_operand(job->context->options, 1),
                                  supervise_sink(job->link));
    if (model != NULL)
        send_model(job, model);
    model_free(model);
    context_free(ctx);
}

static bool is_foreign(const options_t *options)
{
    return options_operand_count(options) == 2
        && foreign_is_file(options_operand(options, 1));
}

static void work(supervise_link_t *link, void *user)
{
    dump_job_t *job = user;
    job->link = link;
    if (is_foreign(job->context->options))
        work_on_foreign(job);
    else
        work_on_design(job);
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

static const stage_t *find_stage(const char *name)
{
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
                   "rules, ca, vmt, horn, nts", options_operand(options, 0));
    else if (options_flag(options, OPTION_JSON)
             && strcmp(options_operand(options, 0), "tree") != 0)
        diag_error(context->sink, LOC_NONE, "only the tree has a --json form");
    else if ((options_flag(options, OPTION_DOT)
              || options_flag(options, OPTION_SVG))
             && strcmp(options_operand(options, 0), "ca") != 0)
        diag_error(context->sink, LOC_NONE, "only a counter automaton can be "
                                            "drawn: 'clave dump ca'");
    else if (is_foreign(options)
             && is_tree(find_stage(options_operand(options, 0))))
        diag_error(context->sink, LOC_NONE, "only VHDL has a tree");
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
        .stage = find_stage(options_operand(context->options, 0)),
        .output = output_open(options_text(context->options, OPTION_OUTPUT),
                              context->sink),
    };
    return job.output != NULL ? dump_tree(&job) : STATUS_INPUT;
}
