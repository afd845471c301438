// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/text.h"
#include "psl/print.h"
#include "psl/vectors.h"
#include "tests/tap.h"

typedef struct {
    size_t count, wrong, unread;
} tally_t;

static void count(const vector_t *v, void *user)
{
    tally_t *tally = user;
    tally->count++;
    if (v->error)
        tally->unread++;
    else if (v->expected != v->holds)
        tally->wrong++;
}

START_TEST(the_shared_vectors_hold)
{
    const char *shared = getenv("CLAVE_SHARED");
    char *path = xasprintf("%s/vectors/clocked-ltl.jsonl",
                           shared ? shared : "shared");
    text_t text;
    text_init(&text);
    if (text_read_file(&text, path, 64 << 20)) {
        tally_t tally = {0};
        vectors_run(text_str(&text), count, &tally);
        ck_assert_uint_eq(tally.count, 2391);
        ck_assert_uint_eq(tally.unread, 0);
        ck_assert_uint_eq(tally.wrong, 0);
    } else
        printf("# skipped: no %s\n", path);
    text_release(&text);
    free(path);
}
END_TEST

static void last_error(const vector_t *v, void *user)
{
    free(*(char **)user);
    *(char **)user = xstrdup(v->error ? v->error : "");
}

START_TEST(a_broken_line_is_reported)
{
    static const struct {
        const char *line, *fragment;
    } table[] = {
        {"[]", "expected an object"},
        {"{\"f\": \"(b p)\", \"word\": []}", "are needed"},
        {"{\"f\": \"(b p\", \"word\": [], \"holds\": true}", "expected )"},
        {"{\"f\": \"(Y p)\", \"word\": [], \"holds\": true}", "unknown op"},
        {"{\"f\": \"(b p)\", \"word\": [[\"p\"]], \"loop\": 1, "
         "\"holds\": true}",
         "after the last letter"},
        {"{\"f\": \"(b p", "not closed"},
        {"{\"g\": 1}", "unknown member"},
        {"{\"f\": \"(b p)\", \"word\": [], \"holds\": true} x", "text after"},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        char *error = NULL;
        vectors_run(table[i].line, last_error, &error);
        ck_assert_msg(error && strstr(error, table[i].fragment),
                      "%s: %s", table[i].line, error);
        free(error);
    }
}
END_TEST

TEST_SUITE(vectors, the_shared_vectors_hold, a_broken_line_is_reported)
