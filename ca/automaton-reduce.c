// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/automaton.h"
#include "ca/relation.h"
#include "core/walk.h"

static void add_stage(ca_t *a, const char *name)
{
    const ca_stage_t stage = {name, ca_size(a)};
    vec_push(&a->stages, stage);
}

// ---- removing ----

static void drop_transitions(ca_t *a, const bool *drop)
{
    size_t kept = 0;
    for (size_t i = 0; i < a->transitions.len; i++) {
        if (drop[i])
            ca_transition_release(&a->transitions.data[i]);
        else
            a->transitions.data[kept++] = a->transitions.data[i];
    }
    a->transitions.len = kept;
}

// Each location becomes to[i]; those with to[i] != i are removed, and so are
// the transitions from them. SIZE_MAX: removed with all transitions to it.
static void map_locations(ca_t *a, const size_t *to)
{
    const size_t n = a->locations.len;
    size_t *place = xnmalloc(n, sizeof *place);
    bool *drop = xcalloc(a->transitions.len, sizeof *drop);
    size_t kept = 0;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        drop[i] = to[t->from] != t->from || to[t->to] == SIZE_MAX;
    }
    drop_transitions(a, drop);
    for (size_t i = 0; i < n; i++) {
        place[i] = kept;
        if (to[i] == i)
            a->locations.data[kept++] = a->locations.data[i];
        else
            vec_release(&a->locations.data[i].values);
    }
    a->locations.len = kept;
    for (size_t i = 0; i < a->transitions.len; i++) {
        ca_transition_t *t = &a->transitions.data[i];
        t->from = place[t->from];
        t->to = place[to[t->to]];
    }
    a->initial = place[to[a->initial]];
    a->error = place[a->error];
    free(place);
    free(drop);
}

// ---- duplicates ----

static int compare_terms(const term_vec_t *a, const term_vec_t *b)
{
    for (size_t i = 0; i < a->len && i < b->len; i++)
        if (!term_equal(a->data[i], b->data[i]))
            return a->data[i].id < b->data[i].id ? -1 : 1;
    return a->len < b->len ? -1 : a->len > b->len;
}

// Same ends and same updates.
static int compare_effects(const ca_transition_t *a, const ca_transition_t *b)
{
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    return compare_terms(&a->updates, &b->updates);
}

// By effect; the weakest guards first.
static int by_effect(const void *x, const void *y)
{
    const ca_transition_t *a = x, *b = y;
    const int effects = compare_effects(a, b);
    if (effects != 0)
        return effects;
    if (a->guard.len != b->guard.len)
        return a->guard.len < b->guard.len ? -1 : 1;
    return compare_terms(&a->guard, &b->guard);
}

static bool has_literal(const term_vec_t *guard, term_t literal)
{
    for (size_t i = 0; i < guard->len; i++)
        if (term_equal(guard->data[i], literal))
            return true;
    return false;
}

// Is a true whenever b is?
static bool covers(const term_vec_t *a, const term_vec_t *b)
{
    for (size_t i = 0; i < a->len; i++)
        if (!has_literal(b, a->data[i]))
            return false;
    return true;
}

// The place of the only literal of a that is negated in b, all others being
// the same; SIZE_MAX if they differ in another way.
static size_t one_negated(const term_vec_t *a, const term_vec_t *b)
{
    size_t at = SIZE_MAX;
    if (a->len != b->len)
        return SIZE_MAX;
    for (size_t i = 0; i < a->len; i++) {
        if (has_literal(b, a->data[i]))
            continue;
        if (at != SIZE_MAX || !has_literal(b, term_not(a->data[i])))
            return SIZE_MAX;
        at = i;
    }
    return at;
}

static void remove_literal(term_vec_t *guard, size_t at)
{
    for (size_t i = at + 1; i < guard->len; i++)
        guard->data[i - 1] = guard->data[i];
    guard->len--;
}

static bool changes_nothing(const ca_t *a, const ca_transition_t *t)
{
    if (t->from != t->to)
        return false;
    for (size_t i = 0; i < a->counters.len; i++)
        if (!term_equal(t->updates.data[i],
                        term_last(a->ctx, a->counters.data[i])))
            return false;
    return true;
}

// One pass over transitions of equal effect, which stand together. True if a
// guard became weaker: another pass may then find more.
static bool compare_neighbours(ca_t *a, bool *drop)
{
    ca_transition_t *t = a->transitions.data;
    const size_t n = a->transitions.len;
    bool weaker = false;
    for (size_t i = 0; i < n; i++) {
        drop[i] |= changes_nothing(a, &t[i]);
        for (size_t k = i + 1; k < n && !drop[i]
                               && compare_effects(&t[i], &t[k]) == 0; k++) {
            if (drop[k])
                continue;
            drop[k] = covers(&t[i].guard, &t[k].guard);
            const size_t at = drop[k] ? SIZE_MAX
                                      : one_negated(&t[i].guard, &t[k].guard);
            if (at == SIZE_MAX)
                continue;
            remove_literal(&t[i].guard, at);
            drop[k] = weaker = true;
        }
    }
    return weaker;
}

static void drop_duplicates(ca_t *a)
{
    for (bool more = true; more && a->transitions.len > 0;) {
        qsort(a->transitions.data, a->transitions.len,
              sizeof *a->transitions.data, by_effect);
        bool *drop = xcalloc(a->transitions.len, sizeof *drop);
        more = compare_neighbours(a, drop);
        drop_transitions(a, drop);
        free(drop);
    }
}

// ---- literals that follow from others ----

// More transitions than this are not looked at so closely.
#define MAX_CLOSE_LOOKS 5000

// Can the guard be true with its literal `at` turned round?
static bool is_needed(const ca_t *a, const ca_options_t *options,
                      const ca_transition_t *t, size_t at)
{
    term_vec_t all = {0};
    vec_push(&all, a->fixed);
    for (size_t i = 0; i < t->guard.len; i++)
        vec_push(&all, i == at ? term_not(t->guard.data[i])
                               : t->guard.data[i]);
    const bool result = options->possible(all.data, all.len, options->user);
    vec_release(&all);
    return result;
}

static void shorten_guards(ca_t *a, const ca_options_t *options)
{
    if (options->possible == NULL || a->transitions.len > MAX_CLOSE_LOOKS)
        return;
    for (size_t i = 0; i < a->transitions.len; i++) {
        ca_transition_t *t = &a->transitions.data[i];
        for (size_t k = 0; k < t->guard.len;) {
            if (is_needed(a, options, t, k))
                k++;
            else
                remove_literal(&t->guard, k);
        }
    }
}

// ---- dead counters ----

typedef struct {
    ca_t *a;
    bool *live;
    bool grew;
} liveness_t;

static size_t counter_place(const ca_t *a, var_t v)
{
    for (size_t i = 0; i < a->counters.len; i++)
        if (var_equal(a->counters.data[i], v))
            return i;
    return SIZE_MAX;
}

// Every counter in the terms is needed; with `only_if`, only if one of them
// is needed already.
static void need(liveness_t *l, const term_t *terms, size_t count,
                 bool only_if)
{
    var_vec_t vars = {0};
    bool wanted = !only_if;
    walk_variables(l->a->ctx, terms, count, &vars);
    for (size_t i = 0; i < vars.len; i++) {
        const size_t at = counter_place(l->a, vars.data[i]);
        wanted |= at != SIZE_MAX && l->live[at];
    }
    for (size_t i = 0; i < vars.len && wanted; i++) {
        const size_t at = counter_place(l->a, vars.data[i]);
        if (at == SIZE_MAX || l->live[at])
            continue;
        l->live[at] = l->grew = true;
    }
    vec_release(&vars);
}

static bool mentions(const ca_t *a, term_t t, size_t counter)
{
    var_vec_t vars = {0};
    bool found = false;
    walk_variables(a->ctx, &t, 1, &vars);
    for (size_t i = 0; i < vars.len; i++)
        found |= var_equal(vars.data[i], a->counters.data[counter]);
    vec_release(&vars);
    return found;
}

// What the initial condition says about dead counters only is dropped: a
// solver said that they can have such values.
static void restrict_start(ca_t *a, const bool *live)
{
    term_vec_t parts = {0};
    relation_conjuncts(a->ctx, a->start, &parts);
    a->start = term_true(a->ctx);
    for (size_t i = 0; i < parts.len; i++) {
        var_vec_t vars = {0};
        bool keep = false;
        walk_variables(a->ctx, &parts.data[i], 1, &vars);
        for (size_t k = 0; k < vars.len; k++) {
            const size_t at = counter_place(a, vars.data[k]);
            keep |= at != SIZE_MAX && live[at];
        }
        if (keep || vars.len == 0)
            a->start = term_and(a->ctx, a->start, parts.data[i]);
        vec_release(&vars);
    }
    vec_release(&parts);
}

static void remove_dead(ca_t *a, const bool *live)
{
    restrict_start(a, live);
    size_t kept = 0, parameters = 0;
    for (size_t i = 0; i < a->counters.len; i++) {
        if (!live[i])
            continue;
        for (size_t k = 0; k < a->transitions.len; k++) {
            term_vec_t *u = &a->transitions.data[k].updates;
            u->data[kept] = u->data[i];
        }
        a->counters.data[kept++] = a->counters.data[i];
        parameters += i < a->parameters;
    }
    for (size_t k = 0; k < a->transitions.len; k++)
        a->transitions.data[k].updates.len = kept;
    a->counters.len = kept;
    a->parameters = parameters;
}

// Can it be made true by a choice of this counter alone, whatever the others
// are? An equation that defines it, a comparison with it, the Boolean itself.
static bool is_free_to_choose(const ca_t *a, term_t t, size_t counter)
{
    const term_t leaf = term_last(a->ctx, a->counters.data[counter]);
    const relation_t r = {.ctx = a->ctx, .unknowns = &leaf, .count = 1};
    const term_kind_t kind = term_kind(a->ctx, t);
    term_t value;
    if (kind == TERM_LE || (kind == TERM_EQ && term_negated(t)))
        t = term_eq(a->ctx, term_kid(a->ctx, t, 0), term_kid(a->ctx, t, 1));
    return term_is_true(a->ctx, relation_solve(&r, t, &value))
        && !term_equal(value, leaf);
}

// Does the conjunct say nothing about live counters, because a dead one that
// no other conjunct mentions can be chosen to fit?
static bool only_defines(const liveness_t *l, const term_vec_t *starts,
                         size_t at)
{
    const ca_t *a = l->a;
    for (size_t i = 0; i < a->counters.len; i++) {
        if (l->live[i] || !is_free_to_choose(a, starts->data[at], i))
            continue;
        bool elsewhere = false;
        for (size_t k = 0; k < starts->len && !elsewhere; k++)
            elsewhere = k != at && mentions(a, starts->data[k], i);
        if (!elsewhere)
            return true;
    }
    return false;
}

// Takes such definitions away, one after the other.
static void drop_definitions(liveness_t *l, term_vec_t *starts)
{
    for (size_t i = 0; i < starts->len;) {
        if (only_defines(l, starts, i)) {
            starts->data[i] = vec_pop(starts);
            i = 0;
        } else {
            i++;
        }
    }
    l->a->start = term_true(l->a->ctx);
    for (size_t i = 0; i < starts->len; i++)
        l->a->start = term_and(l->a->ctx, l->a->start, starts->data[i]);
}

static void find_live(liveness_t *l, const term_vec_t *starts)
{
    const ca_t *a = l->a;
    do {
        l->grew = false;
        for (size_t i = 0; i < a->transitions.len; i++)
            for (size_t k = 0; k < a->counters.len; k++)
                if (l->live[k])
                    need(l, &a->transitions.data[i].updates.data[k], 1,
                         false);
        for (size_t i = 0; starts != NULL && i < starts->len; i++)
            need(l, &starts->data[i], 1, true);
    } while (l->grew);
}

// Without a solver nothing is dropped that might have no solution.
static void drop_dead_counters(ca_t *a, const ca_options_t *options)
{
    liveness_t l = {a, xcalloc(a->counters.len, sizeof(bool)), false};
    term_vec_t starts = {0};
    relation_conjuncts(a->ctx, a->start, &starts);
    for (size_t i = 0; i < a->transitions.len; i++)
        need(&l, a->transitions.data[i].guard.data,
             a->transitions.data[i].guard.len, false);
    find_live(&l, NULL);
    drop_definitions(&l, &starts);
    if (options->possible == NULL
        || !options->possible(starts.data, starts.len, options->user))
        need(&l, starts.data, starts.len, false);
    find_live(&l, &starts);
    remove_dead(a, l.live);
    vec_release(&starts);
    free(l.live);
}

// ---- dead ends ----

static void drop_dead_ends(ca_t *a)
{
    const size_t n = a->locations.len;
    bool *leads = xcalloc(n, sizeof *leads);
    leads[a->error] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < a->transitions.len; i++) {
            const ca_transition_t *t = &a->transitions.data[i];
            if (leads[t->to] && !leads[t->from])
                more = leads[t->from] = true;
        }
    }
    size_t *to = xnmalloc(n, sizeof *to);
    for (size_t i = 0; i < n; i++)
        to[i] = leads[i] || i == a->initial ? i : SIZE_MAX;
    map_locations(a, to);
    free(to);
    free(leads);
}

// ---- equal locations ----

// What a location does, as bytes: for each of its transitions, in order, the
// class it leads to, guard and updates.
static void describe(const ca_t *a, size_t location,
                     const size_t *class, text_t *out)
{
    VEC(char *) lines = {0};
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->from != location)
            continue;
        text_t line = {0};
        text_printf(&line, "%zu %zu:", class[t->to], t->target);
        for (size_t k = 0; k < t->guard.len; k++)
            text_printf(&line, " %u", t->guard.data[k].id);
        text_char(&line, '/');
        for (size_t k = 0; k < t->updates.len; k++)
            text_printf(&line, " %u", t->updates.data[k].id);
        size_t at = lines.len;
        vec_push(&lines, NULL);
        for (; at > 0 && strcmp(lines.data[at - 1], text_str(&line)) > 0;
             at--)
            lines.data[at] = lines.data[at - 1];
        lines.data[at] = text_steal(&line);
    }
    for (size_t i = 0; i < lines.len; i++) {
        if (i == 0 || strcmp(lines.data[i - 1], lines.data[i]) != 0)
            text_printf(out, "%s;", lines.data[i]);
        if (i > 0)
            free(lines.data[i - 1]);
    }
    if (lines.len > 0)
        free(vec_last(&lines));
    vec_release(&lines);
}

// Splits classes whose members do different things; true if any was split.
// A class is named after its first member.
static bool refine(const ca_t *a, size_t *class)
{
    const size_t n = a->locations.len;
    text_t *does = xcalloc(n, sizeof *does);
    size_t *finer = xnmalloc(n, sizeof *finer);
    for (size_t i = 0; i < n; i++) {
        describe(a, i, class, &does[i]);
        finer[i] = i;
        for (size_t k = 0; k < i && finer[i] == i; k++)
            if (class[k] == class[i] && finer[k] == k
                && strcmp(text_str(&does[k]), text_str(&does[i])) == 0)
                finer[i] = k;
    }
    bool split = false;
    for (size_t i = 0; i < n; i++) {
        split |= finer[i] != class[i];
        class[i] = finer[i];
        text_release(&does[i]);
    }
    free(does);
    free(finer);
    return split;
}

static void merge_equal(ca_t *a)
{
    const size_t n = a->locations.len;
    size_t *class = xnmalloc(n, sizeof *class);
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        if (i != a->error && first == SIZE_MAX)
            first = i;
        class[i] = i == a->error ? i : first;
    }
    while (refine(a, class))
        ;
    map_locations(a, class);
    free(class);
}

// ---- path compression ----

typedef struct {
    ca_t *a;
    const ca_options_t *options;
    const ca_transition_t *first;
} compressor_t;

static term_t after_first(context_t *ctx, term_t leaf, void *user)
{
    const compressor_t *c = user;
    const size_t at = counter_place(c->a, term_var(ctx, leaf));
    return at == SIZE_MAX ? leaf : c->first->updates.data[at];
}

static bool uses_inputs(const ca_t *a, const ca_transition_t *t)
{
    var_vec_t vars = {0};
    walk_variables(a->ctx, t->guard.data, t->guard.len, &vars);
    walk_variables(a->ctx, t->updates.data, t->updates.len, &vars);
    bool found = false;
    for (size_t i = 0; i < vars.len; i++)
        found |= counter_place(a, vars.data[i]) == SIZE_MAX;
    vec_release(&vars);
    return found;
}

// One after the other, if that can happen.
static void add_composition(compressor_t *c, ca_transition_t first,
                            ca_transition_t second)
{
    ca_t *a = c->a;
    ca_transition_t t = {.from = first.from, .to = second.to,
                         .target = second.target};
    bool possible = true;
    c->first = &first;
    for (size_t i = 0; i < first.guard.len; i++)
        vec_push(&t.guard, first.guard.data[i]);
    for (size_t i = 0; i < second.guard.len; i++) {
        const term_t l = walk_substitute(a->ctx, second.guard.data[i],
                                         after_first, c);
        possible &= !term_is_false(a->ctx, l)
            && !has_literal(&t.guard, term_not(l));
        if (!term_is_true(a->ctx, l) && !has_literal(&t.guard, l))
            vec_push(&t.guard, l);
    }
    for (size_t i = 0; i < a->counters.len; i++)
        vec_push(&t.updates, walk_substitute(a->ctx, second.updates.data[i],
                                             after_first, c));
    if (possible && c->options->possible != NULL)
        possible = c->options->possible(t.guard.data, t.guard.len,
                                        c->options->user);
    ca_transition_sort_guard(&t);
    if (possible)
        vec_push(&a->transitions, t);
    else
        ca_transition_release(&t);
}

// Is the location worth leaving out? No loop on it, and no more transitions
// afterwards than before; the two steps must not need inputs of their own
// both.
static bool is_on_the_way(const ca_t *a, size_t location)
{
    size_t in = 0, out = 0;
    bool inputs_in = false, inputs_out = false;
    if (location == a->initial || location == a->error)
        return false;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->from == location && t->to == location)
            return false;
        if (t->to == location) {
            in++;
            inputs_in |= uses_inputs(a, t);
        } else if (t->from == location) {
            out++;
            inputs_out |= uses_inputs(a, t);
        }
    }
    return in * out <= in + out && !(inputs_in && inputs_out);
}

static void leave_out(compressor_t *c, size_t location)
{
    ca_t *a = c->a;
    const size_t before = a->transitions.len;
    for (size_t i = 0; i < before; i++)
        for (size_t k = 0; k < before; k++)
            if (a->transitions.data[i].to == location
                && a->transitions.data[k].from == location)
                add_composition(c, a->transitions.data[i],
                                a->transitions.data[k]);
    size_t *to = xnmalloc(a->locations.len, sizeof *to);
    for (size_t i = 0; i < a->locations.len; i++)
        to[i] = i == location ? SIZE_MAX : i;
    map_locations(a, to);
    free(to);
}

static bool compress_paths(ca_t *a, const ca_options_t *options)
{
    compressor_t c = {.a = a, .options = options};
    bool any = false;
    for (size_t i = 0; i < a->locations.len;) {
        if (is_on_the_way(a, i)) {
            leave_out(&c, i);
            any = true;
        } else {
            i++;
        }
    }
    return any;
}

// ---- the start ----

static bool is_entered(const ca_t *a, size_t location)
{
    for (size_t i = 0; i < a->transitions.len; i++)
        if (a->transitions.data[i].to == location)
            return true;
    return false;
}

// Is it entered from the start only, which is left for good?
static bool follows_start(const ca_t *a, size_t location)
{
    bool entered = false;
    for (size_t i = 0; i < a->transitions.len; i++) {
        const ca_transition_t *t = &a->transitions.data[i];
        if (t->to == location && t->from != a->initial)
            return false;
        entered |= t->to == location;
    }
    return entered && is_on_the_way(a, location);
}

static void fold_start(ca_t *a, const ca_options_t *options)
{
    compressor_t c = {.a = a, .options = options};
    if (is_entered(a, a->initial))
        return;
    for (size_t i = 0; i < a->locations.len;) {
        if (follows_start(a, i)) {
            leave_out(&c, i);
            i = 0;
        } else {
            i++;
        }
    }
}

static const ca_transition_t *only_transition(const ca_t *a, size_t from)
{
    const ca_transition_t *only = NULL;
    for (size_t i = 0; i < a->transitions.len; i++) {
        if (a->transitions.data[i].from != from)
            continue;
        if (only != NULL)
            return NULL;
        only = &a->transitions.data[i];
    }
    return only;
}

// If one transition leaves the start, runs begin behind it.
static void settle_start(ca_t *a)
{
    const ca_transition_t *t = only_transition(a, a->initial);
    if (t == NULL || t->to == a->error || is_entered(a, a->initial)
        || !ca_after(a, a->start, t, &a->start))
        return;
    size_t *to = xnmalloc(a->locations.len, sizeof *to);
    for (size_t i = 0; i < a->locations.len; i++)
        to[i] = i;
    const size_t start = a->initial;
    a->initial = t->to;
    to[start] = SIZE_MAX;
    map_locations(a, to);
    free(to);
}

void ca_reduce(ca_t *a, const ca_options_t *options)
{
    drop_duplicates(a);
    shorten_guards(a, options);
    drop_duplicates(a);
    add_stage(a, "duplicates");
    fold_start(a, options);
    settle_start(a);
    add_stage(a, "start");
    drop_dead_counters(a, options);
    drop_duplicates(a);
    add_stage(a, "dead counters");
    drop_dead_ends(a);
    add_stage(a, "dead ends");
    merge_equal(a);
    drop_duplicates(a);
    add_stage(a, "equal locations");
    if (options->keep_steps)
        return;
    while (compress_paths(a, options)) {
        drop_duplicates(a);
        merge_equal(a);
        drop_duplicates(a);
    }
    drop_dead_counters(a, options);
    drop_dead_ends(a);
    add_stage(a, "path compression");
}
