// SPDX-License-Identifier: GPL-3.0-or-later
//
// clave ltl: questions about formulas of PSL and LTL@.

#include "config.h"

#include "cli/ltl.h"

#include "cli/graph.h"
#include "cli/json.h"
#include "cli/output.h"
#include "psl/automaton.h"
#include "psl/decide.h"
#include "psl/history.h"
#include "psl/monitor.h"
#include "psl/oracle.h"
#include "psl/parse.h"
#include "psl/print.h"
#include "psl/rewrite.h"
#include "psl/vectors.h"
#include "psl/watch.h"
#include "psl/wave.h"

#include <errno.h>
#include <unistd.h>

enum { RECORD_TEXT, RECORD_STATUS };

#define MAX_FILE ((size_t)256 << 20)
// With more registers of arbitrary start not every start is tried.
#define MAX_STARTS 10

typedef struct {
    const command_context_t *context;
    const options_t *options;
    // In the child:
    diag_sink_t *sink;
    supervise_link_t *link;
    formula_pool_t *pool;
    parse_t *parse;
    formula_t clock; // NONE if not given
    text_t out;
    status_t status;
    // In the parent:
    output_t *output;
} ltl_t;

typedef struct {
    const char *name;
    size_t formulas; // operands that it takes
    bool (*answer)(ltl_t *ltl, const formula_t *f);
} question_t;

// Inputs

static bool count_value(const char *text, int64_t *value, void *user)
{
    const options_t *options = user;
    const size_t n = strlen(text);
    for (size_t i = 0; i < options_list_count(options, OPTION_REPEAT); i++) {
        const char *given = options_list(options, OPTION_REPEAT, i);
        char *end;
        if (strncmp(given, text, n) != 0 || given[n] != '=')
            continue;
        *value = strtoll(given + n + 1, &end, 10);
        return end != given + n + 1 && *end == '\0';
    }
    return false;
}

// With the counts of --count put in; as it is without any.
static formula_t with_counts(ltl_t *ltl, formula_t f)
{
    const char *bad;
    if (!f || !formula_has_symbol(ltl->pool, f)
        || options_list_count(ltl->options, OPTION_REPEAT) == 0)
        return f;
    const formula_t g = formula_instantiate(
        ltl->pool, f, count_value, (void *)ltl->options, &bad);
    if (!g)
        diag_error(ltl->sink, LOC_NONE,
                   "'%s' has no usable value: give --count '%s=N'", bad, bad);
    return g;
}

static formula_t read_formula(ltl_t *ltl, const char *text)
{
    return with_counts(ltl, parse_formula(ltl->parse, "formula", text,
                                          strlen(text)));
}

static formula_t context_clock(const ltl_t *ltl)
{
    return ltl->clock ? ltl->clock : bool_true(ltl->pool);
}

static bool read_clock(ltl_t *ltl)
{
    const char *text = options_text(ltl->options, OPTION_CLOCK);
    if (text)
        ltl->clock = parse_boolean(ltl->parse, "clock", text, strlen(text));
    return !text || ltl->clock;
}

static word_t *read_word_text(ltl_t *ltl, const char *text)
{
    char *error;
    size_t column;
    word_t *word = word_parse(ltl->pool, text, &error, &column);
    if (!word) {
        const uint16_t file = sources_add_text(
            diag_sink_sources(ltl->sink), "word", text, strlen(text));
        diag_error(ltl->sink, (loc_t){1, (uint16_t)column, file}, "%s",
                   error);
    }
    free(error);
    return word;
}

static word_t *read_wave(ltl_t *ltl, const char *path)
{
    text_t text = {0};
    word_t *word = NULL;
    if (!text_read_file(&text, path, MAX_FILE))
        diag_error(ltl->sink, LOC_NONE, "%s: %s", path, strerror(errno));
    else
        word = wave_read(ltl->pool, path, text_str(&text), text.len,
                         ltl->sink);
    text_release(&text);
    return word;
}

static word_t *read_word(ltl_t *ltl)
{
    const char *text = options_text(ltl->options, OPTION_WORD);
    const char *path = options_text(ltl->options, OPTION_VCD);
    if (path)
        return read_wave(ltl, path);
    if (text)
        return read_word_text(ltl, text);
    diag_error(ltl->sink, LOC_NONE,
               "no word is given: --word '{p}{q}' or --vcd FILE");
    return NULL;
}

static bool literal_counts(ltl_t *ltl, formula_t f)
{
    if (!formula_has_symbol(ltl->pool, f))
        return true;
    diag_error(ltl->sink, LOC_NONE,
               "a count is an expression: give its names values with "
               "--count NAME=N");
    return false;
}

// Output

static bool json(const ltl_t *ltl)
{
    return options_flag(ltl->options, OPTION_JSON);
}

static void put_json(ltl_t *ltl, json_t *value)
{
    json_object_set_new(value, "format", json_string("clave-ltl"));
    json_object_set_new(value, "version", json_integer(1));
    json_format(value, &ltl->out);
    json_decref(value);
}

static json_t *json_formula(const ltl_t *ltl, formula_t f)
{
    char *text = print_string(ltl->pool, f);
    json_t *value = json_text(text);
    free(text);
    return value;
}

static json_t *json_word(const ltl_t *ltl, const word_t *word)
{
    text_t text = {0};
    word_print(ltl->pool, word, formula_atom_count(ltl->pool), &text);
    json_t *value = json_text(text_str(&text));
    text_release(&text);
    return value;
}

static void put_formula(ltl_t *ltl, const char *label, formula_t f)
{
    text_printf(&ltl->out, "%-12s", label);
    print_formula(ltl->pool, f, &ltl->out);
    text_char(&ltl->out, '\n');
}

static void put_word(ltl_t *ltl, const char *label, const word_t *word)
{
    text_printf(&ltl->out, "%-12s", label);
    if (word_length(word) == 0)
        text_add(&ltl->out, "(the empty word)");
    word_print(ltl->pool, word, formula_atom_count(ltl->pool), &ltl->out);
    text_char(&ltl->out, '\n');
}

// eval

static void report(ltl_t *ltl, const ltl_report_t *r)
{
    if (json(ltl))
        ltl_report_json(r, &ltl->out);
    else if (options_flag(ltl->options, OPTION_SVG))
        ltl_report_svg(r, &ltl->out);
    else if (options_flag(ltl->options, OPTION_HTML))
        ltl_report_html(r, &ltl->out);
    else
        ltl_report_text(r, &ltl->out);
}

// Is the truth the same wherever the registers of prev start?
static bool same_for_all_starts(ltl_t *ltl, const history_t *h,
                                const word_t *word)
{
    const size_t n = history_free_count(h);
    if (n > MAX_STARTS) {
        diag_error(ltl->sink, LOC_NONE,
                   "prev looks back before the first tick in more than %d "
                   "ways", MAX_STARTS);
        return false;
    }
    bool first = false;
    for (uint64_t i = 0; i < UINT64_C(1) << n; i++) {
        word_t *run = history_run(h, word, i);
        const bool holds = oracle_word(ltl->pool, history_formula(h),
                                       history_clock(h), run);
        word_free(run);
        if (i == 0)
            first = holds;
        else if (holds != first) {
            diag_error(ltl->sink, LOC_NONE,
                       "the formula's truth depends on what prev gives "
                       "before the first tick, which is arbitrary");
            return false;
        }
    }
    return true;
}

static bool evaluate(ltl_t *ltl, formula_t f, const word_t *word,
                     uint32_t atoms)
{
    const char *reason;
    const formula_t clock = context_clock(ltl);
    history_t *h = history_new(ltl->pool, f, clock, &reason);
    if (!h) {
        diag_error(ltl->sink, LOC_NONE, "not supported: %s", reason);
        return false;
    }
    const bool ok = same_for_all_starts(ltl, h, word);
    if (ok) {
        word_t *run = history_run(h, word, 0);
        table_t *table = table_new(ltl->pool, history_formula(h),
                                   history_clock(h), run);
        const ltl_report_t r = {ltl->pool, f, clock, run, atoms, table};
        report(ltl, &r);
        ltl->status = table_holds(table) ? STATUS_WELL : STATUS_VIOLATED;
        table_free(table);
        word_free(run);
    }
    history_free(h);
    return ok;
}

static bool answer_eval(ltl_t *ltl, const formula_t *f)
{
    if (!literal_counts(ltl, f[0]))
        return false;
    word_t *word = read_word(ltl);
    if (!word)
        return false;
    const bool ok =
        evaluate(ltl, f[0], word, formula_atom_count(ltl->pool));
    word_free(word);
    return ok;
}

static bool answer_project(ltl_t *ltl, const formula_t *f)
{
    if (formula_kind(ltl->pool, f[0]) != F_BOOL
        || formula_has(ltl->pool, f[0], B_PREV)
        || formula_has(ltl->pool, f[0], B_ENDED)) {
        diag_error(ltl->sink, LOC_NONE,
                   "a word is projected onto a clock, which is a Boolean");
        return false;
    }
    word_t *word = read_word(ltl);
    if (!word)
        return false;
    word_t *result =
        word_project(ltl->pool, word, formula_a(ltl->pool, f[0]));
    if (json(ltl))
        put_json(ltl, json_pack("{s:o}", "word", json_word(ltl, result)));
    else
        put_word(ltl, "word", result);
    word_free(result);
    word_free(word);
    return true;
}

// rewrite

static bool answer_rewrite(ltl_t *ltl, const formula_t *f)
{
    formula_pool_t *pool = ltl->pool;
    const formula_t clock = context_clock(ltl);
    const formula_t plain = rewrite_declock(pool, f[0], clock);
    const formula_t nnf = rewrite_nnf(pool, plain);
    const formula_t simple = rewrite_simplify(pool, nnf);
    if (json(ltl)) {
        put_json(ltl, json_pack("{s:o,s:o,s:o,s:o,s:o}", "formula",
                                json_formula(ltl, f[0]), "context",
                                json_formula(ltl, clock), "unclocked",
                                json_formula(ltl, plain), "normal_form",
                                json_formula(ltl, nnf), "simplified",
                                json_formula(ltl, simple)));
        return true;
    }
    put_formula(ltl, "formula", f[0]);
    put_formula(ltl, "context", clock);
    put_formula(ltl, "unclocked", plain);
    put_formula(ltl, "normal form", nnf);
    put_formula(ltl, "simplified", simple);
    return true;
}

// equal, implies, sat

static const char *yes_no(answer_t answer)
{
    static const char *const names[] = {"no", "yes", "unknown"};
    return names[answer];
}

static void put_decision(ltl_t *ltl, const char *what, const decision_t *d,
                         const char *about)
{
    if (json(ltl)) {
        json_t *value = json_pack("{s:s}", what, yes_no(d->answer));
        if (d->word) {
            json_object_set_new(value, "word", json_word(ltl, d->word));
            json_object_set_new(value, "context",
                                json_formula(ltl, d->clock));
            json_object_set_new(value, "there", json_text(about));
        }
        if (d->reason)
            json_object_set_new(value, "reason", json_text(d->reason));
        put_json(ltl, value);
        return;
    }
    text_printf(&ltl->out, "%-12s%s\n", what, yes_no(d->answer));
    if (d->word) {
        put_word(ltl, "word", d->word);
        put_formula(ltl, "context", d->clock);
        text_printf(&ltl->out, "%-12s%s\n", "there", about);
    }
    if (d->reason)
        text_printf(&ltl->out, "%-12s%s\n", "reason", d->reason);
}

static bool finish_decision(ltl_t *ltl, const char *what, decision_t *d,
                            const char *about)
{
    put_decision(ltl, what, d, about);
    ltl->status = d->answer == DECIDE_YES ? STATUS_WELL
        : d->answer == DECIDE_NO ? STATUS_VIOLATED : STATUS_UNKNOWN;
    decision_release(d);
    return true;
}

static bool answer_equal(ltl_t *ltl, const formula_t *f)
{
    decision_t d = decide_equal(ltl->pool, f[0], f[1], ltl->clock);
    return finish_decision(ltl, "equal", &d,
                           d.left ? "the first holds, the second does not"
                                  : "the second holds, the first does not");
}

static bool answer_implies(ltl_t *ltl, const formula_t *f)
{
    decision_t d = decide_implies(ltl->pool, f[0], f[1], ltl->clock);
    return finish_decision(ltl, "implies", &d,
                           "the first holds, the second does not");
}

static bool answer_sat(ltl_t *ltl, const formula_t *f)
{
    decision_t d = decide_sat(ltl->pool, f[0], context_clock(ltl));
    return finish_decision(ltl, "satisfiable", &d, "it holds");
}

// classify

static bool answer_classify(ltl_t *ltl, const formula_t *f)
{
    class_info_t c = decide_class(ltl->pool, f[0], context_clock(ltl));
    if (!c.known) {
        diag_error(ltl->sink, LOC_NONE, "not classified: %s", c.reason);
        free(c.reason);
        return false;
    }
    if (json(ltl))
        put_json(ltl, json_pack("{s:b,s:b,s:b,s:b}", "safety", c.safety,
                                "co_safety", c.guarantee, "liveness",
                                c.liveness, "obligation", c.obligation));
    else
        text_printf(&ltl->out,
                    "safety      %s\nco-safety   %s\nliveness    %s\n"
                    "obligation  %s\n",
                    c.safety ? "yes" : "no", c.guarantee ? "yes" : "no",
                    c.liveness ? "yes" : "no",
                    c.obligation ? "yes" : "not by its form");
    free(c.reason);
    return true;
}

// automaton

static bool put_dot(ltl_t *ltl, text_t *dot)
{
    bool ok = true;
    if (options_flag(ltl->options, OPTION_SVG))
        ok = graph_draw(text_str(dot), ltl->sink, &ltl->out);
    else
        text_add(&ltl->out, text_str(dot));
    text_release(dot);
    return ok;
}

static bool wants_picture(const ltl_t *ltl)
{
    return options_flag(ltl->options, OPTION_SVG)
        || options_flag(ltl->options, OPTION_DOT);
}

static void put_edge(ltl_t *ltl, automaton_t *a, const automaton_edge_t *e)
{
    char *guard = print_string(ltl->pool, guard_formula(a->guards, e->guard));
    text_printf(&ltl->out, "  %s -> %u", guard, e->to);
    if (a->sets) {
        text_add(&ltl->out, "  {");
        for (unsigned i = 0; i < a->sets; i++)
            if (e->accept >> i & 1)
                text_printf(&ltl->out, " %u", i);
        text_add(&ltl->out, " }");
    }
    if (e->steps.count) {
        text_add(&ltl->out, "  [");
        automaton_steps_text(a, &e->steps, &ltl->out);
        text_char(&ltl->out, ']');
    }
    text_char(&ltl->out, '\n');
    free(guard);
}

static json_t *json_edge(ltl_t *ltl, automaton_t *a,
                         const automaton_edge_t *e)
{
    json_t *sets = json_array();
    for (unsigned i = 0; i < a->sets; i++)
        if (e->accept >> i & 1)
            json_array_append_new(sets, json_integer(i));
    text_t steps = {0};
    automaton_steps_text(a, &e->steps, &steps);
    json_t *value = json_pack(
        "{s:o,s:i,s:o,s:s}", "guard",
        json_formula(ltl, guard_formula(a->guards, e->guard)), "to",
        (int)e->to, "accept", sets, "counters", text_str(&steps));
    text_release(&steps);
    return value;
}

static void put_automaton_json(ltl_t *ltl, automaton_t *a)
{
    json_t *states = json_array();
    for (size_t q = 0; q < a->states.len; q++) {
        json_t *edges = json_array();
        for (size_t i = 0; i < a->states.data[q].edges.len; i++)
            json_array_append_new(
                edges, json_edge(ltl, a, &a->states.data[q].edges.data[i]));
        json_array_append_new(
            states, json_pack("{s:b,s:o}", "final",
                              a->states.data[q].final, "edges", edges));
    }
    put_json(ltl, json_pack("{s:i,s:i,s:o}", "acceptance_sets", (int)a->sets,
                            "counters", (int)a->counters, "states", states));
}

static bool put_automaton(ltl_t *ltl, automaton_t *a, const char *title)
{
    if (wants_picture(ltl)) {
        text_t dot = {0};
        automaton_dot(a, title, &dot);
        return put_dot(ltl, &dot);
    }
    if (json(ltl)) {
        put_automaton_json(ltl, a);
        return true;
    }
    text_printf(&ltl->out,
                "%zu states, %zu edges, %u acceptance sets, %u counters\n",
                a->states.len, automaton_edge_count(a), a->sets, a->counters);
    for (size_t q = 0; q < a->states.len; q++) {
        text_printf(&ltl->out, "%zu%s\n", q,
                    a->states.data[q].final ? " final" : "");
        for (size_t i = 0; i < a->states.data[q].edges.len; i++)
            put_edge(ltl, a, &a->states.data[q].edges.data[i]);
    }
    return true;
}

static void put_monitor_state(ltl_t *ltl, monitor_t *m, size_t q)
{
    const monitor_state_t *s = &m->states.data[q];
    text_printf(&ltl->out, "%zu %s%s\n", q,
                monitor_verdict_name(s->verdict),
                s->holds ? ", holds if the word ends" : "");
    for (size_t i = 0; i < s->edges.len; i++) {
        char *guard = print_string(
            ltl->pool, guard_formula(m->guards, s->edges.data[i].guard));
        text_printf(&ltl->out, "  %s -> %u\n", guard, s->edges.data[i].to);
        free(guard);
    }
}

static void put_monitor_json(ltl_t *ltl, monitor_t *m)
{
    json_t *states = json_array();
    for (size_t q = 0; q < m->states.len; q++) {
        const monitor_state_t *s = &m->states.data[q];
        json_t *edges = json_array();
        for (size_t i = 0; i < s->edges.len; i++) {
            const formula_t guard =
                guard_formula(m->guards, s->edges.data[i].guard);
            json_array_append_new(
                edges, json_pack("{s:o,s:i}", "guard",
                                 json_formula(ltl, guard), "to",
                                 (int)s->edges.data[i].to));
        }
        json_array_append_new(
            states, json_pack("{s:s,s:b,s:o}", "verdict",
                              monitor_verdict_name(s->verdict), "holds",
                              s->holds, "edges", edges));
    }
    put_json(ltl, json_pack("{s:o}", "states", states));
}

static bool put_monitor(ltl_t *ltl, monitor_t *m, const char *title)
{
    if (wants_picture(ltl)) {
        text_t dot = {0};
        monitor_dot(m, title, &dot);
        return put_dot(ltl, &dot);
    }
    if (json(ltl)) {
        put_monitor_json(ltl, m);
        return true;
    }
    text_printf(&ltl->out, "%zu states\n", m->states.len);
    for (size_t q = 0; q < m->states.len; q++)
        put_monitor_state(ltl, m, q);
    return true;
}

static bool refuse(ltl_t *ltl, const char *what, char *reason)
{
    diag_error(ltl->sink, LOC_NONE, "no %s: %s", what, reason);
    free(reason);
    return false;
}

static bool build_automaton(ltl_t *ltl, guards_t *gs, formula_t f,
                            const char *title)
{
    char *reason;
    automaton_options_t options = AUTOMATON_DEFAULTS;
    options.labels = true;
    automaton_t *a =
        automaton_new(gs, f, context_clock(ltl), options, &reason);
    if (!a)
        return refuse(ltl, "automaton", reason);
    automaton_prune(a);
    automaton_reduce(a);
    const bool ok = put_automaton(ltl, a, title);
    automaton_free(a);
    return ok;
}

static bool build_monitor(ltl_t *ltl, guards_t *gs, formula_t f,
                          const char *title)
{
    char *reason;
    monitor_t *m = monitor_new(gs, f, context_clock(ltl), 0, &reason);
    if (!m)
        return refuse(ltl, "deterministic monitor", reason);
    const bool ok = put_monitor(ltl, m, title);
    monitor_free(m);
    return ok;
}

static bool build_watch(ltl_t *ltl, guards_t *gs, formula_t f,
                        const char *title)
{
    char *reason;
    watch_t *w = watch_new(gs, f, context_clock(ltl), REWRITE_MAX_NEXT,
                           &reason);
    if (!w)
        return refuse(ltl, "watching monitor", reason);
    if (!json(ltl) && !wants_picture(ltl)) {
        text_printf(&ltl->out, "watches for a violation; %s\n",
                    w->safety ? "each shows after finitely many letters"
                              : "some show on infinite words only");
        if (w->bad != UINT32_MAX)
            text_printf(&ltl->out, "bad state %u\n", w->bad);
    }
    const bool ok = put_automaton(ltl, w->automaton, title);
    watch_free(w);
    return ok;
}

static bool answer_automaton(ltl_t *ltl, const formula_t *f)
{
    const char *as = options_text(ltl->options, OPTION_AS);
    if (formula_has(ltl->pool, f[0], B_PREV)
        || formula_has(ltl->pool, f[0], B_ENDED)) {
        diag_error(ltl->sink, LOC_NONE,
                   "automata of formulas with prev or ended are not "
                   "supported here");
        return false;
    }
    guards_t *gs = guards_new(ltl->pool);
    char *title = print_string(ltl->pool, f[0]);
    bool ok;
    if (strcmp(as, "monitor") == 0)
        ok = build_monitor(ltl, gs, f[0], title);
    else if (strcmp(as, "watch") == 0)
        ok = build_watch(ltl, gs, f[0], title);
    else
        ok = build_automaton(ltl, gs, f[0], title);
    free(title);
    guards_free(gs);
    return ok;
}

// vectors

typedef struct {
    ltl_t *ltl;
    size_t count, wrong;
} tally_t;

static void take_vector(const vector_t *v, void *user)
{
    tally_t *tally = user;
    tally->count++;
    if (!v->error && v->holds == v->expected)
        return;
    tally->wrong++;
    text_t *out = &tally->ltl->out;
    text_printf(out, "line %zu%s%s: ", v->line, *v->id ? " " : "", v->id);
    if (v->error) {
        text_printf(out, "%s\n", v->error);
        return;
    }
    text_printf(out, "expected %s, found %s: ",
                v->expected ? "true" : "false", v->holds ? "true" : "false");
    print_formula(v->pool, v->formula, out);
    text_add(out, " in context ");
    print_formula(v->pool, v->clock, out);
    text_add(out, " on ");
    word_print(v->pool, v->word, formula_atom_count(v->pool), out);
    text_char(out, '\n');
}

static bool run_vectors(ltl_t *ltl, const char *path)
{
    text_t text = {0};
    if (!text_read_file(&text, path, MAX_FILE)) {
        diag_error(ltl->sink, LOC_NONE, "%s: %s", path, strerror(errno));
        return false;
    }
    tally_t tally = {ltl, 0, 0};
    vectors_run(text_str(&text), take_vector, &tally);
    text_printf(&ltl->out, "%zu vectors, %zu mismatches\n", tally.count,
                tally.wrong);
    ltl->status = tally.wrong ? STATUS_VIOLATED : STATUS_WELL;
    text_release(&text);
    return true;
}

// Dispatch

static const question_t questions[] = {
    {"eval", 1, answer_eval},         {"rewrite", 1, answer_rewrite},
    {"project", 1, answer_project},   {"equal", 2, answer_equal},
    {"implies", 2, answer_implies},   {"sat", 1, answer_sat},
    {"automaton", 1, answer_automaton}, {"classify", 1, answer_classify},
    {"vectors", 1, NULL},
};

static const question_t *find_question(const command_context_t *context)
{
    const options_t *options = context->options;
    const size_t count = options_operand_count(options);
    const char *name = count ? options_operand(options, 0) : "";
    for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
        if (strcmp(name, questions[i].name) != 0)
            continue;
        if (count == questions[i].formulas + 1)
            return &questions[i];
        diag_error(context->sink, LOC_NONE,
                   "'clave ltl %s' takes %zu %s, not %zu", name,
                   questions[i].formulas,
                   questions[i].answer ? "formulas" : "file", count - 1);
        return NULL;
    }
    diag_error(context->sink, LOC_NONE,
               "'clave ltl %s' is no question; there are: eval, rewrite, "
               "project, equal, implies, sat, automaton, classify, vectors",
               name);
    return NULL;
}

static bool answer(ltl_t *ltl, const question_t *q)
{
    formula_t f[2] = {FORMULA_NONE, FORMULA_NONE};
    if (!q->answer)
        return run_vectors(ltl, options_operand(ltl->options, 1));
    if (!read_clock(ltl))
        return false;
    for (size_t i = 0; i < q->formulas; i++)
        if (!(f[i] = read_formula(ltl, options_operand(ltl->options,
                                                       i + 1))))
            return false;
    return q->answer(ltl, f);
}

static void work(supervise_link_t *link, void *user)
{
    ltl_t *ltl = user;
    ltl->link = link;
    ltl->sink = supervise_sink(link);
    ltl->pool = formula_pool_new();
    ltl->parse = parse_new(ltl->pool, ltl->sink,
                           (parse_options_t){parse_proposition, NULL, true});
    const question_t *q = find_question(ltl->context);
    supervise_step(link, "clave ltl", "answering", q->name);
    if (answer(ltl, q)) {
        const uint32_t status = ltl->status;
        supervise_send(link, RECORD_TEXT, text_str(&ltl->out), ltl->out.len);
        supervise_send(link, RECORD_STATUS, &status, sizeof status);
    }
    text_release(&ltl->out);
    parse_free(ltl->parse);
    formula_pool_free(ltl->pool);
}

static void take_record(uint32_t type, const char *bytes, size_t length,
                        void *user)
{
    ltl_t *ltl = user;
    uint32_t status;
    if (type == RECORD_TEXT)
        output_write(ltl->output, bytes, length);
    else if (type == RECORD_STATUS && length == sizeof status) {
        memcpy(&status, bytes, sizeof status);
        ltl->status = (status_t)status;
    }
}

status_t command_ltl(const command_context_t *context)
{
    if (!find_question(context))
        return STATUS_INPUT;
    ltl_t ltl = {.context = context, .options = context->options};
    ltl.output = output_open(options_text(context->options, OPTION_OUTPUT),
                             context->sink);
    if (!ltl.output)
        return STATUS_INPUT;
    const supervise_job_t job = {
        .sink = context->sink,
        .limits = command_limits(context->options),
        .work = work,
        .record = take_record,
        .user = &ltl,
        .interrupted = context->interrupted,
        .verbose = options_flag(context->options, OPTION_VERBOSE),
    };
    const supervise_result_t result = supervise(&job);
    const bool ok = output_close(ltl.output, result.complete);
    const status_t status = status_worse(result.status, ltl.status);
    return status_worse(status, ok ? STATUS_WELL : STATUS_INPUT);
}
