// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_ANALYSE_H
#define CLAVE_FRONTEND_ANALYSE_H

// From an analysed unit to its description: what `clave analyse` shows.

#include "frontend/summary.h"
#include "frontend/ghdl.h"

typedef struct {
    ghdl_t *ghdl;
    arena_t *arena;
} analyse_t;

// Describes a design unit; everything lives in the arena.
summary_unit_t analyse_unit(analyse_t *a, vhdl_node_t design_unit);

// The name of the object that an expression denotes, as a user would write
// it (`clk`, `bus.clk`, `clk(0)`); NULL if it denotes none.
const char *analyse_object_name(analyse_t *a, vhdl_node_t expr);
// Is it an input port of an entity, or a part of one?
bool analyse_is_input(vhdl_node_t expr);

#endif
