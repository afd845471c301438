// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "tests/random/vhdl.h"

int pick(gen_t *g, int n)
{
    return (int)random_below(&g->random, (uint64_t)n);
}

bool chance(gen_t *g, unsigned percent)
{
    return random_percent(&g->random, percent);
}

bool is_vector(kind_t kind)
{
    return kind == KIND_UNSIGNED || kind == KIND_SIGNED
        || kind == KIND_VECTOR;
}

rtype_t int_type(int low, int high)
{
    return (rtype_t){.kind = KIND_INT, .low = low, .high = high};
}

rtype_t vector_type(kind_t kind, int width, const char *symbol)
{
    return (rtype_t){.kind = kind, .width = width, .symbol = symbol};
}

rtype_t random_type(gen_t *g, bool composite)
{
    static const int ranges[][2] = {{0, 7}, {-5, 9}, {1, 100}, {0, 1}};
    const int n = pick(g, composite ? 12 : 10);
    switch (n) {
    case 0:
    case 1: return (rtype_t){.kind = KIND_BIT};
    case 2: return (rtype_t){.kind = KIND_BOOL};
    case 3:
    case 4: {
        const int *r = ranges[pick(g, ARRAY_LEN(ranges))];
        return int_type(r[0], r[1]);
    }
    case 5: return (rtype_t){.kind = KIND_ENUM, .name = "colour_t"};
    case 10:
        return (rtype_t){.kind = KIND_ARRAY,
                         .element = pick(g, 2) ? KIND_INT : KIND_UNSIGNED,
                         .name = NULL};
    case 11: return (rtype_t){.kind = KIND_RECORD, .name = "pair_t"};
    default: break;
    }
    const kind_t kind = n < 8 ? KIND_UNSIGNED
                      : n < 9 ? KIND_SIGNED : KIND_VECTOR;
    if (chance(g, 25))
        return vector_type(kind, 0, pick(g, 2) ? "W" : "V");
    return vector_type(kind, 1 + pick(g, 5), NULL);
}

void print_range(gen_t *g, const rtype_t *type)
{
    if (type->width == 0)
        text_printf(g->out, "%s - 1 downto 0", type->symbol);
    else if (type->ascending)
        text_printf(g->out, "0 to %d", type->width - 1);
    else
        text_printf(g->out, "%d downto 0", type->width - 1);
}

void print_type(gen_t *g, const rtype_t *type)
{
    switch (type->kind) {
    case KIND_BIT: text_printf(g->out, "std_logic"); break;
    case KIND_BOOL: text_printf(g->out, "boolean"); break;
    case KIND_INT:
        text_printf(g->out, "integer range %d to %d", type->low, type->high);
        break;
    case KIND_UNSIGNED:
    case KIND_SIGNED:
    case KIND_VECTOR:
        text_printf(g->out, "%s(", type->kind == KIND_UNSIGNED ? "unsigned"
                    : type->kind == KIND_SIGNED ? "signed"
                                                : "std_logic_vector");
        print_range(g, type);
        text_printf(g->out, ")");
        break;
    default: text_printf(g->out, "%s", type->name); break;
    }
}

void print_constant(gen_t *g, const rtype_t *type)
{
    static const char *const colours[] = {"red", "green", "blue"};
    switch (type->kind) {
    case KIND_BIT: text_printf(g->out, "'%d'", pick(g, 2)); break;
    case KIND_BOOL: text_printf(g->out, pick(g, 2) ? "true" : "false"); break;
    case KIND_INT:
        text_printf(g->out, "%d",
                    type->low + pick(g, type->high - type->low + 1));
        break;
    case KIND_ENUM: text_printf(g->out, "%s", colours[pick(g, 3)]); break;
    case KIND_ARRAY:
        text_printf(g->out, type->element == KIND_INT
                                ? "(1 => 4, others => 7)"
                                : "(2 => \"011\", others => \"101\")");
        break;
    case KIND_RECORD: text_printf(g->out, "(b => '1', n => 3)"); break;
    default: text_printf(g->out, "(others => '%d')", pick(g, 2)); break;
    }
}

// ---- declarations ----

static robject_t new_object(gen_t *g, const char *prefix, bool composite)
{
    robject_t o = {.type = random_type(g, composite)};
    if (o.type.kind == KIND_ARRAY)
        o.type.name = o.type.element == KIND_INT ? "nums_t" : "vecs_t";
    if (is_vector(o.type.kind) && o.type.width > 0)
        o.type.ascending = chance(g, 15);
    snprintf(o.name, sizeof o.name, "%s%d", prefix, g->fresh++);
    return o;
}

static const char types[] =
    "  type colour_t is (red, green, blue);\n"
    "  type nums_t is array (0 to 3) of integer range 0 to 9;\n"
    "  type vecs_t is array (0 to 3) of unsigned(2 downto 0);\n"
    "  type pair_t is record b : std_logic; n : integer range 0 to 15;"
    " end record;\n";

static void print_ports(gen_t *g, robject_t *outputs, int count)
{
    text_printf(g->out, "  port (clk, rst : in std_logic");
    for (int i = 0; i < 5; i++) {
        robject_t o = new_object(g, "a", false);
        while (o.type.kind == KIND_ENUM)
            o.type = random_type(g, false);
        text_printf(g->out, ";\n        %s : in ", o.name);
        print_type(g, &o.type);
        vec_push(&g->objects, o);
    }
    for (int i = 0; i < count; i++) {
        outputs[i] = new_object(g, "y", false);
        while (outputs[i].type.kind == KIND_ENUM)
            outputs[i].type = random_type(g, false);
        text_printf(g->out, ";\n        %s : out ", outputs[i].name);
        print_type(g, &outputs[i].type);
    }
    text_printf(g->out, ");\nend;\n");
}

// Two functions: of numbers, and of unsigned vectors of any length.
static void print_functions(gen_t *g)
{
    const size_t outside = g->objects.len;
    robject_t *const kept = xnmalloc(outside, sizeof *kept);
    memcpy(kept, g->objects.data, outside * sizeof *kept);
    g->objects.len = 0;
    const robject_t x = {.name = "x", .type = int_type(0, 0)},
                    c = {.name = "c", .type = {.kind = KIND_BOOL}},
                    r = {.name = "r", .type = int_type(-20, 20),
                         .variable = true, .writable = true};
    vec_push(&g->objects, x);
    vec_push(&g->objects, c);
    vec_push(&g->objects, r);
    text_printf(g->out, "  function f_int(x : integer; c : boolean) "
                "return integer is\n    variable r : integer := %d;\n"
                "  begin", pick(g, 5));
    g->indent = 2;
    print_statements(g, 2, 2);
    text_printf(g->out, "\n    if c and r > 3 then\n      return r - 1;\n"
                "    end if;\n    return r;\n  end;\n"
                "  function f_vec(x : unsigned) return unsigned is\n"
                "    variable r : unsigned(x'length - 1 downto 0) := x;\n"
                "  begin\n    if r(0) = '1' then\n      r := r + %d;\n"
                "    else\n      r := shift_right(r, 1);\n    end if;\n"
                "    return r;\n  end;\n", pick(g, 9));
    g->objects.len = 0;
    for (size_t i = 0; i < outside; i++)
        vec_push(&g->objects, kept[i]);
    free(kept);
}

static void declare(gen_t *g, const robject_t *o, const char *class)
{
    new_line(g);
    text_printf(g->out, "%s %s : ", class, o->name);
    print_type(g, &o->type);
    text_printf(g->out, " := ");
    print_constant(g, &o->type);
    text_printf(g->out, ";");
}

// ---- processes ----

static void set_writable(gen_t *g, const char *prefix, bool writable)
{
    for (size_t i = 0; i < g->objects.len; i++)
        if (strncmp(g->objects.data[i].name, prefix, strlen(prefix)) == 0)
            g->objects.data[i].writable = writable;
}

// The registers of one process have a prefix of their own.
static void print_registers(gen_t *g, const char *prefix)
{
    const size_t seen = g->objects.len;
    const bool reset = chance(g, 60), async = chance(g, 40);
    robject_t v = new_object(g, "v", true);
    v.variable = v.writable = true;
    text_printf(g->out, "\n  process (clk%s) is",
                reset && async ? ", rst" : "");
    g->indent = 2;
    declare(g, &v, "variable");
    text_printf(g->out, "\n  begin");
    if (reset && async)
        text_printf(g->out, "\n    if rst = '1' then");
    else
        text_printf(g->out, "\n    if rising_edge(clk) then");
    g->indent = 3;
    set_writable(g, prefix, true);
    if (reset && async) {
        for (size_t i = 0; i < seen; i++) {
            const robject_t o = g->objects.data[i];
            if (strncmp(o.name, prefix, strlen(prefix)) != 0)
                continue;
            new_line(g);
            text_printf(g->out, "%s <= ", o.name);
            print_constant(g, &o.type);
            text_printf(g->out, ";");
        }
        new_line(g);
        text_printf(g->out, "%s := ", v.name);
        print_constant(g, &v.type);
        text_printf(g->out, ";\n    elsif rising_edge(clk) then");
    }
    vec_push(&g->objects, v);
    print_statements(g, 4, 2);
    g->objects.len = seen;
    set_writable(g, prefix, false);
    text_printf(g->out, "\n    end if;\n  end process;\n");
}

static void print_in_range(gen_t *g, const rtype_t *type)
{
    if (type->kind == KIND_INT)
        text_printf(g->out, "%d + (", type->low);
    print_expr(g, type, 3);
    if (type->kind == KIND_INT)
        text_printf(g->out, ") mod %d", type->high - type->low + 1);
    text_printf(g->out, ";");
}

// Each is assigned once, from what is known before it.
static void print_wire(gen_t *g, const robject_t *o)
{
    if (chance(g, 50)) {
        text_printf(g->out, "\n  %s <= ", o->name);
        print_in_range(g, &o->type);
        text_printf(g->out, "\n");
        return;
    }
    text_printf(g->out, "\n  process (all) is\n  begin\n    %s <= ", o->name);
    print_constant(g, &o->type);
    text_printf(g->out, ";\n    if ");
    print_bool(g, 3);
    text_printf(g->out, " then\n      %s <= ", o->name);
    print_in_range(g, &o->type);
    text_printf(g->out, "\n    end if;\n  end process;\n");
}

void random_vhdl(uint64_t seed, text_t *out)
{
    enum { OUTPUTS = 3, WIRES = 3, REGISTERS = 3, PROCESSES = 2 };
    gen_t g = {.random = random_seeded(seed), .out = out};
    robject_t outputs[OUTPUTS], wires[WIRES];
    text_printf(out, "library ieee;\nuse ieee.std_logic_1164.all;\n"
                "use ieee.numeric_std.all;\nentity top is\n"
                "  generic (W : positive range 1 to 7 := 4; "
                "V : positive range 2 to 5 := 3);\n");
    print_ports(&g, outputs, OUTPUTS);
    text_printf(out, "architecture rtl of top is\n%s", types);
    print_functions(&g);
    g.functions = true;
    g.indent = 1;
    static const char *const prefixes[PROCESSES] = {"p", "q"};
    for (int i = 0; i < PROCESSES; i++)
        for (int k = 0; k < REGISTERS; k++) {
            const robject_t o = new_object(&g, prefixes[i], true);
            declare(&g, &o, "signal");
            vec_push(&g.objects, o);
        }
    for (int i = 0; i < WIRES; i++) {
        wires[i] = new_object(&g, "c", true);
        declare(&g, &wires[i], "signal");
    }
    text_printf(out, "\nbegin\n");
    for (int i = 0; i < WIRES; i++) {
        print_wire(&g, &wires[i]);
        vec_push(&g.objects, wires[i]);
    }
    for (int i = 0; i < PROCESSES; i++)
        print_registers(&g, prefixes[i]);
    for (int i = 0; i < OUTPUTS; i++)
        print_wire(&g, &outputs[i]);
    text_printf(out, "end;\n");
    vec_release(&g.objects);
}
