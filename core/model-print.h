// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_MODEL_PRINT_H
#define CLAVE_CORE_MODEL_PRINT_H

// A model as text: stable, line-oriented, the same on every machine.

#include "core/model.h"

// The functional form: one next value per state variable.
void model_print(const model_t *model, const sources_t *sources, text_t *out);
// M = (V, T, B): one rule per line, grouped by variable, with its trigger.
void model_print_rules(const model_t *model, const sources_t *sources,
                       text_t *out);

#endif
