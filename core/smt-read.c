// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/smt-read.h"
#include "core/hash.h"

// What a list on the stack is waiting for: the operands of an operator, the
// right sides of a let, or the let's body.
typedef enum { OPERANDS, BINDINGS, BODY } stage_t;

typedef struct {
    const sexpr_t *list;
    const sexpr_t *next; // operand or binding still to be read
    size_t base;         // where its operands start
    size_t scope;        // bindings in force before this let
    stage_t stage;
} frame_t;

typedef struct {
    ident_t name;
    term_t term;
    uint64_t hidden; // index + 1 of the binding that this one hides, or 0
} binding_t;

typedef struct {
    context_t *ctx;
    const smt_names_t *names;
    diag_sink_t *sink;
    VEC(frame_t) frames;
    term_vec_t operands;
    VEC(binding_t) bindings;
    map_t *innermost; // from an identifier's index to its binding + 1
} reader_t;

static bool fail(reader_t *r, const sexpr_t *s, const char *what)
{
    diag_error(r->sink, s->loc, "%s", what);
    return false;
}

// ---- operators ----

typedef term_t (*binary_fn)(context_t *, term_t, term_t);

static term_t greater(context_t *ctx, term_t a, term_t b)
{
    return term_lt(ctx, b, a);
}

static term_t greater_equal(context_t *ctx, term_t a, term_t b)
{
    return term_le(ctx, b, a);
}

typedef enum { LEFT, RIGHT, CHAIN, PAIRWISE } folding_t;

typedef struct {
    const char *name;
    binary_fn fn;
    sort_kind_t operand;
    folding_t folding;
} operator_t;

static const operator_t operators[] = {
    {"and", term_and, SORT_BOOL, LEFT},
    {"or", term_or, SORT_BOOL, LEFT},
    {"xor", term_ne, SORT_BOOL, LEFT},
    {"=>", term_implies, SORT_BOOL, RIGHT},
    {"<=", term_le, SORT_INT, CHAIN},
    {"<", term_lt, SORT_INT, CHAIN},
    {">=", greater_equal, SORT_INT, CHAIN},
    {">", greater, SORT_INT, CHAIN},
    {"+", term_add, SORT_INT, LEFT},
    {"-", term_sub, SORT_INT, LEFT},
    {"*", term_mul, SORT_INT, LEFT},
    {"div", term_div, SORT_INT, LEFT},
    {"mod", term_mod, SORT_INT, LEFT},
};

static const operator_t equality = {"=", term_eq, SORT_BOOL, CHAIN};
static const operator_t distinct = {"distinct", term_ne, SORT_BOOL, PAIRWISE};

static sort_kind_t kind_of(const context_t *ctx, term_t t)
{
    return sort_kind(ctx, term_sort(ctx, t));
}

static term_t fold(context_t *ctx, const operator_t *op, const term_t *a,
                   size_t n)
{
    term_t t = op->folding == RIGHT ? a[n - 1] : a[0];
    if (op->folding == LEFT)
        for (size_t i = 1; i < n; i++)
            t = op->fn(ctx, t, a[i]);
    else if (op->folding == RIGHT)
        for (size_t i = n - 1; i-- > 0;)
            t = op->fn(ctx, a[i], t);
    if (op->folding == LEFT || op->folding == RIGHT)
        return t;
    t = term_true(ctx);
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            t = term_and(ctx, t, op->fn(ctx, a[i], a[j]));
            if (op->folding == CHAIN)
                break;
        }
    return t;
}

static bool same_sorts(const context_t *ctx, const term_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!sort_equal(term_sort(ctx, a[0]), term_sort(ctx, a[i])))
            return false;
    return true;
}

static bool all_of_kind(const context_t *ctx, const term_t *a, size_t n,
                        sort_kind_t kind)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(ctx, a[i]) != kind)
            return false;
    return true;
}

static const operator_t *find_operator(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(operators); i++)
        if (strcmp(name, operators[i].name) == 0)
            return &operators[i];
    return NULL;
}

static bool apply_table(reader_t *r, const frame_t *f, const term_t *a,
                        size_t n, term_t *t)
{
    const char *name = f->list->first->text;
    const bool generic = strcmp(name, "=") == 0;
    const operator_t *op = generic ? &equality
        : strcmp(name, "distinct") == 0 ? &distinct : find_operator(name);
    if (op == NULL)
        return fail(r, f->list, "unknown operator");
    if (n == 0)
        return fail(r, f->list, "an operator without operands");
    const bool fits = op == &equality || op == &distinct
        ? same_sorts(r->ctx, a, n) : all_of_kind(r->ctx, a, n, op->operand);
    if (!fits)
        return fail(r, f->list, "operands of the wrong sort");
    if (n == 1 && strcmp(name, "-") == 0)
        *t = term_neg(r->ctx, a[0]);
    else
        *t = fold(r->ctx, op, a, n);
    return true;
}

static bool is_array_read(const context_t *ctx, const term_t *a)
{
    return kind_of(ctx, a[0]) == SORT_ARRAY && kind_of(ctx, a[1]) == SORT_INT;
}

// Operators with a fixed number of operands; false if it is none of them.
static bool apply_fixed(reader_t *r, const char *name, const term_t *a,
                        size_t n, term_t *t)
{
    context_t *ctx = r->ctx;
    if (strcmp(name, "not") == 0 && n == 1 && kind_of(ctx, a[0]) == SORT_BOOL)
        *t = term_not(a[0]);
    else if (strcmp(name, "pow2") == 0 && n == 1
             && kind_of(ctx, a[0]) == SORT_INT)
        *t = term_pow2(ctx, a[0]);
    else if (strcmp(name, "abs") == 0 && n == 1
             && kind_of(ctx, a[0]) == SORT_INT)
        *t = term_ite(ctx, term_le(ctx, term_int(ctx, 0), a[0]), a[0],
                      term_neg(ctx, a[0]));
    else if (strcmp(name, "ite") == 0 && n == 3
             && kind_of(ctx, a[0]) == SORT_BOOL
             && same_sorts(ctx, a + 1, 2))
        *t = term_ite(ctx, a[0], a[1], a[2]);
    else if (strcmp(name, "select") == 0 && n == 2 && is_array_read(ctx, a))
        *t = term_select(ctx, a[0], a[1]);
    else if (strcmp(name, "store") == 0 && n == 3 && is_array_read(ctx, a)
             && sort_equal(sort_element(ctx, term_sort(ctx, a[0])),
                           term_sort(ctx, a[2])))
        *t = term_store(ctx, a[0], a[1], a[2]);
    else
        return false;
    return true;
}

static bool is_fixed_name(const char *name)
{
    static const char *names[] = {"not", "pow2", "abs", "ite", "select",
                                  "store"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

// ((as const (Array Int S)) v)
static bool apply_const(reader_t *r, const frame_t *f, const term_t *a,
                        size_t n, term_t *t)
{
    const sexpr_t *head = f->list->first;
    sort_t sort;
    if (!sexpr_headed(head, "as") || head->count != 3
        || !sexpr_is(sexpr_at(head, 1), "const"))
        return fail(r, head, "unknown operator");
    if (!smt_read_sort(r->ctx, sexpr_at(head, 2), NULL, NULL, r->sink, &sort))
        return false;
    if (sort_kind(r->ctx, sort) != SORT_ARRAY || n != 1
        || !sort_equal(sort_element(r->ctx, sort), term_sort(r->ctx, a[0])))
        return fail(r, f->list, "operands of the wrong sort");
    *t = term_fill(r->ctx, sort, a[0]);
    return true;
}

static smt_applied_t apply_name(reader_t *r, const frame_t *f,
                                const term_t *a, size_t n, term_t *t)
{
    if (r->names->apply == NULL)
        return SMT_NOT_MINE;
    return r->names->apply(r->ctx, f->list, a, n, t, r->names->user);
}

static bool apply(reader_t *r, const frame_t *f, term_t *t)
{
    const size_t n = r->operands.len - f->base;
    const sexpr_t *head = f->list->first;
    if (n == 0)
        return fail(r, f->list, "an operator without operands");
    const term_t *a = r->operands.data + f->base;
    if (head->kind == SEXPR_LIST)
        return apply_const(r, f, a, n, t);
    if (strcmp(head->text, "!") == 0) {
        *t = a[0];
        return true;
    }
    const smt_applied_t applied = apply_name(r, f, a, n, t);
    if (applied != SMT_NOT_MINE)
        return applied == SMT_DONE;
    if (!is_fixed_name(head->text))
        return apply_table(r, f, a, n, t);
    if (!apply_fixed(r, head->text, a, n, t))
        return fail(r, f->list, "operands of the wrong sort or number");
    return true;
}

// ---- let ----

static bool bind(reader_t *r, ident_t name, term_t term)
{
    uint64_t hidden = 0;
    map_get(r->innermost, ident_index(name), &hidden);
    const binding_t b = {name, term, hidden};
    vec_push(&r->bindings, b);
    map_put(r->innermost, ident_index(name), r->bindings.len);
    return true;
}

static void unbind(reader_t *r, size_t scope)
{
    while (r->bindings.len > scope) {
        const binding_t b = vec_pop(&r->bindings);
        map_put(r->innermost, ident_index(b.name), b.hidden);
    }
}

// All right sides are known: they come into force together.
static bool enter_body(reader_t *r, frame_t *f)
{
    size_t i = f->base;
    for (const sexpr_t *b = sexpr_at(f->list, 1)->first; b; b = b->next, i++)
        bind(r, ident_new(context_idents(r->ctx), b->first->text),
             r->operands.data[i]);
    r->operands.len = f->base;
    f->stage = BODY;
    f->next = sexpr_at(f->list, 2);
    return true;
}

static bool check_let(reader_t *r, const sexpr_t *s)
{
    const sexpr_t *list = sexpr_at(s, 1);
    if (s->count != 3 || list->kind != SEXPR_LIST)
        return fail(r, s, "a let is (let ((name term) ...) term)");
    for (const sexpr_t *b = list->first; b != NULL; b = b->next)
        if (b->kind != SEXPR_LIST || b->count != 2
            || b->first->kind != SEXPR_SYMBOL)
            return fail(r, b, "a let binds (name term)");
    return true;
}

// ---- reading ----

static bool symbol(reader_t *r, const sexpr_t *s, term_t *t)
{
    const ident_t name = ident_find(context_idents(r->ctx), s->text);
    uint64_t at;
    if (name != NULL && map_get(r->innermost, ident_index(name), &at)
        && at != 0) {
        *t = r->bindings.data[at - 1].term;
        return true;
    }
    if (strcmp(s->text, "true") == 0 || strcmp(s->text, "false") == 0) {
        *t = term_bool(r->ctx, s->text[0] == 't');
        return true;
    }
    if (r->names->lookup != NULL
        && r->names->lookup(r->ctx, s->text, t, r->names->user))
        return true;
    diag_error(r->sink, s->loc, "no declaration of '%s'", s->text);
    return false;
}

static bool atom(reader_t *r, const sexpr_t *s)
{
    term_t t;
    if (s->kind == SEXPR_SYMBOL) {
        if (!symbol(r, s, &t))
            return false;
    } else {
        bigint_t n;
        if (s->kind != SEXPR_NUMBER
            || !bigint_parse(&n, s->text, strlen(s->text)))
            return fail(r, s, "neither a term of integers nor of Booleans");
        t = term_bigint(r->ctx, n);
        bigint_release(&n);
    }
    vec_push(&r->operands, t);
    return true;
}

static bool open_list(reader_t *r, const sexpr_t *s)
{
    if (s->first == NULL || (s->first->kind != SEXPR_SYMBOL
                             && s->first->kind != SEXPR_LIST))
        return fail(r, s, "no operator");
    frame_t f = {.list = s, .next = s->first->next,
                 .base = r->operands.len, .scope = r->bindings.len};
    if (sexpr_is(s->first, "let")) {
        if (!check_let(r, s))
            return false;
        f.stage = BINDINGS;
        f.next = sexpr_at(s, 1)->first;
    } else if (sexpr_is(s->first, "!") && s->count < 2) {
        return fail(r, s, "'!' without a term");
    }
    vec_push(&r->frames, f);
    return true;
}

// What the frame needs next, or NULL when it has all operands.
static const sexpr_t *advance(reader_t *r, frame_t *f)
{
    if (f->stage == BINDINGS && f->next == NULL)
        enter_body(r, f);
    const sexpr_t *s = f->next;
    if (s == NULL)
        return NULL;
    f->next = s->next;
    if (f->stage == BINDINGS)
        return sexpr_at(s, 1);
    if (f->stage == BODY || sexpr_is(f->list->first, "!"))
        f->next = NULL;
    return s;
}

static bool close_list(reader_t *r)
{
    const frame_t f = vec_last(&r->frames);
    term_t t;
    if (f.stage == BODY) {
        t = vec_last(&r->operands);
        unbind(r, f.scope);
    } else if (!apply(r, &f, &t)) {
        return false;
    }
    r->frames.len--;
    r->operands.len = f.base;
    vec_push(&r->operands, t);
    return true;
}

static bool read_all(reader_t *r, const sexpr_t *root)
{
    const sexpr_t *s = root;
    for (;;) {
        if (s->kind == SEXPR_LIST ? !open_list(r, s) : !atom(r, s))
            return false;
        for (;;) {
            if (r->frames.len == 0)
                return true;
            s = advance(r, &vec_last(&r->frames));
            if (s != NULL)
                break;
            if (!close_list(r))
                return false;
        }
    }
}

bool smt_read_term(context_t *ctx, const sexpr_t *s, smt_lookup_fn lookup,
                   void *user, diag_sink_t *sink, term_t *result)
{
    const smt_names_t names = {.lookup = lookup, .user = user};
    return smt_read_term_with(ctx, s, &names, sink, result);
}

bool smt_read_term_with(context_t *ctx, const sexpr_t *s,
                        const smt_names_t *names, diag_sink_t *sink,
                        term_t *result)
{
    reader_t r = {.ctx = ctx, .names = names, .sink = sink,
                  .innermost = map_new()};
    const bool ok = read_all(&r, s);
    if (ok)
        *result = r.operands.data[0];
    map_free(r.innermost);
    vec_release(&r.frames);
    vec_release(&r.operands);
    vec_release(&r.bindings);
    return ok;
}

static bool named_sort(context_t *ctx, const sexpr_t *s,
                       smt_sort_lookup_fn lookup, void *user, sort_t *result)
{
    if (sexpr_is(s, "Bool"))
        *result = sort_bool(ctx);
    else if (sexpr_is(s, "Int"))
        *result = sort_int(ctx);
    else
        return s->kind == SEXPR_SYMBOL && lookup != NULL
            && lookup(ctx, s->text, result, user);
    return true;
}

bool smt_read_sort(context_t *ctx, const sexpr_t *s,
                   smt_sort_lookup_fn lookup, void *user, diag_sink_t *sink,
                   sort_t *result)
{
    size_t arrays = 0;
    for (; sexpr_headed(s, "Array"); s = sexpr_at(s, 2), arrays++)
        if (s->count != 3 || !sexpr_is(sexpr_at(s, 1), "Int")) {
            diag_error(sink, s->loc, "arrays are (Array Int ...) only");
            return false;
        }
    if (!named_sort(ctx, s, lookup, user, result)) {
        diag_error(sink, s->loc, "sorts are Bool, Int and (Array Int ...)");
        return false;
    }
    for (; arrays > 0; arrays--)
        *result = sort_array(ctx, *result);
    return true;
}
