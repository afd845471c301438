// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/reach/small.h"

#include "core/smt-read.h"
#include "reach/certificate.h"
#include "tests/util.h"

typedef struct {
    context_t *ctx;
    model_t *model;
    arena_t *arena;
    collector_t *collector;
    size_t start;
    VEC(sort_t) enums;
} reader_t;

static bool find_sort(context_t *ctx, const char *name, sort_t *result,
                      void *user)
{
    const reader_t *r = user;
    for (size_t i = 0; i < r->enums.len; i++)
        if (strcmp(ident_text(sort_name(ctx, r->enums.data[i])), name) == 0) {
            *result = r->enums.data[i];
            return true;
        }
    return false;
}

static bool find_literal(const reader_t *r, const char *name, term_t *result)
{
    for (size_t i = 0; i < r->enums.len; i++)
        for (uint32_t k = 0;
             k < sort_literal_count(r->ctx, r->enums.data[i]); k++)
            if (strcmp(ident_text(sort_literal(r->ctx, r->enums.data[i], k)),
                       name) == 0) {
                *result = term_literal(r->ctx, r->enums.data[i], k);
                return true;
            }
    return false;
}

static bool find_name(context_t *ctx, const char *name, term_t *result,
                      void *user)
{
    const reader_t *r = user;
    for (size_t i = 0; i < model_var_count(r->model); i++) {
        const var_t var = model_var(r->model, i)->var;
        if (strcmp(ident_text(var_name(ctx, var)), name) == 0) {
            *result = term_last(ctx, var);
            return true;
        }
    }
    return find_literal(r, name, result);
}

static term_t read_term(reader_t *r, const sexpr_t *s)
{
    term_t t = term_true(r->ctx);
    ck_assert(s != NULL);
    ck_assert(smt_read_term(r->ctx, s, find_name, r,
                            collector_sink(r->collector), &t));
    return t;
}

static void add_enum(reader_t *r, const sexpr_t *s)
{
    ident_table_t *ids = context_idents(r->ctx);
    VEC(ident_t) literals = {0};
    for (uint32_t i = 2; i < s->count; i++)
        vec_push(&literals, ident_new(ids, sexpr_at(s, i)->text));
    vec_push(&r->enums,
             sort_enum(r->ctx, ident_new(ids, sexpr_at(s, 1)->text),
                       literals.data, (uint32_t)literals.len));
    vec_release(&literals);
}

static void declare(reader_t *r, const sexpr_t *s)
{
    if (sexpr_headed(s, "enum")) {
        add_enum(r, s);
        return;
    }
    const bool parameter = sexpr_headed(s, "parameter");
    const bool input = sexpr_headed(s, "input");
    if (!parameter && !input && !sexpr_headed(s, "state"))
        return;
    sort_t sort;
    ck_assert(smt_read_sort(r->ctx, sexpr_at(s, 2), find_sort, r,
                            collector_sink(r->collector), &sort));
    const var_t var = var_new(
        r->ctx, ident_new(context_idents(r->ctx), sexpr_at(s, 1)->text),
        sort);
    if (parameter)
        model_add_parameter(r->model, var, LOC_NONE);
    else if (input)
        model_add_input(r->model, var, LOC_NONE);
    else
        model_add_state(r->model, var, LOC_NONE);
}

static void add_property(reader_t *r, const char *name, property_kind_t kind,
                         term_t holds)
{
    const property_t p = {.name = name, .kind = kind,
                          .reached = term_true(r->ctx), .holds = holds};
    model_add_property(r->model, &p);
}

static void add_assumption(reader_t *r, assumption_kind_t kind, term_t t)
{
    const assumption_t a = {.kind = kind, .term = t};
    model_add_assumption(r->model, &a);
}

static void define_state(reader_t *r, const sexpr_t *s)
{
    term_t x;
    ck_assert(find_name(r->ctx, sexpr_at(s, 1)->text, &x, r));
    const var_t var = term_var(r->ctx, x);
    if (!sexpr_is(sexpr_at(s, 3), "any"))
        model_start_value(r->model, r->start, var,
                          read_term(r, sexpr_at(s, 3)));
    model_set_next(r->model, var, read_term(r, sexpr_at(s, 4)));
}

static void define(reader_t *r, const sexpr_t *s)
{
    const sexpr_t *arg = sexpr_at(s, 1);
    if (sexpr_headed(s, "state"))
        define_state(r, s);
    else if (sexpr_headed(s, "generic"))
        add_assumption(r, ASSUME_GENERIC, read_term(r, arg));
    else if (sexpr_headed(s, "assume"))
        add_assumption(r, ASSUME_INPUT, read_term(r, arg));
    else if (sexpr_headed(s, "start"))
        model_start_constrain(r->model, r->start, read_term(r, arg));
    else if (sexpr_headed(s, "error"))
        add_property(r, "error", PROPERTY_ERROR,
                     term_not(read_term(r, arg)));
    else if (sexpr_headed(s, "assert"))
        add_property(r, "assert", PROPERTY_ASSERT, read_term(r, arg));
    else if (sexpr_headed(s, "cover"))
        add_property(r, "cover", PROPERTY_COVER, read_term(r, arg));
    else
        ck_assert_msg(sexpr_headed(s, "parameter") || sexpr_headed(s, "input")
                          || sexpr_headed(s, "enum"),
                      "an unknown part of a small model");
}

static const sexpr_t *read_all(reader_t *r, const char *text)
{
    r->arena = arena_new();
    r->collector = collector_new();
    const sexpr_t *all = sexpr_read(r->arena, text, strlen(text), 0,
                                    collector_sink(r->collector));
    ck_assert_ptr_nonnull(all);
    return all;
}

static void release(reader_t *r)
{
    expect_no_diags(r->collector);
    collector_free(r->collector);
    arena_free(r->arena);
    vec_release(&r->enums);
}

void small_init(small_t *small, const char *text)
{
    reader_t r = {.ctx = context_new()};
    r.model = model_new(r.ctx, "small");
    r.start = model_add_start(r.model, "reset");
    const sexpr_t *all = read_all(&r, text);
    for (const sexpr_t *s = all->first; s != NULL; s = s->next)
        declare(&r, s);
    for (const sexpr_t *s = all->first; s != NULL; s = s->next)
        define(&r, s);
    ck_assert(model_check(r.model, collector_sink(r.collector)));
    release(&r);
    small->ctx = r.ctx;
    small->model = r.model;
    small->system = system_new(
        r.model, &(system_options_t){.start = SIZE_MAX});
}

void small_release(small_t *small)
{
    system_free(small->system);
    model_free(small->model);
    context_free(small->ctx);
}

term_t small_term(const small_t *small, const char *text)
{
    reader_t r = {.ctx = small->ctx, .model = small->model};
    for (size_t i = 0; i < model_var_count(small->model); i++) {
        const sort_t sort = var_sort(r.ctx, model_var(r.model, i)->var);
        if (sort_kind(r.ctx, sort) == SORT_ENUM)
            vec_push(&r.enums, sort);
    }
    const term_t t = read_term(&r, read_all(&r, text)->first);
    release(&r);
    return t;
}

// ---- engines ----

typedef struct {
    const small_case_t *expected;
    bool found;
} result_t;

static bool take_violation(task_t *task, size_t target, const trace_t *trace,
                           void *user)
{
    result_t *r = user;
    const system_t *s = task_system(task);
    (void)target;
    r->found = true;
    if (r->expected->length > 0)
        ck_assert_uint_eq(trace_length(trace), r->expected->length);
    if (r->expected->parameter >= 0)
        ck_assert_int_eq(trace_get(trace, 0, s->parameters.data[0])
                             ->number.small, r->expected->parameter);
    return true;
}

static bool take_proof(task_t *task, size_t target, const term_t *invariant,
                       size_t count, void *user)
{
    (void)user;
    const certificate_t c = {task_system(task), target, invariant, count};
    text_t reason = {0};
    const bool valid = certificate_check(&c, 0, &reason) > 0;
    ck_assert_msg(valid, "no certificate: %s", text_str(&reason));
    text_release(&reason);
    return true;
}

void small_run(const small_case_t *expected, void (*engine)(task_t *),
               uint64_t milliseconds)
{
    small_t small;
    small_init(&small, expected->text);
    result_t r = {expected, false};
    const task_hooks_t hooks = {.violated = take_violation,
                                .proved = take_proof, .user = &r};
    task_t *task = task_new(small.system, &hooks);
    task_set_deadline(task, milliseconds);
    engine(task);
    ck_assert_uint_eq(strlen(expected->verdicts), task_target_count(task));
    for (size_t i = 0; i < task_target_count(task); i++) {
        static const char signs[] = {[TARGET_OPEN] = '?',
                                     [TARGET_PROVED] = '+',
                                     [TARGET_VIOLATED] = '-'};
        ck_assert_msg(signs[task_target(task, i)] == expected->verdicts[i],
                      "property %zu of %s is %c", i, expected->text,
                      signs[task_target(task, i)]);
    }
    task_free(task);
    small_release(&small);
}
