// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SHAPE_H
#define CLAVE_REACH_SHAPE_H

// What the terms of a system tell about the invariants that it may have:
// sums of parameters that state is compared with, counters that wrap around,
// conditions on the state, and which variables have to do with each other.
// Nothing depends on names, and constant offsets of variables do not matter.

#include "reach/affine.h"
#include "reach/system.h"

// What a term depends on, at most.
typedef enum {
    SHAPE_CONSTANT,
    SHAPE_RIGID, // parameters, and state that never changes
    SHAPE_STATE,
    SHAPE_INPUT, // inputs and edges
} shape_class_t;

// A counter that runs from `bottom` to `bottom` + the size of its ring - 1.
typedef struct {
    term_t counter; // TERM_LAST of an integer state
    affine_t bottom;
} ring_member_t;

// Counters that wrap around after the same number of steps.
typedef struct {
    affine_t size; // over rigid leaves
    VEC(ring_member_t) members;
} ring_t;

typedef VEC(affine_t) affine_vec_t;

// x is compared with a rigid leaf: x = index + offset is asked somewhere.
typedef struct {
    term_t x, index;
    int64_t offset;
} shape_probe_t;

typedef struct {
    const system_t *system;
    context_t *ctx;
    term_vec_t rigid;      // integer leaves
    term_vec_t integers;   // TERM_LAST of the integer state that changes
    term_vec_t controls;   // ... of the other state that changes
    affine_vec_t sums;     // of rigid leaves, without constants
    term_vec_t predicates; // Boolean subterms over rigid leaves and state
    VEC(ring_t) rings;
    VEC(shape_probe_t) probes;
    bool *related;         // a matrix over `integers`
} shape_t;

// The system is borrowed.
shape_t *shape_new(const system_t *system);
void shape_free(shape_t *shape);

bool shape_is_rigid(const shape_t *shape, term_t leaf);
// Do these integers (by their place) occur together somewhere?
bool shape_related(const shape_t *shape, size_t i, size_t j);
// What t depends on.
shape_class_t shape_class(const shape_t *shape, term_t t);

#endif
