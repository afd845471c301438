// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/stimulus.h"

#include <strings.h>

struct stimulus {
    const design_case_t *c;
    context_t *ctx;
    const domain_vec_t *domains;
    const stimulus_options_t *options;
    random_t *random;
    unsigned *percent;   // by domain: how often a bit is 1
    signed char *resets; // by domain: 1, 0: the active level; -1: no reset
    bool *clocks;        // by domain
    unsigned *ticks;     // by clock: how often it has an edge, in percent
    size_t reset_steps;  // active at the beginning
    unsigned later;      // how often later, in percent
};

// ---- what the inputs are ----

// The number behind NAME= in a list, or -1.
static long number_of(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *equals = strchr(list[i], '=');
        if (equals != NULL && strlen(name) == (size_t)(equals - list[i])
            && strncasecmp(list[i], name, strlen(name)) == 0)
            return strtol(equals + 1, NULL, 10);
    }
    return -1;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), e = strlen(end);
    return n >= e && strcmp(name + n - e, end) == 0;
}

// Names are in lower case.
static signed char reset_by_name(const char *name)
{
    static const char *const words[] = {"rst", "reset", "clear", "clr"};
    static const char *const low[] = {"_n", "rstn", "resetn", "_ni", "_n_i",
                                      "rstb", "_b", "_l"};
    bool reset = false;
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        reset |= strstr(name, words[i]) != NULL;
    if (!reset)
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(low); i++)
        if (ends_with(name, low[i]))
            return 0;
    return strncmp(name, "nr", 2) == 0 || strncmp(name, "n_r", 3) == 0 ? 0 : 1;
}

static bool is_clock(const stimulus_t *s, var_t var)
{
    for (size_t i = 0; i < model_clock_count(s->c->model); i++)
        if (model_clock(s->c->model, i)->var.id == var.id)
            return true;
    return false;
}

static unsigned draw_tendency(random_t *random)
{
    static const unsigned tendencies[] = {50, 50, 50, 20, 80, 90, 10, 50};
    return tendencies[random_below(random, ARRAY_LEN(tendencies))];
}

static void set_up(stimulus_t *s, size_t i)
{
    const domain_t *d = &s->domains->data[i];
    const stimulus_options_t *o = s->options;
    const char *name = d->object->path;
    const bool bit = d->object->type->kind == TYPE_BIT;
    const long bias = number_of(o->biases, o->bias_count, name);
    const unsigned tendency = draw_tendency(s->random);
    const bool same = i > 0 && s->domains->data[i - 1].object == d->object;
    s->percent[i] = bias >= 0 ? (unsigned)bias
        : same                ? s->percent[i - 1] : tendency;
    s->resets[i] = -1;
    s->clocks[i] = is_clock(s, d->var);
    if (!bit || d->object->class != OBJECT_INPUT || bias >= 0)
        return;
    if (o->reset_count > 0) {
        const long level = number_of(o->resets, o->reset_count, name);
        s->resets[i] = level < 0 ? -1 : level > 0;
    } else {
        s->resets[i] = reset_by_name(name);
    }
}

stimulus_t *stimulus_new(const design_case_t *c, const domain_vec_t *domains,
                         const stimulus_options_t *options, random_t *random)
{
    static const unsigned later[] = {0, 0, 1, 3};
    static const unsigned ticks[] = {30, 60, 60, 95};
    stimulus_t *s = xcalloc(1, sizeof *s);
    const size_t count = domains->len + 1;
    s->c = c;
    s->ctx = model_context(c->model);
    s->domains = domains;
    s->options = options;
    s->random = random;
    s->percent = xcalloc(count, sizeof *s->percent);
    s->resets = xcalloc(count, sizeof *s->resets);
    s->clocks = xcalloc(count, sizeof *s->clocks);
    for (size_t i = 0; i < domains->len; i++)
        set_up(s, i);
    const size_t clocks = model_clock_count(c->model);
    s->ticks = xcalloc(clocks + 1, sizeof *s->ticks);
    for (size_t i = 0; i < clocks; i++)
        s->ticks[i] = clocks == 1 ? 90
            : ticks[random_below(random, ARRAY_LEN(ticks))];
    s->reset_steps = random_percent(random, 75) ? 1 + random_below(random, 4)
                                                : 0;
    s->later = later[random_below(random, ARRAY_LEN(later))];
    return s;
}

void stimulus_free(stimulus_t *s)
{
    if (s == NULL)
        return;
    free(s->percent);
    free(s->resets);
    free(s->clocks);
    free(s->ticks);
    free(s);
}

// ---- values ----

static var_class_t class_of(const stimulus_t *s, var_t var)
{
    return model_find(s->c->model, var)->class;
}

static void set_and_release(trace_t *trace, size_t step, var_t var, value_t v)
{
    trace_set(trace, step, var, &v);
    value_release(&v);
}

// Is the port declared in an entity that has several instances?
static bool is_shared(const stimulus_t *s, const design_object_t *port)
{
    if (port->class != OBJECT_PORT)
        return false;
    for (size_t i = 0; i < s->c->object_count; i++)
        if (&s->c->objects[i] != port
            && vhdl_same(s->c->objects[i].node, port->node))
            return true;
    return false;
}

// The ports of all instances of an entity begin with the same value, but for
// the lengths of vectors (sim/copy.h).
static value_t draw_shared(stimulus_t *s, const domain_t *d, uint64_t seed)
{
    random_t random = random_seeded(hash_mix(seed,
                                             vhdl_key(d->object->node)));
    const bool bit = random_percent(&random, 50);
    const sort_kind_t kind = sort_kind(s->ctx, d->sort);
    if (kind == SORT_BOOL)
        return value_bool(s->ctx, bit);
    if (kind != SORT_INT || d->width == SIZE_MAX)
        return domain_draw(s->ctx, d, &random, NULL);
    bigint_t power = bigint_pow2(bit ? (int64_t)d->width : 0);
    bigint_t ones = bigint_sub(power, bigint_of(1));
    const value_t v = value_bigint(s->ctx, ones);
    bigint_release(&power);
    bigint_release(&ones);
    return v;
}

void stimulus_draw_state(stimulus_t *s, trace_t *trace)
{
    const uint64_t seed = random_next(s->random);
    for (size_t i = 0; i < s->domains->len; i++) {
        const domain_t *d = &s->domains->data[i];
        if (class_of(s, d->var) != VAR_STATE
            || trace_get(trace, 0, d->var) != NULL)
            continue;
        set_and_release(trace, 0, d->var,
                        is_shared(s, d->object)
                            ? draw_shared(s, d, seed)
                            : domain_draw(s->ctx, d, s->random, NULL));
    }
    // What no object shows: any value does.
    for (size_t i = 0; i < model_var_count(s->c->model); i++) {
        const model_var_t *v = model_var(s->c->model, i);
        if (v->class == VAR_STATE && trace_get(trace, 0, v->var) == NULL)
            set_and_release(trace, 0, v->var,
                            value_default(s->ctx, var_sort(s->ctx, v->var)));
    }
}

static value_t draw_bit(stimulus_t *s, size_t i, const value_t *before,
                        size_t step)
{
    bool bit;
    if (s->resets[i] >= 0) {
        const bool active = step < s->reset_steps
                         || random_percent(s->random, s->later);
        bit = active == (s->resets[i] == 1);
    } else if (before != NULL && random_percent(s->random, 30)) {
        bit = before->boolean;
    } else {
        bit = random_percent(s->random, s->percent[i]);
    }
    return value_bool(s->ctx, bit);
}

static void draw_input(stimulus_t *s, trace_t *trace, size_t i, size_t step)
{
    const domain_t *d = &s->domains->data[i];
    const value_t *before = step > 0 ? trace_get(trace, step - 1, d->var)
                                     : NULL;
    const bool bit = sort_kind(s->ctx, d->sort) == SORT_BOOL;
    set_and_release(trace, step, d->var,
                    bit ? draw_bit(s, i, before, step)
                        : domain_draw(s->ctx, d, s->random, before));
}

// ---- clocks ----

// The level before the step: one that only one edge of counts is always where
// that edge begins.
static bool clock_level(const model_clock_t *clock, const trace_t *trace,
                        size_t step)
{
    if (!clock->posedge || !clock->negedge)
        return !clock->posedge;
    if (step == 0)
        return false;
    const bool before = trace_get(trace, step - 1, clock->var)->boolean;
    return before
         ^ (trace_edge(trace, step - 1, clock->var, TERM_POSEDGE)
            || trace_edge(trace, step - 1, clock->var, TERM_NEGEDGE));
}

static void set_clock(stimulus_t *s, trace_t *trace, size_t i, size_t step,
                      bool tick)
{
    const model_clock_t *clock = model_clock(s->c->model, i);
    const bool level = clock_level(clock, trace, step);
    set_and_release(trace, step, clock->var, value_bool(s->ctx, level));
    trace_set_edge(trace, step, clock->var, TERM_POSEDGE, tick && !level);
    trace_set_edge(trace, step, clock->var, TERM_NEGEDGE, tick && level);
}

static void draw_clocks(stimulus_t *s, trace_t *trace, size_t step)
{
    const size_t count = model_clock_count(s->c->model);
    const bool may_be_empty = model_has_empty_step(s->c->model);
    const size_t at_least = count > 0 && !may_be_empty
        ? random_below(s->random, count) : SIZE_MAX;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const bool tick = (count == 1 && !may_be_empty)
                       || random_percent(s->random, s->ticks[i]);
        set_clock(s, trace, i, step, tick);
        any |= tick;
    }
    if (!any && at_least != SIZE_MAX)
        set_clock(s, trace, at_least, step, true);
}

void stimulus_draw_inputs(stimulus_t *s, trace_t *trace, size_t step)
{
    for (size_t i = 0; i < s->domains->len; i++)
        if (class_of(s, s->domains->data[i].var) == VAR_INPUT
            && !s->clocks[i])
            draw_input(s, trace, i, step);
    draw_clocks(s, trace, step);
    // Values that stand for what the model gave up: any value does.
    for (size_t i = 0; i < model_var_count(s->c->model); i++) {
        const model_var_t *v = model_var(s->c->model, i);
        if (v->class == VAR_INPUT && trace_get(trace, step, v->var) == NULL)
            set_and_release(trace, step, v->var,
                            value_default(s->ctx, var_sort(s->ctx, v->var)));
    }
}
