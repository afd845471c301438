// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a child process sends: each byte says what to read next.

#include "config.h"

#include "core/wire.h"
#include "fuzz/fuzz.h"

static void read_one(wire_t *wire, uint8_t what)
{
    uint32_t small = 0;
    uint64_t large = 0;
    bool truth = false;
    const char *text = NULL;
    loc_t loc = LOC_NONE;
    size_t count = 0;
    diag_t *diag;
    switch (what % 7) {
    case 0: wire_u32(wire, &small); break;
    case 1: wire_u64(wire, &large); break;
    case 2: wire_bool(wire, &truth); break;
    case 3:
        wire_text(wire, &text);
        FUZZ_CHECK(text == NULL || strlen(text) < SIZE_MAX);
        break;
    case 4: wire_loc(wire, &loc); break;
    case 5: {
        uint32_t *array = wire_array(wire, NULL, &count, sizeof *array);
        for (size_t i = 0; i < count; i++)
            wire_u32(wire, &array[i]);
        break;
    }
    default:
        diag = wire_get_diag(wire);
        FUZZ_CHECK(diag != NULL || !wire_ok(wire));
        diag_free(diag);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t script = size < 8 ? size : 8;
    arena_t *arena = arena_new();
    sources_t *sources = sources_new();
    wire_t wire;
    wire_init_read(&wire, (const char *)data + script, size - script, arena,
                   sources);
    for (size_t i = 0; i < script; i++)
        read_one(&wire, data[i]);
    sources_free(sources);
    arena_free(arena);
    return 0;
}
