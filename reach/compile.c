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

// Registers: the leaves, the constants, then one for each instruction.
struct program {
    size_t leaf_count, first; // the first register of an instruction
    VEC(instruction_t) code;
    VEC(int64_t) registers;
    VEC(bool) lost;           // the exact value does not fit
    VEC(uint32_t) roots;
    bool large_constants;
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
    vec_push(&p->lost, lost);
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
    uint32_t *const operands[] = {&i.a, &i.b, &i.c};
    for (unsigned k = 0; k < term_arity(c->ctx, t); k++)
        *operands[k] = operand(c, term_kid(c->ctx, t, k));
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
    return p;
}

void program_free(program_t *p)
{
    if (p == NULL)
        return;
    vec_release(&p->code);
    vec_release(&p->registers);
    vec_release(&p->lost);
    vec_release(&p->roots);
    free(p);
}

// ---- running ----

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

// Is the value lost, although the instruction itself did not overflow? Not
// where an operand that is known decides.
static bool depends_on_lost(const program_t *p, const instruction_t *i)
{
    const int64_t *r = p->registers.data;
    const bool *lost = p->lost.data;
    const bool la = lost[i->a >> 1], lb = lost[i->b >> 1];
    const int64_t a = read_operand(r, i->a), b = read_operand(r, i->b);
    switch (i->kind) {
    case TERM_AND:
    case TERM_MUL:
        return !(!la && a == 0) && !(!lb && b == 0) && (la || lb);
    case TERM_ITE:
        return la || lost[(a ? i->b : i->c) >> 1];
    case TERM_POW2:
        return la;
    default:
        return la || lb;
    }
}

// Keeps track of which registers are lost: needed only when one is, which is
// rare.
static bool run_carefully(program_t *p, int64_t *results)
{
    for (size_t k = 0; k < p->code.len; k++) {
        const instruction_t *i = &p->code.data[k];
        int64_t *to = &p->registers.data[p->first + k];
        const bool inherited = depends_on_lost(p, i);
        const bool overflow = compute(i, p->registers.data, to);
        p->lost.data[p->first + k] = inherited || overflow;
    }
    for (size_t k = 0; k < p->roots.len; k++) {
        if (p->lost.data[p->roots.data[k] >> 1])
            return false;
        results[k] = read_operand(p->registers.data, p->roots.data[k]);
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
        results[k] = read_operand(registers, p->roots.data[k]);
    return true;
}
