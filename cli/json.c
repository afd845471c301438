// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/json.h"

json_t *json_text(const char *text)
{
    if (text == NULL)
        return json_null();
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    text_t utf8 = {0};
    text_add_utf8(&utf8, text, strlen(text));
    string = json_string(text_str(&utf8));
    text_release(&utf8);
    return string;
}

void json_format(const json_t *value, text_t *out)
{
    char *text = json_dumps(value, JSON_INDENT(2) | JSON_SORT_KEYS);
    if (text == NULL)
        BUG("this JSON cannot be printed");
    text_add(out, text);
    text_char(out, '\n');
    free(text);
}
