// SPDX-License-Identifier: GPL-3.0-or-later
//
// mutate SEED FILE: the file with a few random changes, on standard output.
// Most changes are of whole words and lines, so that many results are still
// almost VHDL.

#include "config.h"

#include "core/hash.h"
#include "core/text.h"
#include "core/vec.h"

#include <ctype.h>
#include <errno.h>

typedef struct {
    size_t start, length;
} word_t;

typedef VEC(word_t) word_vec_t;

static const char *const pieces[] = {
    "entity", "is", "end", "process", "begin", "generic", "port", "signal",
    "integer", "range", "downto", "(", ")", ";", ":=", "<=", "=>", "&", "'",
    "\"", "0", "-1", "2147483648", "16#f#e9", "others", "record", "array",
    "loop", "while", "if", "case", "when", "generate", "function", "return",
    "open", "\\x\\", "--", "/*", "null", "access", "type", "all", "'range",
    "'image", "**", "assert", "property", "default clock is", "[*", "library",
    "use work.x.all;", "\x80", "\xff", "",
};

static uint64_t state;

static size_t draw(size_t below)
{
    state += 0x9e3779b97f4a7c15u;
    return below > 0 ? hash_u64(state) % below : 0;
}

// Words of letters and digits, and single other characters.
static void split(const text_t *text, word_vec_t *words)
{
    words->len = 0;
    for (size_t i = 0; i < text->len;) {
        size_t n = 1;
        while (i + n < text->len && isalnum((unsigned char)text->data[i])
               && (isalnum((unsigned char)text->data[i + n])
                   || text->data[i + n] == '_'))
            n++;
        const word_t word = {i, n};
        if (!isspace((unsigned char)text->data[i]))
            vec_push(words, word);
        i += n;
    }
}

static void replace(text_t *text, word_t w, const char *by, size_t length)
{
    text_t out;
    text_init(&out);
    text_addn(&out, text->data, w.start);
    text_addn(&out, by, length);
    text_addn(&out, text->data + w.start + w.length,
              text->len - w.start - w.length);
    text_release(text);
    *text = out;
}

static void change(text_t *text, word_vec_t *words)
{
    split(text, words);
    if (words->len == 0)
        return;
    const word_t w = words->data[draw(words->len)];
    const word_t other = words->data[draw(words->len)];
    const char *piece = pieces[draw(ARRAY_LEN(pieces))];
    char byte = (char)draw(256);
    switch (draw(8)) {
    case 0: replace(text, w, "", 0); break;
    case 1: replace(text, (word_t){w.start, 0}, piece, strlen(piece)); break;
    case 2: replace(text, w, piece, strlen(piece)); break;
    case 3: replace(text, (word_t){w.start, 1}, &byte, 1); break;
    case 4: text->len = draw(20) == 0 ? w.start : text->len; break;
    default: {
        // A stretch of other words in the place of this one.
        const size_t from = other.start;
        size_t length = other.length + draw(40);
        if (length > text->len - from)
            length = text->len - from;
        char *copy = xstrndup(text->data + from, length);
        replace(text, w, copy, length);
        free(copy);
        break;
    }
    }
}

int main(int argc, char **argv)
{
    text_t text;
    word_vec_t words = {0};
    text_init(&text);
    if (argc != 3 || !text_read_file(&text, argv[2], (size_t)1 << 24)) {
        fprintf(stderr, "usage: mutate SEED FILE (%s)\n", strerror(errno));
        return EXIT_FAILURE;
    }
    state = strtoull(argv[1], NULL, 10) * 1000003;
    for (size_t n = 1 + draw(6); n > 0; n--)
        change(&text, &words);
    fwrite(text_str(&text), 1, text.len, stdout);
    vec_release(&words);
    text_release(&text);
    return EXIT_SUCCESS;
}
