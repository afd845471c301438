// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/play.h"

#include "core/arena.h"
#include "core/run.h"

struct play {
    const play_options_t *options; // while it is made; NULL: a run is given
    diag_sink_t *sink;
    const design_case_t *c;
    context_t *ctx;
    arena_t *arena;
    domain_vec_t domains;
    term_vec_t bad; // by property
    model_start_t start; // that was chosen, borrowed from the model
    bool begun;
    trace_t *trace;
    run_t *run;
    eval_t *eval;
    size_t step;    // that the evaluator is about
    bool missing;   // a value that it asked for
    size_t steps, failed;
    VEC(const char *) texts; // by step, then object
    VEC(bool) fails;         // by step, then property
};

// ---- evaluation ----

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    play_t *p = user;
    const var_t var = term_var(ctx, leaf);
    const term_kind_t kind = term_kind(ctx, leaf);
    if (kind == TERM_POSEDGE || kind == TERM_NEGEDGE)
        return value_bool(ctx, trace_edge(p->trace, p->step, var, kind));
    const value_t *v = trace_get(p->trace, p->step, var);
    if (v != NULL)
        return value_copy(v);
    p->missing = true;
    return value_default(ctx, term_sort(ctx, leaf));
}

static value_t parameter_value(context_t *ctx, term_t leaf, void *user)
{
    play_t *p = user;
    const trace_t *parameters = p->options != NULL ? p->options->parameters
                                                   : p->trace;
    const value_t *v = trace_get(parameters, 0, term_var(ctx, leaf));
    if (v != NULL)
        return value_copy(v);
    p->missing = true;
    return value_default(ctx, term_sort(ctx, leaf));
}

static bool complain(const play_t *p, const char *what)
{
    diag_emit(p->sink,
              diag_new(DIAG_FAILURE, LOC_NONE,
                       "the model of %s cannot be evaluated: %s",
                       model_name(p->c->model), what));
    return false;
}

static bool collect_domains(play_t *p)
{
    eval_t *eval = eval_new(p->ctx, parameter_value, p);
    const bool ok = domain_collect(p->c, eval, &p->domains) && !p->missing;
    eval_free(eval);
    return ok || complain(p, "a bound of a type");
}

// ---- the start ----

static void new_trace(play_t *p)
{
    const model_t *model = p->c->model;
    run_free(p->run);
    trace_free(p->trace);
    p->trace = trace_new(model);
    for (size_t i = 0; i < model_var_count(model); i++) {
        const model_var_t *v = model_var(model, i);
        const value_t *value = v->class == VAR_PARAMETER
            ? trace_get(p->options->parameters, 0, v->var) : NULL;
        if (value != NULL)
            trace_set(p->trace, 0, v->var, value);
    }
    p->run = run_new(p->trace);
}

static bool has_domain(const play_t *p, var_t var)
{
    for (size_t i = 0; i < p->domains.len; i++)
        if (p->domains.data[i].var.id == var.id)
            return true;
    return false;
}

// What no object shows cannot be set in GHDL: it begins as declared.
static bool start_hidden(play_t *p)
{
    const model_start_t *declared = NULL;
    for (size_t i = 0; i < model_start_count(p->c->model); i++)
        if (strcmp(model_start(p->c->model, i)->name, "declared") == 0)
            declared = model_start(p->c->model, i);
    eval_clear(p->eval);
    p->step = 0;
    for (size_t i = 0; declared != NULL && i < declared->vars.len; i++) {
        value_t v;
        if (has_domain(p, declared->vars.data[i]))
            continue;
        if (!eval_term(p->eval, declared->values.data[i], &v))
            return false;
        trace_set(p->trace, 0, declared->vars.data[i], &v);
        value_release(&v);
    }
    return true;
}

// Three of four runs begin in one of the model's starts; a faithful one
// always does.
static bool choose_start(play_t *p)
{
    size_t count = model_start_count(p->c->model);
    // That is the last one; a random state is as good.
    if (!p->options->faithful && count > 0
        && strcmp(model_start(p->c->model, count - 1)->name, "any") == 0)
        count--;
    random_t *random = p->options->random;
    const model_start_t nowhere = {.name = "any",
                                   .constraint = term_true(p->ctx)};
    const bool any = count == 0
        || (!p->options->faithful && random_percent(random, 25));
    p->start = nowhere;
    if (p->options->faithful && p->options->start < count)
        p->start = *model_start(p->c->model, p->options->start);
    else if (!any)
        p->start = *model_start(p->c->model, random_below(random, count));
    return run_start(p->run, &p->start)
        && (p->options->faithful || start_hidden(p));
}

#define MAX_DRAWS 50 // of inputs that keep to the assumptions

// Is the step one of the model? False as well if that cannot be evaluated.
static bool is_faithful(play_t *p, size_t step)
{
    bool holds = true;
    if (step == 0
        && (!run_holds(p->run, 0, p->start.constraint, &holds) || !holds))
        return false;
    for (size_t i = 0; i < model_assumption_count(p->c->model); i++) {
        const assumption_t *a = model_assumption(p->c->model, i);
        if (a->kind != ASSUME_STEP
            && (!run_holds(p->run, step, a->term, &holds) || !holds))
            return false;
    }
    return true;
}

// *found is false if no inputs keep to the assumptions.
static bool compute_step(play_t *p, stimulus_t *s, size_t step, bool *found)
{
    *found = false;
    for (unsigned i = 0; i < MAX_DRAWS && !*found; i++) {
        stimulus_draw_inputs(s, p->trace, step);
        if (!run_definitions(p->run, step))
            return complain(p, "a definition");
        *found = !p->options->faithful || is_faithful(p, step);
    }
    eval_clear(p->eval);
    p->step = step;
    p->missing = false;
    return true;
}

// Fills `fails` for the step; *obligation is whether one of them failed.
static bool look_at_properties(play_t *p, bool *obligation)
{
    *obligation = false;
    for (size_t i = 0; i < p->bad.len; i++) {
        const property_t *property = model_property(p->c->model, i);
        bool bad;
        if (!eval_bool(p->eval, p->bad.data[i], &bad) || p->missing)
            return complain(p, property->name);
        vec_push(&p->fails, bad);
        *obligation |= bad && property_is_obligation(property->kind);
    }
    return true;
}

#define MAX_TRIES 20 // to begin without a failure

static bool begin(play_t *p, stimulus_t *s)
{
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        bool failed, found;
        new_trace(p);
        if (!choose_start(p))
            return complain(p, "a start");
        stimulus_draw_state(s, p->trace);
        p->fails.len = 0;
        if (!compute_step(p, s, 0, &found))
            return false;
        p->begun = found;
        if (!found)
            continue;
        if (!look_at_properties(p, &failed))
            return false;
        p->failed = failed ? 0 : SIZE_MAX;
        if (!failed)
            break;
    }
    return true;
}

// ---- the steps ----

// Others have no value that a run could give them.
static bool is_plain(const type_t *t)
{
    return t->kind == TYPE_INT || t->kind == TYPE_BIT || t->kind == TYPE_ENUM
        || t->kind == TYPE_STRING;
}

static bool format_objects(play_t *p)
{
    text_t text = {0};
    bool ok = true;
    for (size_t i = 0; i < p->c->object_count && ok; i++) {
        const design_object_t *o = &p->c->objects[i];
        text_clear(&text);
        if (o->class == OBJECT_GENERIC && !is_plain(o->type)) {
            vec_push(&p->texts, (const char *)NULL);
            continue;
        }
        ok = design_format_value(p->eval, &o->value, &text) && !p->missing;
        if (!ok)
            complain(p, o->path);
        vec_push(&p->texts, (const char *)arena_strdup(p->arena,
                                                       text_str(&text)));
    }
    text_release(&text);
    return ok;
}

static bool note_step(play_t *p)
{
    if (!format_objects(p))
        return false;
    p->steps = p->step + 1;
    if (p->options != NULL && p->options->coverage != NULL)
        coverage_step(p->options->coverage, &p->domains, p->trace, p->step,
                      p->eval);
    return true;
}

static bool play_all(play_t *p, stimulus_t *s)
{
    if (!begin(p, s))
        return false;
    if (!p->begun)
        return true;
    if (!note_step(p))
        return false;
    for (size_t i = 1; i < p->options->steps && p->failed == SIZE_MAX; i++) {
        bool failed, found;
        if (!run_advance(p->run))
            return complain(p, "a next value");
        if (!compute_step(p, s, i, &found))
            return false;
        if (!found)
            break;
        if (!look_at_properties(p, &failed) || !note_step(p))
            return false;
        if (failed)
            p->failed = i;
    }
    return true;
}

static play_t *new_play(const design_case_t *c, diag_sink_t *sink)
{
    play_t *p = xcalloc(1, sizeof *p);
    p->c = c;
    p->sink = sink;
    p->ctx = model_context(c->model);
    p->arena = arena_new();
    p->eval = eval_new(p->ctx, leaf_value, p);
    p->failed = SIZE_MAX;
    for (size_t i = 0; i < model_property_count(c->model); i++)
        vec_push(&p->bad, property_bad(c->model,
                                       model_property(c->model, i)));
    return p;
}

play_t *play_new(const play_options_t *options)
{
    play_t *p = new_play(options->c, options->sink);
    p->options = options;
    if (options->coverage != NULL)
        coverage_model(options->coverage, p->c->model);
    bool ok = collect_domains(p);
    if (ok) {
        stimulus_t *s = stimulus_new(p->c, &p->domains, options->stimulus,
                                     options->random);
        ok = play_all(p, s);
        stimulus_free(s);
    }
    p->options = NULL; // may end before the play
    if (ok)
        return p;
    play_free(p);
    return NULL;
}

// ---- a run that is given ----

static void copy_value(play_t *p, const trace_t *from, size_t step, var_t var)
{
    const value_t *v = trace_get(from, step, var);
    if (v != NULL)
        trace_set(p->trace, step, var, v);
}

// What the rest follows from: parameters, the first state, inputs and edges.
static void copy_causes(play_t *p, const trace_t *from)
{
    const model_t *m = p->c->model;
    for (size_t step = 0; step < trace_length(from); step++) {
        trace_add_step(p->trace);
        for (size_t i = 0; i < model_var_count(m); i++) {
            const model_var_t *v = model_var(m, i);
            if (v->class == VAR_INPUT
                || (step == 0 && v->class != VAR_DEFINITION))
                copy_value(p, from, step, v->var);
        }
        for (size_t i = 0; i < model_clock_count(m); i++) {
            const model_clock_t *c = model_clock(m, i);
            trace_set_edge(p->trace, step, c->var, TERM_POSEDGE,
                           c->posedge && trace_edge(from, step, c->var,
                                                    TERM_POSEDGE));
            trace_set_edge(p->trace, step, c->var, TERM_NEGEDGE,
                           c->negedge && trace_edge(from, step, c->var,
                                                    TERM_NEGEDGE));
        }
    }
}

// Where a clock stands before the first of its edges.
static bool first_level(const play_t *p, const model_clock_t *c)
{
    for (size_t i = 0; i < trace_length(p->trace); i++)
        if (trace_edge(p->trace, i, c->var, TERM_POSEDGE)
            || trace_edge(p->trace, i, c->var, TERM_NEGEDGE))
            return trace_edge(p->trace, i, c->var, TERM_NEGEDGE);
    return !c->posedge;
}

// A run says nothing about the level of a clock but by its edges. One of
// which only one edge counts stands where that edge begins. Returns whether
// the edges can follow each other.
static bool set_levels(play_t *p, const model_clock_t *c)
{
    bool level = first_level(p, c);
    for (size_t i = 0; i < trace_length(p->trace); i++) {
        const bool up = trace_edge(p->trace, i, c->var, TERM_POSEDGE);
        const bool down = trace_edge(p->trace, i, c->var, TERM_NEGEDGE);
        if ((up && level) || (down && !level))
            return false;
        value_t v = value_bool(p->ctx, level);
        trace_set(p->trace, i, c->var, &v);
        value_release(&v);
        if (c->posedge && c->negedge)
            level ^= up || down;
    }
    return true;
}

static bool look_at_steps(play_t *p, size_t property)
{
    bool ended = false;
    for (size_t i = 0; i < trace_length(p->trace) && !ended; i++) {
        bool failed;
        eval_clear(p->eval);
        p->step = i;
        p->missing = false;
        if (!look_at_properties(p, &failed) || !note_step(p))
            return false;
        if (failed)
            p->failed = i;
        ended = failed || (property != SIZE_MAX
                           && play_fails(p, property, i));
    }
    return true;
}

play_t *play_of(const design_case_t *c, const trace_t *trace, size_t property,
                diag_sink_t *sink)
{
    play_t *p = new_play(c, sink);
    p->trace = trace_new(c->model);
    p->run = run_new(p->trace);
    copy_causes(p, trace);
    bool ok = true;
    for (size_t i = 0; i < model_clock_count(c->model) && ok; i++)
        ok = set_levels(p, model_clock(c->model, i))
          || complain(p, "an edge of a clock follows one of the same kind");
    ok = ok && (run_fill(p->run) || complain(p, "the run"));
    if (ok && look_at_steps(p, property))
        return p;
    play_free(p);
    return NULL;
}

void play_free(play_t *p)
{
    if (p == NULL)
        return;
    run_free(p->run);
    trace_free(p->trace);
    eval_free(p->eval);
    arena_free(p->arena);
    vec_release(&p->domains);
    vec_release(&p->bad);
    vec_release(&p->texts);
    vec_release(&p->fails);
    free(p);
}

bool play_cover(play_t *p, coverage_t *coverage)
{
    p->missing = false;
    if (!collect_domains(p))
        return false;
    coverage_model(coverage, p->c->model);
    for (p->step = 0; p->step < p->steps; p->step++) {
        eval_clear(p->eval);
        coverage_step(coverage, &p->domains, p->trace, p->step, p->eval);
    }
    return true;
}

size_t play_steps(const play_t *p)
{
    return p->steps;
}

size_t play_failed(const play_t *p)
{
    return p->failed;
}

bool play_fails(const play_t *p, size_t property, size_t step)
{
    return p->fails.data[step * p->bad.len + property];
}

const char *play_text(const play_t *p, size_t object, size_t step)
{
    return p->texts.data[step * p->c->object_count + object];
}

const trace_t *play_trace(const play_t *p)
{
    return p->trace;
}
