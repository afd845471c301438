// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/solver.h"

#include "core/eval.h"
#include "core/memo.h"

#include <assert.h>
#include <signal.h>
#include <sys/time.h>

// Yices has types of the same names as core.
#define term_t yterm_t
#define context_t ycontext_t
#define model_t ymodel_t
#include <yices.h>
#undef term_t
#undef context_t
#undef model_t

// Something asserted, and within how many pushes.
typedef struct {
    yterm_t term;
    unsigned level;
} assertion_t;

// What an assumption became, and its place among those of the caller.
typedef struct {
    yterm_t term;
    size_t index;
} assumed_t;

struct solver {
    const system_t *system;
    context_t *ctx;
    ycontext_t *yices;
    ymodel_t *model;  // of the last check, once somebody asked
    bool satisfiable; // the last check was, and nothing has changed since
    eval_t *eval;     // under that model, in one frame
    unsigned eval_frame;
    VEC(bool) fixed;  // by variable: a parameter
    memo_t shared;    // terms without frame: parameters
    VEC(memo_t) frames;
    VEC(assertion_t) assertions; // levels never fall from one to the next
    // Constraints that come with variables (the ranges of enumerations). They
    // outlive the push within which the variable was first heard of.
    VEC(assertion_t) ranges;
    unsigned level;
    bool refuted;         // what is asserted is unsatisfiable by itself
    unsigned idle_pushes; // above the level, since then
    VEC(assumed_t) assumed; // in the last check
    bool refuted_at_once;   // ... one was false by itself, the only one there
    uint64_t limit;
    size_t checks, timeouts;
};

// ---- one Yices per process ----

static size_t live_solvers; // contexts in use

static void out_of_memory(void)
{
    static const char text[] = "clave: out of memory in the solver\n";
    fputs(text, stderr);
    abort();
}

static void enter_yices(void)
{
    static bool ready;
    if (!ready) {
        yices_init();
        yices_set_out_of_mem_callback(out_of_memory);
        ready = true;
    }
    live_solvers++;
}

// Terms are kept by Yices until told otherwise; with the last context gone,
// none is needed.
static void leave_yices(void)
{
    if (--live_solvers == 0)
        yices_garbage_collect(NULL, 0, NULL, 0, 0);
}

static _Noreturn void fail(const char *what)
{
    char *why = yices_error_string();
    BUG("the solver cannot %s: %s", what, why);
}

static yterm_t made(yterm_t t)
{
    if (t == NULL_TERM)
        fail("build a term");
    return t;
}

// ---- life ----

static ycontext_t *new_context(void)
{
    ctx_config_t *config = yices_new_config();
    if (yices_default_config_for_logic(config, "QF_LIA") != 0
        || yices_set_config(config, "mode", "interactive") != 0)
        fail("be configured");
    ycontext_t *context = yices_new_context(config);
    yices_free_config(config);
    if (context == NULL)
        fail("make a context");
    return context;
}

solver_t *solver_new(const system_t *system)
{
    solver_t *s = xcalloc(1, sizeof *s);
    s->system = system;
    s->ctx = system->ctx;
    enter_yices();
    s->yices = new_context();
    memo_init(&s->shared);
    vec_reserve(&s->fixed, (size_t)var_count(s->ctx));
    for (uint32_t i = 0; i < var_count(s->ctx); i++)
        vec_push(&s->fixed, false);
    for (size_t i = 0; i < system->parameters.len; i++)
        s->fixed.data[system->parameters.data[i].id] = true;
    return s;
}

static void forget_model(solver_t *s)
{
    eval_free(s->eval);
    s->eval = NULL;
    if (s->model != NULL)
        yices_free_model(s->model);
    s->model = NULL;
    s->satisfiable = false;
}

void solver_free(solver_t *s)
{
    if (s == NULL)
        return;
    forget_model(s);
    yices_free_context(s->yices);
    leave_yices();
    memo_release(&s->shared);
    for (size_t i = 0; i < s->frames.len; i++)
        memo_release(&s->frames.data[i]);
    vec_release(&s->frames);
    vec_release(&s->fixed);
    vec_release(&s->assertions);
    vec_release(&s->ranges);
    vec_release(&s->assumed);
    free(s);
}

void solver_set_limit(solver_t *s, uint64_t milliseconds)
{
    s->limit = milliseconds;
}

size_t solver_checks(const solver_t *s)
{
    return s->checks;
}

size_t solver_timeouts(const solver_t *s)
{
    return s->timeouts;
}

// ---- assertions ----

// Yices 2.6.4 may forget that a context is unsatisfiable: after a check under
// assumptions that was satisfiable and an assertion that is found to
// contradict at once, the next check takes the contradiction for one of the
// assumptions. So it is remembered here, and Yices is not asked again before
// the pop.
static void assert_formula(solver_t *s, yterm_t t)
{
    forget_model(s);
    if (s->refuted)
        return;
    const assertion_t assertion = {t, s->level};
    vec_push(&s->assertions, assertion);
    if (yices_assert_formula(s->yices, t) < 0)
        fail("assert a formula");
    s->refuted = yices_context_status(s->yices) == STATUS_UNSAT;
}

static void assert_range(solver_t *s, yterm_t t)
{
    const assertion_t range = {t, s->level};
    vec_push(&s->ranges, range);
    assert_formula(s, t);
}

void solver_push(solver_t *s)
{
    forget_model(s);
    if (s->refuted)
        s->idle_pushes++;
    else if (yices_push(s->yices) != 0)
        fail("push");
    else
        s->level++;
}

// Ranges of variables that were first heard of above the new level are
// asserted again. Levels never fall from one entry to the next.
static void lower_ranges(solver_t *s)
{
    for (size_t i = s->ranges.len; i-- > 0;) {
        assertion_t *range = &s->ranges.data[i];
        if (range->level <= s->level)
            return;
        range->level = s->level;
        assert_formula(s, range->term);
    }
}

void solver_pop(solver_t *s)
{
    forget_model(s);
    if (s->idle_pushes > 0) {
        s->idle_pushes--;
        return;
    }
    assert(s->level > 0);
    if (yices_pop(s->yices) != 0)
        fail("pop");
    s->refuted = false;
    s->level--;
    while (s->assertions.len > 0 && vec_last(&s->assertions).level > s->level)
        s->assertions.len--;
    lower_ranges(s);
}

// What is asserted turned out to be unsatisfiable at a level below the
// present one: as if it had been known when the pushes above came.
static void refute_at(solver_t *s, unsigned level)
{
    s->refuted = true;
    s->idle_pushes = s->level - level;
    s->level = level;
    for (size_t i = 0; i < s->ranges.len; i++)
        if (s->ranges.data[i].level > level)
            s->ranges.data[i].level = level;
}

// A search that was stopped may leave Yices in a state in which a later one
// aborts (in prepare_for_integer_solving): it gets a new context.
static void replace_context(solver_t *s)
{
    yices_free_context(s->yices);
    s->yices = new_context();
    unsigned level = 0;
    for (size_t i = 0; i <= s->assertions.len; i++) {
        const bool last = i == s->assertions.len;
        const assertion_t a = last ? (assertion_t){0, s->level}
                                   : s->assertions.data[i];
        for (; level < a.level; level++)
            if (yices_push(s->yices) != 0)
                fail("push");
        if (last)
            return;
        if (yices_assert_formula(s->yices, a.term) < 0)
            fail("assert a formula");
        if (yices_context_status(s->yices) == STATUS_UNSAT) {
            s->assertions.len = i + 1;
            refute_at(s, level);
            return;
        }
    }
}

// ---- terms ----

static yterm_t number(bigint_t n)
{
    if (bigint_is_small(n))
        return made(yices_int64(n.small));
    text_t text = {0};
    bigint_format(n, &text);
    const yterm_t t = made(yices_parse_rational(text_str(&text)));
    text_release(&text);
    return t;
}

static yterm_t new_variable(solver_t *s, sort_t sort)
{
    switch (sort_kind(s->ctx, sort)) {
    case SORT_BOOL:
        return made(yices_new_uninterpreted_term(yices_bool_type()));
    case SORT_INT:
        return made(yices_new_uninterpreted_term(yices_int_type()));
    case SORT_ENUM: break;
    default: BUG("an array in the solver");
    }
    const yterm_t v = made(yices_new_uninterpreted_term(yices_int_type()));
    const uint32_t last = sort_literal_count(s->ctx, sort) - 1;
    assert_range(s, made(yices_and2(
                        yices_arith_geq0_atom(v),
                        yices_arith_leq_atom(v, yices_int32((int32_t)last)))));
    return v;
}

static memo_t *memo_of_frame(solver_t *s, unsigned frame)
{
    while (s->frames.len <= frame) {
        memo_t memo;
        memo_init(&memo);
        vec_push(&s->frames, memo);
    }
    return &s->frames.data[frame];
}

// Where a leaf is kept: parameters are the same in all frames, and the next
// value in one frame is the value in the frame after it.
static memo_t *memo_of_leaf(solver_t *s, term_t *leaf, unsigned frame)
{
    const var_t var = term_var(s->ctx, *leaf);
    const term_kind_t kind = term_kind(s->ctx, *leaf);
    const bool edge = kind == TERM_POSEDGE || kind == TERM_NEGEDGE;
    if (!edge)
        *leaf = term_last(s->ctx, var);
    if (!edge && var.id < s->fixed.len && s->fixed.data[var.id])
        return &s->shared;
    return memo_of_frame(s, frame + (kind == TERM_NEXT ? 1 : 0));
}

// Memos hold a Yices term + 1.
static yterm_t variable(solver_t *s, term_t leaf, unsigned frame)
{
    memo_t *memo = memo_of_leaf(s, &leaf, frame);
    const uint32_t old = memo_get(memo, leaf);
    if (old != 0)
        return (yterm_t)(old - 1);
    const yterm_t v = new_variable(s, term_sort(s->ctx, leaf));
    memo_set(memo, leaf, (uint32_t)v + 1);
    return v;
}

static yterm_t product(const solver_t *s, term_t t, yterm_t a, yterm_t b)
{
    if (term_kind(s->ctx, term_kid(s->ctx, t, 0)) != TERM_INT)
        BUG("a product of two unknowns in the solver");
    return made(yices_mul(a, b));
}

static yterm_t division(const solver_t *s, term_t t, yterm_t a, yterm_t b)
{
    const term_t divisor = term_kid(s->ctx, t, 1);
    const bool div = term_kind(s->ctx, t) == TERM_DIV;
    if (term_kind(s->ctx, divisor) != TERM_INT)
        BUG("a division by an unknown in the solver");
    if (bigint_sign(term_value(s->ctx, divisor)) == 0)
        return div ? yices_zero() : a;
    return made(div ? yices_idiv(a, b) : yices_imod(a, b));
}

static yterm_t equality(const solver_t *s, term_t t, yterm_t a, yterm_t b)
{
    const sort_t sort = term_sort(s->ctx, term_kid(s->ctx, t, 0));
    return made(sort_kind(s->ctx, sort) == SORT_BOOL
                    ? yices_iff(a, b) : yices_arith_eq_atom(a, b));
}

// `t` is positive, and its operands are k.
static yterm_t build(solver_t *s, term_t t, const yterm_t *k, unsigned frame)
{
    const term_kind_t kind = term_kind(s->ctx, t);
    switch (kind) {
    case TERM_TRUE: return yices_true();
    case TERM_LAST: case TERM_NEXT: case TERM_POSEDGE: case TERM_NEGEDGE:
        return variable(s, t, frame);
    case TERM_INT: return number(term_value(s->ctx, t));
    case TERM_LITERAL:
        return made(yices_int32((int32_t)term_position(s->ctx, t)));
    case TERM_AND: return made(yices_and2(k[0], k[1]));
    case TERM_EQ: return equality(s, t, k[0], k[1]);
    case TERM_LE: return made(yices_arith_leq_atom(k[0], k[1]));
    case TERM_ITE: return made(yices_ite(k[0], k[1], k[2]));
    case TERM_ADD: return made(yices_add(k[0], k[1]));
    case TERM_MUL: return product(s, t, k[0], k[1]);
    case TERM_DIV: case TERM_MOD: return division(s, t, k[0], k[1]);
    default: BUG("%s in the solver", term_kind_name(kind));
    }
}

// What a term became; false if it did not yet.
static bool converted(solver_t *s, term_t t, unsigned frame, yterm_t *result)
{
    const uint32_t known = memo_get(memo_of_frame(s, frame),
                                    term_positive(t));
    if (known == 0)
        return false;
    const yterm_t y = (yterm_t)(known - 1);
    *result = term_negated(t) ? made(yices_not(y)) : y;
    return true;
}

// Pushes operands that are not converted; if there are none, converts `t`.
static bool convert_one(solver_t *s, term_t t, unsigned frame,
                        term_vec_t *stack)
{
    yterm_t kids[3] = {NULL_TERM, NULL_TERM, NULL_TERM};
    const size_t before = stack->len;
    const unsigned arity = term_arity(s->ctx, t);
    for (unsigned i = 0; i < arity; i++)
        if (!converted(s, term_kid(s->ctx, t, i), frame, &kids[i]))
            vec_push(stack, term_positive(term_kid(s->ctx, t, i)));
    if (stack->len > before)
        return false;
    const yterm_t y = build(s, t, kids, frame);
    memo_set(memo_of_frame(s, frame), t, (uint32_t)y + 1);
    return true;
}

static yterm_t convert(solver_t *s, term_t t, unsigned frame)
{
    yterm_t result;
    if (converted(s, t, frame, &result))
        return result;
    term_vec_t stack = {0};
    vec_push(&stack, term_positive(t));
    while (stack.len > 0) {
        const size_t at = stack.len - 1;
        yterm_t ignored;
        if (converted(s, stack.data[at], frame, &ignored)
            || convert_one(s, stack.data[at], frame, &stack))
            stack.len = at;
    }
    vec_release(&stack);
    if (!converted(s, t, frame, &result))
        BUG("a term was not converted");
    return result;
}

void solver_assert(solver_t *s, term_t t, unsigned frame)
{
    assert_formula(s, convert(s, t, frame));
}

void solver_assert_step(solver_t *s, unsigned frame)
{
    const system_t *sys = s->system;
    solver_assert(s, sys->valid, frame);
    solver_assert(s, sys->held, frame);
    for (size_t i = 0; i < sys->states.len; i++)
        solver_assert(s, term_eq(s->ctx,
                                 term_next(s->ctx, sys->states.data[i]),
                                 sys->next.data[i]), frame);
}

// ---- checks ----

// The context that the timer stops.
static ycontext_t *volatile searching;

static void stop_search(int signal)
{
    (void)signal;
    if (searching != NULL)
        yices_stop_search(searching);
}

// Repeated, because a signal before the search has begun stops nothing.
static void start_timer(const solver_t *s)
{
    struct sigaction action = {.sa_handler = stop_search,
                               .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) != 0)
        BUG("no handler for the solver's timer");
    searching = s->yices;
    const struct itimerval timer = {
        .it_interval = {0, 10000},
        .it_value = {(time_t)(s->limit / 1000),
                     (suseconds_t)(s->limit % 1000 * 1000)}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void stop_timer(void)
{
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    searching = NULL;
}

static solver_result_t result_of(solver_t *s, smt_status_t status)
{
    switch (status) {
    case STATUS_SAT:
        s->satisfiable = true;
        return SOLVER_SAT;
    case STATUS_UNSAT: return SOLVER_UNSAT;
    case STATUS_UNKNOWN: return SOLVER_UNKNOWN;
    case STATUS_INTERRUPTED:
        s->timeouts++;
        replace_context(s);
        return SOLVER_UNKNOWN;
    default: fail("check");
    }
}

// The signal is handled (not left pending) before stop_timer returns, so a
// late one finds nothing to stop.
static solver_result_t search(solver_t *s, const yterm_t *terms, size_t count)
{
    if (s->limit > 0)
        start_timer(s);
    const smt_status_t status = yices_check_context_with_assumptions(
        s->yices, NULL, (uint32_t)count, terms);
    if (s->limit > 0)
        stop_timer();
    return result_of(s, status);
}

static bool core_is_empty(solver_t *s)
{
    index_vec_t core = {0};
    solver_core(s, &core);
    const bool empty = core.len == 0;
    vec_release(&core);
    return empty;
}

static void assume(solver_t *s, yterm_t t, size_t index)
{
    const assumed_t one = {t, index};
    if (t == yices_true() || s->refuted_at_once)
        return;
    if (t == yices_false()) {
        s->refuted_at_once = true;
        s->assumed.len = 0;
    }
    vec_push(&s->assumed, one);
}

solver_result_t solver_check_assuming(solver_t *s,
                                      const framed_t *assumptions,
                                      size_t count)
{
    s->assumed.len = 0;
    s->refuted_at_once = false;
    for (size_t i = 0; i < count; i++)
        assume(s, convert(s, assumptions[i].term, assumptions[i].frame), i);
    forget_model(s);
    s->checks++;
    if (s->refuted || s->refuted_at_once)
        return SOLVER_UNSAT;
    VEC(yterm_t) terms = {0};
    for (size_t i = 0; i < s->assumed.len; i++)
        vec_push(&terms, s->assumed.data[i].term);
    const solver_result_t result = search(s, terms.data, terms.len);
    vec_release(&terms);
    if (result == SOLVER_UNSAT)
        s->refuted = core_is_empty(s);
    return result;
}

solver_result_t solver_check(solver_t *s)
{
    return solver_check_assuming(s, NULL, 0);
}

static void add_index(const solver_t *s, yterm_t t, index_vec_t *core)
{
    for (size_t i = 0; i < s->assumed.len; i++)
        if (s->assumed.data[i].term == t) {
            vec_push(core, s->assumed.data[i].index);
            return;
        }
    BUG("the solver's core has what nobody assumed");
}

void solver_core(solver_t *s, index_vec_t *core)
{
    core->len = 0;
    if (s->refuted)
        return;
    if (s->refuted_at_once) {
        vec_push(core, s->assumed.data[0].index);
        return;
    }
    term_vector_t terms;
    yices_init_term_vector(&terms);
    if (yices_get_unsat_core(s->yices, &terms) != 0)
        fail("give a core");
    for (uint32_t i = 0; i < terms.size; i++)
        add_index(s, terms.data[i], core);
    yices_delete_term_vector(&terms);
}

// ---- values ----

static ymodel_t *model_of(solver_t *s)
{
    if (!s->satisfiable)
        BUG("values asked for without a satisfiable check");
    if (s->model == NULL)
        s->model = yices_get_model(s->yices, 1);
    if (s->model == NULL)
        fail("give a model");
    return s->model;
}

static value_t large_value(ymodel_t *model, yterm_t v, context_t *ctx)
{
    const yterm_t constant = made(yices_get_value_as_term(model, v));
    char *text = yices_term_to_string(constant, UINT32_MAX, 1, 0);
    value_t value = value_int(ctx, 0);
    if (text == NULL || !bigint_parse(&value.number, text, strlen(text)))
        BUG("the solver's number is none");
    yices_free_string(text);
    return value;
}

static value_t value_in_model(ymodel_t *model, yterm_t v, context_t *ctx,
                              sort_t sort)
{
    int32_t b;
    int64_t n;
    const bool boolean = sort_kind(ctx, sort) == SORT_BOOL;
    if (boolean ? yices_get_bool_value(model, v, &b) == 0
                : yices_get_int64_value(model, v, &n) == 0) {
        if (boolean)
            return value_bool(ctx, b != 0);
        return sort_kind(ctx, sort) == SORT_INT
            ? value_int(ctx, n) : value_literal(sort, (uint32_t)n);
    }
    switch (yices_error_code()) {
    case EVAL_OVERFLOW: return large_value(model, v, ctx);
    case EVAL_UNKNOWN_TERM: return value_default(ctx, sort);
    default: fail("tell a value");
    }
}

value_t solver_value(solver_t *s, term_t leaf, unsigned frame)
{
    const sort_t sort = term_sort(s->ctx, leaf);
    const memo_t *memo = memo_of_leaf(s, &leaf, frame);
    const uint32_t known = memo_get(memo, leaf);
    if (known == 0)
        return value_default(s->ctx, sort);
    return value_in_model(model_of(s), (yterm_t)(known - 1), s->ctx, sort);
}

static value_t leaf_value(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    solver_t *s = user;
    return solver_value(s, leaf, s->eval_frame);
}

// Through core's evaluator, so that leaves without a value have their
// default, and terms need not become the solver's.
bool solver_holds(solver_t *s, term_t t, unsigned frame)
{
    if (s->eval == NULL)
        s->eval = eval_new(s->ctx, leaf_value, s);
    else if (s->eval_frame != frame)
        eval_clear(s->eval);
    s->eval_frame = frame;
    bool result;
    if (!eval_bool(s->eval, t, &result))
        BUG("a term without a value in the solver");
    return result;
}

// ---- traces ----

static void set_vars(solver_t *s, trace_t *trace, unsigned step,
                     const var_vec_t *vars)
{
    for (size_t i = 0; i < vars->len; i++) {
        value_t v = solver_value(s, term_last(s->ctx, vars->data[i]), step);
        trace_set(trace, step, vars->data[i], &v);
        value_release(&v);
    }
}

static void set_edges(solver_t *s, trace_t *trace, unsigned step)
{
    const term_vec_t *edges = &s->system->edges;
    for (size_t i = 0; i < edges->len; i++)
        trace_set_edge(trace, step, term_var(s->ctx, edges->data[i]),
                       term_kind(s->ctx, edges->data[i]),
                       solver_holds(s, edges->data[i], step));
}

trace_t *solver_trace(solver_t *s, unsigned length)
{
    trace_t *trace = trace_new(s->system->model);
    for (unsigned i = 0; i < length; i++)
        trace_add_step(trace);
    set_vars(s, trace, 0, &s->system->parameters);
    set_vars(s, trace, 0, &s->system->states);
    for (unsigned i = 0; i < length; i++) {
        set_vars(s, trace, i, &s->system->inputs);
        set_edges(s, trace, i);
    }
    return trace;
}
