// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"
#include "frontend/source-text.h"

#include <errno.h>
#include <strings.h>

// The outline: bind the generics of the top, lower, and start again for each
// case or when a generic turns out to be structural.

#define MAX_CASES 64

typedef VEC(design_case_t) case_vec_t;
typedef VEC(design_generic_t) generic_vec_t;

struct design {
    context_t *ctx;
    arena_t *arena;
    vhdl_node_t entity, architecture;
    case_vec_t cases;
    generic_vec_t generics;
};

// The conditions that a case takes for true.
typedef struct {
    term_vec_t conditions;
} plan_t;

typedef VEC(plan_t) plan_vec_t;

// ---- the top ----

// Identifiers are in Latin-1; what the user gives is in UTF-8, or as in the
// file.
static bool is_called(vhdl_node_t n, const char *given)
{
    const char *name = vhdl_identifier(n);
    text_t utf8;
    text_init(&utf8);
    text_add_utf8(&utf8, name, strlen(name));
    const bool same = strcasecmp(name, given) == 0
                   || strcasecmp(text_str(&utf8), given) == 0;
    text_release(&utf8);
    return same;
}

static bool is_architecture_of(vhdl_node_t u, vhdl_node_t entity,
                               const char *name)
{
    return vhdl_is(u, VHDL_ARCHITECTURE_BODY)
        && vhdl_same(vhdl_declaration(vhdl_entity_name(u)), entity)
        && (name == NULL || is_called(u, name));
}

static bool find_top(design_t *d, ghdl_t *ghdl,
                     const design_options_t *options, diag_sink_t *sink)
{
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(ghdl, i));
        if (vhdl_is(u, VHDL_ENTITY_DECLARATION)
            && (options->top == NULL || is_called(u, options->top)))
            d->entity = u;
    }
    if (!vhdl_exists(d->entity)) {
        diag_t *e = options->top != NULL
            ? diag_new(DIAG_ERROR, LOC_NONE, "there is no entity '%s' in "
                       "these files", options->top)
            : diag_new(DIAG_ERROR, LOC_NONE, "there is no entity in these "
                       "files");
        diag_add_note(e, LOC_NONE, "'clave analyse' lists the entities");
        diag_emit(sink, e);
        return false;
    }
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(ghdl, i));
        if (is_architecture_of(u, d->entity, options->architecture))
            d->architecture = u;
    }
    if (vhdl_exists(d->architecture))
        return true;
    diag_error(sink, ghdl_loc(ghdl, d->entity),
               "there is no architecture%s%s of '%s' in these files",
               options->architecture ? " " : "",
               options->architecture ? options->architecture : "",
               vhdl_identifier(d->entity));
    return false;
}

// ---- values of generics from text ----

static bool text_bits(lower_t *l, const char *text, const type_t *t,
                      sval_t *v)
{
    const bool hex = text[0] == 'x' || text[0] == 'X';
    text += hex;
    const size_t n = strlen(text);
    if (n < 2 || text[0] != '"' || text[n - 1] != '"')
        return false;
    const size_t digits = n - 2, per = hex ? 4 : 1;
    term_t *bits = arena_calloc(l->arena, digits * per + 1, sizeof *bits);
    for (size_t i = 0; i < digits; i++) {
        const char one[] = {text[i + 1], '\0'};
        char *end;
        const unsigned long k = strtoul(one, &end, hex ? 16 : 2);
        if (end == one)
            return false;
        for (size_t b = 0; b < per; b++)
            bits[i * per + b] = term_bool(l->ctx, k >> (per - 1 - b) & 1);
    }
    const size_t count = digits * per;
    const type_t *of = t->bounded ? t
        : type_of_width(l, t, term_int(l->ctx, (int64_t)count), true);
    *v = vector_bits(&l->values, of, bits, count);
    return true;
}

static bool text_time(lower_t *l, const char *text, const type_t *t,
                      sval_t *v)
{
    static const char *const units[] = {"fs", "ps", "ns", "us", "ms", "sec"};
    char *end;
    double n = strtod(text, &end);
    if (end == text)
        return false;
    end += strspn(end, " ");
    for (size_t i = 0; i < ARRAY_LEN(units); i++, n *= 1000)
        if (strcasecmp(end, units[i]) == 0) {
            *v = sval_scalar(t, term_int(l->ctx, (int64_t)(n + 0.5)));
            return true;
        }
    return false;
}

static bool text_enum(lower_t *l, const char *text, const type_t *t,
                      sval_t *v)
{
    for (uint32_t i = 0; i < sort_literal_count(l->ctx, t->sort); i++)
        if (strcasecmp(ident_text(sort_literal(l->ctx, t->sort, i)), text)
            == 0) {
            *v = sval_scalar(t, term_literal(l->ctx, t->sort, i));
            return true;
        }
    return false;
}

static bool text_value(lower_t *l, const char *text, const type_t *t,
                       sval_t *v)
{
    char *end;
    errno = 0;
    switch (t->kind) {
    case TYPE_INT: {
        const long long n = strtoll(text, &end, 10);
        if (end == text || *end != '\0' || errno != 0)
            return false;
        *v = sval_scalar(t, term_int(l->ctx, n));
        return true;
    }
    case TYPE_REAL:
        *v = (sval_t){.type = t, .real = strtod(text, &end)};
        return end != text && *end == '\0';
    case TYPE_TIME: return text_time(l, text, t, v);
    case TYPE_BIT: {
        const char *no = t->bit == BIT_BOOLEAN ? "false" : "'0'";
        const char *yes = t->bit == BIT_BOOLEAN ? "true" : "'1'";
        *v = sval_scalar(t, term_bool(l->ctx, strcasecmp(text, yes) == 0));
        return strcasecmp(text, yes) == 0 || strcasecmp(text, no) == 0;
    }
    case TYPE_ENUM: return text_enum(l, text, t, v);
    case TYPE_VECTOR: return text_bits(l, text, t, v);
    case TYPE_STRING: {
        const size_t n = strlen(text);
        const bool quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';
        const char *s = arena_strndup(l->arena, text + quoted,
                                      n - 2 * quoted);
        *v = (sval_t){.type = t, .string = s, .string_length = strlen(s)};
        return true;
    }
    default:
        return false;
    }
}

// ---- binding the generics ----

static const char *setting(const design_options_t *o, const char *name)
{
    for (size_t i = o->setting_count; i-- > 0;)
        if (strcasecmp(o->settings[i].name, name) == 0)
            return o->settings[i].value;
    return NULL;
}

static design_generic_t *find_generic(design_t *d, const char *name)
{
    for (size_t i = 0; i < d->generics.len; i++)
        if (strcmp(d->generics.data[i].name, name) == 0)
            return &d->generics.data[i];
    return NULL;
}

static void add_constraint(lower_t *l, vhdl_node_t n, term_t t,
                           const char *text)
{
    const assumption_t a = {.kind = ASSUME_GENERIC, .loc = lower_loc(l, n),
                            .term = t, .text = text};
    if (!term_is_true(l->ctx, t))
        model_add_assumption(l->model, &a);
}

// Decided to be equal to a constant?
static bool decided_value(lower_t *l, term_t var, term_t *value)
{
    for (size_t i = 0; i < l->decided_count; i++) {
        const term_t t = l->decided[i];
        if (term_equal(t, var) || term_equal(t, term_not(var))) {
            *value = term_bool(l->ctx, !term_negated(t));
            return true;
        }
        if (term_negated(t) || term_kind(l->ctx, t) != TERM_EQ)
            continue;
        for (unsigned k = 0; k < 2; k++)
            if (term_equal(term_kid(l->ctx, t, k), var)
                && term_is_constant(l->ctx, term_kid(l->ctx, t, 1 - k))) {
                *value = term_kid(l->ctx, t, 1 - k);
                return true;
            }
    }
    return false;
}

static void bind_symbolic(lower_t *l, design_generic_t *g, vhdl_node_t n,
                          const type_t *t)
{
    context_t *c = l->ctx;
    model_add_parameter(l->model, g->var, lower_loc(l, n));
    term_t term = term_last(c, g->var), value;
    if (decided_value(l, term, &value))
        term = value;
    object_t *o = scope_bind_constant(l, n, sval_scalar(t, term));
    o->class = OBJECT_GENERIC;
    vec_push(&l->objects, o);
    if (t->kind != TYPE_INT || !t->bounded)
        return;
    const term_t own = term_last(c, g->var);
    int64_t low;
    if (sval_constant(&l->values, type_low(t), &low))
        sval_set_low(&l->values, g->var, low);
    add_constraint(l, n, term_le(c, type_low(t), own), "its subtype");
    int64_t high;
    if (!sval_constant(&l->values, type_high(t), &high) || high != INT32_MAX)
        add_constraint(l, n, term_le(c, own, type_high(t)), "its subtype");
}

static bool can_be_symbolic(const type_t *t)
{
    return t->kind == TYPE_INT || t->kind == TYPE_BIT
        || t->kind == TYPE_ENUM;
}

static void bind_given(lower_t *l, design_generic_t *g, vhdl_node_t n,
                       const type_t *t)
{
    sval_t v;
    if (!text_value(l, g->given, t, &v)) {
        lower_error(l, n, "-g %s: '%s' is no value of this generic", g->name,
                    g->given);
        return;
    }
    v = lower_convert(l, n, v, t);
    object_t *o = scope_bind_constant(l, n, v);
    o->class = OBJECT_GENERIC;
    vec_push(&l->objects, o);
}

static void bind_default(lower_t *l, design_generic_t *g, vhdl_node_t n,
                         const type_t *t)
{
    const vhdl_node_t value = vhdl_default_value(n);
    if (!vhdl_exists(value)) {
        lower_error(l, n, "generic '%s' needs a value: -g %s=...", g->name,
                    g->name);
        return;
    }
    const sval_t v = lower_expr(l, value, t);
    if (l->stop)
        return;
    object_t *o = scope_bind_constant(l, n, lower_convert(l, value, v, t));
    o->class = OBJECT_GENERIC;
    vec_push(&l->objects, o);
}

static void bind_generic(lower_t *l, design_t *d, vhdl_node_t n)
{
    const char *name = vhdl_identifier(n);
    const type_t *t = lower_object_type(l, n);
    if (l->stop)
        return;
    design_generic_t *g = find_generic(d, name);
    if (g == NULL) {
        const char *given = setting(l->options, name);
        design_generic_t one = {.name = arena_strdup(d->arena, name),
                                .loc = lower_loc(l, n)};
        if (given != NULL)
            one.given = arena_strdup(d->arena, given);
        one.standard = source_text_interface(ghdl_source(l->ghdl, n),
                                             d->arena).value;
        const sort_t sort = t->kind == TYPE_BIT ? sort_bool(l->ctx)
                          : t->kind == TYPE_ENUM ? t->sort
                                                 : sort_int(l->ctx);
        one.var = var_new(l->ctx, ident_new(context_idents(l->ctx), name),
                          sort);
        vec_push(&d->generics, one);
        g = &vec_last(&d->generics);
    }
    g->type = t;
    if (g->given != NULL)
        bind_given(l, g, n, t);
    else if (can_be_symbolic(t))
        bind_symbolic(l, g, n, t);
    else
        bind_default(l, g, n, t);
}

// ---- a pass ----

static void init_pass(lower_t *l, design_t *d, ghdl_t *ghdl,
                      const design_options_t *options, diag_sink_t *sink,
                      const plan_t *plan, map_t *log2_functions)
{
    *l = (lower_t){.ghdl = ghdl, .ctx = d->ctx, .sink = sink,
                   .options = options, .arena = d->arena};
    l->values = (values_t){d->ctx, d->arena, map_new()};
    l->scratch = arena_new();
    l->model = model_new(d->ctx, vhdl_identifier(d->entity));
    l->driver_of = map_new();
    l->leaf_object = map_new();
    l->split_nodes = map_new();
    l->array_nodes = map_new();
    l->obligations = map_new();
    l->used = map_new();
    l->clock_inputs = map_new();
    l->data_inputs = map_new();
    l->log2_functions = log2_functions;
    l->path = term_true(d->ctx);
    l->decided = plan->conditions.data;
    l->decided_count = plan->conditions.len;
    l->globals = scope_push(l, "");
}

static void release_pass(lower_t *l)
{
    for (size_t i = 0; i < l->scopes.len; i++)
        map_free(l->scopes.data[i]->objects);
    for (size_t i = 0; i < l->processes.len; i++)
        vec_release(&l->processes.data[i]->sensitivity);
    vec_release(&l->processes);
    vec_release(&l->scopes);
    vec_release(&l->objects);
    vec_release(&l->drivers);
    vec_release(&l->undo);
    vec_release(&l->structural);
    vec_release(&l->log2s);
    map_free(l->driver_of);
    map_free(l->leaf_object);
    map_free(l->split_nodes);
    map_free(l->array_nodes);
    map_free(l->obligations);
    map_free(l->used);
    map_free(l->clock_inputs);
    map_free(l->data_inputs);
    map_free(l->values.lows);
    arena_free(l->scratch);
}

static void run_pass(lower_t *l, design_t *d)
{
    for (size_t i = 0; i < ghdl_unit_count(l->ghdl); i++)
        lower_scan(l, vhdl_library_unit(ghdl_unit(l->ghdl, i)));
    lower_given_scan(l, d->architecture);
    scope_push(l, "");
    for (size_t i = 0; i < l->decided_count; i++)
        add_constraint(l, d->entity, l->decided[i], "this case");
    VHDL_EACH(g, vhdl_generic_chain(d->entity))
        if (!l->stop)
            bind_generic(l, d, g);
    if (!l->stop)
        lower_top(l, d->entity, d->architecture);
}

// ---- the result of a pass ----

static bool is_visible(const object_t *o)
{
    return o->class == OBJECT_GENERIC || o->class == OBJECT_PORT || o->keeps;
}

// Once, with the first case.
static void say_what_is_left_out(lower_t *l, const design_t *d)
{
    if (d->cases.len > 0)
        return;
    for (size_t i = 0; i < d->generics.len; i++) {
        const design_generic_t *g = &d->generics.data[i];
        if (g->given == NULL && !can_be_symbolic(g->type))
            diag_emit(l->sink, diag_new(DIAG_NOTE, g->loc, "the generic '%s' "
                                        "cannot stand for every value: "
                                        "looking at its default, %s", g->name,
                                        g->standard));
    }
    if (vhdl_exists(l->directive))
        diag_emit(l->sink, diag_new(DIAG_NOTE, lower_loc(l, l->directive),
                                    "PSL directives are not part of the model "
                                    "yet: this one and any other is left "
                                    "out"));
}

static void keep_case(lower_t *l, design_t *d)
{
    say_what_is_left_out(l, d);
    design_object_t *objects = arena_calloc(d->arena, l->objects.len + 1,
                                            sizeof *objects);
    size_t n = 0;
    for (size_t i = 0; i < l->objects.len; i++) {
        const object_t *o = l->objects.data[i];
        if (!is_visible(o))
            continue;
        objects[n++] = (design_object_t){
            .path = o->path, .class = o->class, .type = o->type,
            .value = o->value, .node = o->node,
            .loc = lower_loc(l, o->node), .instance = o->instance,
            .process = o->process};
    }
    term_t constraint = term_true(d->ctx);
    for (size_t i = 0; i < l->decided_count; i++)
        constraint = term_and(d->ctx, constraint, l->decided[i]);
    design_log2_t *log2s = arena_calloc(d->arena, l->log2s.len + 1,
                                        sizeof *log2s);
    if (l->log2s.len > 0)
        memcpy(log2s, l->log2s.data, l->log2s.len * sizeof *log2s);
    const design_case_t c = {l->model, constraint, objects, n, log2s,
                             l->log2s.len};
    vec_push(&d->cases, c);
    l->model = NULL;
}

static void mark_structural(lower_t *l, design_t *d)
{
    for (size_t i = 0; i < l->structural.len; i++)
        for (size_t k = 0; k < d->generics.len; k++)
            if (var_equal(d->generics.data[k].var, l->structural.data[i]))
                d->generics.data[k].structural = true;
}

static void push_plan(plan_vec_t *plans, const plan_t *base, term_t more)
{
    plan_t p = {0};
    for (size_t i = 0; i < base->conditions.len; i++)
        vec_push(&p.conditions, base->conditions.data[i]);
    vec_push(&p.conditions, more);
    vec_push(plans, p);
}

static void drop_cases(design_t *d)
{
    for (size_t i = 0; i < d->cases.len; i++)
        model_free(d->cases.data[i].model);
    d->cases.len = 0;
}

// False if the design cannot be lowered.
static bool lower_cases(design_t *d, ghdl_t *ghdl,
                        const design_options_t *options, diag_sink_t *sink)
{
    const size_t errors = diag_count(sink, DIAG_ERROR);
    plan_vec_t plans = {0};
    map_t *log2_functions = options->functions != NULL ? options->functions
                                                       : map_new();
    bool ok = true, structural = false;
    const plan_t all = {0};
    vec_push(&plans, all);
    size_t tried = 0;
    while (plans.len > 0 && ok && !structural) {
        plan_t plan = vec_pop(&plans);
        lower_t l;
        init_pass(&l, d, ghdl, options, sink, &plan, log2_functions);
        run_pass(&l, d);
        if (l.excluded) {
            ; // nothing is asked about this case
        } else if (!l.stop) {
            keep_case(&l, d);
        } else if (l.structural.len > 0) {
            mark_structural(&l, d);
            structural = true;
        } else if (l.split && ++tried < MAX_CASES) {
            push_plan(&plans, &plan, term_not(l.split_on));
            push_plan(&plans, &plan, l.split_on);
        } else {
            if (!l.split && diag_count(sink, DIAG_ERROR) == errors)
                diag_error(sink, ghdl_loc(ghdl, d->entity),
                           "'%s' cannot be lowered",
                           vhdl_identifier(d->entity));
            if (l.split)
                diag_error(sink, LOC_NONE, "more than %d cases of the "
                           "generics: give some of them a value with -g",
                           MAX_CASES);
            ok = false;
        }
        model_free(l.model);
        release_pass(&l);
        vec_release(&plan.conditions);
    }
    for (size_t i = 0; i < plans.len; i++)
        vec_release(&plans.data[i].conditions);
    vec_release(&plans);
    if (options->functions == NULL)
        map_free(log2_functions);
    if (structural || !ok)
        drop_cases(d);
    return ok;
}

// ---- delays ----

typedef struct {
    ghdl_t *ghdl;
    diag_sink_t *sink;
} delays_t;

static bool note_delay(vhdl_node_t n, void *user)
{
    delays_t *d = user;
    if (vhdl_is(n, VHDL_WAVEFORM_ELEMENT) && vhdl_exists(vhdl_time(n)))
        diag_emit(d->sink, diag_new(DIAG_NOTE, ghdl_loc(d->ghdl, n),
                                    "the delay ('after') is ignored"));
    return true;
}

// Of all architectures that may be a part of the design.
static void note_delays(ghdl_t *ghdl, diag_sink_t *sink)
{
    delays_t d = {ghdl, sink};
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(ghdl, i));
        if (vhdl_is(u, VHDL_ARCHITECTURE_BODY))
            vhdl_walk(u, note_delay, &d);
    }
}

design_t *design_lower(ghdl_t *ghdl, context_t *ctx,
                       const design_options_t *options, diag_sink_t *sink)
{
    design_t *d = xcalloc(1, sizeof *d);
    d->ctx = ctx;
    d->arena = arena_new();
    bool ok = find_top(d, ghdl, options, sink)
           && lower_cases(d, ghdl, options, sink);
    for (size_t i = 0; i < options->setting_count && ok; i++) {
        const char *name = options->settings[i].name;
        bool found = false;
        for (size_t k = 0; k < d->generics.len; k++)
            found |= strcasecmp(d->generics.data[k].name, name) == 0;
        if (!found)
            diag_error(sink, ghdl_loc(ghdl, d->entity),
                       "-g: there is no generic '%s'", name);
        ok = found;
    }
    if (ok && d->cases.len > 0)
        note_delays(ghdl, sink);
    if (ok)
        return d;
    design_free(d);
    return NULL;
}

void design_free(design_t *d)
{
    if (d == NULL)
        return;
    drop_cases(d);
    vec_release(&d->cases);
    vec_release(&d->generics);
    arena_free(d->arena);
    free(d);
}

vhdl_node_t design_entity(const design_t *d)
{
    return d->entity;
}

vhdl_node_t design_architecture(const design_t *d)
{
    return d->architecture;
}

size_t design_case_count(const design_t *d)
{
    return d->cases.len;
}

const design_case_t *design_case(const design_t *d, size_t i)
{
    return &d->cases.data[i];
}

size_t design_generic_count(const design_t *d)
{
    return d->generics.len;
}

const design_generic_t *design_generic(const design_t *d, size_t i)
{
    return &d->generics.data[i];
}

bool design_needs_values(const design_t *d)
{
    for (size_t i = 0; i < d->generics.len; i++)
        if (d->generics.data[i].structural
            && d->generics.data[i].given == NULL)
            return true;
    return false;
}

// ---- values as text ----

static bool format_bits(eval_t *eval, const sval_t *v, text_t *out)
{
    text_char(out, '"');
    for (size_t i = 0; i < v->segment_count; i++) {
        const segment_t *s = &v->segments[i];
        value_t n, width;
        if (s->bit) {
            bool bit;
            if (!eval_bool(eval, s->term, &bit))
                return false;
            text_char(out, bit ? '1' : '0');
            continue;
        }
        if (!eval_term(eval, s->width, &width))
            return false;
        if (!eval_term(eval, s->term, &n)) {
            value_release(&width);
            return false;
        }
        const size_t start = out->len;
        const int64_t w = width.number.small > 0 ? width.number.small : 0;
        text_fill(out, '0', (size_t)w);
        bigint_t rest = bigint_copy(n.number);
        for (int64_t k = w; k-- > 0;) {
            bigint_t bit = bigint_mod(rest, bigint_of(2));
            out->data[start + (size_t)k] = (char)('0' + bit.small);
            const bigint_t half = bigint_div(rest, bigint_of(2));
            bigint_release(&bit);
            bigint_release(&rest);
            rest = half;
        }
        bigint_release(&rest);
        value_release(&n);
        value_release(&width);
    }
    text_char(out, '"');
    return true;
}

static bool format_parts(eval_t *eval, const sval_t *v, text_t *out)
{
    text_char(out, '(');
    for (size_t i = 0; i < v->part_count; i++) {
        text_add(out, i > 0 ? ", " : "");
        if (!design_format_value(eval, &v->parts[i], out))
            return false;
    }
    text_char(out, ')');
    return true;
}

// An array that is held whole: element by element over its index range.
static bool format_whole(eval_t *eval, const sval_t *v, text_t *out)
{
    context_t *c = eval_context(eval);
    value_t left, right;
    if (!eval_term(eval, v->type->left, &left))
        return false;
    if (!eval_term(eval, v->type->right, &right)) {
        value_release(&left);
        return false;
    }
    const int64_t a = left.number.small, b = right.number.small;
    const int64_t step = v->type->ascending ? 1 : -1;
    const type_t *element = v->type->element;
    bool ok = true;
    text_char(out, '(');
    for (int64_t i = a; ok && (step > 0 ? i <= b : i >= b); i += step) {
        text_add(out, i != a ? ", " : "");
        const term_t t = term_select(c, v->term, term_int(c, i));
        segment_t s = {.term = t, .width = term_int(c, 0)};
        sval_t e = {.type = element, .term = t};
        if (element->kind == TYPE_VECTOR) {
            s.width = type_span(c, element);
            e.segments = &s;
            e.segment_count = 1;
        }
        ok = design_format_value(eval, &e, out);
    }
    text_char(out, ')');
    value_release(&left);
    value_release(&right);
    return ok;
}

static bool format_scalar(eval_t *eval, const sval_t *v, text_t *out)
{
    context_t *c = eval_context(eval);
    value_t value;
    if (!eval_term(eval, v->term, &value))
        return false;
    if (v->type->kind != TYPE_BIT)
        value_format(c, &value, out);
    else if (v->type->bit == BIT_BOOLEAN)
        text_add(out, value.boolean ? "true" : "false");
    else
        text_add(out, value.boolean ? "'1'" : "'0'");
    value_release(&value);
    return true;
}

bool design_format_value(eval_t *eval, const sval_t *v, text_t *out)
{
    if (v->bad || v->type == NULL)
        return false;
    switch (v->type->kind) {
    case TYPE_VECTOR: return format_bits(eval, v, out);
    case TYPE_ARRAY:
        return v->whole ? format_whole(eval, v, out)
                        : format_parts(eval, v, out);
    case TYPE_RECORD: return format_parts(eval, v, out);
    case TYPE_REAL:
        text_printf(out, "%.17g", v->real);
        return true;
    case TYPE_STRING:
        text_printf(out, "\"%s\"", v->string);
        return true;
    default: return format_scalar(eval, v, out);
    }
}
