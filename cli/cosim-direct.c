// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/cosim-direct.h"

#include "reach/portfolio.h"

typedef struct {
    cosim_answer_fn answer;
    void *answers;
    bool *answered; // by condition
} direct_t;

// All variables, no properties but the conditions.
static model_t *model_with(const model_t *model, const term_t *conditions,
                           size_t count)
{
    context_t *ctx = model_context(model);
    term_vec_t all = {0};
    for (size_t i = 0; i < model_var_count(model); i++)
        vec_push(&all, term_last(ctx, model_var(model, i)->var));
    for (size_t i = 0; i < count; i++)
        vec_push(&all, conditions[i]);
    model_t *copy = model_cone(model, all.data, all.len, SIZE_MAX);
    vec_release(&all);
    for (size_t i = 0; i < count; i++) {
        const property_t p = {.name = "seen", .kind = PROPERTY_ERROR,
                              .reached = conditions[i],
                              .holds = term_false(ctx)};
        model_add_property(copy, &p);
    }
    return copy;
}

static size_t any_start(const model_t *model)
{
    for (size_t i = 0; i < model_start_count(model); i++)
        if (strcmp(model_start(model, i)->name, "any") == 0)
            return i;
    BUG("the model has no start called any");
}

static void take_verdict(const verdict_t *v, void *user)
{
    direct_t *d = user;
    if ((v->kind != VERDICT_PROVED && v->kind != VERDICT_VIOLATED)
        || d->answered[v->property])
        return;
    d->answered[v->property] = true;
    d->answer(v->property, v->kind == VERDICT_VIOLATED ? v->trace : NULL,
              d->answers);
}

// What an engine cannot do is left open.
static void take_failure(const char *what, void *user)
{
    (void)what;
    (void)user;
}

// Milliseconds for one condition.
#define QUICK_BUDGET 1000
#define BUDGET 10000

static void run_engines(const model_t *model, const size_t *properties,
                        size_t count, const engine_t *const *engines,
                        size_t engine_count, uint64_t budget,
                        uint64_t milliseconds, direct_t *d)
{
    const portfolio_options_t options = {
        .properties = properties,
        .property_count = count,
        .engines = engines,
        .engine_count = engine_count,
        .jobs = 1,
        .milliseconds = milliseconds,
        .budget = budget,
        .start = any_start(model),
    };
    const portfolio_hooks_t hooks = {.verdict = take_verdict,
                                     .failed = take_failure, .user = d};
    portfolio_run(model, &options, &hooks);
}

typedef VEC(size_t) number_vec_t;

static void find_open(const direct_t *d, size_t count, number_vec_t *open)
{
    open->len = 0;
    for (size_t i = 0; i < count; i++)
        if (!d->answered[i])
            vec_push(open, i);
}

// From any state, most conditions are true in the first step or never.
void cosim_direct(const model_t *model, const term_t *conditions,
                  size_t count, uint64_t milliseconds, cosim_answer_fn answer,
                  void *answers)
{
    const engine_t *const quick[] = {engine_find("kind"), engine_find("bmc")};
    model_t *copy = model_with(model, conditions, count);
    direct_t d = {answer, answers, xcalloc(count, sizeof(bool))};
    number_vec_t open = {0};
    find_open(&d, count, &open);
    run_engines(copy, open.data, open.len, quick, ARRAY_LEN(quick),
                QUICK_BUDGET, milliseconds / 2, &d);
    find_open(&d, count, &open);
    if (open.len > 0)
        run_engines(copy, open.data, open.len, NULL, 0, BUDGET,
                    milliseconds / 2, &d);
    vec_release(&open);
    free(d.answered);
    model_free(copy);
}
