// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/portfolio.h"

#include "core/term-wire.h"
#include "reach/prove.h"

#include <errno.h>
#include <signal.h>

enum { RECORD_VERDICT, RECORD_LEMMA, RECORD_PROGRESS };

// A child has so long to end by itself, after the time that it was given.
#define GRACE_MS 3000
// Less than this for one property is not worth a process.
#define LEAST_MS 500
#define MAX_ENGINES 8

// Some engines, one after the other, on one property or on all.
typedef struct {
    size_t property; // SIZE_MAX: all that are open
    const engine_t *engines[MAX_ENGINES];
    size_t engine_count;
} item_t;

typedef struct portfolio portfolio_t;

typedef struct {
    portfolio_t *portfolio;
    const item_t *item;
    child_t *child;
    child_link_t *link; // in the child
    uint64_t milliseconds;
} worker_t;

struct portfolio {
    const model_t *model;
    const portfolio_options_t *options;
    const portfolio_hooks_t *hooks;
    verdict_t *verdicts; // what is known about each property
    bool *asked;
    uint64_t started, deadline; // the latter 0: none
    VEC(item_t) items;
    size_t next; // of the items: not yet started
    worker_t *workers;
    size_t worker_count;
};

static bool is_decided(const portfolio_t *p, size_t property)
{
    return p->verdicts[property].kind != VERDICT_UNKNOWN;
}

static bool is_open(const portfolio_t *p, size_t property)
{
    return p->asked[property] && !is_decided(p, property);
}

// ---- verdicts through the pipe ----

static void wire_verdict(wire_t *wire, const model_t *model, verdict_t *v)
{
    uint32_t kind = v->kind;
    uint64_t property = v->property, start = v->start, bound = v->bound;
    uint64_t microseconds = (uint64_t)(v->seconds * 1e6);
    const char *engine = v->engine, *reason = v->reason;
    const char *certificate = v->certificate;
    wire_u32(wire, &kind);
    wire_u64(wire, &property);
    wire_u64(wire, &start);
    wire_u64(wire, &bound);
    wire_u64(wire, &microseconds);
    wire_text(wire, &engine);
    wire_text(wire, &reason);
    wire_text(wire, &certificate);
    wire_bool(wire, &v->confirmed);
    wire_terms(wire, model_context(model), &v->invariant, NULL);
    wire_trace(wire, model, &v->trace);
    if (wire->out != NULL)
        return;
    v->kind = (verdict_kind_t)kind;
    v->property = (size_t)property;
    v->start = (size_t)start;
    v->bound = (size_t)bound;
    v->seconds = (double)microseconds / 1e6;
    v->reason = reason != NULL ? xstrdup(reason) : NULL;
    v->certificate = certificate != NULL ? xstrdup(certificate) : NULL;
    const engine_t *found = engine != NULL ? engine_find(engine) : NULL;
    v->engine = found != NULL ? found->name : NULL;
}

static void send_verdict(const verdict_t *verdict, void *user)
{
    const worker_t *w = user;
    text_t bytes = {0};
    wire_t wire;
    verdict_t v = *verdict;
    wire_init_write(&wire, &bytes, NULL);
    wire_verdict(&wire, w->portfolio->model, &v);
    child_send(w->link, RECORD_VERDICT, bytes.data, bytes.len);
    text_release(&bytes);
}

static void send_progress(const char *engine, size_t property, void *user)
{
    const worker_t *w = user;
    text_t bytes = {0};
    wire_t wire;
    uint64_t number = property;
    wire_init_write(&wire, &bytes, NULL);
    wire_text(&wire, &engine);
    wire_u64(&wire, &number);
    child_send(w->link, RECORD_PROGRESS, bytes.data, bytes.len);
    text_release(&bytes);
}

// ---- the child's side ----

static void work(child_link_t *link, void *user)
{
    worker_t *w = user;
    const portfolio_t *p = w->portfolio;
    const item_t *item = w->item;
    place_vec_t properties = {0};
    w->link = link;
    for (size_t i = 0; i < model_property_count(p->model); i++)
        if (item->property == i
            || (item->property == SIZE_MAX && is_open(p, i)))
            vec_push(&properties, i);
    const prove_t job = {
        .model = p->model,
        .properties = properties.data,
        .property_count = properties.len,
        .start = p->options->start,
        .engines = item->engines,
        .engine_count = item->engine_count,
        .milliseconds = w->milliseconds,
        .checks = p->options->checks,
        .certificates = p->options->certificates,
        .verdict = send_verdict,
        .progress = send_progress,
        .user = w,
    };
    prove(&job);
    vec_release(&properties);
}

// ---- what children say ----

// Of two unknowns, the one that says more counts; bounds only grow.
static void merge(verdict_t *known, verdict_t *new)
{
    const size_t bound = known->bound > new->bound ? known->bound
                                                   : new->bound;
    if (new->kind == VERDICT_UNKNOWN && new->trace == NULL
        && (known->trace != NULL || new->reason == NULL)) {
        known->bound = bound;
        return;
    }
    verdict_release(known);
    *known = *new;
    known->bound = bound;
    verdict_init(new, new->property); // it has moved
}

static void take_verdict(portfolio_t *p, verdict_t *v)
{
    if (v->property >= model_property_count(p->model)
        || !is_open(p, v->property))
        return;
    merge(&p->verdicts[v->property], v);
    p->hooks->verdict(&p->verdicts[v->property], p->hooks->user);
}

static void take_record(uint32_t type, const char *bytes, size_t length,
                        void *user)
{
    portfolio_t *p = user;
    arena_t *arena = arena_new();
    wire_t wire;
    wire_init_read(&wire, bytes, length, arena, NULL);
    if (type == RECORD_VERDICT) {
        verdict_t v;
        verdict_init(&v, 0);
        wire_verdict(&wire, p->model, &v);
        if (wire_ok(&wire))
            take_verdict(p, &v);
        verdict_release(&v);
    } else if (type == RECORD_PROGRESS && p->hooks->progress != NULL) {
        const char *engine = NULL;
        uint64_t property = 0;
        wire_text(&wire, &engine);
        wire_u64(&wire, &property);
        if (wire_ok(&wire))
            p->hooks->progress(engine, (size_t)property, p->hooks->user);
    }
    arena_free(arena);
}

// ---- processes ----

// Milliseconds for an item: a fair part of what is left.
static uint64_t share_of_time(const portfolio_t *p)
{
    const portfolio_options_t *o = p->options;
    uint64_t share = o->budget;
    if (p->deadline == 0)
        return share;
    const uint64_t now = now_ms();
    const uint64_t left = now < p->deadline ? p->deadline - now : 1;
    const uint64_t waiting = p->items.len - p->next + 1;
    uint64_t fair = left * o->jobs / waiting;
    if (fair < LEAST_MS)
        fair = LEAST_MS;
    if (share == 0 || share > fair)
        share = fair;
    return share < left ? share : left;
}

static bool is_wanted(const portfolio_t *p, const item_t *item)
{
    if (item->property != SIZE_MAX)
        return is_open(p, item->property);
    for (size_t i = 0; i < model_property_count(p->model); i++)
        if (is_open(p, i))
            return true;
    return false;
}

static void start_worker(portfolio_t *p, worker_t *w)
{
    w->portfolio = p;
    w->item = &p->items.data[p->next++];
    w->milliseconds = share_of_time(p);
    const child_limits_t limits = {
        w->milliseconds > 0 ? w->milliseconds + GRACE_MS : 0,
        p->options->bytes,
    };
    w->child = child_start(limits, work, w);
    if (w->child == NULL) {
        char *what = xasprintf("cannot start a process: %s", strerror(errno));
        p->hooks->failed(what, p->hooks->user);
        free(what);
    }
}

static const char *last_engine(const worker_t *w)
{
    return w->item->engine_count == 1 ? w->item->engines[0]->name
                                      : "an engine";
}

// A process that someone else killed is no defect of ours.
static void look_at_end(portfolio_t *p, const worker_t *w)
{
    const child_state_t state = child_state(w->child);
    if (state == CHILD_DONE || state == CHILD_STOPPED
        || child_signal(w->child) == SIGKILL)
        return;
    if (state != CHILD_CRASHED && state != CHILD_EXITED)
        return;
    const int sig = child_signal(w->child);
    char *what = sig != 0
        ? xasprintf("%s failed (%s): %s", last_engine(w), strsignal(sig),
                    child_output(w->child))
        : xasprintf("%s left (exit status %d): %s", last_engine(w),
                    child_exit_status(w->child), child_output(w->child));
    p->hooks->failed(what, p->hooks->user);
    free(what);
}

static void pump(portfolio_t *p, worker_t *w)
{
    if (w->child == NULL)
        return;
    child_pump(w->child, take_record, p);
    if (child_state(w->child) == CHILD_RUNNING && !is_wanted(p, w->item))
        child_stop(w->child);
    if (child_state(w->child) == CHILD_RUNNING)
        return;
    look_at_end(p, w);
    child_free(w->child);
    w->child = NULL;
}

static bool is_late(const portfolio_t *p)
{
    return p->deadline != 0 && now_ms() >= p->deadline;
}

// Starts what is next for a worker that is free.
static void feed(portfolio_t *p, worker_t *w)
{
    while (w->child == NULL && p->next < p->items.len && !is_late(p)) {
        if (is_wanted(p, &p->items.data[p->next]))
            start_worker(p, w);
        else
            p->next++;
    }
}

static void wait_for(portfolio_t *p)
{
    child_t **running = xnmalloc(p->worker_count, sizeof *running);
    size_t count = 0;
    for (size_t i = 0; i < p->worker_count; i++)
        if (p->workers[i].child != NULL)
            running[count++] = p->workers[i].child;
    if (count > 0)
        child_wait(running, count, -1);
    free(running);
}

static bool is_busy(const portfolio_t *p)
{
    for (size_t i = 0; i < p->worker_count; i++)
        if (p->workers[i].child != NULL)
            return true;
    return false;
}

// All items, as many at a time as there are workers.
static void run_items(portfolio_t *p)
{
    p->next = 0;
    do {
        for (size_t i = 0; i < p->worker_count; i++)
            feed(p, &p->workers[i]);
        wait_for(p);
        for (size_t i = 0; i < p->worker_count; i++)
            pump(p, &p->workers[i]);
    } while (is_busy(p) || (p->next < p->items.len && !is_late(p)));
    p->items.len = 0;
}

// ---- what is asked of whom ----

static bool is_chosen(const portfolio_t *p, const engine_t *engine)
{
    const portfolio_options_t *o = p->options;
    for (size_t i = 0; i < o->engine_count; i++)
        if (o->engines[i] == engine)
            return true;
    return o->engine_count == 0;
}

static void add_item(portfolio_t *p, size_t property,
                     const char *const *names, size_t count)
{
    item_t item = {.property = property};
    for (size_t i = 0; i < count; i++) {
        const engine_t *engine = engine_find(names[i]);
        if (is_chosen(p, engine))
            item.engines[item.engine_count++] = engine;
    }
    if (item.engine_count > 0)
        vec_push(&p->items, item);
}

// Most properties fall with the invariants that are found for all.
static void ask_together(portfolio_t *p)
{
    static const char *const together[] = {"explicit", "houdini", "kind"};
    add_item(p, SIZE_MAX, together, ARRAY_LEN(together));
    run_items(p);
}

static void ask_alone(portfolio_t *p)
{
    static const char *const proof[] = {"explicit", "houdini", "kind",
                                        "cegar"};
    static const char *const search[] = {"bmc"};
    static const char *const boolean[] = {"predabs"};
    for (size_t i = 0; i < model_property_count(p->model); i++) {
        if (!is_open(p, i))
            continue;
        add_item(p, i, proof, ARRAY_LEN(proof));
        add_item(p, i, search, ARRAY_LEN(search));
        add_item(p, i, boolean, ARRAY_LEN(boolean));
    }
    run_items(p);
}

// Properties that hold by looking at them need no engine.
static void decide_constants(portfolio_t *p)
{
    const size_t count = model_property_count(p->model);
    term_t *bad = xnmalloc(count, sizeof *bad);
    for (size_t i = 0; i < count; i++)
        bad[i] = property_bad(p->model, model_property(p->model, i));
    model_inline(p->model, bad, count);
    for (size_t i = 0; i < count; i++) {
        verdict_t *v = &p->verdicts[i];
        verdict_init(v, i);
        if (term_is_false(model_context(p->model), bad[i])) {
            v->kind = VERDICT_PROVED;
            v->confirmed = true;
        }
        if (p->asked[i])
            p->hooks->verdict(v, p->hooks->user);
    }
    free(bad);
}

static void mark_asked(portfolio_t *p)
{
    const portfolio_options_t *o = p->options;
    const size_t count = model_property_count(p->model);
    for (size_t i = 0; i < count; i++)
        p->asked[i] = o->properties == NULL;
    for (size_t i = 0; o->properties != NULL && i < o->property_count; i++)
        p->asked[o->properties[i]] = true;
}

// What is left says at least why.
static void explain_unknown(portfolio_t *p)
{
    for (size_t i = 0; i < model_property_count(p->model); i++) {
        verdict_t *v = &p->verdicts[i];
        if (!is_open(p, i) || v->reason != NULL)
            continue;
        v->reason = xstrdup(is_late(p) ? "the time is up"
                                       : "no engine came to an answer");
        p->hooks->verdict(v, p->hooks->user);
    }
}

void portfolio_run(const model_t *model, const portfolio_options_t *options,
                   const portfolio_hooks_t *hooks)
{
    const size_t count = model_property_count(model);
    portfolio_t p = {.model = model, .options = options, .hooks = hooks};
    p.started = now_ms();
    p.deadline = options->milliseconds > 0
                     ? p.started + options->milliseconds : 0;
    p.verdicts = xcalloc(count, sizeof *p.verdicts);
    p.asked = xcalloc(count, sizeof *p.asked);
    p.worker_count = options->jobs;
    p.workers = xcalloc(p.worker_count, sizeof *p.workers);
    mark_asked(&p);
    decide_constants(&p);
    ask_together(&p);
    ask_alone(&p);
    explain_unknown(&p);
    for (size_t i = 0; i < count; i++)
        verdict_release(&p.verdicts[i]);
    vec_release(&p.items);
    free(p.verdicts);
    free(p.asked);
    free(p.workers);
}
