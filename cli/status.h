// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_STATUS_H
#define CLAVE_CLI_STATUS_H

// The exit status: the first of these that applies.
typedef enum {
    STATUS_INTERNAL = 4, // clave or a library failed
    STATUS_INPUT = 3,    // wrong input, or not supported
    STATUS_VIOLATED = 1,
    STATUS_UNKNOWN = 2, // a limit was reached
    STATUS_WELL = 0,
} status_t;

// The one that comes first in the list above.
status_t status_worse(status_t a, status_t b);

#endif
