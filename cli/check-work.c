// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of `clave check`, in the child: from files to verdicts.

#include "config.h"

#include "ca/foreign.h"
#include "cli/check.h"
#include "cli/sweep.h"
#include "core/print.h"
#include "core/vcd.h"
#include "reach/portfolio.h"
#include "sim/observe.h"

#include <unistd.h>

// A model, with what belongs to it.
typedef struct {
    const model_t *model;
    const design_t *design;  // NULL: a model of another tool
    const design_case_t *c;
    size_t first_claim; // of its properties, in order
} part_t;

typedef struct {
    const check_job_t *job;
    supervise_link_t *link;
    ghdl_t *ghdl;
    context_t *ctx;
    VEC(design_t *) designs;
    VEC(model_t *) foreign;
    VEC(part_t) parts;
    size_t claims;
    const part_t *part; // at work
    place_vec_t declared; // its properties that the declared start violates
    size_t start;         // of its model, or SIZE_MAX
    observe_options_t observing;
    observe_t *observe;   // in the child that observes
    text_t no_observe;    // why there is none
    const char **paths; // of libraries
    runner_options_t runner;
} worker_t;

static const options_t *options_of(const worker_t *w)
{
    return w->job->context->options;
}

// ---- sending ----

static void send(worker_t *w, uint32_t type, uint64_t number,
                 void (*wire_value)(wire_t *, void *), void *value)
{
    text_t bytes = {0};
    wire_t wire;
    wire_init_write(&wire, &bytes,
                    diag_sink_sources(supervise_sink(w->link)));
    wire_u64(&wire, &number);
    wire_value(&wire, value);
    supervise_send(w->link, type, bytes.data, bytes.len);
    text_release(&bytes);
}

static void wire_part(wire_t *wire, void *value)
{
    check_wire_part(wire, value);
}

static void wire_claim(wire_t *wire, void *value)
{
    check_wire_claim(wire, value);
}

static void wire_fact(wire_t *wire, void *value)
{
    check_wire_fact(wire, value);
}

static void wire_answer(wire_t *wire, void *value)
{
    check_wire_answer(wire, value);
}

static void send_fact(worker_t *w, check_fact_kind_t kind, loc_t loc,
                      const char *text)
{
    check_fact_t fact = {kind, loc, text};
    send(w, CHECK_FACT, 0, wire_fact, &fact);
}

// ---- announcing what will be looked at ----

static void add_term(const worker_t *w, text_t *out, term_t t)
{
    if (out->len > 0)
        text_add(out, ", ");
    print_vhdl(w->ctx, t, out);
}

// The constraints on generics that are still open, as one text.
static void format_scope(const worker_t *w, const model_t *model, text_t *out)
{
    for (size_t i = 0; i < model_assumption_count(model); i++) {
        const assumption_t *a = model_assumption(model, i);
        if (a->kind == ASSUME_GENERIC && !term_is_true(w->ctx, a->term))
            add_term(w, out, a->term);
    }
}

static void send_facts(worker_t *w, const model_t *model)
{
    const char *init = options_text(options_of(w), OPTION_INIT);
    for (size_t i = 0; i < model_start_count(model); i++)
        if (init == NULL || strcmp(model_start(model, i)->name, init) == 0)
            send_fact(w, CHECK_INITIAL, LOC_NONE,
                      model_start(model, i)->name);
    text_t text = {0};
    for (size_t i = 0; i < model_assumption_count(model); i++) {
        const assumption_t *a = model_assumption(model, i);
        if (a->kind == ASSUME_AXIOM)
            continue;
        text_clear(&text);
        if (a->text != NULL)
            text_add(&text, a->text);
        else
            print_vhdl(w->ctx, a->term, &text);
        send_fact(w, CHECK_ASSUMPTION, a->loc, text_str(&text));
    }
    text_release(&text);
    for (size_t i = 0; i < model_abstraction_count(model); i++) {
        const abstraction_t *a = model_abstraction(model, i);
        send_fact(w, CHECK_ABSTRACTION, a->loc, a->text);
    }
}

static void send_claims(worker_t *w, const model_t *model)
{
    for (size_t i = 0; i < model_property_count(model); i++) {
        const property_t *p = model_property(model, i);
        check_claim_t claim = {
            .part = w->parts.len - 1,
            .kind = p->kind,
            .name = p->name,
            .message = p->message,
            .loc = p->loc,
        };
        send(w, CHECK_CLAIM, 0, wire_claim, &claim);
        w->claims++;
    }
}

// Values that the source's own asserts exclude are out of scope.
static bool is_excluded(const worker_t *w, const model_t *model)
{
    for (size_t i = 0; i < model_assumption_count(model); i++)
        if (model_assumption(model, i)->kind == ASSUME_GENERIC
            && term_is_false(w->ctx, model_assumption(model, i)->term))
            return true;
    return false;
}

static void announce(worker_t *w, const part_t *part,
                     check_generic_t *given, size_t given_count)
{
    vec_push(&w->parts, *part);
    text_t scope = {0};
    format_scope(w, part->model, &scope);
    check_part_t sent = {given, given_count, text_str(&scope)};
    send(w, CHECK_PART, 0, wire_part, &sent);
    text_release(&scope);
    send_facts(w, part->model);
    send_claims(w, part->model);
}

static void take_point(const sweep_point_t *point, void *user)
{
    worker_t *w = user;
    const size_t count = point->setting_count;
    check_generic_t *given = xnmalloc(count, sizeof *given);
    for (size_t i = 0; i < count; i++)
        given[i] = (check_generic_t){point->settings[i].name,
                                     point->settings[i].value};
    vec_push(&w->designs, point->design);
    for (size_t i = 0; i < design_case_count(point->design); i++) {
        const design_case_t *c = design_case(point->design, i);
        const part_t part = {c->model, point->design, c, w->claims};
        if (!is_excluded(w, c->model))
            announce(w, &part, given, count);
    }
    free(given);
}

// ---- answers ----

typedef struct {
    check_answer_t answer;
    VEC(check_generic_t) generics;
    VEC(const char *) invariant;
    text_t trace, vcd, testbench;
    arena_t *arena;
} answer_t;

static const char *keep(answer_t *a, const text_t *text)
{
    return arena_strdup(a->arena, text_str(text));
}

static void add_generics(const worker_t *w, answer_t *a, const trace_t *run)
{
    const design_t *design = w->part->design;
    text_t text = {0};
    if (design == NULL)
        return;
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *g = design_generic(design, i);
        const char *value = g->given;
        const value_t *v = NULL;
        if (value == NULL && model_find(trace_model(run), g->var) != NULL)
            v = trace_get(run, 0, g->var);
        if (v != NULL) {
            text_clear(&text);
            value_format(w->ctx, v, &text);
            value = keep(a, &text);
        }
        if (value == NULL)
            value = g->standard;
        if (value != NULL)
            vec_push(&a->generics, ((check_generic_t){g->name, value}));
    }
    text_release(&text);
}

static replay_t replay_of(const worker_t *w)
{
    return (replay_t){
        .ghdl = w->ghdl,
        .design = w->part->design,
        .c = w->part->c,
        .runner = w->runner,
        .sources = diag_sink_sources(supervise_sink(w->link)),
    };
}

typedef bool (*run_file_fn)(const replay_t *job, const trace_t *trace,
                            size_t property, text_t *out, text_t *reason);

// A file about the run; NULL, with a warning, if it cannot be written.
static const char *run_file(const worker_t *w, const verdict_t *v,
                            run_file_fn write, text_t *out)
{
    const replay_t job = replay_of(w);
    text_t reason = {0};
    const bool ok = write(&job, v->trace, v->property, out, &reason);
    if (!ok)
        diag_warning(supervise_sink(w->link), LOC_NONE,
                     "the run cannot be written: %s", text_str(&reason));
    text_release(&reason);
    return ok ? text_str(out) : NULL;
}

// The forms that were asked for.
static void add_files(const worker_t *w, answer_t *a, const verdict_t *v)
{
    const bool vcd = options_given(options_of(w), OPTION_VCD);
    if (w->part->design == NULL && vcd) {
        vcd_write(v->trace, &a->vcd);
        a->answer.vcd = text_str(&a->vcd);
    }
    if (w->part->design == NULL)
        return;
    if (vcd)
        a->answer.vcd = run_file(w, v, replay_vcd, &a->vcd);
    if (options_given(options_of(w), OPTION_TESTBENCH))
        a->answer.testbench = run_file(w, v, replay_testbench,
                                       &a->testbench);
}

static void add_run(const worker_t *w, answer_t *a, const verdict_t *v)
{
    const model_t *model = trace_model(v->trace);
    a->answer.cycles = trace_length(v->trace);
    if (v->start != SIZE_MAX)
        a->answer.start = model_start(model, v->start)->name;
    add_generics(w, a, v->trace);
    trace_format(v->trace, &a->trace);
    a->answer.trace = text_str(&a->trace);
    add_files(w, a, v);
}

static void add_invariant(const worker_t *w, answer_t *a, const verdict_t *v)
{
    text_t text = {0};
    for (size_t i = 0; i < v->invariant.len; i++) {
        text_clear(&text);
        print_vhdl(w->ctx, v->invariant.data[i], &text);
        vec_push(&a->invariant, keep(a, &text));
    }
    text_release(&text);
}

static void take_verdict(const verdict_t *v, void *user)
{
    worker_t *w = user;
    if (v->kind == VERDICT_VIOLATED && v->start != SIZE_MAX
        && strcmp(model_start(w->part->model, v->start)->name, "declared")
               == 0)
        vec_push(&w->declared, v->property);
    answer_t a = {
        .answer = {.verdict = v->kind, .engine = v->engine, .second = v->second,
                   .reason = v->reason, .certificate = v->certificate,
                   .microseconds = (uint64_t)(v->seconds * 1e6),
                   .bound = v->bound, .confirmed = v->confirmed,
                   .empty = v->empty},
        .arena = arena_new(),
    };
    if (v->trace != NULL)
        add_run(w, &a, v);
    add_invariant(w, &a, v);
    a.answer.generics = a.generics.data;
    a.answer.generic_count = a.generics.len;
    a.answer.invariant = a.invariant.data;
    a.answer.invariant_count = a.invariant.len;
    send(w, CHECK_ANSWER, w->part->first_claim + v->property, wire_answer,
         &a.answer);
    vec_release(&a.generics);
    vec_release(&a.invariant);
    text_release(&a.trace);
    text_release(&a.vcd);
    text_release(&a.testbench);
    arena_free(a.arena);
}

static void take_progress(const char *engine, size_t property, void *user)
{
    worker_t *w = user;
    char *doing = xasprintf("running %s on", engine);
    supervise_step(w->link, "clave", doing,
                   property == SIZE_MAX
                       ? "all properties"
                       : model_property(w->part->model, property)->name);
    free(doing);
}

static void take_failure(const char *what, void *user)
{
    worker_t *w = user;
    diag_emit(supervise_sink(w->link),
              diag_new(DIAG_FAILURE, LOC_NONE, "%s", what));
}

// ---- simulation ----

static confirm_t confirm(const trace_t *run, size_t property, text_t *reason,
                         void *user)
{
    const worker_t *w = user;
    const replay_t job = replay_of(w);
    switch (replay(&job, run, property, reason)) {
    case REPLAY_CONFIRMED: return CONFIRM_SHOWN;
    case REPLAY_REFUTED: return CONFIRM_REFUTED;
    default: return CONFIRM_IMPOSSIBLE;
    }
}

#define OBSERVED_RUNS 3
#define OBSERVED_CYCLES 60
#define MANY_PARTS 4 // of each of more than these there is one run

static observed_t observe(const term_t *invariant, size_t count,
                          text_t *reason, void *user)
{
    worker_t *w = user;
    if (w->observe == NULL && w->no_observe.len == 0) {
        w->observing = (observe_options_t){
            .design = replay_of(w),
            .start = w->start,
            .runs = w->parts.len > MANY_PARTS ? 1 : OBSERVED_RUNS,
            .cycles = OBSERVED_CYCLES,
            .seed = 1,
        };
        w->observe = observe_new(&w->observing, &w->no_observe);
    }
    if (w->observe == NULL) {
        text_add(reason, text_str(&w->no_observe));
        return OBSERVE_IMPOSSIBLE;
    }
    size_t skipped;
    return observe_holds(w->observe, invariant, count, &skipped, reason)
               ? OBSERVE_TRUE : OBSERVE_FALSE;
}

#define SIMULATION_SECONDS 60

static void prepare_runner(worker_t *w)
{
    const options_t *o = options_of(w);
    const size_t count = options_list_count(o, OPTION_LIBRARY_PATH);
    w->paths = xnmalloc(count, sizeof *w->paths);
    for (size_t i = 0; i < count; i++)
        w->paths[i] = options_list(o, OPTION_LIBRARY_PATH, i);
    w->runner = (runner_options_t){
        .std = options_text(o, OPTION_STD),
        .work = options_text(o, OPTION_WORK),
        .library_paths = w->paths,
        .library_path_count = count,
        .synopsys = command_has_flavour(o, "synopsys"),
        .relaxed = command_has_flavour(o, "relaxed"),
        .seconds = SIMULATION_SECONDS,
        .base = w->job->scratch,
    };
}

// ---- running ----

// For one part: a fair share of what is left. The parent stops everything
// when the time is up; a little before that we stop by ourselves, since we
// know more about what was reached.
static uint64_t time_left(const worker_t *w)
{
    const uint64_t timeout =
        (uint64_t)options_number(options_of(w), OPTION_TIMEOUT) * 1000;
    if (timeout == 0)
        return 0;
    const uint64_t limit = timeout - timeout / 10;
    const uint64_t spent = now_ms() - w->job->started;
    const uint64_t left = spent < limit ? limit - spent : 1;
    const size_t parts = w->parts.len - (size_t)(w->part - w->parts.data);
    return left / parts > 0 ? left / parts : 1;
}

static size_t job_count(const options_t *options)
{
    const long given = options_number(options, OPTION_JOBS);
    if (given > 0)
        return (size_t)given;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (size_t)processors : 1;
}

typedef VEC(const engine_t *) engine_vec_t;

static void read_engines(const worker_t *w, engine_vec_t *engines)
{
    const options_t *o = options_of(w);
    for (size_t i = 0; i < options_list_count(o, OPTION_ENGINE); i++)
        vec_push(engines, engine_find(options_list(o, OPTION_ENGINE, i)));
}

// The start of that name; SIZE_MAX if there is none.
static size_t find_start(const model_t *model, const char *name)
{
    for (size_t i = 0; i < model_start_count(model); i++)
        if (strcmp(model_start(model, i)->name, name) == 0)
            return i;
    return SIZE_MAX;
}

static portfolio_options_t options_for(worker_t *w,
                                       const engine_vec_t *engines)
{
    const options_t *o = options_of(w);
    portfolio_options_t options = {
        .engines = engines->data,
        .engine_count = engines->len,
        .jobs = job_count(o),
        .milliseconds = time_left(w),
        .budget = (uint64_t)options_number(o, OPTION_BUDGET) * 1000,
        .bytes = (uint64_t)options_number(o, OPTION_MEMORY) << 20,
        .start = SIZE_MAX,
        .certificates = options_given(o, OPTION_CERTIFICATE),
    };
    options.twice = options_flag(o, OPTION_TWICE);
    if (w->part->design != NULL)
        options.checks = (portfolio_checks_t){confirm, observe, w};
    if (options_flag(o, OPTION_NO_COSIM))
        options.checks.observe = NULL;
    return options;
}

static void take_after_reset(const verdict_t *v, void *user)
{
    worker_t *w = user;
    uint64_t number = w->part->first_claim + v->property;
    if (v->kind == VERDICT_PROVED)
        supervise_send(w->link, CHECK_AFTER_RESET, &number, sizeof number);
}

// What the declared initial values violate may hold after reset: the most
// common misunderstanding.
static void look_after_reset(worker_t *w, const engine_vec_t *engines)
{
    const size_t reset = find_start(w->part->model, "reset");
    if (w->declared.len == 0 || reset == SIZE_MAX)
        return;
    portfolio_options_t options = options_for(w, engines);
    options.start = w->start = reset;
    options.checks.observe = NULL;
    options.twice = false;
    options.properties = w->declared.data;
    options.property_count = w->declared.len;
    options.certificates = false;
    const portfolio_hooks_t hooks = {
        .verdict = take_after_reset,
        .progress = take_progress,
        .failed = take_failure,
        .user = w,
    };
    portfolio_run(w->part->model, &options, &hooks);
}

static void run_part(worker_t *w, const engine_vec_t *engines)
{
    const char *init = options_text(options_of(w), OPTION_INIT);
    portfolio_options_t options = options_for(w, engines);
    const portfolio_hooks_t hooks = {
        .verdict = take_verdict,
        .progress = take_progress,
        .failed = take_failure,
        .user = w,
    };
    if (init != NULL && w->part->design != NULL) {
        options.start = find_start(w->part->model, init);
        if (options.start == SIZE_MAX) {
            diag_error(supervise_sink(w->link), LOC_NONE, "--init=%s: no "
                       "reset is recognised; name it with --reset", init);
            return;
        }
    }
    w->start = options.start;
    w->declared.len = 0;
    portfolio_run(w->part->model, &options, &hooks);
    if (init == NULL)
        look_after_reset(w, engines);
}

static void run_parts(worker_t *w)
{
    engine_vec_t engines = {0};
    prepare_runner(w);
    read_engines(w, &engines);
    for (size_t i = 0; i < w->parts.len; i++) {
        w->part = &w->parts.data[i];
        run_part(w, &engines);
    }
    free(w->paths);
    vec_release(&engines);
}

static void pass_over(vhdl_node_t unit, void *user)
{
    (void)unit;
    (void)user;
}

// ---- from files to parts ----

static void read_design(worker_t *w)
{
    const options_t *o = options_of(w);
    w->ghdl = command_start_ghdl(w->link, o);
    if (w->ghdl == NULL)
        return;
    command_analyse_files(w->link, w->ghdl, o, 0, pass_over, NULL);
    if (diag_count(supervise_sink(w->link), DIAG_ERROR) > 0)
        return;
    supervise_step(w->link, "clave", "lowering", "the design");
    sweep(w->link, w->ghdl, w->ctx, o, take_point, w);
}

static void read_foreign(worker_t *w)
{
    const options_t *o = options_of(w);
    for (size_t i = 0; i < options_operand_count(o); i++) {
        const char *path = options_operand(o, i);
        supervise_step(w->link, "clave", "reading", path);
        model_t *model = foreign_read(w->ctx, path, supervise_sink(w->link));
        if (model == NULL)
            continue;
        vec_push(&w->foreign, model);
        const part_t part = {.model = model, .first_claim = w->claims};
        announce(w, &part, NULL, 0);
    }
}

static void release(worker_t *w)
{
    for (size_t i = 0; i < w->designs.len; i++)
        design_free(w->designs.data[i]);
    for (size_t i = 0; i < w->foreign.len; i++)
        model_free(w->foreign.data[i]);
    vec_release(&w->designs);
    vec_release(&w->foreign);
    vec_release(&w->parts);
    vec_release(&w->declared);
    context_free(w->ctx);
    if (w->ghdl != NULL)
        ghdl_free(w->ghdl);
}

void check_work(supervise_link_t *link, const check_job_t *job)
{
    worker_t w = {.job = job, .link = link, .ctx = context_new()};
    if (foreign_is_file(options_operand(options_of(&w), 0)))
        read_foreign(&w);
    else
        read_design(&w);
    run_parts(&w);
    release(&w);
}
