// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/source-text.h"

#include <ctype.h>
#include <strings.h>

typedef struct {
    const char *at, *end;
    bool in_comment; // `--` starts a continuation line, not a comment
    bool gap;        // white space came before the token
    bool after_name; // so that a tick is an attribute's, not a character's
    const char *token;
    size_t length; // 0 at the end
} scanner_t;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0xc0;
}

static bool looking_at(const scanner_t *s, const char *text)
{
    const size_t n = strlen(text);
    return (size_t)(s->end - s->at) >= n && memcmp(s->at, text, n) == 0;
}

static void skip_to(scanner_t *s, const char *stop)
{
    while (s->at < s->end && !looking_at(s, stop))
        s->at++;
}

static void skip_blanks(scanner_t *s)
{
    const char *start = s->at;
    for (; s->at < s->end; s->at++) {
        if (isspace((unsigned char)*s->at) || *s->at == '\xa0')
            continue;
        if (looking_at(s, "--") && s->in_comment) {
            s->at++;
        } else if (looking_at(s, "--")) {
            skip_to(s, "\n");
            if (s->at == s->end)
                break;
        } else if (looking_at(s, "/*")) {
            skip_to(s, "*/");
            if (s->at == s->end)
                break;
            s->at++;
        } else {
            break;
        }
    }
    s->gap = s->at > start;
}

static size_t quoted_length(const scanner_t *s)
{
    const char *p = s->at + 1;
    while (p < s->end && *p != *s->at && *p != '\n')
        p++;
    return (size_t)(p - s->at) + (p < s->end);
}

static size_t token_length(const scanner_t *s)
{
    static const char *const doubles[] = {":=", "<=", ">=", "=>", "/=", "**"};
    const size_t left = (size_t)(s->end - s->at);
    size_t n = 0;
    while (n < left && is_word(s->at[n]))
        n++;
    if (n > 0)
        return n;
    if (*s->at == '"' || *s->at == '\\')
        return quoted_length(s);
    if (*s->at == '\'' && left >= 3 && s->at[2] == '\'' && !s->after_name)
        return 3;
    for (size_t i = 0; i < ARRAY_LEN(doubles); i++)
        if (looking_at(s, doubles[i]))
            return 2;
    return 1;
}

static bool next(scanner_t *s)
{
    skip_blanks(s);
    s->token = s->at;
    s->length = s->at < s->end ? token_length(s) : 0;
    if (s->length == 0)
        return false;
    s->at += s->length;
    s->after_name = is_word(*s->token) || *s->token == ')'
                    || *s->token == '\\' || *s->token == ']';
    return true;
}

static bool is(const scanner_t *s, const char *token)
{
    return s->length == strlen(token)
           && strncasecmp(s->token, token, s->length) == 0;
}

static bool in_comment(ghdl_source_t source)
{
    const char *p = source.text + source.at;
    for (; p > source.text && p[-1] != '\n'; p--)
        if (p[-1] == '-' && p[0] == '-')
            return true;
    return false;
}

static scanner_t scan(ghdl_source_t source)
{
    return (scanner_t){.at = source.text + source.at,
                       .end = source.text + source.length,
                       .in_comment = in_comment(source)};
}

const char *source_text_name(ghdl_source_t source, arena_t *arena)
{
    scanner_t s = scan(source);
    return next(&s) ? arena_strndup(arena, s.token, s.length) : "";
}

static int nesting(const scanner_t *s)
{
    if (s->length != 1)
        return 0;
    if (strchr("([{", *s->token) != NULL)
        return 1;
    return strchr(")]}", *s->token) != NULL ? -1 : 0;
}

// Takes tokens from the current one to the first of the stops that stands
// outside parentheses; that one is then the current token. A closing
// parenthesis of the surroundings stops, too.
static const char *take(scanner_t *s, const char *stop1, const char *stop2,
                        arena_t *arena)
{
    text_t text = {0};
    int depth = 0;
    for (; s->length > 0; next(s)) {
        if (depth == 0 && (is(s, stop1) || is(s, stop2) || is(s, ")")))
            break;
        depth += nesting(s);
        if (text.len > 0 && s->gap)
            text_char(&text, ' ');
        text_addn(&text, s->token, s->length);
    }
    const char *result = arena_strndup(arena, text_str(&text), text.len);
    text_release(&text);
    return result;
}

source_text_interface_t source_text_interface(ghdl_source_t source,
                                              arena_t *arena)
{
    static const char *const modes[] = {
        "in", "out", "inout", "buffer", "linkage",
    };
    source_text_interface_t result = {"", NULL};
    scanner_t s = scan(source);
    while (next(&s) && !is(&s, ":"))
        if (is(&s, ";") || is(&s, ")"))
            return result;
    next(&s);
    for (size_t i = 0; i < ARRAY_LEN(modes); i++)
        if (is(&s, modes[i])) {
            next(&s);
            break;
        }
    result.type = take(&s, ":=", ";", arena);
    if (is(&s, ":=")) {
        next(&s);
        result.value = take(&s, ";", ";", arena);
    }
    return result;
}

const char *source_text_statement(ghdl_source_t source, arena_t *arena)
{
    scanner_t s = scan(source);
    next(&s);
    return take(&s, ";", ";", arena);
}
