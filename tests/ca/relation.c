// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/relation.h"
#include "core/eval.h"
#include "tests/tap.h"

// Random relations between the state x, b, an input i, and the next values
// x', y', b', compared with what they are solved to on every point of a small
// cube.

enum { X, B, I, KNOWN, NX = KNOWN, NY, NB, LEAVES, FRESH = 8, SLOTS = 16 };
enum { LOWEST = -1, HIGHEST = 2 };

typedef struct {
    context_t *ctx;
    uint64_t state;         // of the generator
    term_t leaves[SLOTS];   // known ones, unknowns, then inputs
    size_t fresh;           // how many inputs there are
    int64_t values[SLOTS];
    eval_t *eval;
} world_t;

static uint64_t draw(world_t *w, uint64_t below)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (w->state >> 33) % below;
}

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    world_t *w = user;
    for (size_t i = 0; i < SLOTS; i++)
        if (term_equal(w->leaves[i], leaf))
            return sort_kind(ctx, term_sort(ctx, leaf)) == SORT_BOOL
                ? value_bool(ctx, w->values[i] != 0)
                : value_int(ctx, w->values[i]);
    ck_abort_msg("an unknown leaf");
    return value_bool(ctx, false);
}

static term_t new_leaf(world_t *w, const char *name, sort_t sort, bool next)
{
    const var_t v = var_new(w->ctx, ident_new(context_idents(w->ctx), name),
                            sort);
    return next ? term_next(w->ctx, v) : term_last(w->ctx, v);
}

static void world_init(world_t *w, uint64_t seed)
{
    *w = (world_t){.ctx = context_new(), .state = seed};
    const sort_t integer = sort_int(w->ctx), boolean = sort_bool(w->ctx);
    w->leaves[X] = new_leaf(w, "x", integer, false);
    w->leaves[B] = new_leaf(w, "b", boolean, false);
    w->leaves[I] = new_leaf(w, "i", boolean, false);
    w->leaves[NX] = new_leaf(w, "x", integer, true);
    w->leaves[NY] = new_leaf(w, "y", integer, true);
    w->leaves[NB] = new_leaf(w, "b", boolean, true);
    w->eval = eval_new(w->ctx, leaf_value, w);
}

static void world_release(world_t *w)
{
    eval_free(w->eval);
    context_free(w->ctx);
}

// ---- random formulas ----

static term_t random_number(world_t *w)
{
    static const int numbers[] = {X, NX, NY};
    const uint64_t k = draw(w, 5);
    term_t t = k < 3 ? w->leaves[numbers[k]]
                     : term_int(w->ctx, (int64_t)draw(w, 3) - 1);
    if (draw(w, 3) == 0)
        t = term_add(w->ctx, t, term_mul(w->ctx,
                                         term_int(w->ctx, draw(w, 2) ? -1 : 2),
                                         w->leaves[numbers[draw(w, 3)]]));
    return t;
}

static term_t random_atom(world_t *w)
{
    static const int booleans[] = {B, I, NB};
    const uint64_t k = draw(w, 6);
    term_t t = w->leaves[booleans[draw(w, 3)]];
    if (k < 3)
        t = term_eq(w->ctx, random_number(w), random_number(w));
    else if (k == 3)
        t = term_le(w->ctx, random_number(w), random_number(w));
    return draw(w, 4) == 0 ? term_not(t) : t;
}

static term_t random_formula(world_t *w, unsigned depth)
{
    if (depth == 0)
        return random_atom(w);
    const term_t a = random_formula(w, depth - 1);
    const term_t b = random_formula(w, depth - 1);
    switch (draw(w, 6)) {
    case 0: return term_or(w->ctx, a, b);
    case 1: return term_ite(w->ctx, random_atom(w), a, b);
    case 2: return term_eq(w->ctx, a, b);
    case 3: return random_atom(w);
    default: return term_and(w->ctx, a, b);
    }
}

// ---- comparing ----

static term_t fresh(size_t unknown, void *user)
{
    world_t *w = user;
    const sort_t sort = unknown == SIZE_MAX
        ? sort_bool(w->ctx) : term_sort(w->ctx, w->leaves[KNOWN + unknown]);
    ck_assert_uint_lt(FRESH + w->fresh, SLOTS);
    w->leaves[FRESH + w->fresh] = new_leaf(w, "fresh", sort, false);
    return w->leaves[FRESH + w->fresh++];
}

static bool is_number(const world_t *w, size_t slot)
{
    return sort_kind(w->ctx, term_sort(w->ctx, w->leaves[slot])) == SORT_INT;
}

// The next assignment to the slots from..to - 1; false after the last.
static bool next_point(world_t *w, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (w->values[i]++ < (is_number(w, i) ? HIGHEST : 1))
            return true;
        w->values[i] = is_number(w, i) ? LOWEST : 0;
    }
    return false;
}

static void first_point(world_t *w, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        w->values[i] = is_number(w, i) ? LOWEST : 0;
}

static bool holds(world_t *w, term_t t)
{
    bool result;
    eval_clear(w->eval);
    ck_assert(eval_bool(w->eval, t, &result));
    return result;
}

// unknowns = values and constraint, as one formula.
static term_t solved(world_t *w, const term_t *values, term_t constraint)
{
    for (size_t i = 0; i < LEAVES - KNOWN; i++)
        constraint = term_and(w->ctx, constraint,
                              term_eq(w->ctx, w->leaves[KNOWN + i],
                                      values[i]));
    return constraint;
}

static bool some_input(world_t *w, term_t t)
{
    first_point(w, FRESH, FRESH + w->fresh);
    do {
        if (holds(w, t))
            return true;
    } while (next_point(w, FRESH, FRESH + w->fresh));
    return false;
}

static void compare(world_t *w, term_t formula)
{
    term_t values[LEAVES - KNOWN];
    const relation_t r = {.ctx = w->ctx, .unknowns = w->leaves + KNOWN,
                          .count = LEAVES - KNOWN, .fresh = fresh, .user = w};
    const term_t rest = relation_solve(&r, formula, values);
    const term_t all = solved(w, values, rest);
    first_point(w, 0, LEAVES);
    do {
        ck_assert(holds(w, formula) == some_input(w, all));
    } while (next_point(w, 0, LEAVES));
}

START_TEST(nothing_is_lost_or_added)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        world_t w;
        world_init(&w, seed * 77);
        compare(&w, random_formula(&w, 3));
        world_release(&w);
    }
}
END_TEST

// Values that never refer to an unknown that has none.
START_TEST(without_inputs_it_defines_what_it_can)
{
    world_t w;
    world_init(&w, 1);
    context_t *c = w.ctx;
    const term_t *l = w.leaves;
    term_t values[LEAVES - KNOWN];
    const relation_t r = {.ctx = c, .unknowns = l + KNOWN,
                          .count = LEAVES - KNOWN};
    const term_t rest = relation_solve(
        &r, term_and(c, term_eq(c, l[NX], term_add(c, l[X], term_int(c, 1))),
                     term_le(c, l[NX], l[NY])), values);
    ck_assert(term_equal(values[0], term_add(c, l[X], term_int(c, 1))));
    ck_assert(term_equal(values[1], l[NY]));
    ck_assert(term_equal(values[2], l[NB]));
    ck_assert(term_equal(rest, term_le(c, values[0], l[NY])));
    world_release(&w);
}
END_TEST

START_TEST(complementary_guards_leave_no_input)
{
    world_t w;
    world_init(&w, 1);
    context_t *c = w.ctx;
    const term_t *l = w.leaves, two = term_int(c, 2);
    const term_t up = term_eq(c, l[NX], term_mul(c, two, l[X]));
    const term_t keep = term_eq(c, term_sub(c, l[NX], l[X]), term_int(c, 0));
    const term_t g = term_and(c, l[B], l[I]);
    term_t values[LEAVES - KNOWN];
    const relation_t r = {.ctx = c, .unknowns = l + KNOWN, .count = 1,
                          .fresh = fresh, .user = &w};
    const term_t rest = relation_solve(
        &r, term_and(c, term_implies(c, g, up),
                     term_implies(c, term_not(g), keep)), values);
    ck_assert(term_is_true(c, rest));
    ck_assert_uint_eq(w.fresh, 0);
    ck_assert(term_equal(values[0],
                         term_ite(c, g, term_mul(c, two, l[X]), l[X])));
    world_release(&w);
}
END_TEST

TEST_SUITE(relation, nothing_is_lost_or_added,
           without_inputs_it_defines_what_it_can,
           complementary_guards_leave_no_input)
