// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/analyse.h"
#include "frontend/clocks.h"
#include "frontend/source-text.h"

// ---- names ----

static const char *name_as_written(analyse_t *a, vhdl_node_t decl)
{
    return source_text_name(ghdl_source(a->ghdl, decl), a->arena);
}

static const char *keep(analyse_t *a, const char *word)
{
    return arena_strdup(a->arena, word);
}

static const char *index_text(analyse_t *a, vhdl_node_t indexed)
{
    const vhdl_flist_t list = vhdl_index_list(indexed);
    if (vhdl_flist_length(list) != 1)
        return "...";
    const vhdl_node_t index = vhdl_flist_at(list, 0);
    return vhdl_is(index, VHDL_INTEGER_LITERAL)
               ? arena_printf(a->arena, "%lld", (long long)vhdl_value(index))
               : "...";
}

const char *analyse_object_name(analyse_t *a, vhdl_node_t expr)
{
    if (!vhdl_exists(vhdl_base_object(expr)))
        return NULL;
    switch (vhdl_kind(expr)) {
    case VHDL_SELECTED_ELEMENT:
        return arena_printf(a->arena, "%s.%s",
                            analyse_object_name(a, vhdl_prefix(expr)),
                            vhdl_identifier(expr));
    case VHDL_INDEXED_NAME:
        return arena_printf(a->arena, "%s(%s)",
                            analyse_object_name(a, vhdl_prefix(expr)),
                            index_text(a, expr));
    case VHDL_SLICE_NAME:
        return arena_printf(a->arena, "%s(...)",
                            analyse_object_name(a, vhdl_prefix(expr)));
    case VHDL_SIMPLE_NAME:
    case VHDL_SELECTED_NAME:
    case VHDL_REFERENCE_NAME:
        return analyse_object_name(a, vhdl_named_entity(expr));
    case VHDL_OBJECT_ALIAS_DECLARATION:
        return analyse_object_name(a, vhdl_name(expr));
    default:
        return name_as_written(a, vhdl_base_object(expr));
    }
}

bool analyse_is_input(vhdl_node_t expr)
{
    const vhdl_node_t object = vhdl_base_object(expr);
    return vhdl_is(object, VHDL_INTERFACE_SIGNAL_DECLARATION)
           && vhdl_mode(object) == VHDL_MODE_IN
           && vhdl_is(vhdl_parent(object), VHDL_ENTITY_DECLARATION);
}

// ---- entities ----

static size_t chain_length(vhdl_node_t first)
{
    size_t n = 0;
    VHDL_EACH(item, first)
        n++;
    return n;
}

// What stands for the type of a generic that is no constant.
static const char *generic_class(vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_INTERFACE_TYPE_DECLARATION:
        return "type";
    case VHDL_INTERFACE_PACKAGE_DECLARATION:
        return "package";
    case VHDL_INTERFACE_FUNCTION_DECLARATION:
        return "function";
    case VHDL_INTERFACE_PROCEDURE_DECLARATION:
        return "procedure";
    default:
        return NULL;
    }
}

static summary_generic_t describe_generic(analyse_t *a, vhdl_node_t n)
{
    summary_generic_t g = {.name = name_as_written(a, n),
                          .type = generic_class(n),
                          .loc = ghdl_loc(a->ghdl, n)};
    if (g.type != NULL)
        return g;
    const source_text_interface_t text =
        source_text_interface(ghdl_source(a->ghdl, n), a->arena);
    g.type = text.type;
    g.value = text.value;
    return g;
}

static void describe_generics(analyse_t *a, vhdl_node_t chain,
                              summary_unit_t *unit)
{
    size_t i = 0;
    unit->generic_count = chain_length(chain);
    unit->generics = arena_calloc(a->arena, unit->generic_count,
                                  sizeof *unit->generics);
    VHDL_EACH(n, chain)
        unit->generics[i++] = describe_generic(a, n);
}

static void describe_ports(analyse_t *a, vhdl_node_t chain,
                           summary_unit_t *unit)
{
    size_t i = 0;
    unit->port_count = chain_length(chain);
    unit->ports = arena_calloc(a->arena, unit->port_count,
                               sizeof *unit->ports);
    VHDL_EACH(n, chain) {
        const source_text_interface_t text =
            source_text_interface(ghdl_source(a->ghdl, n), a->arena);
        unit->ports[i++] = (summary_port_t){
            name_as_written(a, n),
            vhdl_has_default_value(n) ? vhdl_mode_name(vhdl_mode(n)) : "?",
            text.type, text.value, ghdl_loc(a->ghdl, n)};
    }
}

// ---- instances ----

static const char *lower(analyse_t *a, const char *name)
{
    char *copy = arena_strdup(a->arena, name);
    for (char *p = copy; *copy != '\\' && *p != '\0'; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return copy;
}

static summary_map_t describe_map(analyse_t *a, vhdl_node_t assoc,
                                 vhdl_node_t port)
{
    summary_map_t m = {.formal = "?"};
    const vhdl_node_t formal = vhdl_formal(assoc);
    const char *name = vhdl_exists(formal) ? analyse_object_name(a, formal)
                                           : NULL;
    if (name == NULL && !vhdl_exists(formal) && vhdl_exists(port))
        name = vhdl_identifier(port);
    if (name != NULL)
        m.formal = lower(a, name);
    if (vhdl_has_actual(assoc)) {
        m.actual = analyse_object_name(a, vhdl_actual(assoc));
        m.input = m.actual != NULL && analyse_is_input(vhdl_actual(assoc));
    }
    return m;
}

static void describe_maps(analyse_t *a, vhdl_node_t chain, vhdl_node_t ports,
                          summary_instance_t *instance)
{
    size_t i = 0;
    vhdl_node_t port = ports;
    instance->map_count = chain_length(chain);
    instance->maps = arena_calloc(a->arena, instance->map_count,
                                  sizeof *instance->maps);
    VHDL_EACH(assoc, chain) {
        instance->maps[i++] = describe_map(a, assoc, port);
        if (vhdl_exists(port))
            port = vhdl_chain(port);
    }
}

static const char *library_of(vhdl_node_t library_unit)
{
    vhdl_node_t n = vhdl_has_parent(library_unit) ? vhdl_parent(library_unit)
                                                  : VHDL_NONE;
    if (vhdl_is(n, VHDL_DESIGN_UNIT))
        n = vhdl_design_file(n);
    if (vhdl_is(n, VHDL_DESIGN_FILE))
        n = vhdl_library(n);
    return vhdl_is(n, VHDL_LIBRARY_DECLARATION) ? vhdl_identifier(n) : "work";
}

static summary_instance_t describe_instance(analyse_t *a, vhdl_node_t n)
{
    vhdl_node_t unit = vhdl_instantiated_unit(n);
    summary_instance_t instance = {.label = keep(a, vhdl_label(n)),
                                  .unit = "?",
                                  .loc = ghdl_loc(a->ghdl, n)};
    if (vhdl_is(unit, VHDL_ENTITY_ASPECT_ENTITY)) {
        const vhdl_node_t arch = vhdl_architecture(unit);
        if (vhdl_exists(arch))
            instance.architecture = keep(a, vhdl_identifier(arch));
        unit = vhdl_entity_name(unit);
    } else if (vhdl_is(unit, VHDL_ENTITY_ASPECT_CONFIGURATION)) {
        unit = vhdl_configuration_name(unit);
    }
    const vhdl_node_t decl = vhdl_declaration(unit);
    vhdl_node_t ports = VHDL_NONE;
    if (vhdl_exists(decl)) {
        instance.unit = keep(a, vhdl_identifier(decl));
        if (!vhdl_is(decl, VHDL_COMPONENT_DECLARATION))
            instance.library = keep(a, library_of(decl));
        if (vhdl_has_port_chain(decl))
            ports = vhdl_port_chain(decl);
    }
    describe_maps(a, vhdl_port_map_aspect_chain(n), ports, &instance);
    return instance;
}

// ---- directives ----

static const char *directive_kind(vhdl_node_t n)
{
    switch (vhdl_kind(n)) {
    case VHDL_PSL_ASSERT_DIRECTIVE:
        return "assert";
    case VHDL_PSL_ASSUME_DIRECTIVE:
        return "assume";
    case VHDL_PSL_COVER_DIRECTIVE:
        return "cover";
    case VHDL_PSL_RESTRICT_DIRECTIVE:
        return "restrict";
    default:
        return NULL;
    }
}

// `p1: assert always a report "..."` gives `always a`.
static const char *property_text(analyse_t *a, vhdl_node_t n,
                                 const char *kind)
{
    const char *text =
        source_text_statement(ghdl_source(a->ghdl, n), a->arena);
    const char *colon = *vhdl_label(n) != '\0' ? strchr(text, ':') : NULL;
    const char *start = strcasestr(colon != NULL ? colon : text, kind);
    if (start == NULL)
        return text;
    start += strlen(kind);
    return start + strspn(start, " ");
}

static summary_directive_t describe_directive(analyse_t *a, vhdl_node_t n)
{
    const char *kind = directive_kind(n);
    const char *label = vhdl_label(n);
    return (summary_directive_t){kind, *label != '\0' ? keep(a, label) : NULL,
                                property_text(a, n, kind),
                                ghdl_loc(a->ghdl, n)};
}

// ---- statements ----

typedef struct {
    vhdl_node_vec_t instances, directives;
} found_t;

static bool visit(vhdl_node_t n, void *user)
{
    found_t *found = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    if (kind == VHDL_COMPONENT_INSTANTIATION_STATEMENT)
        vec_push(&found->instances, n);
    else if (directive_kind(n) != NULL)
        vec_push(&found->directives, n);
    return kind != VHDL_SENSITIZED_PROCESS_STATEMENT
           && kind != VHDL_PROCESS_STATEMENT;
}

static void describe_statements(analyse_t *a, vhdl_node_t chain,
                                summary_unit_t *unit)
{
    found_t found = {0};
    VHDL_EACH(s, chain)
        vhdl_walk(s, visit, &found);
    unit->instance_count = found.instances.len;
    unit->instances = arena_calloc(a->arena, unit->instance_count,
                                   sizeof *unit->instances);
    for (size_t i = 0; i < found.instances.len; i++)
        unit->instances[i] = describe_instance(a, found.instances.data[i]);
    unit->directive_count = found.directives.len;
    unit->directives = arena_calloc(a->arena, unit->directive_count,
                                    sizeof *unit->directives);
    for (size_t i = 0; i < found.directives.len; i++)
        unit->directives[i] =
            describe_directive(a, found.directives.data[i]);
    vec_release(&found.instances);
    vec_release(&found.directives);
}

// ---- units ----

static void describe_vunit(analyse_t *a, vhdl_node_t n, summary_unit_t *unit)
{
    const vhdl_node_t bound = vhdl_hierarchical_name(n);
    unit->kind = SUMMARY_VUNIT;
    if (vhdl_exists(bound) && vhdl_exists(vhdl_entity_name(bound)))
        unit->of = keep(a, vhdl_identifier(vhdl_entity_name(bound)));
    describe_statements(a, vhdl_vunit_item_chain(n), unit);
}

summary_unit_t analyse_unit(analyse_t *a, vhdl_node_t design_unit)
{
    const vhdl_node_t n = vhdl_library_unit(design_unit);
    summary_unit_t unit = {.kind = SUMMARY_OTHER,
                          .name = name_as_written(a, n),
                          .loc = ghdl_loc(a->ghdl, n)};
    switch (vhdl_kind(n)) {
    case VHDL_ENTITY_DECLARATION:
        unit.kind = SUMMARY_ENTITY;
        describe_generics(a, vhdl_generic_chain(n), &unit);
        describe_ports(a, vhdl_port_chain(n), &unit);
        describe_statements(a, vhdl_concurrent_statement_chain(n), &unit);
        break;
    case VHDL_ARCHITECTURE_BODY:
        unit.kind = SUMMARY_ARCHITECTURE;
        unit.of = name_as_written(a, vhdl_entity_name(n));
        describe_statements(a, vhdl_concurrent_statement_chain(n), &unit);
        clocks_find(a, n, &unit);
        break;
    case VHDL_PACKAGE_DECLARATION:
    case VHDL_PACKAGE_INSTANTIATION_DECLARATION:
        unit.kind = SUMMARY_PACKAGE;
        break;
    case VHDL_PACKAGE_BODY:
        unit.kind = SUMMARY_PACKAGE_BODY;
        break;
    case VHDL_CONFIGURATION_DECLARATION:
        unit.kind = SUMMARY_CONFIGURATION;
        unit.of = name_as_written(a, vhdl_entity_name(n));
        break;
    case VHDL_CONTEXT_DECLARATION:
        unit.kind = SUMMARY_CONTEXT;
        break;
    case VHDL_VUNIT_DECLARATION:
        describe_vunit(a, n, &unit);
        break;
    default:
        break;
    }
    return unit;
}
