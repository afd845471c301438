// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"
#include "frontend/words.h"

// Operators and calls: evaluates the operands and finds the family.

sval_t predefined_boolean(lower_t *l, term_t t)
{
    return sval_scalar(type_boolean(l), t);
}

sval_t predefined_vector(lower_t *l, const type_t *like, term_t number,
                         term_t width)
{
    return vector_number(&l->values, type_of_width(l, like, width, false),
                         number, width);
}

sval_t predefined_bits(lower_t *l, const type_t *like, const term_t *bits,
                       size_t count)
{
    const term_t width = term_int(l->ctx, (int64_t)count);
    return vector_bits(&l->values, type_of_width(l, like, width, false), bits,
                       count);
}

term_t predefined_wrap(lower_t *l, term_t number, term_t width)
{
    int64_t n;
    if (sval_constant(&l->values, number, &n) && (n == 0 || n == 1)
        && sval_at_least(&l->values, width, 1))
        return number;
    return term_mod(l->ctx, number, term_pow2(l->ctx, width));
}

// ---- edges ----

static term_t clock_edge(lower_t *l, vhdl_node_t n, vhdl_node_t name,
                         bool rising)
{
    const vhdl_node_t decl = vhdl_declaration(vhdl_strip(name));
    const object_t *o = vhdl_exists(decl) ? scope_find(l, decl) : NULL;
    if (o == NULL || o->kind != BIND_SIGNAL || o->value.bad
        || o->type->kind != TYPE_BIT) {
        lower_error(l, n, "not supported: an edge of what is no signal");
        return term_false(l->ctx);
    }
    const term_t t = o->value.term;
    const model_var_t *v = term_negated(t)
            || term_kind(l->ctx, t) != TERM_LAST
        ? NULL : model_find(l->model, term_var(l->ctx, t));
    if (v == NULL || v->class != VAR_INPUT) {
        lower_error(l, n, "derived clock '%s': a clock is an input port of "
                          "the top, or connected to one; use an enable",
                    o->path);
        return term_false(l->ctx);
    }
    model_add_clock(l->model, v->var, rising, !rising);
    map_put(l->clock_inputs, v->var.id, (uint64_t)(uint32_t)n.id);
    return rising ? term_posedge(l->ctx, v->var)
                  : term_negedge(l->ctx, v->var);
}

// `clk = '1'` or `clk = '0'` of the name that has an event on the other side.
static bool is_level(vhdl_node_t n, vhdl_node_t name, bool *high)
{
    n = vhdl_strip(n);
    if (!vhdl_is(n, VHDL_EQUALITY_OPERATOR))
        return false;
    const vhdl_node_t left = vhdl_strip(vhdl_left(n)),
                      right = vhdl_strip(vhdl_right(n));
    const vhdl_node_t decl = vhdl_declaration(left);
    if (!vhdl_is(right, VHDL_CHARACTER_LITERAL) || !vhdl_exists(decl)
        || !vhdl_same(decl, vhdl_declaration(name)))
        return false;
    const char *image = vhdl_identifier(vhdl_declaration(right));
    *high = strcmp(image, "'1'") == 0;
    return *high || strcmp(image, "'0'") == 0;
}

bool lower_level_edge(lower_t *l, vhdl_node_t n, term_t *edge)
{
    bool high;
    n = vhdl_strip(n);
    if (!vhdl_is(n, VHDL_EQUALITY_OPERATOR)
        || !is_level(n, vhdl_strip(vhdl_left(n)), &high))
        return false;
    *edge = clock_edge(l, n, vhdl_left(n), high);
    return true;
}

vhdl_node_t predefined_event(vhdl_node_t n, bool *high)
{
    const vhdl_node_t sides[] = {vhdl_strip(vhdl_left(n)),
                                 vhdl_strip(vhdl_right(n))};
    for (unsigned i = 0; i < 2; i++)
        if (vhdl_is(sides[i], VHDL_EVENT_ATTRIBUTE)
            && is_level(sides[1 - i], vhdl_strip(vhdl_prefix(sides[i])),
                        high))
            return sides[i];
    return VHDL_NONE;
}

static bool event_edge(lower_t *l, vhdl_node_t n, sval_t *result)
{
    bool high;
    const vhdl_node_t event = predefined_event(n, &high);
    if (!vhdl_exists(event))
        return false;
    *result = predefined_boolean(
        l, clock_edge(l, n, vhdl_prefix(event), high));
    return true;
}

static bool edge_call(lower_t *l, vhdl_node_t n, vhdl_predefined_t which,
                      sval_t *result)
{
    const bool rising = which == PREDEF_IEEE_1164_RISING_EDGE
                     || which == PREDEF_BIT_RISING_EDGE
                     || which == PREDEF_BOOLEAN_RISING_EDGE;
    const bool falling = which == PREDEF_IEEE_1164_FALLING_EDGE
                      || which == PREDEF_BIT_FALLING_EDGE
                      || which == PREDEF_BOOLEAN_FALLING_EDGE;
    if (!rising && !falling)
        return false;
    const vhdl_node_t assoc = vhdl_parameter_association_chain(n);
    *result = predefined_boolean(
        l, clock_edge(l, n, vhdl_actual(assoc), rising));
    return true;
}

// ---- literals that are equal to no value ----

bool lower_is_metavalue(lower_t *l, vhdl_node_t n)
{
    n = vhdl_strip(n);
    if (vhdl_is(n, VHDL_CHARACTER_LITERAL)) {
        const vhdl_node_t decl = vhdl_declaration(n);
        const char *image = vhdl_exists(decl) ? vhdl_identifier(decl) : "";
        return strlen(image) == 3 && strchr("UXZWLH-", image[1]) != NULL;
    }
    if (!vhdl_is(n, VHDL_STRING_LITERAL8))
        return false;
    const type_t *t = lower_type(l, vhdl_type(n));
    if (t == NULL || t->kind != TYPE_VECTOR)
        return false;
    for (int32_t i = 0; i < vhdl_string_length(n); i++)
        if (lower_string_bit(n, i, t->bit) < 0)
            return true;
    return false;
}

static bool metavalue_comparison(lower_t *l, vhdl_node_t n,
                                 vhdl_predefined_t which, sval_t *result)
{
    const bool equal = which == PREDEF_ENUM_EQUALITY
                    || which == PREDEF_ARRAY_EQUALITY;
    const bool differ = which == PREDEF_ENUM_INEQUALITY
                     || which == PREDEF_ARRAY_INEQUALITY;
    if ((!equal && !differ)
        || (!lower_is_metavalue(l, vhdl_left(n))
            && !lower_is_metavalue(l, vhdl_right(n))))
        return false;
    *result = predefined_boolean(l, term_bool(l->ctx, differ));
    return true;
}

// ---- operators ----

static bool short_circuits(vhdl_predefined_t which, bool *on_true)
{
    switch (which) {
    case PREDEF_BOOLEAN_AND: case PREDEF_BIT_AND:
    case PREDEF_BOOLEAN_NAND: case PREDEF_BIT_NAND:
        *on_true = true;
        return true;
    case PREDEF_BOOLEAN_OR: case PREDEF_BIT_OR:
    case PREDEF_BOOLEAN_NOR: case PREDEF_BIT_NOR:
        *on_true = false;
        return true;
    default:
        return false;
    }
}

// A literal or aggregate takes its type from the other side.
static bool needs_type(vhdl_node_t n)
{
    n = vhdl_strip(n);
    return vhdl_is(n, VHDL_STRING_LITERAL8) || vhdl_is(n, VHDL_AGGREGATE);
}

static sval_t binary(lower_t *l, vhdl_node_t n, vhdl_predefined_t which)
{
    sval_t args[2];
    if (event_edge(l, n, &args[0])
        || metavalue_comparison(l, n, which, &args[0]))
        return args[0];
    const vhdl_node_t left = vhdl_left(n), right = vhdl_right(n);
    args[0] = lower_expr(l, left, NULL);
    if (l->stop)
        return sval_bad(NULL);
    const term_t path = l->path;
    bool on_true;
    if (short_circuits(which, &on_true))
        l->path = term_and(l->ctx, path, on_true ? args[0].term
                                                 : term_not(args[0].term));
    args[1] = lower_expr(l, right, NULL);
    l->path = path;
    if (l->stop)
        return sval_bad(NULL);
    return lower_predefined(l, n, which, args, 2);
}

sval_t lower_operator(lower_t *l, vhdl_node_t n)
{
    const vhdl_predefined_t which = vhdl_predefined(n);
    const bool is_binary = vhdl_has_right(n);
    if (which != PREDEF_NONE && is_binary)
        return binary(l, n, which);
    sval_t args[2];
    args[0] = lower_expr(l, is_binary ? vhdl_left(n) : vhdl_operand(n), NULL);
    if (is_binary)
        args[1] = lower_expr(l, vhdl_right(n), NULL);
    if (l->stop)
        return sval_bad(NULL);
    if (which == PREDEF_NONE)
        return lower_user_call(l, n, vhdl_implementation(n), args,
                               is_binary ? 2 : 1);
    return lower_predefined(l, n, which, args, 1);
}

sval_t lower_predefined(lower_t *l, vhdl_node_t n, vhdl_predefined_t which,
                        const sval_t *args, size_t count)
{
    const operation_t op = {l, n, which, args, count};
    sval_t result;
    for (size_t i = 0; i < count; i++)
        if (args[i].bad)
            return sval_bad(NULL);
    if (predefined_scalar(&op, &result) || predefined_bitwise(&op, &result)
        || predefined_numeric(&op, &result) || predefined_shift(&op, &result)
        || predefined_constant(&op, &result))
        return result;
    const char *package = words_synopsys(n);
    if (package != NULL)
        return lower_error(l, n, "not supported: operator or function of the "
                           "Synopsys package '%s': use ieee.numeric_std",
                           package);
    return lower_error(l, n, "not supported: %s",
                       vhdl_predefined_name(which));
}

// ---- calls ----

#define MAX_ARGUMENTS 32

// Arguments in the order of the declaration, defaults included.
static bool arguments(lower_t *l, vhdl_node_t n, vhdl_node_t decl,
                      sval_t *args, size_t *count)
{
    *count = 0;
    vhdl_node_t assoc = vhdl_has_parameter_association_chain(n)
        ? vhdl_parameter_association_chain(n) : VHDL_NONE;
    VHDL_EACH(formal, vhdl_interface_declaration_chain(decl)) {
        if (*count == MAX_ARGUMENTS) {
            lower_error(l, n, "not supported: more than %d arguments",
                        MAX_ARGUMENTS);
            return false;
        }
        vhdl_node_t value = VHDL_NONE;
        for (vhdl_node_t a = assoc; vhdl_exists(a); a = vhdl_chain(a)) {
            const vhdl_node_t f = vhdl_formal(a);
            if (vhdl_exists(f) && vhdl_same(vhdl_declaration(f), formal)
                && vhdl_is(a, VHDL_ASSOCIATION_ELEMENT_BY_EXPRESSION))
                value = vhdl_actual(a);
        }
        if (!vhdl_exists(value) && vhdl_exists(assoc)
            && !vhdl_exists(vhdl_formal(assoc))) {
            if (vhdl_is(assoc, VHDL_ASSOCIATION_ELEMENT_BY_EXPRESSION))
                value = vhdl_actual(assoc);
            assoc = vhdl_chain(assoc);
        }
        if (!vhdl_exists(value))
            value = vhdl_default_value(formal);
        if (!vhdl_exists(value)) {
            lower_error(l, n, "an argument is missing");
            return false;
        }
        const type_t *t = NULL;
        if (needs_type(value))
            t = lower_object_type(l, formal);
        args[(*count)++] = lower_expr(l, value, t);
        if (l->stop)
            return false;
    }
    return true;
}

sval_t lower_call(lower_t *l, vhdl_node_t n)
{
    vhdl_node_t decl = vhdl_has_implementation(n) ? vhdl_implementation(n)
                                                  : vhdl_declaration(n);
    if (!vhdl_exists(decl))
        return lower_unsupported(l, n);
    const vhdl_predefined_t which = vhdl_predefined(decl);
    sval_t args[MAX_ARGUMENTS];
    size_t count;
    if (edge_call(l, n, which, &args[0]))
        return args[0];
    if (!arguments(l, n, decl, args, &count))
        return sval_bad(NULL);
    if (which == PREDEF_NONE)
        return lower_user_call(l, n, decl, args, count);
    return lower_predefined(l, n, which, args, count);
}
