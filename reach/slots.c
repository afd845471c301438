// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/slots.h"
#include "core/walk.h"
#include "reach/origin.h"
#include "reach/rerun.h"

#include <assert.h>

typedef struct {
    var_t index;
    var_t array;      // that it was made for
    size_t property;  // that is tied to it
    term_t address;   // that it is tied to
} slot_t;

struct slots {
    const model_t *original;
    context_t *ctx;
    fresh_table_t *table;
    origins_t *origins; // NULL until a slot is asked for
    VEC(slot_t) all;
};

// A value that is kept longer than this without a register is not followed.
#define MAX_DELAY 8

slots_t *slots_new(const model_t *original, fresh_table_t *table)
{
    slots_t *slots = xcalloc(1, sizeof *slots);
    slots->original = original;
    slots->ctx = model_context(original);
    slots->table = table;
    return slots;
}

void slots_free(slots_t *slots)
{
    if (slots == NULL)
        return;
    origins_free(slots->origins);
    vec_release(&slots->all);
    free(slots);
}

size_t slots_count(const slots_t *slots)
{
    return slots->all.len;
}

var_t slots_index(const slots_t *slots, size_t i)
{
    return slots->all.data[i].index;
}

term_t slots_address(const slots_t *slots, size_t i)
{
    return slots->all.data[i].address;
}

static bool is_array(const context_t *ctx, term_t t)
{
    return sort_kind(ctx, term_sort(ctx, t)) == SORT_ARRAY;
}

bool slots_needed(const model_t *model)
{
    const context_t *ctx = model_context(model);
    term_vec_t roots = {0}, order = {0};
    rewrite_roots(model, &roots);
    walk_postorder(ctx, roots.data, roots.len, &order);
    bool found = false;
    for (size_t i = 0; i < order.len && !found; i++)
        found = is_array(ctx, order.data[i]);
    vec_release(&roots);
    vec_release(&order);
    return found;
}

// ---- the extended model ----

static void ties(const slots_t *s, term_t *ties)
{
    for (size_t i = 0; i < model_property_count(s->original); i++)
        ties[i] = term_true(s->ctx);
    for (size_t i = 0; i < s->all.len; i++) {
        const slot_t *slot = &s->all.data[i];
        const term_t tie = term_eq(s->ctx, slot->address,
                                   term_last(s->ctx, slot->index));
        ties[slot->property] = term_and(s->ctx, ties[slot->property], tie);
    }
}

// Adds the history registers that the terms need, and those that these need.
static void add_histories(const slots_t *s, model_t *to, term_vec_t *terms)
{
    while (terms->len > 0) {
        const term_t t = vec_pop(terms);
        var_vec_t vars = {0};
        walk_variables(s->ctx, &t, 1, &vars);
        for (size_t i = 0; i < vars.len; i++) {
            const history_t *h = origins_find(s->origins, vars.data[i]);
            if (h == NULL || model_find(to, h->var) != NULL)
                continue;
            model_add_state(to, h->var, LOC_NONE);
            model_set_next(to, h->var, h->next);
            vec_push(terms, h->next);
        }
        vec_release(&vars);
    }
}

static term_t same_node(rewrite_t *rewrite, term_t t, const term_t *kids,
                        void *user)
{
    (void)rewrite;
    (void)kids;
    (void)user;
    return t;
}

// A copy of the original in which properties have these further conditions.
static model_t *copy_with(const slots_t *s, const term_t *tied)
{
    rewrite_t rewrite;
    const term_vec_t none = {0};
    rewrite_begin(&rewrite, s->original, s->table, same_node, NULL);
    rewrite.tied = tied;
    rewrite_all(&rewrite, &none);
    model_t *to = rewrite_model(&rewrite, false);
    rewrite_end(&rewrite);
    return to;
}

model_t *slots_extend(const slots_t *slots)
{
    const size_t n = model_property_count(slots->original);
    term_t *tied = xnmalloc(n, sizeof *tied);
    ties(slots, tied);
    model_t *to = copy_with(slots, tied);
    free(tied);
    term_vec_t addresses = {0};
    for (size_t i = 0; i < slots->all.len; i++) {
        model_add_parameter(to, slots->all.data[i].index, LOC_NONE);
        vec_push(&addresses, slots->all.data[i].address);
    }
    add_histories(slots, to, &addresses);
    vec_release(&addresses);
    return to;
}

// ---- array definitions ----

typedef struct {
    const model_t *model;
    term_t *values; // per variable; of a definition of array sort: inlined
} arrays_t;

static term_t array_leaf(context_t *ctx, term_t leaf, void *user)
{
    const arrays_t *a = user;
    const size_t at = model_index(a->model, term_var(ctx, leaf));
    if (term_kind(ctx, leaf) != TERM_LAST || !is_array(ctx, leaf)
        || model_var(a->model, at)->class != VAR_DEFINITION)
        return leaf;
    return a->values[at];
}

static term_t array_node(rewrite_t *rewrite, term_t t, const term_t *kids,
                         void *user)
{
    return term_kind(rewrite->ctx, t) == TERM_LAST
        ? array_leaf(rewrite->ctx, t, user)
        : term_rebuild(rewrite->ctx, t, kids);
}

// A copy in which no term refers to a definition of array sort.
static model_t *inline_arrays(const slots_t *s, const model_t *from)
{
    arrays_t a = {from, xnmalloc(model_var_count(from), sizeof *a.values)};
    place_vec_t order = {0};
    size_t cycle;
    if (!model_sort_definitions(from, &order, &cycle))
        BUG("definitions of %s have a cycle", model_name(from));
    for (size_t i = 0; i < order.len; i++)
        a.values[order.data[i]] =
            walk_substitute(s->ctx, model_var(from, order.data[i])->term,
                            array_leaf, &a);
    rewrite_t rewrite;
    const term_vec_t none = {0};
    rewrite_begin(&rewrite, from, s->table, array_node, &a);
    rewrite_all(&rewrite, &none);
    model_t *to = rewrite_model(&rewrite, false);
    rewrite_end(&rewrite);
    vec_release(&order);
    free(a.values);
    return to;
}

// ---- the model without arrays ----

typedef struct {
    map_t *tracked; // the variables of array sort that the slot follows
    memo_t element; // from an array term to its element at the index
} view_t;

typedef struct {
    const slots_t *slots;
    const model_t *from;
    context_t *ctx;
    rewrite_t *rewrite;
    view_t *views; // per slot
} pass_t;

// The array terms that make up an array term; 0 to 2.
static unsigned array_kids(const context_t *ctx, term_t t, term_t *kids)
{
    unsigned n = 0;
    const term_kind_t kind = term_kind(ctx, t);
    if (kind == TERM_STORE || kind == TERM_ITE)
        for (unsigned i = 0; i < term_arity(ctx, t); i++)
            if (is_array(ctx, term_kid(ctx, t, i))
                && !(kind == TERM_STORE && i > 0))
                kids[n++] = term_kid(ctx, t, i);
    return n;
}

// Appends the array terms that t is made of, parts first.
static void array_parts(const context_t *ctx, term_t t, term_vec_t *order)
{
    memo_t seen; // 1: entered, 2: done
    memo_init(&seen);
    term_vec_t stack = {0};
    vec_push(&stack, t);
    while (stack.len > 0) {
        const term_t x = vec_last(&stack);
        const uint32_t mark = memo_get(&seen, x);
        if (mark == 0) {
            term_t kids[2];
            memo_set(&seen, x, 1);
            for (unsigned i = array_kids(ctx, x, kids); i-- > 0;)
                vec_push(&stack, kids[i]);
            continue;
        }
        stack.len--;
        if (mark == 1) {
            memo_set(&seen, x, 2);
            vec_push(order, x);
        }
    }
    vec_release(&stack);
    memo_release(&seen);
}

static void track_parts(const pass_t *p, view_t *view, term_t t,
                        var_vec_t *work)
{
    term_vec_t parts = {0};
    array_parts(p->ctx, t, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        if (term_kind(p->ctx, parts.data[i]) != TERM_LAST)
            continue;
        const var_t var = term_var(p->ctx, parts.data[i]);
        if (map_get(view->tracked, var.id, NULL))
            continue;
        map_put(view->tracked, var.id, 1);
        vec_push(work, var);
    }
    vec_release(&parts);
}

// The memory of the slot, and those that flow into it.
static void track(const pass_t *p, view_t *view, var_t array)
{
    var_vec_t work = {0};
    map_put(view->tracked, array.id, 1);
    vec_push(&work, array);
    while (work.len > 0) {
        const var_t var = vec_pop(&work);
        track_parts(p, view, model_find(p->from, var)->term, &work);
        for (size_t s = 0; s < model_start_count(p->from); s++) {
            const model_start_t *start = model_start(p->from, s);
            for (size_t i = 0; i < start->vars.len; i++)
                if (var_equal(start->vars.data[i], var))
                    track_parts(p, view, start->values.data[i], &work);
        }
    }
    vec_release(&work);
}

static term_t slot_leaf(const pass_t *p, size_t slot)
{
    return term_last(p->ctx, p->slots->all.data[slot].index);
}

// The variable for the element of a memory at a slot.
static var_t element_var(pass_t *p, size_t slot, var_t array)
{
    const term_t meaning = term_select(p->ctx, term_last(p->ctx, array),
                                       slot_leaf(p, slot));
    text_t name;
    text_init(&name);
    text_printf(&name, "%s(%s)", ident_text(var_name(p->ctx, array)),
                ident_text(var_name(p->ctx,
                                    p->slots->all.data[slot].index)));
    var_t var;
    if (model_find(p->from, array)->class == VAR_STATE) {
        var = fresh_var(p->slots->table, meaning, text_str(&name));
    } else {
        bool is_new;
        var = term_var(p->ctx, rewrite_fresh(p->rewrite, meaning,
                                             text_str(&name), &is_new));
    }
    text_release(&name);
    return var;
}

static bool follows(const pass_t *p, size_t slot, term_t leaf)
{
    const term_kind_t kind = term_kind(p->ctx, leaf);
    return (kind == TERM_LAST || kind == TERM_NEXT)
        && map_get(p->views[slot].tracked, term_var(p->ctx, leaf).id, NULL);
}

// The variable in the state that the leaf refers to.
static term_t element_leaf(pass_t *p, size_t slot, term_t leaf)
{
    const var_t var = element_var(p, slot, term_var(p->ctx, leaf));
    return term_kind(p->ctx, leaf) == TERM_LAST ? term_last(p->ctx, var)
                                                : term_next(p->ctx, var);
}

static term_t image(const pass_t *p, term_t t)
{
    return rewrite_image(p->rewrite, t);
}

// An element of an array, given the images of index and value, and the same
// element of the parts: how arrays are made up, for slots and reads.
static term_t element_of(pass_t *p, term_t t, term_t index,
                         const term_t *parts)
{
    context_t *c = p->ctx;
    switch (term_kind(c, t)) {
    case TERM_STORE:
        return term_ite(c, term_eq(c, image(p, term_kid(c, t, 1)), index),
                        image(p, term_kid(c, t, 2)), parts[0]);
    case TERM_ITE:
        return term_ite(c, image(p, term_kid(c, t, 0)), parts[0], parts[1]);
    default:
        return image(p, term_kid(c, t, 0)); // TERM_FILL
    }
}

static bool is_made_up(const context_t *ctx, term_t t)
{
    const term_kind_t kind = term_kind(ctx, t);
    return kind == TERM_STORE || kind == TERM_ITE || kind == TERM_FILL;
}

static bool get_parts(const context_t *ctx, const memo_t *memo, term_t t,
                      term_t *parts)
{
    term_t kids[2];
    const unsigned n = array_kids(ctx, t, kids);
    for (unsigned i = 0; i < n; i++) {
        const uint32_t known = memo_get(memo, kids[i]);
        if (known == 0)
            return false;
        parts[i].id = known - 1;
    }
    return true;
}

static bool has_slot_sort(const pass_t *p, size_t slot, term_t t)
{
    return sort_equal(term_sort(p->ctx, t),
                      var_sort(p->ctx, p->slots->all.data[slot].array));
}

// Notes the element of an array term at each slot that follows it.
static void view_array(pass_t *p, term_t t)
{
    for (size_t s = 0; s < p->slots->all.len; s++) {
        term_t parts[2], element;
        bool is_new;
        if (!has_slot_sort(p, s, t))
            continue;
        if (follows(p, s, t))
            element = element_leaf(p, s, t);
        else if (term_kind(p->ctx, t) == TERM_SELECT)
            element = rewrite_fresh(
                p->rewrite, term_select(p->ctx, t, slot_leaf(p, s)), "read",
                &is_new);
        else if (is_made_up(p->ctx, t)
                 && get_parts(p->ctx, &p->views[s].element, t, parts))
            element = element_of(p, t, slot_leaf(p, s), parts);
        else
            continue;
        memo_set(&p->views[s].element, t, element.id + 1);
    }
}

// A read of a whole memory: a slot, or anything.
static term_t read_memory(pass_t *p, term_t memory, term_t address)
{
    context_t *c = p->ctx;
    bool is_new;
    term_t result = rewrite_fresh(
        p->rewrite, term_select(c, memory, address), "read", &is_new);
    for (size_t s = p->slots->all.len; s-- > 0;)
        if (follows(p, s, memory))
            result = term_ite(c, term_eq(c, image(p, address),
                                         slot_leaf(p, s)),
                              element_leaf(p, s, memory), result);
    return result;
}

static term_t read_array(pass_t *p, term_t array, term_t address)
{
    term_vec_t order = {0};
    array_parts(p->ctx, array, &order);
    memo_t value;
    memo_init(&value);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        term_t parts[2], v;
        if (!is_made_up(p->ctx, t)) {
            v = read_memory(p, t, address);
        } else {
            const bool known = get_parts(p->ctx, &value, t, parts);
            assert(known);
            (void)known;
            v = element_of(p, t, image(p, address), parts);
        }
        memo_set(&value, t, v.id + 1);
    }
    const term_t result = {memo_get(&value, array) - 1};
    memo_release(&value);
    vec_release(&order);
    return result;
}

// Whether two arrays are equal is open, but not if they differ at a slot.
static term_t compare_arrays(pass_t *p, term_t t)
{
    bool is_new;
    const term_t equal = rewrite_fresh(p->rewrite, t, "equal", &is_new);
    for (size_t s = 0; s < p->slots->all.len && is_new; s++) {
        const memo_t *element = &p->views[s].element;
        const uint32_t a = memo_get(element, term_kid(p->ctx, t, 0));
        const uint32_t b = memo_get(element, term_kid(p->ctx, t, 1));
        if (a != 0 && b != 0)
            rewrite_axiom(p->rewrite,
                          term_implies(p->ctx, equal,
                                       term_eq(p->ctx, (term_t){a - 1},
                                               (term_t){b - 1})));
    }
    return equal;
}

static term_t slots_node(rewrite_t *rewrite, term_t t, const term_t *kids,
                         void *user)
{
    pass_t *p = user;
    context_t *c = rewrite->ctx;
    if (is_array(c, t)) {
        view_array(p, t);
        return t;
    }
    if (term_kind(c, t) == TERM_SELECT)
        return read_array(p, term_kid(c, t, 0), term_kid(c, t, 1));
    if (term_kind(c, t) == TERM_EQ && is_array(c, term_kid(c, t, 0)))
        return compare_arrays(p, t);
    return term_rebuild(c, t, kids);
}

// ---- elements as variables of the new model ----

static term_t element_at(const pass_t *p, size_t slot, term_t array)
{
    const uint32_t known = memo_get(&p->views[slot].element, array);
    assert(known != 0);
    return (term_t){known - 1};
}

static void add_element_starts(pass_t *p, model_t *to, size_t slot,
                               var_t array, var_t element)
{
    for (size_t s = 0; s < model_start_count(p->from); s++) {
        const model_start_t *start = model_start(p->from, s);
        for (size_t i = 0; i < start->vars.len; i++)
            if (var_equal(start->vars.data[i], array))
                model_start_value(to, s, element,
                                  element_at(p, slot,
                                             start->values.data[i]));
    }
}

static void add_elements(pass_t *p, model_t *to, size_t slot)
{
    for (size_t i = 0; i < model_var_count(p->from); i++) {
        const model_var_t *v = model_var(p->from, i);
        if (!map_get(p->views[slot].tracked, v->var.id, NULL))
            continue;
        const var_t element = element_var(p, slot, v->var);
        if (v->class == VAR_STATE) {
            model_add_state(to, element, v->loc);
            model_set_next(to, element, element_at(p, slot, v->term));
            add_element_starts(p, to, slot, v->var, element);
        }
        const model_slot_t mark = {
            .index = p->slots->all.data[slot].index,
            .element = element, .array = v->var};
        model_add_slot(to, &mark);
    }
}

static model_t *run_pass(pass_t *p)
{
    rewrite_t rewrite;
    const term_vec_t none = {0};
    p->rewrite = &rewrite;
    rewrite_begin(&rewrite, p->from, p->slots->table, slots_node, p);
    rewrite_all(&rewrite, &none);
    model_t *to = rewrite_model(&rewrite, true);
    for (size_t s = 0; s < p->slots->all.len; s++)
        add_elements(p, to, s);
    rewrite_end(&rewrite);
    return to;
}

model_t *slots_apply(const slots_t *slots, const model_t *extended)
{
    model_t *from = inline_arrays(slots, extended);
    const size_t n = slots->all.len;
    pass_t p = {.slots = slots, .from = from, .ctx = slots->ctx,
                .views = xcalloc(n, sizeof *p.views)};
    for (size_t i = 0; i < n; i++) {
        p.views[i].tracked = map_new();
        memo_init(&p.views[i].element);
        track(&p, &p.views[i], slots->all.data[i].array);
    }
    model_t *to = run_pass(&p);
    for (size_t i = 0; i < n; i++) {
        map_free(p.views[i].tracked);
        memo_release(&p.views[i].element);
    }
    free(p.views);
    model_free(from);
    return to;
}

// ---- refinement ----

bool slots_read(const slots_t *slots, term_t meaning, var_t *array,
                term_t *address)
{
    const context_t *ctx = slots->ctx;
    if (term_kind(ctx, meaning) != TERM_SELECT || is_array(ctx, meaning)
        || term_kind(ctx, term_kid(ctx, meaning, 0)) != TERM_LAST)
        return false;
    *array = term_var(ctx, term_kid(ctx, meaning, 0));
    *address = term_kid(ctx, meaning, 1);
    return true;
}

static bool is_taken(const slots_t *s, const slot_t *slot)
{
    for (size_t i = 0; i < s->all.len; i++) {
        const slot_t *other = &s->all.data[i];
        if (var_equal(other->array, slot->array)
            && other->property == slot->property
            && term_equal(other->address, slot->address))
            return true;
    }
    return false;
}

// The original with every history register that there is.
static model_t *with_histories(const slots_t *s)
{
    model_t *to = copy_with(s, NULL);
    for (size_t i = 0; i < origins_count(s->origins); i++) {
        const history_t *h = origins_at(s->origins, i);
        model_add_state(to, h->var, LOC_NONE);
        model_set_next(to, h->var, h->next);
    }
    return to;
}

typedef struct {
    run_t *run;      // of the original, with histories
    size_t step;     // of the read
    size_t last;
    bigint_t value;  // of its address then
} evidence_t;

// The first address whose value in the last step is that of the read, and
// which no slot is tied to yet.
static bool choose(const slots_t *s, const evidence_t *e,
                   const term_vec_t *addresses, slot_t *slot)
{
    bool found = false;
    for (size_t i = 0; i < addresses->len && !found; i++) {
        value_t v;
        slot->address = addresses->data[i];
        if (is_taken(s, slot)
            || !run_value(e->run, e->last, slot->address, &v))
            continue;
        found = bigint_equal(v.number, e->value);
        value_release(&v);
    }
    return found;
}

static void add_slot(slots_t *s, slot_t *slot)
{
    slot->index = var_new(s->ctx, ident_unique(context_idents(s->ctx),
                                               "slot"), sort_int(s->ctx));
    vec_push(&s->all, *slot);
}

static bool refine(slots_t *s, slot_t *slot, const evidence_t *e,
                   const term_vec_t *addresses, term_t address)
{
    if (choose(s, e, addresses, slot)) {
        add_slot(s, slot);
        return true;
    }
    if (e->last - e->step > MAX_DELAY)
        return false;
    slot->address = origins_delayed(s->origins, address,
                                    (unsigned)(e->last - e->step));
    if (is_taken(s, slot))
        return false;
    add_slot(s, slot);
    return true;
}

bool slots_refine(slots_t *slots, size_t property, term_t meaning,
                  const trace_t *original, size_t step)
{
    slot_t slot = {.property = property};
    term_t address;
    if (!slots_read(slots, meaning, &slot.array, &address))
        return false;
    if (slots->origins == NULL)
        slots->origins = origins_new(slots->original);
    term_vec_t addresses = {0};
    origins_of(slots->origins, property, &addresses);
    model_t *m = with_histories(slots);
    trace_t *trace = rerun(m, NULL, original, NULL, NULL, NULL);
    bool refined = false;
    value_t value;
    if (trace != NULL) {
        evidence_t e = {run_new(trace), step, trace_length(trace) - 1,
                        {0}};
        if (run_value(e.run, step, address, &value)) {
            e.value = value.number;
            refined = refine(slots, &slot, &e, &addresses, address);
            value_release(&value);
        }
        run_free(e.run);
    }
    trace_free(trace);
    model_free(m);
    vec_release(&addresses);
    return refined;
}
