// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_WORDS_H
#define CLAVE_FRONTEND_WORDS_H

// What a construct is called, and what to write instead of one that is not
// supported: the words of the lowering's errors and of `analyse --support`.

#include "core/text.h"
#include "frontend/vhdl.h"

// Appends "alias 'op': use the object itself". The name is that of the node,
// if it has one.
void words_describe(vhdl_node_t n, text_t *out);
// Is a construct of this kind refused wherever it stands?
bool words_refused(vhdl_node_t n);
// The Synopsys package that an operator or call takes its function from
// ("std_logic_unsigned"), or NULL.
const char *words_synopsys(vhdl_node_t n);

#endif
