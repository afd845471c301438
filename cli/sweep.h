// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_SWEEP_H
#define CLAVE_CLI_SWEEP_H

// All lowerings of a top that `clave check` looks at: one, unless generics
// decide the structure; then one for each value that the user gave, or that
// is taken without being asked.

#include "cli/command.h"

typedef struct {
    design_t *design; // owned by whoever gets it
    const design_setting_t *settings; // the generics that have a value
    size_t setting_count;
} sweep_point_t;

// Called for each; texts are borrowed for the call.
typedef void (*sweep_fn)(const sweep_point_t *point, void *user);

// Errors are emitted; the other lowerings are made all the same.
void sweep(supervise_link_t *link, ghdl_t *ghdl, context_t *ctx,
           const options_t *options, sweep_fn each, void *user);

#endif
