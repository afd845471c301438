// SPDX-License-Identifier: GPL-3.0-or-later
//
// engines [-t SECONDS] [-e ENGINE,...] [-m] [-i] FILE...: reads transition
// systems (VMT-LIB) and Horn clauses, runs the engines one after the other on
// each property, and prints a line per property:
//
//     file  property  verdict  engine  seconds  details
//
// A proof counts only if it passes the check of its certificate with fresh
// solvers, a violation only if the evaluator runs it. -m prints the model,
// -i the invariant or the run. Exit status 1 if a proof was refused.

#include "config.h"

#include "ca/foreign.h"
#include "core/model-print.h"
#include "core/print.h"
#include "reach/certificate.h"
#include "reach/engine.h"

#include <unistd.h>

#define MAX_ENGINES 16

typedef struct {
    const engine_t *engines[MAX_ENGINES];
    size_t count;
    uint64_t milliseconds;
    bool print_model, print_answer;
    size_t refused; // answers that did not pass
    const engine_t *running;
    text_t answer;  // of the property at hand
    unsigned induction;
} session_t;

static void show(const diag_t *diag, void *user)
{
    text_t text = {0};
    diag_format(diag, user, false, &text);
    fputs(text_str(&text), stderr);
    text_release(&text);
}

// ---- answers ----

static bool check_proof(task_t *task, size_t target, const term_t *invariant,
                        size_t count, void *user)
{
    session_t *s = user;
    const certificate_t certificate = {task_system(task), target, invariant,
                                       count};
    text_t reason = {0};
    s->induction = certificate_check(&certificate, 60000, &reason);
    if (s->induction == 0) {
        s->refused++;
        fprintf(stderr, "%s: proof refused: %s\n", s->running->name,
                text_str(&reason));
    }
    text_release(&reason);
    for (size_t i = 0; i < count && s->print_answer; i++) {
        text_add(&s->answer, "    ");
        print_vhdl(task_system(task)->ctx, invariant[i], &s->answer);
        text_char(&s->answer, '\n');
    }
    return s->induction != 0;
}

static bool take_run(task_t *task, size_t target, const trace_t *trace,
                     void *user)
{
    (void)task;
    (void)target;
    session_t *s = user;
    s->induction = (unsigned)trace_length(trace);
    if (s->print_answer)
        trace_format(trace, &s->answer);
    return true;
}

// ---- one property ----

static const char *run_engines(session_t *s, task_t *task)
{
    for (size_t i = 0; i < s->count && !task_all_decided(task); i++) {
        s->running = s->engines[i];
        s->engines[i]->run(task);
        if (task_expired(task))
            break;
    }
    return task_all_decided(task) ? s->running->name : "-";
}

static void print_line(session_t *s, const char *path, const property_t *p,
                       const task_t *task, const char *engine, double seconds)
{
    static const char *const names[] = {"unknown", "proved", "violated"};
    const target_state_t state = task_target(task, 0);
    printf("%s  %s  %s  %s  %.2f", path, p->name, names[state], engine,
           seconds);
    if (state == TARGET_PROVED)
        printf("  k=%u", s->induction);
    else if (state == TARGET_VIOLATED)
        printf("  steps=%u", s->induction);
    else
        printf("  bound=%zu", task_bound(task, 0));
    printf(" lemmas=%zu\n%s", task_lemma_count(task), text_str(&s->answer));
    fflush(stdout);
}

static void run_property(session_t *s, const char *path, const model_t *model,
                         size_t property)
{
    const uint64_t before = now_ms();
    model_t *cone = model_cone_of(model, property);
    const system_options_t options = {.start = SIZE_MAX};
    system_t *system = system_new(cone, &options);
    const task_hooks_t hooks = {.violated = take_run, .proved = check_proof,
                                .user = s};
    task_t *task = task_new(system, &hooks);
    text_clear(&s->answer);
    task_set_deadline(task, s->milliseconds);
    const char *engine = run_engines(s, task);
    print_line(s, path, model_property(model, property), task, engine,
               (double)(now_ms() - before) / 1000);
    task_free(task);
    system_free(system);
    model_free(cone);
}

static bool run_file(session_t *s, const char *path, diag_sink_t *sink)
{
    context_t *ctx = context_new();
    model_t *model = foreign_read(ctx, path, sink);
    const bool ok = model != NULL && model_check(model, sink);
    if (ok && s->print_model) {
        text_t text = {0};
        model_print(model, diag_sink_sources(sink), &text);
        fputs(text_str(&text), stdout);
        text_release(&text);
    }
    for (size_t i = 0; ok && i < model_property_count(model); i++)
        run_property(s, path, model, i);
    model_free(model);
    context_free(ctx);
    return ok;
}

// ---- options ----

static bool add_engine(session_t *s, const char *name)
{
    const engine_t *e = engine_find(name);
    if (e == NULL || s->count == MAX_ENGINES) {
        fprintf(stderr, "no engine '%s'\n", name);
        return false;
    }
    s->engines[s->count++] = e;
    return true;
}

static bool add_engines(session_t *s, const char *list)
{
    bool ok = true;
    s->count = 0;
    while (ok && *list != '\0') {
        const size_t n = strcspn(list, ",");
        char *name = xstrndup(list, n);
        ok = add_engine(s, name);
        free(name);
        list += n + (list[n] == ',');
    }
    return ok;
}

static bool read_options(session_t *s, int argc, char **argv)
{
    bool ok = add_engines(s, "explicit,houdini,kind,bmc,cegar");
    for (int c; ok && (c = getopt(argc, argv, "t:e:mi")) != -1;) {
        if (c == 't')
            s->milliseconds = (uint64_t)(strtod(optarg, NULL) * 1000);
        else if (c == 'e')
            ok = add_engines(s, optarg);
        else if (c == 'm')
            s->print_model = true;
        else if (c == 'i')
            s->print_answer = true;
        else
            ok = false;
    }
    return ok;
}

int main(int argc, char **argv)
{
    session_t s = {.milliseconds = 20000};
    if (!read_options(&s, argc, argv))
        return 3;
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, show, sources);
    bool ok = true;
    for (int i = optind; i < argc; i++)
        ok &= run_file(&s, argv[i], sink);
    text_release(&s.answer);
    diag_sink_free(sink);
    sources_free(sources);
    return s.refused > 0 ? 1 : ok ? 0 : 3;
}
