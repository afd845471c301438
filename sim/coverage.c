// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/coverage.h"

#include "core/arena.h"
#include "core/hash.h"
#include "core/print.h"
#include "core/rules.h"

#define MAX_RULES 256 // of one variable

typedef struct {
    const char *text;
    bool fired;
} rule_entry_t;

typedef struct {
    const char *name;
    uint64_t zeros, ones;
    unsigned width;
} bits_entry_t;

// A rule of the current model.
typedef struct {
    size_t entry;
    const term_t *conditions;
    size_t count;
} watched_t;

struct coverage {
    arena_t *arena;
    ident_table_t *names;
    map_t *rule_of, *bits_of; // by the index of a name
    VEC(rule_entry_t) rules;
    VEC(bits_entry_t) bits;
    const model_t *model;
    VEC(watched_t) watched;
};

coverage_t *coverage_new(void)
{
    coverage_t *c = xcalloc(1, sizeof *c);
    c->arena = arena_new();
    c->names = ident_table_new();
    c->rule_of = map_new();
    c->bits_of = map_new();
    return c;
}

void coverage_free(coverage_t *c)
{
    if (c == NULL)
        return;
    arena_free(c->arena);
    ident_table_free(c->names);
    map_free(c->rule_of);
    map_free(c->bits_of);
    vec_release(&c->rules);
    vec_release(&c->bits);
    vec_release(&c->watched);
    free(c);
}

// ---- rules ----

static size_t rule_entry(coverage_t *c, const char *text)
{
    const ident_t name = ident_new(c->names, text);
    uint64_t place;
    if (map_get(c->rule_of, ident_index(name), &place))
        return place;
    map_put(c->rule_of, ident_index(name), c->rules.len);
    vec_push(&c->rules, ((rule_entry_t){ident_text(name), false}));
    return c->rules.len - 1;
}

// That a register keeps its value without an edge needs no witness.
static bool is_idle(context_t *ctx, const rule_t *rule)
{
    return term_is_true(ctx, rule->trigger)
        && term_equal(rule->value, term_last(ctx, rule->var));
}

static void watch_rule(const rule_t *rule, void *user)
{
    coverage_t *c = user;
    context_t *ctx = model_context(c->model);
    text_t text = {0};
    if (is_idle(ctx, rule))
        return;
    for (size_t i = 0; i < rule->condition_count; i++) {
        text_add(&text, i > 0 ? ", " : "");
        print_vhdl(ctx, rule->conditions[i], &text);
    }
    text_printf(&text, " -> %s := ", ident_text(var_name(ctx, rule->var)));
    print_vhdl(ctx, rule->value, &text);
    watched_t w = {.entry = rule_entry(c, text_str(&text)),
                   .count = rule->condition_count};
    term_t *conditions = arena_calloc(c->arena, w.count + 1, sizeof(term_t));
    for (size_t i = 0; i < w.count; i++)
        conditions[i] = rule->conditions[i];
    w.conditions = conditions;
    vec_push(&c->watched, w);
    text_release(&text);
}

void coverage_model(coverage_t *c, const model_t *model)
{
    if (c->model == model)
        return;
    c->model = model;
    c->watched.len = 0;
    for (size_t i = 0; i < model_var_count(model); i++) {
        const model_var_t *v = model_var(model, i);
        // Beyond the limit they are not counted.
        if (v->class == VAR_STATE || v->class == VAR_DEFINITION)
            (void)rules_of(model, v->var, MAX_RULES, watch_rule, c);
    }
}

static bool fires(const watched_t *w, eval_t *eval)
{
    for (size_t i = 0; i < w->count; i++) {
        bool holds;
        if (!eval_bool(eval, w->conditions[i], &holds) || !holds)
            return false;
    }
    return true;
}

// ---- bits ----

static unsigned width_of(uint64_t n)
{
    unsigned width = 0;
    for (; n > 0; n >>= 1)
        width++;
    return width;
}

// How many bits the variable has; 0 if it is not counted.
static unsigned domain_width(const context_t *ctx, const domain_t *d)
{
    switch (sort_kind(ctx, d->sort)) {
    case SORT_BOOL:
        return 1;
    case SORT_ENUM:
        return width_of((uint64_t)(d->high - d->low));
    case SORT_INT:
        if (d->width != SIZE_MAX)
            return d->width < 63 ? (unsigned)d->width : 63;
        return d->high - d->low < 65536
            ? width_of((uint64_t)(d->high - d->low)) : 0;
    default:
        return 0;
    }
}

static uint64_t bits_of_value(const context_t *ctx, const domain_t *d,
                              const value_t *v)
{
    switch (sort_kind(ctx, d->sort)) {
    case SORT_BOOL:
        return v->boolean;
    case SORT_ENUM:
        return (uint64_t)((int64_t)v->position - d->low);
    default:
        return (uint64_t)v->number.small
             - (d->width == SIZE_MAX ? (uint64_t)d->low : 0);
    }
}

static bits_entry_t *bits_entry(coverage_t *c, const char *text)
{
    const ident_t name = ident_new(c->names, text);
    uint64_t place;
    if (!map_get(c->bits_of, ident_index(name), &place)) {
        place = c->bits.len;
        map_put(c->bits_of, ident_index(name), place);
        vec_push(&c->bits, ((bits_entry_t){.name = ident_text(name)}));
    }
    return &c->bits.data[place];
}

static void note_bits(coverage_t *c, const domain_t *d, const value_t *v)
{
    const context_t *ctx = model_context(c->model);
    const unsigned width = domain_width(ctx, d);
    const model_var_t *var = model_find(c->model, d->var);
    if (width == 0 || v == NULL || var->class != VAR_STATE)
        return;
    bits_entry_t *e = bits_entry(c, ident_text(var_name(ctx, d->var)));
    const uint64_t bits = bits_of_value(ctx, d, v);
    const uint64_t mask = (1ull << width) - 1;
    e->ones |= bits & mask;
    e->zeros |= ~bits & mask;
    if (e->width < width)
        e->width = width;
}

void coverage_step(coverage_t *c, const domain_vec_t *domains,
                   const trace_t *trace, size_t step, eval_t *eval)
{
    for (size_t i = 0; i < c->watched.len; i++) {
        rule_entry_t *e = &c->rules.data[c->watched.data[i].entry];
        if (!e->fired)
            e->fired = fires(&c->watched.data[i], eval);
    }
    for (size_t i = 0; i < domains->len; i++) {
        const domain_t *d = &domains->data[i];
        note_bits(c, d, trace_get(trace, step, d->var));
    }
}

// ---- figures ----

coverage_count_t coverage_count(const coverage_t *c)
{
    coverage_count_t n = {.rules = c->rules.len};
    for (size_t i = 0; i < c->rules.len; i++)
        n.fired += c->rules.data[i].fired;
    for (size_t i = 0; i < c->bits.len; i++) {
        const bits_entry_t *e = &c->bits.data[i];
        n.bits += e->width;
        n.both += (size_t)__builtin_popcountll(e->zeros & e->ones);
    }
    return n;
}

void coverage_format_missing(const coverage_t *c, text_t *out)
{
    for (size_t i = 0; i < c->rules.len; i++)
        if (!c->rules.data[i].fired)
            text_printf(out, "never fired: %s\n", c->rules.data[i].text);
    for (size_t i = 0; i < c->bits.len; i++) {
        const bits_entry_t *e = &c->bits.data[i];
        for (unsigned k = 0; k < e->width; k++)
            if (!(e->zeros & e->ones & 1ull << k))
                text_printf(out, "always %d: bit %u of %s\n",
                            (e->ones >> k & 1) != 0, k, e->name);
    }
}
