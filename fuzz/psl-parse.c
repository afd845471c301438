// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas and property files. The first byte chooses what is read, whether
// leaves are checked, and which operators there are. A formula of PSL with
// checked leaves is printed, and what was printed must parse as the same node.

#include "config.h"

#include "fuzz/fuzz.h"
#include "psl/parse.h"
#include "psl/print.h"

typedef struct {
    formula_pool_t *pool;
    diag_sink_t *sink;
    parse_t *parse;
} world_t;

// Nested <-> share what they print twice: is the tree of at most `budget`
// nodes, so that printing it ends?
static bool is_small(const formula_pool_t *pool, formula_t f, int *budget)
{
    if (f == FORMULA_NONE)
        return true;
    return --*budget >= 0 && is_small(pool, formula_a(pool, f), budget)
        && is_small(pool, formula_b(pool, f), budget);
}

static void check_again(const world_t *w, formula_t f)
{
    int budget = 10000;
    if (!is_small(w->pool, f, &budget))
        return;
    char *text = print_string(w->pool, f);
    const formula_t again =
        parse_formula(w->parse, "printed", text, strlen(text));
    if (again != f)
        BUG("fuzz: '%s' does not parse as itself", text);
    free(text);
}

static void look_at_units(const world_t *w)
{
    for (size_t i = 0; i < parse_unit_count(w->parse); i++) {
        const unit_t *unit = parse_unit(w->parse, i);
        for (size_t j = 0; j < unit->directive_count; j++) {
            int budget = 10000;
            const formula_t f = unit->directives[j].formula;
            if (is_small(w->pool, f, &budget))
                free(print_string(w->pool, f));
        }
    }
    for (size_t i = 0; i < parse_leaf_count(w->parse); i++)
        FUZZ_CHECK(parse_leaf(w->parse, i).text != NULL);
}

static void run(const world_t *w, const char *text, size_t size, unsigned how)
{
    bool ok;
    if (how & 2) {
        ok = parse_units(w->parse, "input", text, size);
        look_at_units(w);
    } else {
        const formula_t f = parse_formula(w->parse, "input", text, size);
        ok = f != FORMULA_NONE;
        if (ok && (how & 5) == 1)
            check_again(w, f);
    }
    FUZZ_CHECK(ok == (diag_count(w->sink, DIAG_ERROR) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, NULL, NULL);
    formula_pool_t *pool = formula_pool_new();
    const parse_options_t options = {
        .resolve = data[0] & 1 ? parse_proposition : NULL,
        .propositions = (data[0] & 4) != 0,
    };
    parse_t *parse = parse_new(pool, sink, options);
    run(&(world_t){pool, sink, parse}, (const char *)data + 1, size - 1,
        data[0]);
    parse_free(parse);
    formula_pool_free(pool);
    diag_sink_free(sink);
    sources_free(sources);
    return 0;
}
