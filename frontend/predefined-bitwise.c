// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"

// Logical operators on vectors, reductions, concatenation.

typedef enum { GATE_NONE, GATE_AND, GATE_OR, GATE_XOR } gate_t;

typedef struct {
    gate_t gate;
    bool negated;
} logic_t;

#define BOTH(name, g, no)                                                     \
    case PREDEF_TF_ARRAY_##name:                                              \
    case PREDEF_IEEE_1164_VECTOR_##name:                                      \
    case PREDEF_IEEE_NUMERIC_STD_##name##_UNS_UNS:                            \
    case PREDEF_IEEE_NUMERIC_STD_##name##_SGN_SGN:                            \
        return (logic_t){GATE_##g, no};

static logic_t vector_gate(vhdl_predefined_t which)
{
    switch (which) {
    BOTH(AND, AND, false)
    BOTH(NAND, AND, true)
    BOTH(OR, OR, false)
    BOTH(NOR, OR, true)
    BOTH(XOR, XOR, false)
    BOTH(XNOR, XOR, true)
    default: return (logic_t){GATE_NONE, false};
    }
}

#define MIXED(name, g, no)                                                    \
    case PREDEF_TF_ARRAY_ELEMENT_##name:                                      \
    case PREDEF_TF_ELEMENT_ARRAY_##name:                                      \
    case PREDEF_IEEE_1164_##name##_SUV_LOG:                                   \
    case PREDEF_IEEE_1164_##name##_LOG_SUV:                                   \
        return (logic_t){GATE_##g, no};

// A vector with one bit.
static logic_t mixed_gate(vhdl_predefined_t which)
{
    switch (which) {
    MIXED(AND, AND, false)
    MIXED(NAND, AND, true)
    MIXED(OR, OR, false)
    MIXED(NOR, OR, true)
    MIXED(XOR, XOR, false)
    MIXED(XNOR, XOR, true)
    default: return (logic_t){GATE_NONE, false};
    }
}

#define REDUCE(name, g, no)                                                   \
    case PREDEF_TF_REDUCTION_##name:                                          \
    case PREDEF_IEEE_1164_##name##_SUV:                                       \
    case PREDEF_IEEE_NUMERIC_STD_##name##_UNS:                                \
    case PREDEF_IEEE_NUMERIC_STD_##name##_SGN:                                \
        return (logic_t){GATE_##g, no};

static logic_t reduction_gate(vhdl_predefined_t which)
{
    switch (which) {
    REDUCE(AND, AND, false)
    REDUCE(NAND, AND, true)
    REDUCE(OR, OR, false)
    REDUCE(NOR, OR, true)
    REDUCE(XOR, XOR, false)
    REDUCE(XNOR, XOR, true)
    default: return (logic_t){GATE_NONE, false};
    }
}

static term_t apply(context_t *c, logic_t g, term_t a, term_t b)
{
    const term_t t = g.gate == GATE_AND ? term_and(c, a, b)
                   : g.gate == GATE_OR ? term_or(c, a, b) : term_ne(c, a, b);
    return g.negated ? term_not(t) : t;
}

static const term_t *explode(const operation_t *op, size_t i, size_t *count)
{
    lower_t *l = op->l;
    const term_t *bits = vector_explode(&l->values, &op->args[i], count);
    if (bits == NULL)
        lower_structural(l, vector_width(&l->values, &op->args[i]), op->node,
                         "the width of a bitwise operation");
    return bits;
}

static sval_t two_vectors(const operation_t *op, logic_t g)
{
    lower_t *l = op->l;
    size_t n, m;
    const term_t *a = explode(op, 0, &n), *b = explode(op, 1, &m);
    if (a == NULL || b == NULL)
        return sval_bad(op->args[0].type);
    lower_oblige(l, PROPERTY_LENGTH, op->node, term_bool(l->ctx, n == m),
                 "operands of different lengths");
    term_t *bits = arena_calloc(l->arena, n + 1, sizeof *bits);
    for (size_t i = 0; i < n; i++)
        bits[i] = i < m ? apply(l->ctx, g, a[i], b[i]) : a[i];
    return predefined_bits(l, op->args[0].type, bits, n);
}

static sval_t vector_and_bit(const operation_t *op, logic_t g)
{
    lower_t *l = op->l;
    const unsigned at = op->args[0].type->kind == TYPE_VECTOR ? 0 : 1;
    size_t n;
    const term_t *a = explode(op, at, &n);
    if (a == NULL)
        return sval_bad(op->args[at].type);
    term_t *bits = arena_calloc(l->arena, n + 1, sizeof *bits);
    for (size_t i = 0; i < n; i++)
        bits[i] = apply(l->ctx, g, a[i], op->args[1 - at].term);
    return predefined_bits(l, op->args[at].type, bits, n);
}

// All ones and all zeroes can be told of a number of any width.
static sval_t reduce(const operation_t *op, logic_t g)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    term_t t;
    size_t n;
    const term_t *bits = vector_explode(&l->values, a, &n);
    if (bits == NULL && g.gate == GATE_XOR) {
        explode(op, 0, &n);
        return sval_bad(a->type->element);
    }
    if (bits == NULL) {
        const term_t number = vector_natural(&l->values, a);
        const term_t ones = term_sub(
            l->ctx, term_pow2(l->ctx, vector_width(&l->values, a)),
            term_int(l->ctx, 1));
        t = g.gate == GATE_AND
            ? term_eq(l->ctx, number, ones)
            : term_ne(l->ctx, number, term_int(l->ctx, 0));
    } else {
        t = term_bool(l->ctx, g.gate == GATE_AND);
        const logic_t plain = {g.gate, false};
        for (size_t i = 0; i < n; i++)
            t = apply(l->ctx, plain, t, bits[i]);
    }
    return sval_scalar(a->type->element, g.negated ? term_not(t) : t);
}

static sval_t invert(const operation_t *op)
{
    lower_t *l = op->l;
    const sval_t *a = &op->args[0];
    segment_t *s = arena_calloc(l->arena, a->segment_count + 1, sizeof *s);
    for (size_t i = 0; i < a->segment_count; i++) {
        s[i] = a->segments[i];
        const term_t ones = term_sub(l->ctx, term_pow2(l->ctx, s[i].width),
                                     term_int(l->ctx, 1));
        s[i].term = s[i].bit ? term_not(s[i].term)
                             : term_sub(l->ctx, ones, s[i].term);
    }
    return (sval_t){.type = a->type, .segments = s,
                    .segment_count = a->segment_count};
}

// ---- concatenation ----

static sval_t as_vector(lower_t *l, const sval_t *a, const type_t *type)
{
    if (a->type->kind == TYPE_VECTOR)
        return *a;
    return vector_bits(&l->values, type, &a->term, 1);
}

static sval_t as_parts(lower_t *l, vhdl_node_t n, const sval_t *a,
                       bool is_array)
{
    if (!is_array)
        return (sval_t){.type = a->type, .parts = a, .part_count = 1};
    return lower_parts(l, n, a);
}

static sval_t concat_arrays(const operation_t *op, const type_t *type)
{
    lower_t *l = op->l;
    const bool left = op->which == PREDEF_ARRAY_ARRAY_CONCAT
                   || op->which == PREDEF_ARRAY_ELEMENT_CONCAT;
    const bool right = op->which == PREDEF_ARRAY_ARRAY_CONCAT
                    || op->which == PREDEF_ELEMENT_ARRAY_CONCAT;
    const sval_t a = as_parts(l, op->node, &op->args[0], left);
    const sval_t b = as_parts(l, op->node, &op->args[1], right);
    if (l->stop)
        return sval_bad(type);
    const size_t n = a.part_count + b.part_count;
    sval_t *parts = arena_calloc(l->arena, n + 1, sizeof *parts);
    for (size_t i = 0; i < n; i++)
        parts[i] = i < a.part_count ? a.parts[i] : b.parts[i - a.part_count];
    return (sval_t){.type = type_of_width(l, type,
                                          term_int(l->ctx, (int64_t)n), true),
                    .parts = parts, .part_count = n};
}

static sval_t concat_strings(const operation_t *op)
{
    const sval_t *a = &op->args[0], *b = &op->args[1];
    if (a->type->kind != TYPE_STRING || b->type->kind != TYPE_STRING)
        return lower_error(op->l, op->node,
                           "not supported: this string expression");
    char *text = arena_alloc(op->l->arena,
                             a->string_length + b->string_length + 1);
    memcpy(text, a->string, a->string_length);
    memcpy(text + a->string_length, b->string, b->string_length);
    text[a->string_length + b->string_length] = '\0';
    return (sval_t){.type = a->type, .string = text,
                    .string_length = a->string_length + b->string_length};
}

static sval_t concatenate(const operation_t *op)
{
    lower_t *l = op->l;
    const type_t *type = lower_type(l, vhdl_type(op->node));
    if (l->stop)
        return sval_bad(NULL);
    if (type->kind == TYPE_STRING)
        return concat_strings(op);
    if (type->kind != TYPE_VECTOR)
        return concat_arrays(op, type);
    const sval_t a = as_vector(l, &op->args[0], type),
                 b = as_vector(l, &op->args[1], type);
    sval_t r = vector_concat(&l->values, type, &a, &b);
    r.type = type_of_width(l, type, vector_width(&l->values, &r), false);
    return r;
}

bool predefined_bitwise(const operation_t *op, sval_t *result)
{
    logic_t g = vector_gate(op->which);
    if (g.gate != GATE_NONE) {
        *result = two_vectors(op, g);
        return true;
    }
    g = mixed_gate(op->which);
    if (g.gate != GATE_NONE) {
        *result = vector_and_bit(op, g);
        return true;
    }
    g = reduction_gate(op->which);
    if (g.gate != GATE_NONE && op->count == 1) {
        *result = reduce(op, g);
        return true;
    }
    switch (op->which) {
    case PREDEF_TF_ARRAY_NOT: case PREDEF_IEEE_1164_VECTOR_NOT:
    case PREDEF_IEEE_NUMERIC_STD_NOT_UNS: case PREDEF_IEEE_NUMERIC_STD_NOT_SGN:
        *result = invert(op);
        return true;
    case PREDEF_ARRAY_ARRAY_CONCAT: case PREDEF_ARRAY_ELEMENT_CONCAT:
    case PREDEF_ELEMENT_ARRAY_CONCAT: case PREDEF_ELEMENT_ELEMENT_CONCAT:
        *result = concatenate(op);
        return true;
    default:
        return false;
    }
}
