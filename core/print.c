// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/print.h"
#include "core/memo.h"
#include "core/walk.h"

#include <assert.h>

// Both printers work on a stack of things still to be written, so that depth
// costs memory, not stack.
typedef struct {
    const char *text; // a piece of text, or NULL for the term
    term_t term;
    uint8_t level;    // VHDL: how tightly the surroundings bind
} item_t;

typedef struct {
    const context_t *ctx;
    text_t *out;
    VEC(item_t) stack;
    memo_t names;     // number of the name of a shared part, or 0
    term_vec_t shared;
} printer_t;

static void init(printer_t *p, const context_t *ctx, text_t *out)
{
    *p = (printer_t){.ctx = ctx, .out = out};
    memo_init(&p->names);
}

static void release(printer_t *p)
{
    vec_release(&p->stack);
    vec_release(&p->shared);
    memo_release(&p->names);
}

static void push_text(printer_t *p, const char *text)
{
    const item_t item = {.text = text};
    vec_push(&p->stack, item);
}

static void push_term(printer_t *p, term_t t, uint8_t level)
{
    const item_t item = {.term = t, .level = level};
    vec_push(&p->stack, item);
}

// Finds what occurs more than once and has operands.
static void find_shared(printer_t *p, term_t root)
{
    term_vec_t order = {0};
    walk_postorder(p->ctx, &root, 1, &order);
    memo_t uses;
    memo_init(&uses);
    for (size_t i = 0; i < order.len; i++)
        for (unsigned k = 0; k < term_arity(p->ctx, order.data[i]); k++) {
            const term_t kid = term_kid(p->ctx, order.data[i], k);
            memo_set(&uses, kid, memo_get(&uses, kid) + 1);
        }
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        if (memo_get(&uses, t) < 2 || term_arity(p->ctx, t) == 0)
            continue;
        vec_push(&p->shared, t);
        memo_set(&p->names, t, (uint32_t)p->shared.len);
    }
    memo_release(&uses);
    vec_release(&order);
}

// ---- SMT-LIB ----

static bool is_simple_symbol(const char *name)
{
    static const char *reserved[] = {"let", "par", "exists", "forall", "match",
                                     "_", "!", "as", "true", "false", "not",
                                     "and", "or", "ite", "div", "mod",
                                     "select", "store", "pow2", "xor",
                                     "distinct", "abs"};
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        if (strcmp(name, reserved[i]) == 0)
            return false;
    if (*name == '\0' || (*name >= '0' && *name <= '9') || *name == '?')
        return false;
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "~!@$%^&*_-+=<>.?/")] == '\0';
}

void print_smt_symbol(const char *name, text_t *out)
{
    if (is_simple_symbol(name)) {
        text_add(out, name);
        return;
    }
    text_char(out, '|'); // neither bars nor backslashes can be quoted
    for (; *name != '\0'; name++)
        text_char(out, *name == '|' || *name == '\\' ? '_' : *name);
    text_char(out, '|');
}

void print_smt_variable(const context_t *ctx, term_kind_t reference,
                        var_t var, text_t *out)
{
    const char *name = ident_text(var_name(ctx, var));
    if (reference == TERM_LAST) {
        print_smt_symbol(name, out);
        return;
    }
    char *full = xasprintf("%s!%s", name, term_kind_name(reference));
    print_smt_symbol(full, out);
    free(full);
}

void print_smt_sort(const context_t *ctx, sort_t sort, text_t *out)
{
    size_t arrays = 0;
    for (; sort_kind(ctx, sort) == SORT_ARRAY; arrays++) {
        text_add(out, "(Array Int ");
        sort = sort_element(ctx, sort);
    }
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: text_add(out, "Bool"); break;
    case SORT_INT: text_add(out, "Int"); break;
    default:
        print_smt_symbol(ident_text(sort_name(ctx, sort)), out);
        break;
    }
    text_fill(out, ')', arrays);
}

static void smt_number(bigint_t n, text_t *out)
{
    if (bigint_sign(n) >= 0) {
        bigint_format(n, out);
        return;
    }
    bigint_t positive = bigint_neg(n);
    text_add(out, "(- ");
    bigint_format(positive, out);
    text_char(out, ')');
    bigint_release(&positive);
}

static void smt_leaf(printer_t *p, term_t t)
{
    const context_t *ctx = p->ctx;
    const term_kind_t kind = term_kind(ctx, t);
    if (kind == TERM_TRUE)
        text_add(p->out, "true");
    else if (kind == TERM_INT)
        smt_number(term_value(ctx, t), p->out);
    else if (kind == TERM_LITERAL)
        print_smt_symbol(ident_text(sort_literal(ctx, term_sort(ctx, t),
                                                 term_position(ctx, t))),
                         p->out);
    else
        print_smt_variable(ctx, kind, term_var(ctx, t), p->out);
}

// A disjunction is a negated conjunction of negated terms.
static bool is_or(const context_t *ctx, term_t t)
{
    return term_negated(t) && term_kind(ctx, t) == TERM_AND
        && term_negated(term_kid(ctx, t, 0))
        && term_negated(term_kid(ctx, t, 1));
}

static void smt_operands(printer_t *p, term_t t, bool negate_kids)
{
    push_text(p, ")");
    for (unsigned i = term_arity(p->ctx, t); i-- > 0;) {
        const term_t kid = term_kid(p->ctx, t, i);
        push_term(p, negate_kids ? term_not(kid) : kid, 0);
        push_text(p, " ");
    }
}

static void smt_node(printer_t *p, term_t t)
{
    const context_t *ctx = p->ctx;
    if (is_or(ctx, t)) {
        text_add(p->out, "(or");
        smt_operands(p, t, true);
        return;
    }
    if (term_is_false(ctx, t)) {
        text_add(p->out, "false");
        return;
    }
    if (term_negated(t)) {
        text_add(p->out, "(not ");
        push_text(p, ")");
    }
    if (term_arity(ctx, t) == 0) {
        smt_leaf(p, t);
        return;
    }
    text_char(p->out, '(');
    if (term_kind(ctx, t) == TERM_FILL) {
        text_add(p->out, "(as const ");
        print_smt_sort(ctx, term_sort(ctx, t), p->out);
        text_char(p->out, ')');
    } else {
        text_add(p->out, term_kind_name(term_kind(ctx, t)));
    }
    smt_operands(p, t, false);
}

// `own` is the shared part whose definition is being written.
static void smt_write(printer_t *p, term_t root, term_t own)
{
    push_term(p, root, 0);
    while (p->stack.len > 0) {
        const item_t item = vec_pop(&p->stack);
        if (item.text != NULL) {
            text_add(p->out, item.text);
            continue;
        }
        const term_t t = item.term;
        const uint32_t name = memo_get(&p->names, t);
        if (name == 0 || term_equal(term_positive(t), own))
            smt_node(p, t);
        else if (term_negated(t))
            text_printf(p->out, "(not ?%u)", (unsigned)name);
        else
            text_printf(p->out, "?%u", (unsigned)name);
    }
}

void print_smt(const context_t *ctx, term_t t, text_t *out)
{
    const term_t nothing = {UINT32_MAX - 1};
    printer_t p;
    init(&p, ctx, out);
    find_shared(&p, t);
    for (size_t i = 0; i < p.shared.len; i++) {
        text_printf(out, "(let ((?%zu ", i + 1);
        smt_write(&p, p.shared.data[i], p.shared.data[i]);
        text_add(out, ")) ");
    }
    smt_write(&p, t, nothing);
    text_fill(out, ')', p.shared.len);
    release(&p);
}

// ---- VHDL ----

// How tightly an operator binds; an operand in a tighter place is put in
// parentheses. `and` and `or` do not mix without them.
// MAGNITUDE asks for a number without its sign.
enum { LOOSE, AND, OR, RELATION, SUM, FACTOR, UNARY, TIGHT, MAGNITUDE };

#define LONG_TREE 400 // above this many nodes, shared parts get names

static void vhdl_open(printer_t *p, bool needed)
{
    if (needed) {
        text_char(p->out, '(');
        push_text(p, ")");
    }
}

static void vhdl_binary(printer_t *p, const char *op, term_t a, term_t b,
                        uint8_t left, uint8_t right)
{
    push_term(p, b, right);
    push_text(p, op);
    push_term(p, a, left);
}

static void vhdl_and(printer_t *p, term_t t, uint8_t level)
{
    const context_t *ctx = p->ctx;
    const term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    if (term_negated(t)) {
        vhdl_open(p, level > LOOSE && level != OR);
        vhdl_binary(p, " or ", term_not(a), term_not(b), OR, OR);
    } else {
        vhdl_open(p, level > LOOSE && level != AND);
        vhdl_binary(p, " and ", a, b, AND, AND);
    }
}

static void vhdl_relation(printer_t *p, term_t t, uint8_t level)
{
    const context_t *ctx = p->ctx;
    term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    const bool eq = term_kind(ctx, t) == TERM_EQ, no = term_negated(t);
    const char *op = eq ? (no ? " /= " : " = ") : (no ? " > " : " <= ");
    if (term_is_constant(ctx, a)) { // the constant reads better on the right
        const term_t swap = a;
        a = b;
        b = swap;
        op = eq ? op : no ? " < " : " >= ";
    }
    vhdl_open(p, level >= RELATION);
    vhdl_binary(p, op, a, b, SUM, SUM);
}

static bool is_negative_number(const context_t *ctx, term_t t)
{
    return term_kind(ctx, t) == TERM_INT
        && bigint_sign(term_value(ctx, t)) < 0;
}

// -1 * x, which a sum shows as a subtraction.
static bool is_minus(const context_t *ctx, term_t t)
{
    if (term_kind(ctx, t) != TERM_MUL)
        return false;
    const term_t k = term_kid(ctx, t, 0);
    return term_kind(ctx, k) == TERM_INT
        && bigint_equal(term_value(ctx, k), bigint_of(-1));
}

static void vhdl_number(printer_t *p, bigint_t n, uint8_t level)
{
    if (level == MAGNITUDE) {
        bigint_t positive = bigint_neg(n);
        bigint_format(positive, p->out);
        bigint_release(&positive);
        return;
    }
    vhdl_open(p, bigint_sign(n) < 0 && level > SUM);
    bigint_format(n, p->out);
}

static void vhdl_sum(printer_t *p, term_t t, uint8_t level)
{
    const context_t *ctx = p->ctx;
    term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    vhdl_open(p, level > SUM);
    if (is_minus(ctx, a) && !term_is_constant(ctx, b)) {
        const term_t swap = a;
        a = b;
        b = swap;
    }
    if (is_minus(ctx, b) && memo_get(&p->names, b) == 0)
        vhdl_binary(p, " - ", a, term_kid(ctx, b, 1), SUM, FACTOR);
    else if (is_negative_number(ctx, b))
        vhdl_binary(p, " - ", a, b, SUM, MAGNITUDE);
    else
        vhdl_binary(p, " + ", a, b, SUM, FACTOR);
}

static void vhdl_factor(printer_t *p, term_t t, const char *op, uint8_t level)
{
    const context_t *ctx = p->ctx;
    vhdl_open(p, level > (is_minus(ctx, t) ? SUM : FACTOR));
    if (is_minus(ctx, t)) {
        text_char(p->out, '-');
        push_term(p, term_kid(ctx, t, 1), UNARY);
        return;
    }
    vhdl_binary(p, op, term_kid(ctx, t, 0), term_kid(ctx, t, 1), FACTOR,
                UNARY);
}

static void vhdl_ite(printer_t *p, term_t t)
{
    const context_t *ctx = p->ctx;
    const bool no = term_negated(t);
    text_char(p->out, '(');
    push_text(p, ")");
    for (unsigned i = 3; i-- > 0;) {
        const unsigned kid = (unsigned[]){1, 0, 2}[i];
        const term_t k = term_kid(ctx, t, kid);
        push_term(p, no && kid != 0 ? term_not(k) : k, LOOSE);
        if (i > 0)
            push_text(p, i == 1 ? " when " : " else ");
    }
}

static void vhdl_array(printer_t *p, term_t t)
{
    const context_t *ctx = p->ctx;
    push_text(p, ")");
    if (term_kind(ctx, t) == TERM_FILL) {
        text_add(p->out, "(others => ");
        push_term(p, term_kid(ctx, t, 0), LOOSE);
    } else if (term_kind(ctx, t) == TERM_SELECT) {
        push_term(p, term_kid(ctx, t, 1), LOOSE);
        push_text(p, "(");
        push_term(p, term_kid(ctx, t, 0), TIGHT);
    } else {
        text_char(p->out, '(');
        push_term(p, term_kid(ctx, t, 2), LOOSE);
        push_text(p, " => ");
        push_term(p, term_kid(ctx, t, 1), LOOSE);
        push_text(p, " with ");
        push_term(p, term_kid(ctx, t, 0), TIGHT);
    }
}

static void vhdl_reference(printer_t *p, term_t t)
{
    const char *name = ident_text(var_name(p->ctx, term_var(p->ctx, t)));
    switch (term_kind(p->ctx, t)) {
    case TERM_LAST: text_add(p->out, name); break;
    case TERM_NEXT: text_printf(p->out, "%s'", name); break;
    case TERM_POSEDGE: text_printf(p->out, "posedge(%s)", name); break;
    default: text_printf(p->out, "negedge(%s)", name); break;
    }
}

// Negation is part of `or`, of relations and of conditional values; only
// leaves and element reads need a word for it.
static bool vhdl_not(printer_t *p, term_t t, uint8_t level)
{
    const term_kind_t kind = term_kind(p->ctx, t);
    if (!term_negated(t) || kind == TERM_AND || kind == TERM_EQ
        || kind == TERM_LE || kind == TERM_ITE || kind == TERM_TRUE)
        return false;
    vhdl_open(p, level >= UNARY);
    text_add(p->out, "not ");
    push_term(p, term_not(t), UNARY);
    return true;
}

static void vhdl_node(printer_t *p, term_t t, uint8_t level)
{
    const context_t *ctx = p->ctx;
    if (vhdl_not(p, t, level))
        return;
    switch (term_kind(ctx, t)) {
    case TERM_TRUE:
        text_add(p->out, term_negated(t) ? "false" : "true");
        break;
    case TERM_LAST: case TERM_NEXT: case TERM_POSEDGE: case TERM_NEGEDGE:
        vhdl_reference(p, t);
        break;
    case TERM_INT:
        vhdl_number(p, term_value(ctx, t), level);
        break;
    case TERM_LITERAL:
        text_add(p->out, ident_text(sort_literal(ctx, term_sort(ctx, t),
                                                 term_position(ctx, t))));
        break;
    case TERM_AND: vhdl_and(p, t, level); break;
    case TERM_EQ: case TERM_LE: vhdl_relation(p, t, level); break;
    case TERM_ITE: vhdl_ite(p, t); break;
    case TERM_ADD: vhdl_sum(p, t, level); break;
    case TERM_MUL: vhdl_factor(p, t, " * ", level); break;
    case TERM_DIV: vhdl_factor(p, t, " / ", level); break;
    case TERM_MOD: vhdl_factor(p, t, " mod ", level); break;
    case TERM_POW2:
        vhdl_open(p, level >= UNARY);
        text_add(p->out, "2 ** ");
        push_term(p, term_kid(ctx, t, 0), TIGHT);
        break;
    case TERM_SELECT: case TERM_STORE: case TERM_FILL: vhdl_array(p, t); break;
    case TERM_KINDS: BUG("no such term");
    }
}

static void vhdl_write(printer_t *p, term_t root, term_t own)
{
    push_term(p, root, LOOSE);
    while (p->stack.len > 0) {
        const item_t item = vec_pop(&p->stack);
        const term_t t = item.term;
        const uint32_t name = item.text ? 0 : memo_get(&p->names, t);
        if (item.text != NULL)
            text_add(p->out, item.text);
        else if (name == 0 || term_equal(term_positive(t), own))
            vhdl_node(p, t, item.level);
        else
            text_printf(p->out, "%s$%u", term_negated(t) ? "not " : "",
                        (unsigned)name);
    }
}

void print_vhdl(const context_t *ctx, term_t t, text_t *out)
{
    const term_t nothing = {UINT32_MAX - 1};
    printer_t p;
    init(&p, ctx, out);
    if (walk_size(ctx, &t, 1).tree_size > LONG_TREE)
        find_shared(&p, t);
    vhdl_write(&p, t, nothing);
    for (size_t i = 0; i < p.shared.len; i++) {
        text_printf(out, "%s $%zu = ", i == 0 ? " where" : ";", i + 1);
        vhdl_write(&p, p.shared.data[i], p.shared.data[i]);
    }
    release(&p);
}

void print_vhdl_sort(const context_t *ctx, sort_t sort, text_t *out)
{
    for (; sort_kind(ctx, sort) == SORT_ARRAY;
         sort = sort_element(ctx, sort))
        text_add(out, "array of ");
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: text_add(out, "bool"); break;
    case SORT_INT: text_add(out, "int"); break;
    default: text_add(out, ident_text(sort_name(ctx, sort))); break;
    }
}
