// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/generics.h"

#include "core/walk.h"

#include <ctype.h>
#include <strings.h>

typedef VEC(char *) texts_t;

// What the user allows for one generic.
typedef struct {
    char *name;
    bool range;
    int64_t low, high;
    texts_t values;
} choice_t;

typedef VEC(design_setting_t) settings_t;

struct generics {
    diag_sink_t *sink;
    VEC(choice_t) choices;
    settings_t all, fixed;
    texts_t texts; // of the last draw
};

// ---- what the user says ----

static bool is_range(const char *text, int64_t *low, int64_t *high)
{
    char *end;
    *low = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    const char *second = end + 2;
    *high = strtoll(second, &end, 10);
    return end != second && *end == '\0';
}

// At bars that are not in a string or character.
static void split_values(const char *text, texts_t *values)
{
    const char *start = text;
    char quote = '\0';
    for (const char *s = text;; s++) {
        if (*s == '\0' || (*s == '|' && quote == '\0')) {
            vec_push(values, xstrndup(start, (size_t)(s - start)));
            start = s + 1;
        } else if (quote == *s) {
            quote = '\0';
        } else if (quote == '\0' && (*s == '"' || *s == '\'')) {
            quote = *s;
        }
        if (*s == '\0')
            break;
    }
}

static bool read_choice(generics_t *g, const char *given)
{
    const char *equals = strchr(given, '=');
    if (equals == NULL || equals == given || equals[1] == '\0') {
        diag_error(g->sink, LOC_NONE,
                   "'%s' is not of the form NAME=VALUE", given);
        return false;
    }
    choice_t c = {.name = xstrndup(given, (size_t)(equals - given))};
    c.range = is_range(equals + 1, &c.low, &c.high);
    if (!c.range)
        split_values(equals + 1, &c.values);
    vec_push(&g->choices, c);
    if (c.range && c.low > c.high) {
        diag_error(g->sink, LOC_NONE, "'%s' is an empty range", given);
        return false;
    }
    return true;
}

static bool is_single(const choice_t *c)
{
    return !c->range && c->values.len == 1;
}

static void fix_singles(generics_t *g)
{
    for (size_t i = 0; i < g->choices.len; i++) {
        const choice_t *c = &g->choices.data[i];
        if (is_single(c))
            vec_push(&g->fixed,
                     ((design_setting_t){c->name, c->values.data[0]}));
    }
}

generics_t *generics_new(const char *const *given, size_t count,
                         diag_sink_t *sink)
{
    generics_t *g = xcalloc(1, sizeof *g);
    g->sink = sink;
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok &= read_choice(g, given[i]);
    if (!ok) {
        generics_free(g);
        return NULL;
    }
    fix_singles(g);
    return g;
}

static void free_texts(texts_t *texts)
{
    for (size_t i = 0; i < texts->len; i++)
        free(texts->data[i]);
    vec_release(texts);
}

void generics_free(generics_t *g)
{
    if (g == NULL)
        return;
    for (size_t i = 0; i < g->choices.len; i++) {
        free(g->choices.data[i].name);
        free_texts(&g->choices.data[i].values);
    }
    vec_release(&g->choices);
    vec_release(&g->all);
    vec_release(&g->fixed);
    free_texts(&g->texts);
    free(g);
}

// ---- values of types ----

static const choice_t *choice_of(const generics_t *g, const char *name)
{
    for (size_t i = 0; i < g->choices.len; i++)
        if (strcasecmp(g->choices.data[i].name, name) == 0)
            return &g->choices.data[i];
    return NULL;
}

static const char *text_of(const settings_t *settings, const char *name)
{
    for (size_t i = 0; i < settings->len; i++)
        if (strcasecmp(settings->data[i].name, name) == 0)
            return settings->data[i].value;
    return NULL;
}

static bool literal_of(context_t *ctx, sort_t sort, const char *text,
                       value_t *value)
{
    for (uint32_t i = 0; i < sort_literal_count(ctx, sort); i++) {
        const char *literal = ident_text(sort_literal(ctx, sort, i));
        if (text[0] == '\'' ? strcmp(literal, text) == 0
                            : strcasecmp(literal, text) == 0) {
            *value = value_literal(sort, i);
            return true;
        }
    }
    return false;
}

bool generics_value(const generics_t *g, context_t *ctx,
                    const design_generic_t *generic, value_t *value)
{
    const char *text = text_of(&g->all, generic->name);
    bigint_t n;
    if (text == NULL)
        text = generic->standard;
    if (text == NULL)
        return false;
    switch (generic->type->kind) {
    case TYPE_INT:
        if (!bigint_parse(&n, text, strlen(text)))
            return false;
        *value = value_bigint(ctx, n);
        bigint_release(&n);
        return true;
    case TYPE_BIT:
        *value = value_bool(ctx, strcasecmp(text, "true") == 0
                                     || strcmp(text, "'1'") == 0);
        return true;
    case TYPE_ENUM:
        return literal_of(ctx, generic->type->sort, text, value);
    default:
        return false;
    }
}

// ---- drawing ----

typedef struct {
    generics_t *g;
    context_t *ctx;
    const design_t *design;
    bool missing;
} draw_t;

// A generic drawn before, as a bound needs it.
static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    draw_t *draw = user;
    const var_t var = term_var(ctx, leaf);
    for (size_t i = 0; i < design_generic_count(draw->design); i++) {
        const design_generic_t *g = design_generic(draw->design, i);
        value_t v;
        if (g->given == NULL && g->var.id == var.id
            && generics_value(draw->g, ctx, g, &v))
            return v;
    }
    draw->missing = true;
    return value_default(ctx, term_sort(ctx, leaf));
}

static void bound(draw_t *draw, term_t t, int64_t *n)
{
    eval_t *eval = eval_new(draw->ctx, leaf_value, draw);
    value_t v;
    draw->missing = false;
    if (eval_term(eval, t, &v)) {
        if (!draw->missing && bigint_is_small(v.number))
            *n = v.number.small;
        value_release(&v);
    }
    eval_free(eval);
}

static char *draw_between(int64_t low, int64_t high, random_t *random)
{
    const int64_t n = random_percent(random, 15) ? low
        : random_percent(random, 15)             ? high
                                     : random_between(random, low, high);
    return xasprintf("%lld", (long long)n);
}

// ---- what is assumed about generics ----

typedef VEC(int64_t) number_vec_t;

// The numbers between low and high in what is assumed about this generic.
static void add_assumed(const draw_t *draw, term_t t, var_t var, int64_t low,
                        int64_t high, number_vec_t *numbers)
{
    term_vec_t order = {0};
    number_vec_t found = {0};
    bool mentioned = false;
    walk_postorder(draw->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len; i++) {
        const term_kind_t kind = term_kind(draw->ctx, order.data[i]);
        if (kind == TERM_LAST)
            mentioned |= var_equal(term_var(draw->ctx, order.data[i]), var);
        if (kind != TERM_INT)
            continue;
        const bigint_t n = term_value(draw->ctx, order.data[i]);
        if (bigint_is_small(n) && n.small >= low && n.small <= high)
            vec_push(&found, n.small);
    }
    for (size_t i = 0; mentioned && i < found.len; i++)
        vec_push(numbers, found.data[i]);
    vec_release(&order);
    vec_release(&found);
}

// A smallest value that the assumptions suggest, now and then: where they ask
// for large generics, small ones never are allowed.
static int64_t draw_low(const draw_t *draw, var_t var, int64_t low,
                        int64_t high, random_t *random)
{
    number_vec_t numbers = {0};
    for (size_t i = 0; i < design_case_count(draw->design); i++) {
        const model_t *model = design_case(draw->design, i)->model;
        for (size_t k = 0; k < model_assumption_count(model); k++) {
            const assumption_t *a = model_assumption(model, k);
            if (a->kind == ASSUME_GENERIC)
                add_assumed(draw, a->term, var, low, high, &numbers);
        }
    }
    const bool use = numbers.len > 0 && random_percent(random, 50);
    const int64_t result = !use ? low
        : numbers.data[random_below(random, numbers.len)];
    vec_release(&numbers);
    return result;
}

#define SPAN 8 // how far from the smallest value

static char *draw_integer(draw_t *draw, const design_generic_t *generic,
                          random_t *random)
{
    const type_t *type = generic->type;
    int64_t low = 0, high = INT32_MAX;
    if (type->bounded) {
        bound(draw, type_low(type), &low);
        bound(draw, type_high(type), &high);
    }
    if (low < -SPAN)
        low = 0 <= high ? 0 : high - SPAN;
    low = draw_low(draw, generic->var, low, high, random);
    if (high - low > SPAN)
        high = low + SPAN;
    return draw_between(low, high, random);
}

static char *draw_literal(context_t *ctx, const type_t *type,
                          random_t *random)
{
    const uint32_t count = sort_literal_count(ctx, type->sort);
    const uint32_t i = (uint32_t)random_below(random, count);
    return xstrdup(ident_text(sort_literal(ctx, type->sort, i)));
}

// NULL: it keeps its default.
static char *draw_text(draw_t *draw, const design_generic_t *generic,
                       random_t *random)
{
    const choice_t *c = choice_of(draw->g, generic->name);
    const type_t *type = generic->type;
    if (c != NULL && c->range)
        return draw_between(c->low, c->high, random);
    if (c != NULL)
        return xstrdup(c->values.data[random_below(random, c->values.len)]);
    if (generic->standard != NULL && random_percent(random, 20)
        && type->kind != TYPE_INT)
        return NULL;
    const bool yes = random_percent(random, 50);
    switch (type->kind) {
    case TYPE_INT:
        return draw_integer(draw, generic, random);
    case TYPE_BIT:
        return xstrdup(type->bit == BIT_BOOLEAN ? (yes ? "true" : "false")
                                                : (yes ? "'1'" : "'0'"));
    case TYPE_ENUM:
        return draw_literal(draw->ctx, type, random);
    default:
        return NULL;
    }
}

static bool has_parameter(const design_generic_t *generic)
{
    const type_kind_t kind = generic->type->kind;
    return !generic->structural && generic->given == NULL
        && (kind == TYPE_INT || kind == TYPE_BIT || kind == TYPE_ENUM);
}

static bool check_names(const generics_t *g, const design_t *design)
{
    for (size_t i = 0; i < g->choices.len; i++) {
        bool found = false;
        for (size_t k = 0; k < design_generic_count(design); k++)
            found |= strcasecmp(design_generic(design, k)->name,
                                g->choices.data[i].name) == 0;
        if (found)
            continue;
        diag_error(g->sink, LOC_NONE, "there is no generic '%s'",
                   g->choices.data[i].name);
        return false;
    }
    return true;
}

bool generics_draw(generics_t *g, context_t *ctx, const design_t *design,
                   random_t *random)
{
    if (!check_names(g, design))
        return false;
    free_texts(&g->texts);
    g->all.len = g->fixed.len = 0;
    fix_singles(g);
    draw_t draw = {g, ctx, design, false};
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *generic = design_generic(design, i);
        char *text = draw_text(&draw, generic, random);
        if (text == NULL)
            continue;
        vec_push(&g->texts, text);
        const design_setting_t setting = {generic->name, text};
        vec_push(&g->all, setting);
        if (text_of(&g->fixed, generic->name) == NULL
            && !has_parameter(generic))
            vec_push(&g->fixed, setting);
    }
    return true;
}

bool generics_fix(generics_t *g, const design_t *design)
{
    bool any = false;
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *generic = design_generic(design, i);
        const char *text = text_of(&g->all, generic->name);
        if (!generic->structural || generic->given != NULL)
            continue;
        if (text == NULL)
            text = generic->standard;
        if (text == NULL || text_of(&g->fixed, generic->name) != NULL)
            continue;
        vec_push(&g->fixed, ((design_setting_t){generic->name, text}));
        any = true;
    }
    return any;
}

size_t generics_count(const generics_t *g)
{
    return g->all.len;
}

const design_setting_t *generics_settings(const generics_t *g)
{
    return g->all.data;
}

size_t generics_fixed_count(const generics_t *g)
{
    return g->fixed.len;
}

const design_setting_t *generics_fixed(const generics_t *g)
{
    return g->fixed.data;
}

void generics_format(const generics_t *g, text_t *out)
{
    for (size_t i = 0; i < g->all.len; i++)
        text_printf(out, "%s%s=%s", i > 0 ? ", " : "", g->all.data[i].name,
                    g->all.data[i].value);
}
