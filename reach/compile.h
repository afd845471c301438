// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_COMPILE_H
#define CLAVE_REACH_COMPILE_H

// Terms compiled to straight-line code over 64-bit numbers: Booleans are 0
// and 1, literals of enumerations their positions. For evaluating the same
// terms millions of times.

#include "core/value.h"

typedef struct program program_t;

// The value of this sort that a cell holds; owned by the caller.
value_t cell_value(context_t *ctx, sort_t sort, int64_t cell);

// The cells of program_run hold the values of these leaves, in this order;
// other leaves must not occur. No arrays.
program_t *program_new(context_t *ctx, const term_t *leaves,
                       size_t leaf_count, const term_t *roots,
                       size_t root_count);
void program_free(program_t *program);
// False if something does not fit in 64 bits; results are then undefined.
bool program_run(program_t *program, const int64_t *cells, int64_t *results)
    MUST_USE;

// ---- with leaves left open ----
//
// A leaf may be open: its value is not chosen yet. Results are then known as
// far as they do not depend on it, so that a search chooses values only where
// they matter. Open leaves are chosen one by one, and opened again in the
// opposite order. program_run disturbs all this.

typedef enum {
    RESULT_KNOWN,
    RESULT_OPEN, // it depends on an open leaf
    RESULT_LOST, // something does not fit in 64 bits
} result_state_t;

typedef struct {
    result_state_t state;
    int64_t value; // if known
    size_t leaf;   // if open: one to choose in order to know more
    bool copy;     // if open: the result is the value of that leaf
} result_t;

// Sets the leaves from `first` on, from all cells; `open` tells which of them
// are open. Leaves before `first` keep what they have.
void program_load(program_t *program, const int64_t *cells, const bool *open,
                  size_t first);
void program_choose(program_t *program, size_t leaf, int64_t value);
void program_reopen(program_t *program); // what was chosen last
bool program_is_open(const program_t *program, size_t leaf);
int64_t program_cell(const program_t *program, size_t leaf);
result_t program_result(const program_t *program, size_t root);
// How many instructions were executed so far by the functions above: a
// measure of effort that does not depend on the machine.
uint64_t program_effort(const program_t *program);

#endif
