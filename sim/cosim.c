// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/cosim.h"

#include "core/arena.h"
#include "sim/parameters.h"
#include "sim/replay.h"

// A design lowered with some generics set.
typedef struct {
    char *key;
    design_t *design;
} lowered_t;

typedef struct {
    const cosim_options_t *o;
    cosim_result_t *result;
    generics_t *generics;
    runner_t *runner;
    coverage_t *coverage;
    VEC(lowered_t) lowered;
    map_t *functions; // of design_lower
    text_t report;
} state_t;

// ---- lowering ----

static char *settings_key(const generics_t *g)
{
    text_t key = {0};
    for (size_t i = 0; i < generics_fixed_count(g); i++)
        text_printf(&key, "%s=%s;", generics_fixed(g)[i].name,
                    generics_fixed(g)[i].value);
    text_add(&key, "");
    return text_steal(&key);
}

// NULL after an error.
static design_t *lower(state_t *s)
{
    char *key = settings_key(s->generics);
    for (size_t i = 0; i < s->lowered.len; i++) {
        if (strcmp(s->lowered.data[i].key, key) == 0) {
            free(key);
            return s->lowered.data[i].design;
        }
    }
    design_options_t options = s->o->design;
    options.settings = generics_fixed(s->generics);
    options.setting_count = generics_fixed_count(s->generics);
    options.functions = s->functions;
    design_t *design = design_lower(s->o->ghdl, s->o->ctx, &options,
                                    s->o->sink);
    if (design == NULL) {
        free(key);
        return NULL;
    }
    vec_push(&s->lowered, ((lowered_t){key, design}));
    return design;
}

#define MAX_ROUNDS 10

// Generics that turn out to be structural get the values drawn for them.
static design_t *lower_drawn(state_t *s)
{
    for (unsigned i = 0; i < MAX_ROUNDS; i++) {
        design_t *design = lower(s);
        if (design == NULL || !design_needs_values(design))
            return design;
        if (!generics_fix(s->generics, design)) {
            diag_error(s->o->sink, LOC_NONE,
                       "a structural generic has no value: set it with -g");
            return NULL;
        }
    }
    diag_error(s->o->sink, LOC_NONE,
               "more and more generics need values: set them with -g");
    return NULL;
}

// ---- parameters ----

// The case that the drawn generics belong to, with its parameters; *found is
// NULL if they are not legal. False after an error.
static bool find_case(const state_t *s, const design_t *design,
                      const design_case_t **found, trace_t **parameters)
{
    *found = NULL;
    *parameters = NULL;
    for (size_t i = 0; i < design_case_count(design); i++) {
        const design_case_t *c = design_case(design, i);
        trace_t *trace = trace_new(c->model);
        const bool ok = parameters_set(design, c, s->generics, trace,
                                       s->o->sink);
        if (ok && parameters_legal(c, trace)) {
            *found = c;
            *parameters = trace;
            return true;
        }
        trace_free(trace);
        if (!ok)
            return false;
    }
    return true;
}

// ---- runs ----

#define DIRECTED UINT64_MAX // no seed

// Hands on the lines about a run, with what is needed to repeat it.
static void tell(state_t *s, const char *generics, uint64_t seed)
{
    text_t line = {0};
    for (char *at = s->report.data; at != NULL && *at != '\0';) {
        char *end = strchr(at, '\n');
        text_clear(&line);
        text_addn(&line, at, (size_t)(end - at));
        text_printf(&line, " (%s%s", generics, *generics ? ", " : "");
        if (seed == DIRECTED)
            text_add(&line, "a directed run)");
        else
            text_printf(&line, "seed %llu)", (unsigned long long)seed);
        s->o->line(text_str(&line), s->o->user);
        at = end + 1;
    }
    text_release(&line);
}

// *begun is false if no state was found to begin with in which nothing fails
// and which GHDL can begin in.
static bool run_case(state_t *s, const design_t *design,
                     const design_case_t *c, const trace_t *parameters,
                     random_t *random, uint64_t seed, bool *begun)
{
    const play_options_t options = {
        .c = c,
        .parameters = parameters,
        .stimulus = &s->o->stimulus,
        .random = random,
        .steps = s->o->cycles,
        .coverage = s->coverage,
        .sink = s->o->sink,
    };
    play_t *play = play_new(&options);
    const size_t abstractions = model_abstraction_count(c->model);
    if (s->result->abstractions < abstractions)
        s->result->abstractions = abstractions;
    *begun = play != NULL && play_failed(play) != 0;
    if (!*begun) {
        const bool ok = play != NULL;
        play_free(play);
        return ok;
    }
    const confront_t job = {
        .ghdl = s->o->ghdl,
        .entity = design_entity(design),
        .architecture = design_architecture(design),
        .c = c,
        .generics = generics_settings(s->generics),
        .generic_count = generics_count(s->generics),
        .play = play,
        .runner = s->runner,
        .sink = s->o->sink,
    };
    text_clear(&s->report);
    const size_t left_out = s->result->count.left_out;
    const bool ok = confront(&job, &s->result->count, &s->report);
    *begun = s->result->count.left_out == left_out;
    text_t generics = {0};
    generics_format(s->generics, &generics);
    tell(s, text_str(&generics), seed);
    text_release(&generics);
    play_free(play);
    return ok;
}

#define MAX_DRAWS 200 // of generics that are refused

static bool run_once(state_t *s, design_t *base, uint64_t seed)
{
    random_t random = random_seeded(seed);
    for (unsigned i = 0; i < MAX_DRAWS; i++) {
        const design_case_t *c;
        trace_t *parameters;
        if (!generics_draw(s->generics, s->o->ctx, base, &random))
            return false;
        design_t *design = lower_drawn(s);
        if (design == NULL || !find_case(s, design, &c, &parameters))
            return false;
        if (c == NULL)
            continue;
        bool begun;
        const bool ok = run_case(s, design, c, parameters, &random, seed,
                                 &begun);
        trace_free(parameters);
        if (!ok || begun)
            return ok;
    }
    diag_error(s->o->sink, LOC_NONE,
               "no legal generics were found in %d draws: narrow them with "
               "-g NAME=LO..HI", MAX_DRAWS);
    return false;
}

static bool run_all(state_t *s)
{
    design_t *base = lower(s);
    if (base == NULL)
        return false;
    for (size_t i = 0; i < s->o->runs; i++) {
        if (s->o->begin != NULL)
            s->o->begin(s->o->seed + i, s->o->user);
        if (!run_once(s, base, s->o->seed + i))
            return false;
        s->result->runs++;
    }
    return true;
}

// ---- directed runs ----

// One model, and what was not seen in it.
typedef struct {
    state_t *s;
    const design_t *design;
    const design_case_t *c;
    coverage_missing_vec_t missing;
    bool ok;
} directed_t;

static bool simulate_directed(directed_t *d, play_t *play)
{
    state_t *s = d->s;
    arena_t *arena = arena_new();
    setting_vec_t settings = {0};
    replay_generics(d->design, d->c, play, arena, &settings);
    const confront_t job = {
        .ghdl = s->o->ghdl,
        .entity = design_entity(d->design),
        .architecture = design_architecture(d->design),
        .c = d->c,
        .generics = settings.data,
        .generic_count = settings.len,
        .play = play,
        .runner = s->runner,
        .sink = s->o->sink,
    };
    text_clear(&s->report);
    const size_t left_out = s->result->count.left_out;
    bool ok = confront(&job, &s->result->count, &s->report);
    if (ok && s->result->count.left_out == left_out)
        ok = play_cover(play, s->coverage);
    text_t generics = {0};
    replay_format_generics(&settings, &generics);
    tell(s, text_str(&generics), DIRECTED);
    text_release(&generics);
    vec_release(&settings);
    arena_free(arena);
    return ok;
}

static void take_answer(size_t i, const trace_t *run, void *user)
{
    directed_t *d = user;
    if (run == NULL)
        coverage_excuse(d->s->coverage, d->missing.data[i].number);
    if (run == NULL || !d->ok)
        return;
    play_t *play = play_of(d->c, run, SIZE_MAX, d->s->o->sink);
    d->ok = play != NULL && simulate_directed(d, play);
    d->s->result->directed++;
    play_free(play);
}

// In steps in which nothing else is wrong, so that GHDL goes on.
static term_t without_failure(const model_t *m, term_t t)
{
    for (size_t i = 0; i < model_property_count(m); i++) {
        const property_t *p = model_property(m, i);
        if (property_is_obligation(p->kind))
            t = term_and(model_context(m), t, term_not(property_bad(m, p)));
    }
    return t;
}

static bool direct_case(state_t *s, const design_t *design,
                        const design_case_t *c)
{
    directed_t d = {.s = s, .design = design, .c = c, .ok = true};
    term_vec_t conditions = {0};
    coverage_model(s->coverage, c->model);
    coverage_missing(s->coverage, &d.missing);
    for (size_t i = 0; i < d.missing.len; i++)
        vec_push(&conditions, without_failure(c->model,
                                              d.missing.data[i].condition));
    if (conditions.len > 0)
        s->o->direct(c->model, conditions.data, conditions.len, take_answer,
                     &d, s->o->user);
    vec_release(&conditions);
    vec_release(&d.missing);
    return d.ok;
}

static bool direct_all(state_t *s)
{
    for (size_t i = 0; i < s->lowered.len; i++) {
        const design_t *design = s->lowered.data[i].design;
        for (size_t k = 0; k < design_case_count(design); k++)
            if (coverage_knows(s->coverage, design_case(design, k)->model)
                && !direct_case(s, design, design_case(design, k)))
                return false;
    }
    return true;
}

bool cosim(const cosim_options_t *options, cosim_result_t *result)
{
    *result = (cosim_result_t){0};
    state_t s = {
        .o = options,
        .result = result,
        .generics = generics_new(options->generics, options->generic_count,
                                 options->sink),
        .runner = runner_new(&options->runner, options->sink),
        .coverage = coverage_new(),
        .functions = map_new(),
    };
    const bool ok = s.generics != NULL && s.runner != NULL && run_all(&s)
                 && (options->direct == NULL || direct_all(&s));
    result->models = s.lowered.len;
    map_free(s.functions);
    result->coverage = coverage_count(s.coverage);
    coverage_format_missing(s.coverage, &result->missing);
    for (size_t i = 0; i < s.lowered.len; i++) {
        design_free(s.lowered.data[i].design);
        free(s.lowered.data[i].key);
    }
    vec_release(&s.lowered);
    text_release(&s.report);
    coverage_free(s.coverage);
    runner_free(s.runner);
    generics_free(s.generics);
    return ok;
}
