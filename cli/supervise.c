// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/supervise.h"
#include "core/wire.h"

#include <assert.h>
#include <errno.h>

enum { RECORD_DIAG = 1000, RECORD_STEP };

// After so long in one step a word is due, since there may be no time limit.
#define PATIENCE_MS 30000

// ---- the child's side ----

struct supervise_link {
    child_link_t *link;
    diag_sink_t *sink;
};

static void send_diag(const diag_t *diag, void *user)
{
    supervise_link_t *link = user;
    text_t bytes = {0};
    wire_t wire;
    wire_init_write(&wire, &bytes, diag_sink_sources(link->sink));
    wire_put_diag(&wire, diag);
    child_send(link->link, RECORD_DIAG, bytes.data, bytes.len);
    text_release(&bytes);
}

diag_sink_t *supervise_sink(supervise_link_t *link)
{
    return link->sink;
}

void supervise_step(supervise_link_t *link, const char *who,
                    const char *doing, const char *what)
{
    text_t bytes = {0};
    wire_t wire;
    wire_init_write(&wire, &bytes, NULL);
    wire_text(&wire, &who);
    wire_text(&wire, &doing);
    wire_text(&wire, &what);
    child_send(link->link, RECORD_STEP, bytes.data, bytes.len);
    text_release(&bytes);
}

void supervise_send(supervise_link_t *link, uint32_t type, const void *bytes,
                    size_t length)
{
    assert(type < RECORD_DIAG);
    child_send(link->link, type, bytes, length);
}

static void be_worker(child_link_t *child_link, void *user)
{
    const supervise_job_t *job = user;
    supervise_link_t link = {.link = child_link};
    link.sink = diag_sink_new(diag_sink_sources(job->sink), send_diag, &link);
    job->work(&link, job->user);
    diag_sink_free(link.sink);
}

// ---- the parent's side ----

typedef struct {
    const supervise_job_t *job;
    arena_t *arena;
    const char *who, *doing, *what; // NULL before the first step
    uint64_t step_started;
    bool impatient; // a word was said about this step
    child_t *child;
    size_t errors, failures; // that the child sent
} supervisor_t;

static void take_diag(supervisor_t *s, const char *bytes, size_t length)
{
    wire_t wire;
    wire_init_read(&wire, bytes, length, s->arena,
                   diag_sink_sources(s->job->sink));
    diag_t *diag = wire_get_diag(&wire);
    if (diag == NULL)
        return;
    s->errors += diag_level(diag) == DIAG_ERROR;
    s->failures += diag_level(diag) == DIAG_FAILURE;
    diag_emit(s->job->sink, diag);
}

static void take_step(supervisor_t *s, const char *bytes, size_t length)
{
    wire_t wire;
    arena_clear(s->arena);
    wire_init_read(&wire, bytes, length, s->arena, NULL);
    wire_text(&wire, &s->who);
    wire_text(&wire, &s->doing);
    wire_text(&wire, &s->what);
    s->step_started = child_elapsed_ms(s->child);
    s->impatient = false;
    if (s->job->verbose && s->what != NULL)
        diag_emit(s->job->sink, diag_new(DIAG_NOTE, LOC_NONE, "%s: %s %s",
                                         s->who, s->doing, s->what));
}

static void take_record(uint32_t type, const char *bytes, size_t length,
                        void *user)
{
    supervisor_t *s = user;
    if (type == RECORD_DIAG)
        take_diag(s, bytes, length);
    else if (type == RECORD_STEP)
        take_step(s, bytes, length);
    else
        s->job->record(type, bytes, length, s->job->user);
}

static void format_step(const supervisor_t *s, text_t *out)
{
    if (s->doing != NULL)
        text_printf(out, "while %s %s", s->doing, s->what);
    else
        text_add(out, "at its start");
}

// Of all that a library printed, the line that tells most; none if it
// printed nothing.
static char *telling_line(const char *output)
{
    static const char *const signs[] = {
        "internal error at", "raised ", "Sanitizer: ", "runtime error",
        "out of memory",
    };
    const char *line = NULL;
    for (size_t i = 0; line == NULL && i < ARRAY_LEN(signs); i++)
        line = strstr(output, signs[i]);
    if (line == NULL) {
        size_t n = strlen(output);
        while (n > 0 && (output[n - 1] == '\n' || output[n - 1] == ' '))
            n--;
        line = output + n;
    }
    while (line > output && line[-1] != '\n')
        line--;
    char *copy = xstrndup(line, strcspn(line, "\n"));
    for (char *p = copy; *p != '\0'; p++)
        if ((unsigned char)*p < 32 || *p == 127)
            *p = ' ';
    return copy;
}

// `raised X : Y` of the Ada runtime becomes `exception X: Y`.
static void add_telling_note(diag_t *d, const char *output)
{
    char *line = telling_line(output);
    const char *raised = strstr(line, "raised ");
    if (raised != NULL) {
        raised += strlen("raised ");
        const int n = (int)strcspn(raised, " :");
        const char *where = raised + n;
        where += strspn(where, " :");
        diag_add_note(d, LOC_NONE, "exception %.*s%s%s", n, raised,
                      *where != '\0' ? ": " : "", where);
    } else if (*line != '\0') {
        diag_add_note(d, LOC_NONE, "%s", line);
    }
    free(line);
}

static char *describe_end(const child_t *child)
{
    const int sig = child_signal(child);
    return sig != 0 ? xstrdup(strsignal(sig))
                    : xasprintf("exit status %d", child_exit_status(child));
}

// The one diagnostic for a child that did not end well.
static status_t report_failure(supervisor_t *s)
{
    const char *output = child_output(s->child);
    // An input that libghdl gives up on, after it has said why.
    if (s->errors > 0 && strstr(output, "COMPILATION_ERROR") != NULL)
        return STATUS_INPUT;
    const bool bug = strstr(output, "internal error at") != NULL;
    const char *who = bug || s->who == NULL ? "clave" : s->who;
    const bool ours = strcmp(who, "clave") == 0;
    text_t step = {0};
    char *end = describe_end(s->child);
    format_step(s, &step);
    diag_t *d = diag_new(DIAG_FAILURE, LOC_NONE, "%s failed %s (%s)", who,
                         text_str(&step), end);
    add_telling_note(d, output);
    if (ours)
        diag_add_note(d, LOC_NONE, "this is a defect of clave: please report "
                                   "it with the file");
    else
        diag_add_note(d, LOC_NONE, "this is a defect of %s that the file "
                                   "brings out; results from before it are "
                                   "not affected", who);
    diag_emit(s->job->sink, d);
    text_release(&step);
    free(end);
    return STATUS_INTERNAL;
}

static status_t report_limit(supervisor_t *s, const char *what)
{
    text_t step = {0};
    format_step(s, &step);
    diag_error(s->job->sink, LOC_NONE, "%s %s", what, text_str(&step));
    text_release(&step);
    return STATUS_UNKNOWN;
}

static status_t report_end(supervisor_t *s)
{
    const child_limits_t *limits = &s->job->limits;
    char message[100];
    switch (child_state(s->child)) {
    case CHILD_CRASHED:
    case CHILD_EXITED:
        return report_failure(s);
    case CHILD_TIMED_OUT:
        snprintf(message, sizeof message, "stopped after %llu s (--timeout)",
                 (unsigned long long)limits->milliseconds / 1000);
        return report_limit(s, message);
    case CHILD_OUT_OF_MEMORY:
        snprintf(message, sizeof message, "stopped at %llu MB (--memory)",
                 (unsigned long long)limits->bytes >> 20);
        return report_limit(s, message);
    case CHILD_STOPPED:
        return report_limit(s, "interrupted");
    default:
        return STATUS_WELL;
    }
}

static void watch_step(supervisor_t *s)
{
    if (s->impatient || s->doing == NULL
        || child_elapsed_ms(s->child) - s->step_started < PATIENCE_MS)
        return;
    s->impatient = true;
    text_t step = {0};
    format_step(s, &step);
    diag_t *d = diag_new(DIAG_NOTE, LOC_NONE, "no answer from %s for %d s %s",
                         s->who, PATIENCE_MS / 1000, text_str(&step));
    diag_add_note(d, LOC_NONE, "still waiting; --timeout=SECONDS sets a "
                               "limit");
    diag_emit(s->job->sink, d);
    text_release(&step);
}

supervise_result_t supervise(const supervise_job_t *job)
{
    supervisor_t s = {.job = job, .arena = arena_new()};
    s.child = child_start(job->limits, be_worker, (void *)(uintptr_t)job);
    if (s.child == NULL) {
        diag_emit(job->sink, diag_new(DIAG_FAILURE, LOC_NONE,
                                      "cannot start a process: %s",
                                      strerror(errno)));
        arena_free(s.arena);
        return (supervise_result_t){false, STATUS_INTERNAL};
    }
    while (child_pump(s.child, take_record, &s) == CHILD_RUNNING) {
        if (*job->interrupted != 0)
            child_stop(s.child);
        watch_step(&s);
        child_wait(&s.child, 1, -1);
    }
    status_t status = report_end(&s);
    if (s.errors > 0)
        status = status_worse(status, STATUS_INPUT);
    if (s.failures > 0)
        status = status_worse(status, STATUS_INTERNAL);
    const bool complete = child_state(s.child) == CHILD_DONE;
    child_free(s.child);
    arena_free(s.arena);
    return (supervise_result_t){complete, status};
}
