// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_GRAPH_H
#define CLAVE_CLI_GRAPH_H

#include "core/diag.h"

// Draws a graph as SVG through dot of graphviz. False after an error was
// emitted.
bool graph_draw(const char *dot, diag_sink_t *sink, text_t *out) MUST_USE;

#endif
