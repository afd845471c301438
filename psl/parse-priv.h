// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_PARSE_PRIV_H
#define CLAVE_PSL_PARSE_PRIV_H

// Shared by the files of the parser: parse.c (formulas and SEREs),
// parse-leaf.c (Boolean leaves, counts, functions), parse-unit.c (files,
// declarations, instances).

#include "core/arena.h"
#include "core/hash.h"
#include "core/vec.h"
#include "psl/lex.h"
#include "psl/parse.h"

// More instances of declarations, or copies by forall, are refused.
#define PARSE_MAX_EXPANSIONS 20000

typedef enum {
    PARAM_CONST,    // a number or text that is put into counts and leaves
    PARAM_BOOLEAN,
    PARAM_SEQUENCE,
    PARAM_PROPERTY,
} param_kind_t;

typedef struct {
    const char *name; // folded
    param_kind_t kind;
} param_t;

// A named property, sequence or endpoint: its body is parsed for each use.
typedef struct declaration {
    const char *name;
    param_kind_t kind;
    bool endpoint;
    tokens_t *tokens;
    size_t body; // its first token
    const param_t *params;
    size_t param_count;
    loc_t loc;
    bool active; // being expanded
} declaration_t;

typedef struct {
    const char *name;
    param_kind_t kind;
    formula_t value;  // of all but PARAM_CONST
    const char *text; // as it stands in a leaf
} binding_t;

typedef VEC(binding_t) scope_t;
typedef VEC(declaration_t *) declarations_t;
typedef VEC(const char *) names_t;
typedef VEC(directive_t) directives_t;

typedef struct {
    unit_t unit; // arrays are set when it is complete
    declarations_t declarations;
    names_t inherits;
    directives_t directives;
    formula_t clock; // the default one, or NONE
} unit_record_t;

struct parse {
    formula_pool_t *pool;
    diag_sink_t *sink;
    parse_options_t options;
    arena_t *arena;
    tokens_t *tokens; // being read
    size_t at;
    unsigned depth, expansions, braces;
    bool failed;
    scope_t *scope;              // bindings that are visible, or NULL
    declarations_t *declarations; // visible ones, or NULL
    formula_t clock;
    VEC(tokens_t *) sources;
    VEC(unit_record_t *) units;
    VEC(leaf_t) leaves;
    map_t *locs;
};

// Tokens
bool parse_is(const parse_t *p, const char *text);
bool parse_is_at(const parse_t *p, size_t i, const char *text);
bool parse_accept(parse_t *p, const char *text);
// Says what was expected, and what is there, once.
bool parse_expect(parse_t *p, const char *text);
loc_t parse_here(const parse_t *p);
// All return NONE, for `return parse_fail(...)`; only the first error of a
// formula is reported.
formula_t parse_fail(parse_t *p, loc_t loc, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
// The token's text, names folded to lower case unless they are propositions;
// lives in the parser's arena.
const char *parse_text(parse_t *p, size_t i);

// parse.c
formula_t parse_property(parse_t *p);
formula_t parse_logic(parse_t *p);
formula_t parse_sere_body(parse_t *p);
formula_t parse_as_formula(parse_t *p, formula_t f);
formula_t parse_as_bool(parse_t *p, formula_t f, loc_t loc);
formula_t parse_as_sere(parse_t *p, formula_t f, loc_t loc);
bool parse_enter(parse_t *p);
formula_t parse_leave(parse_t *p, formula_t f, loc_t loc);

// parse-leaf.c
formula_t parse_leaf_expression(parse_t *p);
bool parse_at_relation(parse_t *p);
// `[` has been read; reads up to and with `]`.
bool parse_count_range(parse_t *p, count_t *lo, count_t *hi);
count_t parse_count(parse_t *p);
// The value of a constant expression up to the end of its tokens.
bool parse_static_number(parse_t *p, int64_t *value);

// parse-unit.c
const binding_t *parse_find_binding(const parse_t *p, const char *name);
declaration_t *parse_find_declaration(const parse_t *p, const char *name);
formula_t parse_instance(parse_t *p, declaration_t *d);
formula_t parse_forall(parse_t *p);

#endif
