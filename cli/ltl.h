// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_LTL_H
#define CLAVE_CLI_LTL_H

// Shared by the files of `clave ltl`: the questions (ltl.c) and the reports
// of evaluation (ltl-report.c, ltl-svg.c).

#include "cli/command.h"
#include "psl/table.h"

// What an evaluation reports.
typedef struct {
    formula_pool_t *pool;
    formula_t formula, clock; // as given
    const word_t *word;
    uint32_t atoms; // those below it are shown
    const table_t *table;
} ltl_report_t;

void ltl_report_text(const ltl_report_t *r, text_t *out);
void ltl_report_json(const ltl_report_t *r, text_t *out);
// The timing diagram; the second is a page with it and the reasons.
void ltl_report_svg(const ltl_report_t *r, text_t *out);
void ltl_report_html(const ltl_report_t *r, text_t *out);

#endif
