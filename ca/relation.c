// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "ca/relation.h"
#include "core/checked.h"
#include "core/memo.h"
#include "core/walk.h"

// The formula is taken apart into items `guard -> formula`, which hold
// together exactly if it does. An item that says `unknown = term` is a
// candidate for the definition of that unknown under its guard.

typedef struct {
    term_t guard, formula;
    bool used; // true by the definitions that were chosen
} item_t;

typedef VEC(size_t) index_vec_t;

typedef struct {
    size_t unknown, item;
    term_t value;
    index_vec_t needs; // unknowns in guard and value
} candidate_t;

typedef struct {
    const relation_t *r;
    context_t *ctx;
    memo_t places;   // of unknowns, by leaf: index + 1
    memo_t mentions; // 1: no unknown in the term; 2: some
    VEC(item_t) work, items;
    VEC(candidate_t) candidates;
    bool *defined;
    term_t *values;
} solver_t;

// ---- looking at terms ----

void relation_conjuncts(const context_t *ctx, term_t t, term_vec_t *out)
{
    term_vec_t stack = {0};
    vec_push(&stack, t);
    while (stack.len > 0) {
        const term_t top = vec_pop(&stack);
        if (!term_negated(top) && term_kind(ctx, top) == TERM_AND) {
            vec_push(&stack, term_kid(ctx, top, 1));
            vec_push(&stack, term_kid(ctx, top, 0));
        } else {
            vec_push(out, top);
        }
    }
    vec_release(&stack);
}

// v = c for a constant c; false if it is something else.
static bool is_value_test(const context_t *ctx, term_t t, term_t *what,
                          term_t *constant)
{
    if (term_negated(t) || term_kind(ctx, t) != TERM_EQ)
        return false;
    const term_t a = term_kid(ctx, t, 0), b = term_kid(ctx, t, 1);
    const bool first = term_is_constant(ctx, a);
    *what = first ? b : a;
    *constant = first ? a : b;
    return term_is_constant(ctx, *constant);
}

static bool literals_exclude(const context_t *ctx, term_t a, term_t b)
{
    if (term_equal(a, term_not(b)))
        return true;
    term_t of_a, of_b, c, d;
    return is_value_test(ctx, a, &of_a, &c) && is_value_test(ctx, b, &of_b, &d)
        && term_equal(of_a, of_b) && !term_equal(c, d);
}

static bool has_term(const term_vec_t *terms, term_t t)
{
    for (size_t i = 0; i < terms->len; i++)
        if (term_equal(terms->data[i], t))
            return true;
    return false;
}

// Is t the negation of a conjunction of some of these?
static bool denies(const context_t *ctx, term_t t, const term_vec_t *terms)
{
    term_vec_t parts = {0};
    if (!term_negated(t))
        return false;
    relation_conjuncts(ctx, term_not(t), &parts);
    bool all = true;
    for (size_t i = 0; i < parts.len && all; i++)
        all = has_term(terms, parts.data[i]);
    vec_release(&parts);
    return all;
}

bool relation_excludes(const context_t *ctx, term_t a, term_t b)
{
    term_vec_t as = {0}, bs = {0};
    bool found = false;
    relation_conjuncts(ctx, a, &as);
    relation_conjuncts(ctx, b, &bs);
    for (size_t i = 0; i < as.len && !found; i++)
        for (size_t j = 0; j < bs.len && !found; j++)
            found = literals_exclude(ctx, as.data[i], bs.data[j])
                || denies(ctx, as.data[i], &bs) || denies(ctx, bs.data[j], &as);
    vec_release(&as);
    vec_release(&bs);
    return found;
}

// The place of an unknown, or SIZE_MAX for any other term.
static size_t place_of(const solver_t *s, term_t t)
{
    const term_kind_t kind = term_kind(s->ctx, t);
    if (kind != TERM_LAST && kind != TERM_NEXT)
        return SIZE_MAX;
    const uint32_t place = memo_get(&s->places, t);
    return place == 0 ? SIZE_MAX : place - 1;
}

static bool is_unknown(const solver_t *s, term_t t)
{
    return place_of(s, t) != SIZE_MAX;
}

// Does it speak about an unknown?
static bool mentions(solver_t *s, term_t t)
{
    if (memo_get(&s->mentions, t) != 0)
        return memo_get(&s->mentions, t) == 2;
    term_vec_t order = {0};
    walk_postorder(s->ctx, &t, 1, &order);
    for (size_t i = 0; i < order.len; i++) {
        bool any = is_unknown(s, order.data[i]);
        for (unsigned k = 0; k < term_arity(s->ctx, order.data[i]); k++)
            any |= memo_get(&s->mentions, term_kid(s->ctx, order.data[i], k))
                == 2;
        memo_set(&s->mentions, order.data[i], any ? 2 : 1);
    }
    vec_release(&order);
    return memo_get(&s->mentions, t) == 2;
}

// ---- equations ----

typedef struct {
    term_t atom;
    int64_t factor;
} summand_t;

typedef struct {
    VEC(summand_t) summands;
    term_t constant;
    bool exact; // no factor was too large
} sum_t;

static void add_summand(sum_t *sum, term_t atom, int64_t factor)
{
    for (size_t i = 0; i < sum->summands.len; i++) {
        summand_t *m = &sum->summands.data[i];
        if (term_equal(m->atom, atom)) {
            sum->exact &= checked_add_i64(m->factor, factor, &m->factor);
            return;
        }
    }
    const summand_t m = {atom, factor};
    vec_push(&sum->summands, m);
}

// factor * t, where t is a product by a constant that fits.
static bool scale(const context_t *ctx, term_t t, int64_t *factor)
{
    const bigint_t k = term_value(ctx, term_kid(ctx, t, 0));
    return bigint_is_small(k) && checked_mul_i64(*factor, k.small, factor);
}

// Adds factor * t.
static void add_term(solver_t *s, sum_t *sum, term_t t, int64_t factor)
{
    VEC(summand_t) stack = {0};
    const summand_t first = {t, factor};
    vec_push(&stack, first);
    while (stack.len > 0) {
        summand_t m = vec_pop(&stack);
        const term_kind_t kind = term_kind(s->ctx, m.atom);
        if (kind == TERM_ADD) {
            const summand_t right = {term_kid(s->ctx, m.atom, 1), m.factor};
            m.atom = term_kid(s->ctx, m.atom, 0);
            vec_push(&stack, right);
            vec_push(&stack, m);
        } else if (kind == TERM_MUL
                   && term_kind(s->ctx, term_kid(s->ctx, m.atom, 0))
                       == TERM_INT) {
            sum->exact &= scale(s->ctx, m.atom, &m.factor);
            m.atom = term_kid(s->ctx, m.atom, 1);
            vec_push(&stack, m);
        } else if (kind == TERM_INT) {
            sum->constant =
                term_add(s->ctx, sum->constant,
                         term_mul(s->ctx, term_int(s->ctx, m.factor), m.atom));
        } else {
            add_summand(sum, m.atom, m.factor);
        }
    }
    vec_release(&stack);
}

// The sum without the summand at `but`, times `sign`.
static term_t sum_without(solver_t *s, const sum_t *sum, size_t but, int sign)
{
    term_t t = term_mul(s->ctx, term_int(s->ctx, sign), sum->constant);
    for (size_t i = 0; i < sum->summands.len; i++) {
        const summand_t *m = &sum->summands.data[i];
        if (i != but && m->factor != 0)
            t = term_add(s->ctx,
                         term_mul(s->ctx, term_int(s->ctx, sign * m->factor),
                                  m->atom), t);
    }
    return t;
}

static void add_candidate(solver_t *s, size_t unknown, size_t item,
                          term_t value)
{
    const candidate_t c = {.unknown = unknown, .item = item, .value = value};
    vec_push(&s->candidates, c);
}

// Every unknown with the factor 1 or -1 in a = b.
static void solve_equation(solver_t *s, size_t item, term_t a, term_t b)
{
    sum_t sum = {.constant = term_int(s->ctx, 0), .exact = true};
    add_term(s, &sum, a, 1);
    add_term(s, &sum, b, -1);
    for (size_t i = 0; i < sum.summands.len && sum.exact; i++) {
        const summand_t *m = &sum.summands.data[i];
        const size_t place = place_of(s, m->atom);
        if (place != SIZE_MAX && (m->factor == 1 || m->factor == -1))
            add_candidate(s, place, item,
                          sum_without(s, &sum, i, m->factor == 1 ? -1 : 1));
    }
    vec_release(&sum.summands);
}

static void solve_item(solver_t *s, size_t item)
{
    const term_t f = s->items.data[item].formula;
    const bool negated = term_negated(f);
    if (is_unknown(s, term_positive(f))) {
        add_candidate(s, place_of(s, term_positive(f)), item,
                      term_bool(s->ctx, !negated));
        return;
    }
    if (term_kind(s->ctx, f) != TERM_EQ)
        return;
    const term_t kids[] = {term_kid(s->ctx, f, 0), term_kid(s->ctx, f, 1)};
    const sort_kind_t sort = sort_kind(s->ctx, term_sort(s->ctx, kids[0]));
    if (sort == SORT_INT && !negated) {
        solve_equation(s, item, kids[0], kids[1]);
        return;
    }
    if (negated && sort != SORT_BOOL)
        return;
    for (int i = 0; i < 2; i++) {
        const size_t place = place_of(s, term_positive(kids[i]));
        const bool flip = sort == SORT_BOOL
            && (negated != term_negated(kids[i]));
        if (place != SIZE_MAX)
            add_candidate(s, place, item,
                          flip ? term_not(kids[1 - i]) : kids[1 - i]);
    }
}

// ---- taking the formula apart ----

// How much a part of the formula says about unknowns.
typedef enum {
    SAYS_NOTHING, // no unknown in it
    SAYS_SOME,    // unknowns, but no definition
    SAYS_VALUES,  // Boolean unknowns in a conjunction
    SAYS_DEFINES, // unknown = term
} says_t;

static says_t literal_says(solver_t *s, term_t t)
{
    if (!mentions(s, t))
        return SAYS_NOTHING;
    if (is_unknown(s, term_positive(t)))
        return SAYS_VALUES;
    if (term_negated(t) || term_kind(s->ctx, t) != TERM_EQ)
        return SAYS_SOME;
    return sort_kind(s->ctx, term_sort(s->ctx, term_kid(s->ctx, t, 0)))
            == SORT_BOOL ? SAYS_SOME : SAYS_DEFINES;
}

// The most that one of its conjuncts says.
static says_t says(solver_t *s, term_t t)
{
    term_vec_t parts = {0};
    says_t most = SAYS_NOTHING;
    relation_conjuncts(s->ctx, t, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        const says_t part = literal_says(s, parts.data[i]);
        most = part > most ? part : most;
    }
    if (parts.len == 1 && most == SAYS_VALUES)
        most = SAYS_SOME; // a literal of a clause, no alternative
    vec_release(&parts);
    return most;
}

static void push_work(solver_t *s, term_t guard, term_t formula)
{
    const item_t item = {.guard = guard, .formula = formula};
    vec_push(&s->work, item);
}

static void keep_item(solver_t *s, term_t guard, term_t formula)
{
    const item_t item = {.guard = guard, .formula = formula};
    vec_push(&s->items, item);
    solve_item(s, s->items.len - 1);
}

// Which disjuncts are alternatives that define unknowns? Those that say most;
// a single one that speaks about unknowns at all; or none.
static says_t level_of(const says_t *said, size_t count)
{
    size_t some = 0, defines = 0, values = 0;
    for (size_t i = 0; i < count; i++) {
        some += said[i] != SAYS_NOTHING;
        values += said[i] >= SAYS_VALUES;
        defines += said[i] == SAYS_DEFINES;
    }
    if (defines > 0)
        return SAYS_DEFINES;
    if (values > 0 && values == some)
        return SAYS_VALUES;
    return some == 1 ? SAYS_SOME : SAYS_NOTHING;
}

// Guarded by the rest, the alternatives are chosen by fresh Booleans.
static void push_alternatives(solver_t *s, term_t guard,
                              const term_vec_t *alternatives)
{
    const size_t last = alternatives->len - 1;
    for (size_t i = 0; i < last; i++) {
        const term_t choice = s->r->fresh(SIZE_MAX, s->r->user);
        push_work(s, term_and(s->ctx, guard, choice), alternatives->data[i]);
        guard = term_and(s->ctx, guard, term_not(choice));
    }
    push_work(s, guard, alternatives->data[last]);
}

static void take_disjunction(solver_t *s, term_t guard, term_t formula)
{
    term_vec_t parts = {0}, alternatives = {0};
    relation_conjuncts(s->ctx, term_not(formula), &parts);
    says_t *said = xnmalloc(parts.len, sizeof *said);
    for (size_t i = 0; i < parts.len; i++)
        said[i] = says(s, term_not(parts.data[i]));
    const says_t level = level_of(said, parts.len);
    term_t rest = guard;
    for (size_t i = 0; i < parts.len; i++) {
        if (level != SAYS_NOTHING && said[i] >= level)
            vec_push(&alternatives, term_not(parts.data[i]));
        else
            rest = term_and(s->ctx, rest, parts.data[i]);
    }
    if (alternatives.len == 0 || (alternatives.len > 1 && s->r->fresh == NULL))
        keep_item(s, guard, formula);
    else
        push_alternatives(s, rest, &alternatives);
    free(said);
    vec_release(&parts);
    vec_release(&alternatives);
}

static void take_choice(solver_t *s, term_t guard, term_t formula)
{
    const term_t c = term_kid(s->ctx, formula, 0);
    for (unsigned i = 1; i < 3; i++) {
        const term_t kid = term_kid(s->ctx, formula, i);
        push_work(s, term_and(s->ctx, guard, i == 1 ? c : term_not(c)),
                  term_negated(formula) ? term_not(kid) : kid);
    }
}

static void take_apart(solver_t *s, term_t formula)
{
    push_work(s, term_true(s->ctx), formula);
    while (s->work.len > 0) {
        const item_t item = vec_pop(&s->work);
        const term_t f = item.formula;
        if (term_is_true(s->ctx, f) || term_is_false(s->ctx, item.guard))
            continue;
        const term_kind_t kind = term_kind(s->ctx, f);
        if (!mentions(s, f)) {
            keep_item(s, item.guard, f);
        } else if (kind == TERM_AND && term_negated(f)) {
            take_disjunction(s, item.guard, f);
        } else if (kind == TERM_AND) {
            push_work(s, item.guard, term_kid(s->ctx, f, 1));
            push_work(s, item.guard, term_kid(s->ctx, f, 0));
        } else if (kind == TERM_ITE) {
            take_choice(s, item.guard, f);
        } else {
            keep_item(s, item.guard, f);
        }
    }
}

// ---- choosing definitions ----

static void find_needs(solver_t *s)
{
    for (size_t i = 0; i < s->candidates.len; i++) {
        candidate_t *c = &s->candidates.data[i];
        const term_t roots[] = {s->items.data[c->item].guard, c->value};
        term_vec_t order = {0};
        walk_postorder(s->ctx, roots, 2, &order);
        for (size_t k = 0; k < order.len; k++)
            if (is_unknown(s, order.data[k]))
                vec_push(&c->needs, place_of(s, order.data[k]));
        vec_release(&order);
    }
}

static bool is_ready(const solver_t *s, const candidate_t *c)
{
    if (s->items.data[c->item].used)
        return false;
    for (size_t i = 0; i < c->needs.len; i++)
        if (!s->defined[c->needs.data[i]])
            return false;
    return true;
}

static term_t value_of_leaf(context_t *ctx, term_t leaf, void *user)
{
    (void)ctx;
    const solver_t *s = user;
    const size_t place = place_of(s, leaf);
    return place != SIZE_MAX && s->defined[place] ? s->values[place] : leaf;
}

static term_t with_values(solver_t *s, term_t t)
{
    return walk_substitute(s->ctx, t, value_of_leaf, s);
}

static void define(solver_t *s, size_t unknown, term_t value)
{
    s->values[unknown] = value;
    s->defined[unknown] = true;
}

static term_t guard_of(const solver_t *s, const candidate_t *c)
{
    return s->items.data[c->item].guard;
}

static bool define_always(solver_t *s, const candidate_t *c)
{
    if (s->defined[c->unknown] || !term_is_true(s->ctx, guard_of(s, c))
        || !is_ready(s, c))
        return false;
    s->items.data[c->item].used = true;
    define(s, c->unknown, with_values(s, c->value));
    return true;
}

// Definitions of one unknown under guards; candidates with the same value
// form one case.
typedef struct {
    term_t value, guard;
    size_t size;
} case_t;

typedef struct {
    index_vec_t candidates;
    VEC(case_t) cases;
    index_vec_t case_of; // of each candidate
    term_t covered;      // some guard is true
    bool all;            // no candidate of the unknown is left out
} cases_t;

static void cases_release(cases_t *cases)
{
    vec_release(&cases->candidates);
    vec_release(&cases->cases);
    vec_release(&cases->case_of);
}

static size_t find_case(cases_t *cases, term_t value)
{
    for (size_t i = 0; i < cases->cases.len; i++)
        if (term_equal(cases->cases.data[i].value, value))
            return i;
    return SIZE_MAX;
}

static void add_to_cases(solver_t *s, cases_t *cases, size_t candidate)
{
    const candidate_t *c = &s->candidates.data[candidate];
    const term_t guard = guard_of(s, c);
    size_t at = find_case(cases, c->value);
    if (at == SIZE_MAX) {
        const case_t fresh = {c->value, term_false(s->ctx), 0};
        at = cases->cases.len;
        vec_push(&cases->cases, fresh);
    }
    case_t *k = &cases->cases.data[at];
    k->guard = term_or(s->ctx, k->guard, guard);
    k->size++;
    vec_push(&cases->candidates, candidate);
    vec_push(&cases->case_of, at);
    cases->covered = term_or(s->ctx, cases->covered, guard);
}

static cases_t cases_of(solver_t *s, size_t unknown)
{
    cases_t cases = {.covered = term_false(s->ctx), .all = true};
    for (size_t i = 0; i < s->candidates.len; i++) {
        const candidate_t *c = &s->candidates.data[i];
        if (c->unknown != unknown || s->items.data[c->item].used)
            continue;
        if (is_ready(s, c))
            add_to_cases(s, &cases, i);
        else
            cases.all = false;
    }
    return cases;
}

static size_t largest_case(const cases_t *cases)
{
    size_t best = 0;
    for (size_t i = 1; i < cases->cases.len; i++)
        if (cases->cases.data[i].size > cases->cases.data[best].size)
            best = i;
    return best;
}

// Is the item true by the definition: no earlier case can be in its way?
static bool is_implied(const solver_t *s, const cases_t *cases, size_t at,
                       size_t last)
{
    const size_t own = cases->case_of.data[at];
    const term_t guard = guard_of(s, &s->candidates.data
                                          [cases->candidates.data[at]]);
    for (size_t i = 0; i < cases->candidates.len; i++) {
        const size_t other = cases->case_of.data[i];
        const bool earlier = other != own && other != last
            && (own == last || other < own);
        if (earlier
            && !relation_excludes(s->ctx, guard,
                                  guard_of(s, &s->candidates.data
                                               [cases->candidates.data[i]])))
            return false;
    }
    return true;
}

// The largest case comes last, the others in their order before it.
static void define_by_cases(solver_t *s, size_t unknown, const cases_t *cases)
{
    const size_t last = largest_case(cases);
    const case_t *k = cases->cases.data;
    term_t value = k[last].value;
    if (!term_is_true(s->ctx, cases->covered))
        value = term_ite(s->ctx, k[last].guard, value,
                         s->r->fresh(unknown, s->r->user));
    for (size_t i = cases->cases.len; i-- > 0;)
        if (i != last)
            value = term_ite(s->ctx, k[i].guard, k[i].value, value);
    for (size_t i = 0; i < cases->candidates.len; i++)
        if (is_implied(s, cases, i, last))
            s->items.data[s->candidates.data[cases->candidates.data[i]].item]
                .used = true;
    define(s, unknown, with_values(s, value));
}

// Defines an unknown whose cases are ready: all of its candidates, or, if
// `complete`, some of them that leave nothing out.
static bool define_some(solver_t *s, bool complete)
{
    for (size_t i = 0; i < s->r->count; i++) {
        if (s->defined[i])
            continue;
        cases_t cases = cases_of(s, i);
        const bool ready = complete
            ? term_is_true(s->ctx, cases.covered)
            : cases.all && cases.candidates.len > 0;
        if (ready)
            define_by_cases(s, i, &cases);
        cases_release(&cases);
        if (ready)
            return true;
    }
    return false;
}

static bool define_all_always(solver_t *s)
{
    bool any = false;
    for (size_t i = 0; i < s->candidates.len; i++)
        any |= define_always(s, &s->candidates.data[i]);
    return any;
}

// When some candidate says what it is.
static term_t coverage(const solver_t *s, size_t unknown)
{
    term_t covered = term_false(s->ctx);
    for (size_t i = 0; i < s->candidates.len; i++) {
        const candidate_t *c = &s->candidates.data[i];
        if (c->unknown == unknown && !s->items.data[c->item].used)
            covered = term_or(s->ctx, covered, guard_of(s, c));
    }
    return covered;
}

// How many candidates of others wait for it?
static size_t waiting_for(const solver_t *s, size_t unknown)
{
    size_t count = 0;
    for (size_t i = 0; i < s->candidates.len; i++) {
        const candidate_t *c = &s->candidates.data[i];
        bool waits = false;
        for (size_t k = 0; k < c->needs.len; k++)
            waits |= c->needs.data[k] == unknown;
        count += waits && !s->defined[c->unknown]
            && !s->items.data[c->item].used;
    }
    return count;
}

// How well does it serve as an input: 0 if it is defined already, least if
// its candidates leave nothing out, most if it has none; then the more others
// wait for it, the better.
static size_t merit_as_input(const solver_t *s, size_t unknown)
{
    if (s->defined[unknown])
        return 0;
    const term_t covered = coverage(s, unknown);
    const size_t class = term_is_true(s->ctx, covered) ? 0
        : term_is_false(s->ctx, covered) ? 2 : 1;
    return class * (s->candidates.len + 1) + waiting_for(s, unknown) + 1;
}

// Makes an input of the unknown that serves best as one; only of one without
// candidates if `undefined`.
static bool give_up_one(solver_t *s, bool undefined)
{
    size_t best = SIZE_MAX, most = undefined ? 2 * (s->candidates.len + 1) : 0;
    for (size_t i = 0; i < s->r->count; i++) {
        const size_t merit = merit_as_input(s, i);
        if (merit > most) {
            best = i;
            most = merit;
        }
    }
    if (best == SIZE_MAX)
        return false;
    define(s, best, s->r->fresh(best, s->r->user));
    return true;
}

static void choose_definitions(solver_t *s)
{
    const bool inputs = s->r->fresh != NULL;
    bool more = true;
    while (more) {
        while (define_all_always(s))
            ;
        more = define_some(s, true)
            || (inputs && (give_up_one(s, true) || define_some(s, false)
                           || give_up_one(s, false)));
    }
}

static term_t remaining(solver_t *s)
{
    term_vec_t terms = {0};
    for (size_t i = 0; i < s->items.len; i++) {
        const item_t *item = &s->items.data[i];
        if (!item->used)
            vec_push(&terms, term_implies(s->ctx, item->guard, item->formula));
    }
    walk_substitute_all(s->ctx, terms.data, terms.len, value_of_leaf, s);
    term_t all = term_true(s->ctx);
    for (size_t i = 0; i < terms.len; i++)
        all = term_and(s->ctx, all, terms.data[i]);
    vec_release(&terms);
    return all;
}

static void solver_release(solver_t *s)
{
    for (size_t i = 0; i < s->candidates.len; i++)
        vec_release(&s->candidates.data[i].needs);
    vec_release(&s->candidates);
    vec_release(&s->items);
    vec_release(&s->work);
    memo_release(&s->places);
    memo_release(&s->mentions);
    free(s->defined);
}

term_t relation_solve(const relation_t *relation, term_t formula,
                      term_t *values)
{
    solver_t s = {.r = relation, .ctx = relation->ctx, .values = values,
                  .defined = xcalloc(relation->count, sizeof(bool))};
    memo_init(&s.places);
    memo_init(&s.mentions);
    for (size_t i = 0; i < relation->count; i++) {
        memo_set(&s.places, relation->unknowns[i], (uint32_t)i + 1);
        values[i] = relation->unknowns[i];
    }
    take_apart(&s, formula);
    find_needs(&s);
    choose_definitions(&s);
    const term_t rest = remaining(&s);
    solver_release(&s);
    return rest;
}

// ---- starts ----

// Does it speak about parameters only?
static bool is_fixed(const model_t *model, term_t t)
{
    var_vec_t vars = {0};
    bool fixed = true;
    walk_variables(model_context(model), &t, 1, &vars);
    for (size_t i = 0; i < vars.len; i++)
        fixed &= model_find(model, vars.data[i])->class == VAR_PARAMETER;
    vec_release(&vars);
    return fixed;
}

static void add_constraint(model_t *model, size_t start, term_t constraint)
{
    context_t *ctx = model_context(model);
    term_vec_t parts = {0};
    term_t rest = term_true(ctx);
    relation_conjuncts(ctx, constraint, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        const assumption_t a = {.kind = ASSUME_GENERIC,
                                .term = parts.data[i]};
        if (term_is_true(ctx, parts.data[i]))
            continue;
        if (is_fixed(model, parts.data[i]))
            model_add_assumption(model, &a);
        else
            rest = term_and(ctx, rest, parts.data[i]);
    }
    if (!term_is_true(ctx, rest))
        model_start_constrain(model, start, rest);
    vec_release(&parts);
}

void relation_add_start(model_t *model, term_t init)
{
    context_t *ctx = model_context(model);
    term_vec_t states = {0};
    for (size_t i = 0; i < model_var_count(model); i++)
        if (model_var(model, i)->class == VAR_STATE)
            vec_push(&states, term_last(ctx, model_var(model, i)->var));
    const relation_t r = {.ctx = ctx, .unknowns = states.data,
                          .count = states.len};
    term_t *values = xnmalloc(states.len, sizeof *values);
    const term_t rest = relation_solve(&r, init, values);
    const size_t start = model_add_start(model, "initial");
    for (size_t i = 0; i < states.len; i++)
        if (!term_equal(values[i], states.data[i]))
            model_start_value(model, start, term_var(ctx, states.data[i]),
                              values[i]);
    add_constraint(model, start, rest);
    free(values);
    vec_release(&states);
}
