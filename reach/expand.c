// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/expand.h"

#include "core/hash.h"
#include "core/walk.h"
#include "reach/choice.h"

#include <assert.h>

enum {
    MAX_STARTS = 16,       // conjunctions that `init` is split into
    MAX_SUCCESSORS = 4096, // of one state, that are all looked at
};

struct expander {
    const system_t *system;
    context_t *ctx;
    term_vec_t leaves;
    size_t parameters, states; // how many; inputs and edges follow
    choice_t *step;
    VEC(choice_t *) starts;
    size_t first_target, held, first_next; // roots of `step`
    int64_t *cells;    // being expanded
    bool *open;
    size_t *domain_of; // of each leaf, while it is open: its domain's number
    int64_t *row;      // being handed out
    uint64_t *generator;
    uint8_t *lean;     // of each leaf: how many of 16 draws are true
    bool restricted;   // inputs that stand for terms have their values
    bool dead;         // no step is possible with these parameters
    bool left_out;
    uint64_t effort;   // beside that of programs
    // While one state is expanded:
    const visitor_t *visitor;
    choice_t *choice;
    bool is_step, stop;
    size_t found;
};

// ---- open cells ----

// An open cell tells which domain its value is of.
#define FIRST_OPEN_CELL INT64_MIN
#define OPEN_CELLS ((int64_t)1 << 32)

bool cell_is_open(int64_t cell)
{
    return cell < FIRST_OPEN_CELL + OPEN_CELLS;
}

static int64_t open_cell(size_t domain)
{
    return FIRST_OPEN_CELL + (int64_t)domain;
}

static size_t cell_domain(int64_t cell)
{
    return (size_t)(cell - FIRST_OPEN_CELL);
}

// Domains are numbered: those of the step's leaves, then those of each
// start's.
static domain_t *domain_at(expander_t *x, size_t number)
{
    const size_t leaf = number % x->leaves.len;
    const size_t which = number / x->leaves.len;
    return choice_domain(which == 0 ? x->step : x->starts.data[which - 1],
                         leaf);
}

static size_t draw(uint64_t *generator, size_t below)
{
    return hash_u64((*generator)++) % below;
}

// A value for an open leaf that nothing depends on.
static bool any_value(expander_t *x, size_t domain, uint64_t *generator,
                      int64_t *value)
{
    const size_t leaf = domain % x->leaves.len;
    number_vec_t values = {0};
    choice_values(domain < x->leaves.len
                      ? x->step : x->starts.data[domain / x->leaves.len - 1],
                  leaf, domain_at(x, domain), &values);
    const bool some = values.len > 0;
    if (some)
        *value = values.data[generator ? draw(generator, values.len) : 0];
    vec_release(&values);
    return some;
}

// Is there a value for it at all? If none is known, there may still be one.
static bool has_values(expander_t *x, size_t domain)
{
    int64_t value;
    if (any_value(x, domain, NULL, &value))
        return true;
    bool all;
    domain_values(domain_at(x, domain), &all);
    x->left_out |= !all;
    return false;
}

// ---- making ----

static bool is_or(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_AND && term_negated(t);
}

// The disjuncts of a term.
static void disjuncts(const context_t *ctx, term_t t, term_vec_t *result)
{
    term_vec_t negated = {0};
    choice_conjuncts(ctx, term_not(t), &negated);
    for (size_t i = 0; i < negated.len; i++)
        vec_push(result, term_not(negated.data[i]));
    vec_release(&negated);
}

// `init` as a disjunction of conjunctions, as far as there are few.
static void split_starts(context_t *ctx, term_t t, term_vec_t *starts)
{
    term_vec_t parts = {0};
    choice_conjuncts(ctx, t, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        if (!is_or(ctx, parts.data[i]))
            continue;
        term_vec_t cases = {0};
        disjuncts(ctx, parts.data[i], &cases);
        if (starts->len + cases.len <= MAX_STARTS) {
            term_t rest = term_true(ctx);
            for (size_t k = 0; k < parts.len; k++)
                if (k != i)
                    rest = term_and(ctx, rest, parts.data[k]);
            for (size_t k = 0; k < cases.len; k++)
                split_starts(ctx, term_and(ctx, cases.data[k], rest), starts);
            vec_release(&cases);
            vec_release(&parts);
            return;
        }
        vec_release(&cases);
    }
    vec_release(&parts);
    if (!term_is_false(ctx, t))
        vec_push(starts, t);
}

static void make_starts(expander_t *x)
{
    term_vec_t starts = {0};
    split_starts(x->ctx, x->system->init, &starts);
    for (size_t i = 0; i < starts.len; i++)
        vec_push(&x->starts, choice_new(&(choice_spec_t){
            .ctx = x->ctx, .leaves = x->leaves.data,
            .leaf_count = x->leaves.len, .fixed = x->parameters,
            .free = x->parameters, .conditions = starts.data[i]}));
    vec_release(&starts);
}

static void make_step(expander_t *x)
{
    const system_t *s = x->system;
    term_vec_t roots = {0};
    for (size_t i = 0; i < s->targets.len; i++)
        vec_push(&roots, s->targets.data[i].bad);
    x->held = roots.len;
    vec_push(&roots, s->held);
    x->first_next = roots.len;
    for (size_t i = 0; i < s->next.len; i++)
        vec_push(&roots, s->next.data[i]);
    x->step = choice_new(&(choice_spec_t){
        .ctx = x->ctx, .leaves = x->leaves.data, .leaf_count = x->leaves.len,
        .fixed = x->parameters, .free = x->parameters + x->states,
        .conditions = term_and(x->ctx, s->valid, choice_meanings(
            s, &s->inputs, &x->leaves, &x->restricted)), .roots = roots.data,
        .root_count = roots.len});
    vec_release(&roots);
}

expander_t *expander_new(const system_t *system)
{
    expander_t *x = xcalloc(1, sizeof *x);
    x->system = system;
    x->ctx = system->ctx;
    x->parameters = system->parameters.len;
    x->states = system->states.len;
    system_leaves(system, &x->leaves);
    make_step(x);
    make_starts(x);
    const size_t n = x->leaves.len + 1;
    x->cells = xcalloc(n, sizeof *x->cells);
    x->open = xcalloc(n, sizeof *x->open);
    x->domain_of = xcalloc(n, sizeof *x->domain_of);
    x->row = xcalloc(n, sizeof *x->row);
    x->lean = xcalloc(n, sizeof *x->lean);
    return x;
}

void expander_free(expander_t *x)
{
    if (x == NULL)
        return;
    choice_free(x->step);
    for (size_t i = 0; i < x->starts.len; i++)
        choice_free(x->starts.data[i]);
    vec_release(&x->starts);
    vec_release(&x->leaves);
    free(x->cells);
    free(x->open);
    free(x->domain_of);
    free(x->row);
    free(x->lean);
    free(x);
}

size_t expander_width(const expander_t *x)
{
    return x->states;
}

// ---- settings ----

// An open input is any allowed value; there has to be one.
static bool inputs_have_values(expander_t *x)
{
    for (size_t i = x->parameters + x->states; i < x->leaves.len; i++)
        if (!has_values(x, i))
            return false;
    return true;
}

void expander_set_parameters(expander_t *x, const int64_t *values)
{
    for (size_t i = 0; i < x->leaves.len; i++) {
        x->cells[i] = i < x->parameters ? values[i] : 0;
        x->open[i] = i >= x->parameters;
    }
    choice_load(x->step, x->cells, x->open, 0);
    for (size_t i = 0; i < x->starts.len; i++)
        choice_load(x->starts.data[i], x->cells, x->open, 0);
    x->left_out = false;
    x->dead = !inputs_have_values(x);
}

void expander_set_random(expander_t *x, uint64_t *generator)
{
    x->generator = generator;
}

void expander_lean(expander_t *x)
{
    static const uint8_t leans[] = {8, 8, 1, 15};
    for (size_t i = 0; i < x->leaves.len; i++)
        x->lean[i] = leans[draw(x->generator, ARRAY_LEN(leans))];
}

bool expander_left_out(expander_t *x)
{
    const bool left_out = x->left_out || x->restricted;
    x->left_out = false;
    return left_out;
}

uint64_t expander_effort(const expander_t *x)
{
    uint64_t sum = x->effort + program_effort(choice_program(x->step));
    for (size_t i = 0; i < x->starts.len; i++)
        sum += program_effort(choice_program(x->starts.data[i]));
    return sum;
}

// ---- choosing ----

// What is asked of a step, in this order; what is settled stays settled when
// more is chosen, so the search goes on where it was.
typedef struct {
    bool conditions;
    size_t target; // those before are settled
    bool held;
} progress_t;

static void search(expander_t *x, progress_t progress);

static domain_t *leaf_domain(expander_t *x, size_t leaf)
{
    return domain_at(x, x->domain_of[leaf]);
}

static void choose(expander_t *x, size_t leaf, int64_t value,
                   progress_t progress)
{
    program_t *program = choice_program(x->choice);
    program_choose(program, leaf, value);
    search(x, progress);
    program_reopen(program);
}

static int64_t draw_value(expander_t *x, size_t leaf,
                          const number_vec_t *values)
{
    const sort_t sort = term_sort(x->ctx, x->leaves.data[leaf]);
    if (sort_kind(x->ctx, sort) == SORT_BOOL
        && leaf >= x->parameters + x->states)
        return draw(x->generator, 16) < x->lean[leaf];
    return values->data[draw(x->generator, values->len)];
}

static void branch(expander_t *x, size_t leaf, progress_t progress)
{
    number_vec_t values = {0};
    if (!choice_values(x->choice, leaf, leaf_domain(x, leaf), &values))
        x->left_out = true;
    if (x->generator != NULL && values.len > 0) {
        x->left_out = true;
        choose(x, leaf, draw_value(x, leaf, &values), progress);
    } else {
        for (size_t i = 0; i < values.len && !x->stop; i++)
            choose(x, leaf, values.data[i], progress);
    }
    vec_release(&values);
}

static void meet(expander_t *x, demand_t demand, progress_t progress)
{
    const bool integer = sort_kind(
        x->ctx, term_sort(x->ctx, x->leaves.data[demand.leaf])) == SORT_INT;
    if (!demand.forced)
        branch(x, demand.leaf, progress);
    else if (!integer || domain_allows(leaf_domain(x, demand.leaf),
                                       demand.value))
        choose(x, demand.leaf, demand.value, progress);
}

// A result that has to be known: true if it is, else the search went on below
// or ended here.
static bool want(expander_t *x, result_t result, progress_t progress)
{
    switch (result.state) {
    case RESULT_KNOWN: return true;
    case RESULT_OPEN: branch(x, result.leaf, progress); return false;
    case RESULT_LOST: x->left_out = true; return false;
    }
    return false;
}

// ---- what comes out of a step ----

static bool hand_out(expander_t *x)
{
    x->effort += 16 + x->states;
    if (++x->found > MAX_SUCCESSORS) {
        x->left_out = true;
        x->stop = true;
        return false;
    }
    if (!x->visitor->state(x->row, x->visitor->user))
        x->stop = true;
    return true;
}

static size_t next_source(const expander_t *x, size_t state)
{
    const result_t r = choice_result(x->step, x->first_next + state);
    return r.state == RESULT_OPEN && r.copy ? r.leaf : SIZE_MAX;
}

// Does another state get the value of the same open leaf? Then it has to be
// chosen, because open cells are independent of each other.
static bool is_shared(const expander_t *x, size_t state, size_t leaf)
{
    for (size_t i = 0; i < state; i++)
        if (next_source(x, i) == leaf)
            return true;
    return false;
}

static bool settle_next(expander_t *x, size_t state, progress_t progress)
{
    const result_t r = choice_result(x->step, x->first_next + state);
    if (r.state == RESULT_OPEN && r.copy && !is_shared(x, state, r.leaf)) {
        x->row[state] = open_cell(x->domain_of[r.leaf]);
        return true;
    }
    if (!want(x, r, progress))
        return false;
    x->row[state] = r.value;
    if (cell_is_open(r.value)) { // a number that looks like an open cell
        x->left_out = true;
        return false;
    }
    return true;
}

static void finish_step(expander_t *x, progress_t progress)
{
    for (size_t i = 0; i < x->states; i++)
        if (!settle_next(x, i, progress))
            return;
    hand_out(x);
}

static bool settle_targets(expander_t *x, progress_t *progress)
{
    const visitor_t *v = x->visitor;
    for (; progress->target < x->system->targets.len; progress->target++) {
        const size_t target = progress->target;
        if (!v->wanted(target, v->user))
            continue;
        const result_t bad = choice_result(x->step, target);
        if (!want(x, bad, *progress))
            return false;
        if (bad.value && !v->bad(target, v->user)) {
            x->stop = true;
            return false;
        }
    }
    return true;
}

static void search_step(expander_t *x, progress_t progress)
{
    if (!settle_targets(x, &progress))
        return;
    if (!progress.held) {
        const result_t held = choice_result(x->step, x->held);
        if (!want(x, held, progress) || !held.value)
            return;
        progress.held = true;
    }
    finish_step(x, progress);
}

// ---- what comes out of a start ----

static void finish_start(expander_t *x)
{
    const program_t *program = choice_program(x->choice);
    for (size_t i = 0; i < x->states; i++) {
        const size_t leaf = x->parameters + i;
        const bool open = program_is_open(program, leaf);
        if (open && !has_values(x, x->domain_of[leaf]))
            return;
        x->row[i] = open ? open_cell(x->domain_of[leaf])
                         : program_cell(program, leaf);
    }
    hand_out(x);
}

static void search(expander_t *x, progress_t progress)
{
    if (x->stop)
        return;
    if (!progress.conditions) {
        demand_t demand;
        switch (choice_conditions(x->choice, &demand)) {
        case CONDITIONS_FAIL:
            x->left_out |= choice_lost(x->choice);
            return;
        case CONDITIONS_OPEN:
            meet(x, demand, progress);
            return;
        case CONDITIONS_HOLD:
            progress.conditions = true;
        }
    }
    if (x->is_step)
        search_step(x, progress);
    else
        finish_start(x);
}

static void begin(expander_t *x, const visitor_t *visitor, choice_t *choice,
                  bool is_step)
{
    x->visitor = visitor;
    x->choice = choice;
    x->is_step = is_step;
    x->stop = false;
    x->found = 0;
}

void expander_initial(expander_t *x, const visitor_t *visitor)
{
    const size_t skip = x->generator && x->starts.len > 0
        ? draw(x->generator, x->starts.len) : 0;
    for (size_t k = 0; k < x->starts.len; k++) {
        const size_t i = (k + skip) % x->starts.len;
        for (size_t leaf = x->parameters; leaf < x->leaves.len; leaf++) {
            x->open[leaf] = true;
            x->domain_of[leaf] = (i + 1) * x->leaves.len + leaf;
        }
        choice_load(x->starts.data[i], x->cells, x->open, x->parameters);
        begin(x, visitor, x->starts.data[i], false);
        search(x, (progress_t){0});
        if (x->stop && x->found <= MAX_SUCCESSORS)
            return;
    }
}

void expander_successors(expander_t *x, const int64_t *row,
                         const visitor_t *visitor)
{
    if (x->dead)
        return;
    for (size_t i = x->parameters; i < x->leaves.len; i++) {
        const size_t state = i - x->parameters;
        const bool is_state = state < x->states;
        x->open[i] = !is_state || cell_is_open(row[state]);
        x->cells[i] = x->open[i] ? 0 : row[state];
        x->domain_of[i] = is_state && x->open[i] ? cell_domain(row[state]) : i;
    }
    choice_load(x->step, x->cells, x->open, x->parameters);
    begin(x, visitor, x->step, true);
    search(x, (progress_t){0});
}

// ---- closing open cells ----

bool expander_cell_allows(expander_t *x, int64_t cell, int64_t value)
{
    return !cell_is_open(value)
        && domain_allows(domain_at(x, cell_domain(cell)), value);
}

term_t expander_cell_condition(expander_t *x, int64_t cell, term_t t)
{
    return domain_condition(domain_at(x, cell_domain(cell)), x->ctx, t);
}

bool expander_close(expander_t *x, const int64_t *row, uint64_t *generator,
                    int64_t *closed)
{
    for (size_t i = 0; i < x->states; i++) {
        closed[i] = row[i];
        if (cell_is_open(row[i])
            && !any_value(x, cell_domain(row[i]), generator, &closed[i]))
            return false;
    }
    return true;
}

void step_init(step_t *step, const expander_t *x)
{
    const size_t n = x->leaves.len + 1;
    step->cells = xcalloc(n, sizeof *step->cells);
    step->open = xcalloc(n, sizeof *step->open);
    step->domain = xcalloc(n, sizeof *step->domain);
    step->source = xcalloc(n, sizeof *step->source);
}

void step_release(step_t *step)
{
    free(step->cells);
    free(step->open);
    free(step->domain);
    free(step->source);
}

void step_copy(step_t *to, const step_t *from, const expander_t *x)
{
    for (size_t i = 0; i < x->leaves.len; i++) {
        to->cells[i] = from->cells[i];
        to->open[i] = from->open[i];
        to->domain[i] = from->domain[i];
    }
    for (size_t i = 0; i < x->states; i++)
        to->source[i] = from->source[i];
}

void expander_take_step(expander_t *x, step_t *step)
{
    assert(x->is_step);
    const program_t *program = choice_program(x->step);
    for (size_t i = 0; i < x->leaves.len; i++) {
        step->cells[i] = program_cell(program, i);
        step->open[i] = program_is_open(program, i);
        step->domain[i] = x->domain_of[i];
    }
    for (size_t i = 0; i < x->states; i++)
        step->source[i] = next_source(x, i);
}

// An open leaf that became the next value of a state has the value that is
// chosen for it later.
static void take_back(const expander_t *x, step_t *step, const step_t *after)
{
    for (size_t i = 0; i < x->states; i++) {
        const size_t leaf = step->source[i];
        if (leaf == SIZE_MAX || !step->open[leaf])
            continue;
        step->cells[leaf] = after->cells[x->parameters + i];
        step->open[leaf] = false;
    }
}

bool expander_settle(expander_t *x, step_t *steps, size_t count)
{
    for (size_t k = count; k-- > 0;) {
        if (k + 1 < count)
            take_back(x, &steps[k], &steps[k + 1]);
        for (size_t i = x->parameters; i < x->leaves.len; i++) {
            if (steps[k].open[i]
                && !any_value(x, steps[k].domain[i], NULL,
                              &steps[k].cells[i]))
                return false;
            steps[k].open[i] = false;
        }
    }
    return true;
}
