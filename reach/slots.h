// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SLOTS_H
#define CLAVE_REACH_SLOTS_H

// Memories by tracked slots. A slot is a rigid index, an unconstrained
// parameter, and for each memory that it follows a variable for the element
// there. A read is that element where its address is the index of a slot, and
// arbitrary elsewhere.
//
// Which index? That is a prophecy: a slot is tied to an address, a function
// of the run (reach/origin.h), and the property fails in the extended model
// only where the address, in that very step, is the index. For a run of the
// original that violates the property there is an index with which it
// violates it in the extended model: the address that it has at the end.
// Nothing else about the choice of addresses matters for proofs.

#include "core/trace.h"
#include "reach/rewrite.h"

typedef struct slots slots_t;

// The model is borrowed.
slots_t *slots_new(const model_t *original, fresh_table_t *table);
void slots_free(slots_t *slots);

bool slots_needed(const model_t *model);
// The original with indices, history registers and ties; arrays are still
// arrays in it. Owned by the caller.
model_t *slots_extend(const slots_t *slots);
// The extended model (or the original) without arrays; owned by the caller.
model_t *slots_apply(const slots_t *slots, const model_t *extended);

size_t slots_count(const slots_t *slots);
var_t slots_index(const slots_t *slots, size_t i);
// What the index is tied to, over variables of the extended model.
term_t slots_address(const slots_t *slots, size_t i);

// The address and the memory that a read is of, given what it means; false if
// it is not a read of a memory that can be followed.
bool slots_read(const slots_t *slots, term_t meaning, var_t *array,
                term_t *address);
// In a run of the original, this read mattered in this step for the property
// in the last one, and was arbitrary: adds a slot for it. False if there is
// no way to.
bool slots_refine(slots_t *slots, size_t property, term_t meaning,
                  const trace_t *original, size_t step);

#endif
