// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/prove.h"

#include "core/run.h"
#include "reach/certificate.h"
#include "reach/cone.h"
#include "reach/corner.h"
#include "reach/reduce.h"

// A reduction that has been refined so often for one answer is not getting
// anywhere.
#define MAX_REFINEMENTS 40
// Runs that simulation does not show, before a property is given up.
#define MAX_REFUTED 8
// Of a solver, to find the rest of a run of a cone.
#define COMPLETE_MS 10000

typedef struct {
    bool done;
    size_t bound, refuted;
    char *reason; // why it is not decided, or NULL
} state_t;

typedef struct {
    const prove_t *job;
    state_t *states; // of the job's properties
    uint64_t started, deadline; // the latter 0: none
    const char *engine; // at work
    reduction_t *reduction;
    // One round, between two refinements:
    model_t *cone;     // of the open properties, in the reduced model
    system_t *system;  // of the cone
    system_t *whole;   // of the reduced model, with the same targets
    task_t *task;
    place_vec_t open;  // the job's properties that are targets
    trace_t *spurious; // no run of the model: to learn from
    size_t spurious_property;
    size_t refinements;
    corner_result_t corners; // are there runs?
    text_t corner_reason;    // why not
    bool stuck; // nothing is left to learn from such runs
} prover_t;

static size_t property_of(const prover_t *p, size_t target)
{
    return p->job->properties[p->open.data[target]];
}

static state_t *state_of(const prover_t *p, size_t target)
{
    return &p->states[p->open.data[target]];
}

static double seconds_since(uint64_t started)
{
    return (double)(now_ms() - started) / 1000;
}

static void set_reason(state_t *state, const char *fmt, ...)
    PRINTF_LIKE(2, 3);
static void set_reason(state_t *state, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    free(state->reason);
    state->reason = xvasprintf(fmt, ap);
    va_end(ap);
}

// ---- violations ----

// Which start of the model does the run begin with?
static size_t start_of(const trace_t *run)
{
    const model_t *model = trace_model(run);
    trace_t *copy = trace_copy(run);
    run_t *r = run_new(copy);
    size_t found = SIZE_MAX, step;
    for (size_t i = 0; i < model_start_count(model) && found == SIZE_MAX; i++)
        if (run_validate(r, model_start(model, i), &step) == RUN_OK)
            found = i;
    run_free(r);
    trace_free(copy);
    return found;
}

static void say_violated(prover_t *p, size_t target, trace_t *run,
                         const char *doubt)
{
    verdict_t v;
    verdict_init(&v, property_of(p, target));
    v.kind = doubt == NULL ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
    v.engine = p->engine;
    v.seconds = seconds_since(p->started);
    v.trace = run;
    v.start = start_of(run);
    v.confirmed = doubt == NULL;
    if (doubt != NULL)
        v.reason = xasprintf("violated, not confirmed: %s", doubt);
    state_of(p, target)->done = true;
    p->job->verdict(&v, p->job->user);
    v.trace = NULL; // the caller's
    verdict_release(&v);
}

// Does simulation show it? The engine goes on after what it refutes, but not
// for ever.
static bool confirm(prover_t *p, size_t target, trace_t *run)
{
    const portfolio_checks_t *checks = &p->job->checks;
    state_t *state = state_of(p, target);
    text_t reason = {0};
    confirm_t answer = CONFIRM_SHOWN;
    if (checks->confirm != NULL)
        answer = checks->confirm(run, property_of(p, target), &reason,
                                 checks->user);
    const bool goes_on = answer == CONFIRM_REFUTED
        && ++state->refuted < MAX_REFUTED;
    if (goes_on)
        set_reason(state, "violated, not confirmed: %s", text_str(&reason));
    else
        say_violated(p, target, run,
                     answer == CONFIRM_SHOWN ? NULL : text_str(&reason));
    text_release(&reason);
    return !goes_on;
}

static bool take_violated(task_t *task, size_t target, const trace_t *run,
                          void *user)
{
    prover_t *p = user;
    const size_t property = property_of(p, target);
    trace_t *reduced = cone_complete(p->whole, target, run, COMPLETE_MS);
    if (reduced == NULL) {
        set_reason(state_of(p, target), "the rest of the design ends every "
                   "run of %zu steps that was found earlier",
                   trace_length(run));
        return false;
    }
    bool bad = false, accepted = false;
    trace_t *original = reduce_original(p->reduction, reduced, property,
                                        &bad);
    if (original == NULL) {
        set_reason(state_of(p, target), "a run that was found cannot be "
                   "evaluated");
    } else if (bad) {
        accepted = confirm(p, target, original);
    } else if (p->stuck) {
        set_reason(state_of(p, target), "the runs that were found are none "
                   "of the design, because of what the engines do not see");
    } else if (p->spurious == NULL) {
        p->spurious = reduced;
        p->spurious_property = property;
        reduced = NULL;
        task_stop(task);
    }
    trace_free(reduced);
    trace_free(original);
    return accepted;
}

// ---- proofs ----

// Invariants are made minimal for people, but not at any price.
#define MINIMISE_MS 2000

// The conjuncts that are needed.
static void minimise(const certificate_t *certificate, unsigned k,
                     term_vec_t *kept)
{
    bool *keep = xcalloc(certificate->count, sizeof *keep);
    const bool minimal =
        certificate_minimise(certificate, k, MINIMISE_MS, keep);
    for (size_t i = 0; i < certificate->count; i++)
        if (!minimal || keep[i])
            vec_push(kept, certificate->invariant[i]);
    free(keep);
}

static char *write_certificate(const certificate_t *certificate, unsigned k)
{
    text_t text = {0};
    certificate_write(certificate, k, &text);
    char *copy = xstrdup(text_str(&text));
    text_release(&text);
    return copy;
}

static void accept_proof(prover_t *p, const certificate_t *certificate,
                         unsigned k)
{
    term_vec_t kept = {0};
    verdict_t v;
    verdict_init(&v, property_of(p, certificate->target));
    minimise(certificate, k, &kept);
    v.kind = VERDICT_PROVED;
    v.empty = v.confirmed = p->corners == CORNER_EMPTY;
    v.engine = p->engine;
    v.seconds = seconds_since(p->started);
    for (size_t i = 0; i < kept.len; i++)
        vec_push(&v.invariant, reduce_explain(p->reduction, kept.data[i]));
    if (p->job->certificates) {
        const certificate_t minimal = {certificate->system,
                                       certificate->target, kept.data,
                                       kept.len};
        v.certificate = write_certificate(&minimal, k);
    }
    state_of(p, certificate->target)->done = true;
    p->job->verdict(&v, p->job->user);
    verdict_release(&v);
    vec_release(&kept);
}

static bool take_proved(task_t *task, size_t target, const term_t *invariant,
                        size_t count, void *user)
{
    prover_t *p = user;
    const certificate_t certificate = {p->system, target, invariant, count};
    text_t reason = {0};
    unsigned k = p->job->trusting;
    if (p->corners == CORNER_FAULT)
        text_add(&reason, text_str(&p->corner_reason));
    else if (k == 0)
        k = certificate_check(&certificate,
                              task_time_left(task, UINT32_MAX), &reason);
    if (k > 0)
        accept_proof(p, &certificate, k);
    else
        set_reason(state_of(p, target), "proved by %s, not accepted: %s",
                   p->engine, text_str(&reason));
    text_release(&reason);
    return k > 0;
}

// ---- what else engines say ----

static void take_lemma(task_t *task, term_t lemma, void *user)
{
    const prover_t *p = user;
    (void)task;
    if (p->job->lemma != NULL && p->refinements == 0)
        p->job->lemma(lemma, p->job->user);
}

static void take_bounded(task_t *task, size_t target, size_t steps,
                         void *user)
{
    prover_t *p = user;
    (void)task;
    if (steps <= state_of(p, target)->bound)
        return;
    verdict_t v;
    verdict_init(&v, property_of(p, target));
    state_of(p, target)->bound = v.bound = steps;
    p->job->verdict(&v, p->job->user);
    verdict_release(&v);
}

static void take_poll(task_t *task, void *user)
{
    const prover_t *p = user;
    if (p->job->poll != NULL && p->refinements == 0)
        p->job->poll(task, p->job->user);
}

// ---- rounds ----

static void find_open(prover_t *p)
{
    p->open.len = 0;
    for (size_t i = 0; i < p->job->property_count; i++)
        if (!p->states[i].done)
            vec_push(&p->open, i);
}

static system_t *new_system(const prover_t *p, const model_t *model,
                            const size_t *properties, size_t count)
{
    const system_options_t options = {
        .properties = properties,
        .property_count = count,
        .start = p->job->start,
    };
    return system_new(model, &options);
}

static void begin_round(prover_t *p)
{
    const model_t *reduced = reduce_model(p->reduction);
    size_t *properties = xnmalloc(p->open.len, sizeof *properties);
    for (size_t i = 0; i < p->open.len; i++)
        properties[i] = property_of(p, i);
    p->whole = new_system(p, reduced, properties, p->open.len);
    p->cone = cone_new(reduced, properties, p->open.len);
    for (size_t i = 0; i < p->open.len; i++)
        properties[i] = i;
    p->system = new_system(p, p->cone, properties, p->open.len);
    free(properties);
    const task_hooks_t hooks = {take_violated, take_proved, take_lemma,
                                take_bounded, take_poll, p};
    p->task = task_new(p->system, &hooks);
    if (p->deadline != 0) {
        const uint64_t now = now_ms();
        task_set_deadline(p->task,
                          now < p->deadline ? p->deadline - now : 1);
    }
}

static void end_round(prover_t *p)
{
    task_free(p->task);
    system_free(p->system);
    system_free(p->whole);
    model_free(p->cone);
}

// Inconsistent axioms or assumptions would prove anything. False if there is
// nothing to prove anything about.
static bool has_runs(prover_t *p)
{
    text_clear(&p->corner_reason);
    p->corners = corner_check(p->job->model, p->reduction, p->whole,
                              &p->corner_reason);
    if (p->corners != CORNER_NONE)
        return true;
    for (size_t i = 0; i < p->open.len; i++)
        set_reason(state_of(p, i), "%s", text_str(&p->corner_reason));
    return false;
}

static void run_engines(prover_t *p)
{
    const prove_t *job = p->job;
    const size_t shown = job->property_count == 1 ? job->properties[0]
                                                  : SIZE_MAX;
    for (size_t i = 0; i < job->engine_count; i++) {
        if (task_expired(p->task))
            return;
        p->engine = job->engines[i]->name;
        if (job->progress != NULL)
            job->progress(p->engine, shown, job->user);
        job->engines[i]->run(p->task);
    }
}

static bool is_late(const prover_t *p)
{
    return p->deadline != 0 && now_ms() >= p->deadline;
}

// Learns from the run that stopped the round. False if there is none.
static bool refine(prover_t *p)
{
    if (p->spurious == NULL)
        return false;
    p->stuck = ++p->refinements >= MAX_REFINEMENTS
        || !reduce_refine(p->reduction, p->spurious, p->spurious_property);
    trace_free(p->spurious);
    p->spurious = NULL;
    return true;
}

static void say_unknown(prover_t *p)
{
    for (size_t i = 0; i < p->job->property_count; i++) {
        state_t *state = &p->states[i];
        if (state->done)
            continue;
        verdict_t v;
        verdict_init(&v, p->job->properties[i]);
        v.seconds = seconds_since(p->started);
        v.bound = state->bound;
        v.reason = state->reason;
        state->reason = NULL;
        p->job->verdict(&v, p->job->user);
        verdict_release(&v);
    }
}

void prove(const prove_t *job)
{
    prover_t p = {.job = job, .started = now_ms()};
    p.states = xcalloc(job->property_count, sizeof *p.states);
    p.deadline = job->milliseconds > 0 ? p.started + job->milliseconds : 0;
    p.reduction = reduce_new(job->model, job->property_count == 1
                                             ? job->properties[0] : SIZE_MAX);
    do {
        find_open(&p);
        if (p.open.len == 0)
            break;
        begin_round(&p);
        if (has_runs(&p))
            run_engines(&p);
        end_round(&p);
    } while (!is_late(&p) && refine(&p));
    say_unknown(&p);
    trace_free(p.spurious);
    reduce_free(p.reduction);
    vec_release(&p.open);
    text_release(&p.corner_reason);
    for (size_t i = 0; i < job->property_count; i++)
        free(p.states[i].reason);
    free(p.states);
}
