// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/coverage.h"

#include "core/arena.h"
#include "core/hash.h"
#include "core/print.h"
#include "core/rules.h"

#define MAX_RULES 256 // of one variable
#define MAX_BITS 63   // of one variable

// In how many models it is, and in how many of these it cannot be.
typedef struct {
    const char *text;
    bool fired;
    unsigned models, excuses;
} rule_entry_t;

typedef struct {
    const char *name;
    uint64_t zeros, ones;
    unsigned width;
    int64_t low;         // that a number is counted from,
    bool varies;         // unless it depends on the generics
    unsigned models;
    unsigned excuses[MAX_BITS]; // by bit: models in which it cannot change
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
    map_t *counted; // models whose rules were counted
};

coverage_t *coverage_new(void)
{
    coverage_t *c = xcalloc(1, sizeof *c);
    c->arena = arena_new();
    c->names = ident_table_new();
    c->rule_of = map_new();
    c->bits_of = map_new();
    c->counted = map_new();
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
    map_free(c->counted);
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
    vec_push(&c->rules, ((rule_entry_t){.text = ident_text(name)}));
    return c->rules.len - 1;
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

bool coverage_knows(const coverage_t *c, const model_t *model)
{
    return map_get(c->counted, (uint64_t)(uintptr_t)model, NULL);
}

static void count_model(coverage_t *c)
{
    if (coverage_knows(c, c->model))
        return;
    map_put(c->counted, (uint64_t)(uintptr_t)c->model, 1);
    for (size_t i = 0; i < c->watched.len; i++)
        c->rules.data[c->watched.data[i].entry].models++;
    const context_t *ctx = model_context(c->model);
    for (size_t i = 0; i < model_var_count(c->model); i++) {
        const model_var_t *v = model_var(c->model, i);
        if (v->class == VAR_STATE)
            bits_entry(c, ident_text(var_name(ctx, v->var)))->models++;
    }
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
    count_model(c);
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
            return d->width < MAX_BITS ? (unsigned)d->width : MAX_BITS;
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

static void note_bits(coverage_t *c, const domain_t *d, const value_t *v)
{
    const context_t *ctx = model_context(c->model);
    const unsigned width = domain_width(ctx, d);
    const model_var_t *var = model_find(c->model, d->var);
    if (width == 0 || v == NULL || var->class != VAR_STATE)
        return;
    bits_entry_t *e = bits_entry(c, ident_text(var_name(ctx, d->var)));
    if (e->width < width)
        e->width = width;
    const int64_t low = d->width == SIZE_MAX ? d->low : 0;
    e->varies |= (e->zeros | e->ones) != 0 && e->low != low;
    e->low = low;
    const uint64_t bits = bits_of_value(ctx, d, v);
    const uint64_t mask = (1ull << width) - 1;
    e->ones |= bits & mask;
    e->zeros |= ~bits & mask;
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

// ---- what was not seen ----

// Bits are numbered behind the rules, MAX_BITS for each variable.

static term_t bit_of_number(context_t *ctx, var_t var, int64_t low,
                            unsigned k)
{
    const term_t n = term_sub(ctx, term_last(ctx, var), term_int(ctx, low));
    const term_t shifted = term_div(ctx, n, term_int(ctx, 1ll << k));
    return term_eq(ctx, term_mod(ctx, shifted, term_int(ctx, 2)),
                   term_int(ctx, 1));
}

static void add_bits(const coverage_t *c, var_t var, size_t entry,
                     coverage_missing_vec_t *missing)
{
    context_t *ctx = model_context(c->model);
    const bits_entry_t *e = &c->bits.data[entry];
    const sort_kind_t kind = sort_kind(ctx, var_sort(ctx, var));
    if (kind == SORT_ENUM || (kind == SORT_INT && e->varies))
        return; // its bits are no simple condition
    for (unsigned k = 0; k < e->width; k++) {
        if (e->zeros & e->ones & 1ull << k)
            continue;
        const term_t set = kind == SORT_BOOL
            ? term_last(ctx, var) : bit_of_number(ctx, var, e->low, k);
        const coverage_missing_t m = {
            e->ones >> k & 1 ? term_not(set) : set,
            c->rules.len + entry * MAX_BITS + k};
        vec_push(missing, m);
    }
}

void coverage_missing(const coverage_t *c, coverage_missing_vec_t *missing)
{
    context_t *ctx = model_context(c->model);
    for (size_t i = 0; i < c->watched.len; i++) {
        const watched_t *w = &c->watched.data[i];
        if (c->rules.data[w->entry].fired)
            continue;
        term_t t = term_true(ctx);
        for (size_t k = 0; k < w->count; k++)
            t = term_and(ctx, t, w->conditions[k]);
        vec_push(missing, ((coverage_missing_t){t, w->entry}));
    }
    for (size_t i = 0; i < model_var_count(c->model); i++) {
        const var_t var = model_var(c->model, i)->var;
        const ident_t name = ident_new(c->names,
                                       ident_text(var_name(ctx, var)));
        uint64_t place;
        if (map_get(c->bits_of, ident_index(name), &place))
            add_bits(c, var, place, missing);
    }
}

void coverage_excuse(coverage_t *c, size_t number)
{
    if (number < c->rules.len) {
        c->rules.data[number].excuses++;
        return;
    }
    number -= c->rules.len;
    c->bits.data[number / MAX_BITS].excuses[number % MAX_BITS]++;
}

static bool is_impossible(const rule_entry_t *e)
{
    return !e->fired && e->excuses == e->models;
}

static bool is_both(const bits_entry_t *e, unsigned k)
{
    return e->zeros & e->ones & 1ull << k;
}

static bool cannot_change(const bits_entry_t *e, unsigned k)
{
    return !is_both(e, k) && e->excuses[k] == e->models;
}

// ---- figures ----

coverage_count_t coverage_count(const coverage_t *c)
{
    coverage_count_t n = {.rules = c->rules.len};
    for (size_t i = 0; i < c->rules.len; i++) {
        n.fired += c->rules.data[i].fired;
        n.impossible += is_impossible(&c->rules.data[i]);
    }
    for (size_t i = 0; i < c->bits.len; i++) {
        const bits_entry_t *e = &c->bits.data[i];
        n.bits += e->width;
        for (unsigned k = 0; k < e->width; k++) {
            n.both += is_both(e, k);
            n.impossible += cannot_change(e, k);
        }
    }
    return n;
}

void coverage_format_missing(const coverage_t *c, text_t *out)
{
    for (size_t i = 0; i < c->rules.len; i++)
        if (!c->rules.data[i].fired && !is_impossible(&c->rules.data[i]))
            text_printf(out, "never fired: %s\n", c->rules.data[i].text);
    for (size_t i = 0; i < c->bits.len; i++) {
        const bits_entry_t *e = &c->bits.data[i];
        for (unsigned k = 0; k < e->width; k++)
            if (!is_both(e, k) && !cannot_change(e, k))
                text_printf(out, "always %d: bit %u of %s\n",
                            (e->ones >> k & 1) != 0, k, e->name);
    }
}
