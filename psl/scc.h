// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_SCC_H
#define CLAVE_PSL_SCC_H

// Strongly connected components of a graph whose edges are in acceptance
// sets: the question behind emptiness of Buechi automata.

#include "core/vec.h"

typedef struct {
    uint32_t to;
    uint64_t accept;
} arc_t;

// The arcs of node i are arcs.data[first.data[i]] up to the next node's.
typedef struct {
    VEC(uint32_t) first; // one more than there are nodes
    VEC(arc_t) arcs;
} graph_t;

void graph_release(graph_t *g);
// Starts the next node: call it once per node, then once at the end.
void graph_node(graph_t *g);
void graph_arc(graph_t *g, uint32_t to, uint64_t accept);
uint32_t graph_count(const graph_t *g);

// component[i] for each node; an arc never leads to a higher number. Returns
// how many there are.
uint32_t scc_find(const graph_t *g, uint32_t *component);
// accepting[c]: has component c a cycle through all `sets` acceptance sets?
void scc_accepting(const graph_t *g, const uint32_t *component,
                   uint32_t count, unsigned sets, bool *accepting);

#endif
