// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "core/walk.h"
#include "reach/compile.h"
#include "reach/implicant.h"
#include "reach/linear.h"
#include "tests/tap.h"

// Random formulas over a few leaves, evaluated by compiled programs; i and j
// are integers that are eliminated, as are one Boolean and one enumeration.
enum { X, Y, Z, B, C, E, I, J, D, F, LEAVES };
#define FIRST_ELIMINATED I

typedef struct {
    context_t *ctx;
    uint64_t state;
    sort_t colours;
    term_t leaves[LEAVES];
    int64_t cells[LEAVES];
    memo_t eliminate;
    eval_t *eval;
} world_t;

static uint64_t draw(world_t *w, uint64_t below)
{
    return hash_u64(w->state++) % below;
}

static int64_t number(world_t *w, int64_t most)
{
    return (int64_t)draw(w, 2 * (uint64_t)most + 1) - most;
}

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    const world_t *w = user;
    size_t i = 0;
    while (!term_equal(w->leaves[i], leaf))
        i++;
    switch (sort_kind(ctx, term_sort(ctx, leaf))) {
    case SORT_BOOL: return value_bool(ctx, w->cells[i]);
    case SORT_INT: return value_int(ctx, w->cells[i]);
    default: return value_literal(w->colours, (uint32_t)w->cells[i]);
    }
}

static void world_init(world_t *w, uint64_t seed)
{
    *w = (world_t){.ctx = context_new(), .state = seed << 32};
    ident_table_t *ids = context_idents(w->ctx);
    const ident_t names[] = {ident_new(ids, "red"), ident_new(ids, "green"),
                             ident_new(ids, "blue")};
    w->colours = sort_enum(w->ctx, ident_new(ids, "colour"), names, 3);
    for (size_t i = 0; i < LEAVES; i++) {
        const sort_t sort = i == B || i == C || i == D ? sort_bool(w->ctx)
            : i == E || i == F ? w->colours : sort_int(w->ctx);
        const var_t v = var_new(w->ctx, ident_printf(ids, "v%zu", i), sort);
        w->leaves[i] = term_last(w->ctx, v);
        if (i >= FIRST_ELIMINATED)
            memo_set(&w->eliminate, w->leaves[i], 1);
    }
    w->eval = eval_new(w->ctx, leaf_value, w);
}

static void world_release(world_t *w)
{
    eval_free(w->eval);
    memo_release(&w->eliminate);
    context_free(w->ctx);
}

static void draw_cells(world_t *w)
{
    for (size_t i = 0; i < LEAVES; i++)
        w->cells[i] = i == B || i == C || i == D ? (int64_t)draw(w, 2)
            : i == E || i == F ? (int64_t)draw(w, 3) : number(w, 12);
    eval_clear(w->eval);
}

// ---- formulas ----

static term_t draw_bool(world_t *w, unsigned depth);

static term_t draw_int(world_t *w, unsigned depth)
{
    static const int64_t divisors[] = {2, 3, 7, -3, 16};
    context_t *c = w->ctx;
    if (depth == 0) {
        static const int which[] = {X, Y, Z, I, I, J};
        return draw(w, 5) == 0 ? term_int(c, number(w, 9))
                               : w->leaves[which[draw(w, 6)]];
    }
    const term_t a = draw_int(w, depth - 1);
    const term_t k = term_int(c, divisors[draw(w, ARRAY_LEN(divisors))]);
    switch (draw(w, 8)) {
    case 0: case 1: return term_add(c, a, draw_int(w, depth - 1));
    case 2: case 3: return term_sub(c, a, draw_int(w, depth - 1));
    case 4: return term_mul(c, term_int(c, number(w, 3)), a);
    case 5: return term_ite(c, draw_bool(w, depth - 1), a,
                            draw_int(w, depth - 1));
    case 6: return term_mod(c, a, k);
    default: return draw(w, 2) ? a : term_div(c, a, k);
    }
}

static term_t draw_enum(world_t *w, unsigned depth)
{
    if (depth == 0)
        return draw(w, 3) == 0
            ? term_literal(w->ctx, w->colours, (uint32_t)draw(w, 3))
            : w->leaves[draw(w, 2) ? E : F];
    return term_ite(w->ctx, draw_bool(w, depth - 1), draw_enum(w, depth - 1),
                    draw_enum(w, 0));
}

static term_t draw_bool(world_t *w, unsigned depth)
{
    static const int which[] = {B, C, D};
    context_t *c = w->ctx;
    if (depth == 0)
        return w->leaves[which[draw(w, 3)]];
    const unsigned d = depth - 1;
    term_t t;
    switch (draw(w, 9)) {
    case 0: case 1: t = term_and(c, draw_bool(w, d), draw_bool(w, d)); break;
    case 2: t = term_ite(c, draw_bool(w, d), draw_bool(w, d),
                         draw_bool(w, d)); break;
    case 3: t = term_eq(c, draw_bool(w, d), draw_bool(w, d)); break;
    case 4: t = term_eq(c, draw_enum(w, d), draw_enum(w, d)); break;
    case 5: t = term_eq(c, draw_int(w, d), draw_int(w, d)); break;
    default: t = term_le(c, draw_int(w, d), draw_int(w, d)); break;
    }
    return draw(w, 2) ? t : term_not(t);
}

// ---- what an implicant must be ----

static bool holds(program_t *program, const int64_t *cells)
{
    int64_t result;
    return program_run(program, cells, &result) && result;
}

// Is the formula true for some values of the eliminated leaves?
static bool some_value(program_t *formula, const int64_t *given, bool with_j)
{
    const int64_t i_most = with_j ? 60 : 2000, j_most = with_j ? 60 : 0;
    int64_t cells[LEAVES];
    memcpy(cells, given, sizeof cells);
    if (holds(formula, cells))
        return true;
    for (int64_t rest = 0; rest < 6; rest++) {
        cells[D] = rest % 2;
        cells[F] = rest / 2;
        for (int64_t i = -i_most; i <= i_most; i++)
            for (int64_t j = -j_most; j <= j_most; j++) {
                cells[I] = i;
                cells[J] = with_j ? j : given[J];
                if (holds(formula, cells))
                    return true;
            }
    }
    return false;
}

static bool mentions(const world_t *w, term_t t, size_t leaf)
{
    var_vec_t vars = {0};
    walk_variables(w->ctx, &t, 1, &vars);
    bool found = false;
    for (size_t i = 0; i < vars.len; i++)
        found |= var_equal(vars.data[i], term_var(w->ctx, w->leaves[leaf]));
    vec_release(&vars);
    return found;
}

static term_t conjunction(context_t *ctx, const term_vec_t *cube)
{
    term_t all = term_true(ctx);
    for (size_t i = 0; i < cube->len; i++)
        all = term_and(ctx, all, cube->data[i]);
    return all;
}

static program_t *compiled(const world_t *w, term_t t)
{
    return program_new(w->ctx, w->leaves, LEAVES, &t, 1);
}

// Points near the assignment that the cube contains are in the projection of
// the formula; how many there were.
static size_t check_points(world_t *w, term_t formula, term_t cube)
{
    program_t *p = compiled(w, formula), *q = compiled(w, cube);
    const bool with_j = mentions(w, formula, J);
    size_t inside = 0;
    for (unsigned n = 0; n < 40; n++) {
        int64_t cells[LEAVES];
        memcpy(cells, w->cells, sizeof cells);
        for (uint64_t k = draw(w, 3) + 1; k-- > 0;) {
            const uint64_t at = draw(w, FIRST_ELIMINATED);
            cells[at] = at == B || at == C ? (int64_t)draw(w, 2)
                : at == E ? (int64_t)draw(w, 3) : cells[at] + number(w, 4);
        }
        if (!holds(q, cells))
            continue;
        inside++;
        ck_assert(some_value(p, cells, with_j));
    }
    program_free(p);
    program_free(q);
    return inside;
}

static size_t check_one(uint64_t seed)
{
    world_t w;
    world_init(&w, seed);
    draw_cells(&w);
    term_t formula = draw_bool(&w, 4);
    bool truth;
    ck_assert(eval_bool(w.eval, formula, &truth));
    if (!truth)
        formula = term_not(formula);
    term_vec_t cube = {0};
    ck_assert(implicant(w.eval, &w.eliminate, &formula, 1, &cube));
    for (size_t i = 0; i < cube.len; i++) {
        ck_assert(eval_bool(w.eval, cube.data[i], &truth) && truth);
        ck_assert(term_equal(linear_canonical(w.ctx, cube.data[i]),
                             cube.data[i]));
    }
    const term_t all = conjunction(w.ctx, &cube);
    for (size_t leaf = FIRST_ELIMINATED; leaf < LEAVES; leaf++)
        ck_assert(!mentions(&w, all, leaf));
    const size_t inside = check_points(&w, formula, all);
    vec_release(&cube);
    world_release(&w);
    return inside;
}

START_TEST(implies_the_formula)
{
    size_t inside = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++)
        inside += check_one(seed);
    ck_assert_uint_gt(inside, 3000);
}
END_TEST

// ---- that it is as weak as it should be ----

static term_t le(world_t *w, term_t a, term_t b)
{
    return term_le(w->ctx, a, b);
}

static void expect_cube(world_t *w, term_t formula, term_t expected)
{
    term_vec_t cube = {0};
    ck_assert(implicant(w->eval, &w->eliminate, &formula, 1, &cube));
    const term_t all = conjunction(w->ctx, &cube);
    vec_release(&cube);
    program_t *p = compiled(w, all), *q = compiled(w, expected);
    int64_t cells[LEAVES] = {0};
    for (cells[X] = -20; cells[X] <= 20; cells[X]++)
        for (cells[Y] = -20; cells[Y] <= 20; cells[Y]++)
            ck_assert_int_eq(holds(p, cells), holds(q, cells));
    program_free(p);
    program_free(q);
}

// The bounds of an input meet; values of it do not show.
START_TEST(eliminates_by_bounds)
{
    world_t w;
    world_init(&w, 1);
    context_t *c = w.ctx;
    const term_t x = w.leaves[X], y = w.leaves[Y], i = w.leaves[I];
    w.cells[X] = 2, w.cells[Y] = 9, w.cells[I] = 7;
    expect_cube(&w, term_and(c, le(&w, x, i), le(&w, i, y)), le(&w, x, y));
    expect_cube(&w, term_eq(c, term_add(c, x, i), y), term_true(c));
    expect_cube(&w, le(&w, term_add(c, x, y),
                       term_mul(c, term_int(c, 3), i)), term_true(c));
    // One upper bound is exact; of two and two, the assignment says which of
    // the lower ones is the greater.
    const term_t one = term_int(c, 1), many = term_int(c, 15);
    const term_t low = term_and(c, le(&w, x, i), le(&w, one, i));
    const term_t box = term_and(c, low, le(&w, i, y));
    expect_cube(&w, box, term_and(c, le(&w, x, y), le(&w, one, y)));
    expect_cube(&w, term_and(c, box, le(&w, i, many)),
                term_and(c, le(&w, one, x),
                         term_and(c, le(&w, x, y), le(&w, x, many))));
    world_release(&w);
}
END_TEST

START_TEST(normalises_remainders)
{
    world_t w;
    world_init(&w, 1);
    context_t *c = w.ctx;
    const term_t x = w.leaves[X], two = term_int(c, 2);
    w.cells[X] = 3;
    const term_t odd = term_eq(c, term_mod(c, x, two), term_int(c, 1));
    const term_t shifted = term_add(c, term_mul(c, term_int(c, 5), x),
                                    term_int(c, 14));
    term_vec_t a = {0}, b = {0};
    const term_t later = term_eq(c, term_mod(c, shifted, two),
                                 term_int(c, 1));
    ck_assert(implicant(w.eval, &w.eliminate, &odd, 1, &a));
    ck_assert(implicant(w.eval, &w.eliminate, &later, 1, &b));
    ck_assert(term_equal(conjunction(c, &a), conjunction(c, &b)));
    vec_release(&a);
    vec_release(&b);
    // A wrapping counter: bounds instead of a remainder.
    const term_t up = term_mod(c, term_add(c, x, term_int(c, 1)),
                               term_int(c, 16));
    expect_cube(&w, term_eq(c, up, term_int(c, 4)),
                term_eq(c, x, term_int(c, 3)));
    world_release(&w);
}
END_TEST

START_TEST(refuses_what_is_not_linear)
{
    world_t w;
    world_init(&w, 1);
    const term_t x = w.leaves[X];
    const term_t square = le(&w, term_mul(w.ctx, x, x), w.leaves[Y]);
    term_vec_t cube = {0};
    ck_assert(!implicant(w.eval, &w.eliminate, &square, 1, &cube));
    ck_assert_uint_eq(cube.len, 0);
    world_release(&w);
}
END_TEST

START_TEST(literals_have_one_form)
{
    world_t w;
    world_init(&w, 1);
    context_t *c = w.ctx;
    const term_t x = w.leaves[X], y = w.leaves[Y];
    const term_t two_x = term_mul(c, term_int(c, 2), x);
    const term_t two_y = term_mul(c, term_int(c, 2), y);
    // 2x <= 2y + 1, x <= y, not (y < x), not (y + 1 <= x)
    const term_t a = linear_canonical(
        c, le(&w, two_x, term_add(c, two_y, term_int(c, 1))));
    ck_assert(term_equal(a, linear_canonical(c, le(&w, x, y))));
    ck_assert(term_equal(a, linear_canonical(
        c, term_not(le(&w, term_add(c, y, term_int(c, 1)), x)))));
    ck_assert(term_equal(
        linear_canonical(c, term_eq(c, two_x, term_int(c, 3))),
        term_false(c)));
    ck_assert(term_equal(
        linear_canonical(c, term_eq(c, term_neg(c, two_x),
                                    term_int(c, 4))),
        term_eq(c, x, term_int(c, -2))));
    world_release(&w);
}
END_TEST

TEST_SUITE(implicant, implies_the_formula, eliminates_by_bounds,
           normalises_remainders, refuses_what_is_not_linear,
           literals_have_one_form)
