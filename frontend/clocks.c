// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/clocks.h"

#include <strings.h>

typedef VEC(summary_clock_t) clock_vec_t;
typedef VEC(summary_reset_t) reset_vec_t;

typedef struct {
    analyse_t *a;
    clock_vec_t clocks;
    reset_vec_t resets;
    vhdl_node_vec_t explained; // 'event nodes that belong to a known edge
    vhdl_node_t process;
} finder_t;

static bool contains(const vhdl_node_vec_t *nodes, vhdl_node_t n)
{
    for (size_t i = 0; i < nodes->len; i++)
        if (vhdl_same(nodes->data[i], n))
            return true;
    return false;
}

// ---- clocks ----

// A port or a signal of the design; a parameter of a subprogram is neither.
static bool is_clockable(vhdl_node_t object)
{
    if (vhdl_is(object, VHDL_SIGNAL_DECLARATION))
        return true;
    return vhdl_is(object, VHDL_INTERFACE_SIGNAL_DECLARATION)
           && !vhdl_has_interface_declaration_chain(vhdl_parent(object));
}

static void note_edges(finder_t *f, vhdl_node_t expr, uint32_t edges,
                       vhdl_node_t where)
{
    if (!is_clockable(vhdl_base_object(expr)))
        return;
    const char *name = analyse_object_name(f->a, expr);
    for (size_t i = 0; i < f->clocks.len; i++)
        if (strcasecmp(f->clocks.data[i].name, name) == 0) {
            f->clocks.data[i].edges |= edges;
            return;
        }
    const summary_clock_t clock = {name, edges, !analyse_is_input(expr), NULL,
                                  ghdl_loc(f->a->ghdl, where)};
    vec_push(&f->clocks, clock);
}

// The edge that a call of rising_edge or falling_edge stands for, or 0.
static uint32_t call_edge(vhdl_node_t n)
{
    switch (vhdl_predefined(n)) {
    case PREDEF_IEEE_1164_RISING_EDGE:
    case PREDEF_BIT_RISING_EDGE:
    case PREDEF_BOOLEAN_RISING_EDGE:
        return SUMMARY_RISING;
    case PREDEF_IEEE_1164_FALLING_EDGE:
    case PREDEF_BIT_FALLING_EDGE:
    case PREDEF_BOOLEAN_FALLING_EDGE:
        return SUMMARY_FALLING;
    default:
        return 0;
    }
}

// '0' and false, '1' and true; -1 for anything else.
static int bit_value(vhdl_node_t expr)
{
    const vhdl_node_t literal = vhdl_declaration(vhdl_strip(expr));
    if (!vhdl_is(literal, VHDL_ENUMERATION_LITERAL))
        return -1;
    const char *image = vhdl_identifier(literal);
    if (strcmp(image, "'1'") == 0 || strcmp(image, "true") == 0)
        return 1;
    return strcmp(image, "'0'") == 0 || strcmp(image, "false") == 0 ? 0 : -1;
}

// `name = constant` or `constant = name`, either way round.
static bool split_comparison(vhdl_node_t n, vhdl_node_t *name,
                             vhdl_node_t *value)
{
    if (!vhdl_is(n, VHDL_EQUALITY_OPERATOR)
        && !vhdl_is(n, VHDL_INEQUALITY_OPERATOR))
        return false;
    *name = vhdl_strip(vhdl_left(n));
    *value = vhdl_strip(vhdl_right(n));
    const vhdl_node_t base = vhdl_base_object(*name);
    if (!vhdl_exists(base) || vhdl_is(base, VHDL_CONSTANT_DECLARATION)
        || vhdl_is(base, VHDL_INTERFACE_CONSTANT_DECLARATION)) {
        const vhdl_node_t other = *name;
        *name = *value;
        *value = other;
    }
    return vhdl_exists(vhdl_base_object(*name));
}

// The edge of `name = '1'` once it is known that name has just changed.
static uint32_t comparison_edge(vhdl_node_t n, vhdl_node_t *name)
{
    vhdl_node_t value;
    if (!split_comparison(n, name, &value))
        return 0;
    const int bit = bit_value(value);
    if (bit < 0)
        return 0;
    const bool rising = (bit == 1) == vhdl_is(n, VHDL_EQUALITY_OPERATOR);
    return rising ? SUMMARY_RISING : SUMMARY_FALLING;
}

static void flatten_and(vhdl_node_t n, vhdl_node_vec_t *conjuncts)
{
    vhdl_node_vec_t stack = {0};
    vec_push(&stack, n);
    while (stack.len > 0) {
        const vhdl_node_t top = vhdl_strip(vec_pop(&stack));
        if (vhdl_is(top, VHDL_AND_OPERATOR)) {
            vec_push(&stack, vhdl_right(top));
            vec_push(&stack, vhdl_left(top));
        } else {
            vec_push(conjuncts, top);
        }
    }
    vec_release(&stack);
}

// c'event, or `not c'stable`; none for anything else.
static vhdl_node_t event_attribute(vhdl_node_t n)
{
    if (vhdl_is(n, VHDL_EVENT_ATTRIBUTE))
        return n;
    if (!vhdl_is(n, VHDL_NOT_OPERATOR))
        return VHDL_NONE;
    const vhdl_node_t operand = vhdl_strip(vhdl_operand(n));
    return vhdl_is(operand, VHDL_STABLE_ATTRIBUTE) ? operand : VHDL_NONE;
}

// The edges that the other conjuncts leave to an event; both if none speaks
// of the same object.
static uint32_t narrow_event(finder_t *f, const vhdl_node_vec_t *conjuncts,
                             vhdl_node_t object)
{
    const char *wanted = analyse_object_name(f->a, object);
    for (size_t i = 0; wanted != NULL && i < conjuncts->len; i++) {
        vhdl_node_t name = VHDL_NONE;
        const uint32_t edge = comparison_edge(conjuncts->data[i], &name);
        const char *found = edge ? analyse_object_name(f->a, name) : NULL;
        if (found != NULL && strcasecmp(found, wanted) == 0)
            return edge;
    }
    return SUMMARY_RISING | SUMMARY_FALLING;
}

static void note_events(finder_t *f, vhdl_node_t n)
{
    vhdl_node_vec_t conjuncts = {0};
    flatten_and(n, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++) {
        const vhdl_node_t event = event_attribute(conjuncts.data[i]);
        if (!vhdl_exists(event) || contains(&f->explained, event))
            continue;
        const vhdl_node_t object = vhdl_prefix(event);
        vec_push(&f->explained, event);
        note_edges(f, object, narrow_event(f, &conjuncts, object), event);
    }
    vec_release(&conjuncts);
}

// `wait until c = '1'` waits for c to change first.
static void note_wait(finder_t *f, vhdl_node_t wait)
{
    vhdl_node_t name = VHDL_NONE;
    const vhdl_node_t condition = vhdl_strip(vhdl_condition_clause(wait));
    if (!vhdl_exists(condition))
        return;
    const uint32_t edge = comparison_edge(condition, &name);
    if (edge != 0)
        note_edges(f, name, edge, wait);
    else if (vhdl_exists(vhdl_base_object(condition)))
        note_edges(f, condition, SUMMARY_RISING, wait);
}

static bool visit_edge(vhdl_node_t n, void *user)
{
    finder_t *f = user;
    switch (vhdl_kind(n)) {
    case VHDL_FUNCTION_CALL: {
        const uint32_t edge = call_edge(n);
        if (edge != 0)
            note_edges(f, vhdl_actual(vhdl_parameter_association_chain(n)),
                       edge, n);
        return edge == 0;
    }
    case VHDL_AND_OPERATOR:
    case VHDL_NOT_OPERATOR:
    case VHDL_EVENT_ATTRIBUTE:
        note_events(f, n);
        return true;
    case VHDL_WAIT_STATEMENT:
        note_wait(f, n);
        return true;
    default:
        return true;
    }
}

// ---- what reset branches assign ----

static bool is_assignment(vhdl_kind_t kind)
{
    switch (kind) {
    case VHDL_SIMPLE_SIGNAL_ASSIGNMENT_STATEMENT:
    case VHDL_CONDITIONAL_SIGNAL_ASSIGNMENT_STATEMENT:
    case VHDL_SELECTED_WAVEFORM_ASSIGNMENT_STATEMENT:
    case VHDL_VARIABLE_ASSIGNMENT_STATEMENT:
    case VHDL_CONDITIONAL_VARIABLE_ASSIGNMENT_STATEMENT:
        return true;
    default:
        return false;
    }
}

typedef struct {
    vhdl_node_vec_t targets;
    bool constant; // every value is one of constants and generics
} branch_t;

static bool is_array_attribute(vhdl_kind_t kind)
{
    switch (kind) {
    case VHDL_LEFT_ARRAY_ATTRIBUTE:
    case VHDL_RIGHT_ARRAY_ATTRIBUTE:
    case VHDL_HIGH_ARRAY_ATTRIBUTE:
    case VHDL_LOW_ARRAY_ATTRIBUTE:
    case VHDL_LENGTH_ARRAY_ATTRIBUTE:
    case VHDL_ASCENDING_ARRAY_ATTRIBUTE:
    case VHDL_RANGE_ARRAY_ATTRIBUTE:
    case VHDL_REVERSE_RANGE_ARRAY_ATTRIBUTE:
        return true;
    default:
        return false;
    }
}

static bool is_variable_object(vhdl_node_t object)
{
    switch (vhdl_kind(object)) {
    case VHDL_CONSTANT_DECLARATION:
    case VHDL_INTERFACE_CONSTANT_DECLARATION:
    case VHDL_ITERATOR_DECLARATION:
        return false;
    default:
        return true;
    }
}

static bool is_name(vhdl_node_t n)
{
    return vhdl_is(n, VHDL_SIMPLE_NAME) || vhdl_is(n, VHDL_SELECTED_NAME);
}

static void add_targets(vhdl_node_t target, vhdl_node_vec_t *into)
{
    const vhdl_node_t base = vhdl_base_object(target);
    if (vhdl_exists(base)) {
        vec_push(into, base);
    } else if (vhdl_is(target, VHDL_AGGREGATE)) {
        VHDL_EACH(choice, vhdl_association_choices_chain(target))
            add_targets(vhdl_associated_expr(choice), into);
    }
}

static bool visit_constant(vhdl_node_t n, void *user);

static void visit_but_target(vhdl_node_t assignment, vhdl_visit_fn fn,
                             void *user)
{
    vhdl_node_vec_t children = {0};
    const vhdl_node_t target = vhdl_target(assignment);
    vhdl_collect_children(assignment, &children);
    for (size_t i = 0; i < children.len; i++)
        if (!vhdl_same(children.data[i], target))
            vhdl_walk(children.data[i], fn, user);
    vec_release(&children);
}

static bool visit_constant(vhdl_node_t n, void *user)
{
    branch_t *b = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    if (is_assignment(kind)) {
        add_targets(vhdl_target(n), &b->targets);
        visit_but_target(n, visit_constant, b);
        return false;
    }
    if (is_array_attribute(kind))
        return false;
    if (kind == VHDL_PROCEDURE_CALL_STATEMENT
        || kind == VHDL_WAIT_STATEMENT) {
        b->constant = false;
    } else if (is_name(n)) {
        const vhdl_node_t object = vhdl_base_object(n);
        if (vhdl_exists(object) && is_variable_object(object))
            b->constant = false;
    }
    return true;
}

static void read_branch(vhdl_node_t first, branch_t *b)
{
    *b = (branch_t){.constant = true};
    VHDL_EACH(s, first)
        vhdl_walk(s, visit_constant, b);
}

static bool assigns_constants(vhdl_node_t first)
{
    branch_t b;
    read_branch(first, &b);
    const bool ok = b.constant && b.targets.len > 0;
    vec_release(&b.targets);
    return ok;
}

// ---- conditions ----

// What a condition says of one input: which, and at which value it holds.
typedef struct {
    vhdl_node_t input;
    const char *active;
} level_t;

static const char *negate(arena_t *arena, const char *active)
{
    static const char *const pairs[][2] = {
        {"'1'", "'0'"}, {"'0'", "'1'"}, {"true", "false"}, {"false", "true"},
    };
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
        if (strcmp(active, pairs[i][0]) == 0)
            return pairs[i][1];
    return arena_printf(arena, "not %s", active);
}

static const char *constant_text(finder_t *f, vhdl_node_t value)
{
    const vhdl_node_t decl = vhdl_declaration(value);
    if (!vhdl_exists(decl))
        return NULL;
    if (vhdl_is(decl, VHDL_ENUMERATION_LITERAL))
        return arena_strdup(f->a->arena, vhdl_identifier(decl));
    return !vhdl_exists(vhdl_base_object(decl)) || is_variable_object(decl)
               ? NULL : analyse_object_name(f->a, decl);
}

static bool has_boolean_type(vhdl_node_t expr)
{
    const vhdl_node_t type = vhdl_has_type(expr) ? vhdl_type(expr)
                                                 : VHDL_NONE;
    if (!vhdl_exists(type) || !vhdl_has_type_declarator(type))
        return false;
    const vhdl_node_t decl = vhdl_type_declarator(type);
    return vhdl_exists(decl)
           && strcmp(vhdl_identifier(decl), "boolean") == 0;
}

static bool read_level(finder_t *f, vhdl_node_t condition, level_t *level)
{
    bool negated = false;
    condition = vhdl_strip(condition);
    for (; vhdl_is(condition, VHDL_NOT_OPERATOR); negated = !negated)
        condition = vhdl_strip(vhdl_operand(condition));
    if (!vhdl_exists(condition))
        return false;
    vhdl_node_t value;
    if (split_comparison(condition, &level->input, &value)) {
        level->active = constant_text(f, value);
        negated ^= vhdl_is(condition, VHDL_INEQUALITY_OPERATOR);
    } else {
        level->input = condition;
        level->active = has_boolean_type(condition) ? "true" : "'1'";
    }
    if (level->active == NULL || !analyse_is_input(level->input))
        return false;
    if (negated)
        level->active = negate(f->a->arena, level->active);
    return true;
}

static bool visit_for_edge(vhdl_node_t n, void *user)
{
    bool *found = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    *found |= kind == VHDL_EVENT_ATTRIBUTE || kind == VHDL_STABLE_ATTRIBUTE
              || (kind == VHDL_FUNCTION_CALL && call_edge(n) != 0);
    return !*found;
}

static bool has_edge(vhdl_node_t expr)
{
    bool found = false;
    if (vhdl_exists(expr))
        vhdl_walk(expr, visit_for_edge, &found);
    return found;
}

// ---- resets ----

static void note_reset(finder_t *f, const level_t *level, bool asynchronous,
                       vhdl_node_t where)
{
    const char *name = analyse_object_name(f->a, level->input);
    for (size_t i = 0; i < f->resets.len; i++) {
        const summary_reset_t *r = &f->resets.data[i];
        if (strcasecmp(r->name, name) == 0
            && strcmp(r->active, level->active) == 0
            && r->asynchronous == asynchronous)
            return;
    }
    const summary_reset_t reset = {name, level->active, asynchronous, NULL,
                                  ghdl_loc(f->a->ghdl, where)};
    vec_push(&f->resets, reset);
}

// Is any of the targets read, assigned what is no constant, or in part?
typedef struct {
    const vhdl_node_vec_t *targets;
    bool computed;
} use_t;

static bool visit_use(vhdl_node_t n, void *user)
{
    use_t *use = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    if (is_assignment(kind)) {
        branch_t b = {.constant = true};
        visit_constant(n, &b);
        const bool part = !is_name(vhdl_target(n));
        for (size_t i = 0; i < b.targets.len; i++)
            use->computed |= (!b.constant || part)
                             && contains(use->targets, b.targets.data[i]);
        vec_release(&b.targets);
        visit_but_target(n, visit_use, use);
        return false;
    }
    if (is_name(n))
        use->computed |= contains(use->targets, vhdl_base_object(n));
    return !use->computed;
}

static bool is_computed(finder_t *f, const vhdl_node_vec_t *targets)
{
    use_t use = {.targets = targets};
    VHDL_EACH(s, vhdl_sequential_statement_chain(f->process))
        vhdl_walk(s, visit_use, &use);
    return use.computed;
}

static bool is_assigned_after(vhdl_node_t statement,
                              const vhdl_node_vec_t *targets)
{
    branch_t b;
    bool found = false;
    read_branch(vhdl_chain(statement), &b);
    for (size_t i = 0; i < b.targets.len; i++)
        found |= contains(targets, b.targets.data[i]);
    vec_release(&b.targets);
    return found;
}

static void find_synchronous(finder_t *f, vhdl_node_t first)
{
    VHDL_EACH(s, first) {
        level_t level;
        if (!vhdl_is(s, VHDL_IF_STATEMENT)
            || !read_level(f, vhdl_condition(s), &level))
            continue;
        branch_t b;
        read_branch(vhdl_sequential_statement_chain(s), &b);
        if (b.constant && b.targets.len > 0
            && !is_assigned_after(s, &b.targets)
            && is_computed(f, &b.targets))
            note_reset(f, &level, false, s);
        vec_release(&b.targets);
    }
}

static bool has_clocked_arm(vhdl_node_t s);

// Does an arm of an if wait for an edge, by its condition or by an if inside?
static bool is_clocked_arm(vhdl_node_t arm)
{
    if (has_edge(vhdl_condition(arm)))
        return true;
    VHDL_EACH(s, vhdl_sequential_statement_chain(arm))
        if (vhdl_is(s, VHDL_IF_STATEMENT) && has_clocked_arm(s))
            return true;
    return false;
}

static bool has_clocked_arm(vhdl_node_t s)
{
    for (vhdl_node_t arm = s; vhdl_exists(arm); arm = vhdl_else_clause(arm))
        if (is_clocked_arm(arm))
            return true;
    return false;
}

// Arms that come before the clocked one are asynchronous. Beside such a
// reset, what looks like a synchronous one is an ordinary command.
static void find_in_if(finder_t *f, vhdl_node_t s)
{
    bool has_reset = false;
    for (vhdl_node_t arm = s; vhdl_exists(arm); arm = vhdl_else_clause(arm)) {
        const vhdl_node_t body = vhdl_sequential_statement_chain(arm);
        level_t level;
        if (has_edge(vhdl_condition(arm))) {
            if (!has_reset)
                find_synchronous(f, body);
            return;
        }
        if (is_clocked_arm(arm)) {
            VHDL_EACH(inner, body)
                if (!has_reset && vhdl_is(inner, VHDL_IF_STATEMENT)
                    && has_clocked_arm(inner))
                    find_in_if(f, inner);
            return;
        }
        if (read_level(f, vhdl_condition(arm), &level)
            && assigns_constants(body)) {
            note_reset(f, &level, true, arm);
            has_reset = true;
        }
    }
}

// After the clocked if, and overriding it.
static void find_override(finder_t *f, vhdl_node_t s)
{
    level_t level;
    if (!vhdl_exists(vhdl_else_clause(s))
        && read_level(f, vhdl_condition(s), &level)
        && assigns_constants(vhdl_sequential_statement_chain(s)))
        note_reset(f, &level, true, s);
}

static bool waits_for_edge(vhdl_node_t s)
{
    vhdl_node_t name;
    if (!vhdl_is(s, VHDL_WAIT_STATEMENT))
        return false;
    const vhdl_node_t condition = vhdl_strip(vhdl_condition_clause(s));
    return has_edge(condition)
           || (vhdl_exists(condition)
               && comparison_edge(condition, &name) != 0);
}

static void find_in_process(finder_t *f, vhdl_node_t process)
{
    bool clocked = false;
    f->process = process;
    VHDL_EACH(s, vhdl_sequential_statement_chain(process)) {
        if (waits_for_edge(s)) {
            find_synchronous(f, vhdl_sequential_statement_chain(process));
            return;
        }
        if (!vhdl_is(s, VHDL_IF_STATEMENT))
            continue;
        if (has_clocked_arm(s)) {
            find_in_if(f, s);
            clocked = true;
        } else if (clocked) {
            find_override(f, s);
        }
    }
}

// q <= '0' when rst = '1' else d when rising_edge(clk);
static void find_in_conditional(finder_t *f, vhdl_node_t assignment)
{
    const vhdl_node_t first = vhdl_conditional_waveform_chain(assignment);
    bool clocked = false;
    VHDL_EACH(w, first)
        clocked |= has_edge(vhdl_condition(w));
    if (!clocked)
        return;
    VHDL_EACH(w, first) {
        level_t level;
        branch_t b;
        if (has_edge(vhdl_condition(w)))
            return;
        read_branch(vhdl_waveform_chain(w), &b);
        if (b.constant && read_level(f, vhdl_condition(w), &level))
            note_reset(f, &level, true, w);
        vec_release(&b.targets);
    }
}

static bool visit_statement(vhdl_node_t n, void *user)
{
    finder_t *f = user;
    switch (vhdl_kind(n)) {
    case VHDL_SENSITIZED_PROCESS_STATEMENT:
    case VHDL_PROCESS_STATEMENT:
        find_in_process(f, n);
        return false;
    case VHDL_CONCURRENT_CONDITIONAL_SIGNAL_ASSIGNMENT:
        find_in_conditional(f, n);
        return false;
    default:
        return true;
    }
}

void clocks_find(analyse_t *a, vhdl_node_t architecture, summary_unit_t *unit)
{
    finder_t f = {.a = a};
    VHDL_EACH(s, vhdl_concurrent_statement_chain(architecture)) {
        vhdl_walk(s, visit_edge, &f);
        vhdl_walk(s, visit_statement, &f);
    }
    unit->clock_count = f.clocks.len;
    unit->clocks = arena_calloc(a->arena, f.clocks.len, sizeof *unit->clocks);
    for (size_t i = 0; i < f.clocks.len; i++)
        unit->clocks[i] = f.clocks.data[i];
    unit->reset_count = f.resets.len;
    unit->resets = arena_calloc(a->arena, f.resets.len, sizeof *unit->resets);
    for (size_t i = 0; i < f.resets.len; i++)
        unit->resets[i] = f.resets.data[i];
    vec_release(&f.clocks);
    vec_release(&f.resets);
    vec_release(&f.explained);
}
