// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/loc.h"
#include "core/text.h"
#include "core/vec.h"

#define MAX_QUOTED_FILE ((size_t)256 << 20)

typedef struct {
    char *path;
    bool loaded;
    text_t text;
    VEC(size_t) lines; // where each line starts
} source_t;

struct sources {
    VEC(source_t) files;
};

sources_t *sources_new(void)
{
    return xcalloc(1, sizeof(sources_t));
}

void sources_free(sources_t *sources)
{
    if (sources == NULL)
        return;
    for (size_t i = 0; i < sources->files.len; i++) {
        source_t *s = &sources->files.data[i];
        free(s->path);
        text_release(&s->text);
        vec_release(&s->lines);
    }
    vec_release(&sources->files);
    free(sources);
}

static uint16_t append(sources_t *sources, const char *path)
{
    if (sources->files.len >= UINT16_MAX - 1)
        return 0;
    source_t s = {.path = xstrdup(path)};
    vec_push(&sources->files, s);
    return (uint16_t)sources->files.len;
}

uint16_t sources_add(sources_t *sources, const char *path)
{
    for (size_t i = 0; i < sources->files.len; i++)
        if (strcmp(sources->files.data[i].path, path) == 0)
            return (uint16_t)(i + 1);
    return append(sources, path);
}

static void find_lines(source_t *s)
{
    const char *text = text_str(&s->text);
    vec_push(&s->lines, 0);
    for (size_t i = 0; i < s->text.len; i++)
        if (text[i] == '\n')
            vec_push(&s->lines, i + 1);
    s->loaded = true;
}

uint16_t sources_add_text(sources_t *sources, const char *name,
                          const char *text, size_t length)
{
    const uint16_t file = append(sources, name);
    if (file == 0)
        return 0;
    source_t *s = &sources->files.data[file - 1];
    text_addn(&s->text, text, length);
    find_lines(s);
    return file;
}

const char *sources_path(const sources_t *sources, uint16_t file)
{
    if (file == 0 || file > sources->files.len)
        return "";
    return sources->files.data[file - 1].path;
}

static void load(source_t *s)
{
    if (!text_read_file(&s->text, s->path, MAX_QUOTED_FILE))
        text_clear(&s->text);
    find_lines(s);
}

const char *sources_line(sources_t *sources, loc_t loc, size_t *length)
{
    if (loc.file == 0 || loc.file > sources->files.len || loc.line == 0)
        return NULL;
    source_t *s = &sources->files.data[loc.file - 1];
    if (!s->loaded)
        load(s);
    if (loc.line > s->lines.len || s->text.len == 0)
        return NULL;
    const size_t start = s->lines.data[loc.line - 1];
    size_t end = loc.line < s->lines.len ? s->lines.data[loc.line] - 1
                                         : s->text.len;
    if (end > start && text_str(&s->text)[end - 1] == '\r')
        end--;
    *length = end - start;
    return text_str(&s->text) + start;
}
