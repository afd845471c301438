// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/walk.h"
#include "core/hash.h"
#include "core/memo.h"

enum { ENTERED = 1, DONE = 2 };

void walk_postorder(const context_t *ctx, const term_t *roots, size_t count,
                    term_vec_t *order)
{
    memo_t seen;
    memo_init(&seen);
    term_vec_t stack = {0};
    for (size_t r = 0; r < count; r++) {
        vec_push(&stack, term_positive(roots[r]));
        while (stack.len > 0) {
            const term_t t = vec_last(&stack);
            const uint32_t state = memo_get(&seen, t);
            if (state == 0) {
                memo_set(&seen, t, ENTERED);
                for (unsigned i = term_arity(ctx, t); i-- > 0;) {
                    const term_t k = term_positive(term_kid(ctx, t, i));
                    if (memo_get(&seen, k) == 0)
                        vec_push(&stack, k);
                }
                continue;
            }
            stack.len--;
            if (state == ENTERED) {
                memo_set(&seen, t, DONE);
                vec_push(order, t);
            }
        }
    }
    vec_release(&stack);
    memo_release(&seen);
}

static bool is_reference(term_kind_t kind)
{
    return kind >= TERM_LAST && kind <= TERM_NEGEDGE;
}

static term_t with_sign_of(term_t t, term_t sign)
{
    return (term_t){t.id ^ (sign.id & 1)};
}

void walk_substitute_all(context_t *ctx, term_t *terms, size_t count,
                         walk_leaf_fn leaf, void *user)
{
    term_vec_t order = {0};
    walk_postorder(ctx, terms, count, &order);
    memo_t image; // the term's number + 1
    memo_init(&image);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        term_t r;
        if (is_reference(term_kind(ctx, t))) {
            r = leaf(ctx, t, user);
        } else {
            term_t kids[3] = {{0}, {0}, {0}};
            for (unsigned k = 0; k < term_arity(ctx, t); k++) {
                const term_t kid = term_kid(ctx, t, k);
                const term_t done = {memo_get(&image, kid) - 1};
                kids[k] = with_sign_of(done, kid);
            }
            r = term_rebuild(ctx, t, kids);
        }
        memo_set(&image, t, r.id + 1);
    }
    for (size_t i = 0; i < count; i++) {
        const term_t done = {memo_get(&image, terms[i]) - 1};
        terms[i] = with_sign_of(done, terms[i]);
    }
    memo_release(&image);
    vec_release(&order);
}

term_t walk_substitute(context_t *ctx, term_t t, walk_leaf_fn leaf,
                       void *user)
{
    walk_substitute_all(ctx, &t, 1, leaf, user);
    return t;
}

void walk_variables(const context_t *ctx, const term_t *roots, size_t count,
                    var_vec_t *vars)
{
    term_vec_t order = {0};
    walk_postorder(ctx, roots, count, &order);
    map_t *seen = map_new();
    for (size_t i = 0; i < order.len; i++) {
        if (!is_reference(term_kind(ctx, order.data[i])))
            continue;
        const var_t var = term_var(ctx, order.data[i]);
        if (map_get(seen, var.id, NULL))
            continue;
        map_put(seen, var.id, 1);
        vec_push(vars, var);
    }
    map_free(seen);
    vec_release(&order);
}

walk_size_t walk_size(const context_t *ctx, const term_t *roots, size_t count)
{
    walk_size_t size = {0};
    term_vec_t order = {0};
    walk_postorder(ctx, roots, count, &order);
    memo_t place; // position in the order + 1
    memo_init(&place);
    size_t *depth = xnmalloc(order.len, sizeof *depth);
    double *tree = xnmalloc(order.len, sizeof *tree);
    for (size_t i = 0; i < order.len; i++) {
        const term_t t = order.data[i];
        depth[i] = 1;
        tree[i] = 1;
        for (unsigned k = 0; k < term_arity(ctx, t); k++) {
            const size_t at = memo_get(&place, term_kid(ctx, t, k)) - 1;
            if (depth[at] + 1 > depth[i])
                depth[i] = depth[at] + 1;
            tree[i] += tree[at];
        }
        memo_set(&place, t, (uint32_t)i + 1);
        size.kinds[term_kind(ctx, t)]++;
    }
    size.nodes = order.len;
    for (size_t r = 0; r < count; r++) {
        const size_t at = memo_get(&place, roots[r]) - 1;
        size.tree_size += tree[at];
        if (depth[at] > size.depth)
            size.depth = depth[at];
    }
    free(depth);
    free(tree);
    memo_release(&place);
    vec_release(&order);
    return size;
}
