// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timing diagram of `clave ltl eval`: waves of the atoms, then a band for
// each part of the formula, green where it holds and red where it does not.
// Ticks of the part's clock have a full border and a mark, other steps are
// pale: the operators do not look there.

#include "config.h"

#include "cli/ltl.h"
#include "psl/print.h"

enum { STEP = 44, ROW = 30, WAVE = 16, TOP = 64, MARGIN = 14, MAX_TEXT = 70 };

typedef struct {
    const ltl_report_t *r;
    text_t *out;
    size_t steps;
    int left;   // where step 0 begins
    int y;      // of the next row
} canvas_t;

static void escape(const char *text, size_t limit, text_t *out)
{
    for (size_t i = 0; text[i] && i < limit; i++)
        switch (text[i]) {
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '&': text_add(out, "&amp;"); break;
        case '"': text_add(out, "&quot;"); break;
        default: text_char(out, text[i]);
        }
    if (strlen(text) > limit)
        text_add(out, "...");
}

static void label(canvas_t *c, int x, int y, const char *class,
                  const char *text)
{
    text_printf(c->out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    escape(text, MAX_TEXT, c->out);
    text_add(c->out, "</text>\n");
}

static int column(const canvas_t *c, size_t step)
{
    return c->left + (int)step * STEP;
}

static void wave(canvas_t *c, uint32_t atom)
{
    const word_t *word = c->r->word;
    const int high = c->y + (ROW - WAVE) / 2, low = high + WAVE;
    label(c, c->left - 12, low - 3, "name",
          formula_atom_text(c->r->pool, atom));
    text_add(c->out, "<path class=\"wave\" d=\"");
    for (size_t i = 0; i < c->steps; i++) {
        const int y = word_get(word, i, atom) ? high : low;
        if (i == 0)
            text_printf(c->out, "M%d %d ", column(c, i), y);
        else
            text_printf(c->out, "V%d ", y);
        text_printf(c->out, "H%d ", column(c, i + 1));
    }
    text_add(c->out, "\"/>\n");
    c->y += ROW;
}

static void band(canvas_t *c, const table_row_t *row)
{
    char *text = print_string(c->r->pool, row->formula);
    char *clock = print_string(c->r->pool, row->clock);
    label(c, MARGIN + 12 * (int)row->depth, c->y + 20, "formula", text);
    for (size_t i = 0; i < c->steps; i++) {
        const int x = column(c, i);
        text_printf(c->out,
                    "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" "
                    "height=\"%d\"><title>",
                    row->values[i] ? "yes" : "no",
                    row->ticks[i] ? " tick" : "", x + 2, c->y + 4, STEP - 4,
                    ROW - 8);
        escape(text, SIZE_MAX - 1, c->out);
        text_printf(c->out, " at step %zu, clock ", i);
        escape(clock, SIZE_MAX - 1, c->out);
        text_add(c->out, "</title></rect>\n");
        text_printf(c->out,
                    "<text class=\"value%s\" x=\"%d\" y=\"%d\">%s</text>\n",
                    row->ticks[i] ? " tick" : "", x + STEP / 2, c->y + 20,
                    row->values[i] ? "T" : "F");
        if (row->ticks[i])
            text_printf(c->out,
                        "<path class=\"mark\" d=\"M%d %d l4 -5 h-8 z\"/>\n",
                        x + STEP / 2, c->y + 7);
    }
    if (formula_kind(c->r->pool, row->clock) != B_TRUE) {
        char *at = xasprintf("@ %s", clock);
        label(c, column(c, c->steps) + 6, c->y + 20, "clock", at);
        free(at);
    }
    c->y += ROW;
    free(text);
    free(clock);
}

// What stands behind the rows.
static int right_of(const ltl_report_t *r)
{
    size_t width = 0;
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        char *clock = print_string(r->pool, table_row(r->table, i).clock);
        const size_t n = strlen(clock) > MAX_TEXT ? MAX_TEXT : strlen(clock);
        width = n > width ? n : width;
        free(clock);
    }
    return (int)width * 7 + 24;
}

// Characters are about 7 wide; the widest label decides.
static int left_of(const ltl_report_t *r)
{
    size_t width = 10;
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        const table_row_t row = table_row(r->table, i);
        char *text = print_string(r->pool, row.formula);
        size_t n = strlen(text) > MAX_TEXT ? MAX_TEXT + 3 : strlen(text);
        n += 2 * row.depth;
        width = n > width ? n : width;
        free(text);
    }
    return MARGIN + (int)width * 7 + 16;
}

static void header(canvas_t *c, int width, int height)
{
    text_printf(c->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                "height=\"%d\" viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    text_add(c->out,
             "<style>\n"
             "text { font: 13px sans-serif; fill: #222; }\n"
             ".title { font-weight: bold; font-size: 15px; }\n"
             ".formula { font-family: monospace; font-size: 12px; }\n"
             ".name { text-anchor: end; font-family: monospace; }\n"
             ".clock { font-family: monospace; font-size: 11px; "
             "fill: #777; }\n"
             ".step { text-anchor: middle; fill: #777; font-size: 11px; }\n"
             ".value { text-anchor: middle; font-size: 12px; "
             "fill: #aaa; }\n"
             ".value.tick { fill: #111; font-weight: bold; }\n"
             ".wave { fill: none; stroke: #1f4e79; stroke-width: 2; }\n"
             ".yes { fill: #e3f3e3; } .no { fill: #fbe6e6; }\n"
             ".yes.tick { fill: #b5e0b5; stroke: #2e7d32; }\n"
             ".no.tick { fill: #f3b4b4; stroke: #b3261e; }\n"
             ".mark { fill: #333; }\n"
             ".grid { stroke: #ddd; stroke-dasharray: 2 3; }\n"
             ".loop { stroke: #8e44ad; stroke-width: 2; fill: none; }\n"
             "</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
}

static void grid(canvas_t *c, int bottom)
{
    for (size_t i = 0; i < c->steps; i++) {
        text_printf(c->out,
                    "<text class=\"step\" x=\"%d\" y=\"%d\">%zu</text>\n",
                    column(c, i) + STEP / 2, TOP - 4, i);
        text_printf(c->out,
                    "<line class=\"grid\" x1=\"%d\" y1=\"%d\" x2=\"%d\" "
                    "y2=\"%d\"/>\n",
                    column(c, i), TOP, column(c, i), bottom);
    }
}

// An arrow from behind the last step back to the loop's first.
static void loop_arrow(canvas_t *c)
{
    const size_t loop = word_loop(c->r->word);
    if (loop == WORD_NO_LOOP)
        return;
    const int from = column(c, c->steps), to = column(c, loop);
    const int y = c->y + 6;
    text_printf(c->out,
                "<path class=\"loop\" d=\"M%d %d v12 H%d v-12 m-4 6 l4 -6 "
                "l4 6\"/>\n",
                from, y, to);
    c->y += 24;
}

static void verdict(canvas_t *c)
{
    const bool holds = table_holds(c->r->table);
    char *formula = print_string(c->r->pool, c->r->formula);
    char *clock = print_string(c->r->pool, c->r->clock);
    text_t text = {0};
    label(c, MARGIN, 22, "title", formula);
    text_printf(&text, "%s, in clock context %s",
                holds ? "holds" : "does not hold", clock);
    label(c, MARGIN, 42, "", text_str(&text));
    text_release(&text);
    free(formula);
    free(clock);
}

void ltl_report_svg(const ltl_report_t *r, text_t *out)
{
    canvas_t c = {r, out, word_length(r->word), left_of(r), TOP};
    const size_t rows = r->atoms + table_row_count(r->table);
    const int bottom = TOP + (int)rows * ROW + 10;
    char *title = print_string(r->pool, r->formula);
    int width = column(&c, c.steps) + right_of(r) + MARGIN;
    const size_t shown = strlen(title) > MAX_TEXT ? MAX_TEXT : strlen(title);
    if (width < (int)shown * 9 + 2 * MARGIN)
        width = (int)shown * 9 + 2 * MARGIN;
    header(&c, width, bottom + 40);
    verdict(&c);
    grid(&c, bottom - 6);
    for (uint32_t a = 0; a < r->atoms; a++)
        wave(&c, a);
    c.y += 10;
    for (size_t i = 0; i < table_row_count(r->table); i++) {
        const table_row_t row = table_row(r->table, i);
        band(&c, &row);
    }
    loop_arrow(&c);
    text_add(out, "</svg>\n");
    free(title);
}
