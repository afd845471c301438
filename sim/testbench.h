// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_TESTBENCH_H
#define CLAVE_SIM_TESTBENCH_H

// A VHDL testbench that plays given inputs: a constant for each generic of
// the top, a signal for each port, one instance, one process.
//
// Step i ends at time (i + 1) * 1 us. Then all clocks that have an edge in it
// change in one delta. The registers take their new values in the next delta
// but one, and so do the inputs of step i + 1: no state between two steps is
// ever stable. A clock of which one edge counts goes back half a step later.
// Step i is sampled just before its end.
//
// So that a failure can be told to belong to a step, the testbench reports
// TESTBENCH_MARK and the number of the step when it ends.

#include "frontend/design.h"

#define TESTBENCH_MARK "clave step "

typedef struct {
    const char *port;
    const char *const *values; // of a data input: as VHDL writes them, by step
    const bool *edges;         // of a clock: by step
    bool level;                // of a clock: before the first edge
    bool both;                 // of a clock: both edges count
} testbench_port_t;

typedef struct {
    ghdl_t *ghdl;
    vhdl_node_t entity;
    vhdl_node_t architecture;
    const design_setting_t *generics; // values as VHDL writes them
    size_t generic_count;
    const testbench_port_t *ports;
    size_t port_count;
    size_t steps;
} testbench_t;

// The time at which a step ends, in nanoseconds.
uint64_t testbench_time(size_t step);
// The entity is called COPY_TESTBENCH, the instance COPY_TOP (sim/copy.h).
void testbench_write(const testbench_t *testbench, text_t *out);

#endif
