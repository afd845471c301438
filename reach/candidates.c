// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/candidates.h"

#include "reach/compile.h"
#include "reach/guess.h"

// Larger numbers are left out of the samples: sums of a few of the others fit
// in 64 bits.
#define MAX_CELL ((int64_t)1 << 40)
#define MAX_ROWS 600
#define MAX_CANDIDATES 1500
// More Boolean state than this is not counted in sums.
#define MAX_COUNTED 8
#define MAX_RIGID 20

// ---- samples ----

static bool is_usable(const int64_t *row, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (row[i] > MAX_CELL || row[i] < -MAX_CELL)
            return false;
    return true;
}

static void take_rows(guess_t *guess)
{
    const samples_t *samples = task_samples(guess->task);
    const size_t width = samples->width;
    const size_t count = width > 0 ? samples->cells.len / width : 0;
    // Evenly spread over all of them if there are too many.
    const size_t stride = (count + MAX_ROWS - 1) / MAX_ROWS;
    guess->width = width;
    guess->cells = xnmalloc(count * width + 1, sizeof *guess->cells);
    for (size_t i = 0; i < count; i += stride) {
        const int64_t *row = samples->cells.data + i * width;
        if (is_usable(row, width))
            memcpy(guess->cells + guess->rows++ * width, row,
                   width * sizeof *row);
    }
}

static void number_valuations(guess_t *guess)
{
    const system_t *system = task_system(guess->task);
    const size_t bytes = system->parameters.len * sizeof *guess->cells;
    map_t *numbers = map_new();
    guess->valuation = xnmalloc(guess->rows + 1, sizeof *guess->valuation);
    for (size_t i = 0; i < guess->rows; i++) {
        const uint64_t hash = hash_bytes(guess->cells + i * guess->width,
                                         bytes);
        uint64_t number;
        if (!map_get(numbers, hash, &number)) {
            number = guess->valuations++;
            map_put(numbers, hash, number);
        }
        guess->valuation[i] = (uint32_t)number;
    }
    map_free(numbers);
}

// A row in which a value does not fit counts as 0: a wrong candidate at
// worst.
static void fill_columns(guess_t *guess, program_t *program, size_t count,
                         int64_t **values)
{
    int64_t *results = xcalloc(count + 1, sizeof *results);
    for (size_t row = 0; row < guess->rows; row++) {
        if (!program_run(program, guess->cells + row * guess->width,
                         results))
            memset(results, 0, count * sizeof *results);
        for (size_t i = 0; i < count; i++)
            values[i][row] = results[i];
    }
    free(results);
}

void guess_columns(guess_t *guess, const term_t *terms, size_t count,
                   column_vec_t *columns)
{
    term_vec_t leaves = {0};
    system_leaves(task_system(guess->task), &leaves);
    program_t *program = program_new(guess->ctx, leaves.data, guess->width,
                                     terms, count);
    int64_t **values = xnmalloc(count + 1, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = xnmalloc(guess->rows + 1, sizeof **values);
        vec_push(columns, ((column_t){terms[i], values[i]}));
    }
    fill_columns(guess, program, count, values);
    free(values);
    program_free(program);
    vec_release(&leaves);
}

void guess_release_columns(column_vec_t *columns)
{
    for (size_t i = 0; i < columns->len; i++)
        free(columns->data[i].values);
    vec_release(columns);
}

// ---- candidates ----

void guess_add(guess_t *guess, size_t guard, term_t t, unsigned rank)
{
    const term_t g = guess->guards.data[guard].term;
    const term_t c = term_implies(guess->ctx, g, t);
    if (term_is_constant(guess->ctx, c) || map_get(guess->known, c.id, NULL))
        return;
    map_put(guess->known, c.id, 1);
    vec_push(&guess->guessed, ((guessed_t){c, rank}));
}

static bool same_rows(const guess_t *guess, const guard_t *a,
                      const uint8_t *holds)
{
    return memcmp(a->holds, holds, guess->rows) == 0;
}

static size_t find_guard(const guess_t *guess, const uint8_t *holds)
{
    size_t i = 0;
    while (i < guess->guards.len
           && !same_rows(guess, &guess->guards.data[i], holds))
        i++;
    return i;
}

bool guess_add_guard(guess_t *guess, term_t term, guard_kind_t kind)
{
    column_vec_t column = {0};
    guess_columns(guess, &term, 1, &column);
    guard_t guard = {.term = term, .kind = kind};
    guard.holds = xmalloc(guess->rows + 1);
    for (size_t i = 0; i < guess->rows; i++) {
        guard.holds[i] = column.data[0].values[i] != 0;
        guard.count += guard.holds[i];
    }
    guess_release_columns(&column);
    const size_t same = find_guard(guess, guard.holds);
    if (guard.count > 0 && same == guess->guards.len) {
        vec_push(&guess->guards, guard);
        return true;
    }
    const term_t fact = guard.count == 0
        ? term_not(term)
        : term_eq(guess->ctx, term, guess->guards.data[same].term);
    guess_add(guess, 0, fact, kind == GUARD_LITERAL ? 8 : 22);
    free(guard.holds);
    return false;
}

size_t guess_valuations(const guess_t *guess, const guard_t *guard)
{
    uint8_t *seen = xcalloc(guess->valuations + 1, 1);
    size_t count = 0;
    for (size_t i = 0; i < guess->rows; i++) {
        if (!guard->holds[i] || seen[guess->valuation[i]])
            continue;
        seen[guess->valuation[i]] = 1;
        count++;
    }
    free(seen);
    return count;
}

// ---- all of it ----

static void make_rigid_columns(guess_t *guess)
{
    const shape_t *shape = guess->shape;
    term_vec_t terms = {0};
    vec_push(&terms, term_int(guess->ctx, 0));
    for (size_t i = 0; i < shape->rigid.len && terms.len < MAX_RIGID; i++)
        vec_push(&terms, shape->rigid.data[i]);
    guess->rigid_leaves = terms.len - 1;
    for (size_t i = 0; i < shape->sums.len && terms.len < MAX_RIGID; i++)
        if (shape->sums.data[i].count > 1
            || shape->sums.data[i].parts[0].factor != 1)
            vec_push(&terms, affine_term(guess->ctx, &shape->sums.data[i]));
    guess_columns(guess, terms.data, terms.len, &guess->rigid);
    vec_release(&terms);
}

static void make_state_columns(guess_t *guess)
{
    const shape_t *shape = guess->shape;
    guess_columns(guess, shape->integers.data, shape->integers.len,
                  &guess->integers);
    guess_columns(guess, shape->controls.data, shape->controls.len,
                  &guess->controls);
    if (shape->controls.len > MAX_COUNTED)
        return;
    for (size_t i = 0; i < shape->controls.len; i++) {
        const term_t b = shape->controls.data[i];
        if (sort_kind(guess->ctx, term_sort(guess->ctx, b)) != SORT_BOOL)
            continue;
        const term_t n = term_ite(guess->ctx, b, term_int(guess->ctx, 1),
                                  term_int(guess->ctx, 0));
        guess_columns(guess, &n, 1, &guess->integers);
    }
}

static void init_guess(guess_t *guess, task_t *task, candidates_level_t level)
{
    const system_t *system = task_system(task);
    *guess = (guess_t){.task = task, .ctx = system->ctx, .level = level};
    guess->shape = shape_new(system);
    guess->known = map_new();
    take_rows(guess);
    number_valuations(guess);
    make_rigid_columns(guess);
    make_state_columns(guess);
}

static void release_guess(guess_t *guess)
{
    guess_release_columns(&guess->rigid);
    guess_release_columns(&guess->integers);
    guess_release_columns(&guess->controls);
    for (size_t i = 0; i < guess->guards.len; i++)
        free(guess->guards.data[i].holds);
    vec_release(&guess->guards);
    vec_release(&guess->guessed);
    map_free(guess->known);
    shape_free(guess->shape);
    free(guess->cells);
    free(guess->valuation);
}

static int by_rank(const void *a, const void *b)
{
    const guessed_t *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->term.id < y->term.id ? -1 : x->term.id > y->term.id;
}

void candidates_make(task_t *task, candidates_level_t level,
                     term_vec_t *candidates)
{
    guess_t guess;
    init_guess(&guess, task, level);
    guess_guards(&guess);
    guess_clauses(&guess);
    guess_rings(&guess);
    guess_equalities(&guess);
    guess_bounds(&guess);
    guess_divisors(&guess);
    guess_slots(&guess);
    if (guess.guessed.len > 0)
        qsort(guess.guessed.data, guess.guessed.len,
              sizeof guess.guessed.data[0], by_rank);
    for (size_t i = 0; i < guess.guessed.len && i < MAX_CANDIDATES; i++)
        vec_push(candidates, guess.guessed.data[i].term);
    release_guess(&guess);
}
