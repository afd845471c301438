// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_SUMMARY_H
#define CLAVE_FRONTEND_SUMMARY_H

// What `clave analyse` tells about design units, as plain data: no libghdl
// behind it, so it travels from the child that analysed to the parent that
// reports. All texts and arrays live in the arena they were made in.

#include "core/vec.h"
#include "core/wire.h"

typedef enum {
    SUMMARY_ENTITY,
    SUMMARY_ARCHITECTURE,
    SUMMARY_PACKAGE,
    SUMMARY_PACKAGE_BODY,
    SUMMARY_CONFIGURATION,
    SUMMARY_CONTEXT,
    SUMMARY_VUNIT,
    SUMMARY_OTHER,
    SUMMARY_KINDS
} summary_kind_t;

typedef struct {
    const char *name, *type; // as written
    const char *value;       // the default as written, or NULL
    loc_t loc;
} summary_generic_t;

typedef struct {
    const char *name, *mode, *type;
    const char *value;
    loc_t loc;
} summary_port_t;

enum { SUMMARY_RISING = 1, SUMMARY_FALLING = 2 };

// Something whose edges are waited for. Only an input is a clock in the
// sense of the model; a signal of the architecture is a derived one.
typedef struct {
    const char *name;
    uint32_t edges;
    bool derived;
    const char *via; // the instance that uses it, or NULL: a process here
    loc_t loc;       // of the first use
} summary_clock_t;

// An input that alone, by its value, sets registers to constants.
typedef struct {
    const char *name;
    const char *active; // '1', '0', true, ... or the name of a constant
    bool asynchronous;
    const char *via;
    loc_t loc;
} summary_reset_t;

typedef struct {
    const char *formal, *actual; // lower case; actual NULL: no single object
    bool input;                  // the actual is an input of the architecture
} summary_map_t;

typedef struct {
    const char *label;
    const char *library, *unit;      // library NULL: a component
    const char *architecture;        // NULL: not given
    summary_map_t *maps;
    size_t map_count;
    loc_t loc;
} summary_instance_t;

typedef struct {
    const char *kind;  // assert, assume, cover, restrict
    const char *label; // NULL: none
    const char *text;  // the property or sequence as written
    loc_t loc;
} summary_directive_t;

typedef struct {
    uint32_t kind;
    const char *name;
    const char *of; // an architecture's or vunit's entity, or NULL
    loc_t loc;
    summary_generic_t *generics;
    size_t generic_count;
    summary_port_t *ports;
    size_t port_count;
    summary_clock_t *clocks;
    size_t clock_count;
    summary_reset_t *resets;
    size_t reset_count;
    summary_instance_t *instances;
    size_t instance_count;
    summary_directive_t *directives;
    size_t directive_count;
} summary_unit_t;

typedef VEC(summary_unit_t) summary_vec_t;

// "entity", "architecture", ...
const char *summary_kind_name(summary_kind_t kind);

// Writes or reads a unit.
void summary_wire_unit(wire_t *wire, summary_unit_t *unit);

// Carries clocks and resets up through port maps: what an instance of one of
// the given units gets as its clock is a clock of the architecture around it.
void summary_link(summary_unit_t *units, size_t count, arena_t *arena);

#endif
