// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/portfolio.h"

#include "core/term-wire.h"
#include "core/walk.h"
#include "reach/prove.h"

#include <errno.h>
#include <signal.h>

enum { RECORD_VERDICT, RECORD_PROGRESS, RECORD_LEMMA, RECORD_OBSERVED };

// A child has so long to end by itself, after the time that it was given.
#define GRACE_MS 3000
// Less than this for one property is not worth a process.
#define LEAST_MS 500
// Of a second engine, which nobody waits for.
#define SECOND_MS 10000
#define MAX_ENGINES 8

// Some engines, one after the other, on one property or on all.
typedef struct {
    size_t property; // SIZE_MAX: all that are open
    bool second;     // all that are decided, by others
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
    uint64_t listened;  // in the child: when it last did
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

static bool has_engine(const item_t *item, const char *name)
{
    for (size_t i = 0; i < item->engine_count; i++)
        if (strcmp(item->engines[i]->name, name) == 0)
            return true;
    return false;
}

// Is the property one that the item is about?
static bool is_asked(const portfolio_t *p, const item_t *item,
                     size_t property)
{
    const verdict_t *v = &p->verdicts[property];
    if (item->second)
        return p->asked[property] && is_decided(p, property)
            && v->engine != NULL && v->second == NULL
            && !has_engine(item, v->engine);
    return is_open(p, property)
        && (item->property == SIZE_MAX || item->property == property);
}

// The name that outlives the record: of an engine that was given, or of one
// of the registry.
static const char *engine_name(const portfolio_t *p, const char *name)
{
    const portfolio_options_t *o = p->options;
    for (size_t i = 0; name != NULL && i < o->engine_count; i++)
        if (strcmp(o->engines[i]->name, name) == 0)
            return o->engines[i]->name;
    const engine_t *found = name != NULL ? engine_find(name) : NULL;
    return found != NULL ? found->name : NULL;
}

// ---- verdicts through the pipe ----

static void wire_verdict(wire_t *wire, const portfolio_t *p, verdict_t *v)
{
    const model_t *model = p->model;
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
    wire_bool(wire, &v->empty);
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
    v->engine = engine_name(p, engine);
}

static void send_verdict(const verdict_t *verdict, void *user)
{
    const worker_t *w = user;
    text_t bytes = {0};
    wire_t wire;
    verdict_t v = *verdict;
    wire_init_write(&wire, &bytes, NULL);
    wire_verdict(&wire, w->portfolio, &v);
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

// ---- lemmas, from one process to the others ----

// The parent passes the bytes on. All that work on one property look at the
// same system, and number its variables in the same way.
static void send_lemma(term_t lemma, void *user)
{
    const worker_t *w = user;
    text_t bytes = {0};
    term_vec_t lemmas = {0};
    wire_t wire;
    vec_push(&lemmas, lemma);
    wire_init_write(&wire, &bytes, NULL);
    wire_terms(&wire, model_context(w->portfolio->model), &lemmas, NULL);
    child_send(w->link, RECORD_LEMMA, bytes.data, bytes.len);
    vec_release(&lemmas);
    text_release(&bytes);
}

static bool speaks_of(const system_t *system, term_t lemma)
{
    var_vec_t vars = {0};
    bool all = true;
    walk_variables(system->ctx, &lemma, 1, &vars);
    for (size_t i = 0; i < vars.len && all; i++)
        all = model_find(system->model, vars.data[i]) != NULL;
    vec_release(&vars);
    return all;
}

static void hear_lemma(uint32_t type, const char *bytes, size_t length,
                       void *user)
{
    task_t *task = user;
    const system_t *system = task_system(task);
    arena_t *arena = arena_new();
    term_vec_t lemmas = {0};
    bool strange = false;
    wire_t wire;
    wire_init_read(&wire, bytes, length, arena, NULL);
    wire_terms(&wire, system->ctx, &lemmas, &strange);
    for (size_t i = 0; i < lemmas.len; i++)
        if (type == RECORD_LEMMA && wire_ok(&wire) && !strange
            && speaks_of(system, lemmas.data[i]))
            task_add_lemma(task, lemmas.data[i]);
    vec_release(&lemmas);
    arena_free(arena);
}

#define LISTEN_MS 20

static void listen_now_and_then(task_t *task, void *user)
{
    worker_t *w = user;
    const uint64_t now = now_ms();
    if (now < w->listened + LISTEN_MS)
        return;
    w->listened = now;
    child_receive(w->link, hear_lemma, task);
}

static void pass_on(portfolio_t *p, const worker_t *from, const char *bytes,
                    size_t length)
{
    for (size_t i = 0; i < p->worker_count; i++) {
        const worker_t *w = &p->workers[i];
        if (w != from && w->child != NULL
            && w->item->property == from->item->property && !w->item->second)
            child_tell(w->child, RECORD_LEMMA, bytes, length);
    }
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
        if (is_asked(p, item, i))
            vec_push(&properties, i);
    prove_t job = {
        .model = p->model,
        .properties = properties.data,
        .property_count = properties.len,
        .start = p->options->start,
        .engines = item->engines,
        .engine_count = item->engine_count,
        .milliseconds = w->milliseconds,
        .checks = p->options->checks,
        .certificates = p->options->certificates,
        .trusting = p->options->trusting,
        .verdict = send_verdict,
        .progress = send_progress,
        .user = w,
    };
    if (item->property != SIZE_MAX) {
        job.lemma = send_lemma;
        job.poll = listen_now_and_then;
    }
    if (item->second) { // what it says is only compared
        job.checks = (portfolio_checks_t){0};
        job.certificates = false;
    }
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
    if (!is_open(p, v->property))
        return;
    merge(&p->verdicts[v->property], v);
    p->hooks->verdict(&p->verdicts[v->property], p->hooks->user);
}

// Another engine on a property that is decided already.
static void take_second(portfolio_t *p, const verdict_t *v)
{
    verdict_t *known = &p->verdicts[v->property];
    if (v->kind == VERDICT_UNKNOWN)
        return;
    known->second = v->engine;
    if (v->kind == known->kind) {
        p->hooks->verdict(known, p->hooks->user);
        return;
    }
    const property_t *property = model_property(p->model, v->property);
    char *what = xasprintf("%s says that %s is %s, %s that it is %s",
                           known->engine, property->name,
                           verdict_name(known->kind), v->engine,
                           verdict_name(v->kind));
    p->hooks->failed(what, p->hooks->user);
    verdict_release(known);
    known->reason = what;
    p->hooks->verdict(known, p->hooks->user);
}

static void take_observed(portfolio_t *p, wire_t *wire)
{
    uint64_t property = 0;
    uint32_t answer = 0;
    const char *reason = NULL;
    wire_u64(wire, &property);
    wire_u32(wire, &answer);
    wire_text(wire, &reason);
    if (!wire_ok(wire) || property >= model_property_count(p->model))
        return;
    verdict_t *v = &p->verdicts[property];
    v->confirmed = answer == OBSERVE_TRUE;
    if (answer != OBSERVE_TRUE) {
        char *why = xasprintf("proved by %s, not confirmed: %s",
                              v->engine, reason);
        if (answer == OBSERVE_FALSE)
            p->hooks->failed(why, p->hooks->user);
        verdict_release(v);
        v->reason = why;
    }
    p->hooks->verdict(v, p->hooks->user);
}

static void take_record(uint32_t type, const char *bytes, size_t length,
                        void *user)
{
    const worker_t *w = user;
    portfolio_t *p = w->portfolio;
    arena_t *arena = arena_new();
    wire_t wire;
    wire_init_read(&wire, bytes, length, arena, NULL);
    if (type == RECORD_VERDICT) {
        verdict_t v;
        verdict_init(&v, 0);
        wire_verdict(&wire, p, &v);
        if (!wire_ok(&wire) || v.property >= model_property_count(p->model))
            ;
        else if (w->item->second)
            take_second(p, &v);
        else
            take_verdict(p, &v);
        verdict_release(&v);
    } else if (type == RECORD_LEMMA) {
        pass_on(p, w, bytes, length);
    } else if (type == RECORD_OBSERVED) {
        take_observed(p, &wire);
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
    for (size_t i = 0; i < model_property_count(p->model); i++)
        if (is_asked(p, item, i))
            return true;
    return false;
}

static void start_worker(portfolio_t *p, worker_t *w)
{
    w->portfolio = p;
    w->item = &p->items.data[p->next++];
    w->milliseconds = share_of_time(p);
    if (w->item->second
        && (w->milliseconds == 0 || w->milliseconds > SECOND_MS))
        w->milliseconds = SECOND_MS;
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

static void add_engines(const item_t *item, text_t *out)
{
    if (item->engine_count == 0)
        text_add(out, "simulation");
    for (size_t i = 0; i < item->engine_count; i++)
        text_printf(out, "%s%s", i > 0 ? " or " : "",
                    item->engines[i]->name);
}

// A process that someone else killed is no defect of ours.
static void look_at_end(portfolio_t *p, const worker_t *w)
{
    const child_state_t state = child_state(w->child);
    const int sig = child_signal(w->child);
    if ((state != CHILD_CRASHED && state != CHILD_EXITED) || sig == SIGKILL)
        return;
    text_t what = {0};
    add_engines(w->item, &what);
    if (sig != 0)
        text_printf(&what, " failed (%s)", strsignal(sig));
    else
        text_printf(&what, " failed (exit status %d)",
                    child_exit_status(w->child));
    const char *output = child_output(w->child);
    if (*output != '\0')
        text_printf(&what, ": %.*s", (int)strcspn(output, "\n"), output);
    p->hooks->failed(text_str(&what), p->hooks->user);
    text_release(&what);
}

static void pump(portfolio_t *p, worker_t *w)
{
    if (w->child == NULL)
        return;
    child_pump(w->child, take_record, w);
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

// Engines that run one after the other: the later ones use what the earlier
// ones have found.
typedef struct {
    const char *names[MAX_ENGINES];
} chain_t;

static void add_item(portfolio_t *p, size_t property, const chain_t *chain,
                     bool second)
{
    item_t item = {.property = property, .second = second};
    for (size_t i = 0; i < MAX_ENGINES && chain->names[i] != NULL; i++) {
        const engine_t *engine = engine_find(chain->names[i]);
        if (is_chosen(p, engine))
            item.engines[item.engine_count++] = engine;
    }
    if (item.engine_count > 0)
        vec_push(&p->items, item);
}

// Engines that are not of the registry.
static void add_others(portfolio_t *p, size_t property, bool second)
{
    const portfolio_options_t *o = p->options;
    for (size_t i = 0; i < o->engine_count; i++) {
        const item_t item = {property, second, {o->engines[i]}, 1};
        if (engine_find(o->engines[i]->name) != o->engines[i])
            vec_push(&p->items, item);
    }
}

// Most properties fall with the invariants that are found for all.
static void ask_together(portfolio_t *p)
{
    static const chain_t together = {{"explicit", "houdini", "kind"}};
    add_others(p, SIZE_MAX, false);
    add_item(p, SIZE_MAX, &together, false);
    run_items(p);
}

static void ask_alone(portfolio_t *p)
{
    static const chain_t chains[] = {
        {{"explicit", "houdini", "kind", "cegar"}},
        {{"bmc"}},
        {{"predabs"}},
    };
    for (size_t i = 0; i < model_property_count(p->model); i++) {
        if (!is_open(p, i))
            continue;
        for (size_t k = 0; k < ARRAY_LEN(chains); k++)
            add_item(p, i, &chains[k], false);
        add_others(p, i, false);
    }
    run_items(p);
}

// Every answer is asked for once more, of engines that have not given it.
static void ask_twice(portfolio_t *p)
{
    static const chain_t chains[] = {
        {{"kind"}}, {{"bmc"}}, {{"explicit"}}, {{"cegar"}}, {{"predabs"}},
        {{"explicit", "houdini"}},
    };
    if (!p->options->twice)
        return;
    for (size_t k = 0; k < ARRAY_LEN(chains); k++)
        add_item(p, SIZE_MAX, &chains[k], true);
    add_others(p, SIZE_MAX, true);
    run_items(p);
}

// ---- looking at proofs in simulation ----

static bool is_unobserved(const verdict_t *v)
{
    return v->kind == VERDICT_PROVED && !v->confirmed;
}

static void observe(child_link_t *link, void *user)
{
    const worker_t *w = user;
    const portfolio_t *p = w->portfolio;
    const portfolio_checks_t *checks = &p->options->checks;
    for (size_t i = 0; i < model_property_count(p->model); i++) {
        const verdict_t *v = &p->verdicts[i];
        if (!p->asked[i] || !is_unobserved(v))
            continue;
        text_t reason = {0}, bytes = {0};
        uint64_t property = i;
        uint32_t answer = checks->observe(v->invariant.data,
                                          v->invariant.len, &reason,
                                          checks->user);
        const char *why = text_str(&reason);
        wire_t wire;
        wire_init_write(&wire, &bytes, NULL);
        wire_u64(&wire, &property);
        wire_u32(&wire, &answer);
        wire_text(&wire, &why);
        child_send(link, RECORD_OBSERVED, bytes.data, bytes.len);
        text_release(&reason);
        text_release(&bytes);
    }
}

static void observe_proofs(portfolio_t *p)
{
    static const item_t none = {.property = SIZE_MAX};
    bool any = false;
    for (size_t i = 0; i < model_property_count(p->model); i++)
        any |= p->asked[i] && is_unobserved(&p->verdicts[i]);
    if (!any || p->options->checks.observe == NULL || is_late(p))
        return;
    worker_t w = {.portfolio = p, .item = &none};
    const child_limits_t limits = {
        p->deadline > 0 ? p->deadline - now_ms() : 0, p->options->bytes};
    w.child = child_start(limits, observe, &w);
    if (w.child == NULL)
        return;
    while (child_pump(w.child, take_record, &w) == CHILD_RUNNING)
        child_wait(&w.child, 1, -1);
    look_at_end(p, &w);
    child_free(w.child);
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
    observe_proofs(&p);
    ask_twice(&p);
    explain_unknown(&p);
    for (size_t i = 0; i < count; i++)
        verdict_release(&p.verdicts[i]);
    vec_release(&p.items);
    free(p.verdicts);
    free(p.asked);
    free(p.workers);
}
