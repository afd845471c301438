// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/lower.h"

// Types with the generics of the instance around them.

term_t type_span(context_t *ctx, const type_t *t)
{
    return term_add(ctx, term_sub(ctx, type_high(t), type_low(t)),
                    term_int(ctx, 1));
}

static type_t *new_type(lower_t *l, type_kind_t kind, vhdl_node_t node)
{
    type_t *t = arena_calloc(l->arena, 1, sizeof *t);
    t->kind = kind;
    t->node = node;
    if (vhdl_has_type_declarator(node)
        && vhdl_exists(vhdl_type_declarator(node)))
        t->name = vhdl_identifier(vhdl_type_declarator(node));
    return t;
}

static bool is_named(const char *name, const char *wanted)
{
    return name != NULL && strcmp(name, wanted) == 0;
}

const type_t *type_boolean(lower_t *l)
{
    type_t *t = arena_calloc(l->arena, 1, sizeof *t);
    t->kind = TYPE_BIT;
    t->bit = BIT_BOOLEAN;
    t->name = "boolean";
    return t;
}

const type_t *type_integer(lower_t *l)
{
    type_t *t = arena_calloc(l->arena, 1, sizeof *t);
    t->kind = TYPE_INT;
    t->name = "integer";
    return t;
}

const type_t *type_with_range(lower_t *l, const type_t *t, term_t left,
                              term_t right, bool ascending)
{
    type_t *copy = arena_calloc(l->arena, 1, sizeof *copy);
    *copy = *t;
    copy->bounded = true;
    copy->left = left;
    copy->right = right;
    copy->ascending = ascending;
    return copy;
}

const type_t *type_of_width(lower_t *l, const type_t *like, term_t width,
                            bool ascending)
{
    const term_t zero = term_int(l->ctx, 0);
    const term_t last = term_sub(l->ctx, width, term_int(l->ctx, 1));
    return ascending ? type_with_range(l, like, zero, last, true)
                     : type_with_range(l, like, last, zero, false);
}

// ---- enumerations ----

static bool literal_is(vhdl_flist_t literals, size_t i, const char *image)
{
    return strcmp(vhdl_identifier(vhdl_flist_at(literals, i)), image) == 0;
}

static const type_t *enumeration(lower_t *l, vhdl_node_t n)
{
    const vhdl_flist_t literals = vhdl_enumeration_literal_list(n);
    const size_t count = vhdl_flist_length(literals);
    type_t *t = new_type(l, TYPE_ENUM, n);
    const bool bit = count == 2 && literal_is(literals, 0, "'0'");
    const bool boolean = count == 2 && literal_is(literals, 0, "false")
                      && is_named(t->name, "boolean");
    const bool logic = count == 9 && literal_is(literals, 0, "'U'")
                    && literal_is(literals, 2, "'0'");
    if (bit || boolean || logic) {
        t->kind = TYPE_BIT;
        t->bit = bit ? BIT_BIT : boolean ? BIT_BOOLEAN : BIT_LOGIC;
        return t;
    }
    ident_t *names = arena_calloc(l->arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = ident_new(context_idents(l->ctx),
                             vhdl_identifier(vhdl_flist_at(literals, i)));
    t->sort = sort_enum(l->ctx,
                        ident_new(context_idents(l->ctx),
                                  t->name ? t->name : "enumeration"),
                        names, (uint32_t)count);
    return t;
}

// ---- ranges ----

static bool attribute_range(lower_t *l, vhdl_node_t n, bool reverse,
                            range_t *range)
{
    const vhdl_node_t prefix = vhdl_prefix(n);
    const vhdl_node_t decl = vhdl_declaration(prefix);
    const type_t *t;
    if (vhdl_exists(decl) && (vhdl_is(decl, VHDL_SUBTYPE_DECLARATION)
                              || vhdl_is(decl, VHDL_TYPE_DECLARATION))) {
        t = lower_type(l, prefix);
    } else {
        t = lower_name_value(l, prefix).type;
    }
    if (l->stop || t == NULL)
        return false;
    if (!t->bounded) {
        lower_error(l, n, "the range of an unconstrained array");
        return false;
    }
    range->left = reverse ? t->right : t->left;
    range->right = reverse ? t->left : t->right;
    range->ascending = t->ascending != reverse;
    range->type = NULL;
    return true;
}

bool lower_range(lower_t *l, vhdl_node_t n, range_t *range)
{
    if (l->stop)
        return false;
    switch (vhdl_kind(n)) {
    case VHDL_RANGE_EXPRESSION: {
        const sval_t left = lower_expr(l, vhdl_left_limit(n), NULL);
        const sval_t right = lower_expr(l, vhdl_right_limit(n), NULL);
        if (l->stop)
            return false;
        range->ascending = vhdl_is_ascending(n);
        range->type = left.type;
        if (left.type->kind == TYPE_ENUM) {
            range->left = term_int(l->ctx, term_position(l->ctx, left.term));
            range->right = term_int(l->ctx,
                                    term_position(l->ctx, right.term));
            return true;
        }
        if (left.type->kind != TYPE_INT) {
            lower_error(l, n, "not supported: a range of this type");
            return false;
        }
        range->left = left.term;
        range->right = right.term;
        return true;
    }
    case VHDL_RANGE_ARRAY_ATTRIBUTE:
        return attribute_range(l, n, false, range);
    case VHDL_REVERSE_RANGE_ARRAY_ATTRIBUTE:
        return attribute_range(l, n, true, range);
    default: {
        const type_t *t = lower_type(l, n);
        if (l->stop || t == NULL)
            return false;
        if (t->kind == TYPE_ENUM && !t->bounded) {
            range->left = term_int(l->ctx, 0);
            range->right = term_int(
                l->ctx, (int64_t)sort_literal_count(l->ctx, t->sort) - 1);
            range->ascending = true;
        } else if (!t->bounded) {
            lower_error(l, n, "a range without bounds");
            return false;
        } else {
            *range = (range_t){t->left, t->right, t->ascending, t};
        }
        range->type = t;
        return true;
    }
    }
}

bool lower_iterator_range(lower_t *l, vhdl_node_t iterator, range_t *range)
{
    const vhdl_node_t r = vhdl_discrete_range(iterator);
    return lower_range(l, vhdl_exists(r) ? r : vhdl_type(iterator), range);
}

term_t range_span(lower_t *l, const range_t *r)
{
    const term_t low = r->ascending ? r->left : r->right;
    const term_t high = r->ascending ? r->right : r->left;
    return term_add(l->ctx, term_sub(l->ctx, high, low),
                    term_int(l->ctx, 1));
}

term_t range_contains(lower_t *l, const range_t *r, term_t t)
{
    const term_t low = r->ascending ? r->left : r->right;
    const term_t high = r->ascending ? r->right : r->left;
    return term_and(l->ctx, term_le(l->ctx, low, t),
                    term_le(l->ctx, t, high));
}

// A resolution function is applied to a single driver, too: only that of
// std_logic is known to leave it as it is.
static bool check_resolution(lower_t *l, vhdl_node_t n)
{
    while (vhdl_has_resolution_indication(n)
           && vhdl_exists(vhdl_resolution_indication(n)))
        n = vhdl_resolution_indication(n);
    const vhdl_node_t f = vhdl_declaration(n);
    if (!vhdl_is(f, VHDL_FUNCTION_DECLARATION)
        || strcmp(vhdl_identifier(f), "resolved") == 0)
        return true;
    lower_error(l, n, "not supported: resolution function '%s': drive the "
                "signal in one place", vhdl_identifier(f));
    return false;
}

// ---- scalar subtypes ----

static const type_t *ranged(lower_t *l, vhdl_node_t n, const type_t *base)
{
    const vhdl_node_t constraint = vhdl_range_constraint(n);
    if (!vhdl_exists(constraint))
        return base;
    range_t r;
    if (base->kind == TYPE_BIT || base->kind == TYPE_REAL
        || base->kind == TYPE_TIME)
        return base;
    if (!lower_range(l, constraint, &r))
        return NULL;
    type_t *t = new_type(l, base->kind, n);
    const char *name = t->name;
    *t = *base;
    t->name = name != NULL ? name : base->name;
    t->node = n;
    t->bounded = true;
    t->left = r.left;
    t->right = r.right;
    t->ascending = r.ascending;
    return t;
}

static const type_t *parent(lower_t *l, vhdl_node_t n)
{
    const vhdl_node_t p = vhdl_parent_type(n);
    return vhdl_exists(p) ? lower_type(l, p) : NULL;
}

static const type_t *scalar_subtype(lower_t *l, vhdl_node_t n,
                                    type_kind_t kind)
{
    const type_t *base = parent(l, n);
    if (l->stop || !check_resolution(l, n))
        return NULL;
    if (base == NULL)
        base = new_type(l, kind, n);
    // The bounds of integer itself are those of the machine: see overflow.
    if (is_named(new_type(l, kind, n)->name, "integer"))
        return type_integer(l);
    return ranged(l, n, base);
}

// ---- arrays ----

static vector_sign_t sign_of(const char *name)
{
    if (is_named(name, "unsigned") || is_named(name, "unresolved_unsigned"))
        return VECTOR_UNSIGNED;
    if (is_named(name, "signed") || is_named(name, "unresolved_signed"))
        return VECTOR_SIGNED;
    return VECTOR_LOGIC;
}

static bool is_character(const type_t *t)
{
    return t->kind == TYPE_ENUM && is_named(t->name, "character");
}

static const type_t *array_type(lower_t *l, vhdl_node_t n)
{
    const type_t *element = lower_type(l, vhdl_element_subtype(n));
    if (element == NULL || l->stop)
        return NULL;
    type_t *t = new_type(l, TYPE_ARRAY, n);
    if (vhdl_flist_length(vhdl_index_subtype_list(n)) != 1) {
        lower_error(l, n, "not supported: array with several dimensions: "
                    "use an array of arrays");
        return NULL;
    }
    t->element = element;
    if (element->kind == TYPE_BIT && element->bit != BIT_BOOLEAN) {
        t->kind = TYPE_VECTOR;
        t->bit = element->bit;
        t->sign = sign_of(t->name);
    } else if (is_character(element)) {
        t->kind = TYPE_STRING;
    }
    return t;
}

// The array type below all subtypes.
static vhdl_node_t base_array(vhdl_node_t n)
{
    while (vhdl_is(n, VHDL_ARRAY_SUBTYPE_DEFINITION)
           && vhdl_exists(vhdl_parent_type(n)))
        n = vhdl_parent_type(n);
    return n;
}

static const type_t *array_subtype(lower_t *l, vhdl_node_t n)
{
    const type_t *base = array_type(l, base_array(n));
    if (base == NULL || l->stop || !check_resolution(l, n))
        return NULL;
    type_t *t = arena_calloc(l->arena, 1, sizeof *t);
    *t = *base;
    const char *name = new_type(l, TYPE_ARRAY, n)->name;
    t->name = name != NULL ? name : base->name;
    const vhdl_flist_t indices = vhdl_index_subtype_list(n);
    // A subtype that only renames an unconstrained one has its indices.
    const vhdl_flist_t open = vhdl_index_subtype_list(base_array(n));
    if (vhdl_flist_length(indices) != 1)
        return base;
    if (vhdl_same(vhdl_flist_at(indices, 0), vhdl_flist_at(open, 0))
        && !vhdl_index_constraint_flag(n))
        return t;
    range_t r;
    if (!lower_range(l, vhdl_flist_at(indices, 0), &r))
        return NULL;
    t->bounded = true;
    t->left = r.left;
    t->right = r.right;
    t->ascending = r.ascending;
    if (t->kind == TYPE_ARRAY) {
        const type_t *element = lower_type(l, vhdl_element_subtype(n));
        t->element = element != NULL ? element : t->element;
    }
    return t;
}

static const type_t *record_type(lower_t *l, vhdl_node_t n)
{
    const vhdl_flist_t list = vhdl_elements_declaration_list(n);
    const size_t count = vhdl_flist_length(list);
    type_field_t *fields = arena_calloc(l->arena, count + 1, sizeof *fields);
    for (size_t i = 0; i < count && !l->stop; i++) {
        const vhdl_node_t e = vhdl_flist_at(list, i);
        fields[i].name = ident_new(context_idents(l->ctx),
                                   vhdl_identifier(e));
        fields[i].type = lower_type(l, vhdl_type(e));
    }
    type_t *t = new_type(l, TYPE_RECORD, n);
    t->fields = fields;
    t->field_count = count;
    return l->stop ? NULL : t;
}

// ---- all ----

const type_t *lower_type(lower_t *l, vhdl_node_t n)
{
    if (l->stop)
        return NULL;
    switch (vhdl_kind(n)) {
    case VHDL_ENUMERATION_TYPE_DEFINITION: return enumeration(l, n);
    case VHDL_ENUMERATION_SUBTYPE_DEFINITION:
        return scalar_subtype(l, n, TYPE_ENUM);
    case VHDL_INTEGER_TYPE_DEFINITION: return type_integer(l);
    case VHDL_INTEGER_SUBTYPE_DEFINITION:
        return scalar_subtype(l, n, TYPE_INT);
    case VHDL_FLOATING_TYPE_DEFINITION:
    case VHDL_FLOATING_SUBTYPE_DEFINITION:
        return new_type(l, TYPE_REAL, n);
    case VHDL_PHYSICAL_TYPE_DEFINITION:
    case VHDL_PHYSICAL_SUBTYPE_DEFINITION:
        return new_type(l, TYPE_TIME, n);
    case VHDL_ARRAY_TYPE_DEFINITION: return array_type(l, n);
    case VHDL_ARRAY_SUBTYPE_DEFINITION: return array_subtype(l, n);
    case VHDL_RECORD_TYPE_DEFINITION: return record_type(l, n);
    case VHDL_RECORD_SUBTYPE_DEFINITION:
        return lower_type(l, vhdl_parent_type(n));
    case VHDL_SIMPLE_NAME: case VHDL_SELECTED_NAME:
    case VHDL_SUBTYPE_DECLARATION: case VHDL_TYPE_DECLARATION:
        return lower_type(l, vhdl_is(n, VHDL_TYPE_DECLARATION)
                                 ? vhdl_type_definition(n) : vhdl_type(n));
    case VHDL_SUBTYPE_ATTRIBUTE: case VHDL_ELEMENT_ATTRIBUTE:
    case VHDL_BASE_ATTRIBUTE:
        return lower_type(l, vhdl_type(n));
    default:
        lower_unsupported(l, n);
        return NULL;
    }
}

const type_t *lower_object_type(lower_t *l, vhdl_node_t decl)
{
    if (vhdl_has_type(decl) && vhdl_exists(vhdl_type(decl)))
        return lower_type(l, vhdl_type(decl));
    lower_unsupported(l, decl);
    return NULL;
}
