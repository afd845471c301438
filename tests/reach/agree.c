// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/certificate.h"
#include "reach/engine.h"

#include "core/eval.h"
#include "tests/reach/random-linear.h"
#include "tests/tap.h"

// Random systems that are small enough to be enumerated, against engines: no
// proof of what is reached, no violation of what is not, none too short.

enum { P, X, B, C, I, J, LEAVES };
static const int64_t sizes[LEAVES] = {3, 4, 2, 3, 2, 3};

#define STATES (4 * 2 * 3)
#define TARGETS 3
#define NEVER SIZE_MAX

typedef struct {
    context_t *ctx;
    model_t *model;
    system_t *system;
    term_t leaves[LEAVES];
    size_t shortest[TARGETS]; // run to a bad step, or NEVER
    size_t engine; // that is running
} world_t;

// ---- drawing ----

static void declare(world_t *w)
{
    context_t *c = w->ctx;
    ident_table_t *ids = context_idents(c);
    const ident_t names[] = {ident_new(ids, "red"), ident_new(ids, "green"),
                             ident_new(ids, "blue")};
    const sort_t colour = sort_enum(c, ident_new(ids, "colour"), names, 3);
    const sort_t sorts[LEAVES] = {sort_int(c), sort_int(c), sort_bool(c),
                                  colour, sort_bool(c), sort_int(c)};
    static const char *const letters[LEAVES] = {"p", "x", "b", "c", "i", "j"};
    for (unsigned i = 0; i < LEAVES; i++) {
        const var_t var = var_new(c, ident_new(ids, letters[i]), sorts[i]);
        w->leaves[i] = term_last(c, var);
        if (i == P)
            model_add_parameter(w->model, var, LOC_NONE);
        else if (i < I)
            model_add_state(w->model, var, LOC_NONE);
        else
            model_add_input(w->model, var, LOC_NONE);
    }
}

static void assume(world_t *w, assumption_kind_t kind, term_t t)
{
    const assumption_t a = {.kind = kind, .term = t};
    model_add_assumption(w->model, &a);
}

static term_t in_range(const world_t *w, unsigned leaf)
{
    context_t *c = w->ctx;
    return term_and(c, term_le(c, term_int(c, 0), w->leaves[leaf]),
                    term_lt(c, w->leaves[leaf],
                            term_int(c, sizes[leaf])));
}

static void draw_behaviour(world_t *w, random_linear_t *r)
{
    context_t *c = w->ctx;
    model_set_next(w->model, term_var(c, w->leaves[X]),
                   term_mod(c, random_linear_int(r), term_int(c, 4)));
    model_set_next(w->model, term_var(c, w->leaves[B]),
                   random_linear_bool(r));
    model_set_next(w->model, term_var(c, w->leaves[C]),
                   random_linear_enum(r));
    const size_t start = model_add_start(w->model, "reset");
    model_start_constrain(w->model, start, in_range(w, X));
    model_start_value(w->model, start, term_var(c, w->leaves[B]),
                      term_false(c));
    if (random_linear_draw(r, 2))
        model_start_value(w->model, start, term_var(c, w->leaves[X]),
                          w->leaves[P]);
    assume(w, ASSUME_GENERIC, in_range(w, P));
    assume(w, ASSUME_INPUT, in_range(w, J));
    if (random_linear_draw(r, 3) == 0)
        assume(w, ASSUME_INPUT, random_linear_bool(r));
    if (random_linear_draw(r, 4) == 0)
        assume(w, ASSUME_STEP, random_linear_bool(r));
}

static void draw_properties(world_t *w, random_linear_t *r)
{
    static const property_kind_t kinds[TARGETS] = {
        PROPERTY_ASSERT, PROPERTY_ERROR, PROPERTY_COVER};
    for (unsigned i = 0; i < TARGETS; i++) {
        // Rarely bad: most would be reached at once.
        const term_t rare = term_and(w->ctx, random_linear_bool(r),
                                     random_linear_bool(r));
        const property_t p = {
            .name = "property", .kind = kinds[i],
            .reached = random_linear_bool(r),
            .holds = kinds[i] == PROPERTY_COVER ? rare : term_not(rare)};
        model_add_property(w->model, &p);
    }
}

static void init(world_t *w, uint64_t seed)
{
    w->ctx = context_new();
    w->model = model_new(w->ctx, "random");
    declare(w);
    random_linear_t *r = random_linear_new(w->ctx, seed, w->leaves, LEAVES);
    for (unsigned i = 0; i < 6; i++)
        random_linear_bool(r);
    draw_behaviour(w, r);
    draw_properties(w, r);
    random_linear_free(r);
    w->system = system_new(w->model,
                           &(system_options_t){.start = SIZE_MAX});
}

static void release(world_t *w)
{
    system_free(w->system);
    model_free(w->model);
    context_free(w->ctx);
}

// ---- enumeration ----

typedef struct {
    const world_t *world;
    int64_t cells[LEAVES];
} point_t;

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    const point_t *p = user;
    unsigned i = 0;
    while (!term_equal(p->world->leaves[i], leaf))
        i++;
    const sort_t sort = term_sort(ctx, leaf);
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: return value_bool(ctx, p->cells[i]);
    case SORT_ENUM: return value_literal(sort, (uint32_t)p->cells[i]);
    default: return value_int(ctx, p->cells[i]);
    }
}

static bool holds(eval_t *eval, term_t t)
{
    bool result;
    ck_assert(eval_bool(eval, t, &result));
    return result;
}

static size_t next_state(const world_t *w, eval_t *eval)
{
    size_t state = 0;
    for (size_t i = 0; i < w->system->next.len; i++) {
        value_t v;
        ck_assert(eval_term(eval, w->system->next.data[i], &v));
        const int64_t cell = i == 0 ? v.number.small
            : i == 1 ? v.boolean : (int64_t)v.position;
        state = state * (size_t)sizes[X + i] + (size_t)cell;
        value_release(&v);
    }
    return state;
}

static void set_state(point_t *p, size_t state)
{
    p->cells[C] = (int64_t)(state % 3);
    p->cells[B] = (int64_t)(state / 3 % 2);
    p->cells[X] = (int64_t)(state / 6);
}

// All steps from the state that `point` has; marks what is reached.
static void expand(world_t *w, point_t *p, size_t length, bool *reached)
{
    const system_t *s = w->system;
    for (int64_t k = 0; k < sizes[I] * sizes[J]; k++) {
        p->cells[I] = k % sizes[I];
        p->cells[J] = k / sizes[I];
        eval_t *eval = eval_new(w->ctx, leaf_value, p);
        if (holds(eval, s->valid)) {
            for (size_t t = 0; t < TARGETS; t++)
                if (holds(eval, s->targets.data[t].bad)
                    && w->shortest[t] > length)
                    w->shortest[t] = length;
            if (holds(eval, s->held))
                reached[next_state(w, eval)] = true;
        }
        eval_free(eval);
    }
}

static void mark_initial(world_t *w, point_t *p, bool *reached)
{
    for (size_t state = 0; state < STATES; state++) {
        set_state(p, state);
        eval_t *eval = eval_new(w->ctx, leaf_value, p);
        reached[state] = holds(eval, w->system->fixed)
            && holds(eval, w->system->init);
        eval_free(eval);
    }
}

static void explore(world_t *w, int64_t parameter)
{
    point_t p = {.world = w, .cells = {[P] = parameter}};
    bool reached[STATES], expanded[STATES] = {false};
    mark_initial(w, &p, reached);
    for (size_t length = 1; length <= STATES; length++) {
        bool next[STATES];
        memcpy(next, reached, sizeof next);
        for (size_t state = 0; state < STATES; state++)
            if (reached[state] && !expanded[state]) {
                set_state(&p, state);
                expand(w, &p, length, next);
                expanded[state] = true;
            }
        memcpy(reached, next, sizeof next);
    }
}

// ---- engines ----

static bool take_violation(task_t *task, size_t target, const trace_t *trace,
                           void *user)
{
    (void)task;
    const world_t *w = user;
    ck_assert_msg(w->shortest[target] != NEVER
                      && trace_length(trace) >= w->shortest[target],
                  "%s: a violation of %zu in %zu steps, but it takes %zu",
                  engine_at(w->engine)->name, target, trace_length(trace),
                  w->shortest[target]);
    return true;
}

static bool take_proof(task_t *task, size_t target, const term_t *invariant,
                       size_t count, void *user)
{
    const world_t *w = user;
    ck_assert_msg(w->shortest[target] == NEVER,
                  "%s: a proof of %zu, which is violated in %zu steps",
                  engine_at(w->engine)->name, target, w->shortest[target]);
    const certificate_t c = {task_system(task), target, invariant, count};
    text_t reason = {0};
    const bool ok = certificate_check(&c, 0, &reason) > 0;
    ck_assert_msg(ok, "%s: no certificate: %s", engine_at(w->engine)->name,
                  text_str(&reason));
    text_release(&reason);
    return true;
}

static void take_bound(task_t *task, size_t target, size_t steps, void *user)
{
    (void)task;
    const world_t *w = user;
    ck_assert_uint_lt(steps, w->shortest[target]);
}

// How many targets the engine decides.
static size_t run_engine(world_t *w, size_t engine)
{
    const task_hooks_t hooks = {.violated = take_violation,
                                .proved = take_proof, .bounded = take_bound,
                                .user = w};
    task_t *task = task_new(w->system, &hooks);
    task_set_deadline(task, 100);
    w->engine = engine;
    engine_at(engine)->run(task);
    size_t decided = 0;
    for (size_t i = 0; i < TARGETS; i++)
        decided += task_target(task, i) != TARGET_OPEN;
    task_free(task);
    return decided;
}

START_TEST(engines_agree_with_enumeration)
{
    size_t reached = 0, decided = 0;
    enum { SYSTEMS = 25 };
    for (uint64_t seed = 0; seed < SYSTEMS; seed++) {
        world_t w = {0};
        init(&w, seed);
        for (size_t i = 0; i < TARGETS; i++)
            w.shortest[i] = NEVER;
        for (int64_t p = 0; p < sizes[P]; p++)
            explore(&w, p);
        for (size_t i = 0; i < TARGETS; i++)
            reached += w.shortest[i] != NEVER;
        for (size_t e = 0; e < engine_count(); e++)
            decided += run_engine(&w, e);
        release(&w);
    }
    ck_assert_uint_gt(reached, SYSTEMS / 2);
    ck_assert_uint_lt(reached, 3 * SYSTEMS - SYSTEMS / 2);
    ck_assert_uint_gt(decided, 3 * SYSTEMS);
}
END_TEST

TEST_SUITE(agree, engines_agree_with_enumeration)
