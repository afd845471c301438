// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave check: obligations, asserts and error conditions, for every value of
// the generics.

#include "config.h"

#include "ca/foreign.h"
#include "cli/check.h"
#include "cli/output.h"
#include "reach/engine.h"
#include "sim/scratch.h"

#include <unistd.h>

typedef struct {
    check_job_t job;
    check_result_t result;
    arena_t *arena;
    bool shows_progress, line_is_dirty;
} check_t;

static void work(supervise_link_t *link, void *user)
{
    const check_t *check = user;
    check_work(link, &check->job);
}

// ---- what arrives ----

static bool is_known_fact(const check_result_t *r, const check_fact_t *fact)
{
    for (size_t i = 0; i < r->facts.len; i++) {
        const check_fact_t *f = &r->facts.data[i];
        if (f->kind == fact->kind && strcmp(f->text, fact->text) == 0
            && f->loc.file == fact->loc.file && f->loc.line == fact->loc.line)
            return true;
    }
    return false;
}

static void take_fact(check_result_t *r, wire_t *wire)
{
    check_fact_t fact = {0};
    check_wire_fact(wire, &fact);
    if (wire_ok(wire) && fact.kind < CHECK_FACTS && fact.text != NULL
        && !is_known_fact(r, &fact))
        vec_push(&r->facts, fact);
}

static void take_part(check_result_t *r, wire_t *wire)
{
    check_part_t part = {0};
    check_wire_part(wire, &part);
    if (wire_ok(wire) && part.scope != NULL)
        vec_push(&r->parts, part);
}

static void take_claim(check_result_t *r, wire_t *wire)
{
    check_claim_t claim = {0};
    check_wire_claim(wire, &claim);
    claim.answer = (check_answer_t){.verdict = VERDICT_UNKNOWN,
                                    .reason = "not looked at"};
    if (wire_ok(wire) && claim.part < r->parts.len && claim.name != NULL
        && claim.kind < PROPERTY_KINDS)
        vec_push(&r->claims, claim);
}

static void take_answer(check_result_t *r, wire_t *wire, uint64_t number)
{
    check_answer_t answer = {0};
    check_wire_answer(wire, &answer);
    if (wire_ok(wire) && number < r->claims.len
        && answer.verdict < VERDICT_KINDS)
        r->claims.data[number].answer = answer;
}

static void take_after_reset(check_result_t *r, uint64_t number)
{
    if (number < r->claims.len)
        r->claims.data[number].answer.unless_reset = true;
}

// ---- progress ----

#define CLEAR_LINE "\r\033[K"

static void clear_progress(check_t *check)
{
    if (check->line_is_dirty)
        fputs(CLEAR_LINE, stderr);
    check->line_is_dirty = false;
}

static void show_progress(check_t *check)
{
    const check_result_t *r = &check->result;
    size_t decided = 0;
    if (!check->shows_progress)
        return;
    for (size_t i = 0; i < r->claims.len; i++)
        decided += r->claims.data[i].answer.verdict != VERDICT_UNKNOWN;
    fprintf(stderr, CLEAR_LINE "%zu of %zu decided, %.0f s", decided,
            r->claims.len,
            (double)(now_ms() - check->job.started) / 1000);
    fflush(stderr);
    check->line_is_dirty = true;
}

static void take(uint32_t type, const char *bytes, size_t length, void *user)
{
    check_t *check = user;
    check_result_t *r = &check->result;
    uint64_t number = 0;
    wire_t wire;
    wire_init_read(&wire, bytes, length, check->arena, r->sources);
    wire_u64(&wire, &number);
    switch (type) {
    case CHECK_PART: take_part(r, &wire); break;
    case CHECK_CLAIM: take_claim(r, &wire); break;
    case CHECK_FACT: take_fact(r, &wire); break;
    case CHECK_ANSWER: take_answer(r, &wire, number); break;
    case CHECK_AFTER_RESET: take_after_reset(r, number); break;
    }
    show_progress(check);
}

// ---- the end ----

static status_t verdict_status(const check_property_vec_t *properties)
{
    status_t status = STATUS_WELL;
    for (size_t i = 0; i < properties->len; i++)
        switch (properties->data[i].verdict) {
        case VERDICT_VIOLATED:
            status = status_worse(status, STATUS_VIOLATED);
            break;
        case VERDICT_UNSUPPORTED:
            status = status_worse(status, STATUS_INPUT);
            break;
        case VERDICT_UNKNOWN:
            status = status_worse(status, STATUS_UNKNOWN);
            break;
        default:
            break;
        }
    return status;
}

static status_t write_file(const command_context_t *context, option_t option,
                           const char *text)
{
    output_t *output = output_open(options_text(context->options, option),
                                   context->sink);
    if (output == NULL)
        return STATUS_INPUT;
    output_write(output, text, strlen(text));
    return output_close(output, true) ? STATUS_WELL : STATUS_INPUT;
}

// The first violation, in the forms that were asked for.
static status_t write_run(const command_context_t *context,
                          const check_property_vec_t *properties)
{
    status_t status = STATUS_WELL;
    for (size_t i = 0; i < properties->len; i++) {
        const check_answer_t *a = &properties->data[i].telling->answer;
        if (a->trace == NULL)
            continue;
        if (a->vcd != NULL)
            status = status_worse(status,
                                  write_file(context, OPTION_VCD, a->vcd));
        if (a->testbench != NULL)
            status = status_worse(status, write_file(context,
                                                     OPTION_TESTBENCH,
                                                     a->testbench));
        break;
    }
    return status;
}

// All proofs in one script; a solver forgets one before the next.
static status_t write_certificates(const check_t *check)
{
    const command_context_t *context = check->job.context;
    const check_result_t *r = &check->result;
    text_t text = {0};
    if (!options_given(context->options, OPTION_CERTIFICATE))
        return STATUS_WELL;
    for (size_t i = 0; i < r->claims.len; i++) {
        const check_claim_t *c = &r->claims.data[i];
        if (c->answer.certificate == NULL)
            continue;
        text_printf(&text, "%s; %s  %s:%u\n",
                    text.len > 0 ? "(reset)\n" : "", c->name,
                    sources_path(r->sources, c->loc.file),
                    (unsigned)c->loc.line);
        text_add(&text, c->answer.certificate);
    }
    const status_t status = write_file(context, OPTION_CERTIFICATE,
                                       text_str(&text));
    text_release(&text);
    return status;
}

static status_t report(check_t *check, output_t *output)
{
    const command_context_t *context = check->job.context;
    check_property_vec_t properties = {0};
    text_t text = {0};
    check_properties(&check->result, &properties);
    const check_report_t r = {
        .result = &check->result,
        .properties = &properties,
        .colour = command_wants_colour(context->options,
                                       output_is_terminal(output)),
        .verbose = options_flag(context->options, OPTION_VERBOSE),
        .simulates = !foreign_is_file(options_operand(context->options, 0)),
    };
    if (options_flag(context->options, OPTION_JSON))
        check_report_json(&r, &text);
    else if (check->result.parts.len > 0)
        check_report_text(&r, &text);
    output_write(output, text_str(&text), text.len);
    text_release(&text);
    status_t status = output_close(output, true) ? STATUS_WELL : STATUS_INPUT;
    status = status_worse(status, write_run(context, &properties));
    status = status_worse(status, write_certificates(check));
    status = status_worse(status, verdict_status(&properties));
    check_properties_release(&properties);
    return status;
}

static void release(check_t *check)
{
    vec_release(&check->result.parts);
    vec_release(&check->result.claims);
    vec_release(&check->result.facts);
    arena_free(check->arena);
}

static status_t run(check_t *check, output_t *output)
{
    const command_context_t *context = check->job.context;
    const supervise_job_t supervised = {
        .sink = context->sink,
        .limits = command_limits(context->options),
        .work = work,
        .record = take,
        .user = check,
        .interrupted = context->interrupted,
        .verbose = options_flag(context->options, OPTION_VERBOSE),
    };
    const supervise_result_t result = supervise(&supervised);
    clear_progress(check);
    check->result.complete = result.complete;
    return status_worse(result.status, report(check, output));
}

// VHDL files, or models of other tools: not both.
static bool check_operands(const command_context_t *context)
{
    const options_t *o = context->options;
    size_t foreign = 0;
    for (size_t i = 0; i < options_operand_count(o); i++)
        foreign += foreign_is_file(options_operand(o, i));
    if (foreign == 0 || foreign == options_operand_count(o))
        return true;
    diag_error(context->sink, LOC_NONE, "models (*.vmt, *.smt2) and VHDL "
               "files cannot be checked together");
    return false;
}

static bool check_engines(const command_context_t *context)
{
    const options_t *o = context->options;
    for (size_t i = 0; i < options_list_count(o, OPTION_ENGINE); i++) {
        const char *name = options_list(o, OPTION_ENGINE, i);
        if (engine_find(name) != NULL)
            continue;
        diag_t *d = diag_new(DIAG_ERROR, LOC_NONE, "there is no engine '%s'",
                             name);
        for (size_t k = 0; k < engine_count(); k++)
            diag_add_note(d, LOC_NONE, "%s: %s", engine_at(k)->name,
                          engine_at(k)->about);
        diag_emit(context->sink, d);
        return false;
    }
    return true;
}

status_t command_check(const command_context_t *context)
{
    if (!check_engines(context) || !command_check_files(context, 0)
        || !check_operands(context))
        return STATUS_INPUT;
    char *scratch = scratch_new(NULL, context->sink);
    if (scratch == NULL)
        return STATUS_INPUT;
    output_t *output = output_open(
        options_text(context->options, OPTION_OUTPUT), context->sink);
    status_t status = STATUS_INPUT;
    if (output != NULL) {
        check_t check = {
            .job = {context, now_ms(), scratch},
            .result = {.sources = diag_sink_sources(context->sink)},
            .arena = arena_new(),
            .shows_progress = isatty(STDERR_FILENO)
                && !options_flag(context->options, OPTION_VERBOSE),
        };
        status = run(&check, output);
        release(&check);
    }
    scratch_free(scratch);
    return status;
}
