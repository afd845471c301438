// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_VCD_H
#define CLAVE_CORE_VCD_H

// Value change dumps (IEEE 1364) that waveform viewers read. Step i lies
// between 10 i and 10 (i + 1) ns; an edge that step i has is drawn at its end,
// where the state that it leads to begins, so that registers sample what
// stands before the edge. Dots in names make scopes.

#include "core/arena.h"
#include "core/trace.h"

typedef enum {
    VCD_BIT,    // values are "0" and "1"
    VCD_BITS,   // "0110", of the wave's width
    VCD_STRING, // anything, as GTKWave reads it
    VCD_CLOCK,  // in each step "r" (it rises), "f" (it falls) or "-"
} vcd_kind_t;

typedef struct {
    const char *name;
    vcd_kind_t kind;
    unsigned width;            // of VCD_BITS
    const char *const *values; // by step; NULL: not known
} vcd_wave_t;

typedef struct {
    const char *top;     // name of the outermost scope
    const char *comment; // or NULL
    const vcd_wave_t *waves;
    size_t wave_count;
    size_t steps;
} vcd_t;

void vcd_write_waves(const vcd_t *vcd, text_t *out);

// How wide numbers have to be, with a sign if one is negative; and a number
// in that width.
unsigned vcd_width(const bigint_t *numbers, size_t count);
void vcd_bits(bigint_t n, unsigned width, text_t *out);
// The values of a clock.
const char *const *vcd_edges(const trace_t *trace, var_t clock,
                             arena_t *arena);

// The variables of a trace. Integers are as wide as their values in the trace
// need, array elements that occur get a name of their own.
void vcd_write(const trace_t *trace, text_t *out);

#endif
