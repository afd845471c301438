// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/sweep.h"

#include <errno.h>
#include <strings.h>

// More lowerings than this are not made.
#define MAX_POINTS 64
// Without being asked, a structural generic is looked at with its default
// and with 1 to this.
#define SMALL_VALUES 4

typedef struct {
    char *name, *value;
    bool chosen; // by us: the user said nothing about it
} setting_t;

typedef struct {
    VEC(setting_t) settings;
} point_t;

typedef struct {
    char *name;
    long low, high;
} range_t;

typedef struct {
    supervise_link_t *link;
    ghdl_t *ghdl;
    context_t *ctx;
    const options_t *options;
    sweep_fn each;
    void *user;
    map_t *functions;
    map_t *said; // diagnostics, by hash
    VEC(range_t) ranges;
    VEC(char *) constraints; // the ranges, as VHDL
    VEC(point_t) points;     // still to be looked at, the next one last
    size_t made;
} sweep_t;

static diag_sink_t *sink_of(const sweep_t *s)
{
    return supervise_sink(s->link);
}

// ---- points ----

static void add_setting(point_t *point, const char *name, const char *value,
                        bool chosen)
{
    const setting_t s = {xstrdup(name), xstrdup(value), chosen};
    vec_push(&point->settings, s);
}

static point_t copy_point(const point_t *from)
{
    point_t to = {0};
    for (size_t i = 0; i < from->settings.len; i++) {
        const setting_t *s = &from->settings.data[i];
        add_setting(&to, s->name, s->value, s->chosen);
    }
    return to;
}

static void release_point(point_t *point)
{
    for (size_t i = 0; i < point->settings.len; i++) {
        free(point->settings.data[i].name);
        free(point->settings.data[i].value);
    }
    vec_release(&point->settings);
}

// ---- what the user gave ----

// LO..HI; false if it is something else.
static bool read_range(const char *text, long *low, long *high)
{
    char *end;
    errno = 0;
    *low = strtol(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    text = end + 2;
    *high = strtol(text, &end, 10);
    return end != text && *end == '\0' && errno == 0;
}

static bool read_generic(sweep_t *s, point_t *first, const char *text)
{
    const size_t n = strcspn(text, "=");
    if (n == 0 || text[n] != '=' || text[n + 1] == '\0') {
        diag_error(sink_of(s), LOC_NONE,
                   "-g takes NAME=VALUE or NAME=LOW..HIGH, not '%s'", text);
        return false;
    }
    range_t range;
    char *name = xstrndup(text, n);
    if (!read_range(text + n + 1, &range.low, &range.high)) {
        add_setting(first, name, text + n + 1, false);
        free(name);
        return true;
    }
    if (range.low > range.high) {
        diag_error(sink_of(s), LOC_NONE, "-g %s: the range is empty", text);
        free(name);
        return false;
    }
    range.name = name;
    vec_push(&s->ranges, range);
    vec_push(&s->constraints,
             xasprintf("%s >= %ld and %s <= %ld", name, range.low, name,
                       range.high));
    return true;
}

static bool read_generics(sweep_t *s)
{
    const options_t *o = s->options;
    point_t first = {0};
    bool ok = true;
    for (size_t i = 0; i < options_list_count(o, OPTION_GENERIC); i++)
        ok &= read_generic(s, &first, options_list(o, OPTION_GENERIC, i));
    vec_push(&s->points, first);
    return ok;
}

// ---- values of structural generics ----

typedef VEC(char *) text_vec_t;

static void add_value(text_vec_t *values, const char *value)
{
    for (size_t i = 0; i < values->len; i++)
        if (strcasecmp(values->data[i], value) == 0)
            return;
    vec_push(values, xstrdup(value));
}

static void add_number(text_vec_t *values, long n)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", n);
    add_value(values, text);
}

// Does the subtype allow it? Bounds that other generics decide allow all:
// what they exclude shows when it is lowered.
static bool allows(context_t *ctx, const type_t *type, long n)
{
    if (!type->bounded)
        return true;
    const term_t value = term_int(ctx, n);
    return !term_is_false(ctx, term_le(ctx, type_low(type), value))
        && !term_is_false(ctx, term_le(ctx, value, type_high(type)));
}

static const range_t *range_of(const sweep_t *s, const char *name)
{
    for (size_t i = 0; i < s->ranges.len; i++)
        if (strcasecmp(s->ranges.data[i].name, name) == 0)
            return &s->ranges.data[i];
    return NULL;
}

static void collect_values(const sweep_t *s, const design_generic_t *g,
                           text_vec_t *values)
{
    const range_t *range = range_of(s, g->name);
    if (range != NULL) {
        for (long n = range->low; n <= range->high; n++)
            add_number(values, n);
        return;
    }
    if (g->type->kind == TYPE_INT)
        for (long n = 1; n <= SMALL_VALUES; n++)
            if (allows(s->ctx, g->type, n))
                add_number(values, n);
    if (g->type->kind == TYPE_BIT) {
        const bool words = g->type->bit == BIT_BOOLEAN;
        add_value(values, words ? "false" : "'0'");
        add_value(values, words ? "true" : "'1'");
    }
    if (g->standard != NULL)
        add_value(values, g->standard);
}

// A point for each value of the first generic that needs one.
static void branch(sweep_t *s, const point_t *from, const design_t *design)
{
    size_t at = 0;
    while (!design_generic(design, at)->structural
           || design_generic(design, at)->given != NULL)
        at++;
    const design_generic_t *g = design_generic(design, at);
    text_vec_t values = {0};
    collect_values(s, g, &values);
    if (values.len == 0)
        diag_error(sink_of(s), g->loc, "the generic '%s' decides the "
                   "structure and has no default: give it a value with "
                   "-g %s=...", g->name, g->name);
    for (size_t i = values.len; i-- > 0;) {
        point_t point = copy_point(from);
        add_setting(&point, g->name, values.data[i],
                    range_of(s, g->name) == NULL);
        vec_push(&s->points, point);
        free(values.data[i]);
    }
    vec_release(&values);
}

// ---- lowering ----

typedef struct {
    const char **items;
    size_t count;
} list_t;

static list_t list_of(const options_t *options, option_t option, size_t room)
{
    list_t list = {.count = options_list_count(options, option)};
    list.items = xnmalloc(list.count + room, sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = options_list(options, option, i);
    return list;
}

static design_t *lower_point(sweep_t *s, const design_setting_t *settings,
                             size_t count, diag_sink_t *sink)
{
    const options_t *o = s->options;
    const list_t resets = list_of(o, OPTION_RESET, 0);
    const list_t errors = list_of(o, OPTION_ERROR, 0);
    const list_t assumed = list_of(o, OPTION_ASSUME, 0);
    list_t generic = list_of(o, OPTION_ASSUME_GENERIC, s->constraints.len);
    for (size_t i = 0; i < s->constraints.len; i++)
        generic.items[generic.count++] = s->constraints.data[i];
    const design_options_t options = {
        .top = options_text(o, OPTION_TOP),
        .architecture = options_text(o, OPTION_ARCHITECTURE),
        .settings = settings,
        .setting_count = count,
        .resets = resets.items,
        .reset_count = resets.count,
        .start = options_text(o, OPTION_INIT),
        .synthesis_sensitivity = options_flag(o,
                                              OPTION_SYNTHESIS_SENSITIVITY),
        .errors = errors.items,
        .error_count = errors.count,
        .assumptions = assumed.items,
        .assumption_count = assumed.count,
        .generic_assumptions = generic.items,
        .generic_assumption_count = generic.count,
        .functions = s->functions,
    };
    design_t *design = design_lower(s->ghdl, s->ctx, &options, sink);
    free(resets.items);
    free(errors.items);
    free(assumed.items);
    free(generic.items);
    return design;
}

// Diagnostics of one lowering: errors are kept back if it is one that nobody
// asked for, and what was said about an earlier one is not said again.
typedef struct {
    sweep_t *sweep;
    bool quiet;
    text_t first; // error that was kept back
} filter_t;

static bool was_said(sweep_t *s, const diag_t *diag)
{
    const loc_t loc = diag_loc(diag);
    uint64_t key = hash_bytes(diag_message(diag),
                              strlen(diag_message(diag)));
    key ^= hash_u64((uint64_t)loc.line << 32 | loc.file);
    uint64_t before;
    if (map_get(s->said, key, &before))
        return true;
    map_put(s->said, key, 1);
    return false;
}

static void filter(const diag_t *diag, void *user)
{
    filter_t *f = user;
    if (f->quiet && diag_level(diag) == DIAG_ERROR) {
        if (f->first.len == 0)
            text_add(&f->first, diag_message(diag));
    } else if (!was_said(f->sweep, diag)) {
        diag_emit(sink_of(f->sweep), diag_copy(diag));
    }
}

static bool is_chosen(const point_t *point)
{
    for (size_t i = 0; i < point->settings.len; i++)
        if (point->settings.data[i].chosen)
            return true;
    return false;
}

static void say_left_out(const sweep_t *s, const point_t *point,
                         const char *why)
{
    text_t text = {0};
    for (size_t i = 0; i < point->settings.len; i++)
        if (point->settings.data[i].chosen)
            text_printf(&text, "%s%s = %s", text.len > 0 ? ", " : "",
                        point->settings.data[i].name,
                        point->settings.data[i].value);
    diag_emit(sink_of(s), diag_new(DIAG_NOTE, LOC_NONE,
                                   "not looked at: %s: %s", text_str(&text),
                                   why));
    text_release(&text);
}

static void look_at(sweep_t *s, const point_t *point)
{
    const size_t count = point->settings.len;
    design_setting_t *settings = xnmalloc(count, sizeof *settings);
    for (size_t i = 0; i < count; i++)
        settings[i] = (design_setting_t){point->settings.data[i].name,
                                         point->settings.data[i].value};
    filter_t f = {.sweep = s, .quiet = is_chosen(point)};
    diag_sink_t *sink = diag_sink_new(diag_sink_sources(sink_of(s)), filter,
                                      &f);
    design_t *design = lower_point(s, settings, count, sink);
    if (design == NULL && f.quiet) {
        say_left_out(s, point, text_str(&f.first));
    } else if (design != NULL && !design_needs_values(design)) {
        const sweep_point_t made = {design, settings, count};
        s->made++;
        s->each(&made, s->user);
    } else if (design != NULL) {
        branch(s, point, design);
        design_free(design);
    }
    diag_sink_free(sink);
    text_release(&f.first);
    free(settings);
}

static void release(sweep_t *s)
{
    for (size_t i = 0; i < s->ranges.len; i++)
        free(s->ranges.data[i].name);
    for (size_t i = 0; i < s->constraints.len; i++)
        free(s->constraints.data[i]);
    for (size_t i = 0; i < s->points.len; i++)
        release_point(&s->points.data[i]);
    vec_release(&s->ranges);
    vec_release(&s->constraints);
    vec_release(&s->points);
    map_free(s->functions);
    map_free(s->said);
}

void sweep(supervise_link_t *link, ghdl_t *ghdl, context_t *ctx,
           const options_t *options, sweep_fn each, void *user)
{
    sweep_t s = {.link = link, .ghdl = ghdl, .ctx = ctx, .options = options,
                 .each = each, .user = user, .functions = map_new(),
                 .said = map_new()};
    if (read_generics(&s)) {
        while (s.points.len > 0 && s.made < MAX_POINTS) {
            point_t point = vec_pop(&s.points);
            look_at(&s, &point);
            release_point(&point);
        }
        if (s.points.len > 0)
            diag_error(sink_of(&s), LOC_NONE, "the generics that decide the "
                       "structure have too many values together: %d are "
                       "looked at; narrow them with -g", MAX_POINTS);
    }
    release(&s);
}
