// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a target on files, and on each of them cut short at several places.

#include "config.h"

#include "core/text.h"
#include "fuzz/fuzz.h"

#include <errno.h>

#define MAX_INPUT ((size_t)1 << 20)

// A copy of exactly this size, so that a sanitizer sees a read beyond it.
static void run(const char *bytes, size_t size)
{
    uint8_t *copy = xmalloc(size);
    if (size > 0)
        memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        text_t text;
        text_init(&text);
        if (!text_read_file(&text, argv[i], MAX_INPUT)) {
            fprintf(stderr, "%s: %s\n", argv[i], strerror(errno));
            return EXIT_FAILURE;
        }
        const size_t step = text.len / 64 + 1;
        for (size_t size = 0; size < text.len; size += step)
            run(text_str(&text), size);
        run(text_str(&text), text.len);
        text_release(&text);
    }
    return EXIT_SUCCESS;
}
