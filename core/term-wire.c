// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/eval.h"
#include "core/memo.h"
#include "core/term-wire.h"
#include "core/walk.h"

// ---- terms ----

typedef struct {
    wire_t *wire;
    context_t *ctx;
    bool *strange;
    memo_t number;     // writing: of a term in the order + 1
    term_vec_t terms;  // reading: by number
    VEC(var_t) theirs; // reading: variables from after the fork, by number
    uint32_t known;    // reading: variables that we have
} terms_t;

// A reference is the number of a term in the order, and its negation.
static void wire_reference(terms_t *t, term_t *term)
{
    uint32_t code = 0;
    if (t->wire->out != NULL)
        code = (memo_get(&t->number, *term) - 1) << 1 | term_negated(*term);
    wire_u32(t->wire, &code);
    if (t->wire->out != NULL)
        return;
    if (code >> 1 >= t->terms.len) {
        t->wire->failed = true;
        *term = term_true(t->ctx);
        return;
    }
    *term = t->terms.data[code >> 1];
    if (code & 1)
        *term = term_not(*term);
}

// The variable of this number over there; made here if it is new.
static var_t variable(terms_t *t, uint32_t id, const char *name, sort_t sort)
{
    const ident_t ident = ident_new(context_idents(t->ctx), name);
    const var_t same = {id};
    if (id < t->known && var_name(t->ctx, same) == ident
        && sort_equal(var_sort(t->ctx, same), sort))
        return same;
    if (t->strange != NULL)
        *t->strange = true;
    while (t->theirs.len <= id)
        vec_push(&t->theirs, (var_t){UINT32_MAX});
    if (t->theirs.data[id].id == UINT32_MAX)
        t->theirs.data[id] = var_new(t->ctx, ident, sort);
    return t->theirs.data[id];
}

static void wire_sort(terms_t *t, sort_t *sort)
{
    uint32_t id = sort->id;
    wire_u32(t->wire, &id);
    if (id >= sort_count(t->ctx)) {
        t->wire->failed = true;
        id = 0;
    }
    sort->id = (uint16_t)id;
}

static term_t wire_variable(terms_t *t, term_kind_t kind, term_t term)
{
    static term_t (*const make[])(context_t *, var_t) = {
        [TERM_LAST] = term_last,
        [TERM_NEXT] = term_next,
        [TERM_POSEDGE] = term_posedge,
        [TERM_NEGEDGE] = term_negedge,
    };
    var_t var = {0};
    sort_t sort = {0};
    const char *name = NULL;
    if (t->wire->out != NULL) {
        var = term_var(t->ctx, term);
        sort = var_sort(t->ctx, var);
        name = ident_text(var_name(t->ctx, var));
    }
    wire_u32(t->wire, &var.id);
    wire_sort(t, &sort);
    wire_text(t->wire, &name);
    if (t->wire->out != NULL || t->wire->failed || name == NULL)
        return term;
    return make[kind](t->ctx, variable(t, var.id, name, sort));
}

static term_t wire_number(terms_t *t, term_t term)
{
    text_t text = {0};
    const char *digits = NULL;
    if (t->wire->out != NULL) {
        bigint_format(term_value(t->ctx, term), &text);
        digits = text_str(&text);
    }
    wire_text(t->wire, &digits);
    text_release(&text);
    if (t->wire->out != NULL)
        return term;
    bigint_t value = bigint_of(0);
    if (digits == NULL || !bigint_parse(&value, digits, strlen(digits)))
        t->wire->failed = true;
    term = term_bigint(t->ctx, value);
    bigint_release(&value);
    return term;
}

static term_t wire_literal(terms_t *t, term_t term)
{
    sort_t sort = {0};
    uint32_t position = 0;
    if (t->wire->out != NULL) {
        sort = term_sort(t->ctx, term);
        position = term_position(t->ctx, term);
    }
    wire_sort(t, &sort);
    wire_u32(t->wire, &position);
    if (t->wire->out != NULL || t->wire->failed)
        return term;
    return term_literal(t->ctx, sort, position);
}

static term_t rebuild(terms_t *t, term_kind_t kind, const term_t *k,
                      sort_t sort)
{
    context_t *ctx = t->ctx;
    switch (kind) {
    case TERM_AND: return term_and(ctx, k[0], k[1]);
    case TERM_EQ: return term_eq(ctx, k[0], k[1]);
    case TERM_LE: return term_le(ctx, k[0], k[1]);
    case TERM_ITE: return term_ite(ctx, k[0], k[1], k[2]);
    case TERM_ADD: return term_add(ctx, k[0], k[1]);
    case TERM_MUL: return term_mul(ctx, k[0], k[1]);
    case TERM_DIV: return term_div(ctx, k[0], k[1]);
    case TERM_MOD: return term_mod(ctx, k[0], k[1]);
    case TERM_POW2: return term_pow2(ctx, k[0]);
    case TERM_SELECT: return term_select(ctx, k[0], k[1]);
    case TERM_STORE: return term_store(ctx, k[0], k[1], k[2]);
    case TERM_FILL: return term_fill(ctx, sort, k[0]);
    default: break;
    }
    t->wire->failed = true;
    return term_true(ctx);
}

static term_t wire_operands(terms_t *t, term_kind_t kind, term_t term)
{
    uint32_t arity = 0;
    sort_t sort = {0};
    term_t kids[3];
    if (t->wire->out != NULL) {
        arity = term_arity(t->ctx, term);
        sort = term_sort(t->ctx, term);
    }
    wire_sort(t, &sort);
    wire_u32(t->wire, &arity);
    for (uint32_t i = 0; i < arity && i < ARRAY_LEN(kids); i++) {
        if (t->wire->out != NULL)
            kids[i] = term_kid(t->ctx, term, i);
        wire_reference(t, &kids[i]);
    }
    for (uint32_t i = arity; i < ARRAY_LEN(kids); i++)
        kids[i] = term_true(t->ctx);
    if (t->wire->out != NULL || t->wire->failed)
        return term;
    return rebuild(t, kind, kids, sort);
}

// The term below any negation; its operands went before it.
static term_t wire_term(terms_t *t, term_t term)
{
    uint32_t kind = 0;
    if (t->wire->out != NULL)
        kind = term_kind(t->ctx, term);
    wire_u32(t->wire, &kind);
    switch (kind) {
    case TERM_TRUE: return term_true(t->ctx);
    case TERM_LAST:
    case TERM_NEXT:
    case TERM_POSEDGE:
    case TERM_NEGEDGE: return wire_variable(t, (term_kind_t)kind, term);
    case TERM_INT: return wire_number(t, term);
    case TERM_LITERAL: return wire_literal(t, term);
    default: return wire_operands(t, (term_kind_t)kind, term);
    }
}

static void put_terms(terms_t *t, const term_vec_t *roots)
{
    term_vec_t order = {0};
    walk_postorder(t->ctx, roots->data, roots->len, &order);
    uint64_t count = order.len;
    wire_u64(t->wire, &count);
    for (size_t i = 0; i < order.len; i++) {
        wire_term(t, order.data[i]);
        memo_set(&t->number, order.data[i], (uint32_t)i + 1);
    }
    count = roots->len;
    wire_u64(t->wire, &count);
    for (size_t i = 0; i < roots->len; i++)
        wire_reference(t, &roots->data[i]);
    vec_release(&order);
}

static void get_terms(terms_t *t, term_vec_t *roots)
{
    uint64_t count = 0;
    wire_u64(t->wire, &count);
    for (uint64_t i = 0; i < count && wire_ok(t->wire); i++)
        vec_push(&t->terms, wire_term(t, term_true(t->ctx)));
    wire_u64(t->wire, &count);
    for (uint64_t i = 0; i < count && wire_ok(t->wire); i++) {
        term_t root = term_true(t->ctx);
        wire_reference(t, &root);
        vec_push(roots, root);
    }
}

void wire_terms(wire_t *wire, context_t *ctx, term_vec_t *terms,
                bool *strange)
{
    terms_t t = {.wire = wire, .ctx = ctx, .strange = strange,
                 .known = var_count(ctx)};
    memo_init(&t.number);
    if (wire->out != NULL)
        put_terms(&t, terms);
    else
        get_terms(&t, terms);
    memo_release(&t.number);
    vec_release(&t.terms);
    vec_release(&t.theirs);
}

// ---- runs ----

// Values travel as constant terms, all in one go behind the flags that say
// which are known.
enum { FLAG_KNOWN = 1, FLAG_POSEDGE = 2, FLAG_NEGEDGE = 4 };

typedef struct {
    size_t step;
    var_t var;
} cell_t;

typedef struct {
    wire_t *wire;
    const model_t *model;
    trace_t *trace;
    term_vec_t values;
    VEC(cell_t) cells; // of the values, when reading
} runs_t;

static uint32_t flags_of(const runs_t *r, size_t step, const model_var_t *v)
{
    uint32_t flags = trace_get(r->trace, step, v->var) != NULL
                         ? FLAG_KNOWN : 0;
    if (v->class != VAR_INPUT)
        return flags;
    if (trace_edge(r->trace, step, v->var, TERM_POSEDGE))
        flags |= FLAG_POSEDGE;
    if (trace_edge(r->trace, step, v->var, TERM_NEGEDGE))
        flags |= FLAG_NEGEDGE;
    return flags;
}

static void wire_cell(runs_t *r, size_t step, const model_var_t *v)
{
    context_t *ctx = model_context(r->model);
    uint32_t flags = 0;
    if (r->wire->out != NULL) {
        flags = flags_of(r, step, v);
        if (flags & FLAG_KNOWN)
            vec_push(&r->values,
                     value_term(ctx, trace_get(r->trace, step, v->var)));
    }
    wire_u32(r->wire, &flags);
    if (r->wire->out != NULL)
        return;
    if (flags & FLAG_KNOWN)
        vec_push(&r->cells, ((cell_t){step, v->var}));
    if (flags & FLAG_POSEDGE)
        trace_set_edge(r->trace, step, v->var, TERM_POSEDGE, true);
    if (flags & FLAG_NEGEDGE)
        trace_set_edge(r->trace, step, v->var, TERM_NEGEDGE, true);
}

static void wire_step(runs_t *r, size_t step, bool parameters)
{
    for (size_t i = 0; i < model_var_count(r->model); i++) {
        const model_var_t *v = model_var(r->model, i);
        if ((v->class == VAR_PARAMETER) == parameters)
            wire_cell(r, step, v);
    }
}

static value_t no_leaf(context_t *ctx, term_t leaf, void *user)
{
    wire_t *wire = user;
    wire->failed = true;
    return value_default(ctx, term_sort(ctx, leaf));
}

static void set_values(runs_t *r)
{
    eval_t *eval = eval_new(model_context(r->model), no_leaf, r->wire);
    if (r->values.len != r->cells.len)
        r->wire->failed = true;
    for (size_t i = 0; i < r->cells.len && wire_ok(r->wire); i++) {
        value_t value;
        if (!eval_term(eval, r->values.data[i], &value)) {
            r->wire->failed = true;
            break;
        }
        const cell_t *cell = &r->cells.data[i];
        trace_set(r->trace, cell->step, cell->var, &value);
        value_release(&value);
    }
    eval_free(eval);
}

void wire_trace(wire_t *wire, const model_t *model, trace_t **trace)
{
    const bool writes = wire->out != NULL;
    runs_t r = {.wire = wire, .model = model};
    bool there = writes && *trace != NULL;
    wire_bool(wire, &there);
    if (!writes)
        *trace = NULL;
    if (!there)
        return;
    uint64_t steps = writes ? trace_length(*trace) : 0;
    wire_u64(wire, &steps);
    r.trace = writes ? *trace : trace_new(model);
    wire_step(&r, 0, true);
    for (size_t i = 0; i < steps && wire_ok(wire); i++)
        wire_step(&r, writes ? i : trace_add_step(r.trace), false);
    wire_terms(wire, model_context(model), &r.values, NULL);
    if (!writes) {
        set_values(&r);
        *trace = r.trace;
        if (!wire_ok(wire)) {
            trace_free(r.trace);
            *trace = NULL;
        }
    }
    vec_release(&r.values);
    vec_release(&r.cells);
}
