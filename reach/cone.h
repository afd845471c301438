// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_CONE_H
#define CLAVE_REACH_CONE_H

// The part of a model that some properties depend on, and the way back: from
// a run of the part to one of the whole.

#include "reach/system.h"

// The cone of influence of the properties, which come first in it and in this
// order; other obligations and asserts that speak about the cone's variables
// only follow, so that a run is looked at up to the first that fails. Owned
// by the caller.
model_t *cone_new(const model_t *model, const size_t *properties,
                  size_t count);

// A run of the whole with the values that the run of the cone has, complete
// and owned by the caller; the system is of the whole model. NULL if there is
// none: the rest of the model ends every such run earlier, or its
// assumptions exclude it, or the time (in milliseconds; 0: no limit) is up.
trace_t *cone_complete(const system_t *whole, size_t target,
                       const trace_t *run, uint64_t milliseconds);

#endif
