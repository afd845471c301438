// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_COMMAND_H
#define CLAVE_CLI_COMMAND_H

// What a subcommand gets and gives. main.c has the table of them.

#include "cli/supervise.h"
#include "core/options.h"
#include "frontend/design.h"

typedef struct {
    const options_t *options;
    diag_sink_t *sink;
    const volatile sig_atomic_t *interrupted;
} command_context_t;

typedef status_t (*command_fn)(const command_context_t *context);

status_t command_analyse(const command_context_t *context);
status_t command_check(const command_context_t *context);
status_t command_cosim(const command_context_t *context);
status_t command_dump(const command_context_t *context);
status_t command_ltl(const command_context_t *context);

// Does --colour ask for colours in what goes to a terminal, or elsewhere?
bool command_wants_colour(const options_t *options, bool terminal);
// Was -f given with this?
bool command_has_flavour(const options_t *options, const char *flavour);
// The limits of --timeout and --memory.
child_limits_t command_limits(const options_t *options);

// ---- for commands that read VHDL files ----

// The operands from `first` on. Emits an error if there are none, or if one
// of them is no readable text.
bool command_check_files(const command_context_t *context, size_t first);

// Called in the child. Starts libghdl with the options given; NULL after an
// error.
ghdl_t *command_start_ghdl(supervise_link_t *link, const options_t *options);
// Analyses the operands from `first` on, one by one, until one is wrong;
// calls `each` for each unit as soon as it is there.
void command_analyse_files(supervise_link_t *link, ghdl_t *ghdl,
                           const options_t *options, size_t first,
                           ghdl_unit_fn each, void *user);

// Lowers the top that the options name. Structural generics without a value
// get their default, which a note says. NULL after an error.
design_t *command_lower(supervise_link_t *link, ghdl_t *ghdl,
                        context_t *ctx, const options_t *options);

#endif
