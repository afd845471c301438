// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include <assert.h>

#include "reach/engine.h"

static const engine_t engines[] = {
    {"explicit", "breadth-first search with small generics", engine_explicit},
    {"houdini", "invariants guessed from reached states", engine_houdini},
    {"kind", "k-induction", engine_kind},
    {"bmc", "bounded search with symbolic generics", engine_bmc},
    {"cegar", "backward cubes, refined by their atoms", engine_cegar},
    {"predabs", "predicate abstraction with BDDs", engine_predabs},
};

size_t engine_count(void)
{
    return ARRAY_LEN(engines);
}

const engine_t *engine_at(size_t i)
{
    assert(i < engine_count());
    return &engines[i];
}

const engine_t *engine_find(const char *name)
{
    for (size_t i = 0; i < engine_count(); i++)
        if (strcmp(engines[i].name, name) == 0)
            return &engines[i];
    return NULL;
}
