// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/sexpr.h"
#include "core/vec.h"

typedef struct {
    sexpr_t *list;
    sexpr_t *last;
} open_list_t;

typedef struct {
    arena_t *arena;
    diag_sink_t *sink;
    const char *at, *end, *line_start;
    uint32_t line;
    uint16_t file;
    VEC(open_list_t) open;
} reader_t;

static loc_t here(const reader_t *r)
{
    const size_t column = (size_t)(r->at - r->line_start) + 1;
    return (loc_t){r->line, column > UINT16_MAX ? 0 : (uint16_t)column,
                   r->file};
}

static void advance(reader_t *r)
{
    if (*r->at++ == '\n') {
        r->line++;
        r->line_start = r->at;
    }
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(reader_t *r)
{
    while (r->at < r->end) {
        if (*r->at == ';')
            while (r->at < r->end && *r->at != '\n')
                advance(r);
        else if (is_space(*r->at))
            advance(r);
        else
            return;
    }
}

static sexpr_t *append(reader_t *r, sexpr_kind_t kind, loc_t loc,
                       const char *text)
{
    sexpr_t *s = arena_calloc(r->arena, 1, sizeof *s);
    *s = (sexpr_t){.kind = kind, .loc = loc, .text = text};
    open_list_t *in = &vec_last(&r->open);
    if (in->last != NULL)
        in->last->next = s;
    else
        in->list->first = s;
    in->last = s;
    in->list->count++;
    return s;
}

static bool ends_word(char c)
{
    return is_space(c) || c == '(' || c == ')' || c == ';' || c == '"'
        || c == '|';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// False for a word that starts with a digit and is no number.
static bool is_number(const char *word)
{
    while (is_digit(*word))
        word++;
    if (*word == '.' && is_digit(word[1]))
        for (word++; is_digit(*word);)
            word++;
    return *word == '\0';
}

static bool read_word(reader_t *r)
{
    const loc_t loc = here(r);
    const char *start = r->at;
    while (r->at < r->end && !ends_word(*r->at)) {
        const unsigned char c = (unsigned char)*r->at;
        if (c < 32 || c == 127) {
            diag_error(r->sink, here(r), "unexpected byte 0x%02x", c);
            return false;
        }
        advance(r);
    }
    const char *word = arena_strndup(r->arena, start, (size_t)(r->at - start));
    if (is_digit(*word) && !is_number(word)) {
        diag_error(r->sink, loc, "'%.40s' is no number", word);
        return false;
    }
    append(r, is_digit(*word) ? SEXPR_NUMBER
              : *word == ':' ? SEXPR_KEYWORD : SEXPR_SYMBOL, loc, word);
    return true;
}

// |...| or "...", where "" stands for a quote.
static bool read_quoted(reader_t *r, char quote)
{
    const loc_t loc = here(r);
    text_t text;
    text_init(&text);
    bool closed = false;
    advance(r);
    while (r->at < r->end && !closed) {
        const char c = *r->at;
        advance(r);
        if (c != quote)
            text_char(&text, c);
        else if (quote == '"' && r->at < r->end && *r->at == '"')
            text_char(&text, '"'), advance(r);
        else
            closed = true;
    }
    const bool nul = memchr(text_str(&text), '\0', text.len) != NULL;
    if (!closed)
        diag_error(r->sink, loc, "no closing %c", quote);
    else if (nul)
        diag_error(r->sink, loc, "a NUL byte between two %c", quote);
    else
        append(r, quote == '|' ? SEXPR_SYMBOL : SEXPR_STRING, loc,
               arena_strndup(r->arena, text_str(&text), text.len));
    text_release(&text);
    return closed && !nul;
}

static bool read_open(reader_t *r)
{
    const open_list_t inner = {append(r, SEXPR_LIST, here(r), NULL), NULL};
    vec_push(&r->open, inner);
    advance(r);
    return true;
}

static bool read_close(reader_t *r)
{
    if (r->open.len == 1) {
        diag_error(r->sink, here(r), "')' without '('");
        return false;
    }
    r->open.len--;
    advance(r);
    return true;
}

static bool read_item(reader_t *r)
{
    switch (*r->at) {
    case '(': return read_open(r);
    case ')': return read_close(r);
    case '|': case '"': return read_quoted(r, *r->at);
    default: return read_word(r);
    }
}

const sexpr_t *sexpr_read(arena_t *arena, const char *text, size_t length,
                          uint16_t file, diag_sink_t *sink)
{
    reader_t r = {.arena = arena, .sink = sink, .at = text,
                  .end = text + length, .line_start = text, .line = 1,
                  .file = file};
    sexpr_t *top = arena_calloc(arena, 1, sizeof *top);
    top->kind = SEXPR_LIST;
    top->loc = here(&r);
    const open_list_t outermost = {top, NULL};
    vec_push(&r.open, outermost);
    bool ok = true;
    for (skip_blanks(&r); ok && r.at < r.end; skip_blanks(&r))
        ok = read_item(&r);
    if (ok && r.open.len > 1) {
        diag_error(sink, vec_last(&r.open).list->loc, "no closing ')'");
        ok = false;
    }
    vec_release(&r.open);
    return ok ? top : NULL;
}

bool sexpr_is(const sexpr_t *s, const char *symbol)
{
    return s != NULL && (s->kind == SEXPR_SYMBOL || s->kind == SEXPR_KEYWORD)
        && strcmp(s->text, symbol) == 0;
}

bool sexpr_headed(const sexpr_t *s, const char *symbol)
{
    return s != NULL && s->kind == SEXPR_LIST && sexpr_is(s->first, symbol);
}

const sexpr_t *sexpr_at(const sexpr_t *list, uint32_t i)
{
    const sexpr_t *s = list->first;
    for (; i > 0 && s != NULL; i--)
        s = s->next;
    return s;
}
