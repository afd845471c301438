// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_GHDL_H
#define CLAVE_FRONTEND_GHDL_H

// libghdl as a session: start it with options, analyse files, walk the trees
// (vhdl.h, psltree.h). Its messages come out as diagnostics of ours. There
// is one session per process, and a wrong input can still end the process
// (an Ada exception): run it in a child (core/child.h).
//
// Analysis stops before canonicalisation, so the tree is what the user wrote.
// Nothing is written to disk.

#include "core/diag.h"
#include "frontend/psltree.h"
#include "frontend/vhdl.h"

typedef struct ghdl ghdl_t;

typedef struct {
    const char *std;  // "87", "93", "93c", "02", "08"
    const char *work; // the library's name
    const char *const *library_paths;
    size_t library_path_count;
    bool synopsys, relaxed, psl;
} ghdl_options_t;

// Starts libghdl, which finds its libraries where configure saw them, or in
// the environment's GHDL_PREFIX. The options are borrowed for the call, the
// sink until the session is freed. NULL after an error; BUG if started twice.
ghdl_t *ghdl_start(const ghdl_options_t *options, diag_sink_t *sink);
void ghdl_free(ghdl_t *ghdl);
// Such as "2.0.0"; appended to the text. Works without a session.
void ghdl_format_version(text_t *out);

// A larger file is refused; libghdl's places are 32 bits over all files.
#define GHDL_MAX_FILE ((size_t)512 << 20)
// Is it a text that can be read? Emits an error if not; libghdl itself has
// one message for all cases, and hundreds for a binary file.
bool ghdl_check_file(const char *path, diag_sink_t *sink);

// Analyses a file, or a text under a name that diagnostics show. False after
// an error; the units before the wrong one are there nevertheless.
bool ghdl_analyse_file(ghdl_t *ghdl, const char *path);
bool ghdl_analyse_text(ghdl_t *ghdl, const char *name, const char *text);

// A condition that the user gives as text, in VHDL of 2008, resolved and typed
// in the scope of the architecture; diagnostics show the name and point into
// the text. None after an error. The same text again is not analysed again.
vhdl_node_t ghdl_condition(ghdl_t *ghdl, const char *name, const char *text,
                           vhdl_node_t architecture);

// Called for each unit as soon as it is analysed, before the next one that
// may end the process.
typedef void (*ghdl_unit_fn)(vhdl_node_t unit, void *user);
void ghdl_on_unit(ghdl_t *ghdl, ghdl_unit_fn fn, void *user);

// The design units (kind VHDL_DESIGN_UNIT) analysed without error, in order.
size_t ghdl_unit_count(const ghdl_t *ghdl);
vhdl_node_t ghdl_unit(const ghdl_t *ghdl, size_t i);

loc_t ghdl_loc(ghdl_t *ghdl, vhdl_node_t n);
loc_t ghdl_psl_loc(ghdl_t *ghdl, psltree_t p);

// The source file from its first byte, where the node is in it, and its
// length; lives as long as the session.
typedef struct {
    const char *text;
    size_t at, length;
} ghdl_source_t;
ghdl_source_t ghdl_source(const ghdl_t *ghdl, vhdl_node_t n);

#endif
