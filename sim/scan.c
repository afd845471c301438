// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/scan.h"

#include <ctype.h>
#include <strings.h>

// ---- tokens ----

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0xc0;
}

// A tick behind a name, a parenthesis or a string is no character literal.
static bool after_name(const scan_t *scan)
{
    if (scan->tokens.len == 0)
        return false;
    const char c = scan->text[vec_last(&scan->tokens).at];
    return is_word(c) || strchr(")]\"\\", c) != NULL;
}

static size_t quoted_end(const scan_t *scan, size_t at, char quote)
{
    size_t end = at + 1;
    while (end < scan->length && scan->text[end] != quote)
        end++;
    return end < scan->length ? end + 1 : end;
}

static size_t token_end(const scan_t *scan, size_t at)
{
    const char *s = scan->text;
    const size_t left = scan->length - at;
    if (is_word(s[at])) {
        size_t end = at;
        while (end < scan->length && is_word(s[end]))
            end++;
        return end;
    }
    if (s[at] == '"' || s[at] == '\\')
        return quoted_end(scan, at, s[at]);
    if (s[at] == '\'' && left > 2 && s[at + 2] == '\'' && !after_name(scan))
        return at + 3;
    if (left > 1 && strchr(":<>=/", s[at]) != NULL && s[at + 1] == '=')
        return at + 2;
    if (left > 1 && s[at] == '=' && s[at + 1] == '>')
        return at + 2;
    return at + 1;
}

static size_t skip_blanks(const scan_t *scan, size_t at)
{
    const char *s = scan->text;
    while (at < scan->length) {
        const size_t left = scan->length - at;
        if (isspace((unsigned char)s[at])) {
            at++;
        } else if (left > 1 && s[at] == '-' && s[at + 1] == '-') {
            while (at < scan->length && s[at] != '\n')
                at++;
        } else if (left > 1 && s[at] == '/' && s[at + 1] == '*') {
            const char *end = memmem(s + at + 2, left - 2, "*/", 2);
            at = end != NULL ? (size_t)(end - s) + 2 : scan->length;
        } else {
            break;
        }
    }
    return at;
}

void scan_init(scan_t *scan, const char *text, size_t length)
{
    *scan = (scan_t){.text = text, .length = length};
    for (size_t at = skip_blanks(scan, 0); at < length;) {
        const size_t end = token_end(scan, at);
        vec_push(&scan->tokens, ((token_t){at, end}));
        at = skip_blanks(scan, end);
    }
}

void scan_release(scan_t *scan)
{
    vec_release(&scan->tokens);
}

// ---- looking for something ----

size_t scan_find(const scan_t *scan, size_t at)
{
    size_t low = 0, high = scan->tokens.len;
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (scan->tokens.data[mid].end > at)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

bool scan_is(const scan_t *scan, size_t i, const char *word)
{
    if (i >= scan->tokens.len)
        return false;
    const token_t t = scan->tokens.data[i];
    return strlen(word) == t.end - t.at
        && strncasecmp(scan->text + t.at, word, t.end - t.at) == 0;
}

bool scan_is_one(const scan_t *scan, size_t i, const char *const *words)
{
    for (; *words != NULL; words++)
        if (scan_is(scan, i, *words))
            return true;
    return false;
}

size_t scan_until(const scan_t *scan, size_t i, const char *word,
                  const char *or)
{
    size_t depth = 0;
    for (; i < scan->tokens.len; i++) {
        if (depth == 0
            && (scan_is(scan, i, word) || (or != NULL && scan_is(scan, i, or))))
            return i;
        if (scan_is(scan, i, "("))
            depth++;
        else if (scan_is(scan, i, ")") && depth-- == 0)
            return i;
    }
    return i;
}

static const char *const subprogram_words[] = {"function", "procedure", "pure",
                                               "impure", NULL};
static const char *const nesting_words[] = {"if", "case", "loop", "record",
                                            "units", "protected", NULL};

// Does a subprogram begin at i that has a body?
static bool has_body(const scan_t *scan, size_t i)
{
    const size_t is = scan_until(scan, i, "is", ";");
    return scan_is(scan, is, "is") && !scan_is(scan, is + 1, "new");
}

static bool opens(const scan_t *scan, size_t i)
{
    if (i > 0 && scan_is(scan, i - 1, "end"))
        return false;
    if (scan_is(scan, i, "function") || scan_is(scan, i, "procedure"))
        return has_body(scan, i);
    return scan_is_one(scan, i, nesting_words);
}

size_t scan_declaration(const scan_t *scan, size_t i)
{
    size_t depth = 0;
    if (scan_is_one(scan, i, subprogram_words) && !has_body(scan, i))
        return scan_until(scan, i, ";", NULL) + 1;
    for (; i < scan->tokens.len; i++) {
        if (opens(scan, i) || scan_is(scan, i, "("))
            depth++;
        else if ((scan_is(scan, i, "end") || scan_is(scan, i, ")"))
                 && depth > 0)
            depth--;
        else if (scan_is(scan, i, ";") && depth == 0)
            return i + 1;
    }
    return i;
}

scan_object_t scan_object(const scan_t *scan, size_t i)
{
    static const char *const keywords[] = {"signal", "variable", "constant",
                                           NULL};
    static const char *const modes[] = {"in", "out", "inout", "buffer",
                                        "linkage", NULL};
    scan_object_t o = {.names = i};
    while (o.names > 1 && scan_is(scan, o.names - 1, ","))
        o.names -= 2;
    o.start = o.names;
    if (o.names > 0 && scan_is_one(scan, o.names - 1, keywords))
        o.start--;
    o.colon = scan_until(scan, i, ":", NULL);
    o.type = o.colon + 1 + scan_is_one(scan, o.colon + 1, modes);
    o.type_end = scan_until(scan, o.type, ":=", ";");
    o.value = o.stop = o.type_end;
    if (scan_is(scan, o.type_end, ":=")) {
        o.value = o.type_end + 1;
        o.stop = scan_until(scan, o.value, ";", NULL);
    }
    return o;
}

void scan_join(const scan_t *scan, size_t from, size_t to, text_t *out)
{
    for (size_t i = from; i < to && i < scan->tokens.len; i++) {
        const token_t t = scan->tokens.data[i];
        if (i > from && t.at > scan->tokens.data[i - 1].end)
            text_char(out, ' ');
        text_addn(out, scan->text + t.at, t.end - t.at);
    }
}

size_t scan_lines(const scan_t *scan, size_t at, size_t end)
{
    size_t lines = 0;
    for (; at < end; at++)
        lines += scan->text[at] == '\n';
    return lines;
}
