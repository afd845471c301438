// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/shape.h"

// The next piece of a value: a parenthesis, a comma with the blank behind it,
// a quote, or a scalar.
typedef struct {
    const char *at;
    size_t length;
    bool scalar;
    bool in_string;
} piece_t;

static bool next_piece(piece_t *p)
{
    p->at += p->length;
    if (*p->at == '\0')
        return false;
    if (*p->at == '"') {
        p->in_string = !p->in_string;
        p->length = 1;
        p->scalar = false;
    } else if (p->in_string) {
        p->length = 1;
        p->scalar = true;
    } else if (strchr("(), ", *p->at) != NULL) {
        p->length = 1;
        p->scalar = false;
    } else if (*p->at == '\'' && p->at[1] != '\0' && p->at[2] == '\'') {
        p->length = 3;
        p->scalar = true;
    } else {
        p->length = strcspn(p->at, "(), ");
        p->scalar = true;
    }
    return true;
}

size_t shape_count(const char *value)
{
    size_t count = 0;
    for (piece_t p = {.at = value}; next_piece(&p);)
        count += p.scalar;
    return count;
}

void shape_fill(const char *value, shape_scalar_fn scalar, void *user,
                text_t *out)
{
    size_t i = 0;
    for (piece_t p = {.at = value}; next_piece(&p);) {
        if (!p.scalar) {
            text_addn(out, p.at, p.length);
            continue;
        }
        const char *s = scalar(i++, user);
        if (p.in_string && s[0] == '\'' && s[1] != '\0')
            text_char(out, s[1]);
        else
            text_add(out, s);
    }
}

// How many elements the aggregate has whose parenthesis is at `at`.
static size_t element_count(const char *at)
{
    size_t depth = 0, count = 0;
    bool something = false;
    for (piece_t p = {.at = at}; next_piece(&p);) {
        const char c = p.scalar || p.in_string ? '\0' : *p.at;
        if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            break;
        else if (c == ',' && depth == 1)
            count++;
        something |= (c != '(' && c != ' ') || depth > 1;
    }
    return something ? count + 1 : 0;
}

bool shape_vhdl(const char *value, text_t *out)
{
    for (piece_t p = {.at = value}; next_piece(&p);) {
        text_addn(out, p.at, p.length);
        if (p.scalar || p.in_string || *p.at != '(')
            continue;
        const size_t count = element_count(p.at);
        if (count == 0)
            return false;
        if (count == 1)
            text_add(out, "others => ");
    }
    return true;
}

bool shape_is_indefinite(const char *scalar)
{
    return scalar[0] == '\'' && scalar[1] != '\0' && scalar[2] == '\''
        && strchr("UXZWLH-", scalar[1]) != NULL;
}
