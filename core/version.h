// SPDX-License-Identifier: GPL-3.0-or-later
//
// The version of the program, as configure.ac has it.

#ifndef CLAVE_CORE_VERSION_H
#define CLAVE_CORE_VERSION_H

// Such as "0.1.0"; lives forever.
const char *version_string(void);

#endif
