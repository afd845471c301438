// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/origin.h"
#include "core/hash.h"
#include "core/memo.h"
#include "core/walk.h"

struct origins {
    const model_t *model;
    context_t *ctx;
    term_t *next;    // per variable of the model: of a state, inlined
    bool *carries;   // per variable: it may hold what was read
    VEC(history_t) histories;
    map_t *place;    // of a history register
    map_t *beside;   // from a state to its history register
    map_t *delayed;  // from a term to the register of its last value
};

static bool is_array(const origins_t *o, term_t t)
{
    return sort_kind(o->ctx, term_sort(o->ctx, t)) == SORT_ARRAY;
}

static bool is_read(const origins_t *o, term_t t)
{
    return term_kind(o->ctx, t) == TERM_SELECT && !is_array(o, t);
}

// Is the operand a condition, not a value?
static bool is_control(const origins_t *o, term_t t, unsigned kid)
{
    return term_kind(o->ctx, t) == TERM_ITE && kid == 0;
}

// ---- which registers carry what was read ----

// Does a read, or a register that carries one, flow into the value of t?
static bool holds_read(const origins_t *o, term_t t)
{
    memo_t seen;
    memo_init(&seen);
    term_vec_t work = {0};
    vec_push(&work, term_positive(t));
    bool found = false;
    while (work.len > 0 && !found) {
        const term_t x = vec_pop(&work);
        if (memo_get(&seen, x) != 0)
            continue;
        memo_set(&seen, x, 1);
        if (term_kind(o->ctx, x) == TERM_LAST) {
            const size_t at = model_index(o->model, term_var(o->ctx, x));
            found = o->carries[at];
        } else if (is_read(o, x)) {
            found = true;
        } else {
            for (unsigned i = 0; i < term_arity(o->ctx, x); i++) {
                const term_t kid = term_kid(o->ctx, x, i);
                if (!is_control(o, x, i) && !is_array(o, kid))
                    vec_push(&work, term_positive(kid));
            }
        }
    }
    vec_release(&work);
    memo_release(&seen);
    return found;
}

static bool is_register(const origins_t *o, size_t at)
{
    const model_var_t *v = model_var(o->model, at);
    return v->class == VAR_STATE
        && !is_array(o, term_last(o->ctx, v->var));
}

static void find_carriers(origins_t *o)
{
    bool grew;
    do {
        grew = false;
        for (size_t i = 0; i < model_var_count(o->model); i++) {
            if (!is_register(o, i) || o->carries[i]
                || !holds_read(o, o->next[i]))
                continue;
            o->carries[i] = grew = true;
        }
    } while (grew);
}

origins_t *origins_new(const model_t *model)
{
    origins_t *o = xcalloc(1, sizeof *o);
    const size_t n = model_var_count(model);
    o->model = model;
    o->ctx = model_context(model);
    o->next = xnmalloc(n, sizeof *o->next);
    o->carries = xcalloc(n, sizeof *o->carries);
    o->place = map_new();
    o->beside = map_new();
    o->delayed = map_new();
    for (size_t i = 0; i < n; i++)
        o->next[i] = model_var(model, i)->term;
    model_inline(model, o->next, n);
    find_carriers(o);
    return o;
}

void origins_free(origins_t *origins)
{
    if (origins == NULL)
        return;
    free(origins->next);
    free(origins->carries);
    vec_release(&origins->histories);
    map_free(origins->place);
    map_free(origins->beside);
    map_free(origins->delayed);
    free(origins);
}

// ---- history registers ----

size_t origins_count(const origins_t *origins)
{
    return origins->histories.len;
}

const history_t *origins_at(const origins_t *origins, size_t i)
{
    return &origins->histories.data[i];
}

const history_t *origins_find(const origins_t *origins, var_t var)
{
    uint64_t at;
    return map_get(origins->place, var.id, &at)
        ? &origins->histories.data[at] : NULL;
}

static size_t add_history(origins_t *o, const char *name, const char *suffix)
{
    text_t text;
    text_init(&text);
    text_printf(&text, "%s%s", name, suffix);
    const ident_t unique = ident_unique(context_idents(o->ctx),
                                        text_str(&text));
    text_release(&text);
    const var_t var = var_new(o->ctx, unique, sort_int(o->ctx));
    const history_t h = {var, term_last(o->ctx, var)};
    map_put(o->place, h.var.id, o->histories.len);
    vec_push(&o->histories, h);
    return o->histories.len - 1;
}

// The register for the address beside a state; its next value is still to be
// found if it is new (until then it holds).
static term_t beside(origins_t *o, var_t state)
{
    uint64_t at;
    if (!map_get(o->beside, state.id, &at)) {
        at = add_history(o, ident_text(var_name(o->ctx, state)), ".from");
        map_put(o->beside, state.id, at);
    }
    return term_last(o->ctx, o->histories.data[at].var);
}

// From where the value of a conjunction is: from the operand that is false,
// where one is a register that may hold on to an older value.
static term_t origin_of_and(origins_t *o, term_t t, const term_t *from)
{
    const term_t a = term_kid(o->ctx, t, 0), b = term_kid(o->ctx, t, 1);
    const bool swap = term_kind(o->ctx, b) == TERM_LAST;
    return term_ite(o->ctx, term_not(swap ? a : b), swap ? from[0] : from[1],
                    swap ? from[1] : from[0]);
}

// The address of the read that the value of t is from, given those of its
// operands; the number of true stands for none.
static term_t origin_node(origins_t *o, term_t t, const term_t *from)
{
    const term_t none = term_true(o->ctx);
    if (term_kind(o->ctx, t) == TERM_LAST) {
        const size_t at = model_index(o->model, term_var(o->ctx, t));
        return o->carries[at] ? beside(o, term_var(o->ctx, t)) : none;
    }
    if (is_read(o, t))
        return term_kid(o->ctx, t, 1);
    if (is_array(o, t))
        return none;
    const bool ite = term_kind(o->ctx, t) == TERM_ITE;
    const unsigned first = ite ? 1 : 0;
    term_t found = none;
    for (unsigned i = first; i < term_arity(o->ctx, t); i++) {
        if (term_equal(from[i], none))
            continue;
        if (!term_equal(found, none) && ite)
            return term_ite(o->ctx, term_kid(o->ctx, t, 0), from[1],
                            from[2]);
        if (!term_equal(found, none) && term_kind(o->ctx, t) == TERM_AND)
            return origin_of_and(o, t, from);
        if (term_equal(found, none))
            found = from[i];
    }
    return found;
}

static term_t origin(origins_t *o, term_t root)
{
    term_vec_t order = {0};
    walk_postorder(o->ctx, &root, 1, &order);
    memo_t image;
    memo_init(&image);
    for (size_t i = 0; i < order.len; i++) {
        term_t from[3];
        for (unsigned k = 0; k < term_arity(o->ctx, order.data[i]); k++)
            from[k].id = memo_get(&image,
                                  term_kid(o->ctx, order.data[i], k)) - 1;
        memo_set(&image, order.data[i],
                 origin_node(o, order.data[i], from).id + 1);
    }
    const term_t result = {memo_get(&image, root) - 1};
    memo_release(&image);
    vec_release(&order);
    return result;
}

// Finds the next values of the registers from this one on; finding one may
// need others.
static void finish_histories(origins_t *o, size_t first)
{
    for (size_t i = 0; i < model_var_count(o->model); i++) {
        uint64_t at;
        const var_t state = model_var(o->model, i)->var;
        if (!map_get(o->beside, state.id, &at) || at < first)
            continue;
        const size_t before = o->histories.len;
        const term_t next = origin(o, o->next[i]);
        if (!term_is_true(o->ctx, next))
            o->histories.data[at].next = next;
        if (o->histories.len > before)
            finish_histories(o, before);
    }
}

// ---- what a property looks at ----

void origins_of(origins_t *origins, size_t property, term_vec_t *addresses)
{
    context_t *ctx = origins->ctx;
    const property_t *p = model_property(origins->model, property);
    term_t roots[] = {p->reached, p->holds};
    model_inline(origins->model, roots, 2);
    term_vec_t order = {0};
    walk_postorder(ctx, roots, 2, &order);
    for (size_t i = 0; i < order.len; i++)
        if (is_read(origins, order.data[i]))
            vec_push(addresses, term_kid(ctx, order.data[i], 1));
    const size_t first = origins->histories.len;
    for (size_t i = 0; i < order.len; i++) {
        if (term_kind(ctx, order.data[i]) != TERM_LAST)
            continue;
        const var_t var = term_var(ctx, order.data[i]);
        if (origins->carries[model_index(origins->model, var)])
            vec_push(addresses, beside(origins, var));
    }
    finish_histories(origins, first);
    vec_release(&order);
}

term_t origins_delayed(origins_t *origins, term_t t, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        uint64_t at;
        if (!map_get(origins->delayed, t.id, &at)) {
            at = add_history(origins, "delayed", "");
            origins->histories.data[at].next = t;
            map_put(origins->delayed, t.id, at);
        }
        t = term_last(origins->ctx, origins->histories.data[at].var);
    }
    return t;
}
