// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"
#include "frontend/words.h"
#include "core/walk.h"

loc_t lower_loc(lower_t *l, vhdl_node_t n)
{
    return vhdl_exists(n) ? ghdl_loc(l->ghdl, n) : LOC_NONE;
}

sval_t lower_error(lower_t *l, vhdl_node_t n, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    if (!l->in_static && !l->stop)
        diag_error(l->sink, lower_loc(l, n), "%s", text);
    free(text);
    l->stop = true;
    return sval_bad(NULL);
}

sval_t lower_unsupported(lower_t *l, vhdl_node_t n)
{
    text_t text;
    text_init(&text);
    words_describe(n, &text);
    lower_error(l, n, "not supported: %s", text_str(&text));
    text_release(&text);
    return sval_bad(NULL);
}

void lower_go_on(lower_t *l)
{
    if (!l->stop || !l->options->go_on || l->in_static
        || l->structural.len > 0 || l->split)
        return;
    l->stop = false;
    l->failed = true;
}

// ---- structure ----

static bool is_parameter(const lower_t *l, var_t var)
{
    const model_var_t *v = model_find(l->model, var);
    return v != NULL && v->class == VAR_PARAMETER;
}

// A parameter that stands for a logarithm depends on the generics below it.
static void push_generics(lower_t *l, term_t t, var_vec_t *vars)
{
    var_vec_t direct = {0};
    walk_variables(l->ctx, &t, 1, &direct);
    for (size_t i = 0; i < direct.len; i++) {
        bool log2 = false;
        for (size_t k = 0; k < l->log2s.len && !log2; k++) {
            log2 = var_equal(l->log2s.data[k].var, direct.data[i]);
            if (log2)
                push_generics(l, l->log2s.data[k].argument, vars);
        }
        if (!log2)
            vec_push(vars, direct.data[i]);
    }
    vec_release(&direct);
}

void lower_structural(lower_t *l, term_t t, vhdl_node_t n, const char *what)
{
    var_vec_t vars = {0};
    push_generics(l, t, &vars);
    for (size_t i = 0; i < vars.len; i++)
        if (!is_parameter(l, vars.data[i])) {
            lower_error(l, n, "%s is not constant: it depends on '%s'; make "
                        "it depend on generics only", what,
                        ident_text(var_name(l->ctx, vars.data[i])));
            vec_release(&vars);
            return;
        }
    for (size_t i = 0; i < vars.len; i++)
        vec_push(&l->structural, vars.data[i]);
    vec_release(&vars);
    l->stop = true;
}

bool lower_number(lower_t *l, term_t t, vhdl_node_t n, const char *what,
                  int64_t *number)
{
    if (l->stop)
        return false;
    if (sval_constant(&l->values, t, number))
        return true;
    if (term_kind(l->ctx, t) == TERM_INT)
        lower_error(l, n, "%s is too large", what);
    else
        lower_structural(l, t, n, what);
    return false;
}

bool lower_truth(lower_t *l, term_t t, vhdl_node_t n, const char *what,
                 bool *truth)
{
    if (l->stop)
        return false;
    if (term_is_true(l->ctx, t) || term_is_false(l->ctx, t)) {
        *truth = term_is_true(l->ctx, t);
        return true;
    }
    lower_structural(l, t, n, what);
    return false;
}

bool lower_is_generic(lower_t *l, term_t t)
{
    var_vec_t vars = {0};
    walk_variables(l->ctx, &t, 1, &vars);
    bool all = true;
    for (size_t i = 0; i < vars.len; i++)
        all &= is_parameter(l, vars.data[i]);
    vec_release(&vars);
    return all;
}

bool lower_decide(lower_t *l, term_t t, vhdl_node_t n, bool *truth)
{
    if (l->stop)
        return false;
    *truth = term_is_true(l->ctx, t);
    if (*truth || term_is_false(l->ctx, t))
        return true;
    for (size_t i = 0; i < l->decided_count; i++) {
        *truth = term_equal(l->decided[i], t);
        if (*truth || term_equal(l->decided[i], term_not(t)))
            return true;
    }
    if (!lower_is_generic(l, t)) {
        lower_error(l, n, "the condition of a generate is not constant");
        return false;
    }
    l->split = true;
    l->split_on = t;
    l->stop = true;
    return false;
}

// ---- obligations and abstractions ----

static term_t not_escaped(lower_t *l, const frame_t *f)
{
    term_t t = term_not(f->returned);
    for (size_t i = 0; i < f->loops.len; i++) {
        t = term_and(l->ctx, t, term_not(f->loops.data[i].exited));
        t = term_and(l->ctx, t, term_not(f->loops.data[i].skipped));
    }
    return t;
}

term_t lower_reached(lower_t *l)
{
    if (l->frame == NULL)
        return l->path;
    return term_and(l->ctx, l->path, not_escaped(l, l->frame));
}

term_t lower_context(lower_t *l)
{
    const term_t t = lower_reached(l);
    return l->frame != NULL && l->frame->caller != NULL
        ? term_and(l->ctx, l->frame->base, t) : t;
}

// Otherwise notes that the next property of the model is this one.
static bool already_obliged(lower_t *l, property_kind_t kind, loc_t loc,
                            term_t reached, term_t holds)
{
    uint64_t h = hash_mix(hash_mix(kind, loc.line), loc.column), at;
    h = hash_mix(hash_mix(h, reached.id), holds.id);
    if (map_get(l->obligations, h, &at)) {
        const property_t *p = model_property(l->model, at - 1);
        if (p->kind == kind && p->loc.line == loc.line
            && p->loc.column == loc.column && p->loc.file == loc.file
            && term_equal(p->reached, reached)
            && term_equal(p->holds, holds))
            return true;
    }
    map_put(l->obligations, h, model_property_count(l->model) + 1);
    return false;
}

void lower_oblige(lower_t *l, property_kind_t kind, vhdl_node_t n,
                  term_t holds, const char *fmt, ...)
{
    if (l->stop || l->in_static || term_is_true(l->ctx, holds))
        return;
    const term_t reached = lower_context(l);
    if (term_is_true(l->ctx, term_implies(l->ctx, reached, holds)))
        return;
    va_list ap;
    va_start(ap, fmt);
    char *message = xvasprintf(fmt, ap);
    va_end(ap);
    const loc_t loc = lower_loc(l, n);
    if (lower_given_needs(l, term_implies(l->ctx, reached, holds), message)
        || already_obliged(l, kind, loc, reached, holds)) {
        free(message);
        return;
    }
    char *name = xasprintf("%s@%u:%u", property_kind_name(kind),
                           (unsigned)loc.line, (unsigned)loc.column);
    const property_t p = {.name = name, .kind = kind, .loc = loc,
                          .reached = reached, .holds = holds,
                          .message = message};
    model_add_property(l->model, &p);
    free(name);
    free(message);
}

sval_t lower_arbitrary(lower_t *l, vhdl_node_t n, const type_t *type,
                       const char *why)
{
    const loc_t loc = lower_loc(l, n);
    char *path = xasprintf("arbitrary@%u:%u", (unsigned)loc.line,
                           (unsigned)loc.column);
    const ident_t name = ident_unique(context_idents(l->ctx), path);
    free(path);
    const sval_t v = lower_variables(l, VHDL_NONE, type, ident_text(name));
    term_vec_t terms = {0};
    sval_terms(&v, &terms);
    for (size_t i = 0; i < terms.len; i++) {
        const var_t var = term_var(l->ctx, terms.data[i]);
        model_add_input(l->model, var, loc);
        const abstraction_t a = {.loc = loc, .var = var, .text = why};
        model_add_abstraction(l->model, &a);
    }
    vec_release(&terms);
    return v;
}

// ---- scopes ----

scope_t *scope_push(lower_t *l, const char *path)
{
    scope_t *s = arena_calloc(l->arena, 1, sizeof *s);
    s->parent = l->scope;
    s->objects = map_new();
    s->path = path;
    vec_push(&l->scopes, s);
    l->scope = s;
    return s;
}

void scope_pop(lower_t *l)
{
    l->scope = l->scope->parent;
}

object_t *scope_find(lower_t *l, vhdl_node_t decl)
{
    for (const scope_t *s = l->scope; s != NULL; s = s->parent) {
        uint64_t found;
        if (map_get(s->objects, vhdl_key(decl), &found))
            return (object_t *)(uintptr_t)found;
    }
    return NULL;
}

const char *lower_name(lower_t *l, vhdl_node_t decl)
{
    (void)l;
    return vhdl_has_identifier(decl) ? vhdl_identifier(decl) : "";
}

object_t *scope_bind(lower_t *l, vhdl_node_t decl, binding_t kind,
                     const type_t *type)
{
    object_t *o = arena_calloc(l->arena, 1, sizeof *o);
    o->kind = kind;
    o->node = decl;
    o->type = type;
    o->path = arena_printf(l->arena, "%s%s", l->scope->path,
                           lower_name(l, decl));
    o->instance = l->scope->path;
    map_put(l->scope->objects, vhdl_key(decl), (uint64_t)(uintptr_t)o);
    return o;
}

object_t *scope_bind_constant(lower_t *l, vhdl_node_t decl, sval_t value)
{
    object_t *o = scope_bind(l, decl, BIND_CONSTANT, value.type);
    o->value = value;
    return o;
}

// ---- storage ----

static term_t new_leaf(lower_t *l, const char *path, sort_t sort)
{
    const var_t var = var_new(l->ctx,
                              ident_new(context_idents(l->ctx), path), sort);
    return term_last(l->ctx, var);
}

static sval_t vector_variables(lower_t *l, vhdl_node_t decl,
                               const type_t *type, const char *path)
{
    const term_t span = type_span(l->ctx, type);
    int64_t n;
    const bool apart = vhdl_exists(decl)
        && map_get(l->split_nodes, vhdl_key(decl), NULL);
    if (sval_constant(&l->values, span, &n) && (apart || n == 1)) {
        if (n < 0)
            n = 0;
        int64_t left, right;
        if (n > 0 && (!sval_constant(&l->values, type->left, &left)
                      || !sval_constant(&l->values, type->right, &right)))
            left = right = 0;
        term_t *bits = arena_calloc(l->arena, (size_t)n + 1, sizeof *bits);
        for (int64_t i = 0; i < n; i++) {
            char *name = xasprintf("%s(%lld)", path,
                                   (long long)(type->ascending ? left + i
                                                               : left - i));
            bits[i] = new_leaf(l, name, sort_bool(l->ctx));
            free(name);
        }
        return vector_bits(&l->values, type, bits, (size_t)n);
    }
    const term_t width = sval_at_least(&l->values, span, 0) ? span
        : term_ite(l->ctx, term_le(l->ctx, term_int(l->ctx, 0), span), span,
                   term_int(l->ctx, 0));
    return vector_number(&l->values, type,
                         new_leaf(l, path, sort_int(l->ctx)), width);
}

// Elements of an array that is held as one term are numbers, bits or
// enumerations.
static bool element_sort(lower_t *l, const type_t *element, sort_t *sort)
{
    switch (element->kind) {
    case TYPE_BIT: *sort = sort_bool(l->ctx); return true;
    case TYPE_INT: case TYPE_VECTOR: *sort = sort_int(l->ctx); return true;
    case TYPE_ENUM: *sort = element->sort; return true;
    default: return false;
    }
}

#define MAX_ELEMENTS 4096 // of an array that is held in pieces

static sval_t array_variables(lower_t *l, vhdl_node_t decl,
                              const type_t *type, const char *path)
{
    const term_t span = type_span(l->ctx, type);
    int64_t n, left;
    sort_t sort;
    const bool indexed = vhdl_exists(decl)
        && map_get(l->array_nodes, vhdl_key(decl), NULL);
    const bool constant = sval_constant(&l->values, span, &n)
                       && sval_constant(&l->values, type->left, &left)
                       && n <= MAX_ELEMENTS;
    if (element_sort(l, type->element, &sort) && (indexed || !constant))
        return (sval_t){.type = type, .whole = true,
                        .term = new_leaf(l, path, sort_array(l->ctx, sort))};
    if (!constant) {
        lower_number(l, span, decl, "the length of an array of composites",
                     &n);
        return sval_bad(type);
    }
    n = n < 0 ? 0 : n;
    sval_t *parts = arena_calloc(l->arena, (size_t)n + 1, sizeof *parts);
    for (int64_t i = 0; i < n; i++) {
        char *name = xasprintf("%s(%lld)", path,
                               (long long)(type->ascending ? left + i
                                                           : left - i));
        parts[i] = lower_variables(l, decl, type->element, name);
        free(name);
    }
    return (sval_t){.type = type, .parts = parts, .part_count = (size_t)n};
}

sval_t lower_variables(lower_t *l, vhdl_node_t decl, const type_t *type,
                       const char *path)
{
    switch (type->kind) {
    case TYPE_BIT:
        return sval_scalar(type, new_leaf(l, path, sort_bool(l->ctx)));
    case TYPE_ENUM:
        return sval_scalar(type, new_leaf(l, path, type->sort));
    case TYPE_INT:
        return sval_scalar(type, new_leaf(l, path, sort_int(l->ctx)));
    case TYPE_VECTOR:
        return vector_variables(l, decl, type, path);
    case TYPE_ARRAY:
        return array_variables(l, decl, type, path);
    case TYPE_RECORD: {
        sval_t *parts = arena_calloc(l->arena, type->field_count + 1,
                                     sizeof *parts);
        for (size_t i = 0; i < type->field_count; i++) {
            char *name = xasprintf("%s.%s", path,
                                   ident_text(type->fields[i].name));
            parts[i] = lower_variables(l, decl, type->fields[i].type, name);
            free(name);
        }
        return (sval_t){.type = type, .parts = parts,
                        .part_count = type->field_count};
    }
    default:
        return lower_error(l, decl, "not supported: %s object: use an integer "
                           "or a vector",
                           type->kind == TYPE_REAL ? "real"
                           : type->kind == TYPE_TIME ? "physical" : "string");
    }
}

object_t *scope_bind_storage(lower_t *l, vhdl_node_t decl, binding_t kind,
                             const type_t *type, object_class_t class,
                             const char *name)
{
    object_t *o = scope_bind(l, decl, kind, type);
    if (name != NULL)
        o->path = arena_strdup(l->arena, name);
    o->class = class;
    o->keeps = true;
    if (type == NULL || l->stop) {
        o->value = sval_bad(type);
        return o;
    }
    o->value = lower_variables(l, decl, type, o->path);
    o->initial = o->value;
    vec_push(&l->objects, o);
    term_vec_t terms = {0};
    sval_terms(&o->value, &terms);
    for (size_t i = 0; i < terms.len; i++)
        map_put(l->leaf_object, term_var(l->ctx, terms.data[i]).id,
                (uint64_t)(uintptr_t)o);
    vec_release(&terms);
    return o;
}
