// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/scc.h"

void graph_release(graph_t *g)
{
    vec_release(&g->first);
    vec_release(&g->arcs);
}

void graph_node(graph_t *g)
{
    vec_push(&g->first, (uint32_t)g->arcs.len);
}

void graph_arc(graph_t *g, uint32_t to, uint64_t accept)
{
    vec_push(&g->arcs, ((arc_t){to, accept}));
}

uint32_t graph_count(const graph_t *g)
{
    return (uint32_t)g->first.len - 1;
}

// Tarjan's algorithm with a stack of its own.
typedef struct {
    uint32_t node, arc;
} frame_t;

typedef struct {
    const graph_t *g;
    uint32_t *component, *index, *low;
    uint32_t next, components;
    VEC(uint32_t) open;
    VEC(frame_t) frames;
} tarjan_t;

#define UNSEEN 0
#define NO_COMPONENT UINT32_MAX

static void enter(tarjan_t *t, uint32_t v)
{
    t->index[v] = t->low[v] = ++t->next;
    vec_push(&t->open, v);
    vec_push(&t->frames, ((frame_t){v, t->g->first.data[v]}));
}

static void leave(tarjan_t *t, uint32_t v)
{
    if (t->low[v] != t->index[v])
        return;
    uint32_t w;
    do {
        w = vec_pop(&t->open);
        t->component[w] = t->components;
    } while (w != v);
    t->components++;
}

static void step(tarjan_t *t)
{
    frame_t *f = &vec_last(&t->frames);
    const uint32_t v = f->node;
    if (f->arc < t->g->first.data[v + 1]) {
        const uint32_t w = t->g->arcs.data[f->arc++].to;
        if (t->index[w] == UNSEEN)
            enter(t, w);
        else if (t->component[w] == NO_COMPONENT
                 && t->index[w] < t->low[v])
            t->low[v] = t->index[w];
        return;
    }
    t->frames.len--;
    leave(t, v);
    if (t->frames.len) {
        const uint32_t parent = vec_last(&t->frames).node;
        if (t->low[v] < t->low[parent])
            t->low[parent] = t->low[v];
    }
}

uint32_t scc_find(const graph_t *g, uint32_t *component)
{
    const uint32_t n = graph_count(g);
    tarjan_t t = {.g = g, .component = component,
                  .index = xcalloc(n + 1, sizeof *t.index),
                  .low = xcalloc(n + 1, sizeof *t.low)};
    for (uint32_t v = 0; v < n; v++)
        component[v] = NO_COMPONENT;
    for (uint32_t v = 0; v < n; v++) {
        if (t.index[v] == UNSEEN)
            enter(&t, v);
        while (t.frames.len)
            step(&t);
    }
    vec_release(&t.open);
    vec_release(&t.frames);
    free(t.index);
    free(t.low);
    return t.components;
}

void scc_accepting(const graph_t *g, const uint32_t *component,
                   uint32_t count, unsigned sets, bool *accepting)
{
    const uint64_t all = (UINT64_C(1) << sets) - 1;
    uint64_t *seen = xcalloc(count + 1, sizeof *seen);
    bool *cyclic = xcalloc(count + 1, sizeof *cyclic);
    for (uint32_t v = 0; v < graph_count(g); v++)
        for (uint32_t i = g->first.data[v]; i < g->first.data[v + 1]; i++) {
            const arc_t *arc = &g->arcs.data[i];
            if (component[arc->to] != component[v])
                continue;
            seen[component[v]] |= arc->accept;
            cyclic[component[v]] = true;
        }
    for (uint32_t c = 0; c < count; c++)
        accepting[c] = cyclic[c] && (seen[c] & all) == all;
    free(seen);
    free(cyclic);
}
