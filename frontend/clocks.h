// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_CLOCKS_H
#define CLAVE_FRONTEND_CLOCKS_H

// Finds in an architecture what it uses as clocks and as resets, by form
// alone. Clocks: rising_edge(c), falling_edge(c), c'event and c = '1', not
// c'stable and c = '1', wait until c = '1'. Resets: an arm of an if (or of a
// conditional assignment) whose condition is one input compared with a
// constant and that assigns constants or expressions of generics only;
// asynchronous if it comes beside the edge, synchronous if it stands right
// under it, is not overridden later, and sets something that is also computed
// (else the enable of a flag would pass for a reset).

#include "frontend/analyse.h"

// Fills the clocks and resets of the unit; they live in the arena.
void clocks_find(analyse_t *a, vhdl_node_t architecture,
                 summary_unit_t *unit);

#endif
