// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SEARCH_H
#define CLAVE_REACH_SEARCH_H

// Breadth-first search and random walks with fixed parameters. Bad steps of
// open targets are told to the task.

#include "reach/expand.h"
#include "reach/task.h"

typedef struct search search_t;

search_t *search_new(task_t *task);
void search_free(search_t *search);
expander_t *search_expander(search_t *search);

typedef struct {
    uint64_t effort; // instructions
    size_t states;
    uint64_t until;  // milliseconds, as now_ms
} search_limits_t;

typedef enum {
    SEARCH_STOPPED, // a limit was met
    SEARCH_TRIED,   // all that is worth trying was tried
    SEARCH_ALL,     // all reachable states were found, whatever the inputs
} search_end_t;

// Forgets the states of the last call.
search_end_t search_explore(search_t *search, const int64_t *parameters,
                            const search_limits_t *limits);
// Adds the states of a random walk to those found; parameters as before
// unless search_begin came between.
void search_begin(search_t *search, const int64_t *parameters);
void search_walk(search_t *search, size_t steps, uint64_t *generator);

// While it is quiet, a bad step is not told to the task, only noted; noted
// targets are forgotten when it becomes quiet.
void search_set_quiet(search_t *search, bool quiet);
bool search_noted(const search_t *search, size_t target);

// What was found, in the order of discovery; cells may be open.
size_t search_count(const search_t *search);
const int64_t *search_row(const search_t *search, size_t i);
// Was a bad step of the target found, though no run to it was accepted?
bool search_found(const search_t *search, size_t target);

#endif
