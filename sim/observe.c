// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/observe.h"

#include "core/print.h"
#include "core/walk.h"
#include "sim/confront.h"
#include "sim/parameters.h"

// What GHDL confirmed of a play.
typedef struct {
    play_t *play;
    size_t steps;
    char *generics;
} seen_t;

struct observe {
    const observe_options_t *o;
    context_t *ctx;
    stimulus_options_t stimulus;
    random_t random;
    VEC(seen_t) seen;
    size_t steps;
};

// ---- generics ----

#define MAX_DRAWS 200 // of generics that are not legal

// NULL if none are found.
static trace_t *draw_parameters(observe_t *ob, generics_t *generics,
                                diag_sink_t *sink)
{
    const design_case_t *c = ob->o->design.c;
    for (unsigned i = 0; i < MAX_DRAWS; i++) {
        trace_t *trace = trace_new(c->model);
        if (generics_draw(generics, ob->ctx, ob->o->design.design,
                          &ob->random)
            && parameters_set(ob->o->design.design, c, generics, trace, sink)
            && parameters_legal(c, trace))
            return trace;
        trace_free(trace);
    }
    return NULL;
}

static trace_t *given_parameters(observe_t *ob)
{
    const model_t *m = ob->o->design.c->model;
    if (ob->o->parameter_count == 0)
        return NULL;
    const trace_t *from = ob->o->parameters[random_below(
        &ob->random, ob->o->parameter_count)];
    trace_t *trace = trace_new(m);
    for (size_t i = 0; i < model_var_count(m); i++) {
        const model_var_t *v = model_var(m, i);
        const value_t *value = v->class == VAR_PARAMETER
            ? trace_get(from, 0, v->var) : NULL;
        if (value != NULL)
            trace_set(trace, 0, v->var, value);
    }
    return trace;
}

// ---- runs ----

// Keeps the play as far as GHDL agrees. False if it does not.
static bool confirm(observe_t *ob, runner_t *runner, play_t *play,
                    diag_sink_t *sink, text_t *reason)
{
    const replay_t *d = &ob->o->design;
    arena_t *arena = arena_new();
    setting_vec_t settings = {0};
    replay_generics(d->design, d->c, play, arena, &settings);
    const confront_t job = {
        .ghdl = d->ghdl,
        .entity = design_entity(d->design),
        .architecture = design_architecture(d->design),
        .c = d->c,
        .generics = settings.data,
        .generic_count = settings.len,
        .play = play,
        .runner = runner,
        .sink = sink,
    };
    confront_count_t count = {0};
    text_t report = {0};
    bool ok = confront(&job, &count, &report);
    if (ok && count.differences > 0) {
        text_printf(reason, "%.*s", (int)strcspn(text_str(&report), "\n"),
                    text_str(&report));
        ok = false;
    }
    text_t generics = {0};
    replay_format_generics(&settings, &generics);
    text_add(&generics, "");
    const seen_t seen = {play, count.steps, text_steal(&generics)};
    vec_push(&ob->seen, seen);
    ob->steps += count.steps;
    text_release(&report);
    vec_release(&settings);
    arena_free(arena);
    return ok;
}

static bool run_once(observe_t *ob, runner_t *runner, generics_t *generics,
                     diag_sink_t *sink, text_t *reason)
{
    trace_t *parameters = draw_parameters(ob, generics, sink);
    if (parameters == NULL)
        parameters = given_parameters(ob);
    if (parameters == NULL) {
        text_add(reason, "no generics were found that are allowed");
        return false;
    }
    const play_options_t options = {
        .c = ob->o->design.c,
        .parameters = parameters,
        .stimulus = &ob->stimulus,
        .random = &ob->random,
        .steps = ob->o->cycles,
        .faithful = true,
        .start = ob->o->start,
        .sink = sink,
    };
    play_t *play = play_new(&options);
    const bool begun = play != NULL && play_steps(play) > 0;
    bool ok = play != NULL;
    if (begun)
        ok = confirm(ob, runner, play, sink, reason);
    else
        play_free(play);
    trace_free(parameters);
    return ok;
}

static void take_fault(const diag_t *diag, void *user)
{
    text_t *reason = user;
    const char *text = diag_message(diag);
    if (diag_level(diag) >= DIAG_ERROR && reason->len == 0)
        text_addn(reason, text, strcspn(text, "\n"));
}

observe_t *observe_new(const observe_options_t *options, text_t *reason)
{
    observe_t *ob = xcalloc(1, sizeof *ob);
    ob->o = options;
    ob->ctx = model_context(options->design.c->model);
    ob->random = random_seeded(options->seed);
    text_t faults = {0};
    diag_sink_t *sink = diag_sink_new(options->design.sources, take_fault,
                                      &faults);
    generics_t *generics = generics_new(NULL, 0, sink);
    runner_t *runner = runner_new(&options->design.runner, sink);
    bool ok = runner != NULL;
    for (size_t i = 0; i < options->runs && ok; i++)
        ok = run_once(ob, runner, generics, sink, reason);
    if (ok && ob->steps == 0)
        text_add(reason, "no run was found that keeps to the assumptions");
    else if (!ok && reason->len == 0)
        text_add(reason, text_str(&faults));
    runner_free(runner);
    generics_free(generics);
    diag_sink_free(sink);
    text_release(&faults);
    if (ok && ob->steps > 0)
        return ob;
    observe_free(ob);
    return NULL;
}

void observe_free(observe_t *ob)
{
    if (ob == NULL)
        return;
    for (size_t i = 0; i < ob->seen.len; i++) {
        play_free(ob->seen.data[i].play);
        free(ob->seen.data[i].generics);
    }
    vec_release(&ob->seen);
    free(ob);
}

size_t observe_steps(const observe_t *ob)
{
    return ob->steps;
}

// ---- invariants ----

typedef struct {
    const trace_t *trace;
    size_t step;
} place_t;

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    const place_t *p = user;
    const value_t *v = trace_get(p->trace, p->step, term_var(ctx, leaf));
    return v != NULL ? value_copy(v)
                     : value_default(ctx, term_sort(ctx, leaf));
}

// Does it speak of current values of the model's variables only?
static bool can_look_at(const observe_t *ob, term_t t)
{
    const model_t *m = ob->o->design.c->model;
    term_vec_t order = {0};
    bool ok = true;
    walk_postorder(ob->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len && ok; i++) {
        const term_kind_t kind = term_kind(ob->ctx, order.data[i]);
        if (kind == TERM_LAST)
            ok = model_find(m, term_var(ob->ctx, order.data[i])) != NULL;
        else
            ok = kind != TERM_NEXT && kind != TERM_POSEDGE
              && kind != TERM_NEGEDGE;
    }
    vec_release(&order);
    return ok;
}

static void say_where(const observe_t *ob, const seen_t *seen, size_t step,
                      term_t t, text_t *reason)
{
    text_printf(reason, "in cycle %zu of a simulation", step);
    if (*seen->generics != '\0')
        text_printf(reason, " with %s", seen->generics);
    text_add(reason, " this is false: ");
    print_vhdl(ob->ctx, t, reason);
}

static bool holds_in_run(const observe_t *ob, const seen_t *seen,
                         const term_t *terms, size_t count, text_t *reason)
{
    place_t place = {play_trace(seen->play), 0};
    eval_t *eval = eval_new(ob->ctx, leaf_value, &place);
    bool all = true;
    for (; place.step < seen->steps && all; place.step++) {
        eval_clear(eval);
        for (size_t i = 0; i < count && all; i++) {
            bool holds;
            all = eval_bool(eval, terms[i], &holds) && holds;
            if (!all)
                say_where(ob, seen, place.step, terms[i], reason);
        }
    }
    eval_free(eval);
    return all;
}

bool observe_holds(const observe_t *ob, const term_t *conjuncts, size_t count,
                   size_t *skipped, text_t *reason)
{
    term_vec_t terms = {0};
    for (size_t i = 0; i < count; i++)
        if (can_look_at(ob, conjuncts[i]))
            vec_push(&terms, conjuncts[i]);
    *skipped = count - terms.len;
    bool all = true;
    for (size_t i = 0; i < ob->seen.len && all; i++)
        all = holds_in_run(ob, &ob->seen.data[i], terms.data, terms.len,
                           reason);
    vec_release(&terms);
    return all;
}
