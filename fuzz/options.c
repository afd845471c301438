// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line: arguments are separated by zero bytes (or line ends, so
// that the corpus can be read).

#include "config.h"

#include "core/options.h"
#include "core/vec.h"
#include "fuzz/fuzz.h"

// Whatever parses must be readable through every accessor.
static size_t look_at(const options_t *options)
{
    size_t sum = 0;
    for (size_t i = 0; i < options_operand_count(options); i++)
        sum += strlen(options_operand(options, i));
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const option_t option = (option_t)o;
        switch (option_type(option)) {
        case OPTION_TYPE_FLAG:
            sum += options_flag(options, option);
            break;
        case OPTION_TYPE_NUMBER:
            FUZZ_CHECK(options_number(options, option) >= 0);
            break;
        case OPTION_TYPE_TEXT:
        case OPTION_TYPE_CHOICE:
            if (options_text(options, option) != NULL)
                sum += strlen(options_text(options, option));
            break;
        case OPTION_TYPE_LIST:
            for (size_t i = 0; i < options_list_count(options, option); i++)
                sum += strlen(options_list(options, option, i));
            break;
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = xstrndup((const char *)data, size);
    VEC(char *) argv = {0};
    char program[] = "clave";
    vec_push(&argv, program);
    for (size_t i = 0; i < size; i++) {
        if (i == 0 || text[i - 1] == '\0')
            vec_push(&argv, text + i);
        if (text[i] == '\n')
            text[i] = '\0';
    }
    const size_t argc = argv.len;
    vec_push(&argv, NULL);

    sources_t *sources = sources_new();
    diag_sink_t *sink = diag_sink_new(sources, NULL, NULL);
    options_t *options = options_parse((int)argc, argv.data, sink);
    FUZZ_CHECK((options == NULL) == (diag_count(sink, DIAG_ERROR) > 0));
    if (options != NULL)
        look_at(options);
    options_free(options);
    diag_sink_free(sink);
    sources_free(sources);
    vec_release(&argv);
    free(text);
    return 0;
}
