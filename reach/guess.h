// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_GUESS_H
#define CLAVE_REACH_GUESS_H

// Inside of candidates.c: the samples as columns of numbers, the conditions
// under which something may hold (guards), and the candidates so far. Each
// kind of candidate has a file guess-KIND.c.

#include "core/hash.h"
#include "reach/candidates.h"
#include "reach/shape.h"

// A term and its value in each row.
typedef struct {
    term_t term;
    int64_t *values;
} column_t;

typedef VEC(column_t) column_vec_t;

typedef enum {
    GUARD_TRUE,
    GUARD_LITERAL,   // of a Boolean state, or an enumeration's value
    GUARD_PREDICATE, // a condition of the design
    GUARD_VALUATION, // of all control state
} guard_kind_t;

typedef struct {
    term_t term;
    guard_kind_t kind;
    uint8_t *holds; // in each row
    size_t count;   // of rows where it holds
} guard_t;

// Candidates with a lower rank come first.
typedef struct {
    term_t term;
    unsigned rank;
} guessed_t;

typedef struct {
    task_t *task;
    context_t *ctx;
    candidates_level_t level;
    shape_t *shape;
    size_t width, rows;
    int64_t *cells;      // of the samples, row by row
    uint32_t *valuation; // the number of a row's parameter values
    size_t valuations;
    column_vec_t rigid;    // integer parameters and their sums; the first is 0
    size_t rigid_leaves;   // how many of them (after the 0) are leaves
    column_vec_t integers; // as in the shape, then derived ones
    column_vec_t controls; // as in the shape
    VEC(guard_t) guards;   // the first is true
    VEC(guessed_t) guessed;
    map_t *known;          // terms in `guessed`
} guess_t;

// Values of terms over parameters and state in all rows, a column each. Rows
// in which they do not fit are removed from the samples first.
void guess_columns(guess_t *guess, const term_t *terms, size_t count,
                   column_vec_t *columns);
void guess_release_columns(column_vec_t *columns);

// A guard that holds in some rows; false if another one (or its negation)
// holds in the same rows, and then says so as a candidate.
bool guess_add_guard(guess_t *guess, term_t term, guard_kind_t kind);
// guards[guard] -> t
void guess_add(guess_t *guess, size_t guard, term_t t, unsigned rank);

// How many parameter valuations the rows under a guard have.
size_t guess_valuations(const guess_t *guess, const guard_t *guard);

void guess_guards(guess_t *guess);
void guess_clauses(guess_t *guess);
void guess_bounds(guess_t *guess);
void guess_equalities(guess_t *guess);
void guess_rings(guess_t *guess);
void guess_divisors(guess_t *guess);
void guess_slots(guess_t *guess);

#endif
