// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/hash.h"
#include "core/memo.h"
#include "core/print.h"
#include "core/walk.h"
#include "reach/certificate.h"

#include <assert.h>

// A script has one function for each part of the system, over the leaves of a
// step, and constants for the leaves of each frame. Leaves become variables
// with names of their own; enumerations become numbers in range, so that
// solvers need no more than linear arithmetic.

typedef struct {
    const certificate_t *c;
    const system_t *system;
    context_t *ctx;
    text_t *out;
    term_vec_t leaves, plain; // and what stands for each
    memo_t plain_of;          // a term's plain form: its number + 1
    map_t *names;             // taken, by hash
} writer_t;

// ---- plain terms ----

static term_t new_plain(writer_t *w, term_t leaf)
{
    context_t *c = w->ctx;
    const sort_t sort = term_sort(c, leaf);
    text_t name = {0};
    print_smt_variable(c, term_kind(c, leaf), term_var(c, leaf), &name);
    // Symbols in bars are the same as without; ours are made without.
    text_t bare = {0};
    for (const char *p = text_str(&name); *p != '\0'; p++)
        if (*p != '|')
            text_char(&bare, *p);
    uint64_t hash = hash_bytes(bare.data, bare.len), before = 0;
    if (map_get(w->names, hash, &before))
        text_printf(&bare, "~%zu", w->plain.len);
    hash = hash_bytes(bare.data, bare.len);
    map_put(w->names, hash, 1);
    const var_t var = var_new(c, ident_new(context_idents(c), bare.data),
                              sort_kind(c, sort) == SORT_BOOL ? sort
                                                              : sort_int(c));
    text_release(&name);
    text_release(&bare);
    return term_last(c, var);
}

static void name_leaves(writer_t *w)
{
    system_leaves(w->system, &w->leaves);
    for (size_t i = 0; i < w->leaves.len; i++) {
        const term_t plain = new_plain(w, w->leaves.data[i]);
        vec_push(&w->plain, plain);
        memo_set(&w->plain_of, w->leaves.data[i], plain.id + 1);
    }
}

static term_t plain_known(const writer_t *w, term_t t)
{
    const uint32_t known = memo_get(&w->plain_of, t);
    assert(known != 0);
    const term_t plain = {known - 1};
    return term_negated(t) ? term_not(plain) : plain;
}

static term_t plain_node(writer_t *w, term_t t)
{
    context_t *c = w->ctx;
    const term_kind_t kind = term_kind(c, t);
    if (kind == TERM_LITERAL)
        return term_int(c, term_position(c, t));
    if (kind >= TERM_LAST && kind <= TERM_NEGEDGE)
        BUG("a certificate with %s, which is no leaf of the system",
            ident_text(var_name(c, term_var(c, t))));
    term_t kids[3];
    for (unsigned i = 0; i < term_arity(c, t); i++)
        kids[i] = plain_known(w, term_kid(c, t, i));
    return term_rebuild(c, t, kids);
}

static term_t plain(writer_t *w, term_t t)
{
    term_vec_t order = {0};
    walk_postorder(w->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len; i++)
        if (memo_get(&w->plain_of, order.data[i]) == 0)
            memo_set(&w->plain_of, order.data[i],
                     plain_node(w, order.data[i]).id + 1);
    vec_release(&order);
    return plain_known(w, t);
}

// ---- functions ----

static void write_function(writer_t *w, const char *name, term_t body)
{
    body = plain(w, body);
    text_printf(w->out, "(define-fun %s (", name);
    for (size_t i = 0; i < w->plain.len; i++) {
        text_add(w->out, i == 0 ? "(" : " (");
        print_smt_variable(w->ctx, TERM_LAST,
                           term_var(w->ctx, w->plain.data[i]), w->out);
        text_char(w->out, ' ');
        print_smt_sort(w->ctx, term_sort(w->ctx, w->plain.data[i]), w->out);
        text_char(w->out, ')');
    }
    text_add(w->out, ") ");
    print_smt_sort(w->ctx, term_sort(w->ctx, body), w->out);
    text_add(w->out, "\n  ");
    print_smt(w->ctx, body, w->out);
    text_add(w->out, ")\n");
}

static term_t conjunction(const writer_t *w)
{
    term_t all = term_true(w->ctx);
    for (size_t i = 0; i < w->c->count; i++)
        all = term_and(w->ctx, all, w->c->invariant[i]);
    return all;
}

static void write_functions(writer_t *w)
{
    const system_t *s = w->system;
    write_function(w, "$fixed", s->fixed);
    write_function(w, "$init", s->init);
    write_function(w, "$valid", s->valid);
    write_function(w, "$held", s->held);
    for (size_t i = 0; i < s->next.len; i++) {
        char *name = xasprintf("$next.%zu", i);
        write_function(w, name, s->next.data[i]);
        free(name);
    }
    write_function(w, "$invariant", conjunction(w));
    write_function(w, "$bad", s->targets.data[w->c->target].bad);
}

// ---- frames ----

static bool is_parameter(const writer_t *w, size_t leaf)
{
    return leaf < w->system->parameters.len;
}

static void write_constant(writer_t *w, size_t leaf, unsigned frame)
{
    const var_t var = term_var(w->ctx, w->plain.data[leaf]);
    const char *name = ident_text(var_name(w->ctx, var));
    char *framed = is_parameter(w, leaf) ? xstrdup(name)
                                         : xasprintf("%s@%u", name, frame);
    print_smt_symbol(framed, w->out);
    free(framed);
}

static void write_range(writer_t *w, size_t leaf, unsigned frame)
{
    const sort_t sort = term_sort(w->ctx, w->leaves.data[leaf]);
    if (sort_kind(w->ctx, sort) != SORT_ENUM)
        return;
    text_add(w->out, "(assert (<= 0 ");
    write_constant(w, leaf, frame);
    text_printf(w->out, " %u))\n",
                (unsigned)sort_literal_count(w->ctx, sort) - 1);
}

static void declare_frame(writer_t *w, unsigned frame)
{
    for (size_t i = 0; i < w->plain.len; i++) {
        if (is_parameter(w, i) && frame > 0)
            continue;
        text_add(w->out, "(declare-fun ");
        write_constant(w, i, frame);
        text_add(w->out, " () ");
        print_smt_sort(w->ctx, term_sort(w->ctx, w->plain.data[i]), w->out);
        text_add(w->out, ")\n");
        write_range(w, i, frame);
    }
}

// A function applied to the leaves of a frame.
static void apply(writer_t *w, const char *function, unsigned frame)
{
    text_printf(w->out, w->plain.len > 0 ? "(%s" : "%s", function);
    for (size_t i = 0; i < w->plain.len; i++) {
        text_char(w->out, ' ');
        write_constant(w, i, frame);
    }
    if (w->plain.len > 0)
        text_char(w->out, ')');
}

static void conjoin(writer_t *w, const char *function, unsigned frame)
{
    text_char(w->out, ' ');
    apply(w, function, frame);
}

static void conjoin_step(writer_t *w, unsigned frame)
{
    conjoin(w, "$valid", frame);
    conjoin(w, "$held", frame);
    for (size_t i = 0; i < w->system->next.len; i++) {
        char *name = xasprintf("$next.%zu", i);
        text_add(w->out, "\n    (= ");
        write_constant(w, w->system->parameters.len + i, frame + 1);
        text_char(w->out, ' ');
        apply(w, name, frame);
        text_char(w->out, ')');
        free(name);
    }
}

static void conjoin_not(writer_t *w, const char *function, unsigned frame)
{
    text_add(w->out, "\n    (not ");
    apply(w, function, frame);
    text_char(w->out, ')');
}

// ---- the three conditions ----

static void begin(writer_t *w, const char *what)
{
    text_printf(w->out, "\n; %s\n(push 1)\n(assert ", what);
}

static void end(writer_t *w)
{
    text_add(w->out, ")\n(check-sat)\n(pop 1)\n");
}

static void write_initiation(writer_t *w, unsigned k)
{
    begin(w, "initiation: no run starts outside the invariant");
    text_add(w->out, "(or false");
    for (unsigned last = 0; last < k; last++) {
        text_add(w->out, "\n  (and");
        conjoin(w, "$fixed", 0);
        conjoin(w, "$init", 0);
        for (unsigned i = 0; i < last; i++)
            conjoin_step(w, i);
        conjoin(w, "$valid", last);
        conjoin_not(w, "$invariant", last);
        text_char(w->out, ')');
    }
    text_char(w->out, ')');
    end(w);
}

static void write_consecution(writer_t *w, unsigned k)
{
    begin(w, "consecution: no step leaves the invariant");
    text_add(w->out, "(and");
    conjoin(w, "$fixed", 0);
    for (unsigned i = 0; i < k; i++) {
        conjoin(w, "$invariant", i);
        conjoin_step(w, i);
    }
    conjoin(w, "$valid", k);
    conjoin_not(w, "$invariant", k);
    text_char(w->out, ')');
    end(w);
}

static void write_safety(writer_t *w)
{
    begin(w, "safety: the invariant excludes what is bad");
    text_add(w->out, "(and");
    conjoin(w, "$fixed", 0);
    conjoin(w, "$valid", 0);
    conjoin(w, "$invariant", 0);
    conjoin(w, "$bad", 0);
    text_char(w->out, ')');
    end(w);
}

static void write_head(writer_t *w, unsigned k)
{
    const system_t *s = w->system;
    const size_t property = s->targets.data[w->c->target].property;
    const char *name = model_property(s->model, property)->name;
    text_add(w->out, "; property ");
    // A line of comment must stay one.
    for (; *name != '\0'; name++)
        text_char(w->out, *name == '\n' || *name == '\r' ? ' ' : *name);
    text_printf(w->out, " of %s\n; expected: unsat, three times (k = %u)\n"
                        "(set-logic QF_LIA)\n",
                model_name(s->model), k);
}

void certificate_write(const certificate_t *c, unsigned k, text_t *out)
{
    writer_t w = {.c = c, .system = c->system, .ctx = c->system->ctx,
                  .out = out, .names = map_new()};
    memo_init(&w.plain_of);
    name_leaves(&w);
    write_head(&w, k);
    write_functions(&w);
    for (unsigned i = 0; i <= k; i++)
        declare_frame(&w, i);
    write_initiation(&w, k);
    write_consecution(&w, k);
    write_safety(&w);
    memo_release(&w.plain_of);
    vec_release(&w.leaves);
    vec_release(&w.plain);
    map_free(w.names);
}
