// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_PSL_PARSE_H
#define CLAVE_PSL_PARSE_H

// Reads the foundation language of PSL with SEREs (VHDL flavour), plus the
// exponents of LTL@ (`X![m]`, `X[m]`, `next[0]`) and `{r} #-# f`: single
// formulas and files with vunits. doc/psl.md has the grammar and the choices.
//
// Boolean leaves are VHDL expressions. The parser takes names, calls and
// relations as text, one atom per text, and asks a resolver about each; the
// logical operators between them are its own.
//
// Precedence, from tight to loose: not, and/or/xor, @, [*..] (SEREs: within,
// & &&, |, :, ;), abort, next/eventually!, until/before, |-> |=> #-#, -> <->,
// always/never.

#include "core/diag.h"
#include "psl/formula.h"

// Operators nested more deeply are refused.
#define PARSE_MAX_DEPTH 2000
// Formulas that are larger when written out, as nested <-> soon are, too.
#define PARSE_MAX_SIZE 2000000

typedef enum {
    PARSE_BOOLEAN, // must be a Boolean (or bit) expression
    PARSE_COUNT,   // must be a number made of generics and constants
} parse_use_t;

// Is the text known and of the right type? If not, it says so to the sink
// and returns false.
typedef bool (*parse_resolve_fn)(const char *text, parse_use_t use, loc_t loc,
                                 diag_sink_t *sink, void *user);

typedef struct {
    parse_resolve_fn resolve; // NULL: everything is taken
    void *user;
    bool propositions; // names keep their case; X F G U W are operators
} parse_options_t;

// A resolver that takes names and indexed names such as p(3) only.
bool parse_proposition(const char *text, parse_use_t use, loc_t loc,
                       diag_sink_t *sink, void *user);

typedef enum {
    DIRECTIVE_ASSERT,
    DIRECTIVE_ASSUME,
    DIRECTIVE_COVER,
    DIRECTIVE_RESTRICT,
    DIRECTIVE_FAIRNESS,
    DIRECTIVES
} directive_kind_t;

const char *directive_kind_name(directive_kind_t kind);

typedef struct {
    directive_kind_t kind;
    const char *label;  // NULL without
    const char *report; // NULL without
    formula_t formula;  // clocked; `{r}!` for cover, which is to hold at
                        // some position, `{r}` for restrict
    loc_t loc;
} directive_t;

typedef struct {
    const char *name;   // "" for directives outside of any vunit
    const char *kind;   // "vunit", "vprop", "vmode"
    const char *target; // what it is bound to, "" without: "fifo(rtl)"
    loc_t loc;
    size_t inherit_count, directive_count;
    const char *const *inherits;
    const directive_t *directives;
} unit_t;

// A leaf of some formula, for those who resolve all at once.
typedef struct {
    const char *text;
    parse_use_t use;
    loc_t loc;
} leaf_t;

typedef struct parse parse_t;

// Pool and sink are borrowed until the parser is freed; what it returns
// lives as long as the parser.
parse_t *parse_new(formula_pool_t *pool, diag_sink_t *sink,
                   parse_options_t options);
void parse_free(parse_t *parse);

// One formula; `name` is what diagnostics call the text. NONE after errors.
formula_t parse_formula(parse_t *parse, const char *name, const char *text,
                        size_t length);
// One Boolean, such as a clock.
formula_t parse_boolean(parse_t *parse, const char *name, const char *text,
                        size_t length);
// A property file. Declarations of vunits read before may be inherited.
// False after errors; units without errors are there all the same.
bool parse_units(parse_t *parse, const char *path, const char *text,
                 size_t length);

size_t parse_unit_count(const parse_t *parse);
const unit_t *parse_unit(const parse_t *parse, size_t i);
size_t parse_leaf_count(const parse_t *parse);
leaf_t parse_leaf(const parse_t *parse, size_t i);
// Where the node was first written; LOC_NONE if it was not.
loc_t parse_loc(const parse_t *parse, formula_t f);

#endif
