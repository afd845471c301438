// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `clave ltl eval` says: as text, as JSON, as a page.

#include "config.h"

#include "cli/json.h"
#include "cli/ltl.h"
#include "psl/print.h"

// Longer labels are cut.
#define MAX_LABEL 60

static size_t width_of(const char *label)
{
    const size_t n = strlen(label);
    return n > MAX_LABEL ? MAX_LABEL : n;
}

static char *row_label(const ltl_report_t *r, const table_row_t *row)
{
    text_t text = {0};
    text_fill(&text, ' ', row->depth);
    print_formula(r->pool, row->formula, &text);
    return text_steal(&text);
}

static size_t label_width(const ltl_report_t *r)
{
    size_t width = 8;
    for (uint32_t a = 0; a < r->atoms; a++) {
        const size_t n = width_of(formula_atom_text(r->pool, a));
        width = n > width ? n : width;
    }
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        const table_row_t row = table_row(r->table, i);
        char *label = row_label(r, &row);
        const size_t n = width_of(label);
        width = n > width ? n : width;
        free(label);
    }
    return width + 2;
}

static void put_label(const char *label, size_t width, text_t *out)
{
    const size_t n = strlen(label);
    if (n > MAX_LABEL)
        text_printf(out, "%.*s...", MAX_LABEL - 3, label);
    else
        text_add(out, label);
    text_fill(out, ' ', width - width_of(label));
}

// Each step has a column of `step` characters; the loop's first has a bar.
static void put_cell(const ltl_report_t *r, size_t i, const char *cell,
                     text_t *out)
{
    text_char(out, word_loop(r->word) == i ? '|' : ' ');
    text_printf(out, "%-3s", cell);
}

static void end_line(text_t *out)
{
    while (out->len && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    text_char(out, '\n');
}

static void put_steps(const ltl_report_t *r, size_t width, text_t *out)
{
    put_label("step", width, out);
    for (size_t i = 0; i < word_length(r->word); i++) {
        char cell[24];
        snprintf(cell, sizeof cell, "%zu", i);
        put_cell(r, i, cell, out);
    }
    end_line(out);
}

static void put_atoms(const ltl_report_t *r, size_t width, text_t *out)
{
    for (uint32_t a = 0; a < r->atoms; a++) {
        put_label(formula_atom_text(r->pool, a), width, out);
        for (size_t i = 0; i < word_length(r->word); i++)
            put_cell(r, i, word_get(r->word, i, a) ? "1" : ".", out);
        end_line(out);
    }
}

// A star marks ticks of the row's clock.
static void put_row(const ltl_report_t *r, const table_row_t *row,
                    size_t width, text_t *out)
{
    char *label = row_label(r, row);
    put_label(label, width, out);
    free(label);
    for (size_t i = 0; i < word_length(r->word); i++) {
        const char cell[3] = {row->values[i] ? 'T' : 'F',
                              row->ticks[i] ? '*' : '\0', '\0'};
        put_cell(r, i, cell, out);
    }
    end_line(out);
}

static void put_fact(const char *label, const char *value, text_t *out)
{
    text_printf(out, "%-10s%s\n", label, value);
}

static void put_formula(const ltl_report_t *r, const char *label, formula_t f,
                        text_t *out)
{
    char *text = print_string(r->pool, f);
    put_fact(label, text, out);
    free(text);
}

static void put_decided(const ltl_report_t *r, text_t *out)
{
    const size_t n = table_decided(r->table);
    if (n == 0)
        put_fact("decided", "before the first letter", out);
    else if (n != SIZE_MAX)
        text_printf(out, "%-10safter step %zu\n", "decided", n - 1);
    else
        put_fact("decided", "by the whole word only", out);
}

void ltl_report_text(const ltl_report_t *r, text_t *out)
{
    const size_t width = label_width(r);
    text_t why = {0};
    put_formula(r, "formula", r->formula, out);
    put_formula(r, "context", r->clock, out);
    text_char(out, '\n');
    put_steps(r, width, out);
    put_atoms(r, width, out);
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        const table_row_t row = table_row(r->table, i);
        put_row(r, &row, width, out);
    }
    text_char(out, '\n');
    put_fact("holds", table_holds(r->table) ? "yes" : "no", out);
    put_decided(r, out);
    table_explain(r->table, &why);
    if (why.len)
        text_printf(out, "\n%s", text_str(&why));
    text_release(&why);
}

// JSON

static json_t *json_string_of(const ltl_report_t *r, formula_t f)
{
    char *text = print_string(r->pool, f);
    json_t *value = json_text(text);
    free(text);
    return value;
}

static json_t *json_bools(const bool *values, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_boolean(values[i]));
    return list;
}

static json_t *json_letters(const ltl_report_t *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < word_length(r->word); i++) {
        json_t *letter = json_array();
        for (uint32_t a = 0; a < r->atoms; a++)
            if (word_get(r->word, i, a))
                json_array_append_new(
                    letter, json_text(formula_atom_text(r->pool, a)));
        json_array_append_new(list, letter);
    }
    return list;
}

static json_t *json_rows(const ltl_report_t *r)
{
    const size_t n = word_length(r->word);
    json_t *list = json_array();
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        const table_row_t row = table_row(r->table, i);
        json_array_append_new(
            list, json_pack("{s:o,s:o,s:i,s:o,s:o}", "formula",
                            json_string_of(r, row.formula), "context",
                            json_string_of(r, row.clock), "depth",
                            (int)row.depth, "values",
                            json_bools(row.values, n), "ticks",
                            json_bools(row.ticks, n)));
    }
    return list;
}

static json_t *json_reasons(const ltl_report_t *r)
{
    json_t *list = json_array();
    text_t why = {0};
    table_explain(r->table, &why);
    for (const char *at = text_str(&why); *at;) {
        const char *end = strchrnul(at, '\n');
        char *line = xstrndup(at, (size_t)(end - at));
        json_array_append_new(list, json_text(line));
        free(line);
        at = *end ? end + 1 : end;
    }
    text_release(&why);
    return list;
}

void ltl_report_json(const ltl_report_t *r, text_t *out)
{
    const size_t loop = word_loop(r->word), decided = table_decided(r->table);
    json_t *value = json_pack(
        "{s:s,s:i,s:o,s:o,s:o,s:o,s:o,s:b,s:o,s:o}", "format", "clave-ltl",
        "version", 1, "formula",
        json_string_of(r, r->formula), "context",
        json_string_of(r, r->clock), "word", json_letters(r), "loop",
        loop == WORD_NO_LOOP ? json_null() : json_integer((json_int_t)loop),
        "rows", json_rows(r), "holds", table_holds(r->table), "decided_after",
        decided == SIZE_MAX ? json_null()
                            : json_integer((json_int_t)decided),
        "reasons", json_reasons(r));
    json_format(value, out);
    json_decref(value);
}

// HTML

static void escape(const char *text, text_t *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '&': text_add(out, "&amp;"); break;
        default: text_char(out, *text);
        }
}

void ltl_report_html(const ltl_report_t *r, text_t *out)
{
    text_t text = {0};
    char *title = print_string(r->pool, r->formula);
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
                  "<meta charset=\"utf-8\"><title>");
    escape(title, out);
    text_add(out, "</title>\n<style>body { font-family: sans-serif; "
                  "margin: 2em; } pre { background: #f6f6f6; "
                  "padding: 1em; overflow-x: auto; }</style>"
                  "</head><body>\n");
    ltl_report_svg(r, out);
    text_add(out, "<pre>");
    ltl_report_text(r, &text);
    escape(text_str(&text), out);
    text_add(out, "</pre>\n</body></html>\n");
    text_release(&text);
    free(title);
}
