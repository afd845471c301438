// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VCD_H
#define CLAVE_CORE_VCD_H

// A trace as a value change dump (IEEE 1364) that waveform viewers read. Step
// i lies between 10 i and 10 (i + 1) ns; an edge that step i has is drawn at
// its end, where the state that it leads to begins, so that registers sample
// what stands before the edge. Dots in names make scopes. Integers are as wide
// as their values in the trace need, enumerations are strings (as GTKWave
// reads them), array elements that occur get a name of their own.

#include "core/trace.h"

void vcd_write(const trace_t *trace, text_t *out);

#endif
