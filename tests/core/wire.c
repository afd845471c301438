// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/wire.h"
#include "tests/tap.h"

typedef struct {
    uint32_t small;
    uint64_t large;
    bool yes;
    const char *text, *none, *empty;
    loc_t here, nowhere;
    uint32_t *numbers;
    size_t count;
} sample_t;

static void wire_sample(wire_t *w, sample_t *s)
{
    wire_u32(w, &s->small);
    wire_u64(w, &s->large);
    wire_bool(w, &s->yes);
    wire_text(w, &s->text);
    wire_text(w, &s->none);
    wire_text(w, &s->empty);
    wire_loc(w, &s->here);
    wire_loc(w, &s->nowhere);
    s->numbers = wire_array(w, s->numbers, &s->count, sizeof *s->numbers);
    for (size_t i = 0; i < s->count; i++)
        wire_u32(w, &s->numbers[i]);
}

static void write_sample(text_t *out)
{
    uint32_t numbers[] = {4, 5, 6};
    sources_t *sources = sources_new();
    sample_t s = {1, UINT64_MAX, true, "three", NULL, "",
                  {10, 20, sources_add(sources, "a.vhd")}, LOC_NONE, numbers,
                  3};
    wire_t w;
    wire_init_write(&w, out, sources);
    wire_sample(&w, &s);
    sources_free(sources);
}

START_TEST(what_is_written_is_read)
{
    text_t bytes = {0};
    write_sample(&bytes);
    arena_t *arena = arena_new();
    sources_t *sources = sources_new();
    sources_add(sources, "other.vhd"); // so that the numbers differ
    sample_t s = {0};
    wire_t w;
    wire_init_read(&w, bytes.data, bytes.len, arena, sources);
    wire_sample(&w, &s);
    ck_assert(wire_ok(&w));
    ck_assert_uint_eq(s.small, 1);
    ck_assert_uint_eq(s.large, UINT64_MAX);
    ck_assert(s.yes);
    ck_assert_str_eq(s.text, "three");
    ck_assert_ptr_null(s.none);
    ck_assert_str_eq(s.empty, "");
    ck_assert_str_eq(sources_path(sources, s.here.file), "a.vhd");
    ck_assert_uint_eq(s.here.line, 10);
    ck_assert_uint_eq(s.here.column, 20);
    ck_assert(!loc_known(s.nowhere));
    ck_assert_uint_eq(s.count, 3);
    ck_assert_uint_eq(s.numbers[2], 6);
    sources_free(sources);
    arena_free(arena);
    text_release(&bytes);
}
END_TEST

// Whatever is cut off, reading ends with a mismatch and nothing worse.
START_TEST(short_input_is_a_mismatch)
{
    text_t bytes = {0};
    write_sample(&bytes);
    for (size_t n = 0; n < bytes.len; n++) {
        char *copy = xmalloc(n);
        memcpy(copy, bytes.data, n);
        arena_t *arena = arena_new();
        sources_t *sources = sources_new();
        sample_t s = {0};
        wire_t w;
        wire_init_read(&w, copy, n, arena, sources);
        wire_sample(&w, &s);
        ck_assert(!wire_ok(&w));
        sources_free(sources);
        arena_free(arena);
        free(copy);
    }
    text_release(&bytes);
}
END_TEST

START_TEST(diagnostics_travel)
{
    text_t bytes = {0};
    arena_t *arena = arena_new();
    sources_t *sources = sources_new();
    const uint16_t file = sources_add(sources, "b.vhd");
    diag_t *d = diag_new(DIAG_WARNING, (loc_t){3, 4, file}, "odd %d", 7);
    diag_set_length(d, 5);
    diag_add_note(d, (loc_t){1, 2, file}, "declared here");
    diag_add_note(d, LOC_NONE, "turn it round");
    wire_t w;
    wire_init_write(&w, &bytes, sources);
    wire_put_diag(&w, d);
    diag_free(d);

    wire_init_read(&w, bytes.data, bytes.len, arena, sources);
    d = wire_get_diag(&w);
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(diag_level(d), DIAG_WARNING);
    ck_assert_str_eq(diag_message(d), "odd 7");
    ck_assert_uint_eq(diag_length(d), 5);
    ck_assert_uint_eq(diag_loc(d).column, 4);
    ck_assert_uint_eq(diag_note_count(d), 2);
    ck_assert_uint_eq(diag_note_loc(d, 0).line, 1);
    ck_assert_str_eq(diag_note_message(d, 1), "turn it round");
    diag_free(d);
    for (size_t n = 0; n < 30; n++) {
        wire_init_read(&w, bytes.data, n, arena, sources);
        ck_assert_ptr_null(wire_get_diag(&w));
    }
    sources_free(sources);
    arena_free(arena);
    text_release(&bytes);
}
END_TEST

TEST_SUITE(wire, what_is_written_is_read, short_input_is_a_mismatch,
           diagnostics_travel)
