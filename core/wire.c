// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/wire.h"

#include <assert.h>

void wire_init_write(wire_t *wire, text_t *out, sources_t *sources)
{
    *wire = (wire_t){.out = out, .sources = sources};
}

void wire_init_read(wire_t *wire, const char *bytes, size_t length,
                    arena_t *arena, sources_t *sources)
{
    *wire = (wire_t){.at = bytes, .end = bytes + length, .arena = arena,
                     .sources = sources};
}

bool wire_ok(const wire_t *wire)
{
    return !wire->failed;
}

static void fail(wire_t *wire)
{
    wire->failed = true;
    wire->at = wire->end;
}

static size_t left(const wire_t *wire)
{
    return (size_t)(wire->end - wire->at);
}

static void raw(wire_t *wire, void *value, size_t size)
{
    if (wire->out != NULL) {
        text_addn(wire->out, value, size);
        return;
    }
    if (left(wire) < size) {
        fail(wire);
        memset(value, 0, size);
        return;
    }
    memcpy(value, wire->at, size);
    wire->at += size;
}

void wire_u32(wire_t *wire, uint32_t *value)
{
    raw(wire, value, sizeof *value);
}

void wire_u64(wire_t *wire, uint64_t *value)
{
    raw(wire, value, sizeof *value);
}

void wire_bool(wire_t *wire, bool *value)
{
    unsigned char byte = *value;
    raw(wire, &byte, 1);
    *value = byte != 0;
}

// The length plus one goes first, zero standing for NULL.
static void put_text(wire_t *wire, const char *text)
{
    const size_t length = text != NULL ? strlen(text) : 0;
    uint64_t code = text != NULL ? length + 1 : 0;
    wire_u64(wire, &code);
    text_addn(wire->out, text, length);
}

static const char *get_text(wire_t *wire)
{
    uint64_t code;
    wire_u64(wire, &code);
    if (code == 0)
        return NULL;
    if (code - 1 > left(wire)) {
        fail(wire);
        return NULL;
    }
    const size_t length = (size_t)code - 1;
    wire->at += length;
    return arena_strndup(wire->arena, wire->at - length, length);
}

void wire_text(wire_t *wire, const char **value)
{
    if (wire->out != NULL)
        put_text(wire, *value);
    else
        *value = get_text(wire);
}

void wire_loc(wire_t *wire, loc_t *value)
{
    uint32_t column = value->column;
    const char *path = NULL;
    if (wire->out != NULL && value->file != 0)
        path = sources_path(wire->sources, value->file);
    wire_text(wire, &path);
    wire_u32(wire, &value->line);
    wire_u32(wire, &column);
    if (wire->out != NULL)
        return;
    value->column = (uint16_t)column;
    value->file = path != NULL ? sources_add(wire->sources, path) : 0;
}

void *wire_array(wire_t *wire, void *data, size_t *count, size_t size)
{
    uint64_t n = *count;
    wire_u64(wire, &n);
    if (wire->out != NULL)
        return data;
    if (n > left(wire)) {
        fail(wire);
        n = 0;
    }
    *count = (size_t)n;
    return n > 0 ? arena_calloc(wire->arena, (size_t)n, size) : NULL;
}

void wire_put_diag(wire_t *wire, const diag_t *diag)
{
    assert(wire->out != NULL);
    uint32_t level = diag_level(diag), length = diag_length(diag);
    loc_t loc = diag_loc(diag);
    const char *message = diag_message(diag);
    size_t notes = diag_note_count(diag);
    wire_u32(wire, &level);
    wire_u32(wire, &length);
    wire_loc(wire, &loc);
    wire_text(wire, &message);
    wire_array(wire, NULL, &notes, 1);
    for (size_t i = 0; i < notes; i++) {
        loc = diag_note_loc(diag, i);
        message = diag_note_message(diag, i);
        wire_loc(wire, &loc);
        wire_text(wire, &message);
    }
}

diag_t *wire_get_diag(wire_t *wire)
{
    uint32_t level, length;
    loc_t loc = LOC_NONE;
    const char *message;
    size_t notes;
    wire_u32(wire, &level);
    wire_u32(wire, &length);
    wire_loc(wire, &loc);
    wire_text(wire, &message);
    wire_array(wire, NULL, &notes, 1);
    if (level >= DIAG_LEVELS || message == NULL)
        fail(wire);
    if (wire->failed)
        return NULL;
    diag_t *diag = diag_new((diag_level_t)level, loc, "%s", message);
    diag_set_length(diag, length);
    for (size_t i = 0; i < notes && !wire->failed; i++) {
        wire_loc(wire, &loc);
        wire_text(wire, &message);
        diag_add_note(diag, loc, "%s", message != NULL ? message : "");
    }
    return diag;
}
