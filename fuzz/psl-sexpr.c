// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas as s-expressions: what is read, printed and read again is the
// same node.

#include "config.h"

#include "fuzz/fuzz.h"
#include "psl/print.h"

static void check_again(formula_pool_t *pool, formula_t f)
{
    text_t text;
    char *error = NULL;
    text_init(&text);
    print_sexpr(pool, f, &text);
    FUZZ_CHECK(read_sexpr(pool, text_str(&text), &error) == f);
    text_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = xstrndup((const char *)data, size);
    formula_pool_t *pool = formula_pool_new();
    char *error = NULL;
    const formula_t f = read_sexpr(pool, text, &error);
    FUZZ_CHECK((f == FORMULA_NONE) == (error != NULL));
    if (f != FORMULA_NONE)
        check_again(pool, f);
    free(error);
    formula_pool_free(pool);
    free(text);
    return 0;
}
