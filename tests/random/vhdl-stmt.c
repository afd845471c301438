// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/random/vhdl.h"

void new_line(gen_t *g)
{
    text_printf(g->out, "\n%*s", 2 * g->indent, "");
}

static const robject_t *any_target(gen_t *g)
{
    const robject_t *found = NULL;
    int seen = 0;
    for (size_t i = 0; i < g->objects.len; i++)
        if (g->objects.data[i].writable && pick(g, ++seen) == 0)
            found = &g->objects.data[i];
    return found;
}

// A value that fits, nearly always.
static void print_fitting(gen_t *g, const rtype_t *type, int depth)
{
    if (type->kind != KIND_INT) {
        print_expr(g, type, depth);
        return;
    }
    // Through a function: a constant that does not fit never runs at all.
    if (g->functions && chance(g, 2)) {
        text_printf(g->out, "f_int(");
        print_int(g, depth);
        text_printf(g->out, ", true)");
        return;
    }
    text_printf(g->out, "%d + (", type->low);
    print_int(g, depth);
    text_printf(g->out, ") mod %d", type->high - type->low + 1);
}

static void print_whole(gen_t *g, const robject_t *target)
{
    const rtype_t type = target->type, bit = {.kind = KIND_BIT};
    const char *const assign = target->variable ? ":=" : "<=";
    text_printf(g->out, "%s %s ", target->name, assign);
    if (is_vector(type.kind) && chance(g, 15)) {
        text_printf(g->out, "(others => ");
        print_expr(g, &bit, 1);
        text_printf(g->out, ");");
        return;
    }
    print_fitting(g, &type, 3);
    if (!target->variable && chance(g, 15)) {
        text_printf(g->out, " when ");
        print_bool(g, 2);
        text_printf(g->out, " else ");
        print_fitting(g, &type, 2);
    }
    text_printf(g->out, ";");
}

static rtype_t element_of(const rtype_t *array)
{
    return array->element == KIND_INT ? int_type(0, 9)
                                      : vector_type(array->element, 3, NULL);
}

// An element, a slice or a field of a target; false if it has none.
static bool print_part_of(gen_t *g, const robject_t *target)
{
    const rtype_t type = target->type, bit = {.kind = KIND_BIT};
    const char *const assign = target->variable ? ":=" : "<=";
    if (is_vector(type.kind) && type.width > 0) {
        text_printf(g->out, "%s(", target->name);
        print_index(g, type.width - 1, 1);
        text_printf(g->out, ") %s ", assign);
        print_expr(g, &bit, 2);
    } else if (type.kind == KIND_ARRAY) {
        const rtype_t element = element_of(&type);
        text_printf(g->out, "%s(", target->name);
        print_index(g, ARRAY_TOP, 2);
        text_printf(g->out, ") %s ", assign);
        print_fitting(g, &element, 2);
    } else if (type.kind == KIND_RECORD) {
        const rtype_t n = int_type(0, 15);
        const bool number = pick(g, 2);
        text_printf(g->out, "%s.%s %s ", target->name, number ? "n" : "b",
                    assign);
        print_fitting(g, number ? &n : &bit, 2);
    } else {
        return false;
    }
    text_printf(g->out, ";");
    return true;
}

static void print_assignment(gen_t *g)
{
    const robject_t *target = any_target(g);
    if (target == NULL) {
        text_printf(g->out, "null;");
        return;
    }
    // Made text moves no object: copies are not needed.
    if (chance(g, 60) || !print_part_of(g, target))
        print_whole(g, target);
}

static void print_body(gen_t *g, int count, int depth)
{
    g->indent++;
    print_statements(g, count, depth);
    g->indent--;
    new_line(g);
}

static void print_if(gen_t *g, int depth)
{
    text_printf(g->out, "if ");
    print_bool(g, 2);
    text_printf(g->out, " then");
    print_body(g, 2, depth - 1);
    if (chance(g, 30)) {
        text_printf(g->out, "elsif ");
        print_bool(g, 2);
        text_printf(g->out, " then");
        print_body(g, 1, depth - 1);
    }
    if (chance(g, 60)) {
        text_printf(g->out, "else");
        print_body(g, 1, depth - 1);
    }
    text_printf(g->out, "end if;");
}

static void print_case(gen_t *g, int depth)
{
    static const char *const colours[] = {"red", "green", "blue"};
    const rtype_t colour = {.kind = KIND_ENUM, .name = "colour_t"};
    const bool named = find_object(g, &colour) != NULL && pick(g, 2);
    text_printf(g->out, "case ");
    if (named) {
        print_expr(g, &colour, 1);
    } else {
        text_printf(g->out, "integer'(");
        print_index(g, 6, 2);
        text_printf(g->out, ")");
    }
    text_printf(g->out, " is");
    g->indent++;
    for (int i = 0; i < 3; i++) {
        new_line(g);
        if (named)
            text_printf(g->out, "when %s =>", colours[i]);
        else
            text_printf(g->out, "when %s =>",
                        i == 0 ? "0 | 3" : i == 1 ? "1 to 2" : "others");
        print_body(g, 1, depth - 1);
    }
    g->indent--;
    new_line(g);
    text_printf(g->out, "end case;");
}

static void print_loop(gen_t *g, int depth)
{
    const size_t seen = g->objects.len;
    robject_t counter = {.type = int_type(0, ARRAY_TOP), .variable = true};
    snprintf(counter.name, sizeof counter.name, "i%d", g->fresh++);
    text_printf(g->out, "for %s in 0 to %d loop", counter.name, ARRAY_TOP);
    vec_push(&g->objects, counter);
    g->loops++;
    if (chance(g, 30)) {
        g->indent++;
        new_line(g);
        text_printf(g->out, "%s when ", pick(g, 2) ? "exit" : "next");
        print_bool(g, 2);
        text_printf(g->out, ";");
        g->indent--;
    }
    print_body(g, 2, depth - 1);
    g->loops--;
    g->objects.len = seen;
    text_printf(g->out, "end loop;");
}

void print_statements(gen_t *g, int count, int depth)
{
    for (int i = 0; i < count; i++) {
        new_line(g);
        switch (depth <= 0 ? 9 : pick(g, 8)) {
        case 0:
        case 1: print_if(g, depth); break;
        case 2: print_case(g, depth); break;
        case 3:
            if (g->loops < 2)
                print_loop(g, depth);
            else
                print_assignment(g);
            break;
        default: print_assignment(g); break;
        }
    }
}
