// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_LOC_H
#define CLAVE_CORE_LOC_H

// Places in source files. A loc_t is eight bytes and is passed by value; its
// file is an index into a table of sources, which also holds the text that
// diagnostics quote.

#include "core/base.h"

typedef struct {
    uint32_t line;   // from 1; 0: no particular line
    uint16_t column; // from 1, in bytes; 0: no particular column
    uint16_t file;   // index + 1 into the sources; 0: no place at all
} loc_t;

_Static_assert(sizeof(loc_t) == 8, "a location stays small");

#define LOC_NONE ((loc_t){0, 0, 0})

static inline bool loc_known(loc_t loc)
{
    return loc.file != 0;
}

typedef struct sources sources_t;

sources_t *sources_new(void);
void sources_free(sources_t *sources);

// The number of the file to put into a loc_t; the same path gives the same
// number. At most 65,534 files; further ones share the number 0 (no place).
uint16_t sources_add(sources_t *sources, const char *path);
// A text that is no file (a formula of the command line, ...), copied.
uint16_t sources_add_text(sources_t *sources, const char *name,
                          const char *text, size_t length);
// "" for number 0.
const char *sources_path(const sources_t *sources, uint16_t file);
// The line's text without its end, read from disk when first asked for;
// NULL if there is none. Borrowed until the sources are freed.
const char *sources_line(sources_t *sources, loc_t loc, size_t *length);

#endif
