// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/choice.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/linear.h"

#include <assert.h>

enum { MAX_TRIED = 12 }; // values of one integer

// If the condition holds, the leaf has the value of this root.
typedef struct {
    size_t condition, leaf, root;
} definition_t;

struct choice {
    context_t *ctx;
    size_t leaf_count, fixed, free;
    term_t *leaves;
    bool *open; // scratch
    int64_t *cells;
    program_t *program;
    size_t condition_count, first_root;
    VEC(definition_t) definitions;
    domain_t **domains;        // of each leaf from `fixed` on
    boundaries_t **boundaries; // or NULL
    bool lost;
};

// ---- taking conditions apart ----

typedef struct {
    choice_t *choice;
    memo_t places; // of leaves, + 1
    term_vec_t conditions, values; // values: of definitions
    term_vec_t *domains;
} builder_t;

void choice_conjuncts(const context_t *ctx, term_t t, term_vec_t *conjuncts)
{
    term_vec_t stack = {0};
    vec_push(&stack, t);
    while (stack.len > 0) {
        const term_t top = vec_pop(&stack);
        if (term_kind(ctx, top) == TERM_AND && !term_negated(top)) {
            vec_push(&stack, term_kid(ctx, top, 1));
            vec_push(&stack, term_kid(ctx, top, 0));
        } else if (!term_is_true(ctx, top)) {
            vec_push(conjuncts, top);
        }
    }
    vec_release(&stack);
}

static void define(builder_t *b, size_t leaf, term_t value)
{
    if (leaf < b->choice->fixed)
        return;
    const definition_t one = {b->conditions.len, leaf, b->values.len};
    vec_push(&b->choice->definitions, one);
    vec_push(&b->values, value);
}

static size_t leaf_place(const builder_t *b, term_t t)
{
    const uint32_t at = memo_get(&b->places, t);
    return at != 0 ? at - 1 : SIZE_MAX;
}

// sum = 0, with a leaf that has the factor 1 or -1.
static void define_from_sum(builder_t *b, const linear_t *sum)
{
    context_t *ctx = b->choice->ctx;
    for (size_t i = 0; i < sum->parts.len; i++) {
        const monomial_t *part = &sum->parts.data[i];
        const size_t leaf = leaf_place(b, part->term);
        const bool unit = bigint_is_small(part->factor)
            && (part->factor.small == 1 || part->factor.small == -1);
        if (leaf == SIZE_MAX || !unit)
            continue;
        linear_t rest;
        linear_init(&rest);
        linear_add_all(ctx, &rest, bigint_of(-part->factor.small), sum);
        linear_add(ctx, &rest, bigint_of(1), part->term);
        define(b, leaf, linear_term(ctx, &rest));
        linear_release(&rest);
    }
}

static void define_from_equality(builder_t *b, term_t t)
{
    context_t *ctx = b->choice->ctx;
    const term_t x = term_kid(ctx, t, 0), y = term_kid(ctx, t, 1);
    if (sort_kind(ctx, term_sort(ctx, x)) == SORT_INT) {
        linear_t sum;
        linear_init(&sum);
        linear_add_term(ctx, &sum, bigint_of(1), x);
        linear_add_term(ctx, &sum, bigint_of(-1), y);
        define_from_sum(b, &sum);
        linear_release(&sum);
        return;
    }
    if (leaf_place(b, x) != SIZE_MAX)
        define(b, leaf_place(b, x), term_negated(x) ? term_not(y) : y);
    if (leaf_place(b, y) != SIZE_MAX)
        define(b, leaf_place(b, y), term_negated(y) ? term_not(x) : x);
}

// What a condition says about the value of a leaf.
static bool find_definitions(builder_t *b, term_t condition)
{
    context_t *ctx = b->choice->ctx;
    const size_t before = b->choice->definitions.len;
    const size_t leaf = leaf_place(b, condition);
    if (leaf != SIZE_MAX)
        define(b, leaf, term_bool(ctx, !term_negated(condition)));
    else if (term_kind(ctx, condition) == TERM_EQ
             && (!term_negated(condition)
                 || sort_kind(ctx, term_sort(ctx, term_kid(ctx, condition, 0)))
                     == SORT_BOOL)) {
        define_from_equality(b, condition);
        if (term_negated(condition))
            for (size_t i = before; i < b->choice->definitions.len; i++)
                b->values.data[b->choice->definitions.data[i].root] = term_not(
                    b->values.data[b->choice->definitions.data[i].root]);
    }
    return b->choice->definitions.len > before;
}

// The only leaf that may be open in the condition, if it is an integer.
static size_t sole_integer(const builder_t *b, term_t condition)
{
    const context_t *ctx = b->choice->ctx;
    term_vec_t order = {0};
    walk_postorder(ctx, &condition, 1, &order);
    size_t sole = SIZE_MAX, count = 0;
    for (size_t i = 0; i < order.len; i++) {
        const size_t leaf = leaf_place(b, order.data[i]);
        if (leaf != SIZE_MAX && leaf >= b->choice->fixed) {
            count++;
            sole = leaf;
        }
    }
    vec_release(&order);
    if (count != 1)
        return SIZE_MAX;
    const sort_t sort = term_sort(ctx, b->choice->leaves[sole]);
    return sort_kind(ctx, sort) == SORT_INT ? sole : SIZE_MAX;
}

static void add_condition(builder_t *b, term_t condition)
{
    if (!find_definitions(b, condition)) {
        const size_t leaf = sole_integer(b, condition);
        if (leaf != SIZE_MAX && leaf >= b->choice->free) {
            vec_push(&b->domains[leaf], condition);
            return;
        }
    }
    vec_push(&b->conditions, condition);
}

// ---- making ----

static void make_domains(builder_t *b, const term_vec_t *terms)
{
    choice_t *c = b->choice;
    for (size_t i = c->fixed; i < c->leaf_count; i++) {
        c->domains[i] = domain_new(c->ctx, c->leaves, c->leaf_count, c->fixed,
                                   i, b->domains[i].data, b->domains[i].len);
        if (sort_kind(c->ctx, term_sort(c->ctx, c->leaves[i])) == SORT_INT)
            c->boundaries[i] = boundaries_new(c->ctx, c->leaves,
                                              c->leaf_count, i, terms->data,
                                              terms->len);
    }
}

// Program: conditions, values of definitions, then the roots of the user.
static void make_program(builder_t *b, const term_t *roots, size_t count)
{
    choice_t *c = b->choice;
    term_vec_t all = {0};
    for (size_t i = 0; i < b->conditions.len; i++)
        vec_push(&all, b->conditions.data[i]);
    for (size_t i = 0; i < c->definitions.len; i++) {
        definition_t *d = &c->definitions.data[i];
        const term_t value = b->values.data[d->root];
        d->root = all.len;
        vec_push(&all, value);
    }
    c->condition_count = b->conditions.len;
    c->first_root = all.len;
    for (size_t i = 0; i < count; i++)
        vec_push(&all, roots[i]);
    c->program = program_new(c->ctx, c->leaves, c->leaf_count, all.data,
                             all.len);
    make_domains(b, &all);
    vec_release(&all);
}

static void builder_init(builder_t *b, choice_t *c)
{
    *b = (builder_t){.choice = c};
    memo_init(&b->places);
    for (size_t i = 0; i < c->leaf_count; i++)
        memo_set(&b->places, c->leaves[i], (uint32_t)i + 1);
    b->domains = xcalloc(c->leaf_count + 1, sizeof *b->domains);
}

static void builder_release(builder_t *b)
{
    for (size_t i = 0; i < b->choice->leaf_count; i++)
        vec_release(&b->domains[i]);
    free(b->domains);
    vec_release(&b->conditions);
    vec_release(&b->values);
    memo_release(&b->places);
}

choice_t *choice_new(const choice_spec_t *spec)
{
    choice_t *c = xcalloc(1, sizeof *c);
    const size_t n = spec->leaf_count;
    c->ctx = spec->ctx;
    c->leaf_count = n;
    c->fixed = spec->fixed;
    c->free = spec->free;
    c->leaves = xcalloc(n + 1, sizeof *c->leaves);
    c->open = xcalloc(n + 1, sizeof *c->open);
    c->cells = xcalloc(n + 1, sizeof *c->cells);
    c->domains = xcalloc(n + 1, sizeof *c->domains);
    c->boundaries = xcalloc(n + 1, sizeof *c->boundaries);
    for (size_t i = 0; i < n; i++)
        c->leaves[i] = spec->leaves[i];
    builder_t b;
    builder_init(&b, c);
    term_vec_t conjuncts = {0};
    choice_conjuncts(c->ctx, spec->conditions, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++)
        add_condition(&b, conjuncts.data[i]);
    vec_release(&conjuncts);
    make_program(&b, spec->roots, spec->root_count);
    builder_release(&b);
    return c;
}

void choice_free(choice_t *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < c->leaf_count; i++) {
        domain_free(c->domains[i]);
        boundaries_free(c->boundaries[i]);
    }
    free(c->domains);
    free(c->boundaries);
    free(c->leaves);
    free(c->open);
    free(c->cells);
    vec_release(&c->definitions);
    program_free(c->program);
    free(c);
}

// ---- using ----

void choice_load(choice_t *c, const int64_t *cells, const bool *open,
                 size_t first)
{
    program_load(c->program, cells, open, first);
    if (first > 0)
        return;
    for (size_t i = c->fixed; i < c->leaf_count; i++)
        domain_fix(c->domains[i], cells);
}

program_t *choice_program(choice_t *c)
{
    return c->program;
}

result_t choice_result(const choice_t *c, size_t root)
{
    return program_result(c->program, c->first_root + root);
}

domain_t *choice_domain(choice_t *c, size_t leaf)
{
    assert(leaf >= c->fixed && leaf < c->leaf_count);
    return c->domains[leaf];
}

bool choice_lost(choice_t *c)
{
    const bool lost = c->lost;
    c->lost = false;
    return lost;
}

// An open leaf that an open condition leaves no choice.
static bool find_forced(const choice_t *c, demand_t *demand)
{
    for (size_t i = 0; i < c->definitions.len; i++) {
        const definition_t *d = &c->definitions.data[i];
        if (!program_is_open(c->program, d->leaf))
            continue;
        const result_t value = program_result(c->program, d->root);
        if (value.state == RESULT_KNOWN) {
            *demand = (demand_t){d->leaf, true, value.value};
            return true;
        }
    }
    return false;
}

conditions_t choice_conditions(choice_t *c, demand_t *demand)
{
    bool open = false;
    for (size_t i = 0; i < c->condition_count; i++) {
        const result_t r = program_result(c->program, i);
        if (r.state == RESULT_LOST)
            c->lost = true;
        if (r.state == RESULT_LOST || (r.state == RESULT_KNOWN && !r.value))
            return CONDITIONS_FAIL;
        if (r.state == RESULT_OPEN && !open) {
            open = true;
            *demand = (demand_t){.leaf = r.leaf};
        }
    }
    if (!open)
        return CONDITIONS_HOLD;
    find_forced(c, demand);
    return CONDITIONS_OPEN;
}

// ---- values ----

static void snapshot(choice_t *c)
{
    for (size_t i = 0; i < c->leaf_count; i++) {
        c->open[i] = program_is_open(c->program, i);
        c->cells[i] = program_cell(c->program, i);
    }
}

static uint64_t size_of(int64_t v)
{
    return v < 0 ? 2 * (0 - (uint64_t)v) + 1 : 2 * (uint64_t)v;
}

// Leaves the small ones.
static void thin_out(number_vec_t *values)
{
    while (values->len > MAX_TRIED) {
        const bool low = size_of(values->data[0]) > size_of(vec_last(values));
        values->len--;
        if (low)
            memmove(values->data, values->data + 1,
                    values->len * sizeof *values->data);
    }
}

static void try_integers(choice_t *c, size_t leaf, number_vec_t *tried)
{
    snapshot(c);
    if (c->boundaries[leaf] != NULL)
        boundaries_add(c->boundaries[leaf], c->cells, c->open, tried);
    if (tried->len >= 3)
        return;
    numbers_add(tried, 0);
    numbers_add(tried, 1);
    for (size_t i = 0; i < c->fixed && tried->len < MAX_TRIED; i++)
        numbers_add(tried, c->cells[i]);
}

static bool integer_values(choice_t *c, size_t leaf, domain_t *domain,
                           number_vec_t *values)
{
    bool all;
    const number_vec_t *listed = domain_values(domain, &all);
    for (size_t i = 0; i < listed->len; i++)
        numbers_add(values, listed->data[i]);
    if (all)
        return true;
    number_vec_t tried = {0};
    try_integers(c, leaf, &tried);
    for (size_t i = 0; i < tried.len; i++)
        if (domain_allows(domain, tried.data[i]))
            numbers_add(values, tried.data[i]);
    vec_release(&tried);
    thin_out(values);
    return false;
}

bool choice_values(choice_t *c, size_t leaf, domain_t *domain,
                   number_vec_t *values)
{
    const sort_t sort = term_sort(c->ctx, c->leaves[leaf]);
    values->len = 0;
    int64_t count = 2;
    switch (sort_kind(c->ctx, sort)) {
    case SORT_INT: return integer_values(c, leaf, domain, values);
    case SORT_ENUM: count = sort_literal_count(c->ctx, sort); break;
    default: break;
    }
    for (int64_t i = 0; i < count; i++)
        vec_push(values, i);
    return true;
}

// ---- variables that stand for terms ----

static bool is_among(const term_vec_t *leaves, term_t t)
{
    for (size_t i = 0; i < leaves->len; i++)
        if (term_equal(leaves->data[i], t))
            return true;
    return false;
}

static bool can_be_told(const context_t *ctx, term_t t,
                        const term_vec_t *leaves)
{
    term_vec_t order = {0};
    walk_postorder(ctx, &t, 1, &order);
    bool known = true;
    for (size_t i = 0; i < order.len && known; i++) {
        const term_kind_t kind = term_kind(ctx, order.data[i]);
        const bool leaf = kind >= TERM_LAST && kind <= TERM_NEGEDGE;
        known = kind < TERM_SELECT
            && (!leaf || is_among(leaves, order.data[i]));
    }
    vec_release(&order);
    return known;
}

term_t choice_meanings(const system_t *system, const var_vec_t *vars,
                       const term_vec_t *leaves, bool *some)
{
    context_t *ctx = system->ctx;
    term_t all = term_true(ctx);
    for (size_t i = 0; i < vars->len; i++) {
        const model_var_t *v = model_find(system->model, vars->data[i]);
        if (v == NULL || !model_has_meaning(system->model, v))
            continue;
        *some = true;
        term_t meaning = v->term;
        model_inline(system->model, &meaning, 1);
        if (can_be_told(ctx, meaning, leaves))
            all = term_and(ctx, all,
                           term_eq(ctx, term_last(ctx, v->var), meaning));
    }
    return all;
}
