// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/memo.h"

#define PAGE_BITS 9
#define PAGE_SIZE ((size_t)1 << PAGE_BITS)

void memo_init(memo_t *memo)
{
    *memo = (memo_t){0};
}

void memo_release(memo_t *memo)
{
    for (size_t i = 0; i < memo->page_count; i++)
        free(memo->pages[i]);
    free(memo->pages);
    memo_init(memo);
}

uint32_t memo_get(const memo_t *memo, term_t t)
{
    const size_t index = t.id >> 1, page = index >> PAGE_BITS;
    if (page >= memo->page_count || memo->pages[page] == NULL)
        return 0;
    return memo->pages[page][index & (PAGE_SIZE - 1)];
}

static void add_pages(memo_t *memo, size_t need)
{
    const size_t count = need < 2 * memo->page_count ? 2 * memo->page_count
                                                     : need;
    memo->pages = xnrealloc(memo->pages, count, sizeof *memo->pages);
    for (size_t i = memo->page_count; i < count; i++)
        memo->pages[i] = NULL;
    memo->page_count = count;
}

void memo_set(memo_t *memo, term_t t, uint32_t value)
{
    const size_t index = t.id >> 1, page = index >> PAGE_BITS;
    if (page >= memo->page_count)
        add_pages(memo, page + 1);
    if (memo->pages[page] == NULL)
        memo->pages[page] = xcalloc(PAGE_SIZE, sizeof(uint32_t));
    memo->pages[page][index & (PAGE_SIZE - 1)] = value;
}
