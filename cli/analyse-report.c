// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/analyse-report.h"
#include "cli/json.h"

#include <strings.h>

// An architecture is shown below its entity, if that is there.
static const summary_unit_t *entity_of(const analyse_report_t *r,
                                      const summary_unit_t *unit)
{
    if (unit->kind != SUMMARY_ARCHITECTURE)
        return NULL;
    for (size_t i = 0; i < r->count; i++)
        if (r->units[i].kind == SUMMARY_ENTITY
            && strcasecmp(r->units[i].name, unit->of) == 0)
            return &r->units[i];
    return NULL;
}

static const char *edges_name(uint32_t edges)
{
    if (edges == (SUMMARY_RISING | SUMMARY_FALLING))
        return "both edges";
    return edges == SUMMARY_RISING ? "rising" : "falling";
}

// ---- text ----

typedef struct {
    const analyse_report_t *r;
    text_t *out;
} printer_t;

static void keyword(const printer_t *p, unsigned indent, const char *word)
{
    text_fill(p->out, ' ', indent);
    text_printf(p->out, "%s%s%s ", p->r->colour ? "\033[1m" : "", word,
                p->r->colour ? "\033[0m" : "");
}

static void place(const printer_t *p, loc_t loc)
{
    if (loc_known(loc))
        text_printf(p->out, "  %s-- %s:%u%s", p->r->colour ? "\033[2m" : "",
                    sources_path(p->r->sources, loc.file),
                    (unsigned)loc.line, p->r->colour ? "\033[0m" : "");
    text_char(p->out, '\n');
}

static void via(const printer_t *p, const char *instance)
{
    if (instance != NULL)
        text_printf(p->out, " through %s", instance);
}

static void value(const printer_t *p, const char *text)
{
    if (text != NULL)
        text_printf(p->out, " := %s", text);
    text_char(p->out, '\n');
}

static void print_interface(const printer_t *p, const summary_unit_t *u)
{
    for (size_t i = 0; i < u->generic_count; i++) {
        const summary_generic_t *g = &u->generics[i];
        keyword(p, 2, "generic");
        text_printf(p->out, "%s : %s", g->name, g->type);
        value(p, g->value);
    }
    for (size_t i = 0; i < u->port_count; i++) {
        const summary_port_t *port = &u->ports[i];
        keyword(p, 2, "port");
        text_printf(p->out, "%s : %s %s", port->name, port->mode, port->type);
        value(p, port->value);
    }
}

static void print_instance(const printer_t *p, unsigned indent,
                           const summary_instance_t *i)
{
    keyword(p, indent, "instance");
    text_printf(p->out, "%s : %s%s%s", i->label,
                i->library != NULL ? i->library : "component",
                i->library != NULL ? "." : " ", i->unit);
    if (i->architecture != NULL)
        text_printf(p->out, "(%s)", i->architecture);
    place(p, i->loc);
}

static void print_directive(const printer_t *p, unsigned indent,
                            const summary_directive_t *d)
{
    keyword(p, indent, d->kind);
    if (d->label != NULL)
        text_printf(p->out, "%s : ", d->label);
    text_add(p->out, d->text);
    place(p, d->loc);
}

static void print_body(const printer_t *p, unsigned indent,
                       const summary_unit_t *u)
{
    for (size_t i = 0; i < u->clock_count; i++) {
        const summary_clock_t *c = &u->clocks[i];
        keyword(p, indent, c->derived ? "derived clock" : "clock");
        text_printf(p->out, "%s %s", c->name, edges_name(c->edges));
        via(p, c->via);
        place(p, c->loc);
    }
    for (size_t i = 0; i < u->reset_count; i++) {
        const summary_reset_t *r = &u->resets[i];
        keyword(p, indent, "reset");
        text_printf(p->out, "%s = %s %s", r->name, r->active,
                    r->asynchronous ? "asynchronous" : "synchronous");
        via(p, r->via);
        place(p, r->loc);
    }
    for (size_t i = 0; i < u->instance_count; i++)
        print_instance(p, indent, &u->instances[i]);
    for (size_t i = 0; i < u->directive_count; i++)
        print_directive(p, indent, &u->directives[i]);
}

static void print_unit(const printer_t *p, unsigned indent,
                       const summary_unit_t *u)
{
    keyword(p, indent, summary_kind_name((summary_kind_t)u->kind));
    text_add(p->out, u->name);
    if (u->of != NULL && indent == 0)
        text_printf(p->out, " of %s", u->of);
    place(p, u->loc);
    print_interface(p, u);
    print_body(p, indent + 2, u);
}

void analyse_report_text(const analyse_report_t *r, text_t *out)
{
    const printer_t p = {r, out};
    for (size_t i = 0; i < r->count; i++) {
        const summary_unit_t *u = &r->units[i];
        if (entity_of(r, u) != NULL)
            continue;
        print_unit(&p, 0, u);
        for (size_t k = 0; u->kind == SUMMARY_ENTITY && k < r->count; k++)
            if (entity_of(r, &r->units[k]) == u)
                print_unit(&p, 2, &r->units[k]);
    }
}

// ---- JSON ----

static json_t *with_place(const analyse_report_t *r, json_t *object,
                          loc_t loc)
{
    json_object_set_new(object, "file",
                        json_text(loc_known(loc)
                                      ? sources_path(r->sources, loc.file)
                                      : NULL));
    json_object_set_new(object, "line", json_integer(loc.line));
    json_object_set_new(object, "column", json_integer(loc.column));
    return object;
}

static json_t *generics_json(const analyse_report_t *r,
                             const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->generic_count; i++) {
        const summary_generic_t *g = &u->generics[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", json_text(g->name));
        json_object_set_new(o, "type", json_text(g->type));
        json_object_set_new(o, "default", json_text(g->value));
        json_array_append_new(array, with_place(r, o, g->loc));
    }
    return array;
}

static json_t *ports_json(const analyse_report_t *r, const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->port_count; i++) {
        const summary_port_t *p = &u->ports[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", json_text(p->name));
        json_object_set_new(o, "mode", json_text(p->mode));
        json_object_set_new(o, "type", json_text(p->type));
        json_object_set_new(o, "default", json_text(p->value));
        json_array_append_new(array, with_place(r, o, p->loc));
    }
    return array;
}

static json_t *clocks_json(const analyse_report_t *r, const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->clock_count; i++) {
        const summary_clock_t *c = &u->clocks[i];
        json_t *o = json_object(), *edges = json_array();
        if (c->edges & SUMMARY_RISING)
            json_array_append_new(edges, json_string("rising"));
        if (c->edges & SUMMARY_FALLING)
            json_array_append_new(edges, json_string("falling"));
        json_object_set_new(o, "name", json_text(c->name));
        json_object_set_new(o, "edges", edges);
        json_object_set_new(o, "derived", json_boolean(c->derived));
        json_object_set_new(o, "via", json_text(c->via));
        json_array_append_new(array, with_place(r, o, c->loc));
    }
    return array;
}

static json_t *resets_json(const analyse_report_t *r, const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->reset_count; i++) {
        const summary_reset_t *reset = &u->resets[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", json_text(reset->name));
        json_object_set_new(o, "active", json_text(reset->active));
        json_object_set_new(o, "asynchronous",
                            json_boolean(reset->asynchronous));
        json_object_set_new(o, "via", json_text(reset->via));
        json_array_append_new(array, with_place(r, o, reset->loc));
    }
    return array;
}

static json_t *instances_json(const analyse_report_t *r,
                              const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->instance_count; i++) {
        const summary_instance_t *n = &u->instances[i];
        json_t *o = json_object(), *maps = json_array();
        for (size_t k = 0; k < n->map_count; k++) {
            json_t *map = json_object();
            json_object_set_new(map, "formal", json_text(n->maps[k].formal));
            json_object_set_new(map, "actual", json_text(n->maps[k].actual));
            json_array_append_new(maps, map);
        }
        json_object_set_new(o, "label", json_text(n->label));
        json_object_set_new(o, "library", json_text(n->library));
        json_object_set_new(o, "unit", json_text(n->unit));
        json_object_set_new(o, "architecture", json_text(n->architecture));
        json_object_set_new(o, "ports", maps);
        json_array_append_new(array, with_place(r, o, n->loc));
    }
    return array;
}

static json_t *directives_json(const analyse_report_t *r,
                               const summary_unit_t *u)
{
    json_t *array = json_array();
    for (size_t i = 0; i < u->directive_count; i++) {
        const summary_directive_t *d = &u->directives[i];
        json_t *o = json_object();
        json_object_set_new(o, "kind", json_text(d->kind));
        json_object_set_new(o, "label", json_text(d->label));
        json_object_set_new(o, "text", json_text(d->text));
        json_array_append_new(array, with_place(r, o, d->loc));
    }
    return array;
}

static json_t *unit_json(const analyse_report_t *r, const summary_unit_t *u)
{
    json_t *o = json_object();
    json_object_set_new(
        o, "kind", json_text(summary_kind_name((summary_kind_t)u->kind)));
    json_object_set_new(o, "name", json_text(u->name));
    json_object_set_new(o, "of", json_text(u->of));
    if (u->kind == SUMMARY_ENTITY) {
        json_object_set_new(o, "generics", generics_json(r, u));
        json_object_set_new(o, "ports", ports_json(r, u));
    }
    if (u->kind == SUMMARY_ARCHITECTURE) {
        json_object_set_new(o, "clocks", clocks_json(r, u));
        json_object_set_new(o, "resets", resets_json(r, u));
        json_object_set_new(o, "instances", instances_json(r, u));
    }
    if (u->kind == SUMMARY_ENTITY || u->kind == SUMMARY_ARCHITECTURE
        || u->kind == SUMMARY_VUNIT)
        json_object_set_new(o, "directives", directives_json(r, u));
    return with_place(r, o, u->loc);
}

void analyse_report_json(const analyse_report_t *r, text_t *out)
{
    json_t *root = json_object(), *units = json_array();
    for (size_t i = 0; i < r->count; i++)
        json_array_append_new(units, unit_json(r, &r->units[i]));
    json_object_set_new(root, "format", json_string("clave-analyse"));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "complete", json_boolean(r->complete));
    json_object_set_new(root, "units", units);
    json_format(root, out);
    json_decref(root);
}
