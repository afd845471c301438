// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/replay.h"

#include "core/arena.h"
#include "core/vcd.h"
#include "sim/confront.h"
#include "sim/copy.h"
#include "sim/testbench.h"

typedef struct {
    const replay_t *job;
    size_t property;
    play_t *play;
    arena_t *arena;
    setting_vec_t generics;
    diag_sink_t *sink; // into `faults`
    text_t faults;
} state_t;

// What goes wrong on the way is a reason, no diagnostic: its first two lines
// (the second is what ghdl said first).
static void take_fault(const diag_t *diag, void *user)
{
    state_t *s = user;
    const char *text = diag_message(diag);
    const size_t first = strcspn(text, "\n");
    if (s->faults.len > 0)
        text_add(&s->faults, "; ");
    text_addn(&s->faults, text, first);
    if (text[first] == '\0')
        return;
    text += first + 1;
    text_char(&s->faults, ' ');
    text_addn(&s->faults, text, strcspn(text, "\n"));
}

// ---- generics ----

static const char *object_text(const design_case_t *c, const play_t *play,
                               const char *name)
{
    for (size_t i = 0; i < c->object_count; i++) {
        const design_object_t *o = &c->objects[i];
        if (o->class == OBJECT_GENERIC && strcmp(o->path, name) == 0)
            return play_text(play, i, 0);
    }
    return NULL;
}

void replay_generics(const design_t *design, const design_case_t *c,
                     const play_t *play, arena_t *arena,
                     setting_vec_t *settings)
{
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *g = design_generic(design, i);
        const char *text = object_text(c, play, g->name);
        if (text == NULL && g->given != NULL)
            text = g->type->kind == TYPE_REAL && strchr(g->given, '.') == NULL
                ? arena_printf(arena, "real(%s)", g->given) : g->given;
        if (text != NULL)
            vec_push(settings, ((design_setting_t){g->name, text}));
    }
}

void replay_format_generics(const setting_vec_t *settings, text_t *out)
{
    for (size_t i = 0; i < settings->len; i++)
        text_printf(out, "%s%s=%s", i > 0 ? ", " : "",
                    settings->data[i].name, settings->data[i].value);
}

// ---- a state for one trace ----

static bool begin(state_t *s, const replay_t *job, const trace_t *trace,
                  size_t property)
{
    *s = (state_t){.job = job, .property = property, .arena = arena_new()};
    s->sink = diag_sink_new(job->sources, take_fault, s);
    s->play = play_of(job->c, trace, property, s->sink);
    if (s->play == NULL)
        return false;
    replay_generics(job->design, job->c, s->play, s->arena, &s->generics);
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

static confront_t confront_job(const state_t *s)
{
    return (confront_t){
        .ghdl = s->job->ghdl,
        .entity = design_entity(s->job->design),
        .architecture = design_architecture(s->job->design),
        .c = s->job->c,
        .generics = s->generics.data,
        .generic_count = s->generics.len,
        .play = s->play,
        .sink = s->sink,
    };
}

static replay_result_t simulate_once(state_t *s, runner_t *runner,
                                     confront_expected_t *expected,
                                     text_t *reason)
{
    confront_t job = confront_job(s);
    job.runner = runner;
    job.expected = expected;
    confront_count_t count = {0};
    text_t report = {0};
    replay_result_t result = REPLAY_IMPOSSIBLE;
    if (confront(&job, &count, &report))
        result = judge(s, &count, expected->shown, &report, reason);
    else
        text_add(reason, text_str(&s->faults));
    text_release(&report);
    return result;
}

#define MAX_HIDING 8

static bool has(const size_t *list, size_t count, size_t item)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == item)
            return true;
    return false;
}

// When a failure of the same step comes first, again without that one.
static replay_result_t simulate(state_t *s, runner_t *runner, text_t *reason)
{
    size_t hiding[MAX_HIDING], count = 0;
    for (;;) {
        confront_expected_t expected = {.property = s->property,
                                        .hiding = hiding,
                                        .hiding_count = count};
        text_t why = {0};
        const replay_result_t result = simulate_once(s, runner, &expected,
                                                     &why);
        if (expected.shown != SHOWN_OTHER || expected.other == SIZE_MAX
            || count == MAX_HIDING || has(hiding, count, expected.other)) {
            text_add(reason, text_str(&why));
            text_release(&why);
            return result;
        }
        text_release(&why);
        hiding[count++] = expected.other;
    }
}

// Is there a failure, by the evaluator? It may come before the last step.
static bool has_failure(const state_t *s, text_t *reason)
{
    const size_t last = play_steps(s->play) - 1;
    if (play_fails(s->play, s->property, last))
        return true;
    if (play_failed(s->play) != SIZE_MAX)
        text_printf(reason, "another obligation fails before, in step %zu",
                    last);
    else
        text_printf(reason, "it does not fail up to step %zu", last);
    return false;
}

replay_result_t replay(const replay_t *job, const trace_t *trace,
                       size_t property, text_t *reason)
{
    state_t s;
    runner_t *runner = NULL;
    replay_result_t result = REPLAY_IMPOSSIBLE;
    const bool begun = begin(&s, job, trace, property);
    if (begun && !has_failure(&s, reason))
        result = REPLAY_REFUTED;
    else if (begun && (runner = runner_new(&job->runner, s.sink)) != NULL)
        result = simulate(&s, runner, reason);
    else
        text_add(reason, text_str(&s.faults));
    runner_free(runner);
    end(&s);
    return result;
}

// ---- a testbench for the user ----

static value_t first_value(context_t *ctx, term_t leaf, void *user)
{
    const value_t *v = trace_get(user, 0, term_var(ctx, leaf));
    return v != NULL ? value_copy(v)
                     : value_default(ctx, term_sort(ctx, leaf));
}

// The value of a variable in the declared start; false if it has none.
static bool declared_value(const state_t *s, var_t var, value_t *value)
{
    const model_t *m = s->job->c->model;
    bool found = false;
    for (size_t i = 0; i < model_start_count(m) && !found; i++) {
        const model_start_t *start = model_start(m, i);
        if (strcmp(start->name, "declared") != 0)
            continue;
        for (size_t k = 0; k < start->vars.len && !found; k++) {
            if (!var_equal(start->vars.data[k], var))
                continue;
            eval_t *eval = eval_new(model_context(m), first_value,
                                    (void *)play_trace(s->play));
            found = eval_term(eval, start->values.data[k], value);
            eval_free(eval);
        }
    }
    return found;
}

static bool begins_as_declared(const state_t *s, term_t leaf)
{
    const context_t *ctx = model_context(s->job->c->model);
    if (term_kind(ctx, leaf) != TERM_LAST)
        return true;
    const var_t var = term_var(ctx, leaf);
    const model_var_t *v = model_find(s->job->c->model, var);
    value_t value;
    if (v == NULL || v->class != VAR_STATE)
        return true;
    if (!declared_value(s, var, &value))
        return false;
    const value_t *first = trace_get(play_trace(s->play), 0, var);
    const bool same = first != NULL && value_equal(first, &value);
    value_release(&value);
    return same;
}

static void say_object(const state_t *s, size_t i, bool *any, text_t *out)
{
    const design_object_t *o = &s->job->c->objects[i];
    term_vec_t terms = {0};
    bool same = true;
    sval_terms(&o->value, &terms);
    for (size_t k = 0; k < terms.len; k++)
        same &= begins_as_declared(s, terms.data[k]);
    vec_release(&terms);
    if (same || !confront_is_register(s->job->c, o))
        return;
    if (!*any)
        text_add(out, "--\n-- The run begins with these values of registers. "
                      "A testbench cannot set\n-- them: write them into the "
                      "declarations, or reach them first.\n");
    *any = true;
    text_printf(out, "--   %s := %s\n", o->path, play_text(s->play, i, 0));
}

static void say_how(const state_t *s, text_t *out)
{
    const property_t *p = model_property(s->job->c->model, s->property);
    const runner_options_t *o = &s->job->runner;
    text_printf(out, "-- Shows how '");
    for (const char *c = p->name; *c != '\0'; c++)
        text_char(out, *c == '\n' ? ' ' : *c);
    text_printf(out, "' (%s", property_kind_name(p->kind));
    if (loc_known(p->loc))
        text_printf(out, ", %s:%u",
                    sources_path(s->job->sources, p->loc.file),
                    (unsigned)p->loc.line);
    text_printf(out, ") fails in step %zu,\n-- before %llu ns. Analyse the "
                     "sources and then this file:\n"
                     "--   ghdl -a --std=%s --work=%s SOURCES THIS_FILE\n"
                     "--   ghdl -r --std=%s --work=%s " COPY_TESTBENCH
                     " --wave=run.ghw\n",
                play_steps(s->play) - 1,
                (unsigned long long)testbench_time(play_steps(s->play) - 1)
                    + 1,
                o->std, o->work, o->std, o->work);
    bool any = false;
    for (size_t i = 0; i < s->job->c->object_count; i++)
        say_object(s, i, &any, out);
}

bool replay_testbench(const replay_t *job, const trace_t *trace,
                      size_t property, text_t *out, text_t *reason)
{
    state_t s;
    const bool ok = begin(&s, job, trace, property);
    if (ok) {
        const confront_t c = confront_job(&s);
        say_how(&s, out);
        confront_testbench(&c, out);
    } else {
        text_add(reason, text_str(&s.faults));
    }
    end(&s);
    return ok;
}

// ---- waves ----

static const model_clock_t *clock_of(const model_t *m,
                                     const design_object_t *o)
{
    const term_t leaf = o->value.term;
    for (size_t i = 0; i < model_clock_count(m); i++)
        if (o->type->kind == TYPE_BIT
            && term_equal(leaf, term_last(model_context(m),
                                          model_clock(m, i)->var)))
            return model_clock(m, i);
    return NULL;
}

static void number_wave(const state_t *s, const char **values,
                        vcd_wave_t *wave)
{
    const size_t steps = play_steps(s->play);
    bigint_t *numbers = arena_calloc(s->arena, steps, sizeof *numbers);
    text_t text = {0};
    for (size_t i = 0; i < steps; i++)
        if (!bigint_parse(&numbers[i], values[i], strlen(values[i])))
            BUG("'%s' is no number", values[i]);
    wave->width = vcd_width(numbers, steps);
    for (size_t i = 0; i < steps; i++) {
        text_clear(&text);
        vcd_bits(numbers[i], wave->width, &text);
        values[i] = arena_strdup(s->arena, text_str(&text));
        bigint_release(&numbers[i]);
    }
    text_release(&text);
}

static const char *bit_text(const char *value)
{
    return strcmp(value, "'1'") == 0 || strcmp(value, "true") == 0 ? "1"
                                                                   : "0";
}

// Without the quotes.
static const char *bits_text(const state_t *s, const char *value)
{
    return arena_strndup(s->arena, value + 1, strlen(value) - 2);
}

static vcd_wave_t wave_of(const state_t *s, size_t object)
{
    const design_object_t *o = &s->job->c->objects[object];
    const size_t steps = play_steps(s->play);
    const model_clock_t *clock = clock_of(s->job->c->model, o);
    vcd_wave_t wave = {.name = o->path, .kind = VCD_CLOCK};
    if (clock != NULL) {
        wave.values = vcd_edges(play_trace(s->play), clock->var, s->arena);
        return wave;
    }
    const char **values = arena_calloc(s->arena, steps, sizeof *values);
    for (size_t i = 0; i < steps; i++)
        values[i] = play_text(s->play, object, i);
    wave.values = values;
    wave.kind = VCD_STRING;
    if (o->type->kind == TYPE_BIT) {
        wave.kind = VCD_BIT;
        for (size_t i = 0; i < steps; i++)
            values[i] = bit_text(values[i]);
    } else if (o->type->kind == TYPE_INT) {
        wave.kind = VCD_BITS;
        number_wave(s, values, &wave);
    } else if (o->type->kind == TYPE_VECTOR && strlen(values[0]) > 2) {
        wave.kind = VCD_BITS;
        wave.width = (unsigned)strlen(values[0]) - 2;
        for (size_t i = 0; i < steps; i++)
            values[i] = bits_text(s, values[i]);
    }
    return wave;
}

static void write_vcd(const state_t *s, text_t *out)
{
    VEC(vcd_wave_t) waves = {0};
    text_t generics = {0};
    replay_format_generics(&s->generics, &generics);
    for (size_t i = 0; i < s->job->c->object_count; i++)
        if (s->job->c->objects[i].class != OBJECT_GENERIC)
            vec_push(&waves, wave_of(s, i));
    const vcd_t vcd = {.top = model_name(s->job->c->model),
                       .comment = generics.len > 0 ? text_str(&generics)
                                                   : NULL,
                       .waves = waves.data, .wave_count = waves.len,
                       .steps = play_steps(s->play)};
    vcd_write_waves(&vcd, out);
    vec_release(&waves);
    text_release(&generics);
}

bool replay_vcd(const replay_t *job, const trace_t *trace, size_t property,
                text_t *out, text_t *reason)
{
    state_t s;
    const bool ok = begin(&s, job, trace, property);
    if (ok)
        write_vcd(&s, out);
    else
        text_add(reason, text_str(&s.faults));
    end(&s);
    return ok;
}
