// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/ghdl-api.h"
#include "frontend/vhdl.h"

#include <assert.h>
#include <strings.h>

// ---- numbers of libghdl to ours ----

#define MAX_NUMBER 2048 // kinds, fields and functions all stay below it

typedef struct {
    const char *const *names;
    size_t count;
    ghdl_string_t (*image)(uint16_t number);
} naming_t;

static const char *const kind_names[VHDL_KINDS] = {
    [VHDL_OTHER] = "",
#define VHDL_KIND(name) [VHDL_##name] = #name,
#include "frontend/vhdl-kinds.def"
#undef VHDL_KIND
};

static const char *const predefined_names[PREDEF_COUNT] = {
    [PREDEF_OTHER] = "IIR_PREDEFINED_OTHER",
#define PREDEF(name) [PREDEF_##name] = "IIR_PREDEFINED_" #name,
#include "frontend/vhdl-predefined.def"
#undef PREDEF
};

// libghdl writes some names in upper case and some in lower case.
static bool is_called(ghdl_string_t image, const char *name)
{
    const size_t n = ghdl_string_length(image);
    return strncasecmp(image.data, name, n) == 0 && name[n] == '\0';
}

// Starts beside the place that the number has in libghdl 2.0.0.
static size_t find_name(const naming_t *naming, uint16_t number)
{
    const ghdl_string_t image = naming->image(number);
    for (size_t i = 0; i < naming->count; i++) {
        const size_t at = (number + 1u + i) % naming->count;
        if (at > 0 && is_called(image, naming->names[at]))
            return at;
    }
    return 0;
}

// The index of the name in the naming, from the cache when met before.
static size_t resolve(const naming_t *naming, uint16_t *cache,
                      uint16_t number)
{
    if (number >= MAX_NUMBER)
        BUG("libghdl has a number %u", number);
    if (cache[number] == 0)
        cache[number] = (uint16_t)(find_name(naming, number) + 1);
    return cache[number] - 1u;
}

vhdl_kind_t vhdl_kind(vhdl_node_t n)
{
    static const naming_t naming = {
        kind_names, VHDL_KINDS, vhdl__nodes_meta__get_iir_image,
    };
    static uint16_t cache[MAX_NUMBER];
    if (!vhdl_exists(n))
        BUG("the null node has no kind");
    return (vhdl_kind_t)resolve(&naming, cache, vhdl__nodes__get_kind(n));
}

// A NUL-terminated copy, made once per number.
static const char *text_of(ghdl_string_t image, char **cache, uint16_t number)
{
    if (number >= MAX_NUMBER)
        BUG("libghdl has a number %u", number);
    if (cache[number] == NULL)
        cache[number] = xstrndup(image.data, ghdl_string_length(image));
    return cache[number];
}

const char *vhdl_kind_name(vhdl_node_t n)
{
    static char *cache[MAX_NUMBER];
    if (!vhdl_exists(n))
        BUG("the null node has no kind");
    const uint16_t number = vhdl__nodes__get_kind(n);
    return text_of(vhdl__nodes_meta__get_iir_image(number), cache, number);
}

static vhdl_predefined_t predefined_of(uint16_t number)
{
    static const naming_t naming = {
        predefined_names, PREDEF_COUNT,
        vhdl__disp_tree__image_iir_predefined_functions,
    };
    static uint16_t cache[MAX_NUMBER];
    return (vhdl_predefined_t)resolve(&naming, cache, number);
}

vhdl_predefined_t vhdl_predefined(vhdl_node_t n)
{
    vhdl_node_t decl = vhdl_has_implementation(n) ? vhdl_implementation(n) : n;
    if (!vhdl_exists(decl)
        || !vhdl__nodes_meta__has_implicit_definition(
            vhdl__nodes__get_kind(decl)))
        return PREDEF_NONE;
    const vhdl_predefined_t p =
        predefined_of(vhdl__nodes__get_implicit_definition(decl));
    return p == PREDEF_ERROR ? PREDEF_NONE : p;
}

const char *vhdl_predefined_name(vhdl_predefined_t predefined)
{
    return predefined_names[predefined] + strlen("IIR_PREDEFINED_");
}

// ---- fields ----

static _Noreturn void no_field(vhdl_node_t n, const char *field)
{
    if (!vhdl_exists(n))
        BUG("the null node has no field %s", field);
    BUG("a node of kind %s has no field %s", vhdl_kind_name(n), field);
}

// A character literal has its ticks: '1'.
static const char *character(char c)
{
    static char images[256][4];
    char *image = images[(unsigned char)c];
    image[0] = image[2] = '\'';
    image[1] = c;
    return image;
}

static const char *word(ghdl_name_t name)
{
    if (name.id == 0)
        return "";
    return name_table__is_character(name)
               ? character(name_table__get_character(name))
               : name_table__get_name_ptr(name);
}

#define DEFINE_HAS_(name)                                                     \
    bool vhdl_has_##name(vhdl_node_t n)                                       \
    {                                                                         \
        return vhdl_exists(n)                                                 \
               && vhdl__nodes_meta__has_##name(vhdl__nodes__get_kind(n));     \
    }
#define DEFINE_FIELD_(type, name, convert)                                    \
    DEFINE_HAS_(name)                                                         \
    type vhdl_##name(vhdl_node_t n)                                           \
    {                                                                         \
        if (!vhdl_has_##name(n))                                              \
            no_field(n, #name);                                               \
        return convert(vhdl__nodes__get_##name(n));                           \
    }
#define NODE(name) DEFINE_FIELD_(vhdl_node_t, name, )
#define FLIST(name) DEFINE_FIELD_(vhdl_flist_t, name, )
#define LIST(name) DEFINE_FIELD_(vhdl_list_t, name, )
#define PSL(name) DEFINE_FIELD_(psltree_t, name, )
#define FLAG(name) DEFINE_FIELD_(bool, name, 0 != )
#define WORD(name) DEFINE_FIELD_(const char *, name, word)
#include "frontend/vhdl-fields.def"
#undef NODE
#undef FLIST
#undef LIST
#undef PSL
#undef FLAG
#undef WORD

static void need(vhdl_node_t n, uint8_t (*has)(uint16_t), const char *field)
{
    if (!vhdl_exists(n) || !has(vhdl__nodes__get_kind(n)))
        no_field(n, field);
}

static const char *const mode_names[VHDL_MODES] = {
    [VHDL_MODE_UNKNOWN] = "?",       [VHDL_MODE_IN] = "in",
    [VHDL_MODE_OUT] = "out",         [VHDL_MODE_INOUT] = "inout",
    [VHDL_MODE_BUFFER] = "buffer",   [VHDL_MODE_LINKAGE] = "linkage",
};

static vhdl_mode_t mode_of(uint8_t number)
{
    const ghdl_string_t image = vhdl__disp_tree__image_iir_mode(number);
    for (unsigned m = VHDL_MODE_UNKNOWN + 1; m < VHDL_MODES; m++)
        if (is_called(image, mode_names[m]))
            return (vhdl_mode_t)m;
    return VHDL_MODE_UNKNOWN;
}

vhdl_mode_t vhdl_mode(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_mode, "mode");
    return mode_of(vhdl__nodes__get_mode(n));
}

const char *vhdl_mode_name(vhdl_mode_t mode)
{
    return mode_names[mode];
}

int64_t vhdl_value(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_value, "value");
    return vhdl__nodes__get_value(n);
}

double vhdl_fp_value(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_fp_value, "fp_value");
    return vhdl__nodes__get_fp_value(n);
}

int32_t vhdl_enum_pos(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_enum_pos, "enum_pos");
    return vhdl__nodes__get_enum_pos(n);
}

bool vhdl_is_ascending(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_direction, "direction");
    return is_called(
        vhdl__disp_tree__image_direction_type(vhdl__nodes__get_direction(n)),
        "to");
}

int32_t vhdl_string_length(vhdl_node_t n)
{
    need(n, vhdl__nodes_meta__has_string8_id, "string_length");
    return vhdl__nodes__get_string_length(n);
}

char vhdl_string_char(vhdl_node_t n, int32_t i)
{
    assert(i >= 0 && i < vhdl_string_length(n));
    return str_table__char_string8(vhdl__nodes__get_string8_id(n), i + 1);
}

bool vhdl_is_sensitive_to_all(vhdl_node_t n)
{
    return vhdl_sensitivity_list(n).id == vhdl__lists__list_all.id;
}

// ---- lists ----

static bool is_real_flist(vhdl_flist_t list)
{
    return list.id != 0 && list.id != vhdl__flists__flist_all.id
           && list.id != vhdl__flists__flist_others.id;
}

size_t vhdl_flist_length(vhdl_flist_t list)
{
    return is_real_flist(list) ? (size_t)vhdl__flists__flast(list) + 1 : 0;
}

vhdl_node_t vhdl_flist_at(vhdl_flist_t list, size_t i)
{
    assert(i < vhdl_flist_length(list));
    return vhdl__flists__get_nth_element(list, (int32_t)i);
}

void vhdl_list_collect(vhdl_list_t list, vhdl_node_vec_t *into)
{
    if (list.id == 0 || list.id == vhdl__lists__list_all.id)
        return;
    ghdl_iterator_t it = vhdl__lists__iterate(list);
    for (; vhdl__lists__is_valid(&it); vhdl__lists__next(&it))
        vec_push(into, vhdl__lists__get_element(&it));
}

// ---- names ----

vhdl_node_t vhdl_strip(vhdl_node_t expr)
{
    while (vhdl_exists(expr)) {
        const vhdl_kind_t kind = vhdl_kind(expr);
        if (kind == VHDL_PARENTHESIS_EXPRESSION)
            expr = vhdl_expression(expr);
        else if (kind == VHDL_CONDITION_OPERATOR
                 || kind == VHDL_IMPLICIT_CONDITION_OPERATOR)
            expr = vhdl_operand(expr);
        else
            break;
    }
    return expr;
}

vhdl_node_t vhdl_declaration(vhdl_node_t name)
{
    while (vhdl_exists(name)) {
        switch (vhdl_kind(name)) {
        case VHDL_SIMPLE_NAME:
        case VHDL_SELECTED_NAME:
        case VHDL_CHARACTER_LITERAL:
        case VHDL_OPERATOR_SYMBOL:
        case VHDL_REFERENCE_NAME:
            name = vhdl_named_entity(name);
            break;
        case VHDL_OBJECT_ALIAS_DECLARATION:
        case VHDL_NON_OBJECT_ALIAS_DECLARATION:
            name = vhdl_name(name);
            break;
        default:
            return vhdl_has_identifier(name)
                           && !vhdl_is(name, VHDL_SELECTED_ELEMENT)
                       ? name : VHDL_NONE;
        }
    }
    return VHDL_NONE;
}

static bool is_object(vhdl_node_t decl)
{
    switch (vhdl_kind(decl)) {
    case VHDL_SIGNAL_DECLARATION:
    case VHDL_VARIABLE_DECLARATION:
    case VHDL_CONSTANT_DECLARATION:
    case VHDL_FILE_DECLARATION:
    case VHDL_ITERATOR_DECLARATION:
    case VHDL_GUARD_SIGNAL_DECLARATION:
    case VHDL_INTERFACE_CONSTANT_DECLARATION:
    case VHDL_INTERFACE_VARIABLE_DECLARATION:
    case VHDL_INTERFACE_SIGNAL_DECLARATION:
    case VHDL_INTERFACE_FILE_DECLARATION:
        return true;
    default:
        return false;
    }
}

vhdl_node_t vhdl_base_object(vhdl_node_t name)
{
    while (vhdl_exists(name)) {
        switch (vhdl_kind(name)) {
        case VHDL_INDEXED_NAME:
        case VHDL_SLICE_NAME:
        case VHDL_SELECTED_ELEMENT:
        case VHDL_DEREFERENCE:
        case VHDL_IMPLICIT_DEREFERENCE:
            name = vhdl_prefix(name);
            break;
        case VHDL_OBJECT_ALIAS_DECLARATION:
            name = vhdl_name(name);
            break;
        case VHDL_SIMPLE_NAME:
        case VHDL_SELECTED_NAME:
        case VHDL_REFERENCE_NAME:
            name = vhdl_named_entity(name);
            break;
        default:
            return is_object(name) ? name : VHDL_NONE;
        }
    }
    return VHDL_NONE;
}

// ---- walking without knowing the kinds ----

// libghdl's images of enumerations: all names in one string, and where each
// of them starts (from 1).
static bool image_is(const char *names, size_t from, size_t to,
                     const char *name)
{
    const size_t n = strlen(name);
    return to - from == n && memcmp(names + from - 1, name, n) == 0;
}

static bool type_is(uint8_t type, const char *name)
{
    const uint16_t *at = vhdl__nodes_meta__types_enumN + type;
    return image_is(vhdl__nodes_meta__types_enumS, at[0], at[1], name);
}

static bool attribute_is(uint8_t attribute, const char *name)
{
    const uint8_t *at = vhdl__nodes_meta__field_attributeN + attribute;
    return image_is(vhdl__nodes_meta__field_attributeS, at[0], at[1], name);
}

void vhdl_collect_fields(vhdl_node_t n, vhdl_field_vec_t *into)
{
    const uint16_t kind = vhdl__nodes__get_kind(n);
    if (kind == 0) // an unused node; asking for its fields raises
        return;
    const int32_t last = vhdl__nodes_meta__get_fields_last(kind);
    for (int32_t i = vhdl__nodes_meta__get_fields_first(kind); i <= last; i++)
        vec_push(into,
                 ((vhdl_field_t){vhdl__nodes_meta__get_field_by_index(i)}));
}

const char *vhdl_field_name(vhdl_field_t field)
{
    static char *cache[MAX_NUMBER];
    return text_of(vhdl__nodes_meta__get_field_image(field.number), cache,
                   field.number);
}

static vhdl_type_t find_type(uint8_t type)
{
    static const struct {
        const char *name;
        vhdl_type_t type;
    } types[] = {
        {"TYPE_IIR", VHDL_TYPE_NODE},
        {"TYPE_BOOLEAN", VHDL_TYPE_FLAG},
        {"TYPE_IIR_FLIST", VHDL_TYPE_FLIST},
        {"TYPE_IIR_LIST", VHDL_TYPE_LIST},
        {"TYPE_PSL_NODE", VHDL_TYPE_PSL},
        {"TYPE_NAME_ID", VHDL_TYPE_WORD},
        {"TYPE_INT32", VHDL_TYPE_INTEGER},
        {"TYPE_INT64", VHDL_TYPE_INTEGER},
        {"TYPE_IIR_MODE", VHDL_TYPE_MODE},
        {"TYPE_IIR_PREDEFINED_FUNCTIONS", VHDL_TYPE_PREDEFINED},
    };
    for (size_t i = 0; i < ARRAY_LEN(types); i++)
        if (type_is(type, types[i].name))
            return types[i].type;
    return VHDL_TYPE_OTHER;
}

vhdl_type_t vhdl_field_type(vhdl_field_t field)
{
    static uint8_t cache[256]; // 0: not looked up yet
    const uint8_t type = vhdl__nodes_meta__get_field_type(field.number);
    if (cache[type] == 0)
        cache[type] = (uint8_t)(find_type(type) + 1);
    return (vhdl_type_t)(cache[type] - 1);
}

typedef enum {
    ATTR_OWNED = 1,
    ATTR_CHAIN,
    ATTR_NEXT,
    ATTR_REF,
    ATTR_MAYBE,
} attr_t;

static attr_t find_attribute(uint8_t attribute)
{
    if (attribute_is(attribute, "ATTR_NONE"))
        return ATTR_OWNED;
    if (attribute_is(attribute, "ATTR_CHAIN"))
        return ATTR_CHAIN;
    if (attribute_is(attribute, "ATTR_CHAIN_NEXT"))
        return ATTR_NEXT;
    if (attribute_is(attribute, "ATTR_MAYBE_REF")
        || attribute_is(attribute, "ATTR_OF_MAYBE_REF"))
        return ATTR_MAYBE;
    return ATTR_REF;
}

vhdl_link_t vhdl_field_link(vhdl_node_t n, vhdl_field_t field)
{
    static uint8_t cache[256];
    const uint8_t a = vhdl__nodes_meta__get_field_attribute(field.number);
    if (cache[a] == 0)
        cache[a] = (uint8_t)find_attribute(a);
    switch ((attr_t)cache[a]) {
    case ATTR_OWNED:
        return VHDL_LINK_OWNED;
    case ATTR_CHAIN:
        return VHDL_LINK_CHAIN;
    case ATTR_NEXT:
        return VHDL_LINK_CHAIN_NEXT;
    case ATTR_REF:
        return VHDL_LINK_REFERENCE;
    case ATTR_MAYBE:
        return vhdl_has_is_ref(n) && vhdl_is_ref(n) ? VHDL_LINK_REFERENCE
                                                    : VHDL_LINK_OWNED;
    }
    BUG("attribute %u", a);
}

vhdl_node_t vhdl_field_node(vhdl_node_t n, vhdl_field_t field)
{
    return vhdl__nodes_meta__get_iir(n, field.number);
}

psltree_t vhdl_field_psl(vhdl_node_t n, vhdl_field_t field)
{
    return vhdl__nodes_meta__get_psl_node(n, field.number);
}

bool vhdl_field_flag(vhdl_node_t n, vhdl_field_t field)
{
    return vhdl__nodes_meta__get_boolean(n, field.number) != 0;
}

const char *vhdl_field_word(vhdl_node_t n, vhdl_field_t field)
{
    return word(vhdl__nodes_meta__get_name_id(n, field.number));
}

int64_t vhdl_field_integer(vhdl_node_t n, vhdl_field_t field)
{
    const uint8_t type = vhdl__nodes_meta__get_field_type(field.number);
    return type_is(type, "TYPE_INT64")
               ? vhdl__nodes_meta__get_int64(n, field.number)
               : vhdl__nodes_meta__get_int32(n, field.number);
}

vhdl_mode_t vhdl_field_mode(vhdl_node_t n, vhdl_field_t field)
{
    return mode_of(vhdl__nodes_meta__get_iir_mode(n, field.number));
}

void vhdl_collect_owned(vhdl_node_t n, vhdl_field_t field,
                        vhdl_node_vec_t *into)
{
    const vhdl_type_t type = vhdl_field_type(field);
    const vhdl_link_t link = vhdl_field_link(n, field);
    if (link == VHDL_LINK_REFERENCE || link == VHDL_LINK_CHAIN_NEXT)
        return;
    if (type == VHDL_TYPE_NODE) {
        const vhdl_node_t first = vhdl_field_node(n, field);
        if (link == VHDL_LINK_CHAIN)
            VHDL_EACH(item, first)
                vec_push(into, item);
        else if (vhdl_exists(first))
            vec_push(into, first);
    } else if (type == VHDL_TYPE_FLIST) {
        const vhdl_flist_t list =
            vhdl__nodes_meta__get_iir_flist(n, field.number);
        for (size_t i = 0; i < vhdl_flist_length(list); i++)
            if (vhdl_exists(vhdl_flist_at(list, i)))
                vec_push(into, vhdl_flist_at(list, i));
    } else if (type == VHDL_TYPE_LIST) {
        vhdl_list_collect(vhdl__nodes_meta__get_iir_list(n, field.number),
                          into);
    }
}

void vhdl_collect_children(vhdl_node_t n, vhdl_node_vec_t *into)
{
    const uint16_t kind = vhdl__nodes__get_kind(n);
    if (kind == 0)
        return;
    const int32_t last = vhdl__nodes_meta__get_fields_last(kind);
    for (int32_t i = vhdl__nodes_meta__get_fields_first(kind); i <= last; i++)
        vhdl_collect_owned(
            n, (vhdl_field_t){vhdl__nodes_meta__get_field_by_index(i)}, into);
}

void vhdl_walk(vhdl_node_t n, vhdl_visit_fn fn, void *user)
{
    vhdl_node_vec_t stack = {0}, children = {0};
    vec_push(&stack, n);
    while (stack.len > 0) {
        const vhdl_node_t top = vec_pop(&stack);
        if (!fn(top, user))
            continue;
        children.len = 0;
        vhdl_collect_children(top, &children);
        for (size_t i = children.len; i-- > 0;)
            vec_push(&stack, children.data[i]);
    }
    vec_release(&stack);
    vec_release(&children);
}
