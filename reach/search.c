// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/search.h"

#include "core/hash.h"

#include <assert.h>

enum {
    POLL_EVERY = 64,   // states, for the clock and for others
    MAX_REFUSED = 8,   // runs to a target, before it is left alone
    WALK_ATTEMPTS = 8, // to find a next step by drawing
};

#define NO_PARENT UINT32_MAX

// A step in which a target is bad, kept until the expansion is over.
typedef struct {
    size_t target;
    step_t step;
} finding_t;

typedef VEC(step_t) step_vec_t;

struct search {
    task_t *task;
    const system_t *system;
    expander_t *expander;
    size_t width;
    int64_t *parameters;
    // States: rows, where each was reached from, and a table of places + 1.
    VEC(int64_t) cells;
    VEC(uint32_t) parents;
    uint32_t *table;
    size_t table_size; // a power of two
    VEC(finding_t) findings;
    unsigned *refused; // for each target
    bool quiet, *noted;
    uint32_t current;  // being expanded
    bool full;
    size_t most; // states
    // A random walk: its steps, and the state that the last one led to.
    bool walking, moved;
    step_vec_t walk;
    int64_t *position;
};

search_t *search_new(task_t *task)
{
    search_t *s = xcalloc(1, sizeof *s);
    s->task = task;
    s->system = task_system(task);
    s->expander = expander_new(s->system);
    s->width = expander_width(s->expander);
    s->parameters = xcalloc(s->system->parameters.len + 1,
                            sizeof *s->parameters);
    s->position = xcalloc(s->width + 1, sizeof *s->position);
    s->refused = xcalloc(task_target_count(task) + 1, sizeof *s->refused);
    s->noted = xcalloc(task_target_count(task) + 1, sizeof *s->noted);
    s->table_size = 1024;
    s->table = xcalloc(s->table_size, sizeof *s->table);
    return s;
}

static void drop_findings(search_t *s)
{
    for (size_t i = 0; i < s->findings.len; i++)
        step_release(&s->findings.data[i].step);
    s->findings.len = 0;
}

void search_free(search_t *s)
{
    if (s == NULL)
        return;
    drop_findings(s);
    vec_release(&s->findings);
    expander_free(s->expander);
    vec_release(&s->cells);
    vec_release(&s->parents);
    free(s->table);
    free(s->parameters);
    free(s->position);
    free(s->refused);
    free(s->noted);
    free(s);
}

expander_t *search_expander(search_t *s)
{
    return s->expander;
}

size_t search_count(const search_t *s)
{
    return s->parents.len;
}

const int64_t *search_row(const search_t *s, size_t i)
{
    assert(i < search_count(s));
    return s->cells.data + i * s->width;
}

bool search_found(const search_t *s, size_t target)
{
    assert(target < task_target_count(s->task));
    return s->refused[target] > 0;
}

void search_set_quiet(search_t *s, bool quiet)
{
    s->quiet = quiet;
    for (size_t i = 0; quiet && i < task_target_count(s->task); i++)
        s->noted[i] = false;
}

bool search_noted(const search_t *s, size_t target)
{
    assert(target < task_target_count(s->task));
    return s->noted[target];
}

// ---- the table of states ----

static uint64_t hash_row(const search_t *s, const int64_t *row)
{
    uint64_t h = 0;
    for (size_t i = 0; i < s->width; i++) {
        h = (h ^ (uint64_t)row[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return hash_u64(h);
}

static uint32_t *find_slot(search_t *s, const int64_t *row)
{
    const size_t mask = s->table_size - 1;
    size_t at = hash_row(s, row) & mask;
    while (s->table[at] != 0
           && memcmp(search_row(s, s->table[at] - 1), row,
                     s->width * sizeof *row) != 0)
        at = (at + 1) & mask;
    return &s->table[at];
}

static void grow_table(search_t *s)
{
    free(s->table);
    s->table_size *= 2;
    s->table = xcalloc(s->table_size, sizeof *s->table);
    for (size_t i = 0; i < search_count(s); i++)
        *find_slot(s, search_row(s, i)) = (uint32_t)i + 1;
}

static void forget(search_t *s)
{
    s->cells.len = 0;
    s->parents.len = 0;
    s->full = false;
    memset(s->table, 0, s->table_size * sizeof *s->table);
}

// The place of the row; it is added if it is new and there is room.
static void add_row(search_t *s, const int64_t *row, uint32_t parent)
{
    uint32_t *slot = find_slot(s, row);
    if (*slot != 0)
        return;
    if (search_count(s) >= s->most) {
        s->full = true;
        return;
    }
    for (size_t i = 0; i < s->width; i++)
        vec_push(&s->cells, row[i]);
    vec_push(&s->parents, parent);
    *slot = (uint32_t)search_count(s);
    if (2 * search_count(s) > s->table_size)
        grow_table(s);
}

// ---- from bad steps to runs ----

static void set_value(const search_t *s, trace_t *trace, size_t step,
                      var_t var, int64_t cell)
{
    value_t value = cell_value(s->system->ctx, var_sort(s->system->ctx, var),
                               cell);
    trace_set(trace, step, var, &value);
    value_release(&value);
}

static void set_inputs(const search_t *s, trace_t *trace, size_t step,
                       const int64_t *cells)
{
    const system_t *system = s->system;
    for (size_t i = 0; i < system->inputs.len; i++)
        set_value(s, trace, step, system->inputs.data[i], *cells++);
    for (size_t i = 0; i < system->edges.len; i++) {
        const term_t edge = system->edges.data[i];
        trace_set_edge(trace, step, term_var(system->ctx, edge),
                       term_kind(system->ctx, edge), *cells++ != 0);
    }
}

static trace_t *make_trace(const search_t *s, const step_t *steps,
                           size_t count)
{
    const system_t *system = s->system;
    const size_t first_state = system->parameters.len;
    trace_t *trace = trace_new(system->model);
    for (size_t k = 0; k < count; k++) {
        trace_add_step(trace);
        set_inputs(s, trace, k, steps[k].cells + first_state + s->width);
    }
    for (size_t i = 0; i < first_state; i++)
        set_value(s, trace, 0, system->parameters.data[i], s->parameters[i]);
    for (size_t i = 0; i < s->width; i++)
        set_value(s, trace, 0, system->states.data[i],
                  steps[0].cells[first_state + i]);
    return trace;
}

// Looks for the step between two rows again.
typedef struct {
    search_t *search;
    const int64_t *row;
    step_t *step;
    bool found;
} retrace_t;

// An open cell became this value, or stayed open, in the row that was found
// at first, when more had to be chosen.
static bool retrace_state(const int64_t *row, void *user)
{
    retrace_t *r = user;
    for (size_t i = 0; i < r->search->width; i++)
        if (row[i] != r->row[i]
            && (!cell_is_open(row[i])
                || !expander_cell_allows(r->search->expander, row[i],
                                         r->row[i])))
            return true;
    expander_take_step(r->search->expander, r->step);
    r->found = true;
    return false;
}

static bool retrace_wanted(size_t target, void *user)
{
    (void)target;
    (void)user;
    return false;
}

static bool retrace(search_t *s, size_t from, size_t to, step_t *step)
{
    retrace_t r = {s, search_row(s, to), step, false};
    const visitor_t visitor = {.state = retrace_state,
                               .wanted = retrace_wanted, .user = &r};
    expander_successors(s->expander, search_row(s, from), &visitor);
    return r.found;
}

static size_t depth_of(const search_t *s, uint32_t place)
{
    size_t depth = 0;
    while ((place = s->parents.data[place]) != NO_PARENT)
        depth++;
    return depth;
}

static void release_steps(step_vec_t *steps)
{
    for (size_t k = 0; k < steps->len; k++)
        step_release(&steps->data[k]);
    vec_release(steps);
}

static void push_step(const search_t *s, step_vec_t *steps)
{
    step_t step;
    step_init(&step, s->expander);
    vec_push(steps, step);
}

// The steps up to the state being expanded.
static bool find_steps(search_t *s, step_vec_t *steps)
{
    const size_t count = depth_of(s, s->current);
    for (size_t k = 0; k < count; k++)
        push_step(s, steps);
    uint32_t at = s->current;
    for (size_t k = count; k-- > 0;) {
        const uint32_t from = s->parents.data[at];
        if (!retrace(s, from, at, &steps->data[k]))
            return false;
        at = from;
    }
    return true;
}

static void copy_walk(const search_t *s, step_vec_t *steps)
{
    for (size_t k = 0; k < s->walk.len; k++) {
        push_step(s, steps);
        step_copy(&vec_last(steps), &s->walk.data[k], s->expander);
    }
}

// A run that ends with this step.
static trace_t *find_run(search_t *s, const step_t *last)
{
    step_vec_t steps = {0};
    bool found = true;
    if (s->walking)
        copy_walk(s, &steps);
    else
        found = find_steps(s, &steps);
    push_step(s, &steps);
    step_copy(&vec_last(&steps), last, s->expander);
    trace_t *trace = NULL;
    if (found && expander_settle(s->expander, steps.data, steps.len))
        trace = make_trace(s, steps.data, steps.len);
    release_steps(&steps);
    return trace;
}

static void report_findings(search_t *s)
{
    for (size_t i = 0; i < s->findings.len; i++) {
        const finding_t *f = &s->findings.data[i];
        trace_t *trace = find_run(s, &f->step);
        if (trace == NULL || !task_violated(s->task, f->target, trace))
            s->refused[f->target]++;
    }
    drop_findings(s);
}

// ---- searching ----

static bool on_state(const int64_t *row, void *user)
{
    search_t *s = user;
    add_row(s, row, s->current);
    return true;
}

static bool on_wanted(size_t target, void *user)
{
    const search_t *s = user;
    for (size_t i = 0; i < s->findings.len; i++)
        if (s->findings.data[i].target == target)
            return false;
    return task_target(s->task, target) == TARGET_OPEN
        && s->refused[target] < MAX_REFUSED
        && !(s->quiet && s->noted[target]);
}

static bool on_bad(size_t target, void *user)
{
    search_t *s = user;
    s->noted[target] = true;
    if (s->quiet)
        return true;
    finding_t f = {.target = target};
    step_init(&f.step, s->expander);
    expander_take_step(s->expander, &f.step);
    vec_push(&s->findings, f);
    return true;
}

static visitor_t make_visitor(search_t *s)
{
    return (visitor_t){.state = on_state, .bad = on_bad, .wanted = on_wanted,
                       .user = s};
}

void search_begin(search_t *s, const int64_t *parameters)
{
    forget(s);
    for (size_t i = 0; i < s->system->parameters.len; i++)
        s->parameters[i] = parameters[i];
    expander_set_parameters(s->expander, parameters);
}

static bool out_of_time(search_t *s, const search_limits_t *limits,
                        uint64_t start)
{
    return expander_effort(s->expander) - start > limits->effort
        || task_all_decided(s->task)
        || (s->current % POLL_EVERY == 0
            && (task_expired(s->task) || now_ms() > limits->until));
}

search_end_t search_explore(search_t *s, const int64_t *parameters,
                            const search_limits_t *limits)
{
    search_begin(s, parameters);
    s->most = limits->states;
    const uint64_t start = expander_effort(s->expander);
    const visitor_t visitor = make_visitor(s);
    expander_set_random(s->expander, NULL);
    s->current = NO_PARENT;
    expander_initial(s->expander, &visitor);
    bool stopped = false;
    for (s->current = 0; s->current < search_count(s) && !stopped;
         s->current++) {
        stopped = out_of_time(s, limits, start);
        if (stopped)
            break;
        expander_successors(s->expander, search_row(s, s->current), &visitor);
        report_findings(s);
    }
    const bool left_out = expander_left_out(s->expander);
    if (stopped || s->full)
        return SEARCH_STOPPED;
    return left_out ? SEARCH_TRIED : SEARCH_ALL;
}

// ---- walking ----

static bool walk_state(const int64_t *row, void *user)
{
    search_t *s = user;
    for (size_t i = 0; i < s->width; i++)
        s->position[i] = row[i];
    s->moved = true;
    return false;
}

static bool walk_step(const int64_t *row, void *user)
{
    search_t *s = user;
    push_step(s, &s->walk);
    expander_take_step(s->expander, &vec_last(&s->walk));
    return walk_state(row, user);
}

static void walk_on(search_t *s, const visitor_t *visitor)
{
    for (unsigned i = 0; i < WALK_ATTEMPTS && !s->moved; i++) {
        expander_successors(s->expander, s->position, visitor);
        report_findings(s);
    }
}

static void walk_from_start(search_t *s, size_t steps)
{
    visitor_t visitor = make_visitor(s);
    visitor.state = walk_step;
    for (size_t k = 0; s->moved && k < steps && !task_all_decided(s->task);
         k++) {
        add_row(s, s->position, NO_PARENT);
        s->moved = false;
        walk_on(s, &visitor);
    }
}

void search_walk(search_t *s, size_t steps, uint64_t *generator)
{
    visitor_t visitor = make_visitor(s);
    visitor.state = walk_state;
    s->most = UINT32_MAX;
    s->walking = true;
    s->moved = false;
    expander_set_random(s->expander, generator);
    expander_lean(s->expander);
    for (unsigned i = 0; i < WALK_ATTEMPTS && !s->moved; i++)
        expander_initial(s->expander, &visitor);
    walk_from_start(s, steps);
    release_steps(&s->walk);
    s->walking = false;
    expander_set_random(s->expander, NULL);
}
