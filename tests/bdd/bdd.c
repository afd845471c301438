// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "bdd/bdd.h"
#include "core/hash.h"
#include "tests/tap.h"
#include "tests/util.h"

// Functions of six variables, beside their truth tables: bit i of a table is
// the value where variable k has bit k of i.
#define VARS 6

typedef struct {
    bdd_t diagram;
    uint64_t table;
} pair_t;

static bdd_manager_t *m;
static uint64_t random_state;
static VEC(pair_t) pool;

static uint64_t draw(uint64_t below)
{
    return hash_u64(random_state++) % below;
}

static uint64_t table_of_var(unsigned var)
{
    uint64_t table = 0;
    for (unsigned i = 0; i < 64; i++)
        table |= (uint64_t)(i >> var & 1) << i;
    return table;
}

static void keep(bdd_t diagram, uint64_t table)
{
    const pair_t pair = {diagram, table};
    vec_push(&pool, pair);
}

static void setup(void)
{
    m = bdd_manager_new(0);
    random_state = 1;
    for (unsigned i = 0; i < VARS; i++) {
        ck_assert_uint_eq(bdd_new_var(m), i);
        keep(bdd_var(m, i), table_of_var(i));
    }
}

static void teardown(void)
{
    for (size_t i = 0; i < pool.len; i++)
        bdd_unref(m, pool.data[i].diagram);
    vec_release(&pool);
    bdd_manager_free(m); // complains about references that are left
}

static pair_t pick(void)
{
    return pool.data[draw(pool.len)];
}

static uint64_t table_exists(uint64_t table, unsigned var)
{
    const uint64_t high = table & table_of_var(var), low = table & ~high;
    return table | high >> (1u << var) | low << (1u << var);
}

static uint64_t table_swap(uint64_t table, unsigned a, unsigned b)
{
    uint64_t swapped = 0;
    for (unsigned i = 0; i < 64; i++) {
        const unsigned x = i >> a & 1, y = i >> b & 1;
        const unsigned j = (i & ~(1u << a | 1u << b)) | x << b | y << a;
        swapped |= (table >> i & 1) << j;
    }
    return swapped;
}

static void draw_quantified(pair_t a, pair_t b)
{
    const unsigned vars[] = {(unsigned)draw(VARS), (unsigned)draw(VARS)};
    bdd_t cube = bdd_cube(m, vars, 2);
    if (draw(2))
        keep(bdd_exists(m, a.diagram, cube),
             table_exists(table_exists(a.table, vars[0]), vars[1]));
    else
        keep(bdd_and_exists(m, a.diagram, b.diagram, cube),
             table_exists(table_exists(a.table & b.table, vars[0]),
                          vars[1]));
    bdd_unref(m, cube);
}

static void draw_swapped(pair_t a)
{
    const unsigned x = (unsigned)draw(VARS), y = (x + 1) % VARS;
    keep(bdd_swap(m, a.diagram, &x, &y, 1), table_swap(a.table, x, y));
}

static void draw_one(void)
{
    const pair_t a = pick(), b = pick(), c = pick();
    switch (draw(8)) {
    case 0: keep(bdd_not(m, a.diagram), ~a.table); break;
    case 1: keep(bdd_and(m, a.diagram, b.diagram), a.table & b.table); break;
    case 2: keep(bdd_or(m, a.diagram, b.diagram), a.table | b.table); break;
    case 3: keep(bdd_xor(m, a.diagram, b.diagram), a.table ^ b.table); break;
    case 4: keep(bdd_iff(m, a.diagram, b.diagram), ~(a.table ^ b.table));
        break;
    case 5:
        keep(bdd_ite(m, c.diagram, a.diagram, b.diagram),
             (c.table & a.table) | (~c.table & b.table));
        break;
    case 6: draw_quantified(a, b); break;
    default: draw_swapped(a); break;
    }
}

// ---- what a table says about a diagram ----

static uint64_t cube_table(const char *values)
{
    uint64_t table = ~(uint64_t)0;
    for (unsigned i = 0; i < VARS; i++)
        if (values[i] != 2)
            table &= values[i] ? table_of_var(i) : ~table_of_var(i);
    return table;
}

static uint64_t table_of(bdd_t a)
{
    if (bdd_is_true(m, a))
        return ~(uint64_t)0;
    if (bdd_is_false(m, a))
        return 0;
    bdd_t high = bdd_then(m, a), low = bdd_else(m, a);
    const uint64_t top = table_of_var(bdd_top(a));
    const uint64_t table = (top & table_of(high)) | (~top & table_of(low));
    bdd_unref(m, high);
    bdd_unref(m, low);
    return table;
}

static void check_pick(const pair_t *p)
{
    char values[VARS];
    ck_assert_int_eq(bdd_pick(m, p->diagram, values), p->table != 0);
    if (p->table != 0)
        ck_assert_uint_eq(cube_table(values) & ~p->table, 0);
}

static void check_support(const pair_t *p)
{
    bdd_var_vec_t vars = {0};
    bdd_support(m, p->diagram, &vars);
    size_t at = 0;
    for (unsigned i = 0; i < VARS; i++)
        if (table_exists(p->table, i) != p->table) {
            ck_assert_uint_lt(at, vars.len);
            ck_assert_uint_eq(vars.data[at++], i);
        }
    ck_assert_uint_eq(at, vars.len);
    vec_release(&vars);
}

typedef struct {
    uint64_t covered, allowed;
} cover_t;

// Prime: no literal can go.
static bool note_cube(const char *values, void *user)
{
    cover_t *cover = user;
    char wider[VARS];
    cover->covered |= cube_table(values);
    for (unsigned i = 0; i < VARS; i++) {
        memcpy(wider, values, VARS);
        wider[i] = 2;
        ck_assert(values[i] == 2 || (cube_table(wider) & ~cover->allowed));
    }
    return true;
}

static void check_cover(const pair_t *p, const pair_t *other)
{
    bdd_t high = bdd_or(m, p->diagram, other->diagram);
    cover_t cover = {.allowed = p->table | other->table};
    ck_assert(bdd_cover(m, p->diagram, high, note_cube, &cover));
    ck_assert_uint_eq(cover.covered & p->table, p->table);
    ck_assert_uint_eq(cover.covered & ~cover.allowed, 0);
    bdd_unref(m, high);
}

static void check_minimise(const pair_t *p, const pair_t *where)
{
    bdd_t small = bdd_minimise(m, p->diagram, where->diagram);
    ck_assert_uint_eq((table_of(small) ^ p->table) & where->table, 0);
    bdd_unref(m, small);
}

START_TEST(agrees_with_truth_tables)
{
    for (unsigned i = 0; i < 2000; i++) {
        draw_one();
        const pair_t *p = &vec_last(&pool);
        const pair_t other = pick();
        ck_assert_uint_eq(table_of(p->diagram), p->table);
        ck_assert(bdd_count(m, p->diagram, VARS)
                  == __builtin_popcountll(p->table));
        ck_assert_int_eq(bdd_equal(p->diagram, other.diagram),
                         p->table == other.table);
        ck_assert_int_eq(bdd_leq(m, p->diagram, other.diagram),
                         (p->table & ~other.table) == 0);
        check_pick(p);
        check_support(p);
        check_cover(p, &other);
        check_minimise(p, &other);
        if (i % 500 == 0)
            bdd_reorder(m);
    }
    ck_assert_int_eq(bdd_status(m), BDD_OK);
}
END_TEST

static bool stop_at_once(const char *values, void *user)
{
    (void)values, (void)user;
    return false;
}

START_TEST(covers_can_be_stopped)
{
    ck_assert(!bdd_cover(m, pool.data[0].diagram, pool.data[0].diagram,
                         stop_at_once, NULL));
    ck_assert_int_eq(bdd_status(m), BDD_OK);
}
END_TEST

// ---- limits ----

// x0 = y0 and x1 = y1 ... in an order that needs exponentially many nodes.
static bdd_t equal_words(bdd_manager_t *manager, unsigned bits)
{
    for (unsigned i = 0; i < 2 * bits; i++)
        bdd_new_var(manager);
    bdd_t all = bdd_true(manager);
    for (unsigned i = 0; i < bits; i++) {
        bdd_t x = bdd_var(manager, i), y = bdd_var(manager, bits + i);
        bdd_t same = bdd_iff(manager, x, y);
        bdd_replace(manager, &all, bdd_and(manager, all, same));
        bdd_unref(manager, x);
        bdd_unref(manager, y);
        bdd_unref(manager, same);
    }
    return all;
}

START_TEST(too_many_nodes)
{
    bdd_manager_t *small = bdd_manager_new(10000);
    bdd_allow_reordering(small, false);
    bdd_t none = equal_words(small, 24);
    ck_assert(bdd_is_none(none));
    ck_assert_int_eq(bdd_status(small), BDD_TOO_MANY_NODES);
    ck_assert_str_eq(bdd_status_name(bdd_status(small)),
                     "too many BDD nodes");
    // What has nothing to work on fails as well, and smaller work goes on.
    bdd_t x = bdd_var(small, 0), y = bdd_var(small, 1);
    ck_assert(bdd_is_none(bdd_and(small, none, x)));
    ck_assert(bdd_is_none(bdd_not(small, none)));
    bdd_clear_status(small);
    bdd_t both = bdd_and(small, x, y);
    ck_assert(!bdd_is_none(both));
    ck_assert_int_eq(bdd_status(small), BDD_OK);
    bdd_unref(small, x);
    bdd_unref(small, y);
    bdd_unref(small, both);
    bdd_manager_free(small);
}
END_TEST

START_TEST(time_is_up)
{
    bdd_manager_t *slow = bdd_manager_new(0);
    bdd_allow_reordering(slow, false);
    bdd_set_time(slow, 20);
    bdd_t none = equal_words(slow, 40);
    ck_assert(bdd_is_none(none));
    ck_assert_int_eq(bdd_status(slow), BDD_TIME_IS_UP);
    // Variables can be made all the same, and time stays up.
    bdd_clear_status(slow);
    bdd_new_pair(slow);
    ck_assert_int_eq(bdd_status(slow), BDD_OK);
    none = equal_words(slow, 40);
    ck_assert(bdd_is_none(none));
    bdd_manager_free(slow);
}
END_TEST

// The same in a good order, found by the manager.
START_TEST(orders_are_found)
{
    bdd_manager_t *good = bdd_manager_new(100000);
    bdd_t equal = equal_words(good, 24);
    ck_assert(!bdd_is_none(equal));
    bdd_reorder(good);
    ck_assert_uint_lt(bdd_node_count(equal), 100);
    ck_assert_uint_eq(bdd_new_pair(good), 48);
    ck_assert_uint_eq(bdd_var_count(good), 50);
    bdd_unref(good, equal);
    bdd_manager_free(good);
}
END_TEST

#ifndef NDEBUG
static void leak(void *arg)
{
    (void)arg;
    bdd_manager_t *leaking = bdd_manager_new(0);
    const unsigned vars[] = {bdd_new_var(leaking), bdd_new_var(leaking)};
    (void)bdd_cube(leaking, vars, 2);
    bdd_manager_free(leaking);
}
#endif

START_TEST(references_are_counted)
{
#ifndef NDEBUG
    expect_abort(leak, NULL, "BDD references were not given back");
#endif
}
END_TEST

TEST_SUITE_WITH(bdd, setup, teardown, agrees_with_truth_tables,
                covers_can_be_stopped, too_many_nodes, time_is_up,
                orders_are_found, references_are_counted)
