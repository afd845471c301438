// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_JSON_H
#define CLAVE_CLI_JSON_H

// What we add to jansson, which only cli uses.

#include "core/text.h"

#include <jansson.h>

// A string; null for NULL. Bytes that are no UTF-8 are taken as Latin-1,
// which is what VHDL is written in.
json_t *json_text(const char *text);

// Appends the value with sorted keys, indented, and a newline.
void json_format(const json_t *value, text_t *out);

#endif
