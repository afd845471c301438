// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/ghw.h"

#include "core/hash.h"
#include "core/ident.h"
#include "core/vec.h"

#include <ctype.h>
#include <errno.h>

#define MAX_SCALARS ((size_t)1 << 24)
#define FS_PER_NS 1000000u

typedef struct {
    size_t first, count; // in `scalars`
} span_t;

struct ghw {
    ident_table_t *names; // paths and values
    map_t *signals;       // from the index of a path to a place in `spans`
    VEC(span_t) spans;
    VEC(uint32_t) scalars;
    size_t scalar_count;  // one more than the largest number
    VEC(ident_t) now;     // by scalar
    VEC(ident_t) samples; // scalar_count for each sample taken
    size_t sample_count, complete;
};

typedef struct {
    ghw_t *ghw;
    const uint64_t *times;
    size_t time_count;
    text_t path;             // of the scope, with a dot at its end
    VEC(size_t) scope_ends;  // by depth: how much of the path is above it
    bool in_values;
    bool bad;
} reader_t;

// ---- hierarchy ----

// `#3`, `#3-#7`, separated by blanks.
static void read_scalars(reader_t *r, const char *s)
{
    while (*(s += strspn(s, " ")) == '#') {
        char *end;
        const unsigned long first = strtoul(s + 1, &end, 10);
        unsigned long last = first;
        if (end[0] == '-' && end[1] == '#')
            last = strtoul(end + 2, &end, 10);
        if (last < first || last >= MAX_SCALARS) {
            r->bad = true;
            return;
        }
        for (unsigned long i = first; i <= last; i++)
            vec_push(&r->ghw->scalars, (uint32_t)i);
        if (last >= r->ghw->scalar_count)
            r->ghw->scalar_count = last + 1;
        s = end;
    }
}

static void read_signal(reader_t *r, const char *name, size_t length,
                        const char *rest)
{
    ghw_t *g = r->ghw;
    const char *scalars = strrchr(rest, ':');
    const span_t span = {g->scalars.len, 0};
    read_scalars(r, scalars != NULL ? scalars + 1 : rest);
    const size_t above = r->path.len;
    text_addn(&r->path, name, length);
    const ident_t path = ident_newn(g->names, r->path.data, r->path.len);
    r->path.len = above;
    map_put(g->signals, ident_index(path), g->spans.len);
    vec_push(&g->spans, span);
    vec_last(&g->spans).count = g->scalars.len - span.first;
}

static void enter_scope(reader_t *r, size_t depth, const char *name,
                        size_t length, const char *rest)
{
    while (r->scope_ends.len <= depth)
        vec_push(&r->scope_ends, r->path.len);
    r->path.len = r->scope_ends.data[depth];
    r->scope_ends.len = depth + 1;
    text_addn(&r->path, name, length);
    rest += strspn(rest, " ");
    const char *close = *rest == '(' ? strrchr(rest, ')') : NULL;
    if (close != NULL)
        text_addn(&r->path, rest, (size_t)(close - rest) + 1);
    text_char(&r->path, '.');
    vec_push(&r->scope_ends, r->path.len);
}

// Leaves the scopes that are deeper than what comes now.
static void leave_scopes(reader_t *r, size_t depth)
{
    if (depth < r->scope_ends.len) {
        r->path.len = r->scope_ends.data[depth];
        r->scope_ends.len = depth + 1;
    }
}

// `  port-in clk: std_logic: #1`, ` generate-for g: (0)`.
static void read_hierarchy(reader_t *r, const char *line)
{
    const size_t indent = strspn(line, " ");
    const char *kind = line + indent;
    const char *name = strchr(kind, ' ');
    if (name == NULL || indent == 0)
        return;
    const size_t kind_length = (size_t)(name++ - kind);
    const char *colon = *name == '\\' ? strchr(strchr(name + 1, '\\') != NULL
                                               ? strchr(name + 1, '\\')
                                               : name, ':')
                                      : strchr(name, ':');
    if (colon == NULL)
        return;
    const size_t length = (size_t)(colon - name);
    leave_scopes(r, indent - 1);
    if (strncmp(kind, "signal", kind_length) == 0
        || strncmp(kind, "port-", 5) == 0)
        read_signal(r, name, length, colon + 1);
    else if (strncmp(kind, "process", kind_length) != 0
             && strncmp(kind, "package", kind_length) != 0)
        enter_scope(r, indent - 1, name, length, colon + 1);
}

// ---- values ----

static void take_sample(reader_t *r)
{
    ghw_t *g = r->ghw;
    vec_reserve(&g->samples, g->samples.len + g->scalar_count);
    for (size_t i = 0; i < g->scalar_count; i++)
        vec_push(&g->samples, g->now.data[i]);
    g->sample_count++;
}

// A time that is reached closes the samples before it.
static void read_time(reader_t *r, const char *text)
{
    ghw_t *g = r->ghw;
    const uint64_t now = strtoull(text, NULL, 10);
    if (!r->in_values)
        while (g->now.len < g->scalar_count)
            vec_push(&g->now, (ident_t)NULL);
    r->in_values = true;
    while (g->sample_count < r->time_count
           && r->times[g->sample_count] * FS_PER_NS <= now)
        take_sample(r);
    g->complete = g->sample_count;
}

// `#10: idle (0)`, `#9: -3`, `#1: '0' (2)`.
static void read_value(reader_t *r, char *line)
{
    ghw_t *g = r->ghw;
    char *end;
    const unsigned long scalar = strtoul(line + 1, &end, 10);
    if (scalar >= g->scalar_count || end[0] != ':' || end[1] != ' ')
        return;
    char *value = end + 2;
    size_t length = strlen(value);
    if (length > 3 && value[length - 1] == ')') {
        char *open = strrchr(value, '(');
        if (open != NULL && open > value + 1 && open[-1] == ' ')
            length = (size_t)(open - value) - 1;
    }
    g->now.data[scalar] = ident_newn(g->names, value, length);
}

static void read_line(reader_t *r, char *line)
{
    static const char time[] = "Time is ";
    if (strncmp(line, time, strlen(time)) == 0)
        read_time(r, line + strlen(time));
    else if (!r->in_values)
        read_hierarchy(r, line);
    else if (line[0] == '#')
        read_value(r, line);
}

// ---- outside ----

static void read_lines(reader_t *r, FILE *f)
{
    char *line = NULL;
    size_t size = 0;
    for (ssize_t n; !r->bad && (n = getline(&line, &size, f)) > 0;) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        read_line(r, line);
    }
    free(line);
    if (r->in_values && !r->bad)
        while (r->ghw->sample_count < r->time_count)
            take_sample(r);
}

ghw_t *ghw_read(const char *path, const uint64_t *times, size_t count,
                diag_sink_t *sink)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        diag_error(sink, LOC_NONE, "cannot read %s: %s", path,
                   strerror(errno));
        return NULL;
    }
    ghw_t *g = xcalloc(1, sizeof *g);
    g->names = ident_table_new();
    g->signals = map_new();
    reader_t r = {.ghw = g, .times = times, .time_count = count};
    read_lines(&r, f);
    fclose(f);
    text_release(&r.path);
    vec_release(&r.scope_ends);
    if (r.in_values && !r.bad)
        return g;
    diag_error(sink, LOC_NONE, "%s is no recorded run", path);
    ghw_free(g);
    return NULL;
}

void ghw_free(ghw_t *ghw)
{
    if (ghw == NULL)
        return;
    ident_table_free(ghw->names);
    map_free(ghw->signals);
    vec_release(&ghw->spans);
    vec_release(&ghw->scalars);
    vec_release(&ghw->now);
    vec_release(&ghw->samples);
    free(ghw);
}

size_t ghw_complete(const ghw_t *ghw)
{
    return ghw->complete;
}

bool ghw_find(const ghw_t *ghw, const char *path, ghw_signal_t *signal)
{
    const ident_t name = ident_find(ghw->names, path);
    uint64_t place;
    if (name == NULL || !map_get(ghw->signals, ident_index(name), &place))
        return false;
    const span_t span = ghw->spans.data[place];
    signal->scalars = ghw->scalars.data + span.first;
    signal->count = span.count;
    return true;
}

const char *ghw_scalar(const ghw_t *ghw, size_t sample, uint32_t scalar)
{
    const ident_t value =
        sample < ghw->sample_count && scalar < ghw->scalar_count
            ? ghw->samples.data[sample * ghw->scalar_count + scalar] : NULL;
    return value != NULL ? ident_text(value) : NULL;
}
