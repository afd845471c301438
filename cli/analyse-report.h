// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_ANALYSE_REPORT_H
#define CLAVE_CLI_ANALYSE_REPORT_H

// The result of `clave analyse` as text and as JSON (doc/json.md).

#include "core/text.h"
#include "frontend/summary.h"

typedef struct {
    const summary_unit_t *units;
    size_t count;
    const sources_t *sources;
    bool colour;
    bool complete; // no file was wrong, nothing was cut short
} analyse_report_t;

void analyse_report_text(const analyse_report_t *report, text_t *out);
void analyse_report_json(const analyse_report_t *report, text_t *out);

#endif
