// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_TESTS_REACH_RANDOM_LINEAR_H
#define CLAVE_TESTS_REACH_RANDOM_LINEAR_H

// Random terms as engines meet them: Booleans, integers and enumerations over
// given leaves, without arrays, products or divisions by unknowns.

#include "core/term.h"

typedef struct random_linear random_linear_t;

// The same seed gives the same terms. There has to be a leaf of sort bool and
// one of sort int; of enumerations, only one sort.
random_linear_t *random_linear_new(context_t *ctx, uint64_t seed,
                                   const term_t *leaves, size_t count);
void random_linear_free(random_linear_t *r);

uint64_t random_linear_draw(random_linear_t *r, uint64_t below);
// A Boolean or an integer term; later ones are over earlier ones.
term_t random_linear_bool(random_linear_t *r);
term_t random_linear_int(random_linear_t *r);
// A term of the enumeration; a literal of a sort if there is no leaf of it.
term_t random_linear_enum(random_linear_t *r);

#endif
