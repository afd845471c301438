// SPDX-License-Identifier: GPL-3.0-or-later

#include "config.h"

#include "psl/oracle.h"

#include "core/hash.h"
#include "core/vec.h"
#include "psl/residual.h"

#include <assert.h>

// What comes after the last letter. TOP satisfies every formula and BOTTOM
// none: f abort b is true if f is true on what is before b with TOPs behind.
typedef enum { TAIL_END, TAIL_LOOP, TAIL_TOP, TAIL_BOTTOM } tail_t;

// A word made of letters of the given one.
typedef struct segment {
    size_t *letters;
    size_t length, loop;
    tail_t tail;
    struct segment *dual; // tails TOP and BOTTOM swapped
    map_t *memo;          // (f, clock) to the index of a row
    VEC(signed char *) rows;
} segment_t;

struct oracle {
    formula_pool_t *pool;
    const word_t *word;
    residuals_t *residuals;
    segment_t *whole;
};

static bool truth(oracle_t *e, segment_t *s, formula_t f, formula_t c,
                  size_t p);

static segment_t *segment_new(size_t length, tail_t tail)
{
    segment_t *s = xcalloc(1, sizeof *s);
    s->letters = xnmalloc(length + 1, sizeof *s->letters);
    s->length = length;
    s->tail = tail;
    s->memo = map_new();
    return s;
}

static void segment_free(segment_t *s)
{
    if (!s)
        return;
    if (s->dual && s->dual != s) {
        s->dual->dual = NULL;
        segment_free(s->dual);
    }
    for (size_t i = 0; i < s->rows.len; i++)
        free(s->rows.data[i]);
    vec_release(&s->rows);
    map_free(s->memo);
    free(s->letters);
    free(s);
}

static segment_t *segment_dual(segment_t *s)
{
    if (s->tail != TAIL_TOP && s->tail != TAIL_BOTTOM)
        return s;
    if (!s->dual) {
        segment_t *d = segment_new(
            s->length, s->tail == TAIL_TOP ? TAIL_BOTTOM : TAIL_TOP);
        memcpy(d->letters, s->letters, s->length * sizeof *s->letters);
        s->dual = d;
        d->dual = s;
    }
    return s->dual;
}

static segment_t *whole_word(const word_t *word)
{
    const bool loops = word_loop(word) != WORD_NO_LOOP;
    segment_t *s = segment_new(word_length(word),
                               loops ? TAIL_LOOP : TAIL_END);
    s->loop = loops ? word_loop(word) : 0;
    for (size_t i = 0; i < s->length; i++)
        s->letters[i] = i;
    return s;
}

oracle_t *oracle_new(formula_pool_t *pool, const word_t *word)
{
    oracle_t *e = xcalloc(1, sizeof *e);
    e->pool = pool;
    e->word = word;
    e->residuals = residuals_new(pool);
    e->whole = whole_word(word);
    return e;
}

void oracle_free(oracle_t *e)
{
    if (!e)
        return;
    segment_free(e->whole);
    residuals_free(e->residuals);
    free(e);
}

// A walk along the positions from p on. Each position reachable from p comes
// up; on a lasso the walk ends when all have.
typedef struct {
    size_t at, left;
} walk_t;

static walk_t walk_from(const segment_t *s, size_t p)
{
    size_t steps = s->length - p;
    if (s->tail == TAIL_LOOP && p > s->loop)
        steps += p - s->loop;
    return (walk_t){p, steps};
}

static void walk_step(const segment_t *s, walk_t *w)
{
    w->left--;
    w->at++;
    if (w->at == s->length && s->tail == TAIL_LOOP)
        w->at = s->loop;
}

static bool letter_holds(const oracle_t *e, const segment_t *s, size_t p,
                         formula_t b)
{
    return word_holds(e->pool, e->word, s->letters[p], b);
}

// b and b!: the first tick decides.
static bool leaf(oracle_t *e, segment_t *s, formula_t f, formula_t c, size_t p)
{
    for (walk_t w = walk_from(s, p); w.left; walk_step(s, &w))
        if (letter_holds(e, s, w.at, c))
            return letter_holds(e, s, w.at, formula_a(e->pool, f));
    if (s->tail == TAIL_TOP || s->tail == TAIL_BOTTOM)
        return s->tail == TAIL_TOP;
    return formula_kind(e->pool, f) == F_BOOL;
}

// X!^m and X^m: the (m+1)-th tick decides. On a lasso that ticks at all in
// its loop there is one, however large m is.
static bool next(oracle_t *e, segment_t *s, formula_t f, formula_t c, size_t p)
{
    count_t ticks = formula_lo(e->pool, f);
    assert(!count_is_symbol(ticks));
    bool again;
    do {
        const count_t before = ticks;
        walk_t w = walk_from(s, p);
        for (; w.left; walk_step(s, &w))
            if (letter_holds(e, s, w.at, c) && ticks-- == 0)
                return truth(e, s, formula_a(e->pool, f), c, w.at);
        again = s->tail == TAIL_LOOP && ticks != before;
        if (again && p >= s->loop) // once around is before - ticks
            ticks %= before - ticks;
        p = w.at;
    } while (again);
    if (s->tail == TAIL_TOP || s->tail == TAIL_BOTTOM)
        return s->tail == TAIL_TOP;
    return formula_kind(e->pool, f) == F_WNEXT;
}

static signed char *row(segment_t *s, formula_t f, formula_t c);

// What is known of a later position settles it: the ticks before that one
// have been looked at.
static bool until(oracle_t *e, segment_t *s, formula_t f, formula_t c, size_t p)
{
    const signed char *known = row(s, f, c);
    for (walk_t w = walk_from(s, p); w.left; walk_step(s, &w)) {
        if (w.at > p && known[w.at] >= 0)
            return known[w.at];
        if (!letter_holds(e, s, w.at, c))
            continue;
        if (truth(e, s, formula_b(e->pool, f), c, w.at))
            return true;
        if (!truth(e, s, formula_a(e->pool, f), c, w.at))
            return false;
    }
    if (s->tail == TAIL_TOP || s->tail == TAIL_BOTTOM)
        return s->tail == TAIL_TOP;
    return formula_kind(e->pool, f) == F_WEAK;
}

// The residuals met on a lasso are finitely many; a pair of residual and
// position seen before ends the walk.
typedef struct {
    residual_t residual;
    size_t at;
    bool ended; // no letter is left
    map_t *seen;
} match_t;

static match_t match_start(oracle_t *e, formula_t sere, formula_t c, size_t p)
{
    return (match_t){residual_of(e->residuals, sere, c), p, false,
                     map_new()};
}

// Reads one letter; false if there is none, nothing is left to match, or
// this was seen before. The position is that of the letter read, in *last.
static bool match_step(oracle_t *e, const segment_t *s, match_t *m,
                       size_t *last)
{
    if (m->residual == RESIDUAL_FAIL)
        return false;
    m->ended = m->at == s->length;
    if (m->ended)
        return false;
    const uint64_t key = (uint64_t)m->residual << 32 | m->at;
    if (map_get(m->seen, key, NULL))
        return false;
    map_put(m->seen, key, 1);
    *last = m->at;
    m->residual = residual_step(e->residuals, m->residual, e->word,
                                s->letters[m->at]);
    m->at++;
    if (m->at == s->length && s->tail == TAIL_LOOP)
        m->at = s->loop;
    return true;
}

// {r} and {r}!, with TOPs behind for the weak one.
static bool sere(oracle_t *e, segment_t *s, formula_t f, formula_t c, size_t p)
{
    const bool strong = formula_kind(e->pool, f) == F_SERE_STRONG;
    if (p == s->length) // no letter speaks against it
        return !strong;
    match_t m = match_start(e, formula_a(e->pool, f), c, p);
    size_t last;
    bool done = false, dead = false;
    while (!done && !dead && match_step(e, s, &m, &last)) {
        done = residual_done(e->residuals, m.residual);
        dead = !strong && !residual_live(e->residuals, m.residual);
    }
    map_free(m.seen);
    if (done || dead || m.residual == RESIDUAL_FAIL)
        return done;
    switch (s->tail) {
    case TAIL_TOP: return residual_live(e->residuals, m.residual);
    case TAIL_BOTTOM: return false;
    default: return !strong;
    }
}

// {r} |-> f and {r} #-# f: each end of a match, or some.
static bool suffix(oracle_t *e, segment_t *s, formula_t f, formula_t c,
                   size_t p)
{
    const bool all = formula_kind(e->pool, f) == F_SUFFIX;
    match_t m = match_start(e, formula_a(e->pool, f), c, p);
    size_t last;
    bool found = false; // one that decides
    while (!found && match_step(e, s, &m, &last))
        if (residual_done(e->residuals, m.residual))
            found = truth(e, s, formula_b(e->pool, f), c, last) != all;
    map_free(m.seen);
    if (found)
        return !all;
    if (p == s->length && s->tail != TAIL_END)
        return s->tail == TAIL_TOP;
    // TOPs may complete a match of #-#, BOTTOMs one of |->: it is the dual.
    const bool open =
        m.ended && residual_live(e->residuals, m.residual);
    if (s->tail == TAIL_TOP)
        return all || open;
    if (s->tail == TAIL_BOTTOM)
        return all && !open;
    return all;
}

// The letters from p on, up to but without that of the walk.
static segment_t *cut(const segment_t *s, size_t p, size_t length)
{
    segment_t *prefix = segment_new(length, TAIL_TOP);
    walk_t w = {p, length};
    for (size_t i = 0; i < length; i++, walk_step(s, &w))
        prefix->letters[i] = s->letters[w.at];
    return prefix;
}

static bool aborted(oracle_t *e, segment_t *s, formula_t f, formula_t c,
                    size_t p)
{
    const bool sync = formula_kind(e->pool, f) == F_SYNC_ABORT;
    const formula_t g = formula_a(e->pool, f);
    if (truth(e, s, g, c, p))
        return true;
    size_t length = 0;
    for (walk_t w = walk_from(s, p); w.left; walk_step(s, &w), length++) {
        if (!letter_holds(e, s, w.at, formula_b(e->pool, f))
            || (sync && !letter_holds(e, s, w.at, c)))
            continue;
        segment_t *prefix = cut(s, p, length);
        const bool holds = truth(e, prefix, g, c, 0);
        segment_free(prefix);
        if (holds)
            return true;
    }
    return false;
}

static bool compute(oracle_t *e, segment_t *s, formula_t f, formula_t c,
                    size_t p)
{
    const formula_t a = formula_a(e->pool, f), b = formula_b(e->pool, f);
    switch (formula_kind(e->pool, f)) {
    case F_BOOL: case F_STRONG: return leaf(e, s, f, c, p);
    case F_NOT: return !truth(e, segment_dual(s), a, c, p);
    case F_AND: return truth(e, s, a, c, p) && truth(e, s, b, c, p);
    case F_OR: return truth(e, s, a, c, p) || truth(e, s, b, c, p);
    case F_NEXT: case F_WNEXT: return next(e, s, f, c, p);
    case F_UNTIL: case F_WEAK: return until(e, s, f, c, p);
    case F_AT: return truth(e, s, a, b, p);
    case F_SERE: case F_SERE_STRONG: return sere(e, s, f, c, p);
    case F_SUFFIX: case F_FOLLOW: return suffix(e, s, f, c, p);
    case F_ABORT: case F_SYNC_ABORT: return aborted(e, s, f, c, p);
    default:
        BUG("not a formula: %s",
            formula_kind_name(formula_kind(e->pool, f)));
    }
}

static signed char *row(segment_t *s, formula_t f, formula_t c)
{
    const uint64_t key = (uint64_t)f << 32 | c;
    uint64_t index;
    if (!map_get(s->memo, key, &index)) {
        index = s->rows.len;
        signed char *fresh = xmalloc(s->length + 1);
        memset(fresh, -1, s->length + 1);
        vec_push(&s->rows, fresh);
        map_put(s->memo, key, index);
    }
    return s->rows.data[index];
}

static bool truth(oracle_t *e, segment_t *s, formula_t f, formula_t c, size_t p)
{
    assert(p <= s->length);
    if (p == s->length && s->tail >= TAIL_TOP)
        return s->tail == TAIL_TOP;
    signed char *known = row(s, f, c);
    if (known[p] < 0)
        known[p] = compute(e, s, f, c, p);
    return known[p];
}

bool oracle_at(oracle_t *e, formula_t f, formula_t clock, size_t position)
{
    return truth(e, e->whole, f, clock, position);
}

bool oracle_holds(oracle_t *e, formula_t f, formula_t clock)
{
    return oracle_at(e, f, clock, 0);
}

bool oracle_matches(oracle_t *e, formula_t sere_, formula_t clock,
                    size_t position, oracle_match_fn fn, void *user)
{
    match_t m = match_start(e, sere_, clock, position);
    size_t last;
    bool stop = false;
    while (!stop && match_step(e, e->whole, &m, &last))
        if (residual_done(e->residuals, m.residual))
            stop = fn(last, user);
    map_free(m.seen);
    return stop;
}

bool oracle_word(formula_pool_t *pool, formula_t f, formula_t clock,
               const word_t *word)
{
    oracle_t *e = oracle_new(pool, word);
    const bool holds = oracle_holds(e, f, clock);
    oracle_free(e);
    return holds;
}
