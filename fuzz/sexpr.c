// SPDX-License-Identifier: GPL-3.0-or-later
//
// S-expressions, and terms in the syntax of SMT-LIB: a term that is read is
// printed, and what was printed must read as the same term.

#include "config.h"

#include "core/print.h"
#include "core/smt-read.h"
#include "fuzz/fuzz.h"

typedef struct {
    context_t *ctx;
    arena_t *arena;
    sources_t *sources;
    diag_sink_t *sink;
} world_t;

// p q (bool), m n (int), a (array of int), b (array of bool), and the
// literals of an enumeration.
static bool lookup(context_t *ctx, const char *name, term_t *result,
                   void *user)
{
    const sort_t colour = *(sort_t *)user;
    for (uint32_t i = 0; i < sort_literal_count(ctx, colour); i++)
        if (strcmp(ident_text(sort_literal(ctx, colour, i)), name) == 0) {
            *result = term_literal(ctx, colour, i);
            return true;
        }
    for (uint32_t i = 0; i < var_count(ctx); i++)
        if (strcmp(ident_text(var_name(ctx, (var_t){i})), name) == 0) {
            *result = term_last(ctx, (var_t){i});
            return true;
        }
    return false;
}

static sort_t declare(context_t *ctx)
{
    ident_table_t *idents = context_idents(ctx);
    static const char *const names[] = {"p", "q", "m", "n", "a", "b", "c"};
    const ident_t colours[] = {ident_new(idents, "red"),
                               ident_new(idents, "green")};
    const sort_t colour =
        sort_enum(ctx, ident_new(idents, "colour"), colours, 2);
    const sort_t sorts[] = {sort_bool(ctx), sort_bool(ctx), sort_int(ctx),
                            sort_int(ctx), sort_array(ctx, sort_int(ctx)),
                            sort_array(ctx, sort_bool(ctx)), colour};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        var_new(ctx, ident_new(idents, names[i]), sorts[i]);
    return colour;
}

static bool read_term(world_t *w, const sexpr_t *s, sort_t *colour,
                      term_t *result)
{
    const size_t before = diag_count(w->sink, DIAG_ERROR);
    const bool ok = smt_read_term(w->ctx, s, lookup, colour, w->sink, result);
    FUZZ_CHECK(ok == (diag_count(w->sink, DIAG_ERROR) == before));
    return ok;
}

static void round_trip(world_t *w, const sexpr_t *s, sort_t *colour)
{
    term_t first, second;
    if (!read_term(w, s, colour, &first))
        return;
    text_t text;
    text_init(&text);
    print_smt(w->ctx, first, &text);
    const sexpr_t *again = sexpr_read(w->arena, text_str(&text), text.len, 0,
                                      w->sink);
    FUZZ_CHECK(again != NULL && again->count == 1);
    FUZZ_CHECK(read_term(w, again->first, colour, &second));
    FUZZ_CHECK(term_equal(first, second));
    text_clear(&text);
    print_vhdl(w->ctx, first, &text);
    FUZZ_CHECK(text.len > 0);
    text_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    world_t w = {context_new(), arena_new(), sources_new(), NULL};
    w.sink = diag_sink_new(w.sources, NULL, NULL);
    sort_t colour = declare(w.ctx);
    const uint16_t file =
        sources_add_text(w.sources, "input", (const char *)data, size);
    const sexpr_t *all =
        sexpr_read(w.arena, (const char *)data, size, file, w.sink);
    FUZZ_CHECK((all == NULL) == (diag_count(w.sink, DIAG_ERROR) > 0));
    for (const sexpr_t *s = all ? all->first : NULL; s != NULL; s = s->next)
        round_trip(&w, s, &colour);
    diag_sink_free(w.sink);
    sources_free(w.sources);
    arena_free(w.arena);
    context_free(w.ctx);
    return 0;
}
