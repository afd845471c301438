// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_SOURCE_TEXT_H
#define CLAVE_FRONTEND_SOURCE_TEXT_H

// Parts of a declaration or statement as the user wrote them: libghdl knows
// where a node starts, not where it ends. Comments are left out, and white
// space between tokens becomes one blank. Results live in the arena.

#include "core/arena.h"
#include "frontend/ghdl.h"

// The identifier (or character, or operator) at the node's place.
const char *source_text_name(ghdl_source_t source, arena_t *arena);

// Of an interface declaration `a, b : in t := v;` from its name on: `t` and
// `v`, which is NULL if it has no default.
typedef struct {
    const char *type, *value;
} source_text_interface_t;
source_text_interface_t source_text_interface(ghdl_source_t source,
                                              arena_t *arena);

// From the place up to the next semicolon, without it. If the place is in a
// comment, the comments that continue it on the next lines are read through.
const char *source_text_statement(ghdl_source_t source, arena_t *arena);

#endif
