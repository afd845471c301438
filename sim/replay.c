// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/replay.h"

#include "core/arena.h"
#include "sim/confront.h"
#include "sim/shape.h"
#include "sim/testbench.h"

typedef VEC(design_setting_t) setting_vec_t;

typedef struct {
    const replay_t *job;
    size_t property;
    play_t *play;
    arena_t *arena;
    setting_vec_t generics;
    diag_sink_t *sink; // into `faults`
    text_t faults;
} state_t;

// What goes wrong on the way is a reason, no diagnostic.
static void take_fault(const diag_t *diag, void *user)
{
    state_t *s = user;
    text_printf(&s->faults, "%s%s", s->faults.len > 0 ? "; " : "",
                diag_message(diag));
}

// ---- generics ----

static const char *object_text(const state_t *s, const char *name)
{
    for (size_t i = 0; i < s->job->c->object_count; i++) {
        const design_object_t *o = &s->job->c->objects[i];
        if (o->class == OBJECT_GENERIC && strcmp(o->path, name) == 0)
            return play_text(s->play, i, 0);
    }
    return NULL;
}

// As VHDL writes it; NULL if it has its default.
static const char *generic_text(const state_t *s, const design_generic_t *g)
{
    const char *text = object_text(s, g->name);
    if (text != NULL)
        return text;
    if (g->given == NULL || g->type->kind != TYPE_REAL
        || strchr(g->given, '.') != NULL)
        return g->given;
    return arena_printf(s->arena, "real(%s)", g->given);
}

static void collect_generics(state_t *s)
{
    for (size_t i = 0; i < design_generic_count(s->job->design); i++) {
        const design_generic_t *g = design_generic(s->job->design, i);
        const char *text = generic_text(s, g);
        if (text != NULL)
            vec_push(&s->generics, ((design_setting_t){g->name, text}));
    }
}

// ---- a state for one trace ----

static bool begin(state_t *s, const replay_t *job, const trace_t *trace,
                  size_t property)
{
    *s = (state_t){.job = job, .property = property, .arena = arena_new()};
    s->sink = diag_sink_new(job->sources, take_fault, s);
    s->play = play_of(job->c, trace, s->sink);
    if (s->play == NULL)
        return false;
    collect_generics(s);
    return true;
}

static void end(state_t *s)
{
    play_free(s->play);
    diag_sink_free(s->sink);
    vec_release(&s->generics);
    text_release(&s->faults);
    arena_free(s->arena);
}

// ---- the verdict ----

// The first line that begins with the word, without it.
static bool add_line(const text_t *report, const char *word, text_t *out)
{
    const char *at = text_str(report);
    for (const char *next; *at != '\0'; at = next) {
        const size_t length = strcspn(at, "\n");
        next = at + length + (at[length] == '\n');
        if (strncmp(at, word, strlen(word)) != 0)
            continue;
        text_addn(out, at + strlen(word), length - strlen(word));
        return true;
    }
    return false;
}

static replay_result_t not_shown(const state_t *s, const text_t *report,
                                 text_t *reason)
{
    const property_t *p = model_property(s->job->c->model, s->property);
    if (add_line(report, "difference: ", reason))
        return REPLAY_REFUTED;
    if (add_line(report, "glitch: ", reason))
        return REPLAY_IMPOSSIBLE;
    if (p->kind == PROPERTY_OVERFLOW) {
        text_add(reason, "GHDL does not report this overflow");
        return REPLAY_IMPOSSIBLE;
    }
    text_printf(reason, "GHDL comes to the end of step %zu, and the %s is not "
                        "seen", play_steps(s->play) - 1,
                property_kind_name(p->kind));
    return REPLAY_REFUTED;
}

static replay_result_t judge(const state_t *s, const confront_count_t *count,
                             shown_t shown, const text_t *report,
                             text_t *reason)
{
    if (count->left_out > 0) {
        text_add(reason, "GHDL cannot begin in that state: instances of one "
                         "entity have ports with different values");
        return REPLAY_IMPOSSIBLE;
    }
    if (count->differences > 0 || shown == SHOWN_NOT)
        return not_shown(s, report, reason);
    if (shown == SHOWN_HERE)
        return REPLAY_CONFIRMED;
    text_printf(reason, "GHDL stops in that step, %zu, at another failure",
                play_steps(s->play) - 1);
    return REPLAY_IMPOSSIBLE;
}

static replay_result_t simulate(state_t *s, runner_t *runner, text_t *reason)
{
    confront_expected_t expected = {.property = s->property};
    const confront_t job = {
        .ghdl = s->job->ghdl,
        .entity = design_entity(s->job->design),
        .architecture = design_architecture(s->job->design),
        .c = s->job->c,
        .generics = s->generics.data,
        .generic_count = s->generics.len,
        .play = s->play,
        .runner = runner,
        .sink = s->sink,
        .expected = &expected,
    };
    confront_count_t count = {0};
    text_t report = {0};
    replay_result_t result = REPLAY_IMPOSSIBLE;
    if (confront(&job, &count, &report))
        result = judge(s, &count, expected.shown, &report, reason);
    else
        text_add(reason, text_str(&s->faults));
    text_release(&report);
    return result;
}

// Does the trace end with the failure, by the evaluator?
static bool ends_with_failure(const state_t *s, const trace_t *trace,
                              text_t *reason)
{
    const size_t last = play_steps(s->play) - 1;
    if (last + 1 < trace_length(trace)) {
        text_printf(reason, "another obligation fails before, in step %zu",
                    last);
        return false;
    }
    if (!play_fails(s->play, s->property, last)) {
        text_printf(reason, "it does not fail in step %zu", last);
        return false;
    }
    return true;
}

replay_result_t replay(const replay_t *job, const trace_t *trace,
                       size_t property, text_t *reason)
{
    state_t s;
    runner_t *runner = NULL;
    replay_result_t result = REPLAY_IMPOSSIBLE;
    const bool begun = begin(&s, job, trace, property);
    if (begun && !ends_with_failure(&s, trace, reason))
        result = REPLAY_REFUTED;
    else if (begun && (runner = runner_new(&job->runner, s.sink)) != NULL)
        result = simulate(&s, runner, reason);
    else
        text_add(reason, text_str(&s.faults));
    runner_free(runner);
    end(&s);
    return result;
}
