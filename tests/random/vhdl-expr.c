// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/random/vhdl.h"

static bool same_type(const rtype_t *a, const rtype_t *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case KIND_UNSIGNED:
    case KIND_SIGNED:
    case KIND_VECTOR:
        return a->width == b->width
            && (a->width > 0 || strcmp(a->symbol, b->symbol) == 0);
    case KIND_ENUM:
    case KIND_ARRAY:
    case KIND_RECORD:
        return strcmp(a->name, b->name) == 0;
    default:
        return true;
    }
}

const robject_t *find_object(gen_t *g, const rtype_t *type)
{
    const robject_t *found = NULL;
    int seen = 0;
    for (size_t i = 0; i < g->objects.len; i++)
        if (same_type(&g->objects.data[i].type, type)
            && pick(g, ++seen) == 0)
            found = &g->objects.data[i];
    return found;
}

static const robject_t *any_vector(gen_t *g)
{
    const robject_t *found = NULL;
    int seen = 0;
    for (size_t i = 0; i < g->objects.len; i++)
        if (is_vector(g->objects.data[i].type.kind) && pick(g, ++seen) == 0)
            found = &g->objects.data[i];
    return found;
}

static const char *any(gen_t *g, const char *const *words, size_t count)
{
    return words[pick(g, (int)count)];
}
#define ANY(g, ...)                                                           \
    any(g, (const char *const[]){__VA_ARGS__},                                \
        ARRAY_LEN(((const char *const[]){__VA_ARGS__})))

static void infix(gen_t *g, const rtype_t *type, const char *op, int depth)
{
    text_printf(g->out, "(");
    print_expr(g, type, depth);
    text_printf(g->out, " %s ", op);
    print_expr(g, type, depth);
    text_printf(g->out, ")");
}

static void print_width(gen_t *g, const rtype_t *type)
{
    if (type->width > 0)
        text_printf(g->out, "%d", type->width);
    else
        text_printf(g->out, "%s", type->symbol);
}

// ---- bits ----

// An element of a vector that can be read, or a part of a record.
static bool print_part(gen_t *g, kind_t kind, int depth)
{
    const rtype_t record = {.kind = KIND_RECORD, .name = "pair_t"};
    const robject_t *o;
    if (chance(g, 30) && (o = find_object(g, &record)) != NULL) {
        text_printf(g->out, "%s.%s", o->name, kind == KIND_BIT ? "b" : "n");
        return true;
    }
    if (kind != KIND_BIT || (o = any_vector(g)) == NULL)
        return false;
    const rtype_t type = o->type;
    text_printf(g->out, "%s(", o->name);
    if (type.width > 0)
        print_index(g, type.width - 1, depth);
    else if (pick(g, 2))
        text_printf(g->out, "0");
    else
        text_printf(g->out, "%s - 1", type.symbol);
    text_printf(g->out, ")");
    return true;
}

static void print_bit(gen_t *g, int depth)
{
    const rtype_t bit = {.kind = KIND_BIT};
    switch (depth <= 0 ? 9 : pick(g, 9)) {
    case 0:
    case 1:
        infix(g, &bit, ANY(g, "and", "or", "xor", "nand", "nor", "xnor"),
              depth - 1);
        return;
    case 2:
        text_printf(g->out, "(not ");
        print_bit(g, depth - 1);
        text_printf(g->out, ")");
        return;
    case 3:
    case 4:
        if (print_part(g, KIND_BIT, depth - 1))
            return;
        break;
    case 5: {
        const robject_t *o = any_vector(g);
        if (o == NULL || o->type.width == 0)
            break;
        text_printf(g->out, "(%s %s)",
                    ANY(g, "and", "or", "xor", "nand", "nor", "xnor"),
                    o->name);
        return;
    }
    default:
        break;
    }
    const robject_t *o = find_object(g, &bit);
    if (o != NULL && chance(g, 85))
        text_printf(g->out, "%s", o->name);
    else
        text_printf(g->out, "std_logic'('%d')", pick(g, 2));
}

// ---- conditions ----

static void print_comparison(gen_t *g, int depth)
{
    const char *const op = ANY(g, "=", "/=", "<", "<=", ">", ">=");
    rtype_t type = random_type(g, false);
    while (type.kind == KIND_BIT || type.kind == KIND_BOOL)
        type = random_type(g, false);
    const bool number = (type.kind == KIND_UNSIGNED
                         || type.kind == KIND_SIGNED) && chance(g, 30);
    text_printf(g->out, "(");
    print_expr(g, &type, depth);
    text_printf(g->out, " %s ", op);
    if (!number)
        print_expr(g, &type, depth);
    else if (type.kind == KIND_UNSIGNED)
        print_index(g, 20, depth);
    else
        print_int(g, depth);
    text_printf(g->out, ")");
}

void print_bool(gen_t *g, int depth)
{
    const rtype_t type = {.kind = KIND_BOOL}, bit = {.kind = KIND_BIT};
    switch (depth <= 0 ? 9 : pick(g, 8)) {
    case 0:
    case 1:
    case 2:
        print_comparison(g, depth - 1);
        return;
    case 3:
    case 4:
        text_printf(g->out, "(");
        print_expr(g, &bit, depth - 1);
        text_printf(g->out, " %s '%d')", ANY(g, "=", "/="), pick(g, 2));
        return;
    case 5:
        infix(g, &type, ANY(g, "and", "or", "xor", "nand", "nor", "xnor",
                            "=", "/=", "<"), depth - 1);
        return;
    case 6:
        text_printf(g->out, "(not ");
        print_bool(g, depth - 1);
        text_printf(g->out, ")");
        return;
    default:
        break;
    }
    const robject_t *o = find_object(g, &type);
    if (o != NULL)
        text_printf(g->out, "%s", o->name);
    else
        text_printf(g->out, pick(g, 2) ? "true" : "false");
}

// ---- numbers ----

void print_index(gen_t *g, int top, int depth)
{
    if (depth <= 0 || chance(g, 40)) {
        text_printf(g->out, "%d", pick(g, top + 1));
        return;
    }
    text_printf(g->out, "(");
    print_int(g, depth - 1);
    text_printf(g->out, " mod %d)", top + 1);
}

static void print_number_leaf(gen_t *g)
{
    const rtype_t number = {.kind = KIND_INT};
    const robject_t *o = find_object(g, &number);
    if (o != NULL && chance(g, 70))
        text_printf(g->out, "%s", o->name);
    else if (chance(g, 30))
        text_printf(g->out, "%s", ANY(g, "W", "V"));
    else
        text_printf(g->out, "%d", pick(g, 12));
}

static bool print_conversion(gen_t *g)
{
    const robject_t *o = any_vector(g);
    if (o == NULL)
        return false;
    if (chance(g, 20))
        text_printf(g->out, "%s'%s", o->name,
                    ANY(g, "length", "high", "low", "left", "right"));
    else if (o->type.kind == KIND_VECTOR)
        text_printf(g->out, "to_integer(%s(%s))",
                    ANY(g, "unsigned", "signed"), o->name);
    else
        text_printf(g->out, "to_integer(%s)", o->name);
    return true;
}

void print_int(gen_t *g, int depth)
{
    const rtype_t number = {.kind = KIND_INT};
    switch (depth <= 0 ? 99 : pick(g, 10)) {
    case 0:
    case 1:
        infix(g, &number, ANY(g, "+", "-"), depth - 1);
        return;
    case 2:
        text_printf(g->out, "(%d * ", pick(g, 9) - 4);
        print_int(g, depth - 1);
        text_printf(g->out, ")");
        return;
    case 3:
    case 4:
        text_printf(g->out, "(");
        print_int(g, depth - 1);
        text_printf(g->out, chance(g, 75) ? " %s %d)" : " %s (-%d))",
                    ANY(g, "mod", "rem", "/"), 1 + pick(g, 7));
        return;
    case 5:
        text_printf(g->out, "(%s(", ANY(g, "abs ", "- "));
        print_int(g, depth - 1);
        text_printf(g->out, "))");
        return;
    case 6:
        text_printf(g->out, "%s(", ANY(g, "maximum", "minimum"));
        print_int(g, depth - 1);
        text_printf(g->out, ", ");
        print_int(g, depth - 1);
        text_printf(g->out, ")");
        return;
    case 7:
        if (g->functions) {
            text_printf(g->out, "f_int(");
            print_int(g, depth - 1);
            text_printf(g->out, ", ");
            print_bool(g, depth - 1);
            text_printf(g->out, ")");
            return;
        }
        break;
    case 8:
        if (print_conversion(g))
            return;
        break;
    default:
        break;
    }
    print_number_leaf(g);
}

// ---- vectors ----

static const char *vector_name(kind_t kind)
{
    return kind == KIND_UNSIGNED ? "unsigned"
         : kind == KIND_SIGNED ? "signed" : "std_logic_vector";
}

// A vector of another width or kind, made fit.
static bool print_resized(gen_t *g, const rtype_t *type)
{
    const robject_t *o = any_vector(g);
    if (o == NULL)
        return false;
    const kind_t as = type->kind == KIND_VECTOR ? KIND_UNSIGNED : type->kind;
    if (type->kind == KIND_VECTOR)
        text_printf(g->out, "std_logic_vector(");
    text_printf(g->out, "resize(%s(%s), ", vector_name(as), o->name);
    print_width(g, type);
    text_printf(g->out, type->kind == KIND_VECTOR ? "))" : ")");
    return true;
}

static void print_arithmetic(gen_t *g, const rtype_t *type, int depth)
{
    text_printf(g->out, "(");
    const bool left = chance(g, 20);
    for (int side = 0; side < 2; side++) {
        if (side == 1)
            text_printf(g->out, " %s ", ANY(g, "+", "-"));
        if ((side == 0) == left && chance(g, 40)) {
            if (type->kind == KIND_SIGNED)
                print_int(g, depth - 1);
            else
                print_index(g, 40, depth - 1);
        } else {
            print_expr(g, type, depth - 1);
        }
    }
    text_printf(g->out, ")");
}

// Parts of known vectors put together.
static bool print_concatenation(gen_t *g, const rtype_t *type, int depth)
{
    if (type->width < 2)
        return false;
    const int first = 1 + pick(g, type->width - 1);
    const rtype_t a = vector_type(type->kind, first, NULL),
                  b = vector_type(type->kind, type->width - first, NULL),
                  bit = {.kind = KIND_BIT};
    text_printf(g->out, "%s'(", vector_name(type->kind));
    print_expr(g, first == 1 && pick(g, 2) ? &bit : &a, depth - 1);
    text_printf(g->out, " & ");
    print_expr(g, &b, depth - 1);
    text_printf(g->out, ")");
    return true;
}

static bool print_slice(gen_t *g, const rtype_t *type)
{
    const robject_t *o = NULL;
    for (int tries = 0; tries < 4 && o == NULL; tries++) {
        o = any_vector(g);
        if (o == NULL || type->width == 0 || o->type.width < type->width
            || o->type.kind != type->kind)
            o = NULL;
    }
    if (o == NULL)
        return false;
    const int low = pick(g, o->type.width - type->width + 1);
    const int high = low + type->width - 1;
    if (o->type.ascending)
        text_printf(g->out, "%s(%d to %d)", o->name, low, high);
    else
        text_printf(g->out, "%s(%d downto %d)", o->name, high, low);
    return true;
}

static void print_shift(gen_t *g, const rtype_t *type, int depth)
{
    const rtype_t as = vector_type(
        type->kind == KIND_VECTOR ? KIND_UNSIGNED : type->kind, type->width,
        type->symbol);
    if (type->kind == KIND_VECTOR)
        text_printf(g->out, "std_logic_vector(");
    text_printf(g->out, "%s(",
                type->width == 0
                    ? ANY(g, "shift_left", "shift_right")
                    : ANY(g, "shift_left", "shift_right", "rotate_left",
                          "rotate_right"));
    print_expr(g, &as, depth - 1);
    text_printf(g->out, ", %d)%s", pick(g, 5),
                type->kind == KIND_VECTOR ? ")" : "");
}

static bool print_special(gen_t *g, const rtype_t *type, int depth)
{
    const bool numeric = type->kind != KIND_VECTOR;
    switch (pick(g, 9)) {
    case 0:
    case 1:
        if (numeric)
            print_arithmetic(g, type, depth);
        return numeric;
    case 2:
        if (type->width > 0)
            infix(g, type, ANY(g, "and", "or", "xor", "nor", "nand"),
                  depth - 1);
        return type->width > 0;
    case 3:
        text_printf(g->out, "(not ");
        print_expr(g, type, depth - 1);
        text_printf(g->out, ")");
        return true;
    case 4: return print_resized(g, type);
    case 5: return print_concatenation(g, type, depth);
    case 6: return print_slice(g, type);
    case 7:
        print_shift(g, type, depth);
        return true;
    default:
        if (!numeric || !g->functions || type->kind == KIND_SIGNED)
            return false;
        text_printf(g->out, "f_vec(");
        print_expr(g, type, depth - 1);
        text_printf(g->out, ")");
        return true;
    }
}

static void print_vector_leaf(gen_t *g, const rtype_t *type)
{
    const robject_t *o = find_object(g, type);
    if (o != NULL && chance(g, 80)) {
        text_printf(g->out, "%s", o->name);
        return;
    }
    if (type->width > 0) {
        text_printf(g->out, "%s'(\"", vector_name(type->kind));
        for (int i = 0; i < type->width; i++)
            text_printf(g->out, "%d", pick(g, 2));
        text_printf(g->out, "\")");
        return;
    }
    if (type->kind == KIND_VECTOR)
        text_printf(g->out, "std_logic_vector(");
    text_printf(g->out, "to_%s(%d, ",
                type->kind == KIND_SIGNED ? "signed" : "unsigned",
                pick(g, 3));
    print_width(g, type);
    text_printf(g->out, type->kind == KIND_VECTOR ? "))" : ")");
}

static void print_vector(gen_t *g, const rtype_t *type, int depth)
{
    if (depth <= 0 || !print_special(g, type, depth))
        print_vector_leaf(g, type);
}

// ---- all ----

static void print_named(gen_t *g, const rtype_t *type)
{
    const robject_t *o = find_object(g, type);
    if (o != NULL)
        text_printf(g->out, "%s", o->name);
    else
        print_constant(g, type);
}

void print_expr(gen_t *g, const rtype_t *type, int depth)
{
    switch (type->kind) {
    case KIND_BIT: print_bit(g, depth); break;
    case KIND_BOOL: print_bool(g, depth); break;
    case KIND_INT: print_int(g, depth); break;
    case KIND_UNSIGNED:
    case KIND_SIGNED:
    case KIND_VECTOR: print_vector(g, type, depth); break;
    default: print_named(g, type); break;
    }
}
