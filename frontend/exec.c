// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Sequential statements, executed symbolically: both branches of a condition
// run from the same values, and what either changed is merged.

#define MAX_WORK 5000000 // statements per pass

void lower_set(lower_t *l, object_t *o, sval_t value)
{
    const undo_t u = {o, o->now, o->active};
    vec_push(&l->undo, u);
    o->now = value;
    o->active = l->process;
}

// ---- branches ----

typedef struct {
    object_t *object;
    sval_t value;
} change_t;

typedef VEC(change_t) change_vec_t;

typedef struct {
    term_t condition; // given that no earlier branch was taken
    change_vec_t changes;
} branch_t;

typedef VEC(branch_t) branch_vec_t;

// Takes the changes since `mark` back, and keeps them.
static void take_back(lower_t *l, size_t mark, change_vec_t *changes)
{
    const uint64_t stamp = ++l->stamps;
    for (size_t i = l->undo.len; i-- > mark;) {
        object_t *o = l->undo.data[i].object;
        if (o->stamp != stamp) {
            const change_t c = {o, o->now};
            vec_push(changes, c);
            o->stamp = stamp;
        }
        o->now = l->undo.data[i].before;
        o->active = l->undo.data[i].active;
    }
    l->undo.len = mark;
}

static const sval_t *find_change(const change_vec_t *changes,
                                 const object_t *o)
{
    for (size_t i = 0; i < changes->len; i++)
        if (changes->data[i].object == o)
            return &changes->data[i].value;
    return NULL;
}

sval_t lower_current(const lower_t *l, const object_t *o)
{
    const bool touched = l->process != NULL && o->active == l->process;
    return touched || !o->keeps ? o->now : o->value;
}

static void merge(lower_t *l, const branch_vec_t *branches)
{
    const uint64_t stamp = ++l->stamps;
    for (size_t b = 0; b < branches->len; b++)
        for (size_t i = 0; i < branches->data[b].changes.len; i++) {
            object_t *o = branches->data[b].changes.data[i].object;
            if (o->stamp == stamp)
                continue;
            o->stamp = stamp;
            const sval_t base = lower_current(l, o);
            sval_t v = base;
            for (size_t k = branches->len; k-- > 0;) {
                const sval_t *changed =
                    find_change(&branches->data[k].changes, o);
                v = sval_ite(&l->values, branches->data[k].condition,
                             changed != NULL ? changed : &base, &v);
            }
            // A variable of a function may have no value on one side: then
            // reading it is an error, not this.
            if (v.bad && o->keeps && !l->stop)
                lower_error(l, o->node, "not supported: '%s' has values of "
                            "different shapes", o->path);
            lower_set(l, o, v);
        }
}

static void release_branches(branch_vec_t *branches)
{
    for (size_t i = 0; i < branches->len; i++)
        vec_release(&branches->data[i].changes);
    vec_release(branches);
}

// Runs one branch under its condition; l->path is that of all branches that
// are left, and is narrowed for the next one.
static void run_branch(lower_t *l, branch_vec_t *branches, term_t condition,
                       void (*body)(lower_t *, vhdl_node_t),
                       vhdl_node_t node)
{
    if (l->stop || term_is_false(l->ctx, condition))
        return;
    const size_t mark = l->undo.len;
    const term_t path = l->path;
    branch_t b = {.condition = condition};
    l->path = term_and(l->ctx, path, condition);
    body(l, node);
    take_back(l, mark, &b.changes);
    l->path = term_and(l->ctx, path, term_not(condition));
    vec_push(branches, b);
}

static void chain_body(lower_t *l, vhdl_node_t chain)
{
    lower_statements(l, chain);
}

// ---- if and case ----

static term_t condition_of(lower_t *l, vhdl_node_t n)
{
    const sval_t v = lower_expr(l, n, NULL);
    return l->stop || v.bad ? term_false(l->ctx) : v.term;
}

static void if_statement(lower_t *l, vhdl_node_t n)
{
    const term_t path = l->path;
    branch_vec_t branches = {0};
    for (vhdl_node_t part = n; vhdl_exists(part) && !l->stop;
         part = vhdl_else_clause(part)) {
        const vhdl_node_t c = vhdl_condition(part);
        const term_t condition = vhdl_exists(c) ? condition_of(l, c)
                                                : term_true(l->ctx);
        run_branch(l, &branches, condition, chain_body,
                   vhdl_sequential_statement_chain(part));
        if (term_is_true(l->ctx, condition))
            break;
    }
    l->path = path;
    merge(l, &branches);
    release_branches(&branches);
}

// Does the selector have the value of one choice?
static term_t choice_condition(lower_t *l, vhdl_node_t choice,
                               const sval_t *selector)
{
    switch (vhdl_kind(choice)) {
    case VHDL_CHOICE_BY_OTHERS:
        return term_true(l->ctx);
    case VHDL_CHOICE_BY_EXPRESSION: {
        const vhdl_node_t e = vhdl_choice_expression(choice);
        if (lower_is_metavalue(l, e))
            return term_false(l->ctx);
        const sval_t v = lower_expr(l, e, selector->type);
        if (l->stop)
            return term_false(l->ctx);
        return sval_equal_term(&l->values, selector, &v);
    }
    case VHDL_CHOICE_BY_RANGE: {
        range_t r;
        if (!lower_range(l, vhdl_choice_range(choice), &r))
            return term_false(l->ctx);
        return range_contains(l, &r, lower_index(l, choice, selector));
    }
    default:
        lower_unsupported(l, choice);
        return term_false(l->ctx);
    }
}

typedef void (*alternative_fn)(lower_t *l, vhdl_node_t choice);

// Alternatives of a case or of a selected assignment: choices that share one
// are marked.
static void alternatives(lower_t *l, vhdl_node_t n, vhdl_node_t chain,
                         const sval_t *selector, alternative_fn body)
{
    const term_t path = l->path;
    branch_vec_t branches = {0};
    vhdl_node_t choice = chain;
    bool complete = false;
    while (vhdl_exists(choice) && !l->stop) {
        const vhdl_node_t first = choice;
        term_t condition = choice_condition(l, choice, selector);
        complete |= vhdl_is(choice, VHDL_CHOICE_BY_OTHERS);
        for (choice = vhdl_chain(choice);
             vhdl_exists(choice) && vhdl_same_alternative_flag(choice);
             choice = vhdl_chain(choice)) {
            complete |= vhdl_is(choice, VHDL_CHOICE_BY_OTHERS);
            condition = term_or(l->ctx, condition,
                                choice_condition(l, choice, selector));
        }
        // Without others the choices cover everything: the last one is what
        // is left.
        if (!complete && !vhdl_exists(choice)
            && selector->type->kind != TYPE_INT)
            condition = term_true(l->ctx);
        run_branch(l, &branches, condition, body, first);
    }
    if (!l->stop && !complete && selector->type->kind == TYPE_INT)
        lower_oblige(l, PROPERTY_CHOICE, n, term_false(l->ctx),
                     "no choice matches");
    l->path = path;
    merge(l, &branches);
    release_branches(&branches);
}

static void case_body(lower_t *l, vhdl_node_t choice)
{
    lower_statements(l, vhdl_associated_chain(choice));
}

// `case?` and `select?` compare with don't cares.
static bool is_matching(lower_t *l, vhdl_node_t n)
{
    if (vhdl_has_matching_flag(n) && vhdl_matching_flag(n))
        lower_error(l, n, "not supported: case? and select?: compare with "
                          "std_match, or list the choices");
    return l->stop;
}

static void case_statement(lower_t *l, vhdl_node_t n)
{
    if (is_matching(l, n))
        return;
    const sval_t selector = lower_expr(l, vhdl_expression(n), NULL);
    if (!l->stop)
        alternatives(l, n, vhdl_case_statement_alternative_chain(n),
                     &selector, case_body);
}

// ---- assignments ----

// The one value of a waveform.
static vhdl_node_t waveform_value(lower_t *l, vhdl_node_t chain)
{
    if (!vhdl_is(chain, VHDL_WAVEFORM_ELEMENT)
        || vhdl_exists(vhdl_chain(chain))) {
        if (vhdl_is(chain, VHDL_UNAFFECTED_WAVEFORM))
            return VHDL_NONE;
        lower_error(l, chain, "not supported: several waveform elements");
        return VHDL_NONE;
    }
    return vhdl_we_value(chain);
}

static void assign_expression(lower_t *l, vhdl_node_t target, vhdl_node_t e)
{
    if (l->stop || !vhdl_exists(e))
        return;
    const type_t *t = vhdl_is(target, VHDL_AGGREGATE)
        ? NULL : lower_target_type(l, target);
    const sval_t v = lower_expr(l, e, t);
    if (!l->stop)
        lower_assign(l, target, e, &v);
}

static void waveform_body(lower_t *l, vhdl_node_t part)
{
    assign_expression(l, vhdl_target(l->assigning),
                      waveform_value(l, vhdl_waveform_chain(part)));
}

static void expression_body(lower_t *l, vhdl_node_t part)
{
    assign_expression(l, vhdl_target(l->assigning), vhdl_expression(part));
}

static void conditional(lower_t *l, vhdl_node_t statement, vhdl_node_t chain,
                        bool signal)
{
    const term_t path = l->path;
    branch_vec_t branches = {0};
    for (vhdl_node_t part = chain; vhdl_exists(part) && !l->stop;
         part = vhdl_chain(part)) {
        const vhdl_node_t c = vhdl_condition(part);
        const term_t condition = vhdl_exists(c) ? condition_of(l, c)
                                                : term_true(l->ctx);
        l->assigning = statement;
        run_branch(l, &branches, condition,
                   signal ? waveform_body : expression_body, part);
    }
    l->path = path;
    merge(l, &branches);
    release_branches(&branches);
}

static void selected_body(lower_t *l, vhdl_node_t choice)
{
    assign_expression(l, vhdl_target(l->assigning),
                      waveform_value(l, vhdl_associated_chain(choice)));
}

static void selected(lower_t *l, vhdl_node_t n)
{
    if (is_matching(l, n))
        return;
    const sval_t selector = lower_expr(l, vhdl_expression(n), NULL);
    l->assigning = n;
    if (!l->stop)
        alternatives(l, n, vhdl_selected_waveform_chain(n), &selector,
                     selected_body);
}

void lower_concurrent_assignment(lower_t *l, vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_CONCURRENT_SIMPLE_SIGNAL_ASSIGNMENT:
    case VHDL_SIMPLE_SIGNAL_ASSIGNMENT_STATEMENT:
        assign_expression(l, vhdl_target(n),
                          waveform_value(l, vhdl_waveform_chain(n)));
        break;
    case VHDL_CONCURRENT_CONDITIONAL_SIGNAL_ASSIGNMENT:
    case VHDL_CONDITIONAL_SIGNAL_ASSIGNMENT_STATEMENT:
        conditional(l, n, vhdl_conditional_waveform_chain(n), true);
        break;
    default:
        selected(l, n);
        break;
    }
}

// ---- loops ----

static loop_t *find_loop(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t label = vhdl_loop_label(n);
    const vhdl_node_t wanted = vhdl_exists(label)
        ? vhdl_named_entity(label) : VHDL_NONE;
    for (size_t i = l->frame->loops.len; i-- > 0;)
        if (!vhdl_exists(wanted)
            || vhdl_same(l->frame->loops.data[i].statement, wanted))
            return &l->frame->loops.data[i];
    return NULL;
}

static void jump(lower_t *l, vhdl_node_t n, bool leave)
{
    const vhdl_node_t c = vhdl_condition(n);
    const term_t condition = vhdl_exists(c) ? condition_of(l, c)
                                            : term_true(l->ctx);
    if (l->stop)
        return;
    loop_t *loop = find_loop(l, n);
    if (loop == NULL) {
        lower_error(l, n, "no such loop");
        return;
    }
    const term_t here = term_and(l->ctx, lower_reached(l), condition);
    term_t *flag = leave ? &loop->exited : &loop->skipped;
    *flag = term_or(l->ctx, *flag, here);
}

// False when the loop is surely over.
static bool iterate(lower_t *l, vhdl_node_t n)
{
    loop_t *loop = &vec_last(&l->frame->loops);
    loop->skipped = term_false(l->ctx);
    lower_statements(l, vhdl_sequential_statement_chain(n));
    vec_last(&l->frame->loops).skipped = term_false(l->ctx);
    return !l->stop && !term_is_false(l->ctx, lower_reached(l));
}

static void push_loop(lower_t *l, vhdl_node_t n)
{
    const loop_t loop = {n, term_false(l->ctx), term_false(l->ctx)};
    vec_push(&l->frame->loops, loop);
}

static void for_loop(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t iterator = vhdl_parameter_specification(n);
    range_t r;
    int64_t left, right;
    if (!lower_iterator_range(l, iterator, &r)
        || !lower_number(l, r.left, n, "the bound of a loop", &left)
        || !lower_number(l, r.right, n, "the bound of a loop", &right))
        return;
    const type_t *t = r.type != NULL && r.type->kind == TYPE_ENUM
        ? r.type : type_integer(l);
    push_loop(l, n);
    const int64_t step = r.ascending ? 1 : -1;
    for (int64_t i = left; r.ascending ? i <= right : i >= right; i += step) {
        scope_push(l, l->scope->path);
        const term_t v = t->kind == TYPE_ENUM
            ? term_literal(l->ctx, t->sort, (uint32_t)i)
            : term_int(l->ctx, i);
        scope_bind_constant(l, iterator, sval_scalar(t, v));
        const bool more = iterate(l, n);
        scope_pop(l);
        if (!more)
            break;
    }
    l->frame->loops.len--;
}

static void while_loop(lower_t *l, vhdl_node_t n)
{
    push_loop(l, n);
    for (;;) {
        const vhdl_node_t c = vhdl_condition(n);
        if (vhdl_exists(c)) {
            bool go;
            const term_t t = condition_of(l, c);
            if (l->stop || !lower_truth(l, t, c, "a loop's condition", &go)
                || !go)
                break;
        }
        if (!iterate(l, n))
            break;
        // An exit that depends on a generic or signal has no known end.
        const term_t reached = lower_reached(l);
        bool end;
        if (!vhdl_exists(c) && !term_equal(reached, l->path)
            && !lower_truth(l, term_eq(l->ctx, reached, l->path), n,
                            "the exit of a loop", &end))
            break;
    }
    l->frame->loops.len--;
}

// ---- return, assert ----

// One function returns vectors of one length: that it does is checked.
static sval_t fit_width(lower_t *l, vhdl_node_t n, const sval_t *v,
                        const sval_t *like)
{
    const term_t have = vector_width(&l->values, v),
                 want = vector_width(&l->values, like);
    if (term_equal(have, want))
        return *v;
    lower_oblige(l, PROPERTY_LENGTH, n, term_eq(l->ctx, have, want),
                 "a function returns vectors of different lengths");
    return vector_number(&l->values, like->type, vector_natural(&l->values, v),
                         want);
}

static void return_statement(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t e = vhdl_expression(n);
    frame_t *f = l->frame;
    if (!vhdl_exists(e) || f->result_type == NULL) {
        lower_error(l, n, "not supported: return from here");
        return;
    }
    sval_t v = lower_expr(l, e, f->result_type);
    if (l->stop)
        return;
    v = lower_convert(l, e, v, f->result_type);
    const term_t here = lower_reached(l);
    if (l->stop)
        return;
    if (!f->has_result)
        f->result = v;
    else if (v.type->kind == TYPE_STRING || v.type->kind == TYPE_REAL) {
        bool taken;
        if (!lower_truth(l, here, n, "the value of a function", &taken))
            return;
        if (taken)
            f->result = v;
    } else {
        if (v.type->kind == TYPE_VECTOR)
            v = fit_width(l, e, &v, &f->result);
        const sval_t like = lower_shape(l, e, &v, &f->result);
        f->result = sval_ite(&l->values, here, &like, &f->result);
    }
    f->has_result = true;
    f->returned = term_or(l->ctx, f->returned, here);
}

static bool is_failure(vhdl_node_t severity)
{
    if (!vhdl_exists(severity))
        return true; // the default of assert is error
    const vhdl_node_t decl = vhdl_declaration(severity);
    const char *name = vhdl_exists(decl) ? vhdl_identifier(decl) : "error";
    return strcmp(name, "note") != 0 && strcmp(name, "warning") != 0;
}

// An assert on generics alone constrains those of the top; of an instance, it
// is an obligation of the one who instantiates.
static bool constrains_generics(lower_t *l, vhdl_node_t n, term_t holds)
{
    const term_t t = term_implies(l->ctx, lower_context(l), holds);
    if (!lower_is_generic(l, t))
        return false;
    if (l->scope->path[0] != '\0') {
        lower_oblige(l, PROPERTY_ELABORATION, n, holds,
                     "an assert of the instance fails");
        return true;
    }
    const assumption_t a = {.kind = ASSUME_GENERIC, .loc = lower_loc(l, n),
                            .term = t, .text = "an assert on generics"};
    model_add_assumption(l->model, &a);
    return true;
}

static void add_assert(lower_t *l, vhdl_node_t n, term_t holds)
{
    const loc_t loc = lower_loc(l, n);
    const term_t fine = term_implies(l->ctx, lower_context(l), holds);
    if (lower_given_needs(l, fine, "an assert fails")
        || constrains_generics(l, n, holds))
        return;
    const char *label = vhdl_has_label(n) && vhdl_label(n) ? vhdl_label(n)
                                                           : "";
    char *name = *label ? xasprintf("%s%s", l->scope->path, label)
                        : xasprintf("assert@%u:%u", (unsigned)loc.line,
                                    (unsigned)loc.column);
    const property_t p = {.name = name, .kind = PROPERTY_ASSERT, .loc = loc,
                          .reached = lower_context(l), .holds = holds};
    model_add_property(l->model, &p);
    free(name);
}

static void assertion(lower_t *l, vhdl_node_t n)
{
    if (!is_failure(vhdl_severity_expression(n)))
        return; // counts as no property below severity error
    const term_t holds = condition_of(l, vhdl_assertion_condition(n));
    if (!l->stop && !l->in_static && !term_is_true(l->ctx, holds))
        add_assert(l, n, holds);
}

void lower_concurrent_assert(lower_t *l, vhdl_node_t n)
{
    assertion(l, n);
}

static void report(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t severity = vhdl_severity_expression(n);
    if (vhdl_exists(severity) && is_failure(severity) && !l->in_static)
        add_assert(l, n, term_false(l->ctx));
}

// ---- all statements ----

static void statement(lower_t *l, vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_NULL_STATEMENT: break;
    case VHDL_IF_STATEMENT: if_statement(l, n); break;
    case VHDL_CASE_STATEMENT: case_statement(l, n); break;
    case VHDL_FOR_LOOP_STATEMENT: for_loop(l, n); break;
    case VHDL_WHILE_LOOP_STATEMENT: while_loop(l, n); break;
    case VHDL_EXIT_STATEMENT: jump(l, n, true); break;
    case VHDL_NEXT_STATEMENT: jump(l, n, false); break;
    case VHDL_RETURN_STATEMENT: return_statement(l, n); break;
    case VHDL_ASSERTION_STATEMENT: assertion(l, n); break;
    case VHDL_REPORT_STATEMENT: report(l, n); break;
    case VHDL_SIMPLE_SIGNAL_ASSIGNMENT_STATEMENT:
    case VHDL_CONDITIONAL_SIGNAL_ASSIGNMENT_STATEMENT:
    case VHDL_SELECTED_WAVEFORM_ASSIGNMENT_STATEMENT:
        lower_concurrent_assignment(l, n);
        break;
    case VHDL_VARIABLE_ASSIGNMENT_STATEMENT:
        assign_expression(l, vhdl_target(n), vhdl_expression(n));
        break;
    case VHDL_CONDITIONAL_VARIABLE_ASSIGNMENT_STATEMENT:
        conditional(l, n, vhdl_conditional_expression_chain(n), false);
        break;
    default:
        lower_unsupported(l, n);
        break;
    }
}

void lower_statements(lower_t *l, vhdl_node_t chain)
{
    VHDL_EACH(n, chain) {
        if (l->stop || term_is_false(l->ctx, lower_reached(l)))
            return;
        if (++l->work > MAX_WORK) {
            lower_error(l, n, "gave up after %d statements: is there a loop "
                              "without an end?", MAX_WORK);
            return;
        }
        statement(l, n);
    }
}
