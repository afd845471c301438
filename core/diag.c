// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/diag.h"
#include "core/vec.h"

typedef struct {
    loc_t loc;
    char *message;
} note_t;

struct diag {
    diag_level_t level;
    loc_t loc;
    unsigned length;
    char *message;
    VEC(note_t) notes;
};

struct diag_sink {
    sources_t *sources;
    diag_consumer_fn consumer;
    void *user;
    size_t count[DIAG_LEVELS];
};

static const struct {
    const char *name, *colour;
} levels[DIAG_LEVELS] = {
    [DIAG_NOTE] = {"note", "\033[1;36m"},
    [DIAG_WARNING] = {"warning", "\033[1;35m"},
    [DIAG_ERROR] = {"error", "\033[1;31m"},
    [DIAG_FAILURE] = {"internal error", "\033[1;31m"},
};

const char *diag_level_name(diag_level_t level)
{
    return levels[level].name;
}

static diag_t *make(diag_level_t level, loc_t loc, const char *fmt, va_list ap)
{
    diag_t *diag = xcalloc(1, sizeof *diag);
    diag->level = level;
    diag->loc = loc;
    diag->length = 1;
    diag->message = xvasprintf(fmt, ap);
    return diag;
}

diag_t *diag_new(diag_level_t level, loc_t loc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_t *diag = make(level, loc, fmt, ap);
    va_end(ap);
    return diag;
}

void diag_free(diag_t *diag)
{
    if (diag == NULL)
        return;
    for (size_t i = 0; i < diag->notes.len; i++)
        free(diag->notes.data[i].message);
    vec_release(&diag->notes);
    free(diag->message);
    free(diag);
}

diag_t *diag_copy(const diag_t *diag)
{
    diag_t *copy = diag_new(diag->level, diag->loc, "%s", diag->message);
    diag_set_length(copy, diag->length);
    for (size_t i = 0; i < diag->notes.len; i++)
        diag_add_note(copy, diag->notes.data[i].loc, "%s",
                      diag->notes.data[i].message);
    return copy;
}

void diag_set_length(diag_t *diag, unsigned length)
{
    diag->length = length > 0 ? length : 1;
}

void diag_add_note(diag_t *diag, loc_t loc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const note_t note = {loc, xvasprintf(fmt, ap)};
    va_end(ap);
    vec_push(&diag->notes, note);
}

diag_level_t diag_level(const diag_t *diag)
{
    return diag->level;
}

loc_t diag_loc(const diag_t *diag)
{
    return diag->loc;
}

unsigned diag_length(const diag_t *diag)
{
    return diag->length;
}

const char *diag_message(const diag_t *diag)
{
    return diag->message;
}

size_t diag_note_count(const diag_t *diag)
{
    return diag->notes.len;
}

const char *diag_note_message(const diag_t *diag, size_t i)
{
    return diag->notes.data[i].message;
}

loc_t diag_note_loc(const diag_t *diag, size_t i)
{
    return diag->notes.data[i].loc;
}

diag_sink_t *diag_sink_new(sources_t *sources, diag_consumer_fn consumer,
                           void *user)
{
    diag_sink_t *sink = xcalloc(1, sizeof *sink);
    sink->sources = sources;
    sink->consumer = consumer;
    sink->user = user;
    return sink;
}

void diag_sink_free(diag_sink_t *sink)
{
    free(sink);
}

sources_t *diag_sink_sources(const diag_sink_t *sink)
{
    return sink->sources;
}

size_t diag_count(const diag_sink_t *sink, diag_level_t level)
{
    return sink->count[level];
}

void diag_emit(diag_sink_t *sink, diag_t *diag)
{
    sink->count[diag->level]++;
    if (sink->consumer != NULL)
        sink->consumer(diag, sink->user);
    diag_free(diag);
}

void diag_error(diag_sink_t *sink, loc_t loc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_emit(sink, make(DIAG_ERROR, loc, fmt, ap));
    va_end(ap);
}

void diag_warning(diag_sink_t *sink, loc_t loc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_emit(sink, make(DIAG_WARNING, loc, fmt, ap));
    va_end(ap);
}

static void format_place(loc_t loc, const sources_t *sources, text_t *out)
{
    if (!loc_known(loc)) {
        text_add(out, "clave: ");
        return;
    }
    text_printf(out, "%s:", sources_path(sources, loc.file));
    if (loc.line > 0)
        text_printf(out, "%u:", (unsigned)loc.line);
    if (loc.line > 0 && loc.column > 0)
        text_printf(out, "%u:", (unsigned)loc.column);
    text_char(out, ' ');
}

// One character as UTF-8; control characters do not reach the terminal.
static void format_char(const char *p, size_t length, text_t *out)
{
    const unsigned char c = (unsigned char)*p;
    const bool control = c < 32 || c == 127
        || (length == 1 && c >= 128 && c < 160)
        || (length == 2 && c == 0xc2 && (unsigned char)p[1] < 160);
    if (control)
        text_char(out, ' ');
    else
        text_add_utf8(out, p, length);
}

#define QUOTE_WIDTH 120 // of a very long line, the part around the fault

// The source line, tabs as one space each, and a caret under the fault.
static void format_quote(loc_t loc, unsigned length, sources_t *sources,
                         bool colour, text_t *out)
{
    size_t n;
    const char *line = sources_line(sources, loc, &n);
    if (line == NULL || loc.column == 0 || loc.column > n + 1)
        return;
    const size_t column = loc.column - 1u;
    const size_t from = column > QUOTE_WIDTH / 2 && n > QUOTE_WIDTH
                            ? column - QUOTE_WIDTH / 2 : 0;
    const size_t to = from + QUOTE_WIDTH < n ? from + QUOTE_WIDTH : n;
    size_t before = 0, under = 0; // characters shown, and of the fault
    text_printf(out, "%6u | ", (unsigned)loc.line);
    for (size_t i = 0, step; i < to; i += step) {
        step = text_char_length(line + i, n - i);
        if (i < from || i + step > to)
            continue;
        format_char(line + i, step, out);
        before += i < column;
        under += i >= column && i < column + length;
    }
    text_add(out, "\n       | ");
    text_fill(out, ' ', before);
    text_printf(out, "%s^", colour ? "\033[1;32m" : "");
    text_fill(out, '~', under > 0 ? under - 1 : 0);
    text_add(out, colour ? "\033[0m\n" : "\n");
}

void diag_format(const diag_t *diag, sources_t *sources, bool colour,
                 text_t *out)
{
    format_place(diag->loc, sources, out);
    if (colour)
        text_add(out, levels[diag->level].colour);
    text_printf(out, "%s: ", levels[diag->level].name);
    if (colour)
        text_add(out, "\033[0m");
    text_printf(out, "%s\n", diag->message);
    format_quote(diag->loc, diag->length, sources, colour, out);
    for (size_t i = 0; i < diag->notes.len; i++) {
        const note_t *note = &diag->notes.data[i];
        if (loc_known(note->loc)) {
            format_place(note->loc, sources, out);
            text_printf(out, "note: %s\n", note->message);
            format_quote(note->loc, 1, sources, colour, out);
        } else {
            text_printf(out, "       = %s\n", note->message);
        }
    }
}
