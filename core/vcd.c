// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/vcd.h"

// One waveform: a scalar variable, or one element of an array.
typedef struct {
    size_t scope;     // length of the scope part of the name, without its dot
    char *name;
    var_t var;
    bool clock;
    bool has_index, rest; // element of an array; `rest`: of all other indices
    bigint_t index;
    sort_t sort;
    unsigned width;   // of an integer
} wave_t;

typedef struct {
    const trace_t *trace;
    const model_t *model;
    const context_t *ctx;
    text_t *out;
    VEC(wave_t) waves;
} writer_t;

#define STEP_NS 10
#define HALF_NS 5

static bool is_clock(const model_t *model, var_t var)
{
    for (size_t i = 0; i < model_clock_count(model); i++)
        if (var_equal(model_clock(model, i)->var, var))
            return true;
    return false;
}

// The wave's value in a step, or NULL.
static const value_t *value_at(const writer_t *w, const wave_t *wave,
                               size_t step)
{
    const value_t *v = trace_get(w->trace, step, wave->var);
    if (v == NULL || !wave->has_index)
        return v;
    return wave->rest ? v->rest : value_select(v, wave->index);
}

// ---- which waves there are ----

static unsigned bits_of(bigint_t n)
{
    if (bigint_sign(n) == 0)
        return 1;
    bigint_t m = bigint_sign(n) < 0 ? bigint_neg(n) : bigint_copy(n);
    const unsigned bits = (unsigned)bigint_log2(m) + 1;
    bigint_release(&m);
    return bits;
}

// Wide enough for every value of the wave, with a sign if one is negative.
static unsigned width_of(const writer_t *w, const wave_t *wave)
{
    unsigned bits = 1;
    bool negative = false;
    for (size_t s = 0; s < trace_length(w->trace); s++) {
        const value_t *v = value_at(w, wave, s);
        if (v == NULL)
            continue;
        const unsigned n = bits_of(v->number);
        bits = n > bits ? n : bits;
        negative |= bigint_sign(v->number) < 0;
    }
    return bits + negative;
}

static size_t scope_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : 0;
}

static void add_wave(writer_t *w, wave_t wave, char *name)
{
    wave.name = name;
    wave.scope = scope_length(name);
    if (sort_kind(w->ctx, wave.sort) == SORT_INT)
        wave.width = width_of(w, &wave);
    vec_push(&w->waves, wave);
}

static bool has_element(const writer_t *w, var_t var, bigint_t index)
{
    for (size_t i = 0; i < w->waves.len; i++) {
        const wave_t *wave = &w->waves.data[i];
        if (var_equal(wave->var, var) && wave->has_index && !wave->rest
            && bigint_equal(wave->index, index))
            return true;
    }
    return false;
}

static void add_element(writer_t *w, const wave_t *array, bigint_t index)
{
    if (has_element(w, array->var, index))
        return;
    wave_t wave = *array;
    wave.has_index = true;
    wave.index = bigint_copy(index);
    text_t name;
    text_init(&name);
    text_printf(&name, "%s(", ident_text(var_name(w->ctx, array->var)));
    bigint_format(index, &name);
    text_char(&name, ')');
    add_wave(w, wave, text_steal(&name));
}

static void add_array(writer_t *w, wave_t array)
{
    array.sort = sort_element(w->ctx, array.sort);
    for (size_t s = 0; s < trace_length(w->trace); s++) {
        const value_t *v = trace_get(w->trace, s, array.var);
        for (size_t i = 0; v != NULL && i < v->entry_count; i++)
            add_element(w, &array, v->entries[i].index);
    }
    wave_t rest = array;
    rest.has_index = rest.rest = true;
    add_wave(w, rest, xasprintf("%s(others)",
                                ident_text(var_name(w->ctx, array.var))));
}

static void add_variable(writer_t *w, const model_var_t *v)
{
    const wave_t wave = {.var = v->var, .sort = var_sort(w->ctx, v->var),
                         .clock = is_clock(w->model, v->var)};
    if (sort_kind(w->ctx, wave.sort) == SORT_ARRAY)
        add_array(w, wave);
    else
        add_wave(w, wave, xstrdup(ident_text(var_name(w->ctx, v->var))));
}

// By scope, so that each is opened once; stable, so that the order of the
// model is kept within one.
static int compare_scopes(const wave_t *a, const wave_t *b)
{
    const size_t n = a->scope < b->scope ? a->scope : b->scope;
    const int order = strncmp(a->name, b->name, n);
    return order != 0 ? order : (a->scope > b->scope) - (a->scope < b->scope);
}

static void sort_waves(writer_t *w)
{
    for (size_t i = 1; i < w->waves.len; i++) {
        const wave_t wave = w->waves.data[i];
        size_t j = i;
        for (; j > 0 && compare_scopes(&w->waves.data[j - 1], &wave) > 0; j--)
            w->waves.data[j] = w->waves.data[j - 1];
        w->waves.data[j] = wave;
    }
}

// ---- the header ----

// Short names of printable characters.
static void write_code(size_t i, text_t *out)
{
    do {
        text_char(out, (char)('!' + i % 94));
        i /= 94;
    } while (i > 0);
}

// Opens and closes scopes to get from one path to another.
static void change_scope(text_t *out, const char *from, size_t from_length,
                         const char *to, size_t to_length)
{
    size_t common = 0, end = 0; // end of the last part that both share
    while (common < from_length && common < to_length
           && from[common] == to[common])
        common++;
    for (size_t i = 0; i <= common; i++)
        if ((i == from_length || from[i] == '.')
            && (i == to_length || to[i] == '.'))
            end = i;
    for (size_t i = end; i < from_length; i++)
        if (i == end || from[i] == '.')
            text_add(out, "$upscope $end\n");
    for (size_t i = end; i < to_length;) {
        i += to[i] == '.';
        const size_t part = strcspn(to + i, ".");
        text_printf(out, "$scope module %.*s $end\n", (int)part, to + i);
        i += part;
    }
}

static void declare(const writer_t *w, size_t i)
{
    const wave_t *wave = &w->waves.data[i];
    const sort_kind_t kind = sort_kind(w->ctx, wave->sort);
    text_add(w->out, "$var ");
    if (kind == SORT_BOOL)
        text_add(w->out, "wire 1 ");
    else if (kind == SORT_INT)
        text_printf(w->out, "wire %u ", wave->width);
    else
        text_add(w->out, "string 1 ");
    write_code(i, w->out);
    const char *leaf = wave->name + wave->scope + (wave->scope > 0);
    text_printf(w->out, " %s", leaf);
    if (kind == SORT_INT && wave->width > 1)
        text_printf(w->out, " [%u:0]", wave->width - 1);
    text_add(w->out, " $end\n");
}

static void write_header(const writer_t *w)
{
    text_printf(w->out, "$version clave $end\n$timescale 1 ns $end\n"
                        "$scope module %s $end\n", model_name(w->model));
    const char *path = "";
    size_t length = 0;
    for (size_t i = 0; i < w->waves.len; i++) {
        const wave_t *wave = &w->waves.data[i];
        change_scope(w->out, path, length, wave->name, wave->scope);
        path = wave->name;
        length = wave->scope;
        declare(w, i);
    }
    change_scope(w->out, path, length, "", 0);
    text_add(w->out, "$upscope $end\n$enddefinitions $end\n");
}

// ---- the changes ----

static void write_bits(bigint_t n, unsigned width, text_t *out)
{
    bigint_t rest = bigint_copy(n);
    const size_t start = out->len;
    text_fill(out, '0', width);
    for (unsigned i = 0; i < width; i++) { // two's complement, by floor
        bigint_t bit = bigint_mod(rest, bigint_of(2));
        out->data[start + width - 1 - i] = (char)('0' + bit.small);
        const bigint_t half = bigint_div(rest, bigint_of(2));
        bigint_release(&bit);
        bigint_release(&rest);
        rest = half;
    }
    bigint_release(&rest);
}

// A string ends at the first blank.
static void write_string(const writer_t *w, const value_t *v)
{
    const size_t start = w->out->len;
    if (v == NULL)
        text_char(w->out, '?');
    else
        value_format(w->ctx, v, w->out);
    for (size_t i = start; i < w->out->len; i++)
        if (w->out->data[i] == ' ')
            w->out->data[i] = '_';
}

static void write_change(const writer_t *w, size_t i, const value_t *v)
{
    const wave_t *wave = &w->waves.data[i];
    switch (sort_kind(w->ctx, wave->sort)) {
    case SORT_BOOL:
        text_char(w->out, v == NULL ? 'x' : v->boolean ? '1' : '0');
        break;
    case SORT_INT:
        text_char(w->out, 'b');
        if (v == NULL)
            text_char(w->out, 'x');
        else
            write_bits(v->number, wave->width, w->out);
        text_char(w->out, ' ');
        break;
    default:
        text_char(w->out, 's');
        write_string(w, v);
        text_char(w->out, ' ');
        break;
    }
    write_code(i, w->out);
    text_char(w->out, '\n');
}

static bool changed(const value_t *before, const value_t *now)
{
    if (before == NULL || now == NULL)
        return before != now;
    return !value_equal(before, now);
}

static void write_step(const writer_t *w, size_t step)
{
    for (size_t i = 0; i < w->waves.len; i++) {
        const wave_t *wave = &w->waves.data[i];
        if (wave->clock)
            continue;
        const value_t *now = value_at(w, wave, step);
        if (step == 0 || changed(value_at(w, wave, step - 1), now))
            write_change(w, i, now);
    }
}

static bool edge(const writer_t *w, const wave_t *wave, size_t step,
                 term_kind_t kind)
{
    return step < trace_length(w->trace)
        && trace_edge(w->trace, step, wave->var, kind);
}

// A clock is drawn by its edges: it has to be low before it rises and high
// before it falls, and goes there in the middle of the step before.
static void write_clock_bit(const writer_t *w, size_t i, bool level)
{
    text_char(w->out, level ? '1' : '0');
    write_code(i, w->out);
    text_char(w->out, '\n');
}

static void write_edges(const writer_t *w, size_t step, bool *levels)
{
    for (size_t i = 0; i < w->waves.len; i++) {
        const wave_t *wave = &w->waves.data[i];
        if (!wave->clock)
            continue;
        const bool up = edge(w, wave, step, TERM_POSEDGE);
        const bool down = edge(w, wave, step, TERM_NEGEDGE);
        if (up || down)
            write_clock_bit(w, i, levels[i] = up);
    }
}

static void write_returns(const writer_t *w, size_t step, bool *levels)
{
    for (size_t i = 0; i < w->waves.len; i++) {
        const wave_t *wave = &w->waves.data[i];
        if (!wave->clock)
            continue;
        if (edge(w, wave, step, TERM_POSEDGE) && levels[i])
            write_clock_bit(w, i, levels[i] = false);
        else if (edge(w, wave, step, TERM_NEGEDGE) && !levels[i])
            write_clock_bit(w, i, levels[i] = true);
    }
}

static void write_changes(const writer_t *w)
{
    bool *levels = xcalloc(w->waves.len, sizeof(bool));
    const size_t n = trace_length(w->trace);
    for (size_t s = 0; s < n; s++) {
        text_printf(w->out, "#%zu\n", s * STEP_NS);
        if (s == 0) {
            text_add(w->out, "$dumpvars\n");
            for (size_t i = 0; i < w->waves.len; i++)
                if (w->waves.data[i].clock)
                    write_clock_bit(w, i, levels[i]);
        } else {
            write_edges(w, s - 1, levels);
        }
        write_step(w, s);
        if (s == 0)
            text_add(w->out, "$end\n");
        text_printf(w->out, "#%zu\n", s * STEP_NS + HALF_NS);
        write_returns(w, s, levels);
    }
    if (n > 0) {
        text_printf(w->out, "#%zu\n", n * STEP_NS);
        write_edges(w, n - 1, levels);
    }
    free(levels);
}

void vcd_write(const trace_t *trace, text_t *out)
{
    writer_t w = {.trace = trace, .model = trace_model(trace), .out = out,
                  .ctx = model_context(trace_model(trace))};
    for (size_t i = 0; i < model_var_count(w.model); i++)
        add_variable(&w, model_var(w.model, i));
    sort_waves(&w);
    write_header(&w);
    write_changes(&w);
    for (size_t i = 0; i < w.waves.len; i++) {
        free(w.waves.data[i].name);
        bigint_release(&w.waves.data[i].index);
    }
    vec_release(&w.waves);
}
