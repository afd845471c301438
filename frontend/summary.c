// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/summary.h"

#include <assert.h>
#include <strings.h>

const char *summary_kind_name(summary_kind_t kind)
{
    static const char *const names[SUMMARY_KINDS] = {
        "entity", "architecture", "package", "package body", "configuration",
        "context", "vunit", "unit",
    };
    assert(kind < SUMMARY_KINDS);
    return names[kind];
}

// ---- on the wire ----

static void wire_generic(wire_t *w, summary_generic_t *g)
{
    wire_text(w, &g->name);
    wire_text(w, &g->type);
    wire_text(w, &g->value);
    wire_loc(w, &g->loc);
}

static void wire_port(wire_t *w, summary_port_t *p)
{
    wire_text(w, &p->name);
    wire_text(w, &p->mode);
    wire_text(w, &p->type);
    wire_text(w, &p->value);
    wire_loc(w, &p->loc);
}

static void wire_clock(wire_t *w, summary_clock_t *c)
{
    wire_text(w, &c->name);
    wire_u32(w, &c->edges);
    wire_bool(w, &c->derived);
    wire_text(w, &c->via);
    wire_loc(w, &c->loc);
}

static void wire_reset(wire_t *w, summary_reset_t *r)
{
    wire_text(w, &r->name);
    wire_text(w, &r->active);
    wire_bool(w, &r->asynchronous);
    wire_text(w, &r->via);
    wire_loc(w, &r->loc);
}

static void wire_map(wire_t *w, summary_map_t *m)
{
    wire_text(w, &m->formal);
    wire_text(w, &m->actual);
    wire_bool(w, &m->input);
}

// An array, its count, and the function for one element.
#define WIRE_ALL(w, data, count, one)                                         \
    do {                                                                      \
        (data) = wire_array((w), (data), &(count), sizeof *(data));           \
        for (size_t i_ = 0; i_ < (count); i_++)                               \
            one((w), &(data)[i_]);                                            \
    } while (0)

static void wire_instance(wire_t *w, summary_instance_t *i)
{
    wire_text(w, &i->label);
    wire_text(w, &i->library);
    wire_text(w, &i->unit);
    wire_text(w, &i->architecture);
    WIRE_ALL(w, i->maps, i->map_count, wire_map);
    wire_loc(w, &i->loc);
}

static void wire_directive(wire_t *w, summary_directive_t *d)
{
    wire_text(w, &d->kind);
    wire_text(w, &d->label);
    wire_text(w, &d->text);
    wire_loc(w, &d->loc);
}

void summary_wire_unit(wire_t *w, summary_unit_t *u)
{
    wire_u32(w, &u->kind);
    wire_text(w, &u->name);
    wire_text(w, &u->of);
    wire_loc(w, &u->loc);
    WIRE_ALL(w, u->generics, u->generic_count, wire_generic);
    WIRE_ALL(w, u->ports, u->port_count, wire_port);
    WIRE_ALL(w, u->clocks, u->clock_count, wire_clock);
    WIRE_ALL(w, u->resets, u->reset_count, wire_reset);
    WIRE_ALL(w, u->instances, u->instance_count, wire_instance);
    WIRE_ALL(w, u->directives, u->directive_count, wire_directive);
}

// ---- clocks and resets through port maps ----

static const summary_map_t *find_map(const summary_instance_t *instance,
                                    const char *formal)
{
    for (size_t i = 0; i < instance->map_count; i++)
        if (strcasecmp(instance->maps[i].formal, formal) == 0)
            return &instance->maps[i];
    return NULL;
}

static void *append(arena_t *arena, void *data, size_t count, size_t size,
                    const void *element)
{
    char *copy = arena_calloc(arena, count + 1, size);
    if (count > 0)
        memcpy(copy, data, count * size);
    memcpy(copy + count * size, element, size);
    return copy;
}

static bool add_clock(summary_unit_t *unit, summary_clock_t clock,
                      arena_t *arena)
{
    for (size_t i = 0; i < unit->clock_count; i++) {
        summary_clock_t *known = &unit->clocks[i];
        if (strcasecmp(known->name, clock.name) != 0)
            continue;
        const bool more = (clock.edges & ~known->edges) != 0;
        known->edges |= clock.edges;
        return more;
    }
    unit->clocks = append(arena, unit->clocks, unit->clock_count,
                          sizeof clock, &clock);
    unit->clock_count++;
    return true;
}

static bool add_reset(summary_unit_t *unit, summary_reset_t reset,
                      arena_t *arena)
{
    for (size_t i = 0; i < unit->reset_count; i++) {
        const summary_reset_t *known = &unit->resets[i];
        if (strcasecmp(known->name, reset.name) == 0
            && strcmp(known->active, reset.active) == 0
            && known->asynchronous == reset.asynchronous)
            return false;
    }
    unit->resets = append(arena, unit->resets, unit->reset_count,
                          sizeof reset, &reset);
    unit->reset_count++;
    return true;
}

// What the instance of `inner` makes of the objects of `outer`.
static bool lift(summary_unit_t *outer, const summary_instance_t *instance,
                 const summary_unit_t *inner, arena_t *arena)
{
    bool changed = false;
    for (size_t i = 0; i < inner->clock_count; i++) {
        const summary_clock_t *c = &inner->clocks[i];
        const summary_map_t *m = find_map(instance, c->name);
        if (!c->derived && m != NULL && m->actual != NULL)
            changed |= add_clock(outer,
                                 (summary_clock_t){m->actual, c->edges,
                                                  !m->input, instance->label,
                                                  instance->loc},
                                 arena);
    }
    for (size_t i = 0; i < inner->reset_count; i++) {
        const summary_reset_t *r = &inner->resets[i];
        const summary_map_t *m = find_map(instance, r->name);
        if (m != NULL && m->actual != NULL && m->input)
            changed |= add_reset(outer,
                                 (summary_reset_t){m->actual, r->active,
                                                  r->asynchronous,
                                                  instance->label,
                                                  instance->loc},
                                 arena);
    }
    return changed;
}

// A component is bound by default to the entity of its name.
static bool is_body_of(const summary_unit_t *unit,
                       const summary_instance_t *instance)
{
    return unit->kind == SUMMARY_ARCHITECTURE
           && strcasecmp(unit->of, instance->unit) == 0
           && (instance->architecture == NULL
               || strcasecmp(unit->name, instance->architecture) == 0);
}

static bool lift_all(summary_unit_t *outer, summary_unit_t *units, size_t count,
                     arena_t *arena)
{
    bool changed = false;
    for (size_t i = 0; i < outer->instance_count; i++)
        for (size_t u = 0; u < count; u++)
            if (&units[u] != outer
                && is_body_of(&units[u], &outer->instances[i]))
                changed |= lift(outer, &outer->instances[i], &units[u],
                                arena);
    return changed;
}

void summary_link(summary_unit_t *units, size_t count, arena_t *arena)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t u = 0; u < count; u++)
            changed |= lift_all(&units[u], units, count, arena);
    }
}
