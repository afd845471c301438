// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/tree-dump.h"

#define PIECE 60000 // bytes that are handed out at once

typedef struct {
    const char *field;
    vhdl_node_t node; // or, if there is none, the PSL node
    psltree_t psl;
    unsigned depth;
} item_t;

typedef struct {
    ghdl_t *ghdl;
    bool json;
    tree_dump_fn fn;
    void *user;
    text_t out;
    VEC(item_t) stack;
    unsigned depth; // what the next operand of a PSL node gets
} dumper_t;

// ---- attributes of one node ----

static void json_string(text_t *out, const char *s)
{
    text_char(out, '"');
    for (; *s != '\0'; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            text_printf(out, "\\%c", c);
        else if (c < 32 || c >= 127) // VHDL is Latin-1
            text_printf(out, "\\u%04x", c);
        else
            text_char(out, (char)c);
    }
    text_char(out, '"');
}

static void attribute(dumper_t *d, const char *key, const char *value)
{
    if (d->json) {
        text_printf(&d->out, ",\"%s\":", key);
        json_string(&d->out, value);
    } else {
        text_printf(&d->out, " %s=%s", key, value);
    }
}

static void place(dumper_t *d, loc_t loc)
{
    if (!loc_known(loc))
        return;
    if (d->json)
        text_printf(&d->out, ",\"line\":%u,\"column\":%u", (unsigned)loc.line,
                    (unsigned)loc.column);
    else
        text_printf(&d->out, " %u:%u", (unsigned)loc.line,
                    (unsigned)loc.column);
}

static const char *own_name(vhdl_node_t n)
{
    if (vhdl_has_identifier(n) && *vhdl_identifier(n) != '\0')
        return vhdl_identifier(n);
    if (vhdl_has_simple_name_identifier(n))
        return vhdl_simple_name_identifier(n);
    return vhdl_has_label(n) ? vhdl_label(n) : "";
}

static void reference(dumper_t *d, const char *key, vhdl_node_t n)
{
    if (!vhdl_exists(n))
        return;
    const loc_t loc = ghdl_loc(d->ghdl, n);
    const char *name = own_name(n);
    char *text = loc_known(loc) && *name != '\0'
        ? xasprintf("%s@%u:%u", name, (unsigned)loc.line,
                    (unsigned)loc.column)
        : xstrdup(*name != '\0' ? name : vhdl_kind_name(n));
    attribute(d, key, text);
    free(text);
}

static void string_attribute(dumper_t *d, vhdl_node_t n)
{
    text_t value = {0};
    for (int32_t i = 0; i < vhdl_string_length(n); i++)
        text_char(&value, vhdl_string_char(n, i));
    attribute(d, "string", text_str(&value));
    text_release(&value);
}

static void type_attribute(dumper_t *d, vhdl_node_t n)
{
    const vhdl_node_t type = vhdl_has_type(n) ? vhdl_type(n) : VHDL_NONE;
    if (!vhdl_exists(type) || !vhdl_has_type_declarator(type))
        return;
    const vhdl_node_t decl = vhdl_type_declarator(type);
    attribute(d, "type", vhdl_exists(decl) ? own_name(decl)
                                           : vhdl_kind_name(type));
}

static void node_attributes(dumper_t *d, vhdl_node_t n)
{
    const char *name = own_name(n);
    if (*name != '\0')
        attribute(d, "name", name);
    place(d, ghdl_loc(d->ghdl, n));
    switch (vhdl_kind(n)) {
    case VHDL_INTEGER_LITERAL: {
        char *value = xasprintf("%lld", (long long)vhdl_value(n));
        attribute(d, "value", value);
        free(value);
        break;
    }
    case VHDL_STRING_LITERAL8:
        string_attribute(d, n);
        break;
    case VHDL_INTERFACE_SIGNAL_DECLARATION:
        attribute(d, "mode", vhdl_mode_name(vhdl_mode(n)));
        break;
    default:
        break;
    }
    if (vhdl_has_named_entity(n))
        reference(d, "refers", vhdl_named_entity(n));
    if (vhdl_has_implementation(n)) {
        const vhdl_predefined_t p = vhdl_predefined(n);
        if (p == PREDEF_NONE)
            reference(d, "calls", vhdl_implementation(n));
        else
            attribute(d, "predefined", vhdl_predefined_name(p));
    }
    type_attribute(d, n);
}

static void psl_attributes(dumper_t *d, psltree_t p)
{
    if (psltree_has_identifier(p) && *psltree_identifier(p) != '\0')
        attribute(d, "name", psltree_identifier(p));
    place(d, ghdl_psl_loc(d->ghdl, p));
    if (psltree_has_value(p)) {
        char *value = xasprintf("%u", (unsigned)psltree_value(p));
        attribute(d, "value", value);
        free(value);
    }
    if (psltree_has_strong_flag(p))
        attribute(d, "strong", psltree_strong_flag(p) ? "yes" : "no");
    if (psltree_has_inclusive_flag(p))
        attribute(d, "inclusive", psltree_inclusive_flag(p) ? "yes" : "no");
    if (psltree_has_declaration(p) && psltree_exists(psltree_declaration(p)))
        attribute(d, "refers", psltree_identifier(psltree_declaration(p)));
}

static void item_head(dumper_t *d, const item_t *item)
{
    const char *kind = vhdl_exists(item->node) ? vhdl_kind_name(item->node)
                                               : psltree_kind_name(item->psl);
    if (d->json) {
        text_add(&d->out, "{\"field\":");
        json_string(&d->out, item->field);
        text_printf(&d->out, ",\"%s\":",
                    vhdl_exists(item->node) ? "kind" : "psl");
        json_string(&d->out, kind);
    } else {
        text_fill(&d->out, ' ', 2 * item->depth);
        text_printf(&d->out, "%s: %s%s", item->field,
                    vhdl_exists(item->node) ? "" : "psl ", kind);
    }
    if (vhdl_exists(item->node))
        node_attributes(d, item->node);
    else
        psl_attributes(d, item->psl);
    text_add(&d->out, d->json ? ",\"children\":[" : "\n");
}

// ---- the walk ----

static void push_psl(const char *field, psltree_t p, void *user)
{
    dumper_t *d = user;
    const item_t item = {field, VHDL_NONE, p, d->depth};
    vec_push(&d->stack, item);
}

static void push_node_children(dumper_t *d, vhdl_node_t n)
{
    vhdl_field_vec_t fields = {0};
    vhdl_node_vec_t owned = {0};
    vhdl_collect_fields(n, &fields);
    for (size_t i = 0; i < fields.len; i++) {
        const char *name = vhdl_field_name(fields.data[i]);
        if (vhdl_field_type(fields.data[i]) == VHDL_TYPE_PSL) {
            const psltree_t p = vhdl_field_psl(n, fields.data[i]);
            if (psltree_exists(p))
                push_psl(name, p, d);
            continue;
        }
        owned.len = 0;
        vhdl_collect_owned(n, fields.data[i], &owned);
        for (size_t k = 0; k < owned.len; k++) {
            const item_t item = {name, owned.data[k], {0}, d->depth};
            vec_push(&d->stack, item);
        }
    }
    vec_release(&fields);
    vec_release(&owned);
}

// What was pushed from `from` on comes off the stack in the order of pushing.
static void reverse_stack(dumper_t *d, size_t from)
{
    for (size_t i = from, k = d->stack.len; i + 1 < k; i++, k--) {
        const item_t swap = d->stack.data[i];
        d->stack.data[i] = d->stack.data[k - 1];
        d->stack.data[k - 1] = swap;
    }
}

static void push_children(dumper_t *d, const item_t *item)
{
    const size_t from = d->stack.len;
    d->depth = item->depth + 1;
    if (vhdl_exists(item->node)) {
        push_node_children(d, item->node);
    } else {
        psltree_each_operand(item->psl, push_psl, d);
        if (psltree_has_hdl_node(item->psl)
            && vhdl_exists(psltree_hdl_node(item->psl))) {
            const item_t leaf = {"hdl_node", psltree_hdl_node(item->psl),
                                 {0}, d->depth};
            vec_push(&d->stack, leaf);
        }
    }
    reverse_stack(d, from);
}

static void hand_out(dumper_t *d, size_t limit)
{
    if (d->out.len <= limit)
        return;
    d->fn(d->out.data, d->out.len, d->user);
    text_clear(&d->out);
}

void tree_dump(ghdl_t *ghdl, vhdl_node_t root, bool json, tree_dump_fn fn,
               void *user)
{
    dumper_t d = {.ghdl = ghdl, .json = json, .fn = fn, .user = user};
    const item_t first = {"unit", root, {0}, 0};
    unsigned open = 0; // objects whose end is to be written
    vec_push(&d.stack, first);
    while (d.stack.len > 0) {
        const item_t item = vec_pop(&d.stack);
        if (json) {
            const bool sibling = open > item.depth;
            for (; open > item.depth; open--)
                text_add(&d.out, "]}");
            text_add(&d.out, sibling ? "," : "");
            open = item.depth + 1;
        }
        item_head(&d, &item);
        push_children(&d, &item);
        hand_out(&d, PIECE);
    }
    for (; json && open > 0; open--)
        text_add(&d.out, "]}");
    hand_out(&d, 0);
    text_release(&d.out);
    vec_release(&d.stack);
}
