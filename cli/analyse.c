// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave analyse: what is in the files.

#include "config.h"

#include "cli/analyse-report.h"
#include "cli/command.h"
#include "cli/output.h"
#include "frontend/analyse.h"

enum { RECORD_UNIT };

typedef struct {
    const command_context_t *context;
    // In the child:
    supervise_link_t *link;
    ghdl_t *ghdl;
    // In the parent:
    arena_t *arena;
    summary_vec_t units;
} analyse_job_t;

// ---- the child's side ----

static void send_unit(vhdl_node_t n, void *user)
{
    analyse_job_t *job = user;
    arena_t *arena = arena_new();
    analyse_t a = {job->ghdl, arena};
    summary_unit_t unit = analyse_unit(&a, n);
    text_t bytes = {0};
    wire_t wire;
    wire_init_write(&wire, &bytes,
                    diag_sink_sources(supervise_sink(job->link)));
    summary_wire_unit(&wire, &unit);
    supervise_send(job->link, RECORD_UNIT, bytes.data, bytes.len);
    text_release(&bytes);
    arena_free(arena);
}

static void work(supervise_link_t *link, void *user)
{
    analyse_job_t *job = user;
    job->link = link;
    job->ghdl = command_start_ghdl(link, job->context->options);
    if (job->ghdl == NULL)
        return;
    command_analyse_files(link, job->ghdl, job->context->options, 0,
                          send_unit, job);
    ghdl_free(job->ghdl);
}

// ---- the parent's side ----

static void take_unit(uint32_t type, const char *bytes, size_t length,
                      void *user)
{
    analyse_job_t *job = user;
    summary_unit_t unit = {0};
    wire_t wire;
    if (type != RECORD_UNIT)
        return;
    wire_init_read(&wire, bytes, length, job->arena,
                   diag_sink_sources(job->context->sink));
    summary_wire_unit(&wire, &unit);
    if (wire_ok(&wire) && unit.kind < SUMMARY_KINDS)
        vec_push(&job->units, unit);
}

static status_t report(analyse_job_t *job, output_t *output, bool complete)
{
    const command_context_t *context = job->context;
    analyse_report_t r = {
        .units = job->units.data,
        .count = job->units.len,
        .sources = diag_sink_sources(context->sink),
        .colour = command_wants_colour(context->options,
                                       output_is_terminal(output)),
        .complete = complete,
    };
    text_t text = {0};
    if (options_flag(context->options, OPTION_JSON))
        analyse_report_json(&r, &text);
    else
        analyse_report_text(&r, &text);
    output_write(output, text_str(&text), text.len);
    text_release(&text);
    return output_close(output, true) ? STATUS_WELL : STATUS_INPUT;
}

status_t command_analyse(const command_context_t *context)
{
    if (!command_check_files(context, 0))
        return STATUS_INPUT;
    output_t *output = output_open(
        options_text(context->options, OPTION_OUTPUT), context->sink);
    if (output == NULL)
        return STATUS_INPUT;
    analyse_job_t job = {.context = context, .arena = arena_new()};
    const supervise_job_t supervised = {
        .sink = context->sink,
        .limits = command_limits(context->options),
        .work = work,
        .record = take_unit,
        .user = &job,
        .interrupted = context->interrupted,
        .verbose = options_flag(context->options, OPTION_VERBOSE),
    };
    const supervise_result_t result = supervise(&supervised);
    summary_link(job.units.data, job.units.len, job.arena);
    const status_t status =
        report(&job, output, result.complete && result.status == STATUS_WELL);
    vec_release(&job.units);
    arena_free(job.arena);
    return status_worse(result.status, status);
}
