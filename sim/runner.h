// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_RUNNER_H
#define CLAVE_SIM_RUNNER_H

// GHDL and ghwdump as programs, in a directory of our own that is removed
// afterwards. Nothing goes through a shell. The exit status of ghdl is no
// evidence for anything: what happened is in its messages.

#include "core/diag.h"

typedef struct {
    const char *std;  // as for --std=
    const char *work; // the library's name
    const char *const *library_paths;
    size_t library_path_count;
    bool synopsys, relaxed;
    unsigned seconds; // for one program; 0: no limit
    const char *base; // where its directory is made (sim/scratch.h), or NULL
} runner_options_t;

typedef struct runner runner_t;

// The options and the sink are borrowed until the runner is freed. NULL after
// an error (no room for a directory).
runner_t *runner_new(const runner_options_t *options, diag_sink_t *sink);
// Removes the directory and everything in it.
void runner_free(runner_t *runner);
const char *runner_directory(const runner_t *runner);

// A new file in the directory. False after an error.
bool runner_write(runner_t *runner, const char *name, const char *bytes,
                  size_t length) MUST_USE;

typedef enum {
    RUNNER_ENDED,    // the simulation came to its end
    RUNNER_FAILED,   // a bound check, an overflow, a division by zero, ...
    RUNNER_REFUSED,  // not simulated: analysis or elaboration failed
    RUNNER_TIMED_OUT,
    RUNNER_CRASHED,  // ghdl died of a signal (a division by zero, for one)
    RUNNER_STATES
} runner_state_t;

// A message of the simulation, in the order printed.
typedef struct {
    const char *file;  // as written with runner_write; "" without a place
    unsigned line;
    const char *level; // "note", "warning", "error", "failure", "fatal"
    const char *text;
} runner_message_t;

typedef struct {
    runner_state_t state;
    const runner_message_t *messages;
    size_t message_count;
    const char *output; // everything printed, for a diagnostic
} runner_result_t;

// Analyses the files in order, elaborates `top` and simulates, recording into
// `wave` in the directory. Asserts do not stop it; the time does, unless it
// is 0. After a crash nothing is recorded. False, with an error emitted, if
// ghdl cannot be started. The result is borrowed until the next run or until
// the runner is freed.
bool runner_simulate(runner_t *runner, const char *const *files, size_t count,
                     const char *top, const char *wave, uint64_t stop_ns,
                     runner_result_t *result) MUST_USE;

// Runs `ghwdump -h -s` on a recorded file; the text is in the file `dump` of
// the directory. False after an error.
bool runner_dump(runner_t *runner, const char *wave, const char *dump)
    MUST_USE;

#endif
