// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "bdd/image.h"

// A cluster takes in parts up to this size.
#define CLUSTER_NODES 2000

typedef VEC(bdd_t) bdd_vec_t;

struct image {
    bdd_manager_t *m;
    bdd_var_vec_t current, next, inputs;
    bdd_vec_t clusters;
    bdd_vec_t quantified; // after each cluster: a cube of variables
    bdd_t before;         // quantified before the first: in no cluster
    bool scheduled;
};

image_t *image_new(bdd_manager_t *m)
{
    image_t *image = xcalloc(1, sizeof *image);
    image->m = m;
    image->before = BDD_NONE;
    return image;
}

static void clear(image_t *image, bdd_vec_t *diagrams)
{
    for (size_t i = 0; i < diagrams->len; i++)
        bdd_unref(image->m, diagrams->data[i]);
    diagrams->len = 0;
}

static void forget_schedule(image_t *image)
{
    clear(image, &image->quantified);
    bdd_replace(image->m, &image->before, BDD_NONE);
    image->scheduled = false;
}

void image_free(image_t *image)
{
    if (image == NULL)
        return;
    forget_schedule(image);
    clear(image, &image->clusters);
    vec_release(&image->clusters);
    vec_release(&image->quantified);
    vec_release(&image->current);
    vec_release(&image->next);
    vec_release(&image->inputs);
    free(image);
}

void image_add_state(image_t *image, unsigned current, unsigned next)
{
    vec_push(&image->current, current);
    vec_push(&image->next, next);
    forget_schedule(image);
}

void image_add_input(image_t *image, unsigned var)
{
    vec_push(&image->inputs, var);
    forget_schedule(image);
}

void image_add_part(image_t *image, bdd_t part)
{
    forget_schedule(image);
    const size_t last = image->clusters.len;
    if (last > 0) {
        bdd_t *cluster = &image->clusters.data[last - 1];
        bdd_t both = bdd_and(image->m, *cluster, part);
        if (bdd_is_none(both) || bdd_node_count(both) <= CLUSTER_NODES) {
            bdd_replace(image->m, cluster, both);
            return;
        }
        bdd_unref(image->m, both);
    }
    vec_push(&image->clusters, bdd_ref(image->m, part));
}

// ---- when to quantify ----

// The number of the last cluster that depends on each variable, from 1.
static void find_last_uses(image_t *image, size_t *last)
{
    bdd_var_vec_t support = {0};
    for (size_t i = 0; i < image->clusters.len; i++) {
        if (bdd_is_none(image->clusters.data[i]))
            continue;
        support.len = 0;
        bdd_support(image->m, image->clusters.data[i], &support);
        for (size_t k = 0; k < support.len; k++)
            last[support.data[k]] = i + 1;
    }
    vec_release(&support);
}

static bdd_t cube_of_last(image_t *image, const size_t *last, size_t at)
{
    bdd_var_vec_t vars = {0};
    for (size_t i = 0; i < image->current.len; i++)
        if (last[image->current.data[i]] == at)
            vec_push(&vars, image->current.data[i]);
    for (size_t i = 0; i < image->inputs.len; i++)
        if (last[image->inputs.data[i]] == at)
            vec_push(&vars, image->inputs.data[i]);
    const bdd_t cube = bdd_cube(image->m, vars.data, vars.len);
    vec_release(&vars);
    return cube;
}

static void schedule(image_t *image)
{
    if (image->scheduled)
        return;
    size_t *last = xcalloc(bdd_var_count(image->m), sizeof *last);
    find_last_uses(image, last);
    image->before = cube_of_last(image, last, 0);
    for (size_t i = 0; i < image->clusters.len; i++)
        vec_push(&image->quantified, cube_of_last(image, last, i + 1));
    image->scheduled = true;
    free(last);
}

bdd_t image_forward(image_t *image, bdd_t from)
{
    schedule(image);
    bdd_manager_t *m = image->m;
    bdd_t product = bdd_exists(m, from, image->before);
    for (size_t i = 0; i < image->clusters.len; i++)
        bdd_replace(m, &product,
                    bdd_and_exists(m, product, image->clusters.data[i],
                                   image->quantified.data[i]));
    bdd_replace(m, &product, bdd_swap(m, product, image->next.data,
                                      image->current.data,
                                      image->next.len));
    return product;
}

bdd_t image_steps(image_t *image, bdd_t from, bdd_t to)
{
    bdd_manager_t *m = image->m;
    bdd_t steps = bdd_swap(m, to, image->current.data, image->next.data,
                           image->next.len);
    bdd_replace(m, &steps, bdd_and(m, steps, from));
    for (size_t i = 0; i < image->clusters.len; i++)
        bdd_replace(m, &steps, bdd_and(m, steps, image->clusters.data[i]));
    return steps;
}
