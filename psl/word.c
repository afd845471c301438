// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/word.h"

#include "core/vec.h"

#include <assert.h>
#include <ctype.h>

typedef VEC(uint32_t) letter_t; // atoms, unsorted

struct word {
    VEC(letter_t) letters;
    size_t loop;
};

word_t *word_new(void)
{
    word_t *word = xcalloc(1, sizeof *word);
    word->loop = WORD_NO_LOOP;
    return word;
}

void word_free(word_t *word)
{
    if (!word)
        return;
    for (size_t i = 0; i < word->letters.len; i++)
        vec_release(&word->letters.data[i]);
    vec_release(&word->letters);
    free(word);
}

word_t *word_copy(const word_t *word)
{
    word_t *copy = word_new();
    for (size_t i = 0; i < word->letters.len; i++)
        word_push_letter(copy, word, i);
    copy->loop = word->loop;
    return copy;
}

size_t word_length(const word_t *word)
{
    return word->letters.len;
}

size_t word_loop(const word_t *word)
{
    return word->loop;
}

void word_set_loop(word_t *word, size_t loop)
{
    assert(loop == WORD_NO_LOOP || loop < word->letters.len);
    word->loop = loop;
}

void word_push(word_t *word)
{
    vec_push(&word->letters, ((letter_t){0}));
}

void word_set(word_t *word, size_t letter, uint32_t atom, bool value)
{
    assert(letter < word->letters.len);
    letter_t *l = &word->letters.data[letter];
    for (size_t i = 0; i < l->len; i++)
        if (l->data[i] == atom) {
            if (!value)
                l->data[i] = vec_pop(l);
            return;
        }
    if (value)
        vec_push(l, atom);
}

bool word_get(const word_t *word, size_t letter, uint32_t atom)
{
    assert(letter < word->letters.len);
    const letter_t *l = &word->letters.data[letter];
    for (size_t i = 0; i < l->len; i++)
        if (l->data[i] == atom)
            return true;
    return false;
}

size_t word_next(const word_t *word, size_t letter)
{
    assert(letter < word->letters.len);
    if (letter + 1 < word->letters.len || word->loop == WORD_NO_LOOP)
        return letter + 1;
    return word->loop;
}

void word_push_letter(word_t *word, const word_t *from, size_t letter)
{
    assert(letter < from->letters.len);
    const letter_t source = from->letters.data[letter];
    letter_t copy = {0};
    for (size_t i = 0; i < source.len; i++)
        vec_push(&copy, source.data[i]);
    vec_push(&word->letters, copy);
}

bool word_holds(const formula_pool_t *pool, const word_t *word,
                size_t letter, formula_t b)
{
    const formula_t x = formula_a(pool, b), y = formula_b(pool, b);
    switch (formula_kind(pool, b)) {
    case B_TRUE: return true;
    case B_FALSE: return false;
    case B_ATOM: return word_get(word, letter, formula_atom(pool, b));
    case B_NOT: return !word_holds(pool, word, letter, x);
    case B_AND:
        return word_holds(pool, word, letter, x)
            && word_holds(pool, word, letter, y);
    case B_OR:
        return word_holds(pool, word, letter, x)
            || word_holds(pool, word, letter, y);
    case B_XOR:
        return word_holds(pool, word, letter, x)
            != word_holds(pool, word, letter, y);
    default:
        BUG("%s is not a function of one letter",
            formula_kind_name(formula_kind(pool, b)));
    }
}

word_t *word_project(const formula_pool_t *pool, const word_t *word,
                     formula_t clock)
{
    word_t *result = word_new();
    size_t loop = WORD_NO_LOOP;
    for (size_t i = 0; i < word->letters.len; i++) {
        if (!word_holds(pool, word, i, clock))
            continue;
        if (loop == WORD_NO_LOOP && word->loop <= i)
            loop = result->letters.len;
        word_push_letter(result, word, i);
    }
    word_set_loop(result, loop);
    return result;
}

// Text

typedef struct {
    formula_pool_t *pool;
    const char *text, *at;
    word_t *word;
    const char *error;
} reader_t;

static void space(reader_t *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool name_char(char c)
{
    return c && !isspace((unsigned char)c) && !strchr(",{}^", c);
}

// A name may have arguments: p(3).
static size_t name_length(const char *text)
{
    size_t n = 0;
    int depth = 0;
    while (name_char(text[n]) || (depth > 0 && text[n] && text[n] != '}')) {
        depth += (text[n] == '(') - (text[n] == ')');
        n++;
    }
    return n;
}

static void read_name(reader_t *r)
{
    const size_t n = name_length(r->at);
    if (n == 0) {
        r->error = "expected the name of a proposition, ',' or '}'";
        return;
    }
    char *name = xstrndup(r->at, n);
    const formula_t atom = bool_atom(r->pool, name);
    word_set(r->word, word_length(r->word) - 1,
             formula_atom(r->pool, atom), true);
    free(name);
    r->at += n;
}

static void read_letter(reader_t *r)
{
    word_push(r->word);
    for (r->at++, space(r); *r->at != '}' && !r->error; space(r)) {
        if (*r->at == ',')
            r->at++;
        else
            read_name(r);
    }
    if (!r->error)
        r->at++;
}

static void read_loop_end(reader_t *r, size_t loop)
{
    if (loop >= word_length(r->word))
        r->error = "a loop needs a letter";
    else if (strncmp(r->at, ")^w", 3) != 0)
        r->error = "expected ')^w' after the loop";
    else {
        r->at += 3;
        word_set_loop(r->word, loop);
        space(r);
        if (*r->at)
            r->error = "nothing can follow the loop";
    }
}

static void read_word(reader_t *r)
{
    size_t loop = WORD_NO_LOOP;
    for (space(r); *r->at && !r->error; space(r)) {
        if (*r->at == '{')
            read_letter(r);
        else if (*r->at == '(' && loop == WORD_NO_LOOP) {
            loop = word_length(r->word);
            r->at++;
        } else if (*r->at == ')' && loop != WORD_NO_LOOP) {
            read_loop_end(r, loop);
            return;
        } else
            r->error = "expected a letter such as {p, q}";
    }
    if (!r->error && loop != WORD_NO_LOOP)
        r->error = "the loop is not closed: expected ')^w'";
}

word_t *word_parse(formula_pool_t *pool, const char *text, char **error,
                   size_t *column)
{
    reader_t r = {pool, text, text, word_new(), NULL};
    read_word(&r);
    *error = NULL;
    if (!r.error)
        return r.word;
    word_free(r.word);
    *error = xstrdup(r.error);
    *column = (size_t)(r.at - text) + 1;
    return NULL;
}

static void print_letter(const formula_pool_t *pool, const word_t *word,
                         size_t i, uint32_t atoms, text_t *out)
{
    const char *comma = "";
    text_char(out, '{');
    for (uint32_t a = 0; a < atoms; a++)
        if (word_get(word, i, a)) {
            text_printf(out, "%s%s", comma, formula_atom_text(pool, a));
            comma = ", ";
        }
    text_char(out, '}');
}

void word_print(const formula_pool_t *pool, const word_t *word,
                uint32_t atoms, text_t *out)
{
    for (size_t i = 0; i < word->letters.len; i++) {
        if (i == word->loop)
            text_char(out, '(');
        print_letter(pool, word, i, atoms, out);
    }
    if (word->loop != WORD_NO_LOOP)
        text_add(out, ")^w");
}
