// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_GHW_H
#define CLAVE_SIM_GHW_H

// A recorded run, read from what `ghwdump -h -s` prints: the hierarchy, then
// after each delta all scalars that signals consist of. Kept are the values
// at given times (those after the last delta before each).

#include "core/diag.h"

typedef struct ghw ghw_t;

// `times` ascend, in nanoseconds. NULL after an error.
ghw_t *ghw_read(const char *path, const uint64_t *times, size_t count,
                diag_sink_t *sink);
void ghw_free(ghw_t *ghw);

// How many of the times lie before the last thing recorded; what is sampled
// at later ones is what the run ended with.
size_t ghw_complete(const ghw_t *ghw);

// A signal or port by its path, "tb.dut.gen(3).q", in lower case: which
// scalars it has. False if there is none.
typedef struct {
    const uint32_t *scalars; // borrowed until the ghw is freed
    size_t count;
} ghw_signal_t;
bool ghw_find(const ghw_t *ghw, const char *path, ghw_signal_t *signal);

// A scalar's value at a sample: '1', 12, true, idle; borrowed until the ghw is
// freed. NULL if nothing was recorded by then.
const char *ghw_scalar(const ghw_t *ghw, size_t sample, uint32_t scalar);

#endif
