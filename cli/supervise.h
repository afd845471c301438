// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_SUPERVISE_H
#define CLAVE_CLI_SUPERVISE_H

// Every command works in a child; the parent prints its diagnostics, keeps
// its results as they come, and turns its end, if it is not the proper one,
// into one diagnostic. What arrived before stays.

#include "cli/status.h"
#include "core/child.h"
#include "core/diag.h"

#include <signal.h>

typedef struct supervise_link supervise_link_t;

typedef struct {
    diag_sink_t *sink; // of the parent
    child_limits_t limits;
    // Runs in the child.
    void (*work)(supervise_link_t *link, void *user);
    // Runs in the parent, for each record that the work sends.
    child_record_fn record;
    void *user; // for both, each in its own copy of the memory
    const volatile sig_atomic_t *interrupted; // non-zero: stop
    bool verbose; // say each step
} supervise_job_t;

// Did everything arrive, and what is the exit status so far?
typedef struct {
    bool complete;
    status_t status;
} supervise_result_t;

supervise_result_t supervise(const supervise_job_t *job);

// ---- called by the work ----

// Its diagnostics go to the parent through this sink.
diag_sink_t *supervise_sink(supervise_link_t *link);
// Who is about to do what ("libghdl", "analysing", "a.vhd"): said if it fails.
void supervise_step(supervise_link_t *link, const char *who,
                    const char *doing, const char *what);
// `type` is any number below 1000.
void supervise_send(supervise_link_t *link, uint32_t type, const void *bytes,
                    size_t length);

#endif
