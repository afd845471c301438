// SPDX-License-Identifier: GPL-3.0-or-later
//
// What people see of `clave check`: claims become properties, verdicts lines.

#include "config.h"

#include "cli/check.h"

// ---- from claims to properties ----

static bool is_same(const check_claim_t *a, const check_claim_t *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0
        && a->loc.file == b->loc.file && a->loc.line == b->loc.line
        && a->loc.column == b->loc.column;
}

static unsigned rank(verdict_kind_t kind)
{
    static const unsigned ranks[VERDICT_KINDS] = {
        [VERDICT_PROVED] = 0,
        [VERDICT_UNKNOWN] = 1,
        [VERDICT_UNSUPPORTED] = 2,
        [VERDICT_VIOLATED] = 3,
    };
    return ranks[kind];
}

// Of two violations the shorter one tells more, of two unknowns the one with
// a reason.
static bool tells_more(const check_answer_t *a, const check_answer_t *b)
{
    const unsigned mine = rank((verdict_kind_t)a->verdict);
    const unsigned other = rank((verdict_kind_t)b->verdict);
    if (mine != other)
        return mine > other;
    if (a->verdict == VERDICT_VIOLATED)
        return a->cycles < b->cycles;
    if (a->verdict == VERDICT_UNKNOWN)
        return a->trace != NULL && b->trace == NULL;
    return a->microseconds > b->microseconds;
}

static void add_claim(check_property_vec_t *properties,
                      const check_claim_t *claim)
{
    const check_answer_t *answer = &claim->answer;
    check_property_t *p = NULL;
    for (size_t i = 0; i < properties->len && p == NULL; i++)
        if (is_same(properties->data[i].claim, claim))
            p = &properties->data[i];
    if (p == NULL) {
        const check_property_t new = {
            .claim = claim,
            .telling = claim,
            .bound = UINT64_MAX,
            .confirmed = true,
        };
        vec_push(properties, new);
        p = &vec_last(properties);
    }
    if (tells_more(answer, &p->telling->answer))
        p->telling = claim;
    p->verdict = (verdict_kind_t)p->telling->answer.verdict;
    p->microseconds += answer->microseconds;
    p->confirmed &= answer->confirmed;
    if (answer->verdict == VERDICT_UNKNOWN && answer->bound < p->bound)
        p->bound = answer->bound;
}

// ---- scopes ----

// Do two parts have the same generics with values, but for their values?
static bool is_parallel(const check_part_t *a, const check_part_t *b)
{
    if (strcmp(a->scope, b->scope) != 0 || a->given_count != b->given_count)
        return false;
    for (size_t i = 0; i < a->given_count; i++)
        if (strcmp(a->given[i].name, b->given[i].name) != 0)
            return false;
    return true;
}

typedef VEC(const check_part_t *) part_vec_t;

typedef VEC(const char *) value_vec_t;

static void format_given(const check_part_t *part, text_t *out)
{
    for (size_t i = 0; i < part->given_count; i++)
        text_printf(out, "%s%s = %s", i > 0 ? ", " : "", part->given[i].name,
                    part->given[i].value);
}

// The different values that the parts have for a generic.
static void collect_values(const part_vec_t *parts, size_t generic,
                           value_vec_t *values)
{
    for (size_t i = 0; i < parts->len; i++) {
        const char *value = parts->data[i]->given[generic].value;
        bool known = false;
        for (size_t k = 0; k < values->len && !known; k++)
            known = strcmp(values->data[k], value) == 0;
        if (!known)
            vec_push(values, value);
    }
}

// 1..4 where they are neighbours.
static void format_values(const value_vec_t *values, text_t *out)
{
    for (size_t i = 0; i < values->len;) {
        size_t end = i + 1;
        const long low = strtol(values->data[i], NULL, 10);
        while (end < values->len
               && strtol(values->data[end], NULL, 10)
                      == low + (long)(end - i))
            end++;
        text_printf(out, "%s%s", i > 0 ? ", " : "", values->data[i]);
        if (end > i + 1)
            text_printf(out, "..%s", values->data[end - 1]);
        i = end;
    }
}

// Each value of one generic with each of the others? Parts differ, so
// counting is enough.
static bool is_product(const part_vec_t *parts)
{
    size_t product = 1;
    for (size_t i = 0; i < parts->data[0]->given_count; i++) {
        value_vec_t values = {0};
        collect_values(parts, i, &values);
        product *= values.len;
        vec_release(&values);
    }
    return product == parts->len;
}

static void format_product(const part_vec_t *parts, text_t *out)
{
    for (size_t i = 0; i < parts->data[0]->given_count; i++) {
        value_vec_t values = {0};
        collect_values(parts, i, &values);
        text_printf(out, "%s%s = ", i > 0 ? " and " : "",
                    parts->data[0]->given[i].name);
        format_values(&values, out);
        vec_release(&values);
    }
}

static void format_group(const part_vec_t *parts, text_t *out)
{
    const check_part_t *first = parts->data[0];
    const bool open = first->scope[0] != '\0';
    if (open)
        text_printf(out, "for all %s", first->scope);
    if (first->given_count == 0) {
        if (!open)
            text_add(out, "as it is");
        return;
    }
    text_add(out, open ? ", and " : "for ");
    if (is_product(parts)) {
        format_product(parts, out);
        return;
    }
    for (size_t i = 0; i < parts->len; i++) {
        text_add(out, i > 0 ? " or " : "");
        format_given(parts->data[i], out);
    }
}

// The parts that the property occurs in, each once.
static void collect_parts(const check_result_t *result,
                          const check_property_t *property, part_vec_t *parts)
{
    const check_part_t *last = NULL;
    for (size_t i = 0; i < result->claims.len; i++) {
        const check_claim_t *c = &result->claims.data[i];
        const check_part_t *part = &result->parts.data[c->part];
        if (part != last && !c->answer.empty
            && is_same(c, property->claim)) {
            vec_push(parts, part);
            last = part;
        }
    }
}

static char *format_scope(const check_result_t *result,
                          const check_property_t *property)
{
    part_vec_t parts = {0};
    text_t text = {0};
    collect_parts(result, property, &parts);
    while (parts.len > 0) {
        part_vec_t group = {0};
        size_t left = 0;
        const check_part_t *first = parts.data[0];
        for (size_t i = 0; i < parts.len; i++) {
            if (is_parallel(first, parts.data[i]))
                vec_push(&group, parts.data[i]);
            else
                parts.data[left++] = parts.data[i];
        }
        parts.len = left;
        text_add(&text, text.len > 0 ? "; " : "");
        format_group(&group, &text);
        vec_release(&group);
    }
    vec_release(&parts);
    char *scope = xstrdup(text_str(&text));
    text_release(&text);
    return scope;
}

static bool any_violated(const check_property_vec_t *properties)
{
    for (size_t i = 0; i < properties->len; i++)
        if (properties->data[i].verdict == VERDICT_VIOLATED
            && property_ends_run(
                (property_kind_t)properties->data[i].claim->kind))
            return true;
    return false;
}

static int compare_places(const void *a, const void *b)
{
    const check_claim_t *p = ((const check_property_t *)a)->claim;
    const check_claim_t *q = ((const check_property_t *)b)->claim;
    if (p->loc.file != q->loc.file)
        return p->loc.file < q->loc.file ? -1 : 1;
    if (p->loc.line != q->loc.line)
        return p->loc.line < q->loc.line ? -1 : 1;
    if (p->loc.column != q->loc.column)
        return p->loc.column < q->loc.column ? -1 : 1;
    return (p > q) - (p < q); // as they came
}

void check_properties(const check_result_t *result,
                      check_property_vec_t *properties)
{
    for (size_t i = 0; i < result->claims.len; i++)
        if (!result->claims.data[i].answer.empty)
            add_claim(properties, &result->claims.data[i]);
    if (properties->len > 0)
        qsort(properties->data, properties->len, sizeof *properties->data,
              compare_places);
    const bool violated = any_violated(properties);
    for (size_t i = 0; i < properties->len; i++) {
        check_property_t *p = &properties->data[i];
        char *scope = format_scope(result, p);
        if (violated && p->verdict != VERDICT_VIOLATED) {
            p->scope = xasprintf("%s, up to the first failure", scope);
            free(scope);
        } else {
            p->scope = scope;
        }
        if (p->bound == UINT64_MAX)
            p->bound = 0;
    }
}

void check_properties_release(check_property_vec_t *properties)
{
    for (size_t i = 0; i < properties->len; i++)
        free(properties->data[i].scope);
    vec_release(properties);
}

// ---- text ----

typedef struct {
    const check_report_t *report;
    text_t *out;
} printer_t;

static void coloured(const printer_t *p, const char *colour, const char *text,
                     int width)
{
    text_printf(p->out, "%s%-*s%s", p->report->colour ? colour : "", width,
                text, p->report->colour ? "\033[0m" : "");
}

static void print_verdict(const printer_t *p, verdict_kind_t kind)
{
    static const char *const colours[VERDICT_KINDS] = {
        [VERDICT_PROVED] = "\033[32m",
        [VERDICT_VIOLATED] = "\033[31m",
        [VERDICT_UNKNOWN] = "\033[33m",
        [VERDICT_UNSUPPORTED] = "\033[33m",
    };
    coloured(p, colours[kind], verdict_name(kind), 9);
}

static void print_place(const printer_t *p, loc_t loc)
{
    if (!loc_known(loc))
        return;
    text_printf(p->out, "  %s",
                sources_path(p->report->result->sources, loc.file));
    if (loc.line > 0)
        text_printf(p->out, ":%u", (unsigned)loc.line);
}

static void print_generics(const printer_t *p, const check_answer_t *a)
{
    for (size_t i = 0; i < a->generic_count; i++)
        text_printf(p->out, "%s%s = %s", i > 0 ? ", " : "",
                    a->generics[i].name, a->generics[i].value);
}

static void print_start(const printer_t *p, const char *start)
{
    if (strcmp(start, "reset") == 0)
        text_add(p->out, " after reset");
    else if (strcmp(start, "declared") == 0)
        text_add(p->out, " from the declared values");
    else if (strcmp(start, "any") == 0)
        text_add(p->out, " from some state");
}

static void print_run(const printer_t *p, const check_answer_t *a)
{
    text_printf(p->out, "in %llu cycle%s", (unsigned long long)a->cycles,
                a->cycles == 1 ? "" : "s");
    if (a->start != NULL)
        print_start(p, a->start);
    if (a->generic_count > 0) {
        text_add(p->out, " with ");
        print_generics(p, a);
    }
}

static void print_outcome(const printer_t *p, const check_property_t *prop)
{
    const check_answer_t *a = &prop->telling->answer;
    if (prop->verdict == VERDICT_PROVED) {
        text_add(p->out, prop->scope);
        if (!prop->confirmed && p->report->simulates)
            text_add(p->out, ", not looked at in simulation");
        return;
    }
    if (prop->verdict == VERDICT_VIOLATED) {
        print_run(p, a);
        if (a->confirmed)
            text_add(p->out, ", confirmed");
        return;
    }
    if (a->reason != NULL)
        text_add(p->out, a->reason);
    if (prop->bound > 0)
        text_printf(p->out, "%sno violation within %llu cycle%s",
                    a->reason != NULL ? "; " : "",
                    (unsigned long long)prop->bound,
                    prop->bound == 1 ? "" : "s");
}

static void print_lines(const printer_t *p, const char *head,
                        const char *text)
{
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        text_printf(p->out, "    %s%.*s\n", head, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_details(const printer_t *p, const check_property_t *prop)
{
    const check_answer_t *a = &prop->telling->answer;
    for (size_t i = 0; i < a->invariant_count; i++)
        print_lines(p, "invariant: ", a->invariant[i]);
    if (a->trace != NULL)
        print_lines(p, "", a->trace);
}

static void print_property(const printer_t *p, const check_property_t *prop)
{
    const check_claim_t *c = prop->claim;
    const check_answer_t *a = &prop->telling->answer;
    print_verdict(p, prop->verdict);
    print_place(p, c->loc);
    text_printf(p->out, "  %s: ", c->name);
    print_outcome(p, prop);
    text_printf(p->out, "  (%s%s", a->engine != NULL ? a->engine : "",
                a->engine != NULL ? ", " : "");
    if (a->second != NULL)
        text_printf(p->out, "also %s, ", a->second);
    text_printf(p->out, "%.2f s)\n", (double)prop->microseconds / 1e6);
    if (a->unless_reset)
        print_lines(p, "", "it holds after reset: the declared initial "
                           "values are what violates it");
    if (prop->verdict == VERDICT_VIOLATED && c->message != NULL)
        print_lines(p, "", c->message);
    if (p->report->verbose)
        print_details(p, prop);
}

static void print_facts(const printer_t *p, check_fact_kind_t kind,
                        const char *head)
{
    const check_result_t *r = p->report->result;
    for (size_t i = 0; i < r->facts.len; i++) {
        const check_fact_t *f = &r->facts.data[i];
        if (f->kind != kind)
            continue;
        text_printf(p->out, "%s%s", head, f->text);
        print_place(p, f->loc);
        text_char(p->out, '\n');
    }
}

static void print_summary(const printer_t *p)
{
    const check_property_vec_t *properties = p->report->properties;
    size_t counts[VERDICT_KINDS] = {0};
    for (size_t i = 0; i < properties->len; i++)
        counts[properties->data[i].verdict]++;
    text_printf(p->out, "%zu propert%s:", properties->len,
                properties->len == 1 ? "y" : "ies");
    const char *separator = " ";
    for (size_t i = 0; i < VERDICT_KINDS; i++) {
        if (counts[i] == 0)
            continue;
        text_printf(p->out, "%s%zu %s", separator, counts[i],
                    verdict_name((verdict_kind_t)i));
        separator = ", ";
    }
    text_add(p->out, properties->len == 0 ? " nothing to check\n" : "\n");
}

void check_report_text(const check_report_t *report, text_t *out)
{
    const printer_t p = {report, out};
    for (size_t i = 0; i < report->properties->len; i++)
        print_property(&p, &report->properties->data[i]);
    print_facts(&p, CHECK_INITIAL, "initial state: ");
    if (report->verbose)
        print_facts(&p, CHECK_ASSUMPTION, "assumed: ");
    print_facts(&p, CHECK_ABSTRACTION, "left open: ");
    print_summary(&p);
}
