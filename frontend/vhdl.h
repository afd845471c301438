// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_VHDL_H
#define CLAVE_FRONTEND_VHDL_H

// The analysed VHDL tree, which lives in libghdl. A vhdl_node_t is a small
// number wrapped in a struct; nodes are never freed, so there is nothing to
// own. Kinds and predefined functions are matched by the names that libghdl
// gives them, when a number is first met (asking for the name of a number
// that does not exist would end the process). Asking a node for a field that
// its kind does not have is a BUG of ours; vhdl_has_FIELD tells.
//
// libghdl is one per process, and so are the caches behind these functions;
// ghdl.h starts it.

#include "core/base.h"
#include "core/vec.h"

typedef struct { int32_t id; } vhdl_node_t;
typedef struct { int32_t id; } vhdl_flist_t;
typedef struct { int32_t id; } vhdl_list_t;
typedef struct { int32_t id; } psltree_t; // psltree.h reads it

#define VHDL_NONE ((vhdl_node_t){0})

typedef VEC(vhdl_node_t) vhdl_node_vec_t;

typedef enum {
    VHDL_OTHER, // a kind that we have no name for: see vhdl_kind_name
#define VHDL_KIND(name) VHDL_##name,
#include "frontend/vhdl-kinds.def"
#undef VHDL_KIND
    VHDL_KINDS
} vhdl_kind_t;

typedef enum {
    PREDEF_OTHER, // one that we have no name for; PREDEF_NONE: the user's
#define PREDEF(name) PREDEF_##name,
#include "frontend/vhdl-predefined.def"
#undef PREDEF
    PREDEF_COUNT
} vhdl_predefined_t;

typedef enum {
    VHDL_MODE_UNKNOWN,
    VHDL_MODE_IN,
    VHDL_MODE_OUT,
    VHDL_MODE_INOUT,
    VHDL_MODE_BUFFER,
    VHDL_MODE_LINKAGE,
    VHDL_MODES
} vhdl_mode_t;

static inline bool vhdl_exists(vhdl_node_t n)
{
    return n.id != 0;
}

static inline bool vhdl_same(vhdl_node_t a, vhdl_node_t b)
{
    return a.id == b.id;
}

// BUG for the null node.
vhdl_kind_t vhdl_kind(vhdl_node_t n);
static inline bool vhdl_is(vhdl_node_t n, vhdl_kind_t kind)
{
    return vhdl_exists(n) && vhdl_kind(n) == kind;
}
// libghdl's own name of the kind, also of one we do not know; lives forever.
const char *vhdl_kind_name(vhdl_node_t n);

// ---- fields ----

// Words are lower case, a character has its ticks ('1'); they are borrowed
// until the next file is analysed.
#define VHDL_FIELD_(type, name)                                               \
    bool vhdl_has_##name(vhdl_node_t n);                                      \
    type vhdl_##name(vhdl_node_t n);
#define NODE(name) VHDL_FIELD_(vhdl_node_t, name)
#define FLIST(name) VHDL_FIELD_(vhdl_flist_t, name)
#define LIST(name) VHDL_FIELD_(vhdl_list_t, name)
#define PSL(name) VHDL_FIELD_(psltree_t, name)
#define FLAG(name) VHDL_FIELD_(bool, name)
#define WORD(name) VHDL_FIELD_(const char *, name)
#include "frontend/vhdl-fields.def"
#undef NODE
#undef FLIST
#undef LIST
#undef PSL
#undef FLAG
#undef WORD

// Of an interface declaration.
vhdl_mode_t vhdl_mode(vhdl_node_t n);
const char *vhdl_mode_name(vhdl_mode_t mode);
// Of an integer (or physical) literal.
int64_t vhdl_value(vhdl_node_t n);
// Of a floating-point (or physical floating-point) literal.
double vhdl_fp_value(vhdl_node_t n);
// Of an enumeration literal: its place in the type, from 0.
int32_t vhdl_enum_pos(vhdl_node_t n);
// Of a range: `to` rather than `downto`?
bool vhdl_is_ascending(vhdl_node_t n);
// Of a string literal: the i-th of its vhdl_string_length characters.
int32_t vhdl_string_length(vhdl_node_t n);
char vhdl_string_char(vhdl_node_t n, int32_t i);
// process (all)?
bool vhdl_is_sensitive_to_all(vhdl_node_t n);

// What an operator or a call does: of a node with an implementation, or of a
// subprogram declaration. PREDEF_NONE for a subprogram of the user's.
vhdl_predefined_t vhdl_predefined(vhdl_node_t n);
// "BOOLEAN_AND", ...; "OTHER" and "NONE" for these two.
const char *vhdl_predefined_name(vhdl_predefined_t predefined);

// ---- lists and chains ----

// for (vhdl_node_t s = head; vhdl_exists(s); s = vhdl_chain(s))
#define VHDL_EACH(n, head)                                                    \
    for (vhdl_node_t n = (head); vhdl_exists(n); n = vhdl_chain(n))

// 0 for the null list.
size_t vhdl_flist_length(vhdl_flist_t list);
vhdl_node_t vhdl_flist_at(vhdl_flist_t list, size_t i);
// Appends the elements to the vector.
void vhdl_list_collect(vhdl_list_t list, vhdl_node_vec_t *into);

// ---- names ----

// Without parentheses around it, and without an implicit `??`.
vhdl_node_t vhdl_strip(vhdl_node_t expr);
// The declaration that a simple or selected name, an alias or a declaration
// itself stands for; none for anything else (an operator, an element, ...).
vhdl_node_t vhdl_declaration(vhdl_node_t name);
// The declaration of the object that a name is the whole or a part of:
// `a.b(3)` gives that of a. None if it is no name of an object.
vhdl_node_t vhdl_base_object(vhdl_node_t name);
// A number that is equal for equal nodes, as a key for map_t.
static inline uint64_t vhdl_key(vhdl_node_t n)
{
    return (uint64_t)(uint32_t)n.id;
}

// ---- walking without knowing the kinds ----

// How a field holds its node.
typedef enum {
    VHDL_LINK_OWNED,
    VHDL_LINK_CHAIN,      // owned, and the first of a chain
    VHDL_LINK_CHAIN_NEXT, // the chain itself
    VHDL_LINK_REFERENCE,  // somewhere else in the tree
} vhdl_link_t;

typedef enum {
    VHDL_TYPE_NODE,
    VHDL_TYPE_FLIST,
    VHDL_TYPE_LIST,
    VHDL_TYPE_PSL,
    VHDL_TYPE_FLAG,
    VHDL_TYPE_WORD,
    VHDL_TYPE_INTEGER,
    VHDL_TYPE_MODE,
    VHDL_TYPE_PREDEFINED,
    VHDL_TYPE_OTHER,
} vhdl_type_t;

typedef struct { uint16_t number; } vhdl_field_t;
typedef VEC(vhdl_field_t) vhdl_field_vec_t;

// Appends the fields of the node's kind to the vector.
void vhdl_collect_fields(vhdl_node_t n, vhdl_field_vec_t *into);
// Lives forever.
const char *vhdl_field_name(vhdl_field_t field);
vhdl_type_t vhdl_field_type(vhdl_field_t field);
// Of this node: some kinds own a field in one node and share it in the next.
vhdl_link_t vhdl_field_link(vhdl_node_t n, vhdl_field_t field);
vhdl_node_t vhdl_field_node(vhdl_node_t n, vhdl_field_t field);
psltree_t vhdl_field_psl(vhdl_node_t n, vhdl_field_t field);
bool vhdl_field_flag(vhdl_node_t n, vhdl_field_t field);
const char *vhdl_field_word(vhdl_node_t n, vhdl_field_t field);
int64_t vhdl_field_integer(vhdl_node_t n, vhdl_field_t field);
vhdl_mode_t vhdl_field_mode(vhdl_node_t n, vhdl_field_t field);
// Appends the nodes that the field owns: one, a chain, or a list's elements.
void vhdl_collect_owned(vhdl_node_t n, vhdl_field_t field,
                        vhdl_node_vec_t *into);
// Appends all nodes that n owns, field by field.
void vhdl_collect_children(vhdl_node_t n, vhdl_node_vec_t *into);

// Calls fn for n and everything it owns, parents first, without recursion;
// nothing below a node for which fn returns false is visited.
typedef bool (*vhdl_visit_fn)(vhdl_node_t n, void *user);
void vhdl_walk(vhdl_node_t n, vhdl_visit_fn fn, void *user);

#endif
