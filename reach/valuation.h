// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_VALUATION_H
#define CLAVE_REACH_VALUATION_H

// Values of a system's parameters, to search with: small numbers and what is
// next to the constants of the design, as far as `fixed` allows them.

#include "reach/system.h"

typedef struct valuations valuations_t;

valuations_t *valuations_new(const system_t *system);
void valuations_free(valuations_t *valuations);

// The small ones first; each has a number for every parameter.
size_t valuations_count(const valuations_t *valuations);
const int64_t *valuations_at(const valuations_t *valuations, size_t i);
// Is there only one, because `fixed` says so?
bool valuations_sole(const valuations_t *valuations);

// A larger one, by the generator; false if none is found.
bool valuations_draw(valuations_t *valuations, uint64_t *generator,
                     int64_t *values);

// Values that are tried for a parameter, what is preferred first.
size_t valuations_choices(const valuations_t *valuations, size_t parameter);
int64_t valuations_choice(const valuations_t *valuations, size_t parameter,
                          size_t i);
// Changes one parameter, and those that follow from it; false, and nothing is
// changed, if `fixed` does not allow it.
bool valuations_change(valuations_t *valuations, size_t parameter,
                       int64_t value, int64_t *values);

#endif
