// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Before lowering: which vectors are taken apart (they are held bit by bit),
// and which arrays are written at a place that is not known (they are held
// whole).

static bool is_bit_type(vhdl_node_t t)
{
    while (vhdl_exists(t) && vhdl_is(t, VHDL_ENUMERATION_SUBTYPE_DEFINITION))
        t = vhdl_parent_type(t);
    if (!vhdl_is(t, VHDL_ENUMERATION_TYPE_DEFINITION))
        return false;
    const vhdl_flist_t list = vhdl_enumeration_literal_list(t);
    const char *first = vhdl_identifier(vhdl_flist_at(list, 0));
    return strcmp(first, "'0'") == 0
        || (strcmp(first, "'U'") == 0 && vhdl_flist_length(list) == 9);
}

static bool is_vector_type(vhdl_node_t t)
{
    if (!vhdl_exists(t) || (!vhdl_is(t, VHDL_ARRAY_SUBTYPE_DEFINITION)
                            && !vhdl_is(t, VHDL_ARRAY_TYPE_DEFINITION)))
        return false;
    return is_bit_type(vhdl_element_subtype(t));
}

static bool finds_object(vhdl_node_t n, void *user)
{
    bool *found = user;
    if (!vhdl_is(n, VHDL_SIMPLE_NAME) && !vhdl_is(n, VHDL_SELECTED_NAME))
        return true;
    const vhdl_node_t decl = vhdl_declaration(n);
    if (!vhdl_exists(decl))
        return true;
    switch (vhdl_kind(decl)) {
    case VHDL_SIGNAL_DECLARATION: case VHDL_VARIABLE_DECLARATION:
    case VHDL_INTERFACE_SIGNAL_DECLARATION:
    case VHDL_INTERFACE_VARIABLE_DECLARATION:
        *found = true;
        return false;
    case VHDL_INTERFACE_CONSTANT_DECLARATION: // a parameter, or a generic
        *found |= !vhdl_is(vhdl_parent(decl), VHDL_ENTITY_DECLARATION);
        return !*found;
    default:
        return true;
    }
}

static void mark(map_t *set, vhdl_node_t name)
{
    const vhdl_node_t decl = vhdl_base_object(name);
    if (vhdl_exists(decl))
        map_put(set, vhdl_key(decl), 1);
}

static void scan_index(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t prefix = vhdl_prefix(n);
    if (vhdl_has_type(prefix) && is_vector_type(vhdl_type(prefix)))
        mark(l->split_nodes, prefix);
}

// An array that is written at a place which is not known is held whole; one
// that is only read so is not.
static void scan_target(lower_t *l, vhdl_node_t n)
{
    while (vhdl_is(n, VHDL_INDEXED_NAME) || vhdl_is(n, VHDL_SLICE_NAME)
           || vhdl_is(n, VHDL_SELECTED_ELEMENT)) {
        bool dynamic = false;
        if (vhdl_is(n, VHDL_INDEXED_NAME)
            && !is_vector_type(vhdl_type(vhdl_prefix(n)))) {
            const vhdl_flist_t list = vhdl_index_list(n);
            for (size_t i = 0; i < vhdl_flist_length(list); i++)
                vhdl_walk(vhdl_flist_at(list, i), finds_object, &dynamic);
        }
        n = vhdl_prefix(n);
        if (dynamic)
            mark(l->array_nodes, n);
    }
}

static void scan_operand(lower_t *l, vhdl_node_t operand)
{
    operand = vhdl_strip(operand);
    while (vhdl_is(operand, VHDL_TYPE_CONVERSION))
        operand = vhdl_strip(vhdl_expression(operand));
    if (vhdl_exists(operand) && vhdl_has_type(operand)
        && is_vector_type(vhdl_type(operand)))
        mark(l->split_nodes, operand);
}

static bool visit(vhdl_node_t n, void *user)
{
    lower_t *l = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    if (vhdl_has_target(n) && vhdl_exists(vhdl_target(n)))
        scan_target(l, vhdl_target(n));
    if (kind == VHDL_INDEXED_NAME)
        scan_index(l, n);
    else if (kind == VHDL_SLICE_NAME && vhdl_has_type(vhdl_prefix(n))
             && is_vector_type(vhdl_type(vhdl_prefix(n))))
        mark(l->split_nodes, vhdl_prefix(n));
    else if (kind >= VHDL_AND_OPERATOR && kind <= VHDL_XNOR_OPERATOR) {
        scan_operand(l, vhdl_left(n));
        scan_operand(l, vhdl_right(n));
    } else if (kind >= VHDL_REDUCTION_XOR_OPERATOR
               && kind <= VHDL_REDUCTION_XNOR_OPERATOR) {
        scan_operand(l, vhdl_operand(n));
    }
    return true;
}

void lower_scan(lower_t *l, vhdl_node_t unit)
{
    vhdl_walk(unit, visit, l);
}
