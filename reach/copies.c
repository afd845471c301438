// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/copies.h"

#include "core/checked.h"
#include "core/memo.h"
#include "reach/cases.h"

#define MAX_CASES 64
#define MAX_NODES 256

// leaf = parent + offset; a root is its own parent.
typedef struct {
    term_t leaf;
    size_t parent;
    int64_t offset;
    bool data; // no other value than data was found so far
} node_t;

typedef struct {
    context_t *ctx;
    const system_t *system;
    VEC(node_t) nodes; // states, then inputs
    memo_t places;     // + 1
    size_t reader;     // the state whose next value is read
} families_t;

static void add_node(families_t *f, var_t var, bool data)
{
    const term_t leaf = term_last(f->ctx, var);
    const node_t node = {leaf, f->nodes.len, 0, data};
    vec_push(&f->nodes, node);
    memo_set(&f->places, leaf, (uint32_t)f->nodes.len);
}

static size_t root_of(const families_t *f, size_t i, int64_t *offset)
{
    *offset = 0;
    while (f->nodes.data[i].parent != i) {
        *offset += f->nodes.data[i].offset;
        i = f->nodes.data[i].parent;
    }
    return i;
}

// reader = source + offset
static void join(families_t *f, size_t source, int64_t offset)
{
    int64_t a, b;
    const size_t ra = root_of(f, f->reader, &a);
    const size_t rb = root_of(f, source, &b);
    if (ra == rb) {
        if (a != b + offset)
            f->nodes.data[f->reader].data = false;
        return;
    }
    // ra + a = rb + b + offset
    f->nodes.data[ra].parent = rb;
    f->nodes.data[ra].offset = b + offset - a;
}

static void read_source(families_t *f, term_t leaf, int64_t offset)
{
    const uint32_t place = memo_get(&f->places, leaf);
    if (place == 0 || !f->nodes.data[place - 1].data)
        f->nodes.data[f->reader].data = false;
    else
        join(f, place - 1, offset);
}

static void read_case(const case_t *c, void *user)
{
    families_t *f = user;
    const affine_t *v = &c->value;
    if (v->count == 0)
        return;
    if (v->count > 1 || v->parts[0].factor != 1
        || v->constant > INT32_MAX || v->constant < -INT32_MAX)
        f->nodes.data[f->reader].data = false;
    else
        read_source(f, v->parts[0].leaf, v->constant);
}

// Values of other sorts: branches of if-then-elses; a conjunction is one of
// them under conditions.
static void read_branches(families_t *f, term_t t)
{
    term_t pending[MAX_NODES] = {t};
    size_t count = 1;
    for (size_t n = 0; count > 0; n++) {
        const term_t v = pending[--count];
        const term_kind_t kind = term_kind(f->ctx, v);
        const bool opened = kind == TERM_ITE || kind == TERM_AND;
        if (n == MAX_NODES / 2 || (term_negated(v) && !term_is_constant(
                                                          f->ctx, v))
            || (!opened && kind != TERM_LAST
                && !term_is_constant(f->ctx, v))) {
            f->nodes.data[f->reader].data = false;
            return;
        }
        if (kind == TERM_LAST)
            read_source(f, v, 0);
        for (unsigned i = 0; opened && i < 2; i++) {
            const term_t kid = term_kid(f->ctx, v,
                                        kind == TERM_ITE ? i + 1 : i);
            if (kind == TERM_ITE || term_kind(f->ctx, kid) == TERM_ITE)
                pending[count++] = kid;
        }
    }
}

static void read_all(families_t *f)
{
    for (size_t i = 0; i < f->nodes.len; i++) {
        f->nodes.data[i].parent = i;
        f->nodes.data[i].offset = 0;
    }
    for (size_t i = 0; i < f->system->states.len; i++) {
        f->reader = i;
        if (!f->nodes.data[i].data)
            continue;
        const term_t next = f->system->next.data[i];
        const sort_t sort = term_sort(f->ctx, next);
        if (sort_kind(f->ctx, sort) == SORT_INT)
            cases_of(f->ctx, next, MAX_CASES, read_case, f);
        else
            read_branches(f, next);
    }
}

static size_t count_data(const families_t *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->nodes.len; i++)
        count += f->nodes.data[i].data;
    return count;
}

void copies_of(const system_t *system, copy_vec_t *copies)
{
    families_t f = {.ctx = system->ctx, .system = system};
    memo_init(&f.places);
    for (size_t i = 0; i < system->states.len; i++)
        add_node(&f, system->states.data[i],
                 !term_equal(system->next.data[i],
                             term_last(f.ctx, system->states.data[i])));
    for (size_t i = 0; i < system->inputs.len; i++)
        add_node(&f, system->inputs.data[i], true);
    // What turns out to be no data takes its copies with it.
    size_t before;
    do {
        before = count_data(&f);
        read_all(&f);
    } while (count_data(&f) < before);
    for (size_t i = 0; i < system->states.len; i++) {
        copy_t copy = {.leaf = f.nodes.data[i].leaf};
        if (!f.nodes.data[i].data)
            continue;
        copy.family = root_of(&f, i, &copy.offset);
        vec_push(copies, copy);
    }
    memo_release(&f.places);
    vec_release(&f.nodes);
}
