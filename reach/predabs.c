// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "bdd/image.h"
#include "reach/engine.h"
#include "reach/implicant.h"
#include "reach/linear.h"
#include "reach/predicates.h"
#include "reach/proof.h"
#include "reach/witness.h"

#include <assert.h>

// Predicate abstraction. A step is a BDD over the atoms of the system: exact
// in its Boolean structure, and at first without any idea of what atoms say
// about each other. Reachability with it says too much, never too little. A
// path to something bad is taken to the solver, state by state and step by
// step; each part that is impossible gives a prime implicate (the least set
// of literals that is impossible for the same reason), which is added. If each
// part is possible and the path is not, the states that can go on where the
// path breaks off are described exactly, and their atoms are predicates from
// then on.

#define CHECK_MILLISECONDS 5000
#define MOST_NODES 3000000
#define MOST_CLAUSES 3000
#define MOST_PREDICATES 400
// All atoms of the vocabulary are predicates at once if they are this few.
#define FEW_ATOMS 60
// Paths that are looked at before reachability is computed again.
#define PATHS_PER_SEARCH 30

typedef VEC(bdd_t) bdd_vec_t;

// An atom's value in a frame, and the variable that stands for it.
typedef struct {
    framed_t framed;
    unsigned var;
    bool value;
} literal_t;

typedef VEC(literal_t) literal_vec_t;

typedef struct {
    task_t *task;
    const system_t *system;
    context_t *ctx;
    vocabulary_t *vocabulary;
    memo_t inputs;
    bdd_manager_t *m;
    predicates_t *predicates;
    VEC(bool) stepped; // predicates whose next value is among the parts
    size_t seeded;     // predicates that were compared with each other
    term_vec_t subjects; // of those
    bdd_vec_t parts;   // of steps
    bdd_t constraint;  // of all states
    bdd_t init;        // of the first step
    bdd_vec_t bad;     // of last steps, a target each; or none
    bdd_vec_t rings;   // states first reached after 0, 1, ... steps
    bdd_t reached;
    image_t *image;
    solver_t *state, *first, *step, *last;
    size_t lemmas;
    bool gave_up;
} predabs_t;

// ---- diagrams ----

static void conjoin(predabs_t *a, bdd_t *to, bdd_t part)
{
    bdd_replace(a->m, to, bdd_and(a->m, *to, part));
    bdd_unref(a->m, part);
}

static void clear(predabs_t *a, bdd_vec_t *diagrams)
{
    for (size_t i = 0; i < diagrams->len; i++)
        bdd_unref(a->m, diagrams->data[i]);
    diagrams->len = 0;
}

static bdd_t literal_diagram(predabs_t *a, unsigned var, bool value)
{
    bdd_t d = bdd_var(a->m, var);
    if (!value)
        bdd_replace(a->m, &d, bdd_not(a->m, d));
    return d;
}

// Not all of these literals.
static bdd_t clause_diagram(predabs_t *a, const literal_vec_t *literals)
{
    bdd_t all = bdd_true(a->m);
    for (size_t i = 0; i < literals->len; i++)
        conjoin(a, &all, literal_diagram(a, literals->data[i].var,
                                         literals->data[i].value));
    bdd_replace(a->m, &all, bdd_not(a->m, all));
    return all;
}

// All variables but those of the abstract state.
static bdd_t hidden_cube(predabs_t *a)
{
    bdd_var_vec_t vars = {0};
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        if (!p->tracked)
            vec_push(&vars, p->var);
    }
    const bdd_t cube = bdd_cube(a->m, vars.data, vars.len);
    vec_release(&vars);
    return cube;
}

// ---- the solver's part ----

static solver_result_t check(predabs_t *a, solver_t *solver,
                             const literal_vec_t *literals)
{
    VEC(framed_t) assumptions = {0};
    for (size_t i = 0; i < literals->len; i++)
        vec_push(&assumptions, literals->data[i].framed);
    solver_set_limit(solver, task_time_left(a->task, CHECK_MILLISECONDS));
    const solver_result_t result = solver_check_assuming(
        solver, assumptions.data, assumptions.len);
    vec_release(&assumptions);
    return result;
}

static void take_core(solver_t *solver, literal_vec_t *literals)
{
    index_vec_t core = {0};
    literal_vec_t needed = {0};
    solver_core(solver, &core);
    for (size_t i = 0; i < core.len; i++)
        vec_push(&needed, literals->data[core.data[i]]);
    vec_release(&core);
    vec_release(literals);
    *literals = needed;
}

// From impossible literals to as few as are impossible.
static void make_prime(predabs_t *a, solver_t *solver,
                       literal_vec_t *literals)
{
    for (size_t i = literals->len; i-- > 0 && literals->len > 1;) {
        if (i >= literals->len)
            continue;
        const literal_t one = literals->data[i];
        literals->data[i] = literals->data[literals->len - 1];
        literals->len--;
        if (check(a, solver, literals) == SOLVER_UNSAT)
            take_core(solver, literals);
        else
            vec_push(literals, one);
    }
}

// If the literals are impossible: the reason, as a diagram that is true of
// all that is possible. BDD_NONE if they are possible. Releases them.
static bdd_t find_implicate(predabs_t *a, solver_t *solver,
                            literal_vec_t *literals)
{
    bdd_t clause = BDD_NONE;
    const solver_result_t result = check(a, solver, literals);
    a->gave_up |= result == SOLVER_UNKNOWN;
    if (result == SOLVER_UNSAT) {
        take_core(solver, literals);
        make_prime(a, solver, literals);
        clause = clause_diagram(a, literals);
    }
    vec_release(literals);
    return clause;
}

static void assert_everywhere(predabs_t *a, term_t t)
{
    solver_assert(a->state, t, 0);
    solver_assert(a->first, t, 0);
    solver_assert(a->step, t, 0);
    solver_assert(a->last, t, 0);
    solver_assert(a->step, t, 1);
}

static void make_solvers(predabs_t *a)
{
    const system_t *s = a->system;
    a->state = solver_new(s);
    a->first = solver_new(s);
    a->step = solver_new(s);
    a->last = solver_new(s);
    assert_everywhere(a, s->fixed);
    solver_assert(a->first, s->init, 0);
    solver_assert(a->first, s->valid, 0);
    solver_assert_step(a->step, 0);
    solver_assert(a->step, s->valid, 1);
    solver_assert(a->last, s->valid, 0);
}

static void take_lemmas(predabs_t *a)
{
    for (; a->lemmas < task_lemma_count(a->task); a->lemmas++) {
        const term_t lemma = task_lemma_at(a->task, a->lemmas);
        assert_everywhere(a, lemma);
        if (vocabulary_can_say(a->vocabulary, lemma))
            conjoin(a, &a->constraint,
                    predicates_diagram(a->predicates, lemma));
    }
}

// ---- what two atoms say about each other ----

// What it is that the atom compares with a constant: a sum without its
// constant, an enumeration. Atoms about the same thing have the same one.
static term_t subject_of(predabs_t *a, term_t atom)
{
    const term_kind_t kind = term_kind(a->ctx, atom);
    if (kind != TERM_LE && kind != TERM_EQ)
        return atom;
    const term_t x = term_kid(a->ctx, atom, 0), y = term_kid(a->ctx, atom, 1);
    if (sort_kind(a->ctx, term_sort(a->ctx, x)) != SORT_INT)
        return term_is_constant(a->ctx, x) ? y : x;
    linear_t sum;
    linear_init(&sum);
    linear_add_term(a->ctx, &sum, bigint_of(1), x);
    linear_add_term(a->ctx, &sum, bigint_of(-1), y);
    bigint_t minus = bigint_neg(sum.constant);
    linear_add_constant(&sum, minus);
    bigint_release(&minus);
    const term_t subject = linear_term(a->ctx, &sum);
    linear_release(&sum);
    return subject;
}

static literal_t literal_of(predabs_t *a, size_t predicate, bool value,
                            unsigned frame)
{
    const predicate_t *p = predicates_at(a->predicates, predicate);
    return (literal_t){
        {value ? p->term : term_not(p->term), frame},
        p->var + (frame == 1), value};
}

static void seed_pair(predabs_t *a, size_t i, size_t k)
{
    for (unsigned values = 0; values < 4; values++) {
        literal_vec_t both = {0};
        vec_push(&both, literal_of(a, i, values & 1, 0));
        vec_push(&both, literal_of(a, k, values & 2, 0));
        if (check(a, a->state, &both) == SOLVER_UNSAT)
            conjoin(a, &a->constraint, clause_diagram(a, &both));
        vec_release(&both);
    }
}

// Atoms about the same thing are compared at once; other relations are found
// when they are missed.
static void seed_pairs(predabs_t *a)
{
    for (size_t n = predicates_count(a->predicates);
         a->seeded < n && !task_expired(a->task); a->seeded++) {
        const predicate_t *new = predicates_at(a->predicates, a->seeded);
        vec_push(&a->subjects, subject_of(a, new->term));
        for (size_t i = 0; i < a->seeded && new->of_state; i++)
            if (predicates_at(a->predicates, i)->of_state
                && term_equal(a->subjects.data[i],
                              a->subjects.data[a->seeded]))
                seed_pair(a, i, a->seeded);
    }
}

// ---- the abstract system ----

// The predicate with conditions inside says the same as its lifted form.
static void link_lifted(predabs_t *a, const predicate_t *p)
{
    bdd_t var = bdd_var(a->m, p->var);
    bdd_t lifted = predicates_diagram(a->predicates, p->term);
    conjoin(a, &a->constraint, bdd_iff(a->m, var, lifted));
    bdd_unref(a->m, var);
    bdd_unref(a->m, lifted);
}

static void add_step_of(predabs_t *a, const predicate_t *p)
{
    bdd_t next = bdd_var(a->m, p->var + 1);
    bdd_t pre = predicates_diagram(a->predicates,
                                   system_pre(a->system, p->term));
    vec_push(&a->parts, bdd_iff(a->m, next, pre));
    bdd_unref(a->m, next);
    bdd_unref(a->m, pre);
}

static void add_steps(predabs_t *a)
{
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t p = *predicates_at(a->predicates, i);
        while (a->stepped.len <= i)
            vec_push(&a->stepped, false);
        if (!p.tracked || a->stepped.data[i])
            continue;
        a->stepped.data[i] = true;
        link_lifted(a, &p);
        add_step_of(a, &p);
    }
}

static void make_image(predabs_t *a)
{
    image_free(a->image);
    a->image = image_new(a->m);
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        if (p->tracked)
            image_add_state(a->image, p->var, p->var + 1);
        else
            image_add_input(a->image, p->var);
    }
    image_add_part(a->image, a->constraint);
    for (size_t i = 0; i < a->parts.len; i++)
        image_add_part(a->image, a->parts.data[i]);
}

// The states among these, whatever the hidden variables are.
static bdd_t states_of(predabs_t *a, bdd_t steps, bdd_t hidden)
{
    return bdd_and_exists(a->m, steps, a->constraint, hidden);
}

static void forget_rings(predabs_t *a)
{
    clear(a, &a->rings);
    bdd_replace(a->m, &a->reached, BDD_NONE);
}

// Last steps in the newest ring that are bad.
static bdd_t bad_steps(predabs_t *a, size_t target)
{
    bdd_t steps = bdd_and(a->m, vec_last(&a->rings), a->bad.data[target]);
    bdd_replace(a->m, &steps, bdd_and(a->m, steps, a->constraint));
    return steps;
}

typedef enum { FOUND_BAD, FOUND_NOTHING, FAILED } search_t;

static search_t look_for_bad(predabs_t *a, size_t target)
{
    bdd_t steps = bad_steps(a, target);
    const search_t found = bdd_is_none(steps) ? FAILED
        : bdd_is_false(a->m, steps) ? FOUND_NOTHING : FOUND_BAD;
    bdd_unref(a->m, steps);
    return found;
}

// Adds the states that a step from the newest ring leads to first.
static void add_ring(predabs_t *a, bdd_t hidden)
{
    bdd_t image = image_forward(a->image, vec_last(&a->rings));
    bdd_replace(a->m, &image, states_of(a, image, hidden));
    bdd_t old = bdd_not(a->m, a->reached);
    bdd_replace(a->m, &image, bdd_and(a->m, image, old));
    bdd_unref(a->m, old);
    bdd_replace(a->m, &a->reached, bdd_or(a->m, a->reached, image));
    vec_push(&a->rings, image);
}

// Until the newest ring has something bad, or is empty.
static search_t explore(predabs_t *a, size_t target)
{
    bdd_t hidden = hidden_cube(a);
    search_t result = FOUND_NOTHING;
    forget_rings(a);
    bdd_t first = states_of(a, a->init, hidden);
    vec_push(&a->rings, first);
    a->reached = bdd_ref(a->m, first);
    for (;;) {
        const bdd_t ring = vec_last(&a->rings);
        if (bdd_is_none(ring) || task_expired(a->task))
            result = FAILED;
        if (result == FAILED || bdd_is_false(a->m, ring))
            break;
        result = look_for_bad(a, target);
        if (result != FOUND_NOTHING)
            break;
        task_bounded(a->task, target, a->rings.len);
        add_ring(a, hidden);
    }
    bdd_unref(a->m, hidden);
    return result;
}

// ---- paths ----

// A step of a path: values of all variables as bdd_pick gives them; those of
// the abstract state are decided. The last one is the bad step.
typedef struct {
    char **values;
    size_t length;
    char *first; // values in the first state, as init has them
} path_t;

static void path_release(path_t *path)
{
    for (size_t i = 0; i < path->length; i++)
        free(path->values[i]);
    free(path->values);
    free(path->first);
}

static char *pick(predabs_t *a, bdd_t steps)
{
    char *values = xcalloc(bdd_var_count(a->m), 1);
    if (bdd_is_none(steps) || !bdd_pick(a->m, steps, values)) {
        free(values);
        return NULL;
    }
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        if (p->tracked && values[p->var] == 2)
            values[p->var] = 0;
    }
    return values;
}

static bdd_t state_diagram(predabs_t *a, const char *values)
{
    bdd_t all = bdd_true(a->m);
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        if (p->tracked)
            conjoin(a, &all, literal_diagram(a, p->var,
                                             values[p->var] == 1));
    }
    return all;
}

static char *pick_bad(predabs_t *a, size_t target)
{
    bdd_t steps = bad_steps(a, target);
    char *values = pick(a, steps);
    bdd_unref(a->m, steps);
    return values;
}

static char *pick_before(predabs_t *a, size_t ring, const char *after)
{
    bdd_t to = state_diagram(a, after);
    bdd_t steps = image_steps(a->image, a->rings.data[ring], to);
    char *values = pick(a, steps);
    bdd_unref(a->m, to);
    bdd_unref(a->m, steps);
    return values;
}

static char *pick_first(predabs_t *a, const char *state)
{
    bdd_t steps = state_diagram(a, state);
    bdd_replace(a->m, &steps, bdd_and(a->m, steps, a->init));
    bdd_replace(a->m, &steps, bdd_and(a->m, steps, a->constraint));
    char *values = pick(a, steps);
    bdd_unref(a->m, steps);
    return values;
}

// False if there is none: the diagrams got too large, or what was learned
// since the rings were computed is in the way.
static bool find_path(predabs_t *a, size_t target, path_t *path)
{
    path->length = a->rings.len;
    path->values = xcalloc(path->length, sizeof *path->values);
    path->first = NULL;
    char *values = pick_bad(a, target);
    for (size_t i = path->length; values != NULL && i-- > 0;) {
        path->values[i] = values;
        values = i > 0 ? pick_before(a, i - 1, values)
                       : pick_first(a, values);
    }
    path->first = values;
    return values != NULL;
}

// ---- what is impossible about a path ----

typedef enum { ALL_OF_STATE, ALL, TRACKED } which_t;

static void add_literals(predabs_t *a, const char *values, unsigned frame,
                         which_t which, literal_vec_t *literals)
{
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        const bool wanted = which == ALL
            || (which == TRACKED ? p->tracked : p->of_state);
        if (wanted && values[p->var] != 2)
            vec_push(literals, literal_of(a, i, values[p->var] == 1, frame));
    }
}

static bool refute_state(predabs_t *a, const char *values)
{
    literal_vec_t literals = {0};
    add_literals(a, values, 0, ALL_OF_STATE, &literals);
    const bdd_t clause = find_implicate(a, a->state, &literals);
    if (bdd_is_none(clause))
        return false;
    image_add_part(a->image, clause);
    conjoin(a, &a->constraint, clause);
    return true;
}

static bool refute_first(predabs_t *a, const char *values)
{
    literal_vec_t literals = {0};
    add_literals(a, values, 0, ALL, &literals);
    const bdd_t clause = find_implicate(a, a->first, &literals);
    if (bdd_is_none(clause))
        return false;
    conjoin(a, &a->init, clause);
    return true;
}

static bool refute_step(predabs_t *a, const char *from, const char *to)
{
    literal_vec_t literals = {0};
    add_literals(a, from, 0, ALL, &literals);
    add_literals(a, to, 1, TRACKED, &literals);
    const bdd_t clause = find_implicate(a, a->step, &literals);
    if (bdd_is_none(clause))
        return false;
    image_add_part(a->image, clause);
    vec_push(&a->parts, clause);
    return true;
}

static bool refute_last(predabs_t *a, size_t target, const char *values)
{
    literal_vec_t literals = {0};
    add_literals(a, values, 0, ALL, &literals);
    solver_push(a->last);
    solver_assert(a->last, a->system->targets.data[target].bad, 0);
    const bdd_t clause = find_implicate(a, a->last, &literals);
    solver_pop(a->last);
    if (bdd_is_none(clause))
        return false;
    conjoin(a, &a->bad.data[target], clause);
    return true;
}

// Learns from every part of the path that is impossible. False if none is.
static bool refute_parts(predabs_t *a, size_t target, const path_t *path)
{
    const size_t last = path->length - 1;
    bool refuted = refute_state(a, path->first);
    for (size_t i = 0; i <= last; i++)
        refuted |= refute_state(a, path->values[i]);
    if (refuted)
        return true;
    refuted = refute_first(a, path->first);
    refuted |= refute_last(a, target, path->values[last]);
    for (size_t i = 0; i < last; i++)
        refuted |= refute_step(a, path->values[i], path->values[i + 1]);
    return refuted;
}

// ---- new predicates ----

static value_t frame_value(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    return solver_value(user, leaf, 0);
}

// The atoms of the states, as the solver has found one, from which the
// formulas are possible.
static bool track_atoms(predabs_t *a, solver_t *solver,
                        const term_vec_t *formulas)
{
    term_vec_t cube = {0};
    eval_t *eval = eval_new(a->ctx, frame_value, solver);
    bool new = false;
    if (implicant(eval, &a->inputs, formulas->data, formulas->len, &cube))
        for (size_t i = 0; i < cube.len; i++)
            new |= predicates_track(a->predicates, cube.data[i]);
    eval_free(eval);
    vec_release(&cube);
    return new;
}

// The path is possible up to the state before `to`, but from none of the
// states that it has there does a step lead to where these literals are true.
static bool split_before(predabs_t *a, const char *from,
                         const term_vec_t *needed)
{
    literal_vec_t literals = {0};
    term_vec_t formulas = {0};
    add_literals(a, from, 0, TRACKED, &literals);
    for (size_t i = 0; i < needed->len; i++) {
        const literal_t after = {{needed->data[i], 1}, 0, true};
        vec_push(&literals, after);
        vec_push(&formulas, needed->data[i]);
    }
    system_pre_all(a->system, formulas.data, formulas.len);
    vec_push(&formulas, a->system->valid);
    vec_push(&formulas, a->system->held);
    const bool new = check(a, a->step, &literals) == SOLVER_SAT
        && track_atoms(a, a->step, &formulas);
    vec_release(&literals);
    vec_release(&formulas);
    return new;
}

// The same where only the bad condition is in the way.
static bool split_last(predabs_t *a, size_t target, const char *at)
{
    literal_vec_t literals = {0};
    term_vec_t formulas = {0};
    const term_t bad = a->system->targets.data[target].bad;
    add_literals(a, at, 0, TRACKED, &literals);
    vec_push(&formulas, bad);
    vec_push(&formulas, a->system->valid);
    solver_push(a->last);
    solver_assert(a->last, bad, 0);
    const bool new = check(a, a->last, &literals) == SOLVER_SAT
        && track_atoms(a, a->last, &formulas);
    solver_pop(a->last);
    vec_release(&literals);
    vec_release(&formulas);
    return new;
}

// ---- whole paths ----

typedef struct {
    solver_t *solver;
    literal_vec_t literals; // assumed
    solver_result_t result; // of the last check
    size_t end;             // frames that are possible
} walk_t;

// Walks along the path as far as there are runs.
static void walk_path(predabs_t *a, const path_t *path, walk_t *w)
{
    w->solver = solver_new(a->system);
    solver_assert(w->solver, a->system->fixed, 0);
    solver_assert(w->solver, a->system->init, 0);
    for (w->end = 0; w->end < path->length; w->end++) {
        const unsigned frame = (unsigned)w->end;
        solver_assert(w->solver, a->system->valid, frame);
        add_literals(a, path->values[frame], frame, TRACKED, &w->literals);
        w->result = check(a, w->solver, &w->literals);
        if (w->result != SOLVER_SAT)
            return;
        if (frame + 1 < path->length)
            solver_assert_step(w->solver, frame);
    }
}

// A run that is refused is none of the design; there is no way round it.
static bool report_run(predabs_t *a, size_t target, const path_t *path,
                       walk_t *w)
{
    VEC(framed_t) assumptions = {0};
    for (size_t i = 0; i < w->literals.len; i++)
        vec_push(&assumptions, w->literals.data[i].framed);
    trace_t *trace = witness_trace(
        a->system, w->solver, (unsigned)path->length, assumptions.data,
        assumptions.len, task_time_left(a->task, 1000));
    vec_release(&assumptions);
    return trace != NULL && task_violated(a->task, target, trace);
}

// The literals of the frame at which the path breaks off, of those that the
// solver needed.
static void needed_at_end(walk_t *w, term_vec_t *needed)
{
    take_core(w->solver, &w->literals);
    for (size_t i = 0; i < w->literals.len; i++)
        if (w->literals.data[i].framed.frame == w->end)
            vec_push(needed, w->literals.data[i].framed.term);
}

static bool split_at_end(predabs_t *a, const path_t *path, walk_t *w)
{
    term_vec_t needed = {0};
    needed_at_end(w, &needed);
    const bool new = w->end > 0
        && split_before(a, path->values[w->end - 1], &needed);
    vec_release(&needed);
    return new;
}

// Every part of the path is possible. False to stop.
static bool judge_path(predabs_t *a, size_t target, const path_t *path)
{
    walk_t w = {0};
    bool go_on = false;
    walk_path(a, path, &w);
    if (w.result == SOLVER_UNSAT)
        go_on = split_at_end(a, path, &w);
    else if (w.result == SOLVER_SAT) {
        const unsigned last = (unsigned)path->length - 1;
        solver_assert(w.solver, a->system->targets.data[target].bad, last);
        w.result = check(a, w.solver, &w.literals);
        if (w.result == SOLVER_SAT)
            report_run(a, target, path, &w);
        else if (w.result == SOLVER_UNSAT)
            go_on = split_last(a, target, path->values[last]);
    }
    vec_release(&w.literals);
    solver_free(w.solver);
    return go_on;
}

// ---- invariants ----

typedef struct {
    predabs_t *a;
    term_vec_t clauses;
} clauses_t;

static bool add_clause(const char *values, void *user)
{
    clauses_t *c = user;
    predabs_t *a = c->a;
    term_t cube = term_true(a->ctx);
    for (size_t i = 0; i < predicates_count(a->predicates); i++) {
        const predicate_t *p = predicates_at(a->predicates, i);
        if (values[p->var] != 2)
            cube = term_and(a->ctx, cube, values[p->var] == 1
                                              ? p->term : term_not(p->term));
    }
    vec_push(&c->clauses, term_not(cube));
    return c->clauses.len < MOST_CLAUSES;
}

// What is not reached, as cubes; what no state can be may be in them or not.
static bool report_proof(predabs_t *a, size_t target)
{
    bdd_t hidden = hidden_cube(a);
    bdd_t possible = bdd_exists(a->m, a->constraint, hidden);
    bdd_t others = bdd_not(a->m, a->reached);
    bdd_t low = bdd_and(a->m, others, possible);
    bdd_replace(a->m, &possible, bdd_not(a->m, possible));
    bdd_t high = bdd_or(a->m, others, possible);
    clauses_t c = {.a = a};
    const bool proved = !bdd_is_none(low) && !bdd_is_none(high)
        && bdd_cover(a->m, low, high, add_clause, &c)
        && proof_report(a->task, target, c.clauses.data, c.clauses.len);
    bdd_unref(a->m, hidden);
    bdd_unref(a->m, possible);
    bdd_unref(a->m, others);
    bdd_unref(a->m, low);
    bdd_unref(a->m, high);
    vec_release(&c.clauses);
    return proved;
}

// ---- the loop ----

static bool is_over(predabs_t *a, size_t target)
{
    return task_expired(a->task) || a->gave_up
        || task_target(a->task, target) != TARGET_OPEN
        || bdd_status(a->m) != BDD_OK
        || predicates_count(a->predicates) > MOST_PREDICATES;
}

typedef enum { NO_PATH, REFUTED, SPLIT, OVER } judgement_t;

static judgement_t judge_one(predabs_t *a, size_t target)
{
    path_t path;
    judgement_t result = NO_PATH;
    if (find_path(a, target, &path))
        result = refute_parts(a, target, &path) ? REFUTED
            : !a->gave_up && judge_path(a, target, &path) ? SPLIT : OVER;
    path_release(&path);
    return result;
}

// Paths through the rings, as long as there are impossible ones. False to
// stop.
static bool judge_paths(predabs_t *a, size_t target)
{
    judgement_t result = judge_one(a, target);
    bool learned = result == REFUTED;
    for (unsigned i = 1; i < PATHS_PER_SEARCH && result == REFUTED
                         && !is_over(a, target); i++)
        result = judge_one(a, target);
    return result == SPLIT || result == REFUTED
        || (result == NO_PATH && learned);
}

// One abstraction: proved, violated, or a better one is to be tried. False to
// stop.
static bool try_once(predabs_t *a, size_t target)
{
    bdd_set_time(a->m, task_time_left(a->task, UINT32_MAX));
    take_lemmas(a);
    add_steps(a);
    seed_pairs(a);
    make_image(a);
    switch (explore(a, target)) {
    case FAILED: return false;
    case FOUND_NOTHING:
        report_proof(a, target);
        return false;
    default: return judge_paths(a, target);
    }
}

static void decide(predabs_t *a, size_t target)
{
    a->gave_up = false;
    if (bdd_is_none(a->bad.data[target])) {
        a->bad.data[target] = predicates_diagram(
            a->predicates, a->system->targets.data[target].bad);
        conjoin(a, &a->bad.data[target],
                predicates_diagram(a->predicates, a->system->valid));
    }
    while (!is_over(a, target) && try_once(a, target))
        ;
}

// ---- the engine ----

static void track_vocabulary(predabs_t *a)
{
    const size_t count = vocabulary_count(a->vocabulary);
    for (size_t i = 0; i < count; i++) {
        const term_t atom = vocabulary_at(a->vocabulary, i);
        if (count <= FEW_ATOMS || term_kind(a->ctx, atom) == TERM_LAST)
            predicates_track(a->predicates, atom);
    }
    const size_t more = task_atom_count(a->task);
    for (size_t i = 0; count + more <= FEW_ATOMS && i < more; i++)
        predicates_track(a->predicates, task_atom_at(a->task, i));
}

static void add_part(predabs_t *a, term_t formula)
{
    vec_push(&a->parts, predicates_diagram(a->predicates, formula));
}

static void predabs_init(predabs_t *a, task_t *task)
{
    *a = (predabs_t){.task = task, .system = task_system(task)};
    const system_t *s = a->system;
    a->ctx = s->ctx;
    for (size_t i = 0; i < s->inputs.len; i++)
        memo_set(&a->inputs, term_last(a->ctx, s->inputs.data[i]), 1);
    for (size_t i = 0; i < s->edges.len; i++)
        memo_set(&a->inputs, s->edges.data[i], 1);
    a->vocabulary = vocabulary_new(s);
    a->m = bdd_manager_new(MOST_NODES);
    a->predicates = predicates_new(a->m, a->vocabulary, a->ctx);
    track_vocabulary(a);
    a->constraint = predicates_diagram(a->predicates, s->fixed);
    a->init = predicates_diagram(a->predicates, s->init);
    conjoin(a, &a->init, predicates_diagram(a->predicates, s->valid));
    add_part(a, s->valid);
    add_part(a, s->held);
    for (size_t i = 0; i < s->targets.len; i++)
        vec_push(&a->bad, BDD_NONE);
    make_solvers(a);
}

static void predabs_release(predabs_t *a)
{
    forget_rings(a);
    clear(a, &a->parts);
    clear(a, &a->bad);
    bdd_unref(a->m, a->constraint);
    bdd_unref(a->m, a->init);
    image_free(a->image);
    vec_release(&a->rings);
    vec_release(&a->parts);
    vec_release(&a->bad);
    vec_release(&a->stepped);
    vec_release(&a->subjects);
    predicates_free(a->predicates);
    bdd_manager_free(a->m);
    vocabulary_free(a->vocabulary);
    memo_release(&a->inputs);
    solver_free(a->state);
    solver_free(a->first);
    solver_free(a->step);
    solver_free(a->last);
}

void engine_predabs(task_t *task)
{
    predabs_t a;
    predabs_init(&a, task);
    for (size_t i = 0; i < task_target_count(task); i++)
        if (!task_expired(task) && task_target(task, i) == TARGET_OPEN)
            decide(&a, i);
    predabs_release(&a);
}
