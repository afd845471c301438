// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_TREE_DUMP_H
#define CLAVE_FRONTEND_TREE_DUMP_H

// The analysed tree as text or JSON, one line or object per node: the field
// that holds it, its kind, its name or value, its place, what it refers to.
// It walks by libghdl's own description of its nodes, so it shows every kind.

#include "core/text.h"
#include "frontend/ghdl.h"

// Gets the dump piece by piece; the bytes are borrowed for the call.
typedef void (*tree_dump_fn)(const char *bytes, size_t length, void *user);

void tree_dump(ghdl_t *ghdl, vhdl_node_t root, bool json, tree_dump_fn fn,
               void *user);

#endif
