// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_REACH_SYSTEM_H
#define CLAVE_REACH_SYSTEM_H

// What engines work on; it lives in core because writers of other formats
// and counter automata need it, too.

#include "core/system.h"

#endif
