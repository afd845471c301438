// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of options as text, for options.sh and for "make
// update-completion": `names`, `completion`, `help` or `help COMMAND`.

#include "config.h"

#include "core/options.h"

static void print_names(text_t *out)
{
    for (unsigned c = 0; c < COMMAND_NONE; c++)
        text_printf(out, "%s\n", command_name((command_t)c));
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        if (option_name((option_t)o) != NULL)
            text_printf(out, "--%s\n", option_name((option_t)o));
        if (option_letter((option_t)o) != 0)
            text_printf(out, "-%c\n", option_letter((option_t)o));
    }
}

static command_t find_command(const char *name)
{
    unsigned c = 0;
    while (c < COMMAND_NONE && strcmp(command_name((command_t)c), name) != 0)
        c++;
    return (command_t)c;
}

int main(int argc, char **argv)
{
    text_t out;
    text_init(&out);
    if (argc == 2 && strcmp(argv[1], "names") == 0)
        print_names(&out);
    else if (argc == 2 && strcmp(argv[1], "completion") == 0)
        options_format_completion(&out);
    else if (argc >= 2 && strcmp(argv[1], "help") == 0)
        options_format_help(find_command(argc > 2 ? argv[2] : ""), &out);
    fputs(text_str(&out), stdout);
    const bool ok = out.len > 0;
    text_release(&out);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
