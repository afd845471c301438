// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_PSLTREE_H
#define CLAVE_FRONTEND_PSLTREE_H

// PSL as libghdl has read it, before it is turned into a formula of psl/.
// The rules are those of vhdl.h. A leaf of kind PSLTREE_HDL_BOOL or
// PSLTREE_HDL_EXPR leads back into the VHDL tree by psltree_hdl_node.

#include "frontend/vhdl.h"

typedef enum {
    PSLTREE_OTHER, // a kind that we have no name for
#define PSLTREE_KIND(name, image) PSLTREE_##name,
#include "frontend/psltree-kinds.def"
#undef PSLTREE_KIND
    PSLTREE_KINDS
} psltree_kind_t;

static inline bool psltree_exists(psltree_t p)
{
    return p.id != 0;
}

// BUG for the null node.
psltree_kind_t psltree_kind(psltree_t p);
// libghdl's own name, or "?" for PSLTREE_OTHER.
const char *psltree_kind_name(psltree_t p);

#define PSLTREE_FIELD_(type, name)                                            \
    bool psltree_has_##name(psltree_t p);                                     \
    type psltree_##name(psltree_t p);
#define PSL(name) PSLTREE_FIELD_(psltree_t, name)
#define NODE(name) PSLTREE_FIELD_(vhdl_node_t, name)
#define FLAG(name) PSLTREE_FIELD_(bool, name)
#define NUMBER(name) PSLTREE_FIELD_(uint32_t, name)
#define WORD(name) PSLTREE_FIELD_(const char *, name)
#include "frontend/psltree-fields.def"
#undef PSL
#undef NODE
#undef FLAG
#undef NUMBER
#undef WORD

// Calls fn for each operand of the node, with the name of its field: all PSL
// nodes that it holds and that are not links of a chain.
typedef void (*psltree_operand_fn)(const char *field, psltree_t operand,
                                   void *user);
void psltree_each_operand(psltree_t p, psltree_operand_fn fn, void *user);

#endif
