// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Functions of the user: the body is executed with the arguments. One that
// cannot be executed for symbolic generics, but agrees with a logarithm on
// all of 0 .. LOG_TRIED, is replaced by it.

#define MAX_DEPTH 200
#define LOG_TRIED 65535

static sval_t execute(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                      vhdl_node_t body, const sval_t *args)
{
    frame_t frame = {.caller = l->frame, .base = lower_context(l),
                     .returned = term_false(l->ctx)};
    const term_t path = l->path;
    scope_t *scope = l->scope;
    scope_push(l, l->scope->path);
    size_t i = 0;
    VHDL_EACH(formal, vhdl_interface_declaration_chain(decl)) {
        const type_t *t = lower_object_type(l, formal);
        if (l->stop)
            break;
        scope_bind_constant(l, formal, lower_convert(l, n, args[i++], t));
    }
    frame.result_type = lower_type(l, vhdl_return_type(decl));
    l->frame = &frame;
    l->path = term_true(l->ctx);
    lower_declarations(l, vhdl_declaration_chain(body), false);
    lower_statements(l, vhdl_sequential_statement_chain(body));
    l->frame = frame.caller;
    l->scope = scope;
    l->path = path;
    vec_release(&frame.loops);
    if (!l->stop && !frame.has_result)
        lower_error(l, n, "'%s' does not return a value",
                    vhdl_identifier(decl));
    return l->stop ? sval_bad(NULL) : frame.result;
}

static sval_t run(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                  const sval_t *args)
{
    const vhdl_node_t body = vhdl_subprogram_body(decl);
    if (!vhdl_exists(body))
        return lower_error(l, n, "'%s' has no body", vhdl_identifier(decl));
    if (l->depth >= MAX_DEPTH)
        return lower_error(l, n, "recursion deeper than %d", MAX_DEPTH);
    l->depth++;
    const sval_t v = execute(l, n, decl, body, args);
    l->depth--;
    return v;
}

// ---- logarithms ----

// What the trials leave as it was.
typedef struct {
    bool in_static, stop;
    size_t structural, undo;
    uint64_t work;
} mark_t;

static mark_t begin_trial(lower_t *l)
{
    const mark_t m = {l->in_static, l->stop, l->structural.len, l->undo.len,
                      l->work};
    l->in_static = true;
    return m;
}

static void end_trial(lower_t *l, mark_t m)
{
    l->in_static = m.in_static;
    l->stop = m.stop;
    l->structural.len = m.structural;
    l->undo.len = m.undo;
    l->work = m.work;
}

// In memory of its own: there are many trials.
static bool try_number(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                       int64_t k, int64_t *result)
{
    const mark_t m = begin_trial(l);
    arena_t *arena = l->arena;
    l->arena = l->values.arena = l->scratch;
    const size_t scopes = l->scopes.len;
    const sval_t arg = sval_scalar(type_integer(l), term_int(l->ctx, k));
    const sval_t v = run(l, n, decl, &arg);
    const bool ok = !l->stop && !v.bad && v.type->kind == TYPE_INT
                 && sval_constant(&l->values, v.term, result);
    while (l->scopes.len > scopes)
        map_free(vec_pop(&l->scopes)->objects);
    arena_clear(l->scratch);
    l->arena = l->values.arena = arena;
    end_trial(l, m);
    return ok;
}

static int64_t clog2(int64_t n)
{
    int64_t bits = 0;
    while (bits < 62 && ((int64_t)1 << bits) < n)
        bits++;
    return bits;
}

typedef enum {
    FORM_NONE,
    FORM_CLOG2,      // ceil(log2(n))
    FORM_CLOG2_1,    // the same, at least 1
    FORM_BITS,       // bits that n needs: ceil(log2(n + 1))
    FORM_BITS_1,     // the same, at least 1
    FORM_FLOG2,      // floor(log2(n)) = bits - 1
    FORMS
} form_t;

static int64_t form_value(form_t form, int64_t n)
{
    const int64_t a = clog2(n), b = clog2(n + 1);
    switch (form) {
    case FORM_CLOG2: return a;
    case FORM_CLOG2_1: return a > 1 ? a : 1;
    case FORM_BITS: return b;
    case FORM_BITS_1: return b > 1 ? b : 1;
    default: return b - 1;
    }
}

// Which of the forms agrees for 1 .. LOG_TRIED; zero is a case of its own.
static form_t find_form(lower_t *l, vhdl_node_t n, vhdl_node_t decl)
{
    bool alive[FORMS];
    for (unsigned f = 0; f < FORMS; f++)
        alive[f] = f != FORM_NONE;
    for (int64_t k = 1; k <= LOG_TRIED; k++) {
        int64_t r;
        if (!try_number(l, n, decl, k, &r))
            return FORM_NONE;
        bool any = false;
        for (unsigned f = 1; f < FORMS; f++) {
            alive[f] &= form_value((form_t)f, k) == r;
            any |= alive[f];
        }
        if (!any)
            return FORM_NONE;
    }
    for (unsigned f = 1; f < FORMS; f++)
        if (alive[f])
            return (form_t)f;
    return FORM_NONE;
}

static form_t form_of(lower_t *l, vhdl_node_t n, vhdl_node_t decl)
{
    uint64_t form;
    if (!map_get(l->log2_functions, vhdl_key(decl), &form)) {
        form = find_form(l, n, decl);
        map_put(l->log2_functions, vhdl_key(decl), form);
    }
    return (form_t)form;
}

// The parameter for ceil(log2(argument)), one per argument, with what holds
// of it. The argument is at least 1 where it is used.
term_t lower_log2(lower_t *l, vhdl_node_t n, term_t argument)
{
    context_t *c = l->ctx;
    for (size_t i = 0; i < l->log2s.len; i++)
        if (term_equal(l->log2s.data[i].argument, argument))
            return term_last(c, l->log2s.data[i].var);
    ident_table_t *ids = context_idents(c);
    text_t name;
    text_init(&name);
    text_printf(&name, "clog2_%zu", l->log2s.len + 1);
    const var_t var = var_new(c, ident_new(ids, text_str(&name)),
                              sort_int(c));
    text_release(&name);
    const loc_t loc = lower_loc(l, n);
    model_add_parameter(l->model, var, loc);
    const design_log2_t log2 = {var, argument};
    vec_push(&l->log2s, log2);
    sval_set_low(&l->values, var, 0);
    const term_t t = term_last(c, var), power = term_pow2(c, t);
    const term_t zero = term_int(c, 0);
    const term_t twice = term_mul(c, term_int(c, 2), argument);
    const term_t axioms[] = {
        term_le(c, zero, t), term_le(c, argument, power),
        term_or(c, term_eq(c, t, zero), term_lt(c, power, twice))};
    for (size_t i = 0; i < ARRAY_LEN(axioms); i++) {
        const assumption_t a = {.kind = ASSUME_AXIOM, .loc = loc,
                                .term = axioms[i]};
        model_add_assumption(l->model, &a);
    }
    return t;
}

static void limit_scope(lower_t *l, vhdl_node_t n, term_t argument)
{
    context_t *c = l->ctx;
    const term_t low = term_le(c, term_int(c, 0), argument);
    const term_t high = term_le(c, argument, term_int(c, LOG_TRIED));
    const assumption_t a = {
        .kind = ASSUME_GENERIC, .loc = lower_loc(l, n),
        .term = term_and(c, low, high),
        .text = "a function was found to be a logarithm up to 65535 only"};
    model_add_assumption(l->model, &a);
}

static bool as_logarithm(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                         const sval_t *arg, sval_t *result)
{
    context_t *c = l->ctx;
    const form_t form = form_of(l, n, decl);
    int64_t at_zero;
    if (form == FORM_NONE)
        return false;
    const bool bits = form == FORM_BITS || form == FORM_BITS_1
                   || form == FORM_FLOG2;
    const term_t one = term_int(c, 1);
    term_t t = lower_log2(l, n, bits ? term_add(c, arg->term, one)
                                     : arg->term);
    if (form == FORM_CLOG2_1 || form == FORM_BITS_1)
        t = term_ite(c, term_le(c, t, one), one, t);
    if (form == FORM_FLOG2)
        t = term_sub(c, t, one);
    if (!sval_at_least(&l->values, arg->term, 1)) {
        if (!try_number(l, n, decl, 0, &at_zero))
            return false;
        t = term_ite(c, term_le(c, arg->term, term_int(c, 0)),
                     term_int(c, at_zero), t);
    }
    limit_scope(l, n, arg->term);
    *result = sval_scalar(type_integer(l), t);
    return true;
}

// A symbolic number that depends on parameters only.
static bool is_symbolic(lower_t *l, const sval_t *arg)
{
    if (arg->bad || arg->type->kind != TYPE_INT
        || term_kind(l->ctx, arg->term) == TERM_INT)
        return false;
    return lower_is_generic(l, arg->term);
}

sval_t lower_user_call(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                       const sval_t *args, size_t count)
{
    if (l->stop)
        return sval_bad(NULL);
    if (count == 1 && is_symbolic(l, &args[0]) && !l->in_static) {
        const mark_t m = begin_trial(l);
        run(l, n, decl, args);
        const bool works = !l->stop;
        end_trial(l, m);
        sval_t v;
        if (!works && as_logarithm(l, n, decl, &args[0], &v))
            return v;
    }
    return run(l, n, decl, args);
}
