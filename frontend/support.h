// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_SUPPORT_H
#define CLAVE_FRONTEND_SUPPORT_H

// Can an architecture be lowered, and if not, what stands in the way? The
// answer is that of the lowering itself; the reasons come from a walk over
// the tree, which finds every construct that is refused wherever it stands,
// and from a lowering that goes on after errors.

#include "core/arena.h"
#include "frontend/ghdl.h"

typedef struct {
    loc_t loc;
    const char *text;
} support_reason_t;

typedef VEC(support_reason_t) support_reason_vec_t;

// Appends the reasons why the architecture cannot be the top, by place; none
// if it can, with structural generics at their defaults. The texts live in
// the arena.
void support_check(ghdl_t *ghdl, vhdl_node_t architecture, arena_t *arena,
                   sources_t *sources, support_reason_vec_t *reasons);

#endif
