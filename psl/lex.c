// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/lex.h"

#include "core/vec.h"

#include <ctype.h>
#include <strings.h>

struct tokens {
    char *text;
    size_t length;
    VEC(token_t) list;
};

typedef struct {
    tokens_t *tokens;
    diag_sink_t *sink;
    const char *text;
    size_t at, length, line_start;
    uint32_t line;
    uint16_t file;
    bool failed;
} lexer_t;

// The longest that fits comes first.
static const char *const operators[] = {
    "<->", "|->", "|=>", "#-#", "**", "->", "=>", "<=", ">=", "/=", "&&",
    "||",  ":=",  "..",  "(",   ")",  "[",  "]",  "{",  "}",  ";",  ":",
    ",",   ".",   "|",   "&",   "@",  "!",  "+",  "-",  "*",  "/",  "=",
    "<",   ">",   "'",   "^",
};

// Names that take a "!" (and some a "_" behind it).
static const char *const strong_names[] = {
    "until",      "before",       "next",         "next_a", "next_e",
    "next_event", "next_event_a", "next_event_e", "eventually",
};

static loc_t here(const lexer_t *l, size_t at)
{
    const size_t column = at - l->line_start + 1;
    return (loc_t){l->line, (uint16_t)(column > UINT16_MAX ? 0 : column),
                   l->file};
}

static char peek(const lexer_t *l, size_t ahead)
{
    return l->at + ahead < l->length ? l->text[l->at + ahead] : '\0';
}

static void advance(lexer_t *l)
{
    if (l->text[l->at++] == '\n') {
        l->line++;
        l->line_start = l->at;
    }
}

static void push(lexer_t *l, token_kind_t kind, size_t length)
{
    const token_t token = {kind, (uint32_t)l->at, (uint32_t)length,
                           here(l, l->at), 0};
    vec_push(&l->tokens->list, token);
    l->at += length;
}

static void fail(lexer_t *l, size_t at, const char *message)
{
    diag_error(l->sink, here(l, at), "%s", message);
    l->failed = true;
}

static void skip_block_comment(lexer_t *l)
{
    const size_t start = l->at;
    const loc_t loc = here(l, start);
    l->at += 2;
    while (l->at < l->length && !(peek(l, 0) == '*' && peek(l, 1) == '/'))
        advance(l);
    if (l->at < l->length) {
        l->at += 2;
        return;
    }
    diag_error(l->sink, loc, "this comment is not closed");
    l->failed = true;
}

static bool skip_blank(lexer_t *l)
{
    if (isspace((unsigned char)peek(l, 0)))
        advance(l);
    else if (peek(l, 0) == '-' && peek(l, 1) == '-')
        while (l->at < l->length && peek(l, 0) != '\n')
            advance(l);
    else if (peek(l, 0) == '/' && peek(l, 1) == '*')
        skip_block_comment(l);
    else
        return false;
    return true;
}

// X is an operator in upper case only.
static bool takes_strength(const char *text, size_t n)
{
    if (n == 1)
        return *text == 'X';
    for (size_t i = 0; i < ARRAY_LEN(strong_names); i++)
        if (strlen(strong_names[i]) == n
            && strncasecmp(text, strong_names[i], n) == 0)
            return true;
    return false;
}

static void name(lexer_t *l)
{
    size_t n = 0;
    while (isalnum((unsigned char)peek(l, n)) || peek(l, n) == '_'
           || peek(l, n) == '$')
        n++;
    if (peek(l, n) == '!' && takes_strength(l->text + l->at, n)) {
        n++;
        const char next = peek(l, n);
        if (next == '_' && !isalnum((unsigned char)peek(l, n + 1)))
            n++;
    }
    push(l, TK_NAME, n);
}

static void quoted(lexer_t *l, char quote, token_kind_t kind)
{
    size_t n = 1;
    while (peek(l, n) && peek(l, n) != quote && peek(l, n) != '\n')
        n++;
    if (peek(l, n) != quote)
        fail(l, l->at, quote == '"' ? "this string is not closed"
                                    : "this name is not closed");
    else
        push(l, kind, n + 1);
}

static size_t digits(const lexer_t *l, size_t n)
{
    while (isalnum((unsigned char)peek(l, n)) || peek(l, n) == '_')
        n++;
    return n;
}

// 12, or 16#ff#.
static void number(lexer_t *l)
{
    size_t n = digits(l, 0);
    if (peek(l, n) == '#' && isxdigit((unsigned char)peek(l, n + 1))) {
        n = digits(l, n + 1);
        if (peek(l, n) == '#')
            n++;
    }
    push(l, TK_NUMBER, n);
}

static void operator(lexer_t *l)
{
    for (size_t i = 0; i < ARRAY_LEN(operators); i++) {
        const size_t n = strlen(operators[i]);
        if (l->length - l->at >= n
            && memcmp(l->text + l->at, operators[i], n) == 0) {
            push(l, TK_OP, n);
            return;
        }
    }
    const unsigned char c = (unsigned char)peek(l, 0);
    char message[64];
    snprintf(message, sizeof message,
             isprint(c) ? "unexpected character '%c'"
                        : "unexpected byte 0x%02x", c);
    fail(l, l->at, message);
}

static void token(lexer_t *l)
{
    const char c = peek(l, 0);
    if (isalpha((unsigned char)c) || c == '_' || c == '$')
        name(l);
    else if (isdigit((unsigned char)c))
        number(l);
    else if (c == '"')
        quoted(l, '"', TK_STRING);
    else if (c == '\\')
        quoted(l, '\\', TK_NAME);
    else if (c == '\'' && peek(l, 1) && peek(l, 2) == '\'')
        push(l, TK_CHAR, 3);
    else
        operator(l);
}

// Brackets

static char bracket(const tokens_t *tokens, const token_t *t)
{
    const char c = tokens->text[t->start];
    return t->kind == TK_OP && t->length == 1 && strchr("()[]{}", c) ? c
                                                                     : '\0';
}

static char partner(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

static bool close_bracket(tokens_t *tokens, uint32_t open, uint32_t i,
                          diag_sink_t *sink)
{
    token_t *o = &tokens->list.data[open], *t = &tokens->list.data[i];
    const char c = bracket(tokens, t), want = partner(bracket(tokens, o));
    if (c != want) {
        diag_t *diag = diag_new(DIAG_ERROR, t->loc,
                                "expected '%c' before this '%c'", want, c);
        diag_add_note(diag, o->loc, "to close this '%c'",
                      bracket(tokens, o));
        diag_emit(sink, diag);
        return false;
    }
    o->match = i;
    t->match = open;
    return true;
}

typedef VEC(uint32_t) bracket_stack_t;

static bool pair_one(tokens_t *tokens, bracket_stack_t *stack, uint32_t i,
                     diag_sink_t *sink)
{
    const token_t *t = &tokens->list.data[i];
    const char c = bracket(tokens, t);
    if (!c)
        return true;
    if (strchr("([{", c)) {
        vec_push(stack, i);
        if (stack->len <= LEX_MAX_NESTING)
            return true;
        diag_error(sink, t->loc, "brackets are nested more than %d deep",
                   LEX_MAX_NESTING);
        return false;
    }
    if (stack->len == 0) {
        diag_error(sink, t->loc, "this '%c' closes nothing", c);
        return false;
    }
    const uint32_t open = vec_pop(stack);
    return close_bracket(tokens, open, i, sink);
}

static bool pair(tokens_t *tokens, diag_sink_t *sink)
{
    bracket_stack_t stack = {0};
    bool ok = true;
    for (uint32_t i = 0; i < tokens->list.len && ok; i++)
        ok = pair_one(tokens, &stack, i, sink);
    if (ok && stack.len) {
        const token_t *t = &tokens->list.data[vec_last(&stack)];
        diag_error(sink, t->loc, "this '%c' is not closed",
                   bracket(tokens, t));
        ok = false;
    }
    vec_release(&stack);
    return ok;
}

tokens_t *tokens_new(const char *text, size_t length, uint16_t file,
                     diag_sink_t *sink)
{
    tokens_t *tokens = xcalloc(1, sizeof *tokens);
    tokens->text = xstrndup(text, length);
    tokens->length = length;
    lexer_t l = {.tokens = tokens, .sink = sink, .text = text,
                 .length = length, .line = 1, .file = file};
    if (length > LEX_MAX_BYTES)
        fail(&l, 0, "the text is larger than 16 MB");
    while (l.at < length && !l.failed)
        if (!skip_blank(&l))
            token(&l);
    push(&l, TK_END, 0);
    if (l.failed || !pair(tokens, sink)) {
        tokens_free(tokens);
        return NULL;
    }
    return tokens;
}

void tokens_free(tokens_t *tokens)
{
    if (!tokens)
        return;
    free(tokens->text);
    vec_release(&tokens->list);
    free(tokens);
}

size_t tokens_count(const tokens_t *tokens)
{
    return tokens->list.len;
}

const token_t *tokens_get(const tokens_t *tokens, size_t i)
{
    return &tokens->list.data[i];
}

const char *tokens_text(const tokens_t *tokens, size_t i)
{
    return tokens->text + tokens->list.data[i].start;
}

bool tokens_is(const tokens_t *tokens, size_t i, const char *text)
{
    const token_t *t = &tokens->list.data[i];
    if (t->length != strlen(text))
        return false;
    if (t->kind == TK_NAME)
        return strncasecmp(tokens_text(tokens, i), text, t->length) == 0;
    return t->kind == TK_OP
        && memcmp(tokens_text(tokens, i), text, t->length) == 0;
}
