// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_WAVE_H
#define CLAVE_PSL_WAVE_H

// Words from value change dumps: each time stamp is a letter with the values
// that hold from it on. One-bit signals are propositions, by their name or,
// where that is not unique, by their path "top.u1.clk".

#include "core/diag.h"
#include "psl/formula.h"
#include "psl/word.h"

// For the atoms that the pool has now. NULL after a diagnostic: no such
// signal, not one bit wide, or neither 0 nor 1 at some time.
word_t *wave_read(formula_pool_t *pool, const char *path, const char *text,
                  size_t length, diag_sink_t *sink);

#endif
