// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/util.h"
#include "core/vec.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    unsigned line;
    char *words; // the message and the notes, a line each
} collected_t;

struct collector {
    sources_t *sources;
    diag_sink_t *sink;
    VEC(collected_t) diags;
};

static void collect(const diag_t *diag, void *user)
{
    collector_t *collector = user;
    text_t words;
    text_init(&words);
    text_add(&words, diag_message(diag));
    for (size_t i = 0; i < diag_note_count(diag); i++)
        text_printf(&words, "\n%s", diag_note_message(diag, i));
    const collected_t c = {diag_loc(diag).line, text_steal(&words)};
    vec_push(&collector->diags, c);
}

collector_t *collector_new(void)
{
    collector_t *collector = xcalloc(1, sizeof *collector);
    collector->sources = sources_new();
    collector->sink = diag_sink_new(collector->sources, collect, collector);
    return collector;
}

void collector_free(collector_t *collector)
{
    expect_no_diags(collector);
    vec_release(&collector->diags);
    diag_sink_free(collector->sink);
    sources_free(collector->sources);
    free(collector);
}

sources_t *collector_sources(collector_t *collector)
{
    return collector->sources;
}

diag_sink_t *collector_sink(collector_t *collector)
{
    return collector->sink;
}

static bool same(const collector_t *collector, const expected_diag_t *expected)
{
    size_t i = 0;
    for (; i < collector->diags.len && expected[i].fragment != NULL; i++)
        if (collector->diags.data[i].line != expected[i].line
            || !strstr(collector->diags.data[i].words, expected[i].fragment))
            return false;
    return i == collector->diags.len && expected[i].fragment == NULL;
}

void expect_diag_list(collector_t *collector, const char *file, int line,
                      const expected_diag_t *expected)
{
    if (!same(collector, expected)) {
        text_t all;
        text_init(&all);
        for (size_t i = 0; expected[i].fragment != NULL; i++)
            text_printf(&all, "\n  expected %u: %s", expected[i].line,
                        expected[i].fragment);
        for (size_t i = 0; i < collector->diags.len; i++)
            text_printf(&all, "\n  found    %u: %s",
                        collector->diags.data[i].line,
                        collector->diags.data[i].words);
        ck_abort_msg("%s:%d: diagnostics differ%s", file, line,
                     text_str(&all));
    }
    for (size_t i = 0; i < collector->diags.len; i++)
        free(collector->diags.data[i].words);
    collector->diags.len = 0;
}

static _Noreturn void abort_here(void (*fn)(void *), void *arg, int output)
{
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    dup2(output, STDERR_FILENO);
    fn(arg);
    _exit(0);
}

void expect_abort_at(void (*fn)(void *), void *arg, const char *fragment,
                     const char *file, int line)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    fflush(NULL);
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        abort_here(fn, arg, ends[1]);
    close(ends[1]);
    char said[1024];
    size_t length = 0;
    ssize_t got;
    while (length < sizeof said - 1
           && (got = read(ends[0], said + length, sizeof said - 1 - length))
                  > 0)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        ck_abort_msg("%s:%d: did not abort; it said: %s", file, line, said);
    if (strstr(said, fragment) == NULL)
        ck_abort_msg("%s:%d: no '%s' in: %s", file, line, fragment, said);
}

char *temporary_file(const char *bytes, size_t length)
{
    char *path = xstrdup("/tmp/clave-test-XXXXXX");
    const int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    FILE *stream = fdopen(fd, "wb");
    ck_assert_uint_eq(fwrite(bytes, 1, length, stream), length);
    ck_assert_int_eq(fclose(stream), 0);
    return path;
}
