// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/confront.h"

#include "core/arena.h"
#include "core/walk.h"
#include "sim/copy.h"
#include "sim/ghw.h"
#include "sim/shape.h"
#include "sim/testbench.h"

#define MAX_SHOWN 8 // differences of one step
#define BEFORE_ALL SIZE_MAX // no step has ended yet

typedef struct {
    const confront_t *job;
    const design_case_t *c;
    const model_t *model;
    context_t *ctx;
    size_t from, steps; // that are simulated
    arena_t *arena;
    copy_t *copy;
    runner_result_t result;
    ghw_t *ghw;
    const ghw_signal_t *signals; // by object
    const bool *found;           // by object: has GHDL recorded it?
    bool glitch_shown; // of an assert, once a run
    size_t glitch;     // the step before which GHDL stopped in one; SIZE_MAX
    confront_count_t *count;
    text_t *report;
} state_t;

// ---- the play, in the steps that are simulated ----

static const char *text_in(const state_t *s, size_t object, size_t step)
{
    return play_text(s->job->play, object, s->from + step);
}

static bool fails_in(const state_t *s, size_t property, size_t step)
{
    return play_fails(s->job->play, property, s->from + step);
}

static size_t failed_step(const state_t *s)
{
    const size_t failed = play_failed(s->job->play);
    return failed != SIZE_MAX ? failed - s->from : SIZE_MAX;
}

// ---- running GHDL ----

static const model_clock_t *clock_of(const state_t *s,
                                     const design_object_t *o)
{
    if (o->type->kind != TYPE_BIT
        || term_kind(s->ctx, o->value.term) != TERM_LAST)
        return NULL;
    const var_t var = term_var(s->ctx, o->value.term);
    for (size_t i = 0; i < model_clock_count(s->model); i++)
        if (model_clock(s->model, i)->var.id == var.id)
            return model_clock(s->model, i);
    return NULL;
}

static testbench_port_t clock_port(const state_t *s, const char *name,
                                   const model_clock_t *clock)
{
    const trace_t *trace = play_trace(s->job->play);
    bool *edges = arena_calloc(s->arena, s->steps, sizeof *edges);
    for (size_t i = 0; i < s->steps; i++)
        edges[i] = trace_edge(trace, s->from + i, clock->var, TERM_POSEDGE)
                || trace_edge(trace, s->from + i, clock->var, TERM_NEGEDGE);
    return (testbench_port_t){
        .port = name,
        .edges = edges,
        .level = trace_get(trace, s->from, clock->var)->boolean,
        .both = clock->posedge && clock->negedge,
    };
}

// False if the values cannot be written (an empty array).
static bool data_port(const state_t *s, size_t object, testbench_port_t *port)
{
    const char **values = arena_calloc(s->arena, s->steps, sizeof *values);
    text_t text = {0};
    bool ok = true;
    for (size_t i = 0; i < s->steps && ok; i++) {
        text_clear(&text);
        ok = shape_vhdl(text_in(s, object, i), &text);
        values[i] = arena_strdup(s->arena, text_str(&text));
    }
    text_release(&text);
    *port = (testbench_port_t){.port = s->c->objects[object].path,
                               .values = values};
    return ok;
}

static void make_testbench(const state_t *s, text_t *out)
{
    VEC(testbench_port_t) ports = {0};
    for (size_t i = 0; i < s->c->object_count; i++) {
        const design_object_t *o = &s->c->objects[i];
        testbench_port_t port;
        if (o->class != OBJECT_INPUT)
            continue;
        const model_clock_t *clock = clock_of(s, o);
        if (clock != NULL)
            vec_push(&ports, clock_port(s, o->path, clock));
        else if (data_port(s, i, &port))
            vec_push(&ports, port);
    }
    const testbench_t testbench = {
        .ghdl = s->job->ghdl,
        .entity = s->job->entity,
        .architecture = s->job->architecture,
        .generics = s->job->generics,
        .generic_count = s->job->generic_count,
        .ports = ports.data,
        .port_count = ports.len,
        .steps = s->steps,
    };
    testbench_write(&testbench, out);
    vec_release(&ports);
}

static bool write_testbench(const state_t *s)
{
    text_t text = {0};
    make_testbench(s, &text);
    const bool ok = runner_write(s->job->runner, "tb.vhd", text.data,
                                 text.len);
    text_release(&text);
    return ok;
}

static bool shows_register(const model_t *m, term_t t)
{
    const context_t *ctx = model_context(m);
    const term_kind_t kind = term_kind(ctx, t);
    if (kind == TERM_ITE)
        return shows_register(m, term_kid(ctx, t, 1))
            || shows_register(m, term_kid(ctx, t, 2));
    const model_var_t *v = kind == TERM_LAST
        ? model_find(m, term_var(ctx, t)) : NULL;
    return v != NULL
        && (v->class == VAR_STATE
            || (v->class == VAR_DEFINITION
                && term_kind(ctx, v->term) == TERM_ITE
                && shows_register(m, v->term)));
}

bool confront_is_register(const design_case_t *c, const design_object_t *o)
{
    term_vec_t terms = {0};
    bool found = false;
    sval_terms(&o->value, &terms);
    for (size_t i = 0; i < terms.len && !found; i++)
        found = shows_register(c->model, terms.data[i]);
    vec_release(&terms);
    return found;
}

// Does the model say that it may have any value?
static bool is_arbitrary(const state_t *s, const design_object_t *o)
{
    term_vec_t terms = {0};
    bool found = false;
    sval_terms(&o->value, &terms);
    for (size_t i = 0; i < terms.len && !found; i++)
        for (size_t k = 0; k < model_abstraction_count(s->model); k++)
            found |= term_equal(
                terms.data[i],
                term_last(s->ctx, model_abstraction(s->model, k)->var));
    vec_release(&terms);
    return found;
}

// With the edge that the expected failure is looked for at. What a signal
// assignment would have done is seen after that edge only.
static void leave_out_hiding(const state_t *s)
{
    const confront_expected_t *e = s->job->expected;
    for (size_t i = 0; e != NULL && i < e->hiding_count; i++)
        copy_skip(s->copy, model_property(s->model, e->hiding[i])->loc,
                  testbench_time(s->steps - 1));
}

// *fits is false if GHDL would begin in another state.
static bool write_copy(state_t *s, bool *fits)
{
    *fits = true;
    for (size_t i = 0; i < s->c->object_count; i++) {
        const design_object_t *o = &s->c->objects[i];
        if ((o->class != OBJECT_PORT || confront_is_register(s->c, o))
            && !is_arbitrary(s, o))
            copy_set(s->copy, o, text_in(s, i, 0));
    }
    for (size_t i = 0; i < s->c->object_count; i++) {
        const design_object_t *o = &s->c->objects[i];
        if (o->class == OBJECT_PORT && vhdl_mode(o->node) != VHDL_MODE_IN
            && confront_is_register(s->c, o))
            *fits &= copy_has(s->copy, o);
    }
    leave_out_hiding(s);
    copy_make(s->copy);
    for (size_t i = 0; i < copy_file_count(s->copy); i++) {
        const text_t *text = copy_file_text(s->copy, i);
        if (!runner_write(s->job->runner, copy_file_name(s->copy, i),
                          text->data, text->len))
            return false;
    }
    return true;
}

static bool simulate(state_t *s, uint64_t stop_ns)
{
    VEC(const char *) files = {0};
    for (size_t i = 0; i < copy_file_count(s->copy); i++)
        vec_push(&files, copy_file_name(s->copy, i));
    vec_push(&files, "tb.vhd");
    const bool ok = runner_simulate(s->job->runner, files.data, files.len,
                                    COPY_TESTBENCH, "w.ghw", stop_ns,
                                    &s->result);
    vec_release(&files);
    return ok;
}

static bool read_wave(state_t *s)
{
    uint64_t *times = arena_calloc(s->arena, s->steps, sizeof *times);
    for (size_t i = 0; i < s->steps; i++)
        times[i] = testbench_time(i);
    if (!runner_dump(s->job->runner, "w.ghw", "dump"))
        return false;
    char *path = xasprintf("%s/dump", runner_directory(s->job->runner));
    s->ghw = ghw_read(path, times, s->steps, s->job->sink);
    free(path);
    return s->ghw != NULL;
}

// ---- values ----

static void differ(state_t *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void differ(state_t *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    text_add(s->report, "difference: ");
    text_vprintf(s->report, fmt, ap);
    text_char(s->report, '\n');
    va_end(ap);
    s->count->differences++;
}

typedef struct {
    const state_t *s;
    ghw_signal_t signal;
    size_t step;
    bool indefinite;
} cursor_t;

static const char *scalar(size_t i, void *user)
{
    cursor_t *c = user;
    const char *s = ghw_scalar(c->s->ghw, c->step, c->signal.scalars[i]);
    if (s == NULL)
        s = "'U'";
    c->indefinite |= shape_is_indefinite(s);
    return s;
}

// Equal but for places where GHDL has something that the model cannot have?
static bool agree(const char *model, const char *ghdl)
{
    for (; *model != '\0' && *ghdl != '\0'; model++, ghdl++)
        if (*model != *ghdl
            && (strchr("01", *model) == NULL
                || strchr("UXZWLH-", *ghdl) == NULL))
            return false;
    return *model == *ghdl;
}

static void show_difference(state_t *s, const design_object_t *o, size_t step,
                            const char *model, const char *ghdl,
                            size_t *shown)
{
    if ((*shown)++ < MAX_SHOWN)
        differ(s, "%s in cycle %zu: %s in the model, %s in GHDL", o->path,
               s->from + step, model, ghdl);
    else
        s->count->differences++;
}

static void count_pair(state_t *s, const design_object_t *o, bool definite)
{
    if (o->type->kind == TYPE_ARRAY) {
        s->count->memory_pairs++;
        s->count->memory_definite += definite;
    } else {
        s->count->pairs++;
        s->count->definite += definite;
    }
}

static void compare_object(state_t *s, size_t object,
                           const ghw_signal_t *signal, size_t step,
                           size_t *shown)
{
    const design_object_t *o = &s->c->objects[object];
    const char *model = text_in(s, object, step);
    cursor_t c = {.s = s, .signal = *signal, .step = step};
    text_t text = {0};
    if (shape_count(model) != signal->count) {
        if (step == 0)
            differ(s, "%s has %zu scalars in the model, %zu in GHDL", o->path,
                   shape_count(model), signal->count);
        return;
    }
    shape_fill(model, scalar, &c, &text);
    count_pair(s, o, !c.indefinite);
    if (!agree(model, text_str(&text)))
        show_difference(s, o, step, model, text_str(&text), shown);
    text_release(&text);
}

// GHDL 2.0.0 records nothing below a case generate.
static bool is_out_of_sight(const design_object_t *o)
{
    for (vhdl_node_t n = o->node; vhdl_exists(n);
         n = vhdl_has_parent(n) ? vhdl_parent(n) : VHDL_NONE)
        if (vhdl_is(n, VHDL_CASE_GENERATE_STATEMENT))
            return true;
    return false;
}

// Where GHDL has each object; those that it has not are counted.
static void find_signals(state_t *s)
{
    bool *found = arena_calloc(s->arena, s->c->object_count + 1,
                               sizeof *found);
    ghw_signal_t *signals = arena_calloc(s->arena, s->c->object_count + 1,
                                         sizeof *signals);
    text_t path = {0};
    for (size_t i = 0; i < s->c->object_count; i++) {
        const design_object_t *o = &s->c->objects[i];
        if (o->class == OBJECT_GENERIC)
            continue;
        text_clear(&path);
        copy_wave_path(s->copy, o, &path);
        found[i] = ghw_find(s->ghw, text_str(&path), &signals[i]);
        if (found[i])
            continue;
        s->count->unseen++;
        if (!is_out_of_sight(o))
            differ(s, "GHDL has not recorded %s", o->path);
    }
    text_release(&path);
    s->signals = signals;
    s->found = found;
}

// Up to the first step in which something differs.
static void compare_values(state_t *s, size_t steps)
{
    bool *arbitrary = arena_calloc(s->arena, s->c->object_count + 1,
                                   sizeof *arbitrary);
    for (size_t i = 0; i < s->c->object_count; i++)
        arbitrary[i] = is_arbitrary(s, &s->c->objects[i]);
    find_signals(s);
    size_t shown = 0;
    for (size_t step = 0; step < steps && shown == 0; step++) {
        for (size_t i = 0; i < s->c->object_count; i++)
            if (arbitrary[i])
                count_pair(s, &s->c->objects[i], false);
            else if (s->found[i])
                compare_object(s, i, &s->signals[i], step, &shown);
        s->count->steps++;
    }
}

// ---- failures ----

// Has it happened in this step, as far as can be told? What is printed after
// the end of step i is a clocked process in step i or anything that settles
// in step i + 1.
static bool in_window(size_t mark, size_t step)
{
    return mark == BEFORE_ALL ? step == 0 : step == mark || step == mark + 1;
}

static bool read_mark(const runner_message_t *m, size_t *mark)
{
    if (strncmp(m->text, TESTBENCH_MARK, strlen(TESTBENCH_MARK)) != 0)
        return false;
    *mark = strtoul(m->text + strlen(TESTBENCH_MARK), NULL, 10);
    return true;
}

static uint16_t source_of(const state_t *s, const char *file)
{
    for (size_t i = 0; i < copy_file_count(s->copy); i++)
        if (strcmp(copy_file_name(s->copy, i), file) == 0)
            return copy_file_source(s->copy, i);
    return 0;
}

static bool is_there(const property_t *p, uint16_t file, unsigned line)
{
    return file != 0 && p->loc.file == file && p->loc.line == line;
}

// Is it looked at on an edge, when everything is stable?
static bool is_clocked(const state_t *s, const property_t *p)
{
    term_vec_t order = {0};
    bool edge = false;
    walk_postorder(s->ctx, &p->reached, 1, &order);
    for (size_t i = 0; i < order.len && !edge; i++) {
        const term_kind_t kind = term_kind(s->ctx, order.data[i]);
        edge = kind == TERM_POSEDGE || kind == TERM_NEGEDGE;
    }
    vec_release(&order);
    return edge;
}

static void place(const state_t *s, uint16_t file, unsigned line,
                  text_t *out)
{
    if (file != 0)
        text_printf(out, "%s:%u",
                    sources_path(diag_sink_sources(s->job->sink), file),
                    line);
    else
        text_add(out, "an unknown place");
}

// Does GHDL come through a step if it begins there, so that nothing changes?
// Then a stop on the way to it was a glitch.
static bool settles(const state_t *s, size_t step)
{
    state_t again = *s;
    bool fits;
    again.from = s->from + step;
    again.steps = 1;
    again.copy = copy_new(s->job->ghdl);
    const bool ok = write_copy(&again, &fits) && fits
                 && write_testbench(&again)
                 && simulate(&again, testbench_time(0) - 1)
                 && again.result.state == RUNNER_ENDED;
    copy_free(again.copy);
    return ok;
}

static bool has_obligation(const state_t *s, uint16_t file, unsigned line)
{
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t *p = model_property(s->model, i);
        if (property_is_obligation(p->kind) && is_there(p, file, line)
            && !is_clocked(s, p))
            return true;
    }
    return false;
}

// A stop of GHDL's that the model does not share. Nothing is a glitch before
// the first step, which begins with everything stable. What would be the step
// after the last is not known.
static void judge_stop(state_t *s, const runner_message_t *m, size_t mark)
{
    const uint16_t file = m != NULL ? source_of(s, m->file) : 0;
    const unsigned line = m != NULL ? m->line : 0;
    const size_t step = mark == BEFORE_ALL ? 0 : mark + 1;
    if (step == s->steps && has_obligation(s, file, line))
        return;
    char *why = xstrdup(m != NULL ? m->text : "it crashes");
    text_t where = {0};
    place(s, file, line, &where);
    if (step > 0 && step < s->steps && has_obligation(s, file, line)
        && settles(s, step)) {
        s->count->glitches++;
        s->glitch = s->from + step;
        text_printf(s->report, "glitch: GHDL stops at %s before cycle %zu\n",
                    text_str(&where), s->from + step);
    } else {
        differ(s, "GHDL stops at %s before cycle %zu (%s), and no obligation "
                  "fails there in the model", text_str(&where),
               s->from + step, why);
    }
    text_release(&where);
    free(why);
}

static bool reported(const state_t *s, const property_t *p, size_t step)
{
    size_t mark = BEFORE_ALL;
    for (size_t i = 0; i < s->result.message_count; i++) {
        const runner_message_t *m = &s->result.messages[i];
        if (!read_mark(m, &mark) && in_window(mark, step)
            && is_there(p, source_of(s, m->file), m->line))
            return true;
    }
    return false;
}

// The model's obligations that fail in a step; those of integer overflow need
// not stop GHDL, and an assert of an instance does not.
static bool must_stop(const state_t *s, size_t step, const property_t **which)
{
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t *p = model_property(s->model, i);
        if (property_is_obligation(p->kind) && p->kind != PROPERTY_OVERFLOW
            && fails_in(s, i, step)
            && !(p->kind == PROPERTY_ELABORATION && reported(s, p, step))) {
            *which = p;
            return true;
        }
    }
    return false;
}

static void judge_no_stop(state_t *s, size_t failed)
{
    const property_t *p;
    if (!must_stop(s, failed, &p))
        return;
    text_t where = {0};
    place(s, p->loc.file, p->loc.line, &where);
    differ(s, "the %s obligation at %s fails in cycle %zu of the model, and "
              "GHDL goes on", property_kind_name(p->kind), text_str(&where),
           s->from + failed);
    text_release(&where);
}

static const runner_message_t *find_stop(const state_t *s, size_t *mark)
{
    *mark = BEFORE_ALL;
    for (size_t i = 0; i < s->result.message_count; i++) {
        const runner_message_t *m = &s->result.messages[i];
        if (!read_mark(m, mark) && strcmp(m->level, "fatal") == 0)
            return m;
    }
    return NULL;
}

static void compare_stop(state_t *s)
{
    const size_t failed = failed_step(s);
    size_t mark;
    const runner_message_t *m = find_stop(s, &mark);
    const confront_expected_t *e = s->job->expected;
    if (s->result.state == RUNNER_ENDED) {
        if (failed != SIZE_MAX && (e == NULL || e->hiding_count == 0))
            judge_no_stop(s, failed);
    } else if (failed != SIZE_MAX && in_window(mark, failed)
               && (e == NULL || e->shown != SHOWN_NOT)) {
        s->count->failures++;
    } else {
        judge_stop(s, m, mark);
    }
}

// ---- asserts ----

// Each assert that fails in the model is reported by GHDL; one that depends
// on no clock is reported when something changes.
static void compare_asserts(state_t *s, size_t steps)
{
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t *p = model_property(s->model, i);
        const bool clocked = p->kind == PROPERTY_ASSERT && is_clocked(s, p);
        for (size_t step = 0; step < steps; step++) {
            if (p->kind != PROPERTY_ASSERT || !fails_in(s, i, step))
                continue;
            if (reported(s, p, step)
                || (!clocked && step > 0 && fails_in(s, i, step - 1))) {
                s->count->asserts++;
                continue;
            }
            text_t where = {0};
            place(s, p->loc.file, p->loc.line, &where);
            differ(s, "the assert at %s fails in cycle %zu of the model, not "
                      "in GHDL", text_str(&where), s->from + step);
            text_release(&where);
            return;
        }
    }
}

// Does an assert at that place fail in one of the steps of the window?
static bool fails_near(const state_t *s, size_t property, size_t mark)
{
    for (size_t step = mark == BEFORE_ALL ? 0 : mark;
         step < s->steps && in_window(mark, step); step++)
        if (fails_in(s, property, step))
            return true;
    return false;
}

// What GHDL reports at an assert of the model.
static void judge_message(state_t *s, const runner_message_t *m, size_t mark)
{
    const uint16_t file = source_of(s, m->file);
    bool known = false, fails = false, clocked = true;
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t *p = model_property(s->model, i);
        if (p->kind != PROPERTY_ASSERT || !is_there(p, file, m->line))
            continue;
        known = true;
        fails |= fails_near(s, i, mark);
        clocked &= is_clocked(s, p);
    }
    if (!known || fails)
        return;
    text_t where = {0};
    place(s, file, m->line, &where);
    if (!clocked) {
        s->count->glitches++;
        if (!s->glitch_shown)
            text_printf(s->report, "glitch: the assert at %s fails between "
                                   "two deltas\n", text_str(&where));
        s->glitch_shown = true;
        text_release(&where);
        return;
    }
    differ(s, "the assert at %s fails after cycle %zu in GHDL, not in the "
              "model", text_str(&where), s->from + mark);
    text_release(&where);
}

static void compare_messages(state_t *s, size_t steps)
{
    size_t mark = BEFORE_ALL;
    for (size_t i = 0; i < s->result.message_count; i++) {
        const runner_message_t *m = &s->result.messages[i];
        if (!read_mark(m, &mark) && strcmp(m->level, "fatal") != 0
            && (mark == BEFORE_ALL || mark + 1 < steps))
            judge_message(s, m, mark);
    }
}

// ---- the failure that is expected ----

// In its step: what a clocked process finds is said after the mark of that
// step, everything else when the values settle, after the one before.
static bool in_step(const state_t *s, const property_t *p, size_t mark)
{
    const size_t step = s->steps - 1;
    if (is_clocked(s, p))
        return mark == step;
    return mark == (step == 0 ? BEFORE_ALL : step - 1);
}

static bool is_failing_report(const runner_message_t *m)
{
    return strcmp(m->level, "note") != 0 && strcmp(m->level, "warning") != 0;
}

// The obligation on that line that fails in the last step; with line 0, any
// that crashes GHDL. SIZE_MAX if there is none.
static size_t failing_at(const state_t *s, uint16_t file, unsigned line)
{
    for (size_t i = 0; i < model_property_count(s->model); i++) {
        const property_t *p = model_property(s->model, i);
        if ((line > 0 ? property_is_obligation(p->kind)
                            && is_there(p, file, line)
                      : p->kind == PROPERTY_DIVISION)
            && fails_in(s, i, s->steps - 1))
            return i;
    }
    return SIZE_MAX;
}

// A division by zero ends GHDL before it can say anything.
static shown_t shown_by_crash(const state_t *s, const property_t *p,
                              size_t mark)
{
    if (s->result.state != RUNNER_CRASHED)
        return SHOWN_NOT;
    if (p->kind == PROPERTY_DIVISION && in_step(s, p, mark))
        return SHOWN_HERE;
    return in_window(mark, s->steps - 1) && failing_at(s, 0, 0) != SIZE_MAX
               ? SHOWN_OTHER : SHOWN_NOT;
}

// On the property's line, or on another one of its statement, unless that is
// where another property is.
static bool is_place_of(const state_t *s, const property_t *p, uint16_t file,
                        unsigned line)
{
    unsigned first, last;
    if (is_there(p, file, line))
        return true;
    return file == p->loc.file && copy_statement(s->copy, p->loc, &first,
                                                 &last)
        && first <= line && line <= last
        && failing_at(s, file, line) == SIZE_MAX;
}

static shown_t shown_by_messages(const state_t *s, const property_t *p)
{
    size_t mark = BEFORE_ALL;
    shown_t shown = SHOWN_NOT;
    for (size_t i = 0; i < s->result.message_count; i++) {
        const runner_message_t *m = &s->result.messages[i];
        const uint16_t file = source_of(s, m->file);
        if (read_mark(m, &mark) || !is_failing_report(m))
            continue;
        if (is_place_of(s, p, file, m->line) && in_step(s, p, mark))
            return SHOWN_HERE;
        const size_t other = strcmp(m->level, "fatal") == 0
                && in_window(mark, s->steps - 1)
            ? failing_at(s, file, m->line) : SIZE_MAX;
        if (other != SIZE_MAX) {
            s->job->expected->other = other;
            shown = SHOWN_OTHER;
        }
    }
    return shown != SHOWN_NOT ? shown : shown_by_crash(s, p, mark);
}

static bool is_definite(const state_t *s, size_t object, size_t step)
{
    cursor_t c = {.s = s, .signal = s->signals[object], .step = step};
    text_t text = {0};
    shape_fill(text_in(s, object, step), scalar, &c, &text);
    text_release(&text);
    return !c.indefinite;
}

static bool has_leaf(const design_object_t *o, term_t leaf)
{
    term_vec_t terms = {0};
    bool found = false;
    sval_terms(&o->value, &terms);
    for (size_t i = 0; i < terms.len && !found; i++)
        found = term_equal(terms.data[i], leaf);
    vec_release(&terms);
    return found;
}

// Was the variable a part of an object that was recorded with a definite
// value? That value is the model's, since nothing differs.
static bool is_recorded(const state_t *s, var_t var)
{
    for (size_t i = 0; i < s->c->object_count; i++) {
        const design_object_t *o = &s->c->objects[i];
        if (o->class != OBJECT_GENERIC
            && has_leaf(o, term_last(s->ctx, var)) && s->found[i]
            && !is_arbitrary(s, o) && is_definite(s, i, s->steps - 1))
            return true;
    }
    return false;
}

// Does the term's value follow from what was recorded?
static bool follows(const state_t *s, term_t t)
{
    var_vec_t vars = {0};
    bool ok = true;
    walk_variables(s->ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len && ok; i++) {
        const model_var_t *v = model_find(s->model, vars.data[i]);
        ok = v->class == VAR_PARAMETER || is_recorded(s, v->var)
          || (v->class == VAR_DEFINITION && follows(s, v->term));
    }
    vec_release(&vars);
    return ok;
}

static bool is_in_source(const property_t *p)
{
    return property_is_obligation(p->kind) || p->kind == PROPERTY_ASSERT;
}

// Once everything is compared; `complete` steps were recorded.
static void look_for_expected(state_t *s, size_t complete)
{
    confront_expected_t *e = s->job->expected;
    if (e == NULL)
        return;
    const property_t *p = model_property(s->model, e->property);
    e->other = SIZE_MAX;
    if (!fails_in(s, e->property, s->steps - 1))
        return;
    if (is_in_source(p))
        e->shown = shown_by_messages(s, p);
    else if (complete < s->steps)
        e->shown = shown_by_messages(s, p) == SHOWN_OTHER ? SHOWN_OTHER
                                                          : SHOWN_NOT;
    else if (follows(s, p->reached) && follows(s, p->holds))
        e->shown = SHOWN_HERE;
}

// ---- all ----

// The steps that came to an end before GHDL stopped.
static size_t complete_steps(const state_t *s)
{
    const size_t recorded = ghw_complete(s->ghw);
    size_t mark;
    (void)find_stop(s, &mark);
    const size_t marked = mark == BEFORE_ALL ? 0 : mark + 1;
    const size_t complete = recorded > marked ? recorded : marked;
    return complete < s->steps ? complete : s->steps;
}

static bool judge(state_t *s)
{
    const size_t before = s->count->differences;
    const bool ended = s->result.state == RUNNER_ENDED;
    if (!read_wave(s))
        return false;
    const size_t complete = ended ? s->steps : complete_steps(s);
    compare_values(s, complete);
    // Once values differ, so does everything else.
    if (s->count->differences > before)
        return true;
    compare_asserts(s, complete);
    compare_messages(s, complete);
    look_for_expected(s, complete);
    compare_stop(s); // may simulate again
    return true;
}

// A crash loses what was recorded: simulate again, up to the last step before
// it.
static bool judge_crash(state_t *s)
{
    size_t mark;
    (void)find_stop(s, &mark);
    const size_t before = s->count->differences;
    look_for_expected(s, 0);
    compare_stop(s);
    if (mark == BEFORE_ALL || s->count->differences > before)
        return true;
    if (!simulate(s, testbench_time(mark) - 1) || !read_wave(s))
        return false;
    compare_values(s, mark + 1);
    return true;
}

static bool work(state_t *s)
{
    bool fits;
    if (!write_copy(s, &fits))
        return false;
    if (!fits) {
        s->count->left_out++;
        return true;
    }
    if (!write_testbench(s) || !simulate(s, 0))
        return false;
    switch (s->result.state) {
    case RUNNER_CRASHED:
        return judge_crash(s);
    case RUNNER_REFUSED:
        look_for_expected(s, 0);
        if (s->job->expected != NULL
            && s->job->expected->shown != SHOWN_NOT)
            return true;
        diag_emit(s->job->sink,
                  diag_new(DIAG_FAILURE, LOC_NONE,
                           "ghdl does not simulate the copy of the design:"
                           "\n%s", s->result.output));
        return false;
    case RUNNER_TIMED_OUT:
        diag_error(s->job->sink, LOC_NONE, "ghdl does not come to an end");
        return false;
    default:
        return judge(s);
    }
}

static state_t new_state(const confront_t *job, size_t from)
{
    return (state_t){
        .job = job,
        .c = job->c,
        .model = job->c->model,
        .ctx = model_context(job->c->model),
        .from = from,
        .steps = play_steps(job->play) - from,
        .glitch = SIZE_MAX,
        .arena = arena_new(),
    };
}

#define MAX_GLITCHES 10 // after which the run is begun again

// A failure that is expected may come after glitches, which the model does not
// have: GHDL is begun again in the stable state behind each.
bool confront(const confront_t *job, confront_count_t *count, text_t *report)
{
    bool ok = true;
    size_t from = 0;
    for (unsigned i = 0; ok && from != SIZE_MAX && i < MAX_GLITCHES; i++) {
        state_t s = new_state(job, from);
        s.copy = copy_new(job->ghdl);
        s.count = count;
        s.report = report;
        ok = work(&s);
        from = job->expected != NULL ? s.glitch : SIZE_MAX;
        ghw_free(s.ghw);
        copy_free(s.copy);
        arena_free(s.arena);
    }
    return ok;
}

void confront_testbench(const confront_t *job, text_t *out)
{
    state_t s = new_state(job, 0);
    make_testbench(&s, out);
    arena_free(s.arena);
}
