// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/engine.h"
#include "reach/implicant.h"
#include "reach/proof.h"
#include "reach/solver.h"
#include "reach/vocabulary.h"

#include <assert.h>

// IC3 with exact predecessors. F(0) is init, F(i) holds in the first i + 1
// steps of all runs; it is the conjunction of the lemmas, of `forever`, and of
// the negated cubes of the levels i and above. A proof obligation is a cube
// from all of whose states a bad step can be reached, so an obligation that
// contains an initial state is a violation, never a spurious one. What is
// learned from a cube that has no predecessor is first put in the words of the
// vocabulary; only if that is too coarse, the cube's own atoms become words:
// that is the refinement.

#define CHECK_MILLISECONDS 5000
// For a check without whose answer it goes on as well.
#define OPTIONAL_MILLISECONDS 200
// Cubes without end on a few levels: the vocabulary lacks something that
// cubes do not tell.
#define MANY_ATOMS 300
#define FEW_LEVELS 7
// What was asserted for clauses that are gone slows a solver down.
#define CHECKS_PER_SOLVER 3000

typedef VEC(term_vec_t) cube_vec_t;
typedef VEC(framed_t) framed_vec_t;

typedef struct {
    term_vec_t cube;
    size_t level;
    size_t after; // the obligation that it leads to; SIZE_MAX: bad itself
    bool open;
} obligation_t;

typedef struct {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    vocabulary_t *vocabulary;
    size_t learned;     // atoms that came from cubes
    memo_t inputs;      // leaves to eliminate
    term_vec_t lemmas;  // of the task, that the solvers know
    VEC(cube_vec_t) levels;  // from 0, which stays empty
    term_vec_t activations;  // of the levels, assumed to switch them on
    term_vec_t forever;      // clauses that are inductive, with the lemmas
    solver_t *step;   // a step from frame 0 to 1
    solver_t *state;  // a last step
    solver_t *init;   // the first state
    solver_t *implied; // any state
    VEC(obligation_t) obligations; // of the target at hand
    bool gave_up;     // on that target
    bool optional;    // the checks that are made now
    framed_vec_t assumptions; // scratch
} cegar_t;

// ---- solvers ----

static term_t clause_of(const cegar_t *g, const term_vec_t *cube)
{
    term_t all = term_true(g->ctx);
    for (size_t i = 0; i < cube->len; i++)
        all = term_and(g->ctx, all, cube->data[i]);
    return term_not(all);
}

static void assert_everywhere(cegar_t *g, term_t invariant)
{
    solver_assert(g->step, invariant, 0);
    solver_assert(g->step, invariant, 1);
    solver_assert(g->state, invariant, 0);
    solver_assert(g->implied, invariant, 0);
}

static void assert_at_level(cegar_t *g, size_t level, term_t t)
{
    const term_t t_there = term_implies(g->ctx, g->activations.data[level],
                                        t);
    solver_assert(g->step, t_there, 0);
    solver_assert(g->state, t_there, 0);
}

static void free_solvers(cegar_t *g)
{
    solver_free(g->step);
    solver_free(g->state);
    solver_free(g->init);
    solver_free(g->implied);
}

static void make_solvers(cegar_t *g)
{
    const system_t *s = g->system;
    g->step = solver_new(s);
    g->state = solver_new(s);
    g->init = solver_new(s);
    g->implied = solver_new(s);
    solver_assert(g->step, s->fixed, 0);
    solver_assert(g->state, s->fixed, 0);
    solver_assert(g->init, s->fixed, 0);
    solver_assert(g->implied, s->fixed, 0);
    solver_assert_step(g->step, 0);
    solver_assert(g->step, s->valid, 1);
    solver_assert(g->state, s->valid, 0);
    solver_assert(g->init, s->init, 0);
    solver_assert(g->init, s->valid, 0);
    for (size_t i = 0; i < g->lemmas.len; i++)
        assert_everywhere(g, g->lemmas.data[i]);
    for (size_t i = 0; i < g->forever.len; i++)
        assert_everywhere(g, g->forever.data[i]);
    assert_at_level(g, 0, s->init);
    for (size_t i = 1; i < g->levels.len; i++)
        for (size_t k = 0; k < g->levels.data[i].len; k++)
            assert_at_level(g, i,
                            clause_of(g, &g->levels.data[i].data[k]));
}

static void renew_solvers(cegar_t *g)
{
    if (solver_checks(g->step) + solver_checks(g->implied)
        < CHECKS_PER_SOLVER)
        return;
    free_solvers(g);
    make_solvers(g);
}

static void assume(cegar_t *g, term_t t, unsigned frame)
{
    const framed_t one = {t, frame};
    vec_push(&g->assumptions, one);
}

static void assume_cube(cegar_t *g, const term_vec_t *cube, unsigned frame)
{
    for (size_t i = 0; i < cube->len; i++)
        assume(g, cube->data[i], frame);
}

static void assume_level(cegar_t *g, size_t level)
{
    for (size_t i = level; i < g->activations.len; i++)
        assume(g, g->activations.data[i], 0);
}

static solver_result_t check(cegar_t *g, solver_t *solver)
{
    solver_set_limit(solver, task_time_left(
                                 g->task, g->optional ? OPTIONAL_MILLISECONDS
                                                      : CHECK_MILLISECONDS));
    return solver_check_assuming(solver, g->assumptions.data,
                                 g->assumptions.len);
}

// The literals of the cube, assumed from that place on, that the last check
// needed.
static void core_of(solver_t *solver, const term_vec_t *cube, size_t offset,
                    term_vec_t *core)
{
    index_vec_t indices = {0};
    solver_core(solver, &indices);
    bool *needed = xcalloc(cube->len, sizeof *needed);
    for (size_t i = 0; i < indices.len; i++)
        if (indices.data[i] >= offset)
            needed[indices.data[i] - offset] = true;
    core->len = 0;
    for (size_t i = 0; i < cube->len; i++)
        if (needed[i])
            vec_push(core, cube->data[i]);
    free(needed);
    vec_release(&indices);
}

// ---- questions about cubes ----

// Is there an initial state in the cube? If not, *core (unless NULL) is a part
// of it without one.
static solver_result_t meets_init(cegar_t *g, const term_vec_t *cube,
                                  term_vec_t *core)
{
    g->assumptions.len = 0;
    assume_cube(g, cube, 0);
    const solver_result_t result = check(g, g->init);
    if (result == SOLVER_UNSAT && core != NULL)
        core_of(g->init, cube, 0, core);
    return result;
}

static bool contains(const term_vec_t *terms, term_t t)
{
    for (size_t i = 0; i < terms->len; i++)
        if (term_equal(terms->data[i], t))
            return true;
    return false;
}

static bool is_subset(const term_vec_t *a, const term_vec_t *b)
{
    if (a->len > b->len)
        return false;
    for (size_t i = 0; i < a->len; i++)
        if (!contains(b, a->data[i]))
            return false;
    return true;
}

static void copy_cube(term_vec_t *to, const term_vec_t *from)
{
    to->len = 0;
    for (size_t i = 0; i < from->len; i++)
        vec_push(to, from->data[i]);
}

// Adds literals of the cube, which contains no initial state, to a part of
// it, until that contains none either.
static bool leave_init(cegar_t *g, const term_vec_t *cube, term_vec_t *part)
{
    const solver_result_t result = meets_init(g, part, NULL);
    if (result == SOLVER_UNSAT)
        return true;
    term_vec_t core = {0};
    const bool left = meets_init(g, cube, &core) == SOLVER_UNSAT;
    for (size_t i = 0; left && i < core.len; i++)
        if (!contains(part, core.data[i]))
            vec_push(part, core.data[i]);
    vec_release(&core);
    return left;
}

// Does a step lead into the cube from F(level), outside of the cube? If not,
// *core (unless NULL) is a part of it of which that is true as well, and
// which contains no initial state, if the cube does not.
static solver_result_t check_step(cegar_t *g, size_t level,
                                  const term_vec_t *cube, term_vec_t *core)
{
    g->assumptions.len = 0;
    assume_level(g, level);
    assume(g, clause_of(g, cube), 0);
    const size_t offset = g->assumptions.len;
    assume_cube(g, cube, 1);
    const solver_result_t result = check(g, g->step);
    if (result != SOLVER_UNSAT || core == NULL)
        return result;
    term_vec_t part = {0};
    core_of(g->step, cube, offset, &part);
    const bool good = leave_init(g, cube, &part);
    copy_cube(core, good ? &part : cube);
    vec_release(&part);
    return result;
}

// ---- frames ----

static void add_level(cegar_t *g)
{
    const size_t level = g->levels.len;
    const var_t var = var_new(
        g->ctx, ident_printf(context_idents(g->ctx), "level %zu", level),
        sort_bool(g->ctx));
    vec_push(&g->activations, term_last(g->ctx, var));
    vec_push(&g->levels, (cube_vec_t){0});
}

static void remove_cube(cube_vec_t *cubes, size_t i)
{
    vec_release(&cubes->data[i]);
    cubes->data[i] = cubes->data[cubes->len - 1];
    cubes->len--;
}

// Takes the cube over: no state of it is reached up to that level. Cubes
// that are part of it say nothing any more.
static void block(cegar_t *g, term_vec_t cube, size_t level)
{
    for (size_t i = 1; i <= level; i++)
        for (size_t k = g->levels.data[i].len; k-- > 0;)
            if (is_subset(&cube, &g->levels.data[i].data[k]))
                remove_cube(&g->levels.data[i], k);
    assert_at_level(g, level, clause_of(g, &cube));
    vec_push(&g->levels.data[level], cube);
}

static bool is_blocked(const cegar_t *g, const term_vec_t *cube, size_t level)
{
    for (size_t i = level; i < g->levels.len; i++)
        for (size_t k = 0; k < g->levels.data[i].len; k++)
            if (is_subset(&g->levels.data[i].data[k], cube))
                return true;
    return false;
}

// Lemmas may arrive at any time.
static void take_lemmas(cegar_t *g)
{
    while (g->lemmas.len < task_lemma_count(g->task)) {
        const term_t lemma = task_lemma_at(g->task, g->lemmas.len);
        vec_push(&g->lemmas, lemma);
        vocabulary_add_formula(g->vocabulary, lemma);
        assert_everywhere(g, lemma);
    }
}

static bool is_over(cegar_t *g, size_t target)
{
    if (task_expired(g->task) || task_target(g->task, target) != TARGET_OPEN)
        return true;
    if (g->learned > MANY_ATOMS && g->levels.len <= FEW_LEVELS)
        g->gave_up = true;
    return g->gave_up;
}

// ---- predecessors ----

static value_t step_value(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    return solver_value(user, leaf, 0);
}

// The states of frame 0, as the solver's assignment has it, that satisfy all
// the formulas with some inputs.
static bool generalise_state(cegar_t *g, solver_t *solver,
                             const term_vec_t *formulas, term_vec_t *cube)
{
    eval_t *eval = eval_new(g->ctx, step_value, solver);
    const bool done = implicant(eval, &g->inputs, formulas->data,
                                formulas->len, cube);
    eval_free(eval);
    g->gave_up |= !done;
    return done;
}

static bool predecessor(cegar_t *g, const term_vec_t *of, term_vec_t *cube)
{
    term_vec_t formulas = {0};
    copy_cube(&formulas, of);
    system_pre_all(g->system, formulas.data, formulas.len);
    vec_push(&formulas, g->system->valid);
    vec_push(&formulas, g->system->held);
    const bool done = generalise_state(g, g->step, &formulas, cube);
    vec_release(&formulas);
    return done;
}

static bool bad_cube(cegar_t *g, size_t target, term_vec_t *cube)
{
    term_vec_t formulas = {0};
    vec_push(&formulas, g->system->targets.data[target].bad);
    vec_push(&formulas, g->system->valid);
    const bool done = generalise_state(g, g->state, &formulas, cube);
    vec_release(&formulas);
    return done;
}

// ---- the vocabulary's words for a cube ----

static void choose_polarities(cegar_t *g, term_vec_t *words)
{
    for (size_t i = 0; i < vocabulary_count(g->vocabulary); i++) {
        const term_t atom = vocabulary_at(g->vocabulary, i);
        vec_push(words, solver_holds(g->implied, atom, 0) ? atom
                                                          : term_not(atom));
    }
}

static void keep_true_words(cegar_t *g, term_vec_t *words)
{
    size_t left = 0;
    for (size_t i = 0; i < words->len; i++)
        if (solver_holds(g->implied, words->data[i], 0))
            words->data[left++] = words->data[i];
    words->len = left;
}

// The literals of the vocabulary that the cube implies. All that are left are
// asked for at once; each counterexample removes some.
static bool find_words(cegar_t *g, const term_vec_t *cube, term_vec_t *words)
{
    g->assumptions.len = 0;
    solver_push(g->implied);
    for (size_t i = 0; i < cube->len; i++)
        solver_assert(g->implied, cube->data[i], 0);
    solver_result_t result = check(g, g->implied);
    if (result == SOLVER_SAT)
        choose_polarities(g, words);
    while (result == SOLVER_SAT) {
        solver_push(g->implied);
        solver_assert(g->implied, clause_of(g, words), 0);
        result = check(g, g->implied);
        if (result == SOLVER_SAT)
            keep_true_words(g, words);
        solver_pop(g->implied);
    }
    solver_pop(g->implied);
    return result == SOLVER_UNSAT && words->len > 0;
}

// The cube in words, as few as the solver needs, if in words it still has no
// predecessor in F(level).
static bool block_in_words(cegar_t *g, size_t level, const term_vec_t *cube,
                           term_vec_t *core)
{
    term_vec_t words = {0};
    const bool done = find_words(g, cube, &words)
        && meets_init(g, &words, NULL) == SOLVER_UNSAT
        && check_step(g, level, &words, core) == SOLVER_UNSAT;
    vec_release(&words);
    return done;
}

static void learn_atoms(cegar_t *g, const term_vec_t *cube)
{
    for (size_t i = 0; i < cube->len; i++)
        g->learned += vocabulary_add(g->vocabulary, cube->data[i]) > 0;
}

// ---- generalisation ----

static void drop_literals(cegar_t *g, size_t level, term_vec_t *cube)
{
    term_vec_t tried = {0}, shorter = {0};
    copy_cube(&tried, cube);
    for (size_t i = tried.len; i-- > 0 && cube->len > 1;) {
        if (!contains(cube, tried.data[i]))
            continue;
        shorter.len = 0;
        for (size_t k = 0; k < cube->len; k++)
            if (!term_equal(cube->data[k], tried.data[i]))
                vec_push(&shorter, cube->data[k]);
        if (meets_init(g, &shorter, NULL) == SOLVER_UNSAT
            && check_step(g, level, &shorter, &shorter) == SOLVER_UNSAT)
            copy_cube(cube, &shorter);
    }
    vec_release(&tried);
    vec_release(&shorter);
}

// The cube has no predecessor in F(level - 1), for which `core` is enough.
// Blocks as much as it can as far up as it can; returns the level reached.
static size_t learn(cegar_t *g, size_t level, const term_vec_t *cube,
                    const term_vec_t *core)
{
    term_vec_t learned = {0};
    g->optional = true;
    if (!block_in_words(g, level - 1, cube, &learned)) {
        copy_cube(&learned, core);
        learn_atoms(g, core);
    }
    drop_literals(g, level - 1, &learned);
    while (level + 1 < g->levels.len
           && check_step(g, level, &learned, NULL) == SOLVER_UNSAT)
        level++;
    g->optional = false;
    block(g, learned, level);
    return level;
}

// ---- obligations ----

static void free_obligations(cegar_t *g)
{
    for (size_t i = 0; i < g->obligations.len; i++)
        vec_release(&g->obligations.data[i].cube);
    g->obligations.len = 0;
}

static size_t add_obligation(cegar_t *g, term_vec_t cube, size_t level,
                             size_t after)
{
    const obligation_t o = {cube, level, after, true};
    vec_push(&g->obligations, o);
    return g->obligations.len - 1;
}

// Of the open ones on the lowest level the newest; SIZE_MAX if none is open.
static size_t next_obligation(const cegar_t *g)
{
    size_t best = SIZE_MAX;
    for (size_t i = g->obligations.len; i-- > 0;) {
        const obligation_t *o = &g->obligations.data[i];
        if (o->open && (best == SIZE_MAX
                        || o->level < g->obligations.data[best].level))
            best = i;
    }
    return best;
}

static void assert_value(cegar_t *g, solver_t *solver, term_t leaf,
                         unsigned frame, term_vec_t *values)
{
    value_t v = solver_value(solver, leaf, frame);
    vec_push(values, term_eq(g->ctx, leaf, value_term(g->ctx, &v)));
    value_release(&v);
}

// Fixes a frame as the assignment has it: what comes after it is then a
// question about one step.
static void fix_frame(cegar_t *g, solver_t *solver, unsigned frame)
{
    term_vec_t leaves = {0}, values = {0};
    system_leaves(g->system, &leaves);
    for (size_t i = 0; i < leaves.len; i++)
        assert_value(g, solver, leaves.data[i], frame, &values);
    for (size_t i = 0; i < values.len; i++)
        solver_assert(solver, values.data[i], frame);
    vec_release(&leaves);
    vec_release(&values);
}

static void assert_cube(solver_t *solver, const term_vec_t *cube,
                        unsigned frame)
{
    for (size_t i = 0; i < cube->len; i++)
        solver_assert(solver, cube->data[i], frame);
}

// The run that begins in an initial state of the obligation: each state of a
// cube has a successor in the next. NULL if a check took too long.
static trace_t *run_from(cegar_t *g, size_t target, size_t at)
{
    solver_t *solver = solver_new(g->system);
    solver_assert(solver, g->system->fixed, 0);
    solver_assert(solver, g->system->init, 0);
    assert_cube(solver, &g->obligations.data[at].cube, 0);
    g->assumptions.len = 0;
    unsigned frame = 0;
    solver_result_t result = SOLVER_SAT;
    for (; (at = g->obligations.data[at].after) != SIZE_MAX; frame++) {
        solver_assert_step(solver, frame);
        assert_cube(solver, &g->obligations.data[at].cube, frame + 1);
        result = check(g, solver);
        if (result != SOLVER_SAT)
            break;
        fix_frame(g, solver, frame);
    }
    solver_assert(solver, g->system->valid, frame);
    solver_assert(solver, g->system->targets.data[target].bad, frame);
    if (result == SOLVER_SAT)
        result = check(g, solver);
    assert(result != SOLVER_UNSAT);
    trace_t *trace = result == SOLVER_SAT ? solver_trace(solver, frame + 1)
                                          : NULL;
    solver_free(solver);
    return trace;
}

// A run that is refused is none of the design; this engine has no way round.
static void report_run(cegar_t *g, size_t target, size_t at)
{
    trace_t *trace = run_from(g, target, at);
    if (trace == NULL || !task_violated(g->task, target, trace))
        g->gave_up = true;
}

// A new obligation, or the violation that it is. False to stop.
static bool oblige(cegar_t *g, size_t target, term_vec_t cube, size_t level,
                   size_t after)
{
    const size_t at = add_obligation(g, cube, level, after);
    switch (meets_init(g, &cube, NULL)) {
    case SOLVER_SAT:
        report_run(g, target, at);
        return false;
    case SOLVER_UNSAT:
        return true;
    default:
        g->gave_up = true;
        return false;
    }
}

// Raised to the next level: what is not reached now may be reached later.
static void lift(cegar_t *g, size_t at, size_t level)
{
    g->obligations.data[at].level = level;
    g->obligations.data[at].open = level < g->levels.len;
}

// Blocks the obligation, or finds what has to be blocked before it. False to
// stop.
static bool discharge(cegar_t *g, size_t target, size_t at)
{
    const obligation_t o = g->obligations.data[at];
    assert(o.level > 0); // on level 0 it would have been a violation
    if (is_blocked(g, &o.cube, o.level)) {
        lift(g, at, o.level + 1);
        return true;
    }
    term_vec_t core = {0}, cube = {0};
    bool go_on = true;
    const solver_result_t result = check_step(g, o.level - 1, &o.cube, &core);
    if (result == SOLVER_UNSAT)
        lift(g, at, learn(g, o.level, &o.cube, &core) + 1);
    else if (result == SOLVER_UNKNOWN || !predecessor(g, &o.cube, &cube)) {
        g->gave_up = true;
        go_on = false;
    } else
        go_on = oblige(g, target, cube, o.level - 1, at);
    vec_release(&core);
    return go_on;
}

// F(level) gets rid of the obligation's states. False to stop.
static bool discharge_all(cegar_t *g, size_t target)
{
    for (;;) {
        const size_t at = next_obligation(g);
        if (at == SIZE_MAX)
            return true;
        take_lemmas(g);
        renew_solvers(g);
        if (is_over(g, target) || !discharge(g, target, at))
            return false;
    }
}

// ---- proofs ----

// Clauses above the level are inductive.
static void keep_forever(cegar_t *g, size_t level)
{
    for (size_t i = level + 1; i < g->levels.len; i++) {
        cube_vec_t *cubes = &g->levels.data[i];
        while (cubes->len > 0) {
            const term_t clause = clause_of(g, &cubes->data[0]);
            vec_push(&g->forever, clause);
            assert_everywhere(g, clause);
            remove_cube(cubes, 0);
        }
    }
}

static bool push_cube(cegar_t *g, const term_vec_t *cube, size_t level)
{
    g->assumptions.len = 0;
    assume_level(g, level);
    assume_cube(g, cube, 1);
    g->optional = true;
    const solver_result_t result = check(g, g->step);
    g->optional = false;
    return result == SOLVER_UNSAT;
}

// Pushes clauses up; true if two neighbouring frames have become the same.
static bool propagate(cegar_t *g)
{
    for (size_t level = 1; level + 1 < g->levels.len; level++) {
        for (size_t k = g->levels.data[level].len; k-- > 0;) {
            term_vec_t cube = g->levels.data[level].data[k];
            if (!push_cube(g, &cube, level))
                continue;
            term_vec_t copy = {0};
            copy_cube(&copy, &cube);
            block(g, copy, level + 1);
            // Blocking removes this one, and perhaps others, as subsumed.
            if (k > g->levels.data[level].len)
                k = g->levels.data[level].len;
        }
        if (g->levels.data[level].len == 0) {
            keep_forever(g, level);
            return true;
        }
    }
    return false;
}

static bool is_excluded(cegar_t *g, size_t target, size_t level)
{
    g->assumptions.len = 0;
    assume_level(g, level);
    assume(g, g->system->targets.data[target].bad, 0);
    return check(g, g->state) == SOLVER_UNSAT;
}

static bool is_excluded_forever(cegar_t *g, size_t target)
{
    return is_excluded(g, target, g->levels.len);
}

// Lemmas and `forever` exclude what is bad.
static void report_proof(cegar_t *g, size_t target)
{
    (void)proof_report(g->task, target, g->forever.data, g->forever.len);
}

// ---- targets ----

// Makes F(level) exclude what is bad. False to stop.
static bool clear_level(cegar_t *g, size_t target, size_t level)
{
    for (;;) {
        take_lemmas(g);
        if (is_over(g, target))
            return false;
        g->assumptions.len = 0;
        assume_level(g, level);
        assume(g, g->system->targets.data[target].bad, 0);
        const solver_result_t result = check(g, g->state);
        if (result == SOLVER_UNSAT)
            return true;
        term_vec_t cube = {0};
        if (result == SOLVER_UNKNOWN || !bad_cube(g, target, &cube)) {
            g->gave_up = true;
            return false;
        }
        if (!oblige(g, target, cube, level, SIZE_MAX)
            || !discharge_all(g, target))
            return false;
    }
}

static void search(cegar_t *g, size_t target)
{
    for (size_t level = 0;; level++) {
        while (g->levels.len <= level)
            add_level(g);
        const bool cleared = clear_level(g, target, level);
        free_obligations(g);
        if (!cleared)
            return;
        task_bounded(g->task, target, level + 1);
        if (level + 1 < g->levels.len)
            continue;
        add_level(g);
        if (propagate(g) || is_excluded_forever(g, target)) {
            report_proof(g, target);
            return;
        }
    }
}

static void decide(cegar_t *g, size_t target)
{
    g->gave_up = false;
    g->learned = 0;
    take_lemmas(g);
    if (is_excluded_forever(g, target))
        report_proof(g, target);
    else
        search(g, target);
}

// ---- the engine ----

static void mark_inputs(cegar_t *g)
{
    const system_t *s = g->system;
    for (size_t i = 0; i < s->inputs.len; i++)
        memo_set(&g->inputs, term_last(g->ctx, s->inputs.data[i]), 1);
    for (size_t i = 0; i < s->edges.len; i++)
        memo_set(&g->inputs, s->edges.data[i], 1);
}

static void cegar_init(cegar_t *g, task_t *task)
{
    *g = (cegar_t){.task = task, .system = task_system(task)};
    g->ctx = g->system->ctx;
    mark_inputs(g);
    g->vocabulary = vocabulary_new(g->system);
    for (size_t i = 0; i < task_atom_count(task); i++)
        vocabulary_add(g->vocabulary, task_atom_at(task, i));
    add_level(g);
    make_solvers(g);
}

static void cegar_release(cegar_t *g)
{
    free_solvers(g);
    free_obligations(g);
    vec_release(&g->obligations);
    for (size_t i = 0; i < g->levels.len; i++) {
        while (g->levels.data[i].len > 0)
            remove_cube(&g->levels.data[i], 0);
        vec_release(&g->levels.data[i]);
    }
    vec_release(&g->levels);
    vec_release(&g->activations);
    vec_release(&g->forever);
    vec_release(&g->lemmas);
    vec_release(&g->assumptions);
    memo_release(&g->inputs);
    vocabulary_free(g->vocabulary);
}

void engine_cegar(task_t *task)
{
    cegar_t g;
    cegar_init(&g, task);
    for (size_t i = 0; i < task_target_count(task); i++)
        if (!task_expired(task) && task_target(task, i) == TARGET_OPEN)
            decide(&g, i);
    cegar_release(&g);
}
