// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/memo.h"
#include "core/walk.h"
#include "reach/compile.h"

#include <assert.h>

// An operand is a register's number and, in bit 0, a negation; a register
// that holds a number is never negated, so one exclusive or reads both kinds.
typedef struct {
    term_kind_t kind;
    uint32_t a, b, c;
} instruction_t;

// Why a register has no value: 0 if it has one; the exact value does not fit
// (LOST); or it depends on an open leaf, of which bit 0 tells whether it is a
// copy.
enum { LOST = 1, FIRST_OPEN = 2 };

static uint32_t open_by(size_t leaf)
{
    return FIRST_OPEN + 2 * (uint32_t)leaf;
}

// Instructions in the order of execution.
typedef struct {
    bool made;
    VEC(uint32_t) places;
} cone_t;

// A register that a choice made known, or dependent on another leaf, and why
// it had no value before.
typedef struct {
    uint32_t place, why;
} change_t;

// Registers: the leaves, the constants, then one for each instruction.
struct program {
    size_t leaf_count, first; // the first register of an instruction
    VEC(instruction_t) code;
    VEC(int64_t) registers;
    VEC(uint32_t) why;
    VEC(uint32_t) roots;
    bool large_constants;
    cone_t *of_leaf, *from_leaf; // made when they are first needed
    VEC(change_t) trail;
    VEC(size_t) choices; // where on the trail each begins
    uint64_t effort;
};

// ---- from terms to code ----

typedef struct {
    context_t *ctx;
    program_t *program;
    memo_t place; // register + 1
} compiler_t;

static uint32_t operand(const compiler_t *c, term_t t)
{
    const uint32_t at = memo_get(&c->place, t);
    assert(at != 0);
    return (at - 1) << 1 | term_negated(t);
}

static void place(compiler_t *c, term_t t, int64_t value, bool lost)
{
    program_t *p = c->program;
    vec_push(&p->registers, value);
    vec_push(&p->why, lost ? LOST : 0);
    memo_set(&c->place, t, (uint32_t)p->registers.len);
}

static void place_constant(compiler_t *c, term_t t)
{
    switch (term_kind(c->ctx, t)) {
    case TERM_TRUE:
        place(c, t, 1, false);
        break;
    case TERM_LITERAL:
        place(c, t, term_position(c->ctx, t), false);
        break;
    default: {
        const bigint_t n = term_value(c->ctx, t);
        place(c, t, n.small, !bigint_is_small(n));
        c->program->large_constants |= !bigint_is_small(n);
    }
    }
}

static void place_instruction(compiler_t *c, term_t t)
{
    instruction_t i = {.kind = term_kind(c->ctx, t)};
    assert(i.kind >= TERM_AND && i.kind <= TERM_POW2);
    const unsigned arity = term_arity(c->ctx, t);
    i.a = operand(c, term_kid(c->ctx, t, 0));
    i.b = operand(c, term_kid(c->ctx, t, arity > 1 ? 1 : 0));
    i.c = operand(c, term_kid(c->ctx, t, arity > 2 ? 2 : 0));
    vec_push(&c->program->code, i);
    place(c, t, 0, false);
}

static void compile(compiler_t *c, const term_t *leaves,
                    const term_vec_t *order)
{
    program_t *p = c->program;
    for (size_t i = 0; i < p->leaf_count; i++)
        place(c, leaves[i], 0, false);
    for (size_t i = 0; i < order->len; i++)
        if (term_is_constant(c->ctx, order->data[i]))
            place_constant(c, order->data[i]);
    p->first = p->registers.len;
    for (size_t i = 0; i < order->len; i++)
        if (memo_get(&c->place, order->data[i]) == 0)
            place_instruction(c, order->data[i]);
}

program_t *program_new(context_t *ctx, const term_t *leaves,
                       size_t leaf_count, const term_t *roots,
                       size_t root_count)
{
    program_t *p = xcalloc(1, sizeof *p);
    p->leaf_count = leaf_count;
    term_vec_t order = {0};
    walk_postorder(ctx, roots, root_count, &order);
    compiler_t c = {.ctx = ctx, .program = p};
    memo_init(&c.place);
    compile(&c, leaves, &order);
    for (size_t i = 0; i < root_count; i++)
        vec_push(&p->roots, operand(&c, roots[i]));
    memo_release(&c.place);
    vec_release(&order);
    p->of_leaf = xcalloc(leaf_count + 1, sizeof *p->of_leaf);
    p->from_leaf = xcalloc(leaf_count + 1, sizeof *p->from_leaf);
    return p;
}

void program_free(program_t *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i <= p->leaf_count; i++) {
        vec_release(&p->of_leaf[i].places);
        vec_release(&p->from_leaf[i].places);
    }
    free(p->of_leaf);
    free(p->from_leaf);
    vec_release(&p->trail);
    vec_release(&p->choices);
    vec_release(&p->code);
    vec_release(&p->registers);
    vec_release(&p->why);
    vec_release(&p->roots);
    free(p);
}

// ---- running ----

value_t cell_value(context_t *ctx, sort_t sort, int64_t cell)
{
    switch (sort_kind(ctx, sort)) {
    case SORT_BOOL: return value_bool(ctx, cell != 0);
    case SORT_ENUM: return value_literal(sort, (uint32_t)cell);
    default: return value_int(ctx, cell);
    }
}

static int64_t read_operand(const int64_t *registers, uint32_t operand)
{
    return registers[operand >> 1] ^ (operand & 1);
}

static bool euclidean_div(int64_t a, int64_t b, int64_t *result)
{
    if (b == 0 || b == -1) {
        *result = 0;
        return b == -1 && __builtin_sub_overflow(0, a, result);
    }
    const int64_t rest = a % b;
    *result = a / b - (rest < 0 ? (b > 0 ? 1 : -1) : 0);
    return false;
}

static int64_t euclidean_mod(int64_t a, int64_t b)
{
    if (b == 0)
        return a;
    if (b == -1)
        return 0;
    const int64_t rest = a % b;
    return rest >= 0 ? rest : b > 0 ? rest + b : rest - b;
}

static bool power_of_two(int64_t exponent, int64_t *result)
{
    *result = exponent <= 0 || exponent > 62 ? 1 : (int64_t)1 << exponent;
    return exponent > 62;
}

// The value of one instruction; true if it does not fit. Operands that are
// lost have any value, and zero times any value is zero.
static inline bool compute(const instruction_t *i, const int64_t *registers,
                           int64_t *result)
{
    const int64_t a = read_operand(registers, i->a);
    const int64_t b = read_operand(registers, i->b);
    switch (i->kind) {
    case TERM_AND: *result = a & b; return false;
    case TERM_EQ: *result = a == b; return false;
    case TERM_LE: *result = a <= b; return false;
    case TERM_ITE:
        *result = a ? b : read_operand(registers, i->c);
        return false;
    case TERM_ADD: return __builtin_add_overflow(a, b, result);
    case TERM_MUL: return __builtin_mul_overflow(a, b, result);
    case TERM_DIV: return euclidean_div(a, b, result);
    case TERM_MOD: *result = euclidean_mod(a, b); return false;
    case TERM_POW2: return power_of_two(a, result);
    default: BUG("no instruction");
    }
}

// What an operand passes on to a result that is more than a copy of it.
static uint32_t cause(const uint32_t *why, uint32_t operand)
{
    const uint32_t w = why[operand >> 1];
    return w >= FIRST_OPEN ? w & ~1u : w;
}

// Any of the operands that are still open, else one that is lost.
static uint32_t open_first(uint32_t a, uint32_t b)
{
    return a >= FIRST_OPEN ? a : b >= FIRST_OPEN ? b : a | b;
}

static uint32_t lost_first(uint32_t a, uint32_t b)
{
    return a == LOST || b == LOST ? LOST : a != 0 ? a : b;
}

// Zero decides whatever the other operand is.
static uint32_t execute_product(program_t *p, const instruction_t *i,
                                int64_t *to)
{
    const uint32_t a = cause(p->why.data, i->a), b = cause(p->why.data, i->b);
    if ((a == 0 && read_operand(p->registers.data, i->a) == 0)
        || (b == 0 && read_operand(p->registers.data, i->b) == 0)) {
        *to = 0;
        return 0;
    }
    return open_first(a, b);
}

// What is lost stays lost, whatever is chosen later: so it is not asked
// whether both branches agree when the condition is lost.
static uint32_t execute_ite(program_t *p, const instruction_t *i, int64_t *to)
{
    const int64_t *r = p->registers.data;
    const uint32_t *why = p->why.data;
    const uint32_t condition = cause(why, i->a);
    if (condition == 0) {
        const uint32_t taken = read_operand(r, i->a) ? i->b : i->c;
        *to = read_operand(r, taken);
        return taken & 1 ? cause(why, taken) : why[taken >> 1];
    }
    *to = read_operand(r, i->b);
    const bool known = (why[i->b >> 1] | why[i->c >> 1]) == 0;
    const bool same = condition != LOST && known
        && *to == read_operand(r, i->c);
    return same ? 0 : condition;
}

// The instruction where not every operand need be known.
static void execute(program_t *p, size_t k)
{
    const instruction_t *i = &p->code.data[k];
    int64_t *to = &p->registers.data[p->first + k];
    const uint32_t *why = p->why.data;
    uint32_t result;
    if (i->kind == TERM_ITE)
        result = execute_ite(p, i, to);
    else if ((why[i->a >> 1] | why[i->b >> 1]) == 0)
        result = compute(i, p->registers.data, to) ? LOST : 0;
    else if (i->kind == TERM_AND || i->kind == TERM_MUL)
        result = execute_product(p, i, to);
    else
        result = lost_first(cause(why, i->a), cause(why, i->b));
    p->why.data[p->first + k] = result;
}

static int64_t root_value(const program_t *p, size_t root)
{
    return read_operand(p->registers.data, p->roots.data[root]);
}

// Keeps track of what is lost: needed only when something is, which is rare.
static bool run_carefully(program_t *p, int64_t *results)
{
    for (size_t i = 0; i < p->leaf_count; i++)
        p->why.data[i] = 0;
    for (size_t k = 0; k < p->code.len; k++)
        execute(p, k);
    for (size_t k = 0; k < p->roots.len; k++) {
        if (p->why.data[p->roots.data[k] >> 1] != 0)
            return false;
        results[k] = root_value(p, k);
    }
    return true;
}

bool program_run(program_t *p, const int64_t *cells, int64_t *results)
{
    int64_t *registers = p->registers.data;
    for (size_t i = 0; i < p->leaf_count; i++)
        registers[i] = cells[i];
    bool overflow = p->large_constants;
    const instruction_t *code = p->code.data;
    int64_t *to = registers + p->first;
    for (size_t n = p->code.len; n > 0; n--)
        overflow |= compute(code++, registers, to++);
    if (overflow)
        return run_carefully(p, results);
    for (size_t k = 0; k < p->roots.len; k++)
        results[k] = root_value(p, k);
    return true;
}

// ---- with leaves left open ----

// What depends on the leaves from `from` up to, not including, `to`.
static void make_cone(program_t *p, cone_t *cone, size_t from, size_t to)
{
    if (cone->made)
        return;
    cone->made = true;
    bool *hit = xcalloc(p->registers.len + 1, sizeof *hit);
    for (size_t i = from; i < to; i++)
        hit[i] = true;
    for (size_t k = 0; k < p->code.len; k++) {
        const instruction_t *i = &p->code.data[k];
        if (hit[i->a >> 1] || hit[i->b >> 1] || hit[i->c >> 1]) {
            hit[p->first + k] = true;
            vec_push(&cone->places, (uint32_t)k);
        }
    }
    free(hit);
}

static void execute_cone(program_t *p, const cone_t *cone)
{
    for (size_t i = 0; i < cone->places.len; i++)
        execute(p, cone->places.data[i]);
    p->effort += cone->places.len;
}

static void set_leaf(program_t *p, size_t leaf, int64_t value, bool open)
{
    p->registers.data[leaf] = value;
    p->why.data[leaf] = open ? open_by(leaf) | 1 : 0;
}

void program_load(program_t *p, const int64_t *cells, const bool *open,
                  size_t first)
{
    assert(first <= p->leaf_count);
    p->trail.len = 0;
    p->choices.len = 0;
    for (size_t i = first; i < p->leaf_count; i++)
        set_leaf(p, i, cells[i], open[i]);
    if (first > 0) {
        make_cone(p, &p->from_leaf[first], first, p->leaf_count);
        execute_cone(p, &p->from_leaf[first]);
        return;
    }
    for (size_t k = 0; k < p->code.len; k++)
        execute(p, k);
    p->effort += p->code.len;
}

static void change(program_t *p, size_t place, uint32_t before)
{
    const change_t one = {(uint32_t)place, before};
    vec_push(&p->trail, one);
}

// What is known stays so: it does not depend on the leaf.
void program_choose(program_t *p, size_t leaf, int64_t value)
{
    assert(program_is_open(p, leaf));
    vec_push(&p->choices, p->trail.len);
    change(p, leaf, p->why.data[leaf]);
    set_leaf(p, leaf, value, false);
    make_cone(p, &p->of_leaf[leaf], leaf, leaf + 1);
    const cone_t *cone = &p->of_leaf[leaf];
    const uint32_t *why = p->why.data + p->first;
    for (size_t i = 0; i < cone->places.len; i++) {
        const uint32_t k = cone->places.data[i];
        const uint32_t before = why[k];
        if (before == 0)
            continue;
        execute(p, k);
        p->effort++;
        if (why[k] != before)
            change(p, p->first + k, before);
    }
}

void program_reopen(program_t *p)
{
    assert(p->choices.len > 0);
    const size_t from = vec_pop(&p->choices);
    while (p->trail.len > from) {
        const change_t one = vec_pop(&p->trail);
        p->why.data[one.place] = one.why;
    }
}

bool program_is_open(const program_t *p, size_t leaf)
{
    assert(leaf < p->leaf_count);
    return p->why.data[leaf] != 0;
}

int64_t program_cell(const program_t *p, size_t leaf)
{
    assert(leaf < p->leaf_count);
    return p->registers.data[leaf];
}

result_t program_result(const program_t *p, size_t root)
{
    assert(root < p->roots.len);
    const uint32_t operand = p->roots.data[root];
    const uint32_t why = p->why.data[operand >> 1];
    if (why < FIRST_OPEN)
        return (result_t){.state = why == LOST ? RESULT_LOST : RESULT_KNOWN,
                          .value = root_value(p, root)};
    return (result_t){.state = RESULT_OPEN,
                      .leaf = (why - FIRST_OPEN) / 2,
                      .copy = (why & 1) && !(operand & 1)};
}

uint64_t program_effort(const program_t *p)
{
    return p->effort;
}
