// SPDX-License-Identifier: GPL-3.0-or-later
//
// print-vhdl SEED: a random entity on standard output.

#include "config.h"

#include "tests/random/vhdl.h"

int main(int argc, char **argv)
{
    text_t text;
    text_init(&text);
    random_vhdl(argc > 1 ? strtoull(argv[1], NULL, 10) : 1, &text);
    fputs(text_str(&text), stdout);
    text_release(&text);
    return 0;
}
