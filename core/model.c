// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/model.h"
#include "core/arena.h"
#include "core/hash.h"

#include <assert.h>

struct model {
    context_t *ctx;
    arena_t *arena; // texts
    const char *name;
    map_t *index;   // from a variable to its place
    VEC(model_var_t) vars;
    VEC(model_clock_t) clocks;
    VEC(model_assignment_t) assignments;
    map_t *assigned; // from variable and value to the first assignment + 1
    VEC(model_start_t) starts;
    VEC(property_t) properties;
    VEC(assumption_t) assumptions;
    VEC(abstraction_t) abstractions;
    VEC(model_slot_t) slots;
    bool empty_step;
};

static const char *const property_names[PROPERTY_KINDS] = {
    "index", "range", "overflow", "length", "division", "choice",
    "elaboration", "assert", "psl", "cover", "error"};
static const char *const class_names[VAR_CLASSES] = {"parameter", "input",
                                                     "state", "definition"};
static const char *const assumption_names[ASSUME_KINDS] = {"generic", "axiom",
                                                           "input", "step"};

const char *property_kind_name(property_kind_t kind)
{
    return property_names[kind];
}

const char *var_class_name(var_class_t class)
{
    return class_names[class];
}

const char *assumption_kind_name(assumption_kind_t kind)
{
    return assumption_names[kind];
}

bool property_is_obligation(property_kind_t kind)
{
    return kind <= PROPERTY_ELABORATION;
}

bool property_ends_run(property_kind_t kind)
{
    return property_is_obligation(kind) || kind == PROPERTY_ASSERT;
}

model_t *model_new(context_t *ctx, const char *name)
{
    model_t *model = xcalloc(1, sizeof *model);
    model->ctx = ctx;
    model->arena = arena_new();
    model->name = arena_strdup(model->arena, name);
    model->index = map_new();
    model->assigned = map_new();
    return model;
}

void model_free(model_t *model)
{
    if (model == NULL)
        return;
    for (size_t i = 0; i < model->starts.len; i++) {
        vec_release(&model->starts.data[i].vars);
        vec_release(&model->starts.data[i].values);
    }
    vec_release(&model->vars);
    vec_release(&model->clocks);
    vec_release(&model->assignments);
    vec_release(&model->starts);
    vec_release(&model->properties);
    vec_release(&model->assumptions);
    vec_release(&model->abstractions);
    vec_release(&model->slots);
    map_free(model->index);
    map_free(model->assigned);
    arena_free(model->arena);
    free(model);
}

context_t *model_context(const model_t *model)
{
    return model->ctx;
}

const char *model_name(const model_t *model)
{
    return model->name;
}

// ---- building ----

static void add_var(model_t *model, var_t var, var_class_t class, term_t term,
                    loc_t loc)
{
    assert(model_index(model, var) == SIZE_MAX);
    map_put(model->index, var.id, model->vars.len);
    const model_var_t v = {var, class, loc, term};
    vec_push(&model->vars, v);
}

void model_add_parameter(model_t *model, var_t var, loc_t loc)
{
    add_var(model, var, VAR_PARAMETER, term_last(model->ctx, var), loc);
}

void model_add_input(model_t *model, var_t var, loc_t loc)
{
    add_var(model, var, VAR_INPUT, term_last(model->ctx, var), loc);
}

void model_add_state(model_t *model, var_t var, loc_t loc)
{
    add_var(model, var, VAR_STATE, term_last(model->ctx, var), loc);
}

void model_set_next(model_t *model, var_t var, term_t next)
{
    model_var_t *v = &model->vars.data[model_index(model, var)];
    assert(v->class == VAR_STATE);
    v->term = next;
}

void model_add_definition(model_t *model, var_t var, term_t value, loc_t loc)
{
    add_var(model, var, VAR_DEFINITION, value, loc);
}

void model_set_meaning(model_t *model, var_t var, term_t meaning)
{
    model_var_t *v = &model->vars.data[model_index(model, var)];
    assert(v->class == VAR_PARAMETER || v->class == VAR_INPUT);
    v->term = meaning;
}

void model_add_slot(model_t *model, const model_slot_t *slot)
{
    vec_push(&model->slots, *slot);
}

static uint64_t assignment_key(var_t var, term_t value)
{
    return (uint64_t)var.id << 32 | value.id;
}

void model_add_assignment(model_t *model, var_t var, term_t value, loc_t loc)
{
    const model_assignment_t a = {var, value, loc};
    const uint64_t key = assignment_key(var, value);
    vec_push(&model->assignments, a);
    if (!map_get(model->assigned, key, NULL))
        map_put(model->assigned, key, model->assignments.len);
}

void model_add_clock(model_t *model, var_t var, bool posedge, bool negedge)
{
    for (size_t i = 0; i < model->clocks.len; i++) {
        model_clock_t *c = &model->clocks.data[i];
        if (!var_equal(c->var, var))
            continue;
        c->posedge |= posedge;
        c->negedge |= negedge;
        return;
    }
    const model_clock_t clock = {var, posedge, negedge};
    vec_push(&model->clocks, clock);
}

void model_allow_empty_step(model_t *model)
{
    model->empty_step = true;
}

size_t model_add_start(model_t *model, const char *name)
{
    const model_start_t start = {.name = arena_strdup(model->arena, name),
                                 .constraint = term_true(model->ctx)};
    vec_push(&model->starts, start);
    return model->starts.len - 1;
}

void model_start_value(model_t *model, size_t start, var_t var, term_t value)
{
    vec_push(&model->starts.data[start].vars, var);
    vec_push(&model->starts.data[start].values, value);
}

void model_start_constrain(model_t *model, size_t start, term_t constraint)
{
    term_t *c = &model->starts.data[start].constraint;
    *c = term_and(model->ctx, *c, constraint);
}

static const char *copy_text(model_t *model, const char *text)
{
    return text != NULL ? arena_strdup(model->arena, text) : NULL;
}

size_t model_add_property(model_t *model, const property_t *property)
{
    property_t p = *property;
    p.name = copy_text(model, p.name);
    p.message = copy_text(model, p.message);
    vec_push(&model->properties, p);
    return model->properties.len - 1;
}

void model_add_assumption(model_t *model, const assumption_t *assumption)
{
    assumption_t a = *assumption;
    a.text = copy_text(model, a.text);
    vec_push(&model->assumptions, a);
}

void model_add_abstraction(model_t *model, const abstraction_t *abstraction)
{
    abstraction_t a = *abstraction;
    a.text = copy_text(model, a.text);
    vec_push(&model->abstractions, a);
}

// ---- reading ----

size_t model_var_count(const model_t *model)
{
    return model->vars.len;
}

const model_var_t *model_var(const model_t *model, size_t i)
{
    assert(i < model->vars.len);
    return &model->vars.data[i];
}

size_t model_index(const model_t *model, var_t var)
{
    uint64_t at;
    return map_get(model->index, var.id, &at) ? at : SIZE_MAX;
}

const model_var_t *model_find(const model_t *model, var_t var)
{
    const size_t at = model_index(model, var);
    return at != SIZE_MAX ? &model->vars.data[at] : NULL;
}

bool model_has_meaning(const model_t *model, const model_var_t *v)
{
    return (v->class == VAR_PARAMETER || v->class == VAR_INPUT)
        && !term_equal(v->term, term_last(model->ctx, v->var));
}

size_t model_slot_count(const model_t *model)
{
    return model->slots.len;
}

const model_slot_t *model_slot(const model_t *model, size_t i)
{
    return &model->slots.data[i];
}

size_t model_clock_count(const model_t *model)
{
    return model->clocks.len;
}

const model_clock_t *model_clock(const model_t *model, size_t i)
{
    return &model->clocks.data[i];
}

bool model_has_empty_step(const model_t *model)
{
    return model->empty_step;
}

size_t model_start_count(const model_t *model)
{
    return model->starts.len;
}

const model_start_t *model_start(const model_t *model, size_t i)
{
    return &model->starts.data[i];
}

size_t model_property_count(const model_t *model)
{
    return model->properties.len;
}

const property_t *model_property(const model_t *model, size_t i)
{
    return &model->properties.data[i];
}

size_t model_assumption_count(const model_t *model)
{
    return model->assumptions.len;
}

const assumption_t *model_assumption(const model_t *model, size_t i)
{
    return &model->assumptions.data[i];
}

size_t model_abstraction_count(const model_t *model)
{
    return model->abstractions.len;
}

const abstraction_t *model_abstraction(const model_t *model, size_t i)
{
    return &model->abstractions.data[i];
}

loc_t model_assignment_loc(const model_t *model, var_t var, term_t value)
{
    uint64_t at;
    return map_get(model->assigned, assignment_key(var, value), &at)
        ? model->assignments.data[at - 1].loc : LOC_NONE;
}

void model_copy_assignments(const model_t *from, model_t *to)
{
    for (size_t i = 0; i < from->assignments.len; i++) {
        const model_assignment_t *a = &from->assignments.data[i];
        if (model_find(to, a->var) != NULL)
            model_add_assignment(to, a->var, a->value, a->loc);
    }
}

term_t property_bad(const model_t *model, const property_t *property)
{
    const bool cover = property->kind == PROPERTY_COVER;
    return term_and(model->ctx, property->reached,
                    cover ? property->holds : term_not(property->holds));
}
