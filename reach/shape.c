// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/shape.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/cases.h"

// Bounds on what is read off a large design.
#define MAX_SUMS 24
#define MAX_PREDICATES 160
#define MAX_CASES 96
#define MAX_ATOM_CASES 8
// With this many counters or fewer, each has to do with each.
#define ALL_RELATED 10

static sort_kind_t kind_of(const shape_t *shape, term_t t)
{
    return sort_kind(shape->ctx, term_sort(shape->ctx, t));
}

static bool contains(const term_vec_t *terms, term_t t)
{
    for (size_t i = 0; i < terms->len; i++)
        if (term_equal(terms->data[i], t))
            return true;
    return false;
}

// ---- leaves ----

static shape_class_t leaf_class(const shape_t *shape, term_t leaf)
{
    if (term_kind(shape->ctx, leaf) != TERM_LAST)
        return SHAPE_INPUT;
    const system_t *system = shape->system;
    const var_t v = term_var(shape->ctx, leaf);
    for (size_t i = 0; i < system->parameters.len; i++)
        if (var_equal(system->parameters.data[i], v))
            return SHAPE_RIGID;
    for (size_t i = 0; i < system->states.len; i++)
        if (var_equal(system->states.data[i], v))
            return term_equal(system->next.data[i], leaf) ? SHAPE_RIGID
                                                          : SHAPE_STATE;
    return SHAPE_INPUT;
}

static void sort_leaf(shape_t *shape, var_t var)
{
    const term_t leaf = term_last(shape->ctx, var);
    const bool rigid = leaf_class(shape, leaf) == SHAPE_RIGID;
    const bool integer = kind_of(shape, leaf) == SORT_INT;
    if (rigid && integer)
        vec_push(&shape->rigid, leaf);
    else if (integer)
        vec_push(&shape->integers, leaf);
    else if (!rigid)
        vec_push(&shape->controls, leaf);
}

static void sort_leaves(shape_t *shape)
{
    const system_t *system = shape->system;
    for (size_t i = 0; i < system->parameters.len; i++)
        sort_leaf(shape, system->parameters.data[i]);
    for (size_t i = 0; i < system->states.len; i++)
        sort_leaf(shape, system->states.data[i]);
}

bool shape_is_rigid(const shape_t *shape, term_t leaf)
{
    return contains(&shape->rigid, leaf);
}

// The class + 1 of every subterm in `order`.
static void classify(const shape_t *shape, const term_vec_t *order,
                     memo_t *classes)
{
    const context_t *ctx = shape->ctx;
    for (size_t i = 0; i < order->len; i++) {
        const term_t t = order->data[i];
        uint32_t class = SHAPE_CONSTANT;
        if (term_arity(ctx, t) == 0 && !term_is_constant(ctx, t))
            class = leaf_class(shape, t);
        for (unsigned k = 0; k < term_arity(ctx, t); k++) {
            const uint32_t kid = memo_get(classes, term_kid(ctx, t, k)) - 1;
            class = kid > class ? kid : class;
        }
        memo_set(classes, t, class + 1);
    }
}

shape_class_t shape_class(const shape_t *shape, term_t t)
{
    term_vec_t order = {0};
    memo_t classes;
    memo_init(&classes);
    walk_postorder(shape->ctx, &t, 1, &order);
    classify(shape, &order, &classes);
    const shape_class_t class = (shape_class_t)(memo_get(&classes, t) - 1);
    memo_release(&classes);
    vec_release(&order);
    return class;
}

// ---- conditions and sums of parameters ----

static void add_sum(shape_t *shape, affine_t sum)
{
    sum.constant = 0;
    if (sum.count == 0 || shape->sums.len == MAX_SUMS)
        return;
    for (size_t i = 0; i < shape->sums.len; i++)
        if (affine_parallel(&shape->sums.data[i], &sum))
            return;
    vec_push(&shape->sums, sum);
}

// The parts of a over rigid leaves (with the constant), and the others.
static void split(const shape_t *shape, const affine_t *a, affine_t *rigid,
                  affine_t *rest)
{
    *rigid = affine_constant(a->constant);
    *rest = affine_constant(0);
    for (unsigned i = 0; i < a->count; i++) {
        affine_t *to = shape_is_rigid(shape, a->parts[i].leaf) ? rigid : rest;
        to->parts[to->count++] = a->parts[i];
    }
}

typedef VEC(affine_t) differences_t;

static void add_difference(const case_t *c, void *user)
{
    differences_t *differences = user;
    vec_push(differences, c->value);
}

// left - right of an atom over integers, in each of its cases: a register
// with an asynchronous reset is read as (0 when reset else r).
static void differences_of(context_t *ctx, term_t atom, differences_t *all)
{
    const term_kind_t kind = term_kind(ctx, atom);
    if (kind != TERM_EQ && kind != TERM_LE)
        return;
    const term_t left = term_kid(ctx, atom, 0);
    if (sort_kind(ctx, term_sort(ctx, left)) != SORT_INT)
        return;
    cases_of(ctx, term_sub(ctx, left, term_kid(ctx, atom, 1)),
             MAX_ATOM_CASES, add_difference, all);
}

static void add_probe(shape_t *shape, const affine_t *rigid, term_t x,
                      int64_t factor)
{
    // factor * x + f * index + constant = 0 with opposite factors +-1
    if (rigid->count != 1 || rigid->parts[0].factor * factor != -1)
        return;
    vec_push(&shape->probes,
             ((shape_probe_t){x, rigid->parts[0].leaf,
                              -factor * rigid->constant}));
}

static void add_predicate(shape_t *shape, term_t t)
{
    t = term_positive(t);
    if (shape->predicates.len < MAX_PREDICATES && !term_is_true(shape->ctx, t)
        && !contains(&shape->predicates, t))
        vec_push(&shape->predicates, t);
}

static bool is_over_state(const shape_t *shape, const affine_t *a)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!contains(&shape->integers, a->parts[i].leaf))
            return false;
    return a->count > 0;
}

// What an atom compares with: the sum of parameters in it.
static void read_difference(shape_t *shape, term_kind_t kind,
                            const affine_t *diff)
{
    affine_t rigid, rest;
    split(shape, diff, &rigid, &rest);
    if (rest.count == 0)
        return;
    affine_t sum = affine_constant(0);
    if (affine_add(&sum, &rigid, rest.parts[0].factor > 0 ? -1 : 1))
        add_sum(shape, sum);
    if (!is_over_state(shape, &rest))
        return;
    add_predicate(shape, kind == TERM_EQ ? affine_eq(shape->ctx, diff)
                                         : affine_le(shape->ctx, diff));
    if (kind == TERM_EQ && rest.count == 1)
        add_probe(shape, &rigid, rest.parts[0].leaf, rest.parts[0].factor);
}

static void read_atom(shape_t *shape, term_t atom)
{
    differences_t all = {0};
    differences_of(shape->ctx, atom, &all);
    for (size_t i = 0; i < all.len; i++)
        read_difference(shape, term_kind(shape->ctx, atom), &all.data[i]);
    vec_release(&all);
}

static bool is_condition(const shape_t *shape, term_t t, uint32_t class)
{
    return kind_of(shape, t) == SORT_BOOL && term_arity(shape->ctx, t) > 0
        && (class == SHAPE_STATE || class == SHAPE_RIGID);
}

static void collect_roots(const system_t *system, term_vec_t *roots)
{
    for (size_t i = 0; i < system->next.len; i++)
        vec_push(roots, system->next.data[i]);
    for (size_t i = 0; i < system->targets.len; i++)
        vec_push(roots, system->targets.data[i].bad);
    vec_push(roots, system->init);
    vec_push(roots, system->valid);
    vec_push(roots, system->held);
}

static void read_conditions(shape_t *shape)
{
    term_vec_t roots = {0}, order = {0};
    memo_t classes;
    memo_init(&classes);
    collect_roots(shape->system, &roots);
    walk_postorder(shape->ctx, roots.data, roots.len, &order);
    classify(shape, &order, &classes);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        if (kind_of(shape, t) == SORT_BOOL)
            read_atom(shape, t);
        if (is_condition(shape, t, memo_get(&classes, t) - 1))
            add_predicate(shape, t);
    }
    memo_release(&classes);
    vec_release(&order);
    vec_release(&roots);
}

// ---- counters that wrap around ----

typedef struct {
    shape_t *shape;
    term_t x;
    affine_vec_t values; // of all cases
    affine_vec_t edges;  // rigid values that x jumps from
    affine_vec_t jumps;  // ... and to, at the same place
} jumps_t;

static ring_t *find_ring(shape_t *shape, const affine_t *size)
{
    for (size_t i = 0; i < shape->rings.len; i++)
        if (affine_equal(&shape->rings.data[i].size, size))
            return &shape->rings.data[i];
    ring_t ring = {.size = *size};
    vec_push(&shape->rings, ring);
    return &vec_last(&shape->rings);
}

static void add_member(ring_t *ring, term_t x, const affine_t *bottom)
{
    for (size_t i = 0; i < ring->members.len; i++)
        if (term_equal(ring->members.data[i].counter, x)
            && affine_equal(&ring->members.data[i].bottom, bottom))
            return;
    vec_push(&ring->members, ((ring_member_t){x, *bottom}));
}

// The value of x at which a condition starts to hold: x = v, v <= x, x <= v.
static bool edge_of(const shape_t *shape, const affine_t *diff, bool negated,
                    term_t x, affine_t *edge)
{
    affine_t rigid, rest;
    split(shape, diff, &rigid, &rest);
    if (rest.count != 1 || !term_equal(rest.parts[0].leaf, x)
        || (rest.parts[0].factor != 1 && rest.parts[0].factor != -1))
        return false;
    // not (x <= v) begins at v + 1, not (v <= x) at v - 1
    const int64_t sign = rest.parts[0].factor;
    *edge = affine_constant(negated ? sign : 0);
    return affine_add(edge, &rigid, -sign);
}

static void read_edges(jumps_t *j, term_t condition, const affine_t *jump)
{
    const shape_t *shape = j->shape;
    const bool negated = term_negated(condition);
    differences_t all = {0};
    if (!negated || term_kind(shape->ctx, condition) != TERM_EQ)
        differences_of(shape->ctx, condition, &all);
    for (size_t i = 0; i < all.len; i++) {
        affine_t edge;
        if (!edge_of(shape, &all.data[i], negated, j->x, &edge))
            continue;
        vec_push(&j->edges, edge);
        vec_push(&j->jumps, *jump);
    }
    vec_release(&all);
}

static void read_jump(const case_t *c, void *user)
{
    jumps_t *j = user;
    affine_t rigid, rest;
    vec_push(&j->values, c->value);
    split(j->shape, &c->value, &rigid, &rest);
    if (rest.count > 0)
        return;
    add_sum(j->shape, rigid);
    for (size_t i = 0; i < c->count; i++)
        read_edges(j, c->conditions[i], &rigid);
}

// Does the case step x by a constant other than 0?
static bool step_of(const affine_t *value, term_t x, int64_t *step)
{
    *step = value->constant;
    return value->count == 1 && term_equal(value->parts[0].leaf, x)
        && value->parts[0].factor == 1 && *step != 0;
}

// From `edge` not to edge + step but to `jump`: the ring's size is what lies
// between.
static void add_jump(jumps_t *j, const affine_t *edge, const affine_t *jump,
                     int64_t step)
{
    affine_t size = *edge;
    size.constant += step;
    if (!affine_add(&size, jump, -1))
        return;
    affine_t back = affine_constant(0);
    if (!affine_add(&back, &size, -1))
        return;
    if (step > 0)
        add_member(find_ring(j->shape, &size), j->x, jump);
    else
        add_member(find_ring(j->shape, &back), j->x, edge);
}

// Two cases that differ by a sum of parameters: x + d and x + d - size.
static void add_subtraction(jumps_t *j, const affine_t *a, const affine_t *b)
{
    affine_t size = *a, rigid, rest;
    if (affine_factor(a, j->x) != 1 || affine_factor(b, j->x) != 1
        || !affine_add(&size, b, -1))
        return;
    split(j->shape, &size, &rigid, &rest);
    const affine_t bottom = affine_constant(0);
    if (rest.count == 0 && rigid.count > 0)
        add_member(find_ring(j->shape, &rigid), j->x, &bottom);
}

static void read_rings_of(shape_t *shape, term_t x, term_t next)
{
    jumps_t j = {.shape = shape, .x = x};
    cases_of(shape->ctx, next, MAX_CASES, read_jump, &j);
    for (size_t i = 0; i < j.values.len; i++) {
        int64_t step;
        if (step_of(&j.values.data[i], x, &step))
            for (size_t k = 0; k < j.jumps.len; k++)
                add_jump(&j, &j.edges.data[k], &j.jumps.data[k], step);
        for (size_t k = 0; k < j.values.len; k++)
            if (k != i)
                add_subtraction(&j, &j.values.data[i], &j.values.data[k]);
    }
    vec_release(&j.values);
    vec_release(&j.edges);
    vec_release(&j.jumps);
}

typedef struct {
    shape_t *shape;
    term_t x;
    bool changed;
} copies_t;

// x takes the value of a member and a constant: x is on that ring, too.
static void read_copy(const case_t *c, void *user)
{
    copies_t *copies = user;
    shape_t *shape = copies->shape;
    if (c->value.count != 1 || c->value.parts[0].factor != 1
        || term_equal(c->value.parts[0].leaf, copies->x))
        return;
    for (size_t i = 0; i < shape->rings.len; i++) {
        ring_t *ring = &shape->rings.data[i];
        const size_t before = ring->members.len;
        for (size_t k = 0; k < before; k++) {
            if (!term_equal(ring->members.data[k].counter,
                            c->value.parts[0].leaf))
                continue;
            affine_t bottom = ring->members.data[k].bottom;
            bottom.constant += c->value.constant;
            add_member(ring, copies->x, &bottom);
        }
        copies->changed |= ring->members.len > before;
    }
}

// Chains of copies longer than this are no synchronisers.
#define COPY_ROUNDS 4

static void read_rings(shape_t *shape)
{
    const system_t *system = shape->system;
    for (unsigned round = 0; round <= COPY_ROUNDS; round++) {
        bool changed = false;
        for (size_t i = 0; i < system->states.len; i++) {
            const term_t x = term_last(shape->ctx, system->states.data[i]);
            if (!contains(&shape->integers, x))
                continue;
            copies_t copies = {shape, x, false};
            if (round == 0)
                read_rings_of(shape, x, system->next.data[i]);
            else
                cases_of(shape->ctx, system->next.data[i], MAX_CASES,
                         read_copy, &copies);
            changed |= copies.changed;
        }
        if (round > 0 && !changed)
            break;
    }
}

// ---- relations ----

// The subterms by which variables are connected: themselves, the counters
// that their next values read, and the conditions in them. `uses` counts the
// variables that a subterm is a tie of.
static void collect_ties(const shape_t *shape, term_t x, term_t next,
                         term_vec_t *ties, memo_t *uses)
{
    term_vec_t order = {0};
    const term_t roots[] = {x, next};
    walk_postorder(shape->ctx, roots, 2, &order);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        const bool condition = kind_of(shape, t) == SORT_BOOL
            && term_arity(shape->ctx, t) > 0;
        if (!condition && !contains(&shape->integers, t))
            continue;
        vec_push(ties, t);
        memo_set(uses, t, memo_get(uses, t) + 1);
    }
    vec_release(&order);
}

// What nearly everything depends on (a reset) connects nothing.
static bool share_tie(const term_vec_t *a, const term_vec_t *b,
                      const memo_t *uses, size_t most)
{
    for (size_t i = 0; i < a->len; i++)
        if (memo_get(uses, a->data[i]) <= most && contains(b, a->data[i]))
            return true;
    return false;
}

static term_t next_of(const shape_t *shape, term_t x)
{
    const system_t *system = shape->system;
    const var_t v = term_var(shape->ctx, x);
    for (size_t i = 0; i < system->states.len; i++)
        if (var_equal(system->states.data[i], v))
            return system->next.data[i];
    BUG("no state variable");
}

static void relate(shape_t *shape)
{
    const size_t n = shape->integers.len;
    shape->related = xcalloc(n * n + 1, sizeof *shape->related);
    term_vec_t *ties = xcalloc(n + 1, sizeof *ties);
    memo_t uses;
    memo_init(&uses);
    for (size_t i = 0; i < n; i++)
        collect_ties(shape, shape->integers.data[i],
                     next_of(shape, shape->integers.data[i]), &ties[i],
                     &uses);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            shape->related[i * n + j] = n <= ALL_RELATED
                || contains(&ties[i], shape->integers.data[j])
                || contains(&ties[j], shape->integers.data[i])
                || share_tie(&ties[i], &ties[j], &uses, n / 2);
    for (size_t i = 0; i < n; i++)
        vec_release(&ties[i]);
    memo_release(&uses);
    free(ties);
}

bool shape_related(const shape_t *shape, size_t i, size_t j)
{
    return shape->related[i * shape->integers.len + j];
}

shape_t *shape_new(const system_t *system)
{
    shape_t *shape = xcalloc(1, sizeof *shape);
    shape->system = system;
    shape->ctx = system->ctx;
    sort_leaves(shape);
    read_conditions(shape);
    read_rings(shape);
    relate(shape);
    return shape;
}

void shape_free(shape_t *shape)
{
    if (shape == NULL)
        return;
    vec_release(&shape->rigid);
    vec_release(&shape->integers);
    vec_release(&shape->controls);
    vec_release(&shape->sums);
    vec_release(&shape->predicates);
    for (size_t i = 0; i < shape->rings.len; i++)
        vec_release(&shape->rings.data[i].members);
    vec_release(&shape->rings);
    vec_release(&shape->probes);
    free(shape->related);
    free(shape);
}
