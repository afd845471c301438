// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/chc.h"
#include "ca/foreign.h"
#include "ca/vmt.h"

#include <errno.h>

#define MAX_FILE ((size_t)256 << 20)

static bool ends_in(const char *path, const char *suffix)
{
    const size_t n = strlen(path), m = strlen(suffix);
    return n > m && strcmp(path + n - m, suffix) == 0;
}

bool foreign_is_file(const char *path)
{
    return ends_in(path, ".vmt") || ends_in(path, ".smt2");
}

// The name of the file without folders and ending.
static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return xstrndup(name, dot != NULL && dot > name ? (size_t)(dot - name)
                                                    : strlen(name));
}

// Horn clauses are assertions; a transition system has one formula :trans.
static bool is_vmt(const sexpr_t *commands)
{
    for (const sexpr_t *c = commands->first; c != NULL; c = c->next) {
        const sexpr_t *body = sexpr_headed(c, "define-fun") && c->count == 5
            ? sexpr_at(c, 4) : NULL;
        if (body == NULL || !sexpr_headed(body, "!"))
            continue;
        for (const sexpr_t *a = body->first; a != NULL; a = a->next)
            if (sexpr_is(a, ":trans"))
                return true;
    }
    return false;
}

static model_t *read_text(context_t *ctx, const char *path,
                          const text_t *text, diag_sink_t *sink)
{
    arena_t *arena = arena_new();
    const uint16_t file = sources_add(diag_sink_sources(sink), path);
    const sexpr_t *commands = sexpr_read(arena, text_str(text), text->len,
                                         file, sink);
    model_t *model = NULL;
    char *name = base_name(path);
    if (commands != NULL)
        model = (is_vmt(commands) ? vmt_read : chc_read)(ctx, name, commands,
                                                         sink);
    free(name);
    arena_free(arena);
    return model;
}

model_t *foreign_read(context_t *ctx, const char *path, diag_sink_t *sink)
{
    text_t text;
    text_init(&text);
    model_t *model = NULL;
    if (text_read_file(&text, path, MAX_FILE))
        model = read_text(ctx, path, &text, sink);
    else
        diag_error(sink, LOC_NONE, "%s: %s", path, strerror(errno));
    text_release(&text);
    return model;
}
