// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/vcd.h"

#include "core/arena.h"

typedef struct {
    const vcd_t *vcd;
    text_t *out;
    size_t *order; // the waves by scope
} writer_t;

#define STEP_NS 10
#define HALF_NS 5

// ---- scopes ----

static size_t scope_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : 0;
}

static int compare_scopes(const char *a, const char *b)
{
    const size_t m = scope_length(a), n = scope_length(b);
    const int order = strncmp(a, b, m < n ? m : n);
    return order != 0 ? order : (m > n) - (m < n);
}

// So that each scope is opened once; stable, so that the given order is kept
// within one.
static void sort_waves(writer_t *w)
{
    const vcd_wave_t *waves = w->vcd->waves;
    for (size_t i = 0; i < w->vcd->wave_count; i++) {
        size_t j = i;
        for (; j > 0 && compare_scopes(waves[w->order[j - 1]].name,
                                       waves[i].name) > 0; j--)
            w->order[j] = w->order[j - 1];
        w->order[j] = i;
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
    const vcd_wave_t *wave = &w->vcd->waves[i];
    const size_t scope = scope_length(wave->name);
    if (wave->kind == VCD_STRING)
        text_add(w->out, "$var string 1 ");
    else
        text_printf(w->out, "$var wire %u ",
                    wave->kind == VCD_BITS ? wave->width : 1);
    write_code(i, w->out);
    text_printf(w->out, " %s", wave->name + scope + (scope > 0));
    if (wave->kind == VCD_BITS && wave->width > 1)
        text_printf(w->out, " [%u:0]", wave->width - 1);
    text_add(w->out, " $end\n");
}

static void write_header(const writer_t *w)
{
    text_add(w->out, "$version clave $end\n$timescale 1 ns $end\n");
    if (w->vcd->comment != NULL)
        text_printf(w->out, "$comment %s $end\n", w->vcd->comment);
    text_printf(w->out, "$scope module %s $end\n", w->vcd->top);
    const char *path = "";
    for (size_t i = 0; i < w->vcd->wave_count; i++) {
        const char *name = w->vcd->waves[w->order[i]].name;
        change_scope(w->out, path, scope_length(path), name,
                     scope_length(name));
        path = name;
        declare(w, w->order[i]);
    }
    change_scope(w->out, path, scope_length(path), "", 0);
    text_add(w->out, "$upscope $end\n$enddefinitions $end\n");
}

// ---- the changes ----

static const char *value_at(const writer_t *w, size_t wave, size_t step)
{
    return w->vcd->waves[wave].values[step];
}

// A string ends at the first blank.
static void write_string(const char *value, text_t *out)
{
    for (; *value != '\0'; value++)
        text_char(out, *value == ' ' ? '_' : *value);
}

static void write_change(const writer_t *w, size_t i, const char *value)
{
    switch (w->vcd->waves[i].kind) {
    case VCD_BITS:
        text_printf(w->out, "b%s ", value != NULL ? value : "x");
        break;
    case VCD_STRING:
        text_char(w->out, 's');
        write_string(value != NULL ? value : "?", w->out);
        text_char(w->out, ' ');
        break;
    default:
        text_add(w->out, value != NULL ? value : "x");
        break;
    }
    write_code(i, w->out);
    text_char(w->out, '\n');
}

static bool changed(const char *before, const char *now)
{
    if (before == NULL || now == NULL)
        return before != now;
    return strcmp(before, now) != 0;
}

static void write_step(const writer_t *w, size_t step)
{
    for (size_t k = 0; k < w->vcd->wave_count; k++) {
        const size_t i = w->order[k];
        if (w->vcd->waves[i].kind != VCD_CLOCK
            && (step == 0
                || changed(value_at(w, i, step - 1), value_at(w, i, step))))
            write_change(w, i, value_at(w, i, step));
    }
}

// A clock is drawn by its edges: it has to be low before it rises and high
// before it falls, and goes there in the middle of the step before.
static void write_level(const writer_t *w, size_t i, bool *levels, bool level)
{
    levels[i] = level;
    write_change(w, i, level ? "1" : "0");
}

static char edge_of(const writer_t *w, size_t i, size_t step)
{
    return w->vcd->waves[i].kind == VCD_CLOCK ? *value_at(w, i, step) : '-';
}

static void write_edges(const writer_t *w, size_t step, bool *levels)
{
    for (size_t k = 0; k < w->vcd->wave_count; k++) {
        const char edge = edge_of(w, w->order[k], step);
        if (edge != '-')
            write_level(w, w->order[k], levels, edge == 'r');
    }
}

static void write_returns(const writer_t *w, size_t step, bool *levels)
{
    for (size_t k = 0; k < w->vcd->wave_count; k++) {
        const size_t i = w->order[k];
        const char edge = edge_of(w, i, step);
        if (edge != '-' && levels[i] == (edge == 'r'))
            write_level(w, i, levels, !levels[i]);
    }
}

static void write_first_levels(const writer_t *w, bool *levels)
{
    for (size_t k = 0; k < w->vcd->wave_count; k++)
        if (w->vcd->waves[w->order[k]].kind == VCD_CLOCK)
            write_level(w, w->order[k], levels, false);
}

static void write_changes(const writer_t *w)
{
    bool *levels = xcalloc(w->vcd->wave_count + 1, sizeof(bool));
    const size_t n = w->vcd->steps;
    for (size_t s = 0; s < n; s++) {
        text_printf(w->out, "#%zu\n", s * STEP_NS);
        if (s == 0) {
            text_add(w->out, "$dumpvars\n");
            write_first_levels(w, levels);
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

void vcd_write_waves(const vcd_t *vcd, text_t *out)
{
    writer_t w = {.vcd = vcd, .out = out,
                  .order = xnmalloc(vcd->wave_count + 1, sizeof(size_t))};
    sort_waves(&w);
    write_header(&w);
    write_changes(&w);
    free(w.order);
}

// ---- numbers ----

static unsigned bits_of(bigint_t n)
{
    if (bigint_sign(n) == 0)
        return 1;
    bigint_t m = bigint_sign(n) < 0 ? bigint_neg(n) : bigint_copy(n);
    const unsigned bits = (unsigned)bigint_log2(m) + 1;
    bigint_release(&m);
    return bits;
}

unsigned vcd_width(const bigint_t *numbers, size_t count)
{
    unsigned bits = 1;
    bool negative = false;
    for (size_t i = 0; i < count; i++) {
        const unsigned n = bits_of(numbers[i]);
        bits = n > bits ? n : bits;
        negative |= bigint_sign(numbers[i]) < 0;
    }
    return bits + negative;
}

void vcd_bits(bigint_t n, unsigned width, text_t *out)
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

// ---- traces ----

typedef struct {
    const trace_t *trace;
    context_t *ctx;
    arena_t *arena;
    VEC(vcd_wave_t) waves;
} tracer_t;

// One waveform: a scalar variable, or one element of an array.
typedef struct {
    var_t var;
    bool has_index, rest; // `rest`: the element at all other indices
    bigint_t index;
    sort_t sort;
} source_t;

static const value_t *traced(const tracer_t *t, const source_t *source,
                             size_t step)
{
    const value_t *v = trace_get(t->trace, step, source->var);
    if (v == NULL || !source->has_index)
        return v;
    return source->rest ? v->rest : value_select(v, source->index);
}

// Wide enough for every value of the wave, with a sign if one is negative.
static unsigned traced_width(const tracer_t *t, const source_t *source)
{
    VEC(bigint_t) numbers = {0};
    for (size_t s = 0; s < trace_length(t->trace); s++) {
        const value_t *v = traced(t, source, s);
        if (v != NULL)
            vec_push(&numbers, v->number);
    }
    const unsigned width = vcd_width(numbers.data, numbers.len);
    vec_release(&numbers);
    return width;
}

static const char *traced_text(tracer_t *t, const vcd_wave_t *wave,
                               const value_t *v)
{
    text_t text = {0};
    if (v == NULL)
        return NULL;
    if (wave->kind == VCD_BIT)
        return v->boolean ? "1" : "0";
    if (wave->kind == VCD_BITS)
        vcd_bits(v->number, wave->width, &text);
    else
        value_format(t->ctx, v, &text);
    const char *kept = arena_strdup(t->arena, text_str(&text));
    text_release(&text);
    return kept;
}

static void add_wave(tracer_t *t, const source_t *source, const char *name)
{
    const sort_kind_t kind = sort_kind(t->ctx, source->sort);
    vcd_wave_t wave = {.name = name,
                       .kind = kind == SORT_BOOL  ? VCD_BIT
                             : kind == SORT_INT ? VCD_BITS
                                                : VCD_STRING};
    if (kind == SORT_INT)
        wave.width = traced_width(t, source);
    const char **values = arena_calloc(t->arena, trace_length(t->trace) + 1,
                                       sizeof *values);
    for (size_t s = 0; s < trace_length(t->trace); s++)
        values[s] = traced_text(t, &wave, traced(t, source, s));
    wave.values = values;
    vec_push(&t->waves, wave);
}

static const char *edge_text(const trace_t *trace, size_t step, var_t clock)
{
    return trace_edge(trace, step, clock, TERM_POSEDGE)   ? "r"
         : trace_edge(trace, step, clock, TERM_NEGEDGE) ? "f" : "-";
}

const char *const *vcd_edges(const trace_t *trace, var_t clock,
                             arena_t *arena)
{
    const char **edges = arena_calloc(arena, trace_length(trace) + 1,
                                      sizeof *edges);
    for (size_t s = 0; s < trace_length(trace); s++)
        edges[s] = edge_text(trace, s, clock);
    return edges;
}

static bool is_listed(const bigint_t *list, size_t count, bigint_t index)
{
    for (size_t i = 0; i < count; i++)
        if (bigint_equal(list[i], index))
            return true;
    return false;
}

// The elements that occur get a name each.
static void add_array(tracer_t *t, source_t array, const char *name)
{
    VEC(bigint_t) indices = {0};
    array.sort = sort_element(t->ctx, array.sort);
    array.has_index = true;
    for (size_t s = 0; s < trace_length(t->trace); s++) {
        const value_t *v = trace_get(t->trace, s, array.var);
        for (size_t i = 0; v != NULL && i < v->entry_count; i++)
            if (!is_listed(indices.data, indices.len, v->entries[i].index))
                vec_push(&indices, v->entries[i].index);
    }
    for (size_t i = 0; i < indices.len; i++) {
        text_t text = {0};
        array.index = indices.data[i];
        bigint_format(array.index, &text);
        add_wave(t, &array, arena_printf(t->arena, "%s(%s)", name,
                                         text_str(&text)));
        text_release(&text);
    }
    array.rest = true;
    add_wave(t, &array, arena_printf(t->arena, "%s(others)", name));
    vec_release(&indices);
}

static bool is_clock(const model_t *model, var_t var)
{
    for (size_t i = 0; i < model_clock_count(model); i++)
        if (var_equal(model_clock(model, i)->var, var))
            return true;
    return false;
}

static void add_variable(tracer_t *t, var_t var)
{
    const char *name = ident_text(var_name(t->ctx, var));
    const source_t source = {.var = var, .sort = var_sort(t->ctx, var)};
    if (is_clock(trace_model(t->trace), var)) {
        const vcd_wave_t clock = {
            .name = name, .kind = VCD_CLOCK,
            .values = vcd_edges(t->trace, var, t->arena)};
        vec_push(&t->waves, clock);
    } else if (sort_kind(t->ctx, source.sort) == SORT_ARRAY) {
        add_array(t, source, name);
    } else {
        add_wave(t, &source, name);
    }
}

void vcd_write(const trace_t *trace, text_t *out)
{
    const model_t *model = trace_model(trace);
    tracer_t t = {.trace = trace, .ctx = model_context(model),
                  .arena = arena_new()};
    for (size_t i = 0; i < model_var_count(model); i++)
        add_variable(&t, model_var(model, i)->var);
    const vcd_t vcd = {.top = model_name(model), .waves = t.waves.data,
                       .wave_count = t.waves.len,
                       .steps = trace_length(trace)};
    vcd_write_waves(&vcd, out);
    vec_release(&t.waves);
    arena_free(t.arena);
}
