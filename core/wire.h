// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_WIRE_H
#define CLAVE_CORE_WIRE_H

// Data as bytes, for the pipe between a child and its parent. Each function
// works both ways: it appends the value when the wire writes, and fills it in
// when the wire reads, so one function per struct describes its format.
// Reading checks every length; after the first mismatch all values are zero
// and wire_ok is false.

#include "core/arena.h"
#include "core/diag.h"

typedef struct {
    text_t *out;          // NULL: the wire reads
    const char *at, *end; // what is left to read
    arena_t *arena;
    sources_t *sources;
    bool failed;
} wire_t;

// All arguments are borrowed for the life of the wire. What is read lives in
// the arena; places name their file by its path, looked up in the sources.
void wire_init_write(wire_t *wire, text_t *out, sources_t *sources);
void wire_init_read(wire_t *wire, const char *bytes, size_t length,
                    arena_t *arena, sources_t *sources);
// True if reading met no mismatch.
bool wire_ok(const wire_t *wire);

void wire_u32(wire_t *wire, uint32_t *value);
void wire_u64(wire_t *wire, uint64_t *value);
void wire_bool(wire_t *wire, bool *value);
// NULL is kept apart from "".
void wire_text(wire_t *wire, const char **value);
void wire_loc(wire_t *wire, loc_t *value);
// The count, and when reading a zeroed array for it (NULL if empty); the
// elements follow, each by its own function and at least one byte long.
void *wire_array(wire_t *wire, void *data, size_t *count, size_t size);

void wire_put_diag(wire_t *wire, const diag_t *diag);
// Owned by the caller; NULL on a mismatch.
diag_t *wire_get_diag(wire_t *wire);

#endif
