// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/memo.h"
#include "core/walk.h"
#include "frontend/lower.h"

#include <ctype.h>

// Where runs begin: with the declared values, or with what a reset leaves.

typedef struct {
    var_t var;
    bool active; // its value when it resets
} reset_t;

typedef VEC(reset_t) reset_vec_t;

// A state variable, its next value without definitions, and what is known of
// it under reset.
typedef struct {
    var_t var;
    term_t next;
    bool known;
    term_t value;
} leaf_t;

typedef struct {
    lower_t *l;
    VEC(leaf_t) leaves;
    map_t *leaf_of; // from a variable to its place + 1
    reset_vec_t resets;
} resetter_t;

static term_t held(context_t *c, term_t leaf, void *user)
{
    const resetter_t *r = user;
    const term_kind_t kind = term_kind(c, leaf);
    if (kind == TERM_POSEDGE || kind == TERM_NEGEDGE)
        return term_true(c);
    const var_t var = term_var(c, leaf);
    for (size_t i = 0; i < r->resets.len; i++)
        if (var_equal(r->resets.data[i].var, var))
            return term_bool(c, r->resets.data[i].active);
    uint64_t at;
    if (map_get(r->leaf_of, var.id, &at) && r->leaves.data[at - 1].known)
        return r->leaves.data[at - 1].value;
    return leaf;
}

// Which of the terms mention parameters only; shared parts are looked at once.
static void mark_generic(lower_t *l, const term_vec_t *terms, memo_t *other)
{
    term_vec_t order = {0};
    walk_postorder(l->ctx, terms->data, terms->len, &order);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        const term_kind_t kind = term_kind(l->ctx, t);
        bool found = kind >= TERM_LAST && kind <= TERM_NEGEDGE
                  && !lower_is_generic(l, t);
        for (unsigned k = 0; k < term_arity(l->ctx, t); k++)
            found |= memo_get(other, term_kid(l->ctx, t, k)) != 0;
        if (found)
            memo_set(other, t, 1);
    }
    vec_release(&order);
}

// One step under the resets; true if more is known after it.
static bool settle_step(resetter_t *r)
{
    term_vec_t next = {0};
    VEC(leaf_t *) leaves = {0};
    memo_t other; // 1: mentions more than parameters
    memo_init(&other);
    for (size_t i = 0; i < r->leaves.len; i++)
        if (!r->leaves.data[i].known) {
            vec_push(&leaves, &r->leaves.data[i]);
            vec_push(&next, r->leaves.data[i].next);
        }
    walk_substitute_all(r->l->ctx, next.data, next.len, held, r);
    mark_generic(r->l, &next, &other);
    bool grew = false;
    for (size_t i = 0; i < leaves.len; i++)
        if (memo_get(&other, next.data[i]) == 0) {
            leaves.data[i]->known = grew = true;
            leaves.data[i]->value = next.data[i];
        }
    memo_release(&other);
    vec_release(&leaves);
    vec_release(&next);
    return grew;
}

#define MAX_STEPS 16 // for which resets are held

static void settle(resetter_t *r)
{
    unsigned steps = 0;
    while (settle_step(r) && ++steps < MAX_STEPS)
        continue;
}

static size_t settled(const resetter_t *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->leaves.len; i++)
        n += r->leaves.data[i].known;
    return n;
}

static void forget(resetter_t *r)
{
    for (size_t i = 0; i < r->leaves.len; i++)
        r->leaves.data[i].known = false;
}

// Names of resets have one of these in them; a data input that happens to set
// constants does not pass for one.
static bool named_like_reset(const char *name)
{
    static const char *const words[] = {"rst", "reset", "clr", "clear",
                                        "nres", "arst", "srst"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (strstr(name, words[i]) != NULL)
            return true;
    return false;
}

// An input that sets registers to constants when it has one of its values,
// and does not with the other.
static void find_resets(resetter_t *r)
{
    lower_t *l = r->l;
    for (size_t i = 0; i < model_var_count(l->model); i++) {
        const model_var_t *v = model_var(l->model, i);
        if (v->class != VAR_INPUT
            || sort_kind(l->ctx, var_sort(l->ctx, v->var)) != SORT_BOOL
            || !named_like_reset(ident_text(var_name(l->ctx, v->var))))
            continue;
        size_t counts[2];
        for (unsigned active = 0; active < 2; active++) {
            resetter_t trial = *r;
            const reset_t one = {v->var, active};
            trial.resets = (reset_vec_t){0};
            vec_push(&trial.resets, one);
            settle(&trial);
            counts[active] = settled(&trial);
            forget(&trial);
            vec_release(&trial.resets);
        }
        if (counts[0] == counts[1])
            continue;
        const reset_t reset = {v->var, counts[1] > counts[0]};
        vec_push(&r->resets, reset);
    }
}

static void given_resets(resetter_t *r)
{
    lower_t *l = r->l;
    for (size_t i = 0; i < l->options->reset_count && !l->stop; i++) {
        const char *text = l->options->resets[i];
        const size_t n = strcspn(text, "=");
        const bool active = text[n] != '=' || text[n + 1] != '0';
        bool found = false;
        for (size_t k = 0; k < model_var_count(l->model); k++) {
            const model_var_t *v = model_var(l->model, k);
            const char *name = ident_text(var_name(l->ctx, v->var));
            if (v->class != VAR_INPUT || strlen(name) != n
                || strncasecmp(name, text, n) != 0)
                continue;
            const reset_t reset = {v->var, active};
            vec_push(&r->resets, reset);
            found = true;
        }
        if (!found)
            lower_error(l, VHDL_NONE, "--reset: no input '%.*s'", (int)n,
                        text);
    }
}

static void collect_leaves(resetter_t *r)
{
    lower_t *l = r->l;
    term_vec_t next = {0};
    for (size_t i = 0; i < model_var_count(l->model); i++) {
        const model_var_t *v = model_var(l->model, i);
        if (v->class != VAR_STATE)
            continue;
        const leaf_t leaf = {.var = v->var};
        vec_push(&r->leaves, leaf);
        vec_push(&next, v->term);
        map_put(r->leaf_of, v->var.id, r->leaves.len);
    }
    model_inline(l->model, next.data, next.len);
    for (size_t i = 0; i < next.len; i++)
        r->leaves.data[i].next = next.data[i];
    vec_release(&next);
}

// ---- declared values ----

static bool declared_value(lower_t *l, var_t var, term_t *value)
{
    uint64_t p;
    if (!map_get(l->leaf_object, var.id, &p))
        return false;
    const object_t *o = (const object_t *)(uintptr_t)p;
    if (!o->has_initial)
        return false;
    // A stored value stands for the visible leaf of the same name.
    const char *name = ident_text(var_name(l->ctx, var));
    term_vec_t own = {0}, init = {0};
    sval_terms(&o->value, &own);
    sval_terms(&o->initial, &init);
    bool found = false;
    for (size_t i = 0; i < own.len && i < init.len && !found; i++) {
        if (term_kind(l->ctx, own.data[i]) != TERM_LAST)
            continue;
        const char *leaf = ident_text(
            var_name(l->ctx, term_var(l->ctx, own.data[i])));
        const size_t n = strlen(leaf);
        found = strncmp(name, leaf, n) == 0
             && (name[n] == '\0' || strcmp(name + n, ".stored") == 0);
        if (found)
            *value = init.data[i];
    }
    vec_release(&own);
    vec_release(&init);
    return found;
}

// ---- bounds of what starts arbitrary ----

static void bound_number(lower_t *l, size_t start, term_t t, term_t low,
                         term_t high)
{
    model_start_constrain(l->model, start, term_le(l->ctx, low, t));
    model_start_constrain(l->model, start, term_le(l->ctx, t, high));
}

static void bound_value(lower_t *l, size_t start, const sval_t *v, var_t var,
                        term_t as)
{
    context_t *c = l->ctx;
    if (v->type->kind == TYPE_INT && v->type->bounded
        && term_equal(v->term, term_last(c, var))) {
        bound_number(l, start, as, type_low(v->type), type_high(v->type));
        return;
    }
    for (size_t i = 0; i < v->segment_count; i++) {
        const segment_t *s = &v->segments[i];
        if (s->bit || !term_equal(s->term, term_last(c, var)))
            continue;
        bound_number(l, start, as, term_int(c, 0),
                     term_sub(c, term_pow2(c, s->width), term_int(c, 1)));
    }
    for (size_t i = 0; i < v->part_count; i++)
        bound_value(l, start, &v->parts[i], var, as);
}

static void bound_leaf(lower_t *l, size_t start, var_t var)
{
    uint64_t p;
    if (!map_get(l->leaf_object, var.id, &p))
        return;
    const object_t *o = (const object_t *)(uintptr_t)p;
    const char *name = ident_text(var_name(l->ctx, var));
    term_vec_t own = {0};
    sval_terms(&o->value, &own);
    for (size_t i = 0; i < own.len; i++) {
        if (term_kind(l->ctx, own.data[i]) != TERM_LAST)
            continue;
        const var_t leaf = term_var(l->ctx, own.data[i]);
        const char *text = ident_text(var_name(l->ctx, leaf));
        const size_t n = strlen(text);
        if (strncmp(name, text, n) == 0
            && (name[n] == '\0' || strcmp(name + n, ".stored") == 0))
            bound_value(l, start, &o->value, leaf, term_last(l->ctx, var));
    }
    vec_release(&own);
}

static void reset_start(resetter_t *r)
{
    lower_t *l = r->l;
    settle(r);
    const size_t start = model_add_start(l->model, "reset");
    for (size_t i = 0; i < r->leaves.len; i++) {
        const leaf_t *leaf = &r->leaves.data[i];
        if (leaf->known)
            model_start_value(l->model, start, leaf->var, leaf->value);
        else
            bound_leaf(l, start, leaf->var);
    }
}

static bool is_wanted(const lower_t *l, const char *start)
{
    return l->options->start != NULL && strcmp(l->options->start, start) == 0;
}

// Every register has a declared value, or there is no reset to rely on.
static void declared_start(resetter_t *r)
{
    lower_t *l = r->l;
    size_t with_value = 0;
    term_t value;
    for (size_t i = 0; i < r->leaves.len; i++)
        with_value += declared_value(l, r->leaves.data[i].var, &value);
    if (r->resets.len > 0 && with_value < r->leaves.len
        && !is_wanted(l, "declared"))
        return;
    const size_t start = model_add_start(l->model, "declared");
    for (size_t i = 0; i < r->leaves.len; i++) {
        const var_t var = r->leaves.data[i].var;
        if (declared_value(l, var, &value))
            model_start_value(l->model, start, var, value);
        else
            bound_leaf(l, start, var);
    }
}

static void any_start(resetter_t *r)
{
    const size_t start = model_add_start(r->l->model, "any");
    for (size_t i = 0; i < r->leaves.len; i++)
        bound_leaf(r->l, start, r->leaves.data[i].var);
}

void lower_starts(lower_t *l)
{
    resetter_t r = {.l = l, .leaf_of = map_new()};
    collect_leaves(&r);
    if (l->options->reset_count > 0)
        given_resets(&r);
    else
        find_resets(&r);
    if (r.resets.len > 0 && !l->stop)
        reset_start(&r);
    if (!l->stop)
        declared_start(&r);
    if (is_wanted(l, "any") && !l->stop)
        any_start(&r);
    vec_release(&r.leaves);
    vec_release(&r.resets);
    map_free(r.leaf_of);
}
