// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/vectors.h"

#include "psl/oracle.h"
#include "psl/print.h"

#include <ctype.h>

typedef struct {
    const char *at, *end;
    const char *error;
    formula_pool_t *pool;
    text_t id, formula, clock;
    word_t *word;
    long loop;
    int holds; // -1: not given
} reader_t;

static void space(reader_t *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static bool accept(reader_t *r, const char *token)
{
    space(r);
    const size_t n = strlen(token);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void expect(reader_t *r, const char *token, const char *error)
{
    if (!r->error && !accept(r, token))
        r->error = error;
}

// Names and formulas need no escapes but \" and \\; others are kept.
static void string(reader_t *r, text_t *out)
{
    text_clear(out);
    expect(r, "\"", "expected a string");
    while (!r->error && r->at < r->end && *r->at != '"') {
        if (*r->at == '\\' && r->at + 1 < r->end)
            r->at++;
        text_char(out, *r->at++);
    }
    expect(r, "\"", "a string is not closed");
}

static void letter(reader_t *r)
{
    text_t name;
    text_init(&name);
    word_push(r->word);
    expect(r, "[", "expected a letter: a list of names");
    while (!r->error && !accept(r, "]")) {
        string(r, &name);
        if (!r->error && !name.len)
            r->error = "a name is empty";
        if (r->error)
            break;
        const formula_t atom = bool_atom(r->pool, name.data);
        word_set(r->word, word_length(r->word) - 1,
                 formula_atom(r->pool, atom), true);
        accept(r, ",");
    }
    text_release(&name);
}

static void letters(reader_t *r)
{
    word_free(r->word);
    r->word = word_new();
    expect(r, "[", "expected a list of letters");
    while (!r->error && !accept(r, "]")) {
        letter(r);
        accept(r, ",");
    }
}

static void loop(reader_t *r)
{
    if (accept(r, "null"))
        return;
    char *end;
    space(r);
    const long value = strtol(r->at, &end, 10);
    if (end == r->at || end > r->end || value < 0)
        r->error = "expected an index or null for \"loop\"";
    r->loop = value;
    r->at = end;
}

static void holds(reader_t *r)
{
    if (accept(r, "true"))
        r->holds = 1;
    else if (accept(r, "false"))
        r->holds = 0;
    else
        r->error = "expected true or false for \"holds\"";
}

static void member(reader_t *r)
{
    text_t name;
    text_init(&name);
    string(r, &name);
    expect(r, ":", "expected ':'");
    const char *key = text_str(&name);
    if (r->error)
        ;
    else if (strcmp(key, "id") == 0)
        string(r, &r->id);
    else if (strcmp(key, "f") == 0)
        string(r, &r->formula);
    else if (strcmp(key, "ctx") == 0)
        string(r, &r->clock);
    else if (strcmp(key, "word") == 0)
        letters(r);
    else if (strcmp(key, "loop") == 0)
        loop(r);
    else if (strcmp(key, "holds") == 0)
        holds(r);
    else
        r->error = "unknown member (known: id f ctx word loop holds)";
    text_release(&name);
}

static void object(reader_t *r)
{
    expect(r, "{", "expected an object");
    while (!r->error && !accept(r, "}")) {
        member(r);
        accept(r, ",");
    }
    space(r);
    if (!r->error && r->at != r->end)
        r->error = "text after the object";
    if (!r->error && (!r->formula.len || !r->word || r->holds < 0))
        r->error = "\"f\", \"word\" and \"holds\" are needed";
    if (!r->error && r->loop >= 0) {
        if ((size_t)r->loop >= word_length(r->word))
            r->error = "the loop starts after the last letter";
        else
            word_set_loop(r->word, (size_t)r->loop);
    }
}

// The context is a Boolean: read it as the formula (b ctx).
static formula_t read_clock(reader_t *r, char **error)
{
    if (!r->clock.len)
        return bool_true(r->pool);
    char *text = xasprintf("(b %s)", r->clock.data);
    const formula_t f = read_sexpr(r->pool, text, error);
    free(text);
    return f ? formula_a(r->pool, f) : f;
}

static void evaluate(reader_t *r, vector_t *v, char **error)
{
    v->clock = read_clock(r, error);
    if (!*error)
        v->formula = read_sexpr(r->pool, r->formula.data, error);
    if (*error)
        return;
    v->expected = r->holds;
    v->holds = oracle_word(r->pool, v->formula, v->clock, r->word);
}

static void run_line(const char *start, const char *end, size_t line,
                     vector_fn fn, void *user)
{
    reader_t r = {.at = start, .end = end, .loop = -1, .holds = -1};
    r.pool = formula_pool_new();
    text_init(&r.id);
    text_init(&r.formula);
    text_init(&r.clock);
    object(&r);
    vector_t v = {.line = line, .id = text_str(&r.id), .pool = r.pool,
                  .word = r.word};
    char *error = NULL;
    if (!r.error)
        evaluate(&r, &v, &error);
    v.error = error ? error : r.error;
    fn(&v, user);
    free(error);
    text_release(&r.id);
    text_release(&r.formula);
    text_release(&r.clock);
    word_free(r.word);
    formula_pool_free(r.pool);
}

static bool blank(const char *start, const char *end)
{
    while (start < end && isspace((unsigned char)*start))
        start++;
    return start == end;
}

void vectors_run(const char *text, vector_fn fn, void *user)
{
    for (size_t line = 1; *text; line++) {
        const char *end = strchrnul(text, '\n');
        if (!blank(text, end))
            run_line(text, end, line, fn, user);
        text = *end ? end + 1 : end;
    }
}
