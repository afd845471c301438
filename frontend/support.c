// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/predefined.h"
#include "frontend/support.h"
#include "frontend/words.h"

typedef struct {
    ghdl_t *ghdl;
    arena_t *arena;
    support_reason_vec_t *reasons;
    map_t *seen;        // units, bodies, and attributes that are edges
    vhdl_node_vec_t work;
    bool in_function;
} walker_t;

// ---- reasons ----

static void add_at(walker_t *w, loc_t loc, const char *text)
{
    for (size_t i = 0; i < w->reasons->len; i++) {
        const support_reason_t *r = &w->reasons->data[i];
        if (r->loc.file == loc.file && r->loc.line == loc.line
            && r->loc.column == loc.column && strcmp(r->text, text) == 0)
            return;
    }
    const support_reason_t r = {loc, arena_strdup(w->arena, text)};
    vec_push(w->reasons, r);
}

static void add(walker_t *w, vhdl_node_t n, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void add(walker_t *w, vhdl_node_t n, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = xvasprintf(fmt, ap);
    va_end(ap);
    add_at(w, ghdl_loc(w->ghdl, n), text);
    free(text);
}

static void add_words(walker_t *w, vhdl_node_t n)
{
    text_t text;
    text_init(&text);
    words_describe(n, &text);
    add_at(w, ghdl_loc(w->ghdl, n), text_str(&text));
    text_release(&text);
}

static int compare(const void *a, const void *b)
{
    const loc_t x = ((const support_reason_t *)a)->loc,
                y = ((const support_reason_t *)b)->loc;
    if (x.file != y.file)
        return x.file < y.file ? -1 : 1;
    if (x.line != y.line)
        return x.line < y.line ? -1 : 1;
    return (x.column > y.column) - (x.column < y.column);
}

// ---- what is to be walked ----

static bool is_new(walker_t *w, vhdl_node_t n)
{
    if (!vhdl_exists(n) || map_get(w->seen, vhdl_key(n), NULL))
        return false;
    map_put(w->seen, vhdl_key(n), 1);
    return true;
}

static void later(walker_t *w, vhdl_node_t n)
{
    if (is_new(w, n))
        vec_push(&w->work, n);
}

static void follow_call(walker_t *w, vhdl_node_t n)
{
    const vhdl_node_t decl = vhdl_implementation(n);
    if (!vhdl_is(decl, VHDL_FUNCTION_DECLARATION)
        || vhdl_predefined(decl) != PREDEF_NONE)
        return;
    later(w, vhdl_subprogram_body(decl));
}

static void follow_instance(walker_t *w, vhdl_node_t n)
{
    vhdl_node_t entity, architecture;
    lower_find_unit(w->ghdl, n, &entity, &architecture);
    if (vhdl_is(vhdl_instantiated_unit(n), VHDL_ENTITY_ASPECT_CONFIGURATION))
        return; // refused by itself
    if (!vhdl_exists(entity)) {
        add(w, n, "instance '%s': there is no entity for it among the files: "
            "name the file, too", vhdl_label(n));
        return;
    }
    if (!vhdl_exists(architecture))
        add(w, n, "instance '%s': there is no architecture of '%s' among the "
            "files: name the file, too", vhdl_label(n),
            vhdl_identifier(entity));
    later(w, entity);
    later(w, architecture);
}

// ---- objects ----

// What kind of type it is that cannot be there, or NULL; values of real and
// physical types may be computed with, but not kept.
static const char *wrong_type(vhdl_node_t t, bool kept)
{
    while (vhdl_exists(t)) {
        switch (vhdl_kind(t)) {
        case VHDL_FLOATING_TYPE_DEFINITION:
        case VHDL_FLOATING_SUBTYPE_DEFINITION:
            return kept ? "real" : NULL;
        case VHDL_PHYSICAL_TYPE_DEFINITION:
        case VHDL_PHYSICAL_SUBTYPE_DEFINITION:
            return kept ? "physical" : NULL;
        case VHDL_ACCESS_TYPE_DEFINITION:
        case VHDL_ACCESS_SUBTYPE_DEFINITION:
            return "access";
        case VHDL_ARRAY_TYPE_DEFINITION: case VHDL_ARRAY_SUBTYPE_DEFINITION:
            if (vhdl_flist_length(vhdl_index_subtype_list(t)) > 1)
                return "several";
            t = vhdl_element_subtype(t);
            break;
        default:
            return NULL;
        }
    }
    return NULL;
}

static const char *type_name(vhdl_node_t t)
{
    while (vhdl_exists(t)) {
        const vhdl_node_t d = vhdl_has_type_declarator(t)
            ? vhdl_type_declarator(t) : VHDL_NONE;
        if (vhdl_exists(d) && *vhdl_identifier(d) != '\0')
            return vhdl_identifier(d);
        t = vhdl_has_parent_type(t) ? vhdl_parent_type(t) : VHDL_NONE;
    }
    return "?";
}

static void check_type(walker_t *w, vhdl_node_t decl, bool kept)
{
    if (!vhdl_has_type(decl) || !vhdl_exists(vhdl_type(decl)))
        return;
    const char *name = vhdl_identifier(decl);
    const char *type = type_name(vhdl_type(decl));
    const char *wrong = wrong_type(vhdl_type(decl), kept);
    if (wrong == NULL)
        return;
    if (strcmp(wrong, "several") == 0)
        add(w, decl, "array '%s' with several dimensions (type '%s'): use an "
            "array of arrays", name, type);
    else if (strcmp(wrong, "access") == 0)
        add(w, decl, "object '%s' of the access type '%s': use an array and "
            "an index into it", name, type);
    else
        add(w, decl, "object '%s' of the %s type '%s': use an integer or a "
            "vector", name, wrong, type);
}

static void check_signal(walker_t *w, vhdl_node_t n)
{
    if (vhdl_guarded_signal_flag(n))
        add(w, n, "guarded signal '%s': use a multiplexer",
            vhdl_identifier(n));
    else
        check_type(w, n, true);
}

static void check_port(walker_t *w, vhdl_node_t n)
{
    const vhdl_mode_t mode = vhdl_mode(n);
    if (mode == VHDL_MODE_INOUT || mode == VHDL_MODE_LINKAGE)
        add(w, n, "port '%s' of mode %s: use a port in, a port out and an "
            "enable", vhdl_identifier(n), vhdl_mode_name(mode));
    else
        check_type(w, n, true);
}

static void check_variable(walker_t *w, vhdl_node_t n)
{
    if (vhdl_shared_flag(n))
        add(w, n, "shared variable '%s': use a signal", vhdl_identifier(n));
    else
        check_type(w, n, !w->in_function);
}

// ---- statements ----

typedef struct {
    walker_t *walker;
    size_t count;
} waits_t;

static bool visit_wait(vhdl_node_t n, void *user)
{
    waits_t *waits = user;
    if (!vhdl_is(n, VHDL_WAIT_STATEMENT))
        return true;
    waits->count++;
    if (vhdl_exists(vhdl_timeout_clause(n)))
        add(waits->walker, n, "wait for a time: count clock cycles");
    else if (!vhdl_exists(vhdl_condition_clause(n)))
        add(waits->walker, n, "wait without a condition: write 'wait until "
            "rising_edge(clk)'");
    else if (waits->count > 1)
        add(waits->walker, n, "several waits in a process: use an enumerated "
            "state");
    return false;
}

static void check_waits(walker_t *w, vhdl_node_t n)
{
    waits_t waits = {w, 0};
    vhdl_walk(n, visit_wait, &waits);
    if (vhdl_is(vhdl_sequential_statement_chain(n), VHDL_WAIT_STATEMENT))
        return;
    if (waits.count > 1)
        add(w, n, "several waits in a process: use an enumerated state");
    else
        add(w, n, "process that does not wait in its first statement: give "
            "it a sensitivity list, or begin with 'wait until "
            "rising_edge(clk)'");
}

// A call is reported unless the procedure's declaration, or that of a
// parameter which cannot be there, is reported already.
static void check_call(walker_t *w, vhdl_node_t n)
{
    const vhdl_node_t call = vhdl_procedure_call(n);
    const vhdl_node_t decl = vhdl_implementation(call);
    if (!vhdl_exists(decl) || vhdl_predefined(decl) != PREDEF_NONE)
        return;
    const vhdl_node_t p = vhdl_parent(decl);
    if (vhdl_is(p, VHDL_PACKAGE_DECLARATION)
        && strcmp(vhdl_identifier(p), "textio") != 0)
        add_words(w, n);
}

static void check_flags(walker_t *w, vhdl_node_t n)
{
    if (vhdl_has_postponed_flag(n) && vhdl_postponed_flag(n)
        && !vhdl_is(n, VHDL_CONCURRENT_ASSERTION_STATEMENT))
        add(w, n, "postponed: leave the word out");
    if (vhdl_has_guard(n) && vhdl_exists(vhdl_guard(n)))
        add(w, n, "guarded assignment: write the condition with when");
    if (vhdl_has_matching_flag(n) && vhdl_matching_flag(n))
        add(w, n, "case? or select?: compare with std_match, or list the "
            "choices");
}

// ---- expressions ----

static void check_operator(walker_t *w, vhdl_node_t n)
{
    const char *package = words_synopsys(n);
    if (package != NULL)
        add(w, n, "operator or function of the Synopsys package '%s': use "
            "ieee.numeric_std", package);
    else if (vhdl_exists(vhdl_implementation(n)))
        follow_call(w, n);
}

static bool visit(vhdl_node_t n, void *user);

// The text of a report is not looked at.
static bool visit_assert(walker_t *w, vhdl_node_t n)
{
    if (vhdl_has_assertion_condition(n)
        && vhdl_exists(vhdl_assertion_condition(n)))
        vhdl_walk(vhdl_assertion_condition(n), visit, w);
    return false;
}

static bool visit(vhdl_node_t n, void *user)
{
    walker_t *w = user;
    const vhdl_kind_t kind = vhdl_kind(n);
    check_flags(w, n);
    if (words_refused(n))
        add_words(w, n);
    switch (kind) {
    case VHDL_SIGNAL_DECLARATION: check_signal(w, n); break;
    case VHDL_VARIABLE_DECLARATION: check_variable(w, n); break;
    case VHDL_CONSTANT_DECLARATION: check_type(w, n, false); break;
    case VHDL_COMPONENT_INSTANTIATION_STATEMENT:
        follow_instance(w, n);
        break;
    case VHDL_PROCESS_STATEMENT: check_waits(w, n); break;
    case VHDL_PROCEDURE_DECLARATION:
        if (vhdl_predefined(n) == PREDEF_NONE)
            add_words(w, n);
        return false;
    case VHDL_PROCEDURE_CALL_STATEMENT: check_call(w, n); break;
    // Bodies are walked when they are called.
    case VHDL_FUNCTION_BODY: case VHDL_PROCEDURE_BODY:
    case VHDL_PROTECTED_TYPE_BODY: case VHDL_COMPONENT_DECLARATION:
    case VHDL_FUNCTION_DECLARATION: case VHDL_PROTECTED_TYPE_DECLARATION:
        return false;
    case VHDL_ASSERTION_STATEMENT: case VHDL_REPORT_STATEMENT:
    case VHDL_CONCURRENT_ASSERTION_STATEMENT:
        return visit_assert(w, n);
    case VHDL_AND_OPERATOR: {
        bool high;
        const vhdl_node_t event = predefined_event(n, &high);
        if (vhdl_exists(event))
            map_put(w->seen, vhdl_key(event), 1);
        break;
    }
    case VHDL_EVENT_ATTRIBUTE:
        if (!map_get(w->seen, vhdl_key(n), NULL))
            add_words(w, n);
        break;
    default: break;
    }
    if (vhdl_has_implementation(n) && kind != VHDL_PROCEDURE_CALL)
        check_operator(w, n);
    return true;
}

static void walk_all(walker_t *w)
{
    while (w->work.len > 0) {
        const vhdl_node_t n = vec_pop(&w->work);
        w->in_function = vhdl_is(n, VHDL_FUNCTION_BODY);
        if (vhdl_is(n, VHDL_ENTITY_DECLARATION))
            VHDL_EACH(p, vhdl_port_chain(n))
                check_port(w, p);
        vhdl_node_vec_t children = {0};
        vhdl_collect_children(n, &children);
        for (size_t i = 0; i < children.len; i++)
            vhdl_walk(children.data[i], visit, w);
        vec_release(&children);
    }
}

// ---- the lowering's own answer ----

typedef VEC(design_setting_t) setting_vec_t;

typedef struct {
    walker_t *walker;
    bool walked;  // the walk has found something
    bool cascade; // the first error is there
    vhdl_node_t entity;
} listener_t;

// Found by executing the design only.
static bool is_behaviour(const char *message)
{
    static const char *const starts[] = {
        "derived clock", "incomplete sensitivity", "several drivers",
        "combinational cycle", "resolution function", "unconstrained port",
        "wait "};
    for (size_t i = 0; i < ARRAY_LEN(starts); i++)
        if (strncmp(message, starts[i], strlen(starts[i])) == 0)
            return true;
    return strstr(message, "is not constant: it depends on") != NULL;
}

static void listen(const diag_t *diag, void *user)
{
    static const char prefix[] = "not supported: ";
    listener_t *s = user;
    const char *message = diag_message(diag);
    if (diag_level(diag) < DIAG_ERROR)
        return;
    if (strncmp(message, prefix, strlen(prefix)) == 0)
        message += strlen(prefix);
    // What the walk found has errors in its wake, and so has the first one.
    if (s->walked && !is_behaviour(message))
        return;
    if (s->cascade && (strstr(message, "cannot be") != NULL
                       || strstr(message, "has no value here") != NULL))
        return;
    s->cascade = true;
    const loc_t loc = diag_loc(diag);
    add_at(s->walker, loc_known(loc) ? loc
               : ghdl_loc(s->walker->ghdl, s->entity), message);
}

// Gives structural generics their defaults. False if one has none.
static bool add_defaults(walker_t *w, const design_t *design,
                         setting_vec_t *settings)
{
    bool all = true;
    for (size_t i = 0; i < design_generic_count(design); i++) {
        const design_generic_t *g = design_generic(design, i);
        if (!g->structural || g->given != NULL)
            continue;
        if (g->standard == NULL) {
            char *text = xasprintf("generic '%s' decides the structure: give "
                                   "it a default, or a value with -g",
                                   g->name);
            add_at(w, g->loc, text);
            free(text);
            all = false;
            continue;
        }
        const design_setting_t s = {arena_strdup(w->arena, g->name),
                                    arena_strdup(w->arena, g->standard)};
        vec_push(settings, s);
    }
    return all;
}

static bool lowers(walker_t *w, vhdl_node_t architecture, bool go_on,
                   diag_sink_t *sink)
{
    const vhdl_node_t entity = vhdl_declaration(vhdl_entity_name(architecture));
    setting_vec_t settings = {0};
    bool again = true, ok = false;
    while (again) {
        context_t *ctx = context_new();
        const design_options_t o = {
            .top = vhdl_identifier(entity),
            .architecture = vhdl_identifier(architecture),
            .settings = settings.data, .setting_count = settings.len,
            .go_on = go_on};
        design_t *design = design_lower(w->ghdl, ctx, &o, sink);
        again = design != NULL && design_needs_values(design);
        ok = design != NULL && !again;
        if (again)
            again = add_defaults(w, design, &settings);
        design_free(design);
        context_free(ctx);
    }
    vec_release(&settings);
    return ok;
}

void support_check(ghdl_t *ghdl, vhdl_node_t architecture, arena_t *arena,
                   sources_t *sources, support_reason_vec_t *reasons)
{
    walker_t w = {.ghdl = ghdl, .arena = arena, .reasons = reasons,
                  .seen = map_new()};
    const vhdl_node_t entity = vhdl_declaration(vhdl_entity_name(architecture));
    later(&w, architecture);
    later(&w, entity);
    walk_all(&w);
    listener_t s = {&w, reasons->len > 0, false, entity};
    diag_sink_t *sink = diag_sink_new(sources, listen, &s);
    if (lowers(&w, architecture, true, sink))
        reasons->len = 0; // all of it stands where it does not matter
    else if (reasons->len == 0)
        add(&w, architecture, "not lowered, for no known reason: report this "
            "as a bug");
    diag_sink_free(sink);
    if (reasons->len > 0)
        qsort(reasons->data, reasons->len, sizeof *reasons->data, compare);
    vec_release(&w.work);
    map_free(w.seen);
}
