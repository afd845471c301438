// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave analyse: what is in the files.

#include "config.h"

#include "cli/analyse-report.h"
#include "cli/command.h"
#include "cli/output.h"
#include "frontend/analyse.h"
#include "frontend/support.h"

enum { RECORD_UNIT, RECORD_TEXT };

typedef struct {
    const command_context_t *context;
    // In the child:
    supervise_link_t *link;
    ghdl_t *ghdl;
    // In the parent:
    arena_t *arena;
    summary_vec_t units;
    text_t support; // the answers to --support
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

// Whether each architecture can be lowered.
static void support_report(ghdl_t *ghdl, vhdl_node_t architecture,
                           arena_t *arena, sources_t *sources, text_t *out)
{
    const vhdl_node_t entity =
        vhdl_declaration(vhdl_entity_name(architecture));
    support_reason_vec_t reasons = {0};
    support_check(ghdl, architecture, arena, sources, &reasons);
    text_printf(out, "%s(%s): %s\n", vhdl_identifier(entity),
                vhdl_identifier(architecture), reasons.len > 0 ? "no" : "yes");
    for (size_t i = 0; i < reasons.len; i++) {
        const support_reason_t *r = &reasons.data[i];
        text_printf(out, "    %s:%u:%u: %s\n",
                    sources_path(sources, r->loc.file), (unsigned)r->loc.line,
                    (unsigned)r->loc.column, r->text);
    }
    vec_release(&reasons);
}

static void send_support(analyse_job_t *job)
{
    sources_t *sources = diag_sink_sources(supervise_sink(job->link));
    for (size_t i = 0; i < ghdl_unit_count(job->ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(job->ghdl, i));
        if (!vhdl_is(u, VHDL_ARCHITECTURE_BODY))
            continue;
        supervise_step(job->link, "clave", "lowering", vhdl_identifier(u));
        arena_t *arena = arena_new();
        text_t text = {0};
        support_report(job->ghdl, u, arena, sources, &text);
        supervise_send(job->link, RECORD_TEXT, text_str(&text), text.len);
        text_release(&text);
        arena_free(arena);
    }
}

static void pass_over(vhdl_node_t unit, void *user)
{
    (void)unit;
    (void)user;
}

static void work(supervise_link_t *link, void *user)
{
    analyse_job_t *job = user;
    job->link = link;
    job->ghdl = command_start_ghdl(link, job->context->options);
    if (job->ghdl == NULL)
        return;
    const bool support = options_flag(job->context->options, OPTION_SUPPORT);
    command_analyse_files(link, job->ghdl, job->context->options, 0,
                          support ? pass_over : send_unit, job);
    if (support)
        send_support(job);
    ghdl_free(job->ghdl);
}

// ---- the parent's side ----

static void take_unit(uint32_t type, const char *bytes, size_t length,
                      void *user)
{
    analyse_job_t *job = user;
    summary_unit_t unit = {0};
    wire_t wire;
    if (type == RECORD_TEXT)
        text_addn(&job->support, bytes, length);
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
    if (options_flag(context->options, OPTION_SUPPORT))
        text_addn(&text, text_str(&job->support), job->support.len);
    else if (options_flag(context->options, OPTION_JSON))
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
    if (options_flag(context->options, OPTION_SUPPORT)
        && options_flag(context->options, OPTION_JSON)) {
        diag_error(context->sink, LOC_NONE, "--support has no --json form");
        return STATUS_INPUT;
    }
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
    text_release(&job.support);
    arena_free(job.arena);
    return status_worse(result.status, status);
}
