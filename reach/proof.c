// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "reach/proof.h"

#include "reach/certificate.h"

#define MOST_MILLISECONDS 10000

static void keep_needed(task_t *task, const certificate_t *c, unsigned k,
                        term_vec_t *all)
{
    bool *keep = xcalloc(all->len, sizeof *keep);
    const uint64_t limit = task_time_left(task, MOST_MILLISECONDS);
    if (certificate_minimise(c, k, limit, keep)) {
        size_t left = 0;
        for (size_t i = 0; i < all->len; i++)
            if (keep[i])
                all->data[left++] = all->data[i];
        all->len = left;
    }
    free(keep);
}

bool proof_report(task_t *task, size_t target, const term_t *conjuncts,
                  size_t count)
{
    term_vec_t all = {0};
    for (size_t i = 0; i < task_lemma_count(task); i++)
        vec_push(&all, task_lemma_at(task, i));
    for (size_t i = 0; i < count; i++)
        vec_push(&all, conjuncts[i]);
    const certificate_t c = {task_system(task), target, all.data, all.len};
    const unsigned k = certificate_check(
        &c, task_time_left(task, MOST_MILLISECONDS), NULL);
    bool accepted = k > 0;
    if (accepted) {
        keep_needed(task, &c, k, &all);
        accepted = task_proved(task, target, all.data, all.len);
    }
    vec_release(&all);
    return accepted;
}
