// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CLI_CHECK_H
#define CLAVE_CLI_CHECK_H

// Shared by the files of `clave check`: the work in the child (check-work.c),
// what it sends (check-wire.c), and the report in the parent (check-report.c,
// check-json.c).
//
// A design is looked at in parts: a model for each value of the structural
// generics, and for each case that conditions on generics make. A claim is a
// property of one part. What people see is a property: all claims with the
// same kind, name and place.

#include "cli/command.h"
#include "core/verdict.h"
#include "core/wire.h"

typedef struct {
    const char *name, *value;
} check_generic_t;

typedef struct {
    check_generic_t *given; // generics that have a value
    size_t given_count;
    const char *scope; // constraints on the other generics; "" if none
} check_part_t;

// What is known about a claim.
typedef struct {
    uint32_t verdict; // verdict_kind_t
    const char *engine, *second, *reason; // or NULL
    const char *start; // of a run: "reset", ...; or NULL
    uint64_t microseconds;
    uint64_t bound;  // unknown: no violation in so many first steps
    uint64_t cycles; // of a run
    bool confirmed;
    bool empty; // no generics are allowed: there is nothing to say
    bool unless_reset; // violated from the declared start only
    check_generic_t *generics; // of a run
    size_t generic_count;
    const char **invariant;
    size_t invariant_count;
    const char *trace; // the run as a table, or NULL
    const char *vcd, *testbench, *certificate; // if asked for
} check_answer_t;

typedef struct {
    uint64_t part;
    uint32_t kind; // property_kind_t
    const char *name, *message;
    loc_t loc;
    check_answer_t answer; // not on the wire
} check_claim_t;

typedef enum {
    CHECK_INITIAL, // how runs begin
    CHECK_ASSUMPTION,
    CHECK_ABSTRACTION,
    CHECK_FACTS
} check_fact_kind_t;

typedef struct {
    uint32_t kind; // check_fact_kind_t
    loc_t loc;
    const char *text;
} check_fact_t;

// What arrived.
typedef struct {
    sources_t *sources;
    VEC(check_part_t) parts;
    VEC(check_claim_t) claims;
    VEC(check_fact_t) facts;
    bool complete;
} check_result_t;

// ---- on the wire ----

enum {
    CHECK_PART,
    CHECK_CLAIM,
    CHECK_FACT,
    CHECK_ANSWER,
    CHECK_AFTER_RESET, // the claim holds from the reset start
};

void check_wire_part(wire_t *wire, check_part_t *part);
void check_wire_claim(wire_t *wire, check_claim_t *claim);
void check_wire_fact(wire_t *wire, check_fact_t *fact);
void check_wire_answer(wire_t *wire, check_answer_t *answer);

// ---- the work ----

typedef struct {
    const command_context_t *context;
    uint64_t started;
    const char *scratch; // a directory that the parent removes
} check_job_t;

void check_work(supervise_link_t *link, const check_job_t *job);

// ---- the report ----

// A property that people see.
typedef struct {
    const check_claim_t *claim;   // the first one
    const check_claim_t *telling; // the one that decides the verdict
    verdict_kind_t verdict;
    uint64_t microseconds; // of all claims
    uint64_t bound;        // the smallest one
    bool confirmed;        // all claims
    char *scope;
} check_property_t;

typedef VEC(check_property_t) check_property_vec_t;

void check_properties(const check_result_t *result,
                      check_property_vec_t *properties);
void check_properties_release(check_property_vec_t *properties);

typedef struct {
    const check_result_t *result;
    const check_property_vec_t *properties;
    bool colour, verbose;
    bool simulates; // there is something that GHDL could simulate
} check_report_t;

void check_report_text(const check_report_t *report, text_t *out);
void check_report_json(const check_report_t *report, text_t *out);

#endif
