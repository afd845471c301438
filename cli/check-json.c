// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of `clave check` as JSON (doc/json.md).

#include "config.h"

#include "cli/check.h"
#include "cli/json.h"

static json_t *generics_of(const check_answer_t *a)
{
    json_t *object = json_object();
    for (size_t i = 0; i < a->generic_count; i++)
        json_object_set_new(object, a->generics[i].name,
                            json_text(a->generics[i].value));
    return object;
}

static json_t *texts(const char *const *items, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_text(items[i]));
    return array;
}

static void set_place(const check_report_t *r, json_t *object, loc_t loc)
{
    json_object_set_new(object, "file",
                        json_text(loc_known(loc)
                                      ? sources_path(r->result->sources,
                                                     loc.file)
                                      : NULL));
    json_object_set_new(object, "line", json_integer(loc.line));
    json_object_set_new(object, "column", json_integer(loc.column));
}

static uint64_t cycles_of(const check_property_t *p)
{
    const check_answer_t *a = &p->telling->answer;
    return a->trace != NULL ? a->cycles : p->bound;
}

static json_t *property_object(const check_report_t *r,
                               const check_property_t *p)
{
    const check_answer_t *a = &p->telling->answer;
    json_t *o = json_object();
    json_object_set_new(o, "name", json_text(p->claim->name));
    json_object_set_new(o, "kind",
                        json_text(property_kind_name(
                            (property_kind_t)p->claim->kind)));
    set_place(r, o, p->claim->loc);
    json_object_set_new(o, "verdict", json_text(verdict_name(p->verdict)));
    const bool confirmed = p->verdict == VERDICT_PROVED ? p->confirmed
                                                        : a->confirmed;
    json_object_set_new(o, "confirmed", json_boolean(confirmed));
    json_object_set_new(o, "engine", json_text(a->engine));
    json_object_set_new(o, "second", json_text(a->second));
    json_object_set_new(o, "seconds",
                        json_real((double)p->microseconds / 1e6));
    json_object_set_new(o, "generics", generics_of(a));
    json_object_set_new(o, "cycles", json_integer((json_int_t)cycles_of(p)));
    json_object_set_new(o, "scope", json_text(p->scope));
    json_object_set_new(o, "invariant",
                        texts(a->invariant, a->invariant_count));
    json_object_set_new(o, "reason", json_text(a->reason));
    json_object_set_new(o, "start", json_text(a->start));
    json_object_set_new(o, "holds_after_reset",
                        json_boolean(a->unless_reset));
    return o;
}

static json_t *facts(const check_report_t *r, check_fact_kind_t kind)
{
    json_t *array = json_array();
    for (size_t i = 0; i < r->result->facts.len; i++) {
        const check_fact_t *f = &r->result->facts.data[i];
        if (f->kind != kind)
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "text", json_text(f->text));
        set_place(r, o, f->loc);
        json_array_append_new(array, o);
    }
    return array;
}

void check_report_json(const check_report_t *report, text_t *out)
{
    json_t *properties = json_array();
    for (size_t i = 0; i < report->properties->len; i++)
        json_array_append_new(
            properties,
            property_object(report, &report->properties->data[i]));
    json_t *initial = json_array();
    for (size_t i = 0; i < report->result->facts.len; i++)
        if (report->result->facts.data[i].kind == CHECK_INITIAL)
            json_array_append_new(
                initial, json_text(report->result->facts.data[i].text));
    json_t *o = json_object();
    json_object_set_new(o, "format", json_string("clave-check"));
    json_object_set_new(o, "version", json_integer(1));
    json_object_set_new(o, "complete",
                        json_boolean(report->result->complete));
    json_object_set_new(o, "properties", properties);
    json_object_set_new(o, "assumptions", facts(report, CHECK_ASSUMPTION));
    json_object_set_new(o, "abstractions", facts(report, CHECK_ABSTRACTION));
    json_object_set_new(o, "initial", initial);
    json_format(o, out);
    json_decref(o);
}
