// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_CHILD_H
#define CLAVE_CORE_CHILD_H

// Work in a child process, so that a crash, a hang or a leak of memory in a
// library costs one diagnostic and not the results. The child sends records
// (a number and some bytes) through a pipe; a last record, sent when its
// function returns, says that it ended well. The parent never reads a result
// from an exit status: an Ada exception, for one, exits with 1.
//
// Several children can run side by side: start them, then alternate
// child_wait and child_pump. What a child prints does not reach the user;
// its end is kept for a diagnostic. The child leads a process group of its
// own, which is killed as a whole, and it dies with its parent.

#include "core/base.h"

typedef struct child child_t;
typedef struct child_link child_link_t; // the child's end of the pipe

typedef enum {
    CHILD_RUNNING,
    CHILD_DONE,          // its function returned, every record has arrived
    CHILD_CRASHED,       // a signal ended it: child_signal
    CHILD_EXITED,        // it left without the last record: child_exit_status
    CHILD_TIMED_OUT,     // killed at its time limit
    CHILD_OUT_OF_MEMORY, // ended by its memory limit
    CHILD_STOPPED,       // killed by child_stop
    CHILD_STATES
} child_state_t;

typedef struct {
    uint64_t milliseconds; // of wall-clock time; 0: no limit
    uint64_t bytes;        // above those in use at the start; 0: no limit
} child_limits_t;

// Runs in the child, with standard input empty. `user` points into a copy of
// the parent's memory.
typedef void (*child_main_fn)(child_link_t *link, void *user);
// Gets each record in order; the bytes are borrowed for the call, followed
// by a NUL that does not count.
typedef void (*child_record_fn)(uint32_t type, const char *bytes,
                                size_t length, void *user);

// "running", "done", ...
const char *child_state_name(child_state_t state);

// Owned by the caller; NULL with errno set if the system has no process or
// pipe to give.
child_t *child_start(child_limits_t limits, child_main_fn fn, void *user);
// Stops the child if it runs.
void child_free(child_t *child);

// Called by the child. `type` is any number below UINT32_MAX, the length at
// most CHILD_MAX_RECORD. Ends the process if the parent is gone.
#define CHILD_MAX_RECORD ((size_t)1 << 30)
void child_send(child_link_t *link, uint32_t type, const void *bytes,
                size_t length);

// The other way: records to a child, which takes them when it likes. Telling
// never sleeps; what the pipe does not hold is kept for the next child_tell or
// child_pump. A child that has ended is told nothing.
void child_tell(child_t *child, uint32_t type, const void *bytes,
                size_t length);
// Called by the child: hands out what has arrived by now, without sleeping.
void child_receive(child_link_t *link, child_record_fn fn, void *user);

// Sleeps until one of the running children has something to say or may have
// reached a limit, `max_ms` have passed (-1: no limit), or a signal came.
void child_wait(child_t *const *children, size_t count, int max_ms);
// Takes what has arrived, without sleeping, and looks at the limits. Once it
// returns anything but CHILD_RUNNING the child is gone and reaped.
child_state_t child_pump(child_t *child, child_record_fn fn, void *user);
// Kills the child and its group; its state is then CHILD_STOPPED.
void child_stop(child_t *child);

child_state_t child_state(const child_t *child);
// The signal of CHILD_CRASHED, otherwise 0.
int child_signal(const child_t *child);
// The status of CHILD_EXITED, otherwise 0.
int child_exit_status(const child_t *child);
uint64_t child_elapsed_ms(const child_t *child);
// The end of what it printed on standard output and error, at most 8 kB.
// Borrowed until the next child_pump.
const char *child_output(const child_t *child);

#endif
