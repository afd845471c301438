// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_GENERICS_H
#define CLAVE_SIM_GENERICS_H

// Random values for the generics of a design, corner values included. The
// user may narrow them: NAME=VALUE is that value, NAME=LO..HI an integer of
// that range, NAME=A|B|C one of these.

#include "core/value.h"
#include "frontend/design.h"
#include "sim/random.h"

typedef struct generics generics_t;

// What the user gave; texts are borrowed until the generics are freed. NULL
// after an error.
generics_t *generics_new(const char *const *given, size_t count,
                         diag_sink_t *sink);
void generics_free(generics_t *generics);

// Draws a value for each generic of the design; the integers' bounds may
// refer to generics before them.
bool generics_draw(generics_t *generics, context_t *ctx,
                   const design_t *design, random_t *random) MUST_USE;

// ---- of the last draw, borrowed until the next ----

// All of them, as VHDL writes them; what has only its default is left out.
size_t generics_count(const generics_t *generics);
const design_setting_t *generics_settings(const generics_t *generics);
// Only those which the lowering of a design has to know: single values of the
// user's, structural ones, and those that are no numbers, bits or
// enumerations. Before the first draw: the first of these.
size_t generics_fixed_count(const generics_t *generics);
const design_setting_t *generics_fixed(const generics_t *generics);
// Makes those of the last draw fixed that the design says are structural.
// Returns whether there were any.
bool generics_fix(generics_t *generics, const design_t *design);
// The value of the parameter that a design has for a generic; owned by the
// caller. False if the text is no value of the type.
bool generics_value(const generics_t *generics, context_t *ctx,
                    const design_generic_t *generic, value_t *value) MUST_USE;
// DEPTH=4, WIDTH=2.
void generics_format(const generics_t *generics, text_t *out);

#endif
