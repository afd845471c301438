// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/reach/random-system.h"

#include "core/hash.h"
#include "reach/compile.h"
#include "reach/solver.h"

#include <check.h>

// N is a parameter in 0 .. MOST_N, x and y stay in 0 .. MOST, and the input i
// is in 0 .. MOST_INPUT by assumption.
enum { N, X, Y, B, C, I, P, LEAVES };
#define MOST_N 2
#define MOST 4
#define MOST_INPUT 2
#define STATES ((MOST_N + 1) * (MOST + 1) * (MOST + 1) * 4)

typedef struct {
    context_t *ctx;
    model_t *model;
    uint64_t state;
    var_t vars[LEAVES];
    term_t leaves[LEAVES];
} builder_t;

static uint64_t draw(builder_t *b, uint64_t below)
{
    return hash_u64(b->state++) % below;
}

static term_t number(builder_t *b, int64_t n)
{
    return term_int(b->ctx, n);
}

static void declare(builder_t *b)
{
    static const char *const names[] = {"N", "x", "y", "b", "c", "i", "p"};
    for (size_t i = 0; i < LEAVES; i++) {
        const sort_t sort = i == B || i == C || i == P ? sort_bool(b->ctx)
                                                       : sort_int(b->ctx);
        b->vars[i] = var_new(b->ctx, ident_new(context_idents(b->ctx),
                                               names[i]), sort);
        b->leaves[i] = term_last(b->ctx, b->vars[i]);
        if (i == N)
            model_add_parameter(b->model, b->vars[i], LOC_NONE);
        else if (i == I || i == P)
            model_add_input(b->model, b->vars[i], LOC_NONE);
        else
            model_add_state(b->model, b->vars[i], LOC_NONE);
    }
}

// ---- terms ----

static term_t draw_bool(builder_t *b, unsigned depth, bool inputs);

static term_t draw_int(builder_t *b, unsigned depth, bool inputs)
{
    static const int which[] = {X, Y, N, I};
    context_t *c = b->ctx;
    if (depth == 0)
        return draw(b, 4) == 0 ? number(b, (int64_t)draw(b, 4))
                               : b->leaves[which[draw(b, inputs ? 4 : 3)]];
    const term_t a = draw_int(b, depth - 1, inputs);
    switch (draw(b, 7)) {
    case 0: return term_add(c, a, draw_int(b, depth - 1, inputs));
    case 1: return term_sub(c, a, draw_int(b, depth - 1, inputs));
    case 2: return term_add(c, a, number(b, 1));
    case 3: return term_ite(c, draw_bool(b, depth - 1, inputs), a,
                            draw_int(b, depth - 1, inputs));
    case 4: return term_mod(c, a, number(b, 2 + (int64_t)draw(b, 2)));
    case 5: return term_mul(c, number(b, 2), a);
    default: return a;
    }
}

static term_t draw_bool(builder_t *b, unsigned depth, bool inputs)
{
    static const int which[] = {B, C, P};
    context_t *c = b->ctx;
    if (depth == 0)
        return b->leaves[which[draw(b, inputs ? 3 : 2)]];
    const unsigned d = depth - 1;
    term_t t;
    switch (draw(b, 7)) {
    case 0: t = term_and(c, draw_bool(b, d, inputs),
                         draw_bool(b, d, inputs)); break;
    case 1: t = term_ite(c, draw_bool(b, d, inputs), draw_bool(b, d, inputs),
                         draw_bool(b, d, inputs)); break;
    case 2: t = draw_bool(b, 0, inputs); break;
    case 3: case 4:
        t = term_eq(c, draw_int(b, d, inputs), draw_int(b, d, inputs)); break;
    default: t = term_le(c, draw_int(b, d, inputs),
                         draw_int(b, d, inputs)); break;
    }
    return draw(b, 2) ? t : term_not(t);
}

// Kept in 0 .. MOST, one way or the other.
static term_t keep_small(builder_t *b, term_t t)
{
    context_t *c = b->ctx;
    if (draw(b, 4) == 0)
        return term_mod(c, t, number(b, MOST + 1));
    const term_t high = term_ite(c, term_le(c, t, number(b, MOST)), t,
                                 number(b, MOST));
    return term_ite(c, term_le(c, number(b, 0), t), high, number(b, 0));
}

// ---- the model ----

static void add_behaviour(builder_t *b)
{
    context_t *c = b->ctx;
    for (size_t i = X; i <= Y; i++) {
        // Counters, mostly: runs get longer.
        const term_t value = draw(b, 3) == 0
            ? draw_int(b, 3, true)
            : term_add(c, b->leaves[i], number(b, draw(b, 4) ? 1 : -1));
        const term_t change = keep_small(b, value);
        model_set_next(b->model, b->vars[i],
                       term_ite(c, draw_bool(b, 2, true), change,
                                b->leaves[i]));
    }
    model_set_next(b->model, b->vars[B], draw_bool(b, 3, true));
    model_set_next(b->model, b->vars[C], draw_bool(b, 3, true));
}

static void assume(builder_t *b, assumption_kind_t kind, term_t t)
{
    const assumption_t a = {.kind = kind, .term = t};
    model_add_assumption(b->model, &a);
}

static term_t between(builder_t *b, size_t leaf, int64_t high)
{
    return term_and(b->ctx, term_le(b->ctx, number(b, 0), b->leaves[leaf]),
                    term_le(b->ctx, b->leaves[leaf], number(b, high)));
}

static void add_start(builder_t *b)
{
    const size_t s = model_add_start(b->model, "start");
    assume(b, ASSUME_GENERIC, between(b, N, MOST_N));
    assume(b, ASSUME_INPUT, between(b, I, MOST_INPUT));
    if (draw(b, 3) == 0)
        assume(b, ASSUME_INPUT, draw_bool(b, 2, true));
    model_start_value(b->model, s, b->vars[X], number(b, 0));
    model_start_value(b->model, s, b->vars[B], term_false(b->ctx));
    term_t some = between(b, Y, MOST);
    if (draw(b, 2))
        some = term_and(b->ctx, some, term_le(b->ctx, b->leaves[Y],
                                              b->leaves[N]));
    model_start_constrain(b->model, s, some);
}

static void add_properties(builder_t *b)
{
    context_t *c = b->ctx;
    for (size_t i = 0; i < RANDOM_SYSTEM_TARGETS; i++) {
        term_t bad = draw(b, 3) == 0
            ? draw_bool(b, 2, i == 1)
            : term_eq(c, b->leaves[X], number(b, 2 + (int64_t)draw(b, 3)));
        for (uint64_t k = draw(b, 3) + 1; k-- > 0;)
            bad = term_and(c, bad, draw_bool(b, 2, i == 1));
        const property_t p = {
            .name = "never", .reached = bad, .holds = term_false(c),
            .kind = i == 0 ? PROPERTY_ASSERT : PROPERTY_ERROR};
        model_add_property(b->model, &p);
    }
}

// ---- all states ----

static void cells_of(size_t state, int64_t *cells)
{
    cells[C] = state % 2, state /= 2;
    cells[B] = state % 2, state /= 2;
    cells[Y] = (int64_t)(state % (MOST + 1)), state /= MOST + 1;
    cells[X] = (int64_t)(state % (MOST + 1)), state /= MOST + 1;
    cells[N] = (int64_t)state;
}

static size_t state_of(const int64_t *cells)
{
    size_t state = (size_t)cells[N];
    state = state * (MOST + 1) + (size_t)cells[X];
    state = state * (MOST + 1) + (size_t)cells[Y];
    return (state * 2 + (size_t)cells[B]) * 2 + (size_t)cells[C];
}

enum { FIXED, INIT, VALID, HELD, NEXT, BAD = NEXT + 4,
       ROOTS = BAD + RANDOM_SYSTEM_TARGETS };

static program_t *compile(const builder_t *b, const system_t *s)
{
    term_t roots[ROOTS] = {s->fixed, s->init, s->valid, s->held};
    for (size_t i = 0; i < 4; i++)
        roots[NEXT + i] = s->next.data[i];
    for (size_t i = 0; i < RANDOM_SYSTEM_TARGETS; i++)
        roots[BAD + i] = s->targets.data[i].bad;
    return program_new(b->ctx, b->leaves, LEAVES, roots, ROOTS);
}

// One state with all inputs: what is bad there, and its successors.
static void visit(random_system_t *r, program_t *program, size_t state,
                  size_t *depth)
{
    int64_t cells[LEAVES], results[ROOTS];
    for (int64_t i = 0; i <= MOST_INPUT; i++)
        for (int64_t p = 0; p < 2; p++) {
            cells_of(state, cells);
            cells[I] = i, cells[P] = p;
            ck_assert(program_run(program, cells, results));
            if (!results[VALID])
                continue;
            for (size_t t = 0; t < RANDOM_SYSTEM_TARGETS; t++)
                if (results[BAD + t] && r->shortest[t] == 0)
                    r->shortest[t] = depth[state];
            if (!results[HELD])
                continue;
            for (size_t k = 0; k < 4; k++)
                cells[X + k] = results[NEXT + k];
            const size_t next = state_of(cells);
            ck_assert_uint_lt(next, STATES);
            if (depth[next] == 0)
                depth[next] = depth[state] + 1;
        }
}

static void explore(random_system_t *r, const builder_t *b)
{
    program_t *program = compile(b, r->system);
    size_t depth[STATES] = {0}; // steps to reach it; 0: not
    int64_t cells[LEAVES] = {0}, results[ROOTS];
    for (size_t i = 0; i < STATES; i++) {
        cells_of(i, cells);
        ck_assert(program_run(program, cells, results));
        depth[i] = results[FIXED] && results[INIT];
    }
    for (size_t d = 1; d <= STATES; d++)
        for (size_t i = 0; i < STATES; i++)
            if (depth[i] == d)
                visit(r, program, i, depth);
    program_free(program);
}

random_system_t *random_system_new(uint64_t seed)
{
    random_system_t *r = xcalloc(1, sizeof *r);
    r->ctx = context_new();
    r->model = model_new(r->ctx, "random");
    builder_t b = {.ctx = r->ctx, .model = r->model,
                   .state = hash_u64(seed)};
    declare(&b);
    add_behaviour(&b);
    add_start(&b);
    add_properties(&b);
    r->system = system_new(r->model, &(system_options_t){.start = SIZE_MAX});
    ck_assert_uint_eq(r->system->states.len, 4);
    explore(r, &b);
    return r;
}

void random_system_free(random_system_t *r)
{
    system_free(r->system);
    model_free(r->model);
    context_free(r->ctx);
    free(r);
}

// ---- invariants ----

void expect_invariant(const system_t *s, size_t target,
                      const term_t *invariant, size_t count)
{
    term_t all = term_true(s->ctx);
    for (size_t i = 0; i < count; i++)
        all = term_and(s->ctx, all, invariant[i]);
    solver_t *solver = solver_new(s);
    solver_assert(solver, s->fixed, 0);
    solver_assert(solver, s->valid, 0);
    solver_push(solver);
    solver_assert(solver, s->init, 0);
    solver_assert(solver, term_not(all), 0);
    ck_assert(solver_check(solver) == SOLVER_UNSAT);
    solver_pop(solver);
    solver_assert(solver, all, 0);
    solver_push(solver);
    solver_assert_step(solver, 0);
    solver_assert(solver, s->valid, 1);
    solver_assert(solver, term_not(all), 1);
    ck_assert(solver_check(solver) == SOLVER_UNSAT);
    solver_pop(solver);
    solver_assert(solver, s->targets.data[target].bad, 0);
    ck_assert(solver_check(solver) == SOLVER_UNSAT);
    solver_free(solver);
}

// ---- answers ----

static bool accept_proof(task_t *task, size_t target, const term_t *invariant,
                         size_t count, void *user)
{
    (void)user;
    expect_invariant(task_system(task), target, invariant, count);
    return true;
}

// The task has checked that it is a run that ends bad.
static bool accept_run(task_t *task, size_t target, const trace_t *trace,
                       void *user)
{
    (void)task;
    const random_system_t *r = user;
    ck_assert_uint_ge(trace_length(trace), r->shortest[target]);
    return true;
}

static bool is_decided(const random_system_t *r, const task_t *task,
                       size_t target)
{
    const size_t shortest = r->shortest[target];
    if (shortest > 0)
        ck_assert_uint_lt(task_bound(task, target), shortest);
    switch (task_target(task, target)) {
    case TARGET_PROVED:
        ck_assert_uint_eq(shortest, 0);
        return true;
    case TARGET_VIOLATED:
        ck_assert_uint_gt(shortest, 0);
        return true;
    default:
        return false;
    }
}

void random_systems_agree(void (*engine)(task_t *), size_t count,
                          size_t least)
{
    size_t decided = 0, deep = 0, safe = 0;
    for (uint64_t seed = 1; seed <= count; seed++) {
        random_system_t *r = random_system_new(seed);
        const task_hooks_t hooks = {.proved = accept_proof,
                                    .violated = accept_run, .user = r};
        task_t *task = task_new(r->system, &hooks);
        task_set_deadline(task, 2000);
        engine(task);
        for (size_t i = 0; i < RANDOM_SYSTEM_TARGETS; i++) {
            decided += is_decided(r, task, i);
            safe += r->shortest[i] == 0;
            deep += r->shortest[i] > 3;
        }
        task_free(task);
        random_system_free(r);
    }
    ck_assert_uint_ge(decided, least);
    // The systems are worth asking about.
    ck_assert_uint_gt(safe, count / 2);
    ck_assert_uint_gt(deep, count / 15);
}
