// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/valuation.h"

#include "core/hash.h"
#include "core/walk.h"
#include "reach/choice.h"

enum {
    SMALL = 5,              // 0 .. SMALL are tried for every parameter
    LARGE_CONSTANT = 65536, // constants above are of no use
    MAX_CONSTANTS = 24,
    MAX_VALUATIONS = 128,
    MAX_TRIES = 200000,
};

struct valuations {
    const system_t *system;
    context_t *ctx;
    term_vec_t leaves;
    choice_t *choice;
    number_vec_t *tried;  // of each parameter, what is preferred first
    number_vec_t larger;
    VEC(int64_t) cells;   // of all valuations
    size_t count, tries;
    bool sole, free;      // was anything chosen freely?
};

// ---- what to try ----

static void add_constant(number_vec_t *constants, bigint_t n)
{
    if (!bigint_is_small(n) || n.small > LARGE_CONSTANT
        || n.small < -LARGE_CONSTANT)
        return;
    for (int64_t d = -1; d <= 1; d++)
        numbers_add(constants, n.small + d);
}

static void find_constants(const system_t *s, number_vec_t *constants)
{
    term_vec_t roots = {0}, order = {0};
    system_terms(s, &roots);
    walk_postorder(s->ctx, roots.data, roots.len, &order);
    for (size_t i = 0; i < order.len; i++)
        if (term_kind(s->ctx, order.data[i]) == TERM_INT)
            add_constant(constants, term_value(s->ctx, order.data[i]));
    vec_release(&roots);
    vec_release(&order);
}

static void try_value(number_vec_t *tried, int64_t value)
{
    for (size_t i = 0; i < tried->len; i++)
        if (tried->data[i] == value)
            return;
    vec_push(tried, value);
}

// 0 .. SMALL, larger ones and constants in ascending order, then negative
// numbers.
static void try_integers(number_vec_t *tried, const number_vec_t *constants)
{
    for (int64_t i = 0; i <= SMALL; i++)
        vec_push(tried, i);
    size_t first = 0;
    while (first < constants->len && constants->data[first] < 0)
        first++;
    for (size_t i = first; i < constants->len && i < first + MAX_CONSTANTS;
         i++)
        try_value(tried, constants->data[i]);
    try_value(tried, -1);
    for (size_t i = first; i-- > 0 && tried->len < 2 * MAX_CONSTANTS;)
        try_value(tried, constants->data[i]);
}

static void try_all(valuations_t *v)
{
    number_vec_t constants = {0};
    find_constants(v->system, &constants);
    for (int64_t i = SMALL + 1; i <= 2 * SMALL; i++)
        numbers_add(&constants, i);
    for (size_t i = 0; i < v->leaves.len; i++) {
        const sort_t sort = term_sort(v->ctx, v->leaves.data[i]);
        if (sort_kind(v->ctx, sort) == SORT_INT)
            try_integers(&v->tried[i], &constants);
        else
            choice_values(v->choice, i, NULL, &v->tried[i]);
    }
    for (size_t i = 0; i < constants.len; i++)
        if (constants.data[i] > SMALL)
            numbers_add(&v->larger, constants.data[i]);
    vec_release(&constants);
}

// A value that `fixed` excludes by itself would only be in the way.
static void drop_excluded(valuations_t *v)
{
    program_t *program = choice_program(v->choice);
    for (size_t i = 0; i < v->leaves.len; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < v->tried[i].len; k++) {
            demand_t demand;
            program_choose(program, i, v->tried[i].data[k]);
            if (choice_conditions(v->choice, &demand) != CONDITIONS_FAIL)
                v->tried[i].data[kept++] = v->tried[i].data[k];
            program_reopen(program);
        }
        v->tried[i].len = kept;
    }
}

// ---- enumerating ----

static void emit(valuations_t *v)
{
    const program_t *program = choice_program(v->choice);
    for (size_t i = 0; i < v->leaves.len; i++)
        vec_push(&v->cells, program_cell(program, i));
    v->count++;
}

static size_t first_open(const valuations_t *v)
{
    const program_t *program = choice_program(v->choice);
    size_t i = 0;
    while (i < v->leaves.len && !program_is_open(program, i))
        i++;
    return i;
}

static bool is_enough(const valuations_t *v)
{
    return v->count >= MAX_VALUATIONS || v->tries >= MAX_TRIES;
}

// Values at places that add up to `size`.
static void enumerate(valuations_t *v, size_t size)
{
    program_t *program = choice_program(v->choice);
    demand_t demand;
    const conditions_t conditions = choice_conditions(v->choice, &demand);
    v->tries++;
    if (conditions == CONDITIONS_FAIL || is_enough(v))
        return;
    if (conditions == CONDITIONS_OPEN && demand.forced) {
        program_choose(program, demand.leaf, demand.value);
        enumerate(v, size);
        program_reopen(program);
        return;
    }
    const size_t leaf = first_open(v);
    if (leaf == v->leaves.len) {
        if (size == 0)
            emit(v);
        return;
    }
    v->free = true;
    for (size_t i = 0; i <= size && i < v->tried[leaf].len; i++) {
        program_choose(program, leaf, v->tried[leaf].data[i]);
        enumerate(v, size - i);
        program_reopen(program);
    }
}

static void enumerate_all(valuations_t *v)
{
    size_t largest = 0;
    for (size_t i = 0; i < v->leaves.len; i++)
        largest += v->tried[i].len;
    for (size_t size = 0; size <= largest && !is_enough(v); size++) {
        enumerate(v, size);
        if (!v->free) {
            v->sole = v->count == 1;
            return;
        }
    }
}

// ---- the interface ----

valuations_t *valuations_new(const system_t *system)
{
    valuations_t *v = xcalloc(1, sizeof *v);
    v->system = system;
    v->ctx = system->ctx;
    const size_t n = system->parameters.len;
    for (size_t i = 0; i < n; i++)
        vec_push(&v->leaves, term_last(v->ctx, system->parameters.data[i]));
    bool restricted = false;
    const term_t meanings = choice_meanings(system, &system->parameters,
                                            &v->leaves, &restricted);
    v->choice = choice_new(&(choice_spec_t){
        .ctx = v->ctx, .leaves = v->leaves.data, .leaf_count = n, .free = n,
        .conditions = term_and(v->ctx, system->fixed, meanings)});
    v->tried = xcalloc(n + 1, sizeof *v->tried);
    int64_t *cells = xcalloc(n + 1, sizeof *cells);
    bool *open = xcalloc(n + 1, sizeof *open);
    for (size_t i = 0; i < n; i++)
        open[i] = true;
    choice_load(v->choice, cells, open, 0);
    free(cells);
    free(open);
    try_all(v);
    drop_excluded(v);
    enumerate_all(v);
    v->sole &= !restricted;
    return v;
}

void valuations_free(valuations_t *v)
{
    if (v == NULL)
        return;
    choice_free(v->choice);
    for (size_t i = 0; i < v->leaves.len; i++)
        vec_release(&v->tried[i]);
    free(v->tried);
    vec_release(&v->larger);
    vec_release(&v->leaves);
    vec_release(&v->cells);
    free(v);
}

size_t valuations_count(const valuations_t *v)
{
    return v->count;
}

const int64_t *valuations_at(const valuations_t *v, size_t i)
{
    return v->cells.data + i * v->leaves.len;
}

bool valuations_sole(const valuations_t *v)
{
    return v->sole;
}

// ---- larger ones ----

static int64_t draw_value(valuations_t *v, size_t leaf, uint64_t *generator)
{
    const sort_t sort = term_sort(v->ctx, v->leaves.data[leaf]);
    const uint64_t h = hash_u64((*generator)++);
    const bool larger = sort_kind(v->ctx, sort) == SORT_INT && h % 4 != 0;
    const number_vec_t *from = larger ? &v->larger : &v->tried[leaf];
    return from->len == 0 ? 0 : from->data[h / 4 % from->len];
}

// How the parameters that are not forced get their values.
typedef int64_t (*pick_fn)(valuations_t *v, size_t leaf, void *user);

// True if all parameters have values that `fixed` allows.
static bool complete(valuations_t *v, pick_fn pick, void *user,
                     int64_t *values)
{
    program_t *program = choice_program(v->choice);
    demand_t demand;
    const conditions_t conditions = choice_conditions(v->choice, &demand);
    if (conditions == CONDITIONS_FAIL)
        return false;
    const bool forced = conditions == CONDITIONS_OPEN && demand.forced;
    const size_t leaf = forced ? demand.leaf : first_open(v);
    if (leaf == v->leaves.len) {
        for (size_t i = 0; i < leaf; i++)
            values[i] = program_cell(program, i);
        return true;
    }
    program_choose(program, leaf, forced ? demand.value
                                         : pick(v, leaf, user));
    const bool found = complete(v, pick, user, values);
    program_reopen(program);
    return found;
}

static int64_t pick_drawn(valuations_t *v, size_t leaf, void *user)
{
    return draw_value(v, leaf, user);
}

bool valuations_draw(valuations_t *v, uint64_t *generator, int64_t *values)
{
    for (unsigned i = 0; i < 50; i++)
        if (complete(v, pick_drawn, generator, values))
            return true;
    return false;
}

// ---- smaller ones ----

size_t valuations_choices(const valuations_t *v, size_t parameter)
{
    return v->tried[parameter].len;
}

int64_t valuations_choice(const valuations_t *v, size_t parameter, size_t i)
{
    return v->tried[parameter].data[i];
}

static int64_t pick_same(valuations_t *v, size_t leaf, void *user)
{
    (void)v;
    const int64_t *values = user;
    return values[leaf];
}

bool valuations_change(valuations_t *v, size_t parameter, int64_t value,
                       int64_t *values)
{
    program_t *program = choice_program(v->choice);
    program_choose(program, parameter, value);
    const bool allowed = complete(v, pick_same, values, values);
    program_reopen(program);
    return allowed;
}
