// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Declarations, instances, generates and concurrent statements.

static void lower_concurrent_chain(lower_t *l, vhdl_node_t chain);

// ---- declarations ----

static void initialise(lower_t *l, object_t *o, vhdl_node_t decl)
{
    const vhdl_node_t value = vhdl_default_value(decl);
    if (!vhdl_exists(value) || l->stop)
        return;
    const sval_t v = lower_convert(l, value, lower_expr(l, value, o->type),
                                   o->type);
    if (l->stop)
        return;
    o->initial = lower_shape(l, value, &v, &o->value);
    o->has_initial = !l->stop;
}

static void declare_constant(lower_t *l, vhdl_node_t decl)
{
    const vhdl_node_t value = vhdl_default_value(decl);
    const type_t *t = lower_object_type(l, decl);
    if (l->stop)
        return;
    if (!vhdl_exists(value)) {
        lower_error(l, decl, "a constant without a value");
        return;
    }
    const sval_t v = lower_expr(l, value, t);
    if (!l->stop)
        scope_bind_constant(l, decl, lower_convert(l, value, v, t));
}

static void declare_signal(lower_t *l, vhdl_node_t decl)
{
    if (vhdl_guarded_signal_flag(decl)) {
        lower_error(l, decl, "not supported: guarded signal '%s': use a "
                    "multiplexer", vhdl_identifier(decl));
        return;
    }
    const type_t *t = lower_object_type(l, decl);
    if (l->stop)
        return;
    object_t *o = scope_bind_storage(l, decl, BIND_SIGNAL, t, OBJECT_SIGNAL,
                                     NULL);
    initialise(l, o, decl);
}

// A variable of a process keeps its value; one of a function starts anew.
static void declare_variable(lower_t *l, vhdl_node_t decl, bool in_process)
{
    const type_t *t = lower_object_type(l, decl);
    if (l->stop)
        return;
    if (in_process) {
        object_t *o = scope_bind_storage(l, decl, BIND_VARIABLE, t,
                                         OBJECT_VARIABLE, NULL);
        o->process = l->process->label;
        initialise(l, o, decl);
        o->now = o->value;
        o->active = l->process;
        return;
    }
    object_t *o = scope_bind(l, decl, BIND_VARIABLE, t);
    const vhdl_node_t value = vhdl_default_value(decl);
    if (vhdl_exists(value))
        o->now = lower_convert(l, value, lower_expr(l, value, t), t);
    else
        o->now = sval_bad(NULL);
    if (vhdl_exists(value) || l->stop)
        return;
    // Until it is assigned it has the leftmost value of its type.
    if (t->kind == TYPE_INT && t->bounded)
        o->now = sval_scalar(t, t->left);
    else if (t->kind == TYPE_BIT)
        o->now = sval_scalar(t, term_false(l->ctx));
    else if (t->kind == TYPE_ENUM)
        o->now = sval_scalar(t, term_literal(l->ctx, t->sort, 0));
    else if (t->kind == TYPE_VECTOR && t->bounded) {
        const term_t width = type_span(l->ctx, t);
        o->now = vector_number(&l->values, t, term_int(l->ctx, 0), width);
    } else if (t->kind == TYPE_INT)
        o->now = sval_scalar(t, term_int(l->ctx, INT32_MIN));
    else if (t->kind == TYPE_ARRAY || t->kind == TYPE_RECORD)
        o->now = lower_arbitrary(l, decl, t,
                                 "a variable without an initial value");
}

void lower_declarations(lower_t *l, vhdl_node_t chain, bool in_process)
{
    VHDL_EACH(n, chain) {
        lower_go_on(l);
        if (l->stop)
            return;
        switch (vhdl_kind(n)) {
        case VHDL_CONSTANT_DECLARATION: declare_constant(l, n); break;
        case VHDL_SIGNAL_DECLARATION: declare_signal(l, n); break;
        case VHDL_VARIABLE_DECLARATION:
            if (vhdl_shared_flag(n))
                lower_error(l, n, "not supported: shared variable '%s': "
                            "use a signal", vhdl_identifier(n));
            else
                declare_variable(l, n, in_process);
            break;
        case VHDL_TYPE_DECLARATION: case VHDL_SUBTYPE_DECLARATION:
        case VHDL_ANONYMOUS_TYPE_DECLARATION:
        case VHDL_FUNCTION_DECLARATION: case VHDL_FUNCTION_BODY:
        case VHDL_COMPONENT_DECLARATION: case VHDL_USE_CLAUSE:
        case VHDL_ATTRIBUTE_DECLARATION: case VHDL_ATTRIBUTE_SPECIFICATION:
        case VHDL_PSL_DECLARATION:
            break;
        case VHDL_PROCEDURE_DECLARATION: case VHDL_PROCEDURE_BODY:
            if (vhdl_predefined(vhdl_is(n, VHDL_PROCEDURE_BODY)
                                    ? vhdl_subprogram_specification(n) : n)
                == PREDEF_NONE)
                lower_unsupported(l, n);
            break;
        default:
            lower_unsupported(l, n);
            break;
        }
    }
}

// ---- finding units ----

static bool same_name(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static vhdl_node_t find_entity(const ghdl_t *ghdl, const char *name)
{
    vhdl_node_t found = VHDL_NONE;
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(ghdl, i));
        if (vhdl_is(u, VHDL_ENTITY_DECLARATION)
            && same_name(vhdl_identifier(u), name))
            found = u;
    }
    return found;
}

static vhdl_node_t find_architecture(const ghdl_t *ghdl, vhdl_node_t entity,
                                     const char *name)
{
    vhdl_node_t found = VHDL_NONE;
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t u = vhdl_library_unit(ghdl_unit(ghdl, i));
        if (vhdl_is(u, VHDL_ARCHITECTURE_BODY)
            && vhdl_same(vhdl_declaration(vhdl_entity_name(u)), entity)
            && (name == NULL || same_name(vhdl_identifier(u), name)))
            found = u;
    }
    return found;
}

void lower_find_unit(const ghdl_t *ghdl, vhdl_node_t n, vhdl_node_t *entity,
                     vhdl_node_t *architecture)
{
    const vhdl_node_t unit = vhdl_instantiated_unit(n);
    const char *arch = NULL;
    *entity = *architecture = VHDL_NONE;
    if (vhdl_is(unit, VHDL_ENTITY_ASPECT_ENTITY)) {
        *entity = vhdl_declaration(vhdl_entity_name(unit));
        if (vhdl_is(*entity, VHDL_DESIGN_UNIT))
            *entity = vhdl_library_unit(*entity);
        const vhdl_node_t a = vhdl_architecture(unit);
        if (vhdl_exists(a))
            arch = vhdl_identifier(a);
    } else if (!vhdl_is(unit, VHDL_ENTITY_ASPECT_CONFIGURATION)) {
        const vhdl_node_t component = vhdl_declaration(unit);
        if (vhdl_is(component, VHDL_COMPONENT_DECLARATION))
            *entity = find_entity(ghdl, vhdl_identifier(component));
    }
    if (vhdl_exists(*entity))
        *architecture = find_architecture(ghdl, *entity, arch);
}

// The same, with an error if it is not found.
static bool find_unit(lower_t *l, vhdl_node_t n, vhdl_node_t *entity,
                      vhdl_node_t *architecture)
{
    lower_find_unit(l->ghdl, n, entity, architecture);
    if (vhdl_exists(*architecture))
        return true;
    if (vhdl_is(vhdl_instantiated_unit(n), VHDL_ENTITY_ASPECT_CONFIGURATION))
        lower_unsupported(l, vhdl_instantiated_unit(n));
    else if (!vhdl_exists(*entity))
        lower_error(l, n, "no entity for this instance among the files");
    else
        lower_error(l, n, "no architecture of '%s' among the files",
                    vhdl_identifier(*entity));
    return false;
}

// ---- associations ----

typedef struct {
    vhdl_node_t statement, entity, architecture;
    vhdl_node_t component; // or none
    vhdl_node_t generic_map, port_map;
    scope_t *outer, *inner;
} instance_t;

static vhdl_node_t named(vhdl_node_t chain, vhdl_node_t like)
{
    VHDL_EACH(d, chain)
        if (same_name(vhdl_identifier(d), vhdl_identifier(like)))
            return d;
    return VHDL_NONE;
}

static vhdl_node_t formals(vhdl_node_t unit, bool ports)
{
    return ports ? vhdl_port_chain(unit) : vhdl_generic_chain(unit);
}

// The declaration in the entity that a formal is the whole or a part of, found
// by name: a component's formals stand for the entity's.
static vhdl_node_t formal_of(const instance_t *i, vhdl_node_t assoc,
                             bool ports, size_t position)
{
    const vhdl_node_t f = vhdl_formal(assoc);
    vhdl_node_t base = VHDL_NONE;
    if (!vhdl_exists(f)) {
        size_t k = 0;
        VHDL_EACH(d, formals(vhdl_exists(i->component) ? i->component
                                                       : i->entity, ports))
            if (k++ == position)
                base = d;
    } else {
        base = vhdl_base_object(f);
        if (!vhdl_exists(base))
            base = vhdl_declaration(f);
    }
    return vhdl_exists(base) ? named(formals(i->entity, ports), base)
                             : VHDL_NONE;
}

// The default of a formal, and the scope that it is to be read in: that of
// the component counts if there is one.
static vhdl_node_t default_of(const instance_t *i, vhdl_node_t formal,
                              bool ports, scope_t **scope)
{
    const vhdl_node_t local = vhdl_exists(i->component)
        ? named(formals(i->component, ports), formal) : VHDL_NONE;
    *scope = vhdl_exists(local) ? i->outer : i->inner;
    return vhdl_default_value(vhdl_exists(local) ? local : formal);
}

static bool is_whole(vhdl_node_t assoc)
{
    const vhdl_node_t f = vhdl_formal(assoc);
    return !vhdl_exists(f) || vhdl_is(f, VHDL_SIMPLE_NAME)
        || vhdl_exists(vhdl_declaration(f));
}

// The association of a formal as a whole, or none.
static vhdl_node_t association_of(const instance_t *i, vhdl_node_t formal,
                                  bool ports, bool *partial)
{
    size_t position = 0;
    *partial = false;
    VHDL_EACH(a, ports ? i->port_map : i->generic_map) {
        const vhdl_node_t f = formal_of(i, a, ports, position++);
        if (!vhdl_exists(f) || !vhdl_same(f, formal))
            continue;
        if (is_whole(a) && !vhdl_is(a, VHDL_ASSOCIATION_ELEMENT_BY_INDIVIDUAL))
            return a;
        *partial = true;
    }
    return VHDL_NONE;
}

static bool has_actual(vhdl_node_t a)
{
    return vhdl_exists(a)
        && (vhdl_is(a, VHDL_ASSOCIATION_ELEMENT_BY_EXPRESSION)
            || vhdl_is(a, VHDL_ASSOCIATION_ELEMENT_BY_NAME));
}

// ---- instances ----

static bool bind_generics(lower_t *l, instance_t *i)
{
    VHDL_EACH(g, vhdl_generic_chain(i->entity)) {
        bool partial;
        const vhdl_node_t a = association_of(i, g, false, &partial);
        if (partial)
            lower_error(l, i->statement, "not supported: a generic "
                                         "associated in parts");
        l->scope = i->inner;
        const type_t *t = lower_object_type(l, g);
        scope_t *scope;
        vhdl_node_t value = default_of(i, g, false, &scope);
        l->scope = has_actual(a) ? i->outer : scope;
        if (has_actual(a))
            value = vhdl_actual(a);
        if (l->stop)
            return false;
        if (!vhdl_exists(value)) {
            lower_error(l, i->statement, "generic '%s' has no value",
                        vhdl_identifier(g));
            return false;
        }
        sval_t v = lower_expr(l, value, t);
        if (!l->stop)
            v = lower_convert(l, value, v, t);
        l->scope = i->inner;
        if (l->stop)
            return false;
        scope_bind_constant(l, g, v);
    }
    return !l->stop;
}

// The value of an input's actual, in the surrounding scope.
static sval_t actual_value(lower_t *l, instance_t *i, vhdl_node_t a,
                           const type_t *t)
{
    l->scope = i->outer;
    if (vhdl_has_actual_conversion(a)
        && vhdl_exists(vhdl_actual_conversion(a))) {
        const vhdl_node_t c = vhdl_actual_conversion(a);
        if (!vhdl_is(c, VHDL_TYPE_CONVERSION)) {
            lower_error(l, a, "not supported: a conversion function in a "
                              "port map");
            return sval_bad(NULL);
        }
    }
    l->connecting = true;
    sval_t v = lower_expr(l, vhdl_actual(a), t);
    l->connecting = false;
    l->scope = i->inner;
    if (!l->stop && v.type != NULL && t != NULL && v.type->kind == t->kind)
        v = lower_convert(l, vhdl_actual(a), v, t);
    return v;
}

static void bind_partial_input(lower_t *l, instance_t *i, vhdl_node_t port,
                               const type_t *t)
{
    scope_bind_storage(l, port, BIND_SIGNAL, t, OBJECT_PORT, NULL);
    size_t position = 0;
    VHDL_EACH(a, i->port_map) {
        const vhdl_node_t f = formal_of(i, a, true, position++);
        if (!vhdl_exists(f) || !vhdl_same(f, port) || !has_actual(a)
            || l->stop)
            continue;
        const sval_t v = actual_value(l, i, a, NULL);
        if (l->stop)
            return;
        // The formal's name may be that of a component's port: assign through
        // the entity's.
        map_put(l->scope->objects, vhdl_key(vhdl_base_object(vhdl_formal(a))),
                (uint64_t)(uintptr_t)scope_find(l, port));
        lower_drive(l, a, vhdl_formal(a), v);
    }
}

static void bind_input(lower_t *l, instance_t *i, vhdl_node_t port)
{
    bool partial;
    const vhdl_node_t a = association_of(i, port, true, &partial);
    const type_t *t = lower_object_type(l, port);
    if (l->stop)
        return;
    if (partial) {
        bind_partial_input(l, i, port, t);
        return;
    }
    sval_t v;
    scope_t *scope;
    const vhdl_node_t standard = default_of(i, port, true, &scope);
    if (has_actual(a)) {
        v = actual_value(l, i, a, t);
    } else if (vhdl_exists(standard)) {
        l->scope = scope;
        v = lower_convert(l, port, lower_expr(l, standard, t), t);
        l->scope = i->inner;
    } else {
        v = lower_arbitrary(l, i->statement, t, "an unconnected input");
    }
    if (l->stop)
        return;
    object_t *o = scope_bind(l, port, BIND_SIGNAL, v.type);
    o->class = OBJECT_PORT;
    o->value = v;
    o->initial = v;
    vec_push(&l->objects, o);
}

static void bind_output(lower_t *l, instance_t *i, vhdl_node_t port)
{
    bool partial;
    const vhdl_node_t a = association_of(i, port, true, &partial);
    const type_t *t = lower_object_type(l, port);
    if (l->stop)
        return;
    // An unconstrained port has the bounds of what it is connected to.
    if ((t->kind == TYPE_VECTOR || t->kind == TYPE_ARRAY) && !t->bounded) {
        if (!has_actual(a)) {
            lower_error(l, i->statement, "the length of port '%s' is not "
                        "known", vhdl_identifier(port));
            return;
        }
        l->scope = i->outer;
        const type_t *of = lower_target_type(l, vhdl_actual(a));
        l->scope = i->inner;
        if (l->stop)
            return;
        t = type_with_range(l, t, of->left, of->right, of->ascending);
    }
    object_t *o = scope_bind_storage(l, port, BIND_SIGNAL, t, OBJECT_PORT,
                                     NULL);
    initialise(l, o, port);
}

// The part of the port that a formal names, or all of it.
static sval_t formal_value(lower_t *l, instance_t *i, vhdl_node_t a,
                           vhdl_node_t port)
{
    const object_t *o = scope_find(l, port);
    if (is_whole(a))
        return o->value;
    map_put(i->inner->objects, vhdl_key(vhdl_base_object(vhdl_formal(a))),
            (uint64_t)(uintptr_t)o);
    return lower_name_value(l, vhdl_formal(a));
}

static void connect_outputs(lower_t *l, instance_t *i)
{
    size_t position = 0;
    VHDL_EACH(a, i->port_map) {
        const vhdl_node_t port = formal_of(i, a, true, position++);
        if (!vhdl_exists(port) || !has_actual(a) || l->stop
            || (vhdl_mode(port) != VHDL_MODE_OUT
                && vhdl_mode(port) != VHDL_MODE_BUFFER))
            continue;
        if (vhdl_has_formal_conversion(a)
            && vhdl_exists(vhdl_formal_conversion(a))
            && !vhdl_is(vhdl_formal_conversion(a), VHDL_TYPE_CONVERSION)) {
            lower_error(l, a, "not supported: a conversion function in a "
                              "port map");
            return;
        }
        const sval_t v = formal_value(l, i, a, port);
        if (l->stop)
            return;
        l->scope = i->outer;
        vhdl_node_t target = vhdl_actual(a);
        while (vhdl_is(target, VHDL_TYPE_CONVERSION))
            target = vhdl_expression(target);
        lower_drive(l, a, target, v);
        l->scope = i->inner;
    }
}

static void refuse_mode(lower_t *l, vhdl_node_t port)
{
    lower_error(l, port, "not supported: port '%s' of mode %s: use a port "
                "in, a port out and an enable", vhdl_identifier(port),
                vhdl_mode_name(vhdl_mode(port)));
}

static void bind_ports(lower_t *l, instance_t *i)
{
    VHDL_EACH(p, vhdl_port_chain(i->entity)) {
        if (l->stop)
            return;
        switch (vhdl_mode(p)) {
        case VHDL_MODE_IN: bind_input(l, i, p); break;
        case VHDL_MODE_OUT: case VHDL_MODE_BUFFER: bind_output(l, i, p); break;
        default:
            refuse_mode(l, p);
            break;
        }
    }
}

static void entity_statements(lower_t *l, vhdl_node_t entity)
{
    lower_declarations(l, vhdl_declaration_chain(entity), false);
    lower_concurrent_chain(l, vhdl_concurrent_statement_chain(entity));
}

static void instance(lower_t *l, vhdl_node_t n)
{
    instance_t i = {.statement = n, .outer = l->scope,
                    .generic_map = vhdl_generic_map_aspect_chain(n),
                    .port_map = vhdl_port_map_aspect_chain(n)};
    if (!find_unit(l, n, &i.entity, &i.architecture))
        return;
    const vhdl_node_t unit = vhdl_declaration(vhdl_instantiated_unit(n));
    if (vhdl_is(unit, VHDL_COMPONENT_DECLARATION))
        i.component = unit;
    if (++l->depth > 100) {
        lower_error(l, n, "instances nested too deeply");
        return;
    }
    const char *path = arena_printf(l->arena, "%s%s.", l->scope->path,
                                    vhdl_label(n));
    l->scope = l->globals;
    i.inner = scope_push(l, path);
    if (bind_generics(l, &i))
        bind_ports(l, &i);
    l->scope = i.inner;
    if (!l->stop)
        entity_statements(l, i.entity);
    if (!l->stop)
        lower_architecture(l, i.architecture);
    l->scope = i.inner;
    if (!l->stop)
        connect_outputs(l, &i);
    l->scope = i.outer;
    l->depth--;
}

// ---- generates ----

static void generate_body(lower_t *l, vhdl_node_t body, const char *path)
{
    scope_push(l, path);
    lower_declarations(l, vhdl_declaration_chain(body), false);
    lower_concurrent_chain(l, vhdl_concurrent_statement_chain(body));
    scope_pop(l);
}

static void for_generate(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t iterator = vhdl_parameter_specification(n);
    range_t r;
    int64_t left, right;
    if (!lower_iterator_range(l, iterator, &r)
        || !lower_number(l, r.left, n, "the bound of a generate", &left)
        || !lower_number(l, r.right, n, "the bound of a generate", &right))
        return;
    const int64_t step = r.ascending ? 1 : -1;
    for (int64_t k = left; (r.ascending ? k <= right : k >= right) && !l->stop;
         k += step) {
        scope_push(l, l->scope->path);
        scope_bind_constant(l, iterator,
                            sval_scalar(type_integer(l),
                                        term_int(l->ctx, k)));
        generate_body(l, vhdl_generate_statement_body(n),
                      arena_printf(l->arena, "%s%s(%lld).", l->scope->path,
                                   vhdl_label(n), (long long)k));
        scope_pop(l);
    }
}

static void if_generate(lower_t *l, vhdl_node_t n)
{
    const char *path = arena_printf(l->arena, "%s%s.", l->scope->path,
                                    vhdl_label(n));
    for (vhdl_node_t part = n; vhdl_exists(part) && !l->stop;
         part = vhdl_generate_else_clause(part)) {
        const vhdl_node_t c = vhdl_condition(part);
        bool taken = true;
        if (vhdl_exists(c)) {
            const sval_t v = lower_expr(l, c, NULL);
            if (l->stop || !lower_decide(l, v.term, c, &taken))
                return;
        }
        if (!taken)
            continue;
        generate_body(l, vhdl_generate_statement_body(part), path);
        return;
    }
}

static bool choice_taken(lower_t *l, vhdl_node_t choice, const sval_t *v,
                         bool *taken)
{
    *taken = true;
    if (vhdl_is(choice, VHDL_CHOICE_BY_OTHERS))
        return true;
    term_t t = term_false(l->ctx);
    if (vhdl_is(choice, VHDL_CHOICE_BY_EXPRESSION)) {
        const sval_t c = lower_expr(l, vhdl_choice_expression(choice),
                                    v->type);
        if (l->stop)
            return false;
        t = sval_equal_term(&l->values, v, &c);
    } else if (vhdl_is(choice, VHDL_CHOICE_BY_RANGE)) {
        range_t r;
        if (!lower_range(l, vhdl_choice_range(choice), &r))
            return false;
        t = range_contains(l, &r, lower_index(l, choice, v));
    } else {
        lower_unsupported(l, choice);
        return false;
    }
    return lower_decide(l, t, choice, taken);
}

static void case_generate(lower_t *l, vhdl_node_t n)
{
    const sval_t v = lower_expr(l, vhdl_expression(n), NULL);
    const char *path = arena_printf(l->arena, "%s%s.", l->scope->path,
                                    vhdl_label(n));
    if (l->stop)
        return;
    vhdl_node_t body = VHDL_NONE;
    VHDL_EACH(choice, vhdl_case_statement_alternative_chain(n)) {
        bool taken;
        if (!vhdl_same_alternative_flag(choice))
            body = vhdl_associated_block(choice);
        if (!choice_taken(l, choice, &v, &taken))
            return;
        if (!taken)
            continue;
        generate_body(l, body, path);
        return;
    }
}

// ---- concurrent statements ----

static void concurrent(lower_t *l, vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_SENSITIZED_PROCESS_STATEMENT: case VHDL_PROCESS_STATEMENT:
        lower_process(l, n);
        break;
    case VHDL_CONCURRENT_SIMPLE_SIGNAL_ASSIGNMENT:
    case VHDL_CONCURRENT_CONDITIONAL_SIGNAL_ASSIGNMENT:
    case VHDL_CONCURRENT_SELECTED_SIGNAL_ASSIGNMENT:
    case VHDL_CONCURRENT_ASSERTION_STATEMENT:
        lower_concurrent(l, n);
        break;
    case VHDL_COMPONENT_INSTANTIATION_STATEMENT: instance(l, n); break;
    case VHDL_FOR_GENERATE_STATEMENT: for_generate(l, n); break;
    case VHDL_IF_GENERATE_STATEMENT: if_generate(l, n); break;
    case VHDL_CASE_GENERATE_STATEMENT: case_generate(l, n); break;
    case VHDL_PSL_DEFAULT_CLOCK: case VHDL_PSL_DECLARATION:
        break; // only directives say something
    case VHDL_PSL_ASSERT_DIRECTIVE: case VHDL_PSL_ASSUME_DIRECTIVE:
    case VHDL_PSL_COVER_DIRECTIVE: case VHDL_PSL_RESTRICT_DIRECTIVE:
        if (!vhdl_exists(l->directive))
            l->directive = n;
        break;
    default:
        lower_unsupported(l, n);
        break;
    }
}

static void lower_concurrent_chain(lower_t *l, vhdl_node_t chain)
{
    VHDL_EACH(n, chain) {
        lower_go_on(l);
        if (l->stop)
            return;
        concurrent(l, n);
    }
}

void lower_architecture(lower_t *l, vhdl_node_t architecture)
{
    lower_declarations(l, vhdl_declaration_chain(architecture), false);
    lower_concurrent_chain(l, vhdl_concurrent_statement_chain(architecture));
}

// ---- the top ----

static void top_port(lower_t *l, vhdl_node_t p)
{
    const type_t *t = lower_object_type(l, p);
    if (l->stop)
        return;
    if ((t->kind == TYPE_VECTOR || t->kind == TYPE_ARRAY) && !t->bounded) {
        lower_error(l, p, "not supported: unconstrained port '%s' of the "
                    "top: give it bounds", vhdl_identifier(p));
        return;
    }
    const vhdl_mode_t mode = vhdl_mode(p);
    if (mode != VHDL_MODE_IN && mode != VHDL_MODE_OUT
        && mode != VHDL_MODE_BUFFER) {
        refuse_mode(l, p);
        return;
    }
    const bool in = mode == VHDL_MODE_IN;
    object_t *o = scope_bind_storage(l, p, BIND_SIGNAL, t,
                                     in ? OBJECT_INPUT : OBJECT_OUTPUT, NULL);
    if (l->stop)
        return;
    if (!in) {
        initialise(l, o, p);
        return;
    }
    term_vec_t terms = {0};
    sval_terms(&o->value, &terms);
    for (size_t i = 0; i < terms.len; i++)
        model_add_input(l->model, term_var(l->ctx, terms.data[i]),
                        lower_loc(l, p));
    vec_release(&terms);
}

// Inputs stay within their types.
static void bound_input(lower_t *l, const sval_t *v, loc_t loc)
{
    context_t *c = l->ctx;
    term_t t = term_true(c);
    if (v->type->kind == TYPE_INT && v->type->bounded)
        t = term_and(c, term_le(c, type_low(v->type), v->term),
                     term_le(c, v->term, type_high(v->type)));
    for (size_t i = 0; i < v->segment_count; i++) {
        const segment_t *s = &v->segments[i];
        if (s->bit)
            continue;
        const term_t power = term_pow2(c, s->width);
        t = term_and(c, t, term_and(c, term_le(c, term_int(c, 0), s->term),
                                    term_lt(c, s->term, power)));
    }
    for (size_t i = 0; i < v->part_count; i++)
        bound_input(l, &v->parts[i], loc);
    if (term_is_true(c, t))
        return;
    const assumption_t a = {.kind = ASSUME_INPUT, .loc = loc, .term = t,
                            .text = "an input stays within its type"};
    model_add_assumption(l->model, &a);
}

void lower_top(lower_t *l, vhdl_node_t entity, vhdl_node_t architecture)
{
    VHDL_EACH(p, vhdl_port_chain(entity)) {
        lower_go_on(l);
        if (!l->stop)
            top_port(l, p);
    }
    lower_go_on(l);
    if (!l->stop)
        entity_statements(l, entity);
    if (!l->stop)
        lower_declarations(l, vhdl_declaration_chain(architecture), false);
    lower_go_on(l);
    // Before the statements: they may not fit generics that are excluded.
    if (!l->stop)
        lower_given_generics(l, architecture);
    if (!l->stop)
        lower_concurrent_chain(l,
                               vhdl_concurrent_statement_chain(architecture));
    if (!l->stop)
        lower_given(l, architecture);
    lower_go_on(l);
    for (size_t i = 0; i < l->objects.len && !l->stop; i++) {
        const object_t *o = l->objects.data[i];
        if (o->class == OBJECT_INPUT && !o->value.bad)
            bound_input(l, &o->value, lower_loc(l, o->node));
    }
    if (!l->stop)
        lower_finish(l);
    l->stop |= l->failed;
}
