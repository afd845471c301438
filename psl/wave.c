// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/wave.h"

#include "core/arena.h"
#include "core/vec.h"

#include <ctype.h>

typedef struct {
    const char *name, *path, *code;
    unsigned width;
} wave_signal_t;

typedef struct {
    const char *code; // NULL: the atom is no signal of the dump
    char value;       // '0', '1', or what the dump says
} bound_t;

typedef struct {
    formula_pool_t *pool;
    diag_sink_t *sink;
    arena_t *arena;
    const char *at, *end;
    uint16_t file;
    uint32_t line;
    VEC(const char *) scopes;
    VEC(wave_signal_t) signals;
    bound_t *bound; // per atom
    uint32_t atoms;
    word_t *word;
    bool failed;
} reader_t;

static void fail(reader_t *r, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void fail(reader_t *r, const char *fmt, ...)
{
    if (r->failed)
        return;
    r->failed = true;
    va_list ap;
    va_start(ap, fmt);
    char *message = xvasprintf(fmt, ap);
    va_end(ap);
    diag_error(r->sink, (loc_t){r->line, 0, r->file}, "%s", message);
    free(message);
}

// The next word, or NULL at the end; lives in the arena.
static const char *next(reader_t *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->line += *r->at++ == '\n';
    const char *start = r->at;
    while (r->at < r->end && !isspace((unsigned char)*r->at))
        r->at++;
    if (start == r->at)
        return NULL;
    return arena_strndup(r->arena, start, (size_t)(r->at - start));
}

static void skip_to_end(reader_t *r)
{
    const char *word;
    while ((word = next(r)) && strcmp(word, "$end") != 0)
        ;
}

static const char *full_path(reader_t *r, const char *name)
{
    text_t text;
    text_init(&text);
    for (size_t i = 0; i < r->scopes.len; i++)
        text_printf(&text, "%s.", r->scopes.data[i]);
    text_add(&text, name);
    const char *path = arena_strdup(r->arena, text_str(&text));
    text_release(&text);
    return path;
}

// $var wire 1 ! clk $end
static void variable(reader_t *r)
{
    next(r);
    const char *width = next(r), *code = next(r), *name = next(r);
    if (!name) {
        fail(r, "the dump ends inside $var");
        return;
    }
    const wave_signal_t s = {name, full_path(r, name), code,
                         (unsigned)strtoul(width, NULL, 10)};
    vec_push(&r->signals, s);
    skip_to_end(r);
}

static void header(reader_t *r)
{
    const char *word;
    while (!r->failed && (word = next(r))) {
        if (strcmp(word, "$scope") == 0) {
            next(r);
            const char *name = next(r);
            vec_push(&r->scopes, name ? name : "");
            skip_to_end(r);
        } else if (strcmp(word, "$upscope") == 0) {
            r->scopes.len -= r->scopes.len > 0;
            skip_to_end(r);
        } else if (strcmp(word, "$var") == 0)
            variable(r);
        else if (strcmp(word, "$enddefinitions") == 0) {
            skip_to_end(r);
            return;
        } else if (word[0] == '$')
            skip_to_end(r);
        else
            fail(r, "expected a declaration of the dump before '%.20s'",
                 word);
    }
    fail(r, "the dump has no $enddefinitions");
}

static bool bind_atom(reader_t *r, uint32_t atom)
{
    const char *text = formula_atom_text(r->pool, atom);
    const wave_signal_t *found = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < r->signals.len; i++) {
        const wave_signal_t *s = &r->signals.data[i];
        if (strcasecmp(s->path, text) == 0) {
            found = s;
            count = 1;
            break;
        }
        if (strcasecmp(s->name, text) == 0
            && !(found && strcmp(found->code, s->code) == 0)) {
            found = s;
            count++;
        }
    }
    if (count == 0)
        fail(r, "the dump has no signal '%s'", text);
    else if (count > 1)
        fail(r, "the dump has %u signals '%s': give the path", count, text);
    else if (found->width != 1)
        fail(r, "'%s' is %u bits wide; a proposition has one", text,
             found->width);
    else
        r->bound[atom] = (bound_t){found->code, 'x'};
    return !r->failed;
}

static void change(reader_t *r, char value, const char *code)
{
    for (uint32_t a = 0; a < r->atoms; a++)
        if (r->bound[a].code && strcmp(r->bound[a].code, code) == 0)
            r->bound[a].value = (char)tolower((unsigned char)value);
}

// The letter of a time stamp is complete when the next one comes.
static void letter(reader_t *r, const char *time)
{
    word_push(r->word);
    for (uint32_t a = 0; a < r->atoms; a++) {
        const char value = r->bound[a].value;
        if (value == '1' || value == 'h')
            word_set(r->word, word_length(r->word) - 1, a, true);
        else if (value != '0' && value != 'l')
            fail(r, "'%s' is '%c' at time %s, neither 0 nor 1",
                 formula_atom_text(r->pool, a), value, time);
    }
}

static void changes(reader_t *r)
{
    const char *word, *time = NULL;
    while (!r->failed && (word = next(r))) {
        if (word[0] == '#') {
            if (time)
                letter(r, time);
            time = word + 1;
        } else if (word[0] == '$')
            continue; // $dumpvars ... $end frame values
        else if (strchr("bBrRsS", word[0]))
            next(r);
        else
            change(r, word[0], word + 1);
    }
    if (time && !r->failed)
        letter(r, time);
}

word_t *wave_read(formula_pool_t *pool, const char *path, const char *text,
                  size_t length, diag_sink_t *sink)
{
    reader_t r = {.pool = pool, .sink = sink, .arena = arena_new(),
                  .at = text, .end = text + length, .line = 1,
                  .file = sources_add(diag_sink_sources(sink), path),
                  .atoms = formula_atom_count(pool), .word = word_new()};
    r.bound = xcalloc(r.atoms + 1, sizeof *r.bound);
    header(&r);
    for (uint32_t a = 0; a < r.atoms && !r.failed; a++)
        bind_atom(&r, a);
    if (!r.failed)
        changes(&r);
    vec_release(&r.scopes);
    vec_release(&r.signals);
    free(r.bound);
    arena_free(r.arena);
    if (!r.failed)
        return r.word;
    word_free(r.word);
    return NULL;
}
