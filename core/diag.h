// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_DIAG_H
#define CLAVE_CORE_DIAG_H

// Diagnostics are values: a level, a place, a message, and notes that point
// at further places or say what to do next. Whoever finds a fault builds one
// and gives it to a sink; the sink's consumer decides what becomes of it
// (cli prints, tests collect, a child process sends it to its parent).

#include "core/loc.h"
#include "core/text.h"

typedef enum {
    DIAG_NOTE,    // worth knowing
    DIAG_WARNING, // the result stands, but read this
    DIAG_ERROR,   // wrong or unsupported input
    DIAG_FAILURE, // clave, a library or the machine failed
    DIAG_LEVELS
} diag_level_t;

typedef struct diag diag_t;
typedef struct diag_sink diag_sink_t;

// The diagnostic is borrowed for the call.
typedef void (*diag_consumer_fn)(const diag_t *diag, void *user);

// "note", "warning", "error", "internal error".
const char *diag_level_name(diag_level_t level);

// Owned by the caller until it is emitted (or freed unemitted).
diag_t *diag_new(diag_level_t level, loc_t loc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
void diag_free(diag_t *diag);
diag_t *diag_copy(const diag_t *diag);
// How many bytes of the line the fault covers (the default is 1).
void diag_set_length(diag_t *diag, unsigned length);
// A further place, or a hint (LOC_NONE).
void diag_add_note(diag_t *diag, loc_t loc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

diag_level_t diag_level(const diag_t *diag);
loc_t diag_loc(const diag_t *diag);
unsigned diag_length(const diag_t *diag);
const char *diag_message(const diag_t *diag);
size_t diag_note_count(const diag_t *diag);
const char *diag_note_message(const diag_t *diag, size_t i);
loc_t diag_note_loc(const diag_t *diag, size_t i);

// A sink without a consumer only counts. The sources are borrowed until the
// sink is freed; diag_sink_sources gives them to whoever needs a file number.
diag_sink_t *diag_sink_new(sources_t *sources, diag_consumer_fn consumer,
                           void *user);
void diag_sink_free(diag_sink_t *sink);
sources_t *diag_sink_sources(const diag_sink_t *sink);
// How many of a level were emitted.
size_t diag_count(const diag_sink_t *sink, diag_level_t level);

// Hands it to the consumer and frees it.
void diag_emit(diag_sink_t *sink, diag_t *diag);
// The usual case: one message, one place.
void diag_error(diag_sink_t *sink, loc_t loc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
void diag_warning(diag_sink_t *sink, loc_t loc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

// As people read it: `file:line:col: level: message`, the source line with a
// caret below it, then the notes. ANSI colours if `colour`.
void diag_format(const diag_t *diag, sources_t *sources, bool colour,
                 text_t *out);

#endif
