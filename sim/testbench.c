// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/testbench.h"

#include "sim/copy.h"
#include "sim/scan.h"

#include <strings.h>

#define STEP_NS 1000u // as in write_steps

uint64_t testbench_time(size_t step)
{
    return (step + 1) * (uint64_t)STEP_NS;
}

// ---- what the entity's source says ----

static size_t token_of(const testbench_t *t, const scan_t *scan,
                       vhdl_node_t node)
{
    return scan_find(scan, ghdl_source(t->ghdl, node).at);
}

// The library and use clauses before the entity.
static void write_context(const testbench_t *t, const scan_t *scan,
                          text_t *out)
{
    static const char *const clauses[] = {"library", "use", "context", NULL};
    size_t end = token_of(t, scan, t->entity);
    while (end > 0 && !scan_is(scan, end, "entity"))
        end--;
    size_t start = end;
    while (start > 0) {
        size_t i = start - 1;
        while (i > 0 && !scan_is(scan, i - 1, ";"))
            i--;
        if (!scan_is_one(scan, i, clauses))
            break;
        start = i;
    }
    scan_join(scan, start, end, out);
    text_char(out, '\n');
}

static const char *setting_of(const testbench_t *t, const char *name)
{
    for (size_t i = 0; i < t->generic_count; i++)
        if (strcasecmp(t->generics[i].name, name) == 0)
            return t->generics[i].value;
    return NULL;
}

static void write_constants(const testbench_t *t, const scan_t *scan,
                            text_t *out)
{
    VHDL_EACH(g, vhdl_generic_chain(t->entity)) {
        const scan_object_t o = scan_object(scan, token_of(t, scan, g));
        const char *value = setting_of(t, vhdl_identifier(g));
        text_printf(out, "  constant %s : ", vhdl_identifier(g));
        scan_join(scan, o.type, o.type_end, out);
        text_add(out, " := ");
        if (value != NULL)
            text_add(out, value);
        else
            scan_join(scan, o.value, o.stop, out);
        text_add(out, ";\n");
    }
}

static const testbench_port_t *port_of(const testbench_t *t, const char *name)
{
    for (size_t i = 0; i < t->port_count; i++)
        if (strcasecmp(t->ports[i].port, name) == 0)
            return &t->ports[i];
    return NULL;
}

static const char *level_text(bool level)
{
    return level ? "'1'" : "'0'";
}

static void write_signals(const testbench_t *t, const scan_t *scan,
                          text_t *out)
{
    VHDL_EACH(p, vhdl_port_chain(t->entity)) {
        const scan_object_t o = scan_object(scan, token_of(t, scan, p));
        const testbench_port_t *port = port_of(t, vhdl_identifier(p));
        text_printf(out, "  signal %s : ", vhdl_identifier(p));
        scan_join(scan, o.type, o.type_end, out);
        if (port != NULL && port->edges != NULL)
            text_printf(out, " := %s", level_text(port->level));
        else if (port != NULL && t->steps > 0)
            text_printf(out, " := %s", port->values[0]);
        text_add(out, ";\n");
    }
}

// ---- the instance ----

static void write_map(vhdl_node_t chain, const char *keyword, text_t *out)
{
    if (!vhdl_exists(chain))
        return;
    text_printf(out, "\n    %s map (", keyword);
    VHDL_EACH(n, chain) {
        if (!vhdl_same(n, chain))
            text_add(out, ", ");
        text_printf(out, "%s => %s", vhdl_identifier(n), vhdl_identifier(n));
    }
    text_char(out, ')');
}

static void write_instance(const testbench_t *t, text_t *out)
{
    text_printf(out, "  " COPY_TOP " : entity work.%s",
                vhdl_identifier(t->entity));
    if (vhdl_exists(t->architecture))
        text_printf(out, "(%s)", vhdl_identifier(t->architecture));
    write_map(vhdl_generic_chain(t->entity), "generic", out);
    write_map(vhdl_port_chain(t->entity), "port", out);
    text_add(out, ";\n");
}

// ---- the inputs ----

// The level of a clock before a step, if each edge changes it.
static bool level_before(const testbench_port_t *port, size_t step)
{
    bool level = port->level;
    for (size_t i = 0; port->both && i < step; i++)
        level ^= port->edges[i];
    return level;
}

static void write_edges(const testbench_t *t, size_t step, bool back,
                        text_t *out)
{
    for (size_t i = 0; i < t->port_count; i++) {
        const testbench_port_t *p = &t->ports[i];
        if (p->edges == NULL || !p->edges[step] || (back && p->both))
            continue;
        const bool level = level_before(p, step) ^ !back;
        text_printf(out, " %s <= %s;", p->port, level_text(level));
    }
}

static void write_inputs(const testbench_t *t, size_t step, text_t *out)
{
    for (size_t i = 0; i < t->port_count; i++) {
        const testbench_port_t *p = &t->ports[i];
        if (p->values != NULL
            && strcmp(p->values[step], p->values[step - 1]) != 0)
            text_printf(out, " %s <= %s;", p->port, p->values[step]);
    }
}

static void write_steps(const testbench_t *t, text_t *out)
{
    text_add(out, "  process\n  begin\n    wait for 500 ns;\n");
    for (size_t i = 0; i < t->steps; i++) {
        text_printf(out, "    wait for 500 ns; report \"" TESTBENCH_MARK
                         "%zu\";", i);
        write_edges(t, i, false, out);
        text_add(out, " wait for 0 ns;");
        if (i + 1 < t->steps)
            write_inputs(t, i + 1, out);
        text_add(out, "\n    wait for 500 ns;");
        write_edges(t, i, true, out);
        text_char(out, '\n');
    }
    text_add(out, "    wait;\n  end process;\n");
}

void testbench_write(const testbench_t *t, text_t *out)
{
    scan_t scan;
    const ghdl_source_t source = ghdl_source(t->ghdl, t->entity);
    scan_init(&scan, source.text, source.length);
    text_add(out, "entity " COPY_TESTBENCH " is end;\n");
    write_context(t, &scan, out);
    text_add(out, "architecture a of " COPY_TESTBENCH " is\n");
    write_constants(t, &scan, out);
    write_signals(t, &scan, out);
    text_add(out, "begin\n");
    write_instance(t, out);
    write_steps(t, out);
    text_add(out, "end;\n");
    scan_release(&scan);
}
