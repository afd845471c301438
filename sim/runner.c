// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/runner.h"

#include "core/arena.h"
#include "core/child.h"
#include "core/vec.h"
#include "sim/scratch.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define MAX_OUTPUT ((size_t)64 << 20)

typedef VEC(const char *) words_t;

struct runner {
    const runner_options_t *options;
    diag_sink_t *sink;
    char *directory;
    arena_t *arena; // of one run
    const char *const *files;
    size_t file_count;
    text_t output;
    VEC(runner_message_t) messages;
};

// ---- the directory ----

runner_t *runner_new(const runner_options_t *options, diag_sink_t *sink)
{
    char *directory = scratch_new(options->base, sink);
    if (directory == NULL)
        return NULL;
    runner_t *runner = xcalloc(1, sizeof *runner);
    runner->options = options;
    runner->sink = sink;
    runner->directory = directory;
    runner->arena = arena_new();
    return runner;
}

static char *path_of(const runner_t *runner, const char *name)
{
    return xasprintf("%s/%s", runner->directory, name);
}

void runner_free(runner_t *runner)
{
    if (runner == NULL)
        return;
    arena_free(runner->arena);
    text_release(&runner->output);
    vec_release(&runner->messages);
    scratch_free(runner->directory);
    free(runner);
}

const char *runner_directory(const runner_t *runner)
{
    return runner->directory;
}

bool runner_write(runner_t *runner, const char *name, const char *bytes,
                  size_t length)
{
    char *path = path_of(runner, name);
    FILE *f = fopen(path, "w");
    bool ok = f != NULL && fwrite(bytes, 1, length, f) == length;
    if (f != NULL)
        ok &= fclose(f) == 0;
    if (!ok)
        diag_error(runner->sink, LOC_NONE, "cannot write %s: %s", path,
                   strerror(errno));
    free(path);
    return ok;
}

// ---- programs ----

typedef struct {
    const char *directory;
    const char *const *argv; // ends with NULL
    const char *output;      // file for what it prints
} program_t;

#define CANNOT_START 127

static void program_main(child_link_t *link, void *user)
{
    (void)link;
    const program_t *p = user;
    if (chdir(p->directory) != 0)
        _exit(CANNOT_START);
    const int fd = open(p->output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
        _exit(CANNOT_START);
    execvp(p->argv[0], (char *const *)p->argv);
    _exit(CANNOT_START);
}

// A program has no records: it ends by leaving.
static child_state_t run_program(runner_t *runner, words_t *words,
                                 const char *output, int *status)
{
    vec_push(words, (const char *)NULL);
    program_t p = {runner->directory, words->data, output};
    const child_limits_t limits = {runner->options->seconds * 1000ull, 0};
    child_t *child = child_start(limits, program_main, &p);
    if (child == NULL) {
        *status = CANNOT_START;
        return CHILD_EXITED;
    }
    child_state_t state;
    while ((state = child_pump(child, NULL, NULL)) == CHILD_RUNNING)
        child_wait(&child, 1, -1);
    *status = child_exit_status(child);
    child_free(child);
    return state;
}

// ---- messages ----

static bool starts(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// Splits `file:line:rest`; the rest, or NULL if it has another form.
static const char *split_place(runner_t *runner, const char *line,
                               runner_message_t *m)
{
    const char *colon = strchr(line, ':');
    if (colon == NULL || !isdigit((unsigned char)colon[1]))
        return NULL;
    char *end;
    const unsigned long number = strtoul(colon + 1, &end, 10);
    m->file = arena_strndup(runner->arena, line, (size_t)(colon - line));
    m->line = (unsigned)number;
    return end;
}

// f0.vhd:29:2:@25ns:(assertion warning): text
static bool read_report(runner_t *runner, const char *line)
{
    runner_message_t m = {0};
    const char *rest = split_place(runner, line, &m);
    const char *open = rest != NULL ? strstr(rest, ":(") : NULL;
    if (open == NULL || strchr(rest, '@') == NULL
        || strchr(rest, '@') > open)
        return false;
    const char *blank = strchr(open, ' ');
    const char *close = strstr(open, "): ");
    if (blank == NULL || close == NULL || blank > close)
        return false;
    m.level = arena_strndup(runner->arena, blank + 1,
                            (size_t)(close - blank - 1));
    m.text = arena_strdup(runner->arena, close + 3);
    vec_push(&runner->messages, m);
    return true;
}

// ghdl:error: bound check failure at f0.vhd:28
static void read_fatal(runner_t *runner, const char *text)
{
    runner_message_t m = {.file = "", .level = "fatal"};
    m.text = arena_strdup(runner->arena, text);
    const char *at = strstr(text, " at ");
    if (at != NULL)
        split_place(runner, at + 4, &m);
    vec_push(&runner->messages, m);
}

static bool is_place_line(const char *line)
{
    const char *from = strstr(line, "from: ");
    return from != NULL && strspn(line, " ") == (size_t)(from - line);
}

static bool is_ours(const runner_t *runner, const char *file)
{
    for (size_t i = 0; i < runner->file_count; i++)
        if (strcmp(runner->files[i], file) == 0)
            return true;
    return false;
}

// The first place of ours in what called the failing code of a library.
static void read_caller(runner_t *runner, const char *line)
{
    if (runner->messages.len == 0)
        return;
    runner_message_t *m = &vec_last(&runner->messages);
    const char *at = strstr(line, " at ");
    runner_message_t place = {0};
    if (strcmp(m->level, "fatal") == 0 && at != NULL
        && !is_ours(runner, m->file)
        && split_place(runner, at + 4, &place) != NULL
        && is_ours(runner, place.file)) {
        m->file = place.file;
        m->line = place.line;
    }
}

static bool read_line(runner_t *runner, const char *line)
{
    if (is_place_line(line)) {
        read_caller(runner, line);
        return false;
    }
    if (read_report(runner, line))
        return false;
    const char *error = strstr(line, ":error: ");
    if (error == NULL || strchr(line, ':') != error)
        return false;
    error += strlen(":error: ");
    if (starts(error, "simulation failed")
        || starts(error, "error during elaboration"))
        return starts(error, "simulation failed");
    read_fatal(runner, error);
    return false;
}

// Returns whether ghdl says that the simulation failed.
static bool read_output(runner_t *runner)
{
    bool failed = false;
    char *copy = arena_strndup(runner->arena, text_str(&runner->output),
                               runner->output.len);
    for (char *line = copy; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        failed |= read_line(runner, line);
        line = end;
    }
    return failed;
}

// ---- ghdl ----

static void push_option(runner_t *runner, words_t *words, const char *option,
                        const char *value)
{
    vec_push(words, arena_printf(runner->arena, "%s%s", option, value));
}

// The program runs elsewhere, so directories are made absolute.
static void push_libraries(runner_t *runner, words_t *words)
{
    const runner_options_t *o = runner->options;
    for (size_t i = 0; i < o->library_path_count; i++) {
        char *absolute = realpath(o->library_paths[i], NULL);
        push_option(runner, words, "-P",
                    absolute != NULL ? absolute : o->library_paths[i]);
        free(absolute);
    }
}

static void push_command(runner_t *runner, words_t *words,
                         const char *command)
{
    const runner_options_t *o = runner->options;
    vec_push(words, "ghdl");
    vec_push(words, command);
    push_option(runner, words, "--std=", o->std);
    push_option(runner, words, "--work=", o->work);
    if (o->synopsys)
        vec_push(words, "-fsynopsys");
    if (o->relaxed)
        vec_push(words, "-frelaxed");
    push_libraries(runner, words);
}

static bool read_printed(runner_t *runner, const char *name)
{
    char *path = path_of(runner, name);
    text_clear(&runner->output);
    const bool ok = text_read_file(&runner->output, path, MAX_OUTPUT);
    if (!ok)
        diag_error(runner->sink, LOC_NONE, "cannot read what ghdl said: %s",
                   strerror(errno));
    free(path);
    return ok;
}

static void remove_file(const runner_t *runner, const char *name)
{
    char *path = path_of(runner, name);
    unlink(path);
    free(path);
}

static bool exists(const runner_t *runner, const char *name)
{
    char *path = path_of(runner, name);
    const bool is = access(path, R_OK) == 0;
    free(path);
    return is;
}

// A library that is left from the run before says which architecture was
// analysed last.
static void remove_libraries(const runner_t *runner)
{
    DIR *dir = opendir(runner->directory);
    if (dir == NULL)
        return;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        const size_t n = strlen(e->d_name);
        if (n > 3 && strcmp(e->d_name + n - 3, ".cf") == 0)
            remove_file(runner, e->d_name);
    }
    closedir(dir);
}

// False, with an error emitted, if it cannot be started.
static bool run_ghdl(runner_t *runner, words_t *words, child_state_t *state,
                     int *status)
{
    *state = run_program(runner, words, "said", status);
    if (*state != CHILD_EXITED || *status != CANNOT_START)
        return read_printed(runner, "said");
    diag_error(runner->sink, LOC_NONE, "cannot start ghdl");
    return false;
}

// `ghdl -c` would do all in one, but it takes the architecture analysed first
// where no other is named.
static bool analyse(runner_t *runner, child_state_t *state, int *status)
{
    words_t words = {0};
    push_command(runner, &words, "-a");
    for (size_t i = 0; i < runner->file_count; i++)
        vec_push(&words, runner->files[i]);
    const bool ok = run_ghdl(runner, &words, state, status);
    vec_release(&words);
    return ok;
}

static bool run_top(runner_t *runner, const char *top, const char *wave,
                    uint64_t stop_ns, child_state_t *state, int *status)
{
    words_t words = {0};
    push_command(runner, &words, "-r");
    vec_push(&words, top);
    push_option(runner, &words, "--wave=", wave);
    vec_push(&words, "--assert-level=none");
    if (stop_ns > 0)
        vec_push(&words, arena_printf(runner->arena, "--stop-time=%lluns",
                                      (unsigned long long)stop_ns));
    const bool ok = run_ghdl(runner, &words, state, status);
    vec_release(&words);
    return ok;
}

static runner_state_t state_of(const runner_t *runner, child_state_t state,
                               int status, const char *wave, bool failed)
{
    if (state == CHILD_TIMED_OUT)
        return RUNNER_TIMED_OUT;
    // A division by zero is a signal, which ghdl takes for a bug of its own.
    if (state == CHILD_CRASHED
        || (exists(runner, wave)
            && strstr(text_str(&runner->output), "GHDL Bug occurred") != NULL))
        return RUNNER_CRASHED;
    if (failed)
        return RUNNER_FAILED;
    return status == 0 && exists(runner, wave) ? RUNNER_ENDED
                                               : RUNNER_REFUSED;
}

bool runner_simulate(runner_t *runner, const char *const *files, size_t count,
                     const char *top, const char *wave, uint64_t stop_ns,
                     runner_result_t *result)
{
    arena_clear(runner->arena);
    runner->messages.len = 0;
    runner->files = files;
    runner->file_count = count;
    remove_file(runner, wave);
    remove_libraries(runner);
    child_state_t state;
    int status;
    if (!analyse(runner, &state, &status))
        return false;
    if (state == CHILD_EXITED && status == 0
        && !run_top(runner, top, wave, stop_ns, &state, &status))
        return false;
    const bool failed = read_output(runner);
    *result = (runner_result_t){
        .state = state_of(runner, state, status, wave, failed),
        .messages = runner->messages.data,
        .message_count = runner->messages.len,
        .output = text_str(&runner->output),
    };
    return true;
}

bool runner_dump(runner_t *runner, const char *wave, const char *dump)
{
    static const char *const start[] = {"ghwdump", "-h", "-s"};
    words_t words = {0};
    for (size_t i = 0; i < ARRAY_LEN(start); i++)
        vec_push(&words, start[i]);
    vec_push(&words, wave);
    int status;
    const child_state_t state = run_program(runner, &words, dump, &status);
    vec_release(&words);
    const bool ok = state == CHILD_EXITED && status == 0;
    if (!ok)
        diag_error(runner->sink, LOC_NONE, "ghwdump failed%s",
                   status == CANNOT_START ? ": it cannot be started" : "");
    return ok;
}
